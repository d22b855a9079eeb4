/** Numbers of some bits as a text of letters that no chat and no address changes. */

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** The letter that ends a text whose own last one is cut off in some places. */
const SAFE = "A";

/** A text that is no link, or a link of which a part cannot be read. */
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
    // Forums take a last - or _ for a mark of their own.
    return /[-_]$/.test(text) ? text + SAFE : text;
  }
}

/** Reads what a writer wrote; throws BadLink where it did not. */
export class Reader {
  private readonly bits: number[] = [];
  private next = 0;

  constructor(private readonly text: string) {
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

  /** Throws BadLink if more is left than the end of the last letter, the one after it, and a forum's marks. */
  end(): void {
    const rest = this.bits.slice(this.next);
    const letters = this.text.slice(this.text.length - Math.floor(rest.length / 6));
    if (rest.slice(0, rest.length % 6).some((bit) => bit) || !/^A?[-_]*$/.test(letters))
      throw new BadLink("long");
  }
}
