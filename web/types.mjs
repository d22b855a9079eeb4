// Writes src/game/schema.ts, the types of answers, from their schemas in docs/schema; with --check compares it.

import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { compile } from "json-schema-to-typescript";
import { format, resolveConfig } from "prettier";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const OUTPUT = here("src/game/schema.ts");

/** The questions that the page asks. */
const ASKS = "cards defend evaluate line par puzzle review rules solve talon usurp".split(" ");

const definitions = {};

/** Writes a schema as text without the parts that differ from place to place: its description and its nullability. */
const form = (schema) =>
  JSON.stringify(schema, (key, value) => {
    if (key === "description" && typeof value === "string") return undefined;
    return key === "type" && Array.isArray(value) ? value.find((type) => type !== "null") : value;
  });

/** Simplifies a schema for the page: seats and cards become types, titled objects and words references. */
function simplified(schema) {
  if (Array.isArray(schema)) return schema.map(simplified);
  if (typeof schema !== "object" || schema === null) return schema;
  const { patternProperties: _, minItems: __, maxItems: ___, ...rest } = schema;
  if (rest.type === "string" && rest.minLength === 2) return { ...rest, tsType: "Card" };
  const seats = { '["F","M","R"]': "Seat", '["F","M","R",null]': "Seat | null" }[JSON.stringify(rest.enum)];
  if (seats) return { ...rest, tsType: seats };
  const own = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, simplified(value)]));
  const { title } = own;
  if (!title || !(own.properties || own.enum)) return own;
  const nullable = Array.isArray(own.type) || own.enum?.includes(null);
  const alone = { ...own, type: own.properties ? "object" : "string" };
  if (alone.enum) alone.enum = alone.enum.filter((word) => word !== null);
  definitions[title] ??= alone;
  if (form(definitions[title]) !== form(alone)) throw new Error(`two types are called ${title}`);
  const named = { $ref: `#/$defs/${title}` };
  return nullable ? { anyOf: [named, { type: "null" }] } : named;
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
