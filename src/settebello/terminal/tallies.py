"""How a round was counted, as text: a line for each fact, with all players in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from settebello.words import Words

MOST = 12  # cards of a player in a line; of a longer pile the numbers tell enough


def tally_lines(
    tally: Mapping[str, Any] | None, players: Sequence[str], words: Words
) -> Iterator[str]:
    """The lines of a notice's `tally`, if it has one: "Coins: Ann 3, Bea 7 (+1)".

    Cards are in words.
    """
    for row in tally["rows"] if tally else ():
        cells = row["cells"]
        if any(isinstance(cell, list) and len(cell) > MOST for cell in cells):
            continue
        points = row.get("points") or [0] * len(cells)
        told = [
            said(name, cell, words) + (f" ({gained:+})" if gained else "")
            for name, cell, gained in zip(players, cells, points, strict=True)
            if cell is not None and cell is not False
        ]
        between = "; " if any(isinstance(cell, list) for cell in cells) else ", "
        yield f"{row['label']}: {between.join(told) or '-'}"


def said(name: str, cell: Any, words: Words) -> str:
    """What a row tells of one player: their cards, a number or a text; a mark is only the name."""
    if isinstance(cell, list):
        return f"{name}: {words.cards(cell)}"
    return name if cell is True else f"{name} {cell}"
