import { button, card, cell, choice, enter, expect, expectContracts, HAND, delayWorkers, test } from "./page";
import { askProgram, deals, program } from "./program";

const DEALS = deals(3, 77);
const RECORD = {
  deal: HAND,
  declarer: "F",
  contract: "D",
  discard: ["HA", "SA"],
  calls: ["1", "pass", "2", "hold", "pass"],
  played: ["DA", "DJ", "D8"],
};

test("a newer entry cancels a running search", async ({ page }) => {
  await delayWorkers(page, 400);
  await page.goto("/");
  await button(page, "Puzzle").click();
  await enter(page, HAND);
  await expectContracts(page, HAND, "austrian");
  await page.waitForTimeout(2000);
  await expect(page.getByRole("region", { name: "Puzzle" })).toHaveCount(0);
  await page.getByText("Random deal under conditions").click();
  await button(page, "Deal").click();
  await cell(page, "F_D").click();
  await expect(page.locator(".value").first()).toBeVisible();
  await page.waitForTimeout(1000);
  await expect(page.locator(".seat [data-card]")).toHaveCount(30);
  await button(page, "Back to the contracts").click();
  await expectContracts(page, HAND, "austrian");
  // Other rules are chosen while house rules are being checked.
  await page.getByText("Rules in detail").click();
  await page.getByText("House rules", { exact: true }).click();
  await button(page, "Use").click();
  await choice(page, "Rules").selectOption("american");
  await expectContracts(page, HAND, "american");
  await page.waitForTimeout(1000);
  await expect(choice(page, "Rules")).toHaveValue("american");
});

