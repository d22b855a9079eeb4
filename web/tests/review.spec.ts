import type { Locator, Page } from "@playwright/test";

import { button, expect, HAND, openMenu, test, tool, type } from "./page";
import { askProgram } from "./program";
import { copyPuzzle, openMaker, openPuzzle, puzzlePanel } from "./puzzles";

interface Step {
  seat: string;
  done: string;
  best: string[];
  gain_lost?: number;
  tricks_lost?: number;
}
interface Review {
  calls: Step[];
  discard?: Step;
  announcement?: Step;
  decisions: Step[];
}
interface State {
  phase: string;
  to_act: string | null;
  legal_actions: string[];
  facts: { contract: string | null; declarer: string | null };
}

const ACTIONS = ["1", "pass", "pass", "discard H9 SQ", "play C", "play", "play", "silent", "SA", "S7", "S9"];
const recordOf = (actions: readonly string[], rules = "austrian") => ({ rules, deal: HAND, actions });
const stateAfter = (actions: readonly string[], rules?: string): State =>
  askProgram<State>({ ask: "state", record: recordOf(actions, rules) });
/** What the program says about the last action of a record. */
function lastStep(actions: readonly string[], rules?: string): Step | undefined {
  const { calls, announcement, decisions } = askProgram<Review>({
    ask: "review",
    record: recordOf(actions, rules),
  });
  const { phase } = stateAfter(actions.slice(0, -1), rules);
  if (phase === "auction") return calls.at(-1);
  return phase === "announcement" ? announcement : decisions.at(-1);
}

const panel = (page: Page) => page.getByRole("region", { name: "Mistakes" });
const line = (page: Page) => panel(page).getByRole("region", { name: "Calls and decisions" });
const alternative = (page: Page, action: string): Locator =>
  panel(page).locator(`[data-instead="${action}"]`);
const continuation = (page: Page) => panel(page).locator("[data-continuation=whole]");

async function openReview(page: Page, actions: readonly string[], rules?: string): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/");
  await type(page, JSON.stringify(recordOf(actions, rules)));
  await expect(line(page).locator("[data-action]").first()).toBeVisible();
}

