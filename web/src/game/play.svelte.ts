/** A contract that is played card by card, with its variations. */

import { Latest } from "../engine/latest";
import type { Pool } from "../engine/pool";
import type { Card, Suit } from "./cards";
import { type Seat, SEATS } from "./deal";
import { worth } from "./ranked";
import { type Trick, after, tricks, trumpOf } from "./trick";
import { Tree } from "./tree";

/** What a legal card leads to. */
export interface Valued {
  card: Card;
  tricks?: number;
  made: boolean;
}

/** A moment of the play: whose turn it is, nobody's at the end, and what each card leads to. */
interface Moment {
  to_move: Seat | null;
  cards: Valued[];
}

/** What each seat and the pot gain. */
export type Gains = Record<string, number>;

/** Who plays what: as links tell it. */
export interface Table {
  declarer: Seat;
  contract: string;
  /** The two cards laid aside; none if the declarer plays from the hand. */
  discard: Card[];
}

/** What a card has cost the player who played it. */
export interface Cost {
  seat: Seat;
  tricks: number;
  /** It decided whether the contract is made. */
  decides: boolean;
  best: Card[];
}

/** A line of cards that shows why, and the place in the tree from where it is played. */
export interface Shown {
  from: number;
  cards: Card[];
}

export class Play {
  tree = $state.raw(new Tree());
  /** The place in the tree. */
  node = $state(0);
  /** What is known of the places of the tree. */
  private moments = $state.raw(new Map<number, Moment>());
  private gains = $state.raw(new Map<number, Map<Card, Gains>>());
  /** The child to which each place leads on: the one visited last. */
  private visited = new Map<number, number>();
  /** The line that punishes the last card, and a best one in its place, if it was a mistake. */
  reply = $state.raw<Shown | undefined>();
  better = $state.raw<Shown | undefined>();
  error = $state<string | undefined>();

  readonly moves = $derived(this.tree.line(this.node));
  readonly moment = $derived(this.moments.get(this.node));
  readonly values = $derived(this.moment?.cards ?? []);
  readonly first = $derived(this.moments.get(0)?.to_move ?? undefined);
  readonly tricks: Trick[] = $derived(this.first ? tricks(this.moves, this.first, this.trump) : []);
  readonly over = $derived(this.moves.length === 3 * this.size);
  readonly toMove = $derived(this.moment?.to_move ?? null);
  /** The last card that was chosen: those after it were forced. */
  readonly chosen = $derived(this.lastChoice(this.node));
  readonly cost = $derived(this.costOf(this.chosen));

  private readonly looking: Latest;
  private readonly showing: Latest;
  private readonly pricing: Latest;
  private readonly going: Latest;

  constructor(
    pool: Pool,
    readonly table: Table,
    /** The fields of every question about it. */
    readonly fields: Record<string, unknown>,
    /** The hands before the first card. */
    private readonly hands: Record<Seat, readonly Card[]>,
    /** Whether a card plays itself that is the only one allowed. */
    private readonly forced: () => boolean,
  ) {
    const fail = (code: string): void => {
      this.error = code;
    };
    const quietly = (): void => {};
    this.looking = new Latest(pool, fail);
    this.going = new Latest(pool, fail);
    this.showing = new Latest(pool, quietly);
    this.pricing = new Latest(pool, quietly);
  }

  private get trump(): Suit | undefined {
    return trumpOf(this.table.contract);
  }

  /** How many cards each hand had. */
  get size(): number {
    return this.hands.F.length;
  }

  /** Takes over a tree, and a place in it. */
  load(tree: Tree, node: number): void {
    this.tree = tree;
    this.visit(node < tree.branches.length ? node : 0);
  }

  /** Nothing more is asked. */
  close(): void {
    for (const asked of [this.looking, this.showing, this.pricing, this.going]) asked.drop();
  }

  /** The cards that a hand has still. */
  hand(seat: Seat): Card[] {
    return this.hands[seat].filter((card) => !this.moves.includes(card));
  }

  valueOf(card: Card): Valued | undefined {
    return this.values.find((one) => one.card === card);
  }

  gainsOf(card: Card): Gains | undefined {
    return this.gains.get(this.node)?.get(card);
  }

