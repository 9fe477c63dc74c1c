language = English
and = { $first } and { $last }
either = { $first } or { $last }
quoted = “{ $text }”
die = { $face ->
    [1] a one
    [2] a two
    [3] a three
    [4] a four
    [5] a five
    [6] a six
   *[other] { $face }
}
no-cards = no cards
picked-own = your card { $n }
picked-of = card { $n } of { $player }
picked-hidden = a hidden card

house-rule = { $rule }: { $value ->
    [true] yes
    [false] no
   *[other] { $value }
}

refusal-no-such-seat = There is no seat { $seat }; the seats are 0 to { $last }.
refusal-over = The match is over.
refusal-not-your-turn = It is not your turn; { $who } to move.
refusal-unreadable = "{ $text }" is not a move here; try { $legal }.
refusal-not-legal = { $text } is not possible now; try { $legal }.
refusal-not-pickable = { $text } cannot be picked now; try { $legal }.
refusal-nothing-to-undo = There is no move of yours that can be taken back.
    .moved = Somebody else has moved since your last move, so it stays.
    .drawn = A card was drawn or dice were thrown after your move, so it stays.
    .seen = Others have learned something from your move, so it stays.
    .table = Moves are not taken back at this table.
refusal-name-empty = A name cannot be empty.
refusal-name-computer = Name cannot be Computer
refusal-name-long = A name has at most { $longest } characters.
refusal-name-strange = A name is made of printable characters.
refusal-name-taken = The name { $name } is taken already.
