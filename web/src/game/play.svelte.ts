/** The play of a contract card by card, with its variations. */

import { type FailureCallback, LatestAsker } from "../engine/latest";
import type { Pool } from "../engine/pool";
import type { CardCost, Gains, Line, Moment, PlayedTrick, TricksBySeat, RatedCard } from "./answers";
import type { Card } from "./cards";
import type { Seat } from "./deal";
import type { Table } from "./link";
import { Tree } from "./tree";

/** A line of cards that explains a mistake, and the place in the tree where it starts. */
export interface ExampleLine {
  from: number;
  cards: Card[];
}

/** The tree of a play, the current place in it, and the engine's answers about it. */
export class Play {
  tree = $state.raw(new Tree());
  /** The current place in the tree. */
  node = $state(0);
  /** The engine's answers by place of the tree. */
  private moments = $state.raw(new Map<number, Moment>());
  private gains = $state.raw(new Map<number, Map<Card, Gains>>());
  /** The child of each place that was visited last. */
  private visitedChildren = new Map<number, number>();
  /** The line that punishes the last card if it was a mistake, and a best line in its place. */
  punishingLine = $state.raw<ExampleLine | undefined>();
  betterLine = $state.raw<ExampleLine | undefined>();
  /** The place at which automatic play stops and all values are known. */
  restingPlace = $state<number | undefined>();
  error = $state<string | undefined>();

  readonly moves = $derived(this.tree.line(this.node));
  readonly moment = $derived(this.moments.get(this.node));
  readonly values = $derived(this.moment?.cards ?? []);
  private readonly path = $derived(this.tree.path(this.node));
  readonly tricks: PlayedTrick[] = $derived(this.tricksPlayed());
  readonly isOver = $derived(this.moves.length === 3 * this.size);
  readonly toMove = $derived(this.moment?.to_move ?? null);
  /** The last card that was a choice: the cards after it were forced. */
  readonly lastChosen = $derived(this.lastChoice(this.node));
  readonly cost = $derived(this.mistakeAt(this.lastChosen));

  private readonly valuesAsker: LatestAsker;
  private readonly linesAsker: LatestAsker;
  private readonly gainsAsker: LatestAsker;
  private readonly bestLineAsker: LatestAsker;

  constructor(
    pool: Pool,
    readonly table: Table,
    /** The fields that all questions about the play share. */
    readonly fields: Record<string, unknown>,
    /** The hands before the first card. */
    private readonly hands: Record<Seat, readonly Card[]>,
    /** Returns whether a card is played automatically for a seat; `only` if it has no other legal card. */
    private readonly playsFor: (seat: Seat, only: boolean) => boolean,
  ) {
    const fail = (code: string): void => {
      this.error = code;
    };
    const quietly = (): void => {};
    this.valuesAsker = new LatestAsker(pool, fail);
    this.bestLineAsker = new LatestAsker(pool, fail);
    this.linesAsker = new LatestAsker(pool, quietly);
    this.gainsAsker = new LatestAsker(pool, quietly);
  }

  /** The number of cards that each hand had at the start. */
  get size(): number {
    return this.hands.F.length;
  }

  /** Begins the play; the first card may be played automatically. */
  begin(): void {
    void this.askValues(true);
  }

  /** Loads a tree and goes to a place in it. */
  load(tree: Tree, node: number): void {
    this.tree = tree;
    this.visit(node < tree.branches.length ? node : 0);
  }

  /** Drops all open questions. */
  dropQuestions(): void {
    const askers = [this.valuesAsker, this.bestLineAsker, this.linesAsker, this.gainsAsker];
    for (const asker of askers) asker.dropQuestions();
  }

  /** Returns the cards that are left in a hand. */
  hand(seat: Seat): Card[] {
    return this.hands[seat].filter((card) => !this.moves.includes(card));
  }

  valueOf(card: Card): RatedCard | undefined {
    return this.values.find((one) => one.card === card);
  }

  /** Returns the gains of a card; "none" if the hand has no price, undefined until they are known. */
  gainsOf(card: Card): Gains | "none" | undefined {
    const gains = this.gains.get(this.node);
    return gains && (gains.get(card) ?? "none");
  }

  /** The best cards at the current place. */
  get bestCards(): Card[] {
    return this.values.filter(({ best }) => best).map(({ card }) => card);
  }

  /** Returns the cost of the card that leads to a place; undefined for a best card or an unknown cost. */
  mistakeAt(at: number): CardCost | undefined {
    return this.outcomeAt(at)?.cost;
  }

  /** Returns the value of the card that leads to a place. */
  outcomeAt(at: number): RatedCard | undefined {
    const { card, parent } = this.tree.branch(at);
    return this.moments.get(parent)?.cards.find((one) => one.card === card);
  }

