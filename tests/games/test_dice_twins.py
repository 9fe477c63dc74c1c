"""Dice against a twin: the same rules written a second time, from what a spectator is told."""

from collections.abc import Iterable, Sequence
from itertools import count
from random import Random
from typing import Any

import pytest

from games.dice_scenes import COLOURS, PLAYERS, SPECTATOR, finished, told
from settebello import Match
from settebello.game import Options
from settebello.games import dice


def colour_of(seat: int, points: int) -> str:
    if points <= 5:
        return COLOURS[seat]
    return "yellow" if points <= 11 else "purple"


def retold(
    choices: Iterable[int | str], order: Sequence[int], options: Options
) -> list[dict[str, Any]]:
    """All that a spectator is told of a match, given its faces, skips and keeps in their order."""
    coming = iter(choices)
    turns = int(options["turns"])
    points = [0, 0, 0]
    throws: list[list[int]] = [[], [], []]  # of each player, since their last reset
    next_is_lost = False
    story: list[dict[str, Any]] = []
    for turn in count():
        best, second, third = sorted(points, reverse=True)
        if turn >= turns:
            if best > second or turn == turns + 24:
                break
        elif best >= second + 10 and (options["early_end_ignores_ties"] or second != third):
            break
        seat = order[turn % 3]
        if next_is_lost:
            next_is_lost = False
            story.append({"event": "TurnLost", "seat": seat})
            continue
        first = next(coming)
        if first == "skip":
            story.append({"event": "Skipped", "seat": seat})
            continue
        assert isinstance(first, int)
        faces = [first]
        worth = {1: 1, 2: 6, 3: 3, 4: 2, 5: 5, 6: 3}[first]
        story.append({"event": "Thrown", "seat": seat, "face": first, "again": "no"})
        if first in (1, 5):
            second_throw = next(coming)
            if second_throw == "keep":
                story.append({"event": "Kept", "seat": seat})
            else:
                assert isinstance(second_throw, int)
                again = "five" if first == 5 else "asked"
                thrown = {"event": "Thrown", "seat": seat, "face": second_throw, "again": again}
                story.append(thrown)
                faces.append(second_throw)
                worth = 5 * second_throw if first == 5 else second_throw
        before = colour_of(seat, points[seat])
        points[seat] += worth
        throws[seat] += faces
        mine = throws[seat]
        if any(a == b == c for a, b, c in zip(mine, mine[1:], mine[2:], strict=False)):
            points[seat] = 0
            throws[seat] = []
            story.append({"event": "PointsReset", "seat": seat})
        ended = {"event": "TurnEnded", "seat": seat, "count": worth, "points": points[seat]}
        story.append(ended)
        if (now := colour_of(seat, points[seat])) != before:
            story.append({"event": "ColourChanged", "seat": seat, "colour": now})
        if any(points[other] == points[seat] for other in range(3) if other != seat):
            story.append({"event": "Equality", "seat": seat})
        next_is_lost = 6 in faces if options["skip_on"] == "face" else worth == 6
    winners = [seat for seat in range(3) if points[seat] == max(points)]
    story.append({"event": "MatchEnded", "points": points, "winner_seats": winners})
    assert next(coming, None) is None
    return story


@pytest.mark.parametrize("first_seed", range(0, 240, 40))
def test_twin_tells_the_same_story(first_seed: int) -> None:
    kinds: set[str] = set()
    for seed in range(first_seed, first_seed + 40):
        random = Random(seed)
        options: Options = {
            "turns": random.choice([12, 12, 12, random.randint(1, 60)]),
            "skip_on": random.choice(["count", "face"]),
            "early_end_ignores_ties": random.random() < 0.5,
        }
        match = Match("dice", PLAYERS, seed=seed, options=options)
        order = told(match, "OrderDrawn")[0]["order_seats"]
        for _ in range(3):  # the match, and two rematches in the order that rule 25 gives
            assert match.view(SPECTATOR).facts["order"] == order
            notices = bare_notices(finished(match, random))
            story = retold(choices_in(notices), order, options)
            assert notices == story
            points = story[-1]["points"]
            assert match.scores == tuple(points)
            assert match.winners == tuple(story[-1]["winner_seats"])
            assert len(match.record()["moves"]) <= dice.bound(options, 3)
            kinds |= {notice["event"] for notice in story}
            order = [seat for score in sorted(set(points)) for seat in order
                     if points[seat] == score]  # fmt: skip
            match = match.rematch()
    assert kinds == {
        "TurnLost", "Skipped", "Thrown", "Kept", "PointsReset", "TurnEnded", "ColourChanged",
        "Equality", "MatchEnded",
    }  # fmt: skip


def bare_notices(match: Match) -> list[dict[str, Any]]:
    """What a spectator was told from the first turn on, without numbers and sentences."""
    return [
        {field: value for field, value in notice.items() if field not in ("number", "text")}
        for notice in match.notices(SPECTATOR)
        if notice["event"] != "OrderDrawn"
    ]


def choices_in(notices: Iterable[dict[str, Any]]) -> list[int | str]:
    """The faces, skips and keeps: all that the rules do not decide."""
    words = {"Skipped": "skip", "Kept": "keep"}
    return [
        notice["face"] if notice["event"] == "Thrown" else words[notice["event"]]
        for notice in notices
        if notice["event"] in ("Thrown", "Skipped", "Kept")
    ]
