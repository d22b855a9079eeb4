import {
  button,
  card,
  cell,
  choice,
  enter,
  expect,
  expectContracts,
  HAND,
  chooseSetting,
  test,
} from "./page";

const DEAL = encodeURIComponent(HAND);
/** The link of a play of three cards with a variation, under American rules. */
const PLAY = "CiDKUxILF2xIiIFvmCSWJQBg";

const open = async (page: import("@playwright/test").Page, hash: string): Promise<void> => {
  await page.goto("about:blank");
  await page.goto(`/#${hash}`);
};

test("a link with text added by a chat is read", async ({ page }) => {
  for (const end of [".", ")", ",", "%20", "?utm_source=chat", "&fbclid=IwAR0_x-"]) {
    await open(page, PLAY + end);
    await expect(page.locator("[data-move]")).not.toHaveCount(0);
    await expect(page.getByRole("alert")).toHaveCount(0);
    await expect(choice(page, "Rules")).toHaveValue("american");
    // The page has replaced the fields in the address by a state.
    await expect.poll(() => new URL(page.url()).hash).toBe(`#${PLAY}`);
    await open(page, `deal=${DEAL}&rules=russian${end}`);
    await expectContracts(page, HAND, "russian");
    await open(page, `rules=russian&deal=${DEAL}${end}`);
    await expectContracts(page, HAND, "russian");
  }
  await page.goto("about:blank");
  await page.goto(`/?utm_source=chat&fbclid=x#${PLAY}`);
  await expect(page.locator("[data-move]")).not.toHaveCount(0);
});

test("a truncated link shows complete parts and reports missing ones", async ({ page }) => {
  await open(page, PLAY.slice(0, 21));
  const note = page.getByRole("alert");
  await expect(note).toContainText("cards that were played may be missing");
  await expect(page.locator("[data-move]")).not.toHaveCount(0);
  await expect(choice(page, "Rules")).toHaveValue("american");
  // An unreadable link stays in the address until the state changes.
  expect(new URL(page.url()).hash).toBe(`#${PLAY.slice(0, 21)}`);
  await button(page, "Back to the contracts").click();
  await expectContracts(page, HAND, "american");
  await expect(note).toHaveCount(0);
  expect(new URL(page.url()).hash).not.toBe(`#${PLAY.slice(0, 21)}`);
  await open(page, PLAY.slice(0, 12));
  await expect(note).toContainText(
    "and with it the rules and the cards played. The rules austrian are used.",
  );
  await expectContracts(page, HAND, "austrian");
  await open(page, PLAY.slice(0, 9));
  await expect(note).toContainText("This link cannot be read. The link breaks off within the deal.");
  await expect(page.getByText("Place all 32 cards")).toBeVisible();
});

