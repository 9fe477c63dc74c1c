"""A match that is over, stepped through: each viewer sees again what they saw, and no more."""

from __future__ import annotations

import gzip
import json
import re
import urllib.request
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from helpers import SILENT, play_random
from live import Server, serving
from settebello import Match
from settebello.cards import HIDDEN
from settebello.games import OUR_GAMES
from settebello.record import write_record
from settebello.server import matches_api
from settebello.server.commands import import_files
from settebello.server.steps import OPEN, Steps, stepping
from settebello.table.records import at_once

each_game = pytest.mark.parametrize("game", OUR_GAMES, ids=lambda game: game.NAME)
SHORT: dict[str, dict[str, Any]] = {"rummy": {"target": 20}, "scopa": {"target": 3}}


def played(game: Any) -> Match:
    players = ["Ann", "Bea", "Cal", "Dan"][: 3 if 3 in game.SEATS else game.SEATS[0]]
    match = Match(game, players, seed=3, options=SHORT.get(game.NAME))
    return play_random(match, 3)


@pytest.fixture(scope="module")
def matches() -> Mapping[str, Match]:
    return {game.NAME: played(game) for game in OUR_GAMES}


@pytest.fixture(scope="module")
def server(
    tmp_path_factory: pytest.TempPathFactory, matches: Mapping[str, Match]
) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("server")
    for listed, names in ((True, ["scopa", "sixty_six"]), (False, ["dice"])):
        files = [folder / f"{name}.json" for name in names]
        for name, file in zip(names, files, strict=True):
            write_record(matches[name].record(), file)
        import_files(f"sqlite:///{folder / 'tables.db'}", files, listed=listed)
    with serving(folder) as server:
        yield server


def looked(match: Match, viewer: int | str | None, language: str = "en") -> Steps:
    return msgspec.json.decode(at_once(stepping(match.record(), viewer, language)), type=Steps)


# What is in them.


@each_game
def test_the_steps_are_the_moves_of_the_match(game: Any, matches: Mapping[str, Match]) -> None:
    match = matches[game.NAME]
    found = looked(match, 0)
    record = match.record()
    assert (found.game, found.rules, found.players) == (game.NAME, game.VERSION, record["players"])
    assert found.options == record["options"]
    assert found.steps[0].move is None
    moves = [step.move for step in found.steps[1:] if step.move is not None]
    assert [[move.seat, move.text] for move in moves] == record["moves"]
    assert all(move.label for move in moves)
    assert found.steps[-1].to_act == ()
    assert found.steps[-1].scores == match.scores
    assert found.steps[-1].view["winners"] == list(match.winners)


def unspoken(notices: list[Any]) -> list[dict[str, Any]]:
    wordings = ("text", "later", "tally")
    return [{name: n[name] for name in n if name not in wordings} for n in notices]


