/** Start of the engine: its module is compiled once, and each worker makes an instance of it. */

import engine from "../../engine/preference_web.wasm?url";
import { type Asker, Pool, type Question } from "./pool";

/** The pauses before the load of the engine is tried again, in milliseconds. */
const RETRY_AFTER = [500, 2000, 8000];

/** One core is left for the page. */
const workerCount = (): number => Math.min(4, Math.max(1, (navigator.hardwareConcurrency || 2) - 1));

async function compileEngine(): Promise<WebAssembly.Module> {
  const answer = await fetch(engine);
  if (!answer.ok) throw new Error(`${answer.status} ${answer.url}`);
  // Some hosts serve the file with another content type, which streaming refuses.
  if (!answer.headers.get("content-type")?.startsWith("application/wasm")) {
    return WebAssembly.compile(await answer.arrayBuffer());
  }
  return WebAssembly.compileStreaming(answer);
}

/** Loads the engine and starts its workers. */
export const startPool = async (): Promise<Pool> => new Pool(await compileEngine(), workerCount());

/** Waits `milliseconds`. */
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
