import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import type { FrameLocator, Page } from "@playwright/test";

import { button, dialog, expect, HAND, openPanel, test } from "./page";
import { program } from "./program";

const DEAL = `#deal=${encodeURIComponent(HAND)}`;
const PAGE = "http://127.0.0.1:4173/";
/** The link of a play of three cards with a variation, under American rules. */
const PLAY = "#CiDKUxILF2xIiIFvmCSWJQBg";

/** The script of a club's page that fits a frame to its table, as the README has it. */
const FIT = `
addEventListener("message", ({ source, data }) => {
  if (data?.preference !== "height") return;
  for (const frame of document.querySelectorAll("iframe"))
    if (frame.contentWindow === source) frame.style.height = data.height + "px";
});`;

/** Shows a page of another site with a frame, and its field for comments focused. */
async function openClub(
  page: Page,
  { query = "embed", link = DEAL, sandbox }: { query?: string; link?: string; sandbox?: string },
  look: (frame: FrameLocator) => Promise<void>,
): Promise<void> {
  const address = `${PAGE}?${query}${link}`.replaceAll("&", "&amp;");
  const isolated = sandbox === undefined ? "" : ` sandbox="${sandbox}"`;
  const html = `<!doctype html><title>Club</title><script>${FIT}</script>
    <h1>Deal 1</h1><input autofocus aria-label="Comment"><div style="height: 300px"></div>
    <iframe src="${address}" width="400" height="300" title="Deal"${isolated}></iframe>
    <div style="height: 2000px"></div>`;
  const club = createServer((_, answer) => answer.setHeader("content-type", "text/html").end(html));
  await new Promise<void>((resolve) => club.listen(0, "127.0.0.1", resolve));
  try {
    await page.goto(`http://127.0.0.1:${(club.address() as AddressInfo).port}/`);
    await look(page.frameLocator("iframe"));
  } finally {
    club.close();
  }
}

for (const [name, sandbox] of [
  ["a frame", undefined],
  ["a sandboxed frame", "allow-scripts"],
  ["a sandboxed frame of the same origin", "allow-scripts allow-same-origin allow-popups"],
] as const) {
  test(`${name} obeys the address, and neither scrolls nor takes the focus`, async ({ page }) => {
    const query = "embed&lang=de&theme=dark&rules=american,%2Bhead&title=Finale,%20Spiel%207";
    const choices = sandbox === undefined ? { query } : { query, sandbox };
    await openClub(page, choices, async (frame) => {
      await expect(frame.locator("h1")).toHaveText("Finale, Spiel 7");
      await expect(frame.locator("html")).toHaveAttribute("lang", "de");
      await expect(frame.locator("html")).toHaveAttribute("data-theme", "dark");
      await expect(frame.locator(".rules")).toHaveText("Amerikanisch");
      await frame.locator("[data-tool=toolContracts]").waitFor();
      await expect(frame.locator(".panel [data-cell]")).toHaveCount(15);
      // The frame has the height that the table has told.
      await expect.poll(() => frame.locator(".stage").evaluate((stage) => stage.clientHeight)).toBe(300);
      const scrolled = await frame.locator("html").evaluate((root) => ({
        room: root.scrollHeight - root.clientHeight,
        focused: document.querySelector(":focus, :focus-visible")?.className,
      }));
      expect(scrolled).toEqual({ room: 0 });
      await expect(page.getByLabel("Comment")).toBeFocused();
      expect(await page.evaluate(() => scrollY)).toBe(0);
      // An embedded deal cannot be edited, and the frame has no menu.
      await expect(frame.getByRole("button", { name: "Menü" })).toHaveCount(0);
      await expect(frame.locator("[data-tool=toolEnter]")).toHaveCount(0);
      await expect(frame.getByRole("link", { name: "Finale, Spiel 7" })).toHaveAttribute(
        "href",
        /^\/\?lang=de#C/,
      );
      await frame.locator('.panel [data-cell="F_D"]').click();
      await frame.locator("main button.free").first().click();
      await expect(frame.locator(".rules")).toContainText("Du");
      await frame.locator("[data-tool=toolMoves]").click();
      await expect(frame.locator(".panel [data-move]").first()).toBeVisible();
    });
  });
}

