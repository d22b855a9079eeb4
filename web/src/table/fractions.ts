/** Probabilities as fractions, as players speak of them. */

import { percent } from "../lang/lang.svelte";

const SIGNS: Record<string, string> = { "1/2": "½", "1/3": "⅓", "2/3": "⅔", "1/4": "¼", "3/4": "¾" };
const MAX_DENOMINATOR = 64;

/** Writes a probability as a fraction with a small denominator, or else as a percentage. */
export function fraction(share: number): string {
  for (let below = 1; below <= MAX_DENOMINATOR; below++) {
    const above = Math.round(share * below);
    if (Math.abs(above / below - share) < 1e-9) {
      if (below === 1) return String(above);
      return SIGNS[`${above}/${below}`] ?? `${above}/${below}`;
    }
  }
  return percent(share);
}
