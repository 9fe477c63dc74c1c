import { section } from "./section";
import { translate } from "./t.svelte";

// The menu of the practice table, and what is said when a match is given up; loaded with them.
const TEXTS = section({
  "how-many-bots": ["Number of bots", "Numero di bot"],
  "bots-fixed": ["{n} {n|bot plays|bots play} with you.", "{n|Gioca|Giocano} con te {n} bot."],
  "new-match": ["New match", "Nuova partita"],
  "give-up": ["Give up", "Abbandona"],
  "sure-new": [
    "The match that is being played ends without a result. Deal anew?",
    "La partita in corso finisce senza risultato. Dare di nuovo le carte?",
  ],
  "sure-new-yes": ["Yes, deal anew", "Sì, nuova partita"],
  "sure-give-up": ["Give up the match that is being played?", "Abbandonare la partita in corso?"],
  "sure-give-up-yes": ["Yes, give up", "Sì, abbandona"],
  "go-on": ["No, go on", "No, continua"],
  "gave-up": ["You gave up.", "Hai abbandonato."],
  "gave-up-what": ["The match is over without a result.", "La partita finisce senza risultato."],
  "deal-again": ["Deal again", "Dai di nuovo le carte"],
});

/** A text about practice, as `t` gives those of the rest. */
export function p(key: keyof typeof TEXTS, given: Record<string, string | number> = {}): string {
  return translate(TEXTS[key], given);
}
