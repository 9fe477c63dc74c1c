"""Luck: from a seed, from the operating system, from a script."""

import tracemalloc
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import permutations, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from settebello.cards import ITALIAN
from settebello.game import Draw
from settebello.luck import (
    LARGEST_SEED,
    OURS,
    DuplicateLuck,
    HashedLuck,
    Luck,
    Scripted,
    Seeded,
    SystemLuck,
    check_outcome,
    face_number,
)
from settebello.visibility import shuffle

SEATS = Draw.seats("order", 3)
DIE = Draw.die("die")
PICK = Draw.one_of("dealer", [4, 7, 9])
DECK = Draw.cards("deck", range(40))
TWINS = Draw.cards("deck", [0, 0, 1, 1])
FAR_APART = Draw("shuffle", "far", (-1, 5, 10**9))

# A seed.


def test_a_seed_gives_these_outcomes_for_ever() -> None:
    luck = Seeded(7)
    assert [luck.draw(DIE)[0] for _ in range(12)] == [2, 1, 4, 1, 4, 3, 1, 4, 1, 3, 1, 1]
    assert [luck.draw(PICK)[0] for _ in range(8)] == [1, 2, 0, 0, 1, 2, 1, 1]
    assert [luck.draw(SEATS) for _ in range(3)] == [(1, 0, 2), (1, 0, 2), (1, 2, 0)]
    dealt = " ".join(ITALIAN[face] for face in luck.draw(DECK))
    assert dealt == (
        "10S 4D 5S 3B 6S 6B 4B 8S 1B 1D 8C 5C 10D 7B 9B 7S 5D 5B 3S 1C "
        "9S 6D 7C 10C 8D 2C 6C 9D 10B 1S 8B 2D 3D 9C 4C 4S 2S 7D 2B 3C"
    )


def test_the_largest_seed_gives_these_outcomes_for_ever() -> None:
    luck = Seeded(LARGEST_SEED)
    assert [luck.draw(DIE)[0] for _ in range(12)] == [1, 3, 2, 4, 6, 3, 5, 5, 5, 5, 3, 6]


def test_the_same_seed_gives_the_same_luck_and_another_seed_another() -> None:
    assert Seeded(5).draw(DECK) == Seeded(5).draw(DECK)
    assert Seeded(5).draw(DECK) != Seeded(6).draw(DECK)


def test_each_draw_of_a_label_has_a_seed_of_its_own() -> None:
    """What is drawn for one label does not depend on other labels, nor on how much was drawn."""
    plain, mixed = DuplicateLuck(7), DuplicateLuck(7)
    decks = [plain.draw(DECK) for _ in range(3)]
    assert len(set(decks)) == 3
    found = []
    for _ in range(3):
        mixed.draw(DIE)
        found.append(mixed.draw(DECK))
        mixed.draw(PICK)
    assert found == decks
    few, many = DuplicateLuck(7), DuplicateLuck(7)
    few.draw(Draw.dice("cups", 3, range(6)))
    many.draw(Draw.dice("cups", 5, range(6)))
    second = many.draw(Draw.dice("cups", 5, range(6)))
    assert few.draw(Draw.dice("cups", 4, range(6))) == second[:4]
    assert DuplicateLuck(8).draw(DECK) != decks[0]


def test_duplicate_luck_gives_these_outcomes_for_ever_and_goes_back() -> None:
    luck = DuplicateLuck(7)
    assert [luck.draw(DIE)[0] for _ in range(8)] == [3, 1, 1, 4, 5, 3, 3, 3]
    mark = luck.mark()
    after = [luck.draw(DIE), luck.draw(SEATS)]
    luck.rewind(mark)
    assert [luck.draw(DIE), luck.draw(SEATS)] == after
    with pytest.raises(ValueError, match="whole number from 0 to"):
        DuplicateLuck(-1)


def begun(seed: int, stream: str, match: int) -> HashedLuck:
    luck = HashedLuck(seed, stream)
    luck.begin(match)
    return luck


def test_hashed_luck_gives_these_outcomes_for_ever() -> None:
    luck = begun(7, "luck", 3)
    assert [luck.draw(DIE)[0] for _ in range(12)] == [4, 2, 1, 2, 3, 2, 1, 2, 3, 2, 2, 4]
    assert [luck.draw(PICK)[0] for _ in range(8)] == [1, 1, 1, 0, 0, 2, 1, 0]
    assert [luck.draw(SEATS) for _ in range(3)] == [(0, 2, 1), (2, 0, 1), (2, 1, 0)]
    dealt = " ".join(ITALIAN[face] for face in luck.draw(DECK))
    assert dealt == (
        "7B 6C 1C 9D 6B 8C 1S 2C 8D 5B 8B 4S 1B 2B 3C 7S 10S 10D 4C 9C "
        "3S 7C 2D 7D 5D 3B 2S 9B 10C 6S 1D 5C 8S 10B 5S 4D 4B 9S 3D 6D"
    )


