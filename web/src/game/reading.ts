/** Reading of deals as players write them: any order and spacing, signs or names of suits, letters of any language. */

import { type Card, PACK, type Rank, type Suit, SUITS, writeHand } from "./cards";
import { PLACES, type Place } from "./deal";

/** The names of suits, in small letters: the beginnings of the words suffice. */
const SUIT_NAMES: Record<Suit, RegExp> = {
  S: /^(♠|spade|pik|pick|пик|laub|blatt|grün|leaves|zöld|list$|лист)/u,
  H: /^(♥|heart|herz|herc|hertz|черв|херц|kőr|kör|piros|srce|срце|coeur)/u,
  D: /^(♦|diamond|karo|káró|каро|буб|schell|bells|tök|tikva|тиква|carreau)/u,
  C: /^(♣|club|treff|tref|треф|kreuz|eichel|acorn|makk|žir|жир|trèfle)/u,
};

/** The names of places: by turn, and as the table shows them. */
const PLACE_NAMES: Record<Place, RegExp> = {
  F: /^(f|forehand|vorhand|vh|первая|п|első|прва|prva|you|du|вы|te|ви|vi)$/u,
  M: /^(m|middlehand|mittelhand|mh|вторая|в|középső|друга|druga|left|links|левый|bal|леви|lijevi)$/u,
  R: /^(r|rearhand|hinterhand|hh|третья|т|hátsó|трећа|treća|right|rechts|правый|jobb|десни|desni)$/u,
  talon: /^(talon|skat|widow|прикуп|талон)$/u,
};

const find = <Name extends string>(names: Record<Name, RegExp>, word: string): Name | undefined =>
  (Object.keys(names) as Name[]).find((name) => names[name].test(word));

/** The ranks that letters stand for; D is added by the pack. */
const RANKS: Record<string, Rank> = {
  ...{ a: "A", k: "K", q: "Q", j: "J", t: "T", x: "T", b: "J", v: "J", o: "Q", u: "J" },
  ...{ т: "A", к: "K", д: "Q", в: "J", х: "T" },
  ...{ "9": "9", "8": "8", "7": "7" },
};

