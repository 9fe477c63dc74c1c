title = Go Fish
about = Ask another player for cards that go with yours, and lay down all four of a rank.
aim = Collect the most books: a book is all four cards of a rank.

match-started = { $you ->
    [yes] You start.
   *[no] { $seat } starts.
}
dealt = { $you ->
    [yes] You are dealt { $cards }.
   *[no] {""}
}
asked = { $you ->
    [yes] You ask { $asked } for { $rank }.
   *[no] { $seat } asks { $asked_you ->
        [yes] you
       *[no] { $asked }
    } for { $rank }.
}
given = { $you ->
    [yes] You get { $cards } from { $asked }.
   *[no] { $seat } gets { $cards } from { $asked_you ->
        [yes] you
       *[no] { $asked }
    }.
}
denied = { $asked_you ->
    [yes] You have no { $rank }.
   *[no] { $asked } has no { $rank }.
}
fished = { $you ->
    [yes] Go fish! You draw { $card }.
   *[no] Go fish! { $seat } draws a card.
}
caught = { $you ->
    [yes] Go fish! You draw { $card }, just what you asked for: ask again.
   *[no] Go fish! { $seat } draws { $card }, just what was asked for, and may ask again.
}
refilled = { $you ->
    [yes] You have no cards left, and draw { $card }.
   *[no] { $seat } has no cards left, and draws one.
}
book-laid = { $you ->
    [yes] You lay down a book: all four { $rank }.
   *[no] { $seat } lays down a book: all four { $rank }.
}
tallied = Books: { $scores_by_seat }.
    .books = Cards laid down
    .scores = Books
match-ended = { $winner_number ->
    [one] Winner: { $winner }
   *[other] Winners: { $winner }
}.

refusal-rank-not-held = { $text } is not possible: you have no card of that rank. Try { $legal }.
refusal-ask-another = { $text } is not possible: ask another player, and one who has cards. Try { $legal }.

move-ask = ask { $player } for { $rank }
    .any = ask { $player } for a rank that you hold

rank = { $rank }s
rank-A = aces
rank-J = jacks
rank-Q = queens
rank-K = kings

prompt-ask = Ask a player for a rank that you hold.

lesson-1 = They took your aces. Now you ask, for a rank that you hold: you have two queens, ask for queens.
lesson-2 = No queens, so you drew a card: an ace! They asked for aces, so they hold some: ask for aces.
lesson-3 = All four aces: a book! You got cards, so you ask again: try jacks.
lesson-4 = You got one, so you ask again: try 10s.
lesson-end = Each book is a point, and the most of the 13 win. Remember who asked for what: they hold it.

option-lucky_catch = A player who draws the rank asked for shows it and asks again

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
    .letters = A rank is typed as A, a number from 2 to 10, J, Q or K.
    .colour = { $suit ->
        [H] red
        [D] red
       *[other] none
    }

fact-left = Books to come
fact-idle = Requests in a row that brought nothing

place-books = Books
