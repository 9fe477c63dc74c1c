title = Briscola
about = Si gioca la carta che si vuole, la briscola batte le altre, e contano gli assi e i tre.
aim = Prendi assi e tre: chi fa più punti, dei 120 in gioco, vince la smazzata.

round-started = { $you ->
    [yes] Smazzata { $round }: cominci tu.
   *[no] Smazzata { $round }: comincia { $seat }.
}
dealt = { $you ->
    [yes] Ricevi { $cards }.
   *[no] {""}
}
trump-turned = La carta di briscola è { $card }.
played = { $you ->
    [yes] Giochi { $card }.
   *[no] { $seat } gioca { $card }.
}
trick-taken = { $you ->
    [yes] Fai la presa
   *[no] { $seat } fa la presa
}{ $points ->
    [0] .
    [one] { "" } e 1 punto.
   *[other] { "" } e { $points } punti.
}
drawn = { $you ->
    [yes] Peschi { $card }.
   *[no] {""}
}
trump-drawn = { $you ->
    [yes] Peschi l'ultima carta, { $card }.
   *[no] { $seat } pesca l'ultima carta, { $card }.
}
tallied = { $round_winner_number ->
    [0] Pareggio: nessuno vince la smazzata.
   *[other] La smazzata va a { $round_winner }.
} Smazzate vinte: { $scores_by_seat }.
    .piles = Carte prese
    .points = Punti
    .scores = Smazzate vinte
match-ended = { $winner_number ->
    [one] Vince { $winner }
   *[other] Vincono { $winner }
}.

refusal-not-in-hand = { $text } non si può: quella carta non è nella tua mano. Prova { $legal }.

move-play = gioca { $card }
    .any = gioca una delle tue carte

prompt-play = Gioca una carta qualunque. La briscola batte gli altri semi.

lesson-1 = Apri tu. Un asso vale 11, un tre 10: tieni i tuoi, e gioca il 5, che non vale niente.
lesson-2 = Il seme è coppe. Il tuo 3 di coppe batte il re, e prende 14 punti: toccalo.
lesson-3 = Hai preso, quindi apri tu. La briscola è denari: tieni il 7 di denari, e gioca il 2 di spade.
lesson-4 = Qui non c'è niente da vincere: dai il 5 di coppe, e tieni la briscola.
lesson-5 = Un asso: 11 punti! La briscola batte ogni altro seme: prendilo con il 7 di denari.
lesson-end = Hai 25 punti. Vince chi ne fa di più, dei 120: prendi assi e tre, e tieni le briscole per loro.

option-wins = Smazzate da vincere

card = { $rank ->
    [1] l'asso
    [8] il fante
    [9] il cavallo
    [10] il re
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
    .letters = Una carta si scrive con il numero e la lettera del seme: D denari, C coppe, S spade, B bastoni. Il fante è 8, il cavallo 9, il re 10.
    .colour = { $suit ->
        [D] yellow
        [C] red
        [S] blue
       *[B] green
    }

fact-round = Smazzata
fact-suit = Briscola
    .D = denari
    .C = coppe
    .S = spade
    .B = bastoni

place-trump = Briscola
place-trick = Presa
place-pile = Carte prese
