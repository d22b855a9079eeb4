/** The state of the page: a deal, what is asked about it, and the play. */

import { Refused, type Pool, type Question } from "../engine/pool";
import type { Card } from "./cards";
import {
  type Place,
  type Placement,
  type Seat,
  SEATS,
  at,
  filled,
  isWhole,
  moved,
  nextPlace,
  notation,
  placed,
} from "./deal";
import type { Shown } from "./link";

/** What one declarer reaches with one contract. */
export interface Result {
  declarer: Seat;
  contract: string;
  tricks?: number;
  made: boolean;
}

/** Two cards laid aside, and what they lead to. */
export interface Discard {
  discard: Card[];
  results: Omit<Result, "declarer">[];
}

/** What a legal card leads to. */
export interface Valued {
  card: Card;
  tricks?: number;
  made: boolean;
}

/** A declarer at the table: which contract, what is laid aside, and the cards played. */
interface Table {
  declarer: Seat;
  contract: string;
  discard: Card[];
  cards: Card[];
}

export class Game {
  placement = $state.raw<Placement>(new Map());
  rules = $state("austrian");
  /** Where the next card goes. */
  target = $state<Place>("F");
  /** What each declarer reaches, as far as it is known. */
  results = $state.raw<Result[]>([]);
  /** The declarer whose discards are shown, and these. */
  taker = $state<Seat | undefined>();
  discards = $state.raw<Discard[]>([]);
  table = $state.raw<Table | undefined>();
  /** What the legal cards lead to, and whose turn it is; none while it is worked out. */
  values = $state.raw<Valued[]>([]);
  toMove = $state<Seat | null>(null);
  /** Who began each trick, as far as the play has come. */
  leaders = $state.raw<Seat[]>([]);
  undone = $state.raw<Card[]>([]);
  hidden = $state(false);
  /** The engine's code for why there is no answer. */
  error = $state<string | undefined>();

  private readonly pool: Pool;
  private reading = new AbortController();
  private asked = new AbortController();
  private taking = new AbortController();
  private moving = new AbortController();

  constructor(pool: Pool) {
    this.pool = pool;
  }

  get deal(): string | undefined {
    return isWhole(this.placement) ? notation(this.placement) : undefined;
  }

  /** What a link tells of this. */
  get shown(): Shown {
    const { placement, rules, table } = this;
    return table ? { placement, rules, play: { ...table } } : { placement, rules };
  }

  /** Takes over what a link tells. */
  show({ placement, rules, play }: Shown): void {
    this.rules = rules;
    this.lay(placement);
    if (play) {
      this.take(play.declarer);
      this.sit({ ...play });
    }
  }

  /** Lays the cards so, the last place by itself, and asks what the hands make. */
  lay(placement: Placement): void {
    this.set(filled(placement));
  }

  private set(placement: Placement): void {
    // A text that is still being read is older than this.
    this.reading.abort();
    this.taking.abort();
    this.placement = placement;
    this.target = nextPlace(this.placement, this.target) ?? "F";
    this.ask();
  }

  move(card: Card, place: Place | undefined): void {
    const next = moved(this.placement, card, place);
    // What is taken away must not come back by itself.
    if (place === undefined) this.set(next);
    else this.lay(next);
  }

  choose(rules: string): void {
    this.rules = rules;
    this.ask();
  }

  /**
   * Reads a deal in any notation of the engine, and the rules with it, if there are any.
   * Gives whether it is a deal; undefined if something newer has come meanwhile.
   */
  async paste(text: string, rules?: string): Promise<boolean | undefined> {
    this.reading.abort();
    this.reading = new AbortController();
    const { signal } = this.reading;
    const question = { ask: "solve", deal: text, declarer: "F", contract: "misere", goal: "made" };
    try {
      const { deal } = await this.pool.ask<{ deal: string }>(question, signal);
      const placement = placed(deal);
      // The engine knows endings too; this page does not yet.
      if (!isWhole(placement)) return false;
      // The rules of this moment stay: they may have been chosen while this was read.
      if (rules !== undefined) this.rules = rules;
      this.lay(placement);
      return true;
    } catch {
      return signal.aborted ? undefined : false;
    }
  }

  /** Asks for all contracts, a declarer at a time. */
  private ask(): void {
    this.asked.abort();
    this.asked = new AbortController();
    this.results = [];
    this.error = undefined;
    this.leave();
    this.taker = undefined;
    this.discards = [];
    const { deal, rules } = this;
    if (deal === undefined) return;
    for (const declarer of SEATS) {
      this.put<{ results: Result[] }>({ ask: "solve", deal, rules, declarer }, this.asked, ({ results }) => {
        this.results = [...this.results, ...results];
      });
    }
  }

