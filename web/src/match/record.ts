/** Records of hands in a game between the person and two bots, and the places of the players at the table. */

import { type Card, isCard } from "../game/cards";
import { notation, type Placement, type Seat, SEATS } from "../game/deal";
import type { HandTable, NextHand, StateView } from "../game/schema";

/** The players that the engine plays. */
export const BOTS = ["beginner", "quick", "strong"] as const;
export type Bot = (typeof BOTS)[number];

/** The record of a hand, as a question takes it. */
export interface HandRecord extends HandTable {
  deal: string;
  rules: unknown;
  actions: string[];
  /** The hand is struck out: it stays on the sheet, counts for nothing, and the same player deals again. */
  struck?: true;
  /** A remark on a hand that is struck out. */
  words?: string;
}

/** What a player is charged or given between two hands. */
export interface Ruling {
  /** The number of hands before it. */
  after: number;
  ruling: Partial<Record<TablePlace, Charge>>;
  words?: string;
}

/** Payments to the other players and the pot or, under rules with a written sheet, points that are added. */
export type Charge =
  | { pays: Record<string, number> }
  | { pool: number }
  | { mountain: number }
  | { whists: Record<string, number> };

/** A record as a question about its hand takes it. */
export const handOf = ({ struck: _, words: __, ...hand }: HandRecord): HandRecord => hand;

/** The hands and the rulings of a game in their order, as a session takes them. */
export function logOf({ records, rulings = [] }: Pick<MatchData, "records" | "rulings">): unknown[] {
  const rulingsAfter = (count: number): unknown[] =>
    rulings.flatMap(({ after, ...ruling }) => (after === count ? [ruling] : []));
  return [...records.flatMap((record, n) => [...rulingsAfter(n), record]), ...rulingsAfter(records.length)];
}

/**
 * A place at the table as the person sees it: F at the foot, M at the left, R at the right. It is also the player's
 * name in a session: in the first hand, the person is forehand.
 */
export type TablePlace = Seat;
export const PLAYERS: readonly TablePlace[] = SEATS;

/** The places of the players, forehand first, if the person sits at a seat in the first hand. */
export const playersFor = (seat: Seat): TablePlace[] =>
  SEATS.map((_, n) => SEATS[(n - SEATS.indexOf(seat) + SEATS.length) % SEATS.length] as TablePlace);

/** A deal that friends play, each alone, against the same bots, to compare their results. */
export interface SharedDeal {
  deal: string;
  /** The seat of the person. */
  seat: Seat;
}

export const newRecord = (dealt: Placement, rules: unknown, { table }: NextHand): HandRecord => ({
  deal: notation(dealt),
  rules,
  actions: [],
  ...table,
});

export const placesOf = ({ seats }: NextHand): Record<Seat, TablePlace> =>
  Object.fromEntries(SEATS.map((seat, n) => [seat, seats[n]])) as Record<Seat, TablePlace>;

export interface TableTrick {
  /** The card of the talon that leads, if all have passed. */
  talonCard?: Card | undefined;
  cards: { seat: Seat; card: Card }[];
  /** The winner of a finished trick; null if the card of the talon has won it. */
  winner?: Seat | null;
}

/** The trick on the table: the unfinished one, or else the last one as long as no card follows it. */
export function trickOnTable(
  { steps, playing, talon_leads }: StateView,
  winners: (Seat | null)[],
): TableTrick {
  const cards = steps.flatMap(({ seat, action }) => (isCard(action) ? [{ seat, card: action }] : []));
  const talonCard = (trick: number): Card | undefined => (talon_leads[trick] as Card | null) ?? undefined;
  const rest = cards.slice(winners.length * playing.length);
  const next = talonCard(winners.length);
  if (rest.length > 0 || winners.length === 0 || next !== undefined) return { talonCard: next, cards: rest };
  const last = winners.length - 1;
  return {
    talonCard: talonCard(last),
    cards: cards.slice(last * playing.length, winners.length * playing.length),
    winner: winners[last] ?? null,
  };
}

/** What makes a game: everything else follows from it. */
export interface MatchData {
  rules: unknown;
  bot: Bot;
  /** The seed of the bots' choices. */
  seed: number;
  /** Whether the person may take back actions and ask for hints. */
  training: boolean;
  /** The condition that ends the game, such as "deals:12"; the usual one under the rules if there is none. */
  end?: string;
  /** The only hand of the game, if it is shared with friends. */
  shared?: SharedDeal;
  records: HandRecord[];
  rulings?: Ruling[];
}
