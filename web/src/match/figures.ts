/** What the person has won and lost in the kept games, counted from the engine's results. */

import type { Asker } from "../engine/pool";
import { type Seat, SEATS } from "../game/deal";
import type { SessionAnswer, StateAnswer } from "../game/schema";
import { handOf, type HandRecord, logOf, PLAYERS, playersFor } from "./record";
import type { KeptGame } from "./store";

/** Finished hands of one kind: their number, how many had a gain or a loss, and the sum of the gains. */
export interface Figure {
  hands: number;
  won: number;
  lost: number;
  gain: number;
}

export interface Figures {
  /** The hands that the person declared, by contract, the most frequent first. */
  contracts: (Figure & { contract: string })[];
  /** All hands, by what the person was in them. */
  declarer: Figure;
  defender: Figure;
  passed: Figure;
  /** All hands in which the person called, by the first call, the most frequent first. */
  calls: (Figure & { call: string })[];
}

/** The game as far as it was played. */
export function askSession(game: KeptGame, pool: Asker, signal?: AbortSignal): Promise<SessionAnswer> {
  const { rules, end, shared } = game;
  const players = shared ? playersFor(shared.seat) : PLAYERS;
  const log = logOf(game);
  const question = { ask: "session", rules, log, players, ...(end === undefined ? {} : { end }) };
  return pool.ask<SessionAnswer>(question, signal);
}

/** The first call of the person in each finished hand; undefined if the person had no turn. */
function firstCalls(
  { records }: KeptGame,
  { hands }: SessionAnswer,
  pool: Asker,
  signal: AbortSignal,
): Promise<(string | undefined)[]> {
  const calls = hands.map(async ({ seats, struck }, n) => {
    const own = SEATS[seats.indexOf("F")];
    const record = records[n];
    if (struck || !record) return undefined;
    const state = await pool.ask<StateAnswer>({ ask: "state", record: handOf(record) }, signal);
    return state.facts?.steps.find(({ player }) => player === own)?.action;
  });
  return Promise.all(calls);
}

/** Counts the finished hands of some games. */
export async function figuresOf(
  games: readonly KeptGame[],
  pool: Asker,
  signal: AbortSignal,
): Promise<Figures> {
  const empty = (): Figure => ({ hands: 0, won: 0, lost: 0, gain: 0 });
  const contracts = new Map<string, Figure>();
  const calls = new Map<string, Figure>();
  const figureOf = (figures: Map<string, Figure>, key: string): Figure => {
    const figure = figures.get(key) ?? empty();
    figures.set(key, figure);
    return figure;
  };
  const [declarer, defender, passed] = [empty(), empty(), empty()];
  const answers = await Promise.all(games.map((game) => askSession(game, pool, signal)));
  const called = await Promise.all(
    games.map((game, n) => (answers[n] ? firstCalls(game, answers[n], pool, signal) : [])),
  );
  for (const [game, { hands, players }] of answers.entries()) {
    for (const [n, hand] of hands.entries()) {
      if (hand.struck) continue;
      const gain = hand.gains[players.indexOf("F")] ?? 0;
      const figures = [hand.declarer === "F" ? declarer : hand.declarer === null ? passed : defender];
      if (hand.declarer === "F" && hand.contract !== null) figures.push(figureOf(contracts, hand.contract));
      const call = called[game]?.[n];
      if (call !== undefined) figures.push(figureOf(calls, call));
      for (const figure of figures) {
        figure.hands += 1;
        figure.won += Number(gain > 0);
        figure.lost += Number(gain < 0);
        figure.gain += gain;
      }
    }
  }
  const byHands = (figures: Map<string, Figure>): [string, Figure][] =>
    [...figures].sort(([, one], [, other]) => other.hands - one.hands);
  return {
    contracts: byHands(contracts).map(([contract, figure]) => ({ contract, ...figure })),
    calls: byHands(calls).map(([call, figure]) => ({ call, ...figure })),
    declarer,
    defender,
    passed,
  };
}

/** A finished hand, and the seat of the person in it. */
export interface OwnHand {
  record: HandRecord;
  seat: Seat;
}

/** The finished hands of some games, at most `count`: game by game, in each the last hand first. */
export async function ownHands(
  games: readonly KeptGame[],
  count: number,
  pool: Asker,
  signal: AbortSignal,
): Promise<OwnHand[]> {
  const hands: OwnHand[] = [];
  for (const game of games) {
    const finished = (await askSession(game, pool, signal)).hands;
    for (let n = finished.length - 1; n >= 0 && hands.length < count; n--) {
      const record = game.records[n];
      const hand = finished[n];
      const seat = SEATS[hand?.seats.indexOf("F") ?? -1];
      if (record && seat && !hand?.struck) hands.push({ record: handOf(record), seat });
    }
  }
  return hands;
}
