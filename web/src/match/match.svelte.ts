/** A game of whole hands between the person and two bots. The engine answers who acts, what is legal, and who gains. */

import { type Asker, QuestionError } from "../engine/pool";
import type { Chance } from "../game/answers";
import { notation, parseDeal, randomDeal, type Seat } from "../game/deal";
import type { ActAnswer, ActionAdvice, RulesDescription, SessionAnswer, StateAnswer } from "../game/schema";
import {
  type Bot,
  handOf,
  type HandRecord,
  logOf,
  newRecord,
  placesOf,
  PLAYERS,
  playersFor,
  type Ruling,
  type SharedDeal,
  type TablePlace,
} from "./record";
import { ChangedElsewhere, keep, type KeptGame } from "./store";

/** The pauses in milliseconds before a bot acts, before it leads to the next trick, and before the person may act. */
export interface Pauses {
  bot: number;
  trick: number;
  person: number;
}
const PAUSES: Pauses = { bot: 600, trick: 1000, person: 250 };

/** A point of a hand at which the person acts. */
export interface Turn {
  /** The texts of the legal actions. */
  actions: readonly string[];
  /** The texts of the divisions of the tricks that may be offered, and of the claims, in place of an action. */
  offers: readonly string[];
  claims: readonly string[];
  /** Whose card or call it is: the person's own seat, or that of an open hand that the person plays. */
  seat: Seat;
}

/** What the strong player would do in a turn, what each action is worth on average, and for a call each contract. */
export interface Hint {
  turn: Turn;
  action?: string;
  values?: ActionAdvice;
  chances?: readonly Chance[];
  /** The engine's error code, if it has no answer. */
  error?: string;
}

/** The number of layouts of the unseen cards over which a hint averages. */
export const HINT_LAYOUTS = 40;
const EARLY_LAYOUTS = 12;

/** Waits `milliseconds`; rejects with the signal's reason if it is aborted. */
const wait = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });

export class Match {
  readonly rules: unknown;
  readonly bot: Bot;
  readonly seed: number;
  readonly isTraining: boolean;
  readonly shared: SharedDeal | undefined;
  /** The condition that ends the game. */
  private end: string | undefined;
  /** The places of the players in the order in which a session names them. */
  readonly players: readonly TablePlace[];
  records = $state.raw<HandRecord[]>([]);
  rulings = $state.raw<Ruling[]>([]);
  /** The game up to the present hand. */
  session = $state.raw<SessionAnswer | undefined>();
  /** The present hand as the person sees it. */
  hand = $state.raw<StateAnswer | undefined>();
  /** The calls with which the auction of the hand could begin, which have places of their own. */
  calls = $state.raw<readonly string[]>([]);
  described = $state.raw<RulesDescription | undefined>();
  /** The person's turn; undefined while a bot acts, and for a moment after each action. */
  turn = $state.raw<Turn | undefined>();
  hint = $state.raw<Hint | undefined>();
  /** The claim of this turn that does not stand. */
  refusedClaim = $state<string | undefined>();
  /** The engine's error code, if a question has no answer. */
  error = $state<string | undefined>();
  /** Whether another tab of the browser has gone on with this game. */
  isStale = $state(false);

  /** The players' places by seat in the present hand. */
  places = $state.raw<Record<Seat, TablePlace> | undefined>();
  private control = new AbortController();
  /** The last write of the game, after which the next one begins. */
  private writing: Promise<void> = Promise.resolve();
  /** Lets other tabs have the game. */
  private release: (() => void) | undefined;

  /** `below(n)` returns a random number from 0 to n - 1. */
  constructor(
    private readonly pool: Asker,
    private kept: KeptGame,
    private readonly below: (bound: number) => number,
    /** Whether the only legal card is played automatically. */
    private readonly playsForced: () => boolean,
    private readonly pauses: Pauses = PAUSES,
  ) {
    const { rules, bot, seed, training, shared, records, rulings = [], end } = kept;
    this.shared = shared;
    this.end = end;
    this.players = shared ? playersFor(shared.seat) : PLAYERS;
    this.rules = rules;
    this.bot = bot;
    this.seed = seed;
    this.isTraining = training;
    this.records = records;
    this.rulings = rulings;
  }

  get id(): string {
    return this.kept.id;
  }

