import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// What every visit needs, and parts that are loaded later need too: in one file, since each has a price.
const BASE = new RegExp(
  [
    "preload-helper",
    "node_modules.(svelte|clsx|esm-env)",
    "src.lib",
    "src.words.(t|shell|table|playing|replay|section|madeUpNames|capitalize)\\b",
    "src.ui.(Icon|ErrorMessage)\\b",
    "src.shell.playerName",
    "src.lobby.(levels|practice)\\b",
  ].join("|"),
);

export default defineConfig({
  plugins: [svelte()],
  test: { setupFiles: "tests/globals.ts" },
  build: {
    outDir: "../src/settebello/server/static",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // Every browser with light-dark(), which the style sheets need, has modulepreload.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: "base", test: BASE }] } },
    },
  },
  // While developing: `npm run dev` beside a server at its usual address.
  server: {
    proxy: { "/api": "http://127.0.0.1:8066", "/ws": { target: "ws://127.0.0.1:8066", ws: true } },
  },
});
