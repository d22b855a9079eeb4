/** Messages between the page and its workers. */

/** To a worker: the engine first, with the name of the lock that the worker holds as long as it lives; then questions. */
export type ToWorker = { module: WebAssembly.Module; lock: string } | { number: number; question: string };

/**
 * From a worker: that it holds its lock, that it has begun with a question, an answer, or the engine's last words
 * when it broke.
 */
export type FromWorker =
  | { locked: true }
  | { number: number; begun: true }
  | { number: number; answer: string }
  | { number: number; broken: string };
