"""Games with teams, secret choices and pauses at a real server."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import msgspec
import pytest

import wager_game
from live import Connection, Server, serving
from settebello.bots import Turn
from settebello.cards import D6
from settebello.client import open_table, play
from settebello.game import Game, Move
from settebello.server.games_api import game_info
from settebello.table import protocol

Told = protocol.Told | protocol.Welcome


class WithDice:
    """The same game with more constants."""

    DICE = RANKS = D6
    LOW_WINS = True

    def __getattr__(self, name: str) -> object:
        return getattr(wager_game, name)


def test_the_description_of_a_game_has_teams_by_number_of_seats_dice_ranks_and_who_wins() -> None:
    rules: Game = wager_game
    plain = game_info(rules, "en")
    assert plain.teams == {4: [[0, 2], [1, 3]]}
    assert (plain.dice, plain.ranks, plain.low_wins) == ([], {}, False)
    assert plain.layout == {}
    assert (plain.spots, plain.together, plain.places) == (False, False, {})
    more: Game = WithDice()  # type: ignore[assignment]
    told = game_info(more, "en")
    assert (told.dice, told.ranks, told.low_wins) == (list(D6), {n: n for n in D6}, True)


# At a real server.


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on which the toy is installed."""
    package = tmp_path_factory.mktemp("package")
    (package / "wager.py").write_text(Path(wager_game.__file__).read_text("utf-8"), "utf-8")
    info = package / "wager-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: wager\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[settebello.games]\nwager = wager\n")
    with pytest.MonkeyPatch.context() as patch:
        paths = [str(package), os.environ.get("PYTHONPATH", "")]
        patch.setenv("PYTHONPATH", os.pathsep.join(filter(None, paths)))
        patch.setenv("PYTHONDONTWRITEBYTECODE", "1")
        with serving(tmp_path_factory.mktemp("server")) as running:
            yield running


class Ear(Connection):
    """A client that acknowledges at once, and keeps every byte that it gets."""

    def __init__(self, server: Server, table: str, secret: str, seen: int = 0) -> None:
        self.frames: list[str] = []
        self.number = seen
        self.notices: list[protocol.Notice] = []
        self.last: Told
        super().__init__(server, protocol.Hello(table, secret, seen, "en"))

    def receive(self) -> protocol.ServerMessage:
        frame = str(self.socket.recv(timeout=30))
        self.frames.append(frame)
        return protocol.decode_server(frame)

    def hear(self, upto: int = 0) -> Told:
        """What it is told next; with a number, all up to this notice."""
        told: Told = self.receive_a((protocol.Told, protocol.Welcome))
        self.last, self.number = told, told.number
        self.notices += told.notices
        self.send(protocol.Ack(told.number))
        return told if told.number >= upto else self.hear(upto)

    def choose(self, move: str) -> None:
        self.send(protocol.Move(f"{move} {self.number}", self.number, move))


def hear(ears: list[Ear], upto: int, last: int) -> None:
    """All hear what is told up to this number; who is to act comes last."""
    for seat, ear in sorted(enumerate(ears), key=lambda pair: pair[0] == last):
        if ear.number < upto or (seat == last and not ear.last.legal):
            ear.hear(upto)


BETS = ("bet 1 2", "bet 0 0", "bet 2 1")
FACES = ("B12", "B00", "B21")  # the same as cards that nobody else sees
DEALT, CHOSEN = 1, 4  # the numbers of notices by then


