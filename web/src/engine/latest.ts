/** Questions whose answers are dropped once newer questions are asked. */

import { type DealFault, type Pool, type Question, QuestionError } from "./pool";

/** Callback for a question without an answer: the engine's code and message, the wrong field, the deal's fault. */
export type FailureCallback = (code: string, message: string, field?: string, deal?: DealFault) => void;

function report(error: unknown, fail: FailureCallback): void {
  if (error instanceof QuestionError) fail(error.code, error.message, error.field, error.deal);
  else fail("internal", error instanceof Error ? error.message : "");
}

/** A part of the page that asks questions; each new question replaces the previous ones. */
export class LatestAsker {
  private control = new AbortController();

  /** Creates an asker that calls `fail` when a question has no answer, unless the question was dropped. */
  constructor(
    private readonly pool: Pool,
    private readonly fail: FailureCallback,
  ) {}

  /** Drops all questions that are still open. */
  dropQuestions(): void {
    this.control.abort();
    this.control = new AbortController();
  }

  /** Drops all open questions and asks this one; returns whether its answer was used. */
  ask<Answer>(question: Question, accept: (answer: Answer) => unknown, fail = this.fail): Promise<boolean> {
    this.dropQuestions();
    return this.askMore(question, accept, fail);
  }

  /** Asks a further question and keeps the open ones; returns whether its answer was used. */
  async askMore<Answer>(
    question: Question,
    accept: (answer: Answer) => unknown,
    fail = this.fail,
  ): Promise<boolean> {
    const { signal } = this.control;
    try {
      const answer = await this.pool.ask<Answer>(question, signal);
      if (signal.aborted) return false;
      await accept(answer);
      return true;
    } catch (error) {
      if (!signal.aborted) report(error, fail);
      return false;
    }
  }
}
