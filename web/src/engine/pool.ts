/** A pool of workers; each answers the next question of the queue. */

import type { FromWorker, ToWorker } from "./messages";

/** The fault of a deal as the engine reports it. */
export type DealFault = { kind: string } & Record<string, unknown>;

/** The error of a question without an answer, with the engine's code for the reason. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly field?: string,
    readonly deal?: DealFault,
  ) {
    super(message);
  }
}

/** A question: the fields of a line of `pref ask`. */
export type Question = { ask: string } & Record<string, unknown>;

interface Waiting {
  number: number;
  question: string;
  signal: AbortSignal | undefined;
  /** Whether a worker has ended over this question before without a message. */
  again: boolean;
  resolve(answer: unknown): void;
  reject(reason: unknown): void;
  /** Removes the listener for the end of the wait. */
  done(): void;
}

interface Helper {
  /** The worker; undefined after one has ended until there is a further question. */
  worker: Worker | undefined;
  busy: Waiting | undefined;
  /** Whether the worker has sent a message about a question before. */
  works: boolean;
  /** The timer that wakes the pool when the worker has been silent for too long. */
  watch: ReturnType<typeof setTimeout> | undefined;
  /** The controller that ends the wait for the worker's lock. */
  unlock: AbortController | undefined;
}

/** A function that makes a worker; tests replace it. */
export type MakeWorker = () => Worker;

const ordinary: MakeWorker = () => new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });

/** Time limits of a worker in milliseconds. */
export interface Patience {
  /** The limit for beginning with a question, including the worker's own start. */
  begin: number;
  /** The limit for answering. */
  answer: number;
  /** The limit for going on with a dropped question. */
  dropped: number;
}

const PATIENCE: Patience = { begin: 10_000, answer: 300_000, dropped: 50 };

/** Workers and the questions that wait for them. */
export class Pool {
  private readonly helpers: Helper[] = [];
  private waiting: Waiting[] = [];
  private numbers = 0;

  /** Callback for an engine that broke over a question, with its last message. */
  onbroken: (told: string) => void = () => {};
  /** Callback for a question without an answer because workers end or cannot start. */
  onlost: () => void = () => {};

  constructor(
    private readonly module: WebAssembly.Module,
    size: number,
    private readonly make: MakeWorker = ordinary,
    private readonly patience: Patience = PATIENCE,
  ) {
    for (let n = 0; n < Math.max(1, size); n++) {
      const helper = {
        worker: undefined,
        busy: undefined,
        works: false,
        watch: undefined,
        unlock: undefined,
      };
      this.helpers.push(helper);
      this.start(helper);
    }
  }

