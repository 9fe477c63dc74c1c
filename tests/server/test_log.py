"""What has happened so far, told again: to who comes back and to who comes later."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from dialects.company import company
from live import Connection, Server, serving
from settebello.server import matches_api
from settebello.table import protocol


@pytest.fixture
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One for each test: some are killed."""
    with serving(tmp_path_factory.mktemp("server")) as server:
        yield server


class Two:
    """Ann and Bea at a table."""

    def __init__(self, server: Server, game: str = "scopa", **wanted: Any) -> None:
        self.server = server
        opened = server.open_table(game, "Ann", seats=2, **wanted)
        self.table, self.invite = opened["table"], opened["invite"]
        self.secrets = [opened["secret"], server.sit(self.table, self.invite, "Bea")["secret"]]
        server.begin(self.table, opened["secret"])
        self.told: list[list[protocol.Notice]] = [[], []]  # to each seat
        self._open = ExitStack()
        self.come()

    def come(self) -> None:
        self._turn: tuple[int, protocol.Welcome | protocol.Told] | None = None  # not played yet
        self._seats = [
            self._open.enter_context(Connection(self.server, hello))
            for hello in [protocol.Hello(self.table, s, language="en") for s in self.secrets]
        ]

    def play(self, moves: int, wished: str = "") -> None:
        """Play so many moves: the wished one where it is legal, and else the first one."""
        seat, told = self._turn or self.next_turn()
        for _ in range(moves):
            texts = [move.text for move in told.legal]
            text = wished if wished in texts else texts[0]
            self._seats[seat].send(protocol.Move(f"{told.number}", told.number, text))
            self._seats[seat].receive_a(protocol.Answer)
            seat, told = self.next_turn()
        self._turn = seat, told

    def next_turn(self) -> tuple[int, protocol.Welcome | protocol.Told]:
        """Who is asked for a move; everybody has acknowledged what they have received."""
        while True:
            for seat in (0, 1):
                for told in self._receive_all(seat):
                    self.told[seat] += [n for n in told.notices if n not in self.told[seat]]
                    self._seats[seat].send(protocol.Ack(told.number))
                    if told.legal:
                        self._receive_all(seat)  # then the ack has been read
                        return seat, told

    def _receive_all(self, seat: int) -> list[protocol.Welcome | protocol.Told]:
        self._seats[seat].send(protocol.Resume("fence"))
        received: list[protocol.Welcome | protocol.Told] = []
        while not isinstance(message := self._seats[seat].receive(), protocol.Refused):
            if isinstance(message, protocol.Welcome | protocol.Told):
                received.append(message)
        return received

    def log(self, secret: str | None, language: str = "en") -> list[dict[str, Any]]:
        path = f"/api/tables/{self.table}/log?language={language}"
        status, told = self.server.ask("GET", path, None, secret)
        assert status == 200, told
        lines: list[dict[str, Any]] = told["lines"]
        return lines

    def __enter__(self) -> Two:
        return self

    def __exit__(self, *error: object) -> None:
        self._open.close()


def lines_of(notices: list[protocol.Notice]) -> list[dict[str, Any]]:
    """As the log should have them."""
    wordings = [(n, n.get("later", n["text"])) for n in notices]
    return [
        {"number": n["number"], "text": text, **({"seat": n["seat"]} if "seat" in n else {})}
        for n, text in wordings
        if text
    ]


def upto(notices: list[protocol.Notice], lines: list[dict[str, Any]]) -> list[protocol.Notice]:
    return [notice for notice in notices if notice["number"] <= lines[-1]["number"]]


@pytest.mark.parametrize("game", ["scopa", "rummy"])
def test_a_seat_reads_again_what_it_was_told(server: Server, game: str) -> None:
    with Two(server, game) as table:
        table.play(9)
        for seat in (0, 1):
            lines = table.log(table.secrets[seat])
            assert len(lines) > 9
            assert lines == lines_of(upto(table.told[seat], lines))


def test_what_has_to_be_remembered_is_not_told_again(server: Server) -> None:
    with Two(server, "sixty_six") as table:
        table.play(1)
        lines = [line for secret in table.secrets for line in table.log(secret)]
        text = " ".join(line["text"] for line in lines)
        assert "You look at your first two cards." in text
        assert "You take a card from the deck." in text
        assert "first two cards:" not in text
        assert "from the deck:" not in text


def test_the_log_of_a_memory_game_has_this_turn_and_the_last_one(server: Server) -> None:
    with Two(server, "sixty_six") as table:
        table.play(9)  # four turns, and the fifth has begun
        begun = [n["number"] for n in table.told[0] if n["event"] == "TurnStarted"]
        lines = table.log(table.secrets[0])
        assert len(begun) == 5
        assert lines[0] == {**lines[0], "number": begun[3], "mark": "turn"}
        assert [line["number"] for line in lines if line.get("mark")] == begun[3:]
        shown = [n for n in table.told[0] if n["number"] >= begun[3] and n.get("later", n["text"])]
        told = [n.get("later", n["text"]) for n in upto(shown, lines)]
        assert [line["text"] for line in lines if line["text"]] == told


def test_when_the_round_is_over_its_log_is_whole_again(server: Server) -> None:
    with Two(server, "sixty_six") as table:
        table.play(8)
        table.play(3, "stop")  # and the other one has a turn more
        over = next(n["number"] for n in table.told[0] if n["event"] == "RoundFinished")
        lines = table.log(table.invite)
        assert [line["number"] for line in lines] == list(range(1, over + 1))
        assert lines[-1]["mark"] == "round"
        table.play(7, "next")
        numbers = [line["number"] for line in table.log(table.invite)]
        assert numbers[:over] == list(range(1, over + 1))
        assert numbers[over] > over + 1  # of the new round the beginning has gone


