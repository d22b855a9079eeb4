import { button, card, cell, choice, enter, expect, expectContracts, HAND, test } from "./page";
import { askProgram, deals, program } from "./program";

test("the auction matches the program's", async ({ page }) => {
  await page.goto("/");
  for (const rules of ["austrian", "russian", "american"]) {
    await choice(page, "Rules").selectOption(rules);
    await enter(page, HAND);
    const { calls, game } = program<{ calls: string[]; game: { contract: string; decisions: unknown[] } }>(
      ...["par", HAND, "--rules", rules],
    );
    const shownCalls = page.locator("[data-call]");
    await expect(shownCalls).toHaveCount(calls.length);
    for (const [n, call] of calls.entries())
      await expect(shownCalls.nth(n)).toHaveAttribute("data-call", call);
    const region = page.getByRole("region", { name: "The auction" });
    await expect(region.locator("ul li")).toHaveCount(game.decisions.length);
    await button(page, "Play it").click();
    await expect(page.locator(".value").first()).toBeVisible();
    await button(page, "Back to the contracts").click();
  }
});

test("usurping matches the program where the rules allow it", async ({ page }) => {
  await page.goto("/");
  await choice(page, "Rules").selectOption("illustrated");
  let count = 0;
  for (const deal of deals(8, 5)) {
    await enter(page, deal);
    const { calls, game } = program<{ calls: string[]; game?: { hand: boolean } }>(
      ...["par", deal, "--rules", "illustrated"],
    );
    await expect(page.locator("[data-call]")).toHaveCount(calls.length);
    const rows = page.locator("[data-taking]");
    if (!game || game.hand) {
      await expect(page.getByText("Gains:")).toBeVisible();
      await expect(page.getByText("Who takes up the discards")).toHaveCount(0);
      continue;
    }
    await expect(page.getByText("Who takes up the discards")).toBeVisible();
    const { best } = askProgram<{ best: { takings: { takes: string[] }[] } }>({
      ask: "usurp",
      deal,
      rules: "illustrated",
      calls,
    });
    await expect(rows).toHaveCount(best.takings.length - 1);
    if (best.takings.length === 1) await expect(page.getByText("Nobody takes them up.")).toBeVisible();
    count += 1;
    await page.getByRole("button", { name: "Clear", exact: true }).click();
  }
  expect(count).toBeGreaterThan(3);
});

test("discards are ranked by tricks or by the program's gains", async ({ page }) => {
  await page.goto("/");
  await enter(page, HAND);
  await button(page, "Forehand: all discards").click();
  await button(page, "Diamonds").click();
  await button(page, "By gains").click();
  type Row = { discard: string[]; results: { contract: string; gain?: number }[] };
  const { discards } = program<{ discards: Row[] }>("talon", HAND, "--declarer", "F", "--by", "gain");
  const gains = discards.flatMap(({ results }) =>
    results.flatMap(({ contract, gain }) => (contract === "D" && gain !== undefined ? [gain] : [])),
  );
  const best = Math.max(...gains);
  await expect(page.locator("[data-ranked]").first()).toContainText(`gain +${best}`);
  await expect(page.locator("[data-ranked] b")).toHaveCount(Math.min(12, gains.length));
  await page.locator("[data-ranked]").first().click();
  await expect(page.getByTestId("turn")).toContainText("is to play");
});

test("several workers share the contracts of one hand", async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, "hardwareConcurrency", { value: 5 }));
  await page.goto("/");
  await choice(page, "Rules").selectOption("russian");
  await enter(page, "F:AQJ.A9.AK9.T7 ? ? ?");
  await expect(page.getByText("Over 500 random layouts")).toBeVisible({ timeout: 60_000 });
  expect(page.workers().length).toBe(4);
  type Mean = { chance: { mean: number } };
  const { results } = program<{ results: { contract: string; hand?: Mean; talon: Mean }[] }>(
    ...["evaluate", "F:AQJ.A9.AK9.T7 ? ? ?", "--layouts", "500", "--rules", "russian"],
  );
  expect(results.map(({ contract }) => contract)).toContain("misere");
  for (const { contract, hand, talon } of results) {
    for (const [way, mean] of Object.entries({ hand, talon })) {
      const row = page.locator(`[data-chance="${contract}_${way}"]`);
      if (mean) await expect(row).toContainText(`${Math.round(100 * mean.chance.mean)}%`);
    }
  }
});

