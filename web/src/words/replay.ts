import { section } from "./section";

// A finished match, step by step.
export const looking = section({
  "looking-title": ["Looking back: {game}", "Rivedere la partita: {game}"],
  "looking-back-at-all": ["Looking back", "Rivedere una partita"],
  "looking-loading": ["Fetching the match …", "Recupero la partita …"],
  "looking-shut": [
    "This match cannot be shown here: it is not over, it is not there, or this browser has no seat " +
      "and no invitation at its table.",
    "Questa partita non si può mostrare qui: non è finita, non c’è, oppure questo browser non ha " +
      "né un posto né un invito al suo tavolo.",
  ],
  "looking-again": ["Try again", "Riprova"],
  "looking-table": ["Back to the table", "Torna al tavolo"],
  "looking-side": ["Whose eyes", "Con gli occhi di"],
  "looking-watch": ["Spectator", "Uno spettatore"],
  "looking-open": ["All cards open", "Carte scoperte"],
  "looking-steps": ["Steps of the match", "Passi della partita"],
  "looking-step": ["Step {n} of {all}", "Passo {n} di {all}"],
  "looking-first": ["First step", "Primo passo"],
  "looking-back": ["One step back", "Un passo indietro"],
  "looking-on": ["One step on", "Un passo avanti"],
  "looking-last": ["Last step", "Ultimo passo"],
  "looking-score-back": [
    "Back to the last change of the score",
    "Al cambio di punteggio precedente",
  ],
  "looking-score-on": ["On to the next change of the score", "Al prossimo cambio di punteggio"],
  "looking-play": ["Play", "Avvia"],
  "looking-pause": ["Pause", "Ferma"],
  "looking-keys": [
    "Keys: left and right for a step, up and down for the score, Home and End.",
    "Tasti: sinistra e destra per un passo, su e giù per il punteggio, Inizio e Fine.",
  ],
  "looking-happened": ["What happened", "Che cosa è successo"],
  "looking-made": ["{name}: {move}", "{name}: {move}"],
  "looking-nothing": ["Nothing to be seen from here.", "Da qui non si vede niente."],
  "looking-scores": ["Scores", "Punteggi"],
  "looking-scores-now": ["Scores at this step", "Punteggi a questo passo"],
  "looking-plot": [
    "Scores over the steps of the match. At the end: {scores}.",
    "I punteggi nel corso della partita. Alla fine: {scores}.",
  ],
  "looking-plot-table": ["The same in numbers", "Lo stesso in numeri"],
  "looking-plot-step": ["Step", "Passo"],
  "looking-link": ["Copy the link to this moment", "Copia il link a questo momento"],
  "looking-copied": [
    "Copied. Whoever has it can look at this match and come to its table.",
    "Copiato. Chi ce l’ha può rivedere questa partita e venire al suo tavolo.",
  ],
  "looking-copy-yourself": ["The link to this moment", "Il link a questo momento"],
  "looking-record": ["Save the record", "Salva il verbale"],
  "looking-others": ["Matches at this table", "Partite a questo tavolo"],
  "looking-no-others": ["No match is over yet.", "Nessuna partita è ancora finita."],
  "looking-other": ["{date}: {result}", "{date}: {result}"],
});
