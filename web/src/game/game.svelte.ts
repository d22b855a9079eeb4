/** The state of the page: a deal, the engine's answers about it, and the play. */

import { type FailureCallback, LatestAsker } from "../engine/latest";
import type { Asker } from "../engine/pool";
import type { Chance, Result, RulesDescription, TalonAnswer } from "./answers";
import { type Card, sortCards } from "./cards";
import type { Lesson } from "./lesson";
import type { Solving } from "./solving.svelte";
import {
  type Place,
  type Placement,
  type PlacementKind,
  type Seat,
  SEATS,
  seatAfter,
  cardsAt,
  fillLastPlace,
  kindOf,
  moveCard,
  nextPlace,
  notation,
} from "./deal";
import { ALL_PASS, type LinkState, type PlayedContract } from "./link";
import { HiddenPlay } from "./hiddenPlay.svelte";
import { Play } from "./play.svelte";
import { loadModule } from "../load";
import { type Rules, rulesField, preset } from "./rules";
import type { HandFacts, StateAnswer } from "./schema";
import { type RecordReview, type GameTarget, Sources } from "./sources.svelte";

/** The number of layouts of a question about the points of a hand, whose chances are not shown. */
const POINTS_LAYOUTS = 2;

/** The visitor's settings that the game depends on. */
export interface GameSettings {
  /** Whether the only legal card is played automatically. */
  playsForced: () => boolean;
  /** Whether the cards belong to a German pack. */
  isGermanPack: () => boolean;
}

/** The deal, its rules, the answers about it, and the play. */
export class Game implements GameTarget {
  placement = $state.raw<Placement>(new Map());
  rules = $state.raw<Rules>(preset("austrian"));
  /** The leader of an ending; undefined if the rules decide. */
  leader = $state<Seat | undefined>();
  /** The place for the next card that the visitor enters. */
  target = $state<Place>("F");
  /** The engine's description of the rules. */
  described = $state.raw<RulesDescription | undefined>();
  /** The results of every contract without the talon, for each declarer; empty as long as they are not known. */
  results = $state.raw<Result[]>([]);
  /** For each declarer, the results of its discards. */
  talons = $state.raw(new Map<Seat, TalonAnswer>());
  /**
   * If only one hand is known: for each contract, the share of layouts of the other cards in which it is made.
   */
  chances = $state.raw<Chance[]>([]);
  /** The number of layouts over which all chances have been computed; some chances may already cover more. */
  layouts = $state(0);
  /** Whether only the points of the hand are known, and the chances are not. */
  readonly hasPointsOnly = $derived(this.layouts === POINTS_LAYOUTS);
  /** The declarer whose discards are shown. */
  discardSeat = $state<Seat | undefined>();
  /** The contract for which the discards are shown. */
  discardContract = $state<string | undefined>();
  play = $state.raw<Play | undefined>();
  review = $state.raw<RecordReview | undefined>();
  /** The puzzle that the visitor is solving. */
  solving = $state.raw<Solving | undefined>();
  /** Whether the visitor has chosen to hide the answers. */
  answersHidden = $state(false);
  /** Whether the visitor is holding the button that shows hidden answers. */
  peeking = $state(false);
  /** The amount in the pot, which some rules need to settle a hand. */
  pot = $state<number | undefined>();
  /** The seat whose hand alone the visitor wants to see; undefined for all hands. */
  chosenSeat = $state<Seat | undefined>();
  /** The engine's error code and message, if a question has no answer. */
  error = $state.raw<{ code: string; message: string } | undefined>();
  /** Counts the changes of the cards or the rules, so that work for older cards or rules can be recognized. */
  revision = 0;

