/** Discards with the same result as one row: cards that can take each other's place are listed together. */

import type { Discard } from "../game/answers";
import { type Card, sortCards } from "../game/cards";
import { number, outcomeName, t } from "../lang/lang.svelte";
import type { Table } from "./table.svelte";
import { mark, markAll, plainText } from "./text";

/** A row of equal discards: one card of each of two groups, or two cards of one group. */
export interface DiscardRow {
  /** One group of which two cards are laid aside, or two groups of which one card each is. */
  groups: Card[][];
  discards: Discard[];
  rank: number;
  tricks?: number;
  /** The gain of the declarer, if gains are compared. */
  gain?: number;
  made: boolean;
}

const oneOf = (group: readonly Card[]): string =>
  group.length === 1 ? mark(group[0] ?? "") : t("oneOf", { cards: markAll(group) });

/** The cards of a row in a sentence. */
export function rowText({ groups }: DiscardRow): string {
  const [first = [], second] = groups;
  if (second) return t("both", { one: oneOf(first), other: oneOf(second) });
  return first.length === 2 ? markAll(first) : t("twoOf", { cards: markAll(first) });
}

/** The row in words: its cards, its result, and its gain if gains are compared. */
export function rowName(row: DiscardRow): string {
  const gain = row.gain === undefined ? "" : `, ${t("gain", { n: number(row.gain, true) })}`;
  return `${plainText(rowText(row))}: ${outcomeName(row)}${gain}`;
}

/** The rows of the discards at the level at which the contract is played. */
export const rowsAtLevel = (table: Table, discards: readonly Discard[], contract: string): DiscardRow[] =>
  groupDiscards(discards, contract).map((row) => ({
    ...row,
    made: table.atChosenLevel(contract, row).outcome.made,
  }));

/**
 * Groups the discards of one contract into rows. Two cards are in one group if each discard with the first has the
 * same result as the one with the second in its place. This is an equivalence, so a row has one result, and each
 * discard is in exactly one row.
 */
export function groupDiscards(discards: readonly Discard[], contract: string): DiscardRow[] {
  const results = new Map<string, Discard["results"][number]>();
  const key = (one: Card, other: Card): string => [one, other].sort().join(" ");
  for (const { discard, results: all } of discards) {
    const [one, other] = discard as [Card, Card];
    const result = all.find((result) => result.contract === contract);
    if (result) results.set(key(one, other), result);
  }
  const cards = sortCards(discards.flatMap(({ discard }) => discard as Card[]));
  const outcome = (one: Card, other: Card): string => {
    const result = results.get(key(one, other));
    return result ? `${result.rank} ${result.tricks} ${result.made} ${result.gain}` : "";
  };
  const areAlike = (one: Card, other: Card): boolean =>
    cards.every((third) => third === one || third === other || outcome(one, third) === outcome(other, third));
  const groups: Card[][] = [];
  for (const card of cards) {
    const group = groups.find(([first]) => first !== undefined && areAlike(first, card));
    if (group) group.push(card);
    else groups.push([card]);
  }
  const groupOf = (card: Card): number => groups.findIndex((group) => group.includes(card));
  const rows = new Map<string, DiscardRow>();
  for (const one of discards) {
    const result = one.results.find((result) => result.contract === contract);
    if (!result) continue;
    const pair = one.discard.map((card) => groupOf(card as Card)).sort((a, b) => a - b);
    const row = rows.get(pair.join());
    if (row) row.discards.push(one);
    else {
      const { rank = Infinity, tricks, gain, made } = result;
      rows.set(pair.join(), {
        groups: [...new Set(pair)].map((number) => groups[number] as Card[]),
        discards: [one],
        rank,
        ...(tricks === undefined ? {} : { tricks }),
        ...(gain === undefined ? {} : { gain }),
        made,
      });
    }
  }
  return [...rows.values()].sort((one, other) => one.rank - other.rank);
}
