import { inNotation } from "../src/game/letters";
import { expect, expectContracts, HAND, held, open, openMenu, test, tool, type } from "./page";
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
  for (const text of [french, german, french.toLowerCase()]) {
    await type(page, HAND);
    await expectContracts(page, HAND, "russian");
    await type(page, `F:${text}`);
    await expectContracts(page, deal, "russian");
  }
});

test("a lone D is read as the queen, or as the ace with a German pack", async ({ page }) => {
  const hand = "F:D87.97.108.D97 ? ?";
  const place = (name: string) => page.locator(`.seats section[aria-label=${name}]`);
  const choosePack = async (name: string): Promise<void> => {
    await openMenu(page, name);
    await page.keyboard.press("Escape");
  };
  await page.goto("/");
  await type(page, hand);
  await expect(place("You").locator("[data-card]")).toHaveCount(10);
  await expect(place("You").locator("[data-card=SQ]")).toBeVisible();
  await expect(place("You").locator("[data-card$=A]")).toHaveCount(0);
  await choosePack("German suits");
  await type(page, "F:87D.97.108.D97 ? ?");
  await expect(place("You").locator("[data-card$=A]")).toHaveCount(2);
  // The B is a Bube (jack), so the letters are French.
  await type(page, "F:D87.B7.108.D97 ? ?");
  await expect(place("You").locator("[data-card=HJ]")).toBeVisible();
  await expect(place("You").locator("[data-card$=Q]")).toHaveCount(2);
  // In a deal with O or U a D is the ace with either pack, also under suit signs.
  await choosePack("French suits");
  await type(page, "R:? ? ♠DKOU♥D97♦X8♣7");
  for (const name of ["SA", "SQ", "SJ", "HA", "DT"])
    await expect(place("Left").locator(`[data-card=${name}]`)).toBeVisible();
  // The letters of a link mean the same cards with either pack.
  await open(page, hand);
  await expect(held(page, "F", "=SQ")).toBeVisible();
  await expect(held(page, "F", "$=A")).toHaveCount(0);
});

test("a wrong letter is quoted as written", async ({ page }) => {
  await page.goto("/");
  await type(page, "F:B♠AK ? ?");
  await expect(page.locator("#misreading mark")).toHaveText("B");
  await expect(page.locator("#misreading")).toContainText("“B”");
});

test("a record is read in the program's letters", async ({ page }) => {
  await page.goto("/");
  // In this deal's letters, which the program also reads, D is the ace, O the queen and U the jack.
  const deal = HAND.replaceAll("A", "D").replaceAll("Q", "O").replaceAll("J", "U");
  await type(page, JSON.stringify({ deal }));
  await expectContracts(page, HAND, "russian");
  await expect(held(page, "F")).toHaveCount(10);
  await expect(tool(page, "toolEnter")).toBeVisible();
});
