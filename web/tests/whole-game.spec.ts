import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

import { choices, chooseEnd, final, hurry, keptGames, playHand, result, startGame } from "./game";
import { button, choice, expect, fixRandom, TAGS, test } from "./page";
import { askProgram } from "./program";

type Entries = { pool: number[]; mountain: number[]; whists: number[][] };
type Session = {
  end: string;
  over: boolean;
  hands: { gains: number[] }[];
  standings: { place: number; player: string; gain: number }[];
  sheet: { layout: string; entries: Entries[] };
};

test.use({ viewport: { width: 360, height: 640 }, hasTouch: true });

/** The program's answer about the only game that the browser keeps. */
async function session(page: Page): Promise<Session> {
  const [game] = await keptGames(page);
  return askProgram<Session>({ ask: "session", log: game?.records, end: game?.end });
}

/** Checks that the page shows the result and the sheet of the program. */
async function expectFinal(page: Page, end: string): Promise<void> {
  const answer = await session(page);
  expect([answer.end, answer.over]).toEqual([end, true]);
  await expect(final(page)).toHaveCount(3);
  for (const [n, { place, player, gain }] of answer.standings.entries()) {
    const row = final(page).nth(n);
    await expect(row).toHaveAttribute("data-standing", player);
    await expect(row.locator("td").first()).toHaveText(`${place}.`);
    await expect(row.locator("[data-gain]")).toHaveAttribute("data-gain", String(gain));
  }
  const sign = (n: number): string => new Intl.NumberFormat("en", { signDisplay: "exceptZero" }).format(n);
  const cells = page.locator(".panel table.rows:not(.standings) tbody tr");
  await expect(cells).toHaveCount(answer.hands.length);
  for (const [n, { gains }] of answer.hands.entries()) {
    const shown = await cells.nth(n).locator("td").allInnerTexts();
    expect(shown.slice(1, 4)).toEqual(
      gains.map((gain) => sign(Math.round(gain * 100) / 100).replace("-", "−")),
    );
  }
  const fields = page.locator(".panel [data-field]");
  if (answer.sheet.layout !== "books") return void (await expect(fields).toHaveCount(0));
  const numbers = answer.sheet.entries.flatMap(({ pool, mountain, whists }, own) => [
    pool,
    mountain,
    ...whists.filter((_, other) => other !== own),
  ]);
  expect(numbers.length).toBe(12);
  for (const [n, list] of numbers.entries()) {
    const last = list.at(-1);
    await expect(fields.nth(n)).toHaveText(
      last === undefined ? "" : new RegExp(`(^|\\.)${String(last).replace("-", "−")}\\.$`),
    );
  }
}

/** Plays all hands by taps. */
async function playGame(page: Page): Promise<number> {
  for (let hands = 1; ; hands++) {
    await playHand(page);
    if ((await final(page).count()) > 0) return hands;
    await button(page, "Next hand").tap();
    await expect(result(page)).toHaveCount(0);
  }
}

for (const [rules, end] of [
  ["austrian", "deals:2"],
  ["russian", "pool:2"],
] as const) {
  test(`a whole game is played by taps to its sheet: ${rules}, ${end}`, async ({ page }) => {
    await hurry(page);
    await startGame(page, rules, end);
    expect(await playGame(page)).toBeLessThan(12);
    await expectFinal(page, end);
    await button(page, "New game").tap();
    await expect(choice(page, "The game ends")).toBeVisible();
    await page.locator("[data-tool=toolGames]").tap();
    await expect(page.locator("[data-game]")).toContainText("The game is over");
    // The sheet of a finished game is shown again.
    await page.locator("[data-game] button").first().tap();
    await expectFinal(page, end);
  });
}

/** Waits until the keyboard is at an action of the person or at the next hand, and presses it. */
async function press(page: Page, key?: string): Promise<void> {
  const ACTIONS =
    'main button.free, .stage [data-action]:not([aria-disabled="true"]), main > .hand button, .panel .main';
  await expect
    .poll(() => page.evaluate((actions) => document.activeElement?.matches(actions), ACTIONS))
    .toBe(true);
  if (key !== undefined) await page.keyboard.press(key);
  await page.keyboard.press("Enter");
}

test("a whole game is played by keyboard to its sheet: hungarian, deals:2", async ({ page }) => {
  await hurry(page);
  await fixRandom(page, 7);
  await page.goto("/");
  await button(page, "Play a game").press("Enter");
  await choice(page, "Rules").selectOption("hungarian");
  await chooseEnd(page, "deals:2");
  await button(page, "Deal").press("Enter");
  const aside = button(page, "Lay these two aside");
  let bids = 0;
  for (let hands = 0; hands < 2;) {
    await expect(choices(page).or(aside).or(result(page)).or(final(page)).first()).toBeVisible();
    if ((await final(page).count()) > 0) break;
    if ((await result(page).count()) > 0) {
      hands++;
      bids = 0;
      await press(page);
      await expect(result(page)).toHaveCount(0);
      continue;
    }
    if (await aside.isVisible()) {
      await press(page);
      await page.keyboard.press("ArrowRight");
      await press(page);
      await press(page);
      await expect(aside).toHaveCount(0);
      continue;
    }
    const turn = await choices(page).first().elementHandle();
    const isCall = (await page.locator('.calls [data-action="pass"]').count()) > 0;
    // After one bid the person passes, which is the last call.
    await press(page, isCall && bids++ > 0 ? "End" : undefined);
    await expect
      .poll(() => turn?.evaluate((one) => one.isConnected && one.matches(".free, [data-action]")))
      .toBe(false);
  }
  await expectFinal(page, "deals:2");
  await expect(button(page, "New game")).toBeFocused();
});

