import type { Page } from "@playwright/test";

import { button, choice, dialog, expect, expectContracts, HAND, open, test } from "./page";
import { askProgram, program } from "./program";

test.use({ viewport: { width: 360, height: 640 }, hasTouch: true });

const CARDS = "main > .hand [data-card]";

const shownCards = async (page: Page): Promise<string[]> => {
  await expect(page.locator(CARDS)).toHaveCount(10);
  const names = await page
    .locator(CARDS)
    .evaluateAll((cards) => cards.map((card) => card.getAttribute("data-card") ?? ""));
  return names.sort();
};

/** The cards of a seat in a deal, in the order of their names. */
function cardsOf(deal: string, seat: number): string[] {
  const suits = deal.slice(2).split(" ")[seat]?.split(".") ?? [];
  return suits.flatMap((ranks, suit) => [...ranks].map((rank) => "SHDC"[suit] + rank)).sort();
}

/** Passes, and takes the first of all other actions, until the hand is over. */
async function playOut(page: Page): Promise<void> {
  const turn = page.locator(
    "main button.free, .stage [data-action]:not([aria-disabled=true], :disabled), [data-gains]",
  );
  for (;;) {
    await expect(turn.first()).toBeVisible();
    if ((await page.locator("[data-gains]").count()) > 0) return;
    const pass = page.locator('.stage [data-action="pass"]:not([aria-disabled=true])');
    const chosen = (await pass.count()) > 0 ? pass.first() : turn.first();
    await chosen.tap({ timeout: 5000 }).catch(() => {});
    await page.waitForTimeout(50);
  }
}

test("a deal is sent to friends, played from its seat, and its result is a line of text", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page, HAND, "russian");
  await expectContracts(page, HAND, "russian");
  await page.getByRole("button", { name: "More: copy, share, print" }).tap();
  await button(page, "Let friends play it").tap();
  await choice(page, "Their seat").selectOption("M");
  await button(page, "Beginner").tap();
  await expect(dialog(page)).toContainText("they are no secret");
  await button(page, "Copy link").tap();
  await expect(dialog(page).getByRole("status")).toHaveText("Copied.");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/#play=C[\w-]+&seat=M&bot=beginner$/);
  await page.goto("about:blank");
  await page.goto(link);
  expect(await shownCards(page)).toEqual(cardsOf(HAND, 1));
  // The cards of the others lie face down, and nothing is taken back.
  await expect(page.locator(".seats [data-card]")).toHaveCount(0);
  await expect(page.locator("[data-tool=toolHint], [data-tool=undo]")).toHaveCount(0);
  await playOut(page);
  await expect(button(page, "Next hand")).toHaveCount(0);
  await button(page, "Copy the result").tap();
  await expect(page.locator(".panel")).toContainText("Copied.");
  const text = await page.evaluate(() => navigator.clipboard.readText());
  const gain = await page.locator("[data-gains=F] [data-gain]").getAttribute("data-gain");
  const [line = "", sent] = text.split("\n");
  expect(line).toMatch(/^Sochi rules, Beginner: .+: [+−]?[\d.,]+$/);
  const written = line.split(": ").at(-1)?.replace("−", "-").replace("+", "");
  expect(Number(written)).toBeCloseTo(Number(gain), 2);
  expect(sent).toBe(link);
  // Whoever opens the link again sees the own result.
  await page.goto("about:blank");
  await page.goto(link);
  await expect(page.locator("[data-gains=F] [data-gain]")).toHaveAttribute("data-gain", gain ?? "");
});

test("a link names a random deal by its number", async ({ page }) => {
  const { deal } = askProgram<{ deal: string }>({ ask: "deal", seed: 1829 });
  expect(program<{ deal: string }>("deal", "--seed", "1829").deal).toBe(deal);
  await page.goto("/#play=1829&rules=hungarian&seat=R&bot=quick");
  expect(await shownCards(page)).toEqual(cardsOf(deal, 2));
  await expect(page.locator(".rules")).toHaveText("Hungarian rules");
  await page.goto("about:blank");
  await page.goto("/#play=1829&seat=X");
  await expect(page.getByRole("alert")).toContainText("This link cannot be read.");
});
