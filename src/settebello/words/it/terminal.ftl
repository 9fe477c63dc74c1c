# Le frasi del programma nel terminale: domande, aiuto, il tavolo. I giochi hanno le loro.

## Prima della partita

which-game = Quale gioco?
choice-of-game = { $game } (per { $players } giocatori)
ask-game = Gioco (il numero o il nome):
no-such-game = Il gioco "{ $text }" qui non c'è. Scrivi un numero da 1 a { $last }, o un nome.
ask-count = Quanti giocatori, { $allowed }? (Invio per { $usual })
wrong-count = { $game } è per { $allowed } giocatori.
ask-name = Nome del giocatore { $number } (o "bot"; due volte Invio per un bot):
ask-name-again = Nome del giocatore { $number } (ancora Invio per un bot):
name-empty = Il nome non può essere vuoto. Scrivi un nome, o premi ancora Invio e gioca un bot.
begins = { $game }: { $players }.
options = Regole della casa: { $options }.
resumed = Si continua con { $save }. { $game }: { $players }.
seeded = La sorte viene dal seme { $seed }: le stesse mosse danno la stessa partita.
help-is-there = Scrivi ? per l'aiuto in ogni momento.
not-saved = La partita continua, ma non si può salvare: { $reason }.

## Un turno

coach = Lezione, passo { $step } di { $steps }: { $text }
coach-end = Lezione: { $text }
no-lesson = Non c'è una lezione di { $game }. Gioca senza --lesson; le regole dicono come.
ask-move = La tua mossa (? per l'aiuto):
ask-move-of = { $name }, la tua mossa (? per l'aiuto):
no-such-number = La mossa { $number } non c'è. Le mosse vanno da 1 a { $last }.
only-number = La mossa { $number } non c'è. L'unica mossa è 1.
nothing-typed = Scrivi il numero di una mossa, la mossa stessa, o ? per l'aiuto.
typed-so = { $form }: scrivi, per esempio, { $example }
players-typed = Un giocatore si scrive con il nome o il numero: { $players }.
no-such-player = Qui non c'è nessun "{ $text }"; scrivi { $players }.
which-player = "{ $text }" può essere { $players }; scrivi di più del nome.
form-is = "{ $text }" ora non è una mossa; scrivi { $form }, per esempio { $example }.
next-player = Tocca a { $name }: premi Invio quando ci sei.
seen-it = { $name }, premi Invio quando hai visto.
hint = Il bot giocherebbe { $move }.
hint-thinking = Il bot ci pensa ...
log-forgets = La storia non ripete quello che devi ricordare tu.
not-here = "{ $command }" serve ai tavoli su un server. Qui non succede niente finché nessuno scrive.
no-file = Scrivi anche il nome di un file: salva partita.json
saved-to = La partita fin qui è in { $file }. Il file contiene tutte le carte coperte: i giocatori non devono vederlo.

## Parole che si possono scrivere; quelle inglesi valgono sempre

command-help = aiuto
command-rules = regole
command-score = punti
command-log = storia
command-table = tavolo
command-hint = consiglio
command-undo = annulla
command-save = salva
command-quit = esci
yes-words = s si sì
no-words = n no
or = o

help-title = Scrivi il numero di una mossa, o la mossa stessa, o una di queste parole:
moves-now = Le tue mosse adesso:
help-help = questo elenco
help-rules = le regole del gioco
help-score = i punti
help-log = tutto quello che ti è stato detto
help-table = di nuovo tutto il tavolo, e le tue mosse
help-hint = quello che farebbe il bot
help-undo = ritira la tua ultima mossa, se nessuno ne ha ancora saputo niente
help-save = scrive la partita fin qui in un nuovo file, per esempio: salva partita.json
help-quit = esci; la partita resta, e si continua con "settebello resume"

## Il tavolo

you = Tu
your-turn = Tocca a te.
turn-of = Tocca a { $players }.
waiting-for = In attesa di { $players }.
teams = Squadre: { $teams }.
only-you = Solo tu sai: { $facts }
no-turn = La partita è finita.
place-stock = Mazzo
place-deck = Mazzo
place-table = Tavola
place-discard = Scarti
place-taken = Carta presa
numbered-meld = Combinazione { $number }
numbered-meld-of = Combinazione { $number } di { $owner }
place-hand = mano
place-pile = mazzetto
empty = nessuna carta
no-dice = nessun dado
dice-hidden = { $count ->
    [one] 1 dado nascosto
   *[other] { $count } dadi nascosti
}
said-yes = sì
said-no = no
cards = { $count ->
    [one] 1 carta
   *[other] { $count } carte
}
cards-top = { $count ->
    [one] { $top }
   *[other] { $count } carte, sopra { $top }
}
cards-down = { $count ->
    [one] 1 carta coperta, numero 1
   *[other] { $count } carte coperte, numeri da 1 a { $count }
}
score = punti { $score }
score-coloured = punti { $score } ({ $colour })
score-line = { $name }: { $score }
colour-red = rosso
colour-green = verde
colour-blue = blu
colour-yellow = giallo
colour-purple = viola
fact-round = Smazzata { $value }.
fact-turn = Turno { $value }.
turns-used = Turni usati: { $turn } di { $turns }.
fact-die = Il dado mostra { $value }.
each-sweeps = scope { $value }
fact-dealer = Mazziere: { $value }.
fact-turned_over = Scarti rivoltati: { $value }.
fact-stopper = Fermata da { $value }.

## La fine

over = { $number ->
    [0] La partita è finita.
    [one] La partita è finita: vince { $winners }.
   *[other] La partita è finita: vincono { $winners }.
}
ask-again = Ancora una partita? (sì o no)
ask-again-of = { $name }: Ancora una partita? (sì o no)
yes-or-no = Scrivi sì o no.
left = La partita resta come { $save }. Si continua con: settebello resume
goodbye = Ciao.

## Partite lasciate

none-left = Non c'è nessuna partita da continuare. Se ne comincia una con: settebello play
no-such-save = La partita "{ $save }" non c'è. Ci sono: { $saves }.
played-elsewhere = { $save } è in corso in un altro terminale.
others-left = Puoi continuare anche: { $saves }. Per sceglierne una: settebello resume NOME
left-line = { $save }: { $game }, { $players }, { $moves ->
    [one] 1 mossa
   *[other] { $moves } mosse
}
seat-line = { $link }: il posto di { $name } a un tavolo su un server
damaged-line = { $save }: danneggiata
rules-gone = il suo file delle regole { $file } non c'è; di' dov'è con --game FILE
cannot-resume = Non si può continuare { $save }: { $reason }. Il file resta dov'è: { $file }

## A un tavolo su un server

table-named = Questo indirizzo nomina già un tavolo; togli --game.
now-alone = Con --now il tavolo ha le regole solite e si vede comunque; togli --option e --listed.
host-plays = Chi apre un tavolo ci gioca; togli --watch.
no-table-named = Questo indirizzo non nomina un tavolo; aggiungi --game per aprirne uno, o usa un indirizzo che hai ricevuto.
needs-game = --seats, --option, --bots, --listed e --now vogliono un gioco; aggiungi --game.
ask-your-name = Il tuo nome:
seat-not-kept = Puoi giocare, ma il tuo posto non si può conservare: { $reason }.
opened = { $game }: il tavolo è aperto.
friends = Manda questo indirizzo ai tuoi amici: { $link }
ask-start = Scrivi comincia quando ci siete tutti, o bot per dei bot nei posti liberi (? per l'aiuto):
ask-waiting = Puoi aspettare, o scrivere un comando (? per l'aiuto):
waits-for-start = Chi ha aperto il tavolo comincia la partita quando ci siete tutti.
waits-for-people = La partita comincia quando nessun posto è libero.
waits-for-bots = La partita comincia quando nessun posto è libero; dei bot prendono quelli liberi fra { $seconds ->
    [one] 1 secondo
   *[other] { $seconds } secondi
}.
watching = Stai guardando.
not-begun = La partita non è cominciata.
on-its-way = La tua ultima mossa è ancora in viaggio.
clock = Hai { $seconds ->
    [one] 1 secondo
   *[other] { $seconds } secondi
}.
sat = { $name } si siede.
bot-sat = { $name } si siede, un bot.
stood = { $name } si alza.
has-come = { $name } è qui.
has-gone = { $name } ha lasciato il tavolo.
stands-in = Intanto un bot gioca per { $name }.
bot-in = Si aspetta { $name }: un bot gioca al suo posto fra { $seconds ->
    [one] 1 secondo
   *[other] { $seconds } secondi
}.
while-away = Mentre non c'eri:
and-earlier = … e prima altre { $number }; scrivi storia per leggerle.
nudges-you = { $name } ti sollecita: tocca a te.
which-emote = Scrivi segno e un numero: { $emotes }
whom-to-mute = Scrivi silenzia e il nome o il numero di un altro giocatore, come li mostra chi.
muted = { $name }: parole e segni non ti sono più mostrati.
heard-again = { $name }: parole e segni ti sono di nuovo mostrati.
you-nudge = Hai sollecitato { $name }.
spectators = { $number ->
    [one] 1 persona guarda.
   *[other] { $number } persone guardano.
}
thinks = { $name } sta pensando.
hurried = { $name } non ha avuto tempo di pensare, e gioca a occhio.
no-level = Nessun bot, misurato, gioca a { $game } in { $seats } meglio di medium; scegli { $levels }.
wants-more = { $name } vuole un'altra partita.
paused-now = La partita è in pausa. Scrivi riprendi per continuare.
goes-on = La partita continua.
table-closed = Il tavolo è stato chiuso.
seat-freed = Chi ha aperto il tavolo ha liberato il tuo posto.
lost = Il collegamento è caduto. Torna da solo; aspetta, per favore.
back = Il collegamento è tornato.
rules-loaded = L'autore ha salvato il gioco; si continua com'è ora.
dev-table = Questo tavolo serve a provare un gioco: chi lo scrive vede tutte le mani.
come-back = Il tuo posto resta. Si torna con: settebello join { $link }
chair-free = { $number }. libero
chair-bot = { $number }. { $name }, un bot
chair-level = { $number }. { $name }, un bot: { $level }
chair-yours = { $number }. { $name }, sei tu
chair-there = { $number }. { $name }
chair-away = { $number }. { $name }, non c'è
chair-stand-in = { $number }. { $name }, non c'è; intanto gioca un bot
no-hint = Il bot non ha visto abbastanza di questa partita per dirlo.
no-rules = Le regole di { $game } non sono su questo computer.
record-saved = La registrazione della partita è in { $file }.
command-who = chi
command-start = comincia
command-bots = bot
command-nudge = sollecita
command-emote = segno
command-mute = silenzia
command-pause = pausa
command-resume = riprendi
command-rematch = rivincita
help-who = chi siede dove
help-start = comincia la partita, per chi ha aperto il tavolo
help-bots = dei bot prendono i posti liberi e la partita comincia, per chi ha aperto il tavolo; anche bot easy, bot hard
help-nudge = di' a chi deve giocare che lo aspetti
help-emote = un segno per tutti, come: segno 1; segno da solo elenca i sei
help-mute = non mostrare parole e segni di un giocatore, come: silenzia Bea; un'altra volta li mostra di nuovo
help-pause = ferma la partita per tutti, finché qualcuno la riprende
help-resume = continua dopo una pausa
help-rematch = un'altra partita, quando la vogliono tutti quelli che ci sono
help-record = scrive la registrazione di una partita finita in un nuovo file, per esempio: salva partita.json
help-leave = esci; il tuo posto resta

## La riga di comando: a che cosa serve

usage = Un tavolo per giochi di carte e di dadi: un file di pure regole fa un gioco.
usage-examples = Per giocare: settebello play (scegli tu il gioco); settebello play scopa; settebello play scopa --players Ann,bot,bot. Per continuare una partita: settebello resume. I giochi: { $games }.
commands = comandi
usage-games = elenca i giochi, con i posti e le opzioni
usage-play = gioca in questo terminale, con persone e bot
usage-resume = continua una partita lasciata
usage-serve = avvia un server, per tavoli in rete
usage-join = gioca al tavolo di un server, da questo terminale
usage-export = scrive le partite di un archivio come registrazioni
usage-import = mette delle registrazioni in un archivio, come partite passate
usage-rules = stampa le regole di un gioco, con le opzioni
usage-new = scrive un gioco nuovo da cui cominciare: regole, parole, una pagina, un bot e un test
usage-new-examples = Per esempio: settebello new crazy_eights; settebello new pig --dice; settebello new pig --dice --package. Fa una cartella con quel nome e dentro un piccolo gioco di carte o di dadi, che si può giocare subito e supera settebello check. Cambialo un passo alla volta: docs/writing-a-game.md dice come. Un pacchetto si installa accanto a Settebello con pip; poi settebello games elenca il gioco.
usage-check = prova le regole di un gioco e dice che cosa non va
usage-check-examples = Un gioco è un nome o il percorso di un file di regole: settebello check scopa; settebello check mio.py --seconds 60. Si guardano partite a caso da ogni lato; ogni riga è una promessa delle regole, e una rossa arriva con una frase e con la registrazione più piccola che mostra il difetto: settebello check mio.py --save difetto.json, poi settebello replay difetto.json --game mio.py. Il codice di uscita è 1 se una riga è rossa.
usage-simulate = fa giocare ai bot molte partite, e conta le vittorie
usage-tournament = scopre quale bot è migliore: smazzate duplicate, posti a rotazione, intervalli
usage-tournament-examples = Per esempio: settebello tournament scopa --bots bot,random; settebello tournament rummy --players 2 --bots bot,my_bot.py --deals 500 --workers local:2. Il primo bot è la misura: ogni altro gioca da solo contro un tavolo di quello, in ogni posto, con le stesse carte e gli stessi dadi. Una partita è una smazzata, nei giochi che ne hanno più d'una; --whole la gioca fino alla fine. La quota pari di due giocatori è 50 %, di tre 33,3 %. Un bot è migliore dove tutto l'intervallo della sua differenza è sopra lo 0. Un bot che sbaglia, o che pensa troppo a lungo, ha perso quella partita, e la tabella dice quante. Se è lungo: --resume FILE conserva quello che è fatto, e continua da lì.
usage-replay = stampa la partita di una registrazione, vista da un posto qualsiasi
usage-review = ripensa a una partita: quanto valeva ogni decisione, e quanto è stata fortuna
usage-review-examples = Per esempio: settebello review partita.json; settebello review partita.json --seat Ann --worlds 1000 --json analisi.json. Una registrazione viene da 'salva FILE' al tavolo, da 'settebello export' o dal server. Ogni decisione è giudicata per quello che il suo posto poteva sapere allora: le carte che non aveva visto sono ridate, tante volte, e si gioca fino in fondo. Il rapporto dice per ogni giocatore quante volte non si è trovato niente di meglio di quello che ha fatto, quanto la fortuna e quanto le decisioni hanno mosso la sua probabilità di vincere, e le decisioni che sono costate di più, al massimo tre, con la mossa migliore. Non è nominata una perdita di meno di 3 punti su cento, né una che può essere un caso o che c'è solo se tutti continuano a buon senso. La stessa registrazione dà lo stesso rapporto. Con più mondi ci vuole di più, e si trovano perdite più piccole; una decisione di una partita lunga ne ha di meno. Di una partita non finita si può analizzare un posto solo.
usage-store = controlla, aggiorna o sposta un archivio
usage-store-check = controlla che ogni partita di un archivio si possa leggere e rigiocare; esce con 1 se una non si può
usage-store-migrate = porta un archivio alla versione di cui ha bisogno questo Settebello, o fa un archivio di un database vuoto
usage-store-move = copia un intero archivio in un posto nuovo: da SQLite a PostgreSQL, o viceversa
usage-nodes = elenca i server che condividono un archivio in PostgreSQL, o ne esclude uno bloccato

metavar-command = COMANDO
metavar-game = GIOCO
metavar-who = CHI
metavar-workers = CHI
metavar-n = N
metavar-name = NOME
metavar-host = HOST
metavar-origin = ORIGINE
metavar-addresses = INDIRIZZI
metavar-limit = NOME=NUMERO
metavar-text = TESTO
metavar-url = URL
metavar-folder = CARTELLA
metavar-file = FILE
metavar-seat = POSTO
metavar-option = NOME=VALORE
metavar-from = DA
metavar-to = A
metavar-address = HOST:PORTA
metavar-fence = fence

argument-version = stampa la versione ed esce
argument-language = la lingua in cui parlare; altrimenti quella dell'ambiente
argument-language-of-match = la lingua in cui parlare; altrimenti quella della partita
argument-game = un nome, o il percorso di un file di regole
argument-game-or-choose = un nome, o il percorso di un file di regole; altrimenti scegli tu
argument-game-to-open = apre un tavolo per questo gioco
argument-players = un numero, o dei nomi come Ann,bot,hard: easy, medium, hard, bot e random sono bot, e così il percorso del file di un bot; altrimenti ti viene chiesto
argument-level = come giocano quelli che si chiamano bot; non tutti i giochi hanno hard (medium)
argument-seed = lo stesso seme dà la stessa sorte, anche ai bot; la partita lo dice
argument-seed-of-check = lo stesso seme guarda le stesse partite (1)
argument-seed-of-simulation = lo stesso seme gioca le stesse partite (1)
argument-lesson = comincia con la lezione del gioco: la prima mano, con un maestro che dice che cosa fare
argument-plain = riga per riga (un altro modo non c'è ancora)
argument-save = quale, o l'indirizzo di un tavolo su un server; altrimenti l'ultima di qui
argument-list = elenca soltanto le partite lasciate, e i posti sui server
argument-host = l'indirizzo su cui ascoltare (127.0.0.1: solo questo computer; 0.0.0.0: tutta la rete)
argument-port = 8066; 0 per una porta libera
argument-origin = una pagina di altri che può collegarsi, come https://cards.example
argument-proxy = i proxy di cui fidarsi per l'indirizzo di un client, separati da virgole
argument-contact = come i giocatori ti raggiungono, per la pagina sulla privacy
argument-limit = un limite diverso dal solito (docs/hosting.md li elenca)
argument-url = l'indirizzo che ti invita, o quello di un server, per aprirvi un tavolo
argument-name = il tuo; altrimenti ti viene chiesto
argument-seats = quanti; altrimenti come al solito in quel gioco
argument-bots = comincia subito, con dei bot nei posti liberi, di questo livello (medium) o random
argument-now = gioca con sconosciuti, a un tavolo pubblico del gioco che aspetta giocatori, o a uno nuovo; bot del livello di --bots prendono i posti che restano liberi
argument-listed = mostra il nuovo tavolo a tutti
argument-listed-records = le mostra a tutti
argument-watch = guarda, senza un posto
argument-folder = dove mettere una registrazione per ogni partita
argument-all = anche le partite non finite, con tutte le carte coperte
argument-record = una registrazione
argument-store = dove stanno le partite, sqlite:///FILE o postgresql://UTENTE@HOST/DATABASE; altrimenti nella tua cartella dei dati
argument-option = una regola della casa ('settebello games' le elenca); si può dare più volte
argument-matches = quante partite a caso si guardano, al massimo (40)
argument-seconds = quanto tempo guardare, in secondi di processore (10); di più trova difetti più rari
argument-worlds = quanti altri mondi prova la ricerca di segreti svelati, al massimo (1000)
argument-save-defect = scrive la registrazione più corta del primo difetto in questo nuovo file
argument-bots-by-seat = un bot per ogni posto, come hard,bot,random: random, bot (quello del gioco, cioè medium), easy, hard o il percorso del file di un bot; altrimenti un bot, gli altri random
argument-games = quante partite, numerate da 0 (1000); i posti ruotano dall'una all'altra
argument-jobs = quanti processi (1); il risultato è lo stesso
argument-only = gioca soltanto questa partita, e ne stampa la registrazione
argument-save-records = scrive la registrazione di ogni partita in questa cartella
argument-json = stampa il risultato come JSON
argument-bots-of-tournament = due bot o più: random, bot (quello del gioco, cioè medium), easy, hard o il percorso del file di un bot; il primo è la misura (bot,random)
argument-players-of-tournament = in quanti si gioca; altrimenti come d'uso in quel gioco
argument-deals = quante smazzate, numerate da 0 (200)
argument-whole = gioca le partite fino alla fine, non smazzate singole
argument-seed-of-tournament = lo stesso seme gioca le stesse smazzate (1)
argument-workers = chi gioca: local:N, tanti processi di questa macchina, o ray:INDIRIZZO, un cluster Ray; il risultato è lo stesso
argument-decision-seconds = quanto un bot può pensare a una mossa (30); chi impiega di più ha perso la partita
argument-json-file = scrive il risultato in questo file, come JSON
argument-plot-file = disegna le vittorie con i loro intervalli in questo file, come SVG
argument-resume-file = conserva le smazzate finite in questo file, e continua con quelle che contiene
argument-seat = il numero di un posto o il nome di un giocatore; altrimenti da spettatore
argument-seat-of-review = il numero di un posto o il nome di un giocatore; altrimenti tutti i posti, uno dopo l'altro
argument-worlds-of-review = in quanti mondi si prova ogni decisione, al massimo (200)
argument-moved-rules-file = il file delle regole della partita, se non è più dov'era
argument-new-name = il nome del gioco nuovo: lettere minuscole, cifre e trattini bassi
argument-dice = un gioco di dadi; altrimenti è di carte
argument-package = un pacchetto che si può installare, con il gioco dentro
argument-into = la cartella in cui si fa la cartella del gioco; altrimenti quella corrente
argument-rules-file = il file di regole, per un gioco non installato
argument-rules-files = un file di regole di un altro gioco; anche più d'uno
argument-dev = per chi scrive un gioco, solo su questo computer: ciò che si salva si ricarica, e si possono guardare tutte le mani
argument-node = il nome di questo server fra quelli che condividono un archivio in PostgreSQL; altrimenti quello del computer
argument-address = dove gli altri server dell'archivio raggiungono questo; va con --cluster-secret-file
argument-cluster-secret-file = un file con il segreto con cui i server di un archivio si riconoscono: lo stesso per tutti, almeno 16 segni, chiuso agli altri
argument-url-of-store = l'archivio, sqlite:///FILE o postgresql://UTENTE@HOST/DATABASE; altrimenti quello nella tua cartella dei dati. I server possono continuare a usarlo
argument-url-to-migrate = l'archivio, sqlite:///FILE o postgresql://UTENTE@HOST/DATABASE; ferma prima il server di un archivio SQLite
argument-url-to-move = l'archivio da copiare, sqlite:///FILE o postgresql://UTENTE@HOST/DATABASE; nessun server lo deve usare. Resta com'è
argument-url-to-fill = un file che non c'è, o un database senza partite preparato da 'settebello store migrate'
argument-url-of-nodes = l'archivio, postgresql://UTENTE@HOST/DATABASE
argument-fence = fa sì che un'esecuzione non registri più niente; i suoi tavoli continuano su altri server
argument-run = il numero dell'esecuzione da escludere, come nell'elenco

# Le frasi di argparse, che riempie quello che segue un segno di percento.
argparse-usage = uso:{" "}
argparse-positional = argomenti
argparse-options = opzioni
argparse-help = stampa questo aiuto ed esce
argparse-argument = argomento %(argument_name)s: %(message)s
argparse-required = mancano questi argomenti: %s
argparse-unrecognized = argomenti sconosciuti: %s
argparse-expected = ci vuole un valore
argparse-ambiguous = opzione ambigua: %(option)s può essere %(matches)s
argparse-ignored = qui non ci vuole un valore: %r
argparse-choice = scelta non valida: %(value)r (scegli fra %(choices)s)

## La riga di comando: che cosa non va

see-help = Vedi '{ $command } --help'.
wrong-number = è un numero intero da { $low } a { $high }, non '{ $text }'
unknown-game = Il gioco '{ $text }' non c'è. I giochi sono: { $games }.
not-for-so-many = { $game } è per { $allowed } giocatori, non { $given }.
option-form = Un'opzione si dà come nome=valore, non come '{ $text }'.
no-such-option = { $game } non ha un'opzione '{ $name }'. Le sue opzioni sono: { $options }.
wrong-option = L'opzione '{ $name }' è { $range }, non { $text }.
from-to = da { NUMBER($low, useGrouping: 1) } a { NUMBER($high, useGrouping: 1) }
file-not-game = Il gioco '{ $text }' non c'è; il file delle regole si scrive { $file }.
no-such-file = Il file { $file } non c'è.
file-there = { $file } c'è già; scegli un altro nome.
no-folder = La cartella { $folder } non c'è; creala prima, o scegline un'altra.
cannot-read = Non si può leggere { $file }: { $reason }.
cannot-write = Non si può scrivere in { $file }: { $reason }.
new-name = Il nome di un gioco ha lettere minuscole, cifre e trattini bassi, come { $better }; non può essere '{ $text }'.
new-name-taken = C'è già un gioco '{ $text }'; da' un altro nome a quello nuovo.
new-name-of-python = '{ $text }' significa già qualcosa in Python; da' un altro nome al gioco nuovo.
new-written = Un gioco nuovo è in { $folder }:
new-rules = le regole
new-words = quello che si dice ai giocatori, in inglese
new-italian-words = lo stesso in italiano
new-page = la pagina delle regole, in inglese
new-italian-page = la stessa in italiano
new-bot = il bot
new-test = i test
new-project = quello che serve a pip
new-next = Che cosa puoi farne:
no-own-bot = { $game } non ha un suo bot: 'bot' gioca a caso.
no-such-match = La partita { $number } non c'è: con --games sono numerate da 0 a { $last }.
no-such-seat = Il posto '{ $seat }' non c'è. I posti sono: { $seats }.
no-server-extra = Questo comando usa le librerie del server, e { $module } manca: pip install "settebello[server]" le installa.
no-home = La cartella dei dati { $folder } non si può usare: { $reason }. SETTEBELLO_HOME deve essere una cartella.
store-form = Un archivio si dà come sqlite:///FILE, sqlite:////FILE per un percorso dalla radice, o postgresql://UTENTE@HOST/DATABASE.
store-needs-file = Questo comando vuole un archivio in un file SQLite: "settebello store move" ne fa uno da un archivio in PostgreSQL.
store-is-folder = { $folder } è una cartella, e un archivio è un file: scrivi per esempio sqlite:///{ $folder }/tables.db.
store-not-opened = L'archivio { $file } non si può aprire: { $reason }.
store-in-use = L'archivio { $file } è usato da un altro server, o da una partita in un terminale: ferma quello, o scegli un altro file.
store-of-other-version = L'archivio { $file } ha la versione { $version }, e questo Settebello legge la { $known }: esegui prima "settebello store migrate URL", o prendi un Settebello più nuovo.
store-too-new = L'archivio { $file } ha la versione { $version }, e questo Settebello arriva solo alla { $known }: ci vuole un Settebello più nuovo.
not-a-store = Il file { $file } non è un archivio di Settebello: scegline un altro.
database-form = Un archivio in PostgreSQL si dà come postgresql://UTENTE@HOST/DATABASE.
database-not-a-store = Il database { $database } non è un archivio di Settebello: "settebello store migrate URL" fa un archivio di uno vuoto.
database-not-empty = Il database { $database } non è vuoto e non è un archivio di Settebello: scegline un altro.
database-older = L'archivio { $database } ha la versione { $version }, e questo Settebello ha bisogno della { $known }: esegui prima "settebello store migrate URL".
database-busy = L'archivio { $database } è occupato: riprova, o ferma prima i suoi server.
node-needs-database = { $flag } è per server che condividono un archivio: va con --store postgresql://UTENTE@HOST/DATABASE.
wrong-node = Il nome di un nodo ha da 1 a 64 segni stampabili, a differenza di '{ $text }'.
wrong-address = L'indirizzo di un nodo si dà come HOST:PORTA, per esempio 10.0.0.5:8067, non come '{ $text }'.
address-needs-secret = --address e --cluster-secret-file vanno insieme: servono tutti e due, o nessuno se questo server è solo.
address-same-port = La porta { $port } non può servire alle persone e agli altri nodi: dai a --address una porta diversa da --port.
secret-exposed = Altri possono leggere il segreto del cluster in { $file }: esegui chmod 600 su quel file.
secret-short = Il segreto del cluster in { $file } è troppo corto: ci vogliono almeno { $least } segni.
nodes-need-database = Solo un archivio in PostgreSQL ha nodi: dai postgresql://UTENTE@HOST/DATABASE.
fence-needs-run = Quale esecuzione? 'settebello nodes URL' le elenca; poi: settebello nodes URL fence N.
no-such-run = L'archivio { $database } non ha un'esecuzione { $run }: 'settebello nodes URL' elenca quelle che ci sono.
run-fenced = L'esecuzione { $run } dell'archivio { $database } è già esclusa.
store-has-nodes = L'archivio { $database } è usato da server ({ $nodes }): fermali prima.
target-not-empty = { $target } c'è già e non è vuoto: un archivio si sposta solo in un file nuovo, o in un database senza partite.
move-to-itself = Un archivio non si può spostare su sé stesso: scegli un altro posto.
moved-differs = Le righe di '{ $table }' non sono arrivate com'erano, quindi niente è stato spostato.
row-damaged = Una riga di '{ $table }' è rovinata (il suo '{ $column }'), quindi niente è stato spostato: 'settebello store check' dice di più.
node-taken = Un nodo '{ $node }' è già in funzione: fermalo, o dai a questo un altro nome con --node.
node-not-alone = L'archivio { $database } è usato da altri server ({ $nodes }): fermali, o dai a ognuno --address e --cluster-secret-file.
cluster-secret-other = I nodi che usano l'archivio { $database } hanno un altro segreto del cluster: dai a questo nodo lo stesso file.
no-store = L'archivio { $file } non c'è ancora: lo crea "settebello serve" la prima volta, e --store ne indica un altro.
dev-refuses = --dev è per chi scrive un gioco su questo computer, dove nessun altro arriva; togli { $flag }.
dev-loaded = { $game } è ricaricato; { $tables ->
    [0] nessun tavolo continua con questo.
    [one] 1 tavolo continua con questo.
   *[other] { $tables } tavoli continuano con questo.
}
dev-not-loaded = Resta com'era. { $error }
dev-put-aside = Una partita di { $game } non si può rigiocare con le nuove regole, e aspetta finché si può: { $error } (tavolo { $table }).
file-of-ours = Il gioco in { $file } si chiama { $game }, come uno di Settebello; dagli un altro NAME.
file-twice = I giochi in { $other } e in { $file } si chiamano tutti e due { $game }; dai a uno un altro NAME.
wrong-origin = Un'origine si dà come https://cards.example o http://localhost:8000, non come '{ $text }'.
wrong-proxy = Un proxy si dà con il suo indirizzo, come 127.0.0.1, o la sua rete, come 10.0.0.0/8, non come '{ $text }'.
wrong-contact = Un contatto è una riga di al massimo { $longest } segni stampabili.
no-such-limit = Il limite '{ $name }' non c'è. I limiti sono: { $limits }.
limit-form = Un limite si dà per esempio come { $example }, non come '{ $text }'.
wrong-limit = Il limite '{ $name }' è { $whole ->
    [yes] un numero intero
   *[no] un numero
} maggiore di 0, non '{ $text }'.
cannot-listen = Non si può ascoltare su { $host } porta { $port }: { $reason }.
reason-EACCES = permesso negato
reason-EADDRINUSE = l'indirizzo è già in uso
reason-EADDRNOTAVAIL = questo computer non ha quell'indirizzo
reason-ECONNREFUSED = connessione rifiutata
reason-EEXIST = c'è un file con quel nome
reason-EHOSTUNREACH = nessuna strada porta lì
reason-EISDIR = è una cartella
reason-ENETUNREACH = non c'è rete
reason-ENOENT = non c'è
reason-ENOSPC = il disco è pieno
reason-ENOTDIR = c'è un file al posto di una cartella
reason-EROFS = lì non si può scrivere
reason-ETIMEDOUT = non risponde

## La riga di comando: quello che stampa

game-line = { $game } (versione delle regole { $version }), { $players } giocatori
rules-of = Il gioco { $game }.
rules-players = Per { $players } giocatori.
teams-of = In { $seats } si gioca a squadre, per posto: { $teams }.
rules-option = Opzione { $name } = { $value } ({ $range })
seen-by = { $game } (versione delle regole { $version }), vista da { $who }
a-spectator = uno spettatore
played-by = Giocatori: { $players }. Opzioni: { $options }.
no-options = nessuna
record-ends = La registrazione finisce qui; tocca a { $players }.
record-closed = La partita è stata chiusa: { $reason }.
server-open = Settebello è aperto: { $address }
server-public = Tutti in rete possono raggiungerlo; mettici davanti un proxy TLS.
core-compiled = Il nucleo è compilato.
core-interpreted = Il nucleo non è compilato.
server-stop = Ctrl-C lo ferma; ogni partita può continuare quando riparte.
not-exported = { $count ->
    [one] 1 partita non si è potuta leggere: le sue regole
   *[other] { $count } partite non si sono potute leggere: le loro regole
} non sono installate qui, o sono di un'altra versione.
exported = { $written ->
    [one] Scritta 1 registrazione
   *[other] Scritte { $written } registrazioni
} in { $folder }; { $kept ->
    [one] 1 c'era
   *[other] { $kept } c'erano
} già.
imported = { $count ->
    [one] Importata 1 partita
   *[other] Importate { $count } partite
}.

## Che cosa hanno trovato `check` e `simulate`

separators = .,
line-ok = ok
line-red = NO
line-skipped = --
check-imports = le regole non importano niente che possa renderle impure
check-rules = le regole non falliscono
check-words = ogni frase che il gioco incontra si può dire
check-no-words = il gioco non ha un file di frasi: quello che succede è detto in forma semplice
check-not-judged = non giudicato prima che la riga rossa qui sopra sia corretta
check-deck = quello che il banco estrae va nel mazzo come è stato estratto
check-pieces = ogni carta sta in un posto solo
check-told = nessuna carta si muove senza un evento
check-events = ogni evento ha i campi che EVENTS dichiara
check-no-events-declared = il gioco non dichiara EVENTS: i campi dei suoi eventi non sono controllati
check-legal = gli elenchi delle mosse non sono mai vuoti, hanno un ordine fisso e nessun doppione
check-clones = un clone è uguale al suo stato e ne resta separato
check-texts = ogni mossa ha un testo suo, che si rilegge
check-refusals = le mosse sbagliate sono rifiutate con un motivo e non cambiano niente
check-bound = ogni partita finisce entro il suo limite
check-replay = ogni registrazione riporta allo stesso stato
check-facts = quello che si dice delle carte è vero
check-declared = il gioco mantiene quello che dichiara: squadre, punti, posti, fatti, intervalli, dadi
check-shown = ognuno riceve quello che le regole gli mostrano
check-secrets = nessuno riceve quello che non può sapere
check-nothing-hidden = in questo gioco non c'è niente di nascosto
check-no-other-world = nessuna faccia poteva essere un'altra: quello che è detto solo ad alcuni è guardato qui sotto
check-choices = quello che si sceglie o si estrae in segreto è una faccia del mazzo, o è detto a tutti
check-faces = il mazzo è l'unico segreto: con altre facce non viste lo stato è lo stesso
check-no-faces = nessuna faccia era nascosta a nessuno
check-speed = mosse a caso, un processore
looked-at = { $matches ->
    [one] 1 partita
   *[other] { NUMBER($matches, useGrouping: 1) } partite
}, { $moves ->
    [one] 1 mossa
   *[other] { NUMBER($moves, useGrouping: 1) } mosse
}
worlds-tried = { $worlds ->
    [one] 1 altro mondo
   *[other] { NUMBER($worlds, useGrouping: 1) } altri mondi
}, { $impossible ->
    [one] 1 impossibile
   *[other] { NUMBER($impossible, useGrouping: 1) } impossibili
}
languages-tried = { $languages ->
    [one] 1 lingua
   *[other] { $languages } lingue
}
choices-tried = { $choices ->
    [one] 1 altra scelta
   *[other] { NUMBER($choices, useGrouping: 1) } altre scelte
}
missing-words = non in { $file }: { $names }
percent-done = { $done } %
moves-a-second = { $moves } mosse al secondo
smallest-record = la registrazione più piccola trovata, { $moves ->
    [one] 1 mossa
   *[other] { $moves } mosse
}:
passes = { $game } va bene.
fails = { $game } non va bene: { $lines }.
defect-saved = La registrazione è in { $file }; 'settebello replay { $file }' la stampa.
simulated = { $game }: { $count ->
    [one] 1 partita
   *[other] { NUMBER($count, useGrouping: 1) } partite
}, seme { $seed }. { $options }
column-bot = bot
column-seat = posto
column-team = squadra
column-wins = vittorie
column-rate = quota
column-interval = intervallo 95 %
column-score = punti medi
low-wins = In questo gioco contano i punteggi bassi: la media più bassa è la migliore.
moves-in = { $moves ->
    [one] 1 mossa
   *[other] { NUMBER($moves, useGrouping: 1) } mosse
} in { $seconds } s
matches-done = { NUMBER($done, useGrouping: 1) } di { NUMBER($games, useGrouping: 1) } partite
wrong-workers = '{ $text }' non è local:N, con N da 1 a 1000, né ray:INDIRIZZO
jobs-and-workers = --jobs { $jobs } vuol dire --workers local:{ $jobs }: dai uno dei due.
tournament-played = { $game }, { $players ->
    [one] 1 giocatore
   *[other] { $players } giocatori
}: { $deals ->
    [one] 1 smazzata
   *[other] { NUMBER($deals, useGrouping: 1) } smazzate
}, { $whole ->
    [yes] partite intere
   *[no] una partita è una smazzata
}, seme { $seed }. { $options }
tournament-measure = Ogni bot gioca da solo contro un tavolo di { $first }, in ogni posto. La quota pari è { $even }.
column-difference = dal primo
column-points = punti
lost-by-failing = { $bot } ha perso { $count ->
    [one] 1 partita
   *[other] { NUMBER($count, useGrouping: 1) } partite
} per errore:
column-milliseconds = ms/mossa
points-told = I punti sono di una partita, in più (+) o in meno di quelli di { $first } nelle stesse smazzate.
low-wins-of-tournament = In questo gioco contano i punteggi bassi: meno punti è meglio.
tournament-interrupted = Interrotto. Lo stesso comando continua da dove era arrivato.
file-written = { $file } è scritto.
deals-done = { NUMBER($done, useGrouping: 1) } di { NUMBER($games, useGrouping: 1) } smazzate
time-left = ancora { $time }

# Uno sguardo indietro a una partita. Le probabilità sono in percento; quello che le cambia è in punti su cento.
looks-done = { $done } di { $games } sguardi
review-one-seat = La partita non è finita, quindi se ne può analizzare un posto solo: indica --seat.
review-title = { $game }, versione { $version }. Ogni decisione è giudicata per quello che il suo posto poteva sapere allora, in al massimo { $worlds } mondi.
review-at-random = { $game } non ha una regola pratica che la ricerca possa usare, quindi nei mondi si è giocato a caso: queste cifre dicono meno.
review-not-over = La partita non è finita.
review-decisions = { $count ->
    [0] { $player } non aveva niente da decidere.
    [one] { $player } aveva una decisione, e { $same ->
        [0] si è trovata una mossa che sembra migliore.
       *[other] non si è trovata una mossa che sembri migliore.
    }
   *[other] { $player } aveva { $count } decisioni; in { $same } di queste non si è trovato niente che sembri migliore.
}
review-chance = Probabilità di vincere: { $even } % prima di dare le carte, { $end } % all'ultimo.
review-parts = La fortuna, cioè le carte e gli altri, l'ha mossa di { $luck } punti, le decisioni di { $skill } (più o meno { $error }).
review-losses = Quello che è costato di più. Ognuna è stata trovata in qualunque modo si giocasse avanti; non è una prova:
review-loss = Mossa { $move }: { $made }, { $chance } %. Meglio: { $best }, { $best_chance } %.
review-no-loss = Nessuna singola decisione è costata con sicurezza 3 punti o più, quindi nessuna si dice una svolta.
review-unclear = { $count ->
    [one] Di una decisione
   *[other] Di { $count } decisioni
} non si può dire niente: non si è trovato un mondo possibile.

# Quello che trova `store check`.
bad-unreadable = { $reason }
bad-no-header = Ha un registro ma nessuna intestazione.
bad-no-opening = Il suo registro non comincia con l'apertura.
bad-no-rules = Il gioco '{ $game }', versione { $version }, qui non è installato.
bad-rules-changed = Il file delle regole di { $game } è cambiato da quando è cominciata.
bad-entry-unreadable = La voce { $number } del suo registro non si può leggere.
bad-entry-not-fitting = La voce { $number } del suo registro non va con quelle di prima ({ $error }).
bad-not-going-on = Il suo registro si può rigiocare, ma il tavolo non può continuare da lì ({ $error }).
bad-progress-unreadable = I suoi progressi non si possono leggere.
bad-summary-unreadable = Il suo riassunto non si può leggere.
bad-header-differs = La sua intestazione non concorda con il suo registro: { $what }.
bad-snapshot-differs = La sua istantanea dopo la voce { $number } porta altrove che il suo registro.
no-asyncpg = Un archivio in PostgreSQL richiede un altro pacchetto: pip install "settebello[postgres]".
store-checked = { $count ->
    [one] 1 partita controllata
   *[other] { NUMBER($count, useGrouping: 1) } partite controllate
}: { $bad ->
    [0] tutto a posto.
    [one] 1 è rovinata.
   *[other] { NUMBER($bad, useGrouping: 1) } sono rovinate.
}
nodes-alive = { $count ->
    [0] Nessun server usa ora l'archivio.
    [one] 1 server usa ora l'archivio.
   *[other] { $count } server usano ora l'archivio.
}
store-migrated = L'archivio { $store } ora ha la versione { $version }; aveva la { $before }.
store-is-new = L'archivio { $store } ha già la versione { $version }.
store-moved = Spostate { $matches ->
    [one] 1 partita
   *[other] { NUMBER($matches, useGrouping: 1) } partite
} con { $entries ->
    [one] 1 voce
   *[other] { NUMBER($entries, useGrouping: 1) } voci
}, e tutto è stato riletto. Il vecchio archivio è com'era: d'ora in poi usa solo il nuovo.
entries-done = { NUMBER($done, useGrouping: 1) } di { NUMBER($games, useGrouping: 1) } voci
no-nodes = Nessun server usa questo archivio.
node-line = esecuzione { $run }  { $node }  { $address }  versione { $version }  { $state }  ultimo battito { $beat } s fa  { $tables ->
    [one] 1 tavolo
   *[other] { $tables } tavoli
}
node-alive = attivo
node-leaving = in uscita
node-gone = sparito
tables-left = { $count ->
    [one] 1 tavolo appartiene
   *[other] { $count } tavoli appartengono
} a esecuzioni escluse: il primo server a cui ne viene chiesto uno lo prende.
node-fenced = L'esecuzione { $run } ({ $node }) è esclusa: non registra più niente.
bad-match = { $match }: { $why }
bad-file = { $file }: { $what }
bad-owner = { $place }: Appartiene a un'esecuzione che non c'è.

# To a player who has reported somebody.
report-noted = Grazie: è annotato per chi gestisce questo server.

# The emotes.
emote-hello = Ciao!
emote-good-luck = Buona fortuna!
emote-well-played = Ben giocato!
emote-thanks = Grazie!
emote-wow = Che bello!
emote-oops = Ops!