def test_hashed_luck_does_not_depend_on_the_matches_before() -> None:
    luck = HashedLuck(7, "luck")
    for match in (5, 1, 5):
        luck.begin(match)
        fresh = begun(7, "luck", match)
        for wanted in (DIE, DECK, DECK, PICK):
            assert luck.draw(wanted) == fresh.draw(wanted)


def test_seeds_streams_and_matches_have_hashed_luck_of_their_own() -> None:
    names = [(seed, stream, match) for seed in (1, 11) for stream in "ab" for match in (1, 11)]
    assert len({begun(*name).draw(DECK) for name in names}) == len(names)


def test_hashed_choices_have_equal_chances() -> None:
    luck = HashedLuck(1, "random")
    found = Counter(luck.choose("abcdef") for _ in range(6_000))
    assert sum((many - 1_000) ** 2 / 1_000 for many in found.values()) < 20.5  # 5 degrees, 99.9 %
    orders = Counter(luck.draw(SEATS) for _ in range(6_000))
    assert sum((many - 1_000) ** 2 / 1_000 for many in orders.values()) < 20.5
    assert len(found) == len(orders) == 6


@pytest.mark.parametrize("seed", [-1, LARGEST_SEED + 1])
def test_hashed_luck_takes_the_seeds_that_seeded_takes(seed: Any) -> None:
    with pytest.raises(ValueError, match="whole number from 0 to 18446744073709551615"):
        HashedLuck(seed, "luck")


@pytest.mark.parametrize("seed", [-1, LARGEST_SEED + 1, 1.0, "7", None, True])
def test_a_wrong_seed_is_refused_with_what_is_allowed(seed: object) -> None:
    with pytest.raises(ValueError, match="whole number from 0 to 18446744073709551615") as caught:
        Seeded(seed)  # type: ignore[arg-type]
    assert repr(seed) in str(caught.value)


def test_a_seed_of_thousands_of_digits_is_refused_in_the_same_words() -> None:
    with pytest.raises(ValueError, match="A seed is a whole number from 0 to"):
        Seeded(10**5000)


def numbers(values: tuple[float, ...]) -> Iterator[float]:
    yield from values


@pytest.mark.parametrize("items", [1, 2, 3, 4, 5])
def test_every_order_comes_out_of_as_many_numbers_as_every_other(items: int) -> None:
    # Number k of a shuffle is looked at only as one of (items - k) equal parts: all its middles,
    # in all combinations, must give every order exactly once.
    parts = [[(part + 0.5) / choices for part in range(choices)] for choices in range(items, 1, -1)]
    found: Counter[tuple[int, ...]] = Counter()
    for values in product(*parts):
        order = list(range(items))
        shuffle(order, numbers(values).__next__)
        found[tuple(order)] += 1
    assert found == dict.fromkeys(permutations(range(items)), 1)


@pytest.mark.parametrize("number", [0.0, 1 - 2**-53])
def test_a_shuffle_bears_the_smallest_and_the_largest_number(number: float) -> None:
    order = list(range(40))
    shuffle(order, lambda: number)
    assert sorted(order) == list(range(40))


@pytest.mark.parametrize(("number", "face"), [(0.0, 1), (0.17, 2), (0.5, 4), (1 - 2**-53, 6)])
def test_a_roll_and_a_pick_are_equal_parts_of_one_number(number: float, face: int) -> None:
    luck = Seeded(0)
    luck.random = lambda: number
    assert luck.draw(DIE) == (face,)
    assert luck.draw(Draw.one_of("any", range(6))) == (face - 1,)


def test_a_shuffle_of_nothing_or_of_one_draws_nothing() -> None:
    luck = Seeded(3)
    assert luck.draw(Draw.seats("order", 0)) == ()
    assert luck.draw(Draw.seats("order", 1)) == (0,)
    assert luck.draw(DIE) == Seeded(3).draw(DIE)


# Every kind of luck.


@pytest.mark.usefixtures("system_chance")
@pytest.mark.parametrize(
    "make",
    [lambda: Seeded(11), lambda: DuplicateLuck(11), SystemLuck],
    ids=[each.__name__ for each in OURS],
)
@pytest.mark.parametrize("wanted", [SEATS, DIE, PICK, DECK, TWINS])
def test_drawn_luck_is_always_a_possible_outcome(make: Callable[[], Luck], wanted: Draw) -> None:
    luck = make()
    for _ in range(50):
        check_outcome(wanted, luck.draw(wanted, ITALIAN))


