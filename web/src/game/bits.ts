/** Numbers and flags packed into a text, six bits to a letter; chats and addresses leave these letters unchanged. */

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** The letter that is appended to a text whose last character some sites would cut off. */
const PADDING = "A";

/** The error for a text that is not a link, or for a link with an unreadable part. */
export class BadLink extends Error {}

/** A writer of numbers and flags, each in a given number of bits. */
export class Writer {
  private bits: number[] = [];

  put(value: number, width: number): void {
    for (let bit = width - 1; bit >= 0; bit--) this.bits.push((value >> bit) & 1);
  }

  putFlag(on: boolean): void {
    this.put(Number(on), 1);
  }

  text(): string {
    while (this.bits.length % 6) this.bits.push(0);
    let text = "";
    for (let n = 0; n < this.bits.length; n += 6) {
      text += ALPHABET[this.bits.slice(n, n + 6).reduce((value, bit) => 2 * value + bit, 0)];
    }
    // Forums read a last - or _ as markup.
    return /[-_]$/.test(text) ? text + PADDING : text;
  }
}

/**
 * A reader of a text that a `Writer` has written. It throws BadLink if the text has an unknown letter or is too short.
 */
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

  readBits(width: number): number {
    if (this.next + width > this.bits.length) throw new BadLink("short");
    let value = 0;
    for (let n = 0; n < width; n++) value = 2 * value + (this.bits[this.next++] as number);
    return value;
  }

  readFlag(): boolean {
    return this.readBits(1) === 1;
  }

  /**
   * Throws BadLink if anything follows the last number, except the zero bits that fill its letter, the padding letter,
   * and - or _ from a forum's markup.
   */
  expectEnd(): void {
    const rest = this.bits.slice(this.next);
    const letters = this.text.slice(this.text.length - Math.floor(rest.length / 6));
    if (rest.slice(0, rest.length % 6).some((bit) => bit) || !/^A?[-_]*$/.test(letters))
      throw new BadLink("long");
  }
}
