"""Whole matches over real connections: everybody receives everything, whatever comes in between."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any

import msgspec
import pytest
from websockets.asyncio.client import ClientConnection, connect

from live import Connection, Server, serving
from server import verdict
from server.crashes import Asked, Drill, Player, Wanted
from settebello import Match
from settebello.table import protocol
from settebello.table.entries import Entry, MoveEntry, UndoEntry


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("matches")) as server:
        yield server


# Whole matches, by clients that choose at random. The verdict on what they receive is part of it.


class Steady(Player):
    """Makes legal moves and nothing else, as many matches as are wanted."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self._language = "en"

    async def _passed(self, what: str) -> None:
        pass

    def _choose(self) -> Asked | None:
        if self._phase != "playing":
            return super()._choose()
        if self._turn is None:
            return None
        self._asked += 1
        self._moved = self._turn
        moves = [choice for choice in self._turn.legal if choice.verb != "stop"]
        return protocol.Move(f"{self.seat}.{self._asked}", self._turn.number, self._any(moves))


class Unlucky(Steady):
    """Loses the connection once at each of these moments, in this order."""

    moments = (
        "connected",
        "sent Hello",
        "received Welcome",
        "received Told",
        "sent Ack",
        "sent Move",
        "received Answer",
    )

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self._lost = 0
        self._forgotten: list[ClientConnection] = []

    async def play(self) -> None:
        try:
            await super().play()
        finally:
            for tab in self._forgotten:
                tab.transport.abort()
        assert self._lost == len(self.moments)

    async def _passed(self, what: str) -> None:
        if self._lost == len(self.moments) or what != self.moments[self._lost]:
            return
        self._lost += 1
        if what == "received Told":  # besides, there is a tab that is left open and nobody looks at
            address = self._drill.address(self.table)
            tab = await connect(address, compression=None)
            await tab.send(protocol.encode(protocol.Hello(self.table, self._secret)))
            self._forgotten.append(tab)
        if self._lost % 3 == 0:
            await self._socket.close()
        elif self._lost % 3 == 1:
            self._socket.transport.abort()
        else:  # half of it: we still receive, but nobody receives us
            self._socket.transport.get_extra_info("socket").shutdown(socket.SHUT_WR)


class SteadyDrill(Drill):
    player = Steady


class UnluckyDrill(Drill):
    player = Unlucky


def told(client: verdict.Witness) -> list[protocol.Notice]:
    """All notices that a client has received, each once."""
    notices = {
        notice["number"]: notice
        for message in verdict.received(client)
        if isinstance(message, protocol.Welcome | protocol.Told)
        for notice in message.notices
    }
    return list(notices.values())


def seated(case: verdict.Case) -> list[tuple[int, verdict.Witness]]:
    return [(client.seat, client) for client in case.clients if client.seat is not None]


@pytest.mark.parametrize(
    "wanted",
    [
        Wanted("scopa", 3, {"target": 1}, persons=2, bot="bot", matches=1),
        Wanted("sixty_six", 4, {}, persons=3, bot="random", matches=1),
        Wanted("rummy", 2, {"target": 1}, persons=2, bot="", matches=1),
    ],
    ids=lambda wanted: wanted.game,
)
def test_everybody_receives_all_whenever_the_connection_is_lost(
    server: Server, wanted: Wanted
) -> None:
    case = asyncio.run(UnluckyDrill(server, seed=1).play_table(wanted))
    (record,) = case.records.values()
    for seat, client in seated(case):
        assert told(client) == Match.replay(record).notices(seat)


def test_a_rematch_goes_on_with_the_numbers_and_has_a_record_of_its_own(server: Server) -> None:
    wanted = Wanted("dice", 3, {}, persons=2, bot="bot", matches=3)
    case = asyncio.run(SteadyDrill(server, seed=2).play_table(wanted))
    matches = [Match.replay(record) for record in case.records.values()]
    assert [match.over for match in matches] == [True] * 3
    for seat, client in seated(case):
        notices = [notice for match in matches for notice in match.notices(seat)]
        numbered = [{**notice, "number": n} for n, notice in enumerate(notices, start=1)]
        assert told(client) == numbered
    hello = next(iter(verdict.sent(case.clients[0])))
    assert isinstance(hello, protocol.Hello)
    status, past = server.ask("GET", f"/api/tables/{case.table}/matches", None, hello.secret)
    assert status == 200
    assert [line["match"] for line in past] == [*case.logs][::-1]
    assert [line["scores"] for line in past] == [list(match.scores) for match in matches][::-1]
    assert [line["winners"] for line in past] == [list(match.winners) for match in matches][::-1]


