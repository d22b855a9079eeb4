import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

import { expect, test } from "vitest";

type Words = { [key: string]: string | { [form: string]: string } };

const FOLDER = new URL("../../src/lang/", import.meta.url);
const SOURCE = fileURLToPath(new URL("../../src/", import.meta.url));
const PARTS = ["table", "panels", "play", "match", "dialogs"] as const;
const read = (language: string, part: string): Words =>
  JSON.parse(readFileSync(new URL(`${language}/${part}.json`, FOLDER), "utf8")) as Words;
const languages = readdirSync(FOLDER, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
);
const english: Words = Object.assign({}, ...PARTS.map((part) => read("en", part)));
const placeholders = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(String).sort();

test("the page has six languages", () => {
  expect(languages.sort()).toEqual(["de", "en", "hr", "hu", "ru", "sr"]);
});

/** The files that are loaded with some files of the page, those that they import later apart. */
function filesWith(entries: readonly string[]): Set<string> {
  const found = new Set<string>();
  const visit = (file: string): void => {
    if (found.has(file) || !/\.(ts|svelte)$/.test(file)) return;
    found.add(file);
    const text = readFileSync(file, "utf8");
    const imports = /(?:import (?!type )(?:[^"';()]*? from )?|export [^"';()]*? from )"(\.[^"]+)"/g;
    for (const [, path = ""] of text.matchAll(imports)) {
      const target = join(dirname(file), path);
      const name = ["", ".ts", ".svelte.ts"].map((end) => target + end).find((one) => isFile(one));
      if (name !== undefined) visit(name);
    }
  };
  for (const entry of entries) visit(join(SOURCE, entry));
  return found;
}
const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

/** Texts in quotes that are names in the code, besides keys of words. */
const NAMES = ["actions", "switches"];

test("each part of the page uses only words that are loaded with it", () => {
  const entries = {
    table: ["main.ts"],
    panels: ["table/panels/study.ts", "table/Update.svelte"],
    play: ["table/panels/play.ts"],
    match: ["table/match/MatchTable.svelte"],
    dialogs: ["table/dialogs/Dialogs.svelte"],
  };
  const loaded = { table: ["table"], panels: ["table", "panels"] } as Record<string, readonly string[]>;
  const first = filesWith(entries.table);
  expect(first.size).toBeGreaterThan(50);
  const used = new Set<string>();
  const misplaced: string[] = [];
  for (const part of PARTS) {
    const own = loaded[part] ?? ["table", "panels", "play", part];
    const foreign = new Map(
      PARTS.filter((other) => !own.includes(other)).flatMap((other) =>
        Object.keys(read("en", other)).map((key) => [key, other] as const),
      ),
    );
    for (const file of filesWith(entries[part])) {
      if ((part !== "table" && first.has(file)) || /\/lang\/|schema\.ts$/.test(file)) continue;
      const text = readFileSync(file, "utf8");
      for (const [, quoted = "", named = ""] of text.matchAll(/"(\w+)"|strings\.(\w+)/g)) {
        const key = quoted || named;
        if (!(key in english) || (quoted && NAMES.includes(key))) continue;
        used.add(key);
        if (foreign.has(key)) misplaced.push(`${relative(SOURCE, file)}: ${key}`);
      }
    }
  }
  expect(misplaced).toEqual([]);
  expect(used.size).toBeGreaterThan(250);
});

test("every fault of a deal has a sentence", () => {
  const file = new URL("../../../docs/schema/error.json", import.meta.url);
  const schema = JSON.parse(readFileSync(file, "utf8"));
  const faults = schema.$defs.DealError.oneOf as { $ref: string }[];
  const kinds = faults.map((fault) => schema.$defs[fault.$ref.replace("#/$defs/", "")].properties.kind.const);
  expect(Object.keys(english["dealFaults"] as Words)).toEqual(kinds);
});

test("every preset has a title and a name", () => {
  const presets = new URL("../../../solver/src/rules/presets/", import.meta.url);
  const names = readdirSync(presets).map((name) => name.replace(".toml", ""));
  expect(Object.keys(english["titles"] as Words).sort()).toEqual(names.sort());
  expect(Object.keys(english["rulesNames"] as Words).sort()).toEqual(names.sort());
});

test("every fact in a summary of rules has a sentence", () => {
  const schema = JSON.parse(
    readFileSync(new URL("../../../docs/schema/rules.json", import.meta.url), "utf8"),
  );
  const words = (type: { const?: string; enum?: string[]; oneOf?: object[] }): string[] => [
    ...(type.const === undefined ? [] : [type.const]),
    ...(type.enum ?? []),
    ...(type.oneOf ?? []).flatMap(words),
  ];
  const facts = Object.entries({
    lead: "Lead",
    bids: "BidKind",
    all_pass: "AllPass",
    settlement: "PaymentScheme",
  }).flatMap(([name, type]) => words(schema.$defs[type]).map((word) => `${name}:${word}`));
  expect(Object.keys(schema.$defs.RulesSummary.properties).length).toBe(7);
  // What a rule set lacks goes without saying.
  expect(Object.keys(english["ruleFacts"] as Words)).toEqual([
    ...facts,
    "talon_shown:true",
    "talon_shown:false",
    "misere_open:true",
    ...["suits", "counting", "no-trump", "always"].map((scope) => `quotas:${scope}`),
  ]);
});

for (const language of languages) {
  test(`${language} has exactly the English keys in each part`, () => {
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    const keys = (of: string): string[][] => PARTS.map((part) => Object.keys(read(of, part)).sort());
    expect(keys(language)).toEqual(keys("en"));
    expect(keys("en").flat().length).toBe(Object.keys(english).length);
    const words: Words = Object.assign({}, ...PARTS.map((part) => read(language, part)));
    for (const [key, value] of Object.entries(words)) {
      const model = english[key] as Words[string];
      if (typeof value === "string" || typeof model === "string") {
        expect(typeof value, key).toBe(typeof model);
        expect(placeholders(String(value)), key).toEqual(placeholders(String(model)));
        continue;
      }
      if ("other" in model) {
        // A number chooses the plural form; a language must have every form that its whole numbers need.
        expect(forms, key).toEqual(expect.arrayContaining(Object.keys(value)));
        for (const form of new Set(
          [...Array(200).keys()].map((n) => new Intl.PluralRules(language).select(n)),
        )) {
          expect(value[form] ?? value["other"], `${key} ${form}`).toContain("{n}");
        }
        expect(Object.keys(value), key).toContain("other");
      } else {
        expect(Object.keys(value).sort(), key).toEqual(Object.keys(model).sort());
        for (const [part, text] of Object.entries(value)) {
          expect(placeholders(text), `${key} ${part}`).toEqual(placeholders(model[part] ?? ""));
        }
      }
    }
  });
}
