title = Bicchieri
about = Due dadi a testa, nascosti in un bicchiere. Si rilancia su tutti, o si dubita.
bid = { $you ->
    [yes] Dici { $count } volte { $rank }.
   *[no] { $seat } dice { $count } volte { $rank }.
}
opened = { $seat } dubita. Si aprono tutti i bicchieri: { $hands_by_seat }. Ce ne sono { $there }; perde { $lost }.
move-bid = di’ { $n } volte { $rank }
move-doubt = dubita
fact-count = Detti
fact-rank = Numero
place-cup = Bicchiere