# One thing at a time.


def begun(server: Server, game: str, *names: str, **wanted: Any) -> list[protocol.Hello]:
    """A table at play: how each of these comes to it."""
    opened = server.open_table(game, names[0], seats=len(names), **wanted)
    table, invite = opened["table"], opened["invite"]
    secrets = [opened["secret"], *(server.sit(table, invite, n)["secret"] for n in names[1:])]
    server.begin(table, opened["secret"])
    return [protocol.Hello(table, secret) for secret in secrets]


@contextmanager
def connected(server: Server, hellos: Iterable[protocol.Hello]) -> Iterator[list[Connection]]:
    with ExitStack() as stack:
        yield [stack.enter_context(Connection(server, hello)) for hello in hellos]


def receive_first_turn(players: Sequence[Connection]) -> tuple[int, protocol.Told]:
    """The seat that is to act, and what it is told when all others have seen what there is."""
    welcomes = [player.receive_a(protocol.Welcome) for player in players]
    (seat,) = welcomes[0].to_act
    for player, welcome in zip(players, welcomes, strict=True):
        if player is not players[seat]:
            player.send(protocol.Ack(welcome.number))
    turn = players[seat].receive_a(protocol.Told)
    assert isinstance(turn, protocol.Told)
    return seat, turn


def ask(player: Connection, message: Asked) -> str:
    """What becomes of it: `done`, or the code of the refusal."""
    player.send(message)
    return receive_reply(player, message.id)


def receive_reply(player: Connection, id: str) -> str:
    while True:
        message = player.receive()
        if isinstance(message, protocol.Answer) and message.id == id:
            return "done"
        if isinstance(message, protocol.Refused) and message.id == id:
            return message.code


def events(message: protocol.Welcome | protocol.Told) -> list[str]:
    return [notice["event"] for notice in message.notices]


def entries_of(server: Server, hello: protocol.Hello) -> list[Entry]:
    (entries,) = verdict.stored(verdict.in_file(server.folder / "tables.db"), hello.table).values()
    return entries


def test_a_move_that_is_taken_back_is_told_and_leaves_no_trace_in_the_match(
    server: Server,
) -> None:
    hellos = begun(server, "dice", "Ann", "Bea", "Cal")
    with connected(server, hellos) as players:
        seat, turn = receive_first_turn(players)
        mover, *others = players[seat:] + players[:seat]
        assert ask(mover, protocol.Move("skip", turn.number, "skip")) == "done"
        skipped = mover.receive_a(protocol.Told)
        assert (events(skipped), skipped.can_undo) == (["Skipped"], True)
        for other in others:
            assert ask(other, protocol.Undo("not mine", turn.number)) in (
                "stale",
                "nothing-to-undo",
            )
        assert ask(mover, protocol.Undo("undo", skipped.number)) == "done"
        for other in others:
            received: list[str] = []
            while received != ["Skipped", "TakenBack"]:
                news = other.receive_a(protocol.Told)
                received += [event for event in events(news) if event not in received]
            other.send(protocol.Ack(news.number))
        again = mover.receive_a(protocol.Told)
        assert (again.number, again.legal) == (skipped.number + 1, turn.legal)
        assert ask(mover, protocol.Undo("undo", skipped.number)) == "done"  # as it was, once
        assert ask(mover, protocol.Undo("more", again.number)) == "nothing-to-undo"
    assert [type(entry) for entry in entries_of(server, hellos[0])[-2:]] == [MoveEntry, UndoEntry]


def test_nobody_moves_while_the_match_is_paused(server: Server) -> None:
    hellos = begun(server, "scopa", "Ann", "Bea")
    with connected(server, hellos) as players:
        seat, turn = receive_first_turn(players)
        mover, other = players[seat], players[1 - seat]
        move = protocol.Move("move", turn.number, turn.legal[0].text)
        assert ask(other, protocol.Pause("pause")) == "done"
        assert mover.receive_a(protocol.Seats).phase == "paused"
        assert ask(mover, msgspec.structs.replace(move, id="too early")) == "paused"
        assert ask(mover, protocol.Pause("pause")) == "paused"
        assert ask(mover, protocol.Resume("resume")) == "done"
        assert other.receive_a(protocol.Seats).phase == "playing"
        assert ask(other, protocol.Resume("resume")) == "not-paused"
        assert ask(mover, move) == "done"


