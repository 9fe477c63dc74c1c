# Quello che dice il programma stesso: domande, aiuto, il tavolo. Il resto viene dai giochi.

game-dice = Dadi
game-scopa = Scopa
game-sixty_six = 66
game-rummy = Ramino

## Prima della partita

which-game = Quale gioco?
choice-of-game = { $game } (per { $players } giocatori)
ask-game = Gioco (il numero o il nome):
no-such-game = Il gioco "{ $text }" qui non c'è. Scrivi un numero da 1 a { $last }, o un nome.
ask-count = Quanti giocatori, { $allowed }? (Invio per { $usual })
wrong-count = { $game } è per { $allowed } giocatori.
ask-name = Nome del giocatore { $number } (o "bot"; Invio per un bot):
ask-name-again = Nome del giocatore { $number } (ancora Invio per un bot):
name-empty = Il nome non può essere vuoto. Scrivi un nome, o premi ancora Invio e gioca un bot.
begins = { $game }: { $players }.
options = Regole della casa: { $options }.
resumed = Si continua con { $save }. { $game }: { $players }.
help-is-there = Scrivi ? per l'aiuto in ogni momento.
not-saved = La partita continua, ma non si può salvare: { $reason }.

## Un turno

ask-move = La tua mossa (? per l'aiuto):
ask-move-of = { $name }, la tua mossa (? per l'aiuto):
no-such-number = La mossa { $number } non c'è. Le mosse vanno da 1 a { $last }.
only-number = La mossa { $number } non c'è. L'unica mossa è 1.
nothing-typed = Scrivi il numero di una mossa, la mossa stessa, o ? per l'aiuto.
next-player = Tocca a { $name }: premi Invio quando ci sei.
seen-it = { $name }, premi Invio quando hai visto.
undone = La tua ultima mossa è ritirata.
hint = Il bot giocherebbe { $move }.
log-forgets = La storia non ripete quello che devi ricordare tu.
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
help-help = questo elenco e le regole
help-rules = le regole del gioco
help-score = i punti
help-log = tutto quello che ti è stato detto
help-table = di nuovo il tavolo e le tue mosse
help-hint = quello che farebbe il bot
help-undo = ritira la tua ultima mossa, finché nessuno ne ha saputo qualcosa
help-save = scrive la partita fin qui in un nuovo file, per esempio: salva partita.json
help-quit = esci; la partita resta, e si continua con "settebello resume"

## Il tavolo

you = Tu
your-turn = Tocca a te.
turn-of = Tocca a { $players }.
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

none-left = Non è stata lasciata nessuna partita. Se ne comincia una con: settebello play
no-such-save = La partita "{ $save }" non c'è. Ci sono: { $saves }.
played-elsewhere = { $save } è in corso in un altro terminale.
others-left = Lasciate anche: { $saves }. Si continua una di queste con: settebello resume NOME
left-line = { $save }: { $game }, { $players }, { $moves ->
    [one] 1 mossa
   *[other] { $moves } mosse
}
damaged-line = { $save }: danneggiata
cannot-resume = Non si può continuare { $save }: { $reason }. Il file resta dov'è, { $file }

## A un tavolo su un server

table-named = Questo indirizzo nomina già un tavolo; togli --game.
host-plays = Chi apre un tavolo ci gioca; togli --watch.
no-table-named = Questo indirizzo non nomina un tavolo; aggiungi --game per aprirne uno, o usa un indirizzo che hai ricevuto.
needs-game = --seats, --option, --bots e --listed sono per un tavolo nuovo; aggiungi --game.
ask-your-name = Il tuo nome:
seat-not-kept = Puoi giocare, ma il tuo posto non si può conservare: { $reason }.
opened = { $game }: il tavolo è aperto.
friends = Manda questo indirizzo ai tuoi amici: { $link }
ask-start = Scrivi comincia quando ci siete tutti, o bot per dei bot nei posti liberi (? per l'aiuto):
waits-for-start = Chi ha aperto il tavolo comincia la partita quando ci siete tutti.
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
wants-more = { $name } vuole un'altra partita.
paused-now = La partita è in pausa. Scrivi riprendi per continuare.
goes-on = La partita continua.
table-closed = Il tavolo è stato chiuso.
seat-freed = Chi ha aperto il tavolo ha liberato il tuo posto.
lost = Il collegamento è caduto. Torna da solo; aspetta, per favore.
back = Il collegamento è tornato.
come-back = Il tuo posto resta. Si torna con: settebello join { $link }
chair-free = { $number }. libero
chair-bot = { $number }. { $name }, un bot
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
command-pause = pausa
command-resume = riprendi
command-rematch = rivincita
help-who = chi siede dove
help-start = comincia la partita, per chi ha aperto il tavolo
help-bots = dei bot prendono i posti liberi e la partita comincia, per chi ha aperto il tavolo
help-pause = ferma la partita per tutti, finché qualcuno la riprende
help-resume = continua dopo una pausa
help-rematch = un'altra partita, quando la vogliono tutti quelli che ci sono
help-record = scrive la registrazione di una partita finita in un nuovo file, per esempio: salva partita.json
help-leave = esci; il tuo posto resta
