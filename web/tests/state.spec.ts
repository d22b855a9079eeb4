import {
  button,
  cell,
  choose,
  chooseRules,
  delayWorkers,
  expect,
  expectContracts,
  HAND,
  held,
  open,
  openPanel,
  play,
  playable,
  setTick,
  test,
  tool,
  type,
} from "./page";
import { deals } from "./program";

const DEALS = deals(4, 20261123);

test("the link restores the whole state", async ({ page }) => {
  await open(page, HAND, "illustrated");
  await expectContracts(page, HAND, "illustrated");
  expect(new URL(page.url()).hash.length).toBeLessThanOrEqual(60);
  await play(page, "R_H", "hand");
  for (let number = 0; number < 2; number++) {
    const before = page.url();
    await playable(page).first().click();
    await expect(page).not.toHaveURL(before);
    await expect(playable(page).first()).toBeVisible();
  }
  const table = await page.locator("main").innerText();
  expect(new URL(page.url()).hash.length).toBeLessThanOrEqual(60);
  await page.reload();
  await expect(playable(page).first()).toBeVisible();
  expect(await page.locator("main").innerText()).toBe(table);
  await page.goto(`/#deal=${encodeURIComponent(HAND)}&rules=american`);
  await page.reload();
  await expectContracts(page, HAND, "american");
});

test("wrong links leave an empty table", async ({ page }) => {
  for (const hash of ["AAAA", "B", "%%%", "x".repeat(5000), "deal=<img src=x onerror=alert(1)>", "deal="]) {
    await page.goto("about:blank");
    await page.goto(`/#${hash}`);
    await openPanel(page, "toolContracts");
    await expect(page.locator(".panel")).toContainText("Place all 32 cards");
    await expect(page.getByRole("alert")).toContainText("This link cannot be read.");
    // A deal that is pasted over another one replaces it.
    await type(page, HAND);
    await expectContracts(page, HAND, "russian");
    await page.evaluate((text) => (location.hash = text), `${hash}&rules=american`);
    await expect(page.getByRole("alert")).toContainText("This link cannot be read.");
    await expect(held(page, "F")).toHaveCount(0);
    await expect(page.locator(".rules")).toHaveText("Sochi rules");
  }
});

test("a newer entry wins over a link that is still being read", async ({ page }) => {
  await delayWorkers(page, 2000);
  for (const hash of ["deal=nothing", `deal=${encodeURIComponent(DEALS[1] as string)}&rules=american`]) {
    await page.goto("about:blank");
    await page.goto(`/#${hash}`);
    await type(page, HAND);
    await expectContracts(page, HAND, "russian");
  }
});

test("a deal is entered by the keyboard alone", async ({ page }) => {
  await page.goto("/");
  const press = async (name: string): Promise<void> => {
    for (let n = 0; n < 30; n++) {
      const focused = await page.evaluate(
        () => document.activeElement?.textContent?.trim() || document.activeElement?.getAttribute("type"),
      );
      if (focused === name) return;
      await page.keyboard.press("Tab");
    }
    throw new Error(`the tab key does not reach ${name}`);
  };
  await press("Enter a deal");
  await page.keyboard.press("Enter");
  await press("text");
  await page.keyboard.type(HAND);
  await expectContracts(page, HAND, "russian");
});

test("a text that is not a deal is reported and changes nothing", async ({ page }) => {
  await open(page, HAND);
  await expectContracts(page, HAND, "russian");
  for (const [wrong, why] of [
    ["F:A", "Hands found: 1"],
    ["<script>alert(1)</script>", "“<script>alert(1)</script>” does not say whose hand comes first"],
    ["F:" + "A".repeat(100_000), "Hands found: 1"],
    ['{"ask":1}', "This record cannot be read"],
  ] as const) {
    await type(page, wrong);
    await expect(page.locator("#misreading")).toContainText(why);
  }
  await expectContracts(page, HAND, "russian");
});

test("answers can be hidden, and looked at while a button is held", async ({ page }) => {
  await open(page, HAND);
  await expectContracts(page, HAND, "russian");
  await setTick(page, "Hide the answers", true);
  for (const text of await page.locator(".panel [data-cell]").allInnerTexts()) expect(text).toBe("?");
  const first = page.locator(".panel tbody td button").first();
  await expect(first).toHaveText("?");
  const look = button(page, "Hold to look");
  await look.hover();
  await page.mouse.down();
  await expect(first).not.toHaveText("?");
  await page.mouse.up();
  await expect(first).toHaveText("?");
  // A touch that becomes a scroll sends no `pointerup`.
  await page.mouse.down();
  await expect(first).not.toHaveText("?");
  await page.evaluate(() => window.dispatchEvent(new PointerEvent("pointercancel")));
  await expect(first).toHaveText("?");
  await page.mouse.up();
  await look.focus();
  await page.keyboard.down("Space");
  await expect(first).not.toHaveText("?");
  await page.keyboard.up("Space");
  await expect(first).toHaveText("?");
  await first.click();
  await expect(playable(page).first()).toBeVisible();
  await expect(page.locator("main [data-price]")).toHaveCount(0);
});

