import { existsSync } from "node:fs";

import type { Browser } from "@playwright/test";

import { final, hurry, playHand, result, startGame } from "./game";
import { cell, expect, fixRandom, HAND, open, openPanel, playable, test, tool } from "./page";

/**
 * Writes the pictures of the page's scenes, and with DESIGN, the folder of the design, a sheet that has each scene
 * beside the design's.
 */
test.skip(process.env["PICTURES"] === undefined, "PICTURES=1 writes the pictures of docs/page");

const FOLDER = "../docs/page";
/** The scenes of a game that the design has, too. */
const KEPT = ["auction", "exchange", "decide", "sheet", "list"];
const DESIGN = process.env["DESIGN"];
/** A misère of the right seat that is caught in half of all cases. */
const CAUGHT = "F:JT7.K8.AJ98.A A9.A.KT7.KJT9 KQ.QJT97..Q87 8..Q.";
const RECORD = {
  deal: HAND,
  rules: "russian",
  actions: [
    ...["6D", "pass", "pass", "discard H9 C7", "play 6D", "whist", "whist"],
    ...["SA", "S7", "S9", "SQ", "SK", "D8", "HK", "HA", "H7", "DA", "DJ", "DT"],
  ],
};

type Picture = [scene: string, picture: Buffer];

/** Writes a sheet that has each scene beside the design's. */
async function saveSheet(
  browser: Browser,
  size: { width: number; height: number },
  scheme: string,
  pictures: readonly Picture[],
  name: string,
): Promise<void> {
  if (DESIGN === undefined || !existsSync(`${DESIGN}/design.html`)) return;
  const design = await browser.newPage({ viewport: size });
  const cells: string[] = [];
  for (const [scene, picture] of pictures) {
    await design.goto("about:blank");
    await design.goto(`file://${DESIGN}/design.html#${scene},${scheme}`);
    const model = await design.screenshot();
    const image = (data: Buffer): string => `<img src="data:image/png;base64,${data.toString("base64")}">`;
    cells.push(`<p>${scene}: the design, the page</p>${image(model)}${image(picture)}`);
  }
  await design.setViewportSize({ width: 2 * size.width + 24, height: size.height });
  await design.setContent(`<body style="margin:8px;background:#999;font:14px sans-serif">${cells.join("")}`);
  await design.screenshot({ path: `test-results/sheet-${name}-${size.width}-${scheme}.png`, fullPage: true });
  await design.close();
}

