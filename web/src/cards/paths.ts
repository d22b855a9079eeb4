/** Suit signs of the French and the German pack as paths in a square of ten units. */

import type { Suit } from "../game/cards";

export const PACKS = ["french", "german"] as const;
export type Pack = (typeof PACKS)[number];

export const PATHS: Record<Pack, Record<Suit, string>> = {
  french: {
    S: "M5 .6C6 2.6 9 4 9 6.2A2 2 0 0 1 5.5 7.2L6.3 9.4H3.7L4.5 7.2A2 2 0 0 1 1 6.2C1 4 4 2.6 5 .6Z",
    H: "M5 9.2L1.2 5.2A2.35 2.35 0 0 1 5 2.4A2.35 2.35 0 0 1 8.8 5.2Z",
    D: "M5 .6L8.6 5L5 9.4L1.4 5Z",
    C: "M5 .8A2 2 0 0 1 6.7 3.9A2 2 0 1 1 5.5 7.1L6.3 9.4H3.7L4.5 7.1A2 2 0 1 1 3.3 3.9A2 2 0 0 1 5 .8Z",
  },
  german: {
    S: "M5 .6C8.4 2.4 8.8 5.6 5.5 7.4V9.4H4.5V7.4C1.2 5.6 1.6 2.4 5 .6Z",
    H: "M5 9.2L1.2 5.2A2.35 2.35 0 0 1 5 2.4A2.35 2.35 0 0 1 8.8 5.2Z",
    D: "M5 1A4 4 0 0 1 8.9 4.6H1.1A4 4 0 0 1 5 1ZM1.1 5.4H8.9A4 4 0 0 1 5.5 8.9V6.8H4.5V8.9A4 4 0 0 1 1.1 5.4Z",
    C: "M4.6 .6H5.4V1.8A3.2 2.4 0 0 1 8.2 4.2H1.8A3.2 2.4 0 0 1 4.6 1.8ZM2.3 4.8H7.7C7.7 7.3 6.4 8.7 5 9.4C3.6 8.7 2.3 7.3 2.3 4.8Z",
  },
};