test("one hand alone is shown, and the page plays the others", async ({ page }) => {
  await open(page, HAND);
  await openPanel(page, "toolContracts");
  await expect(cell(page, "F_D")).toBeVisible();
  await choose(page, "Hands to see", "M");
  await expect(held(page, "F")).toHaveCount(0);
  await expect(held(page, "M")).toHaveCount(10);
  await expect(page.getByLabel("a card face down")).toHaveCount(22);
  await page.locator(".panel tbody td button").first().click();
  // Your lead is played by the page.
  await expect(page.getByRole("status").first()).toContainText("Left to play");
  await expect(page.locator(".trick [data-card]")).toHaveCount(1);
  await expect(page.locator("main [data-price]")).toHaveCount(0);
  const before = page.url();
  await playable(page).first().click();
  await expect(page).not.toHaveURL(before);
  await expect(page.getByRole("status").first()).toContainText(/Left to play|hand is over/);
});

test("talon and discard lie face down for who does not see them", async ({ page }) => {
  const aside = page.locator(".stage .aside");
  for (const [seat, isSeen] of [
    ["M", false],
    ["F", true],
    ["", true],
  ] as const) {
    await open(page, HAND);
    await openPanel(page, "toolContracts");
    await expect(cell(page, "F_D")).toBeVisible();
    await cell(page, "F_D").click();
    await choose(page, "Hands to see", seat);
    await expect(aside.locator("[data-card]")).toHaveCount(isSeen ? 2 : 0);
    await expect(aside.getByLabel("a card face down")).toHaveCount(isSeen ? 0 : 2);
    if (seat === "") continue;
    await button(page, "Hold to look").hover();
    await page.mouse.down();
    await expect(aside.locator("[data-card]")).toHaveCount(2);
    await page.mouse.up();
    await expect(aside.locator("[data-card]")).toHaveCount(isSeen ? 2 : 0);
  }
});

for (const [code, title] of Object.entries({
  de: "Neu eingeben",
  ru: "Ввести расклад",
  hu: "Leosztás beírása",
  sr: "Унеси поделу",
  hr: "Unesi podjelu",
})) {
  test(`the page speaks ${code}`, async ({ page }) => {
    void title;
    await page.goto("/");
    await choose(page, "Language", code);
    await expect(page.locator("html")).toHaveAttribute("lang", code);
    const words = await page.locator(".panel").innerText();
    await page.reload();
    await expect(page.locator("html")).toHaveAttribute("lang", code);
    await expect(page.locator(".panel")).toHaveText(words, { useInnerText: true });
  });
}

test("rules that change during a play keep its cards while they are legal", async ({ page }) => {
  await open(page, HAND);
  await play(page, "F_H", "talon");
  for (let n = 0; n < 4; n++) {
    const before = page.url();
    await playable(page).last().click();
    await expect(page).not.toHaveURL(before);
    await expect(playable(page).first()).toBeVisible();
  }
  await openPanel(page, "toolMoves");
  const played = await page
    .locator(".panel [data-move]")
    .evaluateAll((all) => all.map((one) => one.getAttribute("data-move")));
  expect(played.length).toBeGreaterThan(3);
  for (const rules of ["american", "austrian", "hungarian", "russian"]) {
    await chooseRules(page, rules);
    await expect(playable(page).first()).toBeVisible();
    await expect(page.locator(".panel [data-move]")).toHaveCount(played.length);
    for (const name of played) await expect(page.locator(`.panel [data-move=${name}]`)).toBeVisible();
  }
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("a play stops before a card that other rules forbid and keeps it", async ({ page }) => {
  // Under Austrian rules a player must beat the ten of spades.
  await open(page, HAND);
  await play(page, "F_N", "hand");
  await page.locator("main .hand [data-card=SQ]").click();
  await page.locator("main .hand [data-card=S7]").click();
  await expect(page.locator(".trick [data-card=S7]")).toBeVisible();
  await chooseRules(page, "austrian");
  await expect(page.getByRole("alert")).toContainText("From here on, these cards cannot be played");
  await expect(page.getByRole("status").first()).toContainText("Left to play");
  await expect(page.locator(".trick [data-card]")).toHaveCount(1);
  await expect(page.locator("main .hand [data-card=SK]")).toHaveAttribute("aria-disabled", "false");
  await chooseRules(page, "russian");
  await tool(page, "toolForward").click();
  await expect(page.locator(".trick [data-card=S7]")).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
});
