title = Partners
about = Two against two. Lay a higher card than the last one, and your team has a point.
card = the { $rank } of { $suit ->
    [D] coins
    [C] cups
    [S] swords
   *[B] clubs
}
laid = { $you ->
    [yes] You lay { $card }
   *[no] { $seat } lays { $card }
}{ $points ->
    [one] { "" } for a point.
   *[other] .
}
move-lay = lay { $card }