test("one hand gets chances and an ending gets tricks", async ({ page }) => {
  await page.goto("/");
  await enter(page, "F:AQJ.A9.AK9.T7 ? ? ?");
  const row = page.locator('[data-chance="S_hand"]');
  await expect(row).toContainText("%");
  await expect(page.getByText("Over 500 random layouts")).toBeVisible();
  const { results } = program<{ results: { contract: string; hand: { chance: { mean: number } } }[] }>(
    ...["evaluate", "F:AQJ.A9.AK9.T7 ? ? ?", "--layouts", "500"],
  );
  const mean = results.find(({ contract }) => contract === "S")?.hand.chance.mean as number;
  await expect(row).toContainText(`${Math.round(100 * mean)}%`);
  await enter(page, "F:AQ.A.. KT.J.. 9.KQ..");
  const ending = program<{ results: { declarer: string; contract: string; tricks: number }[] }>(
    ...["solve", "F:AQ.A.. KT.J.. 9.KQ..", "--leader", "M"],
  );
  await page.getByLabel("Who leads?").selectOption("M");
  for (const { declarer, contract, tricks } of ending.results) {
    await expect(cell(page, `${declarer}_${contract}`).locator(".number")).toHaveText(String(tricks));
  }
  const link = page.url();
  await page.goto("about:blank");
  await page.goto(link);
  await expect(page.getByLabel("Who leads?")).toHaveValue("M");
  await cell(page, "F_S").click();
  await expect(page.getByTestId("turn")).toContainText("Middlehand is to play");
  await button(page, "Play on for me").click();
  await expect(page.getByTestId("turn")).toContainText("The hand is over");
});

test("switches and house rules change answers, and wrong house rules get an error", async ({ page }) => {
  await page.goto("/");
  await choice(page, "Rules").selectOption("russian");
  await enter(page, HAND);
  await page.getByText("Rules in detail").click();
  await expect(page.getByText("Bids are a number of tricks and a suit")).toBeVisible();
  const head = page.getByLabel("Following suit, you must beat the winning card if you can");
  await expect(head).not.toBeChecked();
  await head.check();
  await expectContracts(page, HAND, "russian,+head");
  await expect(head).toBeChecked();
  const summary = page.getByText("House rules", { exact: true });
  await summary.click();
  const text = page.getByLabel("A TOML file");
  await text.fill('name = "ours"\nextends = "danube-swabian"\n[play]\nheat = true\n');
  await button(page, "Use").click();
  await expect(page.locator("#rulesWrong")).toContainText("line 4, column 1");
  await expectContracts(page, HAND, "russian,+head");
  await text.fill('name = "ours"\nextends = "danube-swabian"\n[play]\nhead = true\n');
  await button(page, "Use").click();
  await expect(page.getByText("House rules: ours")).toBeVisible();
  await expectContracts(page, HAND, "danube-swabian,+head");
  const link = page.url();
  expect(link).toContain("~");
  await page.goto("about:blank");
  await page.goto(link);
  await expectContracts(page, HAND, "danube-swabian,+head");
});

test("random deals meet the conditions and a wrong condition is reported", async ({ page }) => {
  await page.goto("/");
  await page.getByText("Random deal under conditions").click();
  await page.getByRole("textbox", { name: "Conditions", exact: true }).fill("F:S>=5 M:A>=2");
  await button(page, "Deal").click();
  await expect(page.locator(".place.F [data-card^=S]")).not.toHaveCount(0);
  const spades = await page.locator(".place.F [data-card^=S]").count();
  expect(spades).toBeGreaterThanOrEqual(5);
  expect(await page.locator(".place.M [data-card$=A]").count()).toBeGreaterThanOrEqual(2);
  await page.getByRole("textbox", { name: "Conditions", exact: true }).fill("F:S>>5");
  await button(page, "Deal").click();
  await expect(page.getByRole("alert")).toContainText("F:S>>5");
  await expect(page.locator(".place.F [data-card^=S]")).toHaveCount(spades);
});

const RECORD = JSON.stringify({
  deal: HAND,
  calls: ["1", "pass", "2", "hold", "pass"],
  declarer: "F",
  contract: "D",
  discard: ["HA", "SA"],
  played: ["DA", "DJ", "D8", "SQ", "SK", "S9", "HJ", "HQ", "H9"],
});

test("a record is reviewed as the program reviews it", async ({ page }) => {
  await page.goto("/");
  await enter(page, RECORD);
  const region = page.getByRole("region", { name: "Review" });
  type Done = { done: string; tricks_lost?: number; gain_lost?: number };
  type Review = { calls: Done[]; discard: Done; announcement: Done; decisions: Done[]; cards: Done[] };
  const review = askProgram<Review>({ ...JSON.parse(RECORD), ask: "review" });
  const all = [...review.calls, review.discard, review.announcement, ...review.decisions, ...review.cards];
  await expect(region.locator("[data-done]")).toHaveCount(all.length);
  for (const [n, { done, tricks_lost, gain_lost }] of all.entries()) {
    const row = region.locator("[data-done]").nth(n);
    await expect(row).toHaveAttribute("data-done", done);
    if (tricks_lost || gain_lost) await expect(row).toContainText("costs");
    else await expect(row).not.toContainText("costs");
  }
  await expect(page.locator("[data-move]")).toHaveCount(9);
  await expect(page.locator(".seat.F [data-card]")).toHaveCount(10);
});

