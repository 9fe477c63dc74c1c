title = Liar's dice
about = Everybody rolls in secret. Bid on all dice together, or doubt the last bid.
aim = Be the last one with dice: make bids that hold, and doubt those that do not.

starter-drawn = {""}
round-started = { $you ->
    [yes] Round { $round }, { $in_play } dice: you bid first.
   *[no] Round { $round }, { $in_play } dice: { $seat } bids first.
}
rolled = { $you ->
    [yes] You roll { $cards }.
   *[no] { $seat } rolls { $cards }.
}
bid = { $you ->
    [yes] You bid
   *[no] { $seat } bids
} { $count ->
    [one] 1 die
   *[other] { $count } dice
} showing { $rank }.
opened = { $you ->
    [yes] You doubt
   *[no] { $seat } doubts
} that there { $count ->
    [one] is 1 die
   *[other] are { $count } dice
} showing { $rank }. All cups are lifted. { $hands_by_seat }. { $there ->
    [0] No die counts
    [one] 1 of them counts
   *[other] { $there } of them count
}.
die-lost = { $you ->
    [yes] You lose a die.
   *[no] { $seat } loses a die.
} Dice left: { $scores_by_seat }.
    .hands = Dice
    .counting = That count
    .scores = Dice left
went-out = { $you ->
    [yes] You have no dice left, and are out.
   *[no] { $seat } has no dice left, and is out.
}
match-ended = { $winner_number ->
    [one] Winner: { $winner }
   *[other] Winners: { $winner }
}.

refusal-nothing-to-doubt = { $text } is not possible: there is no bid yet. Try { $legal }.
refusal-not-enough-dice = { $text } is not possible: there are not so many dice. Try { $legal }.
refusal-too-low = { $text } is not higher than the last bid. Try { $legal }.

move-bid = bid { $n ->
    [one] 1 die
   *[other] { $n } dice
} showing { $rank }
    .short = { $n } × { $rank }
    .any = bid more
move-doubt = doubt the last bid

prompt-doubt = Raise the last bid, or doubt it.
prompt-bid = Bid how many dice show one face, under all cups together.

lesson-1 = Only you see your dice: two 5s, and a 1 that counts as any face. Bid three dice showing 5.
lesson-2 = A raise has more dice, or a higher face. You have three 5s, and they may have one: bid four dice showing 5.
lesson-3 = There were four: the doubt was wrong and cost them a die. New dice! You have two 5s: bid three.
lesson-4 = You have no 6 and no 1, and they have four dice: there cannot be five 6s. Doubt it!
lesson-end = There were three, so they lose a die. Bid what is likely, doubt what is not, and be the last who has dice.

option-dice = Dice for each player
option-wild_ones = Ones are wild
option-raising = What counts more in a bid
    .number = the number of dice
    .face = the face

fact-round = Round
fact-in_play = Dice in play
fact-bidder = Last bid by
    .kind = seat
fact-count = Dice bid
fact-rank = Face bid

place-cup = Cup
