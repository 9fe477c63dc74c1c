"""Views that share their texts are to the byte what each viewer sees by themselves."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from settebello import Match
from settebello.cards import Place
from settebello.games import OLDER_RULES, OUR_GAMES, scopa
from settebello.luck import Seeded
from settebello.table import protocol
from settebello.table.views import MOST_KEPT, KeptTexts, Views
from table.helpers import begun, match_of

GAMES = (*OUR_GAMES, *OLDER_RULES)
MOVES = 60


def seen_alone(match: Match, seat: int | None, players: list[str]) -> bytes:
    """The twin: a view that shares nothing with others."""
    view = match.view(seat).to_dict()
    view["players"] = players
    return msgspec.json.encode(view)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.NAME}-{game.VERSION}")
@pytest.mark.parametrize("seed", range(3))
def test_a_shared_view_is_the_view_of_its_viewer(game: Any, seed: int) -> None:
    chance = random.Random(seed)
    for seats in game.SEATS:
        match = Match(game, seats, luck=Seeded(seed))
        viewers = [*range(seats), None]
        for _ in range(MOVES):
            shared = Views(match)
            chance.shuffle(viewers)  # the order in which they ask makes no difference
            for viewer in viewers:
                names = [f"Ann {n} “è”" for n in range(seats)] if chance.random() < 0.5 else []
                players = names or list(match.players)
                assert bytes(shared.view(viewer, players)) == seen_alone(match, viewer, players)
            if match.over:
                break
            seat = chance.choice(match.to_act)
            match.play(seat, chance.choice(match.legal(seat)))
            assert not shared.are_of(match)


def test_after_an_undo_the_views_are_made_anew() -> None:
    match = Match("rummy", 2, luck=Seeded(1))
    before = Views(match)
    assert before.are_of(match)
    seat = match.to_act[0]
    match.play(seat, "draw pile")
    later = Views(match)
    match.undo(seat)
    assert not later.are_of(match)
    assert not before.are_of(Match("rummy", 2, luck=Seeded(1)))
    again = Views(match)
    assert bytes(again.view(seat, ["Ann", "Bea"])) == seen_alone(match, seat, ["Ann", "Bea"])


def test_matches_that_share_places_do_not_share_their_texts() -> None:
    """All stocks of Scopa with so many cards are one place, whose ids differ from deal to deal."""
    first, second = (Match("scopa", 2, luck=Seeded(seed)) for seed in (1, 2))
    stock = second.view(None).pieces["stock"]
    while (other := first.view(None).pieces["stock"]) == stock or len(other) != len(stock):
        first.play(first.to_act[0], first.legal(first.to_act[0])[0])
    for match in (first, second, first):
        for viewer in (0, 1, None):
            seen = bytes(Views(match).view(viewer, ["Ann", "Bea"]))
            assert seen == seen_alone(match, viewer, ["Ann", "Bea"])


def test_texts_of_places_are_kept_as_long_as_they_are_asked_for() -> None:
    texts, kept = Views(Match("scopa", 2, luck=Seeded(1)))._places, KeptTexts()
    asked, forgotten = Place("asked", ()), Place("forgotten", ())
    kept.keep(asked, texts[0])
    kept.keep(forgotten, texts[1])
    for number in range(5 * MOST_KEPT):
        kept.keep(Place("other", ()), texts[2])
        if number % (MOST_KEPT // 2) == 0:
            assert kept.of(asked) is texts[0]
    assert kept.of(forgotten) is None
    assert len(kept._lately) + len(kept._before) <= 2 * MOST_KEPT


@pytest.mark.parametrize("game", OUR_GAMES, ids=lambda game: game.NAME)
def test_what_is_sent_has_the_view_of_its_viewer_and_nothing_of_others(game: Any) -> None:
    """Two of each kind at one table, in both languages: all that they are sent is their own."""
    seats, chance = min(game.SEATS, key=lambda n: abs(n - 3)), random.Random(5)
    drive = begun(game, seats, luck=Seeded(5))
    seated = [drive.join(seat, language="en", views=True) for seat in range(seats)]
    others = [drive.join(seat, language="it", views=True) for seat in range(seats)]
    watching = [drive.join(None, language=each, views=True) for each in ("en", "it", "en")]
    everybody = [*seated, *others, *watching]
    for _ in range(40):
        match = match_of(drive)
        for _ in range(2 * seats):
            drive.ack(*seated)
        if match.over:
            break
        seat = chance.choice(match.to_act)
        for client in everybody:
            client.forget()
        drive.move(seated[seat], chance.choice(match.legal(seat)).text)
        for _ in range(2 * seats):
            drive.ack(*seated)
        for client in everybody:
            view = client.last(protocol.Told).view
            assert view is not None
            names = drive.table.state.names(client.language)
            assert msgspec.json.encode(view) == seen_alone(match, client.seat, names)


def test_views_are_kept_only_while_a_move_is_being_told() -> None:
    drive = begun(scopa, 3)
    clients = [drive.join(seat, views=True) for seat in range(3)]
    assert drive.table.views is not None  # those who are to act have not been told
    drive.ack(*clients)
    assert drive.table.views is None
    drive.join(0, views=True)
    assert drive.table.views is None
