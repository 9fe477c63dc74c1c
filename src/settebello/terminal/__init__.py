"""Playing in a terminal: people, and bots, at one screen.

`plain` has the ways in: a new match, or one that was left. `seating` asks who plays what, `sitting`
is the match as a conversation, and `table` draws a view as text. All of it is read and written at a
`screen`, in the words of `phrases`; `saves` keeps the matches that were left.

`join` has the ways to a table on a server, `visit` is what is said there, through an `inbox`, and
`kept` has the seats that were taken. What can be typed besides moves is in `commands`.
"""
