"""Reviews of past matches over HTTP: from each seat's own knowledge, on request, and kept."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from live import ROOMY, Server
from server.inside import Inside, inside
from server.past import each_game, ids, imported, played
from server.test_thinking import ODD, SANE, Gate, TwoAtScopa, processes, program
from server.worlds import twins
from settebello import Match
from settebello.games import OUR_GAMES, briscola
from settebello.lab.review import review
from settebello.server import reviews, reviews_api, thinking
from settebello.server.review_bodies import Known, ReviewNow

FEW = 2  # worlds
SLOW = ("go_fish", "sixty_six")
WITH_SECRETS = [game for game in OUR_GAMES if game.FACES]
Asked = tuple[int, Any]


def begin(server: Server, match: str, seat: object = 0, **given: Any) -> Asked:
    language = given.pop("language", "en")
    path = f"/api/matches/{match}/review?language={language}"
    return server.ask("POST", path, {"seat": seat}, **given)


def look(server: Server, match: str, seat: object = 0, **given: Any) -> Asked:
    language = given.pop("language", "en")
    return server.ask("GET", f"/api/matches/{match}/review?seat={seat}&language={language}")


def known(server: Server, match: str, seat: object = 0, step: object = 0) -> Asked:
    return server.ask("GET", f"/api/matches/{match}/known?seat={seat}&step={step}")


def settle(server: Inside) -> None:
    """Wait until no review is under way."""

    async def ended() -> None:
        jobs = list(server.app.reviews._under_way.values())
        await asyncio.gather(*[job.task for job in jobs if job.task is not None])

    asyncio.run_coroutine_threadsafe(ended(), server.app.lobby._loop).result(60)


def reviewed(server: Inside, match: str, seat: int = 0) -> dict[str, Any]:
    """The review of a seat, when it is done."""
    status, answer = begin(server, match, seat)
    assert status == 200, answer
    settle(server)
    status, answer = look(server, match, seat)
    assert (status, answer["state"]) == (200, "done"), answer
    msgspec.convert(answer, ReviewNow)
    return dict(answer["review"])


@contextmanager
def few_worlds(folder: Path, **limits: float) -> Iterator[Inside]:
    with inside(folder, limits={**ROOMY, "review_worlds": FEW, **limits}) as server:
        yield server


@contextmanager
def odd(folder: Path, what: str, **limits: float) -> Iterator[Inside]:
    """A server whose thinking processes do something odd."""
    with program(ODD, what), few_worlds(folder, thinkers=1, **limits) as server:
        yield server


@pytest.fixture(scope="module")
def server(
    tmp_path_factory: pytest.TempPathFactory, matches: Mapping[str, Match]
) -> Iterator[Inside]:
    folder = tmp_path_factory.mktemp("server")
    imported(folder, [match.record() for match in matches.values()])
    with few_worlds(folder) as server:
        yield server


@pytest.fixture
def one(tmp_path: Path) -> Match:
    """A match that is in a store of its own, as the only one."""
    match = played(briscola)
    imported(tmp_path, [match.record()])
    return match


# What is in them.


@each_game
def test_a_review_is_that_of_the_lab_with_the_step_of_each_decision(
    game: Any, server: Inside, matches: Mapping[str, Match]
) -> None:
    match = matches[game.NAME]
    id = ids(server)[list(matches).index(game.NAME)]
    assert look(server, id)[1]["state"] == "none"
    found = reviewed(server, id)
    assert (found.pop("worlds"), found.pop("by_policy")) == (FEW, True)
    steps = [decision.pop("step") for decision in found["decisions"]]
    if game.NAME not in SLOW:
        (seat,) = review(match.record(), 0, worlds=FEW).to_dict()["seats"]
        for decision in seat["decisions"]:
            decision["moves"] = decision["moves"][:12]
        assert found == seat
    assert found["even"] + found["luck"] + found["skill"] == pytest.approx(found["end"], abs=2e-4)
    assert found["end"] == pytest.approx(found["won"], abs=2e-4)
    told = server.ask("GET", f"/api/matches/{id}/steps?viewer=0")[1]["steps"]
    for step, decision in zip(steps, found["decisions"], strict=True):
        assert 0 in told[step]["to_act"]
        made = told[step + 1]["move"]
        assert (made["text"], made["label"]) == (decision["made"], decision["label"])


def test_it_is_kept_and_comes_at_once_also_after_a_restart(tmp_path: Path, one: Match) -> None:
    with few_worlds(tmp_path) as server:
        (match,) = ids(server)
        found = reviewed(server, match, 1)
    with odd(tmp_path, "dies") as server:  # no process is asked
        moves = sum(seat == 1 for seat, _ in one.moves)
        for status, answer in (look(server, match, 1), begin(server, match, 1)):
            assert status == 200
            assert answer["done"] == answer["all"] == moves
            assert answer["review"] == found
        assert look(server, match, 0)[1]["state"] == "none"
        assert processes(server) == []
        italian = look(server, match, 1, language="it")[1]["review"]
    assert italian["decisions"][0]["label"] != found["decisions"][0]["label"]
    assert [d["loss"] for d in italian["decisions"]] == [d["loss"] for d in found["decisions"]]
    assert italian["player"] == "Bea"


def test_one_that_an_older_settebello_kept_in_another_form_is_made_again(
    tmp_path: Path, one: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    with few_worlds(tmp_path) as server:
        (match,) = ids(server)
        reviewed(server, match)
        monkeypatch.setattr(reviews, "BEGINNING", '{"format":0,')
        assert look(server, match)[1]["state"] == "none"
        assert begin(server, match)[1]["state"] == "working"
        settle(server)


def test_while_it_is_made_it_says_how_far_it_is_and_bots_come_first(
    tmp_path: Path, one: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = Gate(tmp_path / "gate", monkeypatch)
    with odd(tmp_path, "waits", thinking_seconds=60, review_seconds=60) as server:
        (match,) = ids(server)
        status, answer = begin(server, match)
        assert (status, answer["state"], answer["review"]) == (200, "working", None)
        held = gate.wait()  # its first decision has the process
        assert begin(server, match)[1]["state"] == "working"
        before = look(server, match)[1]
        assert before["all"] == sum(seat == 0 for seat, _ in one.moves)
        with TwoAtScopa(server) as table:
            table.until(lambda: bool(table.seen) and table.last.thinking)
            made = table.moves
            os.close(held)
            while (now := look(server, match)[1]["done"]) == before["done"]:
                pass
            so_far = look(server, match)[1]
            assert (so_far["state"], so_far["closely"]) == ("working", False)
            assert [d["move"] for d in so_far["review"]["decisions"]] == [
                next(n for n, (seat, _) in enumerate(one.moves, start=1) if seat == 0)
            ]
            assert so_far["review"]["won"] is None
            os.close(gate.wait())  # it is the bot's, before the second decision
            table.bot_moves(made + 1)
            assert now == before["done"] + 1


# Who may look, and at what.


def test_before_the_end_nobody_gets_anything(tmp_path: Path) -> None:
    with few_worlds(tmp_path) as server:
        opened = server.open_table("scopa", seats=2)
        table, secret = opened["table"], opened["secret"]
        server.begin(table, secret, fill="medium")
        match = server.ask("GET", f"/api/tables/{table}", secret=secret)[1]["match"]
        for status, answer in (
            begin(server, match, secret=secret),
            server.ask("GET", f"/api/matches/{match}/review?seat=0", secret=secret),
            server.ask("GET", f"/api/matches/{match}/known?seat=0&step=0", secret=secret),
        ):
            assert (status, answer["code"]) == (409, "not-over")
        assert begin(server, match)[0] == 404


def test_a_match_of_a_table_that_is_not_listed_needs_a_secret(tmp_path: Path) -> None:
    imported(tmp_path, [played(briscola).record()], listed=False)
    with few_worlds(tmp_path) as server:
        server.ask("GET", "/readyz")  # it has started
        reading = server.app.lobby.store.finished(1)
        (header,) = asyncio.run_coroutine_threadsafe(reading, server.app.lobby._loop).result(30)
        for asked in (begin, look, known):
            assert asked(server, header.match)[0] == 404


def test_bad_requests_are_refused_in_a_sentence(
    server: Inside, matches: Mapping[str, Match]
) -> None:
    match = ids(server)[list(matches).index("briscola")]
    last = len(matches["briscola"].moves)
    for seat in (2, 63):
        status, answer = begin(server, match, seat)
        assert (status, answer["text"]) == (400, "A seat of this match is 0 to 1.")
    for wrong in (64, -1, "0", None, 0.5):
        assert begin(server, match, wrong)[0] == 400
    assert server.ask("POST", f"/api/matches/{match}/review", {"seat": 0, "worlds": 9})[0] == 400
    for wrong in ("", "2", "-1", "x", "0" * 9, "%00", "²"):
        quoted = "%C2%B2" if wrong == "²" else wrong
        for path in (f"review?seat={quoted}", f"known?step=1&seat={quoted}"):
            status, answer = server.ask("GET", f"/api/matches/{match}/{path}")
            assert (status, answer["text"]) == (400, "A seat of this match is 0 to 1.")
    for wrong in ("", "-1", "x", "1" * 7, "1.5"):
        status, answer = known(server, match, 0, wrong)
        assert (status, answer["text"]) == (400, "A step is a number, from 0.")
    status, answer = known(server, match, 0, last + 1)
    assert (status, answer["text"]) == (400, f"A step of this match is 0 to {last}.")
    assert known(server, match, 0, last)[0] == 200
    for missing in ("nothing", "%00", "x" * 300):
        assert look(server, missing)[0] == begin(server, missing)[0] == 404
        assert known(server, missing)[0] == 404
    assert look(server, match, language="xx")[0] == 400


def test_a_match_that_is_too_long_is_refused(
    tmp_path: Path, one: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    with few_worlds(tmp_path, review_moves=3) as server:
        (match,) = ids(server)
        begin(server, match)
        settle(server)
        answer = look(server, match)[1]
        assert (answer["state"], answer["done"]) == ("failed", 0)
        assert answer["why"] == "This match has more moves than this server reviews."
        monkeypatch.setattr(reviews_api, "LONGEST", 10)
        for asked in (begin, look, known):
            status, answer = asked(server, match)
            assert (status, answer["code"]) == (409, "too-long")


# Limits.


def test_only_so_many_are_under_way_and_so_many_from_an_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = Gate(tmp_path / "gate", monkeypatch)
    monkeypatch.setattr(reviews, "NEAR", 1)
    imported(tmp_path, [played(briscola, seed).record() for seed in range(2)])
    limits: dict[str, float] = {"reviews_by_address": 2, "review_seconds": 60}
    with odd(tmp_path, "waits", **limits) as server:
        first, second = ids(server)
        assert begin(server, first, 0)[0] == begin(server, first, 1)[0] == 200
        assert begin(server, first, 1)[0] == 200  # it is under way
        status, answer = begin(server, second)
        assert (status, answer["code"]) == (503, "too-many")
        assert answer["text"] == "2 reviews from your address are under way; wait for one of them."
        assert look(server, second)[1]["state"] == "none"
        os.close(gate.wait())
    with odd(tmp_path, "waits", reviews=1, review_seconds=60) as server:
        assert begin(server, first, 0)[1]["state"] == "working"  # the restart has ended the other
        assert begin(server, first, 1)[1]["text"] == "The server is full; try again later."
        os.close(gate.wait())


def test_what_could_be_known_is_asked_for_at_a_pace(tmp_path: Path, one: Match) -> None:
    with few_worlds(tmp_path, looks_a_second=0.001, looks_at_once=1) as server:
        (match,) = ids(server)
        assert known(server, match)[0] == 200
        assert known(server, match)[0] == 429


# What goes wrong.


@pytest.mark.parametrize(
    ("what", "why"),
    [
        ("raises", "Something went wrong"),
        ("dies", "Something went wrong"),
        ("eats", "Something went wrong"),
        ("nonsense", "Something went wrong"),
        ("hangs", "A decision took longer"),
    ],
)
def test_a_review_that_fails_says_so_and_may_begin_anew(
    tmp_path: Path,
    one: Match,
    what: str,
    why: str,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(thinking, "SPARE_SECONDS", 0.1)
    limits: dict[str, float] = {"review_seconds": 0.2} if what == "hangs" else {}
    with odd(tmp_path, what, thinking_megabytes=256, **limits) as server:
        (match,) = ids(server)
        begin(server, match)
        settle(server)
        failed = look(server, match)[1]
        assert (failed["state"], failed["review"]) == ("failed", None)
        assert failed["why"].startswith(why)
        assert look(server, match, language="it")[1]["why"] not in ("", failed["why"])
        assert begin(server, match)[1]["state"] == "working"
        settle(server)
    assert "a secret" not in caplog.text


def test_a_process_that_is_killed_in_a_review_fails_it_and_nothing_else(
    tmp_path: Path, one: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = Gate(tmp_path / "gate", monkeypatch)
    with odd(tmp_path, "waits", review_seconds=60) as server:
        (match,) = ids(server)
        begin(server, match)
        held = gate.wait()
        (process,) = processes(server)
        os.kill(process, signal.SIGKILL)
        os.close(held)
        settle(server)
        assert look(server, match)[1]["state"] == "failed"
        with program(*SANE):
            reviewed(server, match)


def test_after_a_restart_in_the_midst_of_it_there_is_none(
    tmp_path: Path, one: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = Gate(tmp_path / "gate", monkeypatch)
    with odd(tmp_path, "waits", review_seconds=60) as server:
        (match,) = ids(server)
        begin(server, match)
        os.close(gate.wait())
    with few_worlds(tmp_path) as server:
        assert look(server, match)[1]["state"] == "none"
        reviewed(server, match)


def test_a_store_that_fails_to_keep_it_is_told_as_a_failure(tmp_path: Path, one: Match) -> None:
    with few_worlds(tmp_path) as server:
        (match,) = ids(server)
        server.app.lobby.ledger._store.writing.execute("DROP TABLE reviews")  # type: ignore[attr-defined]
        begin(server, match)
        settle(server)
        assert look(server, match)[1]["state"] == "failed"


# What could be known.


@each_game
def test_what_could_be_known_fits_what_the_seat_saw(
    game: Any, server: Inside, matches: Mapping[str, Match]
) -> None:
    match = matches[game.NAME]
    id = ids(server)[list(matches).index(game.NAME)]
    for step in (0, len(match.moves) // 2):
        status, answer = known(server, id, 0, step)
        assert status == 200, answer
        found = msgspec.convert(answer, Known)
        assert (found.match, found.seat, found.step) == (id, 0, step)
        stood = Match.replay(match.record(), upto=step)
        mind, view = stood.mind(0), stood.view(0)
        unseen = sum(len(group) for group in mind.unseen)
        assert sum(place.cards for place in found.places) == unseen
        assert found.worlds == FEW
        for place in found.places:
            assert place.label
            assert 0 < len(place.faces) <= 12
            assert len(view.places[place.place]) >= place.cards
            shares = [face.share for face in place.faces]
            assert shares == sorted(shares, reverse=True)
            assert all(0 < share <= 1 for share in shares)
            assert {face.face for face in place.faces} <= set(game.FACES)
            assert place.owner == (
                int(place.place[-1]) if place.place.startswith(("hand:", "cup:")) else place.owner
            )


def test_places_are_named_with_their_owners(server: Inside, matches: Mapping[str, Match]) -> None:
    id = ids(server)[list(matches).index("briscola")]
    labels = {place["place"]: place["label"] for place in known(server, id)[1]["places"]}
    assert labels == {"stock": "Stock", "hand:1": "Bea's hand"}
    answer = server.ask("GET", f"/api/matches/{id}/known?seat=0&step=0&language=it")[1]
    assert [place["label"] for place in answer["places"]] == ["Mazzo", "Mano di Bea"]


# No secret in it.


@pytest.mark.parametrize("game", WITH_SECRETS, ids=lambda game: game.NAME)
def test_what_is_said_of_a_decision_is_the_same_in_worlds_that_its_seat_could_not_tell_apart(
    game: Any, tmp_path: Path
) -> None:
    moves = 9
    begun = list(twins(game, 2 if 2 in game.SEATS else game.SEATS[0], 5, moves))
    imported(tmp_path, [{**record, "closed": "abandoned"} for _, record in begun])
    # As if they were over: no more than these moves has to be looked at.
    with closing(sqlite3.connect(tmp_path / "tables.db")) as store, store:
        store.execute("UPDATE matches SET phase = 'over'")
        found = [match for (match,) in store.execute("SELECT match FROM matches ORDER BY begun")]
    compared = 0
    with few_worlds(tmp_path) as server:
        for (viewer, record), id in zip(begun[1:], found[1:], strict=True):
            if viewer is None or record["luck"] == begun[0][1]["luck"]:
                continue
            pair = [said_until(server, match, viewer, moves) for match in (found[0], id)]
            assert pair[0] == pair[1]
            compared += len(pair[0])
    assert compared > 3


def said_until(server: Inside, match: str, seat: int, moves: int) -> list[Any]:
    """All that is said of the decisions of a seat among the first moves, and what it could know."""
    decisions = [d for d in reviewed(server, match, seat)["decisions"] if d["move"] <= moves]
    steps = [known(server, match, seat, step)[1] for step in range(moves)]
    return [*decisions, *[step["places"] for step in steps]]
