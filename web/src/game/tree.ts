/** The play of a hand with its variations: a tree of cards, in which the first child continues the main line. */

import type { Card } from "./cards";

/** A card that was played, and the cards that were tried after it. */
export interface Branch {
  /** The card; undefined at the root. */
  card: Card | undefined;
  parent: number;
  children: readonly number[];
}

const ROOT: Branch = { card: undefined, parent: -1, children: [] };

/** An immutable tree: changes return a new one. Its root is number 0. */
export class Tree {
  constructor(readonly branches: readonly Branch[] = [ROOT]) {}

  /** Builds the tree of a single line. */
  static fromLine(cards: readonly Card[]): Tree {
    let [tree, at] = [new Tree(), 0];
    for (const card of cards) [tree, at] = tree.withCard(at, card);
    return tree;
  }

  branch(at: number): Branch {
    return this.branches[at] ?? ROOT;
  }

  child(at: number, card: Card): number | undefined {
    return this.branch(at).children.find((child) => this.branch(child).card === card);
  }

  /** Returns the tree with this card after a place, and the card's number. */
  withCard(at: number, card: Card): [Tree, number] {
    const existing = this.child(at, card);
    if (existing !== undefined) return [this, existing];
    const added = this.branches.length;
    const branches = this.branches.map((branch, n) =>
      n === at ? { ...branch, children: [...branch.children, added] } : branch,
    );
    return [new Tree([...branches, { card, parent: at, children: [] }]), added];
  }

  /** Returns the numbers from the root to a place. */
  path(at: number): number[] {
    const path = [at];
    for (let up = this.branch(at).parent; up >= 0; up = this.branch(up).parent) path.unshift(up);
    return path;
  }

  /** Returns the cards that lead to a place. */
  line(at: number): Card[] {
    return this.path(at).flatMap((number) => this.branch(number).card ?? []);
  }

  /** Returns the end of the main line from a place; `choose` may name another child than the first. */
  lineEnd(at: number, choose: (at: number) => number | undefined = () => undefined): number {
    for (;;) {
      const next = choose(at) ?? this.branch(at).children[0];
      if (next === undefined) return at;
      at = next;
    }
  }

  /** Returns the place at which the line to `at` leaves its main line; the root if it does not. */
  fork(at: number): number {
    for (let [here, up] = [at, this.branch(at).parent]; up >= 0; here = up, up = this.branch(up).parent) {
      if (this.branch(up).children[0] !== here) return up;
    }
    return 0;
  }

  /** Returns the tree without a card and its continuations, and the new number of each remaining place. */
  withoutCard(at: number): [Tree, Map<number, number>] {
    return this.renumber((children) => children.filter((child) => child !== at));
  }

  /** Returns the tree in which the line to a place is the main line, and the new numbers. */
  withMainLine(at: number): [Tree, Map<number, number>] {
    const path = new Set(this.path(at));
    return this.renumber((children) => {
      const first = children.filter((child) => path.has(child));
      return [...first, ...children.filter((child) => !path.has(child))];
    });
  }

  /** Returns the tree with its children chosen or reordered, numbered from the root, main line first. */
  renumber(
    children: (children: readonly number[]) => readonly number[] = (same) => same,
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
