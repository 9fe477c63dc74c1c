title = Rummy
about = Draw, lay down runs and sets, discard: be the first to run out of cards.
aim = Lay down runs and sets, and be the first to have no cards left.

prompt-stock = Draw a card: from the stock, or the top of the discard pile.
prompt-meld = Lay down a run or a set, or discard a card to end your turn.
    .next = Pick the rest of the run or set, or discard this card.
prompt-add = Add a card to a meld on the table, or discard one to end your turn.
    .next = Add it to the meld, or discard it.
prompt-discard = Discard a card to end your turn.

lesson-1 = Three of a rank are a set. You hold two aces, and one lies on the discard pile: take it.
lesson-2 = Lay your three aces down: tap one of them.
lesson-3 = A turn ends with a discard. A king left in your hand is 10 points for the winner: discard it.
lesson-4 = A turn begins with a card. The king on the pile does not help you: draw from the stock.
lesson-5 = The 7, 8 and 9 of hearts are a run. You may add to any meld on the table: tap your 10 of hearts.
lesson-6 = End your turn: discard the jack, your highest card.
lesson-end = Go on like this. Who has no cards left wins the hand and scores what the others hold. 100 points win.

dealer-drawn = { $you ->
    [yes] You are the first dealer.
   *[no] { $seat } is the first dealer.
}
hand-started = { $you ->
    [yes] A new hand; you deal.
   *[no] A new hand; { $seat } deals.
}
dealt = Each player is dealt { $each } cards.
hand-dealt = { $you ->
    [yes] You hold { $cards }.
   *[no] { $seat } holds { $cards }.
}
pile-started = The discard pile starts with { $card }.
stock-drawn = { $you ->
    [yes] You draw { $card } from the stock.
   *[no] { $seat } draws from the stock.
}
pile-drawn = { $you ->
    [yes] You take { $card } from the discard pile.
   *[no] { $seat } takes { $card } from the discard pile.
}
pile-turned-over = The stock is empty: the discard pile is turned over, { $count } cards.
pile-reshuffled = The stock is empty: the discard pile is shuffled, { $count } cards.
melded = { $you ->
    [yes] You lay down meld { $meld }: { $cards }.
   *[no] { $seat } lays down meld { $meld }: { $cards }.
}
laid-off = { $you ->
    [yes] You lay off { $card } on meld { $meld }.
   *[no] { $seat } lays off { $card } on meld { $meld }.
}
discarded = { $you ->
    [yes] You discard { $card }.
   *[no] { $seat } discards { $card }.
}
hand-drawn = The hand ends without a score.
    .hands = Hand
    .values = Value of the cards
hand-won = { $you ->
    [yes] You go out and win
   *[no] { $seat } goes out and wins
} { $points ->
    [one] 1 point
   *[other] { $points } points
}{ $rummy ->
    [yes] , doubled for going rummy
   *[no] {""}
}. Score: { $scores_by_seat }.
    .hands = Hand
    .values = Value of the cards
    .sum = Points
    .scores = Score
match-ended = Final score: { $scores_by_seat }. { $winner_number ->
    [one] Winner: { $winner }
   *[other] Winners: { $winner }
}.

refusal-already-drawn = { $text } is not possible: you have drawn already. Try { $legal }.
refusal-draw-first = { $text } is not possible yet: draw a card first. Try { $legal }.
refusal-not-in-hand = { $text } is not possible: not all of that is in your hand. Try { $legal }.
refusal-just-taken = { $text } is not possible: you took that card from the pile in this turn. Try { $legal }.
refusal-no-more-melds = { $text } is not possible: you cannot lay another new meld in this turn. Try { $legal }.
refusal-not-a-meld = { $text } is not a meld: it takes three or more in sequence of one suit, or three or four of one rank. Try { $legal }.
refusal-does-not-fit = { $text } is not possible: the card does not fit that meld, or you may not lay off there. Try { $legal }.
refusal-no-such-meld = { $text } is not possible: there is no such meld on the table. Try { $legal }.

move-stock = draw from the stock
move-pile = take the top of the discard pile
move-meld = lay down { $cards }
move-add = lay off { $card } on meld { $n }
    .any = lay off one of them on meld { $n }
move-discard = discard { $card }
    .any = discard one of them

option-target = Points to win
option-melds_per_turn = New melds in a turn (0 for any number)
option-lay_off_own_only = Lay off on your own melds only
option-going_rummy = Going out in a single turn counts double
option-reshuffle = Shuffle the discard pile when the stock runs out

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

fact-dealer = Dealer
    .kind = seat
fact-turn = Turn
fact-turned_over = Pile turned over
