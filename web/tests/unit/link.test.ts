import { deflateRawSync } from "node:zlib";

import { expect, test } from "vitest";

import { BadLink } from "../../src/game/bits";
import { type Card, PACK } from "../../src/game/cards";
import {
  cardsAt,
  isWhole,
  kindOf,
  notation,
  PLACES,
  parseDeal,
  capacity,
  SEATS,
  randomDeal,
  type Placement,
} from "../../src/game/deal";
import { MAX_BYTES, pack, unpack } from "../../src/game/deflate";
import { joinHash, parseHash } from "../../src/game/hash";
import {
  ALL_PASS,
  CONTRACTS,
  decode,
  encode,
  MAX_LETTERS,
  type PlayedContract,
  type LinkPlay,
  readState,
  type LinkState,
} from "../../src/game/link";
import { parseRules, preset, PRESETS, SWITCHES, type Rules } from "../../src/game/rules";
import { Tree } from "../../src/game/tree";
import { askProgram } from "../program";

const HAND = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K";

/** Returns a generator of reproducible random numbers: a Lehmer generator. */
function lehmerGenerator(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => (state = (state * 48271) % 2147483647) % bound;
}

/** Builds a random tree of lines. Each line after the first branches off an earlier line. */
function randomTree(below: (bound: number) => number, cards: readonly Card[], lines: number): Tree {
  let tree = new Tree();
  for (let n = 0; n < lines; n++) {
    let node = below(tree.nodes.length);
    for (let left = below(12); left > 0 && tree.line(node).length < 30; left--) {
      const played = tree.line(node);
      const rest = cards.filter((card) => !played.includes(card));
      [tree, node] = tree.withMove(node, rest[below(rest.length)] as Card);
    }
  }
  return tree;
}

function randomState(seed: number): LinkState {
  const below = lehmerGenerator(seed);
  const whole = randomDeal(below);
  const rules: Rules = preset(PRESETS[below(PRESETS.length)] as string);
  if (below(3) === 0) rules.switches[SWITCHES[below(5)] ?? "head"] = below(2) === 0;
  const leader = below(4) === 0 ? { leader: SEATS[below(3)] ?? "F" } : {};
  if (below(3) === 0) {
    const placement: Placement = new Map([...whole].filter(() => below(3) > 0));
    return { placement, rules, ...leader };
  }
  if (below(2) === 0) return { placement: whole, rules };
  const contract = CONTRACTS[below(CONTRACTS.length)] as string;
  const declarer = contract === ALL_PASS ? undefined : (SEATS[below(3)] ?? "F");
  const discard = declarer && below(2) ? cardsAt(whole, "talon") : [];
  const cards = PACK.filter((card) => whole.get(card) !== "talon");
  const tree = randomTree(below, cards, below(8));
  const node = below(tree.nodes.length);
  return { placement: whole, rules, play: { declarer, contract, discard, tree, node } };
}

/** Describes a state without the numbers of the nodes in its tree, which depend on their order. */
function stateText({ placement, rules, leader, play }: LinkState): string {
  const subtree = (tree: Tree, at: number): unknown => [
    tree.node(at).move ?? null,
    tree.node(at).children.map((child) => subtree(tree, child)),
  ];
  const played = (one: LinkPlay): unknown => {
    const { tree, node, ...contract } = one;
    return [contract, subtree(tree, 0), tree.line(node)];
  };
  const cards = PACK.map((card) => placement.get(card) ?? null);
  return JSON.stringify([cards, rules, leader ?? null, play ? played(play) : null]);
}

test("a link decodes to the state that it was made from", () => {
  const wrong: unknown[] = [];
  for (let seed = 1; seed <= 2000; seed++) {
    const shown = randomState(seed);
    const link = encode(shown);
    const most = shown.play ? 24 + (shown.play.tree.nodes.length * 7) / 6 : 60;
    // Forums read a last - or _ as markup.
    const short = link.length <= most && /^[A-Za-z0-9_-]*[A-Za-z0-9]$/.test(link);
    if (!short || stateText(decode(link)) !== stateText(shown)) wrong.push({ seed, link });
  }
  expect(wrong).toEqual([]);
});

