/** Short words of the table. */

import type { Place, Seat } from "../game/deal";
import type { PlayedContract } from "../game/link";
import { lang, seatName } from "../lang/lang.svelte";
import { mark } from "./text";

export function seatLetter(place: Place): string {
  const { seatLetters, handNames } = lang.strings;
  if (place === lang.seat) return seatLetters.F;
  return lang.seat === "F" || place === "talon" ? seatLetters[place] : handNames[place].charAt(0);
}
/** The contract and its declarer, or what is played after all have passed. */
export const playedName = ({ declarer, contract }: PlayedContract): string =>
  declarer ? `${mark(contract)}, ${seatName(declarer)}` : mark(contract);
export const callOrder = (place: Seat): string => lang.strings.callOrder[place];
