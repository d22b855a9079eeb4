/** The state of the page as a text for its address, short and safe in any chat. */

import { BadLink, Reader, Writer } from "./bits";
import { PACK, type Card } from "./cards";
import { PLACES, type Place, type Placement, type Seat, SEATS, at, room } from "./deal";
import type { Table } from "./cost";
import { PRESETS, type Rules, SWITCHES } from "./rules";
import { Tree } from "./tree";

/** What a link tells. */
export interface Shown {
  placement: Placement;
  rules: Rules;
  leader?: Seat;
  play?: Played;
}

/** A contract that is played, what was tried, and how far. */
export interface Played extends Table {
  tree: Tree;
  node: number;
}

/** The contracts by number: new ones are added at the end, since links keep the number. */
export const CONTRACTS: readonly string[] = [
  ...["S", "H", "D", "C", "N", "misere", "slam", "run6", "uno", "open-misere", "open-slam"],
  ...[6, 7, 8, 9, 10].flatMap((level) => ["S", "C", "D", "H", "N"].map((strain) => `${level}${strain}`)),
];

/** The first six bits of every link. */
const VERSION = 2;

/** No link that is made is longer, house rules aside: some five hundred cards. */
export const LONGEST = 600;

/** The number of a tree's places takes so many bits. */
const width = (places: number): number => Math.ceil(Math.log2(places + 1));

/**
 * The link of a state, without house rules: 14 letters for a whole deal. If there are too many variations,
 * only the line to this place is told.
 */
export function encode(shown: Shown): string {
  const text = written(shown);
  const { play } = shown;
  if (text.length <= LONGEST || !play) return text;
  const tree = Tree.of(play.tree.line(play.node));
  return written({ ...shown, play: { ...play, tree, node: tree.branches.length - 1 } });
}

function written({ placement, rules, leader, play }: Shown): string {
  const writer = new Writer();
  writer.put(VERSION, 6);
  const whole = placement.size === PACK.length;
  writer.flag(whole);
  for (const card of PACK) {
    const place = placement.get(card);
    if (whole) writer.put(PLACES.indexOf(place as Place), 2);
    else writer.put(place === undefined ? 0 : 1 + PLACES.indexOf(place), 3);
  }
  writer.put(Math.max(0, (PRESETS as readonly string[]).indexOf(rules.preset)), 6);
  const switched = SWITCHES.some((name) => rules.switches[name] !== undefined);
  writer.flag(switched);
  for (const name of switched ? SWITCHES : []) {
    const on = rules.switches[name];
    writer.put(on === undefined ? 0 : on ? 2 : 1, 2);
  }
  writer.put(leader ? 1 + SEATS.indexOf(leader) : 0, 2);
  writer.flag(play !== undefined);
  if (play) encodePlay(writer, play);
  return writer.text();
}

function encodePlay(writer: Writer, { declarer, contract, discard, tree, node }: Played): void {
  const card = (card: Card): void => writer.put(PACK.indexOf(card), 5);
  writer.put(SEATS.indexOf(declarer), 2);
  writer.put(CONTRACTS.indexOf(contract), 6);
  writer.flag(discard.length > 0);
  discard.forEach(card);
  // From the root down: a card and what follows it, and back.
  const [sorted, numbers] = tree.sorted();
  const put = (at: number): void => {
    for (const child of sorted.branch(at).children) {
      writer.flag(true);
      card(sorted.branch(child).card as Card);
      put(child);
    }
    writer.flag(false);
  };
  put(0);
  writer.put(numbers.get(node) ?? 0, width(sorted.branches.length));
}

/** The state of a link of this version or an older one. Throws BadLink if it is none. */
export function decode(text: string): Shown {
  if (text.length > LONGEST) throw new BadLink("long");
  const reader = new Reader(text);
  const version = reader.take(6);
  if (version !== 1 && version !== VERSION) throw new BadLink("version");
  const whole = reader.flag();
  const placement = new Map<Card, Place>();
  for (const card of PACK) {
    const number = whole ? reader.take(2) : reader.take(3) - 1;
    const place = PLACES[number];
    if (place) placement.set(card, place);
    else if (number !== -1) throw new BadLink("place");
  }
  if (PLACES.some((place) => at(placement, place).length > room(place))) throw new BadLink("too many cards");
  const preset = PRESETS[reader.take(6)];
  if (!preset) throw new BadLink("rules");
  const rules: Rules = { preset, switches: {} };
  const shown: Shown = { placement, rules };
  if (version > 1) {
    for (const name of reader.flag() ? SWITCHES : []) {
      const set = reader.take(2);
      if (set > 0) rules.switches[name] = set === 2;
    }
    const leader = SEATS[reader.take(2) - 1];
    if (leader) shown.leader = leader;
  }
  if (reader.flag()) {
    shown.play = version === 1 ? decodeLine(reader) : decodePlay(reader);
    check(shown.play, placement);
  }
  reader.end();
  return shown;
}

/** Refuses cards that nobody at the table can play. */
function check({ declarer, discard, tree }: Played, placement: Placement): void {
  const [one, other] = discard;
  const isHeld = (card: Card): boolean => {
    const place = placement.get(card);
    return place === declarer || place === "talon";
  };
  if (discard.length > 0 && (one === other || !discard.every(isHeld))) throw new BadLink("discard");
  const out = discard.length > 0 ? discard : at(placement, "talon");
  tree.branches.forEach(({ card, parent }) => {
    if (card === undefined) return;
    const before = tree.line(parent);
    const gone = out.includes(card) || !placement.has(card) || before.includes(card);
    if (gone || before.length >= 30) throw new BadLink("card");
  });
}

const cardOf = (reader: Reader): Card => PACK[reader.take(5)] as Card;

function decodeTable(reader: Reader, bits: number): Table {
  const declarer = SEATS[reader.take(2)];
  const contract = CONTRACTS[reader.take(bits)];
  if (!declarer || !contract) throw new BadLink("contract");
  const discard = reader.flag() ? [cardOf(reader), cardOf(reader)] : [];
  return { declarer, contract, discard };
}

/** A play of version 1: one line, and its last card is the place. */
function decodeLine(reader: Reader): Played {
  const table = decodeTable(reader, 5);
  const tree = Tree.of(Array.from({ length: reader.take(5) }, () => cardOf(reader)));
  return { ...table, tree, node: tree.branches.length - 1 };
}

function decodePlay(reader: Reader): Played {
  const table = decodeTable(reader, 6);
  let [tree, here] = [new Tree(), 0];
  for (;;) {
    if (reader.flag()) {
      const before = tree.branches.length;
      [tree, here] = tree.with(here, cardOf(reader));
      if (tree.branches.length === before) throw new BadLink("a card twice");
    } else if (here === 0) break;
    else here = tree.branch(here).parent;
  }
  const node = reader.take(width(tree.branches.length));
  if (node >= tree.branches.length) throw new BadLink("place");
  return { ...table, tree, node };
}
