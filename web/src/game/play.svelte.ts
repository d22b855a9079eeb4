/**
 * The play of a contract card by card, with its variations. A node of the tree stands for the cards from the root to
 * it. The page shows one line through the tree; its current node is on this line.
 */

import { type FailureCallback, LatestAsker } from "../engine/latest";
import type { Asker } from "../engine/pool";
import type { CardCost, Gains, Line, NodeAnswer, PlayedTrick, TricksBySeat, RatedCard } from "./answers";
import type { Card } from "./cards";
import { type Seat, seatAfter } from "./deal";
import { ALL_PASS, type PlayedContract } from "./link";
import { Tree } from "./tree";

/** A line of cards that explains a mistake, and the node of the tree after which its first card is played. */
export interface ExampleLine {
  from: number;
  cards: Card[];
}

/** After all have passed, the cards with the tricks of the seat that plays them in place of those of all seats. */
function withOwnTricks(answer: NodeAnswer): NodeAnswer {
  const { to_move: seat, contract, cards } = answer;
  if (!seat || contract !== ALL_PASS) return answer;
  const own = (tricks: unknown): number => (tricks as TricksBySeat)[seat];
  return { ...answer, cards: cards.map((card) => ({ ...card, tricks: own(card.tricks) })) };
}

/** The tree of a play, the current node in it, and the engine's answers about it. */
export class Play {
  tree = $state.raw(new Tree());
  /** The current node of the tree. */
  node = $state(0);
  /** The engine's answer for each node that has been asked about. */
  protected answers = $state.raw(new Map<number, NodeAnswer>());
  /** For each node, the gains of its legal cards; empty if the engine cannot compute gains. */
  private gains = $state.raw(new Map<number, Map<Card, Gains>>());
  /** The tree and its node before cards were removed or a line was made the main line; undefined after the next card. */
  private before = $state.raw<{ tree: Tree; node: number } | undefined>();
  /** For each node, the child that was visited most recently. */
  private visitedChildren = new Map<number, number>();
  /** The refutation of the last chosen card, if that card was a mistake. */
  refutation = $state.raw<ExampleLine | undefined>();
  /** A line of best cards that could have been played instead of the mistake. */
  betterLine = $state.raw<ExampleLine | undefined>();
  /** The node at which automatic play has stopped; undefined until it stops and all values of the line are known. */
  restingNode = $state<number | undefined>();
  error = $state<string | undefined>();

  readonly moves = $derived(this.tree.line(this.node));
  readonly answer = $derived(this.answers.get(this.node));
  readonly values = $derived(this.answer?.cards ?? []);
  private readonly path = $derived(this.tree.path(this.node));
  readonly tricks: PlayedTrick[] = $derived(this.tricksPlayed());
  readonly isOver = $derived(this.moves.length === this.trickSize * this.size);
  readonly toMove = $derived(this.answer?.to_move ?? null);
  /** The node after the last card that the visitor chose; all cards from there to the current node were automatic. */
  readonly lastChosen = $derived(this.lastChoice(this.node));
  readonly cost = $derived(this.costAt(this.lastChosen));

  protected readonly valuesAsker: LatestAsker;
  private readonly linesAsker: LatestAsker;
  private readonly gainsAsker: LatestAsker;
  private readonly bestLineAsker: LatestAsker;

  constructor(
    pool: Asker,
    readonly playedContract: PlayedContract,
    /** The fields that all questions about the play share. */
    readonly fields: Record<string, unknown>,
    /** The hands before the first card. */
    protected readonly hands: Record<Seat, readonly Card[]>,
    /** Whether the page plays the seat's next card; `forced` says that it is the only legal card. */
    private readonly playsFor: (seat: Seat, forced: boolean) => boolean,
  ) {
    const fail = (code: string): void => {
      this.error = code;
    };
    const ignoreFailure = (): void => {};
    this.valuesAsker = new LatestAsker(pool, fail);
    this.bestLineAsker = new LatestAsker(pool, fail);
    this.linesAsker = new LatestAsker(pool, ignoreFailure);
    this.gainsAsker = new LatestAsker(pool, ignoreFailure);
  }

  /** The seats that play, one after another from this one. */
  seatsFrom(seat: Seat): readonly Seat[] {
    return [0, 1, 2].map((turns) => seatAfter(seat, turns)).filter((one) => one !== this.playedContract.out);
  }

  /** The number of cards of a trick: two if a defender has dropped out. */
  get trickSize(): number {
    return this.playedContract.out ? 2 : 3;
  }

  /** The number of cards that each hand had at the start. */
  get size(): number {
    // A declarer whose discard is hidden still has it among the cards.
    return Math.min(...Object.values(this.hands).map((hand) => hand.length));
  }

