/** The state of the page: a deal, what is asked about it, and the play. */

import { Latest } from "../engine/latest";
import { type Pool, type Question } from "../engine/pool";
import type { Chance, Discard, Puzzle, Result, Review } from "./answers";
import { type Card, sorted } from "./cards";
import {
  type Kind,
  type Place,
  type Placement,
  type Seat,
  SEATS,
  at,
  filled,
  kindOf,
  moved,
  nextPlace,
  notation,
  placed,
} from "./deal";
import type { Shown } from "./link";
import { Play, type Table } from "./play.svelte";
import { type Described, type Rules, asked, named, preset } from "./rules";
import { after } from "./trick";
import { Tree } from "./tree";

/** A record as `pref review` takes it, and what the engine says of it. */
interface Reviewed {
  record: Record<string, unknown>;
  review: Review;
}

export class Game {
  placement = $state.raw<Placement>(new Map());
  rules = $state.raw<Rules>(preset("austrian"));
  /** Who leads, if it is not whom the rules say: only an ending has this. */
  leader = $state<Seat | undefined>();
  /** Where the next card goes. */
  target = $state<Place>("F");
  /** The rules as the engine describes them. */
  described = $state.raw<Described | undefined>();
  /** What each declarer reaches from the hand, as far as it is known. */
  results = $state.raw<Result[]>([]);
  /** What the discards of each declarer lead to. */
  discards = $state.raw(new Map<Seat, Discard[]>());
  /** What a hand has a chance of, if the others are unknown. */
  chances = $state.raw<Chance[]>([]);
  /** Over how many layouts that is. */
  layouts = $state(0);
  /** The declarer whose discards are shown. */
  taker = $state<Seat | undefined>();
  play = $state.raw<Play | undefined>();
  review = $state.raw<Reviewed | undefined>();
  puzzle = $state.raw<Puzzle | undefined>();
  /** The two cards that were laid aside in answer to it. */
  answer = $state.raw<Card[] | undefined>();
  hidden = $state(false);
  /** The answers are shown as long as this is held. */
  peeking = $state(false);
  /** The only hand that is seen. */
  alone = $state<Seat | undefined>();
  /** The engine's code for why there is no answer, and what it said. */
  error = $state.raw<{ code: string; message: string } | undefined>();
  /** What the engine said of the last text that was none of its deals. */
  misread = $state("");

  readonly kind: Kind | undefined = $derived(kindOf(this.placement));
  /** The deal, the ending, or the hand in the engine's notation; none as long as cards are missing. */
  readonly deal: string | undefined = $derived(this.kind && notation(this.placement));
  /** Whether answers are to be seen. */
  readonly open = $derived((!this.hidden && this.alone === undefined) || this.peeking);

  private readonly reading: Latest;
  private readonly asking: Latest;
  private readonly describing: Latest;

  constructor(
    private readonly pool: Pool,
    private readonly forced: () => boolean = () => false,
  ) {
    const fail = (code: string, message: string): void => {
      this.error = { code, message };
    };
    this.asking = new Latest(pool, fail);
    this.describing = new Latest(pool, fail);
    this.reading = new Latest(pool, () => {});
  }

  /** Questions of a part of the page, of which only the newest count. */
  latest(fail: (code: string, message: string) => void = () => {}): Latest {
    return new Latest(this.pool, fail);
  }

  /** What a link tells of this. */
  get shown(): Shown {
    const { placement, rules, leader, play } = this;
    const told = { placement, rules, ...(leader ? { leader } : {}) };
    return play ? { ...told, play: { ...play.table, tree: play.tree, node: play.node } } : told;
  }

  /** Takes over what a link tells. */
  show({ placement, rules, leader, play }: Shown): void {
    this.rules = rules;
    this.set(filled(placement), leader);
    if (play) {
      if (play.discard.length > 0) this.taker = play.declarer;
      this.sit(play)?.load(play.tree, play.node);
    }
  }

  /** Lays the cards so, the last place by itself, and asks what the hands make. */
  lay(placement: Placement): void {
    this.set(filled(placement));
  }

  private set(placement: Placement, leader?: Seat): void {
    // A text that is still being read is older than this.
    this.reading.drop();
    this.placement = placement;
    this.leader = leader;
    this.target = nextPlace(placement, this.target) ?? "F";
    this.ask();
  }

  move(card: Card, place: Place | undefined): void {
    const next = moved(this.placement, card, place);
    // What is taken away must not come back by itself.
    if (place === undefined || this.placement.has(card)) this.set(next);
    else this.lay(next);
  }

  /** Two cards change places. */
  swap(card: Card, other: Card): void {
    const { placement } = this;
    const next = new Map(placement);
    for (const [from, to] of [
      [card, placement.get(other)],
      [other, placement.get(card)],
    ] as const) {
      if (to) next.set(from, to);
      else next.delete(from);
    }
    this.set(next);
  }

  /** Each hand goes to the next seat. */
  rotate(): void {
    const turned = (place: Place): Place => (place === "talon" ? place : after(place));
    this.lay(new Map([...this.placement].map(([card, place]) => [card, turned(place)])));
  }

  choose(rules: Rules): void {
    this.rules = rules;
    this.ask();
  }

  lead(leader: Seat | undefined): void {
    this.leader = leader;
    this.ask();
  }

