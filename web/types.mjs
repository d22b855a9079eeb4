// Writes src/game/schema.ts, the types of answers, from their schemas in docs/schema; with --check compares it.

import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { compile } from "json-schema-to-typescript";
import { format, resolveConfig } from "prettier";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const OUTPUT = here("src/game/schema.ts");

/** The questions that the page asks. */
const ASKS = "cards defend evaluate line par puzzle review rules solve talon usurp".split(" ");

/** Names of objects within answers, by their keys in order. */
const NAMES = {
  "D F M R pot": "Gains",
  "F M R": "SeatTricks",
  "best card cost gains made margin tricks": "CardValue",
  "decides tricks": "CardCost",
  "cards leader talon winner": "PlayedTrick",
  "contract declarer leader made margin tricks": "ContractSolution",
  "discard group results": "DiscardResult",
  "contract gain made rank tricks": "DiscardOutcome",
  "contract gain made tricks": "ContractResult",
  "contract discards gain made tricks": "BestDiscards",
  "best gains seat": "Decision",
  "best decided done gain_lost seat tricks_lost": "Step",
  "error high low mean": "Estimate",
  "chance gain tricks": "Means",
  "contract hand priced take talon": "ContractTarget",
  "made tricks": "Outcome",
};

const definitions = {};
const keysOf = ({ properties }) => Object.keys(properties).sort().join(" ");

/** A schema as the page uses it: seats and cards by their types, common objects by name. */
function simplified(schema) {
  if (Array.isArray(schema)) return schema.map(simplified);
  if (typeof schema !== "object" || schema === null) return schema;
  const { patternProperties: _, minItems: __, maxItems: ___, ...rest } = schema;
  if (rest.type === "string" && rest.minLength === 2) return { ...rest, tsType: "Card" };
  const seats = { '["F","M","R"]': "Seat", '["F","M","R",null]': "Seat | null" }[JSON.stringify(rest.enum)];
  if (seats) return { ...rest, tsType: seats };
  const own = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, simplified(value)]));
  const name = own.properties && NAMES[keysOf(own)];
  if (!name) return own;
  definitions[name] ??= { ...own, type: "object", title: name };
  const named = { $ref: `#/$defs/${name}` };
  return Array.isArray(own.type) ? { anyOf: [named, { type: "null" }] } : named;
}

const answers = ASKS.map((ask) => {
  const { $schema: _, ...schema } = JSON.parse(readFileSync(here(`../docs/schema/${ask}.json`), "utf8"));
  delete schema.properties?.id;
  return [ask, simplified(schema)];
});
const root = {
  title: "Answers",
  description: "Answers of the engine, by question",
  type: "object",
  properties: Object.fromEntries(answers),
  required: ASKS,
  additionalProperties: false,
  $defs: definitions,
};
const head = `// Written by \`npm run types\` from docs/schema: do not edit.

import type { Card } from "./cards";
import type { Seat } from "./deal";
`;
const compiled = await compile(root, "Answers", {
  bannerComment: head,
  format: false,
  additionalProperties: false,
});
// Comments of one line stand on one line.
const short = compiled.replace(/\/\*\*\n \* ([^\n]*)\n \*\//g, "/** $1 */");
const text = await format(short, { ...(await resolveConfig(OUTPUT)), parser: "typescript" });
if (!process.argv.includes("--check")) writeFileSync(OUTPUT, text);
else if (readFileSync(OUTPUT, "utf8") !== text) {
  console.error("src/game/schema.ts is out of date: npm run types writes it");
  process.exit(1);
}
