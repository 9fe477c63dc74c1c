title = Cuori
about = Evita i cuori e la donna di picche, oppure prendili tutti.
aim = Prendi meno cuori che puoi, e non la donna di picche: vince chi ha meno punti.

hand-started = Smazzata { $hand }. { $passing ->
    [left] Si passano tre carte a sinistra.
    [right] Si passano tre carte a destra.
    [across] Si passano tre carte a chi siede di fronte.
   *[no] Ognuno tiene le sue carte.
}
dealt = { $you ->
    [yes] Ricevi { $cards }.
   *[no] { $seat } riceve { $cards }.
}
chosen = { $you ->
    [yes] {""}
   *[no] { $seat } ha scelto tre carte da passare.
}
passed = { $you ->
    [yes] Passi { $cards } a { $to }.
   *[no] { $to_you ->
        [yes] { $seat } ti passa { $cards }.
       *[no] {""}
    }
}
play-begun = { $you ->
    [yes] Hai il 2 di fiori: apri con quello.
   *[no] {""}
}
played = { $you ->
    [yes] Giochi { $card }.
   *[no] { $seat } gioca { $card }.
}{ $breaks ->
    [yes] {" "}I cuori sono aperti.
   *[no] {""}
}
taken = { $you ->
    [yes] Prendi
   *[no] { $seat } prende
} la presa{ $points ->
    [0] .
    [one] , con un punto.
   *[other] , con { $points } punti.
}
tallied = { $moon ->
    [yes] { $queen } ha preso tutti i cuori e la donna di picche, e fa cappotto: 26 punti a tutti gli altri.
   *[no] Meno punti nella smazzata: { $round_winner }.
} Punteggio: { $scores_by_seat }.
    .hearts = Cuori
    .queen = Donna di picche
    .points = Punti
    .scores = Punteggio
match-ended = { $winner_number ->
    [one] Vince { $winner }
   *[other] Vincono { $winner }
}.

refusal-not-in-hand = { $text } non si può: non hai in mano tutte queste carte. Prova { $legal }.
refusal-three-to-pass = { $text } non si può: si passano tre carte, una volta sola e prima della prima presa. Prova { $legal }.
refusal-two-leads = { $text } non si può: la prima presa si apre con il 2 di fiori. Prova { $legal }.
refusal-hearts-not-broken = { $text } non si può: i cuori non sono ancora aperti, e hai altri semi. Prova { $legal }.
refusal-must-follow = { $text } non si può: puoi rispondere al seme, e quindi devi. Prova { $legal }.
refusal-no-points-yet = { $text } non si può: nella prima presa non si danno punti, e hai altre carte. Prova { $legal }.

move-play = gioca { $card }
    .any = gioca una di queste
move-pass = { $passing ->
    [left] passa { $cards } a sinistra
    [right] passa { $cards } a destra
    [across] passa { $cards } di fronte
   *[other] passa { $cards }
}
    .any = passa tre di queste, per esempio { $example }

prompt-pass = Scegli tre carte da passare, per esempio picche e cuori alti.
    .next = Scegline tre in tutto, poi passale.
prompt-play = Gioca una carta. Rispondi al seme, se puoi.

lesson-1 = La donna di picche costa 13 punti, un cuore 1. Passa la donna e l'asso di picche e il re di cuori.
lesson-2 = Il seme è fiori, e devi rispondere. La prima presa non ha punti: liberati della donna di fiori.
lesson-3 = Hai preso, quindi apri tu. Il tuo 3 di picche è basso: lo prenderà un altro.
lesson-4 = Ancora picche: rispondi con il tuo 6. È sotto il 9, e non prende.
lesson-5 = Non hai quadri, quindi puoi giocare tutto: regala agli altri il tuo asso di cuori!
lesson-6 = Ogni cuore costa un punto. Resta sotto il fante: il tuo 9 non prende.
lesson-end = Finora nessun punto. A 100 punti si finisce, e vince chi ne ha meno. O prendi tutti i 26: pagano gli altri.

option-target = Punti che chiudono la partita
option-passing = Si passano tre carte prima di giocare
option-queen_breaks_hearts = Anche la donna di picche apre i cuori
option-points_on_first_trick = Si possono dare punti nella prima presa

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

fact-hand = Smazzata
fact-passing = Si passa
    .left = a sinistra
    .right = a destra
    .across = di fronte
    .no = no
fact-tricks = Prese
fact-broken = Cuori aperti
fact-points = Punti in questa smazzata
    .kind = by_seat

place-trick = Presa
place-pile = Carte prese
place-pass = Da passare
