import { readFileSync } from "node:fs";

import {
  button,
  cell,
  choice,
  choose,
  chooseRules,
  dialog,
  expect,
  expectContracts,
  HAND,
  held,
  open,
  openMenu,
  openPanel,
  play,
  playable,
  test,
  tool,
  type,
} from "./page";
import { askProgram, deals, program } from "./program";

test.beforeEach(({ page }) => page.setViewportSize({ width: 1280, height: 800 }));

test("the auction matches the program's", async ({ page }) => {
  for (const rules of ["austrian", "russian", "american"]) {
    await open(page, HAND, rules);
    await openPanel(page, "toolAuction");
    const { calls, game } = program<{ calls: string[]; game: { contract: string; decisions: unknown[] } }>(
      ...["par", HAND, "--rules", rules],
    );
    const shownCalls = page.locator("[data-call]");
    await expect(shownCalls).toHaveCount(calls.length);
    for (const [n, call] of calls.entries())
      await expect(shownCalls.nth(n)).toHaveAttribute("data-call", call);
    await expect(page.locator(".panel ul li")).toHaveCount(game.decisions.length);
    await button(page, "Play it").click();
    await expect(playable(page).first()).toBeVisible();
  }
});

test("usurping matches the program where the rules allow it", async ({ page }) => {
  let count = 0;
  for (const deal of deals(4, 5)) {
    await open(page, deal, "illustrated");
    await openPanel(page, "toolAuction");
    const { calls, game } = program<{ calls: string[]; game?: { hand: boolean } }>(
      ...["par", deal, "--rules", "illustrated"],
    );
    await expect(page.locator("[data-call]")).toHaveCount(calls.length);
    const title = page.getByText("Who takes up the discards");
    if (!game || game.hand) {
      await expect(title).toHaveCount(0);
      continue;
    }
    await expect(title).toBeVisible();
    const { best } = askProgram<{ best: { takings: { takes: string[] }[] } }>({
      ask: "usurp",
      deal,
      rules: "illustrated",
      calls,
    });
    await expect(page.locator("[data-taking]")).toHaveCount(best.takings.length - 1);
    if (best.takings.length === 1) await expect(page.getByText("Nobody takes them up.")).toBeVisible();
    count += 1;
  }
  expect(count).toBeGreaterThan(1);
});

for (const [rules, chip, contract] of [
  ["austrian", "D", "D"],
  // Under rules whose bids name tricks, the contract is the highest that is made.
  ["russian", "D", "7D"],
  ["leningrad", "C", "7C"],
  ["russian", "misere", "misere"],
] as const) {
  test(`discards are ranked by the program's gains: ${rules}, ${contract}`, async ({ page }) => {
    await open(page, HAND, rules);
    await openPanel(page, "toolDiscards");
    await page.locator(`.panel [data-contract=${chip}]`).click();
    await button(page, "By gains").click();
    const { choice } = program<{ choice: { gain: number } }>(
      ...["talon", HAND, "--rules", rules, "--declarer", "F", "--contract", contract, "--by", "gain"],
    );
    const gain = `${choice.gain < 0 ? "−" : "\\+"}${Math.round(100 * Math.abs(choice.gain)) / 100}`;
    const shown = page.locator(".panel [data-discard]");
    await expect(shown.first()).toHaveAccessibleName(new RegExp(`gain ${gain}$`));
    await shown.first().click();
    await expect(playable(page).first()).toBeVisible();
  });
}

test("quotas stand under rules that know them", async ({ page }) => {
  for (const [rules, count] of [
    ["austrian", 3],
    ["russian", 0],
  ] as const) {
    await open(page, HAND, rules);
    await play(page, "F_D", "talon");
    const settlement = page.getByRole("region", { name: "Defence and settlement" });
    await openPanel(page, "toolMoves");
    await settlement.locator("summary").click();
    await expect(settlement).toContainText("guaranteed alone");
    await expect(settlement.locator("[data-quota]")).toHaveCount(count);
  }
});

