"""Secrecy on the wire: what a viewer may not know changes no byte of what they receive."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

from server.inside import Inside, inside
from server.worlds import Given, all_bytes, twins
from settebello import games
from settebello.game import deck_of
from settebello.rejection import Rejection
from settebello.server import matches_api, questions
from settebello.table import messages, protocol, timing
from settebello.table.seats import Listener
from settebello.table.table import Table

Leak = Callable[[pytest.MonkeyPatch], None]
# The game, the number of seats, the seed, and the number of moves.
MATCHES = [
    *[("scopa", 3, seed, 12 + seed) for seed in (1, 2)],
    *[("scopa", 2, seed, 12 + seed) for seed in (1, 2)],
    *[("rummy", 3, seed, 12 + seed) for seed in (1, 2)],
    *[("sixty_six", 3, seed, 12 + seed) for seed in (1, 2)],
    ("briscola", 3, 1, 8),
    ("hearts", 4, 1, 9),  # all have passed cards on, and a trick is full
    ("liars_dice", 3, 1, 8),
    ("go_fish", 2, 1, 8),
]


@pytest.fixture(scope="module")
def given() -> Given:
    return Given()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, given: Given) -> Iterator[Inside]:
    with pytest.MonkeyPatch.context() as patch:
        # How many watch is told once a second, so it would depend on the time.
        patch.setattr(timing, "COUNT_SECONDS", float("inf"))
        with inside(tmp_path_factory.mktemp("secrecy"), given) as running:
            yield running


def told_apart(
    server: Inside, given: Given, game: str, seats: int, seed: int, moves: int
) -> tuple[set[int | None], set[int | None]]:
    """The viewers for whom another world was tried, and those who got other bytes in it."""
    worlds = twins(games()[game], seats, seed, moves)
    _, record = next(worlds)
    tried, apart = set(), set()
    for viewer, other in worlds:
        received = []
        for given.record in (record, other):
            received.append(all_bytes(server, given.record, viewer, seed))
        tried.add(viewer)
        if received[0] != received[1]:
            apart.add(viewer)
    return tried, apart


@pytest.mark.parametrize(("game", "seats", "seed", "moves"), MATCHES)
def test_no_byte_depends_on_what_a_viewer_may_not_know(
    server: Inside, given: Given, game: str, seats: int, seed: int, moves: int
) -> None:
    tried, apart = told_apart(server, given, game, seats, seed, moves)
    assert len(tried) >= seats
    assert not apart


# Leaks that are planted in the table and in the messages: each must be found.


def faces(table: Table) -> tuple[int, ...]:
    assert table.match is not None
    return deck_of(table.match.moment().state).faces


def spectators_see_as_the_first_player(patch: pytest.MonkeyPatch) -> None:
    def view(table: Table, listener: Listener) -> protocol.ViewData | None:
        return table.match.view(listener.seat or 0).to_dict() if table.match else None

    patch.setattr(messages, "view_for", view)


def everybody_gets_the_moves_of_who_is_to_act(patch: pytest.MonkeyPatch) -> None:
    def legal(table: Table, seat: int | None) -> list[protocol.Choice]:
        moves = table.match.legal(table.match.to_act[0]) if table.match else []
        return [protocol.Choice(move.text, move.verb) for move in moves]

    patch.setattr(messages, "legal_for", legal)


def a_refusal_says_what_lies_in_the_stock(patch: pytest.MonkeyPatch) -> None:
    def refuse(table: Table, listener: Listener, refusal: Rejection, id: str | None) -> None:
        text = f"{refusal.code} {faces(table)[-1]}"
        table.outbox.send(listener, protocol.Refused(refusal.code, text, id))

    patch.setattr(Table, "_refuse", refuse)


def a_message_is_longer_when_a_good_card_comes_next(patch: pytest.MonkeyPatch) -> None:
    def view(table: Table, listener: Listener) -> dict[str, Any] | None:
        return {"places": {}, "pieces": {}, "pad": " " * faces(table)[-1]}

    patch.setattr(messages, "view_for", view)


def who_comes_back_gets_the_notices_of_a_neighbour(patch: pytest.MonkeyPatch) -> None:
    honest = messages.welcome

    def welcome(table: Table, listener: Listener, now: float) -> protocol.Welcome:
        told = honest(table, listener, now)
        other = 1 if listener.seat == 0 else 0
        notices = table.match.notices(other) if table.match else []
        return msgspec.structs.replace(told, notices=notices)

    patch.setattr(messages, "welcome", welcome)


def seats_say_who_has_the_best_hand(patch: pytest.MonkeyPatch) -> None:
    honest = messages.seat_infos

    def seat_infos(table: Table, language: str | None) -> list[protocol.SeatInfo]:
        first = faces(table)[0] if table.match else 0
        told = honest(table, language)
        return [msgspec.structs.replace(seat, rematch=first % 2 == 0) for seat in told]

    patch.setattr(messages, "seat_infos", seat_infos)


def legal_moves_are_in_an_order_that_tells(patch: pytest.MonkeyPatch) -> None:
    honest = messages.legal_for

    def legal(table: Table, seat: int | None) -> list[protocol.Choice]:
        moves = honest(table, seat)
        return moves[::-1] if faces(table)[-1] % 2 else moves

    patch.setattr(messages, "legal_for", legal)


def undo_is_offered_by_a_hidden_card(patch: pytest.MonkeyPatch) -> None:
    honest = messages.told_to

    def told_to(table: Table, *about: Any) -> protocol.Told:
        told = honest(table, *about)
        return msgspec.structs.replace(told, can_undo=faces(table)[-2] % 2 == 0)

    patch.setattr(messages, "told_to", told_to)


def the_options_have_the_seed(patch: pytest.MonkeyPatch) -> None:
    honest = messages.welcome

    def welcome(table: Table, listener: Listener, now: float) -> protocol.Welcome:
        told = honest(table, listener, now)
        return msgspec.structs.replace(told, options={"seed": hash(faces(table))})

    patch.setattr(messages, "welcome", welcome)


def the_log_says_what_comes_next(patch: pytest.MonkeyPatch) -> None:
    def recent_notices(table: Table, viewer: int | None, most: int) -> list[protocol.Notice]:
        return [{"number": 1, "event": "Next", "face": faces(table)[-1]}]

    patch.setattr(matches_api, "recent_notices", recent_notices)


def an_explanation_says_what_lies_in_the_stock(patch: pytest.MonkeyPatch) -> None:
    def explanation(
        table: Table, seat: int | None, wanted: protocol.Explain, language: str
    ) -> protocol.Explanation:
        return protocol.Explanation(wanted.id, "why", f"It is {faces(table)[-1]}.")

    patch.setattr(questions, "explanation", explanation)


LEAKS = [
    an_explanation_says_what_lies_in_the_stock,
    spectators_see_as_the_first_player,
    everybody_gets_the_moves_of_who_is_to_act,
    a_refusal_says_what_lies_in_the_stock,
    a_message_is_longer_when_a_good_card_comes_next,
    who_comes_back_gets_the_notices_of_a_neighbour,
    seats_say_who_has_the_best_hand,
    legal_moves_are_in_an_order_that_tells,
    undo_is_offered_by_a_hidden_card,
    the_options_have_the_seed,
    the_log_says_what_comes_next,
]


@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.__name__)
def test_a_planted_leak_is_found(
    server: Inside, given: Given, monkeypatch: pytest.MonkeyPatch, leak: Leak
) -> None:
    leak(monkeypatch)
    assert any(told_apart(server, given, "scopa", 3, seed, moves=4)[1] for seed in range(1, 5))
