// Writes the types of answers from their schemas in docs/schema: src/game/schema.ts for the page, and
// package/schema.d.ts for users of the engine's package. With --check it only checks that both files are up to
// date. The environment variable PREF is the path of the program, which lists the questions.

import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { compile } from "json-schema-to-typescript";
import { format, resolveConfig } from "prettier";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/** The path of the program. */
const PREF = process.env.PREF ?? here("../target/debug/pref");
/** The names of the questions that the program answers, in alphabetical order. */
const ASKS = JSON.parse(execFileSync(PREF, ["ask", '{"ask":"version"}'], { encoding: "utf8" })).asks.sort();

let definitions = {};

/** Simplifies a schema for the page: seats and cards become types of the page. */
function simplified(schema) {
  if (Array.isArray(schema)) return schema.map(simplified);
  if (typeof schema !== "object" || schema === null) return schema;
  const { patternProperties: _, minItems: __, maxItems: ___, $defs: ____, ...rest } = schema;
  if (rest.type === "string" && rest.minLength === 2) return { ...rest, tsType: "Card" };
  if (rest.$ref === "#/$defs/Seat") return { tsType: "Seat" };
  return Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, simplified(value)]));
}

/** Adds a type to the definitions. Throws an error if a different type of this name is there already. */
function define(name, schema) {
  const own = simplified(schema);
  definitions[name] ??= own;
  if (JSON.stringify(definitions[name]) !== JSON.stringify(own))
    throw new Error(`two types are called ${name}`);
}

/** Returns the types of the answers to some questions. `head` is the beginning of the file. */
async function typesOf(asks, head, file) {
  definitions = {};
  const answers = asks.map((ask) => {
    const { $schema: _, ...schema } = JSON.parse(readFileSync(here(`../docs/schema/${ask}.json`), "utf8"));
    delete schema.properties?.id;
    for (const [name, inner] of Object.entries(schema.$defs ?? {})) if (name !== "Seat") define(name, inner);
    define(schema.title, schema);
    return [ask, { $ref: `#/$defs/${schema.title}` }];
  });
  const root = {
    title: "Answers",
    description: "Answers of the engine, by question",
    type: "object",
    properties: Object.fromEntries(answers),
    required: asks,
    additionalProperties: false,
    $defs: definitions,
  };
  const compiled = await compile(root, "Answers", {
    bannerComment: head,
    format: false,
    additionalProperties: false,
  });
  // A comment with a single line of text is written on one line.
  const short = compiled.replace(/\/\*\*\n \* ([^\n]*)\n \*\//g, "/** $1 */");
  return format(short, { ...(await resolveConfig(file)), parser: "typescript" });
}

const PAGE_HEAD = `// Written by \`npm run types\` from docs/schema: do not edit.

import type { Card } from "./cards";
import type { Seat } from "./deal";
`;
const PACKAGE_HEAD = `// Written by \`npm run types\` from docs/schema: do not edit.

/** A seat: forehand, middlehand or rearhand. */
export type Seat = "F" | "M" | "R";

/** A card: its suit and its rank. */
export type Card = \`\${"S" | "H" | "D" | "C"}\${"A" | "K" | "Q" | "J" | "T" | "9" | "8" | "7"}\`;
`;
const FILES = [
  ["src/game/schema.ts", PAGE_HEAD],
  ["package/schema.d.ts", PACKAGE_HEAD],
];
for (const [name, head] of FILES) {
  const file = here(name);
  const text = await typesOf(ASKS, head, file);
  if (!process.argv.includes("--check")) writeFileSync(file, text);
  else if (readFileSync(file, "utf8") !== text) {
    console.error(`${name} is out of date: npm run types writes it`);
    process.exitCode = 1;
  }
}
