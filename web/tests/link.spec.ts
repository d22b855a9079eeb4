import { expect, test } from "@playwright/test";

import { PACK } from "../src/game/cards";
import { at, isWhole, notation, PLACES, placed, room, shuffled, type Placement } from "../src/game/deal";
import { BadLink, CONTRACTS, decode, encode, LONGEST, RULES, type Shown } from "../src/game/link";

const HAND = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K";

/** Numbers that are the same in every run: Lehmer's generator. */
function numbers(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => (state = (state * 48271) % 2147483647) % bound;
}

function random(seed: number): Shown {
  const below = numbers(seed);
  const whole = shuffled(below);
  const rules = RULES[below(RULES.length)] as string;
  if (below(3) === 0) {
    const placement: Placement = new Map([...whole].filter(() => below(3) > 0));
    return { placement, rules };
  }
  if (below(2) === 0) return { placement: whole, rules };
  const declarer = (["F", "M", "R"] as const)[below(3)] ?? "F";
  const discard = below(2) ? at(whole, "talon") : [];
  const cards = [...at(whole, "F"), ...at(whole, "M"), ...at(whole, "R")].slice(0, below(31));
  const contract = CONTRACTS[below(CONTRACTS.length)] as string;
  return { placement: whole, rules, play: { declarer, contract, discard, cards } };
}

test("a link tells what it was made from", () => {
  const wrong: unknown[] = [];
  for (let seed = 1; seed <= 2000; seed++) {
    const shown = random(seed);
    const link = encode(shown);
    const back = decode(link);
    const told = ({ placement, rules, play }: Shown): string =>
      JSON.stringify([PACK.map((card) => placement.get(card) ?? null), rules, play ?? null]);
    const short = link.length <= (shown.play ? LONGEST : 60) && /^[A-Za-z0-9_-]+$/.test(link);
    if (!short || told(back) !== told(shown)) wrong.push({ seed, link });
  }
  expect(wrong).toEqual([]);
});

test("links of version 1 tell what they told", () => {
  const played = { declarer: "F", contract: "D", discard: ["D7", "CK"], cards: ["SA", "ST", "S9"] } as const;
  const old: [string, Shown][] = [
    ["BiDKUxILF2xIA", { placement: placed(HAND), rules: "austrian" }],
    [
      "BiDKUxILF2xIjBb5GAhQ",
      {
        placement: placed(HAND),
        rules: "american",
        play: { ...played, discard: [...played.discard], cards: [...played.cards] },
      },
    ],
  ];
  for (const [link, shown] of old) {
    const { placement, rules, play } = decode(link);
    expect(notation(placement)).toBe(HAND);
    expect(rules).toBe(shown.rules);
    expect(play).toEqual(shown.play);
    expect(encode(shown)).toBe(link);
  }
});

test("what is no link is refused", () => {
  const below = numbers(7);
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_%<é ";
  let refused = 0;
  const wrong: unknown[] = [];
  for (let n = 0; n < 20_000; n++) {
    // Half of them begin as a link does.
    const length = below(70);
    const start = n % 2 ? "B" : "";
    const text = start + Array.from({ length }, () => letters[below(letters.length)]).join("");
    try {
      const { placement } = decode(text);
      if (PLACES.some((place) => at(placement, place).length > room(place))) wrong.push(text);
    } catch (error) {
      if (!(error instanceof BadLink)) wrong.push([text, String(error)]);
      refused += 1;
    }
  }
  expect(wrong).toEqual([]);
  expect(refused).toBeGreaterThan(19_000);
  expect(() => decode("B".repeat(LONGEST + 1))).toThrow(BadLink);
});

test("a random deal has all cards once", () => {
  const placement = shuffled(numbers(3));
  expect(isWhole(placement)).toBe(true);
  expect([...placement.keys()].sort()).toEqual([...PACK].sort());
  expect(new Set(placed(notation(placement)))).toEqual(new Set(placement));
});
