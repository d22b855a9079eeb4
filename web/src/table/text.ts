/** Sentences with cards and contracts in them, which are drawn as signs and read out by name. */

import { type Card, type Suit, SUITS } from "../game/cards";
import { cardName, contractName, contractShort, suitName } from "../lang/lang.svelte";

// Two characters of the private use area stand around a card, a suit or a contract inside a sentence.
const OPEN = "\uE000";
const CLOSE = "\uE001";

/** Marks a card such as "HA", a suit such as "H", or a contract such as "D", "7D" or "misere" for `Text`. */
export const mark = (token: string): string => OPEN + token + CLOSE;
export const markAll = (tokens: readonly string[]): string => tokens.map(mark).join(" ");

/** A piece of a sentence: words, or a sign with what stands before and after it. */
export type Piece = { words: string } | { before: string; suit: Suit; after: string };

const isSuit = (text: string): text is Suit => (SUITS as readonly string[]).includes(text);
const isCard = (token: string): token is Card => /^[SHDC][AKQJT987]$/.test(token);

/** Splits a contract such as "7D" into its level and its strain. */
export function splitContract(contract: string): [level: string, strain: string] {
  const [, level = "", strain = contract] = /^(\d+)(\w)$/.exec(contract) ?? [];
  return [level, strain];
}

function toPiece(token: string, rank: (card: Card) => string): Piece {
  if (isCard(token)) return { before: "", suit: token[0] as Suit, after: rank(token) };
  const [level, strain] = splitContract(token);
  if (isSuit(strain)) return { before: level, suit: strain, after: "" };
  return { words: level === "" ? contractName(strain) : level + contractShort(strain) };
}

/** Splits a sentence into words and signs; `rank` writes the rank of a card. */
export function pieces(sentence: string, rank: (card: Card) => string): Piece[] {
  return sentence
    .split(new RegExp(`${OPEN}(\\w+(?:-\\w+)?)${CLOSE}`))
    .map((part, n) => (n % 2 ? toPiece(part, rank) : { words: part }))
    .filter((piece) => !("words" in piece) || piece.words !== "");
}

function nameOf(token: string): string {
  if (isCard(token)) return cardName(token);
  const [level, strain] = splitContract(token);
  if (isSuit(strain)) return `${level} ${suitName(strain)}`.trimStart();
  const name = contractName(strain);
  return level === "" ? name : `${level} ${name.charAt(0).toLowerCase()}${name.slice(1)}`;
}

/** The sentence in words alone, for a screen reader. */
export const plainText = (sentence: string): string =>
  sentence.replace(new RegExp(`${OPEN}(.*?)${CLOSE}`, "g"), (_, token: string) => nameOf(token));
