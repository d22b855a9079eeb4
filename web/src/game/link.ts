/** The state of the page as a text for its address, short and safe in any chat. */

import { BadLink, Reader, Writer } from "./bits";
import { PACK, type Card } from "./cards";
import { PLACES, type Place, type Placement, type Seat, SEATS, cardsAt, capacity } from "./deal";
import { PRESETS, preset, type Rules, SWITCHES } from "./rules";
import { Tree } from "./tree";

/** The state that a link holds: the cards, the rules, and the play. */
export interface LinkState {
  placement: Placement;
  rules: Rules;
  leader?: Seat;
  play?: LinkPlay;
}

/** A contract with its declarer and discard. */
export interface PlayedContract {
  /** Undefined if all have passed. */
  declarer: Seat | undefined;
  contract: string;
  /** The two cards laid aside; empty in an ending, if they are hidden, or if the declarer plays without the talon. */
  discard: Card[];
  /** Whether the discard is hidden, and the declarer may have laid aside any two of twelve cards. */
  isHidden?: boolean;
  /** The defender who has dropped out, if only two hands are played. */
  out?: Seat;
}

/** A contract that is played, with its variations and the current node of their tree. */
export interface LinkPlay extends PlayedContract {
  tree: Tree;
  node: number;
}

/** The play after all have passed, in which every seat takes as few tricks as it can. */
export const ALL_PASS = "allpass";

/** The contracts in the order of their numbers. A link holds the number, so new contracts are added at the end. */
export const CONTRACTS: readonly string[] = [
  ...["S", "H", "D", "C", "N", "misere", "slam", "run6", "uno", "open-misere", "open-slam"],
  ...[6, 7, 8, 9, 10].flatMap((level) => ["S", "C", "D", "H", "N"].map((strain) => `${level}${strain}`)),
  ALL_PASS,
];

/** The card that a link holds twice in place of a hidden discard. */
const HIDDEN_DISCARD: Card = "SA";

/** The version of the format, which is the first six bits of every link; a play with two hands has one of its own. */
const VERSION = 2;
const TWO_HANDS = 3;

/**
 * The maximum number of letters of a link without house rules: enough for about five hundred cards in variations.
 */
export const MAX_LETTERS = 600;

/** The number of bits of a node's number in a tree of `nodes` nodes. */
const nodeWidth = (nodes: number): number => Math.ceil(Math.log2(nodes + 1));

/**
 * Encodes a state without the text of its house rules. A whole deal without switches or a play takes 14 letters. If the
 * variations are too long for a link, only the line to the current node is encoded.
 */
export function encode(state: LinkState): string {
  const text = encodeAll(state);
  const { play } = state;
  if (text.length <= MAX_LETTERS || !play) return text;
  const tree = Tree.fromLine(play.tree.line(play.node));
  return encodeAll({ ...state, play: { ...play, tree, node: tree.nodes.length - 1 } });
}

function encodeAll({ placement, rules, leader, play }: LinkState): string {
  const writer = new Writer();
  writer.put(play?.out ? TWO_HANDS : VERSION, 6);
  const whole = placement.size === PACK.length;
  writer.putFlag(whole);
  for (const card of PACK) {
    const place = placement.get(card);
    if (whole) writer.put(PLACES.indexOf(place as Place), 2);
    else writer.put(place === undefined ? 0 : 1 + PLACES.indexOf(place), 3);
  }
  writer.putFlag(rules.house !== undefined);
  writer.put(Math.max(0, (PRESETS as readonly string[]).indexOf(rules.preset)), 5);
  const switched = SWITCHES.some((name) => rules.switches[name] !== undefined);
  writer.putFlag(switched);
  for (const name of switched ? SWITCHES : []) {
    const on = rules.switches[name];
    writer.put(on === undefined ? 0 : on ? 2 : 1, 2);
  }
  writer.put(leader ? 1 + SEATS.indexOf(leader) : 0, 2);
  writer.putFlag(play !== undefined);
  if (play) encodePlay(writer, play);
  return writer.text();
}

function encodePlay(writer: Writer, play: LinkPlay): void {
  const { declarer, contract, discard, isHidden, out, tree, node } = play;
  const card = (card: Card): void => writer.put(PACK.indexOf(card), 5);
  writer.put(declarer ? SEATS.indexOf(declarer) : SEATS.length, 2);
  writer.put(CONTRACTS.indexOf(contract), 6);
  // One card twice stands for a hidden discard.
  const aside = isHidden ? [HIDDEN_DISCARD, HIDDEN_DISCARD] : discard;
  writer.putFlag(aside.length > 0);
  aside.forEach(card);
  if (out) writer.put(SEATS.indexOf(out), 2);
  // Depth first from the root: for each card a 1, the card and its continuations; then a 0 for the step back.
  const [sorted, numbers] = tree.renumber();
  const put = (at: number): void => {
    for (const child of sorted.node(at).children) {
      writer.putFlag(true);
      card(sorted.node(child).move as Card);
      put(child);
    }
    writer.putFlag(false);
  };
  put(0);
  writer.put(numbers.get(node) ?? 0, nodeWidth(sorted.nodes.length));
}

/** The first unreadable part of a link; all later parts are unreadable, too. */
export type UnreadPart = "rules" | "play" | "rest";

/**
 * The readable part of a link's state. The part named by `missing` may be incomplete, and all later parts are left
 * out.
 */
export interface ReadLink {
  state: LinkState;
  /** Whether house rules follow the state. */
  hasHouse: boolean;
  missing?: UnreadPart;
}

