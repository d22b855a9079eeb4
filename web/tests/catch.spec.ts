import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

import { card, cell, expect, open, openPanel, setTick, TAGS, test, tool } from "./page";
import { askProgram } from "./program";
import { copyPuzzle, openMaker, openPuzzle, puzzlePanel } from "./puzzles";

/** A misère of the right seat that is caught in half of all cases, and one that is always caught. */
const HALF = "F:JT7.K8.AJ98.A A9.A.KT7.KJT9 KQ.QJT97..Q87 8..Q.";
const CAUGHT = "F:K9.KQ7.98.KQ9 QJT.AJT.AT.A8 A87.98.KQ.JT7 ..J7.";
/** A misère of the right seat that only one lead catches: the program's puzzle of the kind catch. */
const SOLE = "F:K.QT.J.AKT987 QT9.K.KQ97.QJ J87.AJ87.AT8. A.9..";

interface Catch {
  caught: boolean;
  chance: { low: number; exact: string };
  discards: { discard: string[]; weight: number }[];
  plans: { card: string; weight: number }[];
  /** Absent once the contract is decided. */
  cards?: { card: string; caught: boolean; weight: number; chance: { low: number; exact: string } }[];
}
const ask = (deal: string, played: string[] = []): Catch =>
  askProgram<Catch>({
    ask: "catch",
    deal,
    rules: "russian",
    declarer: "R",
    contract: "misere",
    goal: "made",
    played,
  });

/** Plays the misère of the right seat, and hides its discard from the defenders. */
async function openCatch(page: Page, deal: string): Promise<void> {
  await open(page, deal);
  await openPanel(page, "toolContracts");
  await cell(page, "R_misere").click();
  await tool(page, "toolCatch").click();
  await expect(page.locator(".dial")).toBeVisible();
}

test("verdict, cards in question and doubtful cards are the program's", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await openCatch(page, HALF);
  const answer = ask(HALF);
  expect(answer.chance.exact).toBe("1/2");
  await expect(page.locator(".panel h2")).toHaveText("Caught with probability ½");
  await expect(page.locator(".dial")).toHaveText("½");
  const mixed = (answer.cards ?? []).filter(({ weight }) => weight > 0).map(({ card }) => card);
  await expect(page.locator("[data-plan]")).toHaveCount(mixed.length);
  for (const card of mixed) await expect(page.locator(`[data-plan=${card}]`)).toBeVisible();
  const doubtful = new Set(
    answer.discards.filter(({ weight }) => weight > 0).flatMap(({ discard }) => discard),
  );
  const striped = await page
    .locator(".seats .maybe")
    .evaluateAll((all) => all.map((one) => one.getAttribute("data-card") ?? ""));
  expect(striped.sort()).toEqual([...doubtful].sort());
  await expect(page.locator(".seats .maybe").first()).toHaveAccessibleName(/, may lie aside$/);
});

test("where nothing is caught, no card is said to catch", async ({ page }) => {
  await open(page, "F:KT98.QJ.AK.98 AQ.AKT.T97.AK J7.987.QJ8.QJ ...T7");
  await openPanel(page, "toolContracts");
  await cell(page, "M_C").click();
  await tool(page, "toolCatch").click();
  await expect(page.locator(".dial")).toHaveText("0");
  await expect(page.locator("[data-plan]").first()).toContainText("catches no discard");
  await expect(page.locator(".panel")).not.toContainText("every discard");
});

