"""Games of 66 that are suspended, at any moment, and go on where they stood."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from datetime import datetime
from typing import Any, NamedTuple

import pytest

from dialects.company import (
    Company,
    answer,
    company,
    everything,
    failure,
    slow_store,
    until_offline,
)
from dialects.guests import Message, message
from dialects.steps import Step, is_quiet, next_step
from games.sixty_six_scenes import deal
from live import Connection
from server.inside import Inside, inside
from settebello.luck import Luck, Scripted
from settebello.table import protocol

NAMES = ("Ann", "Bea", "Cal")
SECRET_FIELDS = {"values", "cardValue", "cardValues", "value1", "value2"}
Move = str | tuple[str, dict[str, Any]]


class Dealer:
    """The luck of the games that are started next: Ann begins, and these are the deals."""

    def __init__(self) -> None:
        self.deals: Sequence[Sequence[str]] = ()

    def __call__(self) -> Luck:
        return Scripted(picks=[0], shuffles=self.deals)


@pytest.fixture(scope="module")
def dealer() -> Dealer:
    return Dealer()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, dealer: Dealer) -> Iterator[Inside]:
    with inside(tmp_path_factory.mktemp("suspension"), dealer) as running:
        yield running


@pytest.fixture
def people(server: Inside, dealer: Dealer) -> Iterator[Company]:
    dealer.deals = [deal(*HANDS)]
    with company(server) as comers:
        yield comers


HANDS = ("1 1 3 4", "12 12 13 13", "10 10 11 11")


class Scene:
    """A game of Ann, Bea and Cal that has been started."""

    def __init__(self, people: Company) -> None:
        self.people = people
        self.guests = [people.comes(name) for name in NAMES]
        self.game = people.game_of(*self.guests)
        self.told: list[Step] = []  # all steps so far
        self.back = -1  # who was the last to come back
        self.guests[0].send("StartGame")
        for guest in self.guests:
            assert guest.receive() == message("GameStarted", gameId=self.game)

    def ack(self, *seats: int) -> None:
        for seat in seats:
            self.guests[seat].ack()

    def ack_all(self) -> None:
        self.ack(*range(len(self.guests)))

    def go(self, *moves: Move) -> None:
        """These moves are made; each by the one who is the last to be told something."""
        for move in moves:
            while len(self.step()) > 1:
                self.ack(*self.told[-1])
            (mover,) = self.told[-1]
            type, fields = (move, {}) if isinstance(move, str) else move
            self.guests[mover].send(type, **fields)

    def step(self) -> Step:
        self.told.append(next_step(self.guests))
        return self.told[-1]

    def suspended(self, seat: int, gone: Sequence[int]) -> Message:
        """A suspended game in a list of this seat, without its times."""
        return {
            "gameId": self.game,
            "playerIndex": seat,
            "playerNames": list(NAMES),
            "playerOnlineStatuses": [seat not in gone for seat in range(len(NAMES))],
        }

    def leave(self, seat: int, lost: bool, gone: Sequence[int] = ()) -> None:
        """Somebody leaves; all are told of it, the first time or another time."""
        leaver = self.guests[seat]
        away = [*gone, seat]
        received = {}
        if lost:
            self.people.forget(leaver)
            for n in self.connected():
                *received[n], status = until_offline(self.guests[n])
                assert status["type"] == "PlayerStatus"
        else:
            leaver.send("SuspendGame")
            received = {n: [self.guests[n].receive()] for n in self.connected()}
        for n, (told, *rest) in received.items():
            assert not rest
            if gone:
                left = message("PlayerLeft", gameId=self.game, playerIndex=seat)
                assert told == left
                continue
            times = [told["suspendedGame"].pop(f"{what}TimeStr") for what in ("start", "suspend")]
            assert all(datetime.fromisoformat(time).tzinfo for time in times)
            game = self.suspended(n, away)
            assert told == message("GameSuspended", suspendedGame=game, playerIndex=seat)

    def connected(self) -> list[int]:
        """Those who have a connection, in the game or not."""
        return [n for n, guest in enumerate(self.guests) if guest.socket.close_code is None]

    def come_back(self, seat: int) -> None:
        """They come back, with a new connection if they need one; all who are there are told."""
        if self.guests[seat].socket.close_code is not None:
            self.guests[seat] = self.people.returns(self.guests[seat])
        guest = self.guests[seat]
        guest.send("RejoinGame", gameId=str(self.game), playerSecret=guest.secret)
        self.back = seat

    def all_receive_return(self, seat: int) -> None:
        rejoined = message("PlayerRejoined", gameId=self.game, playerIndex=seat)
        for n in self.connected():
            assert self.guests[n].receive_a("PlayerRejoined") == rejoined

    def receive_board(self, **board: Any) -> None:
        """When the last one is back and has acknowledged it, all are told where it stands."""
        self.ack(self.back)
        for guest in self.guests:
            assert guest.receive() == message("BoardInitialized", **{**START, **board})
        assert is_quiet(self.guests)


START = {
    "activePlayerIndex": 0,
    "deckSize": 40,
    "handSizes": [4, 4, 4],
    "round": 1,
    "turn": 0,
    "totalScores": [0, 0, 0],
}
ONE_DISCARDED = {"deckSize": 39, "turn": 1}


def seen_before(told: Message) -> Message:
    """The same message for somebody who has acknowledged it: without what they have seen."""
    kept = {field: value for field, value in told.items() if field not in SECRET_FIELDS}
    if "cardInfos" in kept:
        kept["cardInfos"] = [seen_before(info) for info in kept["cardInfos"]]
    return kept


def told_again(told: Step, seen: Collection[int]) -> Step:
    """A step when it is told again, and these have acknowledged it."""
    others = {n: sent for n, sent in told.items() if sent["type"] != "Card"}
    return {
        n: sent
        if n not in seen
        else next(iter(others.values()))  # in the draft all receive the same
        if others and n not in others
        else seen_before(sent)
        for n, sent in told.items()
    }


class Moment(NamedTuple):
    """After these moves and so many steps that all acknowledged, a step is told to its groups.

    Then somebody leaves when these have acknowledged the last group, and the board is shown again
    as it was before that step.
    """

    deck: str
    moves: tuple[Move, ...]
    steps: int
    groups: int
    acked: tuple[int, ...]
    board: dict[str, Any]


def pick(index: int) -> Move:
    return "PickOwnCard", {"cardIndex": index}


def show(*indexes: int) -> Move:
    return "ShowCards", {"cardIndexes": indexes}


def own(type: str, index: int) -> Move:
    return type, {"handCardIndex": index}


def claim(*indexes: int) -> Move:
    return "ShowCards", {"handCardIndexes": indexes}


OTHERS = ("PickAnothersCard", {"playerIndex": 2, "cardIndex": 1})
TAKE = "TakeCardFromDeck"
FINISH: tuple[Move, ...] = ("StopRound", TAKE, "Discard", TAKE, "Discard")
FINISHED = {"deckSize": 38, "turn": 3, "activePlayerIndex": 2, "stopperIndex": 0}
MOMENTS = {
    "first two cards": Moment("", (), 1, 1, (0, 2), {}),
    "turn, the others": Moment("", (), 2, 1, (1,), {}),
    "turn, the player": Moment("", (), 2, 2, (), {}),
    "turn, acknowledged": Moment("", (), 2, 2, (0,), {}),
    "deck card": Moment("7", (TAKE,), 0, 1, (0,), {"turn": 1}),
    "plain deck card": Moment("5", (TAKE,), 0, 1, (), {"turn": 1}),
    "discarded, the others": Moment("7", (TAKE, "Discard"), 0, 1, (2,), {"turn": 1}),
    "discarded, the player": Moment("10", (TAKE, "Discard"), 0, 2, (0,), {"turn": 1}),
    "plain discarded": Moment("5", (TAKE, "Discard"), 0, 1, (0,), {"turn": 1}),
    "own card seen": Moment(
        "8", (TAKE, "Discard", pick(2)), 0, 1, (0, 1), {**ONE_DISCARDED, "discardedValue": 8}
    ),
    "own card shown": Moment(
        "8", (TAKE, "Discard", pick(2)), 0, 1, (1, 2), {**ONE_DISCARDED, "discardedValue": 8}
    ),
    "other card seen": Moment(
        "9", (TAKE, "Discard", OTHERS), 0, 1, (0,), {**ONE_DISCARDED, "discardedValue": 9}
    ),
    "own card for exchange": Moment(
        "11", (TAKE, "Discard", pick(0)), 0, 1, (0,), {**ONE_DISCARDED, "discardedValue": 11}
    ),
    "exchanged": Moment(
        "12", (TAKE, "Discard", pick(0), OTHERS), 0, 1, (), {**ONE_DISCARDED, "discardedValue": 12}
    ),
    "claim": Moment("5", (TAKE, show(1, 0)), 0, 1, (0, 1), {"turn": 1}),
    "claim that held": Moment("5", (TAKE, show(0, 1)), 1, 1, (1,), {"turn": 1}),
    "claim that failed": Moment("5", (TAKE, show(0, 2)), 1, 1, (1,), {"turn": 1}),
    "turn after a claim": Moment(
        "5", (TAKE, show(0, 1)), 2, 1, (0,),
        {**ONE_DISCARDED, "discardedValue": 1, "handSizes": [3, 4, 4]},
    ),
    "replaced": Moment("5", (TAKE, pick(3)), 0, 1, (0,), {"turn": 1}),
    "discarded card": Moment(
        "5", (TAKE, "Discard", "TakeDiscardedCard"), 0, 1, (),
        {**ONE_DISCARDED, "discardedValue": 5, "turn": 2, "activePlayerIndex": 1},
    ),
    "replaced by the discarded card": Moment(
        "5", (TAKE, "Discard", "TakeDiscardedCard", pick(0)), 0, 1, (2,),
        {**ONE_DISCARDED, "discardedValue": 5, "turn": 2, "activePlayerIndex": 1},
    ),
    "stopping": Moment("", ("StopRound",), 0, 1, (0,), {"turn": 1}),
    "turn after a stop": Moment("", ("StopRound",), 1, 2, (), {"turn": 1, "stopperIndex": 0}),
    "round finished": Moment("5 6", FINISH, 1, 1, (0, 1), {**FINISHED, "discardedValue": 6}),
    "between rounds": Moment("5 6", FINISH, 1, 2, (), {**FINISHED, "discardedValue": 6}),
}  # fmt: skip


HEAP = "TakeCardFromHeap"
MOMENTS_OF_DRAFT = {
    "first two cards": Moment("", (), 0, 1, (0, 2), {}),
    "turn, the others": Moment("", (), 1, 1, (1,), {}),
    "turn, the player": Moment("", (), 1, 2, (0,), {}),
    "heap card, the others": Moment("7", (HEAP,), 0, 1, (1,), {"turn": 1}),
    "heap card, the player": Moment("7", (HEAP,), 0, 2, (0,), {"turn": 1}),
    "replaced": Moment("5", (HEAP, own("ReplaceCard", 3)), 0, 2, (), {"turn": 1}),
    "discarded": Moment("8", (HEAP, "Discard"), 0, 2, (0,), {"turn": 1}),
    "own card seen": Moment(
        "8", (HEAP, "Discard", own("PeekOwnCard", 2)), 0, 1, (0,),
        {**ONE_DISCARDED, "discardedValue": 8},
    ),
    "own card shown": Moment(
        "8", (HEAP, "Discard", own("PeekOwnCard", 2)), 0, 1, (2,),
        {**ONE_DISCARDED, "discardedValue": 8},
    ),
    "other card seen": Moment(
        "9", (HEAP, "Discard", ("PeekCard", {"anotherPlayerIndex": 2, "handCardIndex": 1})),
        0, 2, (1,), {**ONE_DISCARDED, "discardedValue": 9},
    ),
    "claim that held": Moment("", (claim(1, 0),), 0, 1, (1,), {"turn": 1}),
    "claim that held, the player": Moment("", (claim(1, 0),), 0, 2, (0,), {"turn": 1}),
    "heap card after a claim": Moment("5", (claim(0, 1), HEAP), 0, 2, (), {"turn": 1}),
    "claim that failed": Moment("", (claim(0, 2),), 0, 1, (2,), {"turn": 1}),
    "stopping": Moment("", ("StopRound",), 0, 2, (), {"turn": 1}),
    "round finished": Moment(
        "5 6", ("StopRound", HEAP, "Discard", HEAP, "Discard"), 1, 1, (1,),
        {**FINISHED, "discardedValue": 6},
    ),
    "between rounds": Moment(
        "5 6", ("StopRound", HEAP, "Discard", HEAP, "Discard"), 1, 2, (),
        {**FINISHED, "discardedValue": 6},
    ),
}  # fmt: skip


@pytest.mark.parametrize(("leaver", "lost"), [(0, False), (1, True)])
@pytest.mark.parametrize("moment", MOMENTS.values(), ids=MOMENTS.keys())
def test_the_interrupted_step_is_told_again_as_a_whole(
    people: Company, dealer: Dealer, moment: Moment, leaver: int, lost: bool
) -> None:
    interrupt(people, dealer, moment, leaver, lost)


@pytest.mark.parametrize("moment", MOMENTS_OF_DRAFT.values(), ids=MOMENTS_OF_DRAFT.keys())
def test_the_interrupted_step_is_told_again_in_the_draft(
    server: Inside, dealer: Dealer, moment: Moment
) -> None:
    with company(server, "/66/draft") as people:
        interrupt(people, dealer, moment, 2, True)


def interrupt(people: Company, dealer: Dealer, moment: Moment, leaver: int, lost: bool) -> None:
    dealer.deals = [deal(*HANDS, deck=moment.deck)]
    scene = Scene(people)
    scene.ack_all()
    scene.go(*moment.moves)
    for _ in range(moment.steps + moment.groups - 1):
        scene.ack(*scene.step())
    assert set(moment.acked) <= scene.step().keys()
    scene.ack(*moment.acked)
    assert is_quiet(scene.guests)

    scene.leave(leaver, lost)
    connected = [guest for n, guest in enumerate(scene.guests) if n != leaver or not lost]
    for guest in connected:
        guest.ack()
    assert is_quiet(connected)
    scene.come_back(leaver)
    scene.all_receive_return(leaver)
    scene.receive_board(**moment.board)
    groups = scene.told[-moment.groups :]
    acked = [group.keys() for group in groups[:-1]] + [moment.acked]
    for told, seen in zip(groups, acked, strict=True):
        scene.ack_all()
        assert scene.step() == told_again(told, seen)
    scene.ack(*scene.told[-1])
    if len(scene.told[-1]) > 1:
        assert scene.step()


# Before the first step, and before the first turn.


@pytest.mark.parametrize("acked", [(), (0, 2)])
def test_a_game_that_is_suspended_as_it_starts_begins_when_all_are_back(
    people: Company, acked: tuple[int, ...]
) -> None:
    scene = Scene(people)
    scene.ack(*acked)
    assert is_quiet(scene.guests)
    scene.leave(1, lost=True)
    scene.come_back(1)
    scene.all_receive_return(1)
    scene.receive_board()
    scene.ack_all()
    assert {told["type"] for told in scene.step().values()} == {"CardsRevealed"}


@pytest.mark.parametrize("acked", [(), (0, 2)])
def test_the_board_at_the_start_of_a_round_is_shown_once(
    people: Company, acked: tuple[int, ...]
) -> None:
    scene = Scene(people)
    scene.ack_all()
    board = message("BoardInitialized", **START)
    assert scene.step() == {0: board, 1: board, 2: board}
    scene.ack(*acked)
    assert is_quiet(scene.guests)
    scene.leave(0, lost=False)
    scene.come_back(0)
    scene.all_receive_return(0)
    scene.receive_board()
    scene.ack_all()
    revealed = scene.step()
    assert [info.get("values") for info in revealed[0]["cardInfos"]] == [[1, 1], None, None]


# Who leaves, and who comes back.


def test_everybody_may_leave_and_the_game_waits_for_the_last(people: Company) -> None:
    scene = Scene(people)
    scene.ack_all()
    scene.go(TAKE)
    scene.step()
    scene.leave(1, lost=False)
    scene.leave(0, lost=True, gone=[1])
    scene.leave(2, lost=False, gone=[1, 0])
    everything(scene.guests[1])
    listed = answer(scene.guests[1], "ListSuspendedGames", playerSecret=scene.guests[1].secret)
    (game,) = listed.pop("games")
    assert listed == message("SuspendedGames")
    for time in ("startTimeStr", "suspendTimeStr"):
        assert datetime.fromisoformat(game.pop(time)).tzinfo
    assert game == scene.suspended(1, gone=[0, 1, 2])

    scene.come_back(2)
    scene.all_receive_return(2)
    scene.ack(2)
    scene.come_back(0)
    scene.all_receive_return(0)
    scene.ack(0, 2)
    assert is_quiet(scene.guests)
    scene.come_back(1)
    scene.all_receive_return(1)
    scene.ack(0, 2)
    assert is_quiet(scene.guests)
    scene.ack(1)
    board = message("BoardInitialized", **{**START, "turn": 1})
    assert scene.step() == {0: board, 1: board, 2: board}
    scene.ack_all()
    assert scene.step() == scene.told[-3]


@pytest.mark.parametrize("lost", [False, True])
@pytest.mark.parametrize("board_shown", [False, True])
def test_a_game_can_be_suspended_again_while_it_is_resumed(
    people: Company, board_shown: bool, lost: bool
) -> None:
    scene = Scene(people)
    scene.ack_all()
    scene.go(TAKE)
    scene.step()
    scene.leave(1, lost)
    scene.come_back(1)
    scene.all_receive_return(1)
    if board_shown:
        scene.receive_board(turn=1)
    scene.ack(0)
    everything(scene.guests[0])
    left = message("PlayerLeft", gameId=scene.game, playerIndex=2)
    if lost:
        people.forget(scene.guests[2])
        for guest in scene.guests[:2]:
            assert until_offline(guest)[:-1] == [left]
    else:
        scene.guests[2].send("SuspendGame")
        assert [guest.receive() for guest in scene.guests] == [left] * 3
    scene.ack(0, 1)
    assert is_quiet(scene.guests[:2])
    scene.come_back(2)
    scene.all_receive_return(2)
    scene.receive_board(turn=1)
    scene.ack_all()
    assert scene.step() == scene.told[-2]


def test_nothing_is_played_while_a_game_waits(people: Company) -> None:
    scene = Scene(people)
    ann, bea, _ = scene.guests
    assert failure(ann, TAKE) == ""
    scene.ack_all()
    scene.go(TAKE)
    scene.step()
    scene.leave(1, lost=False)
    assert failure(ann, "Discard") == ""
    for type in ("Discard", "SuspendGame", "LeaveGame"):
        assert failure(bea, type) == ""
    assert failure(ann, "CreateGame", playerSecret=ann.secret) == ""
    scene.come_back(1)
    scene.all_receive_return(1)
    assert failure(ann, "Discard") == ""
    scene.receive_board(turn=1)
    assert failure(ann, "Discard") == ""
    scene.ack_all()
    scene.step()
    ann.send("Discard")
    assert scene.step().keys() == {0, 1, 2}


def test_only_its_players_come_back_to_a_game_and_only_if_it_waits(people: Company) -> None:
    scene = Scene(people)
    bea, dan = scene.guests[1], people.comes("Dan")
    wanted = {"gameId": scene.game}
    assert failure(dan, "RejoinGame", **wanted, playerSecret=dan.secret) == "GAME_NOT_FOUND"
    assert failure(bea, "RejoinGame", **wanted, playerSecret=bea.secret) == ""
    scene.leave(1, lost=False)
    assert failure(dan, "RejoinGame", **wanted, playerSecret=dan.secret) == "GAME_NOT_FOUND"
    for seat in (0, 2):
        secret = scene.guests[seat].secret
        assert failure(scene.guests[seat], "RejoinGame", **wanted, playerSecret=secret) == ""
    joined = failure(dan, "JoinGame", **wanted, playerSecret=dan.secret)
    assert joined == "GAME_NOT_FOUND"
    assert is_quiet(scene.guests)


def test_a_player_may_have_several_games_that_wait(people: Company) -> None:
    scene = Scene(people)
    games = [scene.game]
    ann, bea, cal = scene.guests
    scene.leave(0, lost=False)
    for other in (bea, cal):
        other.send("SuspendGame")
        people.receive_everything()
    games.append(people.game_of(ann, bea))
    ann.send("StartGame")
    assert ann.receive() == bea.receive() == message("GameStarted", gameId=games[1])
    wanted = {"gameId": games[0], "playerSecret": bea.secret}
    assert failure(bea, "RejoinGame", **wanted) == ""  # Bea is in the other one
    bea.send("SuspendGame")
    people.receive_everything()
    listed = answer(bea, "ListSuspendedGames", playerSecret=bea.secret)["games"]
    assert [game["gameId"] for game in listed] == games
    assert [game["playerOnlineStatuses"] for game in listed] == [[False] * 3, [True, False]]
    listed = answer(cal, "ListSuspendedGames", playerSecret=cal.secret)["games"]
    assert [game["gameId"] for game in listed] == games[:1]
    draft = people.comes("Dan", "/66/draft")
    assert answer(draft, "ListSuspendedGames", playerSecret=draft.secret)["games"] == []


def test_who_leaves_while_a_move_is_stored_suspends_the_game_before_it_is_told(
    people: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = Scene(people)
    scene.ack_all()
    scene.go(TAKE)
    scene.step()
    with slow_store(monkeypatch) as may_store:
        scene.guests[0].send("Discard")
        assert failure(scene.guests[0], "Discard") == ""
        scene.leave(1, lost=True)
        scene.come_back(1)
        scene.all_receive_return(1)
        scene.ack(1)
        assert is_quiet(scene.guests)
        may_store.set()
        board = message("BoardInitialized", **{**START, "turn": 1})
        assert scene.step() == {0: board, 1: board, 2: board}
    scene.ack_all()
    updated = message("BoardUpdated", deckSize=39, discardedValue=0)
    assert scene.step() == {0: updated, 1: updated, 2: updated}


# The end of a game.


def last_round(people: Company, dealer: Dealer) -> Scene:
    """A game whose last move has been made; nobody has been told yet."""
    dealer.deals = [deal(*HANDS, deck="5 6")] * 2
    scene = Scene(people)
    scene.ack_all()
    scene.go(*FINISH, "StartNextRound", *FINISH)
    return scene


def test_a_lost_connection_is_as_good_as_an_ack_of_the_end(people: Company, dealer: Dealer) -> None:
    before = people.server.ask("GET", "/api/matches")[1]
    scene = last_round(people, dealer)
    scene.ack(*scene.step())
    assert scene.step()[0]["isGameFinished"]
    ann, bea, cal = scene.guests
    people.forget(bea)
    assert [told["type"] for told in until_offline(ann)] == ["PlayerStatus"]
    scene.ack(0)
    cal.send("SuspendGame")
    assert everything(ann) == []
    people.receive_everything()
    for guest in (ann, cal, people.returns(bea)):
        assert answer(guest, "ListSuspendedGames", playerSecret=guest.secret)["games"] == []
        fields = {"gameId": scene.game, "playerSecret": guest.secret}
        assert failure(guest, "RejoinGame", **fields) == "GAME_NOT_FOUND"
    people.game_of(ann)
    while (after := people.server.ask("GET", "/api/matches")[1]) == before:
        pass
    status, record = people.server.ask("GET", f"/api/matches/{after[0]['match']}/record")
    assert (status, len(record["moves"])) == (200, 11)


def test_a_game_that_is_suspended_before_its_end_is_told_can_be_resumed(
    people: Company, dealer: Dealer
) -> None:
    before = people.server.ask("GET", "/api/matches")[1]
    scene = last_round(people, dealer)
    scene.step()
    scene.leave(0, lost=True)
    assert people.server.ask("GET", "/api/matches")[1] == before
    scene.come_back(0)
    scene.all_receive_return(0)
    last = {"round": 2, "deckSize": 39, "turn": 3, "activePlayerIndex": 2}
    scene.receive_board(**last, stopperIndex=0, discardedValue=5, totalScores=[0, 50, 42])
    scene.ack_all()
    assert scene.step() == scene.told[-2]
    scene.ack_all()
    told = scene.step()
    assert [sent["totalScores"] for sent in told.values()] == [[0, 100, 84]] * 3
    assert all(sent["isGameFinished"] for sent in told.values())


# Bots, and clients of our own.


def test_a_bot_waits_with_the_others(people: Company) -> None:
    ann = people.comes("Ann")
    people.game_of(ann)
    for _ in range(2):
        answer(ann, "AddBot")
    ann.send("StartGame")
    ann.receive_a("GameStarted")
    for _ in range(8):
        ann.ack()
        told = ann.receive()
        ann.send("SuspendGame")
        game = ann.receive()
        assert game["type"] == "GameSuspended"
        assert game["suspendedGame"]["playerOnlineStatuses"] == [False, True, True]
        assert everything(ann) == []
        fields = {"gameId": game["suspendedGame"]["gameId"], "playerSecret": ann.secret}
        ann.send("RejoinGame", **fields)
        assert ann.receive()["type"] == "PlayerRejoined"
        ann.ack()
        assert ann.receive()["type"] == "BoardInitialized"
        if told["type"] != "BoardInitialized":
            ann.ack()
            assert ann.receive() == told
        if "actions" in told:
            ann.send(TAKE)
            ann.receive_a("BoardUpdated")
            ann.send("Discard")
            return
    raise AssertionError("Ann has had no turn.")


def told_to(client: Connection) -> list[str]:
    """The next events that a client of ours is told, which it acknowledges."""
    told = client.receive_a(protocol.Told)
    client.send(protocol.Ack(told.number))
    return [notice["event"] for notice in told.notices]


def test_a_client_of_ours_is_waited_for_as_well(people: Company) -> None:
    ann, bea = people.comes("Ann"), people.comes("Bea")
    game = people.game_of(ann, bea)
    _, seat = people.server.ask("POST", f"/api/66/games/{game}/seats", {"name": "Cal"})
    hello = protocol.Hello(seat["table"], seat["secret"])
    people.receive_everything()
    ann.send("StartGame")
    for guest in (ann, bea):
        assert guest.receive() == message("GameStarted", gameId=game)
        guest.ack()
    assert is_quiet([ann, bea])

    board = message("BoardInitialized", **START)
    rejoined = message("PlayerRejoined", gameId=game, playerIndex=2)

    def goes_on(cal: Connection) -> None:
        assert ann.receive() == bea.receive() == rejoined  # which nobody acknowledges
        assert ann.receive() == bea.receive() == board
        for guest in (ann, bea):
            guest.ack()
        assert told_to(cal) == ["FirstTwoSeen"] * 3
        assert [ann.receive(), bea.receive()] == revealed

    with Connection(people.server, hello) as cal:
        assert ann.receive() == bea.receive() == board
        assert told_to(cal) == ["RoundStarted", "Dealt"]
        ann.ack()
        bea.ack()
        assert told_to(cal) == ["FirstTwoSeen"] * 3
        revealed = [ann.receive(), bea.receive()]
        assert is_quiet([ann, bea])
    for n, guest in enumerate((ann, bea)):
        suspended = guest.receive()
        assert (suspended["type"], suspended["playerIndex"]) == ("GameSuspended", 2)
        assert suspended["suspendedGame"]["playerIndex"] == n
        assert suspended["suspendedGame"]["playerOnlineStatuses"] == [True, True, False]
    with Connection(people.server, hello) as cal:
        goes_on(cal)

        ann.send("SuspendGame")
        for guest in (ann, bea):
            suspended = guest.receive()["suspendedGame"]
            assert suspended["playerOnlineStatuses"] == [False, True, True]
    left = message("PlayerLeft", gameId=game, playerIndex=2)
    assert ann.receive() == bea.receive() == left  # also to Ann, who is in the lobby
    ann.send("RejoinGame", gameId=game, playerSecret=ann.secret)
    back = message("PlayerRejoined", gameId=game, playerIndex=0)
    assert ann.receive() == bea.receive() == back
    with Connection(people.server, hello) as cal:
        goes_on(cal)
        for guest in (ann, bea):
            guest.ack()
        turn = message("TurnStarted", activePlayerIndex=0, turn=1)
        assert bea.receive() == turn
        assert told_to(cal) == ["TurnStarted"]
        bea.ack()
        assert ann.receive() == {**turn, "actions": [TAKE, "StopRound"]}
