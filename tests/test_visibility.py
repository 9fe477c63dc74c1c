"""Who knows what: views, notices, piece ids, mixed hands, facts, and the worlds that remain."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import permutations
from typing import Any, NamedTuple

import pytest

import toy_game
from helpers import altered, play_random, play_texts, sampler_of, viewers, world_of
from settebello import Match, Scripted
from settebello.cards import ALONE, EVERYBODY, HIDDEN, Deck, Place, Seat, Token, Viewers
from settebello.events import Event, Shown, moved_to, shown_to
from settebello.game import AMONG, Play, deck_of
from settebello.games import OUR_GAMES, scopa
from settebello.luck import Seeded
from settebello.notation import Notation
from settebello.sampling import Fact
from settebello.visibility import EventRecorder, Knowledge, shuffle

# Ann has A B, Bea C D; the row is E E D, the pile C, and the stock B A (B on top).
DECK = "A B C D E E D C B A"


def magpie(deck: str = DECK, *, stirred: str = "", seats: int = 2, game: Any = toy_game) -> Match:
    """The toy game after the bids; it is Ann's turn."""
    luck = Scripted(picks=[0], shuffles=[deck.split(), stirred.split(), *[[]] * 9])
    names = ["Ann", "Bea", "Cal"][:seats]
    match = Match(game, names, luck=luck, options={"turns": 100})
    return play_texts(match, *["bid 0"] * seats)


def last(match: Match, viewer: int | None) -> dict[str, Any]:
    """The last notice of a viewer, without its number and sentence."""
    notice = dict(match.notices(viewer)[-1])
    del notice["number"], notice["text"]
    notice.pop("later", None)
    return notice


def state_of(match: Match) -> Any:
    """The state, to look at what the toy game keeps in it."""
    return match._state


def faces_in_world(match: Match, viewer: int | None, seed: int) -> tuple[int, ...]:
    return deck_of(world_of(match, viewer, seed)).faces


def knows(match: Match, viewer: Any) -> set[Token]:
    """The cards whose face this viewer has been shown."""
    seen = match._knowledge.seen[match._knowledge.viewer(viewer)]
    return {Token(card) for card in range(len(deck_of(match._state).faces)) if seen >> card & 1}


# Seen now: the faces in a view come from the place where a card lies.


def test_each_viewer_sees_their_own_hand_and_what_lies_open() -> None:
    match = magpie()
    assert match.view(0).places == {
        "stock": [HIDDEN, HIDDEN],
        "pile": ["C"],
        "hole": [],
        "row": [HIDDEN] * 3,
        "table": [],
        "hand:0": ["A", "B"],
        "hand:1": [HIDDEN, HIDDEN],
    }
    assert match.view(1).places["hand:1"] == ["C", "D"]
    assert match.view(None).places["hand:0"] == [HIDDEN, HIDDEN]
    assert [knows(match, viewer) for viewer in (0, 1, None)] == [{0, 1, 7}, {2, 3, 7}, {7}]


def test_of_a_pile_with_a_top_only_the_last_card_is_seen() -> None:
    match = play_texts(magpie(), "discard A")
    for viewer in viewers(match):
        assert match.view(viewer).places["pile"] == [HIDDEN, "A"]
    match.play(1, "draw pile")
    for viewer in viewers(match):
        assert match.view(viewer).places["pile"] == ["C"]


def test_what_lay_open_once_stays_known_though_no_view_shows_it() -> None:
    match = play_texts(magpie(), "discard A")
    assert match.view(1).places["pile"][0] == HIDDEN
    assert 7 in knows(match, 1)


def test_a_peek_is_shown_once_and_in_no_later_view() -> None:
    match = magpie()
    match.play(0, "peek 1")
    where = {"card": "E", "at": "row", "piece": "1.5"}
    assert last(match, 0) == {"event": "Saw", "seat": 0, "card": "E", "shown": [where]}
    assert last(match, 1) == last(match, None) == {"event": "Peeked", "seat": 0, "spot": 1}
    for viewer in viewers(match):
        assert match.view(viewer).places["row"] == [HIDDEN] * 3
    assert [5 in knows(match, viewer) for viewer in (0, 1, None)] == [True, False, False]
    match.play(1, "pass")
    told = [notice for notice in match.notices(0) if notice.get("card") == "E"]
    assert len(told) == 1


