"""Moves as texts: what is written is read back, and nothing else is read."""

from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import toy_game
from helpers import altered, play_random
from settebello import Match, Scripted
from settebello.cards import FRENCH, ITALIAN, Place, Token
from settebello.game import Play
from settebello.games import dice, scopa
from settebello.notation import KEPT_TEXTS, LONGEST_TEXT, Notation, index_of, parts_of, ranges_of

STOCK = Place("stock", range(40))


def notation(**verbs: str) -> Notation:
    return Notation(altered(toy_game, VERBS=verbs, FACES=ITALIAN))


def named(reader: Notation, *play: int) -> str:
    """The text of a move, when each card is its own face and lies in order."""
    return reader.name(play, tuple(range(40)), [STOCK], str).text


# Writing and reading.


def test_words_and_slots_are_written_and_read_back() -> None:
    reader = notation(take="{card} x {cards}", go="go", add="add {card} to {n}", at="at {spots}")
    assert named(reader, 0, 6, 2, 23) == "7D x 3D 4S"
    assert named(reader, 1) == "go"
    assert named(reader, 2, 17, 2) == "add 8C to 2"
    assert named(reader, 3, 5, 1) == "at 1 5"
    ask = reader.read("7D x 3D 4S")
    assert ask is not None
    assert (ask.verb, ask.values, ask.text) == ("take", ("7D", "3D", "4S"), "7D x 3D 4S")
    ask = reader.read("add 8C to 2")
    assert ask is not None
    assert (ask.verb, ask.values) == ("add", ("8C", 2))
    ask = reader.read("at 5 1")
    assert ask is not None
    assert (ask.verb, ask.values, ask.text) == ("at", (1, 5), "at 1 5")


@pytest.mark.parametrize("text", ["7d X 4s 3d", "  7D\tx  3D\n4S ", "7D x 4S 3D"])
def test_case_blanks_and_the_order_of_cards_do_not_matter(text: str) -> None:
    ask = Notation(scopa).read(text)
    assert ask is not None
    assert ask.text == "7D x 3D 4S"


def test_the_pieces_of_a_move_are_the_ids_of_its_cards_in_the_order_of_the_slots() -> None:
    reader = notation(take="{card} x {cards}", add="add {n} to {spot}")
    take = reader.name((0, 6, 23, 2), tuple(range(40)), [STOCK], lambda card: f"1.{card}")
    assert (take.verb, take.pieces) == ("take", ("1.6", "1.23", "1.2"))
    add = reader.name((1, 9, 4), tuple(range(40)), [STOCK], lambda card: f"1.{card}")
    assert (add.text, add.pieces) == ("add 9 to 4", ("1.4",))  # a number is no piece


def test_a_spot_is_the_index_in_the_place_where_the_card_lies() -> None:
    places = [Place("row", (8, 3)), Place("pile", (1, 7, 5))]
    assert [index_of(Token(card), places) for card in (8, 3, 1, 7, 5)] == [0, 1, 0, 1, 2]


def test_a_slot_for_several_may_stand_anywhere_and_its_neighbours_still_fit() -> None:
    reader = notation(give="{cards} to {n} with {card}")
    assert named(reader, 0, 1, 0, 7, 9) == "1D 2D to 7 with 10D"
    ask = reader.read("2d 1d to 7 with 10d")
    assert ask is not None
    assert ask.values == ("1D", "2D", 7, "10D")
    assert reader.read("to 7 with 10D") is None  # several are at least one


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "7",
        "7X",
        "x",
        "7D x",
        "x 7D",
        "7D 3D",
        "7D x 3D x 4S",
        "7D x 3D,4S",
        "lay 7D",
        "??",
    ],
)
def test_a_text_that_fits_no_pattern_is_not_read(text: str) -> None:
    assert Notation(scopa).read(text) is None


# Limits.


@pytest.mark.parametrize("number", ["0", "7", "007", "9999"])
def test_a_number_has_up_to_four_plain_digits(number: str) -> None:
    ask = notation(bid="bid {n}").read(f"bid {number}")
    assert ask is not None
    assert (ask.values, ask.text) == ((int(number),), f"bid {int(number)}")


