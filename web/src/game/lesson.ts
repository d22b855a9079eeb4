/** Puzzles in a row, as their maker has left them and as a link holds them. */

import type { Puzzle as FoundPuzzle } from "./answers";
import { BadLink } from "./bits";
import { isWhole, kindOf, parseDeal, type Seat, SEATS } from "./deal";
import { pack, unpack } from "./deflate";
import { decode, encode, type LinkPlay, type LinkState } from "./link";
import type { Rules } from "./rules";
import { Tree } from "./tree";

/** What is asked for: a card, the lead that makes a contract or beats it, or the two cards to lay aside. */
const KINDS = ["card", "lead", "defence", "discard"] as const;
export type PuzzleKind = (typeof KINDS)[number];

/** A position with a question. */
export interface Puzzle {
  kind: PuzzleKind;
  /** The cards, the rules and the play up to the question. */
  state: LinkState & { play: LinkPlay };
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
  /** The number of turns in a row at which only one card or discard wins, if the engine has found the puzzle. */
  depth?: number;
}

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
  hidden?: true;
  question?: string;
  hints?: readonly string[];
  comment?: string;
  depth?: number;
}

const MAX_PUZZLES = 50;

export function packLesson({ title, puzzles }: Lesson): Promise<string> {
  const packed = puzzles.map(
    ({ kind, state, seat, isHidden, question, hints, comment, depth }): PackedPuzzle => ({
      at: encode(state),
      ...(state.rules.house === undefined ? {} : { house: state.rules.house }),
      kind,
      seat,
      ...(isHidden ? { hidden: true } : {}),
      ...(question === "" ? {} : { question }),
      ...(hints.length === 0 ? {} : { hints }),
      ...(comment === "" ? {} : { comment }),
      ...(depth === undefined ? {} : { depth }),
    }),
  );
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
  const { at, house, seat, hints = [], depth } = packed;
  const kind = KINDS.find((one) => one === packed["kind"]);
  if (typeof at !== "string" || !kind || !SEATS.some((one) => one === seat)) throw new BadLink("puzzle");
  if (!Array.isArray(hints) || !(depth === undefined || typeof depth === "number"))
    throw new BadLink("puzzle");
  const { play, ...state } = decode(at);
  const { placement, rules } = state;
  const isPossible = kind === "discard" ? isWhole(placement) : kindOf(placement) !== "hand";
  if (!play || !isPossible) throw new BadLink("puzzle");
  return {
    kind,
    state: { ...state, play, rules: house === undefined ? rules : { ...rules, house: readText(house) } },
    seat: seat as Seat,
    isHidden: packed["hidden"] === true,
    question: readText(packed["question"]),
    hints: hints.map(readText),
    comment: readText(packed["comment"]),
    ...(depth === undefined ? {} : { depth }),
  };
}

/** A puzzle that the engine has found under these rules, as a lesson of its own. */
export function lessonOf(
  { deal, kind, declarer, contract, leader, depth }: Omit<FoundPuzzle, "rules" | "solution">,
  rules: Rules,
): Lesson {
  const play = { declarer, contract, discard: [], tree: new Tree(), node: 0 };
  const puzzle: Puzzle = {
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