def test_what_only_some_are_told_is_in_nobody_elses_notices() -> None:
    match = magpie()
    match.play(0, "compare 0 1")
    assert last(match, 0) == {"event": "Answered", "seat": 0, "equal": True}
    assert last(match, 1) == last(match, None) == {"event": "Compared", "seat": 0, "spots": [0, 1]}


# Notices: a face is named to those who see it where it comes from or where it goes.


def test_a_card_drawn_face_down_is_named_to_its_drawer_only() -> None:
    match = magpie()
    match.play(0, "draw stock")
    way = {"from": "stock", "to": "hand:0", "piece": "1.8"}
    assert last(match, 0) == {
        "event": "Drawn", "seat": 0, "card": "B", "moved": [{"card": "B", **way}],
    }  # fmt: skip
    for viewer in (1, None):
        assert last(match, viewer) == {
            "event": "Drawn", "seat": 0, "card": HIDDEN, "moved": [{"card": HIDDEN, **way}],
        }  # fmt: skip


def test_a_card_taken_openly_is_named_to_all() -> None:
    match = magpie()
    match.play(0, "draw pile")
    for viewer in viewers(match):
        assert last(match, viewer)["card"] == "C"
    assert match.view(1).places["hand:0"] == [HIDDEN] * 3  # and yet it is held in a closed hand


def test_a_card_that_leaves_face_down_is_named_to_its_holder_only() -> None:
    match = magpie()
    match.play(0, "bury B")
    assert last(match, 0)["card"] == "B"
    assert last(match, 1)["card"] == last(match, None)["card"] == HIDDEN
    for viewer in viewers(match):
        assert match.view(viewer).places["hole"] == [HIDDEN]


def test_a_stolen_card_is_named_to_the_two_who_have_held_it() -> None:
    match = magpie(seats=3, deck="A B C D E F")
    match.play(0, "steal 0 from 1")
    told = [last(match, viewer)["card"] for viewer in (0, 1, 2, None)]
    assert told == ["C", "C", HIDDEN, HIDDEN]


def test_all_that_moves_in_one_event_is_listed() -> None:
    match = magpie("A A C D E E D C B B")
    match.play(0, "lay A A")
    assert last(match, 1)["moved"] == [
        {"card": "A", "from": "hand:0", "to": "table", "becomes": "1.m1"},
        {"card": "A", "from": "hand:0", "to": "table", "becomes": "1.m2"},
    ]


# Ids of pieces.


def all_pieces(match: Match, viewer: int | None) -> list[str]:
    return [piece for pieces in match.view(viewer).pieces.values() for piece in pieces]


@pytest.mark.parametrize("game", [scopa, toy_game])
def test_no_two_pieces_have_the_same_id(game: Any) -> None:
    match = Match(game, 3, seed=2)
    for step in range(60):
        play_random(match, step, moves=1)
        for viewer in viewers(match):
            pieces = all_pieces(match, viewer)
            assert len(set(pieces)) == len(pieces)


def test_a_piece_keeps_its_id_while_it_travels() -> None:
    match = Match("scopa", 3, seed=2)
    (seat,) = match.to_act
    view = match.view(seat)
    move = match.legal(seat)[0]
    assert move.pieces[0] in view.pieces[f"hand:{seat}"]
    match.play(seat, move)
    place = "table" if move.verb == "lay" else f"pile:{seat}"
    for viewer in viewers(match):
        assert move.pieces[0] in match.view(viewer).pieces[place]


def test_ids_say_nothing_of_faces() -> None:
    one, other = magpie(), magpie("A B D C D E E C A B")  # Ann sees the same in both
    for match in (one, other):
        play_texts(match, "draw pile", "pass", "bury A", "draw stock")
    assert one.view(0).to_dict() == other.view(0).to_dict()
    assert one.notices(0) == other.notices(0)
    for viewer in viewers(one):
        assert all_pieces(one, viewer) == all_pieces(other, viewer)


def test_a_new_deal_gives_new_ids() -> None:
    match = Match("scopa", 2, seed=2)
    first = set(all_pieces(match, None))
    while match.view(None).facts["round"] == 1:
        play_random(match, 1, moves=1)
    assert not first & set(all_pieces(match, None))


# A mixed hand.


