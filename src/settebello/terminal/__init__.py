"""Playing in a terminal: people, and bots, at one screen.

`plain` has the ways in: a new match, or one that was left. `seating` asks who plays what,
`local_session` plays a match at this screen, and `table` draws a view as text. All of it is read
and written at a `screen`, in the sentences of words/phrases.py; `saves` keeps the matches that were
left.

`join` has the ways to a table on a server, `remote_session` plays there, through an `inbox`, and
`kept` has the seats that were taken. What can be typed besides moves is in `commands`.
"""
