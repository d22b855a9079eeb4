import { defineConfig } from "@playwright/test";

// The browser is Debian's Chromium, or the path in CHROMIUM.
const executablePath = process.env["CHROMIUM"] ?? "/usr/bin/chromium";

export default defineConfig({
  testDir: "tests",
  // Vitest runs the others.
  testMatch: "*.spec.ts",
  workers: 2,
  reporter: "line",
  // The limits allow for a slow machine.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    // Only the tests of the offline page need a service worker.
    serviceWorkers: "block",
    baseURL: "http://127.0.0.1:4173",
    launchOptions: { executablePath, args: ["--no-sandbox"] },
  },
  webServer: { command: "npx vite preview --host 127.0.0.1 --port 4173", url: "http://127.0.0.1:4173" },
});
