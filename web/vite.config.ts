import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

export default defineConfig({
  plugins: [svelte()],
  test: { setupFiles: "tests/globals.ts" },
  build: {
    outDir: "../src/settebello/server/static",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // Every browser with light-dark(), which the style sheets need, has modulepreload.
    modulePreload: { polyfill: false },
  },
  // While developing: `npm run dev` beside a server at its usual address.
  server: {
    proxy: { "/api": "http://127.0.0.1:8066", "/ws": { target: "ws://127.0.0.1:8066", ws: true } },
  },
});
