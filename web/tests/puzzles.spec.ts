import type { Page } from "@playwright/test";

import {
  button,
  card,
  dialog,
  expect,
  expectContracts,
  HAND,
  held,
  holdEngine,
  open,
  openMenu,
  openPanel,
  play,
  playable,
  playCards,
  runScript,
  test,
  tool,
  type,
} from "./page";
import { askProgram, PREF } from "./program";
import { copyPuzzle, openMaker, openPuzzle, puzzlePanel as panel } from "./puzzles";

const heading = (page: Page) => panel(page).getByRole("heading").first();
const verdict = (page: Page) => panel(page).getByRole("status");

/** The cards of a play and what each costs, as the program rates them. */
function rate(deal: string, played: readonly string[]): { best: string[]; worse: string[] } {
  const fields = { deal, rules: "russian", declarer: "F", contract: "6D", hand: true, played };
  const { cards } = askProgram<{ cards: { card: string; best: boolean }[] }>({ ask: "cards", ...fields });
  const names = (isBest: boolean) => cards.filter(({ best }) => best === isBest).map(({ card }) => card);
  return { best: names(true), worse: names(false) };
}

test("the shipped puzzles are the program's", () => {
  process.env["PREF"] = PREF;
  expect(runScript("puzzles.mjs", "--check")).toBe("");
});

