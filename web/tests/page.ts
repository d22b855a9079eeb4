/** A page that must not fail: errors and reports of the content policy end a test. */

import { test as base, expect, type Page } from "@playwright/test";

export { expect };

/** Every question reaches its worker late, as on a slow machine: so many milliseconds. */
export async function slow(page: Page, late: number): Promise<void> {
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
      if (late > 0) await slow(page, late);
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