  /** The places of the line through the current place, from the root. */
  get line(): number[] {
    return this.tree.path(this.tree.lineEnd(this.node, (at) => this.nextChild(at)));
  }

  private nextChild(at: number): number | undefined {
    const child = this.visitedChildren.get(at);
    return child !== undefined && this.tree.branch(at).children.includes(child) ? child : undefined;
  }

  /** Plays a card and then the forced cards. */
  play(card: Card): void {
    if (!this.valueOf(card)) return;
    this.addCard(card);
    void this.askValues(true);
  }

  private addCard(card: Card): void {
    const [tree, node] = this.tree.withCard(this.node, card);
    this.tree = tree;
    this.visitedChildren.set(this.node, node);
    this.node = node;
  }

  /** Goes to a place. */
  visit(node: number): void {
    const path = this.tree.path(node);
    path.slice(1).forEach((child, n) => this.visitedChildren.set(path[n] as number, child));
    this.node = node;
    void this.askValues(false);
  }

  /** Goes a card back. */
  goBack(): void {
    if (this.node !== 0) this.visit(this.tree.branch(this.node).parent);
  }

  private lastChoice(at: number): number {
    while (at > 0) {
      const { parent } = this.tree.branch(at);
      const moment = this.moments.get(parent);
      if (!moment || !this.isPlayed(moment)) break;
      at = parent;
    }
    return at;
  }

  /** Goes back to the last place with a choice. */
  undo(): void {
    this.visit(Math.max(0, this.tree.branch(this.lastChoice(this.node)).parent));
  }

  /** Goes back to the beginning of the trick, or of the one before. */
  undoTrick(): void {
    const length = 3 * Math.floor((this.moves.length - 1) / 3);
    if (length >= 0) this.visit(this.tree.path(this.node)[length] as number);
  }

  /** Goes a card forward along the line that was visited last. */
  goForward(): void {
    const next = this.nextChild(this.node) ?? this.tree.branch(this.node).children[0];
    if (next !== undefined) this.visit(next);
  }

  /** Goes forward to the next place with a choice. */
  redo(): void {
    do this.goForward();
    while (this.hasNext && this.moment && this.isPlayed(this.moment));
  }

  get hasNext(): boolean {
    return this.tree.branch(this.node).children.length > 0;
  }

  /** Whether another card was tried in place of the last one. */
  get isFork(): boolean {
    return this.node !== 0 && this.tree.branch(this.tree.branch(this.node).parent).children.length > 1;
  }

  /** Goes to the branch of the fork that is `step` places on. */
  chooseBranch(step: 1 | -1): void {
    const { children } = this.tree.branch(this.tree.branch(this.node).parent);
    const other = children[children.indexOf(this.node) + step];
    if (this.isFork && other !== undefined) this.visit(other);
  }

  /** Leaves the variation for the card from which it starts. */
  leaveVariation(): void {
    this.visit(this.tree.fork(this.node));
  }

  /** Goes to the next mistake of the line; with `decides` only to mistakes that decided the contract. */
  goToMistake(decides: boolean): void {
    const { line } = this;
    const isMistake = (at: number): boolean => {
      const cost = this.mistakeAt(at);
      return cost !== undefined && (cost.decides || !decides);
    };
    const here = line.indexOf(this.node);
    const mistake = [...line.slice(here + 1), ...line.slice(0, here)].find(isMistake);
    if (mistake !== undefined) this.visit(mistake);
  }

  /** Removes the last card and its continuations from the tree. */
  removeCard(): void {
    if (this.node === 0) return;
    const { parent } = this.tree.branch(this.node);
    this.renumber(this.tree.withoutCard(this.node), parent);
  }

  /** Makes the line to the current place the main line. */
  promoteLine(): void {
    this.renumber(this.tree.withMainLine(this.node), this.node);
  }

  private renumber([tree, numbers]: [Tree, Map<number, number>], node: number): void {
    const moved = <Value>(map: Map<number, Value>): Map<number, Value> =>
      new Map(
        [...map].flatMap(([at, value]): [number, Value][] => {
          const number = numbers.get(at);
          return number === undefined ? [] : [[number, value]];
        }),
      );
    this.moments = moved(this.moments);
    this.gains = moved(this.gains);
    this.visitedChildren = new Map();
    this.tree = tree;
    this.visit(numbers.get(node) ?? 0);
  }

  /** Plays the first `count` cards of a line. */
  playLine({ from, cards }: ExampleLine, count: number): void {
    let at = from;
    for (const card of cards.slice(0, count)) [this.tree, at] = this.tree.withCard(at, card);
    this.visit(at);
  }

