import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { VitePWA } from "vite-plugin-pwa";

// The page works under any path of any host, and without a network once it has been there.
export default defineConfig({
  base: "./",
  plugins: [
    svelte(),
    VitePWA({
      // A newer page is loaded when the visitor says so.
      registerType: "prompt",
      injectRegister: null,
      manifest: {
        name: "Préférence explorer",
        short_name: "Préférence",
        description: "Every contract, every discard and every card of a deal of Préférence.",
        display: "standalone",
        theme_color: "#1b5e9e",
        background_color: "#edebe6",
        icons: [{ src: "icon.svg", sizes: "any", type: "image/svg+xml" }],
      },
      workbox: {
        globPatterns: ["**/*.{html,js,css,wasm,svg}"],
        maximumFileSizeToCacheInBytes: 4 * 1024 * 1024,
        // Other pages of the same host are none of ours.
        navigateFallback: null,
        // The only parameter of its own is read in the page; chats add theirs.
        ignoreURLParametersMatching: [/./],
        cleanupOutdatedCaches: true,
        inlineWorkboxRuntime: true,
        sourcemap: false,
      },
    }),
  ],
  build: { target: "es2022", assetsInlineLimit: 0 },
  worker: { format: "es" },
});
