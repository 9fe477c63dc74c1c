import { section } from "./section";

// The first screen, other games, friends, settings, rules.
export const shell = section({
  settebello: ["Settebello", "Settebello"],
  "not-found": ["There is nothing at this address.", "A questo indirizzo non c’è niente."],
  home: ["To the first screen", "Alla prima pagina"],
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
  elsewhere: [
    "This seat is open in other windows. A tap here brings it back.",
    "Questo posto è aperto in altre finestre. Un tocco lo riporta qui.",
  ],
  "by-invitation": [
    "This table is by invitation, or it is not there any more. Ask for its link or its code.",
    "A questo tavolo ci si siede su invito, oppure non c’è più. Chiedi il link o il codice.",
  ],
  closed: ["This table was closed.", "Questo tavolo è stato chiuso."],

  watching: ["{game}, watching", "{game}, da spettatore"],

  // The bar.
  games: ["Games", "Giochi"],
  "play-it": ["Play ", "Gioca a "],
  "practice-title": ["{game}, with bots", "{game}, con i bot"],
  "friends-short": ["Friends", "Amici"],
  "play-with-friends": ["Play with friends", "Gioca con gli amici"],
  "i-have-a-code": ["I have a code", "Ho un codice"],
  rules: ["Rules", "Regole"],
  "rules-of": ["Rules of", "Regole di"],
  sound: ["Sound", "Suoni"],
  "other-language": ["In italiano", "In English"],
  settings: ["Settings", "Impostazioni"],
  "invite-others": ["Invite others", "Invita altri"],
  "move-seat": ["Move my seat to another device", "Sposta il mio posto su un altro dispositivo"],

  leave: ["Leave the table", "Lascia il tavolo"],
  "leave-watching": ["The same link brings you back.", "Lo stesso link ti riporta qui."],
  "leave-open": [
    "Your seat stays yours; you find it under “Your tables”.",
    "Il posto resta tuo; lo ritrovi in «I tuoi tavoli».",
  ],
  "leave-bot": [
    "After {n} seconds a bot plays for you, until you come back by “Your tables”.",
    "Dopo {n} secondi un bot gioca per te, finché non torni da «I tuoi tavoli».",
  ],
  "leave-wait": [
    "The match waits until you come back by “Your tables”.",
    "La partita aspetta che torni da «I tuoi tavoli».",
  ],
  "leave-over": [
    "The match is over; nobody waits for you.",
    "La partita è finita; nessuno ti aspetta.",
  ],

  // Who one is.
  "you-are": ["You are", "Ti chiami"],
  "your-name": ["Your name", "Il tuo nome"],
  "change-name": ["Change it", "Cambialo"],
  "name-when": [
    "At most {most} characters; empty, and one is made up. It counts at once, after the end of a " +
      "match from the next one on.",
    "Al massimo {most} caratteri; vuoto, ne inventiamo uno noi. Vale da subito, a partita finita " +
      "dalla prossima.",
  ],
  keep: ["Keep", "Tieni"],

  // Below the first table.
  "more-tables": ["Other tables", "Altri tavoli"],
  "friends-why": [
    "Set a table, send the link. No account, nothing to install.",
    "Prepara un tavolo e manda il link. Senza registrarsi, senza installare niente.",
  ],
  "set-table": ["Set a table", "Prepara un tavolo"],
  "your-tables": ["Your tables", "I tuoi tavoli"],
  "open-to-all": ["Open to all", "Aperti a tutti"],
  sit: ["Sit", "Siediti"],
  watch: ["Watch", "Guarda"],
  "phase-open": ["not begun yet", "non ancora iniziata"],
  "phase-playing": ["being played", "in corso"],
  "phase-paused": ["paused", "in pausa"],

  // A new table.
  "how-many": ["How many at the table", "Quanti al tavolo"],
  where: ["Where are you all?", "Dove siete?"],
  "where-own": ["Each at their own device", "Ognuno al suo dispositivo"],
  "where-here": ["Several of us at this device", "In più persone su questo dispositivo"],
  "who-is-here": ["Who is here?", "Chi c’è?"],
  "player-number": ["Player {n}", "Giocatore {n}"],
  "bot-if-empty": ["a bot, if empty", "un bot, se è vuoto"],
  listed: ["Open to all", "Aperto a tutti"],
  "listed-why": [
    "It is listed on the first screen: everybody can sit down or watch. There is no chat.",
    "Compare nella prima pagina: chiunque può sedersi o guardare. Non c’è la chat.",
  ],
  "house-rules": ["House rules", "Regole della casa"],
  "number-between": [
    "Write a whole number from {least} to {most}.",
    "Scrivi un numero intero da {least} a {most}.",
  ],
  yes: ["yes", "sì"],
  no: ["no", "no"],
  "time-and-absence": ["Time, and who is away", "Tempo e assenze"],
  "if-away": ["When somebody is away", "Se qualcuno si assenta"],
  "away-bot": ["A bot plays for them", "Gioca un bot al suo posto"],
  "away-wait": ["The match waits", "La partita aspetta"],
  "away-after": ["How long one waits for them", "Quanto si aspetta"],
  "turn-time": ["Time for a turn", "Tempo per un turno"],
  "turn-time-why": ["Then a bot makes that one move.", "Poi un bot fa quella sola mossa."],
  "no-limit": ["No limit", "Senza limite"],
  seconds: ["{n} s", "{n} s"],
  minutes: ["{n} min", "{n} min"],
  "absence-bot": [
    "Who is away for {time} is played for by a bot.",
    "Per chi si assenta per {time} gioca un bot.",
  ],
  "absence-wait": ["Who is away is waited for.", "Chi si assenta viene aspettato."],
  "clock-is": ["A turn has {time}.", "Un turno dura al massimo {time}."],

  // Seats before the match.
  seats: ["Seats", "Posti"],
  "table-is-set": ["The table is set", "Il tavolo è pronto"],
  "you-are-invited": ["You are invited to {game}", "Un invito a {game}"],
  you: ["you", "tu"],
  bot: ["bot", "bot"],
  away: ["away", "non c’è"],
  host: ["host", "ospita"],
  free: ["free", "libero"],
  "sit-here": ["Sit here", "Siediti qui"],
  "change-to": ["Move here", "Spostati qui"],
  "seat-number": ["Seat {n}", "Posto {n}"],
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
    "Tap a free seat to sit down. Nothing is taken before you do.",
    "Tocca un posto libero per sederti. Prima di allora non succede niente.",
  ],
  "all-taken": [
    "You are watching. When the match begins, you see what everybody may see.",
    "Stai guardando. Quando la partita comincia, vedi quello che possono vedere tutti.",
  ],

  // The invitation.
  "invite-why": [
    "Whoever has this link can sit down, or watch:",
    "Chi ha questo link può sedersi, o guardare:",
  ],
  "invite-why-listed": ["This link leads here:", "Questo link porta qui:"],
  link: ["Link to this table", "Link a questo tavolo"],
  copy: ["Copy", "Copia"],
  copied: ["Copied", "Copiato"],
  share: ["Share", "Condividi"],
  "share-text": ["Come and sit down at our table.", "Vieni a sederti al nostro tavolo."],
  "qr-link": ["QR code of the link", "Codice QR del link"],
  "only-here": ["It opens on this device only.", "Si apre solo su questo dispositivo."],
  "open-for-others": [
    "For others, start the server for the whole network: settebello serve --host 0.0.0.0, and open it at its address there.",
    "Per gli altri avvia il server per tutta la rete: settebello serve --host 0.0.0.0, e aprilo al suo indirizzo.",
  ],
  "say-code": [
    "Or say this code, it works for a day:",
    "Oppure di’ questo codice, vale un giorno:",
  ],

  // Codes.
  code: ["Code", "Codice"],
  "code-why": [
    "Six letters invite you to a table; eight bring your seat from your other device.",
    "Sei lettere ti invitano a un tavolo; otto portano qui il tuo posto dall’altro dispositivo.",
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
    "Only those who sit here can read this, and nothing of it is stored.",
    "Legge solo chi siede qui, e non resta niente.",
  ],
  "chat-muted": ["What others write is not shown.", "Quello che scrivono gli altri non si vede."],
  "chat-write": ["Write something", "Scrivi qualcosa"],
  send: ["Send", "Invia"],
  "mute-all": ["Mute all", "Zittisci tutti"],

  // Settings.
  language: ["Language", "Lingua"],
  theme: ["Look", "Aspetto"],
  "theme-system": ["As the device", "Come il dispositivo"],
  "theme-light": ["Light", "Chiaro"],
  "theme-dark": ["Dark", "Scuro"],
  speed: ["Speed of the cards", "Velocità delle carte"],
  times: ["{n}×", "{n}×"],
  "at-once": ["At once", "Subito"],
  confirm: ["Confirm each move", "Conferma ogni mossa"],
  "confirm-never": ["No, play at once", "No, gioca subito"],
  "confirm-touch": ["By a second tap on it", "Con un secondo tocco"],
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
  letters: ["Single letters as shortcuts", "Lettere singole come scorciatoie"],
  "letters-why": ["The same letters as in the terminal.", "Le stesse lettere del terminale."],
  stored: ["What is kept here", "Che cosa resta qui"],
  "stored-what": [
    "In this browser only: your name, these settings, and the keys of your seats.",
    "Solo in questo browser: il tuo nome, queste impostazioni e le chiavi dei tuoi posti.",
  ],
  "forget-me": ["Forget me", "Dimenticami"],
  "forget-sure": [
    "Your seats cannot be had back afterwards. Forget everything here?",
    "Dopo, i tuoi posti non si possono più riavere. Dimenticare tutto?",
  ],
  "forget-yes": ["Yes, forget me", "Sì, dimenticami"],
  "forget-no": ["No, keep it", "No, tieni tutto"],
});
