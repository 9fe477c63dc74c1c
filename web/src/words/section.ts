/** Texts in English and in Italian: a text without the other does not compile. */
export type Section<Keys extends string> = Record<Keys, readonly [en: string, it: string]>;

export function section<Keys extends string>(texts: Section<Keys>): Section<Keys> {
  return texts;
}