@pytest.mark.parametrize(
    "luck", [Seeded(11), Scripted(shuffles=[["7D"], [1, 0]], rolls=[3, 4], picks=[2, 0])]
)
def test_luck_goes_back_to_a_mark_as_often_as_it_is_told(luck: Luck) -> None:
    mark = luck.mark()
    drawn = [luck.draw(wanted, ITALIAN) for wanted in (DECK, DIE, SEATS, PICK)]
    for _ in range(2):
        luck.rewind(mark)
        assert [luck.draw(wanted, ITALIAN) for wanted in (DECK, DIE, SEATS, PICK)] == drawn


@pytest.mark.usefixtures("system_chance")
def test_the_operating_system_can_be_marked_and_rewound_and_draws_on() -> None:
    luck = SystemLuck()
    mark = luck.mark()
    luck.rewind(mark)
    check_outcome(DECK, luck.draw(DECK))


# A script.


@pytest.mark.usefixtures("system_chance")
def test_a_match_does_not_keep_a_generator_of_the_operating_system() -> None:
    """It would take 3 KB at every table of a server."""
    tracemalloc.start()
    kept = [SystemLuck() for _ in range(100)]
    taken, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert taken / len(kept) < 500


def test_the_same_faces_of_a_die_are_the_same_outcome() -> None:
    luck = Seeded(1)
    drawn = [luck.draw(DIE) for _ in range(60)]
    assert len({id(outcome) for outcome in drawn}) == len(set(drawn)) == 6


def test_a_scripted_shuffle_lists_what_comes_first_and_the_rest_follows_in_order() -> None:
    luck = Scripted(shuffles=[[2], ["7D", " 10b ", "1c"], []])
    assert luck.draw(SEATS) == (2, 0, 1)
    dealt = [ITALIAN[face] for face in luck.draw(DECK, ITALIAN)]
    assert dealt[:6] == ["7D", "10B", "1C", "1D", "2D", "3D"]
    assert sorted(dealt) == sorted(ITALIAN)
    assert luck.draw(DECK, ITALIAN) == tuple(range(40))


def test_a_scripted_shuffle_can_list_a_twin_as_often_as_it_is_there() -> None:
    assert Scripted(shuffles=[["B", "B"]]).draw(TWINS, ("A", "B")) == (1, 1, 0, 0)
    with pytest.raises(ValueError, match="'B', which is not there or is listed too often"):
        Scripted(shuffles=[["B", "B", "B"]]).draw(TWINS, ("A", "B"))


def test_a_scripted_roll_is_a_face_and_a_pick_a_position() -> None:
    luck = Scripted(rolls=[6, 1], picks=[2])
    assert luck.draw(DIE) == (6,)
    assert luck.draw(PICK) == (2,)  # not 9
    assert luck.draw(DIE) == (1,)


@pytest.mark.parametrize("first", [["7X"], ["7D", "7d"], [7], [None], [["7D"]], ["7D 8D"]])
def test_a_scripted_card_that_is_not_there_or_twice_is_refused(first: list[int | str]) -> None:
    with pytest.raises(ValueError, match="which is not there or is listed too often"):
        Scripted(shuffles=[first]).draw(DECK, ITALIAN)


@pytest.mark.parametrize("first", [[3], [-1], [0, 0], ["0"], [True], [1.0]])
def test_a_scripted_seat_that_is_not_there_or_twice_is_refused(first: list[int | str]) -> None:
    with pytest.raises(ValueError, match="shuffle for 'order' lists"):
        Scripted(shuffles=[first]).draw(SEATS)


def test_a_scripted_shuffle_that_is_no_list_is_refused() -> None:
    with pytest.raises(ValueError, match="order"):
        Scripted(shuffles=[2]).draw(SEATS)  # type: ignore[list-item]


@pytest.mark.parametrize("face", [0, 7, -1, "6", 6.0, True, None])
def test_a_scripted_roll_that_the_die_has_not_is_refused(face: int) -> None:
    with pytest.raises(ValueError, match="roll for 'die' is a whole number from 1 to 6, not"):
        Scripted(rolls=[face]).draw(DIE)


@pytest.mark.parametrize("position", [3, -1, "0", True])
def test_a_scripted_pick_outside_what_is_offered_is_refused(position: int) -> None:
    with pytest.raises(ValueError, match="pick for 'dealer' is a whole number from 0 to 2, not"):
        Scripted(picks=[position]).draw(PICK)


