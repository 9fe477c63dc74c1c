"""Looking back at a match that is over: bodies of requests and answers."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from settebello.bots.levels import LevelName
from settebello.server.bodies import Body, Name, SeatNumber

ReviewState = Literal["none", "working", "done", "failed"]


class AskForReview(Body):
    """Have the decisions of this seat looked at, unless they are or were."""

    seat: SeatNumber


class PlayOn(Body):
    """Play on from a step of the match, in this seat, against bots of a level.

    The step is numbered as in `Steps`: 0 is the deal, and after it each move is one.
    """

    step: Annotated[int, Meta(ge=0)]
    seat: SeatNumber
    name: Name
    bot: LevelName = "medium"


class MoveTried(msgspec.Struct):
    """A move that the search tried so many times, its chance to win, and its standard error."""

    move: str
    chance: float
    error: float
    tried: int


class DecisionReviewed(msgspec.Struct):
    """A decision: the move that was made and the best one, with their chances to win the match.

    `move` is its number among all moves, from 1, and `step` the step in which it is still to be
    made. `loss` is what lies between the two chances, with its standard `error`; if `best` is the
    move that was made, nothing seemed better. The largest losses are looked for again where worlds
    are played on otherwise than by the rule of thumb: `second_loss` is the least that was found
    there. The loss is `sure` if it is found in all looks, and worth a word. `luck` is how much the
    chance had changed since the last decision of the seat. `moves` are the best moves as the search
    saw them, in worlds of its own.
    """

    move: int
    step: int
    made: str
    label: str
    chance: float
    best: str
    best_label: str
    best_chance: float
    loss: float
    error: float
    second_loss: float | None
    sure: bool
    luck: float
    moves: list[MoveTried]


class SeatReviewed(msgspec.Struct):
    """What the decisions of a seat were worth, by what it could know then.

    `even` is its share before the deal; with `luck` and `skill` that makes `end`. `won` is what it
    got of the match, from 0 to 1. `largest_losses` are the moves that surely cost most, at most
    three, by their numbers. `unclear` counts the decisions for which no world was found. A decision
    was tried in at most so many `worlds`; without `by_policy` these were played on at random.
    """

    seat: int
    player: str
    even: float
    end: float
    won: float | None
    luck: float
    skill: float
    skill_error: float
    largest_losses: list[int]
    unclear: int
    worlds: int
    by_policy: bool
    decisions: list[DecisionReviewed]


class ReviewNow(msgspec.Struct):
    """The review of a seat, or how far it is: `done` of `all` moves of the seat.

    When all are judged, it looks more `closely` at the largest losses: `done` of at most `all` of
    them. Its state is `none` until somebody asks for it, and again after a restart in the midst of
    it. While it is `working`, `review` has what was found so far: chances up to some move, and the
    losses that are sure already. `why` is a sentence if it has `failed`; asking again begins it
    anew.
    """

    match: str
    seat: int
    state: ReviewState
    done: int
    all: int
    closely: bool
    why: str
    review: SeatReviewed | None


class KnownFace(msgspec.Struct):
    """A face, and in which share of the worlds at least one unseen card there has it."""

    face: str
    share: float


class KnownPlace(msgspec.Struct):
    """A place with so many `cards` that the seat has not seen, and what they may be.

    `owner` is the seat that the place belongs to. `faces` has at most 12, the likeliest first.
    """

    place: str
    label: str
    owner: int | None
    cards: int
    faces: list[KnownFace]


class Known(msgspec.Struct):
    """What a seat could know at a step of the cards that it had not seen, from so many `worlds`.

    Each world that fits what the seat was told has the same chance. There are 0 if none was found.
    """

    match: str
    seat: int
    step: int
    worlds: int
    places: list[KnownPlace]
