/** Questions of which only the newest answers count. */

import { type DealFault, type Pool, type Question, Refused } from "./pool";

/** Told why there is no answer: the engine's code, what it said, the field that is wrong, and what of a deal. */
export type Fail = (code: string, message: string, field?: string, deal?: DealFault) => void;

function tell(error: unknown, fail: Fail): void {
  if (error instanceof Refused) fail(error.code, error.message, error.field, error.deal);
  else fail("internal", error instanceof Error ? error.message : "");
}

export class Latest {
  private control = new AbortController();

  /** `fail` is told why there is no answer, unless nobody wants it any more. */
  constructor(
    private readonly pool: Pool,
    private readonly fail: Fail,
  ) {}

  /** Drops what was asked before. */
  drop(): void {
    this.control.abort();
    this.control = new AbortController();
  }

  /** Asks in place of what was asked before; gives whether the answer was taken. */
  ask<Answer>(question: Question, take: (answer: Answer) => unknown, fail = this.fail): Promise<boolean> {
    this.drop();
    return this.also(question, take, fail);
  }

  /** Asks beside what was asked before; gives whether the answer was taken. */
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
