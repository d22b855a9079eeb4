import { expect, test } from "@playwright/test";

import { readLoosely } from "../src/game/reading";
import { HAND } from "./page";
import { program } from "./program";

const HANDS = HAND.slice(2).split(" ");
const SIGNS = ["♠", "♥", "♦", "♣"];
const named = (
  hand: string,
  names: readonly string[],
  letter: (rank: string) => string,
  order = [0, 1, 2, 3],
): string =>
  order
    .map((suit) => [names[suit] ?? "", [...(hand.split(".")[suit] ?? "")].map(letter).join(" ")])
    .filter(([, ranks]) => ranks !== "")
    .map((one) => one.join(" "))
    .join(" ");
const plain = (rank: string): string => (rank === "T" ? "10" : rank);
const german = (rank: string): string => ({ Q: "D", J: "B", T: "10" })[rank] ?? rank;
const russian = (rank: string): string => ({ A: "Т", K: "К", Q: "Д", J: "В", T: "10" })[rank] ?? rank;

// Ways in which clubs, forums and chats write a deal; each of them was refused before.
const TEXTS: Record<string, string> = {
  "without a seat": HANDS.join(" "),
  "a hand a line": HANDS.join("\n"),
  "spaces between ranks and suits": HANDS.map((hand) => [...hand].join(" ")).join("\n"),
  "Russian letters and places": `П: ${HANDS[0]}\nВ: ${HANDS[1]}\nТ: ${HANDS[2]}`.replace(/[AKQJT]/g, russian),
  "German places": `Vorhand: ${HANDS[0]}\nMittelhand: ${HANDS[1]}\nHinterhand: ${HANDS[2]}\nTalon: ${HANDS[3]}`,
  "signs, a hand a line": HANDS.map((hand) => named(hand, SIGNS, plain)).join("\n"),
  "signs in the order of the rules": HANDS.map((hand) => named(hand, SIGNS, plain, [0, 3, 2, 1])).join("\n"),
  "all in one line": HANDS.slice(0, 3)
    .map((hand) => named(hand, SIGNS, plain))
    .join(" "),
  "names of suits, a suit a line": HANDS.slice(0, 3)
    .map(
      (hand, n) =>
        `${["Vorhand", "Mittelhand", "Hinterhand"][n]}:\n${named(hand, ["\nPik", "\nHerz", "\nKaro", "\nTreff"], german)}`,
    )
    .join("\n"),
  "Russian names": HANDS.map((hand) => named(hand, ["пики", "черви", "бубны", "трефы"], russian)).join("\n"),
  quoted: `\`${HANDS.join(" ")}\``,
  "zero-width spaces and a full stop": `\u200b${HANDS.join(" \u200b")}.`,
  "copied from the page": `Forehand: ♠ A Q J\n${HAND}\nrussian\nhttps://example.org/#abc`,
};

for (const [name, text] of Object.entries(TEXTS)) {
  test(`a deal is read: ${name}`, () => {
    expect(readLoosely(text)).toBe(HAND);
  });
}

test("what is read is a deal for the program", () => {
  const text = TEXTS["signs, a hand a line"] ?? "";
  const { deal } = program<{ deal: string }>("solve", readLoosely(text) ?? "", "--hand");
  expect(deal).toBe(HAND);
});

test("one hand is read with the others unknown", () => {
  expect(readLoosely("♠ A Q J ♥ A 9 ♦ A K 9 ♣ 10 7")).toBe("F:AQJ.A9.AK9.T7 ? ? ?");
});

test("ober and unter make D the ace", () => {
  expect(readLoosely("♠ D O U ♥ D 9 ♦ D K 9 ♣ 10 7")).toBe("F:AQJ.A9.AK9.T7 ? ? ?");
});

for (const text of ["hello", "https://example.org", "7", "♠ A A", "♠ ZZ", "a.b", ""]) {
  test(`“${text}” is not a deal`, () => {
    expect(readLoosely(text)).toBeUndefined();
  });
}
