"""How the tests of Dice set a scene, and look at it.

A turn of a story is a name and what happens: "Ann 3" (they throw a 3), "Ann skip", "Ann 5 6" (a 5,
so the die is thrown again and shows 6), "Ann 1 keep", "Ann 1 reroll 4". What a throw gives: 1 is 1,
2 is 6 and costs the next player the turn, 3 is 3, 4 is 2, 6 is 3.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

from settebello import Match, Scripted

PLAYERS = ["Ann", "Bea", "Cal"]
ANN, BEA, CAL = range(3)
SPECTATOR = None
EVERYONE = (ANN, BEA, CAL, SPECTATOR)
COLOURS = ("red", "green", "blue", "yellow", "purple")


def played(
    *turns: str,
    order: Sequence[int] = (ANN, BEA, CAL),
    later_rolls: Sequence[int] = (),
    **options: Any,
) -> Match:
    """A match after these turns."""
    rolls = [int(word) for turn in turns for word in turn.split() if word.isdigit()]
    luck = Scripted(shuffles=[order], rolls=[*rolls, *later_rolls])
    match = Match("dice", PLAYERS, luck=luck, options=options)
    go_on(match, *turns)
    return match


def go_on(match: Match, *turns: str) -> None:
    """Play these turns; each must be this player's, and throw the die exactly so often."""
    for turn in turns:
        name, *words = turn.split()
        faces = [word for word in words if word.isdigit()]
        moves = [word for word in words if not word.isdigit()]
        if words[0].isdigit():
            moves.insert(0, "throw")
        assert match.to_act == (PLAYERS.index(name),), turn
        drawn = len(match.record()["luck"])
        for move in moves:
            match.play(PLAYERS.index(name), move)
        assert match.record()["luck"][drawn:] == faces, turn


def ann_alone(*turns: str, **options: Any) -> Match:
    """A match after these turns of Ann, while the others skip all of theirs."""
    rolls = [int(word) for turn in turns for word in turn.split() if word.isdigit()]
    match = played(later_rolls=rolls, **options)
    for turn in turns:
        while match.to_act != (ANN,):
            match.play(match.to_act[0], "skip")
        go_on(match, f"Ann {turn}")
    return match


def legal(match: Match) -> list[str]:
    """What the player may do who is to act."""
    return [str(move) for move in match.legal(match.to_act[0])]


def told(match: Match, event: str, viewer: int | None = SPECTATOR) -> list[dict[str, Any]]:
    """The notices of one kind that a viewer got."""
    return [notice for notice in match.notices(viewer) if notice["event"] == event]


def texts(match: Match, viewer: int | None = SPECTATOR) -> list[str]:
    return [notice["text"] for notice in match.notices(viewer)]


def colours(match: Match) -> list[str]:
    found: list[str] = match.view(SPECTATOR).to_dict()["colours"]
    return found


def finished(match: Match, random: Random) -> Match:
    """The match, played to its end by players who throw more often than they skip."""
    while not match.over:
        (seat,) = match.to_act
        moves = match.legal(seat)
        match.play(seat, moves[0] if random.random() < 0.7 else moves[-1])
    return match
