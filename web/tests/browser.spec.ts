import { type Page } from "@playwright/test";

import {
  cell,
  choice,
  choose,
  chooseRules,
  expect,
  expectContracts,
  HAND,
  held,
  open,
  openMenu,
  openPanel,
  play,
  playable,
  setTick,
  test,
  tool,
  type,
} from "./page";
import { deals } from "./program";

const DEALS = deals(2, 41) as [string, string];

/** Drops a file or a text on a part of the page; returns whether the page prevented the browser from opening it. */
const drop = (
  page: Page,
  selector: string,
  dropped: { name?: string; bytes?: readonly number[]; text?: string },
): Promise<boolean> =>
  page.evaluate(
    ({ selector, dropped: { name, bytes, text } }) => {
      const dataTransfer = new DataTransfer();
      if (name !== undefined) {
        dataTransfer.items.add(new File([bytes ? Uint8Array.from(bytes) : (text ?? "")], name));
      } else dataTransfer.setData("text/plain", text ?? "");
      const target = document.querySelector(selector) as Element;
      const event = (type: string): DragEvent =>
        new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true });
      const over = event("dragover");
      target.dispatchEvent(over);
      const dropEvent = event("drop");
      target.dispatchEvent(dropEvent);
      return over.defaultPrevented && dropEvent.defaultPrevented;
    },
    { selector, dropped },
  );

test("dropped files are read like the text field or refused without leaving the page", async ({ page }) => {
  await open(page, HAND, "austrian");
  await expectContracts(page, HAND, "austrian");
  for (const [place, text, deal] of [
    ["h1", `# a deal\n\n${DEALS[0]}\r\n`, DEALS[0]],
    [".tools", `\uFEFF${HAND}`, HAND],
    ["main", JSON.stringify({ deal: DEALS[1], rules: "austrian" }, null, 2), DEALS[1]],
  ] as const) {
    expect(await drop(page, place, { name: "deal.txt", text })).toBe(true);
    await expectContracts(page, deal, "austrian");
    await expect(page.getByRole("alert")).toHaveCount(0);
  }
  const note = page.getByRole("alert");
  for (const [name, dropped, why] of [
    ["many.txt", { text: DEALS.join("\n") }, "This file has several lines."],
    ["photo.jpg", { bytes: [255, 216, 255, 224, 0, 16] }, "This file is not text."],
    ["long.txt", { text: "x".repeat(30_000) }, "This is too long."],
    ["wrong.txt", { text: HAND.replace("A9", "AA") }, "You: ace of hearts appears twice"],
    ["empty.txt", { text: "" }, "There is nothing here."],
    ["rules.json", { text: '{"rules":"austrian"}' }, "This record cannot be read"],
  ] as const) {
    expect(await drop(page, "main", { name, ...dropped })).toBe(true);
    await expect(note).toContainText(`${name}: ${why}`);
    await expectContracts(page, DEALS[1], "austrian");
  }
  // A dragged text is read outside of fields; in a field the browser handles it.
  expect(await drop(page, "h1", { text: DEALS[0] })).toBe(true);
  await expectContracts(page, DEALS[0], "austrian");
  await expect(note).toHaveCount(0);
  await tool(page, "toolEnter").click();
  expect(await drop(page, "input[type=text]", { text: HAND })).toBe(false);
  await tool(page, "toolDone").click();
  // Files are also read during a play.
  await play(page, "F_D", "hand");
  await expect(playable(page).first()).toBeVisible();
  expect(await drop(page, "h1", { name: "wrong.txt", text: "F:A" })).toBe(true);
  await expect(note).toContainText("wrong.txt: Hands found: 1");
  await expect(playable(page).first()).toBeVisible();
  expect(await drop(page, "h1", { name: "deal.txt", text: HAND })).toBe(true);
  await expectContracts(page, HAND, "austrian");
});

test("a page in a frame reads no dropped file", async ({ page }) => {
  await page.goto(`/?embed#deal=${encodeURIComponent(HAND)}&rules=austrian`);
  await expectContracts(page, HAND, "austrian");
  expect(await drop(page, "main", { name: "deal.txt", text: DEALS[0] })).toBe(true);
  await expectContracts(page, HAND, "austrian");
});

const storedSettings = (page: Page): Promise<Record<string, unknown>> =>
  page.evaluate(() => JSON.parse(localStorage.getItem("preference-settings") ?? "{}"));

/** Chooses one of the buttons of the look in the menu. */
async function chooseLook(page: Page, name: string): Promise<void> {
  await openMenu(page, name);
  await page.keyboard.press("Escape");
}

test("two tabs keep each other's settings", async ({ page, context }) => {
  await page.goto("/");
  const other = await context.newPage();
  await other.goto("/");
  await chooseLook(page, "Dark");
  await expect(other.locator("html")).toHaveAttribute("data-theme", "dark");
  await chooseLook(other, "Four");
  await setTick(other, "The only legal card plays itself", false);
  await expect(page.locator("html")).toHaveAttribute("data-colours", "four");
  await choose(page, "Language", "de");
  await expect(other.locator("html")).toHaveAttribute("lang", "de");
  expect(await storedSettings(page)).toEqual({
    theme: "dark",
    colours: "four",
    forced: false,
    language: "de",
  });
  await other.reload();
  for (const one of [page, other]) {
    await expect(one.locator("html")).toHaveAttribute("data-theme", "dark");
    await expect(one.locator("html")).toHaveAttribute("data-colours", "four");
    await expect(one.locator("html")).toHaveAttribute("lang", "de");
  }
});

