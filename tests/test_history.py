"""What a match keeps of what happened, and what it says when it has forgotten some of it."""

import random
from collections.abc import Sequence
from typing import Any

import pytest

from helpers import play_random, snapshot, viewers
from settebello import Match, games
from settebello.games import scopa
from settebello.luck import Seeded

GAMES = list(games())


def whole_notices(match: Match) -> list[list[dict[str, object]]]:
    return [match.notices(viewer) for viewer in viewers(match)]


@pytest.mark.parametrize("game", GAMES)
def test_notices_since_a_number_are_the_last_ones(game: str) -> None:
    match = Match(game, games()[game].SEATS[0], seed=5)
    for _ in range(30):
        play_random(match, 7, 1)
        for viewer in viewers(match):
            told = match.notices(viewer)
            assert [notice["number"] for notice in told] == list(range(1, len(told) + 1))
            for since in (-1, 0, len(told) - 2, len(told) - 1, len(told), len(told) + 5):
                assert match.notices(viewer, since=since) == told[max(since, 0) :]


@pytest.mark.parametrize("game", GAMES)
def test_match_that_forgets_plays_on_with_the_same_numbers(game: str) -> None:
    seats = games()[game].SEATS[0]
    whole, short = Match(game, seats, seed=5), Match(game, seats, seed=5)
    for number in range(40):
        play_random(whole, number, 1)
        play_random(short, number, 1)
        short.forget_before(short.history.event_count - 20)
        assert short.history.event_count == len(whole.events)
        for viewer in viewers(whole):
            told = whole.notices(viewer)
            assert short.notices(viewer, since=len(told) - 1) == told[-1:]
    assert short.record() == whole.record()
    assert short.moves == whole.moves
    assert [short.can_undo(seat) for seat in range(seats)] == [
        whole.can_undo(seat) for seat in range(seats)
    ]


def test_match_says_which_notices_and_events_it_has_forgotten() -> None:
    match = play_random(Match("scopa", 2, seed=1), 1, 10)
    told = match.notices(0)
    match.forget_before(4)
    assert match.notices(0, since=4) == told[4:]
    with pytest.raises(ValueError, match="has forgotten the first 4 notices to this viewer"):
        match.notices(0, since=3)
    with pytest.raises(ValueError, match="has forgotten the first 4 notices"):
        match.notices(0)
    with pytest.raises(ValueError, match="has forgotten its first 4 events"):
        _ = match.events
    match.forget_before(2)  # which it has forgotten
    assert match.notices(0, since=4) == told[4:]


def test_what_can_be_undone_is_not_forgotten() -> None:
    match = Match("rummy", 2, seed=3)
    while not match.can_undo(match.to_act[0]):
        play_random(match, match.history.move_count, 1)
    seat, after = match.to_act[0], snapshot(match)
    move = match.last_move
    match.forget_before(match.history.event_count)
    match.undo(seat)
    match.play(seat, move)
    assert match.record() == after[0]
    assert match.notices(seat, since=len(after[2][seat]) - 1) == after[2][seat][-1:]


def test_moment_that_is_forgotten_is_not_gone_back_to() -> None:
    match = Match("scopa", 2, seed=1)
    moment = match.moment()
    play_random(match, 1, 10)
    match.forget_before(match.history.event_count)
    with pytest.raises(ValueError, match="has forgotten that moment"):
        match.branch(moment, Seeded(1))


@pytest.mark.parametrize("game", GAMES)
def test_match_goes_on_from_a_position(game: str) -> None:
    whole = play_random(Match(game, games()[game].SEATS[0], seed=5), 7, 25)
    told = whole_notices(whole)
    going_on = Match(
        game, whole.players, luck=Seeded(9), options=whole.options, at=whole.position()
    )
    as_whole = Match.replay(whole.record(), luck=Seeded(9))
    for number in range(25):
        play_random(as_whole, number, 1)
        play_random(going_on, number, 1)
        for viewer, before in zip(viewers(whole), told, strict=True):
            since = len(before)
            new = going_on.notices(viewer, since=since)
            assert new == as_whole.notices(viewer, since=since)
            assert going_on.view(viewer).to_dict() == as_whole.view(viewer).to_dict()
        for seat in range(len(whole.players)):
            assert going_on.moves_since(seat) == as_whole.moves_since(seat)
            assert going_on.can_undo(seat) == as_whole.can_undo(seat)
    assert going_on.drawn == as_whole.drawn
    assert going_on.luck_since(whole.drawn) == as_whole.luck_since(whole.drawn)
    assert going_on.history.move_count == len(as_whole.moves)
    assert whole_notices(whole) == told  # the other one is as it was


