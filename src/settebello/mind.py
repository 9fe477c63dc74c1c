"""What one seat knows, and the worlds that could be the true one for all it knows.

A `Mind` is made of the current deal as the seat saw it. The faces that it has not seen are absent:
a program that has a mind, here, in another process or on another machine, knows as much as the seat
and no more. `Mind.world` gives a `World`, which is played like a match. Search and policies use the
raw states beside it, which are made for speed: see `stepping`.

Tokens could tell too much. A card that leaves a hand held up (a mixed place) would say by its token
when it was drawn. So a mind has tokens of its own: such a card is, in the mind, the first one there
that it could have been. Seats that see the same have the same bytes.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from settebello.cards import Deck, Seat, Token, Viewers
from settebello.game import (
    Game,
    GameState,
    Move,
    Options,
    Play,
    Result,
    View,
    deck_of,
)
from settebello.history import HOUSE, Deal, MatchPosition, Moment
from settebello.luck import Seeded
from settebello.match import Match
from settebello.mind_tokens import MindTokens, Step
from settebello.notation import CardsAt, Naming, Notation
from settebello.plain_data import NotPlain, PlainData
from settebello.record import game_of, hash_key
from settebello.registry import check_options, find_game
from settebello.sampling import Fact, NoWorld, Sampler
from settebello.visibility import Knowledge

FORMAT = 1  # of a seat record
LARGEST = 2**53

Random = Callable[[], float]  # gives numbers from 0 to 1, as `random.Random(1).random` does


class Mind:
    """What the `seat` of a match knows now; `game`, `options` and the number of `seats` too.

    `steps` is what happened since the cards were dealt. `unseen` are the cards whose faces the seat
    does not know, in lists: the faces of one list may lie in any order.
    """

    def __init__(
        self,
        game: Game,
        options: Options,
        seats: int,
        seat: Seat,
        start: GameState,
        steps: Sequence[Step],
        now: GameState,
        unseen: Sequence[int],
        facts: Sequence[Fact],
    ) -> None:
        """The states have any faces for the cards in `unseen`: see `mind_of` and `follow`."""
        self.game = game
        self.options = options
        self.seats = seats
        self.seat = seat
        self.steps = list(steps)
        self._start = start
        self._now = now
        self._hidden = sorted(unseen)
        self._facts = list(facts)
        self._deck = deck_of(now) if game.FACES else Deck()
        self._sampler = Sampler(game, now, self._deck, self._hidden, facts, truth=False)
        self.unseen = self._sampler.groups()
        self._plays: Sequence[Play] | None = None
        self._texts: list[str] | None = None

    # What the seat can do now.

    @property
    def plays(self) -> Sequence[Play]:
        """The legal plays of the seat, the same in every world; none if it is not to act."""
        if self._plays is None:
            to_act = self.seat in self._now.to_act
            self._plays = self.game.legal(self._now, self.seat) if to_act else ()
        return self._plays

    @property
    def texts(self) -> list[str]:
        """The texts of the same plays, in their order."""
        if self._texts is None:
            there = CardsAt(self.game.places(self._now), str)
            naming = Naming(Notation(self.game), self._deck.faces, there, 0)
            self._texts = [naming.text(play) for play in self.plays]
        return self._texts

    @property
    def facts(self) -> Sequence[Fact]:
        """What the seat was told about cards, in the tokens of the mind."""
        return self._facts

    # Worlds.

    def world(self, random: Random) -> World:
        """A world that could be the true one, each with the same chance; the same numbers from
        `random` give the same one. Raises ValueError if none is found.
        """
        try:
            state = self.state(self.faces(random))
        except NoWorld as error:
            raise ValueError(f"No world fits what seat {self.seat} was told: {error}.") from None
        knowledge = Knowledge(self.seats)
        knowledge.look(self.game, state)
        moment = Moment(state, knowledge, Deal(state, 0), 0, 0, 0)
        at = MatchPosition(moment, [0] * (self.seats + 1), [0] * self.seats)
        luck = luck_from(random)
        return World(Match(self.game, self.seats, luck=luck, options=self.options, at=at), random)

    def faces(self, random: Random) -> list[int]:
        """The faces of a world, by token; NoWorld if none is found."""
        return self._sampler.faces(random)

    def fits(self, faces: Sequence[int]) -> bool:
        """Whether a world with these faces agrees with all that the seat was told."""
        return self._sampler.fits(faces)

    def state(self, faces: Sequence[int]) -> Any:
        """The state now, in the world with these faces, to be changed as you like."""
        return refaced(self._now, faces)

    def start(self, faces: Sequence[int]) -> Any:
        """The state right after the deal, in the world with these faces."""
        return refaced(self._start, faces)

    def step(self, state: Any, number: int, faces: Sequence[int]) -> None:
        """Make the step of this number, from 0, in a state that `start` gave and steps changed."""
        seat, play = self.steps[number]
        take_step(self.game, state, seat, play, faces)

    # To other processes, and over the wire.

    def to_dict(self) -> dict[str, Any]:
        """The seat record: the deal as the seat saw it, JSON-ready.

        Raises ValueError if the state of the game is not plain data.
        """
        game, faces, deck = self.game, self.game.FACES, self._deck
        hidden = set(self._hidden)
        plain = PlainData(game, self.options)
        return {
            "seat_record": FORMAT,
            "game": game.NAME,
            "rules": game.VERSION,
            **hash_key(game),
            "options": dict(self.options),
            "seats": self.seats,
            "seat": self.seat,
            "faces": [
                None if card in hidden else faces[face] for card, face in enumerate(deck.faces)
            ],
            "unseen": [faces[deck.faces[card]] for card in self._hidden],
            "facts": [[fact.name, [*fact.cards], [*fact.numbers]] for fact in self._facts],
            "steps": [[seat, [*play]] for seat, play in self.steps],
            "start": written(plain, self._start, game),
            "now": written(plain, self._now, game),
        }

    @staticmethod
    def follow(game: Game | str, record: Mapping[str, Any], random: Random | None = None) -> Mind:
        """The mind of a seat record, which may come from anywhere.

        With `random` a world is dealt, to see that there is one. Raises ValueError if the record
        cannot be read, or is not one of this game and these rules.
        """
        mind = read_record(find_game(game), record)
        if random is not None:
            mind.world(random)
        return mind

    def to_bytes(self) -> bytes:
        """The seat record as bytes, the same for all who know the same."""
        return json.dumps(self.to_dict(), separators=(",", ":"), ensure_ascii=False).encode()

    @staticmethod
    def from_bytes(data: bytes, game: Game | str | None = None) -> Mind:
        """What `to_bytes` gave; `game` has the rules of a game that is not installed.

        Raises ValueError as `follow` does.
        """
        try:
            record = json.loads(data)
        except ValueError:
            raise ValueError("These bytes are no seat record.") from None
        if not isinstance(record, dict) or not isinstance(record.get("game"), str):
            raise ValueError("These bytes are no seat record.")
        return Mind.follow(game_of(record, game) if game is None else game, record)


class World:
    """A match that could be the true one, to try moves out in.

    Hidden faces and the luck to come are made up, and nothing of the true ones is in it.
    """

    def __init__(self, match: Match, random: Random) -> None:
        """`random` gives the luck of its clones."""
        self._match = match
        self._random = random

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """The seats that may move now."""
        return self._match.to_act

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self._match.over

    def legal(self, seat: int) -> list[Move]:
        """Every legal move of a seat, empty if it is not to act."""
        return self._match.legal(seat)

    def play(self, seat: int, move: Move | str) -> None:
        """Make a move, given as one of `legal` or as its text; IllegalMove if it is not legal."""
        self._match.play(seat, move)

    def view(self, seat: int | None) -> View:
        """What a seat, or a spectator, sees in this world."""
        return self._match.view(seat)

    def result(self) -> Result:
        """The score of each seat now, and the winners once the match is over."""
        return Result(self._match.scores, self._match.winners)

    def clone(self) -> World:
        """A copy to go on with on its own, with luck of its own."""
        match, luck = self._match, luck_from(self._random)
        return World(match.branch(match.moment(), luck), self._random)


def luck_from(random: Random) -> Seeded:
    """Luck of its own, whose seed comes from these numbers."""
    return Seeded(int(random() * LARGEST))


def mind_of(game: Game, options: Options, moment: Moment, seat: Seat) -> Mind:
    """What a seat knows at a moment of a match."""
    knowledge, state, deal = moment.knowledge, moment.state, moment.deal
    seats = knowledge.seats
    if not game.FACES:
        now = state.clone()
        return Mind(game, options, seats, seat, now, (), now, (), ())
    deck, seen = deck_of(state), knowledge.seen[seat]
    tokens = MindTokens(game, knowledge, deal, deck, seat)
    steps = tokens.steps(deal, Notation(game))
    now = state
    if tokens.names:
        try:
            now = replayed(game, deal.start, steps, tokens.permuted(deck.faces))
        except Exception:  # whatever the rules of others make of other tokens
            now = deal.start
        if not alike(game, now, state):  # then the tokens stay as they are
            tokens = MindTokens(game, knowledge, Deal(state, len(knowledge.left)), deck, seat)
            steps, now = [], state
    faces, unseen, told_again = tokens.permuted(deck.faces), [], True
    for card in range(len(faces)):
        if not seen >> card & 1:
            if card in knowledge.lies:
                unseen.append(tokens.names.get(Token(card), Token(card)))
            else:  # gone, and nobody can say what it was: the steps cannot be made again
                told_again = False
                faces[tokens.names.get(Token(card), Token(card))] = 0
    forget(faces, unseen, deck)
    now = refaced(now, faces)
    start = refaced(deal.start, faces) if told_again and steps else now
    return Mind(
        game, options, seats, seat, start, steps if told_again else (), now, unseen, tokens.facts
    )


def alike(game: Game, one: GameState, other: GameState) -> bool:
    """Whether two states look alike to somebody who sees no faces."""
    shapes = [
        [(place.name, len(place.cards)) for place in game.places(state)] for state in (one, other)
    ]
    return shapes[0] == shapes[1] and one.to_act == other.to_act


def replayed(game: Game, start: GameState, steps: Sequence[Step], faces: Sequence[int]) -> Any:
    """The state after these steps, in the world with these faces."""
    state = refaced(start, faces)
    for seat, play in steps:
        take_step(game, state, seat, play, faces)
    return state


def take_step(game: Game, state: Any, seat: int, play: Play, faces: Sequence[int]) -> None:
    """Make a step in a world with these faces: what a shuffle or roll gives is in them."""
    if seat != HOUSE:
        game.apply(state, Seat(seat), play, None)
        return
    wanted = state.house
    if wanted.of_cards:
        first = len(deck_of(state).faces)
        many = len(wanted.items) if wanted.kind == "shuffle" else wanted.count
        play = tuple(faces[first : first + many])
    game.settle(state, play, None)


def refaced(state: GameState, faces: Sequence[int]) -> Any:
    """A copy of a state with these faces, as many as it has cards."""
    new: Any = state.clone()
    if faces:
        deck: Deck = new.deck
        new.deck = deck.refaced(faces[: len(deck.faces)])
    return new


def forget(faces: list[int], unseen: Iterable[int], deck: Deck) -> None:
    """Give unseen cards their faces in order, so that nothing is left of which card had which."""
    hidden = sorted(unseen)
    ends = (*deck.shuffles[1:], len(faces))
    for number, start in enumerate(deck.shuffles):
        cards = [card for card in hidden if start <= card < ends[number]]
        sides = deck.sides[number] if deck.sides else ()
        pool = [sides[0]] * len(cards) if sides else sorted([faces[card] for card in cards])
        for card, face in zip(cards, pool, strict=True):
            faces[card] = face


def written(plain: PlainData, state: GameState, game: Game) -> dict[str, Any]:
    """The fields of a state; the deck has the number of its faces in place of them."""
    fields = plain.write_fields(state)
    if game.FACES:
        fields["deck"][1] = len(deck_of(state).faces)
    return fields


def read_state(
    plain: PlainData, game: Game, options: Options, seats: int, faces: list[int], fields: Any
) -> Any:
    """What `written` wrote, with these faces."""
    state = game.setup(options, seats, None)
    fields = dict(fields)
    if game.FACES:
        kind, count, *rest = fields["deck"]
        if type(count) is not int or not 0 <= count <= len(faces):
            raise ValueError("it has another deck")
        fields["deck"] = [kind, ["tuple", *faces[:count]], *rest]
    plain.read_fields(state, fields)
    return state


def read_record(game: Game, record: Mapping[str, Any]) -> Mind:
    """The mind of a seat record; ValueError if it cannot be read or is not of this game."""
    if record.get("seat_record") != FORMAT:
        raise ValueError(f"This is no seat record of version {FORMAT}.")
    if (record.get("game"), record.get("rules")) != (game.NAME, game.VERSION):
        raise ValueError(f"This is no seat record of version {game.VERSION} of {game.NAME}.")
    if {**hash_key(game)}.get("rules_hash", "") != record.get("rules_hash", ""):
        raise ValueError(f"The rules of {game.NAME} are not those of the seat record.")
    try:
        options = check_options(game, record["options"], older=True)
        seats, seat = record["seats"], record["seat"]
        if seats not in game.SEATS or type(seat) is not int or not 0 <= seat < seats:
            raise ValueError("it is of another table")
        numbers = {face: number for number, face in enumerate(game.FACES)}
        rest = iter([numbers[face] for face in record["unseen"]])
        hidden = [card for card, face in enumerate(record["faces"]) if face is None]
        faces = [next(rest) if face is None else numbers[face] for face in record["faces"]]
        steps = [(int(who), tuple(map(int, play))) for who, play in record["steps"]]
        alone = Viewers(1 << seat)
        facts = [
            Fact(str(name), tuple(map(Token, cards)), tuple(map(int, given)), alone)
            for name, cards, given in record["facts"]
        ]
        plain = PlainData(game, options)
        start, now = (
            read_state(plain, game, options, seats, faces, record[name])
            for name in ("start", "now")
        )
        if game.FACES and len(deck_of(now).faces) != len(faces):
            raise ValueError("it has another deck")
        mind = Mind(game, options, seats, Seat(seat), start, steps, now, hidden, facts)
        assert len(mind.texts) == len(mind.plays)
    except Exception as error:  # it may be damaged in any way
        reason = "" if isinstance(error, NotPlain | KeyError) else f": {error}"
        raise ValueError(f"This seat record cannot be read{reason}.") from None
    return mind
