"""Playing in a terminal: people, and bots, at one screen.

`plain` starts a new match, or goes on with one that was left. `seating` asks who plays what,
`local_session` plays a match at this screen, and `table` draws a view as text. `screen` reads and
writes, in the sentences of words/phrases.py; `saves` keeps the matches that were left.

`join` joins a table on a server, `remote_session` plays there, through an `inbox`, and `kept` keeps
the seats that were taken. What can be typed besides moves is in `commands`.
"""