  /** Begins the play; the first card may be played automatically. */
  begin(): void {
    void this.askValues(true);
  }

  /** Loads a tree and goes to one of its nodes; to the root if there is no such node. */
  load(tree: Tree, node: number): void {
    this.tree = tree;
    this.visit(node < tree.nodes.length ? node : 0);
  }

  dropQuestions(): void {
    const askers = [this.valuesAsker, this.bestLineAsker, this.linesAsker, this.gainsAsker];
    for (const asker of askers) asker.dropQuestions();
  }

  /** The cards that a hand still holds at the current node. */
  hand(seat: Seat): Card[] {
    return this.hands[seat].filter((card) => !this.moves.includes(card));
  }

  /** The cards that a hand had before the first card. */
  dealt(seat: Seat): readonly Card[] {
    return this.hands[seat];
  }

  valueOf(card: Card): RatedCard | undefined {
    return this.values.find((one) => one.card === card);
  }

  /**
   * The gains of all seats if the card is played: "none" if the engine cannot compute gains, undefined as
   * long as the answer is outstanding.
   */
  gainsOf(card: Card): Gains | "none" | undefined {
    const gains = this.gains.get(this.node);
    return gains && (gains.get(card) ?? "none");
  }

  /** The best cards at the current node. */
  get bestCards(): Card[] {
    return this.values.filter(({ best }) => best).map(({ card }) => card);
  }

  /** A best card at a node; undefined as long as none is known. */
  bestAt(at: number): Card | undefined {
    return this.answers.get(at)?.cards.find(({ best }) => best)?.card;
  }

  /**
   * The cost of the card that leads to a node; undefined if it was a best card, or if its cost is not known.
   */
  costAt(at: number): CardCost | undefined {
    return this.ratingAt(at)?.cost;
  }

  /** The engine's rating of the card that leads to a node; undefined as long as it is not known. */
  ratingAt(at: number): RatedCard | undefined {
    const { move: card, parent } = this.tree.node(at);
    return this.answers.get(parent)?.cards.find((one) => one.card === card);
  }

  /** The nodes of the line through the current node, from the root to the end of the line. */
  get line(): number[] {
    return this.tree.path(this.tree.lineEnd(this.node, (at) => this.nextChild(at)));
  }

  private nextChild(at: number): number | undefined {
    const child = this.visitedChildren.get(at);
    return child !== undefined && this.tree.node(at).children.includes(child) ? child : undefined;
  }

  /** Plays a card, and then the cards that are played automatically. */
  play(card: Card): void {
    if (!this.valueOf(card)) return;
    this.addCard(card);
    void this.askValues(true);
  }

  private addCard(card: Card): void {
    this.before = undefined;
    const [tree, node] = this.tree.withMove(this.node, card);
    this.tree = tree;
    this.visitedChildren.set(this.node, node);
    this.node = node;
  }

  /** Goes to a node, and marks the line to it as visited last. */
  visit(node: number): void {
    const path = this.tree.path(node);
    path.slice(1).forEach((child, n) => this.visitedChildren.set(path[n] as number, child));
    this.node = node;
    void this.askValues(false);
  }

  /** Goes back one card. */
  goBack(): void {
    if (this.node !== 0) this.visit(this.tree.node(this.node).parent);
  }

  private lastChoice(at: number): number {
    while (at > 0) {
      const { parent } = this.tree.node(at);
      const answer = this.answers.get(parent);
      if (!answer || !this.isAutomatic(answer)) break;
      at = parent;
    }
    return at;
  }

  get canUndo(): boolean {
    return this.node !== 0 || this.before !== undefined;
  }

  /** Brings back what was removed last, or goes back to the node before the last card that the visitor chose. */
  undo(): void {
    const { before } = this;
    if (before) {
      this.before = undefined;
      this.answers = new Map();
      this.gains = new Map();
      this.visitedChildren = new Map();
      return this.load(before.tree, before.node);
    }
    this.visit(Math.max(0, this.tree.node(this.lastChoice(this.node)).parent));
  }

  /** Goes back to the beginning of the trick, or from there to the beginning of the previous one. */
  undoTrick(): void {
    const length = this.trickSize * Math.floor((this.moves.length - 1) / this.trickSize);
    if (length >= 0) this.visit(this.tree.path(this.node)[length] as number);
  }

  /** Goes forward one card along the most recently visited line. */
  goForward(): void {
    const next = this.nextChild(this.node) ?? this.tree.node(this.node).children[0];
    if (next !== undefined) this.visit(next);
  }

