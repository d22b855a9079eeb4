/** Who takes a trick, and so whose turn it is: the same under all rules. */

import { type Card, PACK, type Suit, SUITS, suitOf } from "./cards";
import { type Seat, SEATS } from "./deal";

/** The trump of a contract; none without trumps. */
export function trumpOf(contract: string): Suit | undefined {
  const last = contract.replace(/^\d+/, "");
  return SUITS.find((suit) => suit === last);
}

export const after = (seat: Seat, steps = 1): Seat => SEATS[(SEATS.indexOf(seat) + steps) % 3] as Seat;

/** The number of the card that takes a trick: the highest trump, else the highest of the suit led. */
function winner(trick: readonly Card[], trump: Suit | undefined): number {
  const led = suitOf(trick[0] as Card);
  const strength = (card: Card): number => {
    const height = PACK.length - PACK.indexOf(card);
    const suit = suitOf(card);
    if (suit === trump) return 100 + height;
    return suit === led ? height : 0;
  };
  const strengths = trick.map(strength);
  return strengths.indexOf(Math.max(...strengths));
}

/** A trick, complete or not: its cards, who began it, and who has taken it. */
export interface Trick {
  cards: Card[];
  leader: Seat;
  taker?: Seat;
}

/** The tricks of these cards, the last one perhaps still open; at the end there is no open one. */
export function tricks(cards: readonly Card[], first: Seat, trump: Suit | undefined): Trick[] {
  const all: Trick[] = [];
  let leader = first;
  for (let n = 0; n < cards.length; n += 3) {
    const trick = cards.slice(n, n + 3);
    if (trick.length < 3) {
      all.push({ cards: trick, leader });
      break;
    }
    const taker = after(leader, winner(trick, trump));
    all.push({ cards: trick, leader, taker });
    leader = taker;
  }
  return all;
}