  /** Keeps the game in the browser. Without storage it lasts until the page is closed. */
  private keep(): void {
    this.writing = this.writing.then(async () => {
      const { records, rulings, end, isOver, isStale } = this;
      if (isStale) return;
      const game = { ...this.kept, ...(end === undefined ? {} : { end }), records, rulings, isOver };
      try {
        this.kept = await keep({ ...game, gain: this.gainOf("F") });
      } catch (error) {
        if (error instanceof ChangedElsewhere) this.giveUp();
      }
    });
  }

  /** Takes the game from other tabs, so that only one lets the bots act. */
  private hold(): void {
    // Browsers have locks on secure origins only. Elsewhere the version of the kept game protects it.
    if (this.release || !navigator.locks) return;
    const isHeld = new Promise<void>((resolve) => (this.release = resolve));
    navigator.locks
      .request(`preference-game-${this.id}`, { steal: true }, () => isHeld)
      .catch(() => {
        this.giveUp();
      });
  }

  /** Leaves the game to another tab. */
  private giveUp(): void {
    this.isStale = true;
    this.leave();
  }

  /** The seat of the person in the present hand. */
  get seat(): Seat | undefined {
    return this.seatAt("F");
  }

  seatAt(place: TablePlace): Seat | undefined {
    const { places } = this;
    return (Object.keys(places ?? {}) as Seat[]).find((seat) => places?.[seat] === place);
  }

  get isHandOver(): boolean {
    return this.hand?.phase === "over" || this.isStruck;
  }

  /** Whether the game goes on only when the person says so: another tab has it, or a question has no answer. */
  get isStuck(): boolean {
    return this.isStale || this.error !== undefined;
  }

  /** Whether the present hand is struck out. */
  get isStruck(): boolean {
    return this.records.at(-1)?.struck === true;
  }

  get isOver(): boolean {
    return this.session?.over === true || (this.shared !== undefined && this.isHandOver);
  }

  /** The gain of a player in the game so far. */
  gainOf(place: TablePlace): number {
    return this.session?.gains[this.players.indexOf(place)] ?? 0;
  }

  /** Goes on with the game: deals the first hand, or follows the last one. */
  resume(): void {
    if (this.isStale) return;
    this.hold();
    this.start(async (signal) => {
      this.described = await this.ask<RulesDescription>({ ask: "rules", rules: this.rules }, signal);
      if (this.records.length === 0) await this.dealHand(signal);
      else await this.openHand(signal);
    });
  }

  /** Stops the bots; no question or pause has an effect any more. */
  leave(): void {
    this.control.abort();
    this.turn = undefined;
    this.release?.();
    this.release = undefined;
  }

  /** Takes an action of the person, if the turn in which it was offered is still the present one. */
  act(turn: Turn | undefined, action: string): void {
    if (!turn || turn !== this.turn || ![...turn.actions, ...turn.offers].includes(action)) return;
    this.start((signal) => this.append(action, signal));
  }

  /** Claims tricks for the person's side. If it is not sure of them, the turn stays as it is. */
  claim(turn: Turn | undefined, claim: string): void {
    if (!turn || turn !== this.turn || !turn.claims.includes(claim)) return;
    this.start(async (signal) => {
      const { record } = this;
      try {
        await this.ask({ ask: "state", record: { ...record, actions: [...record.actions, claim] } }, signal);
      } catch (error) {
        if (!(error instanceof QuestionError)) throw error;
        this.refusedClaim = claim;
        this.turn = turn;
        return;
      }
      await this.append(claim, signal);
    });
  }

  /** Asks what the strong player would do in the person's place, and for a card what each one is worth. */
  async askHint(): Promise<void> {
    const { turn, hand, seed, control } = this;
    const { signal } = control;
    const view = hand?.view;
    if (!this.isTraining || !turn || !view) return;
    const hint: Hint = { turn };
    try {
      const act = { ask: "act", view, player: "strong", seed };
      hint.action = (await this.ask<ActAnswer>(act, signal)).action;
      this.hint = { ...hint };
      if (hand.phase === "auction") {
        const own = new Map(view.dealt.map((card) => [card, view.seat as Seat]));
        const evaluate = { ask: "evaluate", deal: notation(own), rules: this.rules, layouts: HINT_LAYOUTS };
        const { results } = await this.ask<{ results: Chance[] }>(evaluate, signal);
        this.hint = { ...hint, chances: results };
        return;
      }
      const isPlay = hand.phase === "play";
      // Before the play there are more actions, and whole hands follow them.
      const layouts = isPlay ? HINT_LAYOUTS : EARLY_LAYOUTS;
      const values = await this.ask<ActionAdvice>({ ask: "advise", view, layouts, seed }, signal).catch(
        (error: unknown) => {
          // Not every step before the play is valued.
          if (isPlay || !(error instanceof QuestionError)) throw error;
        },
      );
      if (values) this.hint = { ...hint, values };
    } catch (error) {
      if (!signal.aborted)
        this.hint = { ...hint, error: error instanceof QuestionError ? error.code : "internal" };
    }
  }

