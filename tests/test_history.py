"""What a match keeps of what happened, and what it says when it has forgotten some of it."""

import pytest

from helpers import play_random, snapshot, viewers
from settebello import Match, games
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