test("a contract without a price has no gains", async ({ page }) => {
  await open(page, HAND, "austrian");
  await openPanel(page, "toolDiscards");
  await page.locator(".panel [data-contract=N]").click();
  await button(page, "By gains").click();
  await expect(page.getByText("The gains cannot be computed.")).toBeVisible();
  await expect(page.locator(".panel [data-discard]").first()).toBeVisible();
});

test("several workers share the contracts of one hand", async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, "hardwareConcurrency", { value: 5 }));
  await open(page, "F:AQJ.A9.AK9.T7 ? ? ?");
  await expect(page.getByText("Over 500 random layouts")).toBeVisible({ timeout: 60_000 });
  expect(page.workers().length).toBe(4);
  type Mean = { chance: { mean: number } };
  const { results } = program<{ results: { contract: string; hand?: Mean; talon: Mean }[] }>(
    ...["evaluate", "F:AQJ.A9.AK9.T7 ? ? ?", "--layouts", "500", "--rules", "russian"],
  );
  expect(results.map(({ contract }) => contract)).toContain("misere");
  for (const [way, name] of [
    ["talon", "With the talon"],
    ["hand", "From the hand"],
  ] as const) {
    await button(page, name).click();
    for (const { contract, ...means } of results) {
      const row = page.locator(`[data-chance="${contract}_${way}"]`);
      const mean = means[way]?.chance.mean;
      if (mean !== undefined) await expect(row).toContainText(`${Math.round(100 * mean)}%`);
    }
  }
});

test("the points of a hand stand beside its contracts", async ({ page }) => {
  const hand = "F:AKQ98.A9.K9.8 ? ?";
  await open(page, hand, "austrian");
  type Points = { count: number; needed: number };
  const { results } = program<{ results: { contract: string; points?: Points }[] }>(
    ...["evaluate", hand, "--layouts", "2", "--points", "--rules", "austrian"],
  );
  const counted = results.filter(({ points }) => points);
  expect(counted.map(({ contract }) => contract)).toContain("S");
  for (const { contract, points } of counted) {
    await expect(page.locator(`[data-chance="${contract}_talon"]`)).toContainText(
      `${points?.count} / ${points?.needed}`,
    );
  }
  await button(page, "From the hand").click();
  await expect(page.locator('[data-chance="S_hand"]')).not.toContainText("/");
});

