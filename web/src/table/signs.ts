/** Sentences as text that is copied. */

import { rankOf } from "../game/cards";
import { rankLetter } from "../lang/lang.svelte";
import { pieces } from "./text";

export const SIGNS = { S: "♠", H: "♥", D: "♦", C: "♣" } as const;

/** The sentence with the signs of the French suits for its cards and contracts. */
export const signText = (sentence: string): string =>
  pieces(sentence, (card) => rankLetter(rankOf(card)))
    .map((piece) => ("words" in piece ? piece.words : piece.before + SIGNS[piece.suit] + piece.after))
    .join("");
