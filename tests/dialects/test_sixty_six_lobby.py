"""The lobby of 66: registering, and games that are created, joined, left and started."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest

from dialects.company import (
    Company,
    answer,
    company,
    everything,
    failure,
    first_words,
    slow_store,
)
from dialects.guests import Guest, message
from live import ROOMY, Connection, serving
from server.inside import Inside, inside
from settebello.store.sqlite import StoreFile
from settebello.table import protocol
from settebello.table.secrets import hashed
from settebello.table.storage import StoreError

DIALECTS = ("/66", "/66/draft")
NO_SUCH_PLAYER, NO_SUCH_GAME = "PLAYER_NOT_FOUND", "GAME_NOT_FOUND"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    with inside(tmp_path_factory.mktemp("lobby")) as running:
        yield running


@pytest.fixture(params=DIALECTS)
def people(request: pytest.FixtureRequest, server: Inside) -> Iterator[Company]:
    with company(server, request.param) as comers:
        yield comers


@pytest.fixture
def at_66(server: Inside) -> Iterator[Company]:
    with company(server) as comers:
        yield comers


def nobody_receives(*guests: Guest) -> bool:
    return not any(everything(guest) for guest in guests)


# Who is here.


def test_who_connects_is_told_who_is_here_and_which_games_are_open(people: Company) -> None:
    ann, bea = people.comes("Ann"), people.comes("Bea")
    game = people.game_of(ann, bea)
    people.comes()  # is not a player
    newcomer = people.comes()
    online, opened = first_words(newcomer)
    assert len(newcomer.transcript) == 2
    assert sorted(online.pop("nameById").values()) == ["Ann", "Bea"]
    assert online == message("OnlinePlayers")
    opening = opened["games"][0].pop("openTimeStr")
    assert datetime.fromisoformat(opening).tzinfo is not None
    listed = {"gameId": game, "playerNames": ["Ann", "Bea"]}
    assert opened == message("OpenGames", games=[listed])
    assert type(game) is int


def test_a_new_player_gets_a_secret_and_the_others_are_told(people: Company) -> None:
    ann, unknown = people.comes("Ann"), people.comes()
    bea = people.comes()
    info = answer(bea, "RegisterPlayer", name="Bea")
    secret = info.pop("secret")
    assert info == message("PlayerInfo", name="Bea")
    assert len(secret) > 20
    for other in (ann, unknown):
        (status,) = everything(other)
        id = status.pop("id")
        assert id
        assert id != secret
        assert status == message("PlayerStatus", name="Bea", isOnline=True)
    assert first_words(people.comes())[0]["nameById"][id] == "Bea"


def test_a_player_is_known_by_a_secret_and_others_are_told_that_they_come_and_go(
    people: Company,
) -> None:
    ann, bea = people.comes("Ann"), people.comes("Bea")
    received = ann.transcript[-1][1]
    assert people.loses(bea) == {0: [{**received, "isOnline": False}]}
    back = people.comes()
    assert nobody_receives(ann)
    games = answer(back, "ListSuspendedGames", playerSecret=bea.secret)
    assert games == message("SuspendedGames", games=[])
    assert everything(ann) == [received]
    again = answer(back, "ListSuspendedGames", playerSecret=bea.secret)
    assert again == games
    assert nobody_receives(ann)


@pytest.mark.parametrize(
    ("given", "name"),
    [("  Ann\t", "Ann"), ("a" * 51, "a" * 50), (" " * 9 + "Ä" * 60, "Ä" * 50), ("x\0y", "xy")],
)
def test_a_name_is_trimmed_and_cut(at_66: Company, given: str, name: str) -> None:
    ann, bea = at_66.comes(), at_66.comes("Bea")
    secret = answer(ann, "RegisterPlayer", name=given)["secret"]
    assert everything(bea)[0]["name"] == name
    at_66.loses(ann)
    back = at_66.comes()
    answer(back, "ListSuspendedGames", playerSecret=secret)
    assert everything(bea)[0]["name"] == name


def test_a_name_is_not_empty_and_need_not_be_unique(people: Company) -> None:
    ann, other = people.comes("Ann"), people.comes()
    for name in ("", "  \t "):
        assert failure(other, "RegisterPlayer", name=name) == ""
        assert failure(ann, "RenamePlayer", secret=ann.secret, name=name) == ""
    assert nobody_receives(ann, other)
    info = answer(other, "RegisterPlayer", name="Ann")
    assert (info["type"], info["name"]) == ("PlayerInfo", "Ann")
    assert info["secret"] != ann.secret


def test_a_connection_belongs_to_one_player(people: Company) -> None:
    ann, bea = people.comes("Ann"), people.comes("Bea")
    assert failure(ann, "RegisterPlayer", name="Cal") == ""
    people.loses(bea)
    for type in ("ListSuspendedGames", "CreateGame"):
        assert failure(ann, type, playerSecret=bea.secret) == ""
    assert failure(ann, "RenamePlayer", secret=bea.secret, name="Cal") == ""


def test_two_requests_to_register_make_one_player(people: Company) -> None:
    ann, bea = people.comes(), people.comes("Bea")
    for name in ("Ann", "Cal"):
        ann.send("RegisterPlayer", name=name)
    assert [ann.receive()["type"] for _ in range(2)] == ["PlayerInfo", "Failure"]
    assert [told["name"] for told in everything(bea)] == ["Ann"]


def test_a_renamed_player_keeps_the_secret_and_the_others_are_told(people: Company) -> None:
    ann, bea = people.comes("Ann"), people.comes("Bea")
    people.game_of(ann)
    ((id, _),) = first_words(bea)[0]["nameById"].items()
    info = answer(ann, "RenamePlayer", secret=ann.secret, name=" Anna ")
    assert info == message("PlayerInfo", name="Anna", secret=ann.secret)
    assert everything(bea) == [message("PlayerStatus", id=id, name="Anna", isOnline=True)]
    assert first_words(people.comes())[1]["games"][0]["playerNames"] == ["Anna"]
    people.loses(ann)
    back = people.comes()
    answer(back, "RenamePlayer", secret=ann.secret, name="Ann")  # signs in as well
    assert everything(bea) == [message("PlayerStatus", id=id, name="Ann", isOnline=True)]


def test_nobody_can_be_here_twice(people: Company) -> None:
    ann = people.comes("Ann")
    game = people.game_of(ann)
    second = people.comes(path=DIALECTS[0])
    for type in ("ListSuspendedGames", "CreateGame"):
        assert failure(second, type, playerSecret=ann.secret) == "DUPLICATE_SESSION"
    for type in ("JoinGame", "RejoinGame"):
        fields = {"gameId": game, "playerSecret": ann.secret}
        assert failure(second, type, **fields) == "DUPLICATE_SESSION"
    renamed = failure(second, "RenamePlayer", secret=ann.secret, name="Bea")
    assert renamed == "DUPLICATE_SESSION"
    assert nobody_receives(ann)
    people.loses(ann)
    assert answer(second, "CreateGame", playerSecret=ann.secret)["type"] == "JoinedGame"


def test_the_secret_is_looked_at_first_and_then_the_game(people: Company) -> None:
    ann, other = people.comes("Ann"), people.comes()
    game = people.game_of(ann)
    for type in ("ListSuspendedGames", "CreateGame"):
        for secret in ("nobody's", "", hashed(ann.secret)):
            assert failure(other, type, playerSecret=secret) == NO_SUCH_PLAYER
    assert failure(other, "RenamePlayer", secret="nobody's", name="") == NO_SUCH_PLAYER
    for type in ("JoinGame", "RejoinGame"):
        for number in (game, game + 1):
            fields = {"gameId": number, "playerSecret": "nobody's"}
            assert failure(other, type, **fields) == NO_SUCH_PLAYER
    assert nobody_receives(ann)
    bea = people.comes("Bea")
    for type, number in (("JoinGame", game + 1), ("RejoinGame", game + 1), ("RejoinGame", game)):
        assert failure(bea, type, gameId=number, playerSecret=bea.secret) == NO_SUCH_GAME


def test_both_dialects_have_the_same_players_and_each_its_own_games(at_66: Company) -> None:
    ann = at_66.comes("Ann")
    bea = at_66.comes("Bea", "/66/draft")
    assert ann.transcript[-1][1]["name"] == "Bea"
    answer(ann, "CreateGame", playerSecret=ann.secret)
    game = ann.transcript[-1][1]["gameId"]
    assert nobody_receives(bea)
    assert first_words(at_66.comes(path="/66/draft"))[1]["games"] == []
    joined = failure(bea, "JoinGame", gameId=game, playerSecret=bea.secret)
    assert joined == NO_SUCH_GAME
    answer(ann, "LeaveGame")
    assert nobody_receives(bea)
    at_66.loses(ann)
    back = at_66.returns(ann, "/66/draft")
    assert bea.transcript[-1][1]["name"] == "Ann"
    other = answer(back, "CreateGame", playerSecret=ann.secret)["gameId"]
    assert everything(bea)[0]["games"][0]["gameId"] == other
    assert answer(bea, "JoinGame", gameId=other, playerSecret=bea.secret)


# Games that are open.


def test_who_creates_a_game_is_in_it_and_the_others_see_it(people: Company) -> None:
    ann, bea = people.comes("Ann"), people.comes("Bea")
    joined = answer(ann, "CreateGame", playerSecret=ann.secret)
    game = joined["gameId"]
    assert joined == message("JoinedGame", gameId=game)
    (opened,) = everything(bea)
    time = opened["games"][0]["openTimeStr"]
    listed = {"gameId": game, "openTimeStr": time, "playerNames": ["Ann"]}
    assert opened == message("OpenGames", games=[listed])
    other = answer(bea, "CreateGame", playerSecret=bea.secret)["gameId"]
    assert other != game
    assert [list(told["games"][0].values())[::2] for told in everything(ann)] == [[other, ["Bea"]]]


@pytest.mark.parametrize("as_text", [False, True])
def test_a_player_who_joins_is_in_it_and_the_others_are_told_the_name(
    people: Company, as_text: bool
) -> None:
    ann, bea, cal = people.comes("Ann"), people.comes("Bea"), people.comes("Cal")
    game = people.game_of(ann)
    given = str(game) if as_text else game
    joined = answer(bea, "JoinGame", gameId=given, playerSecret=bea.secret)
    assert joined == message("JoinedGame", gameId=game)
    for other in (ann, cal):
        assert everything(other) == [message("NewPlayer", gameId=game, name="Bea")]


def test_five_can_play(people: Company) -> None:
    ann, *others = [people.comes(name) for name in ("Ann", "Bea", "Cal", "Dan", "Eve", "Fay")]
    game = people.game_of(ann, *others[:4])
    assert failure(others[4], "JoinGame", gameId=game, playerSecret=others[4].secret) == ""
    assert failure(ann, "AddBot") == ""
    assert nobody_receives(*others)
    answer(others[1], "LeaveGame")
    people.receive_everything()
    assert answer(others[4], "JoinGame", gameId=game, playerSecret=others[4].secret)


def test_a_player_is_in_one_game_at_a_time(people: Company) -> None:
    ann, bea = people.comes("Ann"), people.comes("Bea")
    game, other = people.game_of(ann), people.game_of(bea)
    assert failure(ann, "CreateGame", playerSecret=ann.secret) == ""
    for number in (game, other):
        assert failure(ann, "JoinGame", gameId=number, playerSecret=ann.secret) == ""
    assert nobody_receives(bea)


@pytest.mark.parametrize("lost", [False, True])
def test_a_game_whose_creator_leaves_is_gone(people: Company, lost: bool) -> None:
    ann, bea, cal = people.comes("Ann"), people.comes("Bea"), people.comes("Cal")
    game = people.game_of(ann, bea)
    deleted = message("GameDeleted", gameId=game)
    if lost:
        for received, status in people.loses(ann).values():
            assert received == deleted
            assert (status["type"], status["name"]) == ("PlayerStatus", "Ann")
    else:
        assert answer(ann, "LeaveGame") == deleted
        assert everything(bea) == everything(cal) == [deleted]
        assert answer(ann, "CreateGame", playerSecret=ann.secret)["type"] == "JoinedGame"
        people.receive_everything()
    joined = failure(cal, "JoinGame", gameId=game, playerSecret=cal.secret)
    assert joined == NO_SUCH_GAME
    assert answer(bea, "CreateGame", playerSecret=bea.secret)["type"] == "JoinedGame"


@pytest.mark.parametrize("lost", [False, True])
def test_who_leaves_an_open_game_makes_room(people: Company, lost: bool) -> None:
    ann, bea, cal = people.comes("Ann"), people.comes("Bea"), people.comes("Cal")
    game = people.game_of(ann, bea, cal)
    removed = message("PlayerRemoved", gameId=game, playerIndex=1)
    if lost:
        for received, status in people.loses(bea).values():
            assert received == removed
            assert (status["type"], status["name"]) == ("PlayerStatus", "Bea")
    else:
        assert answer(bea, "LeaveGame") == removed
        assert everything(ann) == everything(cal) == [removed]
    assert failure(cal, "StartGame") == ""
    assert answer(cal, "LeaveGame") == removed  # Cal has moved up
    assert everything(ann) == [removed]


@pytest.mark.parametrize("type", ["LeaveGame", "StartGame", "SuspendGame", "AddBot"])
def test_who_is_in_no_game_can_neither_leave_nor_start_one(people: Company, type: str) -> None:
    ann, stranger = people.comes("Ann"), people.comes()
    assert failure(ann, type) == ""
    assert failure(stranger, type) == ""


def test_only_the_creator_starts_a_game_and_not_alone(people: Company) -> None:
    ann, bea = people.comes("Ann"), people.comes("Bea")
    game = people.game_of(ann)
    assert failure(ann, "StartGame") == ""
    assert failure(ann, "SuspendGame") == ""
    assert answer(bea, "JoinGame", gameId=game, playerSecret=bea.secret)
    everything(ann)
    assert failure(bea, "StartGame") == ""
    assert nobody_receives(ann, bea)


def test_a_game_that_starts_is_not_open_any_more(people: Company) -> None:
    ann, bea, cal = people.comes("Ann"), people.comes("Bea"), people.comes("Cal")
    game = people.game_of(ann, bea)
    started = message("GameStarted", gameId=game)
    ann.send("StartGame")
    assert ann.receive() == bea.receive() == started
    assert nobody_receives(ann, bea)
    assert everything(cal) == [message("GameDeleted", gameId=game)]
    assert first_words(people.comes())[1]["games"] == []
    joined = failure(cal, "JoinGame", gameId=game, playerSecret=cal.secret)
    assert joined == NO_SUCH_GAME
    for guest in (ann, bea):
        assert failure(guest, "LeaveGame") == ""
        assert failure(guest, "CreateGame", playerSecret=guest.secret) == ""
    ann.ack()
    assert nobody_receives(ann, bea, ann)
    bea.ack()
    assert ann.receive()["type"] == bea.receive()["type"] != "GameStarted"
    assert nobody_receives(cal)


def test_names_that_a_table_would_not_take_are_kept(at_66: Company) -> None:
    names = ["Ann", "Ann (5)", "computer", "x" * 50, "Ann"]
    guests = [at_66.comes(name) for name in names]
    game = at_66.game_of(*guests)
    assert first_words(at_66.comes())[1]["games"][0]["playerNames"] == names
    guests[0].send("StartGame")
    for guest in guests:
        assert guest.receive() == message("GameStarted", gameId=game)
    guests[1].send("SuspendGame")
    assert guests[0].receive()["suspendedGame"]["playerNames"] == names


def test_an_ack_that_nobody_waits_for_is_passed_over(people: Company) -> None:
    ann, stranger = people.comes("Ann"), people.comes()
    for guest in (ann, stranger):
        guest.ack()
    assert nobody_receives(ann, stranger)
    people.game_of(ann)
    ann.ack()
    assert nobody_receives(ann, stranger)


# Seats by HTTP, for clients of our own and for bots.


def test_a_client_of_ours_and_a_bot_take_seats_in_an_open_game(people: Company) -> None:
    ann, bea = people.comes("Ann"), people.comes("Bea")
    game = people.game_of(ann, bea)
    seats = f"/api/66/games/{game}/seats"
    status, taken = people.server.ask("POST", seats, {"name": " Cal "})
    assert (status, taken["seat"]) == (200, 2)
    new = message("NewPlayer", gameId=game, name="Cal")
    assert everything(ann) == everything(bea) == [new]
    for secret in (None, bea.secret, taken["secret"]):
        status, refused = people.server.ask("POST", seats, {"bot": "bot"}, secret)
        assert (status, refused["code"]) == (403, "not-allowed")
    assert nobody_receives(ann, bea)
    status, bot = people.server.ask("POST", seats, {"bot": "bot"}, ann.secret)
    assert (status, bot) == (200, {"table": taken["table"], "seat": 3})
    (told,) = everything(bea)
    assert told == message("NewPlayer", gameId=game, name="Bot 1")
    everything(ann)
    assert answer(ann, "AddBot") == message("NewPlayer", gameId=game, name="Bot 2")
    assert everything(bea) == [message("NewPlayer", gameId=game, name="Bot 2")]
    status, refused = people.server.ask("POST", seats, {"name": "Dan"})
    assert (status, refused["code"]) == (409, "game-full")
    ann.send("StartGame")
    assert ann.receive() == bea.receive() == message("GameStarted", gameId=game)
    status, refused = people.server.ask("POST", seats, {"name": "Dan"})
    assert refused["code"] == "no-such-game"
    hello = protocol.Hello(taken["table"], taken["secret"])
    with Connection(people.server, hello) as client:
        assert client.receive_a(protocol.Welcome).seat == 2


@pytest.mark.parametrize("number", ["0", "12345678901234567890", "x", "-1"])
def test_there_is_no_seat_in_a_game_that_is_not_there(at_66: Company, number: str) -> None:
    status, refused = at_66.server.ask("POST", f"/api/66/games/{number}/seats", {"name": "Ann"})
    assert (status, refused["code"]) == (404, "no-such-game")


# What a server remembers, and what it does not tell.


def test_players_survive_a_restart_and_open_games_do_not(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        with company(server) as people:
            ann, bea = people.comes("Ann"), people.comes("Bea")
            answer(bea, "RenamePlayer", secret=bea.secret, name="Beatrix")
            game = people.game_of(ann, bea)
        server.kill()
        server.start()
        with company(server, "/66/draft") as people:
            cal = people.comes("Cal")
            online, opened = first_words(cal)
            assert (online["nameById"], opened["games"]) == ({}, [])
            for known, name in ((ann, "Ann"), (bea, "Beatrix")):
                people.returns(known)
                assert cal.transcript[-1][1]["name"] == name
            joined = failure(cal, "JoinGame", gameId=game, playerSecret=cal.secret)
            assert joined == NO_SUCH_GAME
            assert people.game_of(cal) > game
        assert server.stop() == 0


def test_secrets_are_stored_as_hashes_and_are_in_no_log(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        with company(server) as people:
            ann, bea = people.comes("Ann"), people.comes("Bea")
            game = people.game_of(ann, bea)
            path = f"/api/66/games/{game}/seats"
            _, taken = server.ask("POST", path, {"name": "Cal"}, "a-secret")
            secrets = ["a-secret", ann.secret, bea.secret, taken["secret"]]
            ann.send("StartGame")
            ann.receive_a("GameStarted")
            bea.receive_a("GameStarted")
            failure(bea, "JoinGame", gameId=game, playerSecret=bea.secret)
            for told in (told for guest in (ann, bea) for _, told in guest.transcript):
                others = {ann.secret, bea.secret} - {told.get("secret"), told.get("playerSecret")}
                assert not any(secret in json.dumps(told) for secret in others)
        server.stop()
        with sqlite3.connect(tmp_path / "tables.db") as store:
            rows = store.execute("SELECT secret, name FROM players ORDER BY name").fetchall()
        store.close()
        assert rows == [(hashed(ann.secret), "Ann"), (hashed(bea.secret), "Bea")]
        for file in tmp_path.iterdir():
            content = file.read_bytes()
            assert not any(secret.encode() in content for secret in secrets), file


def test_registering_and_creating_have_a_pace(tmp_path: Path) -> None:
    slow = {**ROOMY, "tables_a_minute": 0.001, "tables_at_once": 4}
    with serving(tmp_path, slow) as server, company(server) as people:
        ann, bea = people.comes("Ann"), people.comes("Bea", "/66/draft")
        people.game_of(ann)
        people.game_of(bea)
        assert answer(ann, "LeaveGame")["type"] == "GameDeleted"
        assert failure(ann, "CreateGame", playerSecret=ann.secret) == ""
        newcomer = people.comes()
        assert failure(newcomer, "RegisterPlayer", name="Cal") == ""
        assert failure(newcomer, "RegisterPlayer", name="Cal") == ""
        assert nobody_receives(ann)
        back = answer(ann, "ListSuspendedGames", playerSecret=ann.secret)
        assert back["type"] == "SuspendedGames"


# When the store cannot be written.


def fails(*given: object) -> None:
    raise StoreError("The store cannot be written: the disk is full.")


def test_nobody_is_registered_or_renamed_who_is_not_stored(
    people: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, other = people.comes("Ann"), people.comes()
    with monkeypatch.context() as patch:
        patch.setattr(StoreFile, "append", fails)
        assert failure(ann, "RenamePlayer", secret=ann.secret, name="Bea") == ""
        assert failure(other, "RegisterPlayer", name="Bea") == ""
    assert nobody_receives(ann, other)
    assert list(first_words(people.comes())[0]["nameById"].values()) == ["Ann"]


def test_a_game_whose_beginning_is_not_stored_stays_open(
    people: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bea, cal = people.comes("Ann"), people.comes("Bea"), people.comes("Cal")
    game = people.game_of(ann, bea)
    with monkeypatch.context() as patch:
        patch.setattr(StoreFile, "append", fails)
        assert failure(ann, "StartGame") == ""
    assert nobody_receives(bea, cal)
    assert answer(cal, "JoinGame", gameId=game, playerSecret=cal.secret)
    everything(ann)
    ann.send("StartGame")
    assert ann.receive() == message("GameStarted", gameId=game)


def test_who_leaves_while_the_beginning_is_stored_is_missed(
    people: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bea, cal = people.comes("Ann"), people.comes("Bea"), people.comes("Cal")
    game = people.game_of(ann, bea, cal)
    with slow_store(monkeypatch) as may_store:
        ann.send("StartGame")
        assert nobody_receives(ann)
        (status,), _ = people.loses(bea).values()
        assert status["name"] == "Bea"
        may_store.set()
        for guest in (ann, cal):
            assert guest.receive() == message("GameStarted", gameId=game)
            suspended = guest.receive()
            assert suspended["type"] == "GameSuspended"
            assert suspended["suspendedGame"]["playerOnlineStatuses"] == [True, False, True]


def test_a_game_that_all_leave_while_its_beginning_is_stored_waits_for_them(
    people: Company, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    cal, ann, bea = people.comes("Cal"), people.comes("Ann"), people.comes("Bea")
    game = people.game_of(ann, bea)
    with slow_store(monkeypatch) as may_store:
        ann.send("StartGame")
        assert nobody_receives(ann)
        people.loses(ann)
        people.loses(bea)
        may_store.set()
        assert cal.receive() == message("GameDeleted", gameId=game)
    backs = [people.returns(known) for known in (ann, bea)]
    for seat, back in enumerate(backs):
        back.send("RejoinGame", gameId=game, playerSecret=back.secret)
        rejoined = message("PlayerRejoined", gameId=game, playerIndex=seat)
        told = backs if seat == 1 else [cal, *backs]  # those who are not in the game as well
        assert [other.receive() for other in told] == [rejoined] * len(told)
    backs[1].ack()
    assert [back.receive()["type"] for back in backs] == ["BoardInitialized"] * 2
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


def test_a_game_that_cannot_begin_is_left_by_those_who_are_gone(
    people: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bea, cal = people.comes("Ann"), people.comes("Bea"), people.comes("Cal")
    game = people.game_of(ann, bea, cal)
    with slow_store(monkeypatch, fails) as may_store:
        ann.send("StartGame")
        assert nobody_receives(ann)
        people.loses(bea)
        people.loses(ann)
        may_store.set()
        removed = message("PlayerRemoved", gameId=game, playerIndex=1)
        assert [cal.receive(), cal.receive()] == [removed, message("GameDeleted", gameId=game)]
