// Writes the deals of the first screen with their answers, computed by the program: `npm run deals`. With --check it
// only compares the file with the program's answers. The program is PREF, or cargo's debug build.

import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { format } from "prettier";

const FILE = fileURLToPath(new URL("src/table/deals.json", import.meta.url));
const pref = process.env["PREF"] ?? fileURLToPath(new URL("../target/debug/pref", import.meta.url));
/** The rules that the page guesses from the language. */
const RULES = ["russian", "austrian", "hungarian", "bule"];
const COUNT = 30;
const SEED = "1829";

const ask = (questions) => {
  const input = questions.map((question) => JSON.stringify(question)).join("\n");
  const lines = execFileSync(pref, ["ask", "--no-tables"], { input, encoding: "utf8", maxBuffer: 2 ** 28 });
  return lines
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
};

const described = ask(RULES.map((rules) => ({ ask: "rules", rules })));
const rules = Object.fromEntries(
  described.map(({ ranking, targets, summary: { bids } }, n) => [
    RULES[n],
    {
      ranking,
      unpriced: targets.filter(({ priced }) => !priced).map(({ contract }) => contract),
      levels: bids === "levels",
    },
  ]),
);

/** Forehand's best contract with a price. */
function findBest({ choice, best }, { unpriced }) {
  if (!unpriced.includes(choice.contract)) return choice;
  const priced = best.filter(({ contract }) => !unpriced.includes(contract));
  const [first] = priced.sort((one, other) => one.rank - other.rank);
  return { ...first, discard: first.discards[0] };
}

/** The best contract, its discard, and the outcome of each contract with the talon, in the order of the rules. */
function writeAnswer(talon, described) {
  const { contract, discard } = findBest(talon, described);
  const outcome = (contract) => talon.best.find((one) => one.contract === contract);
  const outcomes = described.ranking.map((contract) => {
    const { tricks = "", made } = outcome(contract);
    return `${tricks}${made ? "+" : "-"}`;
  });
  return [contract, ...discard, ...outcomes].join(" ");
}

const candidates = execFileSync(pref, ["deal", "--count", "100", "--seed", SEED], { encoding: "utf8" })
  .trim()
  .split("\n");
const questions = candidates.flatMap((deal) =>
  RULES.map((rules) => ({ ask: "talon", deal, rules, declarer: "F" })),
);
const answers = ask(questions);
const deals = candidates
  .map((deal, n) => ({ deal, talons: answers.slice(n * RULES.length, (n + 1) * RULES.length) }))
  // Forehand makes a contract, so that the first line of the page has good news.
  .filter(({ talons }) => talons.every((talon, n) => findBest(talon, rules[RULES[n]]).made))
  .slice(0, COUNT)
  .map(({ deal, talons }) => ({
    deal,
    ...Object.fromEntries(talons.map((talon, n) => [RULES[n], writeAnswer(talon, rules[RULES[n]])])),
  }));

const text = await format(JSON.stringify({ rules, deals }), { parser: "json", printWidth: 110 });
if (!process.argv.includes("--check")) writeFileSync(FILE, text);
else if (readFileSync(FILE, "utf8") !== text) {
  console.error("src/table/deals.json is out of date: npm run deals");
  process.exit(1);
}
