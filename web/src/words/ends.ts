import { section } from "./section";
import { translate } from "./t.svelte";

// The end of a match; loaded with it.
const ends = section({
  over: ["The match is over", "La partita è finita"],
  "you-win": ["You win", "Hai vinto"],
  wins: ["{names} wins", "{names} vince"],
  "you-both-win": ["You and {names} win", "Tu e {names} avete vinto"],
  win: ["{names} win", "{names} vincono"],
  "you-tie": ["You and {names} tie", "Tu e {names} pareggiate"],
  tie: ["{names} tie", "{names} pareggiano"],
  score: ["{result}, {score} to {against}", "{result} {score} a {against}"],
  "tie-score": ["{result}, with {score} each", "{result} con {score} a testa"],
  rounds: ["{n} {n|round|rounds}", "{n} {n|smazzata|smazzate}"],
  moves: ["{n} {n|move|moves}", "{n} {n|mossa|mosse}"],
  "final-score": ["Final score", "Punteggio finale"],
  winner: ["Winner", "Vince"],
  facts: ["About this match", "Su questa partita"],
  "in-the-lead": ["In the lead", "In testa"],
  "led-throughout": ["{names}, from start to end", "{names}, dall’inizio alla fine"],
  "led-since": ["{names}, since round {round}", "{names}, dalla smazzata {round}"],
  comeback: ["A comeback", "Una rimonta"],
  behind: [
    "{names} was {n} {n|point|points} behind",
    "{names} aveva {n} {n|punto|punti} di svantaggio",
  ],
  "behind-in-round": [
    "{names} was {n} {n|point|points} behind in round {round}",
    "{names} aveva {n} {n|punto|punti} di svantaggio nella smazzata {round}",
  ],
  "lead-changes": ["Changes of the lead", "Cambi in testa"],
  times: ["{n} times", "{n} volte"],
  "best-round": ["Best round", "La smazzata migliore"],
  "most-at-once": ["Most points at once", "Più punti in una volta"],
  "gained-in-round": [
    "{names}: {n} points in round {round}",
    "{names}: {n} punti nella smazzata {round}",
  ],
  gained: ["{names}: {n} points. {text}", "{names}: {n} punti. {text}"],
  "rounds-won": ["Rounds won", "Smazzate vinte"],
  "points-from": ["Points of {names}", "I punti di {names}"],
  "play-again": ["Play again", "Gioca ancora"],
  replay: ["See how it went", "Rivedi la partita"],
  share: ["Share", "Condividi"],
  "last-round": ["The last round", "L’ultima smazzata"],
  "wants-rematch": [
    "{names} {n|wants|want} to play again.",
    "{names} {n|vuole|vogliono} giocare ancora.",
  ],
  "rematch-waits": [
    "The next match begins when everybody here wants to play again.",
    "La prossima partita comincia quando tutti i presenti vogliono giocare ancora.",
  ],
});

export const tell = (key: keyof typeof ends, given: Record<string, string | number> = {}): string =>
  translate(ends[key], given);
