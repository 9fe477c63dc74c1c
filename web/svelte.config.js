import { vitePreprocess } from "@sveltejs/vite-plugin-svelte";

export default {
  preprocess: vitePreprocess(),
  // Without the prefix "svelte-": it would come over the wire with every class of every component.
  compilerOptions: { cssHash: ({ hash, css }) => `s${hash(css)}` },
};
