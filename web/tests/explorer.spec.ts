import {
  button,
  card,
  cell,
  choice,
  enter,
  expect,
  expectContracts,
  HAND,
  type Result,
  resultText,
  delayWorkers,
  test,
} from "./page";
import { deals, program } from "./program";

const DEALS = deals(4, 20261123);

test("contracts have the program's values", async ({ page }) => {
  await page.goto("/");
  for (const [n, rules] of ["austrian", "illustrated", "russian", "hungarian-long"].entries()) {
    await enter(page, DEALS[n] as string);
    await choice(page, "Rules").selectOption(rules);
    await expectContracts(page, DEALS[n] as string, rules);
  }
});

test("contracts with the talon have the value of the program's best discards", async ({ page }) => {
  await page.goto("/");
  const deal = DEALS[1] as string;
  await choice(page, "Rules").selectOption("illustrated");
  await enter(page, deal);
  for (const declarer of ["F", "M", "R"]) {
    const { discards } = program<{ discards: { results: Result[] }[] }>(
      ...["talon", deal, "--declarer", declarer, "--rules", "illustrated"],
    );
    for (const { contract } of discards[0]?.results ?? []) {
      const all = discards.map(({ results }) => results.find((one) => one.contract === contract) as Result);
      const isMisere = contract === "misere";
      const score = (one: Result): number => (one.made ? 100 : 0) + (isMisere ? -1 : 1) * (one.tricks ?? 0);
      const best = all.reduce((one, other) => (score(other) > score(one) ? other : one));
      await expect(page.locator(`[data-talon="${declarer}_${contract}"] .number`)).toHaveText(
        resultText(best),
      );
    }
  }
});

test("discards have the program's values", async ({ page }) => {
  await page.goto("/");
  const deal = DEALS[0] as string;
  await enter(page, deal);
  await button(page, "Middlehand: all discards").click();
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

test("the link restores the whole state", async ({ page }) => {
  await page.goto("/");
  await enter(page, HAND);
  await choice(page, "Rules").selectOption("illustrated");
  await expectContracts(page, HAND, "illustrated");
  expect(new URL(page.url()).hash.length).toBeLessThanOrEqual(60);
  await cell(page, "R_H").click();
  for (const number of [0, 1]) {
    await page.locator('.turn button[aria-disabled="false"]').first().click();
    await expect(page.locator("[data-move]").nth(number)).toBeVisible();
    await expect(page.locator(".turn .value").first()).toBeVisible();
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

test("wrong links leave an empty table", async ({ page }) => {
  for (const hash of ["AAAA", "B", "%%%", "x".repeat(5000), "deal=<img src=x onerror=alert(1)>", "deal="]) {
    await page.goto("about:blank");
    await page.goto(`/#${hash}`);
    await expect(page.getByText("Place all 32 cards")).toBeVisible();
    // A deal that is pasted over another one replaces it.
    await enter(page, HAND);
    await expectContracts(page, HAND, "austrian");
    await page.evaluate((text) => (location.hash = text), `${hash}&rules=american`);
    await expect(page.getByText("Place all 32 cards")).toBeVisible();
    await expect(choice(page, "Rules")).toHaveValue("austrian");
  }
});

test("a newer entry wins over a link that is still being read", async ({ page }) => {
  await delayWorkers(page, 300);
  await page.goto("/");
  await enter(page, HAND);
  await choice(page, "Rules").selectOption("illustrated");
  await expectContracts(page, HAND, "illustrated");
  for (const hash of ["deal=nothing", `deal=${encodeURIComponent(DEALS[1] as string)}&rules=russian`]) {
    await page.goto("about:blank");
    await page.goto(`/#${hash}`);
    await enter(page, HAND);
    await expectContracts(page, HAND, "austrian");
  }
});

test("a deal is entered and corrected by taps alone", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Clear" }).click();
  const hands = HAND.slice(2).split(" ");
  // Each hand gets ten cards; the page puts the last two into the talon.
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

test("a text that is not a deal is reported and changes nothing", async ({ page }) => {
  await page.goto("/");
  await enter(page, HAND);
  await expectContracts(page, HAND, "austrian");
  for (const [wrong, why] of [
    ["F:A", "Hands found: 1"],
    ["<script>alert(1)</script>", "“<script>alert(1)</script>” does not say whose hand comes first"],
    ["F:" + "A".repeat(100_000), "Hands found: 1"],
    ['{"ask":1}', "This is not a deal"],
  ] as const) {
    await enter(page, wrong);
    await expect(page.locator("#wrong")).toContainText(why);
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
