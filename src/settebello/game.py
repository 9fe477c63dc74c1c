"""What a game is: the contract between one file of pure rules and the code that runs it.

A game is a module (or anything with the same names) that provides the constants and functions of
`Game`. It inherits nothing, imports nothing that reads a clock, a socket, a file or a generator,
and keeps everything in the state that it is given.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, Self, TypeVar

from settebello.cards import EVERYBODY, NOBODY, Deck, Place, Seat, Viewers
from settebello.native import i64, vec
from settebello.rejection import Rejection

OptionValue = bool | int | str
Options = Mapping[str, OptionValue]
Facts = dict[str, Any]  # public, JSON-ready data
Previous = Sequence[int] | None  # what the last match of these players left for a rematch

# A move as rules see it: the number of its verb in `VERBS`, then the cards (tokens) and numbers
# that the verb's pattern names. Rules are asked for these a million times, so they are bare tuples.
Play = tuple[int, ...]
Slot = tuple[str, int | str]  # the kind of a slot, and what stands there

# Facts about cards whose meaning is the same in all games; others need a `holds`: see `Tell.learn`.
AMONG = "among"  # these faces are among these cards
VOID = "void"  # none of these cards has any of these faces
SOME = "some"  # at least one of these cards has one of these faces


class IllegalMove(Rejection):
    """A refused move: a short `code` for programs and a sentence for people.

    The code is often the game's own. The arguments are those of the sentence, so that it can be
    said in another language.
    """


class Option:
    """A house rule that is chosen before the match: a switch, a number or one of some words.

    `text` says what it means, for a game that has no words file with `option-NAME` in it. `once` is
    what `high` was in an earlier version: old matches with such a number are still played on.
    """

    __slots__ = ("choices", "default", "high", "low", "name", "once", "text")

    def __init__(
        self,
        name: str,
        default: OptionValue,
        text: str = "",
        *,
        low: int = 0,
        high: int = 0,
        once: int = 0,
        choices: tuple[str, ...] = (),
    ) -> None:
        self.name = name
        self.default = default
        self.text = text
        self.low = low
        self.high = high
        self.once = max(once, high)
        self.choices = choices

    @property
    def range(self) -> str:
        """What is allowed, in words."""
        if isinstance(self.default, bool):
            return "true or false"
        if isinstance(self.default, int):
            return f"{self.low:,} to {self.high:,}"
        return " or ".join(self.choices)

    def allows(self, value: object, older: bool = False) -> bool:
        """Whether a new match may have this value; with `older`, whether an old one may."""
        if isinstance(self.default, bool) or isinstance(value, bool):
            return isinstance(self.default, bool) and isinstance(value, bool)
        if isinstance(self.default, int):
            high = self.once if older else self.high
            return isinstance(value, int) and self.low <= value <= high
        return value in self.choices


class Draw:
    """What the house must draw next: a shuffle of items, a roll or a pick of one of them."""

    __slots__ = ("count", "items", "kind", "label", "of_cards", "singles")

    def __init__(
        self,
        kind: str,
        label: str,
        items: Sequence[int],
        *,
        of_cards: bool = False,
        count: int = 1,
    ) -> None:
        self.kind = kind  # "shuffle", "roll" or "pick"
        self.label = label  # what it is for: fair luck may give each label a stream of its own
        self.items: tuple[int, ...] = tuple(items)
        self.of_cards = of_cards  # the items are faces, else plain numbers (seats, pips)
        self.count = count  # how many dice are rolled
        # The outcomes of one die, made once.
        self.singles: tuple[tuple[int, ...], ...] = ()
        if kind == "roll" and count == 1:
            self.singles = tuple([(item,) for item in self.items])

    @staticmethod
    def cards(label: str, faces: Sequence[int]) -> "Draw":
        """A shuffle; the outcome is all the faces, in the order they are dealt."""
        return Draw("shuffle", label, faces, of_cards=True)

    @staticmethod
    def seats(label: str, seats: int) -> "Draw":
        """A shuffle; the outcome is all the seats, in a new order."""
        return Draw("shuffle", label, range(seats))

    @staticmethod
    def die(label: str, sides: int = 6) -> "Draw":
        """A roll; the outcome is one number from 1 to `sides`."""
        return Draw("roll", label, range(1, sides + 1))

    @staticmethod
    def dice(label: str, count: int, faces: Sequence[int]) -> "Draw":
        """A roll of dice that somebody may hide; the outcome is a face for each, in order.

        Give it to `Deck.rolled` or `Deck.rerolled`, which make tokens of them. A script has a
        number for each die in its `rolls`: 1 is the first of `faces`.
        """
        return Draw("roll", label, faces, of_cards=True, count=count)

    @staticmethod
    def one_of(label: str, items: Sequence[int]) -> "Draw":
        """A pick; the outcome is one position among the items, counted from 0."""
        return Draw("pick", label, items)


class Move:
    """A move as people see it: a `text`, a `verb` and the ids of the `pieces` that it touches.

    `str(move)` is its text, which `Match.play` takes too. `play` is the same move as rules see it.
    `slots` are the other values of its pattern, in order, each with its slot: ("seat", 2),
    ("rank", "7"), ("n", 12).
    """

    __slots__ = ("_later", "_pieces", "_slots", "_text", "play", "verb")

    def __init__(
        self,
        text: str,
        verb: str,
        pieces: tuple[str, ...],
        play: Play,
        slots: "tuple[Slot, ...]" = (),
        later: "_MoveNames | None" = None,
    ) -> None:
        """With `later`, text, pieces and slots are made by it when they are first asked for.

        Most moves of a list are only counted, in random play and in search: this saves a fifth of
        the time of such a match.
        """
        self.verb = verb
        self.play = play  # the same move as the rules see it
        self._text = text
        self._pieces = pieces
        self._slots = slots
        self._later = later

    @property
    def text(self) -> str:
        """The move in writing, as `Match.play` takes it."""
        if not self._text and self._later is not None:
            self._text = self._later.text(self.play)
        return self._text

    @property
    def pieces(self) -> tuple[str, ...]:
        """The ids of the pieces that it touches."""
        if self._later is not None:
            self._name()
        return self._pieces

    @property
    def slots(self) -> "tuple[Slot, ...]":
        """The values in it that are no cards, each with the name of its slot."""
        if self._later is not None:
            self._name()
        return self._slots

    def _name(self) -> None:
        assert self._later is not None
        self._text = self.text
        self._pieces, self._slots = self._later.pieces(self.play)
        self._later = None

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Move {self.text}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Move) and (self.text, self.pieces) == (other.text, other.pieces)

    def __hash__(self) -> int:
        return hash(self.text)


class _MoveNames:
    """What names moves when somebody asks for their names: see `notation.Naming`.

    A class and not a Protocol: compiled code calls its methods in a fifth of the time.
    """

    __slots__ = ()

    def text(self, play: Play) -> str:
        """The text of a move."""
        raise NotImplementedError  # pragma: no cover

    def pieces(self, play: Play) -> "tuple[tuple[str, ...], tuple[Slot, ...]]":
        """The pieces and the slots of a move."""
        raise NotImplementedError  # pragma: no cover


class Ask:
    """A move as a seat wrote it, read by the game's patterns; nothing in it is checked yet.

    `values` are the numbers and the texts of cards and ranks in the order of the pattern; `text` is
    the same move written the standard way.
    """

    __slots__ = ("text", "values", "verb")

    def __init__(self, verb: str, values: tuple[str | int, ...], text: str) -> None:
        self.verb = verb
        self.values = values
        self.text = text


class View:
    """What one viewer sees now: the texts of all cards, place by place, and the public facts.

    A face that the viewer does not see is `??`. `pieces` has the ids of the same cards: they stay
    with a card while it travels and say nothing about its face. The viewer is a seat, or None for
    a spectator. `private` are the facts that this seat alone is told: see `private` in `Rules`.
    """

    __slots__ = ("facts", "pieces", "places", "private", "viewer")

    def __init__(
        self,
        viewer: Seat | None,
        places: dict[str, list[str]],
        pieces: dict[str, list[str]],
        facts: Facts,
        private: Facts | None = None,
    ) -> None:
        self.viewer = viewer
        self.places = places
        self.pieces = pieces
        self.facts = facts
        self.private: Facts = private or {}

    def to_dict(self) -> dict[str, Any]:
        """The JSON that goes out: the facts, `viewer`, `places`, `pieces`, and `private` if any."""
        out = {
            **self.facts,
            "viewer": self.viewer,
            "places": self.places,
            "pieces": self.pieces,
        }
        if self.private:
            out["private"] = self.private
        return out


class Result:
    """How a match stands: a score for each seat, and the winners once it is over."""

    __slots__ = ("scores", "winners")

    def __init__(self, scores: Sequence[int], winners: Sequence[Seat] = ()) -> None:
        self.scores = tuple(scores)
        self.winners = tuple(winners)

    @staticmethod
    def most(scores: Sequence[int], over: bool) -> "Result":
        """The most points win; those who share them share the win."""
        return Result(scores, having(max(scores), scores) if over else ())

    @staticmethod
    def least(scores: Sequence[int], over: bool) -> "Result":
        """The fewest points win (`LOW_WINS`); those who share them share the win."""
        return Result(scores, having(min(scores), scores) if over else ())


def having(wanted: int, scores: Sequence[int]) -> list[Seat]:
    """The seats with this score."""
    seats = []
    for n, score in enumerate(scores):  # for so few, a comprehension takes longer
        if score == wanted:
            seats.append(Seat(n))
    return seats


class Tell(Protocol):
    """How rules say what happened; given to them only if somebody listens.

    Call it after the state was changed. `cards` names the cards that the event is about: each
    viewer reads the faces that they can see where the card comes from or where it goes, and those
    that this event shows them (`shown_to`). With `only`, nobody else is told of the event. (Viewers
    are bits, as in a `Place`.) `facts` are public to all who are told; facts that are seats are
    named `seat`, `..._seat` and `..._seats`.
    """

    def __call__(
        self,
        event: str,
        *,
        seat: Seat | None = None,
        cards: Mapping[str, Any] | None = None,
        shown_to: Viewers = NOBODY,
        only: Viewers = EVERYBODY,
        **facts: Any,
    ) -> None: ...

    def learn(
        self, fact: str, cards: Sequence[int], numbers: Sequence[int] = (), to: Viewers = EVERYBODY
    ) -> None:
        """Tell viewers a fact about cards, such as "these are not all equal": see `holds`.

        Three facts need no `holds`: `AMONG` (the faces in `numbers` are among the cards), `VOID`
        (no card has any of the faces in `numbers`, such as all of a suit) and `SOME` (one card has
        one of the faces in `numbers`, at least).
        """

    def pause(self) -> None:
        """What was told so far must be looked at before it goes on: a full trick, an open hand.

        At a live table the next events wait until everybody has seen the last one; clients show it
        for a moment. A match that nobody watches does not wait.
        """


class Row:
    """Where observations are written, word by word; a program reads them through `view`.

    A word is a whole number of 64 bits. Compiled code writes it without making an object.
    """

    __slots__ = ("at", "view", "words")

    def __init__(self, words: int) -> None:
        self.words: vec[i64] = vec[i64]([0] * words)
        self.at: i64 = 0  # the word that is written next
        self.view: memoryview = memoryview(self.words).toreadonly()

    def put(self, word: i64) -> None:
        """Write the next word."""
        self.words[self.at] = word
        self.at += 1

    def put_by_seat(self, numbers: Sequence[int], seat: Seat) -> None:
        """Write a word for each seat, beginning with this one."""
        words, at, every = self.words, self.at, tuple(numbers)
        for n in range(seat - len(every), seat):  # -1 is the last seat
            number = every[n]
            words[at] = number
            at += 1
        self.at = at


class GameState(Protocol):
    """The state of a match: each game has a plain slotted class of its own, changed in place.

    In a game with cards it has a `deck` as well: see `deck_of`.
    """

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """The seats that may move now."""

    @property
    def house(self) -> Draw | None:
        """What the house must draw first; then nobody else is to act."""

    def clone(self) -> Self:
        """An independent copy. It should be cheap, since code that tries moves out clones first."""


def deck_of(state: GameState) -> Deck:
    """The deck of a state, in a game with cards."""
    deck: Deck = state.deck  # type: ignore[attr-defined]
    return deck


StateT = TypeVar("StateT", bound=GameState)


class Rules(Protocol[StateT]):
    """The contract, with the class of the game's own state as its parameter.

    A match is over when no seat is to act and the house has nothing to draw.

    These names are optional. Functions:

    - `legacy(state)`: what the next match between these players gets as `previous`.
    - `refusal(ask, view)`: a code that says why a move is illegal, judged by what its seat sees.
    - `holds(fact, cards, numbers, faces)`: whether a fact told with `Tell.learn` is true in a world
      with these faces, by token.
    - `private(state, seat)`: facts for this seat's view alone, besides the public ones.
    - `observe(state, seat, row)`: puts the words of an observation into a `Row`, faster than
      `observation` makes them of any game; those at the end that are 0 may be left out. A test must
      compare them.

    Constants, which say what cannot be seen from a state (see `declared`):

    - `EVENTS`: the fields of each event that the game tells: see `events`.
    - `STACK_VERBS`: the places that stand for a verb without cards, with that verb: a tap on the
      stock means to draw from it.
    - `TEAMS`: who plays with whom, by the number of seats: {4: ((0, 2), (1, 3))}. Then `winners`
      has every seat of a team that wins.
    - `RANKS`: the texts that a `{rank}` in a pattern may be.
    - `DICE`: those of `FACES` that are faces of dice; clients draw them so.
    - `LOW_WINS`: True if few points are good; then scores go the other way.
    - `PLACES`: the most cards that a place can hold, by its name without the seat.
    - `NUMBERED`: the highest number of places such as `meld:1`, `meld:2`, which are no seats'.
    - `LAYOUT`: how clients lay out a place: {"trump": "beside stock"}; see `declared.layout_of`.
    - `FACTS` and `PRIVATE_FACTS`: the kind and the range of each fact in `public` and `private`.
    - `SHORT_LOG`: the event that begins a turn, in a game of memory: until the round is over, a log
      shows this turn and the last one.
    """

    @property
    def NAME(self) -> str:
        """What the game is called in code, in records and on the command line."""

    @property
    def VERSION(self) -> int:
        """The version of the rules; it changes when a record would play out differently."""

    @property
    def SEATS(self) -> tuple[int, ...]:
        """The numbers of players it can be played with; the first is the usual one."""

    @property
    def OPTIONS(self) -> tuple[Option, ...]:
        """The house rules that can be chosen; empty if there are none."""

    @property
    def FACES(self) -> tuple[str, ...]:
        """The texts of all faces in standard order."""

    @property
    def VERBS(self) -> Mapping[str, str]:
        """Each verb's text pattern, such as "{card} x {cards}": see `notation`."""

    def bound(self, options: Options, seats: int) -> int:
        """The most moves that a match can have."""

    def setup(self, options: Options, seats: int, previous: Previous) -> StateT:
        """The state before anything has happened. `options` are complete and checked.

        Raises ValueError, with a sentence, if `previous` cannot be what `legacy` returned.
        """

    def settle(self, state: StateT, outcome: tuple[int, ...], tell: Tell | None) -> None:
        """Change the state by the outcome of the draw that `house` asked for.

        It sets `house` again, to the next draw or to None. `tell` is None if nobody listens.
        """

    def legal(self, state: StateT, seat: Seat) -> Sequence[Play]:
        """Every legal move of a seat that is to act, once, in a fixed order."""

    def apply(self, state: StateT, seat: Seat, play: Play, tell: Tell | None) -> None:
        """Change the state by a move, which is one of `legal`, and set `to_act` and `house`."""

    def result(self, state: StateT) -> Result:
        """The score of each seat now, and the winners once the match is over."""

    def places(self, state: StateT) -> list[Place]:
        """Where all the cards lie, and who sees them there."""

    def public(self, state: StateT) -> Facts:
        """What everybody may know besides the places: scores, counters, dice."""


Game = Rules[Any]  # a game, whatever its state is; a state is given back only to the same game
