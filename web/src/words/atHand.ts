import { section } from "./section";
import { translate } from "./t.svelte";

// Notifications, vibration and the installed app; loaded where somebody meets them.
const TEXTS = section({
  missed: [
    "It was your turn while you were elsewhere. Shall this page tell you next time?",
    "Toccava a te mentre eri altrove. Vuoi che questa pagina te lo dica la prossima volta?",
  ],
  "tell-me": ["Yes, tell me", "Sì, dimmelo"],
  "no-thanks": ["No, thanks", "No, grazie"],
  notify: ["Notifications", "Notifiche"],
  "notify-why": [
    "When it is your turn and you are looking at something else.",
    "Quando tocca a te e stai guardando altro.",
  ],
  "notify-refused": [
    "Your browser does not allow it: let this site show notifications in the browser’s settings, then try again.",
    "Il browser non lo permette: consenti le notifiche di questo sito nelle impostazioni del browser, poi riprova.",
  ],
  vibrate: ["Vibration", "Vibrazione"],
  "vibrate-why": [
    "When it is your turn at a table with other people.",
    "Quando tocca a te a un tavolo con altre persone.",
  ],
  install: ["Install Settebello", "Installa Settebello"],
  "install-why": [
    "Then it is among the apps of this device. Playing without a network is not part of it.",
    "Così sta fra le app di questo dispositivo. Giocare senza rete non ne fa parte.",
  ],
});

/** A text about what is at hand, as `t` gives those of the rest. */
export function at(key: keyof typeof TEXTS, given: Record<string, string | number> = {}): string {
  return translate(TEXTS[key], given);
}
