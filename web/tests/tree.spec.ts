import { expect, test } from "@playwright/test";

import { Tree } from "../src/game/tree";

const line = ["SA", "ST", "S9", "SQ"] as const;

/** The main line, and a variation from its third card. */
function treeWithVariation(): { tree: Tree; main: number; side: number } {
  const tree = Tree.of(line);
  const [with_, side] = tree.with(2, "HA");
  const [more, end] = with_.with(side, "H7");
  expect(end).toBe(more.branches.length - 1);
  return { tree: more, main: 4, side };
}

test("an existing card is not added twice", () => {
  const tree = Tree.of(line);
  expect(tree.with(0, "SA")).toEqual([tree, 1]);
  expect(tree.line(4)).toEqual(line);
  expect(tree.path(4)).toEqual([0, 1, 2, 3, 4]);
});

test("variations are found, left, promoted and removed", () => {
  const { tree, main, side } = treeWithVariation();
  expect(tree.end(0)).toBe(main);
  expect(tree.end(0, (at) => (at === 2 ? side : undefined))).toBe(6);
  expect(tree.fork(6)).toBe(2);
  expect(tree.fork(main)).toBe(0);
  const [promoted, numbers] = tree.promoted(6);
  expect(promoted.line(promoted.end(0))).toEqual(["SA", "ST", "HA", "H7"]);
  expect(promoted.line(numbers.get(main) ?? 0)).toEqual(line);
  const [cut, left] = tree.without(side);
  expect(cut.line(cut.end(0))).toEqual(line);
  expect([left.has(side), left.has(6), cut.branches.length]).toEqual([false, false, 5]);
  // The earlier trees are unchanged.
  expect(tree.branches.length).toBe(7);
});
