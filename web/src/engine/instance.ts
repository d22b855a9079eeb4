/** The engine in WebAssembly: its exports, and questions and answers as text. */

interface Exports {
  memory: WebAssembly.Memory;
  question(bytes: number): number;
  ask(): number;
  answer(): number;
  told(): number;
}

/** The error of an engine that broke; its instance cannot be used any more. */
export class BrokenEngine extends Error {}

/** An instance of the engine, with a memory of its own. */
export class Instance {
  private readonly exports: Exports;

  constructor(module: WebAssembly.Module) {
    this.exports = new WebAssembly.Instance(module, {}).exports as unknown as Exports;
  }

  /** Answers a question, both as JSON. Throws Broken if the engine breaks. */
  ask(question: string): string {
    const bytes = new TextEncoder().encode(question);
    try {
      const place = this.exports.question(bytes.length);
      if (place === 0) return '{"error":{"code":"bad-json","message":"the question is too long"}}';
      new Uint8Array(this.exports.memory.buffer, place, bytes.length).set(bytes);
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
      return this.readAnswer(this.exports.told());
    } catch {
      return "";
    }
  }

  private readAnswer(length: number): string {
    // A memory that has grown has another buffer.
    const bytes = new Uint8Array(this.exports.memory.buffer, this.exports.answer(), length);
    return new TextDecoder().decode(bytes);
  }
}