@pytest.mark.parametrize(("wanted", "kind"), [(SEATS, "shuffle"), (DIE, "roll"), (PICK, "pick")])
def test_running_out_of_script_says_what_is_missing(wanted: Draw, kind: str) -> None:
    luck = Scripted(shuffles=[[]], rolls=[1], picks=[0])
    luck.draw(wanted)
    for _ in range(2):
        with pytest.raises(ValueError, match=f"no {kind} left for '{wanted.label}': it had 1"):
            luck.draw(wanted)


def test_a_refused_entry_of_a_script_is_not_used_up() -> None:
    luck = Scripted(rolls=[6, 9])
    luck.draw(DIE)
    with pytest.raises(ValueError, match="not 9"):
        luck.draw(DIE)
    assert luck.draw(Draw.die("die", 10)) == (9,)


def test_a_script_keeps_its_own_copy_of_the_lists() -> None:
    rolls = [1]
    luck = Scripted(rolls=rolls)
    rolls.clear()
    assert luck.draw(DIE) == (1,)


# Outcomes.


@pytest.mark.parametrize(
    ("wanted", "outcome"),
    [
        (SEATS, (0, 1)),
        (SEATS, (0, 1, 1)),
        (SEATS, (0, 1, 2, 2)),
        (SEATS, (0, 1, None)),
        (SEATS, (False, 1, 2)),
        (SEATS, (0, 1, -1)),
        (SEATS, (0, 1, 10**9)),
        (TWINS, (0, 1, 1, 1)),
        (FAR_APART, (-1, 5, 5)),
        (FAR_APART, (-1, 5, None)),
        (DIE, ()),
        (DIE, (1, 1)),
        (DIE, (0,)),
        (DIE, (7,)),
        (DIE, (True,)),
        (PICK, (3,)),
        (PICK, (4,)),
        (PICK, (-1,)),
    ],
)
def test_what_no_draw_can_give_is_refused(wanted: Draw, outcome: tuple[object, ...]) -> None:
    with pytest.raises(ValueError, match=f"A {wanted.kind} for '{wanted.label}'"):
        check_outcome(wanted, outcome)


@given(st.permutations(range(6)), st.integers(1, 6), st.integers(0, 5))
def test_what_a_draw_can_give_is_accepted(order: list[int], face: int, position: int) -> None:
    check_outcome(Draw.seats("order", 6), order)
    for odd in (TWINS, FAR_APART):
        check_outcome(odd, [odd.items[place] for place in order if place < len(odd.items)])
    check_outcome(DIE, (face,))
    check_outcome(Draw.one_of("any", range(10, 16)), (position,))


@given(st.sampled_from(ITALIAN), st.booleans())
def test_a_card_is_found_by_its_text_in_any_case(text: str, upper: bool) -> None:
    written = text.upper() if upper else text.lower()
    assert face_number(f" {written} ", ITALIAN) == ITALIAN.index(text)


@pytest.mark.parametrize("text", ["", "7", "D7", "11D", "??", 70, None])
def test_a_card_that_is_not_in_the_game_is_not_found(text: object) -> None:
    assert face_number(text, ITALIAN) is None


# Several dice.

DICE = Draw.dice("cups", 3, [4, 7, 9])


def test_dice_are_rolled_each_by_itself() -> None:
    for luck in (Seeded(1), SystemLuck(), HashedLuck(1, "luck")):
        rolls = [luck.draw(DICE) for _ in range(400)]
        assert set(rolls) == set(product([4, 7, 9], repeat=3))


def test_a_script_has_a_number_for_each_die() -> None:
    luck = Scripted(rolls=[1, 3, 3, 2, 1, 1, 6])
    assert [luck.draw(DICE), luck.draw(DICE)] == [(4, 9, 9), (7, 4, 4)]
    mark = luck.mark()
    with pytest.raises(ValueError, match="The script has no roll left for 'cups': it had 7 in all"):
        luck.draw(DICE)
    luck.rewind(mark)
    assert luck.draw(DIE) == (6,)


@pytest.mark.parametrize("number", [0, 4, True, "1", None])
def test_a_script_with_a_die_that_has_no_such_side_is_refused(number: Any) -> None:
    with pytest.raises(ValueError, match="A die for 'cups' is a whole number from 1 to 3, not"):
        Scripted(rolls=[1, number, 1]).draw(DICE)


def test_an_outcome_of_dice_has_a_side_for_each() -> None:
    check_outcome(DICE, (4, 4, 9))
    with pytest.raises(ValueError, match="A roll for 'cups' has 3 outcomes, not 2"):
        check_outcome(DICE, (4, 4))
    with pytest.raises(ValueError, match="A roll for 'cups' is a whole number from 4 to 9, not 5"):
        check_outcome(DICE, (4, 5, 9))