test("the puzzle of the day is tried, failed and solved, and the table comes back", async ({ page }) => {
  await page.clock.setFixedTime(new Date("2026-11-30T12:00:00"));
  await open(page, HAND);
  await expectContracts(page, HAND, "russian");
  let earlier = page.url();
  for (const day of ["2026-11-30", "2026-12-01"]) {
    await page.clock.setFixedTime(new Date(`${day}T12:00:00`));
    await openMenu(page, "Today’s puzzle");
    await expect(page).not.toHaveURL(earlier);
    await expect(heading(page)).toContainText("?");
    await expect(panel(page).locator(".eyebrow")).toContainText(/Today’s puzzle, .* · (easy|medium|hard)/);
    await expect(page).toHaveURL(/#puzzle=/);
    // Nothing is answered before a try, by a key or by another panel either.
    await page.keyboard.press("Space");
    await expect(verdict(page)).toHaveText("");
    await expect(page.locator("main [data-price], .panel [data-cell]")).toHaveCount(0);
    const { href } = new URL(page.url());
    earlier = href;
    await tool(page, "toolHint").click();
    await expect(panel(page).locator("[data-hint]")).toHaveText(/^Think about/);
    await expect(tool(page, "toolHint")).toHaveAttribute("aria-disabled", "true");
    const isDiscard = (await heading(page).innerText()).includes("laid aside");
    await tool(page, "toolSolution").click();
    await expect(verdict(page)).toContainText("Solution: ");
    await tool(page, "tryAgain").click();
    await expect(verdict(page)).not.toContainText("Solution: ");
    // The address holds the question alone.
    expect(page.url()).toBe(href);
    if (isDiscard) {
      const cards = panel(page).locator(".cards button");
      for (let n = 0; n < 2; n++) await cards.nth(n).click();
      await button(page, "Lay aside").click();
      const result = verdict(page);
      await expect(result).toContainText(/Right|Not this one/);
      if ((await result.innerText()).includes("Not this one"))
        await expect(panel(page).locator("[data-line=reply]")).toContainText("Refutation");
      await button(page, "Play it on").click();
      await expect(tool(page, "toolContracts")).toBeVisible();
      await page.goBack();
      await expect(heading(page)).toContainText("?");
    }
  }
  await tool(page, "toolTable").click();
  await expectContracts(page, HAND, "russian");
});

test("a random puzzle can be left for the deal before it", async ({ page }) => {
  await open(page, HAND);
  await openMenu(page, "Puzzle");
  await expect(heading(page)).toContainText("?");
  await expect(page).toHaveURL(/#puzzle=/);
  await page.reload();
  await expect(heading(page)).toContainText("?");
  await expect(page.locator("main [data-price]")).toHaveCount(0);
  await page.goBack();
  await expectContracts(page, HAND, "russian");
  await openMenu(page, "Puzzle");
  await expect(heading(page)).toContainText("?");
  await type(page, HAND);
  await expectContracts(page, HAND, "russian");
});

test("a deal that was not read before a puzzle was wanted is read when it is left", async ({ page }) => {
  for (const leave of [() => tool(page, "toolTable").click(), () => page.goBack()]) {
    const arrive = await holdEngine(page);
    await open(page, HAND);
    await openMenu(page, "Puzzle");
    arrive();
    await expect(page).toHaveURL(/#puzzle=/);
    await leave();
    await expectContracts(page, HAND, "russian");
  }
});

test("a puzzle is made of a position, sent, failed and solved", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page, HAND);
  await openMaker(page);
  await expect(dialog(page).locator("[data-position=discard]")).toBeVisible();
  await page.keyboard.press("Escape");
  await play(page, "F_D", "hand");
  // Where the first card that costs something can be played, the question is asked.
  const played: string[] = [];
  for (;;) {
    const { best, worse } = rate(HAND, played);
    if (worse.length > 0) break;
    await playCards(page, best[0] ?? "");
    played.push(best[0] ?? "");
  }
  const { best, worse } = rate(HAND, played);
  await openMaker(page);
  await page.getByLabel("Question").fill("What now, pupil?");
  await page.getByLabel("Hints, one a line").fill("Count the trumps.\nThe ace is on the left.");
  await page.getByLabel("Comment").fill("It keeps the way back.");
  await page.getByLabel("Show only this hand: You").check();
  const link = await copyPuzzle(page);
  await openPuzzle(page, link);
  await expect(heading(page)).toHaveText("What now, pupil?");
  await expect(panel(page).locator(".note").first()).toHaveText("6, You");
  await expect(held(page, "M")).toHaveCount(0);
  await expect(playable(page).first()).toBeVisible();
  await expect(page.locator("main [data-price]")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Hold to look" })).toHaveCount(0);
  for (const hint of ["Count the trumps.", "The ace is on the left.", "Think about"]) {
    await tool(page, "toolHint").click();
    await expect(panel(page).locator("[data-hint]").last()).toContainText(hint);
  }
  await card(page, worse[0] ?? "").click();
  await expect(verdict(page)).toContainText("Not this one.");
  await expect(panel(page).locator("[data-line=reply]").getByRole("button").first()).toBeVisible();
  await expect(panel(page).locator("[data-line=better]")).toHaveCount(0);
  await expect(verdict(page)).not.toContainText("It keeps the way back.");
  await expect(held(page, "M").first()).toBeVisible();
  expect(page.url()).toBe(link);
  await panel(page).getByRole("button", { name: "Try again" }).click();
  await expect(page.locator("main [data-price]")).toHaveCount(0);
  await expect(held(page, "M")).toHaveCount(0);
  await card(page, best[0] ?? "").click();
  await expect(verdict(page)).toContainText("Right.");
  await expect(verdict(page)).toContainText("It keeps the way back.");
  await button(page, "Play it on").click();
  await expect(tool(page, "toolMoves")).toBeVisible();
  await expect(page).not.toHaveURL(/puzzle/);
  await page.goBack();
  await expect(heading(page)).toHaveText("What now, pupil?");
});

test("a puzzle asks for a card after all have passed", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page, HAND);
  await openPanel(page, "toolContracts");
  await page.locator("button:has([data-allpass])").click();
  for (const one of ["DA", "DJ", "D8", "CT", "C8", "C9"])
    await page.locator(`main button[data-card=${one}]`).click();
  await openMaker(page);
  await expect(dialog(page).getByLabel(/^Level/)).toBeVisible();
  const link = await copyPuzzle(page);
  await expect(page.getByRole("alert")).toHaveCount(0);
  await openPuzzle(page, link);
  await expect(heading(page)).toHaveText("All pass. Your turn: which card is best?");
  await card(page, "C7").click();
  await expect(verdict(page)).toContainText("Not this one.");
  await panel(page).getByRole("button", { name: "Try again" }).click();
  await card(page, "SA").click();
  await expect(verdict(page)).toContainText("Right.");
});

test("a puzzle that one card wins has its level", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const fields = { rules: "russian", contract: "D", declarer: "F" };
  type Found = { deal: string; depth: number };
  const { deal, depth } = askProgram<Found>({ ask: "puzzle", ...fields, kind: "lead" });
  const rated = askProgram<Found>({ ask: "cards", ...fields, hand: true, deal, depth: true });
  expect(rated.depth).toBe(depth);
  const level = depth <= 2 ? "easy" : depth <= 4 ? "medium" : "hard";
  await open(page, deal);
  await play(page, "F_D", "hand");
  await expect(playable(page).first()).toBeVisible();
  await openMaker(page);
  await expect(dialog(page).locator("[data-position=card]")).toContainText(` · ${level}`);
  await openPuzzle(page, await copyPuzzle(page));
  await expect(panel(page).locator(".eyebrow")).toHaveText(`Puzzle · ${level}`);
});

