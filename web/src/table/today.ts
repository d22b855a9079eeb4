/** The deals of the first screen, one a day, with answers that need no engine. */

import type { Outcome } from "../game/answers";
import type { Card } from "../game/cards";
import file from "./deals.json";

/** The best contract of a declarer who takes the talon, and what each contract of the rules yields. */
export interface Best extends Outcome {
  contract: string;
  discard: readonly Card[];
  outcomes: readonly (Outcome & { contract: string })[];
}

/** The facts about rules that the first screen needs. */
export interface RulesOutline {
  /** The contracts, the lowest first. */
  ranking: readonly string[];
  /** The contracts without a price. */
  unpriced: readonly string[];
  /** Whether bids name a number of tricks. */
  levels: boolean;
}

type RulesName = keyof typeof file.rules;
const isKnown = (rules: unknown): rules is RulesName => typeof rules === "string" && rules in file.rules;

const DAY = 24 * 60 * 60 * 1000;

/** The number of a day, by the reader's own calendar. */
export const dayOf = (date: Date): number =>
  Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY);

export const dealOf = (date: Date): string => file.deals[dayOf(date) % file.deals.length]?.deal ?? "";

/** The outline of rules that the page guesses from a language; undefined for other rules. */
export const outlineOf = (rules: unknown): RulesOutline | undefined =>
  isKnown(rules) ? file.rules[rules] : undefined;

/** The answer that is shipped for a deal under these rules, if there is one. */
export function shippedAnswer(deal: string | undefined, rules: unknown): Best | undefined {
  const found = file.deals.find((one) => one.deal === deal);
  if (!found || !isKnown(rules)) return undefined;
  const [contract = "", one, other, ...texts] = found[rules].split(" ");
  const outcomes = texts.map((text, n) => {
    const tricks = parseInt(text, 10);
    const made = text.endsWith("+");
    const contract = file.rules[rules].ranking[n] ?? "";
    return Number.isNaN(tricks) ? { contract, made } : { contract, made, tricks };
  });
  const outcome = outcomes.find((one) => one.contract === contract);
  return outcome && { ...outcome, discard: [one as Card, other as Card], outcomes };
}

/** The rules of the country whose language the reader uses. */
export function guessRules(language: string): string {
  const guesses: Record<string, string> = {
    de: "austrian",
    hu: "hungarian",
    sr: "bule",
    hr: "bule",
    bs: "bule",
  };
  return guesses[language.slice(0, 2)] ?? "russian";
}
