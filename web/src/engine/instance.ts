/** The engine in WebAssembly. Questions and answers are JSON texts in its memory. */

interface Exports {
  memory: WebAssembly.Memory;
  question(bytes: number): number;
  ask(): number;
  answer(): number;
  answer_length(): number;
}

/** The error of an engine that has crashed and cannot be used any more. Its message is the engine's last one. */
export class BrokenEngine extends Error {}

/** An instance of the engine, with a memory of its own. */
export class Instance {
  private readonly exports: Exports;

  constructor(module: WebAssembly.Module) {
    this.exports = new WebAssembly.Instance(module, {}).exports as unknown as Exports;
  }

  /** Answers a question; both are JSON. Throws BrokenEngine if the engine breaks. */
  ask(question: string): string {
    const bytes = new TextEncoder().encode(question);
    try {
      const address = this.exports.question(bytes.length);
      if (address === 0) return '{"error":{"code":"bad-json","message":"the question is too long"}}';
      new Uint8Array(this.exports.memory.buffer, address, bytes.length).set(bytes);
      return this.readAnswer(this.exports.ask());
    } catch (error) {
      // The cause is a panic, or an exhausted stack or memory.
      throw new BrokenEngine(this.lastMessage() || String(error));
    }
  }

  /** The size of the engine's memory in bytes. */
  get memory(): number {
    return this.exports.memory.buffer.byteLength;
  }

  private lastMessage(): string {
    try {
      return this.readAnswer(this.exports.answer_length());
    } catch {
      return "";
    }
  }

  private readAnswer(length: number): string {
    // The view is made for each answer, since the memory gets a new buffer when it grows.
    const bytes = new Uint8Array(this.exports.memory.buffer, this.exports.answer(), length);
    return new TextDecoder().decode(bytes);
  }
}
