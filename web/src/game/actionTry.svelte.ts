/** A call or decision that a puzzle asks for: what is legal, what was tried, and what it costs. */

import { type FailureCallback, LatestAsker } from "../engine/latest";
import type { Asker } from "../engine/pool";
import { ActionTree } from "./actionTree.svelte";
import { bestActions } from "./bestActions";
import type { RecordStep, Review } from "./answers";
import type { Card } from "./cards";
import { notation } from "./deal";
import type { ActionPuzzle } from "./lesson";
import { rulesField } from "./rules";
import type { StateAnswer } from "./schema";

export class ActionTry {
  /** The hand before the question; undefined as long as it is not known. */
  state = $state.raw<StateAnswer | undefined>();
  /** The talon, if the seat that is asked has seen it. */
  talon = $state.raw<readonly Card[]>([]);
  /** The best actions, all equally good; undefined as long as they are not known. */
  best = $state.raw<readonly string[] | undefined>();
  tried = $state.raw<string | undefined>();
  /** What the action that was tried costs; undefined as long as it is not known. */
  step = $state.raw<RecordStep | undefined>();
  /** How the hand goes on after a wrong try; undefined as long as it is not known. */
  after = $state.raw<ActionTree | undefined>();
  private readonly asker: LatestAsker;
  private readonly record: Record<string, unknown> & { actions: readonly string[] };

  constructor(
    private readonly pool: Asker,
    private readonly puzzle: ActionPuzzle,
    fail: FailureCallback,
  ) {
    const { state, table, actions } = puzzle;
    this.asker = new LatestAsker(pool, fail);
    this.record = { ...table, deal: notation(state.placement), rules: rulesField(state.rules), actions };
    void this.asker.askMore<StateAnswer>({ ask: "state", record: this.record }, (state) => {
      this.state = state;
      const { legal } = this;
      // Whichever action is reviewed, the best ones come with it.
      if (legal[0] !== undefined)
        void this.review(legal[0], (step) => (this.best = bestActions(step, legal)));
    });
    const view = { ask: "state", record: this.record, seat: puzzle.seat };
    void this.asker.askMore<StateAnswer>(view, ({ view }) => (this.talon = (view?.talon ?? []) as Card[]));
  }

  /** The legal actions; empty as long as they are not known. */
  get legal(): readonly string[] {
    return this.state?.legal_actions ?? [];
  }

  try(action: string): void {
    if (!this.legal.includes(action)) return;
    this.retry();
    this.tried = action;
    void this.review(action, (step, review) => {
      if (this.tried !== action) return;
      this.step = step;
      if (this.best?.includes(action)) return;
      this.after = new ActionTree(this.pool, this.record, review);
      this.after.showLine([...this.puzzle.actions, action]);
    });
  }

  retry(): void {
    this.after?.dropQuestions();
    this.tried = this.step = this.after = undefined;
  }

  private review(action: string, accept: (step: RecordStep, review: Review) => void): Promise<boolean> {
    const record = { ...this.record, actions: [...this.puzzle.actions, action] };
    return this.asker.askMore<Review>({ ask: "review", record }, (review) => {
      const steps: readonly RecordStep[] = this.puzzle.kind === "call" ? review.calls : review.decisions;
      const step = steps.at(-1);
      if (step) accept(step, review);
    });
  }
}
