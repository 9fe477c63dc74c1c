"""Sentences that are made once for several readers are to the letter what each would read."""

from __future__ import annotations

import random
from typing import Any

import pytest

from settebello import Match
from settebello.events import is_open
from settebello.games import OLDER_RULES, OUR_GAMES
from settebello.luck import Seeded
from settebello.table.wording import MOST_SHARED, words_of_notice
from settebello.words import at_table

GAMES = (*OUR_GAMES, *OLDER_RULES)
MOVES = 80


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.NAME}-{game.VERSION}")
def test_what_is_said_to_several_is_what_is_said_to_each(game: Any, language: str) -> None:
    chance = random.Random(7)
    for seats in game.SEATS:
        match = Match(game, seats, luck=Seeded(7))
        for _ in range(MOVES):
            if match.over:
                break
            seat = chance.choice(match.to_act)
            match.play(seat, chance.choice(match.legal(seat)))
        names, viewers = list(match.players), [*range(seats), None]
        for number, event in enumerate(match.events, start=1):
            shared = event.numbered(number, seats) if is_open(event) else None
            chance.shuffle(viewers)  # the order in which they are told makes no difference
            for viewer in viewers:
                bit = seats if viewer is None else viewer
                if event.viewers >> bit & 1:
                    notice = shared or event.numbered(number, bit)
                    alone = at_table.in_words(game, notice, viewer, names, language)
                    assert words_of_notice(game, notice, viewer, names, language) == alone


def test_it_is_made_once_for_all_viewers_whom_it_does_not_concern() -> None:
    scopa = Match("scopa", 3).game
    notice: dict[str, Any] = {"number": 2, "event": "Laid", "seat": 0, "card": "7D"}
    names, others = ["Ann", "Bea", "Cal"], ["Ann", "Bea", "Dan"]
    own, second, third, watching = (
        words_of_notice(scopa, notice, n, names, "en") for n in (0, 1, 2, None)
    )
    assert second is third is watching
    assert own["text"] != second["text"]
    assert words_of_notice(scopa, notice, 1, names, "en", share=False) is not second
    # Not for another language, other names, or another notice that is the same.
    for said in (
        words_of_notice(scopa, notice, 1, names, "it"),
        words_of_notice(scopa, notice, 1, others, "en"),
        words_of_notice(scopa, dict(notice), 1, names, "en"),
    ):
        assert said is not second


def test_only_the_words_of_the_last_notices_are_kept() -> None:
    scopa, names = Match("scopa", 2).game, ["Ann", "Bea"]
    notices = [
        {"number": number, "event": "Laid", "seat": 0, "card": "7D"}
        for number in range(2 * MOST_SHARED)
    ]
    said = [words_of_notice(scopa, notice, 1, names, "en") for notice in notices]
    assert words_of_notice(scopa, notices[-1], None, names, "en") is said[-1]
    assert words_of_notice(scopa, notices[0], None, names, "en") is not said[0]
