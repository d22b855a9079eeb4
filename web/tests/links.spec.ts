import type { Page } from "@playwright/test";

import {
  button,
  chooseRules,
  expect,
  expectContracts,
  HAND,
  held,
  holdEngine,
  open,
  openMenu,
  openPanel,
  playable,
  test,
  tool,
  type,
} from "./page";

const DEAL = encodeURIComponent(HAND);
/** The link of a play of three cards with a variation, under American rules. */
const PLAY = "CiDKUxILF2xIiIFvmCSWJQBg";

const openLink = async (page: Page, hash: string): Promise<void> => {
  await page.goto("about:blank");
  await page.goto(`/#${hash}`);
};
const expectPlay = async (page: Page): Promise<void> => {
  await expect(page.locator("h1")).toHaveText(/, (You|Left|Right)$/);
  await expect(playable(page).first()).toBeVisible();
};

test("a deal that has not been read when another is dealt is a step back", async ({ page }) => {
  const arrive = await holdEngine(page);
  await open(page, HAND);
  await openMenu(page, "Random deal");
  await expect(held(page, "F")).toHaveCount(10);
  arrive();
  await expect(page.locator(".panel [data-cell]").first()).toBeVisible();
  const dealt = page.url();
  expect(dealt).not.toContain(DEAL);
  await page.reload();
  await expect(held(page, "F")).toHaveCount(10);
  expect(page.url()).toBe(dealt);
  await page.goBack();
  await expectContracts(page, HAND, "russian");
});

test("a link with text added by a chat is read", async ({ page }) => {
  for (const end of [".", ")", ",", "%20", "?utm_source=chat", "&fbclid=IwAR0_x-"]) {
    await openLink(page, PLAY + end);
    await expectPlay(page);
    await expect(page.getByRole("alert")).toHaveCount(0);
    await expect(page.locator(".rules")).toHaveText("American rules");
    // The page has replaced the fields in the address by a state.
    await expect.poll(() => new URL(page.url()).hash).toBe(`#${PLAY}`);
  }
  for (const end of [".", "&fbclid=IwAR0_x-"]) {
    await openLink(page, `deal=${DEAL}&rules=russian${end}`);
    await expectContracts(page, HAND, "russian");
    await openLink(page, `rules=russian&deal=${DEAL}${end}`);
    await expectContracts(page, HAND, "russian");
  }
  await page.goto("about:blank");
  await page.goto(`/?utm_source=chat&fbclid=x#${PLAY}`);
  await expectPlay(page);
});

test("a truncated link shows complete parts and reports missing ones", async ({ page }) => {
  await openLink(page, PLAY.slice(0, 21));
  const note = page.getByRole("alert");
  await expect(note).toContainText("cards that were played may be missing");
  await expectPlay(page);
  await expect(page.locator(".rules")).toHaveText("American rules");
  // An unreadable link stays in the address until the state changes.
  expect(new URL(page.url()).hash).toBe(`#${PLAY.slice(0, 21)}`);
  await tool(page, "toolContracts").click();
  await expectContracts(page, HAND, "american");
  await expect(note).toHaveCount(0);
  expect(new URL(page.url()).hash).not.toBe(`#${PLAY.slice(0, 21)}`);
  await openLink(page, PLAY.slice(0, 12));
  await expect(note).toContainText(
    "and with it the rules and the cards played. The rules Austrian rules are used.",
  );
  await expectContracts(page, HAND, "austrian");
  await openLink(page, PLAY.slice(0, 9));
  await expect(note).toContainText("This link cannot be read. The link breaks off within the deal.");
  await expect(held(page, "F")).toHaveCount(0);
});

/** Opens the dialog of the rules, and uses this text as house rules. */
async function useHouse(page: Page, text: string): Promise<void> {
  await openMenu(page, "Rules in detail");
  await page.getByLabel("A TOML file").fill(text);
  await button(page, "Use").click();
}

