/**
 * A hand with its variations: a tree of moves, which are cards or actions before the play. The first child of a node
 * continues the main line.
 */

import type { Card } from "./cards";

/** A node of the tree: a move that was made, and the numbers of the parent and of the children. */
export interface TreeNode<Move> {
  /** The move that leads to this node; undefined at the root. */
  move: Move | undefined;
  parent: number;
  children: readonly number[];
}

const ROOT: TreeNode<never> = { move: undefined, parent: -1, children: [] };

/** An immutable tree: each change returns a new tree. Nodes are identified by their numbers; the root is number 0. */
export class Tree<Move extends string = Card> {
  constructor(readonly nodes: readonly TreeNode<Move>[] = [ROOT]) {}

  /** Builds the tree of a single line of moves. */
  static fromLine<Move extends string>(moves: readonly Move[]): Tree<Move> {
    let [tree, at] = [new Tree<Move>(), 0];
    for (const move of moves) [tree, at] = tree.withMove(at, move);
    return tree;
  }

  node(at: number): TreeNode<Move> {
    return this.nodes[at] ?? ROOT;
  }

  child(at: number, move: Move): number | undefined {
    return this.node(at).children.find((child) => this.node(child).move === move);
  }

  /**
   * The tree with this move after a node, and the number of the move's node. If the node already has a
   * child for the move, the tree is unchanged.
   */
  withMove(at: number, move: Move): [Tree<Move>, number] {
    const existing = this.child(at, move);
    if (existing !== undefined) return [this, existing];
    const added = this.nodes.length;
    const nodes = this.nodes.map((node, n) =>
      n === at ? { ...node, children: [...node.children, added] } : node,
    );
    return [new Tree<Move>([...nodes, { move, parent: at, children: [] }]), added];
  }

  /** The numbers of the nodes from the root to a node, both included. */
  path(at: number): number[] {
    const path = [at];
    for (let up = this.node(at).parent; up >= 0; up = this.node(up).parent) path.unshift(up);
    return path;
  }

  /** The moves that lead from the root to a node. */
  line(at: number): Move[] {
    return this.path(at).flatMap((number) => this.node(number).move ?? []);
  }

  /**
   * The end of the line that continues from a node with the first child of each node, or with the child that
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
   * The last node before `at` at which the line to `at` departs from the main line; the root if it never
   * does.
   */
  fork(at: number): number {
    for (let [here, up] = [at, this.node(at).parent]; up >= 0; here = up, up = this.node(up).parent) {
      if (this.node(up).children[0] !== here) return up;
    }
    return 0;
  }

  /** The tree without a node and its continuations, and the new number of each remaining node. */
  withoutMove(at: number): [Tree<Move>, Map<number, number>] {
    return this.renumber((children) => children.filter((child) => child !== at));
  }

  /** The tree in which the line to a node is the main line, and the new number of each node. */
  withMainLine(at: number): [Tree<Move>, Map<number, number>] {
    const path = new Set(this.path(at));
    return this.renumber((children) => {
      const first = children.filter((child) => path.has(child));
      return [...first, ...children.filter((child) => !path.has(child))];
    });
  }

  /**
   * The tree in which `children` has chosen or reordered the children of each node, and the new number of
   * each remaining node. The nodes are numbered depth first from the root, the main line first.
   */
  renumber(
    children: (children: readonly number[]) => readonly number[] = (same) => same,
  ): [Tree<Move>, Map<number, number>] {
    const numbers = new Map<number, number>();
    const nodes: TreeNode<Move>[] = [];
    const put = (at: number, parent: number): number => {
      const number = nodes.length;
      numbers.set(at, number);
      const { move, children: all } = this.node(at);
      nodes.push(ROOT);
      nodes[number] = { move, parent, children: children(all).map((child) => put(child, number)) };
      return number;
    };
    put(0, -1);
    return [new Tree(nodes), numbers];
  }
}
