import AxeBuilder from "@axe-core/playwright";

import { button, cell, enter, expect, HAND, chooseSetting, test } from "./page";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

for (const [name, width, scheme, language] of [
  ["desktop", 1280, "light", "en"],
  ["desktop-dark", 1280, "dark", "de"],
  ["phone", 320, "dark", "en"],
  ["phone-light", 390, "light", "ru"],
] as const) {
  test(`the page is accessible: ${name}, ${scheme}, ${language}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    const check = async (state: string): Promise<void> => {
      const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze();
      expect(
        violations.map(({ id, nodes }) => [id, nodes[0]?.html]),
        state,
      ).toEqual([]);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide, `${state} is wider than the window`).toBeLessThanOrEqual(width);
      await page.screenshot({ path: `test-results/${name}-${state}.png`, fullPage: true });
    };
    await page.goto("/");
    await check("empty");
    await enter(page, "F:A");
    await check("wrong");
    await enter(page, "F:AQJ.A9.AK9.T7 ? ? ?");
    await expect(page.locator('[data-chance="S_hand"]')).toContainText("%");
    await check("chances");
    await enter(page, HAND);
    await expect(page.locator("[data-call]").first()).toBeVisible();
    await button(page, "Forehand: all discards").click();
    await expect(page.locator("[data-discard]")).toHaveCount(66);
    await page.locator("[data-discard]").first().scrollIntoViewIfNeeded();
    await page.getByLabel("Language").selectOption(language);
    await expect(page.locator("html")).toHaveAttribute("lang", language);
    await check("talon");
    await page.locator('[data-discard="D7 CK"]').click();
    await expect(page.locator(".value").first()).toBeVisible();
    for (let left = 29; left > 24; left--) {
      await page.locator('.turn button[aria-disabled="false"]').last().click();
      await expect(page.locator(".seat [data-card]").nth(left)).toHaveCount(0);
      await expect(page.locator(".turn .value").first()).toBeVisible();
    }
    await page.locator(".stack details summary").last().click();
    await check("play");
    await page.keyboard.press("?");
    await check("keys");
  });
}

test("the page keeps its layout with other colours, zoom and longer words", async ({ page }) => {
  await page.goto("/");
  await enter(page, HAND);
  await chooseSetting(page, "Suit colours", "four");
  await chooseSetting(page, "Light or dark", "dark");
  const colour = (name: string): Promise<string> =>
    page.locator(`main [data-card="${name}"]`).evaluate((card) => getComputedStyle(card).color);
  const four = await Promise.all(["SA", "HA", "DA", "CA"].map(colour));
  expect(new Set(four).size).toBe(4);
  await page.reload();
  expect(await Promise.all(["SA", "HA", "DA", "CA"].map(colour))).toEqual(four);
  await page.emulateMedia({ forcedColors: "active" });
  // The system's forced colours replace the page's, so axe does not check the contrast.
  const forced = new AxeBuilder({ page }).withTags(TAGS).disableRules("color-contrast");
  expect((await forced.analyze()).violations.map(({ id }) => id)).toEqual([]);
  await page.screenshot({ path: "test-results/forced-colours.png", fullPage: true });
  await page.emulateMedia({ forcedColors: "none" });
  // A zoom of 200 % halves the window; words lengthened by half imitate the language with the longest words.
  await page.setViewportSize({ width: 640, height: 450 });
  await cell(page, "F_D").click();
  await expect(page.locator(".value").first()).toBeVisible();
  await page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const { textContent: said } = text;
      if (said && /\p{L}{3}/u.test(said))
        text.textContent = said + "ó".repeat(Math.ceil(said.trim().length * 0.4));
    }
  });
  await page.setViewportSize({ width: 320, height: 800 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await page.screenshot({ path: "test-results/longer-words.png", fullPage: true });
});

test("a printed page shows the deal, its rules and every folded part", async ({ page }) => {
  await page.goto("/");
  await enter(page, HAND);
  await cell(page, "F_D").click();
  await expect(page.locator(".value").first()).toBeVisible();
  await button(page, "Play on for me").click();
  await expect(page.locator(".history li")).toHaveCount(10);
  await expect(page.locator(".history")).toBeHidden();
  await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
  await page.emulateMedia({ media: "print" });
  await expect(page.locator(".history")).toBeVisible();
  await expect(page.getByTestId("paid")).toBeVisible();
  await expect(page.getByText(`austrian · ${HAND}`)).toBeVisible();
  await expect(button(page, "Undo")).toBeHidden();
  await page.screenshot({ path: "test-results/print.png", fullPage: true });
});

test("buttons are large enough for a finger", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 800 });
  await page.goto("/");
  await enter(page, HAND);
  await button(page, "Forehand: all discards").click();
  await expect(page.locator("[data-discard]")).toHaveCount(66);
  const small = await page
    .locator("button:visible")
    .evaluateAll((all) =>
      all
        .filter((one) => one.getBoundingClientRect().width < 24 || one.getBoundingClientRect().height < 24)
        .map((one) => one.outerHTML.slice(0, 80)),
    );
  expect(small).toEqual([]);
});
