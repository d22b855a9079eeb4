/**
 * The texts of the page in the visitor's language. Each part of the page has a file of words, which is loaded with it;
 * the English words of the first screen need not be loaded.
 */

import type { DealFault } from "../engine/pool";
import type { Card, Rank, Suit } from "../game/cards";
import { rankOf, suitOf } from "../game/cards";
import type { RulesSummary } from "../game/schema";
import { loadModule } from "../load";
import { settings } from "../settings.svelte";
import type dialogs from "./en/dialogs.json";
import type match from "./en/match.json";
import type panels from "./en/panels.json";
import type play from "./en/play.json";
import table from "./en/table.json";

/** The words of all parts; those of a part that has not been loaded are missing. */
export type Strings = typeof table & typeof panels & typeof play & typeof match & typeof dialogs;
/** A part of the page, with words of its own besides those of the parts before it. */
export type Part = "table" | "panels" | "play" | "match" | "dialogs";
type Forms = { [form: string]: string };
/** A key of a sentence, with or without plural forms. The type cannot exclude lists of names, such as `suits`. */
export type Key = { [K in keyof Strings]: Strings[K] extends string | Forms ? K : never }[keyof Strings];

export const LANGUAGES = {
  en: "English",
  de: "Deutsch",
  ru: "Русский",
  hu: "Magyar",
  sr: "Српски",
  "sr-Latn": "Srpski",
  hr: "Hrvatski",
} as const;
export type Language = keyof typeof LANGUAGES;

const files = import.meta.glob<{ default: object }>(["./??/*.json", "!./en/table.json"]);

async function load(code: Language, part: Part, tries: number | undefined): Promise<object> {
  const file = files[`./${code.slice(0, 2)}/${part}.json`];
  const words = file ? (await loadModule(file, tries)).default : table;
  if (code !== "sr-Latn") return words;
  return (await loadModule(() => import("./latin"), tries)).inLatin(words);
}

/** Returns the page's language for a tag: Serbian is written in Cyrillic unless the tag asks for Latin letters. */
function languageOf(tag: string): Language {
  if (/^(sr-latn|sh|bs)\b/i.test(tag)) return "sr-Latn";
  const code = tag.slice(0, 2).toLowerCase();
  return code in LANGUAGES ? (code as Language) : "en";
}

type Values = Record<string, string | number>;

class Lang {
  code = $state<Language>("en");
  strings = $state.raw<Strings>(table as Strings);
  /** The reader's seat. If it is not F, the others have the names of their places in the turn. */
  seat = $state("F");
  private wanted: Language = "en";
  private parts: readonly Part[] = ["table"];

  /** Chooses the language of a tag such as "de-AT", or English if the page lacks that language. */
  async choose(wanted: string, tries?: number): Promise<void> {
    this.wanted = languageOf(wanted);
    try {
      await this.load(tries);
    } catch (error) {
      this.wanted = this.code;
      throw error;
    }
  }

  /** Loads a part of the page with its words. */
  async with<Loaded>(part: Part, start: () => Promise<Loaded>): Promise<Loaded> {
    const [loaded] = await Promise.all([loadModule(start), this.loadWords(part)]);
    return loaded;
  }

  private async loadWords(part: Part): Promise<void> {
    const { parts } = this;
    const before = part === "panels" ? [] : (["panels", "play"] as const);
    this.parts = [...new Set([...parts, ...before, part] as const)];
    try {
      await this.load();
    } catch (error) {
      this.parts = parts;
      throw error;
    }
  }

  /** Loads the words of all parts in the language that is wanted, and shows them at once. */
  private async load(tries?: number): Promise<void> {
    const { wanted, parts } = this;
    const words = await Promise.all(parts.map((part) => load(wanted, part, tries)));
    // Another language or part was asked for while these words were loading.
    if (this.wanted !== wanted || this.parts !== parts) return this.load(tries);
    this.code = wanted;
    this.strings = Object.assign({}, ...words) as Strings;
    document.documentElement.lang = wanted;
  }
}

export const lang = new Lang();

/** Returns a sentence with its values in place of `{name}`; a number `n` chooses the plural form. */
export function t(key: Key, values: Values = {}): string {
  const sentence: string | Forms = lang.strings[key];
  const form =
    typeof sentence === "string"
      ? sentence
      : (sentence[new Intl.PluralRules(lang.code).select(Number(values["n"]))] ?? sentence["other"] ?? "");
  return fill(form, values);
}

const fill = (sentence: string, values: Values): string =>
  sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));

const isGerman = (): boolean => settings.pack === "german";
export const suitName = (suit: Suit): string => lang.strings[isGerman() ? "germanSuits" : "suits"][suit];
export const rankLetter = (rank: Rank): string =>
  lang.strings[isGerman() ? "germanLetters" : "letters"][rank];
export function seatName(seat: string): string {
  const { seats, handNames } = lang.strings;
  if (seat === lang.seat) return seats.F;
  const names: Record<string, string> = lang.seat === "F" ? seats : { ...seats, ...handNames };
  return names[seat] ?? seat;
}

/** Translates a name of the engine; returns the name itself if the list lacks it. */
const word = (list: "contracts" | "calls" | "decisions", name: string): string =>
  (lang.strings[list] as Record<string, string>)[name] ?? name;

export function contractName(contract: string): string {
  const [, level, strain = contract] = /^(\d+)(\w)$/.exec(contract) ?? [];
  const german = isGerman() ? (lang.strings.germanContracts as Record<string, string>)[strain] : undefined;
  const name = german ?? word("contracts", strain);
  return level === undefined ? name : `${level} ${name}`;
}

