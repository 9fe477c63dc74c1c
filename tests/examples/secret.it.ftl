title = Segreto
about = Tutti nascondono da una a cinque monete. Contano quelle che nessun altro ha nascosto.
option-turns = Turni
card = { $rank ->
    [one] una moneta
   *[other] { $rank } monete
}
chosen = { $you ->
    [yes] Hai scelto.
   *[no] { $seat } ha scelto.
}
opened = Tutti aprono: { $hands_by_seat }. Punti: { $scores_by_seat }.
move-hide = nascondi { $n ->
    [one] una moneta
   *[other] { $n } monete
}
fact-left = Turni che restano
place-choice = Monete nascoste
