/** The state of the page: a deal, what is asked about it, and the play. */

import { type Fail, Latest } from "../engine/latest";
import type { Pool } from "../engine/pool";
import type { Chance, Puzzle, Result, Described, TalonAnswer } from "./answers";
import { type Card, sorted } from "./cards";
import {
  type Kind,
  type Place,
  type Placement,
  type Seat,
  SEATS,
  after,
  at,
  filled,
  kindOf,
  moved,
  nextPlace,
  notation,
  placed,
} from "./deal";
import type { Shown, Table } from "./link";
import { Play } from "./play.svelte";
import { type Rules, asked, preset } from "./rules";
import { type Reviewed, type Taker, Sources } from "./sources.svelte";

/** The visitor's choices that matter to the game. */
export interface GameSettings {
  /** The only legal card plays itself. */
  forced: () => boolean;
  /** The cards are those of a German pack. */
  german: () => boolean;
}

export class Game implements Taker {
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
  talons = $state.raw(new Map<Seat, TalonAnswer>());
  /** What a hand has a chance of, if the others are unknown. */
  chances = $state.raw<Chance[]>([]);
  /** Over how many layouts that is. */
  layouts = $state(0);
  /** The declarer whose discards are shown. */
  taker = $state<Seat | undefined>();
  /** The contract that they are shown for. */
  takes = $state<string | undefined>();
  /** What was played last. */
  left = $state.raw<Table | undefined>();
  play = $state.raw<Play | undefined>();
  review = $state.raw<Reviewed | undefined>();
  puzzle = $state.raw<Puzzle | undefined>();
  /** The two cards that were laid aside in answer to it. */
  answer = $state.raw<Card[] | undefined>();
  hidden = $state(false);
  /** The answers are shown as long as this is held. */
  peeking = $state(false);
  /** What is in the pot, where that decides what is paid. */
  pot = $state<number | undefined>();
  /** The only hand that is seen. */
  alone = $state<Seat | undefined>();
  /** The engine's code for why there is no answer, and what it said. */
  error = $state.raw<{ code: string; message: string } | undefined>();
  /** How often cards have been laid or rules chosen. */
  turn = 0;

  readonly kind: Kind | undefined = $derived(kindOf(this.placement));
  /** The deal, the ending, or the hand in the engine's notation; none as long as cards are missing. */
  readonly deal: string | undefined = $derived(this.kind && notation(this.placement));
  /** What has been tried on the puzzle: a card, or two that are laid aside. */
  readonly tried: Card[] | undefined = $derived.by(() => {
    if (this.puzzle?.kind === "discard") return this.answer;
    const card = this.play?.moves[0];
    return card && [card];
  });
  /** Whether answers are to be seen: those of a puzzle when something has been tried. */
  readonly open: boolean = $derived(
    this.peeking || (!this.hidden && this.alone === undefined && (!this.puzzle || this.tried !== undefined)),
  );

  /** The rules that were described last, as they were asked for. */
  private asked = "";
  readonly sources: Sources;
  private readonly asking: Latest;
  private readonly describing: Latest;

  constructor(
    private readonly pool: Pool,
    private readonly settings: GameSettings = { forced: () => false, german: () => false },
  ) {
    const fail = (code: string, message: string): void => {
      this.error = { code, message };
    };
    this.asking = new Latest(pool, fail);
    this.describing = new Latest(pool, (code, message) => {
      this.described = undefined;
      fail(code, message);
    });
    this.sources = new Sources(pool, this, settings.german);
  }

  /** Questions of a part of the page, of which only the newest count. */
  latest(fail: Fail = () => {}): Latest {
    return new Latest(this.pool, fail);
  }

