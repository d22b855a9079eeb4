/** The table as the tests use it. */

import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

import type { Locator, Page } from "@playwright/test";

export const TABLE = "/table.html";
/** The rules of accessibility that axe checks. */
export const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
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

export const tool = (page: Page, name: string): Locator => page.locator(`[data-tool=${name}]`);
export const cellOf = (page: Page, name: string): Locator => page.locator(`.panel [data-cell="${name}"]`);
/** The cards of the hand that is to play which may be played. */
export const playable = (page: Page): Locator => page.locator("main button.free");

/** Opens the table with a deal under some rules. */
export async function open(page: Page, deal: string, rules = "russian"): Promise<void> {
  await page.goto(`${TABLE}#deal=${deal}&rules=${rules}`);
  await page.locator(".panel").waitFor({ state: "attached" });
}

/** Opens a panel by its tool, unless it is open. */
export async function openPanel(page: Page, name: string): Promise<void> {
  const button = tool(page, name);
  const isAway = (await button.getAttribute("class"))?.includes("away") ?? false;
  if ((await button.getAttribute("aria-pressed")) !== "true" || isAway) await button.click();
}

/** Runs a script of this folder's parent with the program that the tests use. */
export const runScript = (name: string, ...args: string[]): string =>
  execFileSync("node", [fileURLToPath(new URL(`../${name}`, import.meta.url)), ...args], {
    encoding: "utf8",
  });
