"""What players write to each other: shown to all who sit there, by nobody else, and not stored."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from dialects.company import company
from live import ROOMY, Connection, Server, serving
from settebello.rejection import Rejection
from settebello.table import protocol
from settebello.table.chat import KEPT, Chat, cleaned


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    # Five lines for each seat, and no more: a test may take its time.
    with serving(tmp_path_factory.mktemp("server"), {**ROOMY, "lines_a_second": 1e-6}) as server:
        yield server


class Table:
    """A table of Dice at which Ann and Bea sit, and somebody watches."""

    def __init__(self, server: Server, **wanted: Any) -> None:
        self.server = server
        self.opened = server.open_table("dice", "Ann", **wanted)
        bea = server.sit(self.opened["table"], self.opened["invite"], "Bea")
        self.secrets = [self.opened["secret"], bea["secret"], self.opened["invite"]]
        self._open = ExitStack()
        self.ann, self.bea, self.watcher = (self.come(seat) for seat in range(3))

    def come(self, seat: int, **hello: Any) -> Connection:
        """A connection of a seat, or of somebody who watches, that has been welcomed."""
        table, secret = self.opened["table"], self.secrets[seat]
        connection = self.server.connect(table=table, secret=secret, **hello)
        self._open.enter_context(connection)
        connection.receive_a(protocol.Welcome)
        return connection

    def __enter__(self) -> Table:
        return self

    def __exit__(self, *error: object) -> None:
        self._open.close()


def received_now(connection: Connection) -> list[protocol.ServerMessage]:
    """All that this connection has been sent and not read yet, but who is there."""
    connection.send(protocol.Pause("now"))  # it is refused, as nobody plays
    received: list[protocol.ServerMessage] = []
    while not (
        isinstance(last := connection.receive(), protocol.Refused) and last.id in ("now", None)
    ):
        if not isinstance(last, protocol.Seats):
            received.append(last)
    return received


def test_what_one_writes_all_who_sit_there_read(server: Server) -> None:
    with Table(server) as table:
        table.ann.send(protocol.Say("a1", "Hello <b>Bea</b>"))
        line = protocol.Said(1, 0, "Ann", "Hello <b>Bea</b>")
        assert received_now(table.ann) == [protocol.Answer("a1"), line]
        assert received_now(table.bea) == [line]
        table.bea.send(protocol.Say("b1", "Hello"))
        assert received_now(table.bea) == [
            protocol.Answer("b1"),
            protocol.Said(2, 1, "Bea", "Hello"),
        ]
        assert received_now(table.watcher) == []


def test_who_comes_later_reads_the_last_lines(server: Server) -> None:
    with Table(server) as table:
        for number in range(3):
            table.ann.send(protocol.Say(f"a{number}", f"line {number}"))
        assert len(received_now(table.ann)) == 6
        again = table.come(1)
        lines = [protocol.Said(n + 1, 0, "Ann", f"line {n}") for n in range(3)]
        assert received_now(again) == lines
        assert received_now(table.come(2)) == []


def test_the_same_sent_again_is_answered_and_shown_once(server: Server) -> None:
    with Table(server) as table:
        for _ in range(3):
            table.ann.send(protocol.Say("a1", "Hello"))
        table.come(0).send(protocol.Say("a1", "Hello"))
        answers = [
            message for message in received_now(table.ann) if isinstance(message, protocol.Answer)
        ]
        assert len(answers) == 3
        assert received_now(table.bea) == [protocol.Said(1, 0, "Ann", "Hello")]


def refused(connection: Connection, text: str = "Hello") -> protocol.Refused:
    connection.send(protocol.Say("x1", text))
    told: protocol.Refused = connection.receive_a(protocol.Refused)
    assert told.id == "x1"
    return told


def test_who_watches_cannot_write(server: Server) -> None:
    with Table(server) as table:
        assert refused(table.watcher).code == "spectator"
        assert received_now(table.ann) == []


@pytest.mark.parametrize(("language", "word"), [("en", "listed"), ("it", "elenco")])
def test_at_a_listed_table_nobody_writes(server: Server, language: str, word: str) -> None:
    with Table(server, listed=True) as table:
        told = refused(table.come(0, language=language))
        assert told.code == "no-chat"
        assert word in told.text


def test_who_writes_much_has_to_wait(server: Server) -> None:
    with Table(server) as table:
        for number in range(5):
            table.ann.send(protocol.Say(f"a{number}", "Hello"))
        told = refused(table.ann)
        assert told.code == "say-slower"
        assert told.retry_after
        assert told.text.endswith(".")
        table.bea.send(protocol.Say("b1", "I may"))
        assert table.bea.receive_a(protocol.Answer).id == "b1"


def test_nothing_to_read_is_refused(server: Server) -> None:
    with Table(server) as table:
        for text in (" ", "\x00\x1b", "\u202e\u200b", "\u200d"):
            assert refused(table.ann, text).code == "say-nothing"
        assert received_now(table.bea) == []


def test_what_is_too_long_is_no_message(server: Server) -> None:
    with Table(server) as table:
        table.ann.send(protocol.Say("a1", "x" * 280))
        assert table.ann.receive_a(protocol.Said).text == "x" * 280
        for text in ("", "x" * 281):
            table.ann.send(protocol.Say("a2", text))
            assert table.ann.receive_a(protocol.Refused).code == "not-a-message"


def test_the_lines_outlive_a_match_and_not_the_server(server: Server) -> None:
    with Table(server) as table:
        table.ann.send(protocol.Say("a1", "tell-nobody"))
        assert received_now(table.bea)[-1] == protocol.Said(1, 0, "Ann", "tell-nobody")
        server.begin(table.opened["table"], table.opened["secret"], fill="bot")
        assert table.come(1).receive_a(protocol.Said).text == "tell-nobody"
        for file in server.folder.iterdir():
            assert b"tell-nobody" not in file.read_bytes()


def test_at_a_table_of_a_dialect_nobody_writes(server: Server) -> None:
    with company(server) as people:
        ann = people.comes("Ann")
        seats = f"/api/66/games/{people.game_of(ann)}/seats"
        _, taken = server.ask("POST", seats, {"name": "Bea"})
        ann.send("StartGame")
        ann.receive_a("GameStarted")
        with server.connect(table=taken["table"], secret=taken["secret"]) as client:
            client.receive_a(protocol.Welcome)
            assert refused(client).code == "not-at-this-table"


# In itself.


def test_only_the_last_lines_are_kept() -> None:
    chat = Chat(0.5, 5)
    for number in range(KEPT + 10):
        assert chat.add(0, "Ann", protocol.Say(f"a{number}", "Hello"), number * 2.0)
    assert [line.number for line in chat.lines] == list(range(11, KEPT + 11))


def test_the_pace_is_that_of_a_person() -> None:
    chat = Chat(0.5, 5)
    for number in range(5):
        chat.add(0, "Ann", protocol.Say(f"a{number}", "Hello"), 0.0)
    with pytest.raises(Rejection, match="say-slower"):
        chat.add(0, "Ann", protocol.Say("b", "Hello"), 1.9)
    assert chat.add(0, "Ann", protocol.Say("b", "Hello"), 2.0)


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("  Ciao   Bea \n", "Ciao Bea"),
        ("one\ntwo\tthree", "one two three"),
        ("\x1b[31mred\x07", "[31mred"),
        ("right\u202eleft", "rightleft"),
        ("e\u0301", "é"),
        ("👩\u200d🚀 👍", "👩\u200d🚀 👍"),
        ("<script>", "<script>"),
        ("\ufeff", ""),
    ],
)
def test_a_line_is_plain_text(text: str, plain: str) -> None:
    assert cleaned(text) == plain