test("missing house rules of a link are reported", async ({ page }) => {
  await page.goto("/");
  await enter(page, HAND);
  await page.getByText("Rules in detail").click();
  await page.getByText("House rules", { exact: true }).click();
  await page.getByLabel("A TOML file").fill('name = "ours"\nextends = "russian"\n[play]\nhead = true\n');
  await button(page, "Use").click();
  await expectContracts(page, HAND, "russian,+head");
  const { hash } = new URL(page.url());
  const end = hash.indexOf("~");
  for (const length of [end, end + 1, hash.length - 5]) {
    await open(page, hash.slice(1, length));
    await expect(page.getByRole("alert")).toContainText("The house rules of this link cannot be read.");
    await expect(page.locator("[data-cell]").first()).toBeVisible();
  }
  await open(page, hash.slice(1));
  await expectContracts(page, HAND, "russian,+head");
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("the page says why a typed link cannot be read", async ({ page }) => {
  const note = page.getByRole("alert");
  await open(page, `deal=${DEAL.replace("A9", "AA")}`);
  await expect(note).toContainText("This link cannot be read. Forehand: ace of hearts appears twice.");
  await open(page, "deal=F:A");
  await expect(note).toContainText("Hands found: 1");
  // The deal of this link can be read, its rules cannot.
  await open(page, `deal=${DEAL}&rules=rusian`);
  await expect(note).toContainText("This link names rules that do not exist. The rules austrian are used.");
  await expect(note).toContainText("'rusian'");
  await expectContracts(page, HAND, "austrian");
  await open(page, "rules=american");
  await expect(choice(page, "Rules")).toHaveValue("american");
  await expect(note).toHaveCount(0);
  await open(page, "rules=rusian");
  await expect(note).toContainText("'rusian'");
});

test("a pasted link is found inside other text, and a wrong link changes nothing", async ({ page }) => {
  await page.goto("/");
  await enter(page, HAND);
  await choice(page, "Rules").selectOption("russian");
  await expectContracts(page, HAND, "russian");
  await enter(page, "https://example.org/page#section");
  await expect(page.locator("#wrong")).toContainText("This link cannot be read.");
  await expectContracts(page, HAND, "russian");
  await enter(page, `Look (https://example.org/pref/#${PLAY}).`);
  await expect(page.locator("[data-move]")).not.toHaveCount(0);
  await expect(choice(page, "Rules")).toHaveValue("american");
});

test("hidden cards are not shown next to the table", async ({ page }) => {
  const aside = page.locator("p.aside");
  for (const [declarer, alone, hand, seen] of [
    ["F", "M", false, false],
    ["F", "F", false, true],
    ["F", "F", true, false],
    ["M", "R", true, false],
    ["M", "", true, true],
    ["M", "", false, true],
  ] as const) {
    await page.goto("about:blank");
    await page.goto(`/#deal=${DEAL}`);
    await expect(page.locator("[data-talon]").first()).toBeVisible();
    await page.getByLabel("Hands to see").selectOption(alone);
    await (hand ? cell(page, `${declarer}_D`) : page.locator(`[data-talon="${declarer}_D"]`)).click();
    await expect(aside).toBeVisible();
    const signs = aside.locator(".sign");
    const hidden = aside.getByLabel("a card face down");
    const count = hand ? 2 : 4;
    await expect(signs, `${declarer} ${alone} ${hand}`).toHaveCount(seen ? count : 0);
    await expect(hidden).toHaveCount(seen ? 0 : count);
    if (alone === "") continue;
    await button(page, "Hold to look").hover();
    await page.mouse.down();
    await expect(signs).toHaveCount(count);
    await page.mouse.up();
    await expect(signs).toHaveCount(seen ? count : 0);
  }
});

test("talon is shown to defenders under rules that turn it up", async ({ page }) => {
  await page.goto("/");
  await choice(page, "Rules").selectOption("russian");
  await enter(page, HAND);
  await page.getByLabel("Hands to see").selectOption("M");
  await page.locator('[data-talon="F_H"]').click();
  const aside = page.locator("p.aside");
  await expect(aside.locator(".sign")).toHaveCount(2);
  await expect(aside.getByLabel("a card face down")).toHaveCount(2);
});

test("a play continues under other rules while its cards are legal", async ({ page }) => {
  await page.goto("/");
  await choice(page, "Rules").selectOption("russian");
  await enter(page, HAND);
  await page.locator('[data-talon="F_H"]').click();
  await expect(page.locator(".value").first()).toBeVisible();
  for (let n = 0; n < 4; n++) {
    const moves = await page.locator("[data-move]").count();
    await page.locator('.turn button[aria-disabled="false"]').last().click();
    await expect.poll(() => page.locator("[data-move]").count()).toBeGreaterThan(moves);
    await expect(page.locator(".turn .value").first()).toBeVisible();
  }
  const tree = await page
    .locator(".tree [data-move]")
    .evaluateAll((all) => all.map((one) => one.getAttribute("data-move")));
  const kept = async (): Promise<void> => {
    await expect(page.locator(".tree [data-move]")).toHaveCount(tree.length);
    for (const [n, name] of tree.entries()) {
      await expect(page.locator(".tree [data-move]").nth(n)).toHaveAttribute("data-move", name as string);
    }
  };
  for (const rules of ["american", "austrian", "hungarian", "russian"]) {
    await choice(page, "Rules").selectOption(rules);
    await expect(page.locator(".turn .value").first()).toBeVisible();
    await kept();
  }
  await expect(page.getByRole("alert")).toHaveCount(0);
  await button(page, "Back to the contracts").click();
  await expect(page.locator("[data-discards]")).toBeVisible();
});

test("a play stops before a card that other rules forbid and keeps it", async ({ page }) => {
  // Under Austrian rules a player must beat the ten of spades.
  await page.goto("/");
  await choice(page, "Rules").selectOption("russian");
  await enter(page, HAND);
  await cell(page, "F_N").click();
  await expect(card(page, "SQ").locator(".value")).toBeVisible();
  for (const name of ["SQ", "S7"]) await card(page, name).click();
  await expect(page.locator('[data-move="S7"]')).toBeVisible();
  const moves = await page.locator("[data-move]").count();
  await choice(page, "Rules").selectOption("austrian");
  await expect(page.getByRole("alert")).toContainText("From here on, these cards cannot be played");
  await expect(page.getByTestId("turn")).toContainText("Middlehand is to play");
  await expect(page.locator("[data-move]")).toHaveCount(moves);
  await expect(page.locator("[aria-current=step]")).toHaveAttribute("data-move", "SQ");
  await expect(page.locator('.seat.M [data-card="SK"]')).toHaveAttribute("aria-disabled", "false");
  await choice(page, "Rules").selectOption("russian");
  await expect(page.locator("[data-move]")).toHaveCount(moves);
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("rules with a pot ask for its size", async ({ page }) => {
  await page.goto("/");
  await choice(page, "Rules").selectOption("austrian-limited");
  await enter(page, HAND);
  const need = page.getByText("Under these rules the payment depends on the pot");
  await expect(need).toBeVisible();
  const pot = page.getByLabel("Amount in the pot");
  for (const wrong of ["-5", "2.5", "100001"]) {
    await pot.fill(wrong);
    await page.keyboard.press("Tab");
    await expect(page.getByRole("alert")).toContainText("The pot is a whole number from 0 to 100,000.");
    await expect(page.getByText("Gains:")).toHaveCount(0);
  }
  await pot.fill("60");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(page.getByText("Gains:")).toBeVisible();
  await pot.fill("");
  await page.keyboard.press("Tab");
  await expect(need).toBeVisible();
  // The amount of the pot also serves other parts of the page that show payments.
  await button(page, "Forehand: all discards").click();
  const discards = page.locator("[data-discards]");
  await button(page, "By gains").click();
  await discards.getByLabel("Amount in the pot").fill("40");
  await page.keyboard.press("Tab");
  await expect(discards.locator("[data-ranked] b").first()).toContainText("gain");
  await chooseSetting(page, "Cards show", "gains");
  await cell(page, "F_D").click();
  await page.getByText("Defence and settlement").click();
  const settlement = page.getByRole("region", { name: "Defence and settlement" });
  await expect(settlement.getByText("Settlement if all players")).toBeVisible();
  await settlement.getByLabel("Amount in the pot").fill("");
  await page.keyboard.press("Tab");
  await expect(settlement.getByText("the payment depends on the pot")).toBeVisible();
});
