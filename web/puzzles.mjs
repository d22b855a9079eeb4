// Writes the puzzles of the days, which the program finds: `npm run puzzles`. With --check it only compares the file
// with the program's puzzles. The program is PREF, or cargo's debug build.

import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { format } from "prettier";

const FILE = fileURLToPath(new URL("src/table/puzzles.json", import.meta.url));
const pref = process.env["PREF"] ?? fileURLToPath(new URL("../target/debug/pref", import.meta.url));
/** The rules that the page guesses from the language. */
const RULES = ["russian", "austrian", "hungarian", "bule"];
const KINDS = ["lead", "discard"];
const COUNT = 15;
const SEED = "1829";
/** Among so many deals there are enough puzzles of each kind. */
const AMONG = "500";

/** The deepest puzzles, in the order of their deals, so that easy and hard ones alternate. */
function find(rules, kind) {
  const choice = [
    "--rules",
    rules,
    "--kind",
    kind,
    "--seed",
    SEED,
    "--among",
    AMONG,
    "--count",
    String(COUNT),
  ];
  const lines = execFileSync(pref, ["puzzle", ...choice, "--format", "json"], { encoding: "utf8" })
    .trim()
    .split("\n");
  const puzzles = lines.map((line) => JSON.parse(line));
  if (puzzles.length < COUNT) throw new Error(`${rules}: only ${puzzles.length} puzzles of the kind ${kind}`);
  return puzzles
    .map(({ deal, declarer, contract, leader, depth }) =>
      [kind, declarer, contract, leader, depth, deal].join(" "),
    )
    .sort((one, other) => (one.slice(-20) < other.slice(-20) ? -1 : 1));
}

const puzzles = Object.fromEntries(
  RULES.map((rules) => {
    const [first, second] = KINDS.map((kind) => find(rules, kind));
    return [rules, first.flatMap((puzzle, n) => [puzzle, second[n]])];
  }),
);
const text = await format(JSON.stringify(puzzles), { parser: "json" });
if (!process.argv.includes("--check")) writeFileSync(FILE, text);
else if (readFileSync(FILE, "utf8") !== text) {
  console.error(`${FILE} has other puzzles than the program: npm run puzzles`);
  process.exitCode = 1;
}