test("a play with a hundred cards in variations has a link of at most 200 letters", () => {
  const whole = randomDeal(lehmerGenerator(5));
  const cards = PACK.filter((card) => whole.get(card) !== "talon");
  const shown = (tree: Tree, node: number): LinkState => ({
    placement: whole,
    rules: preset("russian"),
    play: { declarer: "F", contract: "6S", discard: cardsAt(whole, "talon"), tree, node },
  });
  const full = Tree.fromLine(cards);
  expect(encode(shown(full, 30)).length).toBeLessThanOrEqual(60);
  const some = randomTree(lehmerGenerator(6), cards, 22);
  expect(some.nodes.length).toBeGreaterThan(100);
  expect(encode(shown(some, 3)).length).toBeLessThanOrEqual(200);
  const huge = randomTree(lehmerGenerator(7), cards, 300);
  const place = huge.lineEnd(0);
  const link = encode(shown(huge, place));
  expect(link.length).toBeLessThanOrEqual(MAX_LETTERS);
  expect(decode(link).play?.tree.line(decode(link).play?.node ?? 0)).toEqual(huge.line(place));
});

test("links of each version decode to the same state as before", () => {
  const played = { declarer: "F", contract: "D", discard: ["D7", "CK"] };
  const line = ["SA", "ST", "S9"];
  for (const [link, rules, cards] of [
    ["BiDKUxILF2xIA", "austrian", undefined],
    ["BiDKUxILF2xIjBb5GAhQ", "american", line],
    ["CiDKUxILF2xIAA", "austrian", undefined],
    ["CiDKUxILF2xIiIFvmCSWJQBg", "american", line],
  ] as const) {
    const shown = decode(link);
    expect(notation(shown.placement)).toBe(HAND);
    expect(shown.rules).toEqual(preset(rules));
    expect(shown.play?.tree.line(shown.play.node)).toEqual(cards);
    if (shown.play) expect(shown.play).toMatchObject(played);
    if (link.startsWith("C")) expect(encode(shown)).toBe(link);
  }
  // The fourth link also has a variation.
  expect(decode("CiDKUxILF2xIiIFvmCSWJQBg").play?.tree.node(3).children.length).toBe(2);
  // A further link has switches and a leader.
  const { rules, leader } = decode("CiDKUxILF2xIjYCA");
  expect(rules).toEqual({ preset: "american", switches: { head: true, trump: false } });
  expect(leader).toBe("M");
});

test("text that is not a link is refused", () => {
  const below = lehmerGenerator(7);
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_%<é ";
  let refused = 0;
  const wrong: unknown[] = [];
  for (let n = 0; n < 20_000; n++) {
    // Two thirds of the texts begin with the version letter of a link.
    const length = below(70);
    const start = ["", "B", "C"][n % 3] ?? "";
    const text = start + Array.from({ length }, () => letters[below(letters.length)]).join("");
    try {
      const { placement } = decode(text);
      if (PLACES.some((place) => cardsAt(placement, place).length > capacity(place))) wrong.push(text);
    } catch (error) {
      if (!(error instanceof BadLink)) wrong.push([text, String(error)]);
      refused += 1;
    }
  }
  expect(wrong).toEqual([]);
  expect(refused).toBeGreaterThan(19_000);
  expect(() => decode("C".repeat(MAX_LETTERS + 1))).toThrow(BadLink);
});