  readonly kind: PlacementKind | undefined = $derived(kindOf(this.placement));
  /** The deal, the ending or the hand in the engine's notation; undefined as long as cards are missing. */
  readonly deal: string | undefined = $derived(this.kind && notation(this.placement));
  /** Whether a puzzle waits for a try. */
  readonly isAsked: boolean = $derived(this.solving !== undefined && !this.solving.hasTried);
  /** The seat whose hand alone is shown; undefined if all hands are shown. */
  readonly shownSeat: Seat | undefined = $derived(
    this.isAsked && this.solving?.puzzle.isHidden ? this.solving.puzzle.seat : this.chosenSeat,
  );
  /** The hand before the call or decision that is asked for or looked at; undefined if none is, or not yet known. */
  private readonly before: StateAnswer | undefined = $derived.by(() => {
    const { solving, play, review } = this;
    if (solving) return solving.action?.state;
    const actions = (play?.node ?? 0) === 0 ? review?.actions : undefined;
    return actions && actions.node > 0 ? actions.before : undefined;
  });
  readonly moment: HandFacts | undefined = $derived(this.before?.facts);
  /** The seat that calls or decides at this moment. */
  readonly toAct: Seat | null | undefined = $derived(this.before?.to_act);
  /** Whether a review shows the hand before its discard. */
  readonly isDiscardReviewed: boolean = $derived(!this.solving && this.before?.phase === "discard");
  /** The play, unless the hand before it is shown. */
  readonly shownPlay: Play | undefined = $derived(this.moment ? undefined : this.play);
  /** Whether answers are shown. The answers of a puzzle are shown only after an attempt. */
  readonly answersShown: boolean = $derived(
    this.peeking || (!this.answersHidden && this.shownSeat === undefined && !this.isAsked),
  );

  /** The rules, as JSON, whose description was last requested. */
  private describedRules = "";
  readonly sources: Sources;
  private readonly cardsAsker: LatestAsker;
  private readonly rulesAsker: LatestAsker;

  constructor(
    private readonly pool: Asker,
    private readonly settings: GameSettings = { playsForced: () => false, isGermanPack: () => false },
  ) {
    const fail = (code: string, message: string): void => {
      this.error = { code, message };
    };
    this.cardsAsker = new LatestAsker(pool, fail);
    this.rulesAsker = new LatestAsker(pool, (code, message) => {
      this.described = undefined;
      fail(code, message);
    });
    this.sources = new Sources(pool, this, settings.isGermanPack);
  }

  /** The cards at a place before the first card was played. */
  cardsAt(place: Place): readonly Card[] {
    const { moment, shownPlay, placement } = this;
    if (moment) {
      const { hands, aside } = moment as { hands: Record<Seat, Card[]>; aside: Card[] };
      // A talon that was taken up is in a hand, too.
      const onTable = aside.filter((card) => !SEATS.some((seat) => hands[seat].includes(card)));
      return sortCards(place === "talon" ? onTable : hands[place]);
    }
    return shownPlay && place !== "talon" ? shownPlay.dealt(place) : cardsAt(placement, place);
  }

  /** Creates an asker for a part of the page; `fail` is called when a question has no answer. */
  createAsker(fail: FailureCallback = () => {}): LatestAsker {
    return new LatestAsker(this.pool, fail);
  }

  /** The fields, other than the cards, that a question needs to settle payments: the amount in the pot. */
  get stakes(): Record<string, unknown> {
    return this.pot === undefined ? {} : { pot: this.pot };
  }

  /** The part of the state that a link holds. */
  get linkState(): LinkState {
    const { placement, rules, leader, play } = this;
    const common = { placement, rules, ...(leader ? { leader } : {}) };
    return play ? { ...common, play: { ...play.playedContract, tree: play.tree, node: play.node } } : common;
  }

  /** Shows the state of a link; with `completes` the last place that has room gets the free cards. */
  show({ placement, rules, leader, play }: LinkState, completes = true): void {
    this.rules = rules;
    this.setPlacement(completes ? fillLastPlace(placement) : placement, leader);
    if (play) {
      this.showDiscardsOf(play);
      this.startPlay(play)?.load(play.tree, play.node);
    }
  }

  /** Sets the placement, fills the last place that has room, and asks for the results of the new deal. */
  place(placement: Placement, leader?: Seat): void {
    this.setPlacement(fillLastPlace(placement), leader);
  }

  private setPlacement(placement: Placement, leader?: Seat): void {
    this.sources.dropQuestions();
    this.placement = placement;
    // The rules decide the leader of a whole deal.
    this.leader = this.kind === "ending" ? leader : undefined;
    this.target = nextPlace(placement, this.target) ?? "F";
    this.askAll();
  }

  move(card: Card, place: Place | undefined): void {
    const next = moveCard(this.placement, card, place);
    // Filling the last place with room must not put back a card that was taken away or moved.
    if (place === undefined || this.placement.has(card)) this.setPlacement(next, this.leader);
    else this.place(next, this.leader);
  }

