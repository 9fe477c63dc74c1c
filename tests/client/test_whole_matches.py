"""The client: whole matches at the real server."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from itertools import count, pairwise
from pathlib import Path
from typing import Any, TypeVar

import pytest

from client.helpers import first
from client.scripted import PATIENCE
from live import Server
from settebello import Match
from settebello.bots import Bot, Turn, find_bot
from settebello.client import (
    ClientError,
    Lost,
    MatchResult,
    Seat,
    Standing,
    join,
    open_table,
    play,
    take_seat,
    watch,
)
from settebello.game import Move
from settebello.games import OUR_GAMES
from settebello.registry import find_game
from settebello.table import protocol

T = TypeVar("T")


def run(action: Callable[[], T]) -> Callable[[], T]:
    """Do it in a thread; call what is returned for the result."""
    results: list[T] = []
    thread = threading.Thread(target=lambda: results.append(action()), daemon=True)
    thread.start()

    def result() -> T:
        thread.join(4 * PATIENCE)
        assert results, "it failed, or it takes for ever"
        return results[0]

    return result


def two_programs(
    server: Server, game: str, ann: Bot, bea: Bot, **how: Any
) -> tuple[MatchResult, MatchResult, Seat]:
    """Ann, Bea and bots of the server play a match; what Ann and Bea say of it."""
    seats = find_game(game).SEATS
    seat = open_table(server.url, game, "Ann", seats=3 if 3 in seats else seats[0])
    other = take_seat(seat.link, "Bea")
    assert seat.start(fill="random").phase == "playing"
    of_bea = run(lambda: play(other, bea, file=how.get("bea_file")))
    of_ann = play(seat, ann, told=how.get("told"), language="en")
    return of_ann, of_bea(), seat


@pytest.mark.parametrize("game", OUR_GAMES, ids=lambda game: str(game.NAME))
def test_programs_and_bots_play_a_match(game: Any, server: Server) -> None:
    lines: list[protocol.Notice] = []
    bot = find_bot("bot", game)
    ann, bea, seat = two_programs(server, game.NAME, bot, bot, told=lines.extend)
    assert ann.players == bea.players
    assert ann.players[:3] == ("Ann", "Bea", "Knight of Cups")
    assert (ann.scores, ann.winners) == (bea.scores, bea.winners)
    assert ann.winners
    match = Match.replay(seat.record())
    assert (match.scores, match.winners) == (ann.scores, ann.winners)
    assert lines == json.loads(json.dumps(match.notices(0)))  # all of it, once, in order


def test_a_match_goes_on_though_the_server_dies_again_and_again(own_server: Server) -> None:
    """It dies while a move is chosen and while notices are shown, and is there again at once."""
    server = own_server
    lines: list[protocol.Notice] = []
    turns, tellings = count(), count()

    def restart(stop: Callable[[], object]) -> None:
        stop()
        server.start()

    def choose(turn: Turn) -> Move:
        if next(turns) in (0, 3, 7):
            restart(server.kill)
        return turn.legal[0]

    def show(new: list[protocol.Notice]) -> None:
        lines.extend(new)
        if next(tellings) in (2, 6):
            restart(server.stop)

    ann, bea, seat = two_programs(server, "scopa", choose, first, told=show)
    assert next(turns) > 7
    assert (ann.scores, ann.winners) == (bea.scores, bea.winners)
    match = Match.replay(seat.record())
    assert match.scores == ann.scores
    assert lines == json.loads(json.dumps(match.notices(0)))


def test_a_program_that_is_run_again_comes_back_to_its_seat(server: Server, tmp_path: Path) -> None:
    file = tmp_path / "bea.json"
    seat = open_table(server.url, "scopa", "Ann", seats=2)
    turns: list[Turn] = []

    def stop(turn: Turn) -> Move:
        turns.append(turn)
        if len(turns) in (3, 6):
            raise KeyboardInterrupt
        return turn.legal[0]

    def sit_and_play() -> MatchResult:
        for _ in range(2):
            with pytest.raises(KeyboardInterrupt):
                join(seat.link, "Bea", stop, file=file)
        return join(seat.link, "Bea", stop, file=file)

    bea = run(sit_and_play)
    while not seat.info().seats[1].name:
        pass
    seat.start()
    result = play(seat, first)
    assert bea()[2:] == result[2:]
    assert len(turns) > 6
    for before, after in pairwise(turns):  # what it was told it has, run after run
        assert after.notices[: len(before.notices)] == before.notices


def test_a_rematch_on_the_server(server: Server) -> None:
    seat = open_table(server.url, "dice", "Ann")
    seat.start(fill="bot")
    agains = iter([True, False])
    starts: list[list[str]] = []

    def choose(turn: Turn) -> Move:
        starts.append([notice["event"] for notice in turn.notices])
        return turn.legal[0]

    first_match = seat.info().match
    result = play(seat, choose, again=lambda result: next(agains))
    assert result.match == seat.info().match != first_match
    assert [match["match"] for match in server.ask(
        "GET", f"/api/tables/{seat.table}/matches", secret=seat.secret
    )[1]] == [result.match, first_match]  # fmt: skip
    assert all(events.count("OrderDrawn") < 2 for events in starts)


def test_spectators_see_what_all_may_see(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    take, came = Standing.take, threading.Event()

    def noting(standing: Standing, message: protocol.ServerMessage | Lost) -> list[protocol.Notice]:
        came.set()
        return take(standing, message)

    monkeypatch.setattr(Standing, "take", noting)
    seat = open_table(server.url, "scopa", "Ann", seats=2, listed=True)
    lines: list[protocol.Notice] = []
    watched = run(lambda: watch(f"{server.url}/#{seat.table}", lines.extend))
    assert came.wait(PATIENCE)
    seat.start(fill="bot")
    result = play(seat, first)
    assert watched()[2:] == result[2:]
    assert watched().seat is None
    assert lines == json.loads(json.dumps(Match.replay(seat.record()).notices(None)))


WRONG: dict[str, tuple[Callable[[Seat], object], str, str]] = {
    "a name that is taken": (lambda seat: take_seat(seat.link, "Ann"), "name-taken", "is taken"),
    "no such game": (lambda seat: open_table(seat.server, "whist", "Ann"), "bad-request", "games"),
    "a wrong option": (
        lambda seat: open_table(seat.server, "dice", "Ann", options={"turns": 0}),
        "bad-request",
        "1 to 1,000",
    ),
    "not the invite": (
        lambda seat: take_seat(f"{seat.link}x", "Bea"),
        "not-found",
        "no such table",
    ),
    "too early": (lambda seat: seat.start(), "seats-free", "2 of the seats are free"),
    "no record yet": (lambda seat: seat.record(), "not-over", "not over yet"),
}


@pytest.mark.parametrize("case", WRONG)
def test_the_server_says_what_is_wrong(case: str, server: Server) -> None:
    action, code, sentence = WRONG[case]
    seat = open_table(server.url, "dice", "Ann")
    with pytest.raises(ClientError, match=sentence) as error:
        action(seat)
    assert error.value.code == code


def test_refusals_come_in_the_language_of_the_reader(server: Server) -> None:
    seat = open_table(server.url, "dice", "Ann")
    with pytest.raises(ClientError, match=r"^Posti liberi: 2"):
        seat.start(language="it")


def test_a_seat_can_be_given_back(server: Server) -> None:
    seat = open_table(server.url, "dice", "Ann")
    other = take_seat(seat.link, "Bea", seat=2)
    assert [each.name for each in seat.info().seats] == ["Ann", "", "Bea"]
    assert [each.name for each in other.stand_up().seats] == ["Ann", "", ""]
    with pytest.raises(ClientError, match="no such table"):
        play(other, first)
