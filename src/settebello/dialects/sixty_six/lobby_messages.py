"""The messages that all dialects of 66 share: those of the lobby, and the base classes.

A message is one JSON object in a text frame; `type` names it, fields are in camelCase, and empty
fields are left out.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType

Index = Annotated[int, Meta(ge=0, le=999)]
Indexes = Annotated[list[Index], Meta(max_length=52)]
Secret = Annotated[str, Meta(max_length=64)]
GameId = Annotated[int, Meta(ge=0, le=2**53)] | Annotated[str, Meta(pattern="^[0-9]{1,16}$")]


class FromClient(msgspec.Struct, tag=True, rename="camel"):
    """A message from a client. Fields that are not known are ignored."""


class FromServer(msgspec.Struct, tag=True, rename="camel"):
    """A message from the server."""


# The lobby: who is here, and which games.


class RegisterPlayer(FromClient):
    """Become a player: the answer has the secret that identifies them from now on."""

    name: str


class RenamePlayer(FromClient):
    secret: Secret
    name: str


class ListSuspendedGames(FromClient):
    """Ask for the games that wait for this player; it also signs them in."""

    player_secret: Secret


class CreateGame(FromClient):
    player_secret: Secret


class JoinGame(FromClient):
    game_id: GameId
    player_secret: Secret


class LeaveGame(FromClient):
    """Leave a game that has not begun; if the creator leaves, the game is deleted."""


class StartGame(FromClient):
    """Start the game; only its creator can, with two players or more."""


class AddBot(FromClient):
    """Give a bot a seat in the sender's own game. It is not in the original protocol."""


class RemovePlayer(FromClient):
    """Free another seat in the sender's own game. It is not in the original protocol."""

    player_index: Index


class SuspendGame(FromClient):
    """Leave a game that has begun; it waits until everybody is back."""


class RejoinGame(FromClient):
    """Come back to a game that waits."""

    game_id: GameId
    player_secret: Secret


class Ack(FromClient):
    """The last notification has been shown."""


LobbyRequest = (
    RegisterPlayer
    | RenamePlayer
    | ListSuspendedGames
    | CreateGame
    | JoinGame
    | LeaveGame
    | StartGame
    | AddBot
    | RemovePlayer
    | SuspendGame
    | RejoinGame
    | Ack
)


class OpenGame(msgspec.Struct, rename="camel"):
    """A game that waits for players."""

    game_id: int
    open_time_str: str
    player_names: list[str]


class SuspendedGame(msgspec.Struct, rename="camel"):
    """A game that waits until everybody is back; `playerIndex` is the receiver's own."""

    game_id: int
    player_index: int
    start_time_str: str
    suspend_time_str: str
    player_names: list[str]
    player_online_statuses: list[bool]


class OnlinePlayers(FromServer):
    name_by_id: dict[str, str] = msgspec.field(name="nameById")


class OpenGames(FromServer):
    games: list[OpenGame]


class PlayerInfo(FromServer):
    name: str
    secret: str


class PlayerStatus(FromServer):
    id: str
    name: str
    is_online: bool


class SuspendedGames(FromServer):
    games: list[SuspendedGame]


class JoinedGame(FromServer):
    game_id: int


class NewPlayer(FromServer):
    game_id: int
    name: str


class PlayerRemoved(FromServer):
    game_id: int
    player_index: int


class GameDeleted(FromServer):
    game_id: int


class GameStarted(FromServer):
    game_id: int


class GameSuspended(FromServer):
    """`playerIndex` is the one who left."""

    suspended_game: SuspendedGame
    player_index: int


class PlayerLeft(FromServer):
    game_id: int
    player_index: int


class PlayerRejoined(FromServer):
    game_id: int
    player_index: int


class Failure(FromServer):
    """A message was refused, and nothing has changed."""

    command: str
    message: str
    error_reason: str | UnsetType = UNSET


# Both dialects: where the game stands, and how a round ended.


class BoardInitialized(FromServer):
    """The board, at the start of a round or after everybody has come back."""

    active_player_index: int
    deck_size: int
    hand_sizes: list[int]
    round: int
    turn: int
    total_scores: list[int]
    discarded_value: int | UnsetType = UNSET
    stopper_index: int | UnsetType = UNSET


class RoundFinished(FromServer):
    """All hands, and the points; `cards` is what the documents call `hands`."""

    hands: list[list[int]]
    cards: list[list[int]]
    scores: list[int]
    total_scores: list[int]
    is_game_finished: bool


TOLD_TO_ALL = (  # everybody is told what these requests lead to
    RegisterPlayer,
    RenamePlayer,
    CreateGame,
    JoinGame,
    RejoinGame,
    AddBot,
    RemovePlayer,
    LeaveGame,
    SuspendGame,
)
FROM_PLAYERS = (  # these name their player by the secret
    RenamePlayer,
    ListSuspendedGames,
    CreateGame,
    JoinGame,
    RejoinGame,
)
