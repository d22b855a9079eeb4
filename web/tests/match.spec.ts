import { readFileSync } from "node:fs";

import {
  call,
  choices,
  type HandRecord,
  keptGames,
  type KeptGame,
  noteQuestions,
  ownCards,
  playHand,
  type Question,
  result,
  type Seats,
  startGame,
} from "./game";
import { button, choice, expect, test } from "./page";
import { askProgram } from "./program";

test.use({ viewport: { width: 360, height: 640 }, hasTouch: true });

for (const rules of ["austrian", "russian", "hungarian"]) {
  test(`a whole hand is played by taps, and ends with the program's gains: ${rules}`, async ({ page }) => {
    const questions = await noteQuestions(page);
    await startGame(page, rules);
    await playHand(page);
    const asked = await questions();
    const acts = asked.filter(({ ask }) => ask === "act");
    expect(acts.length).toBeGreaterThan(0);
    // A bot sees only the view of its seat.
    for (const { view, record } of acts) expect([typeof view, record]).toEqual(["object", undefined]);
    const record = asked.findLast(({ ask }) => ask === "state")?.record as HandRecord;
    const state = askProgram<{ phase: string; result: Seats }>({ ask: "state", record });
    expect(state.phase).toBe("over");
    type Session = { gains: number[]; hands: { gains: number[] }[] };
    const session = askProgram<Session>({ ask: "session", log: [record] });
    for (const [n, place] of (["F", "M", "R"] as const).entries()) {
      const row = page.locator(`[data-gains=${place}]`);
      // In the first hand the person is forehand, so places and seats are the same.
      // The sheet's figures have the stakes in them.
      const gain = String(session.hands[0]?.gains[n]);
      await expect(row.locator("[data-gain]")).toHaveAttribute("data-gain", gain);
      await expect(row.locator("[data-total]")).toHaveAttribute("data-total", String(session.gains[n]));
    }
    await expect(page.locator(".panel")).toBeVisible();
    await page.locator("[data-tool=toolScore]").tap();
    const sheet = askProgram<{
      sheet: { layout: string; entries: { pool: number[]; mountain: number[]; whists: number[][] }[] };
    }>({ ask: "session", log: [record] }).sheet;
    const fields = page.locator(".panel [data-field]");
    await expect(fields).toHaveCount(sheet.layout === "books" ? 12 : 0);
    if (sheet.layout === "books") {
      const last = (numbers: number[] = []): string => (numbers.length > 0 ? `${numbers.at(-1)}.` : "");
      const [own] = sheet.entries;
      await expect(fields.nth(0)).toHaveText(new RegExp(`${last(own?.pool)}$`));
      await expect(fields.nth(1)).toHaveText(new RegExp(`${last(own?.mountain)}$`));
      await expect(fields.nth(2)).toHaveText(new RegExp(`${last(own?.whists[1])}$`));
      await expect(fields.nth(3)).toHaveText(new RegExp(`${last(own?.whists[2])}$`));
    }
    await page.locator("[data-tool=toolScore]").tap();
    if (rules === "hungarian") {
      await button(page, "Review").tap();
      await expect(page).toHaveURL(/#record=/);
      await expect(page.getByRole("slider")).toBeVisible();
      return;
    }
    await button(page, "Next hand").tap();
    await expect(result(page)).toHaveCount(0);
    await expect(page.locator("main > .hand [data-card]")).toHaveCount(10);
  });
}

test("two taps at once take one action", async ({ page }) => {
  const questions = await noteQuestions(page);
  await startGame(page, "russian");
  const pass = page.locator('.calls [data-action="pass"]');
  await expect(pass).toBeVisible();
  await pass.evaluate((one: HTMLElement) => {
    one.click();
    one.click();
  });
  await expect(pass).toHaveCount(0);
  await expect
    .poll(async () => (await questions()).filter(({ ask }) => ask === "act").length)
    .toBeGreaterThan(1);
  const record = (await questions()).findLast(({ ask }) => ask === "state")?.record as HandRecord;
  expect(record.actions[0]).toBe("pass");
  const { facts } = askProgram<{ facts: { steps: { seat: string }[] } }>({ ask: "state", record });
  expect(facts.steps.slice(0, 2).map(({ seat }) => seat)).toEqual(["F", "M"]);
});

test.describe("an engine that does not come", () => {
  test.use({ expected: "Failed to load resource" });
  test("is reported, and the game begins once it comes", async ({ page }) => {
    await page.route("**/*.wasm", (route) => route.abort());
    await startGame(page, "russian");
    await expect(button(page, "Try again")).toBeVisible();
    await page.unroute("**/*.wasm");
    await button(page, "Try again").tap();
    await expect(call(page, "pass")).toBeVisible();
  });
});

test("the bots stop when the table is left, and go on when it is opened again", async ({ page }) => {
  const questions = await noteQuestions(page);
  await startGame(page, "russian");
  await page.locator('.calls [data-action="pass"]').tap();
  await page.locator("[data-tool=toolTable]").tap();
  await expect(page.locator(".headline")).toHaveText(/You make/);
  await page.waitForTimeout(1500);
  const before = (await questions()).filter(({ ask }) => ask === "act").length;
  await page.waitForTimeout(1500);
  expect((await questions()).filter(({ ask }) => ask === "act").length).toBe(before);
  await button(page, "Play a game").tap();
  await expect
    .poll(async () => (await questions()).filter(({ ask }) => ask === "act").length)
    .toBeGreaterThan(before);
});

test("a game goes on after the page was loaded again", async ({ page }) => {
  await startGame(page, "russian");
  await call(page, "6S").tap();
  await expect
    .poll(async () => (await keptGames(page))[0]?.records[0]?.actions.length ?? 0)
    .toBeGreaterThan(0);
  const cards = await ownCards(page);
  const [before] = await keptGames(page);
  await page.reload();
  await expect.poll(() => ownCards(page)).toEqual(cards);
  await expect(choices(page).or(button(page, "Lay these two aside")).first()).toBeVisible();
  const [after] = await keptGames(page);
  expect(after?.id).toBe(before?.id);
  const { actions = [] } = before?.records[0] ?? {};
  expect(after?.records[0]?.actions.slice(0, actions.length)).toEqual(actions);
  expect(actions[0]).toBe("6S");
});

test("games are deleted, put back, saved and read", async ({ page }) => {
  await startGame(page, "russian");
  await expect(call(page, "pass")).toBeVisible();
  await page.locator("[data-tool=toolGames]").tap();
  const rows = page.locator("[data-game]");
  await expect(rows).toHaveCount(1);
  const [kept] = await keptGames(page);
  await button(page, "Delete this game").tap();
  await expect(rows).toHaveCount(0);
  expect(await keptGames(page)).toEqual([]);
  await button(page, "Put it back").tap();
  await expect(rows).toHaveCount(1);
  expect(await keptGames(page)).toEqual([kept]);
  const download = page.waitForEvent("download");
  await button(page, "Save as a file").tap();
  const file = await (await download).path();
  const { games } = JSON.parse(readFileSync(file, "utf8")) as { games: KeptGame[] };
  expect(games).toEqual([kept]);
  const session = askProgram<{ next: { number: number } }>({ ask: "session", log: games[0]?.records });
  expect(session.next.number).toBe(1);
  await button(page, "Delete this game").tap();
  await expect(rows).toHaveCount(0);
  await page.getByLabel("Read a file").setInputFiles(file);
  await expect(rows).toHaveCount(1);
  expect(await keptGames(page)).toEqual([kept]);
  await page.getByLabel("Read a file").setInputFiles({
    name: "other.json",
    mimeType: "application/json",
    buffer: Buffer.from('{"games":[{"id":"x"}]}'),
  });
  await expect(page.getByText("This file has neither games of this page nor hands in PPN.")).toBeVisible();
  expect(await keptGames(page)).toEqual([kept]);
  await rows.getByRole("button").first().tap();
  await expect(call(page, "pass")).toBeVisible();
});

test("two tabs do not overwrite each other's game", async ({ page, context }) => {
  await startGame(page, "russian");
  await expect(call(page, "6S")).toBeVisible();
  const other = await context.newPage();
  await other.goto("/");
  await button(other, "Play a game").tap();
  await expect(call(other, "6S")).toBeVisible();
  expect(await ownCards(other)).toEqual(await ownCards(page));
  // Only one tab lets the bots act.
  await expect(page.getByText("Another tab has gone on with this game.")).toBeVisible();
  await call(other, "7S").tap();
  await expect.poll(async () => (await keptGames(page))[0]?.records[0]?.actions.length).toBeGreaterThan(2);
  const ink = await page.locator("body").evaluate((body) => getComputedStyle(body).color);
  await expect(button(page, "Go on here")).toHaveCSS("color", ink);
  await button(page, "Go on here").tap();
  await expect(page.getByText("Talon", { exact: false }).first()).toBeVisible();
  await expect(other.getByText("Another tab has gone on with this game.")).toBeVisible();
  expect((await keptGames(page))[0]?.records[0]?.actions[0]).toBe("7S");
});

test("in training an action is taken back, and a hint is the strong player's action from the view", async ({
  page,
}) => {
  const questions = await noteQuestions(page);
  await startGame(page, "russian");
  await expect(call(page, "6S")).toBeVisible();
  const cards = await ownCards(page);
  await page.locator("[data-tool=toolHint]").tap();
  await button(page, "Show it").tap();
  const asked = (await questions()).findLast(({ ask }) => ask === "act") as Question;
  expect(Object.keys(asked)).not.toContain("record");
  const { action } = askProgram<{ action: string }>(asked);
  await expect(page.locator("[data-hint]")).toHaveAttribute("data-hint", action);
  // The chances are those of the own ten cards.
  const evaluated = (await questions()).findLast(({ ask }) => ask === "evaluate") as Question;
  type Chances = { results: { contract: string; talon?: { chance: { mean: number } } }[] };
  const { results } = askProgram<Chances>(evaluated);
  for (const { contract, talon } of results.filter(({ talon }) => talon)) {
    const row = page.locator(`[data-chance="${contract}"]`);
    await expect(row).toContainText(`${Math.round(100 * (talon?.chance.mean ?? 0))}%`);
  }
  expect(JSON.stringify(evaluated)).not.toContain("record");
  await page.locator("[data-tool=toolHint]").tap();
  await call(page, "6S").tap();
  await expect.poll(async () => (await keptGames(page))[0]?.records[0]?.actions.length).toBeGreaterThan(2);
  await page.locator("[data-tool=undo]").tap();
  await expect(call(page, "6S")).toHaveAttribute("aria-disabled", "false");
  expect(await ownCards(page)).toEqual(cards);
  await expect.poll(async () => (await keptGames(page))[0]?.records[0]?.actions).toEqual([]);
});

test("a hint for a discard has the worth of the best discards", async ({ page }) => {
  const questions = await noteQuestions(page);
  await startGame(page, "russian");
  await call(page, "10S").tap();
  await expect(button(page, "Lay these two aside")).toBeVisible();
  await page.locator("[data-tool=toolHint]").tap();
  await button(page, "Show it").tap();
  await expect(page.locator("[data-hint^=discard]")).toBeVisible();
  const rows = page.locator("[data-value^=discard]");
  await expect(rows).toHaveCount(10);
  const asked = (await questions()).findLast(({ ask }) => ask === "advise") as Question;
  const { actions } = askProgram<{ actions: { action: string; rank: number }[] }>(asked);
  expect(actions.map(({ rank }) => rank)).toEqual(actions.map(({ rank }) => rank).sort((a, b) => a - b));
  for (const [n, { action }] of actions.slice(0, 10).entries())
    await expect(rows.nth(n)).toHaveAttribute("data-value", action);
});

test("without training nothing is taken back, and no hint is given", async ({ page }) => {
  await page.goto("/");
  await button(page, "Play a game").tap();
  await page.getByRole("checkbox", { name: /Training/ }).setChecked(false);
  await button(page, "Deal").tap();
  await expect(page.locator(".stage [data-action]").first()).toBeVisible();
  await expect(page.locator("[data-tool=toolScore]")).toBeVisible();
  await expect(page.locator("[data-tool=toolHint]")).toHaveCount(0);
  await expect(page.locator("[data-tool=undo]")).toHaveCount(0);
});

test("a division of the tricks is offered, refused, and accepted, and ends the hand", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const questions = await noteQuestions(page);
  const deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K";
  await page.goto(`/#deal=${encodeURIComponent(deal)}&rules=leningrad`);
  await expect(page.locator(".rules")).toHaveText("Leningrad rules");
  await page.getByRole("button", { name: "More: copy, share, print" }).tap();
  await button(page, "Let friends play it").tap();
  await button(page, "Copy link").tap();
  await expect(page.getByRole("dialog").getByRole("status")).toHaveText("Copied.");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await page.goto("about:blank");
  await page.goto(link);
  const offerTool = page.locator("[data-tool=toolOffer]");
  await expect(offerTool).toHaveAttribute("aria-disabled", "true");
  await page.locator('.calls [data-action="6D"]').tap();
  const mayOffer = page.locator("[data-tool=toolOffer]:not([aria-disabled])");
  /** Acts until the person may offer a division. */
  const goToLead = async (): Promise<void> => {
    const aside = button(page, "Lay these two aside");
    for (;;) {
      await expect(choices(page).or(aside).or(mayOffer).first()).toBeVisible();
      if ((await mayOffer.count()) > 0) return;
      if (await aside.isVisible()) {
        for (const name of ["H9", "C7"]) await page.locator(`main > .hand [data-card=${name}]`).tap();
        await aside.tap();
        await expect(aside).toHaveCount(0);
      } else {
        const pass = page.locator('.calls [data-action="pass"]');
        const chosen = (await pass.count()) > 0 ? pass : choices(page).first();
        await chosen.tap({ timeout: 3000 }).catch(() => {});
      }
      await page.waitForTimeout(50);
    }
  };
  await goToLead();
  await offerTool.tap();
  await choice(page, "You").selectOption("10");
  await expect(page.locator("[data-offer]")).toHaveAttribute("data-offer", "offer F=10,M=0,R=0");
  // The hands lie open, so tricks may be claimed as well; all of them are not sure.
  await page.locator("[data-claim]").last().tap();
  await expect(page.locator(".panel [role=status]")).toContainText("does not stand");
  await button(page, "Offer").last().tap();
  await expect(page.locator("main [role=status]")).toContainText("Right: refuses");
  await expect(page.locator(".seats")).toContainText("refuses");
  // After a refusal the person leads, or claims, but offers nothing else.
  await mayOffer.tap();
  await expect(page.locator("[data-claim]").first()).toBeVisible();
  await expect(page.locator("[data-offer]")).toHaveCount(0);
  await offerTool.tap();
  await page.locator("main button.free").first().tap();
  await goToLead();
  await expect(page.locator(".seats")).not.toContainText("refuses");
  await offerTool.tap();
  const own = choice(page, "You");
  await own.selectOption({ index: 0 });
  const offered = (await page.locator("[data-offer]").getAttribute("data-offer")) ?? "";
  await button(page, "Offer").last().tap();
  await expect(result(page)).toHaveCount(3);
  await expect(page.locator("main [role=status]")).toContainText("Agreed");
  const record = (await questions()).findLast(({ ask }) => ask === "state")?.record as HandRecord;
  expect(record.actions).toContain(offered);
  const state = askProgram<{ phase: string; tricks: Seats; result: Seats }>({ ask: "state", record });
  expect(state.phase).toBe("over");
  expect(offered).toBe(`offer F=${state.tricks.F},M=${state.tricks.M},R=${state.tricks.R}`);
  await expect(page.locator("[data-gains=F] [data-gain]")).toHaveAttribute(
    "data-gain",
    String(state.result.F),
  );
  await button(page, "Review").tap();
  await expect(page).toHaveURL(/#record=/);
  await page.goBack();
  await expect(page.locator("main [role=status]")).toContainText("Agreed");
});