def test_the_ids_in_a_mixed_hand_are_told_to_its_holder_only() -> None:
    match = magpie()
    match.play(0, "draw stock")
    assert match.view(0).pieces["hand:0"] == ["1.0", "1.1", "1.8"]
    for viewer in (1, None):
        assert match.view(viewer).pieces["hand:0"] == ["hand:0.0", "hand:0.1", "hand:0.2"]


def test_a_card_that_leaves_a_mixed_hand_gets_a_new_id() -> None:
    match = magpie()
    match.play(0, "lay A")
    way = {"card": "A", "from": "hand:0", "to": "table", "becomes": "1.m1"}
    assert last(match, 0)["moved"] == [{**way, "piece": "1.0"}]
    assert last(match, 1)["moved"] == last(match, None)["moved"] == [way]
    for viewer in viewers(match):
        assert match.view(viewer).pieces["table"] == ["1.m1"]


@pytest.mark.parametrize("move", ["lay B", "discard B", "bury B"])
def test_whether_the_card_drawn_last_was_played_cannot_be_told(move: str) -> None:
    # Ann holds A B and draws: once the B is held already, once it is the one drawn.
    had, drew = magpie("A B C D E E D C A B"), magpie("A A C D E E D C B B")
    for match in (had, drew):
        match.play(0, "draw stock")
        match.play(1, "pass")
        match.play(0, move)
    for viewer in (1, None):
        assert had.notices(viewer) == drew.notices(viewer)
        assert had.view(viewer).to_dict() == drew.view(viewer).to_dict()


def test_a_thief_cannot_tell_a_known_card_by_the_ids_of_their_moves() -> None:
    # Ann takes the C openly. Bea knows that it is in the hand, not which of the three it is.
    match = play_texts(magpie(), "draw pile")
    steals = [move for move in match.legal(1) if move.verb == "steal"]
    assert [move.pieces for move in steals] == [("hand:0.0",), ("hand:0.1",), ("hand:0.2",)]


def test_a_card_taken_openly_stays_known_in_a_mixed_hand_until_it_leaves() -> None:
    match = magpie()
    match.play(0, "draw pile")
    assert 7 in knows(match, 1)
    play_texts(match, "pass", "draw stock", "pass")
    assert knows(match, 1) >= {2, 3, 7}
    assert all("C" in hand_in_world(match, viewer=1, seat=0, seed=seed) for seed in range(40))
    match.play(0, "lay C")
    assert 7 in knows(match, 1)  # it lies on the table now


def hand_in_world(match: Match, viewer: int | None, seat: int, seed: int) -> list[str]:
    world: Any = world_of(match, viewer, seed)
    return [toy_game.FACES[world.deck.faces[card]] for card in world.hands[seat]]


def test_a_card_that_leaves_face_down_makes_known_faces_uncertain() -> None:
    match = play_texts(magpie(), "draw pile", "pass", "bury C")
    assert [7 in knows(match, viewer) for viewer in (0, 1, None)] == [True, False, False]
    facts = [(f.name, f.cards, f.numbers, f.viewers) for f in match._knowledge.facts]
    c = toy_game.FACES.index("C")
    assert facts == [(AMONG, (0, 1, 7), (c,), 1 << viewer) for viewer in (1, 2)]
    where = set()
    for seed in range(60):
        faces = faces_in_world(match, 1, seed)
        held = [faces[card] for card in (0, 1, 7)]
        assert c in held
        where.add(held.index(c))
    assert where == {0, 1, 2}


def test_who_is_shown_the_card_that_leaves_is_still_sure_of_the_known_ones() -> None:
    def apply(state: Any, seat: Seat, play: Play, tell: Any) -> None:
        if tell and play[0] == toy_game.BURY:
            tell = partial(tell, shown_to=ALONE[1])  # nobody else sees what goes face down
        toy_game.apply(state, seat, play, tell)

    # Ann takes the C openly and buries the B. Bea sees the B; a spectator sees no face.
    match = magpie(game=altered(toy_game, apply=apply))
    play_texts(match, "draw pile", "pass", "bury B")
    assert [7 in knows(match, viewer) for viewer in (1, None)] == [True, False]
    held = {hand_in_world(match, viewer=1, seat=0, seed=seed)[1] for seed in range(20)}
    assert held == {"C"}
    # If another C is buried, it may be the known one for all that Bea sees.
    match = magpie("A B D D E E B C C A", game=altered(toy_game, apply=apply))
    play_texts(match, "draw pile", "pass", "draw stock", "pass", "bury C")
    assert [card in knows(match, 1) for card in (7, *state_of(match).hole)] == [False, True]