  /** Plays a best card. */
  playBest(): void {
    const [card] = this.bestCards;
    if (card !== undefined) this.play(card);
  }

  /** Plays a best line to the end. */
  playBestLine(): void {
    const from = this.node;
    const question = { ask: "line", ...this.fields, played: this.moves };
    void this.bestLineAsker.ask<Line>(question, ({ line }) => {
      if (this.node === from) this.playLine({ from, cards: line }, line.length);
    });
  }

  /** Asks for the unknown values of the line, or of its part to here if the rest is illegal. */
  private async askValues(forced: boolean): Promise<void> {
    this.dropQuestions();
    this.error = undefined;
    this.punishingLine = this.betterLine = this.restingPlace = undefined;
    const { node, line } = this;
    const path = this.tree.path(node);
    let refused = false;
    let isKnown = await this.askLine(line, () => (refused = true));
    if (refused) isKnown = await this.askLine(path, (...why) => this.reportIllegal(path, why));
    if (!isKnown || this.node !== node) return;
    this.continueOrExplain(forced);
  }

  /** Reports an illegal line and goes back to its last legal place; the cards behind stay in the tree. */
  private reportIllegal(path: readonly number[], [code, _, field]: Parameters<FailureCallback>): void {
    const [, number] = /^played\[(\d+)\]$/.exec(field ?? "") ?? [];
    const place = path[Number(number ?? 0)];
    if (place !== undefined && place !== this.node) this.visit(place);
    this.error = code;
  }

  /** Asks for the unknown values of a line; returns whether all are known now. */
  private async askLine(line: readonly number[], fail: FailureCallback): Promise<boolean> {
    const unknown = line.flatMap((place, n) => (this.moments.has(place) ? [] : [{ place, n }]));
    if (unknown.length === 0) return true;
    const played = this.tree.line(line.at(-1) ?? 0);
    const question = { ask: "cards", ...this.fields, played, at: unknown.map(({ n }) => n) };
    type Moments = { answers: Moment[] };
    const accept = ({ answers }: Moments): void => {
      const answered = unknown.map(({ place }, n): [number, Moment] => [place, answers[n] as Moment]);
      this.moments = new Map([...this.moments, ...answered]);
    };
    return this.valuesAsker.askMore<Moments>(question, accept, fail);
  }

  /** Plays the next automatic card if `on`, or explains why the last card was a mistake. */
  private continueOrExplain(on: boolean): void {
    const [card] = this.bestCards;
    if (on && card && this.moment && this.isPlayed(this.moment)) {
      this.addCard(card);
      void this.askValues(true);
    } else {
      this.restingPlace = this.node;
      this.explain();
    }
  }

  private isPlayed({ to_move: seat, cards }: Moment): boolean {
    return seat !== null && this.playsFor(seat, cards.length === 1);
  }

  /** Asks for the line that punishes the last card, and for a better one, if it was a mistake. */
  private explain(): void {
    const { cost, lastChosen } = this;
    if (!cost) return;
    const { parent } = this.tree.branch(lastChosen);
    const ask = (from: number, accept: (shown: ExampleLine) => void): void => {
      const question = { ask: "line", ...this.fields, played: this.tree.line(from) };
      void this.linesAsker.askMore<Line>(question, ({ line: cards }) => accept({ from, cards }));
    };
    ask(lastChosen, (shown) => (this.punishingLine = shown));
    ask(parent, (shown) => (this.betterLine = shown));
  }

  /** Asks for the gains of each card; some hands have no price. */
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

  /** Returns the seat that plays a card of the line to here. */
  seatOf(number: number): Seat | undefined {
    return this.momentBefore(number)?.to_move ?? undefined;
  }

  /** Returns the engine's answer before a card of the line to here. */
  private momentBefore(number: number): Moment | undefined {
    const place = this.path[number];
    return place === undefined ? undefined : this.moments.get(place);
  }

  /** Returns the tricks of the line to here; the last may be incomplete, and its winner not known yet. */
  private tricksPlayed(): PlayedTrick[] {
    const { moves } = this;
    return moves.flatMap((_, number) => {
      const leader = number % 3 === 0 && this.seatOf(number);
      const winner = this.momentBefore(number + 3)?.trick?.winner ?? null;
      return leader ? [{ leader, cards: moves.slice(number, number + 3), winner }] : [];
    });
  }

  /** The number of tricks that each seat has taken, as far as it is known. */
  get tricksTaken(): TricksBySeat {
    const moment = this.moment ?? this.momentBefore(this.moves.length - 1);
    return moment?.taken ?? { F: 0, M: 0, R: 0 };
  }
}
