/** Placements of cards: the hands and the talon of a deal while it is entered. */

import { PACK, type Card, parseHand, writeHand } from "./cards";

export const SEATS = ["F", "M", "R"] as const;
export type Seat = (typeof SEATS)[number];
export type Place = Seat | "talon";

/** The seat that is `steps` places after another in the order of play. */
export const seatAfter = (seat: Seat, steps = 1): Seat => SEATS[(SEATS.indexOf(seat) + steps) % 3] as Seat;

export const PLACES: readonly Place[] = [...SEATS, "talon"];

/** The number of cards that a place can hold: a hand ten, the talon two. */
export const capacity = (place: Place): number => (place === "talon" ? 2 : 10);

/** The place of each card that has been placed: a hand or the talon. */
export type Placement = ReadonlyMap<Card, Place>;

/** The cards at a place in display order. */
export function cardsAt(placement: Placement, place: Place): Card[] {
  return PACK.filter((card) => placement.get(card) === place);
}

export const freeCards = (placement: Placement): Card[] => PACK.filter((card) => !placement.has(card));

/** The first place with room, beginning with `from`; undefined if all places are full. */
export function nextPlace(placement: Placement, from: Place = "F"): Place | undefined {
  const first = PLACES.indexOf(from);
  const turn = [...PLACES.slice(first), ...PLACES.slice(0, first)];
  return turn.find((place) => cardsAt(placement, place).length < capacity(place));
}

/**
 * The placement after moving a card to a place; if `place` is undefined, the card is taken away. If the
 * place is full, the placement stays unchanged.
 */
export function moveCard(placement: Placement, card: Card, place: Place | undefined): Placement {
  const next = new Map(placement);
  if (place === undefined) next.delete(card);
  else if (cardsAt(placement, place).length < capacity(place)) next.set(card, place);
  return next;
}

/**
 * Puts the free cards into the only place that has room; returns the placement unchanged if several places or none
 * have room.
 */
export function fillLastPlace(placement: Placement): Placement {
  const open = PLACES.filter((place) => cardsAt(placement, place).length < capacity(place));
  const last = open[0];
  const remaining = freeCards(placement);
  if (open.length !== 1 || last === undefined) return placement;
  return new Map([...placement, ...remaining.map((card): [Card, Place] => [card, last])]);
}

export const isWhole = (placement: Placement): boolean => placement.size === PACK.length;

/** The kind of a placement, which decides which questions can be asked about it. */
export type PlacementKind =
  /** All 32 cards: contracts, discards and the auction can be asked about. */
  | "deal"
  /** An ending: three hands of equal length, with one to nine cards each, and no talon. */
  | "ending"
  /** One hand of ten cards, with the talon or without it; the other hands are unknown. */
  | "hand";

export function kindOf(placement: Placement): PlacementKind | undefined {
  if (isWhole(placement)) return "deal";
  const [first = 0, ...others] = SEATS.map((seat) => cardsAt(placement, seat).length);
  const talon = cardsAt(placement, "talon").length;
  if (first > 0 && first < 10 && talon === 0 && others.every((count) => count === first)) return "ending";
  const held = [first, ...others].filter((count) => count > 0);
  return held.length === 1 && held[0] === 10 && talon !== 1 ? "hand" : undefined;
}

/** Writes a deal, an ending or a single hand in the engine's notation; unknown hands are written as `?`. */
export function notation(placement: Placement): string {
  const places = PLACES.map((place) => cardsAt(placement, place));
  const unknown = kindOf(placement) === "hand" ? "?" : "";
  const hands = places.map((cards) => (cards.length > 0 ? writeHand(cards) : unknown));
  return `F:${hands.join(" ").trimEnd()}`;
}

export function parseDeal(deal: string): Placement {
  const hands = deal.slice(2).split(" ");
  return new Map(
    PLACES.flatMap((place, n) =>
      parseHand((hands[n] ?? "").replace("?", "")).map((card): [Card, Place] => [card, place]),
    ),
  );
}

/** A random deal; `below(n)` must return a random number from 0 to n - 1. */
export function randomDeal(below: (bound: number) => number): Placement {
  const cards = [...PACK];
  for (let n = cards.length - 1; n > 0; n--) {
    const other = below(n + 1);
    [cards[n], cards[other]] = [cards[other] as Card, cards[n] as Card];
  }
  const places = PLACES.flatMap((place) => Array<Place>(capacity(place)).fill(place));
  return new Map(cards.map((card, n) => [card, places[n] as Place]));
}
