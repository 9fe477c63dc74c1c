title = Vai a pescare
about = Chiedi agli altri le carte che vanno con le tue, e cala tutte e quattro quelle di un valore.
aim = Fai più poker degli altri: un poker sono le quattro carte di un valore.

match-started = { $you ->
    [yes] Cominci tu.
   *[no] Comincia { $seat }.
}
dealt = { $you ->
    [yes] Ricevi { $cards }.
   *[no] {""}
}
asked = { $you ->
    [yes] Chiedi a { $asked } { $rank }.
   *[no] { $seat } { $asked_you ->
        [yes] ti chiede
       *[no] chiede a { $asked }
    } { $rank }.
}
given = { $you ->
    [yes] Ricevi da { $asked } { $cards }.
   *[no] { $seat } riceve da { $asked_you ->
        [yes] te
       *[no] { $asked }
    } { $cards }.
}
denied = { $asked_you ->
    [yes] Non hai { $rank }.
   *[no] { $asked } non ha { $rank }.
}
fished = { $you ->
    [yes] Vai a pescare! Peschi { $card }.
   *[no] Vai a pescare! { $seat } pesca una carta.
}
caught = { $you ->
    [yes] Vai a pescare! Peschi { $card }, proprio quello che hai chiesto: chiedi ancora.
   *[no] Vai a pescare! { $seat } pesca { $card }, proprio quello che ha chiesto, e può chiedere ancora.
}
refilled = { $you ->
    [yes] Non hai più carte, e peschi { $card }.
   *[no] { $seat } non ha più carte, e ne pesca una.
}
book-laid = { $you ->
    [yes] Cali un poker: { $rank }.
   *[no] { $seat } cala un poker: { $rank }.
}
tallied = Poker: { $scores_by_seat }.
    .books = Carte calate
    .scores = Poker
match-ended = { $winner_number ->
    [one] Vince { $winner }
   *[other] Vincono { $winner }
}.

refusal-rank-not-held = { $text } non si può: non hai carte di quel valore. Prova { $legal }.
refusal-ask-another = { $text } non si può: chiedi a un altro giocatore, e a uno che ha carte. Prova { $legal }.

move-ask = chiedi a { $player } { $rank }
    .any = chiedi a { $player } un valore che hai in mano

rank = { $rank ->
    [8] gli 8
   *[other] i { $rank }
}
rank-A = gli assi
rank-J = i fanti
rank-Q = le donne
rank-K = i re

prompt-ask = Chiedi a un giocatore un valore che hai in mano.

lesson-1 = Hanno preso i tuoi assi. Ora chiedi tu un valore che hai in mano: hai due donne, chiedi le donne.
lesson-2 = Niente donne, e hai pescato un asso! Hanno chiesto gli assi, quindi ne hanno: chiedi gli assi.
lesson-3 = Quattro assi: un poker! Hai ricevuto carte, quindi chiedi ancora: prova con i fanti.
lesson-4 = Ne hai ricevuto uno, quindi chiedi ancora: prova con i 10.
lesson-end = Ogni poker vale un punto, e vince chi ne ha di più. Ricorda che cosa chiedono gli altri: ce l'hanno.

option-lucky_catch = Chi pesca il valore che ha chiesto lo mostra e chiede ancora

card = { $rank ->
    [A] l'asso
    [8] l'8
    [J] il fante
    [Q] la donna
    [K] il re
   *[other] il { $rank }
} di { $suit ->
    [S] picche
    [H] cuori
    [D] quadri
   *[C] fiori
}
    .short = { $rank }{ $suit ->
        [S] ♠
        [H] ♥
        [D] ♦
       *[C] ♣
    }
    .letters = Un valore si scrive A, un numero da 2 a 10, J, Q o K.
    .colour = { $suit ->
        [H] red
        [D] red
       *[other] none
    }

fact-left = Poker da fare
fact-idle = Richieste a vuoto di seguito

place-books = Poker