test("a misère shows what to lay aside before the hands are opened, as the program does", async ({
  page,
}) => {
  type Choice = { discard: string[]; lead?: string; weight: number };
  type Hidden = {
    chance: { mean: number; low: number; high: number };
    bounds: { low: number };
    mix: Choice[];
  };
  const ask = (hand: string) => {
    const { results } = program<{ results: [{ talon: { hidden: Hidden } }] }>(
      ...["evaluate", hand, "--rules", "russian", "-c", "misere"],
      ...["--layouts", "2", "--hidden", "--hidden-layouts", "40", "--nodes", "20000"],
    );
    return results[0].talon.hidden;
  };
  const shown = page.locator("[data-hidden=chance]");
  const percent = (share: number): string => `${Math.round(100 * share)}%`;

  // A coin toss of a hand that does not lead.
  const coin = "F:? KJ987.K.AQ.J9 ? ...87";
  const { chance, bounds, mix } = ask(coin);
  expect(mix.map(({ weight }) => weight)).toEqual([0.5, 0.5]);
  await open(page, coin);
  await expect(page.getByText("still being worked out")).toBeVisible({ timeout: 60_000 });
  await expect(shown).toHaveText(percent(bounds.low), { timeout: 60_000 });
  await expect(page.getByText(`${percent(chance.low)}–${percent(chance.high)}`)).toBeVisible();
  await expect(page.locator(".panel .advice")).toContainText("Toss a coin");
  await expect(page.locator(".panel")).toContainText("must guess");
  for (const { discard } of mix) {
    const row = page.locator(`[data-mix="${discard.join(" ")}"]`);
    await expect(row).toContainText("½");
    await expect(row.locator(".maybe")).toHaveCount(2);
  }
  const striped = page.locator(".seats .maybe");
  await expect(striped).toHaveCount(3);
  const first = mix[0]?.discard ?? [];
  await page.locator(`[data-mix="${first.join(" ")}"]`).click();
  await expect(striped).toHaveCount(2);
  for (const card of first) await expect(held(page, "M", `=${card}`)).toHaveClass(/maybe/);
  await button(page, "From the hand").click();
  await expect(striped).toHaveCount(0);
  await button(page, "With the talon").click();

  // The reader's own hand leads, and its cards carry their shares.
  const own = "F:KJ987.K.AQ.J9 ? ? ...87";
  await type(page, own);
  await tool(page, "toolDone").click();
  const lead = ask(own).mix[0]?.lead ?? "";
  await expect(shown).toBeVisible({ timeout: 60_000 });
  expect(lead).toBe("S7");
  await expect(page.locator(".panel .advice")).toContainText("Then lead 7");
  await expect(held(page, "F", "=HK")).toHaveAttribute("data-price", "½");
  await expect(held(page, "F", "=DA")).toHaveAttribute("data-price", "100%");

  // Without the talon the chance is the mean over all talons.
  const ten = "F:AT97.T.8.A987 ? ? ?";
  const { results } = program<{ results: [{ talon: { hidden: Hidden } }] }>(
    ...["evaluate", ten, "--rules", "russian", "-c", "misere", "--talon-only"],
    ...["--layouts", "2", "--hidden", "--hidden-layouts", "16", "--nodes", "20000"],
  );
  await type(page, ten);
  await tool(page, "toolDone").click();
  await expect(shown).toHaveText(percent(results[0].talon.hidden.chance.mean), { timeout: 100_000 });
  await expect(page.getByText("Place the two cards of the talon too")).toBeVisible();
  await expect(page.locator(".panel .advice")).toHaveCount(0);

  // Where the hands stay closed, nothing is hidden.
  await open(page, own, "bule");
  await expect(page.locator('[data-chance="misere_talon"]')).toBeVisible();
  await expect(page.locator(".panel")).not.toContainText("lay aside");
});

test("chances belong to the hand that is shown", async ({ page }) => {
  await open(page, "F:AKQJT987.AK.. ? ?");
  await expect(page.locator('[data-chance="S_talon"]')).toContainText("100%");
  await type(page, "F:987.987.87.87 ? ?");
  await tool(page, "toolDone").click();
  await expect(page.getByText("Over 500 random layouts")).toBeVisible({ timeout: 60_000 });
  await expect(page.locator('[data-chance="S_talon"]')).not.toContainText("100%");
});

test("an ending gets tricks, and its leader is chosen and kept by the link", async ({ page }) => {
  await open(page, "F:AQ.A.. KT.J.. 9.KQ..", "austrian");
  const ending = program<{ results: { declarer: string; contract: string; tricks: number }[] }>(
    ...["solve", "F:AQ.A.. KT.J.. 9.KQ..", "--rules", "austrian", "--leader", "M"],
  );
  await openPanel(page, "toolContracts");
  await page.getByLabel("Who leads?").selectOption("M");
  for (const { declarer, contract, tricks } of ending.results)
    await expect(cell(page, `${declarer}_${contract}`)).toHaveText(String(tricks));
  const link = page.url();
  await page.goto("about:blank");
  await page.goto(link);
  await openPanel(page, "toolContracts");
  await expect(page.getByLabel("Who leads?")).toHaveValue("M");
  await cell(page, "F_S").click();
  await expect(page.locator("main [role=status]")).toContainText("Left to play");
  await button(page, "Play on for me").click();
  await expect(page.locator("main [role=status]")).toContainText("The hand is over");
});

test("random deals meet the conditions and a wrong condition is reported", async ({ page }) => {
  await page.goto("/");
  await openMenu(page, "Random deal under conditions");
  const conditions = page.getByRole("textbox", { name: "Conditions", exact: true });
  await conditions.fill("F:S>>5");
  await button(page, "Deal").click();
  await expect(dialog(page).getByRole("alert")).toContainText("S>>5");
  await conditions.fill("F:S>=5 M:A>=2");
  await button(page, "Deal").click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(held(page, "F")).toHaveCount(10);
  expect(await held(page, "F", "^=S").count()).toBeGreaterThanOrEqual(5);
  expect(await held(page, "M", "$=A").count()).toBeGreaterThanOrEqual(2);
});

