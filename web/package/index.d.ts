import type { Answers } from "./schema.js";

export type * from "./schema.js";
export { BrokenEngine } from "./instance.js";

/** A question: the name of a command of the program, and its fields. */
export type Question<Ask extends keyof Answers = keyof Answers> = { ask: Ask; [field: string]: unknown };

/** The error of a question that cannot be answered. */
export class QuestionError extends Error {
  /** The kind of the error, one of a fixed set. */
  readonly code: string;
  /** The field that is wrong or missing, if it is one. */
  readonly field: string | undefined;
}

/** An engine, which answers one question after the other and keeps its tables for the next question. */
export class Engine {
  /** Makes an engine from a compiled module. */
  constructor(module: WebAssembly.Module);

  /** Compiles the engine and starts it. The file is read from the package, unless its bytes are given. */
  static load(bytes?: BufferSource): Promise<Engine>;

  /**
   * Answers a question that has one answer. Throws QuestionError if the question cannot be answered, and BrokenEngine
   * if the engine breaks, after which it cannot be used any more.
   */
  ask<Ask extends keyof Answers>(question: Question<Ask>): Answers[Ask];

  /** Answers a question that has a list of answers, by a list of deals or of points of the play, or by count. */
  askList<Ask extends keyof Answers>(question: Question<Ask>): Answers[Ask][];
}