/** Returns the name of a contract, or of a strain without a sign, in as few letters as a column has room for. */
export const contractShort = (contract: string): string =>
  (lang.strings.shortContracts as Record<string, string>)[contract] ?? contractName(contract);

/** Returns the name of a call of the auction such as "pass", "hand:D", "hand5" or "6S". */
export function callName(call: string): string {
  const [, name = "", number = "", contract] = /^([a-z]*)(\d*)(?::(\w+))?$/.exec(call) ?? [];
  if (name === "" && number === "") return contractName(call);
  const parts = [name && word("calls", name), number, contract && callName(contract)];
  return parts.filter(Boolean).join(" ");
}

/** Returns the title of a preset in the visitor's language; undefined if there is none. */
export const rulesTitle = (preset: string): string | undefined =>
  (lang.strings.titles as Record<string, string>)[preset];

/** Returns the name of a preset as players call these rules. */
export const rulesName = (preset: string): string =>
  (lang.strings.rulesNames as Record<string, string>)[preset] ?? preset;

/** Returns a sentence for each fact in the summary of a rule set, if the page has a sentence for it. */
export const ruleFacts = (summary: RulesSummary): string[] =>
  Object.entries(summary)
    .map(([name, value]) => (lang.strings.ruleFacts as Record<string, string>)[`${name}:${String(value)}`])
    .filter((fact) => fact !== undefined);

export const decisionName = (decision: string): string => word("decisions", decision);

/** Formats of numbers by language and sign: making one takes longer than a hundred uses of it. */
const formats = new Map<string, Intl.NumberFormat>();

/** Formats a number for the language; `signed` puts a plus before a positive number. */
export function number(value: number, signed = false): string {
  const signDisplay = signed ? "exceptZero" : "auto";
  const key = `${lang.code} ${signDisplay}`;
  const format =
    formats.get(key) ?? new Intl.NumberFormat(lang.code, { maximumFractionDigits: 2, signDisplay });
  formats.set(key, format);
  return format.format(value).replace("-", "−");
}

/** Formats a share from 0 to 1 as a percentage. */
export const percent = (share: number): string =>
  new Intl.NumberFormat(lang.code, { style: "percent", maximumFractionDigits: 0 }).format(share);

/** Joins texts into a list, with the language's word for "and" before the last text. */
export const list = (texts: readonly string[]): string => new Intl.ListFormat(lang.code).format(texts);

export function cardName(card: Card): string {
  const ranks = lang.strings[isGerman() ? "germanRanks" : "ranks"];
  return t("card", { rank: ranks[rankOf(card)], suit: suitName(suitOf(card)) });
}

/** The outcome of a contract, a discard or a card: tricks for the declarer, and whether the contract is made. */
export interface Outcome {
  tricks?: number;
  made: boolean;
}

/** Describes an outcome in words. */
export function outcomeName({ tricks, made }: Outcome): string {
  const result = t(made ? "made" : "notMade");
  return tricks === undefined ? result : `${t("tricks", { n: tricks })}, ${result}`;
}

/** Abbreviates an outcome: the number of tricks, if there is one, and a sign for made or not made. */
export const outcomeSign = ({ tricks, made }: Outcome): string => `${tricks ?? ""}${made ? "✓" : "–"}`;

/** Returns the page's words for an error code of the engine; nothing before the words of the panels have been loaded. */
export function errorName(code: string): string {
  const { errors } = lang.strings as Partial<Strings>;
  return errors ? ((errors as Record<string, string>)[code] ?? errors.internal) : "";
}

/** Describes the fault of a record: the step that is wrong, if it is one, and a sentence for the engine's code. */
export function describeRecordFault(code = "", field = "", step?: { n: number; text: string }): string {
  const { recordFaults = {} } = lang.strings as { recordFaults?: Record<string, string> };
  const kind = code.startsWith("illegal-") ? "illegal" : step && code === "bad-value" ? "no-action" : code;
  const values = { ...step, field: field.replace(/^record\./, "") };
  return [step && "step", kind]
    .map((one) => fill(recordFaults[one ?? ""] ?? "", values))
    .join(" ")
    .trim();
}

/** Says who acts and what is possible, shortened if that is more than a dozen. */
export function describePossible(seat: string, actions: readonly string[]): string {
  const { recordFaults = {} } = lang.strings as { recordFaults?: Record<string, string> };
  const list = [...actions.slice(0, 12), ...(actions.length > 12 ? ["…"] : [])].join(", ");
  return fill(recordFaults["possible"] ?? "", { seat: seatName(seat), list });
}

/** Describes the fault of a deal in a sentence; returns undefined if there is no sentence for its kind. */
export function describeFault({ kind, ...details }: DealFault): string | undefined {
  const sentence = (lang.strings as { dealFaults?: Record<string, string> }).dealFaults?.[kind];
  const values: Values = { place: placeName("T") };
  for (const [key, value] of Object.entries(details)) {
    if (key === "place" || key === "seat") values["place"] = placeName(value);
    else if (key === "first" || key === "second") values[key] = placeName(value);
    else if (key === "card") values[key] = cardName(value as Card);
    else values[key] = Array.isArray(value) ? list((value as Card[]).map(cardName)) : String(value);
  }
  return sentence && fill(sentence, values);
}

const placeName = (letter: unknown): string => seatName(letter === "T" ? "talon" : String(letter));
