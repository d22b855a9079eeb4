/** Questions whose answers are dropped once newer questions are asked. */

import { type DealFault, type Pool, type Question, Refused } from "./pool";

/** Callback for a question without an answer: the engine's code and message, the wrong field, the deal's fault. */
export type Fail = (code: string, message: string, field?: string, deal?: DealFault) => void;

function tell(error: unknown, fail: Fail): void {
  if (error instanceof Refused) fail(error.code, error.message, error.field, error.deal);
  else fail("internal", error instanceof Error ? error.message : "");
}

/** A part of the page that asks questions; each new question replaces the previous ones. */
export class Latest {
  private control = new AbortController();

  /** Creates an asker that calls `fail` when a question has no answer, unless the question was dropped. */
  constructor(
    private readonly pool: Pool,
    private readonly fail: Fail,
  ) {}

  /** Drops all questions that are still open. */
  drop(): void {
    this.control.abort();
    this.control = new AbortController();
  }

  /** Drops all open questions and asks this one; returns whether its answer was used. */
  ask<Answer>(question: Question, take: (answer: Answer) => unknown, fail = this.fail): Promise<boolean> {
    this.drop();
    return this.also(question, take, fail);
  }

  /** Asks a further question and keeps the open ones; returns whether its answer was used. */
  async also<Answer>(
    question: Question,
    take: (answer: Answer) => unknown,
    fail = this.fail,
  ): Promise<boolean> {
    const { signal } = this.control;
    try {
      const answer = await this.pool.ask<Answer>(question, signal);
      if (signal.aborted) return false;
      await take(answer);
      return true;
    } catch (error) {
      if (!signal.aborted) tell(error, fail);
      return false;
    }
  }
}
