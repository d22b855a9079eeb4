import { defineConfig } from "@playwright/test";

// Debian's Chromium, or the one that CHROMIUM names.
const executablePath = process.env["CHROMIUM"] ?? "/usr/bin/chromium";

export default defineConfig({
  testDir: "tests",
  workers: 1,
  reporter: "line",
  use: {
    baseURL: "http://127.0.0.1:4173",
    launchOptions: { executablePath, args: ["--no-sandbox"] },
  },
  webServer: { command: "npx vite preview --host 127.0.0.1 --port 4173", url: "http://127.0.0.1:4173" },
});
