/** Questions of which only the newest answers count. */

import { type Pool, type Question, Refused } from "./pool";

/** The engine's code for why there is no answer. */
const codeOf = (error: unknown): string => (error instanceof Refused ? error.code : "internal");

export class Latest {
  private control = new AbortController();

  /** `fail` is told why there is no answer, unless nobody wants it any more. */
  constructor(
    private readonly pool: Pool,
    private readonly fail: (code: string, message: string) => void,
  ) {}

  /** Drops what was asked before. */
  drop(): void {
    this.control.abort();
    this.control = new AbortController();
  }

  /** Asks in place of what was asked before. */
  ask<Answer>(question: Question, take: (answer: Answer) => unknown, fail = this.fail): Promise<void> {
    this.drop();
    return this.also(question, take, fail);
  }

  /** Asks beside what was asked before. */
  async also<Answer>(question: Question, take: (answer: Answer) => unknown, fail = this.fail): Promise<void> {
    const { signal } = this.control;
    try {
      const answer = await this.pool.ask<Answer>(question, signal);
      if (!signal.aborted) await take(answer);
    } catch (error) {
      if (!signal.aborted) fail(codeOf(error), error instanceof Error ? error.message : "");
    }
  }
}
