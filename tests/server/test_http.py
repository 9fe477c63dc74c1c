"""Every endpoint does what its document says; every answer has the right headers."""

from __future__ import annotations

import json
import resource
import sqlite3
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]
from websockets.exceptions import ConnectionClosed

from live import Server, serving
from server.border import Neighbour, assert_calm, connections, fetch, log_lines, metrics, wait_until
from settebello import Match
from settebello.registry import check_options, games
from settebello.server.api import ENDPOINTS
from settebello.server.matches_api import past as past_match
from settebello.table import protocol
from settebello.table.storage import MatchHeader

PAGES = ["/tables", "/style.css", "/healthz", "/readyz", "/metrics", "/docs", "/docs/openapi.json"]
PAGES += ["/docs/asyncapi.json", "/api/games", "/api/tables", "/api/matches"]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("server")) as server:
        yield server
        assert_calm(server)


def answer_of(server: Server, method: str, path: str, **headers: str) -> tuple[int, Any, bytes]:
    """Status, headers and body."""
    request = urllib.request.Request(server.url + path, None, headers, method=method)
    try:
        answer = urllib.request.urlopen(request, timeout=30)
    except urllib.error.HTTPError as error:
        answer = error
    with answer:
        return answer.status, answer.headers, answer.read()


# Games.


def test_games_are_listed_with_their_seats_and_the_version_of_their_rules(server: Server) -> None:
    status, listed = server.ask("GET", "/api/games")
    assert status == 200
    assert {game["name"]: (game["seats"], game["rules"]) for game in listed} == {
        game.NAME: (list(game.SEATS), game.VERSION) for game in games().values()
    }


@pytest.mark.parametrize("name", list(games()))
def test_options_are_described_by_a_schema_that_means_what_the_rules_mean(
    server: Server, name: str
) -> None:
    (schema,) = (g["options"] for g in server.ask("GET", "/api/games")[1] if g["name"] == name)
    Draft202012Validator.check_schema(schema)
    schema_takes = Draft202012Validator(schema).is_valid
    defaults = {option: about["default"] for option, about in schema["properties"].items()}
    assert defaults == check_options(games()[name], {})
    assert schema_takes(defaults)
    assert schema_takes({})
    for about in schema["properties"].values():
        assert about["description"][0].isupper()  # a label, such as "Points to win"

    cases: list[dict[str, Any]] = [{"no-such-option": 1}]
    for option, about in schema["properties"].items():
        values: list[Any] = [None, [], {}, 1.5, "nonsense", True, False, -1, 10**9]
        values += [about[bound] for bound in ("minimum", "maximum") if bound in about]
        values += [about["minimum"] - 1, about["maximum"] + 1] if "minimum" in about else []
        values += about.get("enum", [])
        cases += [{option: value} for value in values]
    for options in cases:
        wanted = {"game": name, "name": "Ann", "options": options}
        status, answer = server.ask("POST", "/api/tables", wanted)
        assert (status == 200) is schema_takes(options), options
        if status != 200:
            assert (status, answer["code"]) == (400, "bad-request")
            assert answer["text"].endswith(".")


# A table, from its opening to its record.


def test_a_table_is_opened_with_a_seat_and_a_link_for_friends(server: Server) -> None:
    opened = server.open_table("scopa", "Ann", seats=4, absence="wait", grace=60, clock=90)
    assert opened["seat"] == 0
    assert opened["link"] == f"{server.url}/#{opened['table']}.{opened['invite']}"
    assert opened["secret"] not in opened["link"]
    status, told = server.ask("GET", f"/api/tables/{opened['table']}", None, opened["invite"])
    assert status == 200
    assert {name: told[name] for name in ("game", "phase", "listed", "host")} == {
        "game": "scopa",
        "phase": "open",
        "listed": False,
        "host": 0,
    }
    assert (told["absence"], told["grace"], told["clock"]) == ("wait", 60, 90)
    assert [each.get("name") for each in told["seats"]] == ["Ann", None, None, None]
    assert told["options"] == check_options(games()["scopa"], {})


@pytest.mark.parametrize(
    "wanted",
    [
        {},
        {"game": "dice"},
        {"name": "Ann"},
        {"game": "dice", "name": "\ud800"},
        {"game": "chess", "name": "Ann"},
        {"game": "dice", "name": "Ann", "seats": 2},
        {"game": "scopa", "name": "Ann", "seats": 5},
        {"game": "dice", "name": "Ann", "absence": "never"},
        {"game": "dice", "name": "Ann", "grace": 1},
        {"game": "dice", "name": "Ann", "clock": 1e9},
        {"game": "dice", "name": "Ann", "secret": "x"},
        {"game": "../games/dice.py", "name": "Ann"},
    ],
    ids=str,
)
def test_what_cannot_be_opened_is_refused_with_a_reason(
    server: Server, wanted: dict[str, Any]
) -> None:
    status, refused = server.ask("POST", "/api/tables", wanted)
    assert (status, refused["type"], refused["code"]) == (400, "Refused", "bad-request")
    assert refused["text"].endswith(".")


