import { languages, settings } from "../lib/settings.svelte";
import type { InEachLanguage } from "../lib/wire";
import { shell } from "./shell";
import { table } from "./table";
import { replay } from "./replay";
import { playing } from "./playing";

const TEXTS = { ...shell, ...table, ...playing, ...replay };
export type TextKey = keyof typeof TEXTS;

/**
 * A text of ours in the player's language. `{name}` is an argument, and `{n|card|cards}` a word that
 * depends on a number. Sentences about a match are made by the server.
 */
export function t(key: TextKey, given: Record<string, string | number> = {}): string {
  return translate(TEXTS[key], given);
}

/** The same for a text that is not loaded with the page. */
export function translate(texts: InEachLanguage, given: Record<string, string | number>): string {
  const text = texts[languages.indexOf(settings.language)]!;
  return text.replace(/\{(\w+)(?:\|([^|}]*)\|([^|}]*))?\}/g, (_, name: string, one, many) => {
    const value = given[name] ?? "";
    if (one === undefined) return String(value);
    return String(Number(value) === 1 ? one : many);
  });
}