  /** Whether an action of the person in this hand can be taken back. */
  get canTakeBack(): boolean {
    return this.isTraining && this.lastOwnStep >= 0;
  }

  /** Takes back the person's last action, and what has followed it. */
  takeBack(): void {
    const { lastOwnStep, record } = this;
    if (!this.canTakeBack) return;
    this.start(async (signal) => {
      let at = lastOwnStep;
      for (;;) {
        const actions = record.actions.slice(0, at);
        const state = await this.askState({ ...record, actions }, signal);
        const earlier = this.ownStepBefore(at);
        if (!this.isForced(state) || earlier < 0) break;
        at = earlier;
      }
      this.setRecord({ ...record, actions: record.actions.slice(0, at) });
      this.session = await this.askSession(this.records, signal);
      await this.follow(signal, this.pauses.person);
    });
  }

  private get lastOwnStep(): number {
    return this.ownStepBefore(Infinity);
  }

  private ownStepBefore(end: number): number {
    return this.hand?.view?.steps.slice(0, end).findLastIndex(({ player }) => player === this.seat) ?? -1;
  }

  /** Deals the next hand after the present one is over. */
  dealNext(): void {
    if (!this.isHandOver || this.isOver || this.turn) return;
    this.start((signal) => this.dealHand(signal));
  }

  /** Whether the person may end the game after this hand. */
  get canFinish(): boolean {
    return this.isHandOver && !this.isOver && this.session?.end === "open";
  }

  /** Ends a game with an open end. */
  finish(): void {
    if (!this.canFinish) return;
    this.end = `deals:${this.records.length}`;
    this.start(async (signal) => {
      this.session = await this.askSession(this.records, signal);
      this.keep();
    });
  }

  /** Strikes the present hand out, whether it is finished or not, with a remark. */
  strikeOut(words: string): void {
    const { record } = this;
    if (this.shared || this.isStruck) return;
    this.start(async (signal) => {
      this.setRecord({ ...handOf(record), struck: true, ...(words === "" ? {} : { words }) });
      this.session = await this.askSession(this.records, signal);
      this.keep();
    });
  }

  /** Lets a hand that is struck out count again, as long as no other has been dealt. */
  restoreHand(): void {
    if (!this.isStruck) return;
    this.start(async (signal) => {
      this.setRecord(handOf(this.record));
      this.session = await this.askSession(this.records, signal);
      await this.follow(signal, 0);
    });
  }

  /** Whether a ruling can be added after the present hand. */
  get canRule(): boolean {
    return this.isHandOver && this.shared === undefined;
  }

  /** The rulings after the present hand, which can still be taken back. */
  get openRulings(): number {
    return this.canRule ? this.rulings.filter(({ after }) => after === this.records.length).length : 0;
  }

  /** Adds a ruling after the present hand. Returns the engine's error code if the rules do not allow it. */
  async addRuling(ruling: Omit<Ruling, "after">): Promise<string | undefined> {
    if (!this.canRule) return undefined;
    return this.setRulings([...this.rulings, { after: this.records.length, ...ruling }]);
  }

  /** Takes back the last ruling after the present hand. */
  async takeRulingBack(): Promise<void> {
    if (this.openRulings > 0) await this.setRulings(this.rulings.slice(0, -1));
  }

  private async setRulings(rulings: Ruling[]): Promise<string | undefined> {
    const before = this.rulings;
    this.rulings = rulings;
    try {
      this.session = await this.askSession(this.records, this.control.signal);
      this.keep();
      return undefined;
    } catch (error) {
      this.rulings = before;
      return error instanceof QuestionError ? error.code : "internal";
    }
  }