def test_match_that_goes_on_from_a_position_has_no_record() -> None:
    whole = play_random(Match("scopa", 2, seed=5), 7, 25)
    match = Match("scopa", whole.players, options=whole.options, at=whole.position())
    with pytest.raises(ValueError, match="has forgotten its first 25 moves: its record"):
        match.record()
    with pytest.raises(ValueError, match="has forgotten its first 25 moves"):
        _ = match.moves
    with pytest.raises(ValueError, match="has forgotten its first 25 moves"):
        match.luck_since(0)
    with pytest.raises(ValueError, match="has forgotten the first"):
        match.notices(0)


def test_last_move_of_a_seat_is_known_after_moves_are_taken_back() -> None:
    whole = play_random(Match("rummy", 2, seed=3), 1, 12)
    at = whole.position()
    match = Match("rummy", whole.players, options=whole.options, luck=Seeded(4), at=at)
    moments = [(match.moment(), [match.moves_since(seat) for seat in (0, 1)])]
    for number in range(20):
        play_random(match, number, 1)
        moments.append((match.moment(), [match.moves_since(seat) for seat in (0, 1)]))
    for moment, since in reversed(moments):
        back = match.branch(moment, Seeded(1))
        assert [back.moves_since(seat) for seat in (0, 1)] == since
        assert back.history.move_count == moment.moves


# Moves are told when somebody asks.


def all_that_is_told(match: Match) -> list[Any]:
    """What anybody could ask of a match at this moment."""
    seats = range(len(match.players))
    return [
        [event.notice(viewer) for event in match.events for viewer in range(len(seats) + 1)],
        [match.seat_record(seat) for seat in seats],
        [match.can_undo(seat) for seat in seats],
        *snapshot(match),
    ]


@pytest.mark.parametrize("game", GAMES)
def test_moves_that_are_told_later_are_told_as_at_once(game: str) -> None:
    seats = games()[game].SEATS[0]
    at_once, later, now_and_then = [Match(game, seats, seed=3) for _ in range(3)]
    for number in range(60):
        for match in (at_once, later, now_and_then):
            play_random(match, number, 1)
        expected = all_that_is_told(at_once)
        if number % 7 > 4:
            assert all_that_is_told(now_and_then) == expected
    assert all_that_is_told(later) == expected
    assert all_that_is_told(now_and_then) == expected


@pytest.mark.parametrize("game", GAMES)
def test_old_moves_and_events_can_be_read_when_the_match_has_gone_on(game: str) -> None:
    seats = games()[game].SEATS[0]
    at_once, later = Match(game, seats, seed=4), Match(game, seats, seed=4)
    chance, expected, kept = random.Random(4), [], []
    for _ in range(30):
        if at_once.over:
            break
        seat = at_once.to_act[0]
        legal, offered = at_once.legal(seat), later.legal(seat)
        chosen = chance.randrange(len(legal))
        pieces = [(str(move), move.pieces, move.slots) for move in legal]
        expected.append((pieces, repr(list(at_once.play(seat, legal[chosen])))))
        kept.append((offered, later.play(seat, offered[chosen])))
    for (pieces, told), (offered, events) in reversed(list(zip(expected, kept, strict=True))):
        assert [(str(move), move.pieces, move.slots) for move in offered] == pieces
        assert repr(events) == told == repr(events[:])
        assert len(events) == len(list(events))
    assert all_that_is_told(later) == all_that_is_told(at_once)


def test_rules_tell_only_if_somebody_listens(monkeypatch: pytest.MonkeyPatch) -> None:
    listened: list[bool] = []
    apply = scopa.apply

    def overheard(state: Any, seat: Any, play: Any, tell: Any) -> None:
        listened.append(tell is not None)
        apply(state, seat, play, tell)

    monkeypatch.setattr(scopa, "apply", overheard)
    match = play_random(Match("scopa", 2, seed=1), 1, 5)
    assert listened == [False] * 5
    match.view(0)  # all moves so far are told
    assert listened == [False] * 5 + [True] * 5
    events = match.play(match.to_act[0], match.legal(match.to_act[0])[0])
    assert listened.pop()  # since somebody has looked at the last one
    assert events[0].kind in ("Laid", "Captured")
    play_random(match, 1, 2)
    assert listened[-2:] == [True, False]  # nobody has read the first one of these


def test_events_of_a_move_are_equal_to_their_list() -> None:
    match = Match("dice", 3, seed=1)
    events = match.play(match.to_act[0], "skip")
    assert isinstance(events, Sequence)
    assert events == list(events) == match.events[-len(events) :]
    assert events != []
