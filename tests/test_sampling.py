"""Sampled worlds: the possible ones and no others, all alike, whatever the truth is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import permutations, product
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

import toy_game
from helpers import altered, play_random, sampler_of, viewers, world_of
from settebello import Match, Scripted
from settebello.cards import EVERYBODY, Deck, Seat, Token
from settebello.dealing import Portion, deal_in_turn
from settebello.game import AMONG, VOID, deck_of
from settebello.games import scopa
from settebello.lab.check import examine
from settebello.lab.leaks import Secrets
from settebello.luck import Seeded
from settebello.sampling import TRIES, Fact, NoWorld, Sampler
from settebello.visibility import shuffle


def holds(fact: str, cards: Sequence[int], numbers: Sequence[int], faces: Sequence[int]) -> bool:
    equal = len({faces[card] for card in cards}) == 1
    return {"equal": equal, "not equal": not equal, "sum": sum(faces[c] for c in cards) == 4}[fact]


GAME = altered(toy_game, holds=holds)
RARE = 0  # tries: every world is repaired, or found by the chain


def fact(name: str, cards: Sequence[int], numbers: Sequence[int] = ()) -> Fact:
    return Fact(name, tuple(map(Token, cards)), tuple(numbers), EVERYBODY)


class Case(NamedTuple):
    """The true faces, the facts that were told, the cards that were seen, and the shuffles.

    `sides` has the faces of a die for each of the shuffles that is a roll, and () for the others.
    """

    faces: tuple[int, ...]
    facts: tuple[Fact, ...] = ()
    seen: tuple[int, ...] = ()
    shuffles: tuple[int, ...] = (0,)
    sides: tuple[tuple[int, ...], ...] = ()

    def sampler(self, faces: Sequence[int] = (), tries: int = TRIES) -> Sampler:
        unseen = [card for card in range(len(self.faces)) if card not in self.seen]
        deck = Deck(faces or self.faces, self.shuffles, 1, self.sides)
        state = toy_game.State({}, 2)
        return Sampler(GAME, state, deck, unseen, self.facts, tries)

    def worlds(self) -> set[tuple[int, ...]]:
        """All that are possible, by trying all."""
        ends = (*self.shuffles[1:], len(self.faces))
        sides = self.sides or ((),) * len(ends)
        parts = zip(self.shuffles, ends, sides, strict=True)
        orders = [set(self._rolls(*part) if part[2] else self._orders(*part)) for part in parts]
        dealt = [tuple(face for part in parts for face in part) for parts in product(*orders)]
        return {faces for faces in dealt if all(told.holds(GAME, faces) for told in self.facts)}

    def _rolls(self, start: int, end: int, sides: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        seen = [((self.faces[die],) if die in self.seen else sides) for die in range(start, end)]
        return product(*seen)

    def _orders(self, start: int, end: int, sides: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        for order in permutations(range(start, end)):
            if all(order[card - start] == card for card in self.seen if start <= card < end):
                yield tuple(self.faces[card] for card in order)


D3 = (0, 1, 2)  # the faces of a small die
CASES = {
    "nothing told": Case((0, 1, 2, 3)),
    "duplicates": Case((0, 0, 1, 1, 2)),
    "some cards seen": Case((0, 1, 2, 3, 1), seen=(1, 3)),
    "two shuffles": Case((0, 1, 2, 2, 3, 3), shuffles=(0, 3)),
    "not equal": Case((0, 1, 0, 1, 2), (fact("not equal", (0, 1)),)),
    "not equal to a seen card": Case((0, 1, 0, 1, 2), (fact("not equal", (0, 1)),), seen=(0,)),
    "a claim of three": Case((0, 1, 0, 1, 0), (fact("not equal", (0, 1, 2)),), seen=(4,)),
    "void": Case((2, 3, 0, 1, 4), (fact(VOID, (0, 1), (0, 1)),)),
    "void, with duplicates": Case((2, 1, 0, 0, 1, 2), (fact(VOID, (0, 1), (0,)),)),
    "voids, one within the other": Case(
        (2, 3, 0, 1, 4), (fact(VOID, (0, 1), (0,)), fact(VOID, (1,), (2,)))
    ),
    "voids that cross": Case(
        (2, 3, 0, 1, 4), (fact(VOID, (0, 1), (0, 1)), fact(VOID, (2, 3), (3,)))
    ),
    "voids that cross, with duplicates": Case(
        (1, 1, 0, 0, 2, 2), (fact(VOID, (0, 1), (0,)), fact(VOID, (2, 3), (1,)))
    ),
    "voids that cross, and all others": Case(
        (2, 3, 0, 1, 4, 2), (fact(VOID, (0, 1), (0, 1)), fact(VOID, (2,), (3,)))
    ),
    "three voids that cross": Case(
        (1, 2, 0, 3, 3, 4), (fact(VOID, (0,), (0,)), fact(VOID, (1,), (1,)), fact(VOID, (2,), (2,)))
    ),
    "void in two shuffles": Case(
        (0, 1, 2, 0, 1, 2), (fact(VOID, (0, 3), (1, 2)),), shuffles=(0, 3)
    ),
    "among": Case((0, 1, 2, 3, 4), (fact(AMONG, (0, 1, 2), (0, 1)),)),
    "among, one of two": Case((0, 1, 2, 0, 1), (fact(AMONG, (0, 1, 2), (0,)),)),
    "among, one of them seen": Case((0, 1, 0, 3, 4), (fact(AMONG, (0, 1, 2), (0, 0)),), seen=(0,)),
    "among two shuffles": Case(
        (0, 1, 2, 2, 0, 1), (fact(AMONG, (0, 1, 4), (0, 0)),), shuffles=(0, 3)
    ),
    "among, and void": Case(
        (0, 1, 2, 3, 4), (fact(AMONG, (0, 1, 2), (0,)), fact(VOID, (1, 3), (0, 2)))
    ),
    "two among": Case(
        (0, 1, 2, 3, 4, 0), (fact(AMONG, (0, 1, 2), (0, 1)), fact(AMONG, (2, 3, 4), (2,)))
    ),
    "two pairs": Case((0, 0, 1, 1, 2, 2), (fact("equal", (0, 1)), fact("equal", (2, 3)))),
    "a pair, and not its like": Case(
        (0, 0, 1, 1, 2, 2), (fact("equal", (0, 1)), fact("not equal", (1, 2, 3)))
    ),
    "sums that share a card": Case((0, 4, 0, 2, 2, 1), (fact("sum", (0, 1)), fact("sum", (1, 2)))),
    # Each die by itself: the true faces are all equal, and a shuffle of them would be one world.
    "dice": Case((1, 1, 1), sides=(D3,)),
    "some dice seen": Case((1, 1, 1, 1), seen=(0, 2), sides=(D3,)),
    "dice, not equal": Case((0, 1, 2), (fact("not equal", (0, 1)),), sides=(D3,)),
    "dice, a sum": Case((2, 2, 0, 1), (fact("sum", (0, 1, 2)),), sides=(D3,)),
    "dice, void": Case((1, 2, 1), (fact(VOID, (0, 1), (0,)), fact(VOID, (1,), (1,))), sides=(D3,)),
    "dice, among": Case((1, 1, 0), (fact(AMONG, (0, 1, 2), (1, 1)),), sides=(D3,)),
    "dice, among with a seen one": Case(
        (1, 1, 0), (fact(AMONG, (0, 1, 2), (1, 1)),), seen=(0,), sides=(D3,)
    ),
    "two rolls": Case((0, 0, 7, 7), shuffles=(0, 2), sides=(D3, (7, 8))),
    "dice rolled again": Case((1, 1, 1), seen=(0,), shuffles=(0, 2), sides=(D3, D3)),
    "dice and cards": Case((0, 1, 2, 1, 1), shuffles=(0, 3), sides=((), D3)),
    "dice and cards, void": Case(
        (2, 1, 0, 1, 1), (fact(VOID, (0, 3), (0,)),), shuffles=(0, 3), sides=((), D3)
    ),
    "dice and cards, among": Case(
        (2, 1, 0, 1, 1), (fact(AMONG, (0, 1, 4), (1, 1)),), shuffles=(0, 3), sides=((), D3)
    ),
    "dice and cards, not equal": Case(
        (2, 1, 0, 1, 1), (fact("not equal", (0, 3)),), shuffles=(0, 3), sides=((), D3)
    ),
    "secret choices, one seen": Case(
        (0, 0, 0), seen=(1,), shuffles=(0, 1, 2), sides=(D3, D3, (0, 1))
    ),
}  # fmt: skip


def chi_square(found: Counter[tuple[int, ...]], worlds: int) -> float:
    expected = found.total() / worlds
    missed = (worlds - len(found)) * expected
    return sum((n - expected) ** 2 / expected for n in found.values()) + missed


def assert_alike(found: Counter[tuple[int, ...]], worlds: set[tuple[int, ...]]) -> None:
    """Only possible worlds, and all of them as often as chance would have it.

    Chi-square has the mean `free` and the deviation sqrt(2 * free); chance is five of them away
    less than once in ten thousand cases.
    """
    assert set(found) <= worlds
    free = len(worlds) - 1
    assert chi_square(found, len(worlds)) < free + 5 * sqrt(2 * free) + 10


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_all_worlds_are_dealt_alike_and_no_others(case: Case) -> None:
    worlds, random, sampler = case.worlds(), Seeded(1).random, case.sampler()
    assert case.faces in worlds
    assert_alike(Counter(tuple(sampler.faces(random)) for _ in range(30 * len(worlds))), worlds)


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_all_worlds_are_repaired_alike_and_no_others(case: Case) -> None:
    # Each with a sampler of its own: a world of a chain is a little like the one before.
    worlds, random = case.worlds(), Seeded(1).random
    times = max(200, 10 * len(worlds))
    found = (case.sampler(tries=RARE).faces(random) for _ in range(times))
    assert_alike(Counter(map(tuple, found)), worlds)


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_chain_goes_to_all_worlds_and_to_no_others(case: Case) -> None:
    worlds, random, sampler = case.worlds(), Seeded(1).random, case.sampler(tries=RARE)
    found = Counter(tuple(sampler.faces(random)) for _ in range(15 * len(worlds)))
    assert set(found) == worlds


@pytest.mark.parametrize("tries", [TRIES, RARE])
@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_the_truth_has_no_influence_on_the_worlds(case: Case, tries: int) -> None:
    streams = set()
    for truth in sorted(case.worlds())[:5]:
        sampler, random = case.sampler(truth, tries), Seeded(2).random
        streams.add(tuple(tuple(sampler.faces(random)) for _ in range(12)))
    assert len(streams) == 1


EXAMPLES = [
    str(Path(__file__).parent / f"examples/{name}.py") for name in ("cups", "request", "secret")
]


@pytest.mark.parametrize("game", ["scopa", "rummy", "sixty_six", toy_game, *EXAMPLES])
def test_the_truth_has_no_influence_in_a_match(game: Any) -> None:
    match = Match(game, 3, seed=4)
    for step in range(40):
        play_random(match, step, moves=1)
        if match.over:
            break
        knowledge = match._knowledge
        for viewer in viewers(match):
            true, other = (
                knowledge.sampler(match.game, state, Seat(viewer) if viewer is not None else None)
                for state in (match._state, world_of(match, viewer, step))
            )
            assert true.faces(Seeded(1).random) == other.faces(Seeded(1).random)


# How often the truth comes back, where worlds are rare.

RANKS = [card // 4 for card in range(40)]
THREE_EQUAL = Case(tuple(RANKS), (fact("equal", (0, 1, 2)),))  # any of ten ranks


def times_the_truth(deal: Callable[[Callable[[], float]], Sequence[int]]) -> int:
    """How often the three have their true rank in 200 worlds; 20 are fair."""
    random = Seeded(1).random
    return sum(deal(random)[0] == RANKS[0] for _ in range(200))


def is_fair(times: int) -> bool:
    return 20 - 17 <= times <= 20 + 17  # four deviations


def test_the_truth_comes_back_no_more_often_than_chance() -> None:
    assert is_fair(times_the_truth(lambda random: THREE_EQUAL.sampler().faces(random)))
    assert is_fair(times_the_truth(lambda random: THREE_EQUAL.sampler(tries=RARE).faces(random)))


def test_a_walk_from_the_truth_would_be_found_out() -> None:
    assert times_the_truth(walk_from_the_truth) > 100


def walk_from_the_truth(random: Callable[[], float]) -> list[int]:
    """A planted cheat: when 100 deals are rejected it goes on from the true faces."""
    told = THREE_EQUAL.facts[0]
    for _ in range(100):
        faces = RANKS[:]
        shuffle(faces, random)
        if told.holds(GAME, faces):
            return faces
    faces = RANKS[:]
    for _ in range(800):
        one, other = int(random() * 40), int(random() * 40)
        faces[one], faces[other] = faces[other], faces[one]
        if not told.holds(GAME, faces):
            faces[one], faces[other] = faces[other], faces[one]
    return faces


# Dice and secret choices.


def test_hidden_dice_do_not_tell_their_total() -> None:
    sampler, random = Case((5,) * 10, sides=(tuple(range(6)),)).sampler(), Seeded(1).random
    worlds = [sampler.faces(random) for _ in range(300)]
    assert 24 < sum(sum(faces) for faces in worlds) / 300 < 26  # ten dice of 2.5 each
    assert len({tuple(faces) for faces in worlds}) == 300


def test_a_deck_of_cards_dice_and_seals_knows_what_each_token_may_be() -> None:
    deck = Deck().shuffled((2, 0, 1)).rerolled((1, 1), D3).reshuffled((2,)).sealed(1, (0, 1))
    assert deck.faces == (2, 0, 1, 1, 1, 2, 1)
    assert deck.shuffles == (0, 3, 5, 6)
    assert deck.sides == ((), D3, (), (0, 1))
    assert deck.seals == (6,)
    assert deck.deal == 1
    other = deck.refaced((0, 1, 2, 0, 0, 2, 0))
    assert (other.sides, other.seals, other.shuffles) == (deck.sides, deck.seals, deck.shuffles)
    rolled = deck.rolled((0, 2), D3)
    assert (rolled.faces, rolled.sides, rolled.seals, rolled.deal) == ((0, 2), (D3,), (), 2)
    assert Deck().shuffled((0, 1)).reshuffled((0,)).sides == ()  # only shuffles


def test_the_worlds_of_dice_in_cups_have_the_dice_that_a_player_sees() -> None:
    match = Match(EXAMPLES[0], 2, luck=Scripted(rolls=[3, 3, 3, 3]))
    worlds = [deck_of(world_of(match, 0, seed)).faces for seed in range(600)]
    assert {faces[:2] for faces in worlds} == {(2, 2)}
    assert_alike(Counter(faces[2:] for faces in worlds), set(product(range(6), repeat=2)))


def test_a_secret_choice_may_be_any_for_all_others() -> None:
    match = Match(EXAMPLES[2], 2, seed=1)
    match.play(0, "hide 4")
    assert {deck_of(world_of(match, 0, seed)).faces for seed in range(50)} == {(3,)}
    others = Counter(deck_of(world_of(match, 1, seed)).faces for seed in range(300))
    assert_alike(others, {(coins,) for coins in range(5)})


# Whole decks.


def with_fact(told: Fact, **names: Any) -> Match:
    """Scopa, dealt in the order of the faces, in which all have been told a fact."""
    match = Match(altered(scopa, **names), 2, luck=Scripted(shuffles=[[], []]))
    match._knowledge.facts += (told,)
    return match


@pytest.mark.parametrize("tries", [TRIES, RARE])
def test_tight_facts_hold_in_every_world_and_the_rest_is_still_dealt_again(tries: int) -> None:
    # All faces of the upper half are known to be there, in whatever order.
    upper = range(10, 25)
    case = Case(tuple(range(40)), (fact(AMONG, upper, upper),), seen=tuple(range(10)))
    sampler, random = case.sampler(tries=tries), Seeded(1).random
    worlds = [tuple(sampler.faces(random)) for _ in range(12)]
    for faces in worlds:
        assert sorted(faces[card] for card in upper) == list(upper)
        assert sorted(faces) == list(range(40))
        assert faces[:10] == tuple(range(10))
    assert len({faces[10:25] for faces in worlds}) == 12
    assert len({faces[25:] for faces in worlds}) == 12


@pytest.mark.parametrize("tries", [TRIES, RARE])
def test_a_void_in_two_suits_is_kept(tries: int) -> None:
    suits = range(20)
    case = Case(tuple(reversed(range(40))), (fact(VOID, range(10), suits),))
    sampler, random = case.sampler(tries=tries), Seeded(1).random
    hands = [sampler.faces(random)[:10] for _ in range(40)]
    assert not any(face in suits for hand in hands for face in hand)
    assert {face for hand in hands for face in hand} == set(range(20, 40))


def test_voids_that_cross_in_more_ways_than_can_be_counted_are_kept() -> None:
    # Ten hands of four cards; each is void in four faces, which all others may have.
    voids = [fact(VOID, range(n, n + 4), range(n, n + 4)) for n in range(0, 40, 4)]
    case = Case((*range(4, 40), *range(4)), tuple(voids))
    sampler, random = case.sampler(), Seeded(1).random
    for _ in range(5):
        faces = sampler.faces(random)
        assert sorted(faces) == list(range(40))
        assert all(told.holds(GAME, faces) for told in voids)


def test_three_hands_that_are_void_in_a_suit_each_are_dealt_without_rejections() -> None:
    hands, suits = [range(13), range(13, 26), range(26, 39)], [26, 0, 13]
    voids = [fact(VOID, h, range(s, s + 13)) for h, s in zip(hands, suits, strict=True)]
    sampler, random = Case(tuple(range(39)), tuple(voids)).sampler(tries=1), Seeded(1).random
    worlds = [sampler.faces(random) for _ in range(300)]
    assert sampler._chain is None
    assert all(told.holds(GAME, faces) for told in voids for faces in worlds)
    # A hand and the two suits that it may have are alike to all others, so half of it is of each.
    low = sum(face < 13 for faces in worlds for face in faces[:13]) / len(worlds)
    assert 6 < low < 7


def test_a_game_without_cards_has_one_world() -> None:
    match = Match("dice", 3, seed=1)
    assert world_of(match, 0, 1) is not match._state
    assert sampler_of(match, 0).world(Seeded(1).random).to_act == match.to_act


# When no world is found.


def test_a_fact_that_is_not_true_is_an_error_of_the_rules() -> None:
    for told in (fact(VOID, range(20), range(25)), fact(VOID, (0, 39), (0,))):
        with pytest.raises(NoWorld, match="a fact was told that is not true: 'void'"):
            world_of(with_fact(told), 0, 1)


def test_a_truth_that_cannot_be_found_is_not_given_away() -> None:
    match = with_fact(
        fact("in order", range(40)), holds=lambda *args: list(args[3]) == list(range(40))
    )
    with pytest.raises(NoWorld, match=r"too few worlds are left by what was told \('in order'\)"):
        sampler_of(match, 0).faces(Seeded(1).random)


def test_dice_that_may_show_nothing_are_an_error_of_the_rules() -> None:
    case = Case((1, 1), (fact(VOID, (0,), (0, 1, 2)),), sides=(D3,))
    with pytest.raises(NoWorld, match="a fact was told that is not true: 'void'"):
        case.sampler().faces(Seeded(1).random)


def test_check_finds_a_fact_that_is_not_true() -> None:
    def apply(state: Any, seat: Any, play: Any, tell: Any) -> None:
        scopa.apply(state, seat, play, tell)
        if tell:
            tell.learn(VOID, range(40), range(40))

    secrets = Secrets(10)
    _, finding = examine(altered(scopa, apply=apply), secrets, 1, 1, secrets.is_done)
    assert "a fact was told that is not true: 'void'" in str(finding)


def test_check_goes_on_where_no_world_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(sampler: Sampler, random: Callable[[], float]) -> list[int]:
        raise NoWorld("too few", False)

    monkeypatch.setattr(Sampler, "faces", none)
    secrets = Secrets(10)
    played, finding = examine(scopa, secrets, 1, 1, secrets.is_done)
    assert played > 10
    assert finding is None
    assert secrets.compared == 0


# A fact is told by rules.


def test_rules_tell_a_void_by_its_name_and_need_no_holds() -> None:
    def apply(state: Any, seat: Any, play: Any, tell: Any) -> None:
        scopa.apply(state, seat, play, tell)
        if tell:
            tell.learn(VOID, state.hands[1], denari)

    denari = range(10)
    deck = "7C 6C 5C 4C 7S 6S 1D 2D 3D 4D"
    match = Match(altered(scopa, apply=apply), 2, luck=Scripted(shuffles=[[0, 1], deck.split()]))
    match.play(match.to_act[0], match.legal(match.to_act[0])[0])
    for seed in range(30):
        world: Any = world_of(match, None, seed)
        assert all(world.deck.faces[card] not in denari for card in world.hands[1])


def test_a_deal_that_cannot_keep_a_face_away_is_none() -> None:
    two = Portion([0, 1], frozenset({0}))
    assert not deal_in_turn([0, 0, 1], [two], [0, 0, 1], Random(1).random)
    faces = [0, 1, 1]
    assert deal_in_turn(faces, [two, Portion([2], frozenset())], [0, 1, 1], Random(1).random)
    assert faces == [1, 1, 0]
