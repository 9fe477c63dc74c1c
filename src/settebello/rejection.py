"""What is refused: one exception, with a code for programs and arguments for its sentence.

The sentence is made where it is shown, in the language of the reader: see `words.refuse`.
"""

from __future__ import annotations

from enum import StrEnum

Argument = str | int | float


class RejectionCode(StrEnum):
    """Every code with which something is refused, except a game's own (`must-take` in Scopa)."""

    # A move.
    NO_SUCH_SEAT = "no-such-seat"
    OVER = "over"
    NOT_YOUR_TURN = "not-your-turn"
    UNREADABLE = "unreadable"
    NOT_LEGAL = "not-legal"  # when the game gives no reason of its own
    NOT_PICKABLE = "not-pickable"  # cards that would make no move at all
    NOTHING_TO_UNDO = "nothing-to-undo"

    # A name.
    NAME_EMPTY = "name-empty"
    NAME_COMPUTER = "name-computer"
    NAME_LONG = "name-long"
    NAME_STRANGE = "name-strange"
    NAME_TAKEN = "name-taken"

    # A seat, before the match begins.
    NOT_OPEN = "not-open"
    NO_FREE_SEAT = "no-free-seat"
    SEAT_TAKEN = "seat-taken"
    SEAT_FREE = "seat-free"
    SEATS_FREE = "seats-free"

    # A request to a table.
    SPECTATOR = "spectator"
    STALE = "stale"
    WAITING = "waiting"
    PAUSED = "paused"
    NOT_PAUSED = "not-paused"
    NOT_PLAYING = "not-playing"
    NOT_OVER = "not-over"
    HELD = "held"
    CLOSED = "closed"
    TOO_OFTEN = "too-often"
    NOT_AT_THIS_TABLE = "not-at-this-table"
    ONLY_AGAINST_BOTS = "only-against-bots"
    NO_HINT = "no-hint"
    AGAIN = "again"
    RULES_FAILED = "rules-failed"
    RULES_CHANGED = "rules-changed"
    RULES_MISSING = "rules-missing"
    TABLE_FAILED = "table-failed"
    NO_CHAT = "no-chat"
    SAY_NOTHING = "say-nothing"
    SAY_SLOWER = "say-slower"
    EMOTE_SLOWER = "emote-slower"
    NOT_TO_NUDGE = "not-to-nudge"
    NUDGED = "nudged"
    NUDGE_LATER = "nudge-later"

    # A message or a request to the server.
    OTHER_VERSION = "other-version"
    HELLO_FIRST = "hello-first"
    NOT_A_MESSAGE = "not-a-message"
    TOO_LATE = "too-late"
    TOO_LARGE = "too-large"
    TOO_FAST = "too-fast"
    TOO_MANY = "too-many"
    TOO_MANY_CONNECTIONS = "too-many-connections"
    SLOW = "slow"  # only the reason of a closed connection: nobody would read a message
    ORIGIN = "origin"
    NOT_FOUND = "not-found"
    NO_SUCH_PAGE = "no-such-page"
    NO_SUCH_CODE = "no-such-code"
    NOT_ALLOWED = "not-allowed"
    NOT_YOUR_SEAT = "not-your-seat"
    BAD_REQUEST = "bad-request"
    TOO_LONG = "too-long"
    NOT_STORED = "not-stored"
    COME_BACK = "come-back"
    NOT_ON_ALL_NODES = "not-on-all-nodes"
    FAILED = "failed"

    # The lobby of 66.
    NO_SUCH_PLAYER = "no-such-player"
    NO_SUCH_GAME = "no-such-game"
    NO_NAME = "no-name"
    SECOND_SESSION = "second-session"
    ANOTHER_PLAYER = "another-player"
    IN_A_GAME = "in-a-game"
    NOT_IN_A_GAME = "not-in-a-game"
    NOT_THE_CREATOR = "not-the-creator"
    NOT_ANOTHER_PLAYER = "not-another-player"
    REMOVED = "removed"
    GAME_FULL = "game-full"
    TOO_FEW_PLAYERS = "too-few-players"
    NOT_THROUGH = "not-through"
    NOT_UNDERSTOOD = "not-understood"

    # A client's own.
    BAD_ADDRESS = "bad-address"
    BAD_ANSWER = "bad-answer"
    BAD_FILE = "bad-file"
    UNREACHABLE = "unreachable"
    LEFT = "left"


class Rejection(ValueError):
    """Something is refused, and nothing has changed.

    `code` is a `RejectionCode`, or one that a game's `refusal` gave. `arguments` are the values in
    its sentence; numbers are numbers. `sentence` is the English one where an author of programs
    meets the error as it is; it is empty where it is made later, for its reader.
    """

    def __init__(self, code: str, sentence: str = "", /, **arguments: Argument) -> None:
        super().__init__(code, sentence)
        self.code = str(code)
        self.sentence = sentence
        self.arguments = arguments

    @property
    def retry_after(self) -> float | None:
        """The seconds after which it may be tried again; None if waiting does not help."""
        wait = self.arguments.get("retry_after")
        return None if wait is None else float(wait)

    def __str__(self) -> str:
        values = ", ".join(f"{name}={value!r}" for name, value in self.arguments.items())
        return self.sentence or (f"{self.code} ({values})" if values else self.code)
