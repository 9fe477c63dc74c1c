import { section } from "./section";
import { translate } from "./t.svelte";

// What is said of those who are away, take long or watch: loaded when there are any.
const TEXTS = section({
  "while-away": ["While you were away", "Mentre non c’eri"],
  earlier: ["… and {n} more before that.", "… e prima di questo altre {n}."],
  "read-log": ["Read all", "Leggi tutto"],
  "got-it": ["Got it", "Ho capito"],
  awaited: [
    "{name} is awaited: a bot plays in {n} {n|second|seconds}.",
    "Si aspetta {name}: un bot gioca fra {n} {n|secondo|secondi}.",
  ],
  watching: ["{n} watching", "{n} {n|spettatore|spettatori}"],
  nudge: ["Nudge {name}", "Sollecita {name}"],
  nudged: ["You have nudged {name}", "Hai sollecitato {name}"],
});

export function absence(
  key: keyof typeof TEXTS,
  given: Record<string, string | number> = {},
): string {
  return translate(TEXTS[key], given);
}
