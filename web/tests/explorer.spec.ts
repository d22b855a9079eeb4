import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

import { expect, slow, test } from "./page";
import { deals, program } from "./program";

const HAND = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K";
const DEALS = deals(4, 20261123);

interface Result {
  declarer: string;
  contract: string;
  tricks?: number;
  made: boolean;
}

const shown = ({ tricks, made }: Omit<Result, "declarer">): string => `${tricks ?? ""}${made ? "✓" : "–"}`;

const enter = (page: Page, deal: string): Promise<void> => page.getByLabel("Deal as text").fill(deal);
const cell = (page: Page, name: string) => page.locator(`[data-cell="${name}"]`);
const card = (page: Page, name: string) => page.locator(`main [data-card="${name}"]`);

async function expectContracts(page: Page, deal: string, rules: string): Promise<void> {
  const { results } = program<{ results: Result[] }>("solve", deal, "--rules", rules);
  await expect(page.locator("[data-cell]")).toHaveCount(results.length);
  for (const result of results) {
    await expect(cell(page, `${result.declarer}_${result.contract}`).locator(".number")).toHaveText(
      shown(result),
    );
  }
}

test("contracts are those of the program", async ({ page }) => {
  await page.goto("/");
  for (const [n, rules] of ["austrian", "illustrated", "russian", "hungarian-long"].entries()) {
    await enter(page, DEALS[n] as string);
    await page.getByLabel("Rules").selectOption(rules);
    await expectContracts(page, DEALS[n] as string, rules);
  }
});

test("discards are those of the program", async ({ page }) => {
  await page.goto("/");
  const deal = DEALS[0] as string;
  await enter(page, deal);
  await page.getByRole("button", { name: "Middlehand + Talon" }).click();
  const answer = program<{ discards: { discard: string[]; results: Result[] }[] }>(
    ...["talon", deal, "--declarer", "M"],
  );
  await expect(page.locator("[data-discard]")).toHaveCount(66);
  for (const [number, name] of ["Spades", "Hearts"].entries()) {
    await page.getByRole("group", { name: "Contracts" }).getByRole("button", { name }).click();
    for (const { discard, results } of answer.discards) {
      const result = results[number] as Result;
      await expect(page.locator(`[data-discard="${discard.join(" ")}"] .number`)).toHaveText(
        String(result.tricks),
      );
    }
  }
});

test("a hand is played to its end, each card with its value", async ({ page }) => {
  await page.goto("/");
  await enter(page, HAND);
  await cell(page, "F_D").click();
  const played: string[] = [];
  for (let number = 0; number < 30; number++) {
    const args = ["cards", HAND, "--declarer", "F", "--contract", "D", "--played", played.join(" ")];
    const { cards } = program<{ cards: (Omit<Result, "declarer"> & { card: string })[] }>(...args);
    // Some cards of each trick are looked at; the worst one is played, so that the values change.
    for (const one of number % 7 === 0 ? cards : cards.slice(0, 1)) {
      await expect(card(page, one.card).locator(".value")).toHaveText(shown(one));
    }
    const next = cards.at(-1)?.card as string;
    await card(page, next).click();
    await expect(card(page, next).and(page.locator(".hands *"))).toHaveCount(0);
    played.push(next);
  }
  await expect(page.getByTestId("turn")).toContainText("The hand is over");
  await expect(page.locator(".history li")).toHaveCount(10);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByTestId("turn")).toContainText("is to play");
  await page.getByRole("button", { name: "Redo" }).click();
  await expect(page.getByTestId("turn")).toContainText("The hand is over");
  await page.getByRole("button", { name: "From the beginning" }).click();
  await page.getByRole("button", { name: "Play on for me" }).click();
  await expect(page.getByTestId("turn")).toContainText("The hand is over");
});

