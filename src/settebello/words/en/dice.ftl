title = Dice
about = One die, twelve turns, three players: throw or skip, and mind the twists.
aim = Have the most points when the turns run out, or be 10 points ahead before.

prompt-reroll = A 1: keep it, or re-roll?
prompt-skip = Throw the die, or skip this turn?
prompt-throw = Throw the die.

lesson-1 = Throw the die. A 3 counts 3; a 2 counts three times as much, a 4 or a 6 only half.
lesson-2 = Your 2 counted 6: the next player's turn was skipped. Throw again.
lesson-3 = A 1 counts 1, or it is thrown once more and counts what it shows then. Re-roll it.
lesson-4 = Two 1s in a row: a third would cost you all your points. You lead, so skip this turn.
lesson-end = A 5 counts 5 times a second throw. The most points after twelve turns win, or a lead of 10 before.

order-drawn = The order of play is { $order }.
skipped = { $you ->
    [yes] You skip your turn.
   *[no] { $seat } skips the turn.
}
thrown = { $again ->
    [five] { $you ->
        [yes] Your die is thrown again and shows { $face }.
       *[no] The die of { $seat } is thrown again and shows { $face }.
    }
    [asked] { $you ->
        [yes] You re-roll and throw { $face }.
       *[no] { $seat } re-rolls and throws { $face }.
    }
   *[no] { $you ->
        [yes] You throw { $face }.
       *[no] { $seat } throws { $face }.
    }
}
kept = { $you ->
    [yes] You keep the 1.
   *[no] { $seat } keeps the 1.
}
points-reset = { $you ->
    [yes] Three throws alike: your points are reset to 0.
   *[no] Three throws alike: the points of { $seat } are reset to 0.
}
turn-ended = { $you ->
    [yes] Dice count: { $count }. Your points: { $points }.
   *[no] Dice count: { $count }. Points of { $seat }: { $points }.
}
colour-changed = { $you ->
    [yes] Your points are
   *[no] The points of { $seat } are
} { $colour ->
    [red] red
    [green] green
    [blue] blue
    [yellow] yellow
   *[purple] purple
} now.
equality = Equality!
turn-lost = { $you ->
    [yes] After a 6 your turn is skipped.
   *[no] After a 6 the turn of { $seat } is skipped.
}
match-ended = Points: { $points_by_seat }. { $winner_number ->
    [one] Winner: { $winner }
   *[other] Winners: { $winner }
}.
congratulated = Congratulations { $seat } you won the game! You are the best!

move-throw = throw the die
move-skip = skip this turn
move-reroll = re-roll the die
move-keep = keep the 1

option-turns = Turns in all
option-skip_on = The next player's turn is skipped after
    .count = a count of 6
    .face = a 6 on the die
option-early_end_ignores_ties = A lead of 10 wins even if the other two are level

fact-turn = Turn
fact-turns = Turns in all
