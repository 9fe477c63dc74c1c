title = Scopa
about = Take cards of the same value from the table, and sweep it clean if you can.
aim = Take as many cards as you can: coins above all, and the seven of coins.

prompt-take = Pick a card from your hand, and what it takes.
    .next = Pick what it takes: a card of the same value, or some that add up to it.
prompt-lay = None of your cards takes anything: pick one to lay down.

lesson-1 = A card takes others that add up to it. Your 7 of coins takes 4 + 3: tap it.
lesson-2 = The seven of coins is worth a point by itself, and you have it. Now your 5 takes 4 + 1: tap it.
lesson-3 = A card takes one of the same value too: your 8 takes the 8.
lesson-4 = New cards. Your 3 takes nothing, so you may lay it down: with the 6 it makes 9, and you hold a 9.
lesson-5 = Your 9 takes 6 + 3, and the table is empty: that is a scopa, a sweep, and a point.
lesson-end = Most cards, most coins, the seven of coins, the highest sum and each sweep: a point each. 8 points win.

order-drawn = The order of play is { $order }.
round-started = { $you ->
    [yes] Round { $round }: you start.
   *[no] Round { $round }: { $seat } starts.
}
dealt = { $you ->
    [yes] You are dealt { $cards }.
   *[no] { $seat } is dealt { $cards_number } cards.
}
table-dealt = On the table: { $cards }.
thrown-in = There are { $tens } tens on the table: all cards are thrown in and dealt again.
laid = { $you ->
    [yes] You lay down { $card }.
   *[no] { $seat } lays down { $card }.
}
captured = { $you ->
    [yes] You take { $taken } with { $card }.
   *[no] { $seat } takes { $taken } with { $card }.
}
swept = { $you ->
    [yes] Scopa! You have swept the table.
   *[no] Scopa! { $seat } has swept the table.
}
leftovers-taken = { $you ->
    [yes] You took last and get the rest of the table: { $cards }.
   *[no] { $seat } took last and gets the rest of the table: { $cards }.
}
tallied = The round goes to { $round_winner }. Score: { $scores_by_seat }.
    .piles = Cards taken
    .count = Cards
    .coins = Coins
    .settebello = Seven of coins
    .values = { $primiera ->
        [yes] Primiera
       *[no] Sum
    }
    .sweeps = Sweeps
    .points = Points
    .scores = Score
match-ended = { $winner_number ->
    [one] Winner: { $winner }
   *[other] Winners: { $winner }
}.

refusal-not-in-hand = { $text } is not possible: that card is not in your hand. Try { $legal }.
refusal-must-take = { $text } can take, and a card that can take must take. Try { $legal }.
refusal-not-on-table = { $text } is not possible: not all of these cards are on the table. Try { $legal }.
refusal-single-first = { $text } is not possible: a single card of the same value comes first. Try { $legal }.
refusal-wrong-sum = { $text } is not possible: the values do not match. Try { $legal }.

move-lay = lay down { $card }
move-take = take { $cards } with { $card }
    .short = { $cards } = { $card }

option-target = Points to win
option-sweep_on_last_card = The last card of a round can make a sweep
option-redeal_three_tens = Deal again if the first table has three tens
option-primiera = Count the primiera instead of the highest sum

card = the { $rank ->
    [1] ace
   *[other] { $rank }
} of { $suit ->
    [D] coins
    [C] cups
    [S] swords
   *[B] clubs
}
    .short = { $rank } of { $suit ->
        [D] coins
        [C] cups
        [S] swords
       *[B] clubs
    }
    .letters = A card is typed as its number and the letter of its suit: D coins, C cups, S swords, B clubs.
    .colour = { $suit ->
        [D] yellow
        [C] red
        [S] blue
       *[B] green
    }

fact-round = Round
fact-sweeps = Sweeps
    .kind = by_seat
