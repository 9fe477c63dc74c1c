import { section } from "./section";

// A finished match, step by step.
export const replay = section({
  "replay-title": ["Looking back: {game}", "Rivedere la partita: {game}"],
  "replay-any": ["Looking back", "Rivedere una partita"],
  "replay-loading": ["Fetching the match …", "Recupero la partita …"],
  "replay-no-access": [
    "This match cannot be shown here: it is not over, it is not there, or this browser has no seat " +
      "and no invitation at its table.",
    "Questa partita non si può mostrare qui: non è finita, non c’è, oppure questo browser non ha " +
      "né un posto né un invito al suo tavolo.",
  ],
  "replay-again": ["Try again", "Riprova"],
  "replay-table": ["Back to the table", "Torna al tavolo"],
  "replay-viewer": ["Whose eyes", "Con gli occhi di"],
  "replay-watch": ["Spectator", "Uno spettatore"],
  "replay-open": ["All cards open", "Carte scoperte"],
  "replay-steps": ["Steps of the match", "Passi della partita"],
  "replay-step": ["Step {n} of {all}", "Passo {n} di {all}"],
  "replay-first": ["First step", "Primo passo"],
  "replay-back": ["One step back", "Un passo indietro"],
  "replay-on": ["One step on", "Un passo avanti"],
  "replay-last": ["Last step", "Ultimo passo"],
  "replay-score-back": [
    "Back to the last change of the score",
    "Al cambio di punteggio precedente",
  ],
  "replay-score-on": ["On to the next change of the score", "Al prossimo cambio di punteggio"],
  "replay-play": ["Play", "Avvia"],
  "replay-pause": ["Pause", "Ferma"],
  "replay-keys": [
    "Keys: left and right for a step, up and down for the score, Home and End.",
    "Tasti: sinistra e destra per un passo, su e giù per il punteggio, Inizio e Fine.",
  ],
  "replay-events": ["What happened", "Che cosa è successo"],
  "replay-made": ["{name}: {move}", "{name}: {move}"],
  "replay-nothing": ["Nothing to be seen from here.", "Da qui non si vede niente."],
  "replay-scores": ["Scores", "Punteggi"],
  "replay-scores-now": ["Scores at this step", "Punteggi a questo passo"],
  "replay-plot": [
    "Scores over the steps of the match. At the end: {scores}.",
    "I punteggi nel corso della partita. Alla fine: {scores}.",
  ],
  "replay-plot-table": ["The same in numbers", "Lo stesso in numeri"],
  "replay-plot-step": ["Step", "Passo"],
  "replay-link": ["Copy the link to this moment", "Copia il link a questo momento"],
  "replay-copied": [
    "Copied. Whoever has it can look at this match and come to its table.",
    "Copiato. Chi ce l’ha può rivedere questa partita e venire al suo tavolo.",
  ],
  "replay-copy-yourself": ["The link to this moment", "Il link a questo momento"],
  "replay-record": ["Save the record", "Salva il verbale"],
  "replay-others": ["Matches at this table", "Partite a questo tavolo"],
  "replay-no-others": ["No match is over yet.", "Nessuna partita è ancora finita."],
  "replay-other": ["{date}: {result}", "{date}: {result}"],
});
