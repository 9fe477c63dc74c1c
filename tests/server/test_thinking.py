"""Bots that think in processes of their own, which are really killed, and really hang."""

from __future__ import annotations

import os
import select
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from live import ROOMY, Server, serving
from server.inside import Inside, inside
from settebello.luck import Seeded
from settebello.server import thinking
from settebello.table import protocol

SANE = thinking.PROGRAM
ODD = str(Path(__file__).with_name("odd_thinker.py"))
BOT = 1  # its seat
HASTE: dict[str, float] = {"thinkers": 1, "thinking_seconds": 0.2, "thinking_megabytes": 256}


class TwoAtScopa:
    """Ann plays Scopa against a bot; she always plays the first move that she can."""

    def __init__(self, server: Server, bot: str = "hard") -> None:
        self.server = server
        opened = server.open_table("scopa", seats=2)
        self.id, self.secret = opened["table"], opened["secret"]
        path = f"/api/tables/{self.id}/seats"
        assert server.ask("POST", path, {"bot": bot, "seat": BOT}, self.secret)[0] == 200
        server.begin(self.id, self.secret)
        self.connection = server.connect(table=self.id, secret=self.secret)
        self.seen: list[protocol.SeatInfo] = []  # the bot's seat, whenever that was told
        self.moves = 0  # of the bot
        self.legal: list[protocol.Choice] = []
        self.number = 0

    def __enter__(self) -> TwoAtScopa:
        return self

    def __exit__(self, *error: object) -> None:
        self.connection.close()

    def read(self) -> protocol.ServerMessage:
        message = self.connection.receive()
        if isinstance(message, protocol.Welcome | protocol.Seats):
            self.seen.append(message.seats[BOT])
        if isinstance(message, protocol.Welcome | protocol.Told):
            played = [n for n in message.notices if n["event"] in ("Laid", "Captured")]
            self.moves += sum(notice["seat"] == BOT for notice in played)
            self.number, self.legal = message.number, message.legal
            if not self.legal:
                self.connection.send(protocol.Ack(self.number))
        return message

    def until(self, happened: Callable[[], bool]) -> None:
        """Read on until something has happened; Ann moves when it is her turn."""
        while not happened():
            if self.legal:
                self.connection.send(
                    protocol.Move(f"m{self.number}", self.number, self.legal[0].text)
                )
                self.legal = []
            self.read()

    def bot_moves(self, times: int) -> None:
        self.until(lambda: self.moves >= times and bool(self.legal))
        assert self.moves == times

    @property
    def last(self) -> protocol.SeatInfo:
        return self.seen[-1]


@contextmanager
def program(*arguments: str) -> Iterator[None]:
    """Processes that begin meanwhile run this."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(thinking, "PROGRAM", arguments)
        yield


@contextmanager
def odd(folder: Path, what: str, **limits: float) -> Iterator[Inside]:
    """A server whose thinking processes do something odd."""
    luck = lambda: Seeded(0)  # noqa: E731 (Ann begins)
    with program(ODD, what), inside(folder, luck, limits={**ROOMY, **HASTE, **limits}) as server:
        yield server


def processes(server: Inside) -> list[int]:
    return list(server.app.lobby.thinkers.processes)


def logged(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Why bots have moved by their rule of thumb."""
    return [record.about["why"] for record in caplog.records if "rule of thumb" in record.msg]  # type: ignore[attr-defined]


def test_a_hard_bot_thinks_in_a_process_of_its_own(tmp_path: Path) -> None:
    with inside(tmp_path, limits={**ROOMY, "thinking_seconds": 60}) as server:
        with TwoAtScopa(server) as table:
            table.bot_moves(1)
            assert table.last.bot == "hard"
            assert not table.last.hurried
            assert len(processes(server)) == 1
        metrics = server.app.metrics
        assert (metrics.thoughts, metrics.hurried_moves) == (1, 0)
    assert processes(server) == []


@pytest.mark.parametrize(
    ("what", "why"),
    [
        ("raises", "failed: RuntimeError"),
        ("leaves", "failed: SystemExit"),
        ("nonsense", "nonsense"),
        ("late", "late"),
        ("dies", "dead"),
        ("eats", "dead"),
    ],
)
def test_whatever_goes_wrong_the_rule_of_thumb_moves_and_the_table_says_so(
    tmp_path: Path, what: str, why: str, caplog: pytest.LogCaptureFixture
) -> None:
    with odd(tmp_path, what) as server, TwoAtScopa(server) as table:
        table.bot_moves(2)
        assert table.last.hurried
        assert logged(caplog) == [why, why]
    assert "a secret" not in caplog.text


def test_a_process_that_hangs_is_ended_and_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(thinking, "SPARE_SECONDS", 0.1)
    with odd(tmp_path, "hangs") as server, TwoAtScopa(server) as table:
        table.bot_moves(1)
        assert logged(caplog) == ["late"]
        assert processes(server) == []
        with program(ODD, "first"):
            table.bot_moves(2)
        assert logged(caplog) == ["late"]
        assert not table.last.hurried


