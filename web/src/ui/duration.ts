import { t } from "../words/t.svelte";

/** Seconds as people say them. */
export function durationText(seconds: number): string {
  const whole = seconds >= 60 && seconds % 60 === 0;
  return whole ? t("minutes", { n: seconds / 60 }) : t("seconds", { n: seconds });
}