def test_a_known_face_that_leaves_openly_is_the_known_card_for_all_that_others_see() -> None:
    # Ann takes one C openly and draws the other face down; then a C is laid. Which one? Whichever
    # it was, Bea knows the card on the table, and is sure of the C in hand no more.
    match = magpie("A B D D E E B C C A")
    play_texts(match, "draw pile", "pass", "draw stock", "pass", "lay C")
    (laid,) = state_of(match).table
    assert laid == 8  # in truth the one drawn face down
    assert laid in knows(match, 1)
    assert 7 not in knows(match, 1)


def test_twins_that_leave_together_are_both_seen() -> None:
    match = magpie("A A C D E E D C B B")
    match.play(0, "lay A A")
    for viewer in viewers(match):
        assert set(state_of(match).table) <= knows(match, viewer)


def test_a_known_card_and_its_twin_that_leave_together_are_both_seen() -> None:
    for deck in ("C A D D E E B C B A", "A C D D E E B C B A"):
        match = play_texts(magpie(deck), "draw pile", "pass", "lay C C")
        for viewer in viewers(match):
            assert set(state_of(match).table) <= knows(match, viewer)


def swapped(state: toy_game.State, seat: Seat, play: Play, tell: Any) -> None:
    """One card of the hand is laid down, and in the same moment the others are buried."""
    if play[0] != toy_game.LAY or len(play) > 2:
        toy_game.apply(state, seat, play, tell)
        return
    state.table += play[1:]
    state.hole += tuple(card for card in state.hands[seat] if card not in play)
    state.hands[seat] = ()
    tell("Swapped", seat=seat, cards={"laid": list(play[1:])})
    toy_game.end_turn(state)


def places_backwards(state: toy_game.State) -> list[Place]:
    return toy_game.places(state)[::-1]


@pytest.mark.parametrize("places", [toy_game.places, places_backwards])
@pytest.mark.parametrize("laid", ["A", "B", "C"])
def test_a_card_laid_open_while_others_leave_face_down_is_seen(laid: str, places: Any) -> None:
    luck = Scripted(picks=[0], shuffles=[DECK.split()])
    match = Match(altered(toy_game, apply=swapped, places=places), 2, luck=luck)
    play_texts(match, "bid 0", "bid 0", "draw pile", "pass", f"lay {laid}")
    assert match.view(1).places["table"] == [laid]
    for viewer in viewers(match):
        assert set(state_of(match).table) <= knows(match, viewer)


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("game", [scopa, toy_game])
def test_what_a_view_shows_is_known_and_every_world_shows_it_too(game: Any, seats: int) -> None:
    for seed in range(10):
        match = Match(game, seats, seed=seed)
        for step in range(25):
            play_random(match, step, moves=1)
            for viewer in viewers(match):
                assert_worlds_fit(match, viewer, seed=step)


def assert_worlds_fit(match: Match, viewer: Any, seed: int) -> None:
    """A sampled world looks to its viewer as the true one, and has the same cards."""
    game, state, knowledge = match.game, state_of(match), match._knowledge
    world: Any = world_of(match, viewer, seed)
    true_view = knowledge.view(game, state, viewer, {})
    assert knowledge.view(game, world, viewer, {}).to_dict() == true_view.to_dict()
    for place in game.places(state):
        for index, card in enumerate(place.cards):
            if place.sight_of(index) >> knowledge.viewer(viewer) & 1:
                assert card in knows(match, viewer)
    for card in knows(match, viewer) & set(all_cards(match)):
        assert world.deck.faces[card] == state.deck.faces[card]
    for fact in knowledge.facts:
        if fact.viewers >> knowledge.viewer(viewer) & 1:
            assert fact.holds(game, world.deck.faces)
    assert Counter(faces_in_play(game, world)) == Counter(faces_in_play(game, state))


def faces_in_play(game: Any, state: Any) -> list[int]:
    return [state.deck.faces[card] for place in game.places(state) for card in place.cards]


