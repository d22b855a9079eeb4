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
  // Words such as the name of a place or a suit are no ranks.
  const isRanks = (run: string): boolean => /^[akqjtxbdou\d]+$/i.test(run);
  const ranks = (hands.match(/[\p{L}\d]+/gu) ?? []).filter(isRanks).join("");
  const isDaus = /[ou]/i.test(ranks) || (germanPack && !/b/i.test(ranks));
  const rank = (letter: string): string => NOTATION_LETTERS[letter.toUpperCase()] ?? (isDaus ? "A" : "Q");
  const written = hands.replace(/[\p{L}\d]+/gu, (run) => (isRanks(run) ? run.replace(/[bdx]/gi, rank) : run));
  return deal.slice(0, start) + [written, ...comment].join("#");
}