test("hidden answers are shown while a button is held", async ({ page }) => {
  await page.goto("/");
  await enter(page, HAND);
  await expectContracts(page, HAND, "austrian");
  await page.getByLabel("Hide the answers").check();
  const numbers = page.locator("[data-cell] .number");
  await expect(numbers.first()).toHaveText("?");
  await button(page, "Hold to look").hover();
  await page.mouse.down();
  await expect(numbers.first()).not.toHaveText("?");
  await page.mouse.up();
  await expect(numbers.first()).toHaveText("?");
  await button(page, "Hold to look").focus();
  await page.keyboard.down("Space");
  await expect(numbers.first()).not.toHaveText("?");
  await page.keyboard.up("Space");
  await expect(numbers.first()).toHaveText("?");
  await page.getByLabel("Hide the answers").uncheck();
  await page.getByLabel("Hands to see").selectOption("M");
  await expect(page.locator(".place.F [data-card]")).toHaveCount(0);
  await expect(page.locator(".place.M [data-card]")).toHaveCount(10);
  await expect(page.getByLabel("a card face down")).toHaveCount(22);
  await expect(numbers.first()).toHaveText("?");
});

test("puzzles hide the answers until a card or discard is tried", async ({ page }) => {
  await page.goto("/");
  const region = page.getByRole("region", { name: "Puzzle" });
  for (let n = 0; n < 6; n++) {
    const before = page.url();
    await button(page, "Puzzle").click();
    await expect.poll(() => page.url()).not.toBe(before);
    await expect(button(page, "Show the solution")).toBeVisible();
    await expect(region.getByRole("status")).toHaveText("");
    const asked = await region.locator("p").first().innerText();
    const discard = asked.includes("laid aside");
    if (discard) {
      await expect(page.locator("[data-discard]")).toHaveCount(66);
      for (const text of await page.locator("[data-discard] .number").allInnerTexts()) expect(text).toBe("?");
      // The discards are those for the contract that was asked for.
      const contract = /plays (.*) with/.exec(asked)?.[1] as string;
      await expect(
        page.getByRole("group", { name: "Contracts" }).locator('[aria-pressed="true"]'),
      ).toHaveText(contract);
    } else {
      await expect(page.locator('.seat [aria-disabled="false"]').first()).toBeVisible();
      await expect(page.locator(".value")).toHaveCount(0);
    }
    await button(page, "Show the solution").click();
    await expect(region.getByRole("status")).not.toHaveText("");
    if (discard) await expect(page.locator("[data-discard] .number").first()).not.toHaveText("?");
    else await expect(page.locator(".value").first()).toBeVisible();
  }
  // The answers are shown again for the next deal.
  if (await button(page, "Back to the contracts").isVisible())
    await button(page, "Back to the contracts").click();
  await enter(page, HAND);
  await expectContracts(page, HAND, "austrian");
});

test("two cards are exchanged by dragging or by taps", async ({ page }) => {
  await page.goto("/");
  await enter(page, HAND);
  await expect(page.locator("[data-cell]")).toHaveCount(15);
  await card(page, "SA").dragTo(card(page, "SK"));
  await expect(page.locator(".place.M [data-card=SA]")).toBeVisible();
  await expect(page.locator(".place.F [data-card=SK]")).toBeVisible();
  await expect(page.locator("[data-cell]")).toHaveCount(15);
  // A drag that ends outside of all places is not a tap either.
  await card(page, "SA").dragTo(page.locator("h1"));
  await expect(page.locator(".place.M [data-card=SA]")).toBeVisible();
  for (const name of ["SA", "SK"]) await card(page, name).click();
  await button(page, "Forehand 9").click();
  await card(page, "SA").click();
  await expect(page.locator(".place.F [data-card=SA]")).toBeVisible();
  await expect(page.locator(".place.M [data-card=SK]")).toBeVisible();
});

test("seats rotate and a deal is copied as text, JSON and HTML", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/");
  await enter(page, HAND);
  await expect(page.locator("[data-cell]")).toHaveCount(15);
  await button(page, "Turn the seats").click();
  await expect(page.locator(".place.M [data-card=SA]")).toBeVisible();
  const copied = async (name: string): Promise<string> => {
    await button(page, name).click();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  await cell(page, "M_D").click();
  await expect(page.getByTestId("turn")).toContainText("is to play");
  expect(await copied("Copy as text")).toContain("Middlehand: ♠ A Q J  ♥ A 9  ♦ A K 9  ♣ 10 7");
  const record = JSON.parse(await copied("Copy as JSON"));
  expect(record).toMatchObject({ declarer: "M", contract: "D", hand: true, played: [] });
  expect(askProgram<{ to_move: string }>({ ...record, ask: "cards" }).to_move).toBe("M");
  const code = await copied("Copy code for a web page");
  expect(code).toContain('<iframe src="http://127.0.0.1:4173/?embed#');
  const saved = page.waitForEvent("download");
  await button(page, "Picture").click();
  expect((await saved).suggestedFilename()).toBe("preference.svg");
});