  /** Goes forward to the next node at which the visitor chooses a card, or to the end of the line. */
  redo(): void {
    do this.goForward();
    while (this.hasNext && this.answer && this.isAutomatic(this.answer));
  }

  get hasNext(): boolean {
    return this.tree.node(this.node).children.length > 0;
  }

  /** Whether another card was tried in place of the last one. */
  get isFork(): boolean {
    return this.node !== 0 && this.tree.node(this.tree.node(this.node).parent).children.length > 1;
  }

  /** Goes to the next (1) or the previous (-1) of the cards that were tried at this point of the play. */
  chooseBranch(step: 1 | -1): void {
    const { children } = this.tree.node(this.tree.node(this.node).parent);
    const other = children[children.indexOf(this.node) + step];
    if (this.isFork && other !== undefined) this.visit(other);
  }

  /** Leaves the variation and goes back to the node at which it branches off. */
  leaveVariation(): void {
    this.visit(this.tree.fork(this.node));
  }

  /**
   * Goes to the next mistake of the line; after the end the search continues from the beginning. With `decides` it goes
   * only to a mistake that decided whether the contract is made.
   */
  goToMistake(decides: boolean): void {
    const mistake = this.nextMistake(decides);
    if (mistake !== undefined) this.visit(mistake);
  }

  /** The node of the next mistake after this one, or else of the first; undefined if none is known. */
  nextMistake(decides: boolean): number | undefined {
    const { line } = this;
    const isMistake = (at: number): boolean => {
      const cost = this.costAt(at);
      return cost !== undefined && (cost.decides || !decides);
    };
    const here = line.indexOf(this.node);
    return [...line.slice(here + 1), ...line.slice(0, here)].find(isMistake);
  }

  /** Removes the last card and its continuations from the tree. */
  removeCard(): void {
    if (this.node === 0) return;
    const { parent } = this.tree.node(this.node);
    this.renumber(this.tree.withoutMove(this.node), parent);
  }

  /** Makes the line to the current node the main line. */
  promoteLine(): void {
    this.renumber(this.tree.withMainLine(this.node), this.node);
  }

  private renumber([tree, numbers]: [Tree, Map<number, number>], node: number): void {
    this.before = { tree: this.tree, node: this.node };
    const moved = <Value>(map: Map<number, Value>): Map<number, Value> =>
      new Map(
        [...map].flatMap(([at, value]): [number, Value][] => {
          const number = numbers.get(at);
          return number === undefined ? [] : [[number, value]];
        }),
      );
    this.answers = moved(this.answers);
    this.gains = moved(this.gains);
    this.visitedChildren = new Map();
    this.tree = tree;
    this.visit(numbers.get(node) ?? 0);
  }

  /** Adds the first `count` cards of a line to the tree and goes to the node after them. */
  playLine({ from, cards }: ExampleLine, count: number): void {
    let at = from;
    this.before = undefined;
    for (const card of cards.slice(0, count)) [this.tree, at] = this.tree.withMove(at, card);
    this.visit(at);
  }

  /** Plays the first of the best cards. */
  playBest(): void {
    const [card] = this.bestCards;
    if (card !== undefined) this.play(card);
  }

  /** Plays a line of best cards from the current node to the end of the play. */
  playBestLine(): void {
    const from = this.node;
    const question = { ask: "line", ...this.fields, played: this.moves };
    void this.bestLineAsker.ask<Line>(question, ({ line }) => {
      if (this.node === from) this.playLine({ from, cards: line }, line.length);
    });
  }

  /**
   * Asks the engine for the missing values of the line, or only for those up to the current node if a card of the
   * line is illegal. Then plays automatic cards if `continues` is set.
   */
  private async askValues(continues: boolean): Promise<void> {
    this.dropQuestions();
    this.error = undefined;
    this.refutation = this.betterLine = this.restingNode = undefined;
    const { node, line } = this;
    const path = this.tree.path(node);
    let refused = false;
    let isKnown = await this.askLine(line, () => (refused = true));
    if (refused) isKnown = await this.askLine(path, (...why) => this.reportIllegal(path, why));
    if (!isKnown || this.node !== node) return;
    this.continueOrExplain(continues);
  }

  /** Reports an illegal line and goes back to its last legal node; the cards after that node stay in the tree. */
  private reportIllegal(path: readonly number[], [code, _, field]: Parameters<FailureCallback>): void {
    const [, number] = /^played\[(\d+)\]$/.exec(field ?? "") ?? [];
    const node = path[Number(number ?? 0)];
    if (node !== undefined && node !== this.node) this.visit(node);
    this.error = code;
  }

