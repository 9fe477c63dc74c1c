"""Games of 66 on a server that is killed in each state of the chart: nothing is lost or doubled."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from dialects.company import answer, company, failure
from dialects.guests import Guest, game_of, message
from dialects.steps import Step, asked, is_over, next_step
from dialects.test_sixty_six_suspension import HANDS, Dealer, last_round
from games.sixty_six_scenes import deal
from live import Server, serving
from server.inside import inside
from settebello import Match
from settebello.dialects.sixty_six.standard import ASKING, TELLING, move_of
from settebello.dialects.sixty_six.standard_messages import decoder

STATES = {*ASKING.values(), *TELLING.values(), "SEEING_OWN_CARD", "SEEING_ANOTHERS_CARD"}
BY_TYPE = {
    "BoardInitialized": "ROUND_STARTING",
    "TurnStarted": "READY_FOR_TURN",
    "StopRequested": "ROUND_STOPPING",
    "CardsReplaced": "REPLACING_CARDS",
    "CardExchanged": "EXCHANGING_CARD",
    "RoundFinished": "ROUND_FINISHED",
}
BY_ACTION = {
    "PickAnothersCard": "PICKING_ANOTHERS_CARD_FOR_EXCHANGE",
    "StartNextRound": "ROUND_FINISHED",
    "PickOwnCard": "DISCARDED_CARD_TAKEN",
}
SPECIAL = ("DISCARDING_7_8", "DISCARDING_9_10", "DISCARDING_11_12")


def state_of(step: Step, seats: int) -> str:
    """The state of the chart in which a step is told."""
    told = step[max(step, key=lambda seat: "actions" in step[seat])]
    if told["type"] in BY_TYPE:
        return BY_TYPE[told["type"]]
    if told["type"] == "CardsRevealed":
        first, *others = told["cardInfos"]
        if others:
            return "ROUND_STARTING"
        if "lookingPlayerIndexes" in told:
            return "SHOWING_CARDS"
        own = first["lookingPlayerIndexes"] == [first["targetPlayerIndex"]]
        return "SEEING_OWN_CARD" if own else "SEEING_ANOTHERS_CARD"
    if "deckCard" in told:
        return "DECK_CARD_TAKEN"
    if "discardedValue" not in told:
        return BY_ACTION[told["actions"][0]]
    if len(step) == seats:
        return "DISCARDING_PLAIN"
    return SPECIAL[(told["discardedValue"] - 7) // 2]


class Game:
    """A game whose players know only what they are told, and choose at random."""

    def __init__(self, server: Server, number: int) -> None:
        self.random = Random(number)
        names = [f"{name} {number}" for name in ("Ann", "Bea", "Cal")[: 2 + number % 2]]
        self.names = names
        self.guests = [Guest(server, name) for name in names]
        self.number = game_of(self.guests)
        self.sizes: list[int] = []
        self.made: list[tuple[int, str, bool]] = []  # the seat, the move, and if it was received
        self.step: Step = {}

    @property
    def over(self) -> bool:
        return is_over(self.step)

    def play(self, until: set[str]) -> str:
        """Play on until a step of one of these states is told, or to the end."""
        while not self.over:
            self.step = next_step(self.guests)
            told = next(iter(self.step.values()))
            if told["type"] == "BoardInitialized":
                self.sizes = told["handSizes"]
            elif told["type"] == "CardsReplaced":
                self.sizes[told["playerIndex"]] -= len(told["cardIndexes"]) - 1
            state = state_of(self.step, len(self.guests))
            if state in until:
                return state
            for seat in self.step:
                self.guests[seat].ack()
            self.move()
        return ""

    def move(self, received: bool = True) -> None:
        """The player who is asked for a move makes one."""
        seat = asked(self.step)
        if seat is None:
            return
        type, fields = self.choose(seat)
        self.guests[seat].send(type, **fields)
        text = json.dumps({"type": type, **fields})
        move = move_of(decoder.decode(text), lambda: "")
        self.made.append((seat, str(move), received))

    def choose(self, seat: int) -> tuple[str, dict[str, Any]]:
        told, random = self.step[seat], self.random
        type = random.choice(told["actions"])
        if "hint" in told and "Discard" in told["actions"]:
            type = "Discard"  # for what comes of it
        if type == "StopRound" and random.random() < 0.5:
            type = told["actions"][0]
        if type == "ShowCards":
            count = random.randint(2, self.sizes[seat])
            return type, {"cardIndexes": sorted(random.sample(range(self.sizes[seat]), count))}
        if type == "PickOwnCard":
            return type, {"cardIndex": random.randrange(self.sizes[seat])}
        if type == "PickAnothersCard":
            other = random.choice([n for n in range(len(self.sizes)) if n != seat])
            return type, {"playerIndex": other, "cardIndex": random.randrange(self.sizes[other])}
        return type, {}

    def disconnect(self) -> None:
        for guest in self.guests:
            guest.close()

    def come_back(self, server: Server) -> None:
        """After a restart: the game is listed for all its players, and they rejoin it."""
        known = self.guests
        self.guests = [Guest(server) for _ in known]
        for seat, (guest, old) in enumerate(zip(self.guests, known, strict=True)):
            guest.secret, guest.game = old.secret, self.number
            guest.send("ListSuspendedGames", playerSecret=guest.secret)
            (listed,) = guest.receive_a("SuspendedGames")["games"]
            assert (listed["gameId"], listed["playerIndex"]) == (self.number, seat)
            assert listed["playerNames"] == self.names
            assert not any(listed["playerOnlineStatuses"])
        for seat, guest in enumerate(self.guests):
            guest.send("RejoinGame", gameId=self.number, playerSecret=guest.secret)
            for other in self.guests:
                rejoined = message("PlayerRejoined", gameId=self.number, playerIndex=seat)
                assert other.receive_a("PlayerRejoined") == rejoined
        self.guests[-1].ack()

    def check(self, server: Server) -> None:
        """The record has all moves that were made, each once, and the scores that were told."""
        for guest in self.guests:
            guest.ack()
        (told, *others) = [sent["totalScores"] for sent in self.step.values()]
        assert len(others) == len(self.guests) - 1
        record = record_of(server, self.names)
        played = [(seat, text) for seat, text in record["moves"]]
        for seat, text, received in self.made:
            if received or played[:1] == [(seat, text)]:
                assert played.pop(0) == (seat, text)
        assert not played
        assert Match.replay(record).scores == tuple(told)


def record_of(server: Server, names: list[str]) -> dict[str, Any]:
    """The record of their match, as soon as it is a past one."""
    while True:
        _, matches = server.ask("GET", "/api/matches")
        for match in matches:
            if match["players"] == names:
                return dict(server.ask("GET", f"/api/matches/{match['match']}/record")[1])


@contextmanager
def playing(server: Server, count: int) -> Iterator[list[Game]]:
    games = [Game(server, number) for number in range(count)]
    try:
        yield games
    finally:
        for game in games:
            game.disconnect()


def test_a_server_that_is_killed_in_any_state_loses_nothing(tmp_path: Path) -> None:
    left = set(STATES)
    with serving(tmp_path) as server, playing(server, 4) as games:
        begun = len(games)
        while left:
            for number, game in enumerate(games):
                while left and not (state := game.play(left)):
                    game.check(server)
                    game.disconnect()
                    games[number] = game = Game(server, begun)
                    begun += 1
                left -= {state}
                for seat in game.step:
                    if game.random.random() < 0.5:
                        game.guests[seat].ack()
                if number == 0:
                    game.move(received=False)  # nobody knows whether it is in time
            server.kill()
            for game in games:
                game.disconnect()
            server.start()
            for game in games:
                game.come_back(server)
        for game in games:
            game.play(set())
            game.check(server)
        assert server.stop() == 0


def test_a_game_whose_end_was_not_told_is_resumed_after_a_restart(tmp_path: Path) -> None:
    dealer = Dealer()
    dealer.deals = [deal(*HANDS, deck="5 6")] * 2
    with inside(tmp_path, dealer) as server, company(server) as people:
        scene = last_round(people, dealer)
        last_move = scene.step()
    with inside(tmp_path, dealer) as server, company(server) as people:
        scene.people = people
        scene.guests = [people.returns(guest) for guest in scene.guests]
        for seat in range(3):
            scene.come_back(seat)
            scene.all_receive_return(seat)
        scene.ack(2)
        assert scene.step()[0]["type"] == "BoardInitialized"
        scene.ack_all()
        assert scene.step() == last_move
        scene.ack_all()
        assert is_over(scene.step())
        record_of(server, ["Ann", "Bea", "Cal"])  # it counts as told, and nobody acknowledges it
    with inside(tmp_path, dealer) as server, company(server) as people:
        for known in scene.guests:
            guest = people.comes()
            listed = answer(guest, "ListSuspendedGames", playerSecret=known.secret)
            assert listed["games"] == []
            fields = {"gameId": scene.game, "playerSecret": known.secret}
            assert failure(guest, "RejoinGame", **fields) == "GAME_NOT_FOUND"
            people.receive_everything()
