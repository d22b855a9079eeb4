import type { Level, Puzzle } from "../game/lesson";
import { t } from "../lang/lang.svelte";

const NAMES = { easy: "levelEasy", medium: "levelMedium", hard: "levelHard" } as const satisfies Record<
  Level,
  string
>;

/** The level by the number of turns at which only one card or discard wins, or else the one that the maker has chosen. */
export function levelName({ depth, level }: Pick<Puzzle, "depth" | "level">): string {
  if (depth === undefined) return level === undefined ? "" : t(NAMES[level]);
  return t(depth <= 2 ? "levelEasy" : depth <= 4 ? "levelMedium" : "levelHard");
}