def test_seats_are_chosen_taken_freed_and_filled(server: Server) -> None:
    opened = server.open_table("scopa", "Ann", seats=4)
    path, host, invite = f"/api/tables/{opened['table']}", opened["secret"], opened["invite"]
    status, bea = server.ask("POST", f"{path}/seats", {"name": "Bea", "seat": 2}, invite)
    assert (status, bea["seat"]) == (200, 2)
    for wanted, code in (
        ({"name": "Cal", "seat": 2}, "seat-taken"),
        ({"name": "Cal", "seat": 4}, "no-such-seat"),
    ):
        status, refused = server.ask("POST", f"{path}/seats", wanted, invite)
        assert (status, refused["code"]) == (409, code)
        assert refused["text"] != code
    assert server.sit(opened["table"], invite, "Cal")["seat"] == 1  # the first that is free
    assert server.ask("DELETE", f"{path}/seats/1", None, host)[0] == 200
    status, refused = server.ask("DELETE", f"{path}/seats/1", None, host)
    assert (status, refused["code"]) == (409, "seat-free")
    assert server.ask("POST", f"{path}/seats", {"bot": "random", "seat": 3}, host)[1] == {"seat": 3}
    status, refused = server.ask("POST", f"{path}/start", {}, host)
    assert (status, refused["code"]) == (409, "seats-free")
    assert refused["arguments"] == {"free": 1}
    status, told = server.ask("POST", f"{path}/start", {"fill": "bot"}, host)
    assert (status, told["phase"]) == (200, "playing")
    assert [each.get("bot", "") for each in told["seats"]] == ["", "bot", "", "random"]
    names = [each["name"] for each in told["seats"]]
    assert names[0] == "Ann"
    assert names[2] == "Bea"
    assert len(set(names)) == 4
    for method, end, body in (
        ("POST", "start", {"fill": "bot"}),
        ("POST", "seats", {"bot": "bot"}),
        ("DELETE", "seats/2", None),
    ):
        status, refused = server.ask(method, f"{path}/{end}", body, host)
        assert (status, refused["code"]) == (409, "not-open")


def test_a_full_table_has_no_seat(server: Server) -> None:
    opened = server.open_table("scopa", "Ann", seats=2)
    server.sit(opened["table"], opened["invite"], "Bea")
    path = f"/api/tables/{opened['table']}/seats"
    status, refused = server.ask("POST", path, {"name": "Cal"}, opened["invite"])
    assert (status, refused["code"]) == (409, "no-free-seat")


@pytest.mark.parametrize("listed", [True, False], ids=["listed", "private"])
def test_a_match_that_is_over_is_in_the_history_and_its_record_replays(
    server: Server, listed: bool
) -> None:
    player = Neighbour(server, "dice", listed=listed)
    table, secret = player.opened["table"], player.opened["secret"]
    first = server.ask("GET", f"/api/tables/{table}", None, secret)[1]["match"]
    record = f"/api/matches/{first}/record"
    player.play_match()
    status, history = server.ask("GET", f"/api/tables/{table}/matches", None, secret)
    assert status == 200
    past = history[-1]  # the newest is first, and by chance one more may be over already
    assert (past["match"], past["table"], past["game"]) == (first, table, "dice")
    assert past["players"][0] == "Bea"
    assert not past["played_on"]
    status, told = server.ask("GET", record, None, player.opened["invite"])
    assert status == 200
    match = Match.replay(told)
    assert match.over
    assert (list(match.scores), list(match.winners)) == (past["scores"], past["winners"])
    assert past["seat"] == 0  # of who asks
    theirs = server.ask("GET", f"/api/tables/{table}/matches", None, player.opened["invite"])[1]
    assert {**past, "seat": None} in theirs
    everybody = server.ask("GET", "/api/matches")[1]
    assert ({**past, "seat": None} in everybody) is listed
    assert (server.ask("GET", record)[0] == 200) is listed
    player.close()


def test_a_past_match_of_a_public_table_is_listed_like_others() -> None:
    summary = {"players": ["Ann"], "scores": [3], "winners": [0], "public": True, "fill_at": 1.0}
    header = MatchHeader("m", "t", "dice", "over", True, 0.0, json.dumps(summary))
    assert past_match("en", header, seat=0).scores == [3]


