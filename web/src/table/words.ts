/** Short words of the table. */

import type { Place, Seat } from "../game/deal";
import { lang } from "../lang/lang.svelte";

/** The letter of a seat in the deck. */
export const seatLetter = (place: Place): string => lang.strings.seatLetters[place];
export const callOrder = (place: Seat): string => lang.strings.callOrder[place];