# Worlds: exactly those that are possible for all that a viewer has been shown, all alike.


class Chance(float):
    """A number whose product with n is the next choice out of n: see `every_deal`."""

    def __new__(cls, choose: Callable[[int], int]) -> Chance:
        number = super().__new__(cls, 0.5)
        number.choose = choose
        return number

    choose: Callable[[int], int]

    def __mul__(self, other: float) -> float:
        return self.choose(int(other))


class Rejected(Exception):
    """A deal in which a fact does not hold."""


def every_deal(match: Match, viewer: Any) -> Counter[tuple[int, ...]]:
    """All that the sampler can deal at its first try, each as often as chance gives it.

    Every choice that a shuffle makes is made in every way, so this is the sampler's distribution
    itself, not a sample of it. Tries that a fact rejects are left out.
    """
    found: Counter[tuple[int, ...]] = Counter()
    choices: list[int] = []
    while True:
        asked: list[int] = []

        def choose(number: int, asked: list[int] = asked) -> int:
            asked.append(number)
            if len(choices) < len(asked):
                choices.append(0)
            return choices[len(asked) - 1]

        chance = Chance(choose)
        with pytest.MonkeyPatch.context() as patch, suppress(Rejected):
            patch.setattr(Fact, "holds", holds_or_rejects)
            dealt = sampler_of(match, viewer).faces(itertools.repeat(chance).__next__)
            found[tuple(dealt)] += 1
        while choices and choices[-1] == asked[len(choices) - 1] - 1:
            choices.pop()
        if not choices:
            return found
        choices[-1] += 1


def holds_or_rejects(fact: Fact, game: Any, faces: Sequence[int]) -> bool:
    if not HOLDS(fact, game, faces):
        raise Rejected
    return True


HOLDS = Fact.holds


def all_cards(match: Match) -> list[int]:
    return [card for place in match.game.places(match._state) for card in place.cards]


World = tuple[tuple[str, tuple[int, ...]], ...]  # the faces in each place


def as_world(places: Sequence[Place], faces: Sequence[int], viewer: int | None) -> World:
    """The faces place by place; in a mixed hand that the viewer does not see, in any order."""
    world = []
    for place in places:
        shown = [faces[card] for card in place.cards]
        own = viewer is not None and place.sight >> viewer & 1
        world.append((place.name, tuple(shown if own or not place.mixed else sorted(shown))))
    return tuple(world)


class Point(NamedTuple):
    state: toy_game.State
    knowledge: Knowledge

    def after(
        self, seat: Seat, play: Play, outcome: tuple[int, ...] | None
    ) -> tuple[Point, list[Event]]:
        new = Point(self.state.clone(), self.knowledge.clone())
        tell = EventRecorder(toy_game, new.state, new.knowledge)
        toy_game.apply(new.state, seat, play, tell)
        if outcome is not None:
            toy_game.settle(new.state, outcome, tell)
        new.knowledge.look(toy_game, new.state)
        return new, tell.events

    def told(self, viewer: Seat, events: Sequence[Event]) -> tuple[Any, Any]:
        view = self.knowledge.view(toy_game, self.state, viewer, toy_game.public(self.state))
        return [event.notice(viewer) for event in events], view.to_dict()


def dealt(faces: Sequence[int]) -> Point:
    """The toy game after a deal, with both bids made."""
    state, knowledge = toy_game.State({"turns": 100}, 2), Knowledge(2)
    tell = EventRecorder(toy_game, state, knowledge)
    toy_game.settle(state, (0,), tell)
    toy_game.settle(state, tuple(faces), tell)
    for seat in (Seat(0), Seat(1)):
        toy_game.apply(state, seat, (toy_game.BID, 0), tell)
    knowledge.look(toy_game, state)
    return Point(state, knowledge)


