/** Deals that friends play, each alone, against the same bots. */

import type { Asker } from "../engine/pool";
import { BadLink } from "../game/bits";
import { isWhole, notation, SEATS } from "../game/deal";
import type { SharedLink } from "../game/hash";
import { decode } from "../game/link";
import { parseRules, type Rules, rulesField } from "../game/rules";
import { BOTS, type MatchData } from "./record";
import { type KeptGame, keptGames, newGame } from "./store";

/** The deal of a link with its rules; a number stands for a random deal. */
async function readDeal(
  { shared, rules }: SharedLink,
  pool: Asker,
  usual: Rules,
): Promise<{ deal: string; rules: Rules }> {
  if (/^\d+$/.test(shared)) {
    const { deal } = await pool.ask<{ deal: string }>({ ask: "deal", seed: Number(shared) });
    return { deal, rules: parseRules(rules ?? "") ?? usual };
  }
  const state = decode(shared);
  if (!isWhole(state.placement)) throw new BadLink("deal");
  return { deal: notation(state.placement), rules: state.rules };
}

/**
 * The game of a link: the one that was begun before, or else a new one. Throws BadLink if the link names no such game.
 */
export async function openShared(link: SharedLink, pool: Asker, usual: Rules): Promise<KeptGame> {
  const seat = SEATS.find((one) => one === link.seat);
  const bot = BOTS.find((one) => one === link.bot);
  if (!seat || !bot) throw new BadLink("seat");
  const { deal, rules } = await readDeal(link, pool, usual);
  // The bots choose alike for all friends.
  const data = { rules: rulesField(rules), bot, seed: 1, training: false, shared: { deal, seat } };
  const sign = ({ rules, bot, shared }: Omit<MatchData, "records">): string =>
    JSON.stringify([rules, bot, shared?.deal, shared?.seat]);
  const begun = (await keptGames()).find((game) => sign(game) === sign(data));
  return begun ?? newGame(data, rules.preset);
}
