/** A pool whose engine is still loading. */

import type { Asker, Pool, Question } from "./pool";
import { startPool } from "./start";

/** The pauses before the load of the engine is tried again, in milliseconds. */
const RETRY_AFTER = [500, 2000, 8000];

const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** A pool that takes questions while the engine is still loading, and loads it again if that fails. */
export class LoadingPool implements Asker {
  /** Callback for an engine that could not be loaded after all tries. */
  onfailure: (error: unknown) => void = () => {};
  private pool: Promise<Pool> | undefined;

  /** Begins to load the engine. `prepare` gets the pool before its first question. */
  constructor(
    private readonly prepare: (pool: Pool) => void,
    private readonly start: () => Promise<Pool> = startPool,
    private readonly retryAfter: readonly number[] = RETRY_AFTER,
  ) {}

  async ask<Answer>(question: Question, signal?: AbortSignal): Promise<Answer> {
    const pool = await this.load();
    signal?.throwIfAborted();
    return pool.ask<Answer>(question, signal);
  }

  /** Loads the engine, if that has not begun. After a failure the next question begins again. */
  load(): Promise<Pool> {
    this.pool ??= this.tryStart().catch((error: unknown) => {
      this.pool = undefined;
      this.onfailure(error);
      throw error;
    });
    return this.pool;
  }

  private async tryStart(): Promise<Pool> {
    for (let tries = 0; ; tries++) {
      try {
        const pool = await this.start();
        this.prepare(pool);
        return pool;
      } catch (error) {
        const pause = this.retryAfter[tries];
        if (pause === undefined) throw error;
        await wait(pause);
      }
    }
  }
}
