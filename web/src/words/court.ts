import { section } from "./section";
import { translate } from "./t.svelte";

// Who the bots are; loaded when somebody asks.
const TEXTS = section({
  level: ["Level", "Livello"],
  random: ["any legal move", "una mossa qualsiasi"],
  cups: [
    "Merry, and never in a hurry: there is always another hand.",
    "Allegro, e mai di fretta: c’è sempre un’altra mano.",
  ],
  swords: [
    "Quick and to the point. A card on the table is there to be taken.",
    "Svelto e diretto. Una carta sul tavolo è lì per essere presa.",
  ],
  coins: ["Counts everything twice, and then once more.", "Conta tutto due volte, e poi un’altra."],
  clubs: [
    "Stubborn as a mule, and just as patient.",
    "Testardo come un mulo, e altrettanto paziente.",
  ],
  hurried: [
    "The server was busy: the last move was made without thinking, as a Knight would make it.",
    "Il server era occupato: ha fatto l’ultima mossa senza pensarci, come un Cavallo.",
  ],
  sees: ["They see only what you would see.", "Vede solo quello che vedresti tu."],
});

/** A text about a bot, as `t` gives those of the rest. */
export function c(key: keyof typeof TEXTS, given: Record<string, string | number> = {}): string {
  return translate(TEXTS[key], given);
}
