taken-back = { $you ->
    [yes] Ritiri la tua ultima mossa.
   *[no] { $seat } ritira l'ultima mossa.
}
stood-in = { $you ->
    [yes] L’ha giocata un bot per te.
   *[no] L’ha giocata un bot per { $seat }.
}
bot-name = { $nth ->
    [1] {""}
    [2] Secondo{" "}
   *[3] Terzo{" "}
}{ $rank ->
    [8] Fante
    [9] Cavallo
   *[10] Re
} di { $suit ->
    [C] Coppe
    [S] Spade
    [D] Denari
   *[B] Bastoni
}

suggested = Il Cavallo farebbe così: { $move }.
    .plain = La scelta del Cavallo: { $move }.
chances = Probabilità di vincere, in { $worlds } mondi: { $moves } (più o meno { $error }).
    .rule-of-thumb = Probabilità di vincere, in { $worlds } mondi: { $moves } (più o meno { $error }). La scelta è la mossa di buon senso: nessun’altra è di sicuro migliore.
review-late = Una decisione ha richiesto più tempo di quanto il server ne dedichi a ciascuna. Richiedila, e ci riprova.
review-failed = Qualcosa è andato storto mentre il server guardava la partita. Richiedila, e ci riprova.
review-too-long = Questa partita ha più mosse di quante questo server ne analizzi.
owned-place = { $place } di { $player }

refusal-spectator = Stai guardando; questo lo possono fare solo i giocatori.
refusal-stale = Questo risponde all'avviso { $after }, ma l'ultimo è il { $number }; guarda di nuovo il tavolo.
refusal-waiting = L'ultima mossa non è ancora stata vista da tutti; manca { $who }.
refusal-paused = La partita è in pausa; prima falla riprendere.
refusal-held = La partita aspetta finché non ci sono tutti.
refusal-not-at-this-table = A questo tavolo non si può.
refusal-only-against-bots = Un suggerimento c'è solo dove tutti gli altri giocatori sono bot.
refusal-no-hint = Il bot non ha niente da mostrare qui: scegli tu.
refusal-no-such-player = Non c'è un giocatore con questo segreto: prima registrati.
refusal-no-such-game = Questa partita non c'è, o adesso non si può entrare.
refusal-second-session = Questo giocatore è già qui, in un'altra finestra.
refusal-another-player = Questa connessione è già di un giocatore; aprine un'altra.
refusal-in-a-game = Sei già in una partita; prima lasciala.
refusal-not-in-a-game = Non sei in una partita in cui si possa fare.
refusal-not-the-creator = Può farlo solo chi ha creato la partita.
refusal-not-another-player = Puoi togliere solo un altro giocatore; per andartene tu, lascia la partita.
refusal-removed = Questo posto non è più tuo; prendine un altro.
refusal-game-full = La partita è al completo: si gioca in cinque al massimo.
refusal-too-few-players = Servono almeno due giocatori.
refusal-no-name = Un nome ha almeno un carattere.
refusal-not-through = L'ultima mossa si sta ancora registrando; aspetta il risultato.
refusal-not-understood = Il server non conosce questo messaggio, o un suo campo è sbagliato.
refusal-not-paused = La partita non è in pausa.
refusal-not-playing = La partita non è cominciata, oppure è finita.
refusal-not-over = La partita non è ancora finita.
refusal-too-often = In questa partita è già stato fatto troppe volte.
refusal-closed = Questo tavolo è chiuso.
refusal-again = Hai già detto Hello; per un altro tavolo apri un'altra connessione.
refusal-rules-failed = Le regole di questo gioco hanno dato un errore e nulla è cambiato; prova un'altra mossa.
refusal-rules-changed = Le regole di questo gioco sono cambiate da quando è cominciata la partita: rimetti il file delle regole com'era allora, o comincia una nuova partita.
refusal-rules-missing = Le regole di questo gioco ora non sono su questo server; il tavolo c'è di nuovo quando il server si avvia con quelle.
refusal-table-failed = Questo tavolo non può continuare: le regole del gioco non funzionano, o quello che era registrato è rovinato. È stato annotato nel registro del server.
refusal-not-open = La partita è cominciata; i posti non si cambiano più.
refusal-no-free-seat = Tutti i posti sono occupati; puoi guardare.
refusal-seat-taken = Questo posto è di { $name }; scegline un altro.
refusal-seat-free = In questo posto non c'è nessuno.
refusal-seats-free = Posti liberi: { $free }; prima riempili con giocatori o bot.
refusal-no-chat = I giocatori si scrivono solo ai tavoli che non sono nell'elenco.
refusal-say-nothing = In questa riga non c'è niente da leggere; scrivi qualche parola.
refusal-say-slower = Scrivi troppo in fretta; aspetta un poco.
refusal-emote-slower = Troppi tutti insieme; aspetta un poco.
refusal-not-to-nudge = Si può sollecitare solo un'altra persona presente a cui tocca giocare.
refusal-nudged = Hai già sollecitato { $who }; una volta a turno basta.
refusal-nudge-later = Dai un po' di tempo a { $who }: in un turno si può sollecitare dopo 15 secondi.

