import { readFileSync } from "node:fs";

import type { Plugin } from "vite";
import { expect, test, vi } from "vitest";

test("a page that is told its address has a picture for messengers", async () => {
  vi.stubEnv("PAGE_URL", "https://club.example/table/");
  const { default: config } = await import("../../vite.config");
  const plugins = (config.plugins ?? []).flat() as Plugin[];
  const { transformIndexHtml } = plugins.find(({ name }) => name === "preview-picture") ?? {};
  const html = readFileSync("index.html", "utf8");
  const written = (transformIndexHtml as (html: string) => string)(html);
  expect(written).toContain('<meta property="og:image" content="https://club.example/table/icon-512.png" />');
});
