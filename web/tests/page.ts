/** A page fixture that fails the test after an error or a violation of the content security policy. */

import { test as base, expect, type Locator, type Page } from "@playwright/test";

import { program } from "./program";

export { expect };

export const HAND = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K";

export interface Result {
  declarer: string;
  contract: string;
  tricks?: number;
  made: boolean;
}

/** Returns the page's text for the outcome of a contract, a discard or a card. */
export const resultText = ({ tricks, made }: Omit<Result, "declarer" | "contract">): string =>
  `${tricks ?? ""}${made ? "✓" : "–"}`;

export const enter = (page: Page, deal: string): Promise<void> => page.getByLabel("Deal as text").fill(deal);
export const cell = (page: Page, name: string): Locator => page.locator(`[data-cell="${name}"]`);
export const card = (page: Page, name: string): Locator => page.locator(`main [data-card="${name}"]`);
export const button = (page: Page, name: string): Locator => page.getByRole("button", { name, exact: true });

export const choice = (page: Page, name: string): Locator =>
  page.getByRole("combobox", { name, exact: true });

/** Checks that all contracts that the page shows have the program's results. */
export async function expectContracts(page: Page, deal: string, rules: string): Promise<void> {
  const { results } = program<{ results: Result[] }>("solve", deal, "--rules", rules, "--hand");
  await expect(page.locator("[data-cell]")).toHaveCount(results.length);
  for (const result of results) {
    const { declarer, contract } = result;
    await expect(cell(page, `${declarer}_${contract}`).locator(".number")).toHaveText(resultText(result));
  }
}

/** Chooses an option of a setting; `name` and `option` are their labels. */
export async function chooseSetting(page: Page, name: string, option: string): Promise<void> {
  const summary = page.getByText("Look", { exact: true });
  await summary.click();
  await choice(page, name).selectOption(option);
  await summary.click();
}

/** Delays each question to a worker by `late` milliseconds, as on a slow machine. */
export async function delayWorkers(page: Page, late: number): Promise<void> {
  await page.addInitScript((ms) => {
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (this: Worker, message: unknown): void {
      setTimeout(() => post.call(this, message), ms);
    };
  }, late);
}

export const test = base.extend<{ quiet: void }>({
  quiet: [
    async ({ page }, use) => {
      const late = Number(process.env["LATE"] ?? 0);
      if (late > 0) await delayWorkers(page, late);
      const failures: string[] = [];
      page.on("pageerror", (error) => failures.push(String(error)));
      page.on("console", (message) => {
        if (message.type() === "error") failures.push(message.text());
      });
      await use();
      expect(failures).toEqual([]);
    },
    { auto: true },
  ],
});
