dealt = { $you ->
    [yes] You are dealt { $cards }.
   *[no] { $seat } is dealt { $cards_number ->
        [one] a card
       *[other] { $cards_number } cards
    }.
}
laid = { $you ->
    [yes] You lay { $card } face down.
   *[no] { $seat } lays a card face down.
}
turned-up = Turned up: { $cards }. Highest: { $best }.
