/** A pool of workers; each answers the next question of the queue. */

import type { FromWorker, ToWorker } from "./messages";

/** The fault of a deal as the engine reports it. */
export type DealFault = { kind: string } & Record<string, unknown>;

/** The error of a question without an answer, with the engine's code for the reason. */
export class QuestionError extends Error {
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

interface QueuedQuestion {
  number: number;
  question: string;
  signal: AbortSignal | undefined;
  /** Whether a worker has ended over this question before without a message. */
  retried: boolean;
  resolve(answer: unknown): void;
  reject(reason: unknown): void;
  /** Removes the listener for the end of the wait. */
  stopWaiting(): void;
}

interface WorkerSlot {
  /** The worker; undefined after one has ended until there is a further question. */
  worker: Worker | undefined;
  busy: QueuedQuestion | undefined;
  /** Whether the worker has sent a message about a question before. */
  hasAnswered: boolean;
  /** The timer that wakes the pool when the worker has been silent for too long. */
  timer: ReturnType<typeof setTimeout> | undefined;
  /** The controller that ends the wait for the worker's lock. */
  lockWait: AbortController | undefined;
}

/** A function that makes a worker; tests replace it. */
export type MakeWorker = () => Worker;

const makeModuleWorker: MakeWorker = () =>
  new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });

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
  private readonly slots: WorkerSlot[] = [];
  private queue: QueuedQuestion[] = [];
  private lastNumber = 0;

  /** Callback for an engine that broke over a question, with its last message. */
  onbroken: (message: string) => void = () => {};
  /** Callback for a question without an answer because workers end or cannot start. */
  onlost: () => void = () => {};

  constructor(
    private readonly module: WebAssembly.Module,
    size: number,
    private readonly make: MakeWorker = makeModuleWorker,
    private readonly patience: Patience = PATIENCE,
  ) {
    for (let n = 0; n < Math.max(1, size); n++) {
      const slot = {
        worker: undefined,
        busy: undefined,
        hasAnswered: false,
        timer: undefined,
        lockWait: undefined,
      };
      this.slots.push(slot);
      this.startWorker(slot);
    }
  }

  /** Asks a question and resolves to its answer; an aborted one is dropped and rejected with the signal's reason. */
  ask<Answer>(question: Question, signal?: AbortSignal): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      if (this.slots.length === 0) return reject(new QuestionError("internal", "no worker can start"));
      const queued: QueuedQuestion = {
        number: ++this.lastNumber,
        question: JSON.stringify(question),
        signal,
        retried: false,
        resolve: resolve as (answer: unknown) => void,
        reject,
        stopWaiting: () => {},
      };
      const drop = (): void => {
        this.queue = this.queue.filter((other) => other !== queued);
        reject(signal?.reason);
        this.endDropped(queued);
      };
      signal?.addEventListener("abort", drop);
      queued.stopWaiting = () => signal?.removeEventListener("abort", drop);
      this.queue.push(queued);
      this.assignQuestions();
    });
  }

  /** Replaces a worker that goes on with a dropped question for longer than its limit. */
  private endDropped(queued: QueuedQuestion): void {
    const slot = this.slots.find(({ busy }) => busy === queued);
    if (!slot) return;
    setTimeout(() => {
      if (slot.busy !== queued) return;
      this.endWorker(slot);
      this.startWorker(slot);
      this.assignQuestions();
    }, this.patience.dropped);
  }

  private startWorker(slot: WorkerSlot): void {
    const worker = this.make();
    const lock = `preference-worker-${Math.random()}`;
    slot.worker = worker;
    slot.hasAnswered = false;
    // Messages of a worker that was ended are ignored.
    const ifCurrent = (act: () => void) => (): void => {
      if (slot.worker === worker) act();
    };
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) =>
      ifCurrent(() => ("locked" in data ? this.awaitLock(slot, lock) : this.receive(slot, data)))();
    worker.onerror = (event) =>
      ifCurrent(() => this.handleFailure(slot, event.message || "the worker ended"))();
    this.send(worker, { module: this.module, lock });
  }

  /** Waits for the lock that a worker holds: it becomes free when the worker ends for any reason. */
  private awaitLock(slot: WorkerSlot, lock: string): void {
    slot.lockWait = new AbortController();
    const { signal } = slot.lockWait;
    navigator.locks
      .request(lock, { signal }, () => void (signal.aborted || this.retryQuestion(slot)))
      .catch(() => {});
  }

  private endWorker(slot: WorkerSlot): void {
    slot.worker?.terminate();
    slot.lockWait?.abort();
    clearTimeout(slot.timer);
    slot.worker = slot.busy = slot.timer = slot.lockWait = undefined;
  }

  private send(worker: Worker, message: ToWorker): void {
    worker.postMessage(message);
  }

  private assignQuestions(): void {
    for (const slot of this.slots) {
      const queued = slot.busy ? undefined : this.queue.shift();
      if (!queued) continue;
      if (!slot.worker) this.startWorker(slot);
      slot.busy = queued;
      if (slot.worker) this.send(slot.worker, { number: queued.number, question: queued.question });
      this.startTimer(slot, this.patience.begin, () => this.retryQuestion(slot));
    }
  }

  private startTimer(slot: WorkerSlot, patience: number, act: () => void): void {
    clearTimeout(slot.timer);
    slot.timer = setTimeout(act, patience);
  }

  private receive(slot: WorkerSlot, message: Exclude<FromWorker, { locked: true }>): void {
    const queued = slot.busy;
    if (!queued || queued.number !== message.number) return;
    slot.hasAnswered = true;
    if ("begun" in message) return this.startTimer(slot, this.patience.answer, () => this.rejectLate(slot));
    if ("broken" in message) return this.handleFailure(slot, message.broken);
    clearTimeout(slot.timer);
    slot.busy = undefined;
    queued.stopWaiting();
    // The answer to a dropped question is not parsed.
    if (!queued.signal?.aborted) {
      const answer = JSON.parse(message.answer);
      const { error } = answer;
      if (error) queued.reject(new QuestionError(error.code, error.message, error.field, error.deal));
      else queued.resolve(answer);
    }
    this.assignQuestions();
  }

  /** Ends a worker that has gone silent and asks its question again, once. */
  private retryQuestion(slot: WorkerSlot): void {
    const queued = slot.busy;
    this.endWorker(slot);
    if (queued && !queued.signal?.aborted) {
      if (queued.retried) {
        queued.stopWaiting();
        queued.reject(new QuestionError("internal", "the worker ended twice over this question"));
        this.onlost();
      } else {
        queued.retried = true;
        this.queue.unshift(queued);
      }
    }
    this.assignQuestions();
  }

  /** Rejects a question that takes too long; it is not asked again, as it would take as long. */
  private rejectLate(slot: WorkerSlot): void {
    const queued = slot.busy;
    this.endWorker(slot);
    queued?.stopWaiting();
    queued?.reject(new QuestionError("time", "no answer came in time"));
    this.assignQuestions();
  }

  /** Rejects the question over which an engine broke and restarts the worker; removes a worker that never started. */
  private handleFailure(slot: WorkerSlot, message: string): void {
    const { busy, hasAnswered } = slot;
    this.endWorker(slot);
    busy?.stopWaiting();
    if (hasAnswered) {
      busy?.reject(new QuestionError("internal", message));
      this.startWorker(slot);
      this.onbroken(message);
    } else {
      // A worker that has never answered would not start the next time either.
      this.slots.splice(this.slots.indexOf(slot), 1);
      if (busy && this.slots.length > 0) this.queue.unshift(busy);
      else busy?.reject(new QuestionError("internal", message));
      if (this.slots.length === 0) {
        for (const queued of this.queue.splice(0)) queued.reject(new QuestionError("internal", message));
        this.onlost();
      }
    }
    this.assignQuestions();
  }
}
