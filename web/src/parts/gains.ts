/** What everybody gains as a text. */

import { SEATS } from "../game/deal";
import type { Gains } from "../game/answers";
import { number, seatName, t } from "../lang/lang.svelte";

export function gainsText(gains: Gains): string {
  const pot = gains["pot"] ? [`${t("pot")} ${number(gains["pot"], true)}`] : [];
  return [...SEATS.map((seat) => `${seatName(seat)} ${number(gains[seat] ?? 0, true)}`), ...pot].join(", ");
}