def possible_worlds(match: Match, viewer: Any) -> set[World]:
    """By brute force: every deal and every move that the viewer would have seen as they saw these.

    Nothing of the sampler is in here: all deals are tried, all moves of the others in each (of
    the same verb: each verb is told by an event of its own), and what differs in anything that the
    viewer is told is dropped.
    """
    record = match.record()
    names = {face: number for number, face in enumerate(toy_game.FACES)}
    deck, *stirs = [[names[text] for text in luck.split()] for luck in record["luck"][1:]]
    truth = dealt(deck)
    shown = {2 * viewer, 2 * viewer + 1, 7}  # their hand and the pile, as dealt
    shown |= {4 + int(text[-1]) for seat, text in record["moves"] if text.startswith("peek")}
    hidden = [card for card in range(10) if card not in shown]
    points = []
    for order in set(permutations([deck[card] for card in hidden])):
        faces = dict(zip(hidden, order, strict=True))
        points.append(dealt([faces.get(card, deck[card]) for card in range(10)]))
    for seat, text in record["moves"][2:]:
        outcome = tuple(stirs.pop(0)) if text == "stir" else None
        (true,) = plays_of(truth, seat, text)
        truth, events = truth.after(seat, true, outcome)
        seen = truth.told(viewer, events)
        following = []
        for point in points:
            same_verb = [play for play in toy_game.legal(point.state, seat) if play[0] == true[0]]
            # Where a stolen card was in the hand means nothing: its holder may mix their hand.
            exact = seat == viewer and true[0] != toy_game.STEAL
            for play in plays_of(point, seat, text) if exact else same_verb:
                for drawn in draws_after(point, seat, play):
                    new, events = point.after(seat, play, drawn)
                    if new.told(viewer, events) == seen:
                        following.append(new)
        points = following
    return {
        as_world(toy_game.places(point.state), point.state.deck.faces, viewer) for point in points
    }


def plays_of(point: Point, seat: Seat, text: str) -> list[Play]:
    """The legal move of a seat that a text names."""
    plays = toy_game.legal(point.state, seat)
    places, faces = toy_game.places(point.state), point.state.deck.faces
    return [play for play in plays if NOTATION.name(play, faces, places, str).text == text]


NOTATION = Notation(toy_game)


def draws_after(point: Point, seat: Seat, play: Play) -> Iterator[tuple[int, ...] | None]:
    """All that the house may draw after a move; None if it draws nothing."""
    if play[0] != toy_game.STIR:
        yield None
        return
    state = point.state.clone()
    toy_game.apply(state, seat, play, None)
    assert state.house is not None
    yield from set(permutations(state.house.items))


PEEKS = ("peek 0", "pass", "peek 1", "pass", "peek 2")


@pytest.mark.parametrize(
    ("deck", "moves", "viewer"),
    [
        pytest.param(DECK, (), 0, id="after the deal"),
        pytest.param(DECK, ("compare 0 1",), 0, id="two are equal"),
        pytest.param(DECK, ("compare 0 2",), 0, id="two are not equal"),
        pytest.param(DECK, ("compare 0 1", "compare 1 2", "compare 0 2"), 0, id="several facts"),
        pytest.param(DECK, (*PEEKS, "draw stock"), 0, id="a hidden draw"),
        pytest.param(DECK, (*PEEKS, "draw pile", "pass", "bury C"), 0, id="the known one buried"),
        pytest.param(DECK, (*PEEKS, "draw pile", "pass", "bury D"), 0, id="another one buried"),
        pytest.param(
            "A B D D E E B C C A",
            (*PEEKS, "draw pile", "pass", "draw stock", "pass", "lay C"),
            0,
            id="a twin of the known one laid",
        ),
        pytest.param(
            "A B C D E E D C B A",
            (*PEEKS, "draw pile", "pass", "lay C C"),
            0,
            id="the known one and its twin laid together",
        ),
        pytest.param("A B C C E E D D B A", (*PEEKS, "lay C C"), 0, id="twins laid together"),
        pytest.param(DECK, (*PEEKS, "discard C", "steal 0 from 1"), 0, id="a theft, by the thief"),
        pytest.param(DECK, (*PEEKS, "steal 0 from 0"), 0, id="a theft, by its victim"),
        pytest.param(
            DECK,
            (*PEEKS, "discard D", "discard A", "stir", "draw stock"),
            0,
            id="open cards stirred",
        ),
        pytest.param(
            DECK, ("bury A", "pass", "stir"), 0, id="a card stirred that they have buried"
        ),
    ],
)
def test_the_worlds_are_exactly_the_possible_ones_and_all_alike(
    deck: str, moves: tuple[str, ...], viewer: int
) -> None:
    match = play_texts(magpie(deck), *moves)
    deals = every_deal(match, viewer)
    assert len(set(deals.values())) == 1
    places = toy_game.places(state_of(match))
    found = {as_world(places, faces, viewer) for faces in deals}
    assert found == possible_worlds(match, viewer)


