/** Messages between the page and its workers. */

/**
 * A message to a worker: first the compiled engine and the name of the lock that the worker must hold, then
 * questions.
 */
export type ToWorker = { module: WebAssembly.Module; lock: string } | { number: number; question: string };

/**
 * A message from a worker: it holds its lock; it has begun with a question; it has the answer; or its engine broke
 * over the question, with the engine's last message.
 */
export type FromWorker =
  | { locked: true }
  | { number: number; begun: true }
  | { number: number; answer: string }
  | { number: number; broken: string };
