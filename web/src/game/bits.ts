/** Numbers of some bits as a text of letters that no chat and no address changes. */

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** Somebody's link that is none. */
export class BadLink extends Error {}

export class Writer {
  private bits: number[] = [];

  put(value: number, width: number): void {
    for (let bit = width - 1; bit >= 0; bit--) this.bits.push((value >> bit) & 1);
  }

  flag(on: boolean): void {
    this.put(Number(on), 1);
  }

  text(): string {
    while (this.bits.length % 6) this.bits.push(0);
    let text = "";
    for (let n = 0; n < this.bits.length; n += 6) {
      text += ALPHABET[this.bits.slice(n, n + 6).reduce((value, bit) => 2 * value + bit, 0)];
    }
    return text;
  }
}

/** Reads what a writer wrote; throws BadLink where it did not. */
export class Reader {
  private readonly bits: number[] = [];
  private next = 0;

  constructor(text: string) {
    for (const letter of text) {
      const value = ALPHABET.indexOf(letter);
      if (value < 0) throw new BadLink(letter);
      for (let bit = 5; bit >= 0; bit--) this.bits.push((value >> bit) & 1);
    }
  }

  take(width: number): number {
    if (this.next + width > this.bits.length) throw new BadLink("short");
    let value = 0;
    for (let n = 0; n < width; n++) value = 2 * value + (this.bits[this.next++] as number);
    return value;
  }

  flag(): boolean {
    return this.take(1) === 1;
  }

  /** What is left is nothing but the end of the last letter. */
  end(): void {
    const rest = this.bits.slice(this.next);
    if (rest.length >= 6 || rest.some((bit) => bit)) throw new BadLink("long");
  }
}