@each_game
def test_a_viewer_sees_again_what_they_were_told_and_no_more(
    game: Any, matches: Mapping[str, Match]
) -> None:
    match = matches[game.NAME]
    for viewer in (0, 1, 2, None):
        for language in ("en", "it"):
            found = looked(match, viewer, language)
            told = [notice for step in found.steps for notice in step.notices]
            if viewer is None:
                assert told == match.notices(viewer, language)
            else:  # the sentences name everybody: who looks back may be a stranger
                assert unspoken(told) == unspoken(match.notices(viewer, language))
                assert all(n["text"] or n["event"] in SILENT for n in told)
            ours = (n for n in told if n["event"] != "Congratulated")  # which is a speech
            assert not [n["text"] for n in ours if re.search(r"\b[Yy]ou(rs?)?\b", n["text"])]
        last = len(found.steps) - 1
        for number in (0, last // 2, last):
            as_it_was = Match.replay(match.record(), upto=number)
            assert found.steps[number].view == as_it_was.view(viewer).to_dict()
            assert found.steps[number].to_act == as_it_was.to_act


@each_game
def test_open_shows_every_card_in_every_step(game: Any, matches: Mapping[str, Match]) -> None:
    match = matches[game.NAME]
    found, watched = looked(match, OPEN), looked(match, None)
    assert HIDDEN not in msgspec.json.encode(found).decode()
    for step, seen in zip(found.steps, watched.steps, strict=True):
        assert step.view["viewer"] is None
        assert list(step.view["places"]) == list(seen.view["places"])
        for place, texts in seen.view["places"].items():
            opened = step.view["places"][place]
            assert [o if t != HIDDEN else t for o, t in zip(opened, texts, strict=True)] == texts
            assert len(step.view["pieces"][place]) == len(opened)
        ids = [piece for pieces in step.view["pieces"].values() for piece in pieces]
        assert len(ids) == len(set(ids))


@each_game
def test_cards_travel_with_their_ids_when_all_is_open(
    game: Any, matches: Mapping[str, Match]
) -> None:
    lies: dict[str, str] = {}
    for step in looked(matches[game.NAME], OPEN).steps:
        for notice in step.notices:
            for way in notice.get("moved", ()):
                if way["piece"] in lies:  # else it is of a new deal
                    assert lies.pop(way["piece"]) == way["from"]
                lies[way.get("becomes", way["piece"])] = way["to"]
        places, pieces = step.view["places"], step.view["pieces"]
        lies = {id: place for place in places for id in pieces[place]}


def test_open_says_of_whom_a_word_is_that_was_for_one_alone(matches: Mapping[str, Match]) -> None:
    def heard(game: str, event: str) -> list[tuple[str, str]]:
        match = matches[game]
        told = [notice for step in looked(match, OPEN).steps for notice in step.notices]
        return [(match.players[n["seat"]], n["text"]) for n in told if n["event"] == event]

    assert all(text.startswith(f"{name} holds ") for name, text in heard("rummy", "HandDealt"))
    ((winner, text),) = heard("dice", "Congratulated")  # a sentence that knows no other reader
    assert text.startswith(f"{winner}: Congratulations {winner} ")


# Asking for them.


def past(server: Server, game: str) -> str:
    (match,) = [m["match"] for m in server.ask("GET", "/api/matches")[1] if m["game"] == game]
    return str(match)


def test_the_steps_of_a_match_are_sent(server: Server, matches: Mapping[str, Match]) -> None:
    path = f"/api/matches/{past(server, 'scopa')}/steps"
    for viewer, query in ((None, ""), (None, "?viewer=watch"), (1, "?viewer=1&language=it")):
        status, told = server.ask("GET", path + query)
        assert status == 200
        expected = looked(matches["scopa"], viewer, "it" if viewer else "en")
        assert told == json.loads(msgspec.json.encode(expected))
    assert server.ask("GET", path + "?viewer=open")[1] != told


def test_they_are_sent_zipped(server: Server) -> None:
    url = f"{server.url}/api/matches/{past(server, 'sixty_six')}/steps"
    request = urllib.request.Request(url, headers={"Accept-Encoding": "gzip"})
    with urllib.request.urlopen(request, timeout=30) as answer:
        body = answer.read()
        assert answer.headers["content-encoding"] == "gzip"
        assert answer.headers["cache-control"] == "private, no-cache"
    told = gzip.decompress(body)
    assert json.loads(told)["game"] == "sixty_six"
    assert len(body) < len(told) / 5


@pytest.mark.parametrize(
    "query", ["viewer=3", "viewer=-1", "viewer=x", "viewer=00", "viewer=²", "language=de"]
)
def test_who_is_no_viewer_is_told_so(server: Server, query: str) -> None:
    path = f"/api/matches/{past(server, 'scopa')}/steps?{query}".replace("²", "%C2%B2")
    status, refused = server.ask("GET", path)
    assert (status, refused["code"]) == (400, "bad-request")
    assert refused["text"].endswith(".")


def test_they_are_open_to_those_to_whom_the_record_is(server: Server) -> None:
    private = server.open_table("dice", "Ann")
    assert server.ask("GET", "/api/matches/x/steps")[0] == 404
    told = server.ask("GET", f"/api/tables/{private['table']}", None, private["invite"])[1]
    path = f"/api/matches/{told['match']}/steps"
    for secret, status, code in (
        (None, 404, "not-found"),
        ("wrong", 404, "not-found"),
        (private["invite"], 409, "not-over"),
        (private["secret"], 409, "not-over"),
    ):
        answer = server.ask("GET", path, None, secret)
        assert (answer[0], answer[1]["code"]) == (status, code)


def test_a_match_without_end_is_not_stepped_through(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, matches: Mapping[str, Match]
) -> None:
    from server.inside import inside

    file = tmp_path / "scopa.json"
    write_record(matches["scopa"].record(), file)
    import_files(f"sqlite:///{tmp_path / 'tables.db'}", [file], listed=True)
    monkeypatch.setattr(matches_api, "LONGEST", 20)
    with inside(tmp_path) as server:
        status, refused = server.ask("GET", f"/api/matches/{past(server, 'scopa')}/steps")
        assert (status, refused["code"]) == (409, "too-long")
        assert server.ask("GET", f"/api/matches/{past(server, 'scopa')}/record")[0] == 200