test("chances belong to the hand that is shown", async ({ page }) => {
  await delayWorkers(page, 250);
  await page.goto("/");
  const seen: string[] = [];
  await page.exposeFunction("seen", (text: string) => seen.push(text));
  await page.evaluate(() => {
    new MutationObserver(() => {
      const row = document.querySelector('[data-chance="S_hand"]');
      const hand = document.querySelectorAll(".place.F [data-card^=S]").length;
      if (row) (window as unknown as { seen(text: string): void }).seen(`${hand} ${row.textContent}`);
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  await enter(page, "F:AKQJT987.AK.. ? ?");
  await expect(page.locator('[data-chance="S_hand"]')).toContainText("100%");
  await enter(page, "F:987.987.87.87 ? ?");
  await expect(page.getByText("Over 500 random layouts")).toBeVisible();
  expect(seen.filter((text) => text.startsWith("3 ") && text.includes("100%"))).toEqual([]);
  await expect(page.locator('[data-chance="S_hand"]')).toContainText("0%");
});

test("a record uses its own rules or those of the page", async ({ page }) => {
  await page.goto("/");
  const region = page.getByRole("region", { name: "Review" });
  const expectCosts = async (rules: unknown): Promise<void> => {
    type Done = { tricks_lost?: number; gain_lost?: number };
    type Review = { calls: Done[]; discard?: Done; announcement?: Done; decisions: Done[]; cards: Done[] };
    const review = askProgram<Review>({ ...RECORD, rules, ask: "review" });
    const declared = [review.discard, review.announcement].filter((done) => done !== undefined);
    const all = [...review.calls, ...declared, ...review.decisions, ...review.cards];
    await expect(region.locator("[data-done]")).toHaveCount(all.length);
    const lost = all.filter(({ tricks_lost, gain_lost }) => tricks_lost || gain_lost);
    await expect(region.locator(".lost")).toHaveCount(lost.length);
  };
  await choice(page, "Rules").selectOption("illustrated");
  await enter(page, JSON.stringify(RECORD));
  await expectCosts("illustrated");
  await expect(choice(page, "Rules")).toHaveValue("illustrated");
  const { toml } = askProgram<{ toml: string }>({ ask: "rules", rules: "hungarian" });
  for (const rules of ["sochi", { toml }, { name: "ours", extends: "austrian", play: { head: false } }]) {
    await button(page, "Back to the contracts").click();
    await enter(page, JSON.stringify({ ...RECORD, calls: undefined, rules }));
    const { calls: _, ...record } = RECORD;
    const { cards } = askProgram<{ cards: unknown[] }>({ ...record, rules, ask: "review" });
    await expect(region.locator('[data-done="DA"]')).toHaveCount(cards.length > 0 ? 1 : 0);
    const shownName = askProgram<{ rules: string }>({ ask: "rules", rules }).rules;
    const name = shownName === "sochi" ? "russian" : shownName;
    await expect(choice(page, "Rules").locator("option:checked")).toHaveText(name);
  }
  await button(page, "Back to the contracts").click();
  // A record that writes the same cards with suit symbols gives the same play.
  await enter(page, JSON.stringify({ ...RECORD, played: "♦A ♦J ♦8" }));
  for (const name of ["DA", "DJ", "D8"]) await expect(page.locator(`[data-move="${name}"]`)).toBeVisible();
});

test("rules in a typed link apply, and a wrong link is reported and kept", async ({ page }) => {
  const deal = encodeURIComponent(HAND);
  for (const [rules, meant] of [
    ["russian,+head", "russian,+head"],
    ["sochi", "russian"],
    ["american,-head", "american"],
  ] as const) {
    await page.goto("about:blank");
    await page.goto(`/#rules=${rules}&deal=${deal}`);
    await expectContracts(page, HAND, meant);
    await expect(choice(page, "Rules")).toHaveValue(meant.split(",")[0] as string);
  }
  for (const [hash, why] of [
    [`deal=${deal}&rules=nonsense`, "This link names rules that do not exist."],
    ["Cxyz", "This link cannot be read."],
    ["deal=F:A", "This link cannot be read."],
  ] as const) {
    await page.goto("about:blank");
    await page.goto(`/#${hash}`);
    await expect(page.getByRole("alert")).toContainText(why);
    expect(new URL(page.url()).hash).toBe(`#${hash}`);
    await enter(page, HAND);
    await expectContracts(page, HAND, "austrian");
    await expect(page.getByRole("alert")).toHaveCount(0);
  }
});

test("the back button restores deals and plays", async ({ page }) => {
  await page.goto("/");
  await enter(page, DEALS[0] as string);
  await expectContracts(page, DEALS[0] as string, "austrian");
  await enter(page, DEALS[1] as string);
  await expectContracts(page, DEALS[1] as string, "austrian");
  await cell(page, "M_H").click();
  await expect(page.locator(".value").first()).toBeVisible();
  await page.goBack();
  await expectContracts(page, DEALS[1] as string, "austrian");
  await page.goBack();
  await expectContracts(page, DEALS[0] as string, "austrian");
  await page.goForward();
  await page.goForward();
  await expect(page.locator(".value").first()).toBeVisible();
});

test("copied text is read back", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/");
  const ending = "F:AQ.A.. KT.J.. 9.KQ..";
  await enter(page, ending);
  await page.getByLabel("Who leads?").selectOption("M");
  await cell(page, "F_S").click();
  await expect(page.getByTestId("turn")).toContainText("Middlehand is to play");
  await button(page, "Copy as JSON").click();
  const record = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
  expect(askProgram<{ to_move: string }>({ ...record, ask: "cards" }).to_move).toBe("M");
  await button(page, "Back to the contracts").click();
  await choice(page, "Rules").selectOption("russian");
  await enter(page, HAND);
  await expectContracts(page, HAND, "russian");
  await button(page, "Copy as JSON").click();
  const deal = await page.evaluate(() => navigator.clipboard.readText());
  const link = page.url();
  await choice(page, "Rules").selectOption("american");
  await enter(page, deal);
  await expectContracts(page, HAND, "russian");
  await enter(page, DEALS[2] as string);
  await expectContracts(page, DEALS[2] as string, "russian");
  await enter(page, link);
  await expectContracts(page, HAND, "russian");
});

test("the pot can be entered where it decides the payment", async ({ page }) => {
  await page.goto("/");
  await choice(page, "Rules").selectOption("austrian-limited");
  await enter(page, HAND);
  await page.getByLabel("Amount in the pot").fill("60");
  await page.keyboard.press("Tab");
  const { calls, gains } = program<{ calls: string[]; gains: Record<string, number> }>(
    ...["par", HAND, "--rules", "austrian-limited", "--pot", "60"],
  );
  await expect(page.locator("[data-call]")).toHaveCount(calls.length);
  await expect(page.getByText("Gains:")).toContainText(`Forehand ${(gains["F"] as number) > 0 ? "+" : ""}`);
});

test("hidden hands are played by the page", async ({ page }) => {
  await page.goto("/");
  await enter(page, HAND);
  await expect(page.locator("[data-cell]")).toHaveCount(15);
  await page.getByLabel("Hands to see").selectOption("M");
  await cell(page, "F_D").click();
  // Forehand's lead is played automatically.
  await expect(page.getByTestId("turn")).toContainText("Middlehand is to play");
  await expect(page.locator("[data-move]")).toHaveCount(1);
  await expect(page.locator(".value")).toHaveCount(0);
  await page.locator('.seat.M [aria-disabled="false"]').first().click();
  await expect(page.getByTestId("turn")).toContainText(/Middlehand is to play|hand is over/);
  expect(await page.locator("[data-move]").count()).toBeGreaterThan(3);
});

test("the focus stays when a button or a card disappears", async ({ page }) => {
  await page.goto("/");
  await enter(page, HAND);
  await expect(page.locator("[data-cell]")).toHaveCount(15);
  const focused = (): Promise<string> => page.evaluate(() => document.activeElement?.tagName ?? "");
  await cell(page, "F_D").focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Forehand plays Diamonds" })).toBeFocused();
  await expect(card(page, "SA").locator(".value")).toBeVisible();
  for (const name of ["Best card", "Undo", "Play on for me", "From the beginning"]) {
    await button(page, name).focus();
    await page.keyboard.press("Enter");
    await expect(button(page, name)).toBeFocused();
  }
  await button(page, "Back to the contracts").focus();
  await page.keyboard.press("Enter");
  await expect(cell(page, "F_D")).toBeFocused();
  // A card is taken out of its hand, and the next card of the hand gets the focus.
  await card(page, "SQ").focus();
  await page.keyboard.press("Enter");
  await expect(card(page, "SJ")).toBeFocused();
  expect(await focused()).toBe("BUTTON");
});

test("a touch that becomes a scroll releases the button 'Hold to look'", async ({ page }) => {
  await page.goto("/");
  await enter(page, HAND);
  await expect(page.locator("[data-cell]")).toHaveCount(15);
  await page.getByLabel("Hide the answers").check();
  const numbers = page.locator("[data-cell] .number");
  await expect(numbers.first()).toHaveText("?");
  await button(page, "Hold to look").hover();
  await page.mouse.down();
  await expect(numbers.first()).not.toHaveText("?");
  await page.evaluate(() => window.dispatchEvent(new PointerEvent("pointercancel")));
  await expect(numbers.first()).toHaveText("?");
  await page.mouse.up();
});

test("a mistake in a deal is reported at its place in the page's language", async ({ page }) => {
  await page.goto("/");
  const wrong = page.locator("#wrong");
  await enter(page, HAND.replace("F:A", "F:AТ"));
  await expect(wrong).toContainText("Forehand: “Т” is from another alphabet");
  await expect(wrong.locator("mark")).toHaveText("Т");
  await enter(page, JSON.stringify({ rules: "american", deal: HAND.replace("F:A", "F:К") }));
  await expect(wrong).toContainText("another alphabet");
  await expect(wrong.locator("mark")).toHaveText(HAND.slice(3, 4));
  await enter(page, "SA");
  await expect(wrong).toContainText("“SA” does not say whose hand");
  await choice(page, "Language").selectOption("de");
  await page.locator("input[type=text]").first().fill(HAND.replace("F:A", "F:AA"));
  await expect(wrong).toContainText("Vorhand: Pik-Ass steht hier zweimal.");
  await page.locator("input[type=text]").first().fill(HAND);
  await expect(wrong).toHaveCount(0);
});
