import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Page } from "@playwright/test";

import { call, type HandRecord, keptGames, startGame } from "./game";
import { button, expect, HAND, test, type } from "./page";
import { askProgram, PREF } from "./program";

test.use({ viewport: { width: 360, height: 640 }, hasTouch: true });

type Session = {
  next: { seats: string[] };
  hands: { contract: string | null; declarer: string | null; gains: number[]; seats: string[] }[];
};
type Step = { seat: string; gain_lost?: number; tricks_lost?: number };
type Review = {
  calls: Step[];
  discard?: Step;
  announcement?: Step;
  decisions: Step[];
  cards: Step[];
};

/** Hands that bots have played, as the records of one game. */
function records(rules: string, hands: number): HandRecord[] {
  const file = join(mkdtempSync(join(tmpdir(), "page-")), "match.jsonl");
  const players = ["--players", "beginner,beginner,beginner", "--hands", String(hands), "--seed", "4"];
  execFileSync(PREF, ["match", "--rules", rules, ...players, "--records", file]);
  const lines = readFileSync(file, "utf8").trim().split("\n");
  return lines.slice(0, hands).map((line) => {
    const { deal, talon_order, actions } = JSON.parse(line) as HandRecord & { talon_order?: string[] };
    return { deal, rules, actions, ...(talon_order && { talon_order }) };
  });
}

const gameOf = (id: string, name: string, records: HandRecord[]) => ({
  ...{ id, name, rules: name, records, bot: "beginner", seed: 1, training: true },
  ...{ version: 1, begun: Date.UTC(2026, 0, 5), changed: Date.UTC(2026, 0, 5), gain: 0, isOver: false },
});

async function readFile(page: Page, games: unknown[]): Promise<void> {
  await page.getByLabel("Read a file").setInputFiles({
    name: "games.json",
    mimeType: "application/json",
    buffer: Buffer.from(JSON.stringify({ games })),
  });
}

test("games are found by their names and notes, which stay when the game goes on", async ({ page }) => {
  await startGame(page, "russian");
  await expect(call(page, "6S")).toBeVisible();
  await page.locator("[data-tool=toolGames]").tap();
  await readFile(page, [gameOf("other", "hungarian", records("hungarian", 1))]);
  const rows = page.locator("[data-game]");
  await expect(rows).toHaveCount(2);
  const own = rows.filter({ hasText: "Sochi rules" });
  await own.getByRole("button", { name: "Name and notes" }).tap();
  await page.getByLabel("Name", { exact: true }).fill("Evening at Béla's");
  await page.getByLabel("Notes", { exact: true }).fill("Misère caught with the seven");
  await page.getByLabel("Notes", { exact: true }).blur();
  await expect(page.locator(".open")).toContainText(["Evening at Béla's", "Hungarian rules"]);
  const search = page.getByRole("searchbox");
  await search.fill("CAUGHT evening");
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText("Misère caught");
  await search.fill("hungarian");
  await expect(rows).toHaveCount(1);
  await expect(rows).toHaveAttribute("data-game", "other");
  await search.fill("nothing of this kind");
  await expect(page.getByText("No game has these words.")).toBeVisible();
  await search.fill("");
  await page.locator("[data-tool=toolGames]").tap();
  await call(page, "6S").tap();
  const kept = async () => (await keptGames(page)).find(({ id }) => id !== "other");
  await expect.poll(async () => (await kept())?.records[0]?.actions.length).toBeGreaterThan(1);
  expect(await kept()).toMatchObject({ title: "Evening at Béla's", notes: "Misère caught with the seven" });
  await page.reload();
  await page.locator("[data-tool=toolGames]").tap();
  await expect(rows.first()).toContainText("Evening at Béla's");
});

