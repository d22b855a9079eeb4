import type { Page } from "@playwright/test";

import {
  button,
  card,
  choose,
  expect,
  HAND,
  moves,
  open,
  openPanel,
  outcomeName,
  play,
  playable,
  playCards,
  setTick,
  test,
  tool,
} from "./page";
import { program } from "./program";

interface Valued {
  card: string;
  tricks: number;
  made: boolean;
  best: boolean;
  cost?: { tricks?: number };
}

const cards = (played: string[], ...more: string[]): { to_move: string | null; cards: Valued[] } =>
  program(
    ...["cards", HAND, "--rules", "austrian", "--declarer", "F", "--contract", "D"],
    ...["--played", played.join(" "), ...more],
  );
const line = (played: string): { line: string[]; tricks: number } =>
  program(
    ...["line", HAND, "--rules", "austrian", "--declarer", "F", "--contract", "D"],
    ...(played === "" ? [] : ["--played", played]),
  );
const status = (page: Page) => page.locator("main [role=status]");

test.beforeEach(async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await open(page, HAND, "austrian");
});

test("a hand is played to its end with the program's value on each card", async ({ page }) => {
  await setTick(page, "The only legal card plays itself", false);
  await play(page, "F_D", "hand");
  const played: string[] = [];
  for (let number = 0; number < 30; number++) {
    const { cards: legal } = cards(played);
    if (number === 12) await choose(page, "Cards show", "tricks");
    if (number === 13) await choose(page, "Cards show", "contract");
    // Some cards of each trick are checked. The worst card is played, so that the values change during the play.
    for (const one of number % 6 === 0 ? legal : legal.slice(0, 1)) {
      const shown = card(page, one.card);
      if (number === 12) await expect(shown).toHaveAccessibleName(new RegExp(`, ${outcomeName(one)}$`));
      else await expect(shown).toHaveAttribute("data-price", one.best ? "=" : `−${one.cost?.tricks}`);
    }
    const next = legal.at(-1)?.card as string;
    await card(page, next).click();
    await expect(card(page, next)).toHaveCount(0);
    played.push(next);
  }
  await expect(status(page)).toContainText("The hand is over");
  await expect(moves(page)).toHaveCount(30);
  await tool(page, "undo").click();
  await expect(status(page)).toContainText(/turn|to play/);
  await button(page, "From the beginning").click();
  await expect(moves(page)).toHaveCount(0);
  await tool(page, "toolForward").click();
  await expect(moves(page)).toHaveCount(1);
});

test("an automatic play is settled as the program settles it", async ({ page }) => {
  await play(page, "F_D", "hand");
  await button(page, "Play on for me").click();
  await expect(status(page)).toContainText("The hand is over");
  const taken = await page.locator(".panel").getByText("Tricks taken").innerText();
  expect(taken).toContain(`You ${line("").tricks}`);
  await page.getByText("Defence and settlement").click();
  const count = (seat: string): string => new RegExp(`${seat} (\\d+)`).exec(taken)?.[1] ?? "";
  const counts = `F=${count("You")},M=${count("Left")},R=${count("Right")}`;
  const paid = program<Record<string, number>>(
    ...["score", "--rules", "austrian", "--declarer", "F", "--contract", "D", "--hand", "--tricks", counts],
  );
  const sign = (gain = 0): string => (gain > 0 ? `+${gain}` : String(gain).replace("-", "−"));
  await expect(page.getByTestId("paid")).toContainText(`You ${sign(paid["F"])}, Left ${sign(paid["M"])}`);
});