@pytest.mark.parametrize(
    "number", ["10000", "9" * 150, "-1", "+1", "1.0", "1e3", "0x1", "1_0", "²", "٣", "Ⅷ", "a"]
)
def test_any_other_number_is_not_read(number: str) -> None:
    reader = notation(bid="bid {n}", peek="peek {spot}", show="show {spots}")
    for verb in ("bid", "peek", "show", "show 1"):
        assert reader.read(f"{verb} {number}") is None


def test_a_text_is_read_up_to_the_longest_and_no_further() -> None:
    reader = notation(show="show {spots}")
    longest = "show " + "1 " * ((LONGEST_TEXT - 5) // 2)
    assert reader.read(longest.ljust(LONGEST_TEXT)) is not None
    assert reader.read(longest.ljust(LONGEST_TEXT + 1)) is None


@given(st.text(max_size=300))
@pytest.mark.parametrize("game", [dice, scopa, toy_game])
def test_no_text_upsets_the_reader(game: Any, text: str) -> None:
    ask = Notation(game).read(text)
    if ask is not None:
        again = Notation(game).read(ask.text)
        assert again is not None
        assert (again.verb, again.values, again.text) == (ask.verb, ask.values, ask.text)


# Patterns.

words = st.sampled_from(["x", "to", "Draw", "pile", "from"])
one_slots = st.sampled_from(["{card}", "{spot}", "{n}"])


@st.composite
def patterns(draw: st.DrawFn) -> list[str]:
    """A pattern's words and slots, with a word first and at most one slot for several."""
    parts = [draw(words), *draw(st.lists(st.one_of(words, one_slots), max_size=4))]
    several = draw(st.sampled_from([None, "{cards}", "{spots}"]))
    if several is not None:
        parts.insert(draw(st.integers(0, len(parts))), several)
    return parts


@given(patterns(), st.data())
def test_every_move_of_every_pattern_is_read_back(parts: list[str], data: st.DataObject) -> None:
    reader = Notation(altered(toy_game, VERBS={"go": " ".join(parts)}, FACES=FRENCH))
    play: Play = (0,)
    values: list[str | int] = []
    for part in parts:
        if part == "{n}":
            play += (number := data.draw(st.integers(0, 9999)),)
            values.append(number)
        elif part.startswith("{"):
            most = 5 if part.endswith("s}") else 1
            indices = st.lists(st.integers(0, 51), min_size=1, max_size=most, unique=True)
            play += (cards := tuple(data.draw(indices)))
            spots: list[str | int] = [*sorted(cards)]
            values += spots if "spot" in part else [FRENCH[card] for card in sorted(cards)]
    deck = Place("stock", range(52))
    move = reader.name(play, tuple(range(52)), [deck], str)
    for text in (move.text, move.text.upper(), move.text.lower(), f"  {move.text}\n"):
        ask = reader.read(text)
        assert ask is not None
        assert (ask.verb, ask.text) == ("go", move.text)
        assert ask.values == tuple(values)


@pytest.mark.parametrize(
    "pattern",
    [
        "",
        "  ",
        "{cards} {cards}",
        "{cards} x {spots}",
        "{face}",
        "x{card}",
        "{card}x",
        "{Card}",
        "{",
    ],
)
def test_a_bad_pattern_is_refused_with_what_is_allowed(pattern: str) -> None:
    with pytest.raises(ValueError, match="The pattern of the verb 'go' is not made of") as caught:
        notation(go=pattern)
    for slot in ("{card}", "{spot}", "{n}", "{cards}", "{spots}"):
        assert slot in str(caught.value)


def test_of_two_verbs_with_the_same_text_the_first_is_read_and_the_legal_one_is_played() -> None:
    verbs = {"throw": "throw", "skip": "go on", "reroll": "reroll", "keep": "go on"}
    match = Match(altered(dice, VERBS=verbs), 3, luck=Scripted(shuffles=[[]], rolls=[1]))
    ask = Notation(match.game).read("go on")
    assert ask is not None
    assert ask.verb == "skip"
    match.play(0, "throw")
    assert [move.verb for move in match.legal(0)] == ["reroll", "keep"]
    match.play(0, "go on")
    assert match.scores == (1, 0, 0)  # kept, not skipped


# The games.


@pytest.mark.parametrize("game", [dice, scopa, toy_game])
def test_every_legal_move_of_a_match_is_read_back_as_itself(game: Any) -> None:
    match = Match(game, 3, seed=4)
    reader = Notation(game)
    for step in range(60):
        for seat in match.to_act:
            for move in match.legal(seat):
                ask = reader.read(move.text)
                assert ask is not None
                assert (ask.verb, ask.text) == (move.verb, move.text)
        play_random(match, step, moves=1)


@given(st.sampled_from(ITALIAN), st.lists(st.sampled_from(ITALIAN), min_size=1, max_size=8))
def test_scopa_captures_are_read_in_any_order(card: str, taken: list[str]) -> None:
    assume(card not in taken)
    ask = Notation(scopa).read(f"{card} x {' '.join(taken)}".lower())
    assert ask is not None
    assert ask.values == (card, *sorted(taken, key=ITALIAN.index))


def test_more_moves_than_are_kept_are_written_right() -> None:
    reader = notation(bid="bid {n}")
    for _ in range(2):
        for number in range(KEPT_TEXTS + 2):
            assert named(reader, 0, number) == f"bid {number}"


@pytest.mark.parametrize("play", [(0,), (0, 1), (0, 1, 2, 3), (1,), (2, 5)])
def test_a_play_that_does_not_fit_its_pattern_is_not_written(play: Play) -> None:
    reader = notation(add="add {card} to {n}", take="take {cards}", go="go")
    with pytest.raises(ValueError, match="does not fit"):
        named(reader, *play)


# Seats, ranks and ranges.


def request(**names: Any) -> Notation:
    verbs = {"ask": "ask {seat} {rank}", "bid": "bid {n:1-40}", "take": "take {card} {n} {seat}"}
    return Notation(altered(toy_game, VERBS=verbs, FACES=ITALIAN, RANKS=("1", "Re"), **names))


def test_a_request_names_a_seat_and_a_rank_and_no_card() -> None:
    move = request().name((0, 2, 1), tuple(range(40)), [STOCK], str)
    assert (move.text, move.pieces) == ("ask 2 Re", ())
    assert move.slots == (("seat", 2), ("rank", "Re"))


def test_slots_that_are_no_cards_come_in_the_order_of_the_pattern() -> None:
    move = request().name((2, 6, 12, 3), tuple(range(40)), [STOCK], str)
    assert (move.text, move.pieces) == ("take 7D 12 3", ("6",))
    assert move.slots == (("n", 12), ("seat", 3))
    assert request().name((1, 40), tuple(range(40)), [STOCK], str).slots == (("n", 40),)


def test_only_cards_are_renamed() -> None:
    names = {Token(n): Token(n + 20) for n in range(15)}
    assert request().renamed((0, 2, 1), names) == (0, 2, 1)
    assert request().renamed((2, 6, 12, 3), names) == (2, 26, 12, 3)


def test_a_rank_is_read_in_any_case_and_nothing_else_is_one() -> None:
    ask = request().read("ASK 2 re")
    assert ask is not None
    assert (ask.verb, ask.values, ask.text) == ("ask", (2, "Re"), "ask 2 Re")
    assert request().read("ask 2 7") is None
    assert request().read("ask Re 2") is None


def test_a_range_is_no_part_of_the_text() -> None:
    assert parts_of("exchange {spot:0-3} {seat} {spot:0-3}") == (
        "exchange", "{spot}", "{seat}", "{spot}",
    )  # fmt: skip
    assert ranges_of("exchange {spot:0-3} {seat} {spot} for {n:1-12}") == (
        (0, 3), None, None, (1, 12),
    )  # fmt: skip
    ask = request().read("bid 41")  # whether it is legal is not for the notation to say
    assert ask is not None
    assert ask.values == (41,)


def test_a_rank_without_ranks_and_a_range_of_a_card_are_refused() -> None:
    with pytest.raises(
        ValueError, match=r"The verb 'ask' has a \{rank\}, and the game has no RANKS"
    ):
        notation(ask="ask {rank}")
    with pytest.raises(ValueError, match="The pattern of the verb 'lay' is not made of words"):
        notation(lay="{card:1-3}")


def test_a_piece_that_has_no_name_is_a_failure() -> None:
    def nameless(card: int) -> str:
        raise KeyError(card)

    with pytest.raises(KeyError):
        notation(lay="{card}").name((0, 6), tuple(range(40)), [STOCK], nameless)
