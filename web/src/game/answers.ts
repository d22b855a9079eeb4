/** What the engine answers, as far as the page reads it. */

import type { Card } from "./cards";
import type { Seat } from "./deal";

/** What each seat and the pot gain. */
export type Gains = Record<string, number>;

/** What one declarer reaches with one contract. */
export interface Result {
  declarer: Seat;
  contract: string;
  tricks?: number;
  made: boolean;
}

/** Two cards laid aside, and what they lead to; gains only where they were asked for and weighed. */
export interface Discard {
  discard: Card[];
  results: { contract: string; tricks?: number; made: boolean; gain?: number }[];
}

/** What was decided before the play, and what each choice would have gained. */
export interface Decision {
  seat: Seat;
  best: string;
  gains: Record<string, number>;
}

/** The best auction, and the game it leads to. */
export interface Par {
  calls: string[];
  declarer: Seat | null;
  game?: {
    bid?: string;
    hand: boolean;
    contract: string;
    discard?: Card[];
    tricks?: number;
    made: boolean;
    decisions: Decision[];
  };
  gains: Gains;
}

/** A mean, and where it lies nineteen times of twenty. */
export interface Mean {
  mean: number;
  low: number;
  high: number;
}

/** What a hand has a chance of when the others are unknown. */
export interface Chance {
  contract: string;
  hand?: { chance: Mean; tricks?: Mean; gain?: Mean };
  talon?: { chance: Mean; tricks?: Mean; gain?: Mean };
}

/** Something that somebody did in a record, and what it cost. */
export interface Done {
  seat: Seat;
  done: string;
  best: string[];
  tricks_lost?: number;
  decided: boolean;
  gain_lost?: number;
}

/** A record that was looked over. */
export interface Review {
  deal: string;
  rules: string;
  declarer: Seat | null;
  contract?: string;
  calls: Done[];
  discard?: Done;
  decisions: Done[];
  cards: Done[];
  broken: { part: string; problem: string }[];
}

/** What the defenders can be sure of. */
export interface Defence {
  tricks?: number;
  quotas?: Record<"both" | "together4" | "together5", boolean>;
  seats?: { seat: Seat; guaranteed: number; with_partner: number; alone: number | null }[];
  decisions?: Decision[];
  outcome?: { gains?: Gains };
}

/** What follows when others may take up what the declarer lays aside. */
export interface Usurp {
  discards: { discard: Card[]; usurped: boolean; declarer: Seat; contract: string; gain: number }[];
  best: { discard: Card[]; takings: { seat: Seat; takes: Card[]; discard: Card[]; contract?: string }[] };
}

/** A hand with one solution. */
export interface Puzzle {
  deal: string;
  kind: "lead" | "discard" | "defence";
  declarer: Seat;
  contract: string;
  leader: Seat;
  /** Cards, or pairs of cards, that win. */
  solution: Card[][];
  depth: number;
}
