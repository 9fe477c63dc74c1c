import { section } from "./section";
import { translate } from "./t.svelte";

// What is kept where; loaded with its page. What is said here is what the programs do: change both together.
const TEXTS = section({
  short: ["In short", "In breve"],
  "short-what": [
    "No account, no e-mail address, no cookies, no advertising, no counting of visitors. This page loads nothing from other companies, and talks to this server only.",
    "Nessuna registrazione, nessun indirizzo e-mail, nessun cookie, niente pubblicità, nessun conteggio dei visitatori. Questa pagina non carica niente da altre aziende, e parla solo con questo server.",
  ],

  browser: ["What this browser keeps", "Che cosa resta in questo browser"],
  "browser-self": [
    "Your name and your settings, which games you have learned, how long you wait for strangers, and whom you have muted.",
    "Il tuo nome e le tue impostazioni, quali giochi hai imparato, quanto aspetti altri giocatori, e chi hai silenziato.",
  ],
  "browser-seats": [
    "The keys of your seats and the invitations to tables: with them you come back to a match.",
    "Le chiavi dei tuoi posti e gli inviti ai tavoli: con questi torni a una partita.",
  ],
  "browser-matches": [
    "Your matches: when, which game, who played, how it ended. A random name for this device makes sure that none counts twice.",
    "Le tue partite: quando, quale gioco, chi ha giocato, com’è finita. Un nome casuale per questo dispositivo fa sì che nessuna conti due volte.",
  ],
  "browser-cards": [
    "How you have arranged your cards; and, until the window is closed, what you have typed and not sent.",
    "Come hai ordinato le tue carte; e, finché la finestra è aperta, quello che hai scritto e non inviato.",
  ],
  "browser-notices": [
    "If you want notifications of your turn, a small program that shows them. This page makes them itself while it is open: no other company is asked.",
    "Se vuoi le notifiche del tuo turno, un piccolo programma che le mostra. Le fa questa pagina finché è aperta: nessun’altra azienda c’entra.",
  ],
  "browser-until": [
    "It stays until you choose “Forget me” in the settings, or delete the data of this site in your browser. It is not sent to anybody; to a server go your name where you sit down, and the key of a seat when you play there.",
    "Resta finché non scegli «Dimenticami» nelle impostazioni, o cancelli dal browser i dati di questo sito. Non viene mandato a nessuno; a un server vanno il tuo nome quando ti siedi, e la chiave di un posto quando ci giochi.",
  ],

  server: ["What the server keeps", "Che cosa resta sul server"],
  "server-match": [
    "Each match: the names of its players as they typed them, their moves, all cards and dice, the result, and when it was played last. Of the keys to seats and tables only a kind of fingerprint, from which no key can be made again.",
    "Ogni partita: i nomi dei giocatori come li hanno scritti, le loro mosse, tutte le carte e i dadi, il risultato, e quando si è giocato l’ultima volta. Delle chiavi di posti e tavoli resta solo una specie di impronta, da cui non si ricava nessuna chiave.",
  ],
  "server-review": [
    "If somebody asks for a look back at a match, what was found is kept with it. It says nothing that the match does not.",
    "Se qualcuno chiede di riguardare una partita, quello che si è trovato resta con lei. Non dice niente che la partita non dica.",
  ],
  "server-who": [
    "Who may see it: everybody, if the table was open to all; else those who had a seat there or have its link. Who plays with you knows your name there and what you did.",
    "Chi può vederla: tutti, se il tavolo era aperto a tutti; altrimenti chi aveva un posto o ha il link. Chi gioca con te sa come ti chiami lì e che cosa hai fatto.",
  ],
  "server-long": [
    "A table that never begins is closed after {hours} {hours|hour|hours}, and a match in which nobody does anything after {days} {days|day|days}. Matches that are over or closed stay, so that they can be seen again, until the host deletes them.",
    "Un tavolo che non comincia mai si chiude dopo {hours} {hours|ora|ore}, e una partita in cui nessuno fa niente dopo {days} {days|giorno|giorni}. Le partite finite o chiuse restano, perché si possano rivedere, finché chi gestisce il server non le cancella.",
  ],
  "server-long-unknown": [
    "A table that never begins, and a match in which nobody does anything, is closed after a while. Matches that are over or closed stay, so that they can be seen again, until the host deletes them.",
    "Un tavolo che non comincia mai, o una partita in cui nessuno fa niente, dopo un po’ si chiude. Le partite finite o chiuse restano, perché si possano rivedere, finché chi gestisce il server non le cancella.",
  ],
  "server-chat": [
    "Chat is not stored: it is gone {time} after the last one has left the table, or when the server restarts.",
    "La chat non viene conservata: sparisce {time} dopo che l’ultimo ha lasciato il tavolo, o quando il server riparte.",
  ],
  "server-chat-unknown": [
    "Chat is not stored: it is gone soon after the last one has left the table, or when the server restarts.",
    "La chat non viene conservata: sparisce poco dopo che l’ultimo ha lasciato il tavolo, o quando il server riparte.",
  ],
  "server-codes": [
    "A code that invites to a table works for a day, one for a seat for ten minutes. Then they are gone.",
    "Un codice che invita a un tavolo vale un giorno, quello di un posto dieci minuti. Poi spariscono.",
  ],
  "server-address": [
    "The address of your internet connection is used to answer you, and so that nobody asks too much. It is in memory only, at the longest until the server restarts, and never stored.",
    "L’indirizzo della tua connessione a internet serve per risponderti, e perché nessuno chieda troppo. È solo in memoria, al più tardi finché il server riparte, e non viene mai conservato.",
  ],
  "server-programs": [
    "Programs that register for 66 by its own protocol are kept with their name and a fingerprint of their key.",
    "I programmi che si registrano per 66 con il suo protocollo restano con il loro nome e un’impronta della loro chiave.",
  ],

  log: ["What is in the host’s log", "Che cosa c’è nel registro del server"],
  "log-what": [
    "The numbers of tables and matches, which game it is, errors, and reports of players: the numbers of the seats, and one of five reasons. No names, no addresses, no messages, no cards, no keys.",
    "I numeri di tavoli e partite, di quale gioco si tratta, gli errori, e le segnalazioni: i numeri dei posti, e uno di cinque motivi. Nessun nome, nessun indirizzo, nessun messaggio, nessuna carta, nessuna chiave.",
  ],
  "log-proxy": [
    "A host may have another program in front of this one, or make copies of the store. Such a program may log addresses: this page cannot know that. Ask the host.",
    "Chi gestisce il server può avere un altro programma davanti a questo, o fare copie dei dati. Un programma così può annotare gli indirizzi: questa pagina non può saperlo. Chiedi a chi lo gestisce.",
  ],

  host: ["The host", "Chi gestisce il server"],
  "host-what": [
    "The person who runs this server could look at what it keeps, also at hidden cards. If you want a match deleted, ask them.",
    "Chi gestisce questo server potrebbe guardare quello che vi resta, anche le carte coperte. Se vuoi che una partita sia cancellata, chiedilo a loro.",
  ],
  contact: ["How to reach them: {contact}", "Come raggiungerli: {contact}"],
  "no-contact": [
    "This host has not said how to reach them.",
    "Chi gestisce questo server non ha scritto come raggiungerlo.",
  ],
});

/** A text about privacy, as `t` gives those of the rest. */
export function d(key: keyof typeof TEXTS, given: Record<string, string | number> = {}): string {
  return translate(TEXTS[key], given);
}
