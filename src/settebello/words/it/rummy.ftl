title = Ramino
about = Pesca, cala scale e combinazioni, scarta: resta per primo senza carte.
aim = Cala scale e combinazioni, e resta per primo senza carte.

prompt-stock = Pesca una carta: dal mazzo, o l'ultima degli scarti.
prompt-meld = Cala una scala o una combinazione, o scarta una carta per finire il turno.
    .next = Scegli il resto della combinazione, o scarta questa carta.
prompt-add = Attacca una carta a una combinazione in tavola, o scartane una per finire il turno.
    .next = Attaccala alla combinazione, o scartala.
prompt-discard = Scarta una carta per finire il turno.

lesson-1 = Tre carte dello stesso valore si calano. Hai due assi, e uno è sugli scarti: prendilo.
lesson-2 = Cala i tuoi tre assi: toccane uno.
lesson-3 = Il turno finisce con uno scarto. Un re che ti resta vale 10 punti per chi vince: scartalo.
lesson-4 = Il turno comincia con una carta. Il re sugli scarti non ti serve: pesca dal mazzo.
lesson-5 = Il 7, l'8 e il 9 di cuori sono una scala. Puoi attaccare a ogni combinazione: tocca il tuo 10 di cuori.
lesson-6 = Finisci il turno: scarta il fante, la tua carta più alta.
lesson-end = Continua così. Chi resta senza carte vince la smazzata e segna ciò che gli altri hanno in mano. Si vince a 100.

dealer-drawn = { $you ->
    [yes] Sei il primo mazziere.
   *[no] { $seat } è il primo mazziere.
}
hand-started = { $you ->
    [yes] Nuova smazzata: dai le carte tu.
   *[no] Nuova smazzata: dà le carte { $seat }.
}
dealt = Ogni giocatore riceve { $each } carte.
hand-dealt = { $you ->
    [yes] Hai in mano { $cards }.
   *[no] { $seat } ha in mano { $cards }.
}
pile-started = Gli scarti si aprono con { $card }.
stock-drawn = { $you ->
    [yes] Peschi { $card } dal mazzo.
   *[no] { $seat } pesca dal mazzo.
}
pile-drawn = { $you ->
    [yes] Prendi { $card } dagli scarti.
   *[no] { $seat } prende { $card } dagli scarti.
}
pile-turned-over = Il mazzo è finito: si voltano gli scarti, { $count } carte.
pile-reshuffled = Il mazzo è finito: si rimescolano gli scarti, { $count } carte.
melded = { $you ->
    [yes] Cali la combinazione { $meld }: { $cards }.
   *[no] { $seat } cala la combinazione { $meld }: { $cards }.
}
laid-off = { $you ->
    [yes] Attacchi { $card } alla combinazione { $meld }.
   *[no] { $seat } attacca { $card } alla combinazione { $meld }.
}
discarded = { $you ->
    [yes] Scarti { $card }.
   *[no] { $seat } scarta { $card }.
}
hand-drawn = La smazzata finisce senza punti.
    .hands = Mano
    .values = Valore delle carte
hand-won = { $you ->
    [yes] Chiudi e guadagni
   *[no] { $seat } chiude e guadagna
} { $points ->
    [one] 1 punto
   *[other] { $points } punti
}{ $rummy ->
    [yes] , raddoppiati per la chiusura in una volta
   *[no] {""}
}. Punteggio: { $scores_by_seat }.
    .hands = Mano
    .values = Valore delle carte
    .sum = Punti
    .scores = Punteggio
match-ended = Punteggio finale: { $scores_by_seat }. { $winner_number ->
    [one] Vince { $winner }
   *[other] Vincono { $winner }
}.

refusal-already-drawn = { $text } non si può: hai già pescato. Prova { $legal }.
refusal-draw-first = { $text } ancora non si può: prima pesca una carta. Prova { $legal }.
refusal-not-in-hand = { $text } non si può: non hai in mano tutte queste carte. Prova { $legal }.
refusal-just-taken = { $text } non si può: hai preso quella carta dagli scarti in questo turno. Prova { $legal }.
refusal-no-more-melds = { $text } non si può: in questo turno non puoi calare un'altra combinazione. Prova { $legal }.
refusal-not-a-meld = { $text } non è una combinazione: servono tre o più carte in scala dello stesso seme, o tre o quattro dello stesso valore. Prova { $legal }.
refusal-does-not-fit = { $text } non si può: la carta non va con quella combinazione, o non puoi attaccarla lì. Prova { $legal }.
refusal-no-such-meld = { $text } non si può: in tavola non c'è quella combinazione. Prova { $legal }.

move-stock = pesca dal mazzo
move-pile = prendi l'ultimo scarto
move-meld = cala { $cards }
move-add = attacca { $card } alla combinazione { $n }
    .any = attacca una di queste alla combinazione { $n }
move-discard = scarta { $card }
    .any = scarta una di queste

option-target = Punti per vincere
option-melds_per_turn = Nuove combinazioni in un turno (0: quante ne vuoi)
option-lay_off_own_only = Si attacca solo alle proprie combinazioni
option-going_rummy = Chiudere in un solo turno vale doppio
option-reshuffle = Si mescolano gli scarti quando il mazzo finisce

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
    .letters = Una carta si scrive con il valore e la lettera del seme: S picche (♠), H cuori (♥), D quadri (♦), C fiori (♣).
    .colour = { $suit ->
        [H] red
        [D] red
       *[other] none
    }

fact-dealer = Mazziere
    .kind = seat
fact-turn = Turno
fact-turned_over = Scarti voltati
