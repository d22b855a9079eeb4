/** A game against bots, as the tests play it. */

import type { Page } from "@playwright/test";

import { button, choice, expect, fixRandom } from "./page";

export type Seats = Record<"F" | "M" | "R", number>;
export type HandRecord = { deal: string; rules: string; actions: string[] };
export type Question = { ask: string; record?: HandRecord; view?: unknown; log?: HandRecord[] };

/** Notes the questions that the page asks its engine. */
export async function noteQuestions(page: Page): Promise<() => Promise<Question[]>> {
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

/** Lets the bots act without pauses. */
export async function hurry(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const set = window.setTimeout;
    const pauses = [250, 600, 1000];
    window.setTimeout = ((run: () => void, time?: number) =>
      set(run, pauses.includes(time ?? 0) ? 10 : time)) as typeof window.setTimeout;
  });
}

/** Starts a game; `end` is the condition that ends it, such as "deals:2". */
export async function startGame(page: Page, rules: string, end?: string, seed = 5): Promise<void> {
  await fixRandom(page, seed);
  await page.goto("/");
  await button(page, "Play a game").tap();
  await choice(page, "Rules").selectOption(rules);
  if (end !== undefined) await chooseEnd(page, end);
  await button(page, "Deal").tap();
}

export async function chooseEnd(page: Page, end: string): Promise<void> {
  const [kind = "", size] = end.split(":");
  const ends = choice(page, "The game ends");
  await ends.selectOption(kind);
  await expect(ends).toHaveAttribute("data-end", new RegExp(`^${kind}(:|$)`));
  if (size !== undefined) await page.locator(".end input").fill(size);
}

export const result = (page: Page) => page.locator("[data-gains]");
/** The players at the end of a game. */
export const final = (page: Page) => page.locator("[data-standing]");
/** The cards, calls and decisions that may be tapped now. */
export const choices = (page: Page) =>
  page.locator("main button.free, .stage [data-action]:not([aria-disabled=true], :disabled)");

/** Plays a hand to its end: bids once, then passes, and takes the first of all other legal actions. */
export async function playHand(page: Page): Promise<void> {
  let hasBid = false;
  for (;;) {
    await expect(
      choices(page).or(result(page)).or(final(page)).or(button(page, "Lay these two aside")).first(),
    ).toBeVisible({ timeout: 60_000 });
    if ((await result(page).or(final(page)).count()) > 0) return;
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
    // Nobody is asked without a choice.
    expect(await choices(page).count()).not.toBe(1);
    const turn = await chosen.elementHandle();
    if (!turn) continue;
    await chosen.tap();
    // The next turn has buttons of its own.
    await expect
      .poll(() => turn.evaluate((one) => one.isConnected && one.matches(".free, [data-action]")))
      .toBe(false);
  }
}

export type KeptGame = { id: string; version: number; end?: string; records: HandRecord[] };

/** The games that the browser keeps. */
export const keptGames = (page: Page): Promise<KeptGame[]> =>
  page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opened = indexedDB.open("preference-games");
        opened.onerror = reject;
        opened.onsuccess = () => {
          const all = opened.result.transaction("games").objectStore("games").getAll();
          all.onsuccess = () => resolve(all.result);
          all.onerror = reject;
        };
      }),
  );
export const ownCards = (page: Page): Promise<string[]> =>
  page
    .locator("main > .hand [data-card]")
    .evaluateAll((cards) => cards.map((card) => card.getAttribute("data-card") ?? ""));
export const call = (page: Page, action: string) => page.locator(`.calls [data-action="${action}"]`);
