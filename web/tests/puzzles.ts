/** Puzzles, as the tests make and open them. */

import type { Locator, Page } from "@playwright/test";

import { button, dialog, expect } from "./page";

export const puzzlePanel = (page: Page): Locator => page.getByRole("region", { name: "Puzzle" });

/** Opens the dialog in which a puzzle is made. */
export async function openMaker(page: Page): Promise<void> {
  await page.getByRole("button", { name: "More: copy, share, print" }).click();
  await button(page, "Make a puzzle").click();
  await expect(dialog(page)).toBeVisible();
}

/** Copies the link of the puzzle that is made. */
export async function copyPuzzle(page: Page): Promise<string> {
  await button(page, "Copy link").click();
  await expect(dialog(page).getByRole("status")).toHaveText("Copied.");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await page.keyboard.press("Escape");
  return link;
}

export async function openPuzzle(page: Page, link: string): Promise<void> {
  await page.goto("about:blank");
  await page.goto(link);
  await expect(puzzlePanel(page).getByRole("heading").first()).toContainText("?");
}
