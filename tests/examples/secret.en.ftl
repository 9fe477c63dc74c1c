title = Secret
about = All hide one to five coins. Those that nobody else has hidden score.
option-turns = Turns
card = { $rank ->
    [one] a coin
   *[other] { $rank } coins
}
chosen = { $you ->
    [yes] You have chosen.
   *[no] { $seat } has chosen.
}
opened = Everybody opens: { $hands_by_seat }. Points: { $scores_by_seat }.
move-hide = hide { $n ->
    [one] a coin
   *[other] { $n } coins
}
fact-left = Turns left
place-choice = Hidden coins
