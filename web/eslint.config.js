import js from "@eslint/js";
import { defineConfig } from "eslint/config";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

export default defineConfig(
  { ignores: [".node"] },
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  svelte.configs.prettier, // prettier has the last word on how code looks
  { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
  {
    rules: {
      "@typescript-eslint/no-unused-vars": ["error", { ignoreRestSiblings: true }],
      "max-lines": ["error", 500],
      "max-lines-per-function": ["error", 60],
      "svelte/no-useless-mustaches": ["error", { ignoreIncludesComment: true }],
      // What is shown is replaced, never changed in place: plain sets and maps are right.
      "svelte/prefer-svelte-reactivity": "off",
    },
  },
  {
    files: ["tests/**/*.ts"],
    rules: { "max-lines": ["error", 800], "max-lines-per-function": "off" }, // describe is one
  },
  {
    // Rules that ask for types. In components they would take three times as long as all the rest.
    files: ["src/**/*.ts", "tests/**/*.ts"],
    extends: [ts.configs.recommendedTypeCheckedOnly],
    languageOptions: { parserOptions: { projectService: true, extraFileExtensions: [".svelte"] } },
  },
);
