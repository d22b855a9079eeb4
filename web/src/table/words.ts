/** Short words of the table. */

import type { Place, Seat } from "../game/deal";
import { lang } from "../lang/lang.svelte";

export function seatLetter(place: Place): string {
  const { seatLetters, handNames } = lang.strings;
  if (place === lang.seat) return seatLetters.F;
  return lang.seat === "F" || place === "talon" ? seatLetters[place] : handNames[place].charAt(0);
}
export const callOrder = (place: Seat): string => lang.strings.callOrder[place];
