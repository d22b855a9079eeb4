/** A call or decision that a puzzle asks for: what is legal, what was tried, and what it costs. */

import { type FailureCallback, LatestAsker } from "../engine/latest";
import type { Asker } from "../engine/pool";
import { bestActions } from "./bestActions";
import type { RecordStep, Review } from "./answers";
import { notation } from "./deal";
import type { ActionPuzzle } from "./lesson";
import { rulesField } from "./rules";
import type { HandFacts, StateAnswer } from "./schema";

export class ActionTry {
  /** What was said before the question, with the seats. */
  said = $state.raw<HandFacts["steps"]>([]);
  /** The legal actions; empty as long as they are not known. */
  legal = $state.raw<readonly string[]>([]);
  /** The best actions, all equally good; undefined as long as they are not known. */
  best = $state.raw<readonly string[] | undefined>();
  tried = $state.raw<string | undefined>();
  /** What the action that was tried costs; undefined as long as it is not known. */
  step = $state.raw<RecordStep | undefined>();
  private readonly asker: LatestAsker;
  private readonly record: Record<string, unknown>;

  constructor(
    pool: Asker,
    private readonly puzzle: ActionPuzzle,
    fail: FailureCallback,
  ) {
    const { state, table, actions } = puzzle;
    this.asker = new LatestAsker(pool, fail);
    this.record = { ...table, deal: notation(state.placement), rules: rulesField(state.rules), actions };
    void this.asker.askMore<StateAnswer>({ ask: "state", record: this.record }, (state) => {
      const { legal_actions: legal, facts } = state;
      this.said = facts?.steps ?? [];
      this.legal = legal;
      // Whichever action is reviewed, the best ones come with it.
      if (legal[0] !== undefined)
        void this.review(legal[0], (step) => (this.best = bestActions(step, legal)));
    });
  }

  try(action: string): void {
    if (!this.legal.includes(action)) return;
    this.tried = action;
    this.step = undefined;
    void this.review(action, (step) => {
      if (this.tried === action) this.step = step;
    });
  }

  retry(): void {
    this.tried = this.step = undefined;
  }

  private review(action: string, accept: (step: RecordStep) => void): Promise<boolean> {
    const record = { ...this.record, actions: [...this.puzzle.actions, action] };
    return this.asker.askMore<Review>({ ask: "review", record }, (review) => {
      const steps: readonly RecordStep[] = this.puzzle.kind === "call" ? review.calls : review.decisions;
      const step = steps.at(-1);
      if (step) accept(step);
    });
  }
}
