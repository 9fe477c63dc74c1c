"""A client of 66 as the online game has it, written from the description of its protocol alone.

It acknowledges only what its pages show: a message in a game when it has been shown, and its page
when that is opened, which is at GameStarted and at its own return. It fails on a message or a
field that it does not know, and on null.
"""

from __future__ import annotations

import json
from contextlib import ExitStack
from typing import Any

from websockets.sync.client import ClientConnection, connect

from dialects.guests import NONSENSE, PATIENCE, Message
from live import Server

# What every client of the lobby knows. A `?` marks a field that is not always there.
SHARED = {
    "OnlinePlayers": "nameById",
    "OpenGames": "games",
    "PlayerInfo": "name secret",
    "PlayerStatus": "id name isOnline",
    "SuspendedGames": "games",
    "JoinedGame": "gameId",
    "NewPlayer": "gameId name",
    "PlayerRemoved": "gameId playerIndex",
    "GameDeleted": "gameId",
    "GameStarted": "gameId",
    "GameSuspended": "suspendedGame playerIndex",
    "PlayerLeft": "gameId playerIndex",
    "PlayerRejoined": "gameId playerIndex",
    "Failure": "command message errorReason?",
    "BoardInitialized": "activePlayerIndex deckSize handSizes round turn totalScores "
    "discardedValue? stopperIndex?",
    "RoundFinished": "hands cards scores totalScores isGameFinished",
}
NEWEST = {
    "CardsRevealed": "cardInfos lookingPlayerIndex? lookingPlayerIndexes? targetPlayerIndex? "
    "cardIndex? cardIndexes? cardValue? cardValues?",
    "TurnStarted": "activePlayerIndex turn actions?",
    "BoardUpdated": "deckSize? deckCard? discardedValue? actions? hint?",
    "StopRequested": "stopperIndex",
    "CardsReplaced": "playerIndex cardIndexes fromDeck discardedValue deckSize",
    "CardExchanged": "playerIndex cardIndex anotherPlayerIndex anotherPlayerCardIndex",
}
DRAFT = {
    "FirstTwoCards": "value1? value2?",
    "TurnStart": "playerIndex",
    "HeapCardTaken": "playerIndex",
    "Card": "value",
    "CardReplaced": "playerIndex handCardIndex discardedValue",
    "CardsShown": "playerIndex handCardIndexes values?",
    "CardsDifferent": "",
    "CardsIdentical": "discardedValue",
    "Stopping": "playerIndex",
    "Discarded": "playerIndex discardedValue",
    "OwnCardPeeked": "playerIndex handCardIndex",
    "CardPeeked": "playerIndex anotherPlayerIndex handCardIndex",
    "CardsExchanged": "playerIndex handCardIndex anotherPlayerIndex anotherPlayerHandCardIndex",
    "DiscardedCardTaken": "playerIndex value",
}
IN_GAME = {"/66": NEWEST, "/66/draft": DRAFT}
PARTS = {
    "OpenGames": "gameId openTimeStr playerNames",
    "SuspendedGames": "gameId playerIndex startTimeStr suspendTimeStr playerNames "
    "playerOnlineStatuses",
    "CardsRevealed": "lookingPlayerIndexes targetPlayerIndex cardIndexes values?",
}

TEXTS = {
    "id", "name", "secret", "command", "message", "errorReason", "hint",
    "openTimeStr", "startTimeStr", "suspendTimeStr",
}  # fmt: skip
FLAGS = {"isOnline", "fromDeck", "isGameFinished"}
LISTS: dict[str, type] = {
    "playerNames": str,
    "playerOnlineStatuses": bool,
    "actions": str,
    "games": dict,
    "cardInfos": dict,
    "hands": list,
    "cards": list,
}
NUMBERS = {  # lists of them
    "handSizes", "totalScores", "scores", "cardIndexes", "cardValues", "values",
    "lookingPlayerIndexes", "handCardIndexes",
}  # fmt: skip


def check(message: Message, fields: str) -> None:
    """All that has to be there is there, all that is there is known, and it is of its kind."""
    named = fields.split()
    must = {name for name in named if not name.endswith("?")}
    assert must <= message.keys() <= {name.rstrip("?") for name in named}, message
    for name, value in message.items():
        assert is_of_its_kind(name, value), f"{name} in {message}"


def is_of_its_kind(name: str, value: Any) -> bool:
    if name == "nameById":
        return type(value) is dict and all(type(each) is str for each in value.values())
    if name == "suspendedGame":
        return type(value) is dict
    if name in LISTS or name in NUMBERS:
        return type(value) is list and all(type(each) is LISTS.get(name, int) for each in value)
    return type(value) is (str if name in TEXTS else bool if name in FLAGS else int)


class Transcript:
    """All that clients send and receive, in its order."""

    def __init__(self) -> None:
        self.lines: list[tuple[str, str, Message]] = []

    def __str__(self) -> str:
        return "\n".join(
            f"{name:>7} {'sends   ' if way == '>' else 'receives'} {json.dumps(message)}"
            for name, way, message in self.lines
        )


class Original:
    """One player's browser. It keeps name and secret when its page is loaded again."""

    def __init__(self, server: Server, path: str, name: str, transcript: Transcript) -> None:
        self.name = name
        self.secret = ""
        self.index = -1  # in the game
        self._server, self._path, self._transcript = server, path, transcript
        self._shows = False  # what it will acknowledge when it has been shown
        self.last: Message = {}  # the last thing that it showed
        self.open()

    def open(self) -> None:
        """The page is loaded."""
        self._open = ExitStack()
        address = self._server.url.replace("http", "ws", 1) + self._path
        self._socket: ClientConnection = self._open.enter_context(
            connect(address, compression=None)
        )
        self._shows = False

    def close(self) -> None:
        """The page is closed, or the net is lost."""
        self._open.close()

    def send(self, type: str, **fields: Any) -> None:
        message = {"type": type, **fields}
        self._transcript.lines.append((self.name, ">", message))
        self._socket.send(json.dumps(message))

    def shown(self) -> None:
        """What there was to show has been shown; a page acknowledges it then, and once."""
        if self._shows:
            self._shows = False
            self.send("Ack")

    def receive(self) -> Message:
        """The next message, which has to be one that it knows."""
        message = self._receive()
        self._take(message)
        return message

    def receive_all(self) -> list[Message]:
        """What it has been sent by now: that comes before the answer to nonsense."""
        self._socket.send(json.dumps({"type": NONSENSE}))
        received: list[Message] = []
        while True:
            message = self._receive()
            if message == {**message, "type": "Failure", "command": NONSENSE}:
                return received
            self._take(message)
            received.append(message)

    def _receive(self) -> Message:
        message: Message = json.loads(self._socket.recv(timeout=PATIENCE))
        return message

    def _take(self, message: Message) -> None:
        self._transcript.lines.append((self.name, "<", message))
        known = {**SHARED, **IN_GAME[self._path]}
        fields = dict(message)
        type = fields.pop("type")
        assert type in known, f"{type} is not a message that a client knows."
        check(fields, known[type])
        for part in fields.get("games", fields.get("cardInfos", [])):
            check(part, PARTS[type])
        if type == "GameSuspended":
            check(fields["suspendedGame"], PARTS["SuspendedGames"])
            self._shows = False  # what it was showing is never finished
        in_game = type in (*IN_GAME[self._path], "BoardInitialized", "RoundFinished")
        opens_page = type == "PlayerRejoined" and message["playerIndex"] == self.index
        if in_game or opens_page or type == "GameStarted":
            self._shows, self.last = True, message
