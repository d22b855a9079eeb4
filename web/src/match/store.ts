/** Games against bots, kept by the browser. */

import { type DBSchema, type IDBPDatabase, openDB } from "idb";

import { SEATS } from "../game/deal";
import { BOTS, type HandRecord, type MatchData } from "./record";

export interface KeptGame extends MatchData {
  id: string;
  /** The number of times that it has been kept. A tab that has read an older version must not overwrite it. */
  version: number;
  /** When it began, and when it was last kept, in milliseconds. */
  begun: number;
  changed: number;
  name: string;
  /** The person's gain so far. */
  gain: number;
  isOver: boolean;
  /** The person's own name of the game, and notes. */
  title?: string;
  notes?: string;
  /** The person's notes on hands, by the number of the hand from 0. */
  handNotes?: Readonly<Record<number, string>>;
}

type Annotations = { [Name in "title" | "notes" | "handNotes"]?: KeptGame[Name] | undefined };
const annotationsOf = ({ title, notes, handNotes = {} }: Annotations): Pick<KeptGame, keyof Annotations> => ({
  ...(title ? { title } : {}),
  ...(notes ? { notes } : {}),
  ...(Object.keys(handNotes).length > 0 ? { handNotes } : {}),
});

interface Games extends DBSchema {
  games: { key: string; value: KeptGame };
}

export const newGame = (data: Omit<MatchData, "records">, name: string): KeptGame => ({
  ...data,
  records: [],
  id: [...crypto.getRandomValues(new Uint32Array(4))].map((number) => number.toString(36)).join("-"),
  version: 0,
  begun: Date.now(),
  changed: Date.now(),
  name,
  gain: 0,
  isOver: false,
});

/** The error for a game that another tab has kept since. */
export class ChangedElsewhere extends Error {}

let database: Promise<IDBPDatabase<Games>> | undefined;
const open = (): Promise<IDBPDatabase<Games>> =>
  (database ??= openDB<Games>("preference-games", 1, {
    upgrade: (games) => void games.createObjectStore("games", { keyPath: "id" }),
  }));

/** All games, the one that was changed last first; none if the browser keeps nothing. */
export async function keptGames(): Promise<KeptGame[]> {
  try {
    const games = await (await open()).getAll("games");
    return games.sort((one, other) => other.changed - one.changed);
  } catch {
    return [];
  }
}

export async function keptGame(id: string): Promise<KeptGame | undefined> {
  return (await open()).get("games", id);
}

/**
 * Keeps a game, and returns it with its new version. Its name and notes, which are changed apart, stay as they are.
 * Throws ChangedElsewhere if another tab has kept it since.
 */
export async function keep({ title, notes, handNotes, ...game }: KeptGame): Promise<KeptGame> {
  const write = (await open()).transaction("games", "readwrite");
  const before = await write.store.get(game.id);
  if ((before?.version ?? 0) !== game.version) {
    await write.done;
    throw new ChangedElsewhere();
  }
  const annotations = annotationsOf(before ?? { title, notes, handNotes });
  const next = { ...game, ...annotations, version: game.version + 1, changed: Date.now() };
  await Promise.all([write.store.put(next), write.done]);
  return next;
}

/** Changes the name and the notes of a game, in whichever tab it is played. */
export async function annotate(id: string, annotations: Annotations): Promise<void> {
  const write = (await open()).transaction("games", "readwrite");
  const before = await write.store.get(id);
  if (before) {
    const { title: _, notes: __, handNotes: ___, ...game } = before;
    await write.store.put({ ...game, ...annotationsOf(annotations) });
  }
  await write.done;
}

export async function remove(id: string): Promise<void> {
  await (await open()).delete("games", id);
}

/** Puts back a game that was deleted. */
export async function restore(game: KeptGame): Promise<void> {
  await (await open()).put("games", game);
}

/** The text of a file with games. */
export const exported = (games: readonly KeptGame[]): string => JSON.stringify({ games }, undefined, 1);

const isRecord = (record: unknown): record is HandRecord =>
  typeof record === "object" &&
  record !== null &&
  "deal" in record &&
  typeof record.deal === "string" &&
  "rules" in record &&
  "actions" in record &&
  Array.isArray(record.actions);

function isGame(game: unknown): game is KeptGame {
  if (typeof game !== "object" || game === null) return false;
  const {
    id,
    rules,
    name,
    bot,
    seed,
    records,
    begun,
    changed,
    version,
    gain,
    training,
    shared,
    isOver,
    end,
    title,
    notes,
    handNotes,
    rulings,
  } = game as Partial<KeptGame>;
  return (
    typeof id === "string" &&
    typeof name === "string" &&
    rules !== undefined &&
    BOTS.some((one) => one === bot) &&
    [seed, begun, changed, version, gain].every((number) => typeof number === "number") &&
    [training, isOver].every((choice) => typeof choice === "boolean") &&
    [end, title, notes].every((text) => text === undefined || typeof text === "string") &&
    (shared === undefined ||
      (typeof shared.deal === "string" && SEATS.some((seat) => seat === shared.seat))) &&
    (handNotes === undefined ||
      (typeof handNotes === "object" &&
        Object.values(handNotes).every((note) => typeof note === "string"))) &&
    (rulings === undefined ||
      (Array.isArray(rulings) && rulings.every(({ after }) => typeof after === "number"))) &&
    Array.isArray(records) &&
    records.every(isRecord)
  );
}

/** Reads the text of a file with games; undefined if it is not such a file. */
export function readGames(text: string): KeptGame[] | undefined {
  try {
    const content: unknown = JSON.parse(text);
    const games = typeof content === "object" && content !== null && "games" in content ? content.games : [];
    return Array.isArray(games) && games.length > 0 && games.every(isGame) ? games : undefined;
  } catch {
    return undefined;
  }
}

/** Adds games from a file; a game that is here already is replaced only by a later state of it. */
export async function addGames(games: readonly KeptGame[]): Promise<void> {
  const write = (await open()).transaction("games", "readwrite");
  for (const game of games) {
    const before = await write.store.get(game.id);
    if (before && before.version >= game.version) continue;
    await write.store.put(game);
  }
  await write.done;
}