test("automatic play stops at any other action", async ({ page }) => {
  await play(page, "F_D", "hand");
  await button(page, "Play on for me").click();
  await tool(page, "toolContracts").click();
  await play(page, "M_S", "hand");
  await expect(playable(page).first()).toBeVisible();
  await expect(moves(page)).toHaveCount(0);
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("a single legal card plays itself and undo returns to the last choice", async ({ page }) => {
  await play(page, "F_D", "hand");
  await playCards(page, "SA", "ST");
  // The right hand holds only one spade, so its card is played automatically.
  await expect(moves(page)).toHaveCount(3);
  await expect(status(page)).toContainText("Your turn");
  await tool(page, "undo").click();
  await expect(status(page)).toContainText("Left to play");
  await expect(moves(page)).toHaveCount(1);
  await button(page, "Trick back").click();
  await expect(moves(page)).toHaveCount(0);
});

test("a mistake is shown with its refutation and a better line", async ({ page }) => {
  await play(page, "F_D", "hand");
  await playCards(page, "SA", "ST", "SQ");
  const why = page.getByRole("region", { name: "What the card costs" });
  await expect(why).toContainText("costs 1 trick");
  await expect(why).toContainText("It decides the contract.");
  await expect(page.locator(".panel [data-move=SQ]")).toContainText("−1");
  // The left hand's only legal card has been played automatically.
  await expect(page.locator("[aria-current=step]")).toHaveAttribute("data-move", "SK");
  const names = (kind: string) => page.locator(`[data-line="${kind}"] button`);
  // At first only the cards of three tricks are shown, and a button for the others.
  await expect(names("reply")).toHaveCount(10);
  await names("reply").last().click();
  await expect(names("reply")).toHaveCount(line("SA ST S9 SQ").line.length);
  await expect(names("better")).toHaveCount(line("SA ST S9").line.length);
  // A line that is tapped is played as a variation, and the link holds the variation and the current node.
  await names("better").nth(1).click();
  const tree = page.getByRole("region", { name: "Cards played" });
  await expect(tree.locator("[data-branch=SQ]")).toBeVisible();
  await expect(page.locator(".panel .rows [aria-current=step]")).toHaveAttribute("data-move", /^H/);
  const text = await tree.innerText();
  await page.reload();
  await openPanel(page, "toolMoves");
  await expect(tree).toHaveText(text, { useInnerText: true });
  await expect(page.locator(".panel .rows [aria-current=step]")).toHaveAttribute("data-move", /^H/);
});

test("keys move through the tree", async ({ page }) => {
  await play(page, "F_D", "hand");
  await playCards(page, "SA", "ST", "SQ");
  // The left hand's only legal card has been played automatically.
  await expect(moves(page)).toHaveCount(5);
  const here = page.locator(".panel .rows [aria-current=step]");
  const outside = page.locator("h1");
  await outside.click();
  await expect(here).toHaveAttribute("data-move", "SK");
  await page.keyboard.press("ArrowLeft");
  await expect(here).toHaveAttribute("data-move", "SQ");
  await page.keyboard.press("u");
  await expect(here).toHaveAttribute("data-move", "S9");
  await page.keyboard.press("Space");
  await expect(here).toHaveAttribute("data-move", /^[^S]/);
  const branches = page.locator(".panel [data-branch]");
  await expect(branches).toHaveCount(6);
  const best = await here.getAttribute("data-move");
  await page.keyboard.press("ArrowUp");
  await expect(here).toHaveAttribute("data-move", "SQ");
  await page.keyboard.press("ArrowDown");
  await expect(here).toHaveAttribute("data-move", best as string);
  await page.keyboard.press("Shift+ArrowLeft");
  await expect(here).toHaveAttribute("data-move", "S9");
  // Going forward follows the branch that was visited last.
  await page.keyboard.press("ArrowRight");
  await expect(here).toHaveAttribute("data-move", best as string);
  await page.keyboard.press("Delete");
  await expect(branches).toHaveCount(0);
  await page.keyboard.press("b");
  await expect(here).toHaveAttribute("data-move", "SQ");
  await page.keyboard.press("z");
  await expect(button(page, "Hold to look")).toBeVisible();
  await expect(page.locator("main [data-price]")).toHaveCount(0);
  await page.keyboard.press("z");
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keys" })).toBeVisible();
  await page.keyboard.press("Escape");
  // The keyboard shortcuts that are letters can be switched off.
  await setTick(page, "Letters are keys", false);
  await outside.click();
  await page.keyboard.press("z");
  await expect(button(page, "Hold to look")).toHaveCount(0);
});

test("the focus moves from a played card to the next legal one", async ({ page }) => {
  await play(page, "F_D", "hand");
  await expect(playable(page).first()).toBeVisible();
  await card(page, "SA").focus();
  await page.keyboard.press("Enter");
  const left = page.getByRole("toolbar", { name: "Hand: Left" });
  await expect(left.locator("button.free").first()).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("toolbar", { name: "Your hand" }).locator("button.free").first()).toBeFocused();
  // Undo by its letter leaves the focus on a card that may be played.
  await page.keyboard.press("u");
  await expect(page.locator("main button.free:focus")).toBeVisible();
});

test("cards show the program's gains", async ({ page }) => {
  await choose(page, "Cards show", "gains");
  await play(page, "F_D", "hand");
  type Gained = { card: string; gains: Record<string, number> };
  const { cards: all } = program<{ cards: Gained[] }>(
    ...["cards", HAND, "--rules", "austrian", "--declarer", "F", "--contract", "D", "--hand", "--by", "gain"],
  );
  expect(all.length).toBe(10);
  for (const { card: name, gains } of all) {
    const gain = gains["F"] as number;
    await expect(card(page, name)).toHaveAttribute("data-price", gain > 0 ? `+${gain}` : `−${-gain}`);
  }
});

test("a play is taken as an ending between two tricks", async ({ page }) => {
  await play(page, "F_D", "hand");
  await playCards(page, "SA", "ST");
  await expect(moves(page)).toHaveCount(3);
  await button(page, "Take as an ending").click();
  await expect(page.locator("main > .hand [data-card]")).toHaveCount(9);
  await expect(page.locator(".panel").getByText("An ending: only the tricks")).toBeVisible();
  await expect(page.getByLabel("Who leads?")).toHaveValue("F");
});

test("a variation stands indented under its card, becomes the main line, and is deleted", async ({
  page,
}) => {
  await play(page, "F_D", "hand");
  await playCards(page, "SA", "ST", "SQ");
  const tree = page.getByRole("region", { name: "Cards played" });
  await expect(tree).toHaveCount(0);
  await page.keyboard.press("u");
  await playCards(page, "SJ");
  const branch = (card: string) => tree.locator(`[data-branch=${card}]`);
  const aside = tree.locator("[data-depth='1']");
  await expect(aside.locator("[data-branch=SJ]")).toBeVisible();
  await expect(aside.locator("[data-branch=SQ]")).toHaveCount(0);
  const [main, side] = await Promise.all([branch("SQ").boundingBox(), branch("SJ").boundingBox()]);
  expect(side?.y).toBeGreaterThan((main?.y ?? 0) + (main?.height ?? 0) - 1);
  const promote = tree.getByRole("button", { name: "Make main line" });
  await branch("SQ").click();
  await expect(promote).toHaveAttribute("aria-disabled", "true");
  await branch("SJ").click();
  await promote.click();
  await expect(aside.locator("[data-branch=SQ]")).toBeVisible();
  await expect(promote).toHaveAttribute("aria-disabled", "true");
  await branch("SQ").click();
  await tree.getByRole("button", { name: "Delete from here" }).click();
  await expect(tree).toHaveCount(0);
  await expect(page.locator(".panel [data-move]")).toHaveCount(3);
  await page.keyboard.press("u");
  await expect(branch("SQ")).toHaveAttribute("aria-current", "step");
});