def test_a_table_says_to_a_seat_that_the_match_waits_for_it(server: Server) -> None:
    opened = server.open_table("scopa", "Ann", seats=2)
    table, secrets = opened["table"], [opened["secret"]]
    secrets.append(server.sit(table, opened["invite"], "Bea")["secret"])

    def is_awaited(secret: str) -> bool:
        told: bool = server.ask("GET", f"/api/tables/{table}", None, secret)[1]["turn"]
        return told

    assert not any(map(is_awaited, secrets))
    server.begin(table, secrets[0])
    assert sorted(map(is_awaited, secrets)) == [False, True]
    assert not is_awaited(opened["invite"])


def test_a_match_that_is_not_over_has_no_record_yet(server: Server) -> None:
    opened = server.open_table("dice", "Ann")
    table, secret = opened["table"], opened["secret"]
    server.begin(table, secret, fill="random")  # without Ann the bots do not play
    match = server.ask("GET", f"/api/tables/{table}", None, secret)[1]["match"]
    status, refused = server.ask("GET", f"/api/matches/{match}/record", None, secret)
    assert (status, refused["code"]) == (409, "not-over")


def test_a_host_says_how_to_reach_them_and_how_long_what_is_kept(tmp_path: Path) -> None:
    contact = ("--contact", "Ann, cards@example.org")
    with serving(tmp_path, {"open_hours": 2}, options=contact) as server:
        told = {"open_hours": 2, "idle_days": 30, "chat_seconds": 300}
        assert server.ask("GET", "/api/host") == (
            200,
            {"contact": "Ann, cards@example.org", **told},
        )


def test_the_page_lists_the_tables_that_are_for_everybody(server: Server) -> None:
    listed = server.open_table("dice", "Ann", listed=True)
    private = server.open_table("dice", "Bea")
    lines = server.ask("GET", "/api/tables")[1]
    assert lines[0] == {  # the newest first
        "table": listed["table"],
        "game": "dice",
        "phase": "open",
        "players": ["Ann", "", ""],
        "free": 2,
        "dev": False,
        "faces": [],
        "public": False,
        "fill_in": None,
    }
    page = fetch(server, "/tables")
    assert f"settebello join {server.url}/#{listed['table']}" in page
    assert private["table"] not in page + str(lines)
    assert listed["invite"] not in page


# Headers, statuses, languages.

SECURITY = {
    "content-security-policy": "default-src 'self'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "permissions-policy": "camera=()",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
KEPT = ["/api/games"]  # that may be asked for again with what is known of them


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"])
@pytest.mark.parametrize("path", [*PAGES, "/nonsense", "/api/tables/x", "/api/matches/x/record"])
def test_every_answer_has_the_headers_that_protect(server: Server, method: str, path: str) -> None:
    status, headers, body = answer_of(server, method, path)
    assert status in (200, 400, 404, 405)
    for name, value in SECURITY.items():
        assert len(headers.get_all(name)) == 1, name
        assert headers[name].startswith(value)
    kept = status == 200 and path in KEPT
    assert headers.get_all("cache-control") == ["no-cache" if kept else "no-store"]
    assert "server" not in headers
    assert "set-cookie" not in headers
    assert not [name for name in headers if name.lower().startswith("access-control")]
    if status != 200 and method != "HEAD":
        refused = json.loads(body)
        assert refused["type"] == "Refused"
        assert refused["text"].endswith(".")


@pytest.mark.parametrize("path", PAGES)
def test_pages_have_the_type_that_they_are(server: Server, path: str) -> None:
    kinds = {"/tables": "text/html", "/docs": "text/html", "/style.css": "text/css"}
    kinds |= {"/healthz": "text/plain", "/metrics": "text/plain"}
    _, headers, body = answer_of(server, "GET", path)
    assert headers.get_content_type() == kinds.get(path, "application/json")
    assert headers["content-length"] == str(len(body))
    assert body


def test_pages_keep_to_their_own_policy(server: Server) -> None:
    for path in ("/tables", "/docs"):
        page = fetch(server, path)
        assert "<script" not in page
        assert "<style" not in page
        assert " style=" not in page
        assert "http-equiv" not in page


def test_a_method_that_is_not_taken_is_said_to_be_so(server: Server) -> None:
    status, headers, body = answer_of(server, "PUT", "/api/tables")
    assert (status, headers["allow"]) == (405, "GET, HEAD, POST")
    assert json.loads(body)["text"] == "This address takes GET, HEAD, POST only."
    for end in ENDPOINTS:
        path = end.path.replace("{table}", "x").replace("{match}", "x").replace("{seat}", "0")
        assert answer_of(server, "PUT", path)[0] == 405


@pytest.mark.parametrize(
    ("wanted", "language"),
    [
        ("", "en"),
        ("en", "en"),
        ("it", "it"),
        ("IT", "it"),
        ("it-CH,it;q=0.9,en;q=0.8", "it"),
        ("de", "en"),
        ("de-AT, it;q=0.5, en;q=0.4", "it"),
        ("*", "en"),
        (";;;,,,", "en"),
        ("x" * 5000, "en"),
    ],
)
def test_refusals_are_in_the_language_of_the_client(
    server: Server, wanted: str, language: str
) -> None:
    sentences = {"en": "There is no such page", "it": "pagina"}
    refused = json.loads(answer_of(server, "GET", "/x", **{"Accept-Language": wanted})[2])
    assert sentences[language] in refused["text"]


# Health and figures.


def test_the_server_says_that_it_is_well(server: Server) -> None:
    assert fetch(server, "/healthz") == "ok\n"


def test_figures_count_what_happens(server: Server) -> None:
    before = metrics(server)
    player = Neighbour(server, "scopa", seats=3)
    player.play()
    server.ask("GET", "/nonsense")
    after = metrics(server)
    grown = {name: after[name] - before.get(name, 0) for name in after}
    assert grown["tables_opened_total"] == 1
    assert grown["tables_unfinished"] == 1
    assert grown["tables"] == 1
    assert grown["connections"] == 1
    assert grown["refusals_total.no-such-page"] == 1
    assert grown["entries_total"] >= 6  # opened, three seats, begun, and a move
    assert grown["messages_received_total"] >= 1
    assert grown["messages_sent_total"] >= 3
    assert grown["commit_seconds_count"] >= 3
    assert grown["store_failures_total"] == 0
    player.close()
    wait_until(lambda: connections(server) == before["connections"])


def test_figures_are_explained_here_and_on_the_operators_page(server: Server) -> None:
    page = fetch(server, "/metrics")
    names = {line.split()[2] for line in page.splitlines() if line.startswith("# TYPE ")}
    explained = {line.split()[2] for line in page.splitlines() if line.startswith("# HELP ")}
    assert names == explained
    hosting = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text("utf-8")
    for name in names:
        assert f"| `{name.removesuffix('_total').removesuffix('_created')}` |" in hosting
    assert "Ann" not in page


# A disk that is full.


def limit_files(server: Server, size: int) -> None:
    """From now on no file of the server may grow beyond this."""
    hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, hard))


