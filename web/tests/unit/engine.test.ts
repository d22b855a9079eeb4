import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { Instance } from "../../src/engine/instance";
import { askProgram, deals } from "../program";

const DIST = new URL("../../dist/", import.meta.url);
const [name = ""] = readdirSync(new URL("assets/", DIST)).filter((file) => file.endsWith(".wasm"));

/** Questions that the page asks about a deal: a name for each, and its fields. */
const QUESTIONS: [string, Record<string, unknown>][] = [
  ["contracts of a declarer", { ask: "solve", declarer: "F", hand: true }],
  ["discards of a declarer", { ask: "talon", declarer: "F" }],
  ["cards", { ask: "cards", declarer: "F", contract: "D", hand: true }],
  ["line", { ask: "line", declarer: "F", contract: "D", hand: true }],
  ["auction", { ask: "par" }],
  ["catch", { ask: "catch", declarer: "F", contract: "misere", goal: "made", nodes: 2000 }],
];

test("the page's engine gives the program's answers in at most 64 MiB", () => {
  const instance = new Instance(new WebAssembly.Module(readFileSync(new URL(`assets/${name}`, DIST))));
  const times = new Map<string, number[]>();
  for (const deal of deals(12, 22)) {
    for (const [what, fields] of QUESTIONS) {
      const question = { ...fields, deal, rules: "austrian" };
      const before = performance.now();
      const answer: unknown = JSON.parse(instance.ask(JSON.stringify(question)));
      times.set(what, [...(times.get(what) ?? []), performance.now() - before]);
      expect(answer, deal).toEqual(askProgram(question));
    }
  }
  // The times are printed for the notes on speed, but not checked, since they depend on the machine.
  for (const [what, all] of times) {
    const [median, most] = [all.sort((a, b) => a - b)[all.length >> 1] ?? 0, Math.max(...all)];
    console.log(`${what}: median ${median.toFixed(1)} ms, most ${most.toFixed(1)} ms`);
  }
  console.log(`memory: ${(instance.memory / 2 ** 20).toFixed(0)} MB`);
  expect(instance.memory).toBeLessThanOrEqual(64 * 2 ** 20);
});

test("the first visit loads at most 590 kB", () => {
  const index = readFileSync(new URL("index.html", DIST), "utf8");
  const named = [...index.matchAll(/assets\/[^"]+/g)].map(String);
  // The page loads the engine and a worker at once, whatever the deal.
  const others = readdirSync(new URL("assets/", DIST)).filter((file) => /^worker-.*js$|wasm$/.test(file));
  const first = ["index.html", ...named, ...others.map((file) => `assets/${file}`)];
  const packed = (by: string, ends = /$/): number =>
    first
      .filter((file) => ends.test(file))
      .map((file) => readFileSync(new URL(file + by, DIST)).length)
      .reduce((sum, size) => sum + size, 0);
  const [all, engine, scripts] = [packed(".br"), packed(".br", /wasm$/), packed(".br", /js$/)];
  console.log(`packed by brotli: ${all} bytes, the engine ${engine}, scripts ${scripts}`);
  expect(engine).toBeGreaterThan(100_000);
  expect(scripts).toBeLessThanOrEqual(90_000);
  expect(all).toBeLessThanOrEqual(590_000);
  expect(packed(".gz")).toBeLessThanOrEqual(1_000_000);
});

test("the engine comes from cargo's target folder", () => {
  const folder = (env: Record<string, string>): string =>
    execFileSync("../.ci/target", { env: { ...process.env, ...env }, encoding: "utf8" }).trim();
  expect(folder({ CARGO_TARGET_DIR: "/tmp/elsewhere" })).toBe("/tmp/elsewhere");
  expect(folder({ CARGO_BUILD_TARGET_DIR: "/tmp/else where" })).toBe(
    process.env["CARGO_TARGET_DIR"] ?? "/tmp/else where",
  );
  // The page's engine is a copy of the newest build.
  const built = readFileSync(new URL("../../engine/preference_web.wasm", import.meta.url));
  expect(readFileSync(new URL(`assets/${name}`, DIST)).equals(built)).toBe(true);
});
