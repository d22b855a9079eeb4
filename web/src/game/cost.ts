/** What a card costs the player who plays it. */

import type { Card } from "./cards";
import type { Seat } from "./deal";
import { worth } from "./ranked";

/** What a legal card leads to. */
export interface Valued {
  card: Card;
  tricks?: number;
  made: boolean;
}

/** A moment of the play: whose turn it is, nobody's at the end, and what each card leads to. */
export interface Moment {
  to_move: Seat | null;
  cards: Valued[];
}

/** Who plays what: as links tell it. */
export interface Table {
  declarer: Seat;
  contract: string;
  /** The two cards laid aside; none if the declarer plays from the hand. */
  discard: Card[];
}

/** What a card has cost the player who played it. */
export interface Cost {
  tricks: number;
  /** It decided whether the contract is made. */
  decides: boolean;
}

/** The best cards of a moment for whoever plays. */
export function best({ to_move: seat, cards }: Moment, { declarer, contract }: Table): Valued[] {
  const value = (one: Valued): number => (seat === declarer ? 1 : -1) * worth(one, contract);
  const most = Math.max(...cards.map(value));
  return cards.filter((one) => value(one) === most);
}

/** What a card of a moment costs; undefined if it is none of those that may be played. */
export function cost(moment: Moment, card: Card, table: Table): Cost | undefined {
  const played = moment.cards.find((one) => one.card === card);
  const [right] = best(moment, table);
  if (!played || !right) return undefined;
  const tricks = Math.abs((right.tricks ?? 0) - (played.tricks ?? 0));
  return { tricks, decides: right.made !== played.made };
}

export const isMistake = (cost: Cost | undefined): cost is Cost =>
  cost !== undefined && (cost.tricks > 0 || cost.decides);
