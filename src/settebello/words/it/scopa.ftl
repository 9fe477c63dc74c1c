title = Scopa
about = Prendi dalla tavola carte dello stesso valore e, se puoi, fai scopa.
aim = Prendi più carte che puoi: soprattutto i denari, e il settebello.

prompt-take = Scegli una carta dalla mano, e ciò che prende.
    .next = Scegli ciò che prende: una carta dello stesso valore, o più carte con quella somma.
prompt-lay = Nessuna delle tue carte prende: scegline una da calare.

lesson-1 = Una carta prende quelle che sommate fanno il suo valore. Il tuo 7 di denari prende 4 + 3: toccalo.
lesson-2 = Il 7 di denari è il settebello: da solo vale un punto, ed è tuo. Ora il tuo 5 prende 4 + 1: toccalo.
lesson-3 = Una carta prende anche quella dello stesso valore: il tuo 8 prende l'8.
lesson-4 = Carte nuove. Il tuo 3 non prende niente, puoi calarlo: con il 6 fa 9, e tu hai un 9.
lesson-5 = Il tuo 9 prende 6 + 3, e la tavola resta vuota: è una scopa, e vale un punto.
lesson-end = Più carte, più denari, settebello, somma più alta e ogni scopa: un punto ciascuno. Con 8 punti si vince.

order-drawn = L'ordine di gioco è { $order }.
round-started = { $you ->
    [yes] Smazzata { $round }: cominci tu.
   *[no] Smazzata { $round }: comincia { $seat }.
}
dealt = { $you ->
    [yes] Ricevi { $cards }.
   *[no] { $seat } riceve { $cards_number } carte.
}
table-dealt = In tavola: { $cards }.
thrown-in = Ci sono { $tens } dieci in tavola: si rimescola e si ridanno le carte.
laid = { $you ->
    [yes] Cali { $card }.
   *[no] { $seat } cala { $card }.
}
captured = { $you ->
    [yes] Prendi { $taken } con { $card }.
   *[no] { $seat } prende { $taken } con { $card }.
}
swept = { $you ->
    [yes] Scopa! Hai preso tutta la tavola.
   *[no] Scopa! { $seat } ha preso tutta la tavola.
}
leftovers-taken = { $you ->
    [yes] Hai fatto l'ultima presa e ricevi il resto della tavola: { $cards }.
   *[no] { $seat } ha fatto l'ultima presa e riceve il resto della tavola: { $cards }.
}
tallied = La smazzata va a { $round_winner }. Punteggio: { $scores_by_seat }.
    .piles = Carte prese
    .count = Carte
    .coins = Denari
    .settebello = Settebello
    .values = { $primiera ->
        [yes] Primiera
       *[no] Somma
    }
    .sweeps = Scope
    .points = Punti
    .scores = Punteggio
match-ended = { $winner_number ->
    [one] Vince { $winner }
   *[other] Vincono { $winner }
}.

refusal-not-in-hand = { $text } non si può: quella carta non è nella tua mano. Prova { $legal }.
refusal-must-take = { $text } può prendere, e una carta che può prendere deve prendere. Prova { $legal }.
refusal-not-on-table = { $text } non si può: non tutte queste carte sono in tavola. Prova { $legal }.
refusal-single-first = { $text } non si può: prima si prende una carta sola dello stesso valore. Prova { $legal }.
refusal-wrong-sum = { $text } non si può: i valori non tornano. Prova { $legal }.

move-lay = cala { $card }
move-take = prendi { $cards } con { $card }
    .short = { $cards } = { $card }

option-target = Punti per vincere
option-sweep_on_last_card = La scopa vale anche con l'ultima carta
option-redeal_three_tens = Si ridanno le carte se in tavola ci sono subito tre dieci
option-primiera = Si conta la primiera al posto della somma più alta

card = { $rank ->
    [1] l'asso
    [8] l'8
   *[other] il { $rank }
} di { $suit ->
    [D] denari
    [C] coppe
    [S] spade
   *[B] bastoni
}
    .short = { $rank } di { $suit ->
        [D] denari
        [C] coppe
        [S] spade
       *[B] bastoni
    }
    .letters = Una carta si scrive con il numero e la lettera del seme: D denari, C coppe, S spade, B bastoni.
    .colour = { $suit ->
        [D] yellow
        [C] red
        [S] blue
       *[B] green
    }

fact-round = Smazzata
fact-sweeps = Scope
    .kind = by_seat