@pytest.mark.parametrize("seed", range(20))
def test_the_worlds_are_exactly_the_possible_ones_after_any_moves(seed: int) -> None:
    match = after_any_moves(seed, without="stir")
    places = toy_game.places(state_of(match))
    found = {as_world(places, faces, 0) for faces in every_deal(match, 0)}
    assert found == possible_worlds(match, 0)


@pytest.mark.parametrize("seed", [2, 26, 48, 59, 118])
def test_after_unseen_cards_are_stirred_every_world_is_possible(seed: int) -> None:
    # Each shuffle is dealt among its own cards, so not every possible world is reached: that a
    # buried card is another one, and so another one among the stirred.
    match = after_any_moves(seed, without="")
    places = toy_game.places(state_of(match))
    found = {as_world(places, faces, 0) for faces in every_deal(match, 0)}
    assert found
    assert found <= possible_worlds(match, 0)


def after_any_moves(seed: int, without: str) -> Match:
    """A few moves of anybody, after Ann has peeked at the row."""
    random = Seeded(seed).random
    deck = list("AABBCCDDEE")
    order = list(range(10))
    shuffle(order, random)
    match = play_texts(magpie(" ".join(deck[place] for place in order)), *PEEKS)
    for _ in range(1 + int(random() * 8)):
        (seat,) = match.to_act
        legal = [m for m in match.legal(seat) if m.verb not in ("peek", "compare", without)]
        match.play(seat, legal[int(random() * len(legal))])
    return match


def test_each_shuffle_is_dealt_among_its_own_cards() -> None:
    match = play_texts(magpie(), "discard A", "discard D", "pass", "stir")  # C and A, open before
    first, second = range(10), range(10, 12)
    for seed in range(20):
        faces = faces_in_world(match, 0, seed)
        assert sorted(faces[card] for card in second) == [0, 2]
        true = deck_of(match._state).faces
        assert sorted(faces[card] for card in first) == sorted(true[card] for card in first)


def test_a_world_is_a_copy_and_the_true_state_stays() -> None:
    match = magpie()
    before = deck_of(match._state).faces, match.view(0).to_dict()
    worlds = {faces_in_world(match, 0, seed) for seed in range(20)}
    assert len(worlds) > 10
    assert (deck_of(match._state).faces, match.view(0).to_dict()) == before
    assert faces_in_world(match, 0, 3) == faces_in_world(match, 0, 3)


def test_the_spectators_know_only_what_everybody_knows() -> None:
    match = magpie()
    hands = {tuple(hand_in_world(match, viewer=None, seat=0, seed=seed)) for seed in range(30)}
    assert len(hands) > 5


# What a look at the places finds.


class Cards:
    """A state that keeps its cards in lists and changes them in place."""

    def __init__(self) -> None:
        self.deck = Deck().shuffled([0, 1, 2])
        self.hand = [0, 1]
        self.table = [2]


def test_places_may_hand_out_the_lists_of_a_state_itself() -> None:
    def places(state: Cards) -> list[Place]:
        return [Place("hand:0", state.hand, Viewers(1)), Place("table", state.table, EVERYBODY)]

    state: Any = Cards()
    game, knowledge = altered(toy_game, places=places), Knowledge(2)
    knowledge.look(game, state)
    state.table.append(state.hand.pop())
    moved, _ = knowledge.look(game, state)
    assert moved_to(moved, 1) == [{"card": "B", "from": "hand:0", "to": "table", "piece": "1.1"}]
    assert knowledge.seen[1] == 0b110


def test_an_event_tells_what_was_true_when_it_was_told() -> None:
    def apply(state: toy_game.State, seat: Seat, play: Play, tell: Any) -> None:
        tell("Bids", bids=state.bids)
        toy_game.apply(state, seat, play, tell)

    match = Match(altered(toy_game, apply=apply), 2, seed=1)
    match.play(0, "bid 2")
    assert match.notices(0)[-2]["bids"] == [None, None]


