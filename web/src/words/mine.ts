import { section } from "./section";
import { translate } from "./t.svelte";

// The player’s own matches; loaded with their screen.
const TEXTS = section({
  where: [
    "Kept on this device only, without an account.",
    "Restano solo su questo dispositivo, senza registrarsi.",
  ],
  none: [
    "No match has ended here yet. When one does, you find it here.",
    "Qui non è ancora finita nessuna partita. Quando ne finisce una, la ritrovi qui.",
  ],
  play: ["Play", "Gioca"],
  running: ["Running tables", "Tavoli in corso"],

  // In numbers.
  numbers: ["In numbers", "In cifre"],
  played: ["{n|match|matches}", "{n|partita|partite}"],
  won: ["won", "{n|vinta|vinte}"],
  streak: ["{n|win|wins} in a row", "{n|vittoria|vittorie} di fila"],
  longest: ["longest streak", "serie più lunga"],
  "last-results": [
    "The last results, the newest at the right",
    "Gli ultimi risultati, il più recente a destra",
  ],
  "last-told": [
    "Your last {all} matches: {won} won, {tied} tied, {lost} lost.",
    "Le tue ultime {all} partite: {won} vinte, {tied} pari, {lost} perse.",
  ],
  "of-games": ["By game", "Per gioco"],
  "of-levels": ["By level of the bots", "Per livello dei bot"],
  "of-people": ["By opponent", "Per avversario"],
  "no-people": [
    "No match against other people yet.",
    "Ancora nessuna partita contro altre persone.",
  ],
  "won-of": ["{won} of {n} won", "{won} su {n} vinte"],
  "tied-too": ["{said}, {tied} tied", "{said}, {tied} pari"],
  "show-all": ["Show all {n}", "Mostra tutti e {n}"],

  // The last matches.
  "last-matches": ["Last matches", "Ultime partite"],
  "ended-won": ["Won", "Vinta"],
  "ended-tied": ["Tied", "Pari"],
  "ended-lost": ["Lost", "Persa"],
  against: ["Against {names}", "Contro {names}"],
  easy: ["{n} {n|Knave|Knaves}", "{n} {n|Fante|Fanti}"],
  medium: ["{n} {n|Knight|Knights}", "{n} {n|Cavallo|Cavalli}"],
  hard: ["{n} {n|King|Kings}", "{n} {n|Re|Re}"],
  scores: ["{own} to {others}", "{own} a {others}"],
  "ended-shared": ["Played here together", "Giocata insieme qui"],
  replay: ["Replay", "Rivedi"],
  "replay-of": ["Replay: {game}, {date}", "Rivedi: {game}, {date}"],
  "show-more": ["Show more", "Mostra altre"],
  limit: [
    "The last {n} matches stay in the list. Older ones are only counted.",
    "Nell’elenco restano le ultime {n} partite. Quelle più vecchie sono solo contate.",
  ],

  // A file.
  file: ["As a file", "Come file"],
  "file-why": [
    "Save your matches, or bring them here from another device. Anybody with the file can read the names in it and see the replays.",
    "Salva le tue partite, o portale qui da un altro dispositivo. Chi ha il file può leggere i nomi e rivedere le partite.",
  ],
  save: ["Save as a file", "Salva come file"],
  read: ["Read a file", "Leggi un file"],
  "was-read": ["New matches here: {n}.", "Partite nuove qui: {n}."],
  "none-new": ["All of its matches were here already.", "Le sue partite c’erano già tutte."],
  "too-large": [
    "This file is too large: files of matches have less than one megabyte. Nothing was changed.",
    "Questo file è troppo grande: i file di partite hanno meno di un megabyte. Niente è cambiato.",
  ],
  "not-ours": [
    "This is not a file of matches: choose one that “Save as a file” has made. Nothing was changed.",
    "Questo non è un file di partite: scegline uno fatto con «Salva come file». Niente è cambiato.",
  ],
  newer: [
    "This file was made by a newer version: reload this page, or read it where it was made. Nothing was changed.",
    "Questo file viene da una versione più nuova: ricarica questa pagina, o leggilo dove è stato fatto. Niente è cambiato.",
  ],
  damaged: [
    "This file is damaged: save it anew where it comes from. Nothing was changed.",
    "Questo file è danneggiato: salvalo di nuovo là da dove viene. Niente è cambiato.",
  ],
  forget: [
    "“Forget me” in the settings deletes all of this here.",
    "«Dimenticami» nelle impostazioni cancella tutto questo da qui.",
  ],
});

/** A text about one’s own matches, as `t` gives those of the rest. */
export function m(key: keyof typeof TEXTS, given: Record<string, string | number> = {}): string {
  return translate(TEXTS[key], given);
}
