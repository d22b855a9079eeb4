/**
 * The play of a hand with its variations: a tree of cards, in which the first child of a node continues the main
 * line.
 */

import type { Card } from "./cards";

/** A node of the tree: a card that was played, and the numbers of the parent and of the children. */
export interface TreeNode {
  /** The card that leads to this node; undefined at the root. */
  card: Card | undefined;
  parent: number;
  children: readonly number[];
}

const ROOT: TreeNode = { card: undefined, parent: -1, children: [] };

/** An immutable tree: each change returns a new tree. Nodes are identified by their numbers; the root is number 0. */
export class Tree {
  constructor(readonly nodes: readonly TreeNode[] = [ROOT]) {}

  /** Builds the tree of a single line of cards. */
  static fromLine(cards: readonly Card[]): Tree {
    let [tree, at] = [new Tree(), 0];
    for (const card of cards) [tree, at] = tree.withCard(at, card);
    return tree;
  }

  node(at: number): TreeNode {
    return this.nodes[at] ?? ROOT;
  }

  child(at: number, card: Card): number | undefined {
    return this.node(at).children.find((child) => this.node(child).card === card);
  }

  /**
   * Returns the tree with this card after a node, and the number of the card's node. If the node already has a
   * child for the card, the tree is unchanged.
   */
  withCard(at: number, card: Card): [Tree, number] {
    const existing = this.child(at, card);
    if (existing !== undefined) return [this, existing];
    const added = this.nodes.length;
    const nodes = this.nodes.map((node, n) =>
      n === at ? { ...node, children: [...node.children, added] } : node,
    );
    return [new Tree([...nodes, { card, parent: at, children: [] }]), added];
  }

  /** Returns the numbers of the nodes from the root to a node, both included. */
  path(at: number): number[] {
    const path = [at];
    for (let up = this.node(at).parent; up >= 0; up = this.node(up).parent) path.unshift(up);
    return path;
  }

  /** Returns the cards that lead from the root to a node. */
  line(at: number): Card[] {
    return this.path(at).flatMap((number) => this.node(number).card ?? []);
  }

  /**
   * Returns the end of the line that continues from a node with the first child of each node, or with the child that
   * `choose` returns.
   */
  lineEnd(at: number, choose: (at: number) => number | undefined = () => undefined): number {
    for (;;) {
      const next = choose(at) ?? this.node(at).children[0];
      if (next === undefined) return at;
      at = next;
    }
  }

  /**
   * Returns the last node before `at` at which the line to `at` departs from the main line; the root if it never
   * does.
   */
  fork(at: number): number {
    for (let [here, up] = [at, this.node(at).parent]; up >= 0; here = up, up = this.node(up).parent) {
      if (this.node(up).children[0] !== here) return up;
    }
    return 0;
  }

  /** Returns the tree without a node and its continuations, and the new number of each remaining node. */
  withoutCard(at: number): [Tree, Map<number, number>] {
    return this.renumber((children) => children.filter((child) => child !== at));
  }

  /** Returns the tree in which the line to a node is the main line, and the new number of each node. */
  withMainLine(at: number): [Tree, Map<number, number>] {
    const path = new Set(this.path(at));
    return this.renumber((children) => {
      const first = children.filter((child) => path.has(child));
      return [...first, ...children.filter((child) => !path.has(child))];
    });
  }

  /**
   * Returns the tree in which `children` has chosen or reordered the children of each node, and the new number of
   * each remaining node. The nodes are numbered depth first from the root, the main line first.
   */
  renumber(
    children: (children: readonly number[]) => readonly number[] = (same) => same,
  ): [Tree, Map<number, number>] {
    const numbers = new Map<number, number>();
    const nodes: TreeNode[] = [];
    const put = (at: number, parent: number): number => {
      const number = nodes.length;
      numbers.set(at, number);
      const { card, children: all } = this.node(at);
      nodes.push(ROOT);
      nodes[number] = { card, parent, children: children(all).map((child) => put(child, number)) };
      return number;
    };
    put(0, -1);
    return [new Tree(nodes), numbers];
  }
}
