"""Plain data comes back as it was, and anything else is refused."""

from __future__ import annotations

import json
import pickle
from enum import IntEnum
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from settebello.cards import Deck, Place
from settebello.game import Draw
from settebello.games import dice, scopa
from settebello.plain_data import NotPlain, PlainData
from settebello.registry import check_options
from settebello.sampling import Fact
from table.comparing import fields

OPTIONS = check_options(scopa, {})
PLAIN = PlainData(scopa, OPTIONS)

numbers = st.integers() | st.integers(-(2**200), 2**200)
texts = st.text(st.characters(codec="utf-8"))
scalars = (
    st.none() | st.booleans() | numbers | texts | st.floats(allow_nan=False, allow_infinity=False)
)
keys = numbers | texts
tokens = st.lists(st.integers(0, 99)).map(tuple)
objects = (
    st.builds(Deck, tokens, tokens, st.integers(0, 9), st.lists(tokens).map(tuple), tokens)
    | st.builds(Draw, texts, texts, tokens, of_cards=st.booleans(), count=st.integers(1, 9))
    | st.builds(Place, texts, tokens, st.integers(-1, 99), top=st.integers(-1, 9))
    | st.builds(Fact, texts, tokens, tokens, st.integers(-1, 99))
)
values = st.recursive(
    scalars | objects | st.builds(range, st.integers(-9, 9), st.integers(-9, 9)),
    lambda inner: (
        st.lists(inner)
        | st.lists(inner).map(tuple)
        | st.dictionaries(keys, inner)
        | st.sets(keys)
        | st.frozensets(keys)
    ),
    max_leaves=30,
)


def there_and_back(value: object) -> Any:
    return PLAIN.read(json.loads(json.dumps(PLAIN.write(value))))


def typed(value: Any) -> Any:
    """A value with all its types, which `==` does not compare."""
    if isinstance(value, list | tuple):
        return type(value), [typed(item) for item in value]
    if isinstance(value, dict):
        return dict, [(typed(key), typed(item)) for key, item in value.items()]
    if isinstance(value, set | frozenset):
        return type(value), value
    if type(value) in (Deck, Draw, Place, Fact):
        return type(value), [typed(getattr(value, name)) for name, _ in fields(value)]
    return type(value), value


@given(values)
def test_it_comes_back_as_it_was(value: object) -> None:
    assert typed(there_and_back(value)) == typed(value)


@given(st.recursive(scalars, lambda inner: st.lists(inner) | st.dictionaries(texts, inner)))
def test_whatever_is_read_it_is_data_or_refused(data: Any) -> None:
    try:
        value = PLAIN.read(data)
    except NotPlain:
        return
    assert typed(there_and_back(value)) == typed(value)


def test_constants_of_the_game_and_options_are_the_same_objects() -> None:
    assert there_and_back(scopa.SHUFFLE) is scopa.SHUFFLE
    assert there_and_back([OPTIONS, (scopa.SHUFFLE,)])[0] is OPTIONS
    other = there_and_back(dice.ORDER)  # of another game
    assert other is not dice.ORDER
    assert fields(other) == fields(dice.ORDER)


class Rank(IntEnum):
    ACE = 1


class Pair(NamedTuple):
    one: int
    two: int


class Numbers(list[int]):
    pass


SHARED: list[int] = []
LOOP: list[Any] = []
LOOP.append(LOOP)


@pytest.mark.parametrize(
    "value",
    [Rank.ACE, Pair(1, 2), Numbers(), object(), len, b"x", 1j, float("nan"), float("inf"),
     {(1, 2): 3}, {True: 1}, {frozenset()}, [SHARED, SHARED], LOOP, Deck, {"x": lambda: 0}],
)  # fmt: skip
def test_anything_else_is_not_plain(value: object) -> None:
    with pytest.raises(NotPlain):
        PLAIN.write(value)


def test_what_was_not_written_here_is_refused() -> None:
    evil = pickle.dumps(print).hex()
    for data in (
        [], ["object"], ["print", "x"], [["list"]], ["Deck", 1], ["range", 1, 2, 0], ["options", 1],
        ["constant", "apply"], ["constant"], {"a": 1}, ["dict", 1], ["set", ["list"]], [evil],
    ):  # fmt: skip
        with pytest.raises(NotPlain):
            PLAIN.read(data)


class Fields:
    __slots__ = ("one", "two")


def test_fields_are_those_of_the_class_and_all_of_them() -> None:
    value, again = Fields(), Fields()
    with pytest.raises(NotPlain):
        PLAIN.write_fields(value)
    value.one, value.two = 1, [2]  # type: ignore[attr-defined]
    written = PLAIN.write_fields(value)
    PLAIN.read_fields(again, written)
    assert fields(again) == fields(value)
    for wrong in ({"one": 1}, {**written, "three": 3}):
        with pytest.raises(NotPlain):
            PLAIN.read_fields(Fields(), wrong)


def test_data_in_data_has_an_end() -> None:
    value: object = 1
    for _ in range(60):
        value = [value]
    with pytest.raises(NotPlain, match="too deep"):
        PLAIN.write(value)


def test_a_field_that_does_not_take_its_value_is_refused() -> None:
    class Strict:
        __slots__ = ("number",)

        def __setattr__(self, name: str, value: object) -> None:
            raise TypeError(name)

    with pytest.raises(NotPlain, match="another type"):
        PLAIN.read_fields(Strict(), {"number": 1})


def test_draws_in_a_list_of_the_game_come_back_as_themselves() -> None:
    draws = [Draw.die("first"), Draw.die("second")]
    game: Any = SimpleNamespace(ROLLS=[*draws, "no draw"])
    plain = PlainData(game, OPTIONS)
    assert [plain.read(plain.write(draw)) is draw for draw in draws] == [True, True]