for (const [width, height] of [
  [360, 640],
  [768, 1024],
  [1280, 800],
] as const) {
  for (const scheme of ["light", "dark"] as const) {
    test(`pictures of the page: ${width}×${height}, ${scheme}`, async ({ page, browser }) => {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
      const pictures: Picture[] = [];
      const save = async (scene: string): Promise<void> => {
        await page.waitForTimeout(200);
        const path = `${FOLDER}/${scene}-${width}-${scheme}.png`;
        // The repository keeps the phone in the light, and one picture of a wide screen in the dark.
        const isPhone = width === 360 && scheme === "light";
        const isKept = isPhone || (width === 1280 && scheme === "dark" && scene === "study");
        const picture = await page.screenshot(isKept ? { path } : {});
        // The design has neither a scene of an action that is changed nor one of a hidden discard.
        if (!["instead", "hidden"].includes(scene)) pictures.push([scene, picture]);
      };
      await page.goto("/");
      await expect(page.locator(".headline")).toHaveText(/You make/);
      await save("first");
      await open(page, HAND);
      await openPanel(page, "toolContracts");
      await expect(cell(page, "R_N")).toBeVisible();
      await save("study");
      await cell(page, "F_D").click();
      await expect(playable(page).first()).toBeVisible();
      await playable(page).first().click();
      await expect(page.getByRole("toolbar", { name: "Hand: Left" })).toBeVisible();
      await save("play");
      await tool(page, "toolContracts").click();
      await tool(page, "toolEnter").click();
      await tool(page, "clear").click();
      const [forehand = "", middlehand = ""] = HAND.slice(2).split(" ");
      for (const hand of [forehand, middlehand])
        for (const [suit, ranks] of hand.split(".").entries())
          for (const rank of ranks) await page.locator(`.deck [data-card=${"SHDC"[suit]}${rank}]`).click();
      for (const card of ["S9", "HK", "HQ"]) await page.locator(`.deck [data-card=${card}]`).click();
      await save("enter");
      await page.getByRole("textbox", { name: "Deal as text" }).fill(JSON.stringify(RECORD));
      await page.getByRole("button", { name: "Next mistake" }).click();
      await save("review");
      await page.locator(".panel [data-action]").nth(5).click();
      await page.locator("[data-instead=pass]").click();
      await expect(page.locator("[data-continuation=whole]")).toBeVisible();
      await save("instead");
      await open(page, CAUGHT);
      await openPanel(page, "toolContracts");
      await cell(page, "R_misere").click();
      await tool(page, "toolCatch").click();
      for (let cards = 0; cards < 3; cards++) {
        await expect(page.locator("[data-plan]").first()).toBeVisible();
        const before = page.url();
        await page.locator("[data-plan]").first().click();
        await expect(page).not.toHaveURL(before);
      }
      await expect(page.locator("[data-plan]").first()).toBeVisible();
      await save("catch");
      await open(page, "F:KJ987.K.AQ.J9 ? ? ...87");
      await page.locator("[data-mix]").first().waitFor({ timeout: 60_000 });
      await page.getByRole("heading", { name: "Misère: what to lay aside" }).evaluate((title) => {
        title.scrollIntoView();
      });
      await save("hidden");
      await page.getByRole("button", { name: "Menu" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Cards", exact: true }).click();
      await save("cards");
      await page.getByRole("button", { name: "Menu" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Today’s puzzle", exact: true }).click();
      await expect(page.locator(".panel.puzzle h2")).toContainText("?");
      await save("puzzle");
      await saveSheet(browser, { width, height }, scheme, pictures, "page");
    });
  }
}

for (const [width, height] of [
  [360, 640],
  [1280, 800],
] as const) {
  for (const scheme of ["light", "dark"] as const) {
    test(`pictures of a game: ${width}×${height}, ${scheme}`, async ({ page, browser }) => {
      test.setTimeout(400_000);
      const pictures: Picture[] = [];
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
      // Every game has the same cards.
      await fixRandom(page, 5);
      const save = async (scene: string): Promise<void> => {
        await page.waitForTimeout(200);
        const isKept = width === 360 && scheme === "light" && KEPT.includes(scene);
        const folder = isKept ? FOLDER : "test-results";
        const picture = await page.screenshot({ path: `${folder}/${scene}-${width}-${scheme}.png` });
        if (KEPT.includes(scene)) pictures.push([scene, picture]);
      };
      const turn = page.locator(
        "main button.free, .stage [data-action]:not([aria-disabled=true], :disabled), [data-gains]",
      );
      await page.goto("/");
      await page.getByRole("button", { name: "Play a game" }).click();
      await page.getByRole("combobox", { name: "Rules" }).selectOption("russian");
      await save("new-game");
      await page.getByRole("button", { name: "Deal", exact: true }).click();
      await expect(turn.first()).toBeVisible();
      await save("auction");
      await page.locator("[data-tool=toolHint]").click();
      await page.getByRole("button", { name: "Show it" }).click();
      await expect(page.locator("[data-hint]")).toBeVisible();
      await save("hint");
      await page.locator("[data-tool=toolHint]").click();
      const seen = new Set<string>();
      const once = async (scene: string): Promise<void> => {
        if (!seen.has(scene)) await save(scene);
        seen.add(scene);
      };
      const aside = page.getByRole("button", { name: "Lay these two aside" });
      for (let hand = 0; hand < 2; hand++) {
        let bids = 0;
        for (;;) {
          await expect(turn.or(aside).first()).toBeVisible();
          if ((await page.locator("[data-gains]").count()) > 0) break;
          if (await aside.isVisible()) {
            await page.locator("main > .hand button.rest").first().click();
            await page.locator("main > .hand button.rest").last().click();
            await once("exchange");
            await aside.click();
          } else if ((await page.locator(".choices").count()) > 0) {
            await once("decide");
            await page.locator(".choices button").first().click();
          } else if ((await page.locator(".calls").count()) > 0) {
            const bid = page.locator('.calls [data-action]:not([aria-disabled=true], [data-action="pass"])');
            const pass = page.locator('.calls [data-action="pass"]');
            if ((await pass.count()) === 0) await once("announcement");
            if ((await pass.count()) > 0 && (hand > 0 || bids++ > 0)) await pass.click();
            else await bid.first().click();
          } else {
            if ((await page.locator(".trick [data-card]").count()) === 2) await once("play");
            if ((await page.locator(".partner .hand").count()) > 0) await once("both-hands");
            await page.locator("main button.free").first().click();
          }
          await page.waitForTimeout(100);
        }
        await once("result");
        await page.getByRole("button", { name: "Next hand" }).click();
        await expect(page.locator("[data-gains]")).toHaveCount(0);
      }
      await page.locator("[data-tool=toolScore]").click();
      await save("sheet");
      await page.locator("[data-tool=toolGames]").click();
      await expect(page.locator("[data-game]")).toHaveCount(1);
      await save("list");
      await saveSheet(browser, { width, height }, scheme, pictures, "game");
    });
  }
}

test.describe("the end of a game", () => {
  test.use({ hasTouch: true });
  for (const [width, height] of [
    [360, 640],
    [1280, 800],
  ] as const) {
    for (const colorScheme of ["light", "dark"] as const) {
      test(`pictures of its end: ${width}×${height}, ${colorScheme}`, async ({ page }) => {
        await page.setViewportSize({ width, height });
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        await hurry(page);
        const save = async (scene: string): Promise<void> => {
          await page.waitForTimeout(200);
          const isKept = width === 360 && colorScheme === "light" && scene === "end";
          const folder = isKept ? FOLDER : "test-results";
          await page.screenshot({ path: `${folder}/${scene}-${width}-${colorScheme}.png` });
        };
        await startGame(page, "russian", "deals:2");
        await playHand(page);
        await page.getByRole("button", { name: "Next hand" }).tap();
        await expect(result(page)).toHaveCount(0);
        await playHand(page);
        await expect(final(page)).toHaveCount(3);
        await save("end");
        await page.locator("[data-tool=toolGames]").tap();
        await page.getByRole("button", { name: "Name and notes" }).tap();
        await save("notes");
        await page.getByRole("button", { name: "Figures" }).tap();
        await expect(page.locator("[data-figure]").first()).toBeVisible();
        await page.getByRole("button", { name: "Look for my mistakes" }).tap();
        await expect(page.locator("[data-reviewed='2']")).toBeVisible();
        await save("figures");
      });
    }
  }
});
