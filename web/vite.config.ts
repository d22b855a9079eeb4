import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { VitePWA } from "vite-plugin-pwa";

/** Where the page will stand, with a slash at the end. Messengers show only a picture whose address is absolute. */
const address = process.env["PAGE_URL"] ?? "./";

// The page works under any path of any host, and offline after the first visit.
export default defineConfig({
  base: "./",
  plugins: [
    svelte(),
    {
      name: "preview-picture",
      transformIndexHtml: (html) =>
        html.replace('content="./icon-512.png"', `content="${address}icon-512.png"`),
    },
    VitePWA({
      // The visitor decides when a newer page is loaded.
      registerType: "prompt",
      injectRegister: null,
      manifest: {
        name: "Préférence",
        short_name: "Préférence",
        description: "Every contract, every discard and every card of a deal of Préférence.",
        display: "standalone",
        theme_color: "#2e5e4f",
        background_color: "#f3f2ed",
        icons: [
          { src: "icon.svg", sizes: "any", type: "image/svg+xml" },
          { src: "icon-192.png", sizes: "192x192", type: "image/png" },
          { src: "icon-512.png", sizes: "512x512", type: "image/png" },
        ],
      },
      workbox: {
        globPatterns: ["**/*.{html,js,css,wasm,svg,png}"],
        maximumFileSizeToCacheInBytes: 4 * 1024 * 1024,
        // Other pages of the same host do not belong to this one.
        navigateFallback: null,
        // Parameters of the address do not choose the file: the page's script reads `embed`, and chats add others.
        ignoreURLParametersMatching: [/./],
        cleanupOutdatedCaches: true,
        inlineWorkboxRuntime: true,
        sourcemap: false,
      },
    }),
  ],
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
  },
  // The words of the page are read by their keys.
  json: { namedExports: false },
  worker: { format: "es" },
  // Any page may show the table in a sandboxed frame.
  preview: { cors: { origin: "*" } },
});