  /** What a card is worth to whoever plays it. */
  private worth(value: Valued, seat: Seat): number {
    const { declarer, contract } = this.table;
    return (seat === declarer ? 1 : -1) * worth(value, contract);
  }

  private bestOf({ to_move: seat, cards }: Moment): Valued[] {
    if (!seat) return [];
    const most = Math.max(...cards.map((one) => this.worth(one, seat)));
    return cards.filter((one) => this.worth(one, seat) === most);
  }

  /** The best cards of this moment. */
  get best(): Card[] {
    return this.moment ? this.bestOf(this.moment).map(({ card }) => card) : [];
  }

  /** What the card that leads to a place has cost; undefined if that is not known. */
  costOf(at: number): Cost | undefined {
    const { card, parent } = this.tree.branch(at);
    const moment = this.moments.get(parent);
    const played = moment?.cards.find((one) => one.card === card);
    if (!moment?.to_move || !played) return undefined;
    const best = this.bestOf(moment);
    const lost = Math.abs((best[0]?.tricks ?? 0) - (played.tricks ?? 0));
    const decides = best[0]?.made !== played.made;
    return { seat: moment.to_move, tricks: lost, decides, best: best.map((one) => one.card) };
  }

  /** What a place leads to, seen from the card that leads there. */
  outcomeAt(at: number): Valued | undefined {
    const { card, parent } = this.tree.branch(at);
    return this.moments.get(parent)?.cards.find((one) => one.card === card);
  }

  /** The places of the line that goes on from here, the root first. */
  get line(): number[] {
    return this.tree.path(this.tree.end(this.node, (at) => this.next(at)));
  }

  private next(at: number): number | undefined {
    const child = this.visited.get(at);
    return child !== undefined && this.tree.branch(at).children.includes(child) ? child : undefined;
  }

  /** Plays a card, and then those that are forced. */
  play(card: Card): void {
    if (!this.valueOf(card)) return;
    this.add(card);
    void this.look(true);
  }

  private add(card: Card): void {
    const [tree, node] = this.tree.with(this.node, card);
    this.tree = tree;
    this.visited.set(this.node, node);
    this.node = node;
  }

  /** Goes to a place. */
  visit(node: number): void {
    const path = this.tree.path(node);
    path.slice(1).forEach((child, n) => this.visited.set(path[n] as number, child));
    this.node = node;
    void this.look(false);
  }

  /** A card back. */
  back(): void {
    if (this.node !== 0) this.visit(this.tree.branch(this.node).parent);
  }

  private lastChoice(at: number): number {
    while (at > 0) {
      const { parent } = this.tree.branch(at);
      if (this.moments.get(parent)?.cards.length !== 1) break;
      at = parent;
    }
    return at;
  }

  /** Back to the last moment with a choice. */
  undo(): void {
    this.visit(Math.max(0, this.tree.branch(this.lastChoice(this.node)).parent));
  }

  /** Back to the beginning of the trick, or of the one before. */
  backTrick(): void {
    const length = 3 * Math.floor((this.moves.length - 1) / 3);
    if (length >= 0) this.visit(this.tree.path(this.node)[length] as number);
  }

  /** A card on, along the line that was visited last. */
  forward(): void {
    const next = this.next(this.node) ?? this.tree.branch(this.node).children[0];
    if (next !== undefined) this.visit(next);
  }

  get hasNext(): boolean {
    return this.tree.branch(this.node).children.length > 0;
  }

  /** The other branch at the fork, `step` places on; at no fork the beginning or the end. */
  choose(step: 1 | -1): void {
    const { parent } = this.tree.branch(this.node);
    const { children } = this.tree.branch(parent);
    const other = children[children.indexOf(this.node) + step];
    if (parent >= 0 && children.length > 1) {
      if (other !== undefined) this.visit(other);
    } else this.visit(step < 0 ? 0 : this.tree.end(this.node, (at) => this.next(at)));
  }

  /** Out of the variation, to the card from which it starts. */
  leaveVariation(): void {
    this.visit(this.tree.fork(this.node));
  }

  /** To the next card of the line that cost something; `decides` for those that decided the contract. */
  nextMistake(decides: boolean): void {
    const { line } = this;
    const wanted = (at: number): boolean => {
      const cost = this.costOf(at);
      return cost !== undefined && (cost.decides || (!decides && cost.tricks > 0));
    };
    const here = line.indexOf(this.node);
    const found = [...line.slice(here + 1), ...line.slice(0, here)].find(wanted);
    if (found !== undefined) this.visit(found);
  }