  /** Moves each hand, and the leader of an ending, to the next seat. */
  rotate(): void {
    if (this.placement.size === 0) return;
    const turned = (place: Place): Place => (place === "talon" ? place : seatAfter(place));
    const next = new Map([...this.placement].map(([card, place]) => [card, turned(place)]));
    this.place(next, this.leader && seatAfter(this.leader));
  }

  /** Chooses rules. Reopens the current play under them, at its last card that is still legal. */
  choose(rules: Rules): void {
    const { play } = this;
    this.sources.dropSearch();
    this.rules = rules;
    this.askAll();
    if (!play) return;
    this.showDiscardsOf(play.playedContract);
    this.startPlay(play.playedContract)?.load(play.tree, play.node);
  }

  /** Sets the leader of an ending; if it is undefined, the rules decide. */
  setLeader(leader: Seat | undefined): void {
    this.leader = leader;
    this.askAll();
  }

  /** Drops all answers and the play, and asks the questions that fit the new cards or rules. */
  private askAll(): void {
    this.revision += 1;
    this.cardsAsker.dropQuestions();
    this.results = [];
    this.chances = [];
    this.talons = new Map();
    this.error = undefined;
    this.review = undefined;
    this.solving = undefined;
    this.closePlay();
    this.discardSeat = this.discardContract = undefined;
    const rules = rulesField(this.rules);
    this.askRules(rules);
    const { deal, kind, leader } = this;
    if (deal === undefined) return;
    const fields = { deal, rules, ...(leader ? { leader } : {}) };
    if (kind === "hand") return void this.askChances(fields);
    const hand = kind === "deal" ? { hand: true } : {};
    this.cardsAsker.askMore<{ results: Result[] }>({ ask: "solve", ...fields, ...hand }, ({ results }) => {
      this.results = results;
    });
    if (kind !== "deal") return;
    for (const declarer of SEATS) {
      this.cardsAsker.askMore<TalonAnswer>({ ask: "talon", deal, rules, declarer }, (talon) => {
        this.talons = new Map([...this.talons, [declarer, talon]]);
      });
    }
  }

  /** The number of turns, the discard among them, at which only one choice wins; 0 if the engine has no answer. */
  async findDiscardDepth(declarer: Seat, contract: string): Promise<number> {
    let found = 0;
    const { deal } = this;
    const fields = { deal, rules: rulesField(this.rules), declarer, contract, goal: "made", depth: true };
    await this.cardsAsker.askMore<TalonAnswer>({ ask: "talon", ...fields }, ({ best }) => {
      found = best[0]?.depth ?? 0;
    });
    return found;
  }

  /** Asks for the description of the rules, unless it was last requested for the same rules. */
  private askRules(rules: unknown): void {
    const choice = JSON.stringify(rules);
    if (this.describedRules === choice) return;
    this.describedRules = choice;
    this.rulesAsker.ask<RulesDescription>(
      { ask: "rules", rules },
      (described) => (this.described = described),
    );
  }

  /**
   * Asks for the points of the hand first, for an answer at once; then for the chances over 20 layouts, and over 100 and
   * 500. In the end each contract has a question of its own, so that the workers share the contracts; the layouts are
   * the same for all of them.
   */
  private async askChances(fields: Record<string, unknown>): Promise<void> {
    type Chances = { results: Chance[]; layouts: number };
    const ask = (question: Record<string, unknown>, accept: (answer: Chances) => void): Promise<boolean> =>
      this.cardsAsker.askMore<Chances>({ ask: "evaluate", points: true, ...fields, ...question }, accept);
    for (const layouts of [POINTS_LAYOUTS, 20]) {
      const isAnswered = await ask({ layouts }, (answer) => {
        this.chances = answer.results;
        this.layouts = answer.layouts;
      });
      // The question was dropped or has no answer.
      if (!isAnswered) return;
    }
    for (const layouts of [100, 500]) {
      let counted = layouts;
      const areAnswered = await Promise.all(
        this.chances.map(({ contract }) =>
          ask({ layouts, contract }, (answer) => {
            const [result] = answer.results;
            this.chances = this.chances.map((old) => (old.contract === contract && result ? result : old));
            counted = answer.layouts;
          }),
        ),
      );
      if (areAnswered.includes(false)) return;
      this.layouts = counted;
    }
  }

