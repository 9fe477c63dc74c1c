title = Dadi bugiardi
about = Ognuno tira di nascosto. Dichiara su tutti i dadi insieme, o dubita dell'ultima dichiarazione.
aim = Non perdere i tuoi dadi: dichiara il giusto, e dubita di chi esagera.

starter-drawn = {""}
round-started = { $you ->
    [yes] Giro { $round }, { $in_play } dadi: dichiari per primo tu.
   *[no] Giro { $round }, { $in_play } dadi: dichiara per primo { $seat }.
}
rolled = { $you ->
    [yes] Hai tirato { $cards }.
   *[no] { $seat } ha tirato { $cards }.
}
bid = { $you ->
    [yes] Dichiari
   *[no] { $seat } dichiara
} { $count ->
    [one] 1 dado
   *[other] { $count } dadi
} di valore { $rank }.
opened = { $you ->
    [yes] Dubiti
   *[no] { $seat } dubita
} che { $count ->
    [one] ci sia 1 dado
   *[other] ci siano { $count } dadi
} di valore { $rank }. Si alzano tutti i bicchieri. { $hands_by_seat }. { $there ->
    [0] Non ne vale nessuno
    [one] Ne vale 1
   *[other] Ne valgono { $there }
}.
die-lost = { $you ->
    [yes] Perdi un dado.
   *[no] { $seat } perde un dado.
} Dadi rimasti: { $scores_by_seat }.
    .hands = Dadi
    .counting = Che valgono
    .scores = Dadi rimasti
went-out = { $you ->
    [yes] Non hai più dadi: esci dal gioco.
   *[no] { $seat } non ha più dadi: esce dal gioco.
}
match-ended = { $winner_number ->
    [one] Vince { $winner }
   *[other] Vincono { $winner }
}.

refusal-nothing-to-doubt = { $text } non si può: non c'è ancora nessuna dichiarazione. Prova { $legal }.
refusal-not-enough-dice = { $text } non si può: i dadi non sono così tanti. Prova { $legal }.
refusal-too-low = { $text } non supera l'ultima dichiarazione. Prova { $legal }.

move-bid = dichiara { $n ->
    [one] 1 dado
   *[other] { $n } dadi
} di valore { $rank }
    .short = { $n } × { $rank }
    .any = dichiara di più
move-doubt = dubita dell'ultima dichiarazione

prompt-doubt = Dichiara di più, o dubita dell'ultima dichiarazione.
prompt-bid = Dichiara quanti dadi di una faccia ci sono, sotto tutti i bicchieri.

lesson-1 = I tuoi dadi li vedi solo tu: due 5, e un 1 che vale per ogni faccia. Dichiara tre dadi di valore 5.
lesson-2 = Si rilancia con più dadi, o con una faccia più alta. Tu hai tre 5, e loro forse uno: dichiara quattro dadi di valore 5.
lesson-3 = Erano quattro: il dubbio era sbagliato, e costa un dado. Dadi nuovi! Hai due 5: dichiara tre.
lesson-4 = Non hai né 6 né 1, e loro hanno quattro dadi: cinque 6 non ci possono essere. Dubita!
lesson-end = Erano tre, e perdono un dado. Dichiara il probabile, dubita del resto: vince chi resta con dei dadi.

option-dice = Dadi per giocatore
option-wild_ones = Gli uno valgono per ogni faccia
option-raising = Che cosa conta di più in una dichiarazione
    .number = il numero di dadi
    .face = la faccia

fact-round = Giro
fact-in_play = Dadi in gioco
fact-bidder = Ultima dichiarazione di
    .kind = seat
fact-count = Dadi dichiarati
fact-rank = Faccia dichiarata

place-cup = Bicchiere
