/** Gains of all seats as text. */

import { SEATS } from "../game/deal";
import type { Gains } from "../game/answers";
import { number, seatName, t } from "../lang/lang.svelte";

/** Lists the gains of all seats, and the gain of the pot if it is not zero. */
export function gainsText(gains: Gains): string {
  const pot = gains["pot"] ? [`${t("pot")} ${number(gains["pot"], true)}`] : [];
  return [...SEATS.map((seat) => `${seatName(seat)} ${number(gains[seat] ?? 0, true)}`), ...pot].join(", ");
}