def test_it_is_the_same_after_the_server_was_killed(server: Server) -> None:
    with Two(server) as table:
        table.play(6)
        before = [table.log(secret) for secret in (*table.secrets, table.invite)]
        server.kill()
        server.start()
        table.come()  # what was acknowledged in the last second comes again, and is seen again
        table.play(0)
        assert [table.log(secret) for secret in (*table.secrets, table.invite)] == before


def test_who_comes_later_reads_what_everybody_knows(server: Server) -> None:
    with Two(server) as table:
        table.play(5)
        lines = table.log(table.invite)
        texts = [line["text"] for line in lines]
        assert [line["number"] for line in lines] == list(range(1, len(lines) + 1))
        assert "Ann is dealt 3 cards." in texts
        assert not [text for text in texts if text.startswith("You ")]
        assert "Ann riceve 3 carte." in [line["text"] for line in table.log(table.invite, "it")]


def test_it_goes_by_the_names_of_now(server: Server) -> None:
    with Two(server) as table:
        path = f"/api/tables/{table.table}/seats/0"
        assert server.ask("PATCH", path, {"name": "Dot"}, table.secrets[0])[0] == 200
        assert "Dot is dealt 3 cards." in [line["text"] for line in table.log(table.invite)]


def test_it_is_for_those_who_may_be_at_the_table(server: Server) -> None:
    with Two(server) as table:
        path = f"/api/tables/{table.table}/log"
        for secret in (None, "wrong"):
            status, refused = server.ask("GET", path, None, secret)
            assert (status, refused["code"]) == (404, "not-found")
        assert server.ask("GET", path + "?language=de", None, table.invite)[0] == 400
    with Two(server, listed=True) as table:
        assert table.log(None) == table.log(table.invite)


def test_before_the_match_nothing_has_happened(server: Server) -> None:
    opened = server.open_table("scopa")
    status, told = server.ask("GET", f"/api/tables/{opened['table']}/log", None, opened["secret"])
    assert (status, told["lines"]) == (200, [])


def test_a_long_log_is_cut_to_its_last_lines(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    from server.inside import inside

    with inside(tmp_path_factory.mktemp("server")) as server, Two(server) as table:
        table.play(4)
        whole = table.log(table.invite)
        monkeypatch.setattr(matches_api, "LOG_LINES", 3)
        assert table.log(table.invite) == whole[-3:]


# Names and seats, which are asked for in the same way.


def test_only_who_sits_there_gives_it_a_name(server: Server) -> None:
    opened = server.open_table("scopa", "Ann", seats=3)
    bea = server.sit(opened["table"], opened["invite"], "Bea")
    path = f"/api/tables/{opened['table']}/seats"
    for seat, secret, status, code in (
        ("1", opened["secret"], 403, "not-your-seat"),
        ("0", opened["invite"], 404, "not-found"),
        ("0", "wrong", 404, "not-found"),
        ("x", bea["secret"], 403, "not-your-seat"),
    ):
        answer = server.ask("PATCH", f"{path}/{seat}", {"name": "Dot"}, secret)
        assert (answer[0], answer[1]["code"]) == (status, code)
    status, refused = server.ask("PATCH", f"{path}/1", {"name": "ann"}, bea["secret"])
    assert (status, refused["text"]) == (409, "The name ann is taken already.")
    status, told = server.ask("PATCH", f"{path}/1", {"name": "Dot"}, bea["secret"])
    assert [each.get("name") for each in told["seats"]] == ["Ann", "Dot", None]
    server.kill()
    server.start()
    told = server.ask("GET", f"/api/tables/{opened['table']}", None, opened["invite"])[1]
    assert [each.get("name") for each in told["seats"]] == ["Ann", "Dot", None]


def test_the_host_takes_another_seat_and_stays_the_host(server: Server) -> None:
    opened = server.open_table("scopa", "Ann", seats=3)
    path, secret = f"/api/tables/{opened['table']}", opened["secret"]
    server.sit(opened["table"], opened["invite"], "Bea")
    assert server.ask("POST", f"{path}/seats", {}, secret)[0] == 400
    assert server.ask("POST", f"{path}/seats", {"seat": 1}, secret)[1]["code"] == "seat-taken"
    with server.connect(table=opened["table"], secret=secret) as ann:
        assert ann.receive_a(protocol.Welcome).seat == 0
        assert server.ask("POST", f"{path}/seats", {"seat": 2}, secret) == (200, {"seat": 2})
        assert ann.receive_a(protocol.Welcome).seat == 2
    told = server.ask("GET", path, None, secret)[1]
    assert [each.get("name") for each in told["seats"]] == [None, "Bea", "Ann"]
    assert told["host"] == 2


def test_in_a_dialect_names_stay(server: Server) -> None:
    with company(server) as people:
        ann = people.comes("Ann")
        number = people.game_of(ann)
        path = f"/api/66/games/{number}/seats"
        taken = server.ask("POST", path, {"name": "Bea"})[1]
        ann.send("StartGame")
        ann.receive_a("GameStarted")
        path = f"/api/tables/{taken['table']}/seats/{taken['seat']}"
        status, refused = server.ask("PATCH", path, {"name": "Dot"}, taken["secret"])
        assert (status, refused["code"]) == (409, "not-at-this-table")
