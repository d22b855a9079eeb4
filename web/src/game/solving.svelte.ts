/** A puzzle that the visitor is solving: what was tried, and what the engine says about it. */

import type { FailureCallback } from "../engine/latest";
import type { Asker } from "../engine/pool";
import { ActionTry } from "./actionTry.svelte";
import type { TalonAnswer } from "./answers";
import type { Card } from "./cards";
import type { Seat } from "./deal";
import { type CardPuzzle, isActionPuzzle, type Lesson, type Puzzle } from "./lesson";
import type { Play } from "./play.svelte";

/** The answers of the game about the puzzle's cards. */
interface Answers {
  readonly play: Play | undefined;
  readonly talons: ReadonlyMap<Seat, TalonAnswer>;
}

const isSame = (one: readonly Card[], other: readonly Card[]): boolean =>
  one.length === other.length && one.every((card) => other.includes(card));

export class Solving {
  readonly puzzle: Puzzle;
  /** The call or decision that is asked for; undefined if it is a card or a discard. */
  readonly action: ActionTry | undefined;
  /** The two cards that were laid aside. */
  discard = $state.raw<readonly Card[] | undefined>();
  /** The number of hints that have been asked for. */
  hints = $state(0);
  /** Whether the solution was asked for. */
  isGiven = $state(false);

  constructor(
    readonly lesson: Lesson,
    /** The number of the puzzle in the lesson, from 0. */
    readonly step: number,
    private readonly answers: Answers,
    pool: Asker,
    fail: FailureCallback,
  ) {
    const puzzle = lesson.puzzles[step];
    if (!puzzle) throw new RangeError(`the lesson has no puzzle ${step}`);
    this.puzzle = puzzle;
    this.action = isActionPuzzle(puzzle) ? new ActionTry(pool, puzzle, fail) : undefined;
  }

  get isDiscard(): boolean {
    return this.puzzle.kind === "discard";
  }

  /** The puzzle, if it asks for a card or a discard. */
  get cardPuzzle(): CardPuzzle | undefined {
    return isActionPuzzle(this.puzzle) ? undefined : this.puzzle;
  }

  /** The node after the card that was tried; undefined before a try. */
  private get tried(): number | undefined {
    const { play } = this.answers;
    const path = play?.tree.path(play.node) ?? [];
    const at = path.indexOf(this.cardPuzzle?.state.play.node ?? -1);
    return at < 0 ? undefined : path[at + 1];
  }

  /** The card that was tried, or the two cards that were laid aside. */
  get attempt(): readonly Card[] | undefined {
    if (this.isDiscard) return this.discard;
    const card = this.tried === undefined ? undefined : this.answers.play?.tree.node(this.tried).move;
    return card && [card];
  }

  get hasTried(): boolean {
    return (this.action?.tried ?? this.attempt) !== undefined;
  }

  /** The best discards, all equally good; undefined as long as they are not known. */
  private get bestDiscards(): readonly (readonly Card[])[] | undefined {
    const { declarer, contract } = this.cardPuzzle?.state.play ?? {};
    if (!declarer) return undefined;
    const rank = ({ results }: TalonAnswer["discards"][number]): number | undefined =>
      results.find((one) => one.contract === contract)?.rank;
    return this.answers.talons
      .get(declarer)
      ?.discards.filter((one) => rank(one) === 1)
      .map(({ discard }) => discard as Card[]);
  }

  /** Whether the try is one of the best; undefined before a try, and as long as it is not known. */
  get isRight(): boolean | undefined {
    const { tried, discard, action } = this;
    if (action) return action.tried === undefined ? undefined : action.best?.includes(action.tried);
    if (this.isDiscard) return discard && this.bestDiscards?.some((best) => isSame(best, discard));
    return tried === undefined ? undefined : this.answers.play?.ratingAt(tried)?.best;
  }

  /** A best card, or the two cards of a best discard; undefined as long as none is known. */
  get solution(): readonly Card[] | undefined {
    if (this.isDiscard) return this.bestDiscards?.[0];
    const { play } = this.answers;
    const { cardPuzzle } = this;
    const card = cardPuzzle && play?.bestAt(cardPuzzle.state.play.node);
    return card && [card];
  }

  /** Whether a solution is known. */
  get canSolve(): boolean {
    return (this.action?.best ?? this.solution) !== undefined;
  }

  /** Takes the try back. */
  retry(): void {
    const { action, cardPuzzle } = this;
    this.discard = undefined;
    this.isGiven = false;
    if (action) action.retry();
    else if (cardPuzzle && !this.isDiscard) this.answers.play?.visit(cardPuzzle.state.play.node);
  }

  /** Tries the solution. */
  solve(): void {
    const { action, solution } = this;
    const [best] = action?.best ?? [];
    if (!solution && best === undefined) return;
    this.retry();
    this.isGiven = true;
    if (best !== undefined) action?.try(best);
    else if (this.isDiscard) this.discard = solution;
    else if (solution?.[0]) this.answers.play?.play(solution[0]);
  }
}
