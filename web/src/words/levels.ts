import { section } from "./section";
import { translate } from "./t.svelte";

// How well bots play; loaded where a level is chosen, and where a bot says who it is.
const TEXTS = section({
  level: ["Level of the bots", "Livello dei bot"],
  "easy-bots": ["Knaves", "Fanti"],
  "medium-bots": ["Knights", "Cavalli"],
  "hard-bots": ["Kings", "Re"],
  easy: ["easy", "facile"],
  medium: ["medium", "medio"],
  hard: ["hard", "difficile"],
  "easy-why": [
    "They make mistakes now and then, and see only what you would see in their place.",
    "Ogni tanto sbagliano, e vedono solo quello che vedresti tu al loro posto.",
  ],
  "medium-why": [
    "They play by rules of thumb, and see only what you would see in their place.",
    "Giocano a buon senso, e vedono solo quello che vedresti tu al loro posto.",
  ],
  "hard-why": [
    "They think before they play, and see only what you would see in their place.",
    "Ci pensano prima di giocare, e vedono solo quello che vedresti tu al loro posto.",
  ],
  // What was measured: `wins` of 100, where `even` would be as good as the Knights.
  "one-wins": [
    "One of them against Knights wins about {wins} of 100 {of} (even: {even}).",
    "Uno di loro contro i Cavalli vince circa {wins} {of} su 100 (alla pari: {even}).",
  ],
  "pair-wins": [
    "A pair of them against Knights wins about {wins} of 100 {of} (even: {even}).",
    "Una coppia di loro contro i Cavalli vince circa {wins} {of} su 100 (alla pari: {even}).",
  ],
  "random-wins": [
    "Moves at random win about {wins} of 100 {of} against them (even: {even}).",
    "Chi gioca a caso contro di loro vince circa {wins} {of} su 100 (alla pari: {even}).",
  ],
  round: ["rounds", "smazzate"],
  match: ["matches", "partite"],
  "no-kings": [
    "No Kings in {game}: no bot was measured to play it better than the Knights.",
    "A {game} non ci sono Re: nessun bot misurato gioca meglio dei Cavalli.",
  ],
  "no-kings-with": [
    "No Kings with {n} players: no bot was measured to play better than the Knights.",
    "Con {n} giocatori non ci sono Re: nessun bot misurato gioca meglio dei Cavalli.",
  ],
});

/** A text about levels, as `t` gives those of the rest. */
export function v(key: keyof typeof TEXTS, given: Record<string, string | number> = {}): string {
  return translate(TEXTS[key], given);
}
