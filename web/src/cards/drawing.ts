/** The symbols that a card of each pack shows: its suit, and its court. */

import { type Card, type Rank, type Suit, rankOf, suitOf } from "../game/cards";
import type { Pack } from "./paths";

const SUIT_SYMBOLS: Record<Pack, Record<Suit, string>> = {
  french: { S: "spade", H: "heart", D: "diamond", C: "club" },
  german: { S: "leaf", H: "heart", D: "bell", C: "acorn" },
};

const COURTS: Record<Pack, Partial<Record<Rank, string>>> = {
  french: { K: "king", Q: "queen", J: "jack" },
  german: { K: "king", Q: "ober", J: "unter" },
};

export const suitSymbol = (suit: Suit, pack: Pack): string => `#${SUIT_SYMBOLS[pack][suit]}`;

/** The large drawing of a card: its court, or else its suit. */
export function artSymbol(card: Card, pack: Pack): string {
  const court = COURTS[pack][rankOf(card)];
  return court === undefined ? suitSymbol(suitOf(card), pack) : `#${court}`;
}

export const isCourt = (card: Card): boolean => /[KQJ]$/.test(card);
