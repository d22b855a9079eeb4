import type { Page } from "@playwright/test";

import { button, choice, expect, test } from "./page";
import { askProgram } from "./program";

type Seats = Record<"F" | "M" | "R", number>;
type HandRecord = { deal: string; rules: string; actions: string[] };
type Question = { ask: string; record?: HandRecord; view?: unknown; log?: HandRecord[] };

test.use({ viewport: { width: 360, height: 640 }, hasTouch: true });

/** Notes the questions that the page asks its engine. */
async function noteQuestions(page: Page): Promise<() => Promise<Question[]>> {
  await page.addInitScript(() => {
    const post = Worker.prototype.postMessage;
    const questions: unknown[] = ((window as unknown as Record<string, unknown>)["questions"] = []);
    Worker.prototype.postMessage = function (this: Worker, message: { question?: string }): void {
      if (message.question) questions.push(JSON.parse(message.question));
      post.call(this, message);
    };
  });
  return () => page.evaluate(() => (window as unknown as Record<string, unknown>)["questions"] as Question[]);
}

async function startGame(page: Page, rules: string): Promise<void> {
  await page.goto("/");
  await button(page, "Play a game").tap();
  await choice(page, "Rules").selectOption(rules);
  await button(page, "Deal").tap();
}

const result = (page: Page) => page.locator("[data-gains]");
/** The cards, calls and decisions that may be tapped now. */
const choices = (page: Page) =>
  page.locator("main button.free, .stage [data-action]:not([aria-disabled=true], :disabled)");

/** Plays a hand to its end: bids once, then passes, and takes the first of all other legal actions. */
async function playHand(page: Page): Promise<void> {
  let hasBid = false;
  for (;;) {
    await expect(
      choices(page).or(result(page)).or(button(page, "Lay these two aside")).first(),
    ).toBeVisible();
    if ((await result(page).count()) > 0) return;
    const pass = page.locator('.calls [data-action="pass"]');
    if (await button(page, "Lay these two aside").isVisible()) {
      for (const card of await page
        .locator("main > .hand button.rest")
        .all()
        .then((all) => all.slice(0, 2)))
        await page.locator(`main > .hand [data-card="${await card.getAttribute("data-card")}"]`).tap();
      await button(page, "Lay these two aside").tap();
      await expect(button(page, "Lay these two aside")).toHaveCount(0);
      continue;
    }
    const bids = page.locator('.calls [data-action]:not([aria-disabled=true], [data-action="pass"])');
    const isCall = (await pass.count()) > 0;
    const chosen =
      isCall && (hasBid || (await bids.count()) === 0) ? pass : isCall ? bids.first() : choices(page).first();
    hasBid ||= isCall;
    const turn = await chosen.elementHandle();
    if (!turn) continue;
    await chosen.tap();
    // The next turn has buttons of its own.
    await expect
      .poll(() => turn.evaluate((one) => one.isConnected && one.matches(".free, [data-action]")))
      .toBe(false);
  }
}

for (const rules of ["austrian", "russian", "hungarian"]) {
  test(`a whole hand is played by taps, and ends with the program's gains: ${rules}`, async ({ page }) => {
    const questions = await noteQuestions(page);
    await startGame(page, rules);
    await playHand(page);
    const asked = await questions();
    const acts = asked.filter(({ ask }) => ask === "act");
    expect(acts.length).toBeGreaterThan(0);
    // A bot sees only the view of its seat.
    for (const { view, record } of acts) expect([typeof view, record]).toEqual(["object", undefined]);
    const record = asked.findLast(({ ask }) => ask === "state")?.record as HandRecord;
    const state = askProgram<{ phase: string; result: Seats }>({ ask: "state", record });
    expect(state.phase).toBe("over");
    const session = askProgram<{ gains: number[] }>({ ask: "session", log: [record] });
    for (const [n, place] of (["F", "M", "R"] as const).entries()) {
      const row = page.locator(`[data-gains=${place}]`);
      // In the first hand the person is forehand, so places and seats are the same.
      await expect(row.locator("[data-gain]")).toHaveAttribute("data-gain", String(state.result[place]));
      await expect(row.locator("[data-total]")).toHaveAttribute("data-total", String(session.gains[n]));
    }
    await button(page, "Next hand").tap();
    await expect(result(page)).toHaveCount(0);
    await expect(page.locator("main > .hand [data-card]")).toHaveCount(10);
  });
}

test("two taps at once take one action", async ({ page }) => {
  const questions = await noteQuestions(page);
  await startGame(page, "russian");
  const pass = page.locator('.calls [data-action="pass"]');
  await expect(pass).toBeVisible();
  await pass.evaluate((one: HTMLElement) => {
    one.click();
    one.click();
  });
  await expect(pass).toHaveCount(0);
  await expect
    .poll(async () => (await questions()).filter(({ ask }) => ask === "act").length)
    .toBeGreaterThan(1);
  const record = (await questions()).findLast(({ ask }) => ask === "state")?.record as HandRecord;
  expect(record.actions[0]).toBe("pass");
  const { facts } = askProgram<{ facts: { steps: { seat: string }[] } }>({ ask: "state", record });
  expect(facts.steps.slice(0, 2).map(({ seat }) => seat)).toEqual(["F", "M"]);
});

test("the bots stop when the table is left, and go on when it is opened again", async ({ page }) => {
  const questions = await noteQuestions(page);
  await startGame(page, "russian");
  await page.locator('.calls [data-action="pass"]').tap();
  await page.locator("[data-tool=toolTable]").tap();
  await expect(page.locator(".headline")).toHaveText(/You make/);
  await page.waitForTimeout(1500);
  const before = (await questions()).filter(({ ask }) => ask === "act").length;
  await page.waitForTimeout(1500);
  expect((await questions()).filter(({ ask }) => ask === "act").length).toBe(before);
  await button(page, "Play a game").tap();
  await expect
    .poll(async () => (await questions()).filter(({ ask }) => ask === "act").length)
    .toBeGreaterThan(before);
});
