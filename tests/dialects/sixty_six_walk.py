"""Clients of the online game of 66 walk through its whole lobby, message by message.

`python tests/dialects/sixty_six_walk.py` prints what they and a server send, in both dialects.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))  # when this file is run, not imported

from dialects.guests import Message, at_last, message
from dialects.original_client import Original, Transcript
from live import Server, serving

NAMES = ("Ann", "Bea", "Cal")
DIALECTS = ("/66", "/66/draft")
Step = dict[int, Message]


class Walk:
    """Ann, Bea and Cal, who play, and Dan, who looks at the lobby."""

    def __init__(self, server: Server, path: str) -> None:
        self.server, self.path = server, path
        self.transcript = Transcript()
        self.players: list[Original] = []
        self.game = 0
        self.mover = -1  # who is to move
        self.told: list[Step] = []  # the step that is being told, group by group
        self.dan = self.comes("Dan")

    # The lobby.

    @property
    def all(self) -> list[Original]:
        return [*self.players, self.dan]

    def comes(self, name: str) -> Original:
        """Somebody opens the page and registers."""
        others = self.all if name != "Dan" else []
        comer = Original(self.server, self.path, name, self.transcript)
        self.is_told_the_lobby(comer, others)
        comer.send("RegisterPlayer", name=f" {name} ")
        info = comer.receive()
        comer.secret = info["secret"]
        assert info == message("PlayerInfo", name=name, secret=comer.secret)
        self.receive_status(others, name, online=True)
        return comer

    def is_told_the_lobby(self, comer: Original, online: Sequence[Original]) -> None:
        """Who connects is told who is here, and which games are open: none, whenever they come."""
        here = comer.receive()
        assert here["type"] == "OnlinePlayers"
        assert sorted(here["nameById"].values()) == sorted(other.name for other in online)
        assert comer.receive() == message("OpenGames", games=[])

    def receive_status(self, receivers: Sequence[Original], name: str, online: bool) -> None:
        for receiver in receivers:
            status = receiver.receive()
            id = status.pop("id", None)
            assert id
            assert status == message("PlayerStatus", name=name, isOnline=online)

    def all_receive(
        self, type: str, receivers: Sequence[Original] | None = None, **fields: Any
    ) -> None:
        for receiver in self.all if receivers is None else receivers:
            assert receiver.receive() == message(type, **fields)

    def nobody_receives_more(self) -> None:
        """Twice: the answers to what was said before the first question come before the second."""
        for receiver in self.all * 2:
            assert receiver.receive_all() == []

    def come_together(self) -> None:
        """Three register, one of them creates a game, and two join it."""
        for name in NAMES:
            self.players.append(self.comes(name))
        ann, bea, cal = self.players
        bea.send("RenamePlayer", secret=bea.secret, name="Beatrix")
        bea.name = "Beatrix"
        assert bea.receive() == message("PlayerInfo", name="Beatrix", secret=bea.secret)
        self.receive_status([ann, cal, self.dan], "Beatrix", online=True)

        ann.send("CreateGame", playerSecret=ann.secret)
        self.game = ann.receive()["gameId"]
        for other in (bea, cal, self.dan):
            opened = other.receive()
            (listed,) = opened["games"]
            assert opened["type"] == "OpenGames"
            assert (listed["gameId"], listed["playerNames"]) == (self.game, ["Ann"])
        for joiner in (cal, bea):  # Cal leaves again, and so is the last in the end
            self.join(joiner)
        cal.send("LeaveGame")
        self.all_receive("PlayerRemoved", gameId=self.game, playerIndex=1)
        self.join(cal)
        for index, player in enumerate(self.players):
            player.index = index
        self.nobody_receives_more()

    def join(self, joiner: Original) -> None:
        joiner.send("JoinGame", gameId=str(self.game), playerSecret=joiner.secret)
        assert joiner.receive() == message("JoinedGame", gameId=self.game)
        others = [other for other in self.all if other is not joiner]
        self.all_receive("NewPlayer", others, gameId=self.game, name=joiner.name)

    def start(self) -> None:
        """The game begins: its players are told, and to all others it is not open any more."""
        self.players[0].send("StartGame" if self.path == "/66" else "StartRound")
        self.all_receive("GameStarted", self.players, gameId=self.game)
        self.all_receive("GameDeleted", [self.dan], gameId=self.game)
        self.nobody_receives_more()
        for player in self.players:
            player.shown()

    # In the game.

    def next_told(self) -> Step:
        """What is told next, by seat: to each of them one message."""
        received: dict[int, list[Message]] = {player.index: [] for player in self.players}

        def listen() -> bool:
            for player in self.players:
                received[player.index] += player.receive_all()
            return any(received.values())

        at_last(listen)
        listen()  # who was asked before it was told
        assert all(len(messages) <= 1 for messages in received.values()), received
        return {index: messages[0] for index, messages in received.items() if messages}

    def goes_on(self) -> Step:
        """All show what they are told, until one of them is to move, or the game is over.

        Returns what was told first.
        """
        self.told = []
        self.mover = -1
        told = first = self.next_told()
        while True:
            is_new = self.told and len(self.told[-1]) == len(self.players)
            self.told = [told] if is_new else [*self.told, told]
            for index in told:
                self.players[index].shown()
            if len(told) == 1 or any(m.get("isGameFinished") for m in told.values()):
                (self.mover,) = told if len(told) == 1 else (-1,)
                return first
            told = self.next_told()

    @property
    def over(self) -> bool:
        return any(player.last.get("isGameFinished") for player in self.players)

    @property
    def between_rounds(self) -> bool:
        last = self.players[self.mover].last
        return last["type"] == "RoundFinished" or last.get("actions") == ["StartNextRound"]

    def move(self, stop: bool = False) -> None:
        """One move, and all that follows up to the next one."""
        self.send_move(stop)
        self.goes_on()

    def send_move(self, stop: bool = False) -> None:
        """Who is to move takes a card from the deck and puts it in place of their first one."""
        player = self.players[self.mover]
        last = player.last
        if self.path == "/66":
            offered = last["actions"]
            if stop and "StopRound" in offered:
                player.send("StopRound")
            elif "PickOwnCard" in offered:
                player.send("PickOwnCard", cardIndex=0)
            else:  # the first one: TakeCardFromDeck, or StartNextRound
                player.send(offered[0])
        elif last["type"] == "Card":
            player.send("ReplaceCard", handCardIndex=0)
        elif last["type"] == "RoundFinished":
            player.send("StartRound")
        else:
            player.send("StopRound" if stop else "TakeCardFromHeap")

    def finish_round(self) -> None:
        """Somebody stops the round, and the others have a turn each."""
        if "deckCard" in self.players[self.mover].last or "value" in self.players[self.mover].last:
            self.move()
        self.move(stop=True)
        while not self.over and not self.between_rounds:
            self.move()

    # Leaving it and coming back.

    def suspended(self, index: int, gone: Sequence[int]) -> Message:
        """The game as it is listed for one of its players, without the times."""
        return {
            "gameId": self.game,
            "playerIndex": index,
            "playerNames": [player.name for player in self.players],
            "playerOnlineStatuses": [n not in gone for n in range(len(self.players))],
        }

    def receive_suspension(self, receivers: Sequence[Original], leaver: int) -> None:
        for receiver in receivers:
            told = receiver.receive()
            assert told["type"] == "GameSuspended"
            assert told["playerIndex"] == leaver
            game = told["suspendedGame"]
            assert times_of(game) == 2
            assert game == self.suspended(receiver.index, gone=[leaver])

    def loses(self, index: int, gone: Sequence[int] = ()) -> None:
        """The page of a player is closed; those in `gone` had left the game, but are connected."""
        leaver = self.players[index]
        leaver.close()
        here = [other for other in self.all if other is not leaver]
        if gone:
            self.all_receive("PlayerLeft", here, gameId=self.game, playerIndex=index)
        else:
            self.receive_suspension([other for other in here if other is not self.dan], index)
        self.receive_status(here, leaver.name, online=False)

    def returns(self, index: int, gone: Sequence[int], connected: Sequence[Original]) -> None:
        """The page is loaded again: the player signs in, and is listed the game."""
        player = self.players[index]
        player.open()
        self.is_told_the_lobby(player, connected)
        player.send("ListSuspendedGames", playerSecret=player.secret)
        listed = player.receive()
        assert [times_of(game) for game in listed["games"]] == [2]
        game = self.suspended(index, gone)
        assert listed == message("SuspendedGames", games=[game])
        self.receive_status(connected, player.name, online=True)

    def leaves(self, index: int, gone: Sequence[int] = ()) -> None:
        """A player sends SuspendGame, and stays in the lobby."""
        self.players[index].send("SuspendGame")
        if gone:
            self.all_receive("PlayerLeft", gameId=self.game, playerIndex=index)
        else:
            self.receive_suspension(self.players, index)

    def rejoins(self, index: int, last: bool) -> None:
        """A player is back; if others are still missing, everybody who is connected is told."""
        player = self.players[index]
        player.send("RejoinGame", gameId=str(self.game), playerSecret=player.secret)
        receivers = self.players if last else self.all
        self.all_receive("PlayerRejoined", receivers, gameId=self.game, playerIndex=index)

    def resumes(self, index: int) -> None:
        """The last one is back, and when the page is there all go on where they were."""
        self.nobody_receives_more()
        self.players[index].shown()
        told = self.next_told()
        assert {m["type"] for m in told.values()} == {"BoardInitialized"}
        assert len(told) == len(self.players)
        for player in self.players:
            player.shown()

    def is_told_again(self) -> None:
        """The step that was interrupted is told again, and the same player is to move."""
        mover, told = self.mover, self.told
        self.goes_on()
        assert (self.mover, self.told) == (mover, told)
        self.nobody_receives_more()

    def close(self) -> None:
        for client in self.all:
            client.close()


def times_of(game: Message) -> int:
    """Take the times out of a game that is listed, and count them."""
    return sum(bool(game.pop(f"{what}TimeStr", "")) for what in ("start", "suspend"))


@contextmanager
def walking(server: Server, path: str) -> Iterator[Walk]:
    walk = Walk(server, path)
    try:
        yield walk
    finally:
        walk.close()


def reload(walk: Walk, index: int) -> None:
    """A player loads the page again in the middle of a game."""
    walk.loses(index)
    walk.returns(index, [index], [other for other in walk.all if other.index != index])
    walk.rejoins(index, last=True)
    walk.resumes(index)
    walk.is_told_again()


def reload_too_early(walk: Walk, index: int) -> None:
    """The same while the others still show what came of a move: they never acknowledge that."""
    walk.send_move()
    told = walk.next_told()
    walk.loses(index)
    walk.returns(index, [index], [other for other in walk.all if other.index != index])
    walk.rejoins(index, last=True)
    walk.resumes(index)
    assert walk.goes_on() == told


def step_out(walk: Walk, leave: Sequence[int], come_back: Sequence[int]) -> None:
    """Some leave the game for the lobby, and come back in this order."""
    for number, index in enumerate(leave):
        walk.leaves(index, gone=leave[:number])
    for number, index in enumerate(come_back, 1):
        last = number == len(come_back)
        walk.rejoins(index, last)
        if not last:
            walk.players[index].shown()  # the page is there, and the server passes over it
    walk.resumes(come_back[-1])
    walk.is_told_again()


def kill(walk: Walk, come_back: Sequence[int]) -> None:
    """The server is killed and started again, and all come back in this order."""
    walk.server.kill()
    for client in walk.all:
        client.close()
    walk.server.start()
    walk.dan.open()
    walk.is_told_the_lobby(walk.dan, [])
    walk.dan.send("ListSuspendedGames", playerSecret=walk.dan.secret)
    assert walk.dan.receive() == message("SuspendedGames", games=[])
    connected = [walk.dan]
    for index in come_back:
        walk.returns(index, range(len(walk.players)), connected)
        connected.append(walk.players[index])
    for number, index in enumerate(come_back, 1):
        last = number == len(come_back)
        walk.rejoins(index, last)
        if not last:
            walk.players[index].shown()
    walk.resumes(come_back[-1])
    walk.is_told_again()


def whole_walk(walk: Walk) -> None:
    """Through the lobby and a game with all its interruptions, to its end."""
    walk.come_together()
    walk.start()
    walk.goes_on()  # the first turn
    reload(walk, walk.mover)
    reload(walk, (walk.mover + 1) % 3)
    walk.move()  # a card has been taken
    reload(walk, walk.mover)
    step_out(walk, [2], [2])
    step_out(walk, [0, 1], [1, 0])
    reload_too_early(walk, walk.mover)
    step_out(walk, [2, 0, 1], [0, 2, 1])
    kill(walk, [2, 0, 1])
    walk.move()
    kill(walk, [1, 2, 0])
    walk.finish_round()
    reload(walk, walk.mover)
    step_out(walk, [1, 2], [1, 2])
    kill(walk, [0, 1, 2])
    while not walk.over:
        walk.move()  # StartNextRound
        reload(walk, 1)
        walk.finish_round()
    walk.nobody_receives_more()
    for player in walk.players:
        player.send("ListSuspendedGames", playerSecret=player.secret)
        assert player.receive() == message("SuspendedGames", games=[])
        player.send("RejoinGame", gameId=str(walk.game), playerSecret=player.secret)
        refused = player.receive()
        assert (refused["command"], refused["errorReason"]) == ("RejoinGame", "GAME_NOT_FOUND")
    walk.nobody_receives_more()


def main() -> None:
    for path in DIALECTS:
        print(f"\n{path}\n")
        with (
            tempfile.TemporaryDirectory() as folder,
            serving(Path(folder)) as server,
            walking(server, path) as walk,
        ):
            try:
                whole_walk(walk)
            finally:
                print(walk.transcript)


if __name__ == "__main__":
    main()