def test_what_is_sent_twice_at_once_is_answered_twice_and_happens_once(server: Server) -> None:
    hellos = begun(server, "scopa", "Ann", "Bea")
    with connected(server, hellos) as players:
        seat, turn = receive_first_turn(players)
        for _ in range(2):
            players[seat].send(protocol.Move("move", turn.number, turn.legal[0].text))
        for _ in range(2):
            assert receive_reply(players[seat], "move") == "done"
    moves = [entry for entry in entries_of(server, hellos[0]) if isinstance(entry, MoveEntry)]
    assert [(entry.seat, entry.move) for entry in moves] == [(seat, turn.legal[0].text)]


def test_two_tabs_of_a_player_are_one_player(server: Server) -> None:
    hellos = begun(server, "sixty_six", "Ann", "Bea")
    with connected(server, hellos) as players:
        seat, turn = receive_first_turn(players)
        tab, other = players[seat], players[1 - seat]
        with Connection(server, hellos[seat]) as second:
            assert second.receive_a(protocol.Welcome).legal == turn.legal
            assert ask(second, protocol.Move("move", turn.number, "deck")) == "done"
            other.send(protocol.Ack(other.receive_a(protocol.Told).number))
            for each in (tab, second):
                assert events(each.receive_a(protocol.Told)) == ["DeckCardTaken"]
            with Connection(server, hellos[seat]) as third:  # the move has acknowledged the rest
                assert events(third.receive_a(protocol.Welcome)) == ["DeckCardTaken"]
            assert ask(second, protocol.Pause("pause")) == "done"
        assert ask(tab, protocol.Resume("resume")) == "done"
        assert other.receive_a(protocol.Seats).seats[seat].present
        assert other.receive_a(protocol.Seats).seats[seat].present
        tab.close()
        assert not other.receive_a(protocol.Seats).seats[seat].present


def test_a_record_is_kept_back_until_the_match_is_over(server: Server) -> None:
    hello = begun(server, "scopa", "Ann", "Bea")[0]
    _, table = server.ask("GET", f"/api/tables/{hello.table}", None, hello.secret)
    path = f"/api/matches/{table['match']}/record"
    status, refused = server.ask("GET", path, None, hello.secret)
    assert (status, refused["code"]) == (409, "not-over")
    assert server.ask("GET", f"/api/tables/{hello.table}/matches", None, hello.secret) == (200, [])


def test_what_happens_when_somebody_does_not_act(server: Server) -> None:
    """Three tables at once, since each takes the five seconds that a table waits at least."""
    empty = begun(server, "scopa", "Ann", "Bea", grace=5)
    waiting = begun(server, "scopa", "Ann", "Bea", grace=5, absence="wait")
    timed = begun(server, "scopa", "Ann", "Bea", clock=5)
    alone, patient = Connection(server, empty[0]), Connection(server, waiting[0])
    with alone, patient, connected(server, timed) as players:
        first = alone.receive_a(protocol.Welcome)
        alone.send(protocol.Ack(first.number))
        patient.send(protocol.Ack(patient.receive_a(protocol.Welcome).number))

        # A clock: a bot makes this one move, and nobody is replaced.
        seat, turn = receive_first_turn(players)
        assert turn.clock is not None
        assert 4 < turn.clock <= 5
        assert players[seat].receive_a(protocol.Told).number > turn.number
        last = entries_of(server, timed[0])[-1]
        assert isinstance(last, MoveEntry)
        assert (last.seat, last.id) == (seat, "")

        # Bea never came: a bot plays for them, until they come.
        seats = alone.receive_a(protocol.Seats)
        assert [each.stand_in for each in seats.seats] == [False, True]
        news = alone.receive_a(protocol.Told)
        while not news.legal:
            alone.send(protocol.Ack(news.number))
            news = alone.receive_a(protocol.Told)
        with Connection(server, empty[1]) as bea:
            back = bea.receive_a(protocol.Welcome)
            assert [notice["number"] for notice in back.notices] == [*range(1, back.number + 1)]
            assert not back.seats[1].stand_in

        # At a table that waits, nothing has happened.
        patient.send(protocol.Resume("still here"))
        assert isinstance(patient.receive(), protocol.Refused)
