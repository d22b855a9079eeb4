import { inNotation } from "../src/game/letters";
import { button, card, choice, enter, expect, expectContracts, HAND, chooseSetting, test } from "./page";
import { askProgram } from "./program";

test("ranks are read in French and German letters", () => {
  for (const [text, french, german] of [
    ["F:D87.97.108.D97 ? ?", "F:Q87.97.108.Q97 ? ?", "F:A87.97.108.A97 ? ?"],
    ["M:akdb.x9.. ? ?", "M:akQJ.T9.. ? ?", "M:akQJ.T9.. ? ?"],
    ["F:DKO.U9.DX. ? ?", "F:AKO.U9.AT. ? ?", "F:AKO.U9.AT. ? ?"],
    ["F:D.7..8 ? ? # round one", "F:Q.7..8 ? ? # round one", "F:A.7..8 ? ? # round one"],
    ["no deal", "no deal", "no deal"],
  ] as const) {
    expect(inNotation(text), text).toBe(french);
    expect(inNotation(text, true), text).toBe(german);
  }
});

test("a deal in French or German letters is the same deal", async ({ page }) => {
  await page.goto("/");
  const { deal } = askProgram<{ deal: string }>({ ask: "deal", seed: 41 });
  const hands = deal.slice(2);
  const french = hands.replaceAll("Q", "D").replaceAll("J", "B").replaceAll("T", "X");
  const german = hands.replaceAll("A", "D").replaceAll("Q", "O").replaceAll("J", "U").replaceAll("T", "10");
  for (const language of ["de", "hu", "en", "hr", "ru"]) {
    await page.locator("header select").nth(1).selectOption(language);
    await expect(page.locator("html")).toHaveAttribute("lang", language);
    const field = page.locator("main input[type=text]").first();
    for (const text of [french, german, french.toLowerCase()]) {
      await field.fill(HAND);
      await expectContracts(page, HAND, "austrian");
      await field.fill(`F:${text}`);
      await expectContracts(page, deal, "austrian");
    }
  }
});

test("a lone D is read as the queen, or as the ace with a German pack", async ({ page }) => {
  await page.goto("/");
  const hand = "F:D87.97.108.D97 ? ?";
  await enter(page, hand);
  await expect(page.locator(".place.F [data-card]")).toHaveCount(10);
  await expect(card(page, "SQ")).toBeVisible();
  await expect(page.locator(".place.F [data-card$=A]")).toHaveCount(0);
  await chooseSetting(page, "Cards", "german");
  await enter(page, "F:87D.97.108.D97 ? ?");
  await expect(page.locator(".place.F [data-card$=A]")).toHaveCount(2);
  // The B is a Bube (jack), so the letters are French.
  await enter(page, "F:D87.B7.108.D97 ? ?");
  await expect(page.locator(".place.F [data-card=HJ]")).toBeVisible();
  await expect(page.locator(".place.F [data-card$=Q]")).toHaveCount(2);
  // In a deal with O or U a D is the ace with either pack, also under suit signs.
  await chooseSetting(page, "Cards", "french");
  await enter(page, "R:? ? ♠DKOU♥D97♦X8♣7");
  for (const name of ["SA", "SQ", "SJ", "HA", "DT"]) {
    await expect(page.locator(`.place.M [data-card=${name}]`)).toBeVisible();
  }
  // The letters of a link mean the same cards with either pack.
  await page.goto("about:blank");
  await page.goto(`/#deal=${encodeURIComponent(hand)}`);
  await expect(page.locator(".place.F [data-card=SQ]")).toBeVisible();
  await expect(page.locator(".place.F [data-card$=A]")).toHaveCount(0);
});

test("a wrong letter is quoted as written", async ({ page }) => {
  await page.goto("/");
  await choice(page, "Language").selectOption("de");
  await page.locator("main input[type=text]").first().fill("F:B♠AK ? ?");
  await expect(page.locator("#wrong mark")).toHaveText("B");
  await expect(page.locator("#wrong")).toContainText("„B“");
});

test("a record is read in the program's letters", async ({ page }) => {
  await page.goto("/");
  // In this deal's letters, which the program also reads, D is the ace, O the queen and U the jack.
  const deal = HAND.replaceAll("A", "D").replaceAll("Q", "O").replaceAll("J", "U");
  await enter(page, JSON.stringify({ deal }));
  await expectContracts(page, HAND, "austrian");
  await expect(button(page, "Forehand 10")).toBeVisible();
});
