"""What an author is shown of a table and may do there, to a client that knows the docs only."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from children import limited
from live import Server, serving
from settebello.match import Match
from settebello.table import protocol

TINY = Path(__file__).parents[1] / "examples"
HIGH_CARD = Path(__file__).parents[2] / "examples" / "my_first_game.py"
RULES = HIGH_CARD.read_text("utf-8").replace('"high_card"', '"failing"')
BLIND = """
def public(state):
    return {} if not state.pile else {"pot": 1 // 0}
"""
FAILING = """
def apply(state, seat, play, tell):
    raise ZeroDivisionError("no luck")
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("author")
    failing = folder / "failing.py"
    failing.write_text(RULES + FAILING, "utf-8")
    blind = folder / "blind.py"
    blind.write_text(RULES.replace('"failing"', '"blind"') + BLIND, "utf-8")
    files = [str(TINY / "request.py"), str(HIGH_CARD), str(failing), str(blind)]
    with serving(folder, options=[*files, "--dev"]) as server:
        yield server


class AuthorsTable:
    """Ann's table with bots, as its author reaches it."""

    def __init__(self, server: Server, game: str, **wanted: Any) -> None:
        self._server = server
        self.opened = server.open_table(game, **wanted)
        self.path = f"/api/dev/tables/{self.opened['table']}"
        server.begin(self.opened["table"], self.opened["secret"], "bot")

    def ask(self, method: str, path: str = "", body: object = None) -> Any:
        status, answer = self._server.ask(method, self.path + path, body)
        assert status == 200, answer
        return answer

    def look(self) -> Any:
        return self.ask("GET")

    def play(self, seat: int, move: str) -> Any:
        return self.ask("POST", "/moves", {"seat": seat, "move": move})


def test_an_author_sees_every_seat(server: Server) -> None:
    table = AuthorsTable(server, "request")
    found = table.look()
    document = server.ask("GET", "/docs/openapi.json")[1]
    schema = {"$ref": "#/components/schemas/DevTable", "components": document["components"]}
    Draft202012Validator(schema).validate(found)
    assert found["game"] == "request"
    assert found["rules"]["file"] == "request.py"
    assert len(found["rules"]["hash"]) == 16
    assert (found["rules"]["loads"], found["rules"]["error"]) == (1, "")
    assert (found["phase"], found["to_act"], found["scores"]) == ("playing", [0], [0, 0, 0])
    assert [seat["seat"] for seat in found["seats"]] == [0, 1, 2, None]
    every = found["open"]["places"]
    assert not any("??" in faces for faces in every.values())
    for seat in range(3):
        view = found["seats"][seat]["view"]
        for other in range(3):
            shown = every[f"hand:{other}"] if other == seat else ["??"] * 5
            assert view["places"][f"hand:{other}"] == shown
    assert found["seats"][3]["view"]["places"]["hand:0"] == ["??"] * 5
    legal = [seat.get("legal", []) for seat in found["seats"]]
    assert legal[0][0]["text"].startswith("ask 1 ")
    assert "Knight of Cups" in legal[0][0]["label"]
    assert found["seats"][0]["moves"] == len(legal[0])
    assert legal[1:] == [[], [], []]
    assert "State(house=None" not in found["state"]  # field by field
    assert found["state"]["to_act"] == "(0,)"


def test_an_author_moves_for_every_seat(server: Server) -> None:
    table = AuthorsTable(server, "request")
    found = table.look()
    for turn in range(3):
        assert found["to_act"] == [turn]
        move = found["seats"][turn]["legal"][0]["text"]
        found = table.play(turn, move)
        assert found["moves"] == turn + 1
        event = found["events"][-1]
        assert (event["event"], event["fields"]["seat"]) == ("Asked", turn)
        assert event["told"][0]["to"] == [0, 1, 2, None]
        among, void = found["facts"][-2:]
        assert (among["fact"], void["fact"]) == ("among", "void")
        assert among["known_by"] == [0, 1, 2, None]
        assert len(among["faces"]) == 1
        assert {card["at"] for card in among["cards"]} == {f"hand:{turn}"}
    found = table.play(0, "")  # as its bot would
    assert found["to_act"] == [1]
    record = table.ask("GET", "/record")
    assert [seat for seat, _ in record["moves"]] == [0, 1, 2, 0]
    again = Match.replay(record, game=str(TINY / "request.py"))
    assert list(again.scores) == found["scores"]


def test_who_was_told_what(server: Server) -> None:
    table = AuthorsTable(server, "high_card", seats=3)
    dealt = next(event for event in table.look()["events"] if event["event"] == "Dealt")
    own, others = dealt["told"]
    assert (own["to"], others["to"]) == ([0], [1, 2, None])
    assert own["notice"]["cards"] == dealt["fields"]["cards"]
    assert others["notice"]["cards"] == ["??"] * 3
    assert "You" in own["text"]
    assert "Ann" in others["text"]


def test_who_is_connected_is_told_of_moves_that_an_author_makes(server: Server) -> None:
    table = AuthorsTable(server, "request")
    with server.connect(table=table.opened["table"], secret=table.opened["secret"]) as ann:
        assert ann.receive_a(protocol.Welcome).legal
        assert table.ask("PATCH", body={"bots": False})["bots"] is False
        found = table.play(0, table.look()["seats"][0]["legal"][0]["text"])
        assert ann.receive_a(protocol.Told).notices[0]["event"] == "Asked"  # without her ack
        for turn in (1, 2):  # the bots wait
            assert found["to_act"] == [turn]
            found = table.play(turn, found["seats"][turn]["legal"][0]["text"])
        move = found["seats"][0]["legal"][0]["text"]
        ann.send(protocol.Move("a", found["events"][-1]["number"], move))
        ann.receive_a(protocol.Answer)
        assert table.look()["to_act"] == [1]
        table.ask("PATCH", body={"bots": True})
        while table.look()["moves"] < 6:  # now they move, as soon as Ann has seen what happened
            ann.send(protocol.Ack(ann.receive_a(protocol.Told).number))


def test_a_match_goes_on_from_any_move_at_a_new_table(server: Server) -> None:
    table = AuthorsTable(server, "request")
    dealt = table.look()
    for turn in (0, 1):
        table.play(turn, table.look()["seats"][turn]["legal"][0]["text"])
    before = table.look()
    for moves, hands in ((1, None), (0, dealt["open"]), (None, None)):
        copied = table.ask("POST", "/copies", {"moves": moves})["table"]
        assert copied != table.opened["table"]
        status, found = server.ask("GET", f"/api/dev/tables/{copied}")
        assert (status, found["moves"], found["phase"]) == (200, moves or 0, "playing")
        assert hands is None or found["open"]["places"] == hands["places"]
        with server.connect(table=copied, secret=table.opened["secret"]) as ann:
            welcome = ann.receive_a(protocol.Welcome)
            assert welcome.seat == 0
            assert not any(notice.get("stand_in") for notice in welcome.notices)
    assert table.look()["open"] == before["open"]


def test_what_is_wrong_with_rules_is_shown_until_it_is_mended(server: Server) -> None:
    file, table = server.folder / "failing.py", AuthorsTable(server, "failing", seats=2)
    move = table.look()["seats"][0]["legal"][0]["text"]
    status, refused = server.ask("POST", f"{table.path}/moves", {"seat": 0, "move": move})
    assert (status, refused["code"]) == (400, "bad-request")
    failure = "failed in 'apply': ZeroDivisionError: no luck (line "
    assert failure in table.look()["failure"]
    file.write_text("NAME =", "utf-8")
    with limited(server.process):
        while not table.look()["rules"]["error"]:
            pass
    found = table.look()
    assert "SyntaxError" in found["rules"]["error"]
    assert failure in found["failure"]
    file.write_text(RULES, "utf-8")
    with limited(server.process):
        while table.look()["failure"]:
            pass
    found = table.look()
    assert (found["rules"]["error"], found["rules"]["loads"]) == ("", 2)
    assert table.play(0, move)["moves"] == 1

    # The match does not play out any more: the first deal does, and a new one.
    file.write_text(RULES.replace('"{card}"', '"put {card}"'), "utf-8")
    with limited(server.process):
        while (answer := server.ask("GET", table.path))[0] == 200:
            pass
    assert "does not play out with the new rules" in answer[1]["text"]
    assert "is not a move here; try put " in answer[1]["text"]
    status, refused = server.ask("POST", f"{table.path}/copies", {"moves": 1})
    assert (status, "does not play out" in refused["text"]) == (400, True)
    for moves in (0, None):
        copied = table.ask("POST", "/copies", {"moves": moves, "bots": False})["table"]
        found = server.ask("GET", f"/api/dev/tables/{copied}")[1]
        assert found["bots"] is False
        assert found["seats"][0]["legal"][0]["text"].startswith("put ")


def test_rules_that_fail_in_a_view_leave_a_gap(server: Server) -> None:
    table = AuthorsTable(server, "blind", seats=2)
    for seat in (0, 1):
        found = table.look()
        assert found["failure"] == ""
        table.play(seat, found["seats"][seat]["legal"][0]["text"])
    found = table.look()
    assert "failed in 'public': ZeroDivisionError" in found["failure"]
    assert (found["seats"][0].get("view"), found["open"]) == (None, None)
    assert found["seats"][0]["moves"] == 2
    assert found["state"]["pile"] == "[0, 3]"


def test_moves_that_cannot_be_made_are_refused(server: Server) -> None:
    table = AuthorsTable(server, "request")
    before = table.look()
    for seat, move, said in (
        (1, "ask 0 1", "Ann"),
        (0, "dance", "dance"),
        (1, "", "Ann"),
        (7, "ask 0 1", "seat"),
    ):
        status, answer = server.ask("POST", f"{table.path}/moves", {"seat": seat, "move": move})
        assert status in (400, 409)
        assert said in answer["text"]
    assert server.ask("POST", f"{table.path}/moves", {"seat": 0})[0] == 400
    assert server.ask("POST", f"{table.path}/copies", {"moves": -1})[0] == 400
    assert table.look() == before


def test_before_a_match_there_is_little_to_see(server: Server) -> None:
    opened = server.open_table("request")
    path = f"/api/dev/tables/{opened['table']}"
    status, found = server.ask("GET", path)
    assert (status, found["phase"], found["open"], found["events"]) == (200, "open", None, [])
    assert server.ask("GET", f"{path}/record")[0] == 409
    assert server.ask("POST", f"{path}/copies", {})[0] == 409
    assert server.ask("POST", f"{path}/moves", {"seat": 0, "move": "ask 1 1"})[0] in (400, 409)


WAYS = [
    ("GET", "", None),
    ("PATCH", "", {"bots": True}),
    ("POST", "/moves", {"seat": 0, "move": "ask 1 1"}),
    ("POST", "/copies", {}),
    ("GET", "/record", None),
]


def test_pages_from_elsewhere_are_kept_out(server: Server) -> None:
    table = AuthorsTable(server, "request")
    before = table.look()
    port = server.url.rpartition(":")[2]
    for headers in (
        {"origin": "https://cards.example"},
        {"origin": "null"},
        {"host": f"cards.example:{port}"},
        {"host": f"cards.example:{port}", "origin": f"http://cards.example:{port}"},
    ):
        for method, path, body in WAYS:
            status, answer = server.ask(method, table.path + path, body, headers=headers)
            assert (status, answer["code"]) == (403, "origin")
    assert table.look() == before


def test_no_other_server_has_any_of_it(tmp_path: Path) -> None:
    rules = str(TINY / "request.py")
    with serving(tmp_path, options=[rules]) as server:
        opened = server.open_table("request")
        server.begin(opened["table"], opened["secret"], "bot")
        for method, path, body in WAYS:
            place = f"/api/dev/tables/{opened['table']}{path}"
            status, answer = server.ask(method, place, body, opened["secret"])
            assert (status, answer["code"]) == (404, "no-such-page")
    with serving(tmp_path, options=[rules, "--dev"]) as server:  # nor does its table open later
        for method, path, body in WAYS:
            place = f"/api/dev/tables/{opened['table']}{path}"
            status, answer = server.ask(method, place, body, opened["secret"])
            assert (status, answer["code"]) == (404, "not-found")


def test_a_table_that_is_not_there(server: Server) -> None:
    assert server.ask("GET", "/api/dev/tables/none")[0] == 404
