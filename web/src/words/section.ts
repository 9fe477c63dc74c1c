import type { InEachLanguage } from "../lib/wire";

/** Texts in each language of the server: one that lacks a language does not compile. */
export type Section<Keys extends string> = Record<Keys, InEachLanguage>;

export function section<Keys extends string>(texts: Section<Keys>): Section<Keys> {
  return texts;
}
