/** The play of a hand with its variations: a tree of cards, the first child of a card being the main line. */

import type { Card } from "./cards";

/** A card that was played, and what was tried after it. */
export interface Branch {
  /** None at the root. */
  card: Card | undefined;
  parent: number;
  children: readonly number[];
}

const ROOT: Branch = { card: undefined, parent: -1, children: [] };

/** A tree that does not change: what changes it gives another one. Its root is number 0. */
export class Tree {
  constructor(readonly branches: readonly Branch[] = [ROOT]) {}

  /** A single line. */
  static of(cards: readonly Card[]): Tree {
    let [tree, at] = [new Tree(), 0];
    for (const card of cards) [tree, at] = tree.with(at, card);
    return tree;
  }

  branch(at: number): Branch {
    return this.branches[at] ?? ROOT;
  }

  child(at: number, card: Card): number | undefined {
    return this.branch(at).children.find((child) => this.branch(child).card === card);
  }

  /** The tree in which this card follows, and the card's number. */
  with(at: number, card: Card): [Tree, number] {
    const known = this.child(at, card);
    if (known !== undefined) return [this, known];
    const added = this.branches.length;
    const branches = this.branches.map((branch, n) =>
      n === at ? { ...branch, children: [...branch.children, added] } : branch,
    );
    return [new Tree([...branches, { card, parent: at, children: [] }]), added];
  }

  /** The numbers from the root to this one, the root's first. */
  path(at: number): number[] {
    const path = [at];
    for (let up = this.branch(at).parent; up >= 0; up = this.branch(up).parent) path.unshift(up);
    return path;
  }

  /** The cards that lead to this place. */
  line(at: number): Card[] {
    return this.path(at).flatMap((number) => this.branch(number).card ?? []);
  }

  /** Where the main line from here ends, `choose` telling the child where it is not the first. */
  end(at: number, choose: (at: number) => number | undefined = () => undefined): number {
    for (;;) {
      const next = choose(at) ?? this.branch(at).children[0];
      if (next === undefined) return at;
      at = next;
    }
  }

  /** The place at which the line to here left the main line; the root if it did not. */
  fork(at: number): number {
    for (let [here, up] = [at, this.branch(at).parent]; up >= 0; here = up, up = this.branch(up).parent) {
      if (this.branch(up).children[0] !== here) return up;
    }
    return 0;
  }

  /** The tree without this card and what follows it, and the new number of each place that is left. */
  without(at: number): [Tree, Map<number, number>] {
    return this.sorted((children) => children.filter((child) => child !== at));
  }

  /** The tree in which the line to here is the main line, and the new numbers. */
  promoted(at: number): [Tree, Map<number, number>] {
    const path = new Set(this.path(at));
    return this.sorted((children) => {
      const first = children.filter((child) => path.has(child));
      return [...first, ...children.filter((child) => !path.has(child))];
    });
  }

  /** The tree with other children, numbered from the root down, the main line first. */
  sorted(
    children: (children: readonly number[]) => readonly number[] = (all) => all,
  ): [Tree, Map<number, number>] {
    const numbers = new Map<number, number>();
    const branches: Branch[] = [];
    const put = (at: number, parent: number): number => {
      const number = branches.length;
      numbers.set(at, number);
      const { card, children: all } = this.branch(at);
      branches.push(ROOT);
      branches[number] = { card, parent, children: children(all).map((child) => put(child, number)) };
      return number;
    };
    put(0, -1);
    return [new Tree(branches), numbers];
  }
}
