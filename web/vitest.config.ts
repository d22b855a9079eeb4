import { defineConfig } from "vitest/config";

// Tests of what needs no browser; those of the page are Playwright's.
export default defineConfig({
  test: {
    include: ["tests/unit/*.test.ts"],
    // The limit allows for a slow machine.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