test("figures and mistakes are counted from the program's answers", async ({ page }) => {
  // The first three are a game, and each of the others is one.
  const all = records("russian", 8);
  const logs = [all.slice(0, 3), ...all.slice(3).map((record) => [record])];
  await page.goto("/");
  await button(page, "Play a game").tap();
  await page.locator("[data-tool=toolGames]").tap();
  await readFile(
    page,
    logs.map((log, n) => gameOf(String(n), "russian", log)),
  );
  await button(page, "Figures").tap();
  const expected = new Map<string, number[]>();
  const hands = logs.flatMap((log) =>
    askProgram<Session>({ ask: "session", log }).hands.map((hand, n) => ({ ...hand, record: log[n] })),
  );
  expect(hands.length).toBe(8);
  type State = { facts: { steps: { seat: string; action: string }[] } };
  for (const { contract, declarer, gains, seats, record } of hands) {
    const kind = declarer === "F" ? "declarer" : declarer === null ? "passed" : "defender";
    const { steps } = askProgram<State>({ ask: "state", record }).facts;
    const call = steps.find(({ seat }) => seat === "FMR"[seats.indexOf("F")])?.action ?? "";
    for (const key of [kind, `call-${call}`, ...(declarer === "F" && contract !== null ? [contract] : [])]) {
      const [hands = 0, won = 0, lost = 0] = expected.get(key) ?? [];
      const gain = gains[0] ?? 0;
      expected.set(key, [hands + 1, won + (gain > 0 ? 1 : 0), lost + (gain < 0 ? 1 : 0)]);
    }
  }
  expect(expected.size).toBeGreaterThan(2);
  for (const [key, numbers] of expected) {
    const cells = page.locator(`[data-figure="${key}"] td`);
    await expect(cells.nth(1)).toHaveText(String(numbers[0]));
    expect((await cells.allInnerTexts()).slice(1, 4).map(Number)).toEqual(numbers);
  }
  await button(page, "Look for my mistakes").tap();
  const losses: number[] = [];
  for (const { log, n, record } of logs.flatMap((log) => log.map((record, n) => ({ log, n, record })))) {
    const begun = [...log.slice(0, n), { ...record, actions: [] }];
    const seat = "FMR"[askProgram<Session>({ ask: "session", log: begun }).next.seats.indexOf("F")];
    const { calls, discard, announcement, decisions, cards } = askProgram<Review>({ ask: "review", record });
    for (const step of [calls, discard ?? [], announcement ?? [], decisions, cards].flat())
      if (step.seat === seat) losses.push(step.gain_lost || step.tricks_lost || 0);
  }
  const mistakes = losses.filter((loss) => loss > 0).sort((one, other) => other - one);
  expect(mistakes.length).toBeGreaterThan(0);
  const status = page.locator(".panel [role=status]");
  await expect(status).toHaveAttribute("data-reviewed", "8", { timeout: 90_000 });
  await expect(status).toHaveText(new RegExp(`^${mistakes.length} mistake`));
  const shown = page.locator("[data-loss]");
  await expect(shown).toHaveCount(Math.min(8, mistakes.length));
  await expect(shown.first()).toHaveAttribute("data-loss", String(mistakes[0]));
  await shown.first().tap();
  await expect(page).toHaveURL(/#record=/);
});

test("in a review the person is not forehand if the person sat elsewhere", async ({ page }) => {
  const [record] = records("russian", 1);
  await page.goto("/");
  await type(page, JSON.stringify({ ...record, x_seat: "M" }));
  await expect(page.getByRole("slider")).toBeVisible();
  const seats = page.locator(".seats section h2");
  await expect(seats).toContainText(["You", "Rearhand"]);
  await expect(page.getByRole("toolbar", { name: "Hand: Forehand" })).toBeVisible();
  await page.reload();
  await expect(seats).toContainText(["You", "Rearhand"]);
  await type(page, JSON.stringify(record));
  await expect(seats).toContainText(["Left", "Right"]);
});

test("hands come from a file of PPN and are saved as one", async ({ page }) => {
  type Converted = { hands: { name: string; ppn?: string; record?: HandRecord }[] };
  const { hands } = askProgram<Converted>({ ask: "ppn", log: records("bule", 6) });
  const ppn = hands.flatMap((hand) => hand.ppn ?? []).join("\n");
  const read = (text: string): string[] =>
    askProgram<Converted>({ ask: "ppn", ppn: text })
      .hands.map(({ record }) => JSON.stringify([record?.deal, record?.actions]))
      .sort();
  expect(read(ppn).length).toBeGreaterThan(2);
  await page.goto("/");
  await button(page, "Play a game").tap();
  await page.locator("[data-tool=toolGames]").tap();
  const choose = async (name: string, text: string): Promise<void> =>
    page.getByLabel("Read a file").setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
  await choose("notes.txt", "[1] what is this?");
  await expect(page.getByRole("alert")).toHaveText(
    "This file has neither games of this page nor hands in PPN.",
  );
  await choose("evening.ppn", ppn);
  await expect(page.locator("[data-game]")).toHaveCount(read(ppn).length);
  await expect(page.locator("[data-game]").first()).toContainText("PPN");
  const saving = page.waitForEvent("download");
  await button(page, "Save as PPN").tap();
  const saved = await (await saving).path();
  expect(read(readFileSync(saved, "utf8"))).toEqual(read(ppn));
  await page.locator("[data-game] .open").first().tap();
  await expect(page.getByText("The hand is over")).toBeVisible();
});

test("games without a form in PPN are not saved as one, and a file puts an end to a deletion", async ({
  page,
}) => {
  await page.goto("/");
  await button(page, "Play a game").tap();
  await page.locator("[data-tool=toolGames]").tap();
  await readFile(page, [gameOf("russian", "russian", records("russian", 3))]);
  await button(page, "Save as PPN").tap();
  await expect(page.getByText("No finished hand has a form in PPN: nothing was saved.")).toBeVisible();
  // The last hand of a game may be finished, too, and counts.
  const log = [...records("russian", 1), ...records("bule", 1), ...records("austrian", 1)];
  const { hands } = askProgram<{ hands: { ppn?: string }[] }>({ ask: "ppn", log });
  const missing = hands.filter(({ ppn }) => ppn === undefined).length + 3;
  expect(missing).toBeLessThan(6);
  await readFile(
    page,
    log.map((hand, n) => gameOf(`last${n}`, hand.rules, [hand])),
  );
  const saving = page.waitForEvent("download");
  await button(page, "Save as PPN").tap();
  const saved = readFileSync(await (await saving).path(), "utf8");
  expect(saved.match(/^\[/gm)?.length).toBeGreaterThan(0);
  await expect(page.getByText(`${missing} hands have no form in PPN.`)).toBeVisible();
  for (let left = 4; left > 1; left--) {
    await button(page, "Delete this game").first().tap();
    await expect(page.locator("[data-game]")).toHaveCount(left - 1);
  }
  await button(page, "Delete this game").tap();
  await expect(button(page, "Put it back")).toBeVisible();
  await readFile(page, [gameOf("other", "russian", records("russian", 3))]);
  await expect(page.locator("[data-game]")).toHaveCount(1);
  await expect(button(page, "Put it back")).toHaveCount(0);
});

test("the calls of a hand without play are reviewed", async ({ page }) => {
  await page.goto("/");
  await button(page, "Play a game").tap();
  await page.locator("[data-tool=toolGames]").tap();
  const passed = { deal: HAND, rules: "austrian", actions: ["pass", "pass", "pass"] };
  await readFile(page, [gameOf("passed", "austrian", [passed])]);
  await page.locator("[data-game] .open").tap();
  await button(page, "Review").tap();
  const { calls } = askProgram<Review>({ ask: "review", record: passed });
  const mistakes = calls.filter(({ gain_lost = 0 }) => gain_lost > 0).length;
  expect(mistakes).toBeGreaterThan(0);
  await expect(page.getByText(`${mistakes} steps cost something`)).toBeVisible();
});

test("a note on a hand is kept, found, and its hand reviewed", async ({ page }) => {
  const log = records("russian", 3);
  const { hands } = askProgram<Session>({ ask: "session", log });
  await page.goto("/");
  await button(page, "Play a game").tap();
  await page.locator("[data-tool=toolGames]").tap();
  await readFile(page, [gameOf("noted", "russian", log)]);
  const edit = page.getByRole("button", { name: "Name and notes" });
  await edit.tap();
  const rows = page.getByRole("region", { name: "Notes on hands" }).locator("[data-hand]");
  await expect(rows).toHaveCount(hands.length);
  await page.getByLabel("Note on hand 2").fill("Whisted too bravely");
  await page.getByLabel("Note on hand 2").blur();
  await page.getByLabel("Note on hand 3").fill("Well called");
  await page.getByLabel("Note on hand 3").blur();
  await expect
    .poll(async () => (await keptGames(page))[0])
    .toMatchObject({
      handNotes: { 1: "Whisted too bravely", 2: "Well called" },
    });
  await page.reload();
  await page.locator("[data-tool=toolGames]").tap();
  await page.getByRole("searchbox").fill("bravely");
  await expect(page.locator("[data-game]")).toHaveCount(1);
  await edit.tap();
  await expect(page.getByLabel("Note on hand 2")).toHaveValue("Whisted too bravely");
  await page.getByLabel("Note on hand 2").fill("");
  await page.getByLabel("Note on hand 2").blur();
  await expect(page.getByText("No game has these words.")).toBeVisible();
  await page.getByRole("searchbox").fill("");
  await rows.nth(1).getByRole("button").tap();
  await expect(page).toHaveURL(/#record=/);
  await expect(page.getByRole("slider", { name: "Steps of the hand" })).toBeVisible();
});
