/** The state of the page as a text for its address, short and safe in any chat. */

import { PACK, type Card } from "./cards";
import { PLACES, type Place, type Placement, type Seat, SEATS } from "./deal";

/** What a link tells. */
export interface Shown {
  placement: Placement;
  rules: string;
  play?: Played;
}

/** A contract that is played, and how far. */
export interface Played {
  declarer: Seat;
  contract: string;
  /** The two cards laid aside; none if the declarer plays from the hand. */
  discard: Card[];
  cards: Card[];
}

/** The rules by number: new ones are added at the end, since links keep the number. */
export const RULES = [
  "austrian",
  "austrian-1829",
  "austrian-1829-early",
  "austrian-plain",
  "austrian-unlimited",
  "austrian-limited",
  "styrian",
  "illustrated",
  "illustrated-run6",
  "illustrated-sansatout",
  "hungarian",
  "hungarian-long",
  "bule",
  "danube-swabian",
  "russian",
  "leningrad",
  "rostov",
  "american",
] as const;

/** The contracts by number, in the same way. */
export const CONTRACTS = ["S", "H", "D", "C", "N", "misere", "slam", "run6", "uno"] as const;

/** The first six bits of every link. */
const VERSION = 1;

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** No link of this version is longer. */
export const LONGEST = 200;

/** Somebody's link that is none. */
export class BadLink extends Error {}

class Writer {
  private bits: number[] = [];

  put(value: number, width: number): void {
    for (let bit = width - 1; bit >= 0; bit--) this.bits.push((value >> bit) & 1);
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

class Reader {
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

  /** What is left is nothing but the end of the last letter. */
  end(): void {
    const rest = this.bits.slice(this.next);
    if (rest.length >= 6 || rest.some((bit) => bit)) throw new BadLink("long");
  }
}

/** The link of a state: 13 letters for a whole deal, 42 at most with a play. */
export function encode({ placement, rules, play }: Shown): string {
  const writer = new Writer();
  writer.put(VERSION, 6);
  const whole = placement.size === PACK.length;
  writer.put(Number(whole), 1);
  for (const card of PACK) {
    const place = placement.get(card);
    if (whole) writer.put(PLACES.indexOf(place as Place), 2);
    else writer.put(place === undefined ? 0 : 1 + PLACES.indexOf(place), 3);
  }
  writer.put(Math.max(0, (RULES as readonly string[]).indexOf(rules)), 6);
  writer.put(Number(play !== undefined), 1);
  if (play) {
    writer.put(SEATS.indexOf(play.declarer), 2);
    writer.put((CONTRACTS as readonly string[]).indexOf(play.contract), 5);
    writer.put(Number(play.discard.length > 0), 1);
    for (const card of play.discard) writer.put(PACK.indexOf(card), 5);
    writer.put(play.cards.length, 5);
    for (const card of play.cards) writer.put(PACK.indexOf(card), 5);
  }
  return writer.text();
}

/** The state of a link. Throws BadLink if it is none. */
export function decode(text: string): Shown {
  if (text.length > LONGEST) throw new BadLink("long");
  const reader = new Reader(text);
  if (reader.take(6) !== VERSION) throw new BadLink("version");
  const whole = reader.take(1) === 1;
  const placement = new Map<Card, Place>();
  for (const card of PACK) {
    const number = whole ? reader.take(2) : reader.take(3) - 1;
    const place = PLACES[number];
    if (place) placement.set(card, place);
    else if (number !== -1) throw new BadLink("place");
  }
  for (const place of PLACES) {
    const held = [...placement.values()].filter((other) => other === place).length;
    if (held > (place === "talon" ? 2 : 10)) throw new BadLink("too many cards");
  }
  const rules = RULES[reader.take(6)];
  if (!rules) throw new BadLink("rules");
  if (reader.take(1) === 0) {
    reader.end();
    return { placement, rules };
  }
  const declarer = SEATS[reader.take(2)];
  const contract = CONTRACTS[reader.take(5)];
  if (!declarer || !contract || !whole) throw new BadLink("contract");
  const card = (): Card => PACK[reader.take(5)] as Card;
  const discard = reader.take(1) ? [card(), card()] : [];
  const cards = Array.from({ length: reader.take(5) }, card);
  reader.end();
  return { placement, rules, play: { declarer, contract, discard, cards } };
}
