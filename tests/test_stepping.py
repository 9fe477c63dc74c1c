"""Stepping plays the matches that `Match` plays, and an observation is what a view shows."""

from __future__ import annotations

from collections import Counter
from copy import copy
from pathlib import Path
from typing import Any

import pytest

import toy_game
import wager_game
from helpers import altered
from settebello import Match, games
from settebello.bots.rummy import state_seen
from settebello.cards import ALONE, EVERYBODY, HIDDEN, Deck, Place, Seat
from settebello.declared import facts_of
from settebello.game import Draw, Game, GameState, OptionValue, Result, Row, deck_of
from settebello.games import rummy, scopa
from settebello.lab.check import examine
from settebello.lab.leaks import Secrets, same_in
from settebello.lab.playout import chooser, playout
from settebello.lab.worlds import OtherHistory, OtherWorld
from settebello.luck import Seeded, derived_seed
from settebello.observation import ObservationLayout, Observer, observation_layout
from settebello.registry import check_options, load_file
from settebello.stepping import MatchBatch, Stepper

EXAMPLES = Path(__file__).parent / "examples"
BID = load_file(EXAMPLES / "bid.py")  # each seat has a fact of its own
ALL = [*games().values(), wager_game, toy_game, BID]


def named(game: Game) -> str:
    return game.NAME


def relative(seat: int, viewer: int, seats: int) -> int:
    return (seat - viewer) % seats


def both(game: Game, seats: int, seed: int, most: int = 300) -> Any:
    """A match and a stepper that make the same random moves, after each of them."""
    match = Match(game, seats, seed=seed)
    stepper = Stepper.begin(game, seats, seed=seed)
    choose = chooser(Seeded(seed + 1).random)
    for _ in range(most):
        yield match, stepper
        if match.over:
            break
        seat = choose(match.to_act)
        move = choose(match.legal(seat))
        match.play(seat, move)
        stepper.apply(move.play, seat)


@pytest.mark.parametrize("game", ALL, ids=named)
def test_a_stepper_goes_the_way_of_a_match(game: Game) -> None:
    for match, stepper in both(game, game.SEATS[0], seed=3):
        assert (stepper.to_act, stepper.over) == (match.to_act, match.over)
        assert stepper.seat == (match.to_act[0] if match.to_act else -1)
        assert stepper.result().scores == match.scores
        for seat in match.to_act:
            assert list(stepper.legal(seat)) == [move.play for move in match.legal(seat)]
        if not match.over:
            assert list(stepper.legal()) == list(stepper.legal(stepper.seat))
    if match.over:
        assert stepper.result().winners == match.winners


@pytest.mark.parametrize("game", ALL, ids=named)
def test_the_caller_can_draw_for_the_house(game: Game) -> None:
    luck, choose = Seeded(5), chooser(Seeded(6).random)
    by_hand = Stepper.begin(game)
    by_itself = Stepper.begin(game, seed=5)
    for _ in range(200):
        while by_hand.house is not None:
            assert (by_hand.seat, by_hand.over) == (-1, False)
            by_hand.settle(luck.draw(by_hand.house))
        assert by_hand.seat == by_itself.seat
        if by_hand.over:
            break
        play = choose(by_hand.legal())
        by_hand.apply(play)
        by_itself.apply(play)
    assert by_hand.over is by_itself.over


def test_a_playout_needs_luck() -> None:
    with pytest.raises(ValueError, match="draws for the house"):
        Stepper.begin("dice").playout(chooser(Seeded(1).random))


@pytest.mark.parametrize("game", ALL, ids=named)
def test_a_playout_is_the_same_from_any_step(game: Game) -> None:
    options, luck = check_options(game, None), Seeded(8)
    choose = chooser(luck.random)
    state = game.setup(options, game.SEATS[0], None)
    moves = playout(game, state, luck.draw, choose)

    luck = Seeded(8)
    choose = chooser(luck.random)
    stepper = Stepper(game, game.setup(options, game.SEATS[0], None), luck.draw)
    made = 0
    while not stepper.over and made < 7:
        seat = stepper.seat if len(stepper.to_act) == 1 else choose(stepper.to_act)
        stepper.apply(choose(stepper.legal(seat)), seat)
        made += 1
    assert made + stepper.playout(choose) == moves
    assert (stepper.over, stepper.seat) == (True, -1)
    assert stepper.result().scores == game.result(state).scores


