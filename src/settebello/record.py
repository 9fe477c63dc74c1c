"""A match on file: a small JSON document with all that is needed to replay it.

    {"settebello": 1, "game": "scopa", "rules": 1, "options": {...}, "players": [...],
     "previous": null, "luck": ["1 0 2", "7D 3C ...", ...], "moves": [[1, "7D x 7C"], ...]}

`luck` has the house's draws in the order they were asked for, `moves` the moves with their seats.
A match that was closed before its end also has `"closed"`, with a word that says why: `abandoned`
or `given-up`. One that was played by a rules file has `"rules_hash"`, see `hash_of`. If bots moved
for players who were away, `"stand_ins"` has the indexes of those moves, in their order. One that
went on from a step of another match has that match and step as its `"origin"`.
A record holds every hidden card, so it is for the owner of a match, or for all when it is over.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from settebello.cards import Seat
from settebello.game import Draw, Game, GameState, Options, Tell
from settebello.luck import Luck, check_outcome, checked_draw
from settebello.registry import RulesError, fail, find_game, find_named, hash_of
from settebello.rejection import Rejection, RejectionCode
from settebello.words import refuse

FORMAT = 1
DRAWS_IN_A_ROW = 10_000  # no honest game lets the house draw so often between two moves
ALL_SEATS = tuple(frozenset(range(players)) for players in range(11))
CLOSED = re.compile("[a-z-]{1,40}")
LARGEST_FILE = 16 * 1024 * 1024
FIELDS = {
    "game": str,
    "rules": int,
    "options": dict,
    "players": list,
    "luck": list,
    "moves": list,
}


def write_outcome(wanted: Draw, outcome: Sequence[int], faces: Sequence[str]) -> str:
    """An outcome as a record has it: card texts for a deck, else numbers."""
    if wanted.of_cards:
        return " ".join([faces[face] for face in outcome])
    return " ".join([str(number) for number in outcome])


@lru_cache(64)
def face_numbers(faces: tuple[str, ...]) -> dict[str, int]:
    """The number of each face, by its text."""
    return {face: number for number, face in enumerate(faces)}


def read_outcome(wanted: Draw, text: str, faces: Sequence[str]) -> tuple[int, ...]:
    """An outcome from the text of a record; ValueError if it is wrong."""
    outcome: Any = []  # None for a word that cannot be one, which `check_outcome` refuses
    if wanted.of_cards:
        numbers = face_numbers(tuple(faces))
        outcome = [numbers.get(word) for word in text.split()]
    else:
        for word in text.split():
            short = word.isascii() and word.isdigit() and len(word) < 10
            outcome.append(int(word) if short else None)
    check_outcome(wanted, outcome)
    return tuple(outcome)


def let_house_draw(
    game: Game, state: GameState, luck: Luck, outcomes: list[str], tell: Tell | None
) -> list[tuple[int, ...]]:
    """Let the house draw until a player is to act or the match is over.

    `outcomes` gets them as a record has them; those that are no secret are returned, and an empty
    one for each draw of cards or dice. Raises RulesError if the rules fail, and whatever the luck
    raises.
    """
    drawn: list[tuple[int, ...]] = []
    for _ in range(DRAWS_IN_A_ROW):
        wanted = state.house
        if wanted is None:
            return drawn
        if not isinstance(wanted, Draw) or (wanted.kind != "shuffle" and not wanted.items):
            raise RulesError(f"The rules of {game.NAME} let the house draw from nothing.")
        # What a log or a record gives was checked when it was read.
        text: str | None = None
        if type(luck) is LoggedLuck:
            text, outcome = luck.next_text, luck.draw(wanted, game.FACES)
        elif type(luck) is RecordedLuck:
            outcome = luck.draw(wanted, game.FACES)
        else:
            outcome = checked_draw(luck, wanted, game.FACES)
        outcomes.append(write_outcome(wanted, outcome, game.FACES) if text is None else text)
        drawn.append(() if wanted.of_cards else outcome)
        try:
            game.settle(state, outcome, tell)
        except Exception as error:
            fail(game, "settle", error)
    raise RulesError(f"The rules of {game.NAME} let the house draw without end.")


def next_to_act(game: Game, state: GameState, seats: int) -> tuple[Seat, ...]:
    """The seats that are to act now; RulesError if the rules fail or one is not there."""
    try:
        to_act = tuple(state.to_act)
        there = ALL_SEATS[seats].issuperset(to_act)
    except Exception as error:
        fail(game, "to_act", error)
    if not there:
        raise RulesError(f"The rules of {game.NAME} let seats act that are not there.")
    return to_act


def as_record(
    game: Game,
    options: Options,
    players: Sequence[str],
    previous: Sequence[int] | None,
    luck: Sequence[str],
    moves: Iterable[tuple[int, str]],
) -> dict[str, Any]:
    """The record of a match, JSON-ready."""
    return {
        "settebello": FORMAT,
        "game": game.NAME,
        "rules": game.VERSION,
        **hash_key(game),
        "options": dict(options),
        "players": list(players),
        "previous": None if previous is None else list(previous),
        "luck": list(luck),
        "moves": [[seat, text] for seat, text in moves],
    }


def check_record(record: object) -> Mapping[str, Any]:
    """The record, if it has the right shape; else ValueError says what is missing."""
    if not isinstance(record, Mapping):
        raise ValueError("A record is a JSON object, as Match.record() makes it.")
    if record.get("settebello") != FORMAT:
        raise ValueError(f"This is not a Settebello record of format {FORMAT}.")
    for field, kind in FIELDS.items():
        value = record.get(field)
        if not isinstance(value, kind) or isinstance(value, bool):
            raise ValueError(f"The record is damaged: it needs '{field}'.")
    closed = record.get("closed", "closed")
    if not isinstance(closed, str) or not CLOSED.fullmatch(closed):
        raise ValueError("The record is damaged: its 'closed' is not a word such as abandoned.")
    if not isinstance(record.get("rules_hash", ""), str):
        raise ValueError("The record is damaged: its 'rules_hash' is not a text.")
    if not all(isinstance(text, str) for text in record["luck"]):
        raise ValueError("The record is damaged: its luck is not a list of texts.")
    for number, entry in enumerate(record["moves"], start=1):
        pair = isinstance(entry, Sequence) and not isinstance(entry, str) and len(entry) == 2
        if not pair or type(entry[0]) is not int or not isinstance(entry[1], str):
            raise ValueError(f"The record is damaged: move {number} is not a seat and a text.")
    check_stand_ins(record.get("stand_ins", []), len(record["moves"]))
    return record


def check_stand_ins(stand_ins: object, moves: int) -> None:
    """Raise ValueError unless these are indexes of moves, in their order."""
    found = stand_ins if isinstance(stand_ins, list) else [None]
    if all(type(index) is int for index in found):
        bounds = [-1, *found, moves]
        if all(before < after for before, after in pairwise(bounds)):
            return
    raise ValueError("The record is damaged: its 'stand_ins' are not indexes of moves, in order.")


def read_record(path: Path | str) -> Mapping[str, Any]:
    """A record from a file; ValueError says what is wrong with it."""
    path = Path(path)
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise ValueError(f"{path} is larger than any record.")
        text = path.read_bytes()
    except OSError as error:
        raise ValueError(f"Cannot read {path}: {error.strerror}.") from None
    try:
        record = json.loads(text.decode("utf-8"))
    except (ValueError, RecursionError):
        raise ValueError(f"{path} is not a record: it is not JSON.") from None
    return check_record(record)


def write_record(record: Mapping[str, Any], path: Path | str) -> None:
    """Write a record to a new file; ValueError if the file exists."""
    path = Path(path)
    try:
        with path.open("x", encoding="utf-8") as file:
            json.dump(record, file, ensure_ascii=False, indent=1)
            file.write("\n")
    except FileExistsError:
        raise ValueError(f"{path} is there already; give another name.") from None
    except OSError as error:
        raise ValueError(f"Cannot write {path}: {error.strerror}.") from None


def game_of(record: Mapping[str, Any], game: Game | str | None = None) -> Game:
    """The rules that a record was played with; ValueError if they are not here.

    `game` gives those of a game that is not installed. Raises Rejection if its file has changed.
    """
    name, version = record["game"], record["rules"]
    # A name, never a path: records come from strangers, and a rules file is a program.
    found = find_named(name, version) if game is None else find_game(game, version)
    if name != found.NAME:
        raise ValueError(f"This is a record of '{name}', not of '{found.NAME}'.")
    if version != found.VERSION:
        raise ValueError(
            f"The record was played with version {version} of the rules of {name}; "
            f"only version {found.VERSION} is here."
        )
    check_unchanged(found, record.get("rules_hash", ""))
    return found


def check_unchanged(game: Game, rules_hash: str) -> None:
    """Raise Rejection if the rules file of a match is not the one that it began with.

    `rules_hash` is the hash that was kept with the match; empty if none was.
    """
    if rules_hash and rules_hash != hash_of(game):
        code = RejectionCode.RULES_CHANGED
        raise Rejection(code, refuse(None, code))


def hash_key(game: Game) -> dict[str, str]:
    """What a record has of the hash of its rules: nothing for one of our games."""
    rules_hash = hash_of(game)
    return {"rules_hash": rules_hash} if rules_hash else {}


def check_previous(previous: object) -> tuple[int, ...] | None:
    """What a record says of the last match, if it can be read; else ValueError."""
    if previous is None:
        return None
    if isinstance(previous, list | tuple) and all(type(number) is int for number in previous):
        return tuple(previous)
    raise ValueError("The record is damaged: what it says of the last match cannot be read.")


class RecordedLuck:
    """The luck of a record, outcome by outcome."""

    def __init__(self, outcomes: Sequence[str]) -> None:
        self._outcomes = outcomes
        self._used = 0

    @property
    def left(self) -> int:
        return len(self._outcomes) - self._used

    def draw(self, wanted: Any, faces: Sequence[str]) -> tuple[int, ...]:
        if not self.left:
            raise ValueError(f"it has no luck left for '{wanted.label}'")
        outcome = read_outcome(wanted, self._outcomes[self._used], faces)
        self._used += 1
        return outcome

    def mark(self) -> int:
        return self._used

    def rewind(self, mark: int) -> None:
        self._used = mark


class LoggedLuck:
    """The luck of a log, fed to it entry by entry; then, if it has one, that of another luck.

    With it a match is replayed from its log, and then goes on.
    """

    def __init__(self, then: Luck | None = None) -> None:
        """Without `then`, a draw for which the log has no outcome raises ValueError."""
        self.then = then
        self._fed: Sequence[str] = ()
        self._used = 0

    def feed(self, outcomes: Sequence[str]) -> None:
        """Give these outcomes next, as `Match.luck_since` returns them."""
        self._fed, self._used = outcomes, 0

    @property
    def next_text(self) -> str | None:
        """What the next draw will be, as the log has it; None if it is not from the log."""
        return self._fed[self._used] if self._used < len(self._fed) else None

    def check_used_up(self) -> None:
        """Raise ValueError if more outcomes were fed than were drawn."""
        if self._used < len(self._fed):
            raise ValueError("The log has more luck than was drawn.")

    def draw(self, wanted: Draw, faces: Sequence[str] = ()) -> tuple[int, ...]:
        if self._used < len(self._fed):
            outcome = read_outcome(wanted, self._fed[self._used], faces)
            self._used += 1
            return outcome
        if self.then is None:
            raise ValueError(f"The log has no luck for '{wanted.label}'.")
        return checked_draw(self.then, wanted, faces)

    def mark(self) -> Any:
        return self._used, None if self.then is None else self.then.mark()

    def rewind(self, mark: Any) -> None:
        self._used, then = mark
        if self.then is not None:
            self.then.rewind(then)