/** Decodes a whole link of this version or an older one. Throws BadLink if a part cannot be read. */
export function decode(text: string): LinkState {
  const { state, missing } = readState(text);
  if (missing) throw new BadLink(missing);
  return state;
}

/** Decodes the readable part of a link of this version or an older one. Throws BadLink if the deal is unreadable. */
export function readState(text: string): ReadLink {
  if (text.length > MAX_LETTERS) throw new BadLink("long");
  const reader = new Reader(text);
  const version = reader.readBits(6);
  if (![1, VERSION, TWO_HANDS].includes(version)) throw new BadLink("version");
  const read: ReadLink = {
    state: { placement: readCards(reader), rules: preset("austrian") },
    hasHouse: false,
  };
  let part: UnreadPart = "rules";
  try {
    readRules(reader, version, read);
    part = "play";
    if (reader.readFlag()) readPlay(reader, version, read.state);
    part = "rest";
    reader.expectEnd();
  } catch (error) {
    if (!(error instanceof BadLink)) throw error;
    read.missing = part;
  }
  return read;
}

function readCards(reader: Reader): Placement {
  const whole = reader.readFlag();
  const placement = new Map<Card, Place>();
  for (const card of PACK) {
    const number = whole ? reader.readBits(2) : reader.readBits(3) - 1;
    const place = PLACES[number];
    if (place) placement.set(card, place);
    else if (number !== -1) throw new BadLink("place");
  }
  if (PLACES.some((place) => cardsAt(placement, place).length > capacity(place)))
    throw new BadLink("too many cards");
  return placement;
}

function readRules(reader: Reader, version: number, read: ReadLink): void {
  const hasHouse = reader.readFlag();
  const name = PRESETS[reader.readBits(5)];
  if (!name) throw new BadLink("rules");
  const rules = preset(name);
  let leader: Seat | undefined;
  if (version > 1) {
    for (const name of reader.readFlag() ? SWITCHES : []) {
      const set = reader.readBits(2);
      if (set > 0) rules.switches[name] = set === 2;
    }
    leader = SEATS[reader.readBits(2) - 1];
  }
  read.hasHouse = hasHouse;
  read.state.rules = rules;
  if (leader) read.state.leader = leader;
}

const readCard = (reader: Reader): Card => PACK[reader.readBits(5)] as Card;

/**
 * Reads declarer, contract and cards. If the cards are incomplete, the current node is the end of the main line that
 * was read.
 */
function readPlay(reader: Reader, version: number, state: LinkState): void {
  const declarer = SEATS[reader.readBits(2)];
  const contract = CONTRACTS[reader.readBits(version === 1 ? 5 : 6)];
  if (!contract || (declarer === undefined) !== (contract === ALL_PASS)) throw new BadLink("contract");
  const aside = reader.readFlag() ? [readCard(reader), readCard(reader)] : [];
  const { placement } = state;
  const [one, other] = aside;
  const isHidden = one === HIDDEN_DISCARD && other === HIDDEN_DISCARD;
  const discard = isHidden ? [] : aside;
  const isHeld = (card: Card): boolean => {
    const place = placement.get(card);
    return declarer !== undefined && (place === declarer || place === "talon");
  };
  const isWrong = isHidden ? declarer === undefined : one === other && one !== undefined;
  if (isWrong || !discard.every(isHeld)) throw new BadLink("discard");
  const play: LinkPlay = { declarer, contract, discard, tree: new Tree(), node: 0 };
  if (isHidden) play.isHidden = true;
  if (version === TWO_HANDS) {
    const out = SEATS[reader.readBits(2)];
    if (!out || out === declarer) throw new BadLink("out");
    play.out = out;
  }
  state.play = play;
  const unheld = isHidden || discard.length > 0 ? discard : cardsAt(placement, "talon");
  const hands = new Set([...placement.keys()].filter((card) => !unheld.includes(card)));
  try {
    if (version === 1) readLine(reader, play, hands);
    else readTree(reader, play, hands);
  } catch (error) {
    play.node = play.tree.lineEnd(0);
    throw error;
  }
}

/**
 * Adds a card after `node` and returns the number of the new node. Throws BadLink if no hand can still hold the card
 * or if `node` already has a child for it.
 */
function addCard(play: LinkPlay, node: number, card: Card, hands: ReadonlySet<Card>): number {
  const before = play.tree.line(node);
  const isPlayable = hands.has(card) && !before.includes(card) && before.length < 30;
  if (!isPlayable || play.tree.child(node, card) !== undefined) throw new BadLink("card");
  const [tree, added] = play.tree.withMove(node, card);
  play.tree = tree;
  return added;
}

/** Reads a play of version 1: a single line, whose end is the current node. */
function readLine(reader: Reader, play: LinkPlay, hands: ReadonlySet<Card>): void {
  for (let left = reader.readBits(5); left > 0; left--)
    play.node = addCard(play, play.node, readCard(reader), hands);
}

function readTree(reader: Reader, play: LinkPlay, hands: ReadonlySet<Card>): void {
  let here = 0;
  for (;;) {
    if (reader.readFlag()) here = addCard(play, here, readCard(reader), hands);
    else if (here === 0) break;
    else here = play.tree.node(here).parent;
  }
  const node = reader.readBits(nodeWidth(play.tree.nodes.length));
  if (node >= play.tree.nodes.length) throw new BadLink("place");
  play.node = node;
}
