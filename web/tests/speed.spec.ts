import type { Page } from "@playwright/test";

import { expect, HAND, test } from "./page";
import { deals } from "./program";

/** Measures the milliseconds in the page from an action until `count` elements match the selector. */
const measureTime = (
  page: Page,
  selector: string,
  count: number,
  act: { fill?: string; click?: string },
): Promise<number> =>
  page.evaluate(
    async ({ selector, count, act }) => {
      const seen = (): boolean => document.querySelectorAll(selector).length >= count;
      const countBefore = document.querySelectorAll(selector).length;
      if (countBefore > 0) throw new Error(`${selector} is there already`);
      const done = new Promise<number>((resolve) => {
        const watch = new MutationObserver(() => {
          if (!seen()) return;
          watch.disconnect();
          resolve(performance.now());
        });
        watch.observe(document.body, { childList: true, subtree: true, characterData: true });
      });
      const before = performance.now();
      if (act.fill !== undefined) {
        const field = document.querySelector<HTMLInputElement>("input[type=text]");
        if (!field) throw new Error("no field");
        field.value = act.fill;
        field.dispatchEvent(new Event("input", { bubbles: true }));
      }
      if (act.click !== undefined) document.querySelector<HTMLElement>(act.click)?.click();
      return (await done) - before;
    },
    { selector, count, act },
  );

const median = (times: number[]): number => times.sort((a, b) => a - b)[times.length >> 1] ?? 0;

test("the page prints its response times", async ({ page }) => {
  const first: number[] = [];
  const times: Record<string, number[]> = { contracts: [], "all discards": [], auction: [], cards: [] };
  for (const deal of deals(9, 7)) {
    await page.goto("about:blank");
    await page.goto("/");
    await expect(page.getByLabel("Deal as text")).toBeVisible();
    // The time of the first answer is counted from the load of the page.
    first.push(await measureTime(page, "[data-cell]", 15, { fill: HAND }));
    await expect(page.locator("[data-call]").first()).toBeVisible();
    await page.getByRole("button", { name: "Clear", exact: true }).click();
    const begun = Date.now();
    times["contracts"]?.push(await measureTime(page, "[data-cell]", 15, { fill: deal }));
    await expect(page.locator("[data-talon]")).toHaveCount(15);
    times["all discards"]?.push(Date.now() - begun);
    await expect(page.locator("[data-call]").first()).toBeVisible();
    times["auction"]?.push(Date.now() - begun);
    times["cards"]?.push(await measureTime(page, ".seat .value", 10, { click: '[data-cell="F_D"]' }));
  }
  for (const [what, all] of Object.entries({ "first contracts": first, ...times })) {
    console.log(`${what}: median ${median(all).toFixed(0)} ms, most ${Math.max(...all).toFixed(0)} ms`);
    expect(all.length).toBe(9);
  }
});