test("playing on stops when something else is done", async ({ page }) => {
  await page.goto("/");
  await enter(page, HAND);
  await cell(page, "F_D").click();
  await expect(page.getByTestId("turn")).toContainText("is to play");
  await page.getByRole("button", { name: "Play on for me" }).click();
  await page.getByRole("button", { name: "Back to the contracts" }).click();
  await cell(page, "M_S").click();
  await expect(page.locator(".value").first()).toBeVisible();
  await expect(page.locator(".hands [data-card]")).toHaveCount(30);
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("the link keeps everything", async ({ page }) => {
  await page.goto("/");
  await enter(page, HAND);
  await page.getByLabel("Rules").selectOption("illustrated");
  await expectContracts(page, HAND, "illustrated");
  expect(new URL(page.url()).hash.length).toBeLessThanOrEqual(60);
  await cell(page, "R_H").click();
  for (const left of [29, 28]) {
    await page.locator('.turn button[aria-disabled="false"]').first().click();
    await expect(page.locator(".hands [data-card]")).toHaveCount(left);
    await expect(page.getByTestId("turn")).toContainText("is to play");
  }
  const hands = await page.locator(".hands").innerText();
  const turn = await page.getByTestId("turn").innerText();
  expect(new URL(page.url()).hash.length).toBeLessThanOrEqual(60);
  await page.reload();
  await expect(page.getByTestId("turn")).toHaveText(turn);
  expect(await page.locator(".hands").innerText()).toBe(hands);
  await page.goto(`/#deal=${encodeURIComponent(HAND)}&rules=american`);
  await page.reload();
  await expectContracts(page, HAND, "american");
});

test("links that are none do no harm", async ({ page }) => {
  for (const hash of ["AAAA", "B", "%%%", "x".repeat(5000), "deal=<img src=x onerror=alert(1)>", "deal="]) {
    await page.goto("about:blank");
    await page.goto(`/#${hash}`);
    await expect(page.getByText("Place all 32 cards")).toBeVisible();
    // And over a deal that is there.
    await enter(page, HAND);
    await expectContracts(page, HAND, "austrian");
    await page.evaluate((text) => (location.hash = text), `${hash}&rules=american`);
    await expect(page.getByText("Place all 32 cards")).toBeVisible();
    await expect(page.getByLabel("Rules")).toHaveValue("austrian");
  }
});

test("what is newer wins over what is still being read", async ({ page }) => {
  await slow(page, 300);
  await page.goto("/");
  await enter(page, HAND);
  await page.getByLabel("Rules").selectOption("illustrated");
  await expectContracts(page, HAND, "illustrated");
  for (const hash of ["deal=nothing", `deal=${encodeURIComponent(DEALS[1] as string)}&rules=russian`]) {
    await page.goto("about:blank");
    await page.goto(`/#${hash}`);
    await enter(page, HAND);
    await expectContracts(page, HAND, "austrian");
  }
});

test("a deal is entered by taps alone, and corrected", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Clear" }).click();
  const hands = HAND.slice(2).split(" ");
  // Ten for each hand; the talon fills itself.
  for (const hand of hands.slice(0, 3)) {
    for (const [suit, ranks] of hand.split(".").entries()) {
      for (const rank of ranks) await card(page, "SHDC"[suit] + rank).click();
    }
  }
  await expectContracts(page, HAND, "austrian");
  await card(page, "SA").click();
  await expect(page.getByText("Place all 32 cards")).toBeVisible();
  await card(page, "SA").click();
  await expectContracts(page, HAND, "austrian");
});

test("a deal is entered by the keyboard alone", async ({ page }) => {
  await page.goto("/");
  await page.keyboard.press("Tab");
  for (let n = 0; n < 20; n++) {
    const focused = await page.evaluate(() => document.activeElement?.getAttribute("type"));
    if (focused === "text") break;
    await page.keyboard.press("Tab");
  }
  await page.keyboard.type(HAND);
  await expectContracts(page, HAND, "austrian");
});

test("a text that is no deal is told, and nothing is lost", async ({ page }) => {
  await page.goto("/");
  await enter(page, HAND);
  await expectContracts(page, HAND, "austrian");
  for (const wrong of ["F:A", "<script>alert(1)</script>", "F:" + "A".repeat(100_000)]) {
    await enter(page, wrong);
    await expect(page.locator("#wrong")).toContainText("This is not a deal");
  }
  await expectContracts(page, HAND, "austrian");
});

test("answers can be hidden", async ({ page }) => {
  await page.goto("/");
  await enter(page, HAND);
  await expectContracts(page, HAND, "austrian");
  await page.getByLabel("Hide the answers").check();
  for (const text of await page.locator("[data-cell] .number").allInnerTexts()) expect(text).toBe("?");
  await cell(page, "F_D").click();
  await expect(page.getByTestId("turn")).toContainText("is to play");
  await expect(page.locator(".value")).toHaveCount(0);
});

for (const [code, title] of Object.entries({
  de: "Blatt",
  ru: "Расклад",
  hu: "Leosztás",
  sr: "Подела",
  hr: "Podjela",
})) {
  test(`the page speaks ${code}`, async ({ page }) => {
    await page.goto("/");
    await page.getByLabel("Language").selectOption(code);
    await expect(page.getByRole("region", { name: title, exact: true })).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("lang", code);
    await page.reload();
    await expect(page.getByRole("region", { name: title, exact: true })).toBeVisible();
  });
}

for (const [name, width, scheme] of [
  ["desktop", 1280, "light"],
  ["phone", 320, "dark"],
] as const) {
  test(`nothing stands in anyone's way: ${name}, ${scheme}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    const look = async (state: string): Promise<void> => {
      const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
      const { violations } = await new AxeBuilder({ page }).withTags(tags).analyze();
      expect(
        violations.map(({ id, nodes }) => [id, nodes[0]?.html]),
        state,
      ).toEqual([]);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide, `${state} is wider than the window`).toBeLessThanOrEqual(width);
      await page.screenshot({ path: `test-results/${name}-${state}.png`, fullPage: true });
    };
    await page.goto("/");
    await look("empty");
    await enter(page, "F:A");
    await look("wrong");
    await enter(page, HAND);
    await page.getByRole("button", { name: "Forehand + Talon" }).click();
    await expect(page.locator("[data-discard]")).toHaveCount(66);
    await look("talon");
    await page.locator('[data-discard="D7 CK"]').click();
    await expect(page.locator(".value").first()).toBeVisible();
    await look("play");
  });
}
