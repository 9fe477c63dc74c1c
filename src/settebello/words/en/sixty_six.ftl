title = 66
about = A game of memory: the fewest points win, and you hardly ever see your cards.
aim = Remember your cards, swap high ones for low ones, and stop when you have the least.

# Those named after what the match waits for say more than a verb could.
prompt-peek-at-own = Pick one of your cards to look at it.
prompt-peek-at-other = Pick a card of another player to look at it.
prompt-own-for-exchange = Exchange: pick the card of yours that you give away.
    .next = Pick the card of another player that you want for yours.
prompt-other-for-exchange = Pick the card of another player that you want for yours.
prompt-claim-held = Your cards are equal: take one card for all of them.
prompt-deck-card = Pick the card of yours that it replaces, or several that are equal, or discard it.
    .next = Replace it, or pick the cards that are equal to it.
prompt-pile-card = Pick the card of yours that it replaces, or several that are equal.
    .next = Replace it, or pick the cards that are equal to it.
prompt-next = Start the next round when you have seen the hands.
prompt-replace = Take a card, pick one of yours for the discarded one, or several that are equal.
    .next = Replace it, or pick the cards that are equal to it.
prompt-show = Take a card from the deck, or pick cards of yours that are equal.
    .next = Pick the cards that are equal to it.
prompt-stop = Take a card, or stop the round if you think that you have the least.
prompt-pile = Take a card: from the deck, or the discarded one.
prompt-deck = Take a card from the deck.

lesson-1 = Your cards 1 and 2 are a 1 and a 12: remember them. Now a 1 was discarded. Take it from the pile.
lesson-2 = High cards are bad. Card 2 is the 12: tap it, and the 1 takes its place.
lesson-3 = The discarded card is no help now: take one from the deck. Only you see it.
lesson-4 = A 7 is too high for your hand. Discard it: a 7 or an 8 lets you look at one of your cards.
lesson-5 = You do not know your cards 3 and 4 yet. Tap card 3 to look at it.
lesson-6 = You know 1 + 1 + 0 and one card more. That is little: stop the round. The others have one more turn.
lesson-end = You had the least, so this round costs you nothing. The fewest points win when somebody has more than 66.

round-started = { $you ->
    [yes] Round { $round }: you start.
   *[no] Round { $round }: { $seat } starts.
}
dealt = Each player is dealt { $each } cards, face down.
first-two-seen = { $you ->
    [yes] You look at your first two cards: { $cards }.
   *[no] { $seat } looks at their cards 1 and 2.
}
    .later = You look at your first two cards.
# The table shows whose turn it is: a sentence would say nothing new.
turn-started = {""}
deck-card-taken = { $you ->
    [yes] You take a card from the deck: { $card }.
   *[no] { $seat } takes a card from the deck.
}
    .later = You take a card from the deck.
pile-card-taken = { $you ->
    [yes] You take the discarded card.
   *[no] { $seat } takes the discarded card.
}
round-stopped = { $you ->
    [yes] You stop the round: every other player has one more turn.
   *[no] { $seat } stops the round: every other player has one more turn.
}
cards-shown = { $you ->
    [yes] You show your cards { $indexes } to the others.
   *[no] { $cards_hidden ->
        [yes] { $seat } shows the cards { $indexes } to the others.
       *[no] { $seat } shows the cards { $indexes }: { $cards }.
    }
} { $equal ->
    [yes] They are all equal.
   *[no] They are not all equal.
}
claim-held = { $you ->
    [yes] Your cards are { $cards }. Take a card for them.
   *[no] The cards of { $seat } are { $cards }. They take a card for them.
}
    .later = Your cards are equal. You take a card for them.
replaced = { $you ->
    [yes] You replace { $indexes_number ->
        [one] your card { $indexes }
       *[other] your cards { $indexes }
    } by { $from_deck ->
        [yes] the deck card
       *[no] the discarded card
    } and discard { $cards }.
   *[no] { $seat } replaces { $indexes_number ->
        [one] card { $indexes }
       *[other] the cards { $indexes }
    } by { $from_deck ->
        [yes] the deck card
       *[no] the discarded card
    } and discards { $cards }.
}
discarded = { $you ->
    [yes] You discard { $card }.
   *[no] { $seat } discards { $card }.
}
own-card-chosen = { $you ->
    [yes] You have chosen your card { $index } for the exchange.
   *[no] { $seat } has chosen their card { $index } for the exchange.
}
peeked = { $you ->
    [yes] { $owner_you ->
        [yes] You look at your card { $index }: { $card }.
       *[no] You look at card { $index } of { $owner }: { $card }.
    }
   *[no] { $owner_you ->
        [yes] { $seat } looks at your card { $index }.
       *[no] { $own ->
            [yes] { $seat } looks at their own card { $index }.
           *[no] { $seat } looks at card { $index } of { $owner }.
        }
    }
}
    .later = { $owner_you ->
        [yes] You look at your card { $index }.
       *[no] You look at card { $index } of { $owner }.
    }
exchanged = { $you ->
    [yes] You exchange your card { $index } with card { $other_index } of { $other }.
   *[no] { $other_you ->
        [yes] { $seat } exchanges card { $index } with your card { $other_index }.
       *[no] { $seat } exchanges card { $index } with card { $other_index } of { $other }.
    }
}
round-finished = The round goes to { $round_winner }. Totals: { $totals_by_seat }.
    .hands = Hand
    .sums = Sum of the cards
    .scores = Score of the round
    .totals = Total
match-ended = { $winner_number ->
    [one] Winner: { $winner }
   *[other] Winners: { $winner }
}.

refusal-claim-needs-two = { $text } is not possible: a claim needs two or more different cards. Try { $legal }.
refusal-not-your-own = { $text } is not possible: it takes a card of another player. Try { $legal }.
refusal-no-such-card = { $text } is not possible: there is no such card. Try { $legal }.

move-deck = take a card from the deck
move-pile = take the discarded card
move-stop = stop the round
move-own = { $waiting_for ->
    [peek-at-own] look at your card { $spot }
    [own-for-exchange] give your card { $spot } in exchange
   *[other] replace your card { $spot } with the card you took
}
    .any = one of your cards, for example { $example }: { $meaning }
move-show = claim that your cards { $spots } are equal
    .any = claim that two or more of your cards are equal, for example { $example }: { $meaning }
move-discard = discard the card you took
move-other = { $waiting_for ->
    [other-for-exchange] get card { $spot } of { $player } in exchange
   *[other] look at card { $spot } of { $player }
}
    .any = one of the cards of { $player }, for example { $example }: { $meaning }
move-next = start the next round
move-replace = replace your card { $spot } by the discarded card
    .any = replace one of your cards by the discarded card, for example { $example }: { $meaning }
move-exchange = exchange your card { $spot } with card { $spot_2 } of { $player }
    .any = exchange one of your cards with one of { $player }, for example { $example }: { $meaning }

option-variant = You claim equal cards
    .standard = after taking a card
    .draft = before taking a card

fact-round = Round
fact-turn = Turn
fact-stopper = Stopped by
    .kind = seat
