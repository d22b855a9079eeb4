/** Cards and hands as texts: a card is its suit and rank, such as "HA"; a hand has its suits separated by points. */

export const SUITS = ["S", "H", "D", "C"] as const;
export const RANKS = ["A", "K", "Q", "J", "T", "9", "8", "7"] as const;

export type Suit = (typeof SUITS)[number];
export type Rank = (typeof RANKS)[number];
export type Card = `${Suit}${Rank}`;

/** All 32 cards in display order. */
export const PACK: readonly Card[] = SUITS.flatMap((suit) => RANKS.map((rank): Card => `${suit}${rank}`));

export const suitOf = (card: Card): Suit => card[0] as Suit;
export const rankOf = (card: Card): Rank => card[1] as Rank;

/** Compares the ranks of two cards: positive if the first is higher. */
export const compareRanks = (one: Card, other: Card): number =>
  RANKS.indexOf(rankOf(other)) - RANKS.indexOf(rankOf(one));

export function sortCards(cards: Iterable<Card>): Card[] {
  const held = new Set(cards);
  return PACK.filter((card) => held.has(card));
}

export function writeHand(cards: Iterable<Card>): string {
  const held = sortCards(cards);
  return SUITS.map((suit) =>
    held
      .filter((card) => suitOf(card) === suit)
      .map(rankOf)
      .join(""),
  ).join(".");
}

export function parseHand(hand: string): Card[] {
  return hand
    .split(".")
    .flatMap((ranks, n) => [...ranks].map((rank): Card => `${SUITS[n] as Suit}${rank as Rank}`));
}

/** Whether an action of a hand is a card that is played. */
export const isCard = (action: string | null): action is Card =>
  action !== null && /^[SHDC][AKQJT987]$/.test(action);

/** The actions of a hand before its first card. */
export function beforePlay(actions: readonly string[]): readonly string[] {
  const first = actions.findIndex(isCard);
  return first < 0 ? actions : actions.slice(0, first);
}
