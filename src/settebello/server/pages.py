"""The page that lists the tables and says how to join one from a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from settebello.server.bodies import TableLine

STYLE = """
:root { color-scheme: light dark; font-family: system-ui, sans-serif; line-height: 1.5 }
body { max-width: 44rem; margin: 2rem auto; padding: 0 1rem }
code, pre { background: color-mix(in srgb, currentcolor 10%, transparent); border-radius: .3rem }
code { padding: .1rem .3rem }
pre { padding: .7rem; overflow-x: auto }
pre code { background: none; padding: 0 }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; vertical-align: top }
th, td { padding: .4rem .6rem .4rem 0; border-bottom: 1px solid }
"""

NOT_BUILT = "<p>To play here, build the web client: <code>make web</code>, and start again.</p>"


def tables_page(tables: Sequence[TableLine], origin: str, built: bool) -> str:
    """The page of the listed tables; it stands in for a web client that has not been built."""
    rows = "".join(row(table, origin) for table in tables)
    listed = (
        "<table><thead><tr><th>Game</th><th>Players</th><th>Join or watch</th></tr></thead>"
        f"<tbody>{rows}</tbody></table>"
        if rows
        else "<p>No table is open to all right now.</p>"
    )
    return page(
        "Settebello",
        f"""
<h1>Settebello</h1>
<p>A table for card and dice games. The server is running; sit down from a terminal.</p>
{"" if built else NOT_BUILT}
<h2>Tables</h2>
{listed}
<h2>Play</h2>
<p>Open a table for friends, and send them the address it prints:</p>
<pre><code>settebello join {escape(origin)} --game scopa --name Ann</code></pre>
<p>With bots in the free seats, at once; <code>--listed</code> would open it to all:</p>
<pre><code>settebello join {escape(origin)} --game scopa --name Ann --bots</code></pre>
<p>Somebody sent you an address? <code>settebello join ADDRESS --name Bea</code></p>
<p>For programs: <a href="/docs">the messages of this server</a>.</p>
""",
    )


def row(table: TableLine, origin: str) -> str:
    free = sum(not name for name in table.players)
    players = ", ".join(escape(name) for name in table.players if name)
    if free:
        players += f" ({free} free)"
    command = f"settebello join {escape(origin)}/#{escape(table.table)}"
    game = escape(table.game) + (" (dev)" if table.dev else "")
    return f"<tr><td>{game}</td><td>{players}</td><td><code>{command}</code></td></tr>"


def page(title: str, body: str) -> str:
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<title>{escape(title)}</title><link rel="stylesheet" href="/style.css"></head>'
        f"<body><main>{body}</main></body></html>"
    )
