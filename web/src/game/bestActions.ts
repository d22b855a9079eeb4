/** The actions of a hand as a review writes them. */

import type { RecordStep } from "./answers";

/** Whether a review writes an action of a record as `done`. */
export function isStepOf(done: string, action: string): boolean {
  if (action === `play ${done}` || action === done) return true;
  // An answer to a half-whist has a name of its own in a record.
  if (action === "return") return done === "whist";
  const sorted = (cards: string): string => cards.split(" ").sort().join(" ");
  return action.startsWith("discard ") && sorted(action.slice(8)) === sorted(done);
}

/** The legal actions that a review names as the best, all equally good. */
export const bestActions = ({ best }: RecordStep, legal: readonly string[]): string[] =>
  best.flatMap((done) => legal.find((action) => isStepOf(done, action)) ?? []);