def test_what_a_bot_prints_goes_nowhere(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with odd(tmp_path, "prints") as server, TwoAtScopa(server) as table:
        table.bot_moves(2)
        assert logged(caplog) == []


class Gate:
    """Thinking processes wait until it is opened, each time."""

    def __init__(self, path: Path, patch: pytest.MonkeyPatch) -> None:
        self._path = path
        os.mkfifo(path)
        patch.setenv("THINKER_WAITS_FOR", str(path))

    def wait(self) -> int:
        """Wait until a process waits; what is returned has to be closed, and then it goes on."""
        return os.open(self._path, os.O_WRONLY)


@pytest.fixture
def gate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Gate:
    return Gate(tmp_path / "gate", monkeypatch)


def test_the_table_says_that_a_bot_is_thinking(tmp_path: Path, gate: Gate) -> None:
    with odd(tmp_path, "waits", thinking_seconds=60) as server, TwoAtScopa(server) as table:
        table.until(lambda: bool(table.seen) and table.last.thinking)
        before = table.moves
        os.close(gate.wait())
        table.bot_moves(before + 1)
        assert not table.last.thinking
        assert not table.last.hurried


def test_a_process_that_is_killed_while_it_thinks_costs_no_move_and_makes_none_twice(
    tmp_path: Path, gate: Gate, caplog: pytest.LogCaptureFixture
) -> None:
    with odd(tmp_path, "waits", thinking_seconds=60) as server, TwoAtScopa(server) as table:
        table.until(lambda: bool(table.seen) and table.last.thinking)
        held = gate.wait()
        before, (process,) = table.moves, processes(server)
        os.kill(process, signal.SIGKILL)
        os.close(held)
        table.bot_moves(before + 1)
        assert logged(caplog) == ["dead"]
        assert table.last.hurried
        table.until(lambda: table.last.thinking)
        assert processes(server) != [process]
        os.close(gate.wait())
        table.bot_moves(before + 2)
        hosted = server.app.lobby.in_memory(table.id)
        assert hosted is not None
        assert hosted.table.match is not None
        moves = [seat for seat, _ in hosted.table.match.history.moves]
        assert sum(seat == BOT for seat in moves) == before + 2


def test_a_process_that_is_killed_while_it_has_nothing_to_do_is_replaced(tmp_path: Path) -> None:
    with odd(tmp_path, "first") as server, TwoAtScopa(server) as table:
        table.bot_moves(1)
        (process,) = processes(server)
        os.kill(process, signal.SIGKILL)
        table.bot_moves(3)
        assert len(processes(server)) == 1
        assert processes(server) != [process]


def test_a_move_that_is_taken_back_meanwhile_makes_the_bot_think_anew(
    tmp_path: Path, gate: Gate
) -> None:
    with odd(tmp_path, "waits", thinking_seconds=60) as server, TwoAtScopa(server) as table:
        table.until(lambda: bool(table.legal))
        table.until(lambda: table.last.thinking)
        before = table.moves
        table.connection.send(protocol.Undo("back", table.number))
        while not table.legal:
            table.read()
        os.close(gate.wait())  # what it finds now is of no use any more
        table.until(lambda: table.last.thinking)
        assert table.moves == before
        os.close(gate.wait())
        table.bot_moves(before + 1)


def test_more_decisions_than_may_wait_are_made_by_the_rule_of_thumb(
    tmp_path: Path, gate: Gate, caplog: pytest.LogCaptureFixture
) -> None:
    limits: dict[str, float] = {"thinking_seconds": 60, "thinking_waiting": 1}
    with odd(tmp_path, "waits", **limits) as server:
        tables = [TwoAtScopa(server) for _ in range(3)]
        for table in tables[:2]:  # one has the process, one waits for it
            table.until(lambda table=table: bool(table.seen) and table.last.thinking)  # type: ignore[misc]
        before = tables[2].moves
        tables[2].until(lambda: tables[2].moves > before)
        assert logged(caplog)[0] == "too-many"
        for table in tables:
            table.connection.close()


def test_a_process_does_not_outlive_its_server(tmp_path: Path) -> None:
    limits: dict[str, float] = {**ROOMY, "thinking_seconds": 60}
    with serving(tmp_path, limits) as server, TwoAtScopa(server) as table:
        table.until(lambda: table.moves > 0 and bool(table.legal))
        children = [child for child in descendants(server.process.pid) if is_thinker(child)]
        assert len(children) == 1
        watched = os.pidfd_open(children[0])
        server.kill()
        assert select.select([watched], [], [], 30)[0]
        os.close(watched)


def descendants(parent: int) -> list[int]:
    children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    return [pid for child in map(int, children) for pid in (child, *descendants(child))]


def is_thinker(process: int) -> bool:
    return "settebello.server.thinker" in Path(f"/proc/{process}/cmdline").read_text()


# Levels over HTTP.


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("server")) as server:
        yield server


def test_the_list_of_games_has_the_levels_of_each(server: Server) -> None:
    status, games = server.ask("GET", "/api/games")
    assert status == 200
    levels = {game["name"]: game["levels"] for game in games}
    assert levels["scopa"]["2"] == ["easy", "medium", "hard"]
    assert levels["dice"] == {"3": ["easy", "medium"]}


def test_bots_of_every_level_can_sit_and_fill(server: Server) -> None:
    opened = server.open_table("scopa", seats=4)
    path, secret = f"/api/tables/{opened['table']}", opened["secret"]
    for level in ("easy", "hard"):
        assert server.ask("POST", f"{path}/seats", {"bot": level}, secret)[0] == 200
    status, info = server.ask("POST", f"{path}/start", {"fill": "medium"}, secret)
    assert status == 200
    assert [seat.get("bot", "") for seat in info["seats"]] == ["", "easy", "hard", "medium"]


def test_a_level_that_was_not_measured_is_refused_in_a_sentence(server: Server) -> None:
    opened = server.open_table("dice", seats=3)
    path, secret = f"/api/tables/{opened['table']}", opened["secret"]
    for where, body in (("seats", {"bot": "hard"}), ("start", {"fill": "hard"})):
        status, refused = server.ask("POST", f"{path}/{where}", body, secret)
        assert status == 400
        assert refused["text"].startswith("No bot was measured to play dice with 3 players better")
    _, info = server.ask("GET", path, secret=secret)
    assert info["free"] == 2
    status, refused = server.ask("POST", f"{path}/seats", {"bot": "brilliant"}, secret)
    assert status == 400
