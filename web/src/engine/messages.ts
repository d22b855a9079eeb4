/** What the page and its workers say to each other. */

/** To a worker: the engine first, then questions. */
export type ToWorker = { module: WebAssembly.Module } | { number: number; question: string };

/** From a worker: an answer, or what the engine said when it broke. */
export type FromWorker = { number: number; answer: string } | { number: number; broken: string };
