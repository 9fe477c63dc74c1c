import { section } from "./section";
import { translate } from "./t.svelte";

// The panel for authors of games; it is loaded only on their own servers.
const TEXTS = section({
  "dev-open": ["Panel for authors", "Pannello per autori"],
  "dev-broken": ["the rules file has an error", "il file delle regole ha un errore"],
  "dev-loads": ["loaded {n} {n|time|times}", "caricato {n} {n|volta|volte}"],
  "dev-built-in": ["built in", "integrato"],
  "dev-not-loaded": [
    "The file does not load. The table goes on with the rules from before.",
    "Il file non si carica. Il tavolo continua con le regole di prima.",
  ],
  "dev-failed": ["The rules have failed.", "Le regole hanno fallito."],
  "dev-turn": ["To move: {names}.", "Di turno: {names}."],
  "dev-over": ["The match is over.", "La partita è finita."],
  "dev-not-begun": ["The match has not begun.", "La partita non è ancora cominciata."],
  "dev-moves-made": ["{n} {n|move|moves} so far.", "Finora {n} {n|mossa|mosse}."],
  "dev-waiting": ["Waiting until {names} have seen it.", "In attesa che {names} abbiano visto."],
  "dev-bots": ["Bots move by themselves", "I bot muovono da soli"],
  "dev-bots-why": ["If not, you move for them here.", "Altrimenti muovi tu per loro, da qui."],
  "dev-back": ["One move back", "Una mossa indietro"],
  "dev-again": ["Again, same luck", "Da capo, stessa sorte"],
  "dev-new": ["New match", "Nuova partita"],
  "dev-copy-record": ["Copy record", "Copia il verbale"],
  "dev-copy-all": ["Copy all", "Copia tutto"],
  "dev-copied": ["Copied", "Copiato"],
  "dev-viewers": ["Who looks", "Chi guarda"],
  "dev-spectators": ["Spectators", "Spettatori"],
  "dev-every-card": ["Every card", "Ogni carta"],
  "dev-to-move": ["to move", "di turno"],
  "dev-legal": ["Legal moves", "Mosse possibili"],
  "dev-bot-chooses": ["Let the bot choose", "Fai scegliere al bot"],
  "dev-no-moves": ["Not to move now.", "Ora non è di turno."],
  "dev-more-moves": [
    "{n} more {n|move is|moves are} not shown.",
    "{n|Un’altra mossa non è mostrata|Altre {n} mosse non sono mostrate}.",
  ],
  "dev-places": ["Places", "Posti sul tavolo"],
  "dev-empty": ["empty", "vuoto"],
  "dev-hidden": ["{n} hidden", "{n} {n|coperta|coperte}"],
  "dev-facts": ["Facts", "Fatti"],
  "dev-private": ["Private facts", "Fatti privati"],
  "dev-events": ["Events", "Eventi"],
  "dev-no-events": ["Nothing has happened yet.", "Non è ancora successo niente."],
  "dev-fields": ["All fields", "Tutti i campi"],
  "dev-untold": ["Not told: {names}", "Non informati: {names}"],
  "dev-learned": ["Facts learned", "Fatti appresi"],
  "dev-none-learned": ["The rules have told no facts.", "Le regole non hanno detto fatti."],
  "dev-known-by": ["Known by {names}", "Noto a {names}"],
  "dev-everybody": ["everybody", "tutti"],
  "dev-nobody": ["nobody", "nessuno"],
  "dev-state": ["State", "Stato"],
});

/** A text of this panel, as `t` gives those of the rest. */
export function d(key: keyof typeof TEXTS, given: Record<string, string | number> = {}): string {
  return translate(TEXTS[key], given);
}