def test_three_choose_in_secret_and_a_crash_between_loses_nothing_and_tells_nothing(
    server: Server,
) -> None:
    opened = server.open_table("wager", seats=3)
    table, secrets = opened["table"], [opened["secret"]]
    secrets += [server.sit(table, opened["invite"], name)["secret"] for name in ("Bea", "Cal")]
    server.begin(table, secrets[0])
    with ExitStack() as closing:
        ears = [closing.enter_context(Ear(server, table, secret)) for secret in secrets]
        assert [len(ear.hear(DEALT).legal) for ear in ears] == [9, 9, 9]
        watching = closing.enter_context(Ear(server, table, opened["invite"]))
        watching.hear()
        ears[0].choose(BETS[0])
        for ear in (*ears, watching):
            ear.hear(DEALT + 1)
        check_secrets([ear.frames for ear in (*ears, watching)])
        server.kill()
    server.start()
    with ExitStack() as closing:
        ears = [closing.enter_context(Ear(server, table, each, DEALT + 1)) for each in secrets]
        assert ears[0].hear().to_act == (1, 2)
        for ear in ears[1:]:
            told = ear.hear() if not ear.hear().legal else ear.last
            assert told.view is not None
            assert told.view["places"]["safe:0"] == ["??"]
        ears[1].choose(BETS[1])
        ears[2].choose(BETS[2])  # they cross
        hear(ears, CHOSEN, last=0)
        check_secrets([ear.frames for ear in ears])
        for seat, ear in enumerate(ears):
            chosen = {n["seat"]: n["card"] for n in ear.notices if n["event"] == "Chosen"}
            assert all(chosen[n] == (FACES[n] if n == seat else "??") for n in (1, 2))
        _, log = server.ask("GET", f"/api/tables/{table}/log", secret=secrets[1])
        assert "B12" not in str(log)
        lay_all(ears)
        assert [n["bets"] for n in ears[2].notices if n["event"] == "Opened"] == [list(FACES)]


def check_secrets(heard: list[list[str]]) -> None:
    """Nobody got a byte of what another has chosen; after the seats come spectators."""
    for viewer, frames in enumerate(heard):
        for seat, (face, bet) in enumerate(zip(FACES, BETS, strict=True)):
            if seat != viewer:
                assert not [frame for frame in frames if face in frame]
                assert not [frame for frame in frames if bet in without_offers(frame)]


def without_offers(frame: str) -> str:
    """A message as it came, without the moves that its reader may choose from."""
    message = msgspec.json.decode(frame)
    message.pop("legal", None)
    return msgspec.json.encode(message).decode()


def lay_all(ears: list[Ear]) -> None:
    """Lay all cards; everybody sees the full tricks before they go."""
    number, actor = CHOSEN, 0
    for trick in range(2):
        for turn in range(3):
            ears[actor].choose(ears[actor].last.legal[0].text)
            number, actor = number + 1, (actor + 1) % 3
            if turn < 2:
                hear(ears, number, last=actor)
        for ear in ears:
            assert ear.hear(number).more
            assert ear.notices[-1]["pause"]
        if trick == 0:
            actor = ears[0].last.to_act[0]
            hear(ears, number := number + 1, last=actor)
    for ear in ears:
        ear.hear(number + 2)
        assert (ear.last.to_act, ear.last.more) == ((), False)


def test_teams_are_known_before_the_match_at_its_end_and_in_lists(server: Server) -> None:
    _, games = server.ask("GET", "/api/games")
    assert {game["name"]: game["teams"] for game in games}["wager"] == {"4": [[0, 2], [1, 3]]}
    seat = open_table(server.url, "wager", "Ann", seats=4)
    assert seat.info().teams == ((0, 2), (1, 3))
    seat.start(fill="random")
    turns: list[Turn] = []

    def choose(turn: Turn) -> Move:
        turns.append(turn)
        return turn.legal[-1]

    result = play(seat, choose)
    assert turns[0].legal[-1].slots == (("seat", 3), ("n", 2))
    assert turns[-1].view.facts["teams"] == [[0, 2], [1, 3]]
    assert turns[-1].view.private == {"bet": "B32"}
    assert result.teams == ((0, 2), (1, 3))
    assert result.winners in ((0, 2), (1, 3), (0, 1, 2, 3))
    _, (past,) = server.ask("GET", f"/api/tables/{seat.table}/matches", secret=seat.secret)
    assert past["teams"] == [[0, 2], [1, 3]]
    assert past["winners"] == list(result.winners)
    path = f"/api/matches/{past['match']}/steps?viewer=open"
    _, replayed = server.ask("GET", path, secret=seat.secret)
    assert replayed["steps"][-1]["view"]["teams"] == [[0, 2], [1, 3]]
    assert [n["pause"] for n in replayed["steps"][-1]["notices"] if "pause" in n] == [True, True]
