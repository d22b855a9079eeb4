/** Puzzles in a row, as their maker has left them and as a link holds them. */

import type { Puzzle as FoundPuzzle } from "./answers";
import { BadLink } from "./bits";
import { isWhole, kindOf, parseDeal, type Seat, SEATS } from "./deal";
import { pack, unpack } from "./deflate";
import { decode, encode, type LinkPlay, type LinkState } from "./link";
import type { Rules } from "./rules";
import { Tree } from "./tree";

/** What is asked for: a card, the lead that makes a contract or beats it, or the two cards to lay aside. */
const CARD_KINDS = ["card", "lead", "defence", "discard"] as const;
/** What is asked for before the play: a call, or a decision such as whist. */
const ACTION_KINDS = ["call", "decision"] as const;
type CardKind = (typeof CARD_KINDS)[number];
type ActionKind = (typeof ACTION_KINDS)[number];
export type PuzzleKind = CardKind | ActionKind;

export const LEVELS = ["easy", "medium", "hard"] as const;
export type Level = (typeof LEVELS)[number];

interface PuzzleTexts {
  /** The seat that is to act. */
  seat: Seat;
  /** Whether the cards of the other seats are hidden until something was tried. */
  isHidden: boolean;
  /** The maker's question; empty for the usual one. */
  question: string;
  /** The hints, each of which goes further than the one before. */
  hints: readonly string[];
  /** What the maker says once the puzzle is solved. */
  comment: string;
  /** The number of turns in a row at which only one card or discard wins. */
  depth?: number;
  /** The level that the maker has chosen for a puzzle without depth. */
  level?: Level;
}

export interface CardPuzzle extends PuzzleTexts {
  kind: CardKind;
  /** The cards, the rules and the play up to the question. */
  state: LinkState & { play: LinkPlay };
}

export interface ActionPuzzle extends PuzzleTexts {
  kind: ActionKind;
  state: LinkState;
  /** The actions of the hand up to the question. */
  actions: readonly string[];
  /** The table of the hand, with the keys of a record: dealer, pot, marks. */
  table?: Readonly<Record<string, unknown>>;
}

/** A position with a question. */
export type Puzzle = CardPuzzle | ActionPuzzle;

export const isActionPuzzle = (puzzle: Puzzle): puzzle is ActionPuzzle => "actions" in puzzle;

export interface Lesson {
  title: string;
  puzzles: readonly Puzzle[];
}

/** The form of a puzzle in a link. Everything that is usual is left out. */
interface PackedPuzzle {
  at: string;
  house?: string;
  kind: PuzzleKind;
  seat: Seat;
  actions?: readonly string[];
  table?: Readonly<Record<string, unknown>>;
  hidden?: true;
  question?: string;
  hints?: readonly string[];
  comment?: string;
  depth?: number;
  level?: Level;
}

const MAX_PUZZLES = 50;

export function packLesson({ title, puzzles }: Lesson): Promise<string> {
  const packed = puzzles.map((puzzle): PackedPuzzle => {
    const { kind, state, seat, isHidden, question, hints, comment, depth, level } = puzzle;
    const { actions, table } = isActionPuzzle(puzzle) ? puzzle : {};
    return {
      at: encode(state),
      ...(state.rules.house === undefined ? {} : { house: state.rules.house }),
      kind,
      seat,
      ...(actions === undefined ? {} : { actions }),
      ...(table === undefined ? {} : { table }),
      ...(isHidden ? { hidden: true } : {}),
      ...(question === "" ? {} : { question }),
      ...(hints.length === 0 ? {} : { hints }),
      ...(comment === "" ? {} : { comment }),
      ...(depth === undefined ? {} : { depth }),
      ...(level === undefined ? {} : { level }),
    };
  });
  return pack(JSON.stringify({ ...(title === "" ? {} : { title }), puzzles: packed }));
}

/** Reads a packed lesson. Throws BadLink if it is none. */
export async function unpackLesson(letters: string): Promise<Lesson> {
  const text = await unpack(letters);
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw new BadLink("lesson");
  }
  if (!isObject(content) || !Array.isArray(content["puzzles"])) throw new BadLink("lesson");
  const puzzles = content["puzzles"].map(readPuzzle);
  if (puzzles.length === 0 || puzzles.length > MAX_PUZZLES) throw new BadLink("lesson");
  return { title: readText(content["title"]), puzzles };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

function readText(value: unknown): string {
  if (value === undefined) return "";
  if (typeof value !== "string") throw new BadLink("text");
  return value;
}

function readPuzzle(packed: unknown): Puzzle {
  if (!isObject(packed)) throw new BadLink("puzzle");
  const { at, house, seat, hints = [], depth, actions, table } = packed;
  if (typeof at !== "string" || !SEATS.some((one) => one === seat)) throw new BadLink("puzzle");
  if (!Array.isArray(hints) || !(depth === undefined || typeof depth === "number"))
    throw new BadLink("puzzle");
  const level = LEVELS.find((one) => one === packed["level"]);
  const { play, ...decoded } = decode(at);
  const { placement, rules } = decoded;
  const state = house === undefined ? decoded : { ...decoded, rules: { ...rules, house: readText(house) } };
  const texts = {
    seat: seat as Seat,
    isHidden: packed["hidden"] === true,
    question: readText(packed["question"]),
    hints: hints.map(readText),
    comment: readText(packed["comment"]),
    ...(depth === undefined ? {} : { depth }),
    ...(level === undefined ? {} : { level }),
  };
  const actionKind = ACTION_KINDS.find((one) => one === packed["kind"]);
  if (actionKind) {
    if (!Array.isArray(actions) || !isWhole(placement)) throw new BadLink("puzzle");
    if (!(table === undefined || isObject(table))) throw new BadLink("puzzle");
    const hand = { actions: actions.map(readText), ...(table === undefined ? {} : { table }) };
    return { kind: actionKind, state, ...hand, ...texts };
  }
  const kind = CARD_KINDS.find((one) => one === packed["kind"]);
  const isPossible = kind === "discard" ? isWhole(placement) : kindOf(placement) !== "hand";
  if (!kind || !play || !isPossible) throw new BadLink("puzzle");
  return { kind, state: { ...state, play }, ...texts };
}

/** A puzzle that the engine has found under these rules, as a lesson of its own. */
export function lessonOf(
  { deal, kind, declarer, contract, leader, depth }: Omit<FoundPuzzle, "rules" | "solution">,
  rules: Rules,
): Lesson {
  const play = { declarer, contract, discard: [], tree: new Tree(), node: 0 };
  const puzzle: CardPuzzle = {
    kind: kind === "catch" ? "card" : kind,
    state: { placement: parseDeal(deal), rules, play },
    seat: kind === "discard" ? declarer : leader,
    isHidden: false,
    question: "",
    hints: [],
    comment: "",
    ...(depth === undefined ? {} : { depth }),
  };
  return { title: "", puzzles: [puzzle] };
}
