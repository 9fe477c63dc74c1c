import { section } from "./section";
import { translate } from "./t.svelte";

// Playing with strangers: the tables that wait, and waiting at one; loaded with them.
const TEXTS = section({
  "nobody-waits": ["Nobody is waiting now.", "Adesso nessuno aspetta."],
  "play-now-at": ["Play {game} with strangers", "Gioca a {game} con chi c’è"],
  "play-now": ["Play now", "Gioca subito"],
  "play-now-what": [
    "You join a table that waits for players, or open one for everybody. There is no chat there.",
    "Ti siedi a un tavolo che aspetta giocatori, o ne apri uno per tutti. Lì non c’è chat.",
  ],
  "bots-come": ["Bots take the free seats", "I bot prendono i posti liberi"],
  "after-time": ["after {time}", "dopo {time}"],
  "only-people": ["never: only people", "mai: solo persone"],
  join: ["Join", "Siediti"],
  "join-at": ["Join {names} at {game}", "Siediti con {names} a {game}"],
  "free-seats": ["{n} {n|seat|seats} free", "{n} {n|posto libero|posti liberi}"],
  "bots-in": ["bots in {time}", "bot fra {time}"],
  waiting: ["Waiting for players", "Aspettiamo altri giocatori"],
  "waiting-people": [
    "The match begins when all seats are taken.",
    "La partita comincia quando tutti i posti sono presi.",
  ],
  "waiting-bots": [
    "The match begins when all seats are taken. Bots take those that are free in",
    "La partita comincia quando tutti i posti sono presi. I bot prendono quelli liberi fra",
  ],
  "waiting-soon": ["Bots are sitting down.", "I bot si stanno sedendo."],
  "stop-waiting": ["Stop waiting", "Smetti di aspettare"],
  "free-seat-here": ["a free seat", "un posto libero"],
  "wait-here": [
    "Keep this page open: who is away for a while loses the seat.",
    "Tieni aperta questa pagina: chi è via per un po’ perde il posto.",
  ],
});

/** A text about strangers, as `t` gives those of the rest. */
export function s(key: keyof typeof TEXTS, given: Record<string, string | number> = {}): string {
  return translate(TEXTS[key], given);
}
