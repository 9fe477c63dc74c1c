title = Hearts
about = Avoid the hearts and the queen of spades, or else take every one of them.
aim = Take as few hearts as you can, and not the queen of spades: fewest points win.

hand-started = Hand { $hand }. { $passing ->
    [left] Everybody passes three cards to the left.
    [right] Everybody passes three cards to the right.
    [across] Everybody passes three cards across the table.
   *[no] Everybody keeps their cards.
}
dealt = { $you ->
    [yes] You are dealt { $cards }.
   *[no] { $seat } is dealt { $cards }.
}
chosen = { $you ->
    [yes] {""}
   *[no] { $seat } has chosen three cards to pass on.
}
passed = { $you ->
    [yes] You pass { $cards } to { $to }.
   *[no] { $to_you ->
        [yes] { $seat } passes you { $cards }.
       *[no] {""}
    }
}
play-begun = { $you ->
    [yes] You have the 2 of clubs: lead it.
   *[no] {""}
}
played = { $you ->
    [yes] You play { $card }.
   *[no] { $seat } plays { $card }.
}{ $breaks ->
    [yes] {" "}Hearts are broken.
   *[no] {""}
}
taken = { $you ->
    [yes] You take
   *[no] { $seat } takes
} the trick{ $points ->
    [0] .
    [one] , with a point.
   *[other] , with { $points } points.
}
tallied = { $moon ->
    [yes] { $queen } has taken all hearts and the queen of spades, and so shoots the moon: 26 points for everybody else.
   *[no] Fewest points of the hand: { $round_winner }.
} Score: { $scores_by_seat }.
    .hearts = Hearts
    .queen = Queen of spades
    .points = Points
    .scores = Score
match-ended = { $winner_number ->
    [one] Winner: { $winner }
   *[other] Winners: { $winner }
}.

refusal-not-in-hand = { $text } is not possible: not all of that is in your hand. Try { $legal }.
refusal-three-to-pass = { $text } is not possible: three cards are passed on, once and before the first trick. Try { $legal }.
refusal-two-leads = { $text } is not possible: the 2 of clubs leads to the first trick. Try { $legal }.
refusal-hearts-not-broken = { $text } is not possible: hearts are not broken yet, and you have other suits. Try { $legal }.
refusal-must-follow = { $text } is not possible: you can follow suit, and so you must. Try { $legal }.
refusal-no-points-yet = { $text } is not possible: there are no points in the first trick, and you have other cards. Try { $legal }.

move-play = play { $card }
    .any = play one of them
move-pass = { $passing ->
    [left] pass { $cards } to the left
    [right] pass { $cards } to the right
    [across] pass { $cards } across the table
   *[other] pass { $cards }
}
    .any = pass three of them on, such as { $example }

prompt-pass = Pick three cards to pass on, such as high spades and hearts.
    .next = Pick three in all, then pass them on.
prompt-play = Play a card. Follow suit if you can.

lesson-1 = The queen of spades costs 13 points, a heart 1. Pass the queen and ace of spades and the king of hearts.
lesson-2 = Clubs were led, and you must follow suit. The first trick has no points: spend your queen of clubs.
lesson-3 = You took the trick, so you lead. Your 3 of spades is low: somebody else will take it.
lesson-4 = Spades again: follow suit with your 6. It is under the 9, so it takes nothing.
lesson-5 = You have no diamonds, so you may play anything: give them your ace of hearts!
lesson-6 = Each heart costs a point. Stay under the jack: your 9 takes nothing.
lesson-end = No points for you so far. At 100 points the match ends, and the fewest win. Or take all 26 of a hand: the others pay.

option-target = Points that end the match
option-passing = Pass three cards before the play
option-queen_breaks_hearts = The queen of spades breaks hearts too
option-points_on_first_trick = Points may be given in the first trick

card = the { $rank ->
    [A] ace
    [J] jack
    [Q] queen
    [K] king
   *[other] { $rank }
} of { $suit ->
    [S] spades
    [H] hearts
    [D] diamonds
   *[C] clubs
}
    .short = { $rank }{ $suit ->
        [S] ♠
        [H] ♥
        [D] ♦
       *[C] ♣
    }
    .letters = A card is typed as its rank and the letter of its suit: S spades (♠), H hearts (♥), D diamonds (♦), C clubs (♣).
    .colour = { $suit ->
        [H] red
        [D] red
       *[other] none
    }

fact-hand = Hand
fact-passing = Passing
    .left = to the left
    .right = to the right
    .across = across the table
    .no = no
fact-tricks = Tricks
fact-broken = Hearts broken
fact-points = Points in this hand
    .kind = by_seat

place-trick = Trick
place-pile = Cards taken
place-pass = To pass on