  /**
   * Reads a deal in any notation of the engine, or a record of a hand, and the rules with it, if there
   * are any. Gives whether it is one; undefined if something newer has come meanwhile.
   */
  async paste(text: string, rules?: Rules): Promise<boolean | undefined> {
    this.misread = "";
    const record = recordOf(text);
    if (record) return this.recorded(record);
    let right: boolean | undefined;
    const take = ({ deal }: { deal: string }): void => {
      const placement = placed(deal);
      right = kindOf(placement) !== undefined;
      if (!right) return;
      // The rules of this moment stay: they may have been chosen while this was read.
      if (rules !== undefined) this.rules = rules;
      this.lay(placement);
    };
    const about = { deal: text, contract: "misere" };
    const unknown = text.includes("?");
    const question: Question = unknown
      ? { ask: "evaluate", ...about, layouts: 2 }
      : { ask: "solve", ...about, declarer: "F", goal: "made" };
    await this.reading.ask(question, take, (_, message) => {
      right = false;
      this.misread = message;
    });
    return right;
  }

  private async recorded(record: Record<string, unknown>): Promise<boolean | undefined> {
    let right: boolean | undefined;
    const take = (review: Review): void => {
      right = true;
      const played = (Array.isArray(record["played"]) ? record["played"] : []) as Card[];
      const rules = typeof record["rules"] === "string" ? named(record["rules"]) : undefined;
      if (rules) this.rules = rules;
      this.lay(placed(review.deal));
      const { declarer, contract } = review;
      if (declarer && contract) {
        const discard = review.discard ? (review.discard.done.split(" ") as Card[]) : [];
        this.sit({ declarer, contract, discard })?.load(Tree.of(played), 0);
      }
      this.review = { record, review };
    };
    await this.reading.ask<Review>({ ...record, ask: "review" }, take, (_, message) => {
      right = false;
      this.misread = message;
    });
    return right;
  }

  /** Asks for what there is to know of the cards. */
  private ask(): void {
    this.asking.drop();
    this.results = [];
    this.chances = [];
    this.discards = new Map();
    this.error = undefined;
    this.review = undefined;
    this.puzzle = undefined;
    this.leave();
    this.taker = undefined;
    const rules = asked(this.rules);
    this.describing.ask<Described>({ ask: "rules", rules }, (described) => (this.described = described));
    const { deal, kind, leader } = this;
    if (deal === undefined) return;
    const about = { deal, rules, ...(leader ? { leader } : {}) };
    if (kind === "hand") return void this.askChances(about);
    const hand = kind === "deal" ? { hand: true } : {};
    for (const declarer of SEATS) {
      this.asking.also<{ results: Result[] }>(
        { ask: "solve", ...about, ...hand, declarer },
        ({ results }) => {
          this.results = [...this.results, ...results];
        },
      );
    }
    if (kind !== "deal") return;
    for (const declarer of SEATS) {
      this.asking.also<{ discards: Discard[] }>({ ask: "talon", deal, rules, declarer }, ({ discards }) => {
        this.discards = new Map([...this.discards, [declarer, discards]]);
      });
    }
  }

  /** A few layouts first, so that something is seen; then more. */
  private async askChances(about: Record<string, unknown>): Promise<void> {
    for (const layouts of [20, 100, 500]) {
      const before = this.chances;
      type Chances = { results: Chance[]; layouts: number };
      await this.asking.also<Chances>({ ask: "evaluate", ...about, layouts }, (found) => {
        this.chances = found.results;
        this.layouts = found.layouts;
      });
      // Something else is asked, or there is no answer.
      if (this.chances === before) return;
    }
  }

  /** Shows what the declarer's discards lead to. */
  take(declarer: Seat): void {
    this.taker = declarer;
  }

  /** Plays a contract from its beginning. */
  start(declarer: Seat, contract: string, discard: Card[] = []): void {
    this.sit({ declarer, contract, discard })?.visit(0);
  }

  private sit({ declarer, contract, discard }: Table): Play | undefined {
    const { deal, rules, leader, kind } = this;
    this.play?.close();
    this.error = undefined;
    if (deal === undefined || kind === "hand") return undefined;
    const fields: Record<string, unknown> = { deal, rules: asked(rules), declarer, contract };
    if (leader) fields["leader"] = leader;
    if (discard.length > 0) fields["discard"] = discard;
    else if (kind === "deal") fields["hand"] = true;
    const hand = (seat: Seat): Card[] => {
      const held = at(this.placement, seat);
      if (seat !== declarer || discard.length === 0) return held;
      return sorted([...held, ...at(this.placement, "talon")]).filter((card) => !discard.includes(card));
    };
    const hands = Object.fromEntries(SEATS.map((seat) => [seat, hand(seat)])) as Record<Seat, Card[]>;
    this.play = new Play(this.pool, { declarer, contract, discard }, fields, hands, this.forced);
    return this.play;
  }

  /** Takes the cards that are left, between two tricks, for an ending of their own. */
  cut(): void {
    const { play } = this;
    const leader = play?.toMove;
    if (!play || !leader) return;
    const left = SEATS.flatMap((seat) => play.hand(seat).map((card): [Card, Place] => [card, seat]));
    this.set(new Map(left), leader);
  }

  leave(): void {
    this.play?.close();
    this.play = undefined;
    this.puzzle = undefined;
  }

  /** A puzzle that the engine finds for these rules: the answers are hidden until it is solved. */
  pose(puzzle: Puzzle): void {
    this.lay(placed(puzzle.deal));
    this.puzzle = puzzle;
    this.answer = undefined;
    this.hidden = true;
    if (puzzle.kind === "discard") this.taker = puzzle.declarer;
    else this.start(puzzle.declarer, puzzle.contract);
  }
}

/** A record of a hand, if the text is one: an object of JSON. */
function recordOf(text: string): Record<string, unknown> | undefined {
  if (!text.trimStart().startsWith("{") || text.length > 20_000) return undefined;
  try {
    const record = JSON.parse(text) as Record<string, unknown>;
    delete record["id"];
    return record;
  } catch {
    return undefined;
  }
}