test("a frame shows the play or the review of its link", async ({ page }) => {
  await openClub(page, { link: PLAY }, async (frame) => {
    await expect(frame.locator("h1")).toHaveText(/, (You|Left|Right)$/);
    await expect(frame.locator(".rules")).toHaveText("American rules");
    await expect(frame.locator("main button.free").first()).toBeVisible();
  });
  const record = {
    deal: HAND,
    rules: "russian",
    declarer: "F",
    contract: "6D",
    discard: ["H9", "C7"],
    calls: ["6D", "pass", "pass"],
    played: ["SA", "S7", "S9"],
  };
  await page.goto(PAGE);
  await page.locator(".headline").waitFor();
  await page.evaluate((text) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([text], "record.json"));
    document.querySelector("main")?.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true }));
  }, JSON.stringify(record));
  await expect(page).toHaveURL(/#record=/);
  const { hash } = new URL(page.url());
  await openClub(page, { link: hash, sandbox: "allow-scripts" }, async (frame) => {
    await expect(frame.locator("h1")).toHaveText("6, You");
    await expect(frame.locator("[data-tool=toolMistakes]")).toBeVisible();
  });
});

test("a sandboxed frame says why it stays empty if its host lacks a header", async ({ browser }) => {
  const host = createServer((request, answer) => {
    void fetch(PAGE + request.url?.slice(1)).then(async (file) => {
      answer.setHeader("content-type", file.headers.get("content-type") ?? "");
      answer.end(Buffer.from(await file.arrayBuffer()));
    });
  });
  await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${(host.address() as AddressInfo).port}/?embed`;
  // The refused files are errors of a page that no other test watches.
  const page = await browser.newPage();
  try {
    await page.setContent(`<iframe src="${address}" sandbox="allow-scripts"></iframe>`);
    const text = page.frameLocator("iframe").locator("#page");
    await expect(text).toContainText("Its host must send Access-Control-Allow-Origin");
    await page.setContent(`<iframe src="${address}"></iframe>`);
    await expect(text).toContainText("Today’s deal");
  } finally {
    await page.close();
    host.close();
  }
});

test("a puzzle in a sandboxed frame is tried, failed and solved", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(`/${DEAL}&rules=russian`);
  await openPanel(page, "toolDiscards");
  await page.getByRole("button", { name: "More: copy, share, print" }).click();
  await button(page, "Make a puzzle").click();
  await expect(dialog(page).locator("[data-position=discard]")).toBeVisible();
  await page.getByLabel("Comment").fill("So it is.");
  await button(page, "Copy link").click();
  await expect(dialog(page).getByRole("status")).toHaveText("Copied.");
  const { hash } = new URL(await page.evaluate(() => navigator.clipboard.readText()));
  const { best } = program<{ best: { contract: string; discards: string[][] }[] }>(
    "talon",
    HAND,
    ...["--rules", "russian", "--declarer", "F"],
  );
  await openClub(page, { link: hash, sandbox: "allow-scripts" }, async (frame) => {
    const panel = frame.getByRole("region", { name: "Puzzle" });
    await expect(panel.getByRole("heading").first()).toContainText("?");
    await expect(panel.getByRole("status")).toBeEmpty();
    const cards = panel.locator(".cards [data-card]");
    const all = await cards.evaluateAll((cards) => cards.map((card) => card.getAttribute("data-card") ?? ""));
    expect(all.length).toBe(12);
    const { discards } = best.find(({ contract }) => contract === "D") ?? { discards: [] };
    const isBest = (pair: readonly string[]): boolean =>
      discards.some((one) => one.every((card) => pair.includes(card)));
    expect(discards.length).toBeGreaterThan(0);
    const wrong = all
      .flatMap((one) => all.map((other) => [one, other]))
      .find(([one = "", other = ""]) => one !== other && !isBest([one, other]));
    for (const [pair, verdict] of [
      [wrong ?? [], "Not this one."],
      [discards[0] ?? [], "Right."],
    ] as const) {
      for (const card of pair) await panel.locator(`.cards [data-card=${card}]`).click();
      await panel.getByRole("button", { name: "Lay aside" }).click();
      await expect(panel.getByRole("status")).toContainText(verdict);
      if (verdict === "Not this one.") await panel.getByRole("button", { name: "Try again" }).click();
    }
    await expect(panel.getByRole("status")).toContainText("So it is.");
    await expect(panel.getByRole("button", { name: "Another puzzle" })).toHaveCount(0);
  });
});

for (const [width, height] of [
  [600, 420],
  [640, 360],
] as const)
  test(`a frame of ${width}×${height} shows the whole trick beside a hand`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.goto(`/?embed#deal=${encodeURIComponent(HAND)}&rules=russian`);
    await openPanel(page, "toolContracts");
    await page.locator("button:has([data-allpass])").click();
    for (const card of ["DA", "DJ"]) await page.locator(`main button[data-card=${card}]`).click();
    await expect(page.locator(".trick .right")).toBeVisible();
    const right = (selector: string): Promise<number[]> =>
      page.locator(selector).evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right));
    const [edge = 0] = await right(".stage");
    expect(Math.max(...(await right(".trick > div > *")))).toBeLessThan(edge);
  });