def entries(server: Server) -> list[Any]:
    file = server.folder / "tables.db"
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as database:
        return list(database.execute("SELECT * FROM log ORDER BY match, number"))


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux can limit the files of another")
def test_when_the_disk_is_full_nothing_is_lost_and_it_goes_on_later(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    with serving(tmp_path_factory.mktemp("full")) as server:
        opened = server.open_table("scopa", "Ann", seats=2)
        waiting = server.open_table("dice", "Ann")
        table, secret = opened["table"], opened["secret"]
        server.begin(table, secret, fill="random")
        player = server.connect(table=table, secret=secret)
        told: protocol.Welcome | protocol.Told = player.receive_a(protocol.Welcome)
        while not told.legal:
            player.send(protocol.Ack(told.number))
            told = player.receive_a(protocol.Told)
        before, figures = entries(server), metrics(server)
        limit_files(server, (server.folder / "tables.db-wal").stat().st_size)

        move = protocol.Move("1", told.number, told.legal[0].text)
        player.send(move)
        assert player.receive_a(protocol.Refused).code == "not-stored"
        with pytest.raises(ConnectionClosed, match="1013"):
            player.receive()
        player.close()
        seats = f"/api/tables/{waiting['table']}/seats"
        for method, path, body, allowed in (
            ("POST", "/api/tables", {"game": "dice", "name": "Ann"}, None),
            ("POST", seats, {"name": "Bea"}, waiting["invite"]),
            ("DELETE", f"{seats}/0", None, waiting["secret"]),
        ):
            status, refused = server.ask(method, path, body, allowed)
            assert (status, refused["code"]) == (503, "not-stored")
            assert refused["text"].endswith(".")
        again = server.connect(table=table, secret=secret)
        welcome = again.receive_a(protocol.Welcome)  # it can still be read, and is as it was
        assert (welcome.number, welcome.legal) == (told.number, told.legal)
        assert welcome.view == told.view
        assert entries(server) == before
        grown = metrics(server)
        assert grown["store_failures_total"] > figures["store_failures_total"]
        assert grown["tables_unfinished"] == figures["tables_unfinished"]
        assert "StoreError" in {line.get("error") for line in log_lines(server)}

        limit_files(server, resource.RLIM_INFINITY)
        again.send(move)
        assert again.receive_a(protocol.Answer).id == "1"
        again.close()
        assert server.ask("POST", seats, {"name": "Bea"}, waiting["invite"])[0] == 200
        server.open_table("dice", "Ann")
        assert set(before) < set(entries(server))
        assert server.stop() == 0
