import { defineConfig } from "@playwright/test";

// Debian's Chromium, or the one that CHROMIUM names.
const executablePath = process.env["CHROMIUM"] ?? "/usr/bin/chromium";

export default defineConfig({
  testDir: "tests",
  workers: 1,
  reporter: "line",
  // A slow machine is no failure.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    // Only the tests of it need the page that works without a network.
    serviceWorkers: "block",
    baseURL: "http://127.0.0.1:4173",
    launchOptions: { executablePath, args: ["--no-sandbox"] },
  },
  webServer: { command: "npx vite preview --host 127.0.0.1 --port 4173", url: "http://127.0.0.1:4173" },
});