  /** Asks a question and resolves to its answer; an aborted one is dropped and rejected with the signal's reason. */
  ask<Answer>(question: Question, signal?: AbortSignal): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      if (this.helpers.length === 0) return reject(new Refused("internal", "no worker can start"));
      const waiting: Waiting = {
        number: ++this.numbers,
        question: JSON.stringify(question),
        signal,
        again: false,
        resolve: resolve as (answer: unknown) => void,
        reject,
        done: () => {},
      };
      const drop = (): void => {
        this.waiting = this.waiting.filter((other) => other !== waiting);
        reject(signal?.reason);
        this.free(waiting);
      };
      signal?.addEventListener("abort", drop);
      waiting.done = () => signal?.removeEventListener("abort", drop);
      this.waiting.push(waiting);
      this.next();
    });
  }

  /** Replaces a worker that goes on with a dropped question for longer than its limit. */
  private free(asked: Waiting): void {
    const helper = this.helpers.find(({ busy }) => busy === asked);
    if (!helper) return;
    setTimeout(() => {
      if (helper.busy !== asked) return;
      this.end(helper);
      this.start(helper);
      this.next();
    }, this.patience.dropped);
  }

  private start(helper: Helper): void {
    const worker = this.make();
    const lock = `preference-worker-${Math.random()}`;
    helper.worker = worker;
    helper.works = false;
    // Messages of a worker that was ended are ignored.
    const heard = (act: () => void) => (): void => {
      if (helper.worker === worker) act();
    };
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) =>
      heard(() => ("locked" in data ? this.await(helper, lock) : this.take(helper, data)))();
    worker.onerror = (event) => heard(() => this.fail(helper, event.message || "the worker ended"))();
    this.say(worker, { module: this.module, lock });
  }

  /** Waits for the lock that a worker holds: it becomes free when the worker ends for any reason. */
  private await(helper: Helper, lock: string): void {
    helper.unlock = new AbortController();
    const { signal } = helper.unlock;
    navigator.locks
      .request(lock, { signal }, () => void (signal.aborted || this.lose(helper)))
      .catch(() => {});
  }

  private end(helper: Helper): void {
    helper.worker?.terminate();
    helper.unlock?.abort();
    clearTimeout(helper.watch);
    helper.worker = helper.busy = helper.watch = helper.unlock = undefined;
  }

  private say(worker: Worker, message: ToWorker): void {
    worker.postMessage(message);
  }

  private next(): void {
    for (const helper of this.helpers) {
      const waiting = helper.busy ? undefined : this.waiting.shift();
      if (!waiting) continue;
      if (!helper.worker) this.start(helper);
      helper.busy = waiting;
      if (helper.worker) this.say(helper.worker, { number: waiting.number, question: waiting.question });
      this.watch(helper, this.patience.begin, () => this.lose(helper));
    }
  }

  private watch(helper: Helper, patience: number, act: () => void): void {
    clearTimeout(helper.watch);
    helper.watch = setTimeout(act, patience);
  }

  private take(helper: Helper, message: Exclude<FromWorker, { locked: true }>): void {
    const asked = helper.busy;
    if (!asked || asked.number !== message.number) return;
    helper.works = true;
    if ("begun" in message) return this.watch(helper, this.patience.answer, () => this.giveUp(helper));
    if ("broken" in message) return this.fail(helper, message.broken);
    clearTimeout(helper.watch);
    helper.busy = undefined;
    asked.done();
    // The answer to a dropped question is not parsed.
    if (!asked.signal?.aborted) {
      const answer = JSON.parse(message.answer);
      const { error } = answer;
      if (error) asked.reject(new Refused(error.code, error.message, error.field, error.deal));
      else asked.resolve(answer);
    }
    this.next();
  }

  /** Ends a worker that has gone silent and asks its question again, once. */
  private lose(helper: Helper): void {
    const asked = helper.busy;
    this.end(helper);
    if (asked && !asked.signal?.aborted) {
      if (asked.again) {
        asked.done();
        asked.reject(new Refused("internal", "the worker ended twice over this question"));
        this.onlost();
      } else {
        asked.again = true;
        this.waiting.unshift(asked);
      }
    }
    this.next();
  }

  /** Rejects a question that takes too long; it is not asked again, as it would take as long. */
  private giveUp(helper: Helper): void {
    const asked = helper.busy;
    this.end(helper);
    asked?.done();
    asked?.reject(new Refused("time", "no answer came in time"));
    this.next();
  }

  /** Rejects the question over which an engine broke and restarts the worker; removes a worker that never started. */
  private fail(helper: Helper, told: string): void {
    const { busy, works } = helper;
    this.end(helper);
    busy?.done();
    if (works) {
      busy?.reject(new Refused("internal", told));
      this.start(helper);
      this.onbroken(told);
    } else {
      // A worker that has never answered would not start the next time either.
      this.helpers.splice(this.helpers.indexOf(helper), 1);
      if (busy && this.helpers.length > 0) this.waiting.unshift(busy);
      else busy?.reject(new Refused("internal", told));
      if (this.helpers.length === 0) {
        for (const waiting of this.waiting.splice(0)) waiting.reject(new Refused("internal", told));
        this.onlost();
      }
    }
    this.next();
  }
}