test("a game with an open end is ended by the person", async ({ page }) => {
  await hurry(page);
  await startGame(page, "russian", "open");
  await playHand(page);
  await expect(button(page, "Next hand")).toBeVisible();
  expect(await session(page)).toMatchObject({ end: "open", over: false });
  await button(page, "End the game").tap();
  await expectFinal(page, "deals:1");
});

test("axe finds nothing in a game, and its buttons are large enough", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await hurry(page);
  const look = async (scene: string): Promise<void> => {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      // Cards and calls that are not allowed are pale on purpose.
      const axe = new AxeBuilder({ page })
        .withTags(TAGS)
        .exclude(".card.off")
        .exclude('[aria-disabled="true"]');
      const { violations } = await axe.analyze();
      expect(
        violations.map(({ id, nodes }) => [id, nodes[0]?.html]),
        `${scene} ${colorScheme}`,
      ).toEqual([]);
    }
    const small = await page.locator("button:visible, select:visible, input:visible").evaluateAll((all) =>
      all.flatMap((one) => {
        const { width, height } = (one.closest("label.tick, label.button") ?? one).getBoundingClientRect();
        return Math.min(width, height) < 37.9 ? [`${one.outerHTML.slice(0, 90)} ${width}×${height}`] : [];
      }),
    );
    expect(small, scene).toEqual([]);
  };
  await page.goto("/");
  await button(page, "Play a game").tap();
  await expect(choice(page, "The game ends")).toBeVisible();
  await look("new game");
  await startGame(page, "russian", "deals:1");
  await expect(choices(page).first()).toBeVisible();
  await look("call");
  await playHand(page);
  await expect(final(page)).toHaveCount(3);
  await look("end");
  // Without cards the panel of a phone has room for the whole sheet.
  await page.locator("[data-tool=toolScore]").tap();
  await expect(page.locator('.panel svg[viewBox="0 0 1000 1000"]')).toBeInViewport({ ratio: 1 });
  await look("sheet");
  await page.locator("[data-tool=toolGames]").tap();
  await button(page, "Name and notes").tap();
  await look("games");
  await button(page, "Figures").tap();
  await expect(page.locator("[data-figure]").first()).toBeVisible();
  await look("figures");
});

test("the last words of the seats are whole beside an open hand", async ({ page }) => {
  await hurry(page);
  await startGame(page, "russian", "deals:9");
  const open = page.locator(".seats .open");
  const passive = page.locator(
    '.calls [data-action="pass"], .stage :is([data-action="whist"], [data-action="open"]), main button.free, .panel .main',
  );
  for (let n = 0; n < 60 && (await open.count()) === 0; n++) {
    await expect(passive.or(open).first()).toBeVisible();
    if ((await open.count()) === 0)
      await passive
        .first()
        .tap({ timeout: 3000 })
        .catch(() => {});
  }
  await expect(open).not.toHaveCount(0);
  const words = page.locator(".seats small");
  await expect(words).toHaveCount(2);
  const cut = await words.evaluateAll((all) =>
    all.map(({ scrollWidth, clientWidth, parentElement }) => {
      const heading = parentElement as HTMLElement;
      return scrollWidth > clientWidth + 1 || heading.scrollWidth > heading.clientWidth + 1;
    }),
  );
  expect(cut).toEqual([false, false]);
  // The place of the next card is whole as well.
  await expect(page.locator(".stage .slot, .stage .next").first()).toBeInViewport({ ratio: 1 });
});

for (const [width, height] of [
  [360, 640],
  [844, 390],
] as const) {
  test(`calls and sheet fit during a hand: ${width}×${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await hurry(page);
    await startGame(page, "russian", "deals:9");
    await expect(choices(page).first()).toBeVisible();
    const calls = page.locator(".calls button");
    for (const call of await calls.all()) {
      await expect(call).toBeInViewport({ ratio: 1 });
      const { width = 0, height = 0 } = (await call.boundingBox()) ?? {};
      expect(Math.min(width, height)).toBeGreaterThan(37.9);
    }
    expect(await calls.count()).toBeGreaterThan(25);
    await playHand(page);
    await button(page, "Next hand").tap();
    await expect(choices(page).first()).toBeVisible();
    await page.locator("[data-tool=toolScore]").tap();
    const { sheet } = await session(page);
    for (const [name, numbers] of Object.entries({
      pool: sheet.entries.map(({ pool }) => pool.at(-1) ?? 0),
      mountain: sheet.entries.map(({ mountain }) => mountain.at(-1) ?? 0),
    })) {
      const row = page.locator(`.panel [data-row="${name}"]`);
      await expect(row).toBeInViewport({ ratio: 1 });
      expect((await row.locator("td").allInnerTexts()).map(Number)).toEqual(numbers);
    }
    await expect(page.locator('.panel [data-row="on R"]')).toBeInViewport({ ratio: 1 });
  });
}
