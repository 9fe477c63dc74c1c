"""Playing in a terminal: people at one screen, at a table in this process or on a server.

`plain` starts a new match here, or goes on with one that was left; `seating` asks who plays what.
`join` joins a table on a server. In both cases a `session` plays it, by way of a `seat` for each
person: `local_table` has those of a table here, `remote_seat` that of a table on a server. It shows
everything by a `display`, which draws a view with `table`; `screen` reads and writes, in the
sentences of words/phrases.py. What can be typed besides moves is in `commands`.

Matches here are kept in the `local_store`; `old_saves` imports those of older versions.
"""
