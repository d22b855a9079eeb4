#!/usr/bin/env node
// Asks `pref ask` about many random deals at once, and compares the answers with the output of `pref solve`.
//
//     node docs/ask.mjs [PREF] [DEALS]
//
// It is also an example of a client that keeps an engine running: see `Engine`.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { createInterface } from "node:readline";

/** A running `pref ask`. `ask` returns the promise of an answer; `cancel` cancels the question of a promise. */
class Engine {
  #process;
  #pending = new Map();
  #lastId = 0;

  constructor(pref) {
    this.#process = spawn(pref, ["ask", "--unordered", "--no-tables"], { stdio: ["pipe", "pipe", "inherit"] });
    // Answers are read as they arrive, whether or not further questions are being sent.
    createInterface({ input: this.#process.stdout }).on("line", (line) => {
      const { id, ...answer } = JSON.parse(line);
      const promise = this.#pending.get(id);
      this.#pending.delete(id);
      if (answer.error) promise.reject(Object.assign(new Error(answer.error.message), answer.error));
      else promise.resolve(answer);
    });
    this.#process.on("close", () => {
      for (const promise of this.#pending.values()) promise.reject(new Error("the engine has ended"));
    });
  }

  ask(question) {
    const id = ++this.#lastId;
    const answer = new Promise((resolve, reject) => this.#pending.set(id, { resolve, reject }));
    this.#process.stdin.write(JSON.stringify({ ...question, id }) + "\n");
    return Object.assign(answer, { id });
  }

  cancel(answer) {
    return this.ask({ ask: "cancel", cancel: answer.id });
  }

  close() {
    return new Promise((resolve) => {
      this.#process.on("close", resolve);
      this.#process.stdin.end();
    });
  }
}

const [pref = "target/release/pref", count = "200"] = process.argv.slice(2);
const run = (args, input) => execFileSync(pref, args, { input, encoding: "utf8" }).trim().split("\n").map(JSON.parse);
const deals = run(["deal", "--count", count, "--seed", "4", "--format", "json"]).map(({ deal }) => deal);
const expected = run(["solve", "--no-tables", "--format", "json"], deals.join("\n"));

const engine = new Engine(pref);
const longQuestion = engine.ask({ ask: "evaluate", deal: "F:AQJ.A9.AK9.T7 ? ?", layouts: 1000000 });
const timedOut = engine.ask({ ask: "par", deal: deals[0], rules: "american", time_limit: 0.001 });
const rejections = [
  assert.rejects(longQuestion, { code: "cancelled" }),
  assert.rejects(timedOut, { code: "time" }),
  assert.rejects(engine.ask({ ask: "solve", deal: "F:A" }), { code: "bad-deal", field: "deal" }),
];
assert.deepEqual(await engine.cancel(longQuestion), { cancelled: 1 });
const answers = await Promise.all(deals.map((deal) => engine.ask({ ask: "solve", deal })));
assert.deepEqual(answers, expected);
await Promise.all(rejections);
assert.equal(await engine.close(), 0, "the engine exits without an error");
console.log(`${answers.length} answers equal to those of pref solve`);