@pytest.mark.parametrize("game", ALL, ids=named)
def test_a_clone_goes_its_own_way(game: Game) -> None:
    stepper = Stepper.begin(game, seed=2)
    for _ in range(3):
        stepper.apply(stepper.legal()[0])
    before, plays = stepper.observe().tobytes(), list(stepper.legal())
    ends = []
    for _ in range(2):
        luck = Seeded(9)
        clone = stepper.clone(luck.draw)
        clone.playout(chooser(luck.random))
        ends.append(clone.result().scores)
        clone.observe(Seat(0))
    assert ends[0] == ends[1]
    assert stepper.observe().tobytes() == before
    assert (list(stepper.legal()), stepper.over) == (plays, False)


def test_a_clone_draws_from_the_same_source_unless_it_is_given_another() -> None:
    asked: list[Draw] = []
    luck = Seeded(1)

    def draw(wanted: Draw) -> tuple[int, ...]:
        asked.append(wanted)
        return luck.draw(wanted)

    stepper = Stepper.begin("dice", draw=draw)
    clone = stepper.clone()
    clone.apply(clone.legal()[0])
    assert [wanted.label for wanted in asked[:2]] == ["order", "die"]


def test_a_stepper_takes_up_another_state() -> None:
    stepper = Stepper.begin("scopa", 3, seed=4)
    other = stepper.state.clone()
    stepper.playout(chooser(Seeded(1).random))
    assert stepper.over
    stepper.reset(stepper.state)
    assert (stepper.over, stepper.seat) == (True, -1)
    stepper.reset(other)
    assert (stepper.over, stepper.to_act) == (False, other.to_act)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"seats": 9}, "seats|players"),
        ({"seed": -1}, "A seed is"),
        ({"options": {"no": 1}}, "no option|option"),
    ],
)
def test_what_cannot_be_is_said(wrong: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        Stepper.begin("scopa", **wrong)


# What an observation has.


def told_by(
    game: Game, view: Any, layout: ObservationLayout, seat: int, seats: int
) -> dict[str, Any]:
    """What an observation must say, from the view of the same seat."""
    found: dict[str, Any] = {"seat": seat}
    found["to_act"] = sorted(relative(other, seat, seats) for other in view.facts["to_act"])
    found["scores"] = turned(view.facts["scores"], seat)
    for facts, name in ((view.facts, "FACTS"), (view.private, "PRIVATE_FACTS")):
        for fact, kind in facts_of(game, name).items():
            value = facts[fact]
            if kind.kind == "by_seat":
                value = turned(value, seat)
            elif kind.kind == "seat" and value is not None:
                value = relative(value, seat, seats)
            elif kind.kind == "seats":
                value = [relative(other, seat, seats) for other in value][:15]
            found[fact] = value
    for field in layout.fields:
        if field.kind == "faces":
            found[field.name] = []
        elif field.name.endswith(".top"):
            found[field.name] = None
    for name, cards in view.places.items():
        base, _, number = name.partition(":")
        if f"{base}:0" in found:
            name = f"{base}:{relative(int(number), seat, seats)}"
        found[name if name in found else base] += cards
        if f"{name}.top" in found and cards and cards[-1] != HIDDEN:
            found[f"{name}.top"] = cards[-1]
    return found


def turned(values: Any, seat: int) -> list[Any]:
    return [*values[seat:], *values[:seat]]


def counted(observed: dict[str, Any], layout: ObservationLayout) -> dict[str, Any]:
    """The same with the cards of each place in no order."""
    places = {field.name for field in layout.fields if field.kind == "faces"}
    return {name: Counter(each) if name in places else each for name, each in observed.items()}


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("game", ALL, ids=named)
def test_an_observation_is_what_a_view_shows(game: Game, seed: int) -> None:
    seats = game.SEATS[seed - 1] if len(game.SEATS) > 1 else game.SEATS[0]
    layout = observation_layout(game, seats)
    for match, stepper in both(game, seats, seed):
        for seat in range(seats):
            read = layout.read(stepper.observe(Seat(seat)))
            expected = told_by(game, match.view(seat), layout, seat, seats)
            assert counted(read, layout) == counted(expected, layout)


def made_anew(game: Game, layout: ObservationLayout, state: GameState, seat: int) -> list[int]:
    """An observation by somebody who has not seen the match before."""
    row = Row(layout.width)
    Observer(game, layout, row).write(state, Seat(seat))
    return row.view.tolist()


@pytest.mark.parametrize("game", ALL, ids=named)
def test_who_watches_a_match_sees_what_a_newcomer_sees(game: Game) -> None:
    # One observer for all seats and for several matches: deals, ends, clones and states from
    # elsewhere leave nothing behind in its row.
    for seats in game.SEATS:
        luck = Seeded(seats)
        choose = chooser(luck.random)
        stepper = Stepper.begin(game, seats, draw=luck.draw)
        layout, beginning = stepper.layout(), stepper.state.clone()
        aside, moves = stepper.state.clone(), 0
        while moves < 400:
            for state in (aside, stepper.state) if moves % 16 == 0 else (stepper.state,):
                stepper.reset(state)
                for seat in range(seats):
                    anew = made_anew(game, layout, state, seat)
                    assert stepper.observe(Seat(seat)).tolist() == anew
                    clone = stepper.clone() if moves % 50 == 0 else stepper
                    assert clone.observe(Seat(seat)).tolist() == anew
            if moves % 16 == 0:
                aside = stepper.state.clone()
            if stepper.over:
                stepper.reset(beginning.clone())
                continue
            seat = choose(stepper.to_act)
            stepper.apply(choose(stepper.legal(seat)), seat)
            moves += 1


@pytest.mark.parametrize("seats", rummy.SEATS)
def test_a_game_writes_the_words_that_are_made_of_any_game(seats: int) -> None:
    options: dict[str, OptionValue] = {"target": 30, "melds_per_turn": 0, "reshuffle": seats == 3}
    luck = Seeded(seats)
    choose = chooser(luck.random)
    layout, any_game = observation_layout(rummy, seats, options), altered(rummy, observe=None)
    for agreed in (options, {"target": 30}):
        state = rummy.setup(check_options(rummy, agreed), seats, None)
        stepper, made = Stepper(rummy, state), 0
        rows = [Row(layout.width) for _ in range(seats)]
        own = [Observer(rummy, layout, row) for row in rows]
        longest = 0
        while not stepper.over and made < 3_000:
            for seat in range(seats):
                own[seat].write(stepper.state, Seat(seat))
                anew = made_anew(any_game, layout, stepper.state, seat)
                assert rows[seat].view.tolist() == anew
            if stepper.house is not None:
                stepper.settle(luck.draw(stepper.house))
                continue
            longest = max(longest, len(stepper.state.melds))
            stepper.apply(choose(stepper.legal()))
            made += 1
        assert longest > 1


@pytest.mark.parametrize("game", ALL, ids=named)
def test_a_layout_has_every_word_once(game: Game) -> None:
    for seats in game.SEATS:
        layout = observation_layout(game, seats)
        words = [n for f in layout.fields for n in range(f.start, f.start + f.words)]
        assert words == list(range(layout.width))
        assert len({field.name for field in layout.fields}) == len(layout.fields)
        for field in layout.fields:
            assert layout.field(field.name) is field
    with pytest.raises(KeyError):
        layout.field("no such field")


class Piles:
    """A game with many faces, each of them three times, and with places that have numbers."""

    NAME, VERSION, SEATS, OPTIONS, VERBS = "piles", 1, (2,), (), {"turn": "turn"}
    FACES = tuple(f"F{number}" for number in range(40))

    def __init__(self) -> None:
        self.PLACES = {"heap": 120, "stock": 120}

    class State:
        def __init__(self) -> None:
            self.deck, self.turned, self.to_act = Deck(), 0, ()
            self.house: Draw | None = Draw.cards("deck", [*range(40)] * 3)

        def clone(self) -> Piles.State:
            return copy(self)

    def setup(self, options: Any, seats: int, previous: Any) -> State:
        return Piles.State()

    def settle(self, state: Any, outcome: tuple[int, ...], tell: Any) -> None:
        state.deck, state.house, state.to_act = state.deck.shuffled(outcome), None, (0,)

    def legal(self, state: Any, seat: Seat) -> list[tuple[int, ...]]:
        return [(0,)]

    def apply(self, state: Any, seat: Seat, play: Any, tell: Any) -> None:
        state.turned += 1
        state.to_act = (1 - seat,) if state.turned < 120 else ()

    def places(self, state: Any) -> list[Place]:
        heaps = [Place(f"heap:{n}", range(n - 1, state.turned, 3), EVERYBODY) for n in (1, 2, 3)]
        shut = Place("heap:4", range(state.turned, 120)[:10], top=ALONE[0])
        return [Place("stock", range(state.turned, 120)[10:]), *heaps, shut]

    def public(self, state: Any) -> dict[str, Any]:
        return {}

    def result(self, state: Any) -> Result:
        return Result([0, 0])

    def bound(self, options: Any, seats: int) -> int:
        return 120


def test_a_place_may_need_several_words_and_places_without_their_own_are_put_together() -> None:
    game: Any = Piles()
    luck = Seeded(1)
    stepper = Stepper(game, game.setup({}, 2, None), luck.draw)
    layout = stepper.layout()
    heap = layout.field("heap")
    assert (heap.words, layout.field("stock").words) == (3, 3)
    assert [field.name for field in layout.fields[3:]] == ["stock", "heap"]
    while not stepper.over:
        faces = stepper.state.deck.faces
        turned, shut = stepper.state.turned, min(10, 120 - stepper.state.turned)
        top = [game.FACES[faces[turned + shut - 1]]]
        seen = [game.FACES[face] for face in faces[:turned]]
        for seat in (0, 1):
            read = layout.read(stepper.observe(Seat(seat)))
            hidden = shut if seat else shut - 1
            assert Counter(read["heap"]) == Counter(
                [*seen, *([] if seat else top), *["??"] * hidden]
            )
            assert read["stock"] == ["??"] * max(0, 110 - turned)
        stepper.apply((0,))


def test_a_place_that_nothing_declares_is_refused() -> None:
    game: Any = Piles()
    game.PLACES = {}
    stepper = Stepper(game, game.setup({}, 2, None), Seeded(1).draw)
    stepper.observe()
    stray = Place("stray:9", (0,), EVERYBODY)
    game.places = lambda state: [stray]
    with pytest.raises(ValueError, match="'stray:9' is in no observation"):
        stepper.observe()


def test_words_are_put_one_after_the_other_and_cannot_be_written_from_outside() -> None:
    row = Row(6)
    row.put(7)
    row.put(-(2**63))
    row.put_by_seat([10, 11, 12], Seat(1))
    assert row.view.tolist() == [7, -(2**63), 11, 12, 10, 0]
    with pytest.raises(IndexError):
        row.put_by_seat([1, 2], Seat(0))
    outside: Any = row.view
    with pytest.raises(TypeError, match="read-only"):
        outside[0] = 1


def test_a_deck_gives_faces_as_bits() -> None:
    deck = Deck().shuffled([59, 3, 31, 0])
    assert deck.bits([0, 2]) == deck.bits((2, 0)) == deck.bits(range(0, 3, 2)) == 1 << 59 | 1 << 31
    assert deck.bits([]) == 0
    again = deck.reshuffled([40, 32])
    assert again.bits([1, 3, 4, 5]) == 1 << 3 | 1 | 1 << 40 | 1 << 32
    assert deck.refaced([1, 2, 4, 5]).bits([0, 1]) == 0b110


def test_an_observation_may_not_be_longer_than_its_layout() -> None:
    def observe(state: Any, seat: Seat, row: Row) -> None:
        for _ in range(19):
            row.put(1)

    layout, state = observation_layout(scopa, 3), Stepper.begin(scopa, 3, seed=1).state
    game = altered(scopa, observe=observe)
    first = Observer(game, layout, Row(2 * layout.width))
    assert layout.width == 18
    with pytest.raises(ValueError, match="longer than its layout"):
        first.write(state, Seat(0))


def test_what_a_view_shows_of_rummy_has_the_bits_of_its_pile_and_melds() -> None:
    shown = 0
    for match, stepper in both(rummy, 3, seed=5):
        state = stepper.state
        seen = state_seen(match.view(stepper.seat), match.options)
        assert (seen.discarded, seen.melded) == (state.discarded, state.melded)
        shown += len(state.melded)
    assert shown


# What an observation does not have.


@pytest.mark.parametrize("game", ALL, ids=named)
def test_an_observation_reads_no_hidden_face(game: Game) -> None:
    # A face that is no face: to read it would be an error, or would be seen.
    seats = game.SEATS[0]
    for match, stepper in both(game, seats, seed=7, most=120):
        for seat in range(seats) if game.FACES else ():
            observed = stepper.observe(Seat(seat)).tolist()
            known = match.moment().knowledge.seen[-1]  # by everybody, once
            seen = {card for card in range(len(stepper.state.deck.faces)) if known >> card & 1}
            for place in game.places(stepper.state):
                for index, card in enumerate(place.cards):
                    if place.sight_of(index) >> seat & 1:
                        seen.add(card)
            blind = stepper.state.clone()
            faces = [face if card in seen else 10**6 for card, face in enumerate(blind.deck.faces)]
            blind.deck = blind.deck.refaced(faces)
            assert made_anew(game, stepper.layout(), blind, seat) == observed


class ObservedSecrets(Secrets):
    """The leak test, with observations besides all that a viewer receives."""

    observed = 0

    def _try(self, world: OtherWorld) -> None:
        audited, viewer = world.audited, world.viewer
        if viewer is None or tuple(world.faces) == audited.deck.faces:
            return
        try:
            same_in(world)
        except OtherHistory:
            return
        self.compared += 1
        match = world.begin()
        for number in range(world.first, len(audited.steps)):
            world.step(match, number)
        here, there = [
            Stepper(
                match.game,
                state,
                None,
                observation_layout(match.game, len(match.players), match.options),
            )
            for state in (audited.state.clone(), match.moment().state.clone())
        ]
        if here.observe(viewer) != there.observe(viewer):
            raise audited.found(f"An observation of seat {viewer} tells what they may not know.")
        self.observed += 1


@pytest.mark.parametrize("game", ALL, ids=named)
def test_no_bit_of_an_observation_differs_between_worlds(game: Game) -> None:
    secrets = ObservedSecrets(worlds=40)
    _, found = examine(game, secrets, 60, 11, secrets.is_done)
    assert found is None
    assert secrets.observed >= 20 or not game.FACES


def test_the_leak_test_of_observations_finds_a_leak() -> None:
    def observe(state: Any, seat: Seat, row: Row) -> None:
        if state.hands[0]:
            row.put(deck_of(state).faces[0])

    secrets = ObservedSecrets(worlds=40)
    _, found = examine(altered(scopa, observe=observe), secrets, 60, 11, secrets.is_done)
    assert found is not None
    assert "An observation of seat" in str(found)


# Batches.


@pytest.mark.parametrize("game", ALL, ids=named)
def test_a_batch_plays_what_steppers_play(game: Game) -> None:
    batch = MatchBatch(game, 3, seed=4)
    assert len(batch) == 3
    lucks = [Seeded(derived_seed(4, number)) for number in range(3)]
    options, seats = check_options(game, None), game.SEATS[0]
    steppers = [
        Stepper(game, game.setup(options, seats, None), luck.draw, batch.layout) for luck in lucks
    ]
    random, ended = Seeded(6).random, 0
    observations = batch.observations
    for _ in range(120):
        assert batch.observations is observations
        actions = [int(random() * count) for count in batch.counts]
        for number, stepper in enumerate(steppers):
            assert batch.seats[number] == stepper.seat
            assert list(batch.plays[number]) == list(stepper.legal())
            assert batch.counts[number] == len(stepper.legal())
            row = observations[number * batch.layout.width : (number + 1) * batch.layout.width]
            assert row == stepper.observe()
            stepper.apply(stepper.legal()[actions[number]])
        batch.step(actions)
        over = [number for number, stepper in enumerate(steppers) if stepper.over]
        assert [number for number, _ in batch.ended] == over
        for number, result in batch.ended:
            assert result.scores == steppers[number].result().scores
            assert result.winners == steppers[number].result().winners
            steppers[number].reset(game.setup(options, seats, None))
            ended += 1
    assert ended or game.NAME in ("rummy", "hearts", "scopa")


def test_a_match_of_a_batch_does_not_depend_on_the_others() -> None:
    few, many = MatchBatch("dice", 2, seed=5), MatchBatch("dice", 5, seed=5)
    for _ in range(40):
        few.step([0] * 2)
        many.step([0] * 2 + [count - 1 for count in many.counts[2:]])
        assert few.observations == many.observations[: len(few.observations)]


def test_numpy_reads_without_copying() -> None:
    batch = MatchBatch("scopa", 4, seed=1)
    view = memoryview(batch.observations)  # what NumPy is given
    assert (view.format, view.itemsize, view.contiguous) == ("q", 8, True)
    before = view.tolist()
    batch.step([0] * 4)
    assert view.tolist() != before


def test_a_batch_need_not_observe() -> None:
    batch, observing = [MatchBatch("scopa", 2, seed=1, observing=flag) for flag in (False, True)]
    for _ in range(9):
        batch.step([0, 0])
        observing.step([0, 0])
        assert batch.plays == observing.plays
    assert not any(batch.observations)
    assert any(observing.observations)


def test_an_empty_batch_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one match"):
        MatchBatch("dice", 0)
