import { section } from "./section";
import { translate } from "./t.svelte";

// A match that is looked back at: what decisions were worth. Loaded with it.
const TEXTS = section({
  title: ["Review", "Analisi"],
  whose: ["Whose decisions", "Le decisioni di chi"],
  offer: [
    "What were the decisions of {name} worth? Each is judged by what {name} could know then, never by hindsight.",
    "Quanto valevano le decisioni di {name}? Ognuna è giudicata da quello che {name} poteva sapere allora, mai col senno di poi.",
  ],
  ask: ["Review {name}", "Analizza {name}"],
  begins: ["The review begins …", "L’analisi comincia …"],
  ends: ["The review is there.", "L’analisi è pronta."],
  progress: ["{done} of {all} decisions", "{done} di {all} decisioni"],
  "progress-closely": [
    "Now a closer look at what may have cost most: {done} of at most {all} decisions",
    "Ora uno sguardo più attento a quello che può essere costato di più: {done} di {all} decisioni al massimo",
  ],
  failed: ["The review did not come to an end.", "L’analisi non è arrivata alla fine."],
  fair: [
    "By what {name} could know then, never by hindsight: up to {worlds} possible worlds for each decision, played on by rules of thumb.",
    "Secondo quello che {name} poteva sapere allora, mai col senno di poi: fino a {worlds} mondi possibili per ogni decisione, continuati a buon senso.",
  ],
  "fair-at-random": [
    "By what {name} could know then, never by hindsight: up to {worlds} possible worlds for each decision, played on at random, which says less.",
    "Secondo quello che {name} poteva sapere allora, mai col senno di poi: fino a {worlds} mondi possibili per ogni decisione, continuati a caso, e questo dice meno.",
  ],
  unclear: [
    "{n} {n|decision|decisions} could not be judged.",
    "{n} {n|decisione non si è potuta|decisioni non si sono potute} giudicare.",
  ],
  "no-choice": [
    "{name} never had a choice in this match: it was all luck.",
    "{name} non ha mai avuto scelta in questa partita: è stata tutta fortuna.",
  ],
  chances: ["Chances to win", "Probabilità di vincere"],
  plot: [
    "Chance of {name} to win, over the match",
    "Probabilità di {name} di vincere, nel corso della partita",
  ],
  "plot-at": ["Step {n}: {chance} %", "Passo {n}: {chance} %"],
  "plot-turn": [
    "Step {n}: {chance} %. Turning point {number}",
    "Passo {n}: {chance} %. Svolta {number}",
  ],
  "plot-help": [
    "Tap the line, or use the arrow keys on it, to go from decision to decision.",
    "Tocca la linea, o usa le frecce su di essa, per andare di decisione in decisione.",
  ],
  table: ["All decisions as a table", "Tutte le decisioni in tabella"],
  step: ["Step", "Passo"],
  "to-step": ["Go to step {n}", "Vai al passo {n}"],
  made: ["Played", "Giocata"],
  better: ["Better", "Meglio"],
  "better-none": ["nothing", "niente"],
  turning: ["Turning points", "Svolte"],
  "turning-why": [
    "Where another move was better by 3 points in a hundred or more, in whatever way the match was played on: by rules of thumb, with mistakes, and by players who learn. Strong evidence, but no proof.",
    "Dove un’altra mossa era migliore di almeno 3 punti su cento, in qualunque modo la partita continuasse: a buon senso, con errori, e con giocatori che imparano. Un forte indizio, non una prova.",
  ],
  "turning-none": [
    "None: no single decision of {name} surely cost 3 points in a hundred or more.",
    "Nessuna: nessuna singola decisione di {name} è costata con sicurezza 3 punti su cento o più.",
  ],
  "turning-not-yet": ["None so far.", "Finora nessuna."],
  point: ["{number}. Step {n}", "{number}. Passo {n}"],
  show: ["Show me", "Fammi vedere"],
  "show-point": ["Show me turning point {number}", "Fammi vedere la svolta {number}"],
  "luck-and-skill": ["Luck and skill", "Fortuna e abilità"],
  luck: ["Luck", "Fortuna"],
  skill: ["Skill", "Abilità"],
  "luck-good": [
    "The cards, the dice and the others gave {name} {n} {n|point|points} in a hundred.",
    "Le carte, i dadi e gli altri hanno dato a {name} {n} {n|punto|punti} su cento.",
  ],
  "luck-bad": [
    "The cards, the dice and the others took {n} {n|point|points} in a hundred from {name}.",
    "Le carte, i dadi e gli altri hanno tolto a {name} {n} {n|punto|punti} su cento.",
  ],
  "luck-even": [
    "The cards, the dice and the others gave as much as they took.",
    "Le carte, i dadi e gli altri hanno dato quanto hanno tolto.",
  ],
  "skill-bad": [
    "The decisions of {name} lost {n} {n|point|points} in a hundred, give or take {error}, against the best moves found.",
    "Le decisioni di {name} hanno perso {n} {n|punto|punti} su cento, più o meno {error}, rispetto alle mosse migliori trovate.",
  ],
  "skill-even": [
    "The decisions of {name} lost nothing against the best moves found.",
    "Le decisioni di {name} non hanno perso niente rispetto alle mosse migliori trovate.",
  ],
  "skill-good": [
    "The decisions of {name} were {n} {n|point|points} in a hundred better than the moves found, give or take {error}.",
    "Le decisioni di {name} sono state {n} {n|punto|punti} su cento migliori delle mosse trovate, più o meno {error}.",
  ],
  means: ["What do they mean?", "Che cosa vogliono dire?"],
  "luck-means": [
    "Luck is how the chance moved between the decisions of {name}: by what was dealt, drawn or rolled, by what the others did, and by what came to light.",
    "La fortuna è quanto si è mossa la probabilità fra le decisioni di {name}: per quello che è stato distribuito, pescato o tirato, per le mosse degli altri e per quello che è venuto alla luce.",
  ],
  "skill-means": [
    "Skill is what the decisions lost to the best moves. The best play has 0; nobody can gain by it. A loss that is too small to be seen counts as none.",
    "L’abilità è quanto le decisioni hanno perso rispetto alle mosse migliori. Il gioco migliore ha 0; di più non si può. Una perdita troppo piccola per vedersi conta come nessuna.",
  ],
  account: [
    "Even share {even} {luck} luck {skill} skill = {end} at the end.",
    "Alla pari {even} {luck} fortuna {skill} abilità = {end} alla fine.",
  ],
  "here-better": [
    "Better: {better}, {best}\u00a0%. Played: {made}, {chance}\u00a0%.",
    "Meglio: {better}, {best}\u00a0%. Giocata: {made}, {chance}\u00a0%.",
  ],
  "here-same": [
    "Played: {made}, {chance}\u00a0%. Nothing clearly better was found.",
    "Giocata: {made}, {chance}\u00a0%. Non si è trovato niente di chiaramente migliore.",
  ],
  moment: ["This moment", "Questo momento"],
  known: ["What could be known here", "Che cosa si poteva sapere qui"],
  "known-why": [
    "What {name} could think of what was hidden, from {worlds} possible worlds: how often each face is there.",
    "Che cosa {name} poteva pensare di quello che era nascosto, da {worlds} mondi possibili: quanto spesso ogni faccia c’è.",
  ],
  "known-loading": ["Looking at possible worlds …", "Guardo i mondi possibili …"],
  "known-nothing": [
    "No world was found that fits all that {name} knew here.",
    "Non si è trovato nessun mondo che vada d’accordo con tutto quello che {name} sapeva qui.",
  ],
  "known-all": ["Nothing was hidden from {name} here.", "Qui a {name} non era nascosto niente."],
  "known-cards": ["{n} unseen", "{n} fuori vista"],
  "known-face": ["{card}: {share} %", "{card}: {share} %"],
  "of-moves": [
    "Chance to win, in {n} possible worlds",
    "Probabilità di vincere, in {n} mondi possibili",
  ],
  "rule-of-thumb": [
    "the rule of thumb; none is surely better",
    "la mossa di buon senso; nessuna è di sicuro migliore",
  ],
  "play-on": ["Play on from here", "Gioca da qui"],
  "play-on-why": [
    "You play on as {name} from step {n}. What is hidden is as it was; what is drawn or thrown from now on is new.",
    "Continui come {name} dal passo {n}. Quello che è nascosto è com’era; quello che si pesca o si tira da ora in poi è nuovo.",
  ],
  "play-on-over": [
    "The match is over at this step: go back a step to play on.",
    "A questo passo la partita è finita: torna indietro di un passo per giocare.",
  ],
  "play-on-begin": ["Play", "Gioca"],
  "to-review": ["Review", "Analisi"],
});

/** A text about a review, as `t` gives those of the rest. */
export function r(key: keyof typeof TEXTS, given: Record<string, string | number> = {}): string {
  return translate(TEXTS[key], given);
}