  /** Takes this card and what follows it out of the tree. */
  remove(): void {
    if (this.node === 0) return;
    const { parent } = this.tree.branch(this.node);
    this.renumber(this.tree.without(this.node), parent);
  }

  /** Makes the line to here the main line. */
  promote(): void {
    this.renumber(this.tree.promoted(this.node), this.node);
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
    this.visited = new Map();
    this.tree = tree;
    this.visit(numbers.get(node) ?? 0);
  }

  /** Plays a line from a place in the tree, up to this number of cards of it. */
  follow({ from, cards }: Shown, count: number): void {
    let at = from;
    for (const card of cards.slice(0, count)) [this.tree, at] = this.tree.with(at, card);
    this.visit(at);
  }

  /** Plays a best card. */
  playBest(): void {
    const [card] = this.best;
    if (card !== undefined) this.play(card);
  }

  /** Plays a best line to the end. */
  playOn(): void {
    const from = this.node;
    const question = { ask: "line", ...this.fields, played: this.moves };
    void this.going.ask<{ line: Card[] }>(question, ({ line }) => {
      if (this.node === from) this.follow({ from, cards: line }, line.length);
    });
  }

  /** Asks what is not known yet of the line. */
  private async look(forced: boolean): Promise<void> {
    this.going.drop();
    this.showing.drop();
    this.error = undefined;
    this.reply = this.better = undefined;
    const { line } = this;
    const at = line.map((place, n) => ({ place, n })).filter(({ place }) => !this.moments.has(place));
    if (at.length > 0) {
      const end = line.at(-1) as number;
      const question = {
        ask: "cards",
        ...this.fields,
        played: this.tree.line(end),
        at: at.map(({ n }) => n),
      };
      await this.looking.ask<{ answers: Moment[] }>(question, ({ answers }) => {
        const moments = new Map(this.moments);
        at.forEach(({ place }, n) => moments.set(place, answers[n] as Moment));
        this.moments = moments;
        this.settled(forced);
      });
    } else {
      this.looking.drop();
      this.settled(forced);
    }
  }

  private settled(forced: boolean): void {
    const [only, ...others] = this.values;
    if (forced && only && others.length === 0 && this.forced()) {
      this.add(only.card);
      void this.look(true);
    } else this.explain();
  }

  /** Why the last card was a mistake: what punishes it, and what would have been better. */
  private explain(): void {
    const { cost, chosen } = this;
    if (!cost || (cost.tricks === 0 && !cost.decides)) return;
    const { parent } = this.tree.branch(chosen);
    const ask = (from: number, take: (shown: Shown) => void): void => {
      const question = { ask: "line", ...this.fields, played: this.tree.line(from) };
      void this.showing.also<{ line: Card[] }>(question, ({ line: cards }) => take({ from, cards }));
    };
    ask(chosen, (shown) => (this.reply = shown));
    ask(parent, (shown) => (this.better = shown));
  }

  /** Asks what each card gains, in money or points. */
  price(): void {
    const { node } = this;
    if (this.gains.has(node) || this.over) return;
    const question = { ask: "cards", ...this.fields, played: this.moves, by: "gain" };
    type Priced = { cards: { card: Card; gains?: Gains }[] };
    void this.pricing.ask<Priced>(question, ({ cards }) => {
      const priced = new Map(
        cards.flatMap(({ card, gains }): [Card, Gains][] => (gains ? [[card, gains]] : [])),
      );
      this.gains = new Map([...this.gains, [node, priced]]);
    });
  }

  /** Who plays which card of the line to here. */
  seatOf(number: number): Seat | undefined {
    const trick = this.tricks[Math.floor(number / 3)];
    return trick && after(trick.leader, number % 3);
  }

  /** The tricks that each seat has taken. */
  get taken(): Record<Seat, number> {
    const count = (seat: Seat): number => this.tricks.filter((trick) => trick.taker === seat).length;
    return Object.fromEntries(SEATS.map((seat) => [seat, count(seat)])) as Record<Seat, number>;
  }
}
