#!/usr/bin/env node
// Asks `pref ask` about random deals, many at once, and holds the answers against those of `pref solve`.
//
//     node docs/ask.mjs [PREF] [DEALS]
//
// It is also an example of how a program keeps an engine running: see `Engine`.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { createInterface } from "node:readline";

/** A running `pref ask`: `ask` gives the promise of an answer, `cancel` breaks off a question. */
class Engine {
  #process;
  #waiting = new Map();
  #asked = 0;

  constructor(pref) {
    this.#process = spawn(pref, ["ask", "--unordered", "--no-tables"], { stdio: ["pipe", "pipe", "inherit"] });
    // Answers are read whenever they come; a question is never in their way.
    createInterface({ input: this.#process.stdout }).on("line", (line) => {
      const { id, ...answer } = JSON.parse(line);
      const promise = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (answer.error) promise.reject(Object.assign(new Error(answer.error.message), answer.error));
      else promise.resolve(answer);
    });
    this.#process.on("close", () => {
      for (const promise of this.#waiting.values()) promise.reject(new Error("the engine has ended"));
    });
  }

  ask(question) {
    const id = ++this.#asked;
    const answer = new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
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
const endless = engine.ask({ ask: "evaluate", deal: "F:AQJ.A9.AK9.T7 ? ?", layouts: 1000000 });
const late = engine.ask({ ask: "par", deal: deals[0], rules: "american", time_limit: 0.001 });
const refused = [
  assert.rejects(endless, { code: "cancelled" }),
  assert.rejects(late, { code: "time" }),
  assert.rejects(engine.ask({ ask: "solve", deal: "F:A" }), { code: "bad-deal", field: "deal" }),
];
assert.deepEqual(await engine.cancel(endless), { cancelled: 1 });
const answers = await Promise.all(deals.map((deal) => engine.ask({ ask: "solve", deal })));
assert.deepEqual(answers, expected);
await Promise.all(refused);
assert.equal(await engine.close(), 0, "the engine ends well");
console.log(`${answers.length} answers equal to those of pref solve`);
