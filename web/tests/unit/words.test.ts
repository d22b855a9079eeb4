import { readdirSync, readFileSync } from "node:fs";

import { expect, test } from "vitest";

type Words = { [key: string]: string | { [form: string]: string } };

const FOLDER = new URL("../../src/lang/", import.meta.url);
const read = (name: string): Words => JSON.parse(readFileSync(new URL(name, FOLDER), "utf8")) as Words;
const files = readdirSync(FOLDER).filter((name) => name.endsWith(".json"));
const english = read("en.json");
const placeholders = (text: string): string[] => [...text.matchAll(/\{\w+\}/g)].map(String).sort();

test("the page has six languages", () => {
  expect(files.sort()).toEqual(["de.json", "en.json", "hr.json", "hu.json", "ru.json", "sr.json"]);
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
  expect(Object.keys(schema.$defs.RulesSummary.properties).length).toBe(5);
  expect(Object.keys(english["ruleFacts"] as Words)).toEqual([
    ...facts,
    "talon_shown:true",
    "talon_shown:false",
  ]);
});

for (const name of files) {
  test(`${name} has exactly the English keys`, () => {
    const words = read(name);
    const language = name.slice(-7, -5);
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    expect(Object.keys(words).sort()).toEqual(Object.keys(english).sort());
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
