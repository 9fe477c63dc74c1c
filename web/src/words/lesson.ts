import { section } from "./section";
import { translate } from "./t.svelte";

// A lesson at the table, and the offer of one; loaded with it.
const TEXTS = section({
  lesson: ["Lesson", "Lezione"],
  step: ["Step {step} of {steps}", "Passo {step} di {steps}"],
  "new-to": [
    "New to {game}? Learn it in two minutes.",
    "Non conosci {game}? Lo impari in due minuti.",
  ],
  "teach-me": ["Teach me", "Insegnami"],
  "no-thanks": ["No, thanks", "No, grazie"],
  skip: ["Skip the lesson", "Salta la lezione"],
  "play-on": ["Play on", "Continua a giocare"],
  "new-match": ["New match", "Nuova partita"],
});

/** A text about lessons, as `t` gives those of the rest. */
export function l(key: keyof typeof TEXTS, given: Record<string, string | number> = {}): string {
  return translate(TEXTS[key], given);
}
