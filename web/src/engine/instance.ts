/** The engine in WebAssembly: what it exports, and a question as text in and out of it. */

interface Exports {
  memory: WebAssembly.Memory;
  question(bytes: number): number;
  ask(): number;
  answer(): number;
  told(): number;
}

/** The engine broke: this instance is of no more use. */
export class Broken extends Error {}

/** An instance of the engine. */
export class Instance {
  private readonly exports: Exports;

  constructor(module: WebAssembly.Module) {
    this.exports = new WebAssembly.Instance(module, {}).exports as unknown as Exports;
  }

  /** The answer to a question, both as JSON. Throws Broken if the engine breaks. */
  ask(question: string): string {
    const bytes = new TextEncoder().encode(question);
    try {
      const place = this.exports.question(bytes.length);
      if (place === 0) return '{"error":{"code":"bad-json","message":"the question is too long"}}';
      new Uint8Array(this.exports.memory.buffer, place, bytes.length).set(bytes);
      return this.read(this.exports.ask());
    } catch (error) {
      // A panic, a stack that is exhausted, or memory that is.
      throw new Broken(this.last() || String(error));
    }
  }

  /** The memory that it has taken, in bytes. */
  get memory(): number {
    return this.exports.memory.buffer.byteLength;
  }

  private last(): string {
    try {
      return this.read(this.exports.told());
    } catch {
      return "";
    }
  }

  private read(length: number): string {
    // The memory may have grown, and its buffer is another one then.
    const bytes = new Uint8Array(this.exports.memory.buffer, this.exports.answer(), length);
    return new TextDecoder().decode(bytes);
  }
}
