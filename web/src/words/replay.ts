import { section } from "./section";

// A finished match, step by step.
export const replay = section({
  "replay-title": ["Replay: {game}", "Rivedi la partita: {game}"],
  "replay-any": ["Replay", "Rivedi la partita"],
  "replay-loading": ["Fetching the match …", "Recupero la partita …"],
  "replay-no-access": [
    "This match cannot be shown: it is not over, it does not exist, or this browser has no seat or invitation at its table.",
    "Questa partita non si può mostrare: non è finita, non esiste, o questo browser non ha né un posto né un invito al suo tavolo.",
  ],
  "replay-table": ["Back to the table", "Torna al tavolo"],
  "replay-viewer": ["Point of view", "Punto di vista"],
  "replay-watch": ["Spectator", "Spettatore"],
  "replay-open": ["All cards open", "Tutte le carte scoperte"],
  "replay-steps": ["Steps of the match", "Passi della partita"],
  "replay-step": ["Step {n} of {all}", "Passo {n} di {all}"],
  "replay-first": ["First step", "Primo passo"],
  "replay-back": ["Previous step", "Passo precedente"],
  "replay-on": ["Next step", "Passo successivo"],
  "replay-last": ["Last step", "Ultimo passo"],
  "replay-score-back": ["Previous change of the score", "Cambio di punteggio precedente"],
  "replay-score-on": ["Next change of the score", "Cambio di punteggio successivo"],
  "replay-play": ["Play", "Avvia"],
  "replay-pause": ["Pause", "Ferma"],
  "replay-keys": [
    "Keys: left and right for a step, up and down for the score, Home and End.",
    "Tasti: sinistra e destra per un passo, su e giù per il punteggio, Inizio e Fine.",
  ],
  "replay-made": ["{name} has made a move.", "{name} ha fatto una mossa."],
  "replay-nothing": [
    "From this point of view there is nothing to see.",
    "Da questo punto di vista non si vede niente.",
  ],
  "replay-scores": ["Scores", "Punteggi"],
  "replay-scores-now": ["Scores at this step", "Punteggi a questo passo"],
  "replay-plot": [
    "Scores over the steps of the match. At the end: {scores}.",
    "I punteggi nel corso della partita. Alla fine: {scores}.",
  ],
  "replay-plot-table": ["The scores as a table", "I punteggi in tabella"],
  "replay-plot-step": ["Step", "Passo"],
  "replay-link": ["Copy the link to this moment", "Copia il link a questo momento"],
  "replay-copied": [
    "Copied. Anyone with this link can see this match and come to its table.",
    "Copiato. Chi ha questo link può rivedere questa partita e venire al suo tavolo.",
  ],
  "replay-copy-yourself": ["The link to this moment", "Il link a questo momento"],
  "replay-record": ["Save the record", "Salva il verbale"],
  "replay-others": ["Matches at this table", "Partite a questo tavolo"],
  "replay-no-others": ["No match has ended yet.", "Nessuna partita è ancora finita."],
  "replay-other": ["{date}: {result}", "{date}: {result}"],
});
