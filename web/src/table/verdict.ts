/** What is said about the chance that a contract with a hidden discard is caught. */

import type { Catch } from "../game/answers";
import { t } from "../lang/lang.svelte";
import { fraction } from "./fractions";

interface Verdict {
  title: string;
  note: string;
  /** Bounds of the chance that the contract is caught. */
  low: number;
  high: number;
}

export function verdictOf({ chance }: Catch): Verdict {
  const [low, high] = [1 - chance.high, 1 - chance.low];
  const said = (title: string, note: string): Verdict => ({ title, note, low, high });
  if (low === 1) return said(t("caughtSure"), t("caughtSureNote"));
  if (high === 0) return said(t("caughtNever"), t("caughtNeverNote"));
  if (low === high) return said(t("caughtChance", { p: fraction(low) }), t("caughtChanceNote"));
  return said(t("caughtBetween", { low: fraction(low), high: fraction(high) }), t("caughtBetweenNote"));
}
