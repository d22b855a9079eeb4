import { type ChildProcess, spawn } from "node:child_process";

import { choose, expect, expectContracts, HAND, openPanel, test } from "./page";

/** Starts a server for the built page; `stop` ends it. */
async function serve(port: number): Promise<ChildProcess> {
  const server = spawn(
    "npx",
    ["vite", "preview", "--host", "127.0.0.1", "--port", String(port), "--strictPort"],
    {
      stdio: ["ignore", "pipe", "ignore"],
      detached: true,
    },
  );
  await new Promise<void>((resolve, reject) => {
    server.stdout?.on("data", (output) => String(output).includes(String(port)) && resolve());
    server.on("exit", () => reject(new Error("the server ended")));
  });
  return server;
}

const stop = (server: ChildProcess): boolean => process.kill(-(server.pid as number));

test.describe("with the service worker", () => {
  test.use({ serviceWorkers: "allow" });

  test("the page works without its server", async ({ page }) => {
    const server = await serve(4174);
    try {
      await page.goto("http://127.0.0.1:4174/");
      await expect(page.getByText("The page works without a network now.")).toBeVisible();
    } finally {
      stop(server);
    }
    await expect
      .poll(() =>
        fetch("http://127.0.0.1:4174/").then(
          () => "answers",
          () => "gone",
        ),
      )
      .toBe("gone");
    await page.goto("about:blank");
    await page.goto(`http://127.0.0.1:4174/#deal=${encodeURIComponent(HAND)}`);
    await expectContracts(page, HAND, "russian");
    await choose(page, "Language", "hu");
    await expect(page.locator("html")).toHaveAttribute("lang", "hu");
    await page.reload();
    await openPanel(page, "toolContracts");
    await expect(page.locator(".panel [data-cell]")).toHaveCount(18);
  });
});