  /** Asks the engine for the missing values of a line; returns whether all of them are known now. */
  protected async askLine(line: readonly number[], fail: FailureCallback): Promise<boolean> {
    const unknown = line.flatMap((node, n) => (this.answers.has(node) ? [] : [{ node, n }]));
    if (unknown.length === 0) return true;
    const played = this.tree.line(line.at(-1) ?? 0);
    const question = { ask: "cards", ...this.fields, played, at: unknown.map(({ n }) => n) };
    type NodeAnswers = { answers: NodeAnswer[] };
    const accept = ({ answers }: NodeAnswers): void => {
      const answered = unknown.map(({ node }, n): [number, NodeAnswer] => [
        node,
        withOwnTricks(answers[n] as NodeAnswer),
      ]);
      this.answers = new Map([...this.answers, ...answered]);
    };
    return this.valuesAsker.askMore<NodeAnswers>(question, accept, fail);
  }

  /**
   * Plays the next card if it is automatic and `continues` is set; otherwise stops and, if the last chosen card was a
   * mistake, explains it.
   */
  private continueOrExplain(continues: boolean): void {
    const [card] = this.bestCards;
    if (continues && card && this.answer && this.isAutomatic(this.answer)) {
      this.addCard(card);
      void this.askValues(true);
    } else {
      this.restingNode = this.node;
      this.explain();
    }
  }

  /** Whether the page plays the next card itself. */
  private isAutomatic({ to_move: seat, cards }: NodeAnswer): boolean {
    return seat !== null && this.playsFor(seat, cards.length === 1);
  }

  /** If the last chosen card was a mistake, asks for its refutation and for a better line. */
  private explain(): void {
    const { cost, lastChosen } = this;
    if (!cost) return;
    const { parent } = this.tree.node(lastChosen);
    const ask = (from: number, accept: (shown: ExampleLine) => void): void => {
      const question = { ask: "line", ...this.fields, played: this.tree.line(from) };
      void this.linesAsker.askMore<Line>(question, ({ line: cards }) => accept({ from, cards }));
    };
    ask(lastChosen, (shown) => (this.refutation = shown));
    ask(parent, (shown) => (this.betterLine = shown));
  }

  /** Asks for the gains from each legal card; stores an empty map if the engine cannot compute gains. */
  askGains(stakes: Record<string, unknown>): void {
    const { node } = this;
    if (this.gains.has(node) || this.isOver) return;
    const question = { ask: "cards", ...this.fields, ...stakes, played: this.moves, by: "gain" };
    type Priced = { cards: { card: Card; gains?: Gains }[] };
    const storeGains = (priced: [Card, Gains][]): void => {
      this.gains = new Map([...this.gains, [node, new Map(priced)]]);
    };
    const accept = ({ cards }: Priced): void =>
      storeGains(cards.flatMap(({ card, gains }): [Card, Gains][] => (gains ? [[card, gains]] : [])));
    void this.gainsAsker.ask<Priced>(question, accept, () => storeGains([]));
  }

  /** The number of turns from this one on at which only one card wins; 0 if nobody can win, or if it is not known. */
  async findDepth(): Promise<number> {
    let found = 0;
    if (!this.playedContract.declarer) return found;
    const question = { ask: "cards", ...this.fields, played: this.moves, depth: true };
    await this.valuesAsker.askMore<{ depth: number }>(question, ({ depth }) => (found = depth));
    return found;
  }

  /** The seat that played card `number` (from 0) of the line to the current node. */
  seatOf(number: number): Seat | undefined {
    return this.answerBefore(number)?.to_move ?? undefined;
  }

  /** The engine's answer for the node just before card `number` of the line to the current node. */
  private answerBefore(number: number): NodeAnswer | undefined {
    const node = this.path[number];
    return node === undefined ? undefined : this.answers.get(node);
  }

  /** The tricks up to the current node. The last trick may be incomplete, or its winner still unknown. */
  private tricksPlayed(): PlayedTrick[] {
    const { moves, trickSize } = this;
    return moves.flatMap((_, number) => {
      if (number % trickSize !== 0) return [];
      const { to_move: leader, talon_card: talon } = this.answerBefore(number) ?? {};
      const winner = this.answerBefore(number + trickSize)?.trick?.winner ?? null;
      const led = talon === undefined ? {} : { talon };
      return leader ? [{ leader, ...led, cards: moves.slice(number, number + trickSize), winner }] : [];
    });
  }

  /**
   * The number of tricks that each seat has taken up to the current node, or up to the node before it while the answer
   * for the current node is missing.
   */
  get tricksTaken(): TricksBySeat {
    const answer = this.answer ?? this.answerBefore(this.moves.length - 1);
    return answer?.taken ?? { F: 0, M: 0, R: 0 };
  }
}
