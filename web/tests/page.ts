/** A page that must not fail: errors and reports of the content policy end a test. */

import { test as base, expect } from "@playwright/test";

export { expect };

export const test = base.extend<{ quiet: void }>({
  quiet: [
    async ({ page }, use) => {
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