test("a puzzle that one discard wins has its level", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const fields = { rules: "russian", contract: "6D", declarer: "F" };
  type Found = { deal: string; depth: number };
  const { deal, depth } = askProgram<Found>({ ask: "puzzle", ...fields, kind: "discard", seed: 3 });
  const level = depth <= 2 ? "easy" : depth <= 4 ? "medium" : "hard";
  await open(page, deal);
  await openPanel(page, "toolDiscards");
  await page.locator(".panel [data-contract=D]").click();
  await openMaker(page);
  await expect(dialog(page).locator("[data-position=discard]")).toContainText(` · ${level}`);
  await openPuzzle(page, await copyPuzzle(page));
  await expect(panel(page).locator(".eyebrow")).toHaveText(`Puzzle · ${level}`);
});

test("a lesson asks for a discard and then for a card", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page, HAND);
  await openPanel(page, "toolDiscards");
  await page.locator(".panel [data-contract=H]").click();
  await openMaker(page);
  await expect(dialog(page).locator("[data-position=discard]")).toBeVisible();
  await button(page, "Add, and another position").click();
  await play(page, "F_D", "hand");
  await expect(playable(page).first()).toBeVisible();
  await openMaker(page);
  await page.getByLabel("Title of the lesson").fill("Lesson 1");
  await openPuzzle(page, await copyPuzzle(page));
  await expect(panel(page).locator(".eyebrow")).toHaveText("Lesson 1 · 1 of 2");
  await expect(heading(page)).toContainText("which two cards");
  const talon = { ask: "talon", deal: HAND, rules: "russian", declarer: "F", contract: "H" };
  type Answer = { discards: { discard: string[]; results: { contract: string; rank: number }[] }[] };
  const { discards } = askProgram<Answer>(talon);
  const rank = ({ results }: Answer["discards"][number]) =>
    results.find(({ contract }) => contract === "H")?.rank ?? 0;
  const sorted = discards.sort((one, other) => rank(one) - rank(other));
  const lay = async (discard: readonly string[] = []): Promise<void> => {
    for (const name of discard) await panel(page).locator(`.cards [data-card=${name}]`).click();
    await button(page, "Lay aside").click();
  };
  await lay(sorted.at(-1)?.discard);
  await expect(verdict(page)).toContainText("Not this one.");
  await expect(panel(page).locator("[data-line=reply]")).toBeVisible();
  await panel(page).getByRole("button", { name: "Try again" }).click();
  await lay(sorted[0]?.discard);
  await expect(verdict(page)).toContainText("Right.");
  await button(page, "Next puzzle").click();
  await expect(panel(page).locator(".eyebrow")).toHaveText("Lesson 1 · 2 of 2");
  await expect(heading(page)).toContainText("Your turn: which card is best?");
  await expect(page).toHaveURL(/~2$/);
  await page.reload();
  await expect(panel(page).locator(".eyebrow")).toHaveText("Lesson 1 · 2 of 2");
  await card(page, rate(HAND, []).best[0] ?? "").click();
  await expect(verdict(page)).toContainText("Right.");
});