  /** Shows the results of a declarer's discards, for `contract` if it is given. */
  showDiscards(declarer: Seat, contract?: string): void {
    this.discardSeat = declarer;
    this.discardContract = contract;
  }

  private showDiscardsOf({ declarer, contract, discard }: PlayedContract): void {
    if (declarer && discard.length > 0) this.showDiscards(declarer, contract);
  }

  /** Plays a contract from its beginning. */
  playContract(declarer: Seat, contract: string, discard: Card[] = []): void {
    this.begin({ declarer, contract, discard });
  }

  /** Plays on after all have passed. */
  playAllPass(): void {
    this.begin({ declarer: undefined, contract: ALL_PASS, discard: [] });
  }

  /** Plays a contract whose discard the defenders do not know. */
  playHidden(declarer: Seat, contract: string): void {
    this.begin({ declarer, contract, discard: [], isHidden: true });
  }

  private begin(played: PlayedContract): void {
    this.solving = undefined;
    this.sources.dropQuestions();
    this.startPlay(played)?.begin();
  }

  /**
   * Opens the play of a contract before its first card; returns undefined unless the cards are a deal or an ending.
   */
  startPlay({ declarer, contract, discard, isHidden = false, out }: PlayedContract): Play | undefined {
    const { deal, rules, leader, kind } = this;
    this.play?.dropQuestions();
    this.error = undefined;
    if (deal === undefined || kind === "hand") return undefined;
    const fields: Record<string, unknown> = { deal, rules: rulesField(rules), declarer, contract };
    if (leader) fields["leader"] = leader;
    if (out) fields["out"] = [out];
    if (discard.length > 0) fields["discard"] = discard;
    else if (kind === "deal" && declarer && !isHidden) fields["hand"] = true;
    const hand = (seat: Seat): Card[] => {
      const held = cardsAt(this.placement, seat);
      if (seat !== declarer || (discard.length === 0 && !isHidden)) return held;
      return sortCards([...held, ...cardsAt(this.placement, "talon")]).filter(
        (card) => !discard.includes(card),
      );
    };
    const hands = Object.fromEntries(SEATS.map((seat) => [seat, hand(seat)])) as Record<Seat, Card[]>;
    const played = {
      declarer,
      contract,
      discard,
      ...(isHidden ? { isHidden } : {}),
      ...(out ? { out } : {}),
    };
    const Kind = isHidden ? HiddenPlay : Play;
    this.play = new Kind(this.pool, played, fields, hands, (seat, forced) => this.playsFor(seat, forced));
    return this.play;
  }

  /**
   * Turns the cards that the hands still hold into an ending, unless no card or every card has been played. It must be
   * called between two tricks.
   */
  toEnding(): void {
    const { play } = this;
    const leader = play?.toMove;
    if (!play || !leader || play.node === 0) return;
    const left = SEATS.flatMap((seat) => play.hand(seat).map((card): [Card, Place] => [card, seat]));
    this.setPlacement(new Map(left), leader);
  }

  /**
   * Returns whether the page plays the seat's next card: it does if the seat's hand is not shown, or if the card is
   * `forced` (the only legal one) and the settings allow it.
   */
  private playsFor(seat: Seat, forced: boolean): boolean {
    const unseen = this.shownSeat !== undefined && this.shownSeat !== seat && !this.peeking;
    return unseen || (forced && this.settings.playsForced());
  }

  /** Closes the play and the puzzle. */
  closePlay(): void {
    this.play?.dropQuestions();
    this.play = undefined;
    this.solving = undefined;
  }

  /** Opens a puzzle of a lesson, of which nothing has been tried. A newer change of the table goes before it. */
  async openLesson(lesson: Lesson, step = 0): Promise<void> {
    const { revision } = this;
    const { Solving } = await loadModule(() => import("./solving.svelte"));
    if (this.revision !== revision) return;
    const puzzle = lesson.puzzles[step];
    if (!puzzle) throw new RangeError(`the lesson has no puzzle ${step}`);
    if (puzzle.kind === "discard") {
      const { play, ...cards } = puzzle.state;
      this.show(cards);
      if (play.declarer) this.showDiscards(play.declarer, play.contract);
    } else this.show(puzzle.state);
    const fail: FailureCallback = (code, message) => (this.error = { code, message });
    this.solving = new Solving(lesson, step, this, this.pool, fail);
  }
}