def test_a_clone_of_knowledge_learns_alone() -> None:
    match = magpie()
    old = match._knowledge
    new = old.clone()
    assert new.same_as(old, Seat(0), ())
    tell = EventRecorder(toy_game, match._state, new)
    tell("Shown", cards={"card": 4}, shown_to=Viewers(0b10))
    tell.learn("equal", (5, 6))
    assert (old.seen[1] >> 4 & 1, new.seen[1] >> 4 & 1) == (0, 1)
    assert (len(old.facts), len(new.facts)) == (0, 1)
    assert not new.same_as(old, Seat(0), ())


def test_a_fact_is_for_everybody_unless_it_says_for_whom() -> None:
    match = magpie("A B C D E E D C B A")
    tell = EventRecorder(toy_game, match._state, match._knowledge)
    tell.learn("equal", (4, 5))
    for seed in range(20):
        for viewer in viewers(match):
            faces = faces_in_world(match, viewer, seed)
            assert faces[4] == faces[5]
    tell.learn("unequal", (8, 9), to=Viewers(0b10))
    stocks = {
        viewer: [faces_in_world(match, viewer, seed)[8:] for seed in range(60)] for viewer in (0, 1)
    }
    assert all(one != other for one, other in stocks[1])
    assert any(one == other for one, other in stocks[0])


def test_where_somebody_looks_everybody_may_know_but_not_what_is_there() -> None:
    match = Match("sixty_six", 3, seed=1)
    seen = {viewer: match.notices(viewer)[2]["shown"] for viewer in (0, 1, None)}
    looker = match.to_act[0]
    places = [{"at": f"hand:{looker}", "piece": f"1.{4 * looker + n}"} for n in (0, 1)]
    for viewer, shown in seen.items():
        assert [{"at": card["at"], "piece": card["piece"]} for card in shown] == places
        assert all((card["card"] == HIDDEN) == (viewer != looker) for card in shown)


def test_a_card_in_a_mixed_hand_is_shown_without_its_id() -> None:
    hand = Place("hand:0", (3, 5), sight=Viewers(0b001), mixed=True)
    for viewer, told in (
        (0, {"card": "A", "piece": "1.3"}),
        (1, {"card": "A"}),
        (2, {"card": HIDDEN}),
    ):
        assert shown_to([Shown("A", Viewers(0b011), hand, "1.3", Viewers(0b010))], viewer) == [
            {**told, "at": "hand:0"}
        ]


# What rules may do, and ours do not.


def test_a_place_that_is_no_longer_there_is_in_no_view() -> None:
    def places(state: toy_game.State) -> list[Place]:
        return [place for place in toy_game.places(state) if place.name != "row" or not state.turn]

    match = Match(altered(toy_game, places=places), 2, seed=1)
    play_texts(match, "bid 0", "bid 0")
    assert "row" in match.view(None).places
    match.play(match.to_act[0], "draw stock")
    for viewer in viewers(match):
        assert match.view(viewer).places.keys() == {
            "stock", "pile", "hole", "table", "hand:0", "hand:1",
        }  # fmt: skip


def test_what_is_told_stays_as_it_was_told() -> None:
    bids: dict[str, Any] = {"Ann": (0, [1])}

    def apply(state: Any, seat: Seat, play: Play, tell: Any) -> None:
        toy_game.apply(state, seat, play, None)
        tell("Bids", seat=seat, bids=bids)

    match = Match(altered(toy_game, apply=apply), 2, seed=1)
    match.play(0, "bid 0")
    last(match, 0)["bids"]["Ann"][1].append(2)
    bids["Ann"][1].append(3)
    assert last(match, 0)["bids"] == {"Ann": [0, [1]]}


@pytest.mark.parametrize("game", OUR_GAMES, ids=lambda game: game.NAME)
def test_no_card_moves_after_the_last_event_in_our_games(game: Any) -> None:
    """So a match need not look at the places once more after each move: see `Match`."""
    for seats in game.SEATS:
        match = Match(game, seats, seed=seats)
        for number in range(150):
            if match.over:
                break
            play_random(match, number, 1)
            now = match.moment()
            again = now.knowledge.clone()
            moved, _ = again.look(game, now.state)
            assert not moved
            assert again.places == now.knowledge.places  # the same objects: none has changed
            assert (again.lies, again.seen) == (now.knowledge.lies, now.knowledge.seen)
