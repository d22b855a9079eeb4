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
  resolve(answer: unknown): void;
  reject(reason: unknown): void;
  /** Nobody waits for it any more. */
  done(): void;
}

interface Helper {
  worker: Worker;
  busy: Waiting | undefined;
  /** It has answered before. */
  works: boolean;
}

/** Makes a worker; tests give another one. */
export type MakeWorker = () => Worker;

const ordinary: MakeWorker = () => new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });

/** So many milliseconds, a worker may go on with a question that was dropped. */
const MOMENT = 50;

export class Pool {
  private readonly helpers: Helper[] = [];
  private waiting: Waiting[] = [];
  private numbers = 0;

  /** The engine broke over a question: called with what it said. */
  onbroken: (told: string) => void = () => {};

  constructor(
    private readonly module: WebAssembly.Module,
    size: number,
    private readonly make: MakeWorker = ordinary,
  ) {
    for (let n = 0; n < Math.max(1, size); n++) this.helpers.push(this.helper());
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

  /** A worker that goes on with what nobody wants any more, for longer than a moment, makes room for another. */
  private free(asked: Waiting): void {
    const helper = this.helpers.find(({ busy }) => busy === asked);
    if (!helper) return;
    setTimeout(() => {
      const place = this.helpers.indexOf(helper);
      if (helper.busy !== asked || place < 0) return;
      helper.worker.terminate();
      this.helpers[place] = this.helper();
      this.next();
    }, MOMENT);
  }

  private helper(): Helper {
    const helper: Helper = { worker: this.make(), busy: undefined, works: false };
    helper.worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.take(helper, data);
    helper.worker.onerror = (event) => this.replace(helper, event.message || "the worker ended");
    this.say(helper, { module: this.module });
    return helper;
  }

  private say(helper: Helper, message: ToWorker): void {
    helper.worker.postMessage(message);
  }

  private next(): void {
    for (const helper of this.helpers) {
      const waiting = helper.busy ? undefined : this.waiting.shift();
      if (!waiting) continue;
      helper.busy = waiting;
      this.say(helper, { number: waiting.number, question: waiting.question });
    }
  }

  private take(helper: Helper, message: FromWorker): void {
    const asked = helper.busy;
    if (!asked || asked.number !== message.number) return;
    helper.works = true;
    if ("broken" in message) return this.replace(helper, message.broken);
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

  /** A worker whose engine broke ends, and another one takes its place. */
  private replace(helper: Helper, told: string): void {
    helper.worker.terminate();
    helper.busy?.reject(new Refused("internal", told));
    const place = this.helpers.indexOf(helper);
    if (place < 0) return;
    // One that never answered would not do so the next time.
    if (helper.works) this.helpers[place] = this.helper();
    else this.helpers.splice(place, 1);
    if (this.helpers.length === 0) {
      for (const waiting of this.waiting.splice(0)) waiting.reject(new Refused("internal", told));
    }
    this.onbroken(told);
    this.next();
  }
}
