import type { Page } from "@playwright/test";

import { hurry, keptGames, playHand, result, startGame } from "./game";
import { button, choice, expect, test, tool } from "./page";
import { askProgram } from "./program";

test.use({ viewport: { width: 360, height: 640 }, hasTouch: true });

type Kept = { records: object[]; rulings?: { after: number }[]; end?: string };
type Session = { gains: number[]; hands: { struck: boolean }[]; rulings: { gains: number[] }[] };

/** The program's answer about the hands and rulings of the only game that the browser keeps. */
async function session(page: Page): Promise<Session> {
  const [game] = (await keptGames(page)) as unknown as Kept[];
  const { records = [], rulings = [], end } = game ?? {};
  const log = records.flatMap((record, n) => [
    record,
    ...rulings.filter(({ after }) => after === n + 1).map(({ after: _, ...ruling }) => ruling),
  ]);
  return askProgram<Session>({ ask: "session", log, end });
}

const totals = (page: Page) => page.locator(".panel tfoot td");
async function expectTotals(page: Page): Promise<Session> {
  const sign = new Intl.NumberFormat("en", { signDisplay: "exceptZero", maximumFractionDigits: 2 });
  await expect
    .poll(async () => (await totals(page).allInnerTexts()).slice(1, 4))
    .toEqual((await session(page)).gains.map((gain) => sign.format(gain).replace("-", "−")));
  return session(page);
}

test("a ruling is added and taken back", async ({ page }) => {
  await hurry(page);
  await startGame(page, "austrian", "deals:3");
  await playHand(page);
  await expect(result(page)).toHaveCount(3);
  await tool(page, "toolScore").tap();
  const before = await expectTotals(page);
  await button(page, "Add a ruling").tap();
  await choice(page, "Player").selectOption("F");
  await choice(page, "To").selectOption("M");
  await page.getByLabel("Points").fill("5");
  await page.getByLabel("Remark").fill("led out of turn");
  await button(page, "Add a ruling").tap();
  const row = page.locator(".panel [data-ruling]");
  await expect(row).toContainText("led out of turn");
  const { gains, rulings } = await expectTotals(page);
  expect(rulings[0]?.gains).toEqual([-5, 5, 0]);
  expect(gains[0]).toBe((before.gains[0] ?? 0) - 5);
  // It stays after a reload, and the next hand is dealt after it.
  await page.reload();
  await expect(result(page)).toHaveCount(3);
  await tool(page, "toolScore").tap();
  await button(page, "Take the ruling back").tap();
  await expect(row).toHaveCount(0);
  expect(await expectTotals(page)).toEqual(before);
});

test("under a written sheet a ruling writes points", async ({ page }) => {
  await hurry(page);
  await startGame(page, "russian", "deals:3");
  await playHand(page);
  await tool(page, "toolScore").tap();
  await button(page, "Add a ruling").tap();
  await choice(page, "Player").selectOption("R");
  await choice(page, "Column").selectOption("mountain");
  await page.getByLabel("Points").fill("4");
  await button(page, "Add a ruling").tap();
  await expect(page.locator(".panel [data-ruling]")).toContainText("Ruling");
  const { rulings } = await expectTotals(page);
  expect(rulings).toHaveLength(1);
  await expect(page.locator(".panel [data-field='R 1']")).toHaveText(/4\.$/);
});

test("a hand is struck out, counts again, and is dealt again by the same player", async ({ page }) => {
  await hurry(page);
  await startGame(page, "austrian", "deals:3");
  await expect(page.locator(".stage [data-action]").first()).toBeVisible();
  await tool(page, "toolScore").tap();
  await button(page, "Strike the hand out").tap();
  await expect(page.getByRole("status").first()).toContainText("struck out");
  await expect(page.locator(".panel tr.struck")).toHaveCount(1);
  await button(page, "Let it count again").first().tap();
  await expect(page.locator(".panel tr.struck")).toHaveCount(0);
  await button(page, "Strike the hand out").tap();
  await tool(page, "toolScore").tap();
  await button(page, "Next hand").tap();
  await expect(page.locator(".stage [data-action]").first()).toBeVisible();
  const [game] = (await keptGames(page)) as unknown as { records: { dealer?: string }[] }[];
  expect(game?.records).toHaveLength(2);
  expect(game?.records[1]?.dealer).toBe(game?.records[0]?.dealer);
  expect((await session(page)).hands[0]?.struck).toBe(true);
});
