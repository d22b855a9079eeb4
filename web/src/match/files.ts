/** Files of games: in the form of this page, and finished hands in PPN. */

import { type Asker, QuestionError } from "../engine/pool";
import type { PpnAnswer, SessionAnswer, StateAnswer } from "../game/schema";
import { handOf, type HandRecord, PLAYERS } from "./record";
import { type KeptGame, newGame, readGames } from "./store";

/** The PPN of all hands that have such a form, and the number of finished hands that have none. */
export async function ppnOf(
  games: readonly KeptGame[],
  pool: Asker,
): Promise<{ ppn: string; missing: number }> {
  /** Whether the hand is over; only the last one of a game may not be. */
  const isFinished = async (record: HandRecord): Promise<boolean> =>
    (await pool.ask<StateAnswer>({ ask: "state", record: handOf(record) })).phase === "over";
  const finished = await Promise.all(
    games.map(async ({ records }) => {
      const last = records.at(-1);
      return last && !last.struck && !(await isFinished(last)) ? records.slice(0, -1) : records;
    }),
  );
  const log = finished.flat().filter(({ struck }) => !struck);
  const { hands } = await pool.ask<PpnAnswer>({ ask: "ppn", log });
  const lines = hands.flatMap(({ ppn }) => (ppn === undefined ? [] : [`${ppn}\n`]));
  return { ppn: lines.join(""), missing: hands.length - lines.length };
}

async function gameOf(record: HandRecord, title: string, pool: Asker): Promise<KeptGame> {
  const { rules } = record;
  const end = "deals:1";
  const session = { ask: "session", rules, log: [record], players: PLAYERS, end };
  const answer = await pool.ask<SessionAnswer>(session);
  const game = newGame({ rules, bot: "quick", seed: 1, training: false, end }, answer.rules);
  return { ...game, records: [record], title, gain: answer.gains[0] ?? 0, isOver: answer.over };
}

/** The games of a file, in which each deal of PPN is a game; undefined if there are none. */
export async function readFile(text: string, pool: Asker): Promise<KeptGame[] | undefined> {
  if (!text.trimStart().startsWith("[")) return readGames(text);
  try {
    const { hands } = await pool.ask<PpnAnswer>({ ask: "ppn", ppn: text });
    const read = hands.flatMap(({ name, record }) =>
      record ? [gameOf(record as HandRecord, `PPN ${name ?? ""}`.trim(), pool)] : [],
    );
    return read.length === 0 ? undefined : await Promise.all(read);
  } catch (error) {
    if (error instanceof QuestionError) return undefined;
    throw error;
  }
}
