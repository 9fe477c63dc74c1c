"""A random match that is examined step by step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from settebello.cards import Deck, Seat
from settebello.events import Event
from settebello.game import Draw, Game, GameState, Options, OptionValue, Play, deck_of
from settebello.lab.playout import chooser
from settebello.luck import Seeded
from settebello.match import Match, Moment
from settebello.notation import SLOTS, Notation, parts_of
from settebello.visibility import Knowledge


class Finding(Exception):
    """Something wrong with a game: a sentence, and the record of a match that shows it."""

    def __init__(self, sentence: str, record: dict[str, Any] | None = None) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.record = record

    @property
    def moves(self) -> int:
        """How many moves its record has; 0 without one."""
        return len(self.record["moves"]) if self.record else 0


class AuditStep:
    """A move and its events. The first step is the start of the match, without a move."""

    def __init__(self, before: Moment | None, seat: Seat, play: Play) -> None:
        self.before = before
        self.seat = seat
        self.play = play
        self.draws: list[tuple[Draw, tuple[int, ...]]] = []
        self.events: list[Event] = []
        self.deal = 0  # the deal in which it ended
        self.to_act: tuple[Seat, ...] = ()  # who was to act afterwards
        # What the leak test tried after it, and what each viewer received.
        self.probes: list[str] = []
        self.picks: list[list[tuple[str, int]]] = []
        self.received: dict[Seat | None, str] = {}


class AuditedMatch:
    """A random match, with all that is needed to look at it and to go back in it."""

    def __init__(self, game: Game, seats: int, options: Options, seed: int) -> None:
        self.game = game
        self.seed = seed
        self.random = Seeded(seed + 1).random  # not the stream of the luck
        self.notation = Notation(game)
        self.viewers: list[Seat | None] = [*map(Seat, range(seats)), None]
        self._luck = NotedLuck(seed)
        self._choose = chooser(self.random)
        self._pick = chooser(Seeded(seed + 2).random)
        self.match = Match(game, seats, luck=self._luck, options=options)
        self.steps: list[AuditStep] = []
        self._add(AuditStep(None, Seat(-1), ()), self.match.events)

    @property
    def state(self) -> GameState:
        return self.match.moment().state

    @property
    def deck(self) -> Deck:
        return deck_of(self.state)

    @property
    def knowledge(self) -> Knowledge:
        return self.match.moment().knowledge

    def before(self, number: int) -> Moment:
        """The moment before a step; after the last step, the present."""
        moment = self.steps[number].before if number < len(self.steps) else None
        return moment or self.match.moment()

    def step(self) -> None:
        """Make a random legal move, the same that `playout` makes with this seed; or a Finding."""
        seats = self.match.to_act
        seat = seats[0] if len(seats) == 1 else self._choose(seats)
        moves = self.match.legal(seat)
        if not moves:
            raise self.found(f"Seat {seat} is to act and has no legal move.")
        move = self._choose(moves)
        step = AuditStep(self.match.moment(), seat, move.play)
        self._add(step, self.match.play(seat, move))

    def _add(self, step: AuditStep, events: list[Event]) -> None:
        step.events = events
        step.draws, self._luck.draws = self._luck.draws, []
        step.deal, step.to_act = self.knowledge.deal, self.match.to_act
        self.steps.append(step)

    def probes(self) -> list[str]:
        """Texts that a seat might try: nonsense, and each verb with random cards and numbers."""
        faces = self.game.FACES
        tried = ["", "?", "no such move"]
        for pattern in self.game.VERBS.values():
            words = []
            for part in parts_of(pattern):
                if part not in SLOTS:
                    words.append(part)
                elif "card" in part:
                    words.append(self._choose(faces))
                elif part == "{rank}":
                    words.append(self._choose(self.notation.ranks))
                else:
                    words.append(str(int(self.random() * 6)))
            tried.append(" ".join(words))
        return tried

    def picks(self) -> list[list[tuple[str, int]]]:
        """Cards that a seat might pick together, by their places and indexes there."""
        lying = [
            (place.name, index)
            for place in self.game.places(self.state)
            for index in range(len(place.cards))
        ]
        return [[self._pick(lying) for _ in range(n)] for n in (1, 1, 2, 2, 3)] if lying else []

    def record(self, moves: int) -> dict[str, Any]:
        """The record of the match as it was after so many moves."""
        record = self.match.record()
        drawn = sum(len(step.draws) for step in self.steps[: moves + 1])
        return {**record, "luck": record["luck"][:drawn], "moves": record["moves"][:moves]}

    def found(self, sentence: str) -> Finding:
        return Finding(sentence, self.match.record())


class NotedLuck:
    """Seeded luck that notes every outcome."""

    def __init__(self, seed: int) -> None:
        self._luck = Seeded(seed)
        self.draws: list[tuple[Draw, tuple[int, ...]]] = []

    def draw(self, wanted: Draw, faces: Sequence[str]) -> tuple[int, ...]:
        outcome = self._luck.draw(wanted, faces)
        self.draws.append((wanted, outcome))
        return outcome

    def mark(self) -> None:
        return None

    def rewind(self, mark: None) -> None:
        """Nothing to do: an audited match ends where a move fails."""


def random_options(game: Game, seed: int) -> dict[str, OptionValue]:
    """Options drawn at random; a large number is left alone, or matches would never end."""
    random = Seeded(seed).random
    options: dict[str, OptionValue] = {}
    for option in game.OPTIONS:
        default = option.default
        if isinstance(default, bool):
            options[option.name] = random() < 0.5
        elif isinstance(default, int):
            high = min(option.high, max(2 * default, option.low + 1))
            options[option.name] = option.low + int(random() * (high - option.low + 1))
        else:
            options[option.name] = option.choices[int(random() * len(option.choices))]
    return options


def frozen(value: Any) -> Any:
    """A state, or a part of it, as a value that can be compared."""
    if isinstance(value, Deck):
        return ("deck", value.faces, value.shuffles, value.deal, value.sides, value.seals)
    if isinstance(value, Draw):
        return ("draw", value.kind, value.label, value.items)
    if isinstance(value, dict):
        return [(key, frozen(item)) for key, item in value.items()]
    if isinstance(value, list | tuple):
        return [frozen(item) for item in value]
    slots = getattr(value, "__mypyc_attrs__", getattr(value, "__slots__", ()))
    names = [*slots, *getattr(value, "__dict__", ())]
    if names and not isinstance(value, type):
        return [(name, frozen(getattr(value, name, None))) for name in names]
    return value
