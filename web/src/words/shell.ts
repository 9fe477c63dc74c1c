import { section } from "./section";

// The first screen, other games, friends, settings, rules.
export const shell = section({
  settebello: ["Settebello", "Settebello"],
  "not-found": ["There is nothing at this address.", "A questo indirizzo non c’è niente."],
  home: ["Home page", "Pagina iniziale"],
  close: ["Close", "Chiudi"],
  more: ["More", "Altro"],
  table: ["A table", "Un tavolo"],

  // Waiting and trouble.
  dealing: ["The cards are being dealt …", "Si danno le carte …"],
  "no-network": [
    "The server does not answer just now. Nothing is lost.",
    "In questo momento il server non risponde. Niente è andato perso.",
  ],
  "try-again": ["Try again", "Riprova"],
  "deal-anew": ["New match", "Nuova partita"],
  reload: ["Reload", "Ricarica"],
  elsewhere: [
    "This seat is open in other windows. Tap here to use it in this one.",
    "Questo posto è aperto in altre finestre. Tocca qui per usarlo in questa.",
  ],
  "by-invitation": [
    "This table is by invitation only, or it does not exist any more. Ask for its link or code.",
    "A questo tavolo ci si siede solo su invito, oppure non esiste più. Chiedi il link o il codice.",
  ],
  closed: ["This table was closed.", "Questo tavolo è stato chiuso."],

  watching: ["{game}, watching", "{game}, da spettatore"],

  // The bar.
  games: ["Games", "Giochi"],
  "other-game": ["Choose another game. Now: ", "Scegli un altro gioco. Ora: "],
  "play-it": ["Play ", "Gioca a "],
  "practice-title": ["{game}, with bots", "{game}, con i bot"],
  "practice-table": ["Practice table", "Tavolo con i bot"],
  "friends-short": ["Friends", "Amici"],
  "play-with-friends": ["Play with friends", "Gioca con gli amici"],
  "i-have-a-code": ["I have a code", "Ho un codice"],
  rules: ["Rules", "Regole"],
  learn: ["Learn by playing", "Impara giocando"],
  "rules-of": ["Rules of", "Regole di"],
  sound: ["Sound", "Suoni"],
  settings: ["Settings", "Impostazioni"],
  privacy: ["Privacy", "Privacy"],
  "my-matches": ["My matches", "Le mie partite"],
  "invite-others": ["Invite others", "Invita altri"],
  "move-seat": ["Move my seat to another device", "Sposta il mio posto su un altro dispositivo"],

  leave: ["Leave the table", "Lascia il tavolo"],
  "leave-watching": ["The same link brings you back.", "Lo stesso link ti riporta qui."],
  "leave-open": [
    "You keep your seat: find it under “Your tables”.",
    "Il posto resta tuo: lo ritrovi in «I tuoi tavoli».",
  ],
  "leave-bot": [
    "After {n} seconds a bot plays for you, until you come back from “Your tables”.",
    "Dopo {n} secondi un bot gioca per te, finché non torni da «I tuoi tavoli».",
  ],
  "leave-wait": [
    "The match waits until you come back from “Your tables”.",
    "La partita aspetta che torni da «I tuoi tavoli».",
  ],
  "leave-over": [
    "The match is over: nobody waits for you.",
    "La partita è finita: nessuno ti aspetta.",
  ],

  // Who one is.
  "you-are": ["You are", "Ti chiami"],
  "your-name": ["Your name", "Il tuo nome"],
  "change-name": ["Change it", "Cambialo"],
  "name-when": [
    "At most {most} characters; if it is empty, a name is made up. It counts at once, or from the next match if this one is over.",
    "Al massimo {most} caratteri; se è vuoto, ne inventiamo uno. Vale da subito o, a partita finita, dalla prossima.",
  ],
  keep: ["Save", "Salva"],

  // Below the first table.
  "more-tables": ["Other tables", "Altri tavoli"],
  "friends-why": [
    "Set a table, send the link. No account, nothing to install.",
    "Prepara un tavolo e manda il link. Senza registrarsi, senza installare niente.",
  ],
  "set-table": ["Set a table", "Prepara un tavolo"],
  "your-tables": ["Your tables", "I tuoi tavoli"],
  "turn-there": ["your turn", "tocca a te"],
  emotes: ["Emotes and players", "Emozioni e giocatori"],
  "open-tables": ["Open tables", "Tavoli aperti"],
  "play-with-strangers": ["Play with strangers", "Gioca con chi c’è"],
  "open-to-all": ["Open to all", "Aperti a tutti"],
  sit: ["Sit", "Siediti"],
  watch: ["Watch", "Guarda"],
  "phase-open": ["not begun yet", "non ancora iniziata"],
  "phase-playing": ["being played", "in corso"],
  "phase-paused": ["paused", "in pausa"],

  // A new table.
  "how-many": ["Number of players", "Numero di giocatori"],
  where: ["Where are you all?", "Dove siete?"],
  "where-own": ["Each at their own device", "Ognuno al suo dispositivo"],
  "where-here": ["Several of us at this device", "In più persone su questo dispositivo"],
  "who-is-here": ["Who is here?", "Chi c’è?"],
  "player-number": ["Player {n}", "Giocatore {n}"],
  "bot-if-empty": ["a bot, if empty", "un bot, se è vuoto"],
  listed: ["Open to all", "Aperto a tutti"],
  "listed-why": [
    "It is listed on the home page: everybody can sit down or watch. There is no chat.",
    "Compare nella pagina iniziale: chiunque può sedersi o guardare. Non c’è la chat.",
  ],
  "house-rules": ["House rules", "Regole della casa"],
  "number-between": [
    "Write a whole number from {least} to {most}.",
    "Scrivi un numero intero da {least} a {most}.",
  ],
  yes: ["yes", "sì"],
  no: ["no", "no"],
  "time-and-absence": ["Time limit and absence", "Limite di tempo e assenze"],
  "if-away": ["When somebody is away", "Se qualcuno si assenta"],
  "away-bot": ["A bot plays for them", "Gioca un bot al suo posto"],
  "away-wait": ["The match waits", "La partita aspetta"],
  "away-after": ["The bot takes over after", "Il bot subentra dopo"],
  "turn-time": ["Time for a turn", "Tempo per un turno"],
  "turn-time-why": [
    "When it is up, a bot makes that one move.",
    "Quando scade, un bot fa quella sola mossa.",
  ],
  "no-limit": ["No limit", "Senza limite"],
  seconds: ["{n} s", "{n} s"],
  minutes: ["{n} min", "{n} min"],
  "absence-bot": [
    "A bot plays for anyone who is away for {time}.",
    "Per chi si assenta per {time} gioca un bot.",
  ],
  "absence-wait": ["The match waits for those who are away.", "La partita aspetta chi si assenta."],
  "clock-is": ["A turn takes {time} at most.", "Un turno dura al massimo {time}."],

  // Seats before the match.
  seats: ["Seats", "Posti"],
  "table-is-set": ["The table is set", "Il tavolo è pronto"],
  "you-are-invited": ["You are invited to {game}", "Un invito a {game}"],
  you: ["you", "tu"],
  bot: ["bot", "bot"],
  away: ["away", "assente"],
  host: ["host", "ospita"],
  free: ["free", "libero"],
  "sit-here": ["Sit here", "Siediti qui"],
  "change-to": ["Move here", "Spostati qui"],
  "seat-number": ["Seat {n}", "Posto {n}"],
  "teams-are": ["Playing together: {teams}.", "Giocano insieme: {teams}."],
  "teams-against": [", against ", ", contro "],
  "bot-here": ["Bot here", "Qui un bot"],
  "free-seat": ["Free the seat", "Libera il posto"],
  "free-seat-of": ["Free the seat of {name}", "Libera il posto di {name}"],
  "stand-up": ["Stand up", "Alzati"],
  start: ["Start", "Comincia"],
  "fill-and-start": ["Fill with bots and start", "Completa con i bot e comincia"],
  "fill-why": [
    "{n} {n|seat is|seats are} free. You can also wait for your friends.",
    "{n|C’è|Ci sono} {n} {n|posto libero|posti liberi}. Puoi anche aspettare gli amici.",
  ],
  "host-starts": [
    "{name} starts the match when everybody is here.",
    "Quando ci siete tutti, {name} dà inizio alla partita.",
  ],
  "sit-why": [
    "Tap a free seat to sit down. Until then no seat is yours.",
    "Tocca un posto libero per sederti. Fino ad allora nessun posto è tuo.",
  ],
  "all-taken": [
    "You are watching. When the match begins, you see what everybody may see.",
    "Stai guardando. Quando la partita comincia, vedi quello che possono vedere tutti.",
  ],

  // The invitation.

  // Codes.
  code: ["Code", "Codice"],
  "code-why": [
    "Six letters invite you to a table. Eight letters bring your seat here from another device.",
    "Sei lettere ti invitano a un tavolo. Otto lettere portano qui il tuo posto da un altro dispositivo.",
  ],
  "open-table": ["To the table", "Al tavolo"],
  "move-how": [
    "Scan this with the other device, or open {address} there and enter the code.",
    "Inquadralo con l’altro dispositivo, oppure apri lì {address} e scrivi il codice.",
  ],
  "move-once": [
    "It works once, within ten minutes. You keep your seat here as well.",
    "Vale una volta sola, per dieci minuti. Il posto resta tuo anche qui.",
  ],
  "qr-seat": ["QR code of your seat", "Codice QR del tuo posto"],

  // Several people at one device.
  "pass-to": ["Pass the device to {name}", "Passa il dispositivo a {name}"],
  "pass-why": ["The cards stay covered until then.", "Fino ad allora le carte restano coperte."],
  "i-am": ["I am {name}", "Sono {name}"],

  // Chat.
  chat: ["Chat", "Chat"],
  "chat-unread": ["Chat, {n} new", "Chat, {n} {n|nuovo|nuovi}"],
  "chat-empty": [
    "Only the players at this table can read the chat. It is not stored.",
    "La chat la leggono solo i giocatori di questo tavolo. Non viene conservata.",
  ],
  "chat-muted": ["What others write is not shown.", "Quello che scrivono gli altri non si vede."],
  "chat-write": ["Write something", "Scrivi qualcosa"],
  send: ["Send", "Invia"],
  "mute-all": ["Mute all", "Zittisci tutti"],

  // Settings.
  language: ["Language", "Lingua"],
  speed: ["Speed of the cards", "Velocità delle carte"],
  times: ["{n}×", "{n}×"],
});
