/** Workers that answer questions from a common queue, each the next question when it is free. */

import type { FromWorker, ToWorker } from "./messages";

/** The fault of a deal, in the form in which the engine reports it. */
export type DealFault = { kind: string } & Record<string, unknown>;

/** The error for a question without an answer, with the engine's code for the reason. */
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

/** A question with the fields of a line of `pref ask`. */
export type Question = { ask: string } & Record<string, unknown>;

/** Something that answers questions: a pool of workers, or one that waits for its engine. */
export interface Asker {
  /**
   * Asks a question and resolves to its answer. If the signal is aborted, the question is dropped and the promise is
   * rejected with the signal's reason.
   */
  ask<Answer>(question: Question, signal?: AbortSignal): Promise<Answer>;
}

interface QueuedQuestion {
  number: number;
  question: string;
  signal: AbortSignal | undefined;
  /** Whether a worker has already ended or stopped responding while it had this question. */
  retried: boolean;
  resolve(answer: unknown): void;
  reject(reason: unknown): void;
  /** Removes the listener that drops the question when its signal is aborted. */
  stopWaiting(): void;
}

interface WorkerSlot {
  /** The worker; undefined after it has ended, until a new worker starts for a further question. */
  worker: Worker | undefined;
  /** The question that the worker is answering. */
  current: QueuedQuestion | undefined;
  /** Whether this worker has sent a message about a question, which shows that its engine has started. */
  hasStarted: boolean;
  /** The timer that ends the worker if it does not begin with its question, or answer it, in time. */
  timer: ReturnType<typeof setTimeout> | undefined;
  /** The controller that ends the wait for the lock that the worker holds. */
  lockWait: AbortController | undefined;
}

/** Makes a worker that has not begun. */
export type MakeWorker = () => Worker;

/** Time limits of a worker in milliseconds. */
export interface TimeLimits {
  /** The limit for beginning with a question; it includes the time in which a new worker starts. */
  begin: number;
  /** The limit for answering. */
  answer: number;
  /** The limit for finishing a question that was dropped meanwhile. */
  dropped: number;
}

const DEFAULT_TIME_LIMITS: TimeLimits = { begin: 20_000, answer: 300_000, dropped: 50 };

/** A pool of workers with a queue of waiting questions. */
export class Pool implements Asker {
  private readonly slots: WorkerSlot[] = [];
  private queue: QueuedQuestion[] = [];
  private lastNumber = 0;

  /** Callback for an engine that crashed while it answered a question; `message` is the engine's last message. */
  onbroken: (message: string) => void = () => {};
  /** Callback for a question without an answer because workers have ended or cannot start. */
  onlost: () => void = () => {};

  constructor(
    private readonly module: WebAssembly.Module,
    size: number,
    private readonly make: MakeWorker,
    private readonly timeLimits: TimeLimits = DEFAULT_TIME_LIMITS,
  ) {
    for (let n = 0; n < Math.max(1, size); n++) {
      const slot = {
        worker: undefined,
        current: undefined,
        hasStarted: false,
        timer: undefined,
        lockWait: undefined,
      };
      this.slots.push(slot);
      this.startWorker(slot);
    }
  }

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

  /** Replaces the worker of a dropped question if the worker does not finish within the limit. */
  private endDropped(queued: QueuedQuestion): void {
    const slot = this.slots.find(({ current }) => current === queued);
    if (!slot) return;
    setTimeout(() => {
      if (slot.current !== queued) return;
      this.endWorker(slot);
      this.startWorker(slot);
      this.assignQuestions();
    }, this.timeLimits.dropped);
  }

  private startWorker(slot: WorkerSlot): void {
    const worker = this.make();
    const lock = `preference-worker-${Math.random()}`;
    slot.worker = worker;
    slot.hasStarted = false;
    // Messages from a worker that has been replaced are ignored.
    const ifCurrent = (act: () => void) => (): void => {
      if (slot.worker === worker) act();
    };
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) =>
      ifCurrent(() => ("locked" in data ? this.awaitLock(slot, lock) : this.receive(slot, data)))();
    worker.onerror = (event) =>
      ifCurrent(() => this.handleFailure(slot, event.message || "the worker ended"))();
    this.send(worker, { module: this.module, lock });
  }

  /**
   * Requests the lock that a worker holds. The lock becomes free when the worker ends for any reason; then the worker's
   * question is asked again.
   */
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
    slot.worker = slot.current = slot.timer = slot.lockWait = undefined;
  }

  private send(worker: Worker, message: ToWorker): void {
    worker.postMessage(message);
  }

  private assignQuestions(): void {
    for (const slot of this.slots) {
      const queued = slot.current ? undefined : this.queue.shift();
      if (!queued) continue;
      if (!slot.worker) this.startWorker(slot);
      slot.current = queued;
      if (slot.worker) this.send(slot.worker, { number: queued.number, question: queued.question });
      this.startTimer(slot, this.timeLimits.begin, () => this.retryQuestion(slot));
    }
  }

  private startTimer(slot: WorkerSlot, milliseconds: number, act: () => void): void {
    clearTimeout(slot.timer);
    slot.timer = setTimeout(act, milliseconds);
  }

  private receive(slot: WorkerSlot, message: Exclude<FromWorker, { locked: true }>): void {
    const queued = slot.current;
    if (!queued || queued.number !== message.number) return;
    slot.hasStarted = true;
    if ("begun" in message) return this.startTimer(slot, this.timeLimits.answer, () => this.rejectLate(slot));
    if ("broken" in message) return this.handleFailure(slot, message.broken);
    clearTimeout(slot.timer);
    slot.current = undefined;
    queued.stopWaiting();
    // The answer to a dropped question is not needed and therefore not parsed.
    if (!queued.signal?.aborted) {
      const answer = JSON.parse(message.answer);
      const { error } = answer;
      if (error) queued.reject(new QuestionError(error.code, error.message, error.field, error.deal));
      else queued.resolve(answer);
    }
    this.assignQuestions();
  }

  /**
   * Handles a worker that ended or stopped responding. Its question is asked again once; after a second failure the
   * question is rejected.
   */
  private retryQuestion(slot: WorkerSlot): void {
    const queued = slot.current;
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

  /**
   * Rejects a question that takes too long and ends its worker. The question is not asked again, since it would take
   * too long again.
   */
  private rejectLate(slot: WorkerSlot): void {
    const queued = slot.current;
    this.endWorker(slot);
    queued?.stopWaiting();
    queued?.reject(new QuestionError("time", "no answer came in time"));
    this.assignQuestions();
  }

  /**
   * Handles a worker that reports a broken engine or an error of its own. If it has already sent a message about a
   * question, its present question is rejected and a new worker replaces it. If not, no worker replaces it, and its
   * question goes to another worker, or is rejected if there is none.
   */
  private handleFailure(slot: WorkerSlot, message: string): void {
    const { current, hasStarted } = slot;
    this.endWorker(slot);
    current?.stopWaiting();
    if (hasStarted) {
      current?.reject(new QuestionError("internal", message));
      this.startWorker(slot);
      this.onbroken(message);
    } else {
      // A worker that has never begun with a question would not start the next time either.
      this.slots.splice(this.slots.indexOf(slot), 1);
      if (current && this.slots.length > 0) this.queue.unshift(current);
      else current?.reject(new QuestionError("internal", message));
      if (this.slots.length === 0) {
        for (const queued of this.queue.splice(0)) queued.reject(new QuestionError("internal", message));
        this.onlost();
      }
    }
    this.assignQuestions();
  }
}
