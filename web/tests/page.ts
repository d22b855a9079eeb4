/** The page as the tests use it, with a fixture that fails a test after an error of the page. */

import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

import { test as base, expect, type Locator, type Page } from "@playwright/test";

import { program } from "./program";

export { expect };

export const HAND = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K";
export const SIZES = [
  [320, 640],
  [360, 640],
  [390, 700],
  [768, 1024],
  [1280, 800],
  [1920, 1080],
  [640, 360],
  [844, 390],
] as const;
/** The rules of accessibility that axe checks. */
export const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

export interface Outcome {
  contract: string;
  tricks?: number;
  made: boolean;
}
export type Result = Outcome & { declarer: string };

export const tool = (page: Page, name: string): Locator => page.locator(`[data-tool=${name}]`);
export const cell = (page: Page, name: string): Locator => page.locator(`.panel [data-cell="${name}"]`);
/** The cards of the hand that is to play which may be played. */
export const playable = (page: Page): Locator => page.locator("main button.free");
/** A card of the hand that is to play. */
export const card = (page: Page, name: string): Locator => page.locator(`main .hand [data-card="${name}"]`);
/** A card in the hand of a seat as the table shows it: F at the foot, M at the left, R at the right. */
export const held = (page: Page, seat: "F" | "M" | "R", which = ""): Locator => {
  const hand =
    seat === "F" ? "main > .hand" : `.seats section[aria-label=${seat === "M" ? "Left" : "Right"}]`;
  return page.locator(`${hand} [data-card${which}]`);
};
export const button = (page: Page, name: string): Locator => page.getByRole("button", { name, exact: true });
export const choice = (page: Page, name: string): Locator =>
  page.getByRole("combobox", { name, exact: true });
export const dialog = (page: Page): Locator => page.getByRole("dialog");

/** Opens the page with a deal under some rules. */
export async function open(page: Page, deal: string, rules = "russian"): Promise<void> {
  await page.goto("about:blank");
  await page.goto(`/#deal=${encodeURIComponent(deal)}&rules=${rules}`);
  await page.locator(".panel").waitFor({ state: "attached" });
}

/** Holds the engine back; returns the function that lets it come. */
export async function holdEngine(page: Page): Promise<() => void> {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/*.wasm", async (route) => {
    await released;
    await route.continue();
  });
  return () => release();
}

/** Opens a panel by its tool, unless it is open. */
export async function openPanel(page: Page, name: string): Promise<void> {
  if (await tool(page, "toolDone").isVisible()) await tool(page, "toolDone").click();
  const control = tool(page, name);
  const isAway = (await control.getAttribute("class"))?.includes("away") ?? false;
  if ((await control.getAttribute("aria-pressed")) !== "true" || isAway) await control.click();
}

/** Opens the menu and, with a name, presses one of its buttons. */
export async function openMenu(page: Page, name?: string): Promise<void> {
  await page.locator(".bar").getByRole("button", { name: "Menu" }).click();
  await expect(dialog(page)).toBeVisible();
  if (name !== undefined) await dialog(page).getByRole("button", { name, exact: true }).click();
}

/** Chooses an option of a setting in the menu; `name` is its label. */
export async function choose(page: Page, name: string, option: string): Promise<void> {
  await openMenu(page);
  await choice(page, name).selectOption(option);
  await page.keyboard.press("Escape");
}

export const chooseRules = (page: Page, name: string): Promise<void> => choose(page, "Rules", name);

/** Switches a setting of the menu on or off; `name` is its label. */
export async function setTick(page: Page, name: string, on: boolean): Promise<void> {
  await openMenu(page);
  await page.getByLabel(name).setChecked(on);
  await page.keyboard.press("Escape");
}

/** Types a text into the field for a deal. */
export async function type(page: Page, text: string): Promise<void> {
  const field = page.getByLabel("Deal as text");
  if (!(await field.isVisible())) await openMenu(page, "Enter a deal");
  await field.fill(text);
}

/** The name of an outcome as a screen reader says it. */
export function outcomeName({ tricks, made }: Pick<Outcome, "tricks" | "made">): string {
  const result = made ? "makes" : "fails";
  return tricks === undefined ? result : `${tricks} trick${tricks === 1 ? "" : "s"}, ${result}`;
}

/** Checks that the page shows the program's result for each contract without the talon. */
export async function expectContracts(page: Page, deal: string, rules: string): Promise<void> {
  const { results } = program<{ results: Result[] }>("solve", deal, "--rules", rules, "--hand");
  await openPanel(page, "toolContracts");
  await button(page, "From the hand").click();
  await expect(page.locator(".panel [data-cell]")).toHaveCount(results.length);
  for (const result of results) {
    const shown = cell(page, `${result.declarer}_${result.contract}`);
    await expect(shown).toHaveAccessibleName(new RegExp(`: ${outcomeName(result)}\\. Play it\\.$`));
  }
}

/** Plays a contract; `way` says whether the declarer takes the talon. */
export async function play(page: Page, name: string, way: "talon" | "hand"): Promise<void> {
  await openPanel(page, "toolContracts");
  await button(page, way === "talon" ? "With the talon" : "From the hand").click();
  await cell(page, name).click();
  await expect(tool(page, "toolMoves")).toBeVisible();
}

/** Plays cards one after another, and waits for the chances of each. */
export async function playCards(page: Page, ...cards: string[]): Promise<void> {
  for (const name of cards) {
    await expect(card(page, name)).toHaveAttribute("aria-disabled", "false");
    await card(page, name).click();
    await expect(card(page, name)).toHaveCount(0);
  }
}

/** The cards of the tricks in the panel of moves. */
export const moves = (page: Page): Locator => page.locator(".panel [data-move]");

/** Delays each question to a worker by `late` milliseconds, as on a slow machine. */
export async function delayWorkers(page: Page, late: number): Promise<void> {
  await page.addInitScript((ms) => {
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (this: Worker, message: unknown): void {
      setTimeout(() => post.call(this, message), ms);
    };
  }, late);
}

/** Makes the page's random numbers the same in each run. */
export async function fixRandom(page: Page, seed: number): Promise<void> {
  await page.addInitScript((first) => {
    let state = first;
    crypto.getRandomValues = <Numbers extends ArrayBufferView | null>(numbers: Numbers): Numbers => {
      const values = numbers as unknown as Uint32Array;
      for (let n = 0; n < values.length; n++)
        values[n] = state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return numbers;
    };
  }, seed);
}

/** Runs a script of this folder's parent with the program that the tests use. */
export const runScript = (name: string, ...args: string[]): string =>
  execFileSync("node", [fileURLToPath(new URL(`../${name}`, import.meta.url)), ...args], {
    encoding: "utf8",
  });

export const test = base.extend<{ quiet: void; expected: string | undefined }>({
  /** The beginning of the errors that the test causes. */
  expected: [undefined, { option: true }],
  quiet: [
    async ({ page, expected }, use) => {
      const late = Number(process.env["LATE"] ?? 0);
      if (late > 0) await delayWorkers(page, late);
      const failures: string[] = [];
      page.on("pageerror", (error) => failures.push(String(error)));
      page.on("console", (message) => {
        if (message.type() === "error") failures.push(message.text());
      });
      await use();
      expect(failures.filter((text) => !expected || !text.startsWith(expected))).toEqual([]);
    },
    { auto: true },
  ],
});