  /** What decides what is paid beside the cards. */
  get stakes(): Record<string, unknown> {
    return this.pot === undefined ? {} : { pot: this.pot };
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
      if (play.discard.length > 0) this.take(play.declarer, play.contract);
      this.sit(play)?.load(play.tree, play.node);
    }
  }

  /** Lays the cards so, the last place by itself, and asks what the hands make. */
  lay(placement: Placement, leader?: Seat): void {
    this.set(filled(placement), leader);
  }

  private set(placement: Placement, leader?: Seat): void {
    this.sources.laid();
    this.placement = placement;
    // Elsewhere the rules say who leads.
    this.leader = this.kind === "ending" ? leader : undefined;
    this.target = nextPlace(placement, this.target) ?? "F";
    this.ask();
  }

  move(card: Card, place: Place | undefined): void {
    const next = moved(this.placement, card, place);
    // What is taken away must not come back by itself.
    if (place === undefined || this.placement.has(card)) this.set(next, this.leader);
    else this.lay(next, this.leader);
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
    this.set(next, this.leader);
  }

  /** Each hand goes to the next seat. */
  rotate(): void {
    if (this.placement.size === 0) return;
    const turned = (place: Place): Place => (place === "talon" ? place : after(place));
    const next = new Map([...this.placement].map(([card, place]) => [card, turned(place)]));
    this.lay(next, this.leader && after(this.leader));
  }

  /** Chooses rules; what is played goes on under them, as far as its cards can be played so. */
  choose(rules: Rules): void {
    const { play } = this;
    this.sources.chosen();
    this.rules = rules;
    this.ask();
    if (!play) return;
    const { declarer, contract, discard } = play.table;
    if (discard.length > 0) this.take(declarer, contract);
    this.sit(play.table)?.load(play.tree, play.node);
  }

  lead(leader: Seat | undefined): void {
    this.leader = leader;
    this.ask();
  }

  /** Asks for what there is to know of the cards. */
  private ask(): void {
    this.turn += 1;
    this.asking.drop();
    this.results = [];
    this.chances = [];
    this.talons = new Map();
    this.error = undefined;
    this.review = undefined;
    this.puzzle = undefined;
    this.leave();
    this.taker = this.takes = this.left = undefined;
    const rules = asked(this.rules);
    this.describe(rules);
    const { deal, kind, leader } = this;
    if (deal === undefined) return;
    const about = { deal, rules, ...(leader ? { leader } : {}) };
    if (kind === "hand") return void this.askChances(about);
    const hand = kind === "deal" ? { hand: true } : {};
    this.asking.also<{ results: Result[] }>({ ask: "solve", ...about, ...hand }, ({ results }) => {
      this.results = results;
    });
    if (kind !== "deal") return;
    for (const declarer of SEATS) {
      this.asking.also<TalonAnswer>({ ask: "talon", deal, rules, declarer }, (talon) => {
        this.talons = new Map([...this.talons, [declarer, talon]]);
      });
    }
  }

  /** Asks what the rules are, once for each choice. */
  private describe(rules: unknown): void {
    const choice = JSON.stringify(rules);
    if (this.asked === choice) return;
    this.asked = choice;
    this.describing.ask<Described>({ ask: "rules", rules }, (described) => (this.described = described));
  }

  /** A few layouts first, so that something is seen; then more. */
  private async askChances(about: Record<string, unknown>): Promise<void> {
    for (const layouts of [20, 100, 500]) {
      type Chances = { results: Chance[]; layouts: number };
      const question = { ask: "evaluate", ...about, layouts };
      const taken = await this.asking.also<Chances>(question, (found) => {
        this.chances = found.results;
        this.layouts = found.layouts;
      });
      // Something else is asked, or there is no answer.
      if (!taken) return;
    }
  }

  /** Shows what the declarer's discards lead to, under this contract if one is named. */
  take(declarer: Seat, contract?: string): void {
    this.taker = declarer;
    this.takes = contract;
  }

  /** Plays a contract from its beginning. */
  start(declarer: Seat, contract: string, discard: Card[] = []): void {
    this.puzzle = undefined;
    this.sources.laid();
    this.sit({ declarer, contract, discard })?.begin();
  }

  /** Puts a declarer to the table; nobody where there is nothing to play. */
  sit({ declarer, contract, discard }: Table): Play | undefined {
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
    const table = { declarer, contract, discard };
    this.left = table;
    this.play = new Play(this.pool, table, fields, hands, (seat, only) => this.playsFor(seat, only));
    return this.play;
  }

  /** Takes the cards that are left, between two tricks, for an ending of their own. */
  cut(): void {
    const { play } = this;
    const leader = play?.toMove;
    if (!play || !leader || play.node === 0) return;
    const left = SEATS.flatMap((seat) => play.hand(seat).map((card): [Card, Place] => [card, seat]));
    this.set(new Map(left), leader);
  }

  /** Whether a card is played for a seat: the only one, or one of a hand that is not seen. */
  private playsFor(seat: Seat, only: boolean): boolean {
    const unseen = this.alone !== undefined && this.alone !== seat && !this.peeking;
    return unseen || (only && this.settings.forced());
  }

  leave(): void {
    this.play?.close();
    this.play = undefined;
    this.puzzle = undefined;
  }

  /** Lays the cards of a puzzle. */
  pose(puzzle: Puzzle): void {
    this.lay(placed(puzzle.deal));
    if (puzzle.kind === "discard") this.take(puzzle.declarer, puzzle.contract);
    else this.start(puzzle.declarer, puzzle.contract);
    this.answer = undefined;
    this.puzzle = puzzle;
  }
}
