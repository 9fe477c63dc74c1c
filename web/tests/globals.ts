/** What modules of the client look at when they are loaded, without a browser. */

import { vi } from "vitest";

const kept = new Map<string, string>();

vi.stubGlobal("navigator", { languages: ["en-GB"], language: "en-GB" });
vi.stubGlobal("localStorage", {
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, value: string) => void kept.set(name, value),
  removeItem: (name: string) => void kept.delete(name),
});
vi.stubGlobal("location", { hash: "" });
vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
vi.stubGlobal("addEventListener", () => undefined);
