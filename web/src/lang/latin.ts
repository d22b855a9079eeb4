/** Serbian in Latin letters. */

const CYRILLIC = "абвгдђежзијклмнопрстћуфхцчшљњџ";
const LATIN = "a b v g d đ e ž z i j k l m n o p r s t ć u f h c č š lj nj dž".split(" ");

/** Writes Serbian words in Latin letters; each Cyrillic letter has exactly one Latin equivalent. */
export function latinLetters(words: string): string {
  return words.replace(/[а-яђјљњћџ]/gi, (letter) => {
    const lower = letter.toLowerCase();
    const latin = LATIN[CYRILLIC.indexOf(lower)] ?? letter;
    return letter === lower ? latin : latin.charAt(0).toUpperCase() + latin.slice(1);
  });
}

/** Writes all texts of a value in Latin letters. */
export function inLatin<Value>(value: Value): Value {
  if (typeof value === "string") return latinLetters(value) as Value;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inLatin(one)])) as Value;
}
