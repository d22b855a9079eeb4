import { t } from "../lang/lang.svelte";

/** The level of a puzzle by the number of turns at which only one card or discard wins. */
export function levelName(depth: number | undefined): string {
  if (depth === undefined) return "";
  return t(depth <= 2 ? "levelEasy" : depth <= 4 ? "levelMedium" : "levelHard");
}