/** Replaces other forms of the signs, and removes what is not seen or stands around a text. */
function clean(text: string): string {
  const signs: [RegExp, string][] = [
    [/[♤♠]\ufe0f?/gu, "♠"],
    [/[♡♥❤]\ufe0f?/gu, "♥"],
    [/[♢♦]\ufe0f?/gu, "♦"],
    [/[♧♣]\ufe0f?/gu, "♣"],
    [/[\u200b-\u200f\u2060\ufeff]/gu, ""],
    [/["'`“”„«»‘’]/gu, ""],
    [/\u00a0/gu, " "],
  ];
  return signs.reduce((all, [from, to]) => all.replace(from, to), text).trim();
}

interface ReadHand {
  place: Place | undefined;
  cards: Card[];
}

/** Collects hands one after another. */
class Hands {
  readonly all: ReadHand[] = [];

  begin(place?: Place): void {
    const last = this.all.at(-1);
    if (last?.cards.length === 0) last.place = place ?? last.place;
    else this.all.push({ place, cards: [] });
  }

  get current(): ReadHand {
    if (this.all.length === 0) this.begin();
    return this.all.at(-1) as ReadHand;
  }
}

/** Returns the ranks of a run of letters; undefined if one of them is not a rank. */
function readRanks(run: string, isGerman: boolean): Rank[] | undefined {
  const letters = run.replaceAll("10", "x");
  const ranks = [...letters].map((letter) => (letter === "d" ? (isGerman ? "A" : "Q") : RANKS[letter]));
  return ranks.every((rank) => rank !== undefined) ? (ranks as Rank[]) : undefined;
}

/** Reads hands whose suits are named: "♠ A Q J ♥ A 9 …", "Pik 7 8 B", a suit or a hand a line. */
function readNamed(text: string, isGerman: boolean): ReadHand[] | undefined {
  const hands = new Hands();
  let suit: Suit | undefined;
  let seen = new Set<Suit>();
  const begin = (place?: Place): void => {
    hands.begin(place);
    suit = undefined;
    seen = new Set();
  };
  for (const line of text.split("\n")) {
    const words = [...line.matchAll(/[♠♥♦♣]|[\p{L}\d]+:?/gu)].map(([word]) => word);
    const suits = words.filter((word) => find(SUIT_NAMES, word.replace(":", "")));
    // A line without a suit is a place by itself, or something else, such as the name of rules.
    if (
      suits.length === 0 &&
      !(words.length > 0 && words.every((word) => find(PLACE_NAMES, word.replace(":", ""))))
    )
      continue;
    if (suits.length > 1) begin();
    for (const word of words) {
      const name = word.replace(":", "");
      const named = find(SUIT_NAMES, name);
      const place = find(PLACE_NAMES, name);
      if (named) {
        if (seen.has(named) || hands.current.cards.length >= 10) begin();
        suit = named;
        seen.add(named);
      } else if (place && (word.endsWith(":") || name.length > 2)) begin(place);
      else {
        const ranks = readRanks(name, isGerman);
        if (!ranks || suit === undefined) return undefined;
        hands.current.cards.push(...ranks.map((rank): Card => `${suit as Suit}${rank}`));
      }
    }
  }
  return hands.all;
}

/** Reads hands whose suits stand between points, in the order of the notation: "A Q J . A 9 . A K 9 . 10 7". */
function readPointed(text: string, isGerman: boolean): ReadHand[] | undefined {
  const hands = new Hands();
  // A place before a hand begins a line of its own.
  const lines = text.replace(/([\p{L}]+)\s*:/gu, "\n$1:").split("\n");
  for (const line of lines) {
    const [, label, rest = ""] = /^\s*(?:([\p{L}]+)\s*:)?(.*)$/u.exec(line) ?? [];
    const place = label === undefined ? undefined : find(PLACE_NAMES, label);
    const points = rest.split(".").length - 1;
    const parts = points > 4 ? rest.trim().split(/[\s,;|]+/) : [rest.replace(/\s/g, "")];
    for (const [n, part] of parts.filter(Boolean).entries()) {
      const suits = part.replace(/[,;]/g, "").split(".");
      // A full stop may end the text.
      if (suits.length === 5 && suits[4] === "") suits.pop();
      if (suits.length !== 4) return undefined;
      hands.begin(n === 0 ? place : undefined);
      for (const [index, run] of suits.entries()) {
        const ranks = readRanks(run.replaceAll("-", ""), isGerman);
        if (!ranks) return undefined;
        hands.current.cards.push(...ranks.map((rank): Card => `${SUITS[index] as Suit}${rank}`));
      }
    }
  }
  return hands.all;
}

/** Gives hands without a place the free places in turn; two cards at the end are the talon. */
function placeHands(hands: readonly ReadHand[]): Map<Place, Card[]> | undefined {
  const placed = new Map<Place, Card[]>();
  for (const { place, cards } of hands)
    if (place) placed.set(place, [...(placed.get(place) ?? []), ...cards]);
  for (const { place, cards } of hands) {
    if (place) continue;
    const isTalon = cards.length === 2 && placed.size >= 3 && !placed.has("talon");
    const free = isTalon ? "talon" : PLACES.find((one) => !placed.has(one));
    if (!free) return undefined;
    placed.set(free, cards);
  }
  return placed;
}

/**
 * Reads a deal that the engine does not read, and returns it in the engine's notation; undefined if it is not a deal.
 * The engine checks the deal afterwards.
 */
export function readLoosely(text: string): string | undefined {
  const cleaned = clean(text);
  // A text that was copied from a page has the deal in the notation on a line of its own.
  const own = /(?:^|\s)([FMR]:[^\s:]*\.[^\s:]* [^\n]*)/.exec(cleaned)?.[1];
  if (own !== undefined && own !== text) return own.trim();
  const small = cleaned.toLowerCase();
  const ranks = small.replace(/\p{L}{3,}:?/gu, "");
  const isGerman = /[ou]/.test(ranks);
  const isNamed = small.split(/[^\p{L}♠♥♦♣]+/u).some((word) => word !== "" && find(SUIT_NAMES, word));
  const hands = (isNamed ? readNamed : readPointed)(small, isGerman)?.filter(({ cards }) => cards.length > 0);
  const placed = hands && hands.length > 0 ? placeHands(hands) : undefined;
  if (!placed) return undefined;
  const seats = PLACES.slice(0, 3).map((place) => placed.get(place) ?? []);
  const held = new Set([...placed.values()].flat());
  // The cards that are left of a whole deal are the talon.
  const talon = placed.get("talon") ?? (held.size === 30 ? PACK.filter((card) => !held.has(card)) : []);
  const isOneHand = seats.filter((cards) => cards.length > 0).length === 1;
  const written = [...seats, talon].map((cards) =>
    cards.length > 0 ? writeHand(cards) : isOneHand ? "?" : "",
  );
  // A card that appears twice is for the engine to report, with the text as it was written.
  if ([...placed.values()].flat().length !== held.size) return undefined;
  return `F:${written.join(" ").trimEnd()}`;
}