test("links of impossible plays are refused", () => {
  const whole = parseDeal(HAND);
  const contract = { declarer: "F", contract: "D", discard: [] as Card[] } as const;
  const link = (cards: Card[], discard: Card[] = []): string =>
    encode({
      placement: whole,
      rules: preset("russian"),
      play: { ...contract, discard, tree: Tree.fromLine(cards), node: 0 },
    });
  expect(decode(link(["SA", "ST"])).play?.tree.nodes.length).toBe(3);
  expect(decode(link(["D7"], ["SA", "CK"])).play?.discard).toEqual(["SA", "CK"]);
  const hidden: PlayedContract = { ...contract, contract: "misere", isHidden: true };
  const play = { ...hidden, tree: Tree.fromLine(["D7"]), node: 1 };
  expect(decode(encode({ placement: whole, rules: preset("russian"), play })).play).toEqual(play);
  // A link of two hands; without them a link is as it always was.
  const two: PlayedContract = { ...contract, discard: ["SA", "CK"], out: "M" };
  const state = { placement: whole, rules: preset("austrian") };
  const twoHands = { ...two, tree: Tree.fromLine(["D7", "D8"]), node: 2 };
  expect(decode(encode({ ...state, play: twoHands })).play).toEqual(twoHands);
  const wrongOut = { ...twoHands, out: twoHands.declarer as "F" };
  expect(() => decode(encode({ ...state, play: wrongOut }))).toThrow(BadLink);
  // The cases: a card played twice, a card of the talon, a discarded card, a discard from another hand, a card
  // discarded twice.
  for (const wrong of [
    link(["SA", "SA"]),
    link(["D7"]),
    link(["SA"], ["SA", "CK"]),
    link([], ["SK", "CK"]),
    link([], ["CK", "CK"]),
  ]) {
    expect(() => decode(wrong), wrong).toThrow(BadLink);
  }
});

