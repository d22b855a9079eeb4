/** Conversion of the French and German letters for ranks to the letters of the notation. */

/** The notation's letters for the jack (B) and the ten (X). */
const NOTATION_LETTERS: Record<string, string> = { B: "J", X: "T" };

/**
 * Replaces the ranks D (queen or ace), B (jack) and X (ten) by the letters of the notation. Each card keeps its
 * column.
 *
 * D is the ace (Daus) if the deal also has an O or U, and with a German pack unless the deal has a B (Bube, bubi);
 * otherwise it is the queen (Dame, dama, dáma).
 */
export function inNotation(deal: string, germanPack = false): string {
  const start = deal.indexOf(":") + 1;
  if (start === 0) return deal;
  const [hands = "", ...comment] = deal.slice(start).split("#");
  const isDaus = /[ou]/i.test(hands) || (germanPack && !/b/i.test(hands));
  const rank = (letter: string): string => NOTATION_LETTERS[letter.toUpperCase()] ?? (isDaus ? "A" : "Q");
  return deal.slice(0, start) + [hands.replace(/[bdx]/gi, rank), ...comment].join("#");
}
