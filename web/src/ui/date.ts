import { settings } from "../lib/settings.svelte";

/** The day and the time, as they are written where this browser is at home. */
export function showDate(at: number | string): string {
  return new Date(at).toLocaleString(dateLocale(settings.language, navigator.languages), {
    dateStyle: "medium",
    timeStyle: "short",
  });
}

/** The browser's own kind of a language. Of English without a country, not everybody is American. */
export function dateLocale(language: string, wanted: readonly string[]): string {
  const own = wanted.find((each) => each.startsWith(`${language}-`));
  return own ?? (language === "en" ? "en-GB" : language);
}
