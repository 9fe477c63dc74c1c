// Builds the page of all cards and dice, and the reading of faces, into the folder OUT.

import { build } from "vite";

const output = { entryFileNames: "[name].js" };
const input = { gallery: "gallery.html", decks: "src/cards/decks.ts" };
const rollupOptions = { input, output, preserveEntrySignatures: "strict" };
await build({ logLevel: "error", build: { outDir: process.env.OUT, rollupOptions } });
