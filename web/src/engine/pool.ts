/** Several workers that answer questions, each the next one that waits. */

import type { FromWorker, ToWorker } from "./messages";

/** What is wrong with a deal, in the engine's own words for it. */
export type DealFault = { kind: string } & Record<string, unknown>;

/** A question that has no answer, with the engine's own code for why. */
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

/** What is asked: the fields of a question, as `pref ask` takes it. */
export type Question = { ask: string } & Record<string, unknown>;

interface Waiting {
  number: number;
  question: string;
  signal: AbortSignal | undefined;
  /** A worker was given it before, and ended without a word. */
  again: boolean;
  resolve(answer: unknown): void;
  reject(reason: unknown): void;
  /** Nobody waits for it any more. */
  done(): void;
}

interface Helper {
  /** None as long as there is nothing to ask after one has ended. */
  worker: Worker | undefined;
  busy: Waiting | undefined;
  /** It has answered before. */
  works: boolean;
  /** Wakes the pool when the worker has been silent for too long. */
  watch: ReturnType<typeof setTimeout> | undefined;
  /** Ends the wait for the worker's lock. */
  unlock: AbortController | undefined;
}

/** Makes a worker; tests give another one. */
export type MakeWorker = () => Worker;

const ordinary: MakeWorker = () => new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });

/** Time that a worker may take, in milliseconds. */
export interface Patience {
  /** To begin with a question, its own start included. */
  begin: number;
  /** To answer. */
  answer: number;
  /** To go on with a question that was dropped. */
  dropped: number;
}

const PATIENCE: Patience = { begin: 10_000, answer: 300_000, dropped: 50 };

export class Pool {
  private readonly helpers: Helper[] = [];
  private waiting: Waiting[] = [];
  private numbers = 0;

  /** The engine broke over a question: called with its last words. */
  onbroken: (told: string) => void = () => {};
  /** A question has no answer because workers end, or cannot start. */
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

  /** The answer to a question. An aborted one is dropped; whoever waits gets the signal's reason. */
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

  /** Makes room for another question where a worker goes on with a dropped one for longer than a moment. */
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
    // What an ended worker has still said is not heard.
    const heard = (act: () => void) => (): void => {
      if (helper.worker === worker) act();
    };
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) =>
      heard(() => ("locked" in data ? this.await(helper, lock) : this.take(helper, data)))();
    worker.onerror = (event) => heard(() => this.fail(helper, event.message || "the worker ended"))();
    this.say(worker, { module: this.module, lock });
  }

  /** Waits for the lock that a worker holds: it is free when the worker has ended, in whatever way. */
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
    // What nobody wants any more is not read.
    if (!asked.signal?.aborted) {
      const answer = JSON.parse(message.answer);
      const { error } = answer;
      if (error) asked.reject(new Refused(error.code, error.message, error.field, error.deal));
      else asked.resolve(answer);
    }
    this.next();
  }

  /** A worker that ended without a word: its question is asked again, once. */
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

  /** A question that takes too long: it would do so again. */
  private giveUp(helper: Helper): void {
    const asked = helper.busy;
    this.end(helper);
    asked?.done();
    asked?.reject(new Refused("time", "no answer came in time"));
    this.next();
  }

  /** A worker whose engine broke, or that could not start, and its question, which would break the next one too. */
  private fail(helper: Helper, told: string): void {
    const { busy, works } = helper;
    this.end(helper);
    busy?.done();
    if (works) {
      busy?.reject(new Refused("internal", told));
      this.start(helper);
      this.onbroken(told);
    } else {
      // One that never answered would not do so the next time.
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
