import { settings } from "./settings.svelte";

const TURN_MS = [60, 60, 60]; // on, off, on

/** Whether this is a device that one holds, and that can. */
export const canVibrate = (): boolean =>
  "vibrate" in navigator && matchMedia("(pointer: coarse)").matches;

/** Who wants less motion has to ask for it; all others may switch it off. */
export const wantsVibration = (): boolean =>
  settings.vibrate ?? !matchMedia("(prefers-reduced-motion: reduce)").matches;

export function vibrateForTurn(): void {
  // Before the first touch browsers do not let a page do so.
  if (canVibrate() && wantsVibration() && navigator.userActivation?.hasBeenActive)
    navigator.vibrate(TURN_MS);
}
