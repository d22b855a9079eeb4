import { expect, test } from "@playwright/test";

import type { Card } from "../src/game/cards";
import { tricks, trumpOf } from "../src/game/trick";
import { Tree } from "../src/game/tree";
import { deals, program } from "./program";

const line = ["SA", "ST", "S9", "SQ"] as const;

/** The main line, and a variation from its third card. */
function forked(): { tree: Tree; main: number; side: number } {
  const tree = Tree.of(line);
  const [with_, side] = tree.with(2, "HA");
  const [more, end] = with_.with(side, "H7");
  expect(end).toBe(more.branches.length - 1);
  return { tree: more, main: 4, side };
}

test("a card that is there is not put there twice", () => {
  const tree = Tree.of(line);
  expect(tree.with(0, "SA")).toEqual([tree, 1]);
  expect(tree.line(4)).toEqual(line);
  expect(tree.path(4)).toEqual([0, 1, 2, 3, 4]);
});

test("variations are found, left, made the main line, and taken out", () => {
  const { tree, main, side } = forked();
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
  // The trees before are as they were.
  expect(tree.branches.length).toBe(7);
});

test("tricks go to those to whom the program gives them", () => {
  for (const [n, contract] of ["S", "H", "D", "C", "N", "misere"].entries()) {
    const deal = deals(1, 100 + n)[0] as string;
    const asked = [deal, "--declarer", "M", "--contract", contract, "--rules", "illustrated"];
    const { line } = program<{ line: Card[] }>("line", ...asked);
    expect(line.length).toBe(30);
    const told = (played: readonly Card[]): string | null =>
      program<{ to_move: string | null }>("cards", ...asked, "--played", played.join(" ")).to_move;
    const first = told([]) as "F" | "M" | "R";
    const all = tricks(line, first, trumpOf(contract));
    expect(all.length).toBe(10);
    for (const [number, { leader, taker }] of all.entries()) {
      expect(told(line.slice(0, 3 * number)), `${deal} ${contract} ${number}`).toBe(leader);
      if (number < 9) expect(taker).toBe(all[number + 1]?.leader);
    }
  }
});
