"""Matches whose luck is known, for tests."""

from typing import Any

import toy_game
from settebello import Match, Scripted

ABC = ["Ann", "Bea", "Cal"]
# Ann has 7D 3C 9S, Bea 3D 1B 9B, Cal 2D 4D 6D; on the table 3S 4B 10D 1C.
SCOPA = ["7D", "3C", "9S", "3D", "1B", "9B", "2D", "4D", "6D", "3S", "4B", "10D", "1C"]


def dice_match(*rolls: int, **options: Any) -> Match:
    """Ann, Bea and Cal play in this order, and these dice fall."""
    return Match("dice", ABC, luck=Scripted(shuffles=[[]], rolls=rolls), options=options)


def scopa_match() -> Match:
    return Match("scopa", ABC, luck=Scripted(shuffles=[[], SCOPA]))


def toy_match(deck: str = "", *, first: int = 0, stirred: str = "", turns: int = 12) -> Match:
    """Ann and Bea at the toy game: hands, row, pile and stock (from its top) in this order."""
    luck = Scripted(picks=[first], shuffles=[deck.split(), stirred.split()])
    return Match(toy_game, ["Ann", "Bea"], luck=luck, options={"turns": turns})


def texts(match: Match, seat: int) -> list[str]:
    return [str(move) for move in match.legal(seat)]
