import { section } from "./section";
import { translate } from "./t.svelte";

// How others come to a table; loaded with an invitation.
const TEXTS = section({
  "invite-why": [
    "Anyone with this link can sit down or watch:",
    "Chi ha questo link può sedersi o guardare:",
  ],
  "invite-why-listed": ["This link leads here:", "Questo link porta qui:"],
  link: ["Link to this table", "Link a questo tavolo"],
  copy: ["Copy", "Copia"],
  copied: ["Copied", "Copiato"],
  share: ["Share", "Condividi"],
  "share-text": ["Come and sit down at our table.", "Vieni a sederti al nostro tavolo."],
  "qr-link": ["QR code of the link", "Codice QR del link"],
  "only-here": [
    "This address works on this device only.",
    "Questo indirizzo funziona solo su questo dispositivo.",
  ],
  "open-for-others": [
    "For others, start the server with settebello serve --host 0.0.0.0 and open it at its network address.",
    "Per gli altri avvia il server con settebello serve --host 0.0.0.0 e aprilo al suo indirizzo di rete.",
  ],
  "open-without-dev": [
    "A server with --dev is for its author alone. For others, start it without --dev and with --host 0.0.0.0.",
    "Un server con --dev è solo per chi scrive il gioco. Per gli altri avvialo senza --dev e con --host 0.0.0.0.",
  ],
  "in-app": [
    "This is the browser inside another app. It may forget your seat.",
    "Questo è il browser dentro un’altra app: potrebbe dimenticare il tuo posto.",
  ],
  "in-app-open": [
    "Better open this page in your own browser.",
    "Meglio aprire questa pagina nel tuo browser.",
  ],
  "in-app-copy": ["Copy the link", "Copia il link"],
  "in-app-move": ["Move it to your browser", "Portalo nel tuo browser"],
  "say-code": [
    "Or tell them this code. It works for a day:",
    "Oppure comunica questo codice. Vale un giorno:",
  ],
});

/** A text of an invitation, as `t` gives those of the rest. */
export function i(key: keyof typeof TEXTS, given: Record<string, string | number> = {}): string {
  return translate(TEXTS[key], given);
}
