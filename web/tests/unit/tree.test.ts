import { expect, test } from "vitest";

import type { Card } from "../../src/game/cards";
import { Tree } from "../../src/game/tree";

const line = ["SA", "ST", "S9", "SQ"] as const;

/** Returns a tree with a main line, and a variation in place of its third card. */
function treeWithVariation(): { tree: Tree; main: number; side: number } {
  const tree = Tree.fromLine<Card>(line);
  const [longer, side] = tree.withMove(2, "HA");
  const [longest, end] = longer.withMove(side, "H7");
  expect(end).toBe(longest.nodes.length - 1);
  return { tree: longest, main: 4, side };
}

test("an existing card is not added twice", () => {
  const tree = Tree.fromLine<Card>(line);
  expect(tree.withMove(0, "SA")).toEqual([tree, 1]);
  expect(tree.line(4)).toEqual(line);
  expect(tree.path(4)).toEqual([0, 1, 2, 3, 4]);
});

test("variations are found, left, promoted and removed", () => {
  const { tree, main, side } = treeWithVariation();
  expect(tree.lineEnd(0)).toBe(main);
  expect(tree.lineEnd(0, (at) => (at === 2 ? side : undefined))).toBe(6);
  expect(tree.fork(6)).toBe(2);
  expect(tree.fork(main)).toBe(0);
  const [promoted, numbers] = tree.withMainLine(6);
  expect(promoted.line(promoted.lineEnd(0))).toEqual(["SA", "ST", "HA", "H7"]);
  expect(promoted.line(numbers.get(main) ?? 0)).toEqual(line);
  const [shorter, remaining] = tree.withoutMove(side);
  expect(shorter.line(shorter.lineEnd(0))).toEqual(line);
  expect([remaining.has(side), remaining.has(6), shorter.nodes.length]).toEqual([false, false, 5]);
  // The original trees are unchanged.
  expect(tree.nodes.length).toBe(7);
});
