/** Discards from the best one down. */

import type { Discard } from "./answers";

const FEW = new Set(["misere", "open-misere"]);

/** What an outcome is worth to the declarer: what makes first, then tricks, or few where none is wanted. */
export function worth(outcome: { tricks?: number; made: boolean }, contract: string): number {
  const tricks = outcome.tricks ?? 0;
  return (outcome.made ? 100 : 0) + (FEW.has(contract) ? -tricks : tricks);
}

const resultOf = (discard: Discard, contract: string): Discard["results"][number] | undefined =>
  discard.results.find((result) => result.contract === contract);

/** The discards that lead somewhere with this contract, the best first; by gains, if those are known. */
export function ranked(discards: readonly Discard[], contract: string, byGains = false): Discard[] {
  const key = (discard: Discard): number => {
    const result = resultOf(discard, contract);
    if (!result) return -Infinity;
    return byGains ? (result.gain ?? -Infinity) : worth(result, contract);
  };
  const keys = discards.map((discard) => ({ discard, key: key(discard) }));
  return keys
    .filter(({ key }) => key > -Infinity)
    .sort((one, other) => other.key - one.key)
    .map(({ discard }) => discard);
}
