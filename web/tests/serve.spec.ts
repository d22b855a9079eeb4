import { type ChildProcess, spawn } from "node:child_process";

import { expect, expectContracts, HAND, play, playable, test, tool } from "./page";
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
  await play(page, "F_D", "hand");
  await expect(playable(page).first()).toBeVisible();
  await tool(page, "toolContracts").click();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const gone = new Promise((resolve) => server.on("exit", resolve));
  server.kill("SIGINT");
  await gone;
  await page.reload();
  await expectContracts(page, HAND, "russian");
  await tool(page, "toolEnter").click();
  await page.locator(".deck [data-gap=SA]").click();
  await expect(page.getByText("1 left")).toBeVisible();
});