test("a call and a decision of a review become a lesson", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const actions = ["1", "pass", "pass", "discard H9 SQ", "play C", "play", "play"];
  const record = { rules: "austrian", deal: HAND, actions };
  type Step = { seat: string; done: string; best: string[]; gain_lost: number };
  const { calls, decisions } = askProgram<{ calls: Step[]; decisions: Step[] }>({ ask: "review", record });
  /** The table after the exchange, which the decisions follow. */
  async function expectExchanged(): Promise<void> {
    await expect(page.locator(".stage .talon")).toContainText("Laid aside");
    await expect(page.locator(".stage .talon [data-card]")).toHaveCount(2);
    for (const card of ["D7", "CK"]) await expect(held(page, "F", `=${card}`)).toBeVisible();
    for (const card of ["H9", "SQ"]) await expect(held(page, "F", `=${card}`)).toHaveCount(0);
  }
  const mistakes = [calls, decisions].map((steps) => steps.find((step) => step.gain_lost > 0) as Step);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/");
  await type(page, JSON.stringify(record));
  const rows = page.locator(".panel .rows tbody tr");
  const rowOf = ({ gain_lost: lost }: Step) => rows.filter({ hasText: `costs ${lost} points` }).first();
  await rowOf(mistakes[0] as Step)
    .getByRole("button")
    .click();
  await openMaker(page);
  await expect(dialog(page).locator("[data-position=call]")).toBeVisible();
  await page.getByLabel("Show only this hand").check();
  // Calls and decisions have no depth: their maker says how hard they are.
  await dialog(page)
    .getByLabel(/^Level/)
    .selectOption("hard");
  await expect(dialog(page).locator("[data-position=call]")).toContainText("hard");
  await button(page, "Add, and another position").click();
  await expect(page.locator(".notes")).toContainText("Position 1 is in the lesson.");
  await rowOf(mistakes[1] as Step)
    .getByRole("button")
    .click();
  await expectExchanged();
  await openMaker(page);
  await expect(dialog(page).locator("[data-position=decision]")).toBeVisible();
  await openPuzzle(page, await copyPuzzle(page));
  for (const [n, { seat, done, best, gain_lost }] of mistakes.entries()) {
    await expect(panel(page).locator(".eyebrow")).toHaveText(
      `Puzzle · ${n + 1} of 2${n === 0 ? " · hard" : ""}`,
    );
    await expect(heading(page)).toContainText(n === 0 ? "which call is best?" : "which decision is best?");
    if (n === 0) await expect(held(page, seat === "M" ? "R" : "M")).toHaveCount(0);
    // What was said before is shown, the cards that were laid aside are not.
    await expect(panel(page).locator("[data-said] .word")).toHaveCount(n === 0 ? 2 : 4);
    if (n === 1) await expectExchanged();
    const choice = (action: string) => panel(page).locator(`[data-action="${action}"]`);
    await expect(tool(page, "toolSolution")).not.toHaveAttribute("aria-disabled", "true");
    await choice(done).click();
    await expect(verdict(page)).toContainText("Not this one.");
    await expect(panel(page).locator("[data-cost]")).toHaveText(
      `costs ${gain_lost} point${gain_lost === 1 ? "" : "s"}`,
    );
    // What comes after the mistake.
    await expect(panel(page).locator("[data-continuation=whole]")).toBeVisible();
    await panel(page).getByRole("button", { name: "Try again" }).click();
    await choice(best[0] ?? "").click();
    await expect(verdict(page)).toContainText("Right.");
    if (n === 0) await button(page, "Next puzzle").click();
  }
  await panel(page).getByRole("button", { name: "Table" }).click();
  await expect(page).not.toHaveURL(/puzzle/);
});

test("a decision is asked for with the talon that all have seen", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const actions = ["6D", "pass", "pass", "discard H9 C7", "play 6D", "whist", "whist"];
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/");
  await type(page, JSON.stringify({ rules: "russian", deal: HAND, actions }));
  await page.locator(".panel [data-action=whist]").last().click();
  await expect(page.locator("main [role=status]")).toContainText("Right");
  await openMaker(page);
  await page.getByLabel("Show only this hand: Right").check();
  await openPuzzle(page, await copyPuzzle(page));
  await expect(panel(page).locator("[data-said]")).toContainText("Talon: ");
  await expect(panel(page).locator("[data-said] .word")).toHaveCount(6);
  await expect(page.locator(".stage .talon [data-card]")).toHaveCount(0);
  await expect(held(page, "R", "=SA")).toHaveCount(0);
  await expect(held(page, "R", "=S9")).toBeVisible();
  await expect(panel(page).locator("[data-hand]")).toHaveText("Right: 9 K Q 10 8 10 8 A J 9");
});

test("the discard of a reviewed hand is asked for", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const actions = ["6D", "pass", "pass", "discard H9 C7", "play 6D", "whist", "whist", "SA"];
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/");
  await type(page, JSON.stringify({ rules: "russian", deal: HAND, actions }));
  await page.locator(".panel [data-action^=discard]").click();
  await openMaker(page);
  await expect(dialog(page).locator("[data-position=discard]")).toBeVisible();
  await openPuzzle(page, await copyPuzzle(page));
  await expect(heading(page)).toContainText("laid aside");
});

test("a link with a damaged puzzle is refused", async ({ page }) => {
  await page.goto("/#puzzle=AAAA");
  await expect(page.getByRole("alert")).toContainText("This link cannot be read.");
});
