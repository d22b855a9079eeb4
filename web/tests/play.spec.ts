import { button, card, cell, enter, expect, HAND, chooseSetting, resultText, test } from "./page";
import { program } from "./program";

interface Valued {
  card: string;
  tricks: number;
  made: boolean;
}

const cards = (played: string[], ...more: string[]): { to_move: string | null; cards: Valued[] } =>
  program(...["cards", HAND, "--declarer", "F", "--contract", "D", "--played", played.join(" "), ...more]);

/** Returns the distance of the tricks from six, as the page shows it. */
const margin = ({ tricks }: Valued): string =>
  tricks === 6 ? "=" : tricks > 6 ? `+${tricks - 6}` : `−${6 - tricks}`;

test.beforeEach(async ({ page }) => {
  await page.goto("/");
  await enter(page, HAND);
});

async function playAll(page: import("@playwright/test").Page): Promise<void> {
  await page.getByText("Look", { exact: true }).click();
  await page.getByLabel("The only legal card plays itself").uncheck();
}

test("a hand is played to its end with the program's value on each card", async ({ page }) => {
  await playAll(page);
  await cell(page, "F_D").click();
  const played: string[] = [];
  for (let number = 0; number < 30; number++) {
    const { cards: legal } = cards(played);
    const signs = number === 12 ? resultText : margin;
    if (number === 12) await page.getByLabel("Cards show").selectOption("tricks");
    if (number === 13) await page.getByLabel("Cards show").selectOption("contract");
    // Some cards of each trick are checked. The worst card is played, so that the values change during the play.
    for (const one of number % 6 === 0 ? legal : legal.slice(0, 1)) {
      await expect(card(page, one.card).locator(".value")).toHaveText(signs(one));
    }
    const next = legal.at(-1)?.card as string;
    await card(page, next).click();
    await expect(page.locator(`.seat [data-card="${next}"]`)).toHaveCount(0);
    played.push(next);
  }
  await expect(page.getByTestId("turn")).toContainText("The hand is over");
  await expect(page.locator(".history li")).toHaveCount(10);
  await expect(page.locator(".history li").last()).toContainText("→");
  await button(page, "Undo").click();
  await expect(page.getByTestId("turn")).toContainText("is to play");
  await button(page, "From the beginning").click();
  await expect(page.locator(".seat [data-card]")).toHaveCount(30);
  await button(page, "Redo").click();
  await expect(page.locator(".seat [data-card]")).toHaveCount(29);
});

test("an automatic play is settled as the program settles it", async ({ page }) => {
  await cell(page, "F_D").click();
  await expect(page.getByTestId("turn")).toContainText("is to play");
  await button(page, "Play on for me").click();
  await expect(page.getByTestId("turn")).toContainText("The hand is over");
  const { tricks } = program<{ tricks: number }>("line", HAND, "--declarer", "F", "--contract", "D");
  await expect(page.getByTestId("turn")).toContainText(`Forehand ${tricks}`);
  await page.getByText("Defence and settlement").click();
  const taken = await page.getByTestId("turn").innerText();
  const count = (seat: string): string => new RegExp(`${seat} (\\d+)`).exec(taken)?.[1] ?? "";
  const counts = `F=${count("Forehand")},M=${count("Middlehand")},R=${count("Rearhand")}`;
  const paid = program<Record<string, number>>(
    ...["score", "--declarer", "F", "--contract", "D", "--hand", "--tricks", counts],
  );
  const sign = (gain = 0): string => (gain > 0 ? `+${gain}` : String(gain).replace("-", "−"));
  await expect(page.getByTestId("paid")).toContainText(
    `Forehand ${sign(paid["F"])}, Middlehand ${sign(paid["M"])}`,
  );
});

