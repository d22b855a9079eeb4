/** Tests of the packed npm package in a program outside of the project. */

import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { afterAll, beforeAll, expect, test } from "vitest";

import type { Answers } from "../../src/game/schema";
import { askProgram } from "../program";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const DEAL = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K";

let folder: string;
const run = (command: string, ...args: string[]): string =>
  execFileSync(command, args, { cwd: folder, encoding: "utf8", env: { ...process.env, FORCE_COLOR: "0" } });

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "preference-engine-"));
  execFileSync("npm", ["pack", "--silent", "--pack-destination", folder], { cwd: here("../../package") });
  const [packed = ""] = readdirSync(folder);
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }');
  run("npm", "install", "--offline", "--no-audit", "--no-fund", "--silent", `./${packed}`);
  copyFileSync(here("package-program.ts"), join(folder, "program.ts"));
});

afterAll(() => rmSync(folder, { recursive: true }));

test("a program in Node gets the answers of the program pref", () => {
  const compiler = here("../../node_modules/typescript/bin/tsc");
  run(process.execPath, compiler, "--strict", "--target", "es2022", "--module", "nodenext", "program.ts");
  const { choice } = askProgram<Extract<Answers["talon"], { choice: unknown }>>({
    ask: "talon",
    deal: DEAL,
    declarer: "F",
  });
  const solved = askProgram<Answers["solve"]>({ ask: "solve", deal: DEAL, contract: "S", declarer: "F" });
  const lines = run(process.execPath, "program.js").trim().split("\n");
  expect(lines).toEqual([
    `${choice?.contract}: ${choice?.discard.join(" ")}`,
    `2 ${String(solved.results[0]?.tricks)}`,
    "missing deal",
  ]);
});

test("the example in the package's README prints its documented output", () => {
  const root = join(folder, "node_modules/preference-engine");
  const example = /```ts\n([^]*?)```/.exec(readFileSync(join(root, "README.md"), "utf8"))?.[1] ?? "";
  const documented = [...example.matchAll(/console\.log\(.*\/\/ (.*)/g)].map(([, output]) => output);
  expect(documented).toHaveLength(3);
  writeFileSync(join(folder, "example.ts"), example);
  const compiler = here("../../node_modules/typescript/bin/tsc");
  run(process.execPath, compiler, "--strict", "--target", "es2022", "--module", "nodenext", "example.ts");
  expect(run(process.execPath, "example.js").trim().split("\n")).toEqual(documented);
});

test("the package gives the program's answers to questions of every kind", () => {
  const record = {
    rules: "russian",
    deal: DEAL,
    actions: ["6D", "pass", "pass", "discard H9 C7", "play 6D"],
  };
  const played = [...record.actions, "pass", "whist", "open", "DA"];
  const misere = {
    rules: "russian",
    deal: "F:Q98.Q8.KQJ9.Q AT7.KJ97..KT9 KJ.AT.AT8.J87 ..7.A",
    declarer: "F",
    contract: "misere",
    leader: "M",
  };
  const questions: Record<string, unknown>[] = [
    { ask: "catch", ...misere },
    { ask: "state", record },
    { ask: "act", player: "beginner", record },
    { ask: "act", player: "quick", record },
    { ask: "advise", record: { ...record, actions: played } },
    { ask: "evaluate", record: { ...record, actions: record.actions.slice(0, 3) }, layouts: 20 },
    { ask: "review", record: { ...record, actions: played } },
    { ask: "deal", cards: 4, count: 2 },
    { ask: "puzzle", cards: 4, count: 2 },
    { ask: "puzzle", kind: "catch", rules: "russian", seed: 3 },
    { ask: "catch", ...misere, nodes: 30 },
    { ask: "act", player: "strong", record },
  ];
  const script = `
    import { Engine, QuestionError } from "preference-engine";
    const engine = await Engine.load();
    const answers = JSON.parse(process.argv[1]).map((question) => {
      try {
        return engine.ask(question);
      } catch (error) {
        if (!(error instanceof QuestionError)) throw error;
        return [error.code, error.field];
      }
    });
    console.log(JSON.stringify(answers));`;
  const output = run(process.execPath, "--input-type=module", "--eval", script, JSON.stringify(questions));
  const answers = JSON.parse(output) as unknown[];
  expect(answers).toEqual(questions.map((question) => askProgram(question)));
});

test("the package declares the answers of its engine, and carries the licences", () => {
  const root = join(folder, "node_modules/preference-engine");
  expect(readdirSync(root)).toEqual(expect.arrayContaining(["LICENSE-APACHE", "LICENSE-MIT"]));
  const script =
    'import { Engine } from "preference-engine"; console.log((await Engine.load()).ask({ ask: "version" }).asks.join(" "));';
  const asks = run(process.execPath, "--input-type=module", "--eval", script).trim().split(" ");
  const declared = /interface Answers \{([^]*?)\n\}/.exec(
    readFileSync(join(root, "schema.d.ts"), "utf8"),
  )?.[1];
  expect([...(declared ?? "").matchAll(/^ {2}(\w+):/gm)].map(([, ask]) => ask)).toEqual(asks.sort());
});