refusal-not-a-message = Non è un messaggio che il server conosce; i messaggi sono descritti sotto /docs.
refusal-other-version = Il server ora ha un'altra versione: per continuare da dove eri, ricarica la pagina o aggiorna il tuo programma.
refusal-hello-first = Il primo messaggio di una connessione è Hello.
refusal-too-late = Hello non è arrivato in tempo.
refusal-too-large = Un messaggio ha al massimo { $most } byte.
refusal-too-fast = Troppi messaggi; aspetta un poco e continua.
refusal-too-many = Il server è pieno; riprova più tardi.
    .tables = { $most } tavoli dal tuo indirizzo non sono ancora finiti; prima finiscine o chiudine uno.
    .reviews = { $most } analisi dal tuo indirizzo sono in corso; aspetta che ne finisca una.
    .sockets = Dal tuo indirizzo ci sono troppe connessioni aperte; chiudine qualcuna o aspetta un po'.
    .seat = Questo posto è collegato da troppi altri dispositivi.
refusal-too-many-connections = Dalla tua rete arrivano troppe connessioni; chiudi qualche scheda o riprova più tardi.
refusal-not-found = Non c'è un tavolo così, oppure il segreto non lo apre.
refusal-no-such-page = Questa pagina non esiste.
refusal-not-allowed = Questo lo può fare solo chi ospita il tavolo.
    .hop = Qui possono collegarsi solo gli altri nodi di questo server.
refusal-not-your-seat = Questo posto è di un'altra persona; può farlo solo chi ci siede.
refusal-bad-request = { $why }
refusal-not-stored = Il server non ha potuto registrarlo e nulla è cambiato; riprova.
refusal-come-back = Adesso il server non può rispondere; riprova tra un momento.
refusal-not-on-all-nodes = Questo gioco è in fase di installazione; si potrà giocare tra un momento.
refusal-failed = Qualcosa è andato storto nel server; è stato annotato. Riprova.
refusal-slow = Questa connessione leggeva troppo lentamente; riaprila.
refusal-origin = Questa pagina non può aprire una connessione qui.
refusal-no-such-code = Questo codice è sbagliato, o non vale più; chiedine uno nuovo.
refusal-too-long = Questa partita è troppo lunga per mostrarla passo per passo; puoi avere lo stesso la registrazione.

refusal-bad-address = Un indirizzo è http://HOST:PORTA, e con un tavolo http://HOST:PORTA/#TAVOLO.INVITO.
    .table = Questo indirizzo non nomina un tavolo: { $server }/#TAVOLO.
refusal-bad-answer = { $server } non risponde come un server di Settebello.
    .message = { $server } dice cose che questo client non capisce.
refusal-bad-file = In { $file } non c'è un posto.
    .table = { $file } tiene un posto a un altro tavolo.
refusal-unreachable = { $server } non risponde: { $reason }.
    .patience = { $server } non si raggiunge da { $seconds } secondi: { $reason }.
refusal-left = Il tavolo è stato lasciato prima della fine della partita.