for (const [rules, actions, at, other] of [
  ["austrian", ACTIONS, 1, "2"],
  ["russian", ["pass", "6S", "pass", "discard D7 CK", "play 6S", "whist", "pass", "open"], 0, "6S"],
  ["hungarian", ["2", "pass", "pass", "discard H9 SQ", "play C", "play", "drop", "drop"], 0, "hand3"],
  ["austrian-1829", ["pass", "pass", "1", "take", "discard S9 D8", "play H"], 0, "1"],
  ["illustrated", ["1", "2", "pass", "pass", "discard SK DQ", "stay", "play H"], 0, "preference"],
] as const) {
  test(`${rules}: another call shows its price and what would have come`, async ({ page }) => {
    await openReview(page, actions, rules);
    await line(page).locator("[data-action]").nth(at).click();
    const before = actions.slice(0, at);
    const { legal_actions: legal } = stateAfter(before, rules);
    const offered = panel(page).locator("[data-instead]");
    await expect(offered.first()).toBeVisible();
    expect(await offered.evaluateAll((all) => all.map((one) => one.getAttribute("data-instead")))).toEqual(
      legal,
    );
    await alternative(page, other).click();
    const step = lastStep([...before, other], rules);
    const heading = panel(page).getByRole("heading").first();
    if (step?.gain_lost) await expect(heading).toContainText(`costs ${step.gain_lost} points`);
    else await expect(heading).not.toContainText("costs");
    await expect(continuation(page)).toBeVisible();
    const said = await continuation(page)
      .locator("[data-then]")
      .evaluateAll((all) => all.map((one) => one.getAttribute("data-then") ?? ""));
    // Each of these actions is one of the best for the program, too, or the only one.
    const path = [...before, other];
    for (const action of said) {
      const state = stateAfter(path, rules);
      path.push(action);
      if (state.phase === "talon") {
        const { talon_worth: worth } = askProgram<{ talon_worth: number }>({
          ...{ ask: "talon", deal: HAND, rules, by: "gain", declarer: state.to_act },
        });
        expect(action).toBe(worth > 0 ? "take" : "hand");
        continue;
      }
      if (state.legal_actions.length > 1 && state.phase !== "discard") {
        const { best } = lastStep(path, rules) as Step;
        expect([...best, ...best.map((contract) => `play ${contract}`)]).toContain(
          action === "return" ? "whist" : action,
        );
      }
    }
    const end = stateAfter(path, rules);
    expect(end.phase === "play" || end.to_act === null).toBe(true);
    expect(said.includes("take") || said.includes("hand")).toBe(rules === "austrian-1829");
    // The link keeps what was tried, and what is looked at.
    await expect(page).toHaveURL(/#record=.*~.*~/);
    await page.reload();
    await expect(continuation(page)).toBeVisible();
    await expect(line(page).locator("[data-tried] [data-action]")).toHaveText([/./]);
    await expect(alternative(page, other)).toHaveAttribute("aria-pressed", "true");
  });
}

test("a discard is laid aside again, and its price is the program's", async ({ page }) => {
  await openReview(page, ACTIONS);
  await line(page).locator("[data-action]").nth(3).click();
  const cards = panel(page).getByRole("group", { name: "What could be done instead" });
  await expect(cards.locator("[data-card]")).toHaveCount(12);
  for (const name of ["SA", "DA"]) await cards.locator(`[data-card=${name}]`).click();
  await panel(page).getByRole("button", { name: "Lay aside", exact: true }).click();
  const tried = [...ACTIONS.slice(0, 3), "discard SA DA", "play C"];
  const { discard } = askProgram<Review>({ ask: "review", record: recordOf(tried) });
  expect(discard?.gain_lost).toBeGreaterThan(0);
  await expect(panel(page).getByRole("heading").first()).toContainText(`costs ${discard?.gain_lost} points`);
});

test("tried actions go on, are taken back and deleted, and their contract is played", async ({ page }) => {
  await openReview(page, ACTIONS);
  const mistakes = await panel(page).locator("tbody tr").count();
  await line(page).locator("[data-action]").nth(2).click();
  await alternative(page, "2").click();
  const then = continuation(page).locator("[data-then]");
  await expect(then.first()).toBeVisible();
  const said = await then.count();
  await then.nth(1).click();
  const tried = line(page).locator("[data-tried] [data-action]");
  await expect(tried).toHaveCount(3);
  await expect(tried.last()).toHaveAttribute("aria-current", "step");
  await expect(then).toHaveCount(said - 2);
  // One step back at a time, to the record at last.
  const current = line(page).locator("[aria-current]");
  await page.keyboard.press("u");
  await expect(current).toHaveAttribute(
    "data-action",
    (await tried.nth(1).getAttribute("data-action")) ?? "",
  );
  await page.keyboard.press("u");
  await page.keyboard.press("u");
  await expect(current).toHaveAttribute("data-action", "pass");
  await expect(tried).toHaveCount(3);
  await tried.nth(1).click();
  await panel(page).getByRole("button", { name: "Delete from here" }).click();
  await expect(tried).toHaveCount(1);
  // The mistakes of the record stay as they are.
  await expect(panel(page).locator("tbody tr")).toHaveCount(mistakes);
  await line(page).locator("[data-action]").nth(1).click();
  await alternative(page, "preference").click();
  const played = button(page, "Play it on");
  await expect(played).toBeVisible();
  const address = page.url();
  await played.click();
  await expect(page).not.toHaveURL(/record=/);
  await page.goBack();
  await expect(page).toHaveURL(address);
  await expect(tried).toHaveCount(2);
  await expect(tool(page, "toolMistakes")).toBeVisible();
});

test("a link with damaged actions still shows its record", async ({ page }) => {
  await openReview(page, ACTIONS);
  await line(page).locator("[data-action]").nth(1).click();
  await alternative(page, "2").click();
  await expect(page).toHaveURL(/~0~/);
  const link = page.url().replace(/~0~.*/, "~0~AAAA");
  await page.goto("about:blank");
  await page.goto(link);
  await expect(page.getByText("but not the end of this link")).toBeVisible();
  await expect(line(page).locator("[data-action]")).toHaveCount(8);
  await openMenu(page);
});

test("a hand that all have passed is reviewed card by card", async ({ page }) => {
  const played = ["DA", "DJ", "D8", "CT", "C8", "C9", "C7"];
  const record = { rules: "russian", deal: HAND, actions: ["pass", "pass", "pass", ...played] };
  const { cards } = askProgram<{ cards: Step[] }>({ ask: "review", record });
  expect(cards.at(-1)?.tricks_lost).toBe(2);
  await page.goto("/");
  await type(page, JSON.stringify(record));
  await expect(page.locator("h1")).toHaveText("All pass");
  const strip = page.getByRole("slider", { name: "Steps of the hand" });
  await strip.press("End");
  await expect(page.locator(".trick [data-card=C7]")).toBeVisible();
  const lost = `costs ${cards.at(-1)?.gain_lost?.toFixed(2)} points`;
  await expect(strip).toHaveAttribute("aria-valuetext", new RegExp(`Trick 3: You: seven of clubs, ${lost}`));
  await page.reload();
  await expect(page.locator("h1")).toHaveText("All pass");
});

test("a hand of two players is reviewed to its end, in two-hand play", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const deal = "F:KT8.QT.KQ9.T7 QJ.J987.JT.AK A9.AK.A87.QJ9 7...8";
  const before = ["pass", "pass", "1", "discard SA C8", "play H", "drop", "play", "alone", "silent"];
  const cards = "S9 SJ CA CQ CK C9 DT DA HK H7 S7 SQ DJ D8 H8 HA D7 H9 HJ CJ".split(" ");
  const record = { deal, rules: "austrian", actions: [...before, ...cards] };
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/");
  await type(page, JSON.stringify(record));
  const forward = tool(page, "toolForward");
  const status = page.locator("main [role=status]");
  await expect(forward).toBeEnabled();
  for (const [n, card] of cards.entries()) {
    await forward.click();
    if (n % 2 === 0) await expect(page.locator(`.trick [data-card=${card}]`)).toBeVisible();
    const isLast = n === cards.length - 1;
    await expect(status).toContainText(isLast ? "over" : `Trick ${Math.floor(n / 2) + 1},`);
  }
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(status).toContainText("3 of 6 tricks");
  const tricks = page.getByRole("slider").getAttribute("aria-valuemax");
  expect(Number(await tricks)).toBeGreaterThanOrEqual(10);
  // A puzzle of this hand is one of two-hand play, too.
  for (let n = 2; n < cards.length; n++) await tool(page, "toolBack").click();
  await openMaker(page);
  await openPuzzle(page, await copyPuzzle(page));
  const out = ["F"];
  const asked = { ask: "cards", deal, rules: "austrian", declarer: "R", contract: "H", out };
  const { to_move, cards: rated } = askProgram<{ to_move: string; cards: { card: string; best: boolean }[] }>(
    {
      ...asked,
      discard: ["SA", "C8"],
      played: cards.slice(0, 2),
    },
  );
  expect(to_move).toBe("M");
  const best = rated.find(({ best }) => best)?.card ?? "";
  await tool(page, "toolSolution").click();
  await expect(puzzlePanel(page).getByRole("status")).toContainText("Solution: ");
  await expect(page.locator(`.trick [data-card=${best}]`)).toBeVisible();
});