test("missing house rules of a link are reported", async ({ page }) => {
  await open(page, HAND);
  await useHouse(page, 'name = "ours"\nextends = "russian"\n[play]\nhead = true\n');
  await expect(page.getByText("House rules: ours")).toBeVisible();
  await page.keyboard.press("Escape");
  await expectContracts(page, HAND, "russian,+head");
  await expect(page).toHaveURL(/~/);
  const { hash } = new URL(page.url());
  const end = hash.indexOf("~");
  for (const length of [end, end + 1, hash.length - 5]) {
    await openLink(page, hash.slice(1, length));
    await expect(page.getByRole("alert")).toContainText("The house rules of this link cannot be read.");
    await openPanel(page, "toolContracts");
    await expect(page.locator(".panel [data-cell]").first()).toBeVisible();
  }
  await openLink(page, hash.slice(1));
  await expectContracts(page, HAND, "russian,+head");
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("switches and house rules change answers, and wrong house rules get an error", async ({ page }) => {
  await open(page, HAND);
  await openMenu(page, "Rules in detail");
  await expect(page.getByText("Bids are a number of tricks and a suit")).toBeVisible();
  const head = page.getByLabel("Following suit, you must beat the winning card if you can");
  await expect(head).not.toBeChecked();
  await head.check();
  await expect(head).toBeChecked();
  await page.keyboard.press("Escape");
  await expectContracts(page, HAND, "russian,+head");
  await useHouse(page, 'name = "ours"\nextends = "danube-swabian"\n[play]\nheat = true\n');
  await expect(page.locator("#rulesWrong")).toContainText(
    /^These rules are not valid\. play\.heat: there is no key/,
  );
  await page.keyboard.press("Escape");
  await useHouse(page, 'name = "ours"\n[play\nhead = true\n');
  await expect(page.locator("#rulesWrong")).toContainText(/^These rules are not valid\. line 2, column/);
  await page.keyboard.press("Escape");
  await expectContracts(page, HAND, "russian,+head");
  await useHouse(page, 'name = "ours"\nextends = "danube-swabian"\n[play]\nhead = true\n');
  await expect(page.getByText("House rules: ours")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.locator(".rules")).toHaveText("ours");
  await expectContracts(page, HAND, "danube-swabian,+head");
  await expect(page).toHaveURL(/~/);
  const link = page.url();
  await page.goto("about:blank");
  await page.goto(link);
  await expectContracts(page, HAND, "danube-swabian,+head");
});

test("the page says why a typed link cannot be read", async ({ page }) => {
  const note = page.getByRole("alert");
  await openLink(page, `deal=${DEAL.replace("A9", "AA")}`);
  await expect(note).toContainText("This link cannot be read. You: ace of hearts appears twice.");
  await openLink(page, "deal=F:A");
  await expect(note).toContainText("Hands found: 1");
  expect(new URL(page.url()).hash).toBe("#deal=F:A");
  await type(page, HAND);
  await expectContracts(page, HAND, "russian");
  await expect(note).toHaveCount(0);
  // The deal of this link can be read, its rules cannot.
  await openLink(page, `deal=${DEAL}&rules=rusian`);
  await expect(note).toContainText(
    "This link names rules that do not exist. The rules Sochi rules are used.",
  );
  await expect(note).toContainText("'rusian'");
  await expectContracts(page, HAND, "russian");
  await openLink(page, "rules=american");
  await expect(page.locator(".rules")).toHaveText("American rules");
  await expect(note).toHaveCount(0);
  await openLink(page, "rules=rusian");
  await expect(note).toContainText("'rusian'");
});

test("rules in a typed link apply", async ({ page }) => {
  for (const [rules, meant] of [
    ["russian,+head", "russian,+head"],
    ["sochi", "russian"],
    ["american,-head", "american"],
  ] as const) {
    await openLink(page, `rules=${rules}&deal=${DEAL}`);
    await expectContracts(page, HAND, meant);
  }
});

test("a pasted link is found inside other text, and a wrong link changes nothing", async ({ page }) => {
  await open(page, HAND);
  await expectContracts(page, HAND, "russian");
  await type(page, "https://example.org/page#section");
  await expect(page.locator("#misreading")).toContainText("This link cannot be read.");
  await expectContracts(page, HAND, "russian");
  await type(page, `Look (https://example.org/pref/#${PLAY}).`);
  await expectPlay(page);
  await expect(page.locator(".rules")).toHaveText("American rules");
});

test("the back button restores deals and plays", async ({ page }) => {
  const OTHER = "F:KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 AQJ.A9.AK9.T7 ..7.K";
  await open(page, HAND);
  await expectContracts(page, HAND, "russian");
  await type(page, OTHER);
  await expectContracts(page, OTHER, "russian");
  await page.locator('.panel [data-cell="M_H"]').click();
  await expect(playable(page).first()).toBeVisible();
  await page.goBack();
  await expectContracts(page, OTHER, "russian");
  await page.goForward();
  await expect(playable(page).first()).toBeVisible();
  await chooseRules(page, "american");
  await expect(playable(page).first()).toBeVisible();
});