  /** Shows what the declarer's discards lead to. */
  take(declarer: Seat): void {
    this.taking.abort();
    this.taking = new AbortController();
    this.taker = declarer;
    this.discards = [];
    const { deal, rules } = this;
    if (deal === undefined) return;
    this.put<{ discards: Discard[] }>(
      { ask: "talon", deal, rules, declarer },
      this.taking,
      ({ discards }) => {
        this.discards = discards;
      },
    );
  }

  /** Plays a contract from its beginning. */
  start(declarer: Seat, contract: string, discard: Card[] = []): void {
    this.sit({ declarer, contract, discard, cards: [] });
  }

  private sit(table: Table): void {
    this.leaders = [];
    this.undone = [];
    this.table = table;
    this.look();
  }

  leave(): void {
    this.moving.abort();
    this.error = undefined;
    this.table = undefined;
    this.values = [];
    this.toMove = null;
  }

  /** The cards that a hand has still. */
  hand(seat: Seat): Card[] {
    const { table } = this;
    let cards = at(this.placement, seat);
    if (table?.declarer === seat && table.discard.length > 0) {
      cards = [...cards, ...at(this.placement, "talon")].filter((card) => !table.discard.includes(card));
    }
    return cards.filter((card) => !table?.cards.includes(card));
  }

  play(card: Card): void {
    if (!this.table || !this.values.some((one) => one.card === card)) return;
    this.undone = this.undone[0] === card ? this.undone.slice(1) : [];
    this.table = { ...this.table, cards: [...this.table.cards, card] };
    this.look();
  }

  /** Takes back the last card. */
  undo(): void {
    const card = this.table?.cards.at(-1);
    if (!this.table || card === undefined) return;
    this.undone = [card, ...this.undone];
    this.table = { ...this.table, cards: this.table.cards.slice(0, -1) };
    this.look();
  }

  redo(): void {
    const [card] = this.undone;
    if (card !== undefined) this.play(card);
  }

  restart(): void {
    if (!this.table) return;
    this.undone = [...this.table.cards, ...this.undone];
    this.table = { ...this.table, cards: [] };
    this.look();
  }

  /** Plays a best line to the end, unless somebody does something else meanwhile. */
  playOn(): void {
    const { table } = this;
    if (!table) return;
    this.put<{ line: Card[] }>({ ask: "line", ...this.position(table) }, this.moving, async ({ line }) => {
      let expected: Table = table;
      for (const card of line) {
        if (this.table !== expected) return;
        expected = { ...expected, cards: [...expected.cards, card] };
        this.table = expected;
        this.undone = [];
        await this.look();
      }
    });
  }

  private position(table: Table): Record<string, unknown> {
    const { declarer, contract, discard, cards } = table;
    const laid = discard.length > 0 ? { discard } : {};
    return { deal: this.deal, rules: this.rules, declarer, contract, ...laid, played: cards };
  }

  /** Asks what each card leads to. */
  private async look(): Promise<void> {
    const { table } = this;
    this.moving.abort();
    this.moving = new AbortController();
    this.values = [];
    this.toMove = null;
    this.error = undefined;
    if (!table) return;
    // A play that comes from a link has moments that nobody has seen yet.
    const { length } = table.cards;
    const tricks = Math.floor(length / 3);
    const unseen = Array.from({ length: tricks + 1 }, (_, n) => 3 * n).slice(this.leaders.length);
    const at = [...new Set([...unseen, length])];
    type Moment = { to_move: Seat | null; cards: Valued[] };
    await this.put<{ answers: Moment[] }>(
      { ask: "cards", ...this.position(table), at },
      this.moving,
      ({ answers }) => {
        const leaders = [...this.leaders];
        at.forEach((number, n) => {
          // At the end it is nobody's turn.
          const seat = answers[n]?.to_move;
          if (number % 3 === 0 && seat) leaders[number / 3] = seat;
        });
        this.leaders = leaders.slice(0, tricks + 1);
        const now = answers.at(-1);
        this.toMove = now?.to_move ?? null;
        this.values = now?.cards ?? [];
      },
    );
  }

  /** Asks, and takes the answer unless it is stale. */
  private async put<Answer>(
    question: Question,
    { signal }: AbortController,
    take: (answer: Answer) => unknown,
  ): Promise<void> {
    try {
      const answer = await this.pool.ask<Answer>(question, signal);
      if (!signal.aborted) await take(answer);
    } catch (error) {
      if (!signal.aborted) this.fail(error);
    }
  }

  private fail(error: unknown): void {
    this.error = error instanceof Refused ? error.code : "internal";
  }
}
