import type { EmoteName } from "../lib/emotes.svelte";
import { section } from "./section";
import { translate } from "./t.svelte";

// What the emotes say, and what can be done about other players; loaded with them.
const TEXTS = section({
  hello: ["Hello!", "Ciao!"],
  "good-luck": ["Good luck!", "Buona fortuna!"],
  "well-played": ["Well played!", "Ben giocato!"],
  thanks: ["Thank you!", "Grazie!"],
  wow: ["Wow!", "Che bello!"],
  oops: ["Oops!", "Ops!"],
  "others-here": ["Other players", "Gli altri giocatori"],
  mute: ["Mute", "Silenzia"],
  "mute-who": ["Mute {name}", "Silenzia {name}"],
  report: ["Report", "Segnala"],
  "report-who": ["Report {name}", "Segnala {name}"],
  "report-why": ["Why do you report {name}?", "Perché segnali {name}?"],
  "report-table": ["Report this table", "Segnala questo tavolo"],
  "this-table": ["this table", "questo tavolo"],
  "reason-name": ["The name", "Il nome"],
  "reason-rude": ["Rude behaviour", "Modi scortesi"],
  "reason-stalling": ["Stalling", "Perde tempo apposta"],
  "reason-cheating": ["Cheating", "Bara"],
  "reason-other": ["Something else", "Altro"],
  cancel: ["Cancel", "Annulla"],
});

export type EmoteText = keyof typeof TEXTS | EmoteName;

/** A text about emotes and other players, as `t` gives those of the rest. */
export function e(key: EmoteText, given: Record<string, string | number> = {}): string {
  return translate(TEXTS[key], given);
}
