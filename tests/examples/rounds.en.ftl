title = Rounds
about = A die each, hidden in a cup. Say whether yours is higher than the other one.
said = { $you ->
    [yes] You say that your die is { $higher ->
        [yes] higher
       *[no] not higher
    }.
   *[no] { $seat } says that their die is { $higher ->
        [yes] higher
       *[no] not higher
    }.
}
opened = Both cups are opened: { $hands_by_seat }. Points: { $scores_by_seat }.
move-yes = say that your die is higher
move-no = say that it is not
fact-round = Round
place-cup = Cup