test("the plan is walked card by card, and the address keeps it", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/");
  // The only legal card is not played by itself, so that each card is one step.
  await setTick(page, "The only legal card plays itself", false);
  await openCatch(page, HALF);
  const played: string[] = [];
  for (let n = 0; n < 6; n++) {
    const card = await page.locator("[data-plan]").first().getAttribute("data-plan");
    const before = page.url();
    await page.locator("[data-plan]").first().click();
    await expect(page).not.toHaveURL(before);
    played.push(card ?? "");
    await expect(page.locator(".past").last()).toContainText(String(Math.ceil(played.length / 3)));
    const { chance, cards } = ask(HALF, played);
    if (chance.low === 1) await expect(page.locator(".panel h2")).toHaveText("Cannot be caught");
    else if (chance.low === 0) await expect(page.locator(".panel h2")).toHaveText("Caught for certain");
    else await expect(page.locator(".panel h2")).toHaveText(/Caught with probability/);
    if (cards) await expect(page.locator("[data-plan]").first()).toBeVisible();
  }
  const headline = await page.locator(".panel h2").innerText();
  await page.reload();
  await expect(page.locator(".panel h2")).toHaveText(headline);
  await expect(page.locator(".past")).toHaveCount(2);
  await tool(page, "toolStart").click();
  await expect(page.locator(".panel h2")).toHaveText("Caught with probability ½");
  await tool(page, "toolContracts").click();
  await expect(page.locator("h1")).toHaveText("Study");
});

test("every lead that catches a misère for certain is named", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await openCatch(page, CAUGHT);
  const answer = ask(CAUGHT);
  expect(answer.caught).toBe(true);
  await expect(page.locator(".panel h2")).toHaveText("Caught for certain");
  const leads = (answer.cards ?? []).filter(({ caught }) => caught).map(({ card }) => card);
  const shown = page.locator("[data-plan]");
  expect(await shown.evaluateAll((all) => all.map((one) => one.getAttribute("data-plan")).sort())).toEqual(
    [...new Set(leads)].sort(),
  );
});

test("the scene fits at every size, and axe finds nothing", async ({ page }) => {
  await openCatch(page, HALF);
  for (let n = 0; n < 2; n++) {
    for (const [width, height] of [
      [320, 640],
      [768, 1024],
      [360, 640],
      [1280, 800],
    ] as const) {
      await page.setViewportSize({ width, height });
      const size = await page.evaluate(() => {
        const { scrollWidth, scrollHeight } = document.documentElement;
        return [scrollWidth, scrollHeight];
      });
      expect(size).toEqual([width, height]);
      const wide = await page
        .locator(".seats, .stage, .panel")
        .evaluateAll((all) =>
          all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.className),
        );
      expect(wide).toEqual([]);
      if (width !== 360 && width !== 1280) continue;
      const { violations } = await new AxeBuilder({ page }).withTags(TAGS).exclude(".card.off").analyze();
      expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
    }
    const before = page.url();
    await tool(page, "toolForward").click();
    await expect(page).not.toHaveURL(before);
    await expect(page.locator("[data-plan]").first()).toBeVisible();
  }
});

test("a lead that catches a misère is asked for, missed and found", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.setViewportSize({ width: 1280, height: 800 });
  const { cards = [] } = ask(SOLE);
  const right = cards.filter(({ caught }) => caught).map(({ card }) => card);
  const wrong = cards.filter(({ caught }) => !caught).map(({ card }) => card);
  expect([right.length, wrong.length > 0]).toEqual([1, true]);
  await openCatch(page, SOLE);
  await openMaker(page);
  await page.getByLabel("Question").fill("Which lead catches it?");
  await openPuzzle(page, await copyPuzzle(page));
  const panel = puzzlePanel(page);
  await expect(panel.getByRole("heading").first()).toHaveText("Which lead catches it?");
  await expect(page.locator(".dial")).toHaveCount(0);
  await expect(page.locator("main [data-price], main .maybe")).toHaveCount(0);
  await card(page, wrong[0] ?? "").click();
  await expect(panel.getByRole("status")).toContainText("Not this one.");
  // What the declarer may have laid aside, with which the contract is made after this card.
  const { caught, discards } = ask(SOLE, [wrong[0] ?? ""]);
  expect(caught).toBe(false);
  const reply = panel.locator("[data-line=reply]");
  await expect(reply).not.toContainText("for certain");
  const aside = discards.filter(({ weight }) => weight > 0);
  await expect(reply).toContainText(aside.length > 0 ? "Laid aside: " : /^\S/);
  await panel.getByRole("button", { name: "Try again" }).click();
  await card(page, right[0] ?? "").click();
  await expect(panel.getByRole("status")).toContainText("Right.");
});
