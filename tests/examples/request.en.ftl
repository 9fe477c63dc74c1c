title = Request
about = Ask for a number that you hold. What a player has of it is your score.
card = the { $rank } of coins
asked = { $seat } asks { $asked } for { $rank } and gets { $given_number ->
    [0] nothing
   *[other] { $given }
}.
move-ask = ask { $player } for { $rank }
rank = { $rank }s
place-won = Won