test("rules with a pot ask for its size", async ({ page }) => {
  await open(page, HAND, "austrian-limited");
  await openPanel(page, "toolAuction");
  const need = page.getByText("Under these rules the payment depends on the pot");
  await expect(need).toBeVisible();
  const pot = page.getByLabel("Amount in the pot");
  for (const wrong of ["-5", "2.5", "100001"]) {
    await pot.fill(wrong);
    await page.keyboard.press("Tab");
    await expect(page.getByRole("alert")).toContainText("The pot is a whole number from 0 to 100,000.");
    await expect(page.locator("[data-call]")).toHaveCount(0);
  }
  await pot.fill("60");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("alert")).toHaveCount(0);
  const { calls } = program<{ calls: string[] }>("par", HAND, "--rules", "austrian-limited", "--pot", "60");
  await expect(page.locator("[data-call]")).toHaveCount(calls.length);
  // After a right amount a wrong one stays in the field, with its reason.
  await pot.fill("-5");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("alert")).toContainText("The pot is a whole number from 0 to 100,000.");
  await expect(pot).toHaveValue("-5");
  await expect(page.locator("[data-call]")).toHaveCount(calls.length);
  await pot.fill("");
  await page.keyboard.press("Tab");
  await expect(need).toBeVisible();
  // The amount of the pot also serves other parts of the page that show payments.
  await openPanel(page, "toolDiscards");
  await button(page, "By gains").click();
  await pot.fill("40");
  await page.keyboard.press("Tab");
  await expect(page.locator(".panel [data-discard]").first()).toHaveAccessibleName(/gain/);
  await choose(page, "Cards show", "gains");
  await play(page, "F_D", "talon");
  await page.getByText("Defence and settlement").click();
  await expect(page.getByText("Settlement if all players")).toBeVisible();
  await pot.fill("");
  await page.keyboard.press("Tab");
  await expect(need).toBeVisible();
});

test("a record uses its own rules or those of the page", async ({ page }) => {
  test.setTimeout(240_000);
  const RECORD = {
    deal: HAND,
    declarer: "F",
    contract: "D",
    discard: ["HA", "SA"],
    calls: ["1", "pass", "2", "hold", "pass"],
    played: ["DA", "DJ", "D8"],
  };
  await page.goto("/");
  const expectCosts = async (record: object, rules: unknown): Promise<void> => {
    type Done = { tricks_lost?: number; gain_lost?: number };
    type Review = { calls: Done[]; discard?: Done; announcement?: Done; decisions: Done[]; cards: Done[] };
    const review = askProgram<Review>({ ...record, rules, ask: "review" });
    const declared = [review.discard, review.announcement].filter((done) => done !== undefined);
    const all = [...review.calls, ...declared, ...review.decisions, ...review.cards];
    const lost = all.filter(({ tricks_lost, gain_lost }) => tricks_lost || gain_lost);
    await expect(page.locator(".panel tbody tr")).toHaveCount(lost.length);
  };
  await chooseRules(page, "illustrated");
  await type(page, JSON.stringify(RECORD));
  await expect(page.getByRole("slider", { name: "Steps of the hand" })).toBeVisible();
  await expectCosts(RECORD, "illustrated");
  const { toml } = askProgram<{ toml: string }>({ ask: "rules", rules: "hungarian" });
  const { calls: _, ...uncalled } = RECORD;
  for (const rules of ["sochi", { toml }, { name: "ours", extends: "austrian", play: { head: false } }]) {
    await type(page, JSON.stringify({ ...uncalled, rules }));
    await expect(page.getByRole("slider", { name: "Steps of the hand" })).toBeVisible();
    await expectCosts(uncalled, rules);
    const { rules: name } = askProgram<{ rules: string }>({ ask: "rules", rules });
    await openMenu(page);
    await expect(choice(page, "Rules").locator("option:checked")).toHaveText(
      name === "sochi" || name === "russian" ? "Sochi rules" : name,
    );
    await page.keyboard.press("Escape");
  }
  // A record that writes the same cards with suit symbols gives the same play.
  await chooseRules(page, "austrian");
  await type(page, JSON.stringify({ ...RECORD, played: "♦A ♦J ♦8" }));
  await expect(page.getByRole("slider", { name: "Steps of the hand" })).toBeVisible();
  await openPanel(page, "toolMoves");
  for (const n of [1, 2, 3]) {
    await tool(page, "toolForward").click();
    await expect(page.locator(".panel [data-move]")).toHaveCount(n);
  }
});

