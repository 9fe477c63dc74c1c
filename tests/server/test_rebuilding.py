"""Long matches: they come back from the store in slices, and nobody waits for the whole of it."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from dialects.conversation import conversing
from dialects.guests import Guest, game_of
from helpers import play_random
from live import ROOMY, Server, serving
from server.border import Raw, connections, metrics, wait_until
from settebello import Match
from settebello.games import OUR_GAMES
from settebello.luck import Seeded
from settebello.rejection import Rejection, RejectionCode
from settebello.server import slices
from settebello.server.loader import SHORT
from settebello.server.lobby import Lobby
from settebello.server.metrics import Metrics
from settebello.server.rebuilding import rebuilding
from settebello.server.settings import Settings
from settebello.server.slices import Slices
from settebello.store.logs import entries_of
from settebello.store.sqlite import StoreFile
from settebello.store.sqlite_store import SqliteStore
from settebello.store.writer import Writer
from settebello.table import protocol
from settebello.table.driver import HostedTable, header_of
from settebello.table.entries import CloseEntry, Entry, OpenEntry, encode_entry
from settebello.table.records import Work, at_once, log_of, recording
from settebello.table.secrets import new_id
from settebello.table.snapshots import same_table
from settebello.table.storage import EntryRow, SnapshotRow
from settebello.table.table import Table
from table.helpers import NAMES, Client, Drive, played_by_people

each_game = pytest.mark.parametrize("game", OUR_GAMES, ids=lambda game: game.NAME)


# Slices.


def counting(steps: int, done: list[str], name: str) -> Work[int]:
    for _ in range(steps):
        done.append(name)
        yield
    return steps


def in_a_loop(action: Callable[[Slices], Any], most: int = 10) -> Any:
    async def run() -> Any:
        return await action(Slices(most))

    return asyncio.run(run())


def test_a_turn_of_the_loop_has_one_slice_however_much_there_is_to_do() -> None:
    async def look(work: Slices) -> list[int]:
        done: list[str] = []
        jobs = [work.begin(counting(1_000, done, str(n))) for n in range(3)]
        turns = []
        while not all(job.done() for job in jobs):
            before = len(done)
            await asyncio.sleep(0)
            turns.append(len(done) - before)
        assert [job.result() for job in jobs] == [1_000] * 3
        return turns

    turns = in_a_loop(look)
    assert sum(turns) == 3_000
    assert max(turns) <= slices.STEPS


def test_a_slice_of_slow_steps_is_shorter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slices, "SECONDS", 0.0)  # so every step is slow

    async def look(work: Slices) -> int:
        done: list[str] = []
        work.begin(counting(1_000, done, ""))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        return len(done)

    assert 1 <= in_a_loop(look) <= 2


def test_short_work_does_not_wait_for_long_work() -> None:
    async def look(work: Slices) -> tuple[bool, int]:
        done: list[str] = []
        long = work.begin(counting(100_000, done, "long"))
        await work.begin(counting(slices.STEPS, done, "short"))
        return long.done(), done.count("long")

    finished, steps = in_a_loop(look)
    assert not finished
    assert steps <= 3 * slices.STEPS


def test_too_much_at_once_is_refused_and_what_fails_says_so() -> None:
    def failing() -> Work[None]:
        yield
        raise ValueError("broken")

    async def look(work: Slices) -> None:
        job = work.begin(failing())
        with pytest.raises(Rejection, match="too-many"):
            work.begin(counting(1, [], ""))
        with pytest.raises(ValueError, match="broken"):
            await job
        assert await work.begin(counting(1, [], "")) == 1

    in_a_loop(look, most=1)


def test_work_goes_on_when_those_who_waited_are_gone() -> None:
    async def look(work: Slices) -> int:
        job = work.begin(counting(1_000, [], ""))
        waiting = asyncio.ensure_future(asyncio.shield(job))
        await asyncio.sleep(0)
        waiting.cancel()
        return await job

    assert in_a_loop(look) == 1_000


# A record from the log.


@each_game
@pytest.mark.parametrize("seed", range(4))
def test_the_record_from_the_log_is_that_of_the_match(game: Any, seed: int, tmp_path: Path) -> None:
    """Also with seats that change, names that change, moves taken back, and a rematch."""
    random = Random(f"{game.NAME} {seed}")
    seats = random.choice(game.SEATS)
    numbers = iter(range(1000))
    opened = OpenEntry(
        "t", game.NAME, game.VERSION, seats, {"target": 3} if game.NAME == "scopa" else {}
    )
    luck = Seeded(seed)
    drive = Drive(Table(opened, lambda: f"m{next(numbers)}", lambda: luck))
    table = drive.table
    table.sit("Somebody")
    drive.pump()
    table.switch(0, seats - 1, 0.0)
    drive.pump()
    table.stand(seats - 1)
    drive.pump()
    for name in NAMES[:seats]:
        table.sit(name)
        drive.pump()
    table.start(drive.now)
    drive.pump()
    clients = [drive.join(seat) for seat in range(seats)]
    undone = 0
    for _ in range(2):
        undone += play(drive, clients, random, 250)
        if table.state.over:
            for client in clients:
                drive.ack(client)
                drive.send(client, protocol.Rematch(drive.id()))
    matches = list(dict.fromkeys(row.match for row in drive.log))
    with closing(StoreFile.open(f"sqlite:///{tmp_path / 'tables.db'}")) as store:
        store.append(
            [EntryRow(row.match, row.number, encode_entry(row.entry)) for row in drive.log]
        )
        for match in matches:
            rebuilt = at_once(rebuilding(match, store.entries(match), None)).match
            assert rebuilt is not None
            assert at_once(recording(entries_of(store, match))) == rebuilt.record()
    if game.NAME == "rummy":
        assert undone
    if game.NAME in ("dice", "sixty_six"):
        assert len(matches) > 1


def play(drive: Drive, clients: list[Client], random: Random, moves: int) -> int:
    """Make random moves, take some back, change some names; returns how many were taken back."""
    table, undone = drive.table, 0
    for number in range(moves):
        drive.ack(*clients, *clients)  # what comes after a pause, too
        if table.state.over:
            break
        assert table.match is not None
        client = clients[random.choice(table.match.to_act)]
        assert drive.move(client, str(random.choice(table.match.legal(client.seat or 0)))) == "done"
        assert client.seat is not None
        if random.random() < 0.3 and table.match.can_undo(client.seat):
            drive.ack(*clients)
            drive.send(client, protocol.Undo(drive.id(), table.delivery.boxes[client.seat].sent))
            undone += 1
        if random.random() < 0.02 and not table.state.over:
            table.rename(client.seat, f"{NAMES[client.seat]} {number}")
            drive.pump()
        for other in clients:
            other.forget()
    return undone


# A server with long matches.


def long_match() -> dict[str, Any]:
    match = Match("scopa", ["Ann", "Bea"], seed=3, options={"target": 100})
    return play_random(match, 3).record()


@pytest.fixture(scope="module")
def entries() -> list[Entry]:
    """The log of a match that is nearly over, and has many slices."""
    found = log_of(long_match(), listed=True)[:-1]
    assert len(found) > 12 * slices.STEPS
    return found


@contextmanager
def paused(server: Server) -> Iterator[None]:
    """What is sent meanwhile is there all at once, in its order, when the server goes on."""
    os.kill(server.process.pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(server.process.pid, signal.SIGCONT)


def put_in(folder: Path, entries: list[Entry], *tables: str) -> None:
    """Put tables with this match into the store of a server that is not running."""
    with closing(StoreFile.open(f"sqlite:///{folder / 'tables.db'}")) as store:
        for name in tables:
            opened = entries[0]
            assert isinstance(opened, OpenEntry)
            again = OpenEntry(name, opened.game, opened.rules, opened.seats, opened.options, True)
            all_of_it = [again, *entries[1:]]
            match = f"match-{name}"
            rows = [EntryRow(match, n, encode_entry(e)) for n, e in enumerate(all_of_it, start=1)]
            table = Table.restored(match, all_of_it, None, new_id)
            store.append(rows, [header_of(table)])


def put_played(folder: Path, record: dict[str, Any], name: str) -> SnapshotRow:
    """Put a table into the store as if it had been played by people; returns its last snapshot."""
    table, rows, snapshots = played_by_people(record, name)
    with store_in(folder) as store:
        store.append(rows, [header_of(table)])
    return snapshots[-1]


def store_in(folder: Path) -> closing[StoreFile]:
    return closing(StoreFile.open(f"sqlite:///{folder / 'tables.db'}"))


def snapshot_in(folder: Path) -> SnapshotRow | None:
    with closing(StoreFile(folder / "tables.db", read_only=True)) as store:
        return store.snapshot("long")


class Request:
    """A request whose answer is read later."""

    def __init__(self, server: Server, *paths: str) -> None:
        self._raw = Raw(server)
        *first, last = paths
        for path in first:
            self._raw.send_bytes(f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        self._raw.send_bytes(
            f"GET {last} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode()
        )

    def answer(self) -> tuple[int, str]:
        """The status, and the body of the last one."""
        head, _, body = self._raw.rest().rpartition(b"\r\n\r\n")
        self._raw.socket.close()
        return int(head.split()[1]), body.decode()


def figure(page: str, name: str) -> float:
    return float(next(line.split()[1] for line in page.splitlines() if line.startswith(name + " ")))


REBUILT, REBUILDS = "settebello_tables_rebuilt_total", "settebello_rebuilds"


def test_others_are_answered_while_a_long_match_comes_back(
    tmp_path: Path, entries: list[Entry]
) -> None:
    put_in(tmp_path, entries, "long")
    with serving(tmp_path) as server:
        with paused(server):
            asked = Request(server, "/api/tables/long")
            other = Request(server, "/metrics")
        _, page = other.answer()
        assert (figure(page, REBUILT), figure(page, REBUILDS)) == (0, 1)
        status, body = asked.answer()
        assert (status, json.loads(body)["phase"]) == (200, "playing")


def in_a_lobby(folder: Path, action: Callable[[Lobby], Any]) -> Any:
    """What is seen in a lobby of this process, with the store of a server that is not running."""

    async def run() -> Any:
        lobby = Lobby(
            SqliteStore(file), Writer(file, asyncio.get_running_loop()), Settings(), Metrics()
        )
        try:
            return await action(lobby)
        finally:
            await lobby.stop()

    with store_in(folder) as file:
        return asyncio.run(run())


def test_a_short_match_comes_back_at_once_and_as_it_would_in_slices(
    tmp_path: Path, entries: list[Entry]
) -> None:
    for length in (1, 3, 4, SHORT):
        put_in(tmp_path, entries[:length], f"first-{length}")

    async def look(lobby: Lobby) -> None:
        for length in (1, 3, 4, SHORT):
            name = f"first-{length}"
            assert lobby.loader.bring_back_at_once(name)
            found = lobby.in_memory(name)
            assert found is not None
            assert len(lobby.slices) == len(lobby.loader) == 0
            assert await lobby.find(name) is found
            bodies = await lobby.store.entries(f"match-{name}")
            again = at_once(rebuilding(f"match-{name}", bodies, None))
            assert found.table.state.entry_no == again.state.entry_no == length
            assert again.match is None or same_table(found.table, again)
            assert found.table.progress(0.0) == again.progress(0.0)
        assert lobby.metrics.tables_rebuilt == 4

    in_a_lobby(tmp_path, look)


def test_everybody_else_has_a_turn_between_two_tables_that_come_back(
    tmp_path: Path, entries: list[Entry]
) -> None:
    names = [f"short-{number}" for number in range(5)]
    put_in(tmp_path, entries[:4], *names)

    async def look(lobby: Lobby) -> int:
        turns = 0

        async def count() -> None:
            nonlocal turns
            while True:
                turns += 1
                await asyncio.sleep(0)

        other = asyncio.create_task(count())
        for name in names:
            assert await lobby.find(name) is not None
        other.cancel()
        return turns

    assert in_a_lobby(tmp_path, look) >= len(names)


def test_a_table_that_fails_as_soon_as_it_is_back_is_not_taken_for_unknown(
    tmp_path: Path, entries: list[Entry]
) -> None:
    put_in(tmp_path, entries[:4], "broken")

    async def look(lobby: Lobby) -> None:
        class Failing(dict[str, HostedTable]):
            def __setitem__(self, name: str, hosted: HostedTable) -> None:
                super().__setitem__(name, hosted)
                lobby.give_up(hosted, RejectionCode.FAILED, ValueError("its rules fail"))

        lobby._tables = lobby.loader._tables = Failing()
        assert lobby.enter_at_once("broken", None) is None
        with pytest.raises(Rejection, match="table-failed"):
            await lobby.enter("broken", None)

    in_a_lobby(tmp_path, look)


def test_only_a_short_match_comes_back_at_once(tmp_path: Path, entries: list[Entry]) -> None:
    put_in(tmp_path, entries[: SHORT + 1], "longer")
    put_in(tmp_path, [*entries[:4], CloseEntry()], "closed")

    async def look(lobby: Lobby) -> None:
        assert lobby.loader.bring_back_at_once("longer") is None
        assert lobby.enter_at_once("longer", None) is None
        coming = asyncio.create_task(lobby.enter("longer", None))
        await asyncio.sleep(0)
        assert lobby.loader.is_coming("longer")
        assert lobby.loader.bring_back_at_once("longer") is None
        assert (await coming)[0] is lobby.in_memory("longer")
        for gone in ("closed", "unknown"):
            assert lobby.loader.bring_back_at_once(gone) is False
            assert await lobby.find(gone) is None
        lobby.loader.unusable.add("broken")
        with pytest.raises(Rejection, match="table-failed"):
            lobby.loader.bring_back_at_once("broken")

    in_a_lobby(tmp_path, look)


def test_a_long_match_comes_back_once_for_all_who_ask(tmp_path: Path, entries: list[Entry]) -> None:
    put_in(tmp_path, entries, "long")
    with serving(tmp_path) as server:
        with paused(server):
            asked = [Request(server, "/api/tables/long") for _ in range(3)]
            other = Request(server, "/metrics")
        assert figure(other.answer()[1], REBUILDS) == 1
        assert [request.answer()[0] for request in asked] == [200, 200, 200]
        with server.connect(table="long") as watching:
            assert watching.receive_a(protocol.Welcome).phase == "playing"
        assert metrics(server)["tables_rebuilt_total"] == 1


def test_more_than_so_many_are_refused(tmp_path: Path, entries: list[Entry]) -> None:
    put_in(tmp_path, entries, "one", "two")
    with serving(tmp_path, {**ROOMY, "rebuilds": 1}) as server:
        with paused(server):
            asked = [Request(server, f"/api/tables/{name}") for name in ("one", "two")]
        answers = [request.answer() for request in asked]
        assert [status for status, _ in answers] == [200, 503]
        assert json.loads(answers[1][1])["code"] == "too-many"
        assert server.ask("GET", "/api/tables/two")[0] == 200


def test_a_long_match_comes_back_from_its_snapshot(tmp_path: Path) -> None:
    snapshot = put_played(tmp_path, long_match(), "long")
    with serving(tmp_path) as server:
        whole = server.ask("GET", "/api/tables/long")
        log = server.ask("GET", "/api/tables/long/log")
        assert whole[0] == log[0] == 200
        wait_until(lambda: snapshot_in(tmp_path) == snapshot)  # taken when the log was replayed
    with store_in(tmp_path) as store:
        store.writing.execute("DROP TRIGGER entries_never_change")
        store.writing.execute("UPDATE entries SET body = '' WHERE number BETWEEN 2 AND 500")
    with serving(tmp_path) as server:
        assert server.ask("GET", "/api/tables/long") == whole
        assert server.ask("GET", "/api/tables/long/log") == log
        assert "snapshot" not in server.errors.read_text()


@pytest.mark.parametrize("body", ["{}", "", "x"])
def test_a_snapshot_that_does_not_fit_is_ignored_and_made_anew(tmp_path: Path, body: str) -> None:
    snapshot = put_played(tmp_path, long_match(), "long")
    with store_in(tmp_path) as store:
        wrong = SnapshotRow("long", snapshot.number - 1, body)
        store.append([], snapshots=[wrong])
    with serving(tmp_path) as server:
        assert server.ask("GET", "/api/tables/long")[0] == 200
        assert "snapshot does not fit" in server.errors.read_text()
        wait_until(lambda: snapshot_in(tmp_path) == snapshot)


def test_a_short_match_does_not_wait_for_a_long_one(tmp_path: Path, entries: list[Entry]) -> None:
    put_in(tmp_path, entries, "long")
    put_in(tmp_path, entries[:20], "short")
    with serving(tmp_path) as server:
        with paused(server):
            long = Request(server, "/api/tables/long")
            short = Request(server, "/api/tables/short", "/metrics")
        _, page = short.answer()
        assert (figure(page, REBUILT), figure(page, REBUILDS)) == (1, 1)
        assert long.answer()[0] == 200


def test_who_hangs_up_while_a_table_comes_back_leaves_it_there(
    tmp_path: Path, entries: list[Entry]
) -> None:
    put_in(tmp_path, entries, "long")
    with serving(tmp_path) as server:
        raw = Raw(server).upgrade()
        with paused(server):
            raw.send(protocol.Hello(table="long"))
            raw.socket.close()
        wait_until(lambda: metrics(server)["tables_rebuilt_total"] == 1)
        wait_until(lambda: connections(server) == 0)
        with server.connect(table="long") as watching:
            assert watching.receive_a(protocol.Welcome).phase == "playing"


@pytest.mark.parametrize("what", ["record", "steps"])
def test_others_are_answered_while_a_long_answer_is_made(tmp_path: Path, what: str) -> None:
    record = long_match()
    with closing(StoreFile.open(f"sqlite:///{tmp_path / 'tables.db'}")) as store:
        found = log_of(record, listed=True)
        rows = [EntryRow("past", n, encode_entry(e)) for n, e in enumerate(found, start=1)]
        store.append(rows, [header_of(Table.restored("past", found, None, new_id))])
    with serving(tmp_path) as server:
        with paused(server):
            asked = Request(server, f"/api/matches/past/{what}")
            other = Request(server, "/metrics")
        _, page = other.answer()
        assert figure(page, REBUILDS) == 1
        status, body = asked.answer()
        assert status == 200
        answer = json.loads(body)
        assert answer == record if what == "record" else len(answer["steps"]) > 100


# 66, where a table comes back when somebody rejoins.


def test_two_rejoins_at_once_take_one_seat(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        guests = [Guest(server, name) for name in ("Ann", "Bea", "Cal")]
        number = game_of(guests)
        server.kill()
        server.start()
        ann, again = Guest(server), Guest(server)
        rejoin = {"gameId": number, "playerSecret": guests[0].secret}
        with paused(server):
            for guest in (ann, ann):
                guest.send("RejoinGame", **rejoin)
        assert ann.receive_a("PlayerRejoined")["gameId"] == number
        assert ann.receive_a("Failure")["command"] == "RejoinGame"
        assert again.receive_a("PlayerRejoined")["gameId"] == number  # all are told of it
        again.send("RejoinGame", **rejoin)
        assert again.receive_a("Failure")["command"] == "RejoinGame"


def test_who_hangs_up_while_rejoining_has_not_rejoined(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        guests = [Guest(server, name) for name in ("Ann", "Bea", "Cal")]
        number = game_of(guests)
        server.kill()
        server.start()
        ann = Guest(server)
        with paused(server):
            ann.send("RejoinGame", gameId=number, playerSecret=guests[0].secret)
            ann.socket.socket.close()
        wait_until(lambda: connections(server) == 0)
        bea = Guest(server)
        bea.send("RejoinGame", gameId=number, playerSecret=guests[1].secret)
        received = bea.receive_a("PlayerRejoined")
        assert received["gameId"] == number
        bea.send("ListSuspendedGames", playerSecret=guests[1].secret)
        (game,) = bea.receive_a("SuspendedGames")["games"]
        assert game["playerOnlineStatuses"] == [False, True, False]


# A match without an end.


def test_a_match_with_too_many_entries_is_given_up(tmp_path: Path) -> None:
    with serving(tmp_path, {**ROOMY, "entries": 12}) as server:
        opened = server.open_table("scopa", seats=2)
        server.begin(opened["table"], opened["secret"], fill="bot")
        with server.connect(table=opened["table"], secret=opened["secret"]) as ann:
            told = ann.receive_a(protocol.Welcome)
            phase = told.phase
            for number in range(20):
                if told.legal:
                    ann.send(protocol.Move(str(number), told.number, told.legal[0].text))
                else:
                    ann.send(protocol.Ack(told.number))
                told = ann.receive()
                while not isinstance(told, protocol.Told):
                    phase = getattr(told, "phase", phase)
                    if phase == "closed":
                        break
                    told = ann.receive()
                if phase == "closed":
                    break
        assert phase == "closed"
        path = f"/api/tables/{opened['table']}"
        assert server.ask("GET", path, None, opened["secret"])[0] == 404
        assert metrics(server)["tables_unfinished"] == 0
        server.stop()
    with closing(StoreFile.open(server.store, read_only=True)) as store:
        (header,) = store.matches()
        entries = list(entries_of(store, header.match))
    assert header.phase == "closed"
    assert len(entries) == 13
    assert entries[-1] == CloseEntry("too-long")


def test_a_game_of_66_with_too_many_entries_is_given_up(tmp_path: Path) -> None:
    with (
        serving(tmp_path, {**ROOMY, "entries": 6}) as server,
        conversing(server, "/66") as conversation,
    ):
        number = conversation.begin()
        asked = conversation.go_on()
        seat, actions = next((n, m["actions"]) for n, m in asked.items() if m.get("actions"))
        assert "TakeCardFromDeck" in actions
        guest = conversation.guests[seat]
        guest.send("TakeCardFromDeck")
        while True:
            received = guest.receive()
            if received["type"] == "GameDeleted":
                break
            guest.ack()
        assert received["gameId"] == number
        guest.send("CreateGame", playerSecret=guest.secret)
        while guest.receive()["type"] != "JoinedGame":
            pass
        assert metrics(server)["tables_unfinished"] == 0


# Scores that win a match: what was allowed once is played on, and not begun any more.


def test_a_table_with_a_target_of_once_comes_back(tmp_path: Path, entries: list[Entry]) -> None:
    opened = entries[0]
    assert isinstance(opened, OpenEntry)
    once = msgspec.structs.replace(opened, options={**opened.options, "target": 1_000})
    put_in(tmp_path, [once, *entries[1:]], "once")
    with serving(tmp_path) as server:
        status, table = server.ask("GET", "/api/tables/once")
        assert (status, table["options"]["target"]) == (200, 1_000)
        for target, expected in ((100, 200), (101, 400), (1_000, 400)):
            wanted = {"game": "scopa", "name": "Ann", "options": {"target": target}}
            status, answer = server.ask("POST", "/api/tables", wanted)
            assert status == expected, answer
        assert "The option 'target' is 1 to 100, not 1000." in answer["text"]
