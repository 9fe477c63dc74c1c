import { section } from "./section";
import { translate } from "./t.svelte";

// What a player likes; loaded with the settings.
const TEXTS = section({
  theme: ["Appearance", "Aspetto"],
  "theme-system": ["Same as the device", "Come il dispositivo"],
  "theme-light": ["Light", "Chiaro"],
  "theme-dark": ["Dark", "Scuro"],
  "theme-contrast": ["High contrast", "Alto contrasto"],
  "at-once": ["At once", "Subito"],
  confirm: ["Confirm each move", "Conferma ogni mossa"],
  "confirm-never": ["No, play at once", "No, gioca subito"],
  "confirm-touch": ["With a second tap", "Con un secondo tocco"],
  "confirm-always": ["With the button or Enter", "Con il pulsante o Invio"],
  "sound-why": [
    "When it is your turn, and for cards and dice.",
    "Quando tocca a te, e per carte e dadi.",
  ],
  "four-colours": ["Four colours", "Quattro colori"],
  "four-colours-why": [
    "Each French suit in a colour of its own.",
    "Ogni seme francese con il suo colore.",
  ],
  letters: ["Single keys as shortcuts", "Tasti singoli come scorciatoie"],
  "letters-why": [
    "The letters of the terminal, and 1 to 9 for moves.",
    "Le lettere del terminale, e da 1 a 9 per le mosse.",
  ],
  stored: ["What is kept here", "Che cosa resta qui"],
  "stored-what": [
    "In this browser only: your name, these settings, the keys of your seats, and your matches.",
    "Solo in questo browser: il tuo nome, queste impostazioni, le chiavi dei tuoi posti e le tue partite.",
  ],
  "forget-me": ["Forget me", "Dimenticami"],
  "forget-sure": [
    "You cannot get your seats back afterwards, nor your matches unless you have saved them as a file. Forget everything?",
    "Dopo non potrai riavere i tuoi posti, né le tue partite se non le hai salvate in un file. Dimenticare tutto?",
  ],
  "forget-yes": ["Yes, forget me", "Sì, dimenticami"],
  "forget-no": ["No, keep it", "No, tieni tutto"],
});

/** A text of the settings, as `t` gives those of the rest. */
export function s(key: keyof typeof TEXTS, given: Record<string, string | number> = {}): string {
  return translate(TEXTS[key], given);
}