test("two cards are exchanged by taps", async ({ page }) => {
  await open(page, HAND);
  await tool(page, "toolEnter").click();
  for (const name of ["SA", "SK"]) await page.locator(`.deck [data-gap=${name}]`).click();
  const place = (name: string) => page.locator(`.seats section[aria-label=${name}]`);
  await place("Left").getByRole("button").click();
  await page.locator(".deck [data-card=SA]").click();
  await expect(place("Left").locator("[data-card=SA]")).toBeVisible();
  await expect(place("You").locator("[data-card=SK]")).toBeVisible();
});

test("seats rotate and a deal is copied as text, JSON and HTML, and read back", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const copied = async (name: string): Promise<string> => {
    if ((await dialog(page).count()) === 0)
      await page.getByRole("button", { name: "More: copy, share, print" }).click();
    await dialog(page).getByRole("button", { name, exact: true }).click();
    await expect(dialog(page).getByRole("status")).toHaveText("Copied.");
    const text = await page.evaluate(() => navigator.clipboard.readText());
    await page.keyboard.press("Escape");
    return text;
  };
  await open(page, "F:AQ.A.. KT.J.. 9.KQ..", "austrian");
  await openPanel(page, "toolContracts");
  await page.getByLabel("Who leads?").selectOption("M");
  await cell(page, "F_S").click();
  await expect(page.locator("main [role=status]")).toContainText("Left to play");
  const ending = JSON.parse(await copied("Copy as JSON"));
  expect(askProgram<{ to_move: string }>({ ...ending, ask: "cards" }).to_move).toBe("M");
  await open(page, HAND, "russian");
  const deal = await copied("Copy as JSON");
  const link = await copied("Copy link");
  await chooseRules(page, "american");
  await type(page, deal);
  await expectContracts(page, HAND, "russian");
  await tool(page, "toolEnter").click();
  await tool(page, "toolTurn").click();
  await tool(page, "toolDone").click();
  await expect(held(page, "M", "=SA")).toBeVisible();
  await play(page, "M_D", "hand");
  await expect(playable(page).first()).toBeVisible();
  await playable(page).first().click();
  const text = await copied("Copy as text");
  expect(text).toContain("Left: ♠ A Q J  ♥ A 9  ♦ A K 9  ♣ 10 7");
  await tool(page, "undo").click();
  const record = JSON.parse(await copied("Copy as JSON"));
  expect(record).toMatchObject({ declarer: "M", contract: "6D", hand: true, played: [] });
  expect(askProgram<{ to_move: string }>({ ...record, ask: "cards" }).to_move).toBe("F");
  const code = await copied("Copy code for a web page");
  expect(code).toContain('<iframe src="http://127.0.0.1:4173/?embed&amp;lang=en#');
  await page.getByRole("button", { name: "More: copy, share, print" }).click();
  const picture = async (kind: string): Promise<Buffer> => {
    const saved = page.waitForEvent("download");
    await button(page, `Picture (${kind.toUpperCase()})`).click();
    expect((await saved).suggestedFilename()).toBe(`preference.${kind}`);
    return readFileSync(await (await saved).path());
  };
  // The picture has the colours that were chosen, and the contract.
  const drawing = (await picture("svg")).toString();
  expect(drawing).toContain('fill="rgb(191, 26, 44)"');
  expect(drawing).toContain("6♦, Left · ");
  expect(drawing).not.toContain("rgb(11, 90, 168)");
  await page.evaluate(() => (document.documentElement.dataset["colours"] = "four"));
  expect((await picture("svg")).toString()).toContain('fill="rgb(11, 90, 168)"');
  const png = await picture("png");
  expect([png.toString("latin1", 1, 4), png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([
    "PNG",
    1440,
    560,
  ]);
  await page.keyboard.press("Escape");
  // The text has a link to the play, which is followed from the start page, too.
  await page.goto("about:blank");
  await page.goto("/");
  await type(page, text);
  await expect(page.locator("h1")).toHaveText("6, Left");
  await expect(page.locator(".trick [data-card]")).toHaveCount(1);
  await type(page, link);
  await expectContracts(page, HAND, "russian");
});

test("a newer entry cancels a running search", async ({ page }) => {
  await open(page, HAND);
  await openMenu(page, "Puzzle");
  await type(page, HAND);
  await expectContracts(page, HAND, "russian");
  await page.waitForTimeout(1500);
  await expect(page.getByRole("region", { name: "Puzzle" })).toHaveCount(0);
  await expectContracts(page, HAND, "russian");
});

test("a record that cannot be read is met with its own reason", async ({ page }) => {
  await page.goto("/");
  const wrong = page.locator("#misreading");
  await type(page, JSON.stringify({ deal: HAND, rules: "sotschi" }));
  await expect(wrong).toContainText(
    /^This record cannot be read\. Its rules are not known or not valid\. +\(there are no rules named 'sotschi'/,
  );
  await type(page, JSON.stringify({ deal: HAND, rules: "russian", actions: ["7X"] }));
  await expect(wrong).toContainText(
    /^This record cannot be read\. Step 1: 7X\. There is no such action\. +\('7X' is not an action/,
  );
  await expect(wrong).not.toContainText("not a deal");
  // What would be possible is said in the page's own words.
  await type(page, JSON.stringify({ deal: HAND, rules: "russian", actions: ["9N", "6D"] }));
  await expect(wrong).toContainText("Now: Left. Possible: Pass, 10, 10, 10, 10, 10NT.");
  await type(page, `{"deal":"${HAND}",}`);
  await expect(wrong).toContainText(/^This record cannot be read\..*JSON/);
  for (const [lang, sentence] of [
    [
      "de",
      "Diese Aufzeichnung ist nicht lesbar. Schritt 4: H9. Das ist hier nicht möglich. Jetzt: Rechts. Möglich: Drücken.",
    ],
    ["ru", "Эту запись нельзя прочитать. Шаг 4: H9. Здесь это невозможно. Сейчас: Правый. Можно: Снос."],
  ] as const) {
    await page.goto("about:blank");
    await page.goto(`/?lang=${lang}#deal=${encodeURIComponent(HAND)}&rules=russian`);
    await tool(page, "toolEnter").click();
    const actions = ["pass", "pass", "6S", "H9"];
    await page
      .locator("input[type=text]")
      .first()
      .fill(JSON.stringify({ deal: HAND, rules: "russian", actions }));
    await expect(wrong).toContainText(sentence);
  }
});

test("a mistake in a deal is reported at its place in the page's language", async ({ page }) => {
  await page.goto("/");
  const wrong = page.locator("#misreading");
  await type(page, HAND.replace("F:A", "F:AТ"));
  await expect(wrong).toContainText("You: “Т” is from another alphabet");
  await expect(wrong.locator("mark")).toHaveText("Т");
  await type(page, JSON.stringify({ rules: "american", deal: HAND.replace("F:A", "F:К") }));
  await expect(wrong).toContainText("another alphabet");
  await expect(wrong.locator("mark")).toHaveText(HAND.slice(3, 4));
  await type(page, "SA");
  await expect(wrong).toContainText("“SA” does not say whose hand");
  await choose(page, "Language", "de");
  await page.locator("input[type=text]").first().fill(HAND.replace("F:A", "F:AA"));
  await expect(wrong).toContainText("Pik-Ass steht hier zweimal.");
  await page.locator("input[type=text]").first().fill(HAND);
  await expect(wrong).toHaveCount(0);
});
