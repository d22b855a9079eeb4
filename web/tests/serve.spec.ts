import { type ChildProcess, spawn } from "node:child_process";

import { button, card, cell, expect, expectContracts, HAND, test } from "./page";
import { PREF } from "./program";

/** Starts the program's server. The address is undefined if the program was built without a page. */
async function serve(): Promise<{ server: ChildProcess; address: string | undefined }> {
  const server = spawn(PREF, ["serve", "--port", "0"], { stdio: ["ignore", "pipe", "pipe"] });
  const address = await new Promise<string | undefined>((resolve) => {
    server.stdout.on("data", (output) => resolve(String(output).trim()));
    server.on("exit", () => resolve(undefined));
  });
  return { server, address };
}

test.use({ serviceWorkers: "allow" });

test("the page is served by the program and works after it has ended", async ({ page }) => {
  const { server, address } = await serve();
  test.skip(address === undefined, "the program is built without the page: cargo build --features page");
  await page.goto(`${address}#deal=${encodeURIComponent(HAND)}&rules=russian`);
  await expectContracts(page, HAND, "russian");
  await cell(page, "F_D").click();
  await expect(page.locator(".value").first()).toBeVisible();
  await button(page, "Back to the contracts").click();
  await expect(page.getByText("The page works without a network now.")).toBeVisible();
  const gone = new Promise((resolve) => server.on("exit", resolve));
  server.kill("SIGINT");
  await gone;
  await page.reload();
  await expectContracts(page, HAND, "russian");
  await card(page, "SA").click();
  await expect(page.getByText("1 card left to place")).toBeVisible();
});
