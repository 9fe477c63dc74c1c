"""What a bot gets, and what it has to return."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from random import Random
from typing import Any, overload

from settebello.cards import Seat
from settebello.game import Move, Options, View
from settebello.history import History
from settebello.match import Match
from settebello.mind import Mind
from settebello.notation import examples
from settebello.registry import RulesError, describe, shown

Notices = Sequence[dict[str, Any]]


class TurnNotices(Sequence[dict[str, Any]]):
    """The notices of a seat as a list that is made from its end, as far as somebody reads it.

    A bot that looks at the last few of them pays for these, however long the match is. In a long
    match at a live table the first ones may be gone; `number` says which ones are here.
    """

    def __init__(self, history: History, viewer: int) -> None:
        self._events = history.events
        self._at = len(history.events)  # the events from here on are made, as far as told to them
        self._made: list[dict[str, Any]] = []  # the newest first
        self._viewer = viewer
        self._last = history.told()[viewer]
        self._length = self._last - history.forgotten_notices(viewer)

    def __len__(self) -> int:
        return self._length

    def _make(self, count: int) -> None:
        """Make the last so many notices, if they are not made yet."""
        made, viewer = self._made, self._viewer
        while len(made) < count:
            self._at -= 1
            event = self._events[self._at]
            if event.viewers >> viewer & 1:
                made.append(event.numbered(self._last - len(made), viewer))

    @overload
    def __getitem__(self, index: int) -> dict[str, Any]: ...
    @overload
    def __getitem__(self, index: slice) -> list[dict[str, Any]]: ...
    def __getitem__(self, index: int | slice) -> dict[str, Any] | list[dict[str, Any]]:
        if isinstance(index, slice):
            return [self[number] for number in range(*index.indices(self._length))]
        number = index + self._length if index < 0 else index
        if not 0 <= number < self._length:
            raise IndexError("There are not so many notices.")
        self._make(self._length - number)
        return self._made[self._length - 1 - number]

    def __iter__(self) -> Iterator[dict[str, Any]]:
        self._make(self._length)
        return iter(self._made[::-1])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TurnNotices | list) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]  # as a list

    def __repr__(self) -> str:
        return repr(list(self))


class Turn:
    """What a person in this seat has when it is their turn, and no more.

    Nothing is made before it is asked for, so a bot pays only for what it looks at.
    """

    def __init__(
        self,
        seat: int,
        random: Random,
        options: Options,
        *,
        legal: Callable[[Seat], Sequence[Move]],
        view: Callable[[Seat], View],
        notices: Callable[[Seat], Notices],
        mind: Callable[[Seat], Mind] | None = None,
    ) -> None:
        self.seat = Seat(seat)
        self.random = random  # the bot's own generator: the same seed gives the same match
        self.options = options  # the house rules of this match
        self._legal, self._view, self._notices, self._mind = legal, view, notices, mind

    @staticmethod
    def of(match: Match, seat: int, random: Random) -> Turn:
        """The turn of a seat that is to act in a match."""

        def notices(seat: Seat) -> Notices:
            return TurnNotices(match.history, seat)

        options, legal, view, mind = dict(match.options), match.legal, match.view, match.mind
        return Turn(seat, random, options, legal=legal, view=view, notices=notices, mind=mind)

    @property
    def legal(self) -> list[Move]:
        """Every legal move: its `text`, its `verb`, the ids of the `pieces`, and the `slots`."""
        return list(self._moves)

    @cached_property
    def _moves(self) -> tuple[Move, ...]:
        return tuple(self._legal(self.seat))

    @cached_property
    def view(self) -> View:
        """What the seat sees now: the `places`, the `facts` with the teams, the `private` facts."""
        return self._view(self.seat)

    @cached_property
    def notices(self) -> list[dict[str, Any]]:
        """All that the seat has been told since the match began, without the sentences."""
        return list(self.told)

    @cached_property
    def told(self) -> Notices:
        """The same notices, made as far as they are read, the newest first.

        Read it with `reversed`, or by an index from its end: then a long match costs no more.
        """
        return self._notices(self.seat)

    @cached_property
    def mind(self) -> Mind:
        """What the seat knows, for search: the worlds that could be the true one for all that.

        Far from the match it is made of a seat record, which the client gets from the server; there
        it raises ClientError if the turn is over meanwhile. ValueError if there is none.
        """
        if self._mind is None:
            raise ValueError("This turn has no mind; Mind.follow makes one of a seat record.")
        return self._mind(self.seat)

    def find(self, answer: object) -> Move | None:
        """The legal move that an answer means: one of `legal`, or its text."""
        for move in self._moves:
            if move is answer:
                return move
        wanted = str(answer).casefold().split() if isinstance(answer, Move | str) else []
        return next((move for move in self._moves if move.text.casefold().split() == wanted), None)


Bot = Callable[[Turn], Move]


class BotError(ValueError):
    """A bot that cannot be used, or that gave a wrong answer in the middle of a match."""


def ask(bot: Bot, turn: Turn, name: str) -> Move:
    """The legal move that a bot chooses; BotError says what is wrong with its answer."""
    try:
        answer: object = bot(turn)
    except RulesError:
        raise
    except (Exception, SystemExit) as error:
        raise BotError(f"The bot '{name}' failed: {describe(error)}.") from error
    move = turn.find(answer)
    if move is not None:
        return move
    if isinstance(answer, Move | str):
        legal = " or ".join(move.text for move in examples(turn.legal))
        raise BotError(
            f"The bot '{name}' chose {shown(str(answer))}, which is not legal now. "
            f"Legal is {legal}."
        )
    raise BotError(
        f"The bot '{name}' returned {shown(answer)}; it has to return one of turn.legal."
    )


def choose(match: Match, seat: int, bot: Bot, name: str, chance: Random) -> Move:
    """The move that a bot chooses for a seat of a live match; BotError if it cannot."""
    return ask(bot, Turn.of(match, seat, chance), name)


def random_bot(turn: Turn) -> Move:
    """Any legal move, each with the same chance."""
    legal = turn.legal
    return legal[int(turn.random.random() * len(legal))]