test("a tab that stores a setting keeps changes by another tab that it has not noticed", async ({ page }) => {
  await page.goto("/");
  await expect(page.locator("html")).toHaveAttribute("data-colours", "two");
  // The storage is changed as if by another tab, but without an event.
  await page.evaluate(() =>
    localStorage.setItem("preference-settings", JSON.stringify({ theme: "dark", later: 1 })),
  );
  await chooseLook(page, "Four");
  expect(await storedSettings(page)).toEqual({ theme: "dark", later: 1, colours: "four" });
});

test.describe("with a browser that speaks German", () => {
  test.use({ locale: "de-AT" });

  test("the language is stored only when it is chosen", async ({ page }) => {
    await page.goto("/");
    await expect(page.locator("html")).toHaveAttribute("lang", "de");
    await page.locator(".bar button").first().click();
    await page.getByRole("button", { name: "Dunkel", exact: true }).click();
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    expect(await storedSettings(page)).toEqual({ theme: "dark" });
    await choice(page, "Sprache").selectOption("hu");
    await expect(page.locator("html")).toHaveAttribute("lang", "hu");
    expect(await storedSettings(page)).toEqual({ theme: "dark", language: "hu" });
    await page.reload();
    await expect(page.locator("html")).toHaveAttribute("lang", "hu");
  });
});

test("a worker that ends silently is replaced at any time", async ({ page }) => {
  await open(page, HAND, "austrian");
  await expectContracts(page, HAND, "austrian");
  // The worker ends while it has no question.
  for (const worker of page.workers()) await worker.evaluate(() => self.close()).catch(() => {});
  await type(page, DEALS[0]);
  await expectContracts(page, DEALS[0], "austrian");
  // The worker is terminated right after a question is sent to it.
  await page.evaluate(() => {
    const post = Worker.prototype.postMessage;
    let ended = false;
    Worker.prototype.postMessage = function (this: Worker, message: { question?: string }): void {
      post.call(this, message);
      if (ended || !message.question?.includes('"solve"')) return;
      ended = true;
      this.terminate();
    };
  });
  await type(page, DEALS[1]);
  await expectContracts(page, DEALS[1], "austrian");
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(held(page, "F")).toHaveCount(10);
});

test("the page reports when no worker stays alive", async ({ page }) => {
  test.setTimeout(120_000);
  await open(page, HAND, "austrian");
  await expectContracts(page, HAND, "austrian");
  await page.evaluate(() => {
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (this: Worker, message: { question?: string }): void {
      post.call(this, message);
      if (message.question) this.terminate();
    };
  });
  await chooseRules(page, "russian");
  // A worker that ends before it holds its lock is noticed after ten seconds, and each question is sent to two workers.
  await expect(page.getByText("The engine does not start or keeps crashing.")).toBeVisible({
    timeout: 60_000,
  });
});

test("a worker that swallows a question is replaced", async ({ page }) => {
  test.setTimeout(120_000);
  await page.goto("/");
  await page.evaluate(() => {
    const post = Worker.prototype.postMessage;
    let swallowed = false;
    Worker.prototype.postMessage = function (this: Worker, message: { question?: string }): void {
      if (message.question && !swallowed) swallowed = true;
      else post.call(this, message);
    };
  });
  await type(page, HAND);
  await openPanel(page, "toolContracts");
  await expect(cell(page, "M_N")).toBeVisible({ timeout: 60_000 });
  await expectContracts(page, HAND, "russian");
});

test.describe("parts that do not come", () => {
  test.use({ expected: "Failed to load resource" });

  for (const [part, ask] of [
    ["Dialogs", (page: Page) => openMenu(page)],
    ["MatchTable", (page: Page) => page.getByRole("button", { name: "Play a game" }).click()],
  ] as const) {
    test(`a part of the page that does not come is loaded again: ${part}`, async ({ page }) => {
      let refused = 0;
      await page.route(`**/${part}-*.js`, (route) => (refused++ === 0 ? route.abort() : route.continue()));
      await page.goto("/");
      await ask(page);
      await expect(page.getByRole(part === "Dialogs" ? "dialog" : "combobox").first()).toBeVisible();
      expect(refused).toBeGreaterThan(0);
    });
  }

  test("a part of the page that never comes is reported", async ({ page }) => {
    await page.route("**/Dialogs-*.js*", (route) => route.abort());
    await page.goto("/");
    await page.getByRole("button", { name: "Menu" }).click();
    await expect(page.getByRole("alert")).toContainText("A part of the page did not load.");
  });

  test("words that do not come at first come later", async ({ page }) => {
    let refused = 0;
    const english = page.getByRole("button", { name: "Play a game" });
    await page.route("**/table-*.js", async (route) => {
      if (refused++ === 0) return route.abort();
      await english.waitFor();
      await route.continue();
    });
    await page.goto("/?lang=de");
    await expect(english).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("lang", "de");
  });
});
