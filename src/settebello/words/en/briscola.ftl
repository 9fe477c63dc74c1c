title = Briscola
about = Any card may be played, the trump beats all others, and aces and threes are what counts.
aim = Win aces and threes in tricks: the most of the 120 points wins the round.

round-started = { $you ->
    [yes] Round { $round }: you start.
   *[no] Round { $round }: { $seat } starts.
}
dealt = { $you ->
    [yes] You are dealt { $cards }.
   *[no] {""}
}
trump-turned = The trump card is { $card }.
played = { $you ->
    [yes] You play { $card }.
   *[no] { $seat } plays { $card }.
}
trick-taken = { $you ->
    [yes] You take the trick
   *[no] { $seat } takes the trick
}{ $points ->
    [0] .
    [one] { "" } and 1 point.
   *[other] { "" } and { $points } points.
}
drawn = { $you ->
    [yes] You draw { $card }.
   *[no] {""}
}
trump-drawn = { $you ->
    [yes] You draw the last card, { $card }.
   *[no] { $seat } draws the last card, { $card }.
}
tallied = { $round_winner_number ->
    [0] A draw: nobody wins the round.
   *[other] The round goes to { $round_winner }.
} Rounds won: { $scores_by_seat }.
    .piles = Cards taken
    .points = Points
    .scores = Rounds won
match-ended = { $winner_number ->
    [one] Winner: { $winner }
   *[other] Winners: { $winner }
}.

refusal-not-in-hand = { $text } is not possible: that card is not in your hand. Try { $legal }.

move-play = play { $card }
    .any = play one of your cards

prompt-play = Play any card. The trump beats all other suits.

lesson-1 = You lead. An ace counts 11, a three 10: keep yours, and play the 5, which counts nothing.
lesson-2 = Cups were led. Your three of cups beats the king, and takes 14 points: tap it.
lesson-3 = You took the trick, so you lead. Coins are trump: keep your 7 of coins, and play the 2 of swords.
lesson-4 = There is nothing to win here: give the 5 of cups, and keep your trump.
lesson-5 = An ace: 11 points! A trump beats every other suit: take it with your 7 of coins.
lesson-end = You have 25 points. The most of the 120 win: take aces and threes, and save your trumps for them.

option-wins = Rounds to win

card = the { $rank ->
    [1] ace
    [8] knave
    [9] knight
    [10] king
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
    .letters = A card is typed as its number and the letter of its suit: D coins, C cups, S swords, B clubs. The knave is 8, the knight 9, the king 10.
    .colour = { $suit ->
        [D] yellow
        [C] red
        [S] blue
       *[B] green
    }

fact-round = Round
fact-suit = Trump
    .D = coins
    .C = cups
    .S = swords
    .B = clubs

place-trump = Trump
place-trick = Trick
place-pile = Cards taken
