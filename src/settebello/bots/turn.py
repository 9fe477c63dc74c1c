"""What a bot gets, and what it has to return."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from random import Random
from typing import Any

from settebello.cards import Seat
from settebello.game import Move, Options, View
from settebello.match import Match
from settebello.notation import examples
from settebello.registry import RulesError, describe, shown

Notices = list[dict[str, Any]]


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
    ) -> None:
        self.seat = Seat(seat)
        self.random = random  # the bot's own generator: the same seed gives the same match
        self.options = options  # the house rules of this match
        self._legal, self._view, self._notices = legal, view, notices

    @staticmethod
    def of(match: Match, seat: int, random: Random) -> Turn:
        """The turn of a seat that is to act in a match."""

        def notices(seat: int) -> Notices:
            history = match.history
            number, told = history.told()[seat], Notices()
            for event in reversed(history.events):
                if event.viewers >> seat & 1:
                    told.append(event.numbered(number, seat))
                    number -= 1
            told.reverse()
            return told

        options, legal, view = dict(match.options), match.legal, match.view
        return Turn(seat, random, options, legal=legal, view=view, notices=notices)

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
    def notices(self) -> Notices:
        """All that the seat has been told since the match began, without the sentences.

        At a table on a server, in a long match, it is the last few hundred notices.
        """
        return self._notices(self.seat)

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
