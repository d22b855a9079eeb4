/** Questions whose answers are dropped once newer questions are asked. */

import { type Asker, type DealFault, type Question, QuestionError } from "./pool";

/**
 * Callback for a question without an answer. It gets the code and the message of the error, the name of the wrong
 * field, and the fault of the deal.
 */
export type FailureCallback = (code: string, message: string, field?: string, deal?: DealFault) => void;

function report(error: unknown, fail: FailureCallback): void {
  if (error instanceof QuestionError) fail(error.code, error.message, error.field, error.deal);
  else fail("internal", error instanceof Error ? error.message : "");
}

/** Asks the questions of one part of the page. Each new question replaces the previous ones. */
export class LatestAsker {
  private control = new AbortController();

  /** Creates an asker that calls `fail` when a question has no answer, unless the question was dropped. */
  constructor(
    private readonly pool: Asker,
    private readonly fail: FailureCallback,
  ) {}

  /** Drops all questions that are still open. */
  dropQuestions(): void {
    this.control.abort();
    this.control = new AbortController();
  }

  /** Drops all open questions and asks this one. Returns whether its answer came and was passed to `accept`. */
  ask<Answer>(question: Question, accept: (answer: Answer) => unknown, fail = this.fail): Promise<boolean> {
    this.dropQuestions();
    return this.askMore(question, accept, fail);
  }

  /** Asks a further question and keeps the open ones. Returns whether its answer came and was passed to `accept`. */
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
