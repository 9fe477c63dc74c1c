"""Emotes: six signs for everybody at a table, also among strangers; and reports to the host."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest

from live import ROOMY, Server, serving
from server.border import log_lines
from server.test_chat import Table, received_now
from settebello.rejection import Rejection
from settebello.server.bodies import ReportReason
from settebello.table import protocol
from settebello.table.emotes import REMEMBERED, Emotes

EMOTES = get_args(protocol.EmoteName)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    # Four for each seat, and no more: a test may take its time.
    limits = {**ROOMY, "emotes_a_second": 1e-6}
    with serving(tmp_path_factory.mktemp("server"), limits) as server:
        yield server


@pytest.mark.parametrize("listed", [True, False])
def test_all_see_an_emote_who_watches_too_and_at_listed_tables(
    server: Server, listed: bool
) -> None:
    with Table(server, listed=listed) as table:
        table.ann.send(protocol.Emote("a1", "well-played"))
        sign = protocol.Emoted(0, "well-played")
        assert received_now(table.ann) == [protocol.Answer("a1"), sign]
        assert received_now(table.bea) == [sign]
        assert table.watcher.receive_a(protocol.Emoted) == sign
        assert received_now(table.come(1)) == []  # it is kept nowhere


def test_there_are_six() -> None:
    assert EMOTES == ("hello", "good-luck", "well-played", "thanks", "wow", "oops")


def test_the_same_sent_again_is_answered_and_shown_once(server: Server) -> None:
    with Table(server) as table:
        for _ in range(2):
            table.ann.send(protocol.Emote("a1", "hello"))
        assert received_now(table.ann).count(protocol.Answer("a1")) == 2
        assert received_now(table.bea) == [protocol.Emoted(0, "hello")]


def test_too_many_are_refused_and_the_others_see_nothing(server: Server) -> None:
    with Table(server) as table:
        for number in range(5):
            table.ann.send(protocol.Emote(f"a{number}", "wow"))
        told = table.ann.receive_a(protocol.Refused)
        assert (told.code, told.id) == ("emote-slower", "a4")
        assert told.retry_after
        assert told.text.endswith(".")
        assert received_now(table.bea) == [protocol.Emoted(0, "wow")] * 4
        table.bea.send(protocol.Emote("b1", "thanks"))  # she may
        assert table.bea.receive_a(protocol.Answer).id == "b1"


def test_who_watches_sends_none(server: Server) -> None:
    with Table(server) as table:
        table.watcher.send(protocol.Emote("w1", "hello"))
        assert table.watcher.receive_a(protocol.Refused).code == "spectator"
        assert received_now(table.ann) == []


def test_any_other_sign_is_no_message(server: Server) -> None:
    with Table(server) as table:
        for emote in ("rude", 7, "hello" * 100):
            sent = {"type": "Emote", "id": "a1", "emote": emote}
            table.ann.socket.send(json.dumps(sent))
        codes = {
            told.code for told in received_now(table.ann) if isinstance(told, protocol.Refused)
        }
        assert codes <= {"not-a-message"}
        assert received_now(table.bea) == []


def test_nothing_of_it_is_stored(server: Server) -> None:
    with Table(server) as table:
        table.ann.send(protocol.Emote("tell-nobody", "oops"))
        assert table.bea.receive_a(protocol.Emoted)
        for file in server.folder.glob("tables.db*"):
            assert b"tell-nobody" not in file.read_bytes()


def test_the_pace_is_that_of_a_person() -> None:
    emotes = Emotes(0.25, 4)
    for number in range(4):
        assert emotes.add(0, protocol.Emote(f"a{number}", "wow"), 0.0)
    with pytest.raises(Rejection, match="emote-slower"):
        emotes.add(0, protocol.Emote("b", "wow"), 3.9)
    assert emotes.add(1, protocol.Emote("b", "wow"), 3.9)
    for number in range(REMEMBERED):
        assert emotes.add(0, protocol.Emote(f"c{number}", "wow"), 10.0 + 4 * number)


# Reports.


def report(
    table: Table, secret: str, body: dict[str, Any], language: str = "en"
) -> tuple[int, Any]:
    path = f"/api/tables/{table.opened['table']}/reports?language={language}"
    return table.server.ask("POST", path, body, secret)


@pytest.mark.parametrize("reason", get_args(ReportReason))
def test_a_report_is_one_line_in_the_log_of_the_server(server: Server, reason: str) -> None:
    with Table(server) as table:
        before = len(log_lines(server))
        status, noted = report(table, table.secrets[0], {"seat": 1, "reason": reason})
        assert (status, "noted" in noted["text"]) == (200, True)
        (line,) = log_lines(server)[before:]
        opened = table.opened
        _, info = server.ask("GET", f"/api/tables/{opened['table']}", secret=opened["invite"])
        del line["at"]
        assert line == {
            "level": "warning",
            "what": "player reported",
            "table": opened["table"],
            "match": info["match"],
            "game": "dice",
            "by": 0,
            "seat": 1,
            "reason": reason,
        }


def test_a_table_is_reported_and_the_answer_is_in_the_language(server: Server) -> None:
    with Table(server) as table:
        before = len(log_lines(server))
        status, noted = report(table, table.secrets[1], {"reason": "other"}, "it")
        assert (status, "annotato" in noted["text"]) == (200, True)
        (line,) = log_lines(server)[before:]
        assert (line["what"], line["by"], line["seat"]) == ("table reported", 1, None)


@pytest.mark.parametrize(
    ("seat", "body", "status"),
    [
        (0, {"seat": 0, "reason": "rude"}, 400),  # oneself
        (0, {"seat": 2, "reason": "rude"}, 400),  # a free seat
        (0, {"seat": 9, "reason": "rude"}, 400),
        (0, {"seat": -1, "reason": "rude"}, 400),
        (0, {"seat": 1, "reason": "because <b>"}, 400),
        (0, {"seat": 1}, 400),
        (0, {"seat": 1, "reason": "rude", "text": "long story"}, 400),
        (2, {"seat": 1, "reason": "rude"}, 409),  # who watches
    ],
)
def test_what_cannot_be_reported_leaves_no_line(
    server: Server, seat: int, body: dict[str, Any], status: int
) -> None:
    with Table(server) as table:
        before = len(log_lines(server))
        answered, refused = report(table, table.secrets[seat], body)
        assert (answered, refused["text"][-1]) == (status, ".")
        assert len(log_lines(server)) == before


def test_reports_have_a_pace(tmp_path: Path) -> None:
    with (
        serving(tmp_path, {**ROOMY, "reports_at_once": 1, "reports_a_minute": 0.001}) as server,
        Table(server) as table,
    ):
        wanted = {"seat": 1, "reason": "name"}
        assert report(table, table.secrets[0], wanted)[0] == 200
        status, refused = report(table, table.secrets[0], wanted)
        assert (status, refused["code"]) == (429, "too-fast")
