import AxeBuilder from "@axe-core/playwright";

import { button, cell, expect, HAND, held, moves, open, openMenu, openPanel, play, TAGS, test } from "./page";

test("colours are kept, and forced colours leave nothing unreadable", async ({ page }) => {
  await open(page, HAND);
  await openMenu(page, "Four");
  await button(page, "Dark").click();
  await page.keyboard.press("Escape");
  const colour = (name: string): Promise<string> =>
    page
      .locator(`main .seats [data-card="${name}"], main > .hand [data-card="${name}"]`)
      .evaluate((card) => getComputedStyle(card).color);
  const four = await Promise.all(["SA", "HA", "DA", "CA"].map(colour));
  expect(new Set(four).size).toBe(4);
  await page.reload();
  await expect(page.locator("main > .hand [data-card]")).toHaveCount(10);
  expect(await Promise.all(["SA", "HA", "DA", "CA"].map(colour))).toEqual(four);
  await page.emulateMedia({ forcedColors: "active" });
  // The system's forced colours replace the page's, so axe does not check the contrast.
  const forced = new AxeBuilder({ page }).withTags(TAGS).disableRules("color-contrast");
  expect((await forced.analyze()).violations.map(({ id }) => id)).toEqual([]);
});

test("longer words widen nothing", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 800 });
  await open(page, HAND);
  await openPanel(page, "toolContracts");
  await expect(cell(page, "F_D")).toBeVisible();
  // Words lengthened by half imitate the language with the longest words.
  await page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const { textContent: said } = text;
      if (said && /\p{L}{3}/u.test(said))
        text.textContent = said + "ó".repeat(Math.ceil(said.trim().length * 0.4));
    }
  });
  const { width, panel } = await page.evaluate(() => ({
    width: document.documentElement.scrollWidth,
    panel: [...document.querySelectorAll(".panel, .tools, .bar")]
      .filter((one) => one.scrollWidth > one.clientWidth + 1)
      .map((one) => `${one.className} ${one.scrollWidth}>${one.clientWidth}`),
  }));
  expect(width).toBeLessThanOrEqual(320);
  expect(panel).toEqual([]);
});

test("the dialogs are accessible", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await open(page, HAND);
  for (const name of [undefined, "Rules in detail", "Random deal under conditions", "Keys"]) {
    await openMenu(page, name);
    const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze();
    expect(
      violations.map(({ id, nodes }) => [id, nodes[0]?.html]),
      name,
    ).toEqual([]);
    await page.keyboard.press("Escape");
  }
});

test("the dialog is not printed", async ({ page }) => {
  await open(page, HAND);
  await page.evaluate(() => {
    window.print = () => (document.title = String(document.querySelectorAll("dialog[open]").length));
  });
  await page.getByRole("button", { name: "More: copy, share, print" }).click();
  await button(page, "Print").click();
  await expect(page).toHaveTitle("0");
});

test("a printed page shows the deal, its rules and the tricks", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await open(page, HAND);
  await play(page, "F_D", "hand");
  await button(page, "Play on for me").click();
  await expect(moves(page)).toHaveCount(30);
  await page.emulateMedia({ media: "print" });
  await expect(moves(page).last()).toBeVisible();
  await expect(page.getByText(`russian · ${HAND}`)).toBeVisible();
  for (const seat of ["F", "M", "R"] as const) await expect(held(page, seat)).toHaveCount(10);
  await expect(page.locator(".tools")).toBeHidden();
  await expect(button(page, "Play on for me")).toBeHidden();
});

for (const [theme, colorScheme] of [
  ["Dark", "light"],
  ["As the system", "dark"],
] as const)
  test(`paper is light: ${theme}, ${colorScheme} system`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await open(page, HAND);
    await openMenu(page, theme);
    await page.keyboard.press("Escape");
    const colours = (): Promise<string[]> =>
      page.evaluate(() => {
        const look = (selector: string): CSSStyleDeclaration =>
          getComputedStyle(document.querySelector(selector) as Element);
        return [
          look("body").backgroundColor,
          ...["body", ".seats h2", ".panel"].map((one) => look(one).color),
        ];
      });
    expect((await colours())[0]).toBe("rgb(18, 22, 20)");
    const bars = page.locator("meta[name=theme-color]");
    const shown = await bars.evaluateAll((all: HTMLMetaElement[]) =>
      all.filter(({ media }) => matchMedia(media).matches).map(({ content }) => content),
    );
    expect(shown).toEqual(["#191e1b"]);
    await page.emulateMedia({ media: "print", colorScheme });
    const [paper, ...ink] = await colours();
    expect(paper).toBe("rgb(255, 255, 255)");
    expect(new Set(ink)).toEqual(new Set(["rgb(27, 31, 29)"]));
  });
