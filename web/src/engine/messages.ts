/** Messages between the page and its workers. */

/**
 * A message to a worker: first the compiled engine and the name of the lock that the worker must hold, then
 * questions.
 */
export type ToWorker = { module: WebAssembly.Module; lock: string } | { number: number; question: string };

/**
 * A message from a worker: that it holds its lock; that it has begun with a question; the answer to the question; or
 * the last message of an engine that crashed while it answered the question.
 */
export type FromWorker =
  | { locked: true }
  | { number: number; begun: true }
  | { number: number; answer: string }
  | { number: number; broken: string };
