import type { Page } from "@playwright/test";

import { expect, HAND, openMenu, test, tool } from "./page";
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

test.skip(process.env["SPEED"] === undefined, "SPEED=1 prints the response times");

test("the page prints its response times", async ({ page }) => {
  const first: number[] = [];
  const times: Record<string, number[]> = { contracts: [], "all discards": [], auction: [], cards: [] };
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const deal of deals(9, 7)) {
    await page.goto("about:blank");
    await page.goto("/");
    await openMenu(page, "Enter a deal");
    await tool(page, "clear").click();
    // In the deck the contracts are not shown, so the time includes the return to the table.
    const measure = async (text: string): Promise<number> => {
      await page.getByLabel("Deal as text").fill(text);
      await expect(tool(page, "toolDone")).toBeVisible();
      return measureTime(page, ".panel [data-cell]", 18, { click: "[data-tool=toolDone]" });
    };
    first.push(await measure(HAND));
    await tool(page, "toolEnter").click();
    await tool(page, "clear").click();
    const begun = Date.now();
    times["contracts"]?.push(await measure(deal));
    await tool(page, "toolDiscards").click();
    await expect(page.locator(".panel [data-discard]").first()).toBeVisible();
    times["all discards"]?.push(Date.now() - begun);
    await tool(page, "toolAuction").click();
    await expect(page.locator("[data-call]").first()).toBeVisible();
    times["auction"]?.push(Date.now() - begun);
    await tool(page, "toolContracts").click();
    await expect(page.locator('.panel [data-cell="F_D"]')).toBeVisible();
    times["cards"]?.push(
      await measureTime(page, "main .hand [data-price]", 1, { click: '.panel [data-cell="F_D"]' }),
    );
  }
  for (const [what, all] of Object.entries({ "first contracts": first, ...times })) {
    console.log(`${what}: median ${median(all).toFixed(0)} ms, most ${Math.max(...all).toFixed(0)} ms`);
    expect(all.length).toBe(9);
  }
});
