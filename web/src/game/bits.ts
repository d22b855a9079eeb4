/** Bit fields as text, in letters that chats and addresses leave unchanged. */

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** The letter that is added to a text whose last character some sites would cut off. */
const SAFE = "A";

/** The error of a text that is not a link, or of a link with an unreadable part. */
export class BadLink extends Error {}

/** A writer of numbers and flags of given widths. */
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
    return /[-_]$/.test(text) ? text + SAFE : text;
  }
}

/** A reader of a writer's text; it throws BadLink for any other text. */
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

  /** Throws BadLink if more is left than the last letter's spare bits, the added letter, and a forum's markup. */
  expectEnd(): void {
    const rest = this.bits.slice(this.next);
    const letters = this.text.slice(this.text.length - Math.floor(rest.length / 6));
    if (rest.slice(0, rest.length % 6).some((bit) => bit) || !/^A?[-_]*$/.test(letters))
      throw new BadLink("long");
  }
}
