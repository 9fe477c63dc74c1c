"""Codes that people read out: they lead where they should, as often and as long as they should."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from live import ROOMY, Server, serving
from settebello.store.codes import LETTERS


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("server")) as server:
        yield server


def code_of(
    server: Server, table: str, secret: str | None, kind: str, **more: str
) -> tuple[int, Any]:
    return server.ask("POST", f"/api/tables/{table}/codes", {"kind": kind, **more}, secret)


def tried(server: Server, code: str) -> tuple[int, Any]:
    return server.ask("POST", "/api/codes", {"code": code})


def test_a_code_of_an_invite_lets_many_in(server: Server) -> None:
    opened = server.open_table("scopa", "Ann")
    status, given = code_of(server, opened["table"], opened["invite"], "invite")
    assert status == 200
    assert 86_000 < given["seconds"] <= 86_400
    first, hyphen, last = given["code"].partition("-")
    assert (len(first), hyphen, len(last)) == (3, "-", 3)
    for written in (given["code"], given["code"].lower(), f" {first} {last} ", first + last):
        assert tried(server, written) == (
            200,
            {
                "table": opened["table"],
                "game": "scopa",
                "seat": None,
                "secret": opened["invite"],
                "invite": opened["invite"],
            },
        )
    again = code_of(server, opened["table"], opened["invite"], "invite")[1]
    assert again["code"] == given["code"]
    assert again["seconds"] <= given["seconds"]


def test_a_code_of_a_seat_hands_it_on_once(server: Server) -> None:
    opened = server.open_table("dice", "Ann")
    table, secret = opened["table"], opened["secret"]
    status, given = code_of(server, table, secret, "seat", invite=opened["invite"])
    assert (status, given["seconds"]) == (200, 600)
    assert [len(part) for part in given["code"].split("-")] == [4, 4]
    status, taken = tried(server, given["code"])
    assert status == 200
    assert taken == {
        "table": table,
        "game": "dice",
        "seat": 0,
        "secret": secret,
        "invite": opened["invite"],
    }
    assert tried(server, given["code"])[1]["code"] == "no-such-code"


def test_a_new_code_of_a_seat_replaces_the_last_one(server: Server) -> None:
    opened = server.open_table("dice", "Ann")
    one, other = (code_of(server, opened["table"], opened["secret"], "seat")[1] for _ in range(2))
    assert tried(server, one["code"])[0] == 404
    assert tried(server, other["code"])[1]["invite"] == ""


def test_a_listed_table_has_a_code_without_a_secret(server: Server) -> None:
    opened = server.open_table("dice", "Ann", listed=True)
    given = code_of(server, opened["table"], None, "invite")[1]
    taken = tried(server, given["code"])[1]
    assert (taken["table"], taken["secret"], taken["invite"]) == (opened["table"], "", "")


def test_a_code_is_for_those_who_have_the_secret(server: Server) -> None:
    opened = server.open_table("dice", "Ann")
    table = opened["table"]
    for secret, kind, more, code in (
        (None, "invite", {}, "not-found"),
        ("wrong", "seat", {}, "not-found"),
        (opened["invite"], "seat", {}, "bad-request"),
        (opened["secret"], "invite", {}, "bad-request"),
        (opened["secret"], "seat", {"invite": "wrong"}, "not-found"),
        (opened["secret"], "key", {}, "bad-request"),
    ):
        status, refused = code_of(server, table, secret, kind, **more)
        assert (status, refused["code"]) == (400 if code == "bad-request" else 404, code)


def test_all_codes_that_lead_nowhere_are_refused_alike(server: Server) -> None:
    opened = server.open_table("dice", "Ann")
    table, invite = opened["table"], opened["invite"]
    used = code_of(server, table, opened["secret"], "seat")[1]["code"]
    assert tried(server, used)[0] == 200
    closed = code_of(server, table, invite, "invite")[1]["code"]
    server.ask("DELETE", f"/api/tables/{table}/seats/0", None, opened["secret"])
    refusals = [tried(server, code) for code in (used, closed, "ABC-DEF", "", "-", "ﬀ", "x" * 40)]
    assert refusals == [refusals[0]] * len(refusals)
    assert (refusals[0][0], refusals[0][1]["code"]) == (404, "no-such-code")


def test_guessing_is_slow(tmp_path_factory: pytest.TempPathFactory) -> None:
    limits = {**ROOMY, "codes_a_minute": 1e-6, "codes_at_once": 10}
    with serving(tmp_path_factory.mktemp("guessing"), limits) as server:
        answers = [tried(server, f"AAA-AA{letter}") for letter in LETTERS[:11]]
        assert [status for status, _ in answers] == [404] * 10 + [429]
        assert answers[-1][1]["code"] == "too-fast"
        assert answers[-1][1]["retry_after"]
        opened = server.open_table("dice", "Ann")
        given = code_of(server, opened["table"], opened["invite"], "invite")[1]["code"]
        assert tried(server, given)[0] == 429  # right or wrong


def test_no_code_is_written_down(server: Server) -> None:
    opened = server.open_table("dice", "Ann")
    given = code_of(server, opened["table"], opened["secret"], "seat")[1]["code"]
    tried(server, given)
    tried(server, given)
    for file in server.folder.iterdir():
        body = file.read_bytes()
        for secret in (given, given.replace("-", ""), opened["secret"]):
            assert secret.encode() not in body


def test_letters_do_not_look_alike() -> None:
    assert len(set(LETTERS)) == len(LETTERS) >= 20
    assert not set(LETTERS) & set("0O1IQ5U")