test("automatic play stops at any other action", async ({ page }) => {
  await cell(page, "F_D").click();
  await expect(page.getByTestId("turn")).toContainText("is to play");
  await button(page, "Play on for me").click();
  await button(page, "Back to the contracts").click();
  await cell(page, "M_S").click();
  await expect(page.locator(".value").first()).toBeVisible();
  await expect(page.locator(".seat [data-card]")).toHaveCount(30);
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("a single legal card plays itself and undo returns to the last choice", async ({ page }) => {
  await cell(page, "F_D").click();
  await card(page, "SA").click();
  await card(page, "ST").click();
  // Rearhand holds only one spade, so its card is played automatically.
  await expect(page.locator("[data-move]")).toHaveCount(3);
  await expect(page.getByTestId("turn")).toContainText("Forehand is to play");
  await button(page, "Undo").click();
  await expect(page.getByTestId("turn")).toContainText("Middlehand is to play");
  await expect(page.locator(".seat [data-card]")).toHaveCount(29);
  await button(page, "Trick back").click();
  await expect(page.locator(".seat [data-card]")).toHaveCount(30);
});

test("a mistake is shown with its refutation and a better line", async ({ page }) => {
  await cell(page, "F_D").click();
  for (const name of ["SA", "ST", "SQ"]) await card(page, name).click();
  const why = page.getByRole("region", { name: "What the card costs" });
  await expect(why).toContainText("queen of spades: costs 1 trick.");
  await expect(why).toContainText("It decides the contract.");
  await expect(page.locator('[data-move="SQ"]')).toContainText("??");
  const line = (played: string): { line: string[] } =>
    program("line", HAND, "--declarer", "F", "--contract", "D", "--played", played);
  // Middlehand's only legal card has been played automatically.
  await expect(page.locator("[aria-current=step]")).toHaveAttribute("data-move", "SK");
  const names = (kind: string) => page.locator(`[data-line="${kind}"] button`);
  // At first only the cards of three tricks are shown, and a button for the others.
  await expect(names("reply")).toHaveCount(10);
  await names("reply").last().click();
  await expect(names("reply")).toHaveCount(line("SA ST S9 SQ").line.length);
  await expect(names("better")).toHaveCount(line("SA ST S9").line.length);
  // A line that is tapped is played as a variation, and the link holds the variation and the current node.
  await names("better").nth(1).click();
  await expect(page.locator('[data-move="HA"]')).toBeVisible();
  await expect(page.locator("[aria-current=step]")).toHaveAttribute("data-move", /^H/);
  const tree = await page.locator(".tree").innerText();
  await page.reload();
  await expect(page.locator(".tree")).toHaveText(tree, { useInnerText: true });
  await expect(page.locator("[aria-current=step]")).toHaveAttribute("data-move", /^H/);
});

test("keys move through the tree", async ({ page }) => {
  await cell(page, "F_D").click();
  for (const name of ["SA", "ST", "SQ"]) await card(page, name).click();
  // Middlehand's only legal card has been played automatically.
  await expect(page.locator("[data-move]")).toHaveCount(5);
  const here = page.locator("[aria-current=step]");
  const body = page.locator("h1");
  await body.click();
  await expect(here).toHaveAttribute("data-move", "SK");
  await page.keyboard.press("ArrowLeft");
  await expect(here).toHaveAttribute("data-move", "SQ");
  await page.keyboard.press("u");
  await expect(here).toHaveAttribute("data-move", "S9");
  await page.keyboard.press("Space");
  await expect(page.locator("[data-move]")).toHaveCount(6);
  await expect(here).toHaveAttribute("data-move", /^[^S]/);
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
  await expect(page.locator("[data-move]")).toHaveCount(5);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("b");
  await expect(here).toHaveAttribute("data-move", "SQ");
  await page.keyboard.press("z");
  await expect(page.getByLabel("Hide the answers")).toBeChecked();
  await expect(page.locator(".value")).toHaveCount(0);
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keys" })).toBeVisible();
  await page.keyboard.press("Escape");
  // The keyboard shortcuts that are letters can be switched off.
  await page.getByText("Look", { exact: true }).click();
  await page.getByLabel("Letters are keys").uncheck();
  await body.click();
  await page.keyboard.press("z");
  await expect(page.getByLabel("Hide the answers")).toBeChecked();
});

test("the focus moves from a played card to the next legal one", async ({ page }) => {
  await cell(page, "F_D").click();
  await expect(card(page, "SA").locator(".value")).toBeVisible();
  await card(page, "SA").focus();
  await page.keyboard.press("Enter");
  await expect(page.locator(".seat.M button[aria-disabled=false]").first()).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator(".seat.F button[aria-disabled=false]").first()).toBeFocused();
});

test("cards show the program's gains", async ({ page }) => {
  await chooseSetting(page, "Cards show", "gains");
  await cell(page, "F_D").click();
  type Gained = { card: string; gains: Record<string, number> };
  const { cards: all } = program<{ cards: Gained[] }>(
    ...["cards", HAND, "--declarer", "F", "--contract", "D", "--hand", "--by", "gain"],
  );
  expect(all.length).toBe(10);
  for (const { card: name, gains } of all) {
    const gain = gains["F"] as number;
    await expect(card(page, name).locator(".value")).toHaveText(gain > 0 ? `+${gain}` : `−${-gain}`);
  }
});
