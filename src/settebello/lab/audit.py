"""A random match that is examined step by step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from settebello.cards import EVERYBODY, NOBODY, Deck, Seat, Token, Viewers
from settebello.events import Event
from settebello.game import Draw, Game, GameState, Options, OptionValue, Play, Tell, deck_of
from settebello.history import Moment
from settebello.lab.playout import chooser
from settebello.luck import Seeded
from settebello.match import Match
from settebello.notation import SLOTS, Notation, parts_of
from settebello.visibility import Knowledge


class Finding(Exception):
    """Something wrong with a game: a sentence, and the record of a match that shows it.

    `line` is the line of the verdict that it belongs to, if it is not that of the look at hand.
    """

    def __init__(self, sentence: str, record: dict[str, Any] | None = None, line: str = "") -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.record = record
        self.line = line
        self.of_whole = False  # whether it takes a whole match to see it

    @property
    def moves(self) -> int:
        """How many moves its record has; 0 without one."""
        return len(self.record["moves"]) if self.record else 0


class Telling:
    """What rules told, as they said it, and where each card lay then."""

    def __init__(self, event: str, cards: Any, shown_to: Viewers, only: Viewers) -> None:
        self.event = event
        self.cards = cards  # tokens
        self.shown_to = shown_to
        self.only = only
        self.lay: dict[Token, str] = {}


class OverheardTell:
    """Passes on what rules tell, and notes it."""

    def __init__(self, tell: Tell, game: OverheardGame, state: GameState) -> None:
        self._tell = tell
        self._game = game
        self._state = state

    def __call__(
        self,
        event: str,
        *,
        seat: Seat | None = None,
        cards: Mapping[str, Any] | None = None,
        shown_to: Viewers = NOBODY,
        only: Viewers = EVERYBODY,
        **facts: Any,
    ) -> None:
        self._tell(event, seat=seat, cards=cards, shown_to=shown_to, only=only, **facts)
        telling = Telling(event, cards or {}, shown_to, only)
        for place in self._game.places(self._state) if cards else ():
            telling.lay.update(dict.fromkeys(place.cards, place.name))
        self._game.tellings.append(telling)

    def learn(
        self, fact: str, cards: Sequence[int], numbers: Sequence[int] = (), to: Viewers = EVERYBODY
    ) -> None:
        self._tell.learn(fact, cards, numbers, to)

    def pause(self) -> None:
        if not self._game.tellings:
            self._game.paused_too_early = True
        self._tell.pause()


class OverheardGame:
    """A game, with a note of what its rules have told in this step, while it is `listening`."""

    def __init__(self, game: Game) -> None:
        self._rules = game
        self.listening = True
        self.tellings: list[Telling] = []
        self.paused_too_early = False

    def __getattr__(self, name: str) -> Any:
        return getattr(self._rules, name)

    def forget(self) -> None:
        self.tellings, self.paused_too_early, self.listening = [], False, False

    def settle(self, state: Any, outcome: tuple[int, ...], tell: Tell | None) -> None:
        self._rules.settle(state, outcome, self._heard(state, tell))

    def apply(self, state: Any, seat: Seat, play: Play, tell: Tell | None) -> None:
        self._rules.apply(state, seat, play, self._heard(state, tell))

    def _heard(self, state: Any, tell: Tell | None) -> Tell | None:
        return OverheardTell(tell, self, state) if tell and self.listening else tell


class AuditStep:
    """A move and its events. The first step is the start of the match, without a move."""

    def __init__(self, before: Moment | None, seat: Seat, play: Play) -> None:
        self.before = before
        self.seat = seat
        self.play = play
        self.draws: list[tuple[Draw, tuple[int, ...]]] = []
        self.events: Sequence[Event] = ()
        self.tellings: list[Telling] = []  # the same, as the rules told them
        self.paused_too_early = False
        self.deal = 0  # the deal in which it ended
        self.seals: tuple[int, ...] = ()  # the choices that were sealed in it
        self.to_act: tuple[Seat, ...] = ()  # who was to act afterwards
        self.seen: list[int] = []  # all that each viewer has ever seen in this deal, as bits
        # What the leak test tries after it.
        self.probes: list[str] = []
        self.picks: list[list[tuple[str, int]]] = []


class AuditedMatch:
    """A random match, with all that is needed to look at it and to go back in it."""

    def __init__(self, game: Game, seats: int, options: Options, seed: int) -> None:
        self._overheard = OverheardGame(game)
        self.game: Game = cast("Game", self._overheard)
        self.seed = seed
        self.random = Seeded(seed + 1).random  # not the stream of the luck
        self.notation = Notation(game)
        self.viewers: list[Seat | None] = [*map(Seat, range(seats)), None]
        self._luck = NotedLuck(seed)
        self._choose = chooser(self.random)
        self._pick = chooser(Seeded(seed + 2).random)
        self.match = Match(self.game, seats, luck=self._luck, options=options)
        self.steps: list[AuditStep] = []
        self._add(AuditStep(None, Seat(-1), ()), self.match.events)

    @property
    def state(self) -> GameState:
        return self.match.moment().state

    @property
    def deck(self) -> Deck:
        return self.deck_at(self.match.moment())

    def deck_at(self, moment: Moment) -> Deck:
        """The deck at a moment; an empty one in a game without faces."""
        return deck_of(moment.state) if self.game.FACES else Deck()

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
            raise self.found(f"Seat {seat} is to act and has no legal move.", "legal")
        move = self._choose(moves)
        step = AuditStep(self.match.moment(), seat, move.play)
        self._overheard.listening = True
        self._add(step, self.match.play(seat, move))

    def _add(self, step: AuditStep, events: Sequence[Event]) -> None:
        step.events = events
        step.tellings = self._overheard.tellings
        step.paused_too_early = self._overheard.paused_too_early
        self._overheard.forget()
        step.draws, self._luck.draws = self._luck.draws, []
        deck = self.deck
        step.deal, step.to_act = deck.deal, self.match.to_act
        # Knowledge forgets which card it was if some leave a mixed place unseen.
        step.seen = self.knowledge.seen
        if self.steps and self.steps[-1].deal == deck.deal:
            step.seen = [a | b for a, b in zip(step.seen, self.steps[-1].seen, strict=True)]
        if deck.seals:
            known = self.deck_at(step.before) if step.before else Deck()
            old = known.seals if known.deal == deck.deal else ()
            step.seals = deck.seals[len(old) :]
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
                    words.append(self._pick(faces))
                elif part == "{rank}":
                    words.append(self._pick(self.notation.ranks))
                else:
                    words.append(str(self._pick(range(6))))
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

    def found(self, sentence: str, line: str = "") -> Finding:
        return Finding(sentence, self.match.record(), line)


def groups_of(deck: Deck) -> list[tuple[range, tuple[int, ...]]]:
    """The tokens of each shuffle, roll and seal of a deck, and the sides of a roll or seal."""
    ends = (*deck.shuffles[1:], len(deck.faces))
    return [
        (range(start, ends[number]), deck.sides[number] if deck.sides else ())
        for number, start in enumerate(deck.shuffles)
    ]


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
    if isinstance(value, int | str) or value is None:
        return value
    if isinstance(value, Deck):
        return ("deck", value.faces, value.shuffles, value.deal, value.sides, value.seals)
    if isinstance(value, Draw):
        return ("draw", value.kind, value.label, value.items, value.count)
    if isinstance(value, dict):
        return [(key, frozen(item)) for key, item in value.items()]
    if isinstance(value, list | tuple):
        return [frozen(item) for item in value]
    slots = getattr(value, "__mypyc_attrs__", getattr(value, "__slots__", ()))
    names = [*slots, *getattr(value, "__dict__", ())]
    if names and not isinstance(value, type):
        return [(name, frozen(getattr(value, name, None))) for name in names]
    return value