  private start(run: (signal: AbortSignal) => Promise<void>): void {
    if (this.isStale) return;
    this.control.abort();
    this.control = new AbortController();
    const { signal } = this.control;
    this.turn = undefined;
    this.error = undefined;
    run(signal).catch((error: unknown) => {
      if (!signal.aborted) this.error = error instanceof QuestionError ? error.code : "internal";
    });
  }

  private ask<Answer>(
    question: { ask: string } & Record<string, unknown>,
    signal: AbortSignal,
  ): Promise<Answer> {
    return this.pool.ask<Answer>(question, signal);
  }

  private askSession(records: HandRecord[], signal: AbortSignal): Promise<SessionAnswer> {
    const { rules, players, end, rulings } = this;
    const log = logOf({ records, rulings });
    const question = { ask: "session", rules, log, players, ...(end === undefined ? {} : { end }) };
    return this.ask<SessionAnswer>(question, signal);
  }

  private get record(): HandRecord {
    const record = this.records.at(-1);
    if (!record) throw new Error("no hand has been dealt");
    return record;
  }

  /** Replaces the record of the present hand. */
  private setRecord(record: HandRecord): void {
    this.records = [...this.records.slice(0, -1), record];
    this.keep();
  }

  private async dealHand(signal: AbortSignal): Promise<void> {
    const { next } = await this.askSession(this.records, signal);
    if (!next) return;
    const dealt = this.shared ? parseDeal(this.shared.deal) : randomDeal(this.below);
    this.records = [...this.records, newRecord(dealt, this.rules, next)];
    this.keep();
    await this.openHand(signal);
  }

  private async openHand(signal: AbortSignal): Promise<void> {
    const { record } = this;
    const begun = { ...handOf(record), actions: [] };
    // The table of a finished hand is the one before it, so its seats are asked for without its actions.
    const { next } = await this.askSession([...this.records.slice(0, -1), begun], signal);
    this.places = next ? placesOf(next) : undefined;
    this.session = await this.askSession(this.records, signal);
    this.calls = (await this.ask<StateAnswer>({ ask: "state", record: begun }, signal)).legal_actions;
    await this.follow(signal, 0);
  }

  private async append(action: string, signal: AbortSignal): Promise<void> {
    const { record } = this;
    this.setRecord({ ...record, actions: [...record.actions, action] });
    await this.follow(signal, this.pauses.person);
  }

  /** Shows the hand, and lets the bots act until the person's turn or the end. */
  private async follow(signal: AbortSignal, pause: number): Promise<void> {
    for (;;) {
      const { record } = this;
      const state = await this.askState(record, signal);
      const isTrickDone = state.winners.length > (this.hand?.winners.length ?? 0);
      const { player, to_act } = state;
      // A hand that is over is shown with its place on the sheet.
      const isDone = !player || !to_act || this.isStruck;
      if (isDone) this.session = await this.askSession(this.records, signal);
      this.hand = state;
      if (isDone) {
        this.keep();
        return;
      }
      const forced = this.isForced(state) ? state.legal_actions[0] : undefined;
      if (player === this.seat && forced === undefined) {
        await wait(pause, signal);
        this.refusedClaim = undefined;
        this.turn = {
          actions: state.legal_actions,
          offers: state.offers,
          claims: state.claims,
          seat: to_act,
        };
        return;
      }
      const [action] = await Promise.all([
        forced ?? this.chooseFor(player, signal),
        wait(isTrickDone ? this.pauses.trick : this.pauses.bot, signal),
      ]);
      this.setRecord({ ...record, actions: [...record.actions, action] });
      pause = this.pauses.person;
    }
  }

  /** Whether the seat that acts has no choice, so that nobody is asked. */
  private isForced({ phase, legal_actions: legal }: StateAnswer): boolean {
    return legal.length === 1 && (phase !== "play" || this.playsForced());
  }

  /** A hand as the person sees it. */
  private askState(record: HandRecord, signal: AbortSignal): Promise<StateAnswer> {
    return this.ask<StateAnswer>({ ask: "state", record: handOf(record), seat: this.seat }, signal);
  }

  /** The action of a bot, which sees only the view of its seat. */
  private async chooseFor(player: Seat, signal: AbortSignal): Promise<string> {
    const { record, bot, seed } = this;
    const { view } = await this.ask<StateAnswer>({ ask: "state", record, seat: player }, signal);
    const { action } = await this.ask<ActAnswer>({ ask: "act", view, player: bot, seed }, signal);
    return action;
  }
}