test("a truncated link decodes to the parts that are complete", () => {
  const wrong: unknown[] = [];
  let [plays, rules] = [0, 0];
  const cards = ({ placement }: LinkState): string => stateText({ placement, rules: preset("russian") });
  for (let seed = 1; seed <= 80; seed++) {
    const shown = randomState(seed);
    const link = encode(shown);
    const all = (shown.play?.tree ?? new Tree()).renumber()[0].nodes;
    for (let length = 0; length < link.length; length++) {
      try {
        const read = readState(link.slice(0, length));
        const { tree, node } = read.state.play ?? { tree: new Tree(), node: 0 };
        // The cards that can be read keep their places, and the current node is the end of a line.
        const same = tree.nodes.every(
          ({ move, parent }, n) => all[n]?.move === move && all[n]?.parent === parent,
        );
        let right = cards(read.state) === cards(shown) && same;
        // A link that is not reported as truncated must hold the whole state.
        if (!read.missing) right &&= stateText(read.state) === stateText(shown);
        else right &&= tree.node(node).children.length === 0;
        if (read.missing === "play") {
          right &&= JSON.stringify(read.state.rules) === JSON.stringify(shown.rules);
          plays += Number(tree.nodes.length > 1);
        }
        if (read.missing === "rules") rules += 1;
        if (!right) wrong.push({ seed, length, link });
      } catch (error) {
        // The cards of a whole deal need 12 letters, those of any other placement 18.
        const short = length < (isWhole(shown.placement) ? 12 : 18);
        if (!(error instanceof BadLink) || !short) wrong.push({ seed, length, link, error: String(error) });
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(plays).toBeGreaterThan(300);
  expect(rules).toBeGreaterThan(80);
});

test("a link with house rules is marked", () => {
  const rules: Rules = { preset: "rostov", switches: {}, house: 'name = "ours"' };
  const link = encode({ placement: parseDeal(HAND), rules });
  expect(readState(link)).toMatchObject({ hasHouse: true, state: { rules: preset("rostov") } });
  expect(readState(encode({ placement: parseDeal(HAND), rules: preset("rostov") })).hasHouse).toBe(false);
});

test("a link ignores characters that chats and forums add", () => {
  const state = "CiDKUxILF2xIiIFvmCSWJQBg";
  const added = [
    ".",
    ")",
    ").",
    ",",
    "!",
    "…",
    "%20",
    "%20schau",
    "?utm_source=x&utm_medium=y",
    "&fbclid=IwA-_R",
    "'",
    '"',
    ">",
    "*",
    "%E2%80%9C",
  ];
  for (const end of added) {
    expect(parseHash(state + end), end).toEqual({ state });
    expect(parseHash(`${state}~abc-_9${end}`), end).toEqual({ state, house: "abc-_9" });
    // A word that follows a deal may be read as part of it.
    if (end.includes("schau")) continue;
    const fields = { deal: HAND, rules: "russian,+head" };
    expect(parseHash(`rules=russian,+head&deal=${encodeURIComponent(HAND)}${end}`), end).toEqual(fields);
    expect(parseHash(`deal=${HAND.replaceAll(" ", "+")}&rules=russian,+head${end}`), end).toEqual(fields);
  }
  expect(parseHash(encodeURIComponent(`deal=${encodeURIComponent(HAND)}`))).toEqual({ deal: HAND });
  expect(parseHash("deal=F:AKQJT987.AK..+?+?")).toEqual({ deal: "F:AKQJT987.AK.. ? ?" });
  expect(parseHash("deal=F:AKQJT987.AK..+?+??utm_source=x")).toEqual({ deal: "F:AKQJT987.AK.. ? ?" });
  expect(parseHash("deal=F:x+y+z+.87...")).toEqual({ deal: "F:x y z .87.." });
  for (const end of ["_", "__", "-", "A", "A_"]) {
    expect(decode(state + end)).toEqual(decode(state));
  }
  expect(readState(`${state}xyz`).missing).toBe("rest");
  for (const wrong of ["%%%", "", "&x=1", ".", "rules=", "rules=."]) {
    expect(() => parseHash(wrong), wrong).toThrow(BadLink);
  }
});

test("packed house rules end in a letter or a digit", () => {
  for (const house of ["abc-", "abc_", "abc9"]) {
    const hash = joinHash("CiDK", house);
    expect(hash).toMatch(/[A-Za-z0-9]$/);
    expect(parseHash(hash)).toEqual({ state: "CiDK", house });
  }
});

test("house rules round-trip through a link within a size limit", async () => {
  const text = 'name = "unsere"\nextends = "russian"\n# ♥ червы\n[play]\nhead = true\n';
  const letters = await pack(text);
  expect(letters).toMatch(/^[\w-]+$/);
  expect(await unpack(letters)).toBe(text);
  await expect(pack("0".repeat(MAX_BYTES + 1))).rejects.toThrow(BadLink);
  const bomb = deflateRawSync("0".repeat(50 * MAX_BYTES)).toString("base64url");
  expect(bomb.length).toBeLessThan(10_000);
  for (const wrong of [bomb, "AAAA", "%", "-".repeat(MAX_BYTES + 1), letters.slice(0, -3)]) {
    await expect(unpack(wrong), wrong.slice(0, 20)).rejects.toThrow(BadLink);
  }
});

test("rules are read by name and switches", () => {
  expect(parseRules("russian,+head,-trump")).toEqual({
    preset: "russian",
    switches: { head: true, trump: false },
  });
  for (const wrong of ["", "rusian", "russian,head", "russian,+heat"])
    expect(parseRules(wrong)).toBeUndefined();
});

test("the presets match the program's", () => {
  for (const name of PRESETS) {
    const description = askProgram<{ rules: string; aliases?: string[] }>({ ask: "rules", rules: name });
    expect(description.rules).toBe(name);
    for (const other of description.aliases ?? []) expect(parseRules(other)).toEqual(preset(name));
  }
});

test("a random deal has every card once", () => {
  const placement = randomDeal(lehmerGenerator(3));
  expect(isWhole(placement)).toBe(true);
  expect([...placement.keys()].sort()).toEqual([...PACK].sort());
  expect(new Set(parseDeal(notation(placement)))).toEqual(new Set(placement));
});

test("the kind of a placement follows from its cards", () => {
  for (const [deal, kind] of [
    [HAND, "deal"],
    ["F:AQ.A.. KT.J.. 9.KQ..", "ending"],
    ["F:? AQJ.A9.AK9.T7 ?", "hand"],
    ["F:AQJ.A9.AK9.T7 ? ? ..7.K", "hand"],
    ["F:AQJ.A9.AK9.T7 K... ?", undefined],
    ["F:AQ.A.. KT.J.. 9.K..", undefined],
  ] as const) {
    expect(kindOf(parseDeal(deal)), deal).toBe(kind);
    if (kind) expect(new Map(parseDeal(notation(parseDeal(deal))))).toEqual(new Map(parseDeal(deal)));
  }
});
