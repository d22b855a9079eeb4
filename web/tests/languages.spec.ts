import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

import { choices, hurry } from "./game";
import { cell, expect, fixRandom, HAND, openPanel, playable, TAGS, test, tool } from "./page";

test.use({ actionTimeout: 15_000 });

/** The folder for pictures of each scene, if they are wanted. */
const FOLDER = process.env["SCENES"];

const RECORD = {
  deal: HAND,
  rules: "russian",
  actions: ["6S", "pass", "pass", "discard D7 CK", "play 6S", "whist", "whist", "SA", "S7", "S9"],
};

/** Opens each scene in a language, one after another, without knowing its words. */
async function eachScene(
  page: Page,
  language: string,
  look: (scene: string) => Promise<void>,
): Promise<void> {
  const openDeal = async (): Promise<void> => {
    await page.goto("about:blank");
    await page.goto(`/?lang=${language}#deal=${encodeURIComponent(HAND)}&rules=russian`);
    await expect(page.locator("html")).toHaveAttribute("lang", language);
  };
  const openMenu = () => page.locator(".bar button").first().click();
  await page.goto(`/?lang=${language}`);
  await expect(page.locator("html")).toHaveAttribute("lang", language);
  await expect(page.locator(".headline")).toHaveText(/./);
  await look("first");
  await openMenu();
  await expect(page.getByRole("dialog")).toBeVisible();
  await look("menu");
  await openDeal();
  await openPanel(page, "toolContracts");
  await expect(page.locator(".panel [data-allpass=F]")).toHaveText(/\d/);
  await look("study");
  await openPanel(page, "toolDiscards");
  await expect(page.locator(".panel [data-discard]").first()).toBeVisible();
  await look("discards");
  await openPanel(page, "toolAuction");
  await expect(page.locator(".panel tbody").first()).toBeVisible();
  await look("par");
  await openPanel(page, "toolContracts");
  await cell(page, "F_D").click();
  await playable(page).first().click();
  await expect(page.locator("main [data-price]").first()).toBeVisible();
  await look("play");
  await openPanel(page, "toolMoves");
  await look("moves");
  await tool(page, "toolCatch").click();
  await expect(page.locator("[data-plan]").first()).toBeVisible();
  await look("catch");
  await openDeal();
  await tool(page, "toolEnter").click();
  await page.locator(".deck [data-gap=S9]").click();
  await look("enter");
  await page.getByRole("textbox").first().fill(JSON.stringify(RECORD));
  const action = page.locator(".panel.mistakes [data-action]");
  await action.first().click();
  await expect(page.locator("[data-instead]").first()).toBeVisible();
  await look("review");
  await page.locator("[data-instead][aria-pressed=false]").last().click();
  await expect(page.locator("[data-continuation=whole]")).toBeVisible();
  await look("instead");
  await page.goto("about:blank");
  await page.goto(`/?lang=${language}`);
  await page.locator(".panel .buttons button").last().click();
  await expect(page.locator(".panel.puzzle h2")).toHaveText(/./);
  await look("puzzle");
}

/** Plays a game in a language up to its end. */
async function eachSceneOfAGame(
  page: Page,
  language: string,
  look: (scene: string) => Promise<void>,
): Promise<void> {
  await fixRandom(page, 5);
  await hurry(page);
  await page.goto(`/?lang=${language}`);
  await page.locator(".panel .buttons").first().getByRole("button").nth(1).click();
  await expect(page.locator(".panel select").first()).toBeVisible();
  await look("new-game");
  await page.locator(".panel .main").click();
  await expect(choices(page).first()).toBeVisible();
  await look("call");
  await tool(page, "toolScore").click();
  await look("score");
  await page.locator(".panel .buttons .button").first().click();
  await expect(page.locator(".panel tr.struck")).toHaveCount(1);
  await page.locator(".panel .buttons .button").nth(1).click();
  await expect(page.locator(".panel form")).toBeVisible();
  await look("ruling");
  await tool(page, "toolGames").click();
  await page.locator(".panel .drop").first().click();
  await expect(page.locator(".panel [data-hand]")).toBeVisible();
  await look("games");
}

/** Words that are cut off, and buttons whose words do not fit on two lines. */
const misfits = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const all = [...document.querySelectorAll<HTMLElement>(".app *, dialog *")];
    return all
      .filter((one) => one.checkVisibility({ visibilityProperty: true }) && one.innerText?.trim() !== "")
      .flatMap((one) => {
        const { overflowX, textOverflow, position, clipPath } = getComputedStyle(one);
        // What only a screen reader says is clipped on purpose.
        if (position === "absolute" || clipPath !== "none") return [];
        // A touch area that is larger than its button is no text.
        const grows = [one, ...one.querySelectorAll("button")].some(
          (each) => getComputedStyle(each, "::after").position === "absolute",
        );
        const isCut =
          !(grows && one.matches("h2, h2 *") && innerWidth >= 700) &&
          (overflowX === "hidden" || textOverflow === "ellipsis") &&
          one.scrollWidth > one.clientWidth + 1;
        const spills =
          !grows && one.matches("button, th, td, h2, h3, label") && one.scrollWidth > one.clientWidth + 2;
        const lines = one.matches(".tools button, .bar button, .buttons button")
          ? one.scrollHeight - one.clientHeight
          : 0;
        return isCut || spills || lines > 1
          ? [
              `${one.tagName.toLowerCase()}.${one.className.split(" ")[0] ?? ""}: ${one.innerText.replace(/\s+/g, " ").slice(0, 60)} (${one.scrollWidth}>${one.clientWidth})`,
            ]
          : [];
      });
  });

for (const language of ["de", "ru", "hu"]) {
  for (const [width, height] of [
    [360, 640],
    [1280, 800],
  ] as const) {
    test(`${language}: words fit, and axe finds nothing: ${width}×${height}`, async ({ page }) => {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ reducedMotion: "reduce" });
      const found: Record<string, string[]> = {};
      const look = async (scene: string): Promise<void> => {
        await page.waitForTimeout(150);
        if (FOLDER) await page.screenshot({ path: `${FOLDER}/${language}-${scene}-${width}.png` });
        const axe = new AxeBuilder({ page })
          .withTags(TAGS)
          // The sizes are measured for each scene elsewhere; here some lie under the foot of a panel.
          .disableRules(["target-size"])
          .exclude(".card.off")
          .exclude('[aria-disabled="true"]');
        const { violations } = await axe.analyze();
        const wrong = [
          ...(await misfits(page)),
          ...violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ""}`),
        ];
        if (wrong.length > 0) found[scene] = wrong;
      };
      await eachScene(page, language, look);
      await eachSceneOfAGame(page, language, look);
      expect(found).toEqual({});
    });
  }
}
