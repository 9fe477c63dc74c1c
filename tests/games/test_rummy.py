"""Rummy, rule by rule: each test is a small story, named after the rule without which it fails.

R1 to R28 are the rules of docs/games/rummy.md. Ann is seat 0, Bea seat 1 and so on. The player in
the last seat deals, so that Ann begins, unless a story says otherwise.
"""

import re
from collections.abc import Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any

import pytest

import settebello
from helpers import altered, play_texts, snapshot, viewers
from settebello import IllegalMove, Match, Scripted
from settebello.game import Options, Previous
from settebello.games import rummy
from settebello.words import option_text

NAMES = ["Ann", "Bea", "Cal", "Dan", "Eve", "Flo"]
ANN, BEA, CAL = range(3)
SPECTATOR = None
RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
ALL_CARDS = [f"{rank}{suit}" for suit in "SHDC" for rank in RANKS]
HAND_SIZES = {2: 10, 3: 7, 4: 7, 5: 6, 6: 6}
RULES_PAGE = (Path(__file__).parents[2] / "docs/games/rummy.md").read_text("utf-8")

SPADES = "AS 2S 3S 4S 5S 6S 7S 8S 9S 10S"  # goes out in one turn: one meld, and any discard
MIXED = "2H 2D 4H 4D 6H 6D 8H 8D 10H QD"  # nothing to lay down, and worth 60
LATER_MIXED = "AH AD 3H 3D 5H 5D 7H 7D 9H JD"  # likewise, and worth 51


# Setting a scene.


def deal(*hands: str, pile: str = "", stock: str = "") -> list[str]:
    """A deck that deals these hands, in the order of play, then the pile and the stock.

    Hands are filled up with the cards that are named nowhere, the last ones first, and the rest
    of the stock follows as it comes.
    """
    named = " ".join([*hands, pile, stock]).split()
    others = [card for card in ALL_CARDS if card not in named]
    size = HAND_SIZES[len(hands)]
    dealt = [hand.split() for hand in hands]
    for hand in dealt:
        hand += [others.pop() for _ in range(size - len(hand))]
    one_at_a_time = [card for each in zip_longest(*dealt) for card in each]
    return [*one_at_a_time, pile or others.pop(), *stock.split()]


def begin(
    *decks: Sequence[str], players: int = 2, dealer: int | None = None, **options: Any
) -> Match:
    """A match with these decks, hand by hand; the last seat deals unless another is named."""
    luck = Scripted(picks=[players - 1 if dealer is None else dealer], shuffles=decks)
    return Match("rummy", NAMES[:players], luck=luck, options=options)


def begin_late(
    *decks: Sequence[str], scores: Sequence[int], empty_hands: int, **options: Any
) -> Match:
    """A match that is put into its middle: with these scores, after so many empty hands."""

    def setup(options: Options, seats: int, previous: Previous) -> rummy.State:
        state = rummy.setup(options, seats, previous)
        state.scores, state.empty_hands = tuple(scores), empty_hands
        return state

    luck = Scripted(picks=[len(scores) - 1], shuffles=decks)
    return Match(altered(rummy, setup=setup), NAMES[: len(scores)], luck=luck, options=options)


def hand_of(match: Match, seat: int) -> list[str]:
    """A hand as its owner sees it, in the order in which the cards came."""
    return match.view(seat).places[f"hand:{seat}"]


def pass_by(match: Match) -> None:
    """The player to act draws from the stock, and discards that card again."""
    (seat,) = match.to_act
    match.play(seat, "draw stock")
    match.play(seat, f"discard {hand_of(match, seat)[-1]}")


def swap_with_pile(match: Match) -> None:
    """The player to act draws from the pile, and discards his oldest card that is no spade."""
    (seat,) = match.to_act
    match.play(seat, "draw pile")
    oldest = next(card for card in hand_of(match, seat) if not card.endswith("S"))
    match.play(seat, f"discard {oldest}")


def use_up_stock(match: Match) -> None:
    """Everybody passes by until the stock is empty."""
    while match.view(SPECTATOR).places["stock"]:
        pass_by(match)


def play_empty_hand(match: Match) -> None:
    """A hand without a score: the stock is used up three times, and wanted once more."""
    before = happened(match).count("HandDrawn")
    for _ in range(2):
        use_up_stock(match)
        pass_by(match)
    use_up_stock(match)
    play_texts(match, "draw stock")
    assert happened(match).count("HandDrawn") == before + 1


def go_out(match: Match) -> None:
    """The player to act has all spades from ace to ten, and goes out with them."""
    (seat,) = match.to_act
    match.play(seat, "draw stock")
    drawn = hand_of(match, seat)[-1]
    play_texts(match, f"meld {SPADES}", f"discard {drawn}")


# Looking at it.


def told(match: Match, event: str, viewer: int | None = SPECTATOR) -> list[dict[str, Any]]:
    """What a viewer was told of one kind of event."""
    return [notice for notice in match.notices(viewer) if notice["event"] == event]


def last_told(match: Match, event: str, viewer: int | None = SPECTATOR) -> dict[str, Any]:
    return told(match, event, viewer)[-1]


def happened(match: Match) -> list[str]:
    """The kinds of all events."""
    return [event.kind for event in match.events]


def place(match: Match, name: str, viewer: int | None = SPECTATOR) -> str:
    return " ".join(match.view(viewer).places[name])


def fact(match: Match, name: str) -> Any:
    return match.view(SPECTATOR).facts[name]


def legal(match: Match, verb: str = "") -> list[str]:
    """The legal moves of the player to act, or those that begin with this verb."""
    return [str(move) for move in match.legal(match.to_act[0]) if move.text.startswith(verb)]


def refused(match: Match, seat: Any, move: Any) -> str:
    """The code with which a move is refused; a sentence says why, and nothing changes."""
    before = snapshot(match)
    with pytest.raises(IllegalMove, match=r"\w.+\.$") as refusal:
        match.play(seat, move)
    assert snapshot(match) == before
    return refusal.value.code


def sampled(match: Match, viewer: int | None, place: str, worlds: int = 30) -> set[tuple[str, ...]]:
    """What lies in a place in each of some worlds that this viewer thinks possible."""
    found = set()
    for seed in range(worlds):
        state = match.world(viewer, seed)
        cards = next(there.cards for there in rummy.places(state) if there.name == place)
        found.add(tuple(rummy.FACES[state.deck.faces[card]] for card in cards))
    return found


def always_among(card: str, samples: set[tuple[str, ...]]) -> bool:
    return all(card in cards for cards in samples)


# R1 and R2: players and target.


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_r01_two_to_six_can_play(players: int) -> None:
    match = begin([], players=players)
    seats: list[int] = []
    for _ in range(players + 1):
        seats += match.to_act
        pass_by(match)
    assert seats == [*range(players), 0]
    assert match.scores == (0,) * players


@pytest.mark.parametrize("players", [0, 1, 7])
def test_r01_other_numbers_of_players_are_refused(players: int) -> None:
    sentence = f"^rummy is for 2, 3, 4, 5 or 6 players, not {players}\\.$"
    with pytest.raises(ValueError, match=sentence):
        Match("rummy", players)
    with pytest.raises(ValueError, match=sentence):
        Match("rummy", [*NAMES, "Gus"][:players])


def test_r01_three_is_the_usual_number() -> None:
    assert settebello.games()["rummy"].SEATS[0] == 3


def test_r02_the_target_is_100_unless_another_is_chosen() -> None:
    assert begin([]).options["target"] == 100
    assert begin([], target=1).options["target"] == 1
    assert begin([], target=1_000).options["target"] == 1_000


@pytest.mark.parametrize("target", [0, -1, 1_001, True, "100", 100.0, None])
def test_r02_the_target_is_from_1_to_1000(target: Any) -> None:
    with pytest.raises(ValueError, match=r"^The option 'target' is 1 to 1,000, not "):
        begin([], target=target)


# R3 to R5: the cards.


def test_r03_there_are_52_cards_13_of_each_suit() -> None:
    cards = begin([]).record()["luck"][1].split()
    assert len(set(cards)) == len(cards) == 52
    for suit in "SHDC":
        assert [card[:-1] for card in cards if card[-1] == suit] == RANKS


def test_r03_the_standard_order_is_spades_hearts_diamonds_clubs() -> None:
    assert begin([]).record()["luck"][1].split() == ALL_CARDS


def test_r04_the_ace_is_low() -> None:
    match = begin(deal("AS 2S 3S 5H 6D 8C 9H JD QC KH", "", stock="7C"))
    match.play(ANN, "draw stock")
    assert legal(match, "meld") == ["meld AS 2S 3S"]


def test_r04_the_ace_is_not_high() -> None:
    match = begin(deal("AS JS QS KS 5H 6D 8C 9H JD QC", "", stock="7C"))
    match.play(ANN, "draw stock")
    assert legal(match, "meld") == ["meld JS QS KS"]
    assert refused(match, ANN, "meld QS KS AS") == "not-a-meld"
    assert refused(match, ANN, "meld JS QS KS AS") == "not-a-meld"


def test_r04_a_run_does_not_go_round_the_corner() -> None:
    match = begin(deal("AS 2S QS KS 5H 6D 8C 9H JD QC", "", stock="7C"))
    match.play(ANN, "draw stock")
    assert legal(match, "meld") == []
    assert refused(match, ANN, "meld KS AS 2S") == "not-a-meld"


@pytest.mark.parametrize(("rank", "value"), [*zip(RANKS, [*range(1, 11), 10, 10, 10], strict=True)])
def test_r05_an_ace_counts_1_numbers_their_number_court_cards_10(rank: str, value: int) -> None:
    others = "4H 4D 5H 5D 6H 6D 7H 7D 8H"  # worth 52
    match = begin(deal(SPADES, f"{others} {rank}C", stock="KS"), [], target=1000)
    go_out(match)
    assert last_told(match, "HandWon")["values"] == [0, 52 + value]


# R6 to R10: the deal.


@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_r06_the_first_dealer_is_drawn(dealer: int) -> None:
    match = begin([], players=3, dealer=dealer)
    assert [notice["seat"] for notice in told(match, "DealerDrawn")] == [dealer]
    assert [notice["seat"] for notice in told(match, "HandStarted")] == [dealer]
    assert fact(match, "dealer") == dealer


def test_r06_the_deal_passes_on_with_each_hand() -> None:
    deck = deal(SPADES, MIXED, stock="KS KD")
    match = begin(*[deck] * 4, [], target=1_000)
    for number in range(4):
        assert fact(match, "dealer") == last_told(match, "HandStarted")["seat"] == (number + 1) % 2
        go_out(match)
    assert len(told(match, "DealerDrawn")) == 1


def test_r06_the_deal_passes_on_after_a_hand_without_a_score_too() -> None:
    match = begin([], [], players=6)
    play_empty_hand(match)
    assert fact(match, "dealer") == 0


def test_r07_cards_are_dealt_one_at_a_time_from_the_player_after_the_dealer_on() -> None:
    match = begin(ALL_CARDS, players=3, dealer=0)
    assert hand_of(match, BEA) == ALL_CARDS[0:21:3]
    assert hand_of(match, CAL) == ALL_CARDS[1:21:3]
    assert hand_of(match, ANN) == ALL_CARDS[2:21:3]


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_r08_ten_seven_or_six_cards_each(players: int) -> None:
    match = begin([], players=players)
    size = {2: 10, 3: 7, 4: 7, 5: 6, 6: 6}[players]
    assert [len(hand_of(match, seat)) for seat in range(players)] == [size] * players
    assert last_told(match, "Dealt")["each"] == size


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_r09_the_next_card_starts_the_discard_pile_face_up(players: int) -> None:
    match = begin([], players=players)
    next_card = ALL_CARDS[players * HAND_SIZES[players]]
    for viewer in viewers(match):
        assert place(match, "discard", viewer) == next_card
        assert last_told(match, "PileStarted", viewer)["card"] == next_card


@pytest.mark.parametrize(("players", "left"), [(2, 31), (3, 30), (4, 23), (5, 21), (6, 15)])
def test_r10_the_rest_is_the_stock_face_down(players: int, left: int) -> None:
    match = begin([], players=players)
    for viewer in viewers(match):
        assert match.view(viewer).places["stock"] == ["??"] * left


def test_r10_the_stock_is_drawn_from_its_top() -> None:
    match = begin(deal("", "", stock="KD 3C"))
    stock = match.view(ANN).pieces["stock"]
    match.play(ANN, "draw stock")
    assert hand_of(match, ANN)[-1] == "KD"
    assert match.view(ANN).pieces["stock"] == stock[:-1]  # the last of a list is the top
    play_texts(match, "discard KD", "draw stock")
    assert hand_of(match, BEA)[-1] == "3C"


# R11: turns.


def test_r11_turns_go_round_from_the_player_after_the_dealer_on() -> None:
    match = begin([], players=3, dealer=0)
    seats: list[int] = []
    for _ in range(7):
        seats += match.to_act
        pass_by(match)
    assert seats == [1, 2, 0, 1, 2, 0, 1]


def test_r11_nobody_moves_out_of_turn() -> None:
    match = begin([])
    assert match.to_act == (ANN,)
    assert match.legal(BEA) == []
    assert refused(match, BEA, "draw stock") == "not-your-turn"
    match.play(ANN, "draw stock")
    assert match.to_act == (ANN,)  # a turn is several moves
    assert refused(match, BEA, "draw pile") == "not-your-turn"


@pytest.mark.parametrize("seat", [2, -1, 99, "0", None, True])
def test_r11_there_must_be_such_a_seat(seat: Any) -> None:
    assert refused(begin([]), seat, "draw stock") == "no-such-seat"


@pytest.mark.parametrize(
    "text",
    ["", " ", "draw", "draw deck", "stock", "meld", "discard", "discard 7D 8D", "discard 1S",
     "discard ??", "add 7D", "add 7D to", "add 7D to x", "add 7D to -1", "add 7D 8D to 1",
     "meld 7S, 7H, 7D", "meld " * 41, "out", None, 8],
)  # fmt: skip
def test_r11_what_is_no_move_is_unreadable(text: Any) -> None:
    assert refused(begin([]), ANN, text) == "unreadable"


def test_r11_texts_are_read_in_any_order_and_case() -> None:
    deck = deal("7S 7H 7D", "", stock="7C")
    for text in ("meld 7S 7H 7D", "MELD 7d 7s 7h", "  meld 7H\t7D 7S "):
        match = begin(deck)
        play_texts(match, "Draw Stock", text, "ADD 7c TO 1")
        assert [text for _, text in match.record()["moves"]] == [
            "draw stock",
            "meld 7S 7H 7D",
            "add 7C to 1",
        ]


# R12: drawing.


def test_r12_a_turn_begins_with_a_card_from_the_stock_or_the_pile() -> None:
    match = begin(deal("7S 7H 7D", ""))
    assert legal(match) == ["draw stock", "draw pile"]
    assert fact(match, "drawn") is False


@pytest.mark.parametrize("move", ["meld 7S 7H 7D", "discard 7S", "add 7S to 1"])
def test_r12_nothing_else_is_possible_before_that(move: str) -> None:
    assert refused(begin(deal("7S 7H 7D", "")), ANN, move) == "draw-first"


def test_r12_the_top_card_of_the_stock_is_shown_to_its_drawer_only() -> None:
    match = begin(deal("", "", stock="KD"), players=2)
    match.play(ANN, "draw stock")
    assert hand_of(match, ANN)[-1] == "KD"
    assert last_told(match, "StockDrawn", ANN)["card"] == "KD"
    assert (
        last_told(match, "StockDrawn", ANN)["text"]
        == "You draw the king of diamonds from the stock."
    )
    for viewer in (BEA, SPECTATOR):
        assert last_told(match, "StockDrawn", viewer)["card"] == "??"
        assert last_told(match, "StockDrawn", viewer)["text"] == "Ann draws from the stock."
        assert place(match, "hand:0", viewer) == " ".join(["??"] * 11)


def test_r12_the_top_card_of_the_pile_is_taken_and_no_other() -> None:
    match = begin(deal("", "", pile="KD", stock="3C"))
    play_texts(match, "draw stock", "discard 3C")
    assert place(match, "discard") == "KD 3C"
    match.play(BEA, "draw pile")
    assert hand_of(match, BEA)[-1] == "3C"
    assert place(match, "discard") == "KD"
    for viewer in (ANN, BEA, SPECTATOR):
        assert last_told(match, "PileDrawn", viewer)["card"] == "3C"  # all have seen it lie there
    assert fact(match, "taken") == "3C"


@pytest.mark.parametrize("first", ["draw stock", "draw pile"])
@pytest.mark.parametrize("second", ["draw stock", "draw pile"])
def test_r12_one_card_is_drawn_and_no_more(first: str, second: str) -> None:
    match = begin([])
    match.play(ANN, first)
    assert fact(match, "drawn") is True
    assert legal(match, "draw") == []
    assert refused(match, ANN, second) == "already-drawn"


# R13: new melds.


def test_r13_a_meld_leaves_the_hand_and_lies_face_up() -> None:
    match = begin(deal("7S 7H 7D", "", stock="KD"))
    play_texts(match, "draw stock", "meld 7S 7H 7D")
    assert not {"7S", "7H", "7D"} & set(hand_of(match, ANN))
    assert len(hand_of(match, ANN)) == 8
    for viewer in (ANN, BEA, SPECTATOR):
        assert place(match, "meld:1", viewer) == "7S 7H 7D"
        assert last_told(match, "Melded", viewer)["cards"] == ["7S", "7H", "7D"]


def test_r13_melding_is_optional() -> None:
    match = begin(deal("7S 7H 7D", "", stock="KD"))
    play_texts(match, "draw stock", "discard KD")
    assert match.to_act == (BEA,)
    assert "meld:1" not in match.view(SPECTATOR).places


def test_r13_the_drawn_card_may_be_melded_at_once() -> None:
    for draw, deck in [
        ("draw stock", deal("7S 7H", "", stock="7D")),
        ("draw pile", deal("7S 7H", "", pile="7D")),
    ]:
        match = begin(deck)
        assert play_texts(match, draw, "meld 7S 7H 7D").to_act == (ANN,)
        assert place(match, "meld:1") == "7S 7H 7D"


def test_r13_all_cards_of_a_meld_must_be_in_the_hand() -> None:
    match = begin(deal("7S 7H", "7C", pile="7D"))
    match.play(ANN, "draw stock")
    assert refused(match, ANN, "meld 7S 7H 7D") == "not-in-hand"  # it is on the pile
    assert refused(match, ANN, "meld 7S 7H 7C") == "not-in-hand"  # Bea has it


def test_r13_melds_are_numbered_in_the_order_they_were_laid() -> None:
    match = begin(deal("7S 7H 7D", "KS KH KD", stock="JS"))
    play_texts(match, "draw stock", "meld 7S 7H 7D", "discard JS")
    play_texts(match, "draw stock", "meld KS KH KD")
    assert place(match, "meld:1") == "7S 7H 7D"
    assert place(match, "meld:2") == "KS KH KD"
    assert [notice["meld"] for notice in told(match, "Melded")] == [1, 2]


THREE_MELDS = "2H 2D 2C 4H 4D 4C 6H 6D 6C QD"


def test_r13_one_new_meld_a_turn() -> None:
    match = begin(deal(THREE_MELDS, "", stock="KS 9S KH"))
    match.play(ANN, "draw stock")
    assert fact(match, "melds_left") == 1
    match.play(ANN, "meld 2H 2D 2C")
    assert fact(match, "melds_left") == 0
    assert legal(match, "meld") == []
    assert refused(match, ANN, "meld 4H 4D 4C") == "no-more-melds"
    play_texts(match, "discard KS", "draw stock", "discard 9S", "draw stock", "meld 4H 4D 4C")
    assert place(match, "meld:2") == "4H 4D 4C"  # in his next turn


@pytest.mark.parametrize(("limit", "most"), [(1, 1), (2, 2), (3, 3), (4, 3), (0, 3)])
def test_r13_melds_per_turn_is_an_option_and_0_is_no_limit(limit: int, most: int) -> None:
    match = begin(deal(THREE_MELDS, "", stock="KS"), melds_per_turn=limit)
    match.play(ANN, "draw stock")
    for number, meld in enumerate(["2H 2D 2C", "4H 4D 4C", "6H 6D 6C"], start=1):
        if number <= most:
            assert f"meld {meld}" in legal(match)
            match.play(ANN, f"meld {meld}")
            assert fact(match, "melds_left") == (limit - number if limit else None)
        else:
            assert refused(match, ANN, f"meld {meld}") == "no-more-melds"
    assert len(told(match, "Melded")) == most


def test_r13_without_a_limit_what_is_no_meld_is_still_refused_as_that() -> None:
    match = begin(deal(THREE_MELDS, "", stock="KS"), melds_per_turn=0)
    play_texts(match, "draw stock", "meld 2H 2D 2C")
    assert refused(match, ANN, "meld 4H 4D 6H") == "not-a-meld"


@pytest.mark.parametrize("limit", [-1, 5, False, "1", 1.0, None])
def test_r13_melds_per_turn_is_from_0_to_4(limit: Any) -> None:
    with pytest.raises(ValueError, match=r"^The option 'melds_per_turn' is 0 to 4, not "):
        begin([], melds_per_turn=limit)


# R14: runs.


@pytest.mark.parametrize("length", [3, 4, 5, 6, 7, 8, 9, 10, 11])
def test_r14_a_run_is_three_or_more_of_one_suit_in_sequence(length: int) -> None:
    run = [f"{rank}H" for rank in RANKS[:length]]
    match = begin(deal(" ".join(run[:10]), "", stock="JH"), [])
    match.play(ANN, "draw stock")
    match.play(ANN, f"meld {' '.join(run)}")
    assert last_told(match, "Melded")["cards"] == run


def test_r14_two_cards_are_no_run() -> None:
    match = begin(deal("2H 3H 5H 6H 9S 10S QD KD AC 2C", "", stock="7C"))
    match.play(ANN, "draw stock")
    assert legal(match, "meld") == []
    assert refused(match, ANN, "meld 2H 3H") == "not-a-meld"
    assert refused(match, ANN, "meld 2H") == "not-a-meld"


def test_r14_a_run_has_no_gap_and_no_card_twice() -> None:
    match = begin(deal("2H 3H 5H 6H", "", stock="7C"))
    match.play(ANN, "draw stock")
    assert refused(match, ANN, "meld 2H 3H 5H") == "not-a-meld"
    assert refused(match, ANN, "meld 2H 3H 5H 6H") == "not-a-meld"
    assert refused(match, ANN, "meld 2H 3H 3H") == "not-a-meld"


def test_r14_a_run_is_of_one_suit() -> None:
    match = begin(deal("2H 3H 4D QS KS AH", "", stock="7C"))
    match.play(ANN, "draw stock")
    assert refused(match, ANN, "meld 2H 3H 4D") == "not-a-meld"
    assert refused(match, ANN, "meld QS KS AH") == "not-a-meld"  # neighbours in standard order


def test_r14_a_run_does_not_go_on_in_the_next_suit() -> None:
    match = begin(deal("JS QS KS AH 2H 5H 6D 8C 9H 10D", "", stock="4C"))
    match.play(ANN, "draw stock")
    assert legal(match, "meld") == ["meld JS QS KS"]


def test_r14_every_part_of_a_run_that_is_a_run_may_be_melded() -> None:
    match = begin(deal("9C JC 8C QC 10C AS AH 3S 5H 7D", "", stock="2D"))
    match.play(ANN, "draw stock")
    assert sorted(legal(match, "meld")) == sorted(
        [
            "meld 8C 9C 10C",
            "meld 9C 10C JC",
            "meld 10C JC QC",
            "meld 8C 9C 10C JC",
            "meld 9C 10C JC QC",
            "meld 8C 9C 10C JC QC",
        ]
    )


def test_r14_a_run_lies_in_sequence_however_it_was_held() -> None:
    match = begin(deal("10C 8C 9C", "", stock="2D"))
    play_texts(match, "draw stock", "meld 9C 8C 10C")
    assert place(match, "meld:1") == "8C 9C 10C"


# R15: sets.


def test_r15_a_set_is_three_or_four_of_one_rank() -> None:
    match = begin(deal("9S 9H 9D 9C AS AH 3S 5H 7D JC", "", stock="2D"))
    match.play(ANN, "draw stock")
    assert sorted(legal(match, "meld")) == sorted(
        [
            "meld 9S 9H 9D",
            "meld 9S 9H 9C",
            "meld 9S 9D 9C",
            "meld 9H 9D 9C",
            "meld 9S 9H 9D 9C",
        ]
    )
    match.play(ANN, "meld 9S 9H 9D 9C")
    assert place(match, "meld:1") == "9S 9H 9D 9C"


@pytest.mark.parametrize("suits", ["SHD", "SHC", "SDC", "HDC"])
def test_r15_the_suits_of_a_set_do_not_matter(suits: str) -> None:
    three = [f"K{suit}" for suit in suits]
    match = begin(deal(" ".join(three), ""))
    match.play(ANN, "draw stock")
    assert f"meld {' '.join(three)}" in legal(match)


def test_r15_two_cards_are_no_set_and_court_cards_of_one_value_neither() -> None:
    match = begin(deal("9S 9H 10S JH QD AS AH 3S 5H 7D", "", stock="2D"))
    match.play(ANN, "draw stock")
    assert legal(match, "meld") == []
    assert refused(match, ANN, "meld 9S 9H") == "not-a-meld"
    assert refused(match, ANN, "meld 10S JH QD") == "not-a-meld"  # worth 10 each


# R16: laying off.


def after_meld(meld: str, hand: str, *, drawn: str = "KD", **options: Any) -> Match:
    """Ann has laid this meld; now Bea, who holds these cards, has drawn this one."""
    match = begin(deal(meld, hand, stock=f"5C {drawn}"), **options)
    return play_texts(match, "draw stock", f"meld {meld}", "discard 5C", "draw stock")


def test_r16_a_card_may_join_anybodys_meld() -> None:
    match = after_meld("7S 7H 7D", "7C")
    match.play(BEA, "add 7C to 1")
    assert place(match, "meld:1") == "7S 7H 7D 7C"
    assert "7C" not in hand_of(match, BEA)
    assert len(hand_of(match, BEA)) == 10
    assert match.to_act == (BEA,)
    for viewer in (ANN, BEA, SPECTATOR):
        notice = last_told(match, "LaidOff", viewer)
        assert (notice["seat"], notice["card"], notice["meld"]) == (BEA, "7C", 1)


def test_r16_a_card_may_join_a_meld_of_the_same_turn() -> None:
    match = begin(deal("7S 7H 7D 7C", ""))
    play_texts(match, "draw stock", "meld 7S 7H 7D", "add 7C to 1")
    assert place(match, "meld:1") == "7S 7H 7D 7C"


def test_r16_a_run_grows_at_both_ends() -> None:
    match = after_meld("5H 6H 7H", "4H 8H 3H 9H")
    assert legal(match, "add") == ["add 4H to 1", "add 8H to 1"]
    play_texts(match, "add 8H to 1", "add 4H to 1", "add 9H to 1", "add 3H to 1")
    assert place(match, "meld:1") == "3H 4H 5H 6H 7H 8H 9H"


def test_r16_as_many_cards_as_you_like_in_a_turn() -> None:
    match = after_meld("AH 2H 3H", "4H 5H 6H 7H 8H 9H 10H JH QH KH")
    for rank in RANKS[3:]:
        assert legal(match, "add") == [f"add {rank}H to 1"]
        match.play(BEA, f"add {rank}H to 1")
    assert place(match, "meld:1") == " ".join(f"{rank}H" for rank in RANKS)
    assert legal(match) == ["discard KD"]


def test_r16_laying_off_is_optional() -> None:
    match = after_meld("7S 7H 7D", "7C")
    match.play(BEA, "discard 7C")
    assert place(match, "meld:1") == "7S 7H 7D"


@pytest.mark.parametrize(
    ("meld", "held", "fits"),
    [
        ("AH 2H 3H", "KH KS 4H 4D", ["4H"]),  # nothing comes before an ace
        ("JH QH KH", "AH 10H AD", ["10H"]),  # and nothing after a king
        ("JS QS KS", "AH 10S AS", ["10S"]),
        ("5H 6H 7H", "8D 4S 9H 3H 6D", []),
        ("9S 9H 9D", "9C 8S 10S 10D", ["9C"]),
        ("9S 9H 9D 9C", "8S 10S 8C 10C", []),  # a set has four cards and no more
    ],
)
def test_r16_what_comes_of_it_must_be_a_meld(meld: str, held: str, fits: list[str]) -> None:
    match = after_meld(meld, held, drawn="2D")
    assert legal(match, "add") == [f"add {card} to 1" for card in fits]
    for card in held.split():
        if card not in fits:
            assert refused(match, BEA, f"add {card} to 1") == "does-not-fit"


def test_r16_the_meld_must_exist() -> None:
    match = after_meld("7S 7H 7D", "7C")
    for number in (0, 2, 9999):
        assert refused(match, BEA, f"add 7C to {number}") == "no-such-meld"


def test_r16_the_card_must_be_in_the_hand() -> None:
    match = after_meld("7S 7H 7D", "8C")
    assert refused(match, BEA, "add 7C to 1") == "not-in-hand"
    assert refused(match, BEA, "add 7S to 1") == "not-in-hand"  # it is in that meld


def test_r16_a_card_that_fits_two_melds_goes_where_you_say() -> None:
    match = begin(deal("8S 8H 8D 5C 6C 7C", "8C"), melds_per_turn=2)
    play_texts(match, "draw stock", "meld 8S 8H 8D", "meld 5C 6C 7C")
    play_texts(match, f"discard {hand_of(match, ANN)[-1]}", "draw stock")
    assert legal(match, "add 8C") == ["add 8C to 1", "add 8C to 2"]
    match.play(BEA, "add 8C to 2")
    assert place(match, "meld:1") == "8S 8H 8D"
    assert place(match, "meld:2") == "5C 6C 7C 8C"


def test_r16_the_card_from_the_pile_may_be_laid_off() -> None:
    match = begin(deal("7S 7H 7D", "", pile="7C"))
    play_texts(match, "draw pile", "meld 7S 7H 7D", "add 7C to 1")
    assert place(match, "meld:1") == "7S 7H 7D 7C"


def test_r16_lay_off_own_only_is_an_option() -> None:
    match = after_meld("7S 7H 7D", "7C KS KH KC", lay_off_own_only=True)
    assert legal(match, "add") == []
    assert refused(match, BEA, "add 7C to 1") == "does-not-fit"
    match.play(BEA, "meld KS KH KD")
    assert legal(match, "add") == ["add KC to 2"]
    match.play(BEA, "add KC to 2")
    assert place(match, "meld:2") == "KS KH KD KC"


def test_r16_lay_off_own_only_allows_own_melds_of_earlier_turns() -> None:
    match = begin(deal("7S 7H 7D 7C", "", stock="JS"), lay_off_own_only=True)
    play_texts(match, "draw stock", "meld 7S 7H 7D", "discard JS")
    pass_by(match)
    match.play(ANN, "draw stock")
    assert legal(match, "add") == ["add 7C to 1"]


# R17: melds and lay-offs in any order; melds stay.


def test_r17_laying_off_may_come_before_and_after_melding() -> None:
    match = after_meld("5H 6H 7H", "8H 9H QS QC QD")
    play_texts(match, "add 8H to 1", "meld QS QD QC", "add 9H to 1", "discard KD")
    assert place(match, "meld:1") == "5H 6H 7H 8H 9H"
    assert place(match, "meld:2") == "QS QD QC"


def test_r17_cards_on_the_table_are_not_used_again() -> None:
    match = after_meld("5H 6H 7H", "8H 7S 7D AS AD 3S JC QS KC 9C", drawn="7C")
    match.play(BEA, "add 8H to 1")
    assert legal(match, "meld") == ["meld 7S 7D 7C"]
    assert refused(match, BEA, "meld 7S 7H 7D") == "not-in-hand"  # 7H stays where it is
    assert refused(match, BEA, "discard 5H") == "not-in-hand"


def test_r17_a_meld_keeps_its_owner() -> None:
    match = after_meld("5H 6H 7H", "8H QS QC QD")
    play_texts(match, "add 8H to 1", "meld QS QD QC")
    for viewer in (ANN, BEA, SPECTATOR):
        assert match.view(viewer).to_dict()["meld_owners"] == [ANN, BEA]


# R18 and R19: the discard.


def test_r18_a_turn_ends_with_a_discard_on_top_of_the_pile() -> None:
    match = begin(deal("", "", pile="5C", stock="KD 3C"))
    play_texts(match, "draw stock", "discard KD")
    assert place(match, "discard") == "5C KD"
    assert match.to_act == (BEA,)
    play_texts(match, "draw stock", "discard 3C")
    for viewer in (ANN, BEA, SPECTATOR):
        assert place(match, "discard", viewer) == "5C KD 3C"  # face up, in this order
        assert last_told(match, "Discarded", viewer)["card"] == "3C"
    assert match.to_act == (ANN,)


def test_r18_any_card_of_the_hand_may_be_discarded() -> None:
    match = begin(deal("", "", stock="KD"))
    match.play(ANN, "draw stock")
    assert legal(match, "discard") == [f"discard {card}" for card in hand_of(match, ANN)]
    assert "discard KD" in legal(match)  # also the one that was just drawn from the stock
    assert refused(match, ANN, f"discard {hand_of(match, BEA)[0]}") == "not-in-hand"


def test_r18_a_discard_is_never_left_out() -> None:
    match = begin(deal("7S 7H 7D AS AH 3S 3H 5S 5H QC", "", stock="KD"))
    play_texts(match, "draw stock", "meld 7S 7H 7D")
    assert match.to_act == (ANN,)
    assert legal(match) == [f"discard {card}" for card in hand_of(match, ANN)]


def test_r19_the_card_from_the_pile_is_not_discarded_in_the_same_turn() -> None:
    match = begin(deal("", "", pile="KD"))
    match.play(ANN, "draw pile")
    kept = [card for card in hand_of(match, ANN) if card != "KD"]
    assert legal(match, "discard") == [f"discard {card}" for card in kept]
    assert refused(match, ANN, "discard KD") == "just-taken"


def test_r19_but_in_the_next_turn_it_may_be() -> None:
    match = begin(deal("9S", "", pile="KD"))
    play_texts(match, "draw pile", "discard 9S")
    assert fact(match, "taken") is None
    pass_by(match)
    play_texts(match, "draw stock", "discard KD")
    assert place(match, "discard").endswith("KD")


def test_r19_not_while_another_card_is_left() -> None:
    match = begin(deal(SPADES, MIXED, pile="KD"))
    play_texts(match, "draw pile", f"meld {SPADES.removesuffix(' 10S')}")
    assert hand_of(match, ANN) == ["10S", "KD"]
    assert refused(match, ANN, "discard KD") == "just-taken"
    assert legal(match) == ["add 10S to 1", "discard 10S"]


def test_r19_the_only_card_left_may_be_discarded_and_that_is_going_out() -> None:
    match = begin(deal(SPADES, MIXED, pile="KD"), [])
    play_texts(match, "draw pile", f"meld {SPADES}")
    assert legal(match) == ["discard KD"]
    match.play(ANN, "discard KD")
    assert last_told(match, "HandWon")["seat"] == ANN


# R20 to R22: hands without a score.


def test_r20_an_empty_stock_is_the_pile_turned_over_except_its_top_card() -> None:
    match = begin(deal("", "", pile="5C"))
    use_up_stock(match)
    pile = match.view(SPECTATOR).places["discard"]
    assert len(pile) == 32
    assert pile[0] == "5C"
    assert legal(match) == ["draw stock", "draw pile"]
    (seat,) = match.to_act
    match.play(seat, "draw stock")
    assert last_told(match, "PileTurnedOver")["count"] == 31
    assert fact(match, "turned_over") == 1
    assert match.view(SPECTATOR).places["discard"] == pile[-1:]
    assert match.view(SPECTATOR).places["stock"] == ["??"] * 30  # face down again
    assert match.to_act == (seat,)
    assert hand_of(match, seat)[-1] == "5C"


def test_r20_what_was_discarded_first_is_drawn_first() -> None:
    match = begin([])
    use_up_stock(match)
    pile = match.view(SPECTATOR).places["discard"]
    drawn = []
    for _ in range(31):
        (seat,) = match.to_act
        match.play(seat, "draw stock")
        drawn.append(hand_of(match, seat)[-1])
        match.play(seat, f"discard {drawn[-1]}")
    assert drawn == pile[:-1]


def test_r20_the_pile_may_be_drawn_instead_and_nothing_is_turned_over() -> None:
    match = begin([])
    use_up_stock(match)
    (seat,) = match.to_act
    top = match.view(seat).places["discard"][-1]
    match.play(seat, "draw pile")
    assert hand_of(match, seat)[-1] == top
    assert told(match, "PileTurnedOver") == []
    assert fact(match, "turned_over") == 0


def test_r20_turning_over_asks_for_no_luck() -> None:
    match = begin([])
    use_up_stock(match)
    play_texts(match, "draw stock")
    assert len(match.record()["luck"]) == 2  # the dealer and the deck


def test_r20_reshuffle_is_an_option() -> None:
    match = begin(deal("", "", pile="5C"), ["10S", "9S"], reshuffle=True)
    use_up_stock(match)
    pile = match.view(SPECTATOR).places["discard"]
    assert {"10S", "9S"} < set(pile[:-1])
    (seat,) = match.to_act
    match.play(seat, "draw stock")
    assert told(match, "PileTurnedOver") == []
    assert last_told(match, "PileReshuffled")["count"] == 31
    assert fact(match, "turned_over") == 1
    assert hand_of(match, seat)[-1] == "10S"  # the first of the shuffle
    assert match.to_act == (seat,)
    assert match.view(SPECTATOR).places["discard"] == pile[-1:]
    assert match.view(SPECTATOR).places["stock"] == ["??"] * 30
    rest = [card for card in ALL_CARDS if card in pile[:-1] and card not in ("10S", "9S")]
    assert match.record()["luck"][-1].split() == ["10S", "9S", *rest]
    play_texts(match, "discard 10S", "draw stock", "discard 9S", "draw stock")
    assert hand_of(match, seat)[-1] == rest[0]


def test_r20_reshuffle_draws_from_luck_and_changes_nothing_when_there_is_none() -> None:
    match = begin([], reshuffle=True)
    use_up_stock(match)
    before = snapshot(match)
    with pytest.raises(ValueError, match="no shuffle left for 'reshuffle'"):
        match.play(match.to_act[0], "draw stock")
    assert snapshot(match) == before


@pytest.mark.parametrize("reshuffle", [False, True])
def test_r21_the_third_time_the_hand_ends_without_a_score(reshuffle: bool) -> None:
    stirred: list[list[str]] = [[], []] if reshuffle else []
    match = begin([], *stirred, [], reshuffle=reshuffle)
    for times in range(2):
        use_up_stock(match)
        assert fact(match, "turned_over") == times
        pass_by(match)
    use_up_stock(match)
    assert fact(match, "turned_over") == 2
    assert legal(match) == ["draw stock", "draw pile"]
    assert "HandDrawn" not in happened(match)
    play_texts(match, "draw stock")
    assert happened(match).count("HandDrawn") == 1
    assert match.scores == (0, 0)
    assert not match.over
    assert happened(match).count("HandStarted") == 2
    assert fact(match, "turned_over") == 0  # in the new hand
    assert fact(match, "turn") == 1


def test_r21_the_pile_may_still_be_drawn_then() -> None:
    match = begin([])
    for _ in range(2):
        use_up_stock(match)
        pass_by(match)
    use_up_stock(match)
    swap_with_pile(match)
    assert told(match, "HandDrawn") == []
    assert legal(match) == ["draw stock", "draw pile"]


def test_r21_with_nothing_under_the_top_card_the_hand_ends_too() -> None:
    """A discard follows every card drawn, so this cannot come about: the stock is taken away."""

    def settle(state: rummy.State, outcome: tuple[int, ...], tell: Any) -> None:
        rummy.settle(state, outcome, tell)
        if state.deck.deal == 1:
            state.stock = []

    luck = Scripted(picks=[1], shuffles=[[], []])
    match = Match(altered(rummy, settle=settle), NAMES[:2], luck=luck)
    assert legal(match) == ["draw stock", "draw pile"]
    match.play(ANN, "draw stock")
    assert len(told(match, "HandDrawn")) == 1
    assert told(match, "PileTurnedOver") == []
    assert len(told(match, "HandStarted")) == 2


@pytest.mark.parametrize("players", [2, 3])
def test_r22_after_100_turns_each_the_hand_ends_without_a_score(players: int) -> None:
    match = begin([], [], players=players)
    for turn in range(1, 100 * players + 1):
        assert fact(match, "turn") == turn
        swap_with_pile(match)
    assert happened(match).count("HandDrawn") == 1
    assert happened(match).count("HandStarted") == 2
    assert match.scores == (0,) * players
    assert fact(match, "turn") == 1
    assert fact(match, "dealer") == 0


def test_r22_with_the_last_of_these_turns_one_can_go_out() -> None:
    spades = SPADES.removesuffix(" 10S")
    match = begin(deal(MIXED, f"{spades} KC", stock="10S"), [], target=1000)
    for _ in range(199):
        swap_with_pile(match)
    spare = hand_of(match, BEA)[-1]
    play_texts(match, "draw stock", f"meld {SPADES}", f"discard {spare}")
    assert last_told(match, "HandWon")["seat"] == BEA
    assert "HandDrawn" not in happened(match)


# R23 to R26: the end of a hand.


def test_r23_going_out_with_a_discard() -> None:
    match = begin(deal(SPADES, MIXED, stock="KS"), [], target=1000)
    play_texts(match, "draw stock", f"meld {SPADES}")
    assert "HandWon" not in happened(match)
    match.play(ANN, "discard KS")
    assert last_told(match, "HandWon")["seat"] == ANN


def test_r23_going_out_with_a_meld_needs_no_discard() -> None:
    match = begin(deal(SPADES, MIXED, stock="JS"), [], target=1000)
    play_texts(match, "draw stock", f"meld {SPADES} JS")
    assert last_told(match, "HandWon")["seat"] == ANN
    assert told(match, "Discarded") == []
    assert happened(match).count("HandStarted") == 2  # at once


def test_r23_going_out_by_laying_off_needs_no_discard() -> None:
    match = begin(deal(SPADES, MIXED, stock="JS"), [], target=1000)
    play_texts(match, "draw stock", f"meld {SPADES}", "add JS to 1")
    assert last_told(match, "HandWon")["seat"] == ANN
    assert told(match, "Discarded") == []
    assert happened(match).count("HandStarted") == 2


def test_r23_any_player_can_go_out() -> None:
    match = begin(
        deal("", "", "AS 2S 3S 4S 5S 6S 7S", stock="KS KH KD"), [], players=3, target=1000
    )
    pass_by(match)
    pass_by(match)
    match.play(CAL, "draw stock")
    play_texts(match, "meld AS 2S 3S 4S 5S 6S 7S", "discard KD")
    assert last_told(match, "HandWon")["seat"] == CAL


def test_r24_the_winner_gets_the_value_of_all_other_hands() -> None:
    hands = ["AS 2S 3S 4S 5S 6S", "AH AD 2H 3D 4H 5D", "6H 7D 8H 9D 10H JD", "QH KD AC 3C 5C 7C",
             "2C 4C 6C 8C 10C QC"]  # fmt: skip
    match = begin(deal(*hands, stock="KS"), [], players=5, target=1000)
    play_texts(match, "draw stock", f"meld {hands[0]}", "discard KS")
    won = last_told(match, "HandWon")
    assert won["values"] == [0, 16, 50, 36, 40]
    assert won["points"] == 142
    assert match.scores == (142, 0, 0, 0, 0)


def test_r24_cards_on_the_table_count_for_nobody() -> None:
    match = begin(deal("KH KD KC 2H 2D 4H 4D 6H 6D 8H", SPADES, stock="QS QH"), [], target=1000)
    play_texts(match, "draw stock", "meld KH KD KC", "discard QS")
    go_out(match)
    assert last_told(match, "HandWon")["values"] == [32, 0]
    assert match.scores == (0, 32)


def test_r24_scores_add_up_from_hand_to_hand() -> None:
    second = deal(LATER_MIXED, SPADES, stock="KS KD")  # Bea begins, Ann goes out
    third = deal(MIXED, SPADES, stock="KS KD")
    match = begin(deal(SPADES, MIXED), second, third, [], target=1000)
    go_out(match)
    assert match.scores == (60, 0)
    pass_by(match)
    go_out(match)
    assert match.scores == (60 + 51, 0)
    pass_by(match)
    go_out(match)
    assert match.scores == (111, 60)
    assert last_told(match, "HandWon")["scores"] == [111, 60]


def test_r24_going_rummy_is_an_option_that_doubles_a_hand_won_in_one_turn() -> None:
    match = begin(deal(SPADES, MIXED), [], target=1000, going_rummy=True)
    go_out(match)
    won = last_told(match, "HandWon")
    assert (won["rummy"], won["points"]) == (True, 120)
    assert match.scores == (120, 0)


def test_r24_going_rummy_counts_melds_and_lay_offs_of_the_same_turn_as_one() -> None:
    match = begin(deal(SPADES, MIXED, stock="JS"), [], target=1000, going_rummy=True)
    play_texts(match, "draw stock", "meld AS 2S 3S 4S 5S 6S 7S 8S", "add 9S to 1", "add 10S to 1")
    match.play(ANN, "add JS to 1")
    assert match.scores == (120, 0)


def test_r24_going_rummy_does_not_ask_for_the_first_turn() -> None:
    match = begin(deal(SPADES, MIXED), [], target=1000, going_rummy=True)
    for _ in range(4):
        pass_by(match)
    go_out(match)
    assert match.scores == (120, 0)


def test_r24_without_going_rummy_nothing_is_doubled() -> None:
    match = begin(deal(SPADES, MIXED), [], target=1000)
    go_out(match)
    assert (last_told(match, "HandWon")["rummy"], match.scores) == (False, (60, 0))


def test_r24_going_rummy_not_after_a_meld_of_an_earlier_turn() -> None:
    match = begin(deal(SPADES, MIXED, stock="KS KD KC"), [], target=1000, going_rummy=True)
    play_texts(match, "draw stock", "meld AS 2S 3S", "discard KS")
    pass_by(match)
    play_texts(match, "draw stock", "meld 4S 5S 6S 7S 8S 9S 10S", "discard KC")
    assert (last_told(match, "HandWon")["rummy"], match.scores) == (False, (60, 0))


def test_r24_going_rummy_not_after_a_lay_off_of_an_earlier_turn() -> None:
    hands = "JS QS KS 2H 2D 4H 4D 6H 6D 8H", SPADES
    match = begin(deal(*hands, stock="AC 3C 5C"), [], target=1000, going_rummy=True)
    play_texts(match, "draw stock", "meld JS QS KS", "discard AC")
    play_texts(match, "draw stock", "add 10S to 1", "discard 3C")
    pass_by(match)
    play_texts(match, "draw stock", f"meld {SPADES.removesuffix(' 10S')}")
    match.play(BEA, legal(match, "discard")[0])
    assert (last_told(match, "HandWon")["rummy"], match.scores) == (False, (0, 32))


def test_r24_going_rummy_whatever_the_others_have_laid() -> None:
    hands = "JS QS KS 2H 2D 4H 4D 6H 6D 8H", SPADES
    match = begin(deal(*hands, stock="AC 3C 5C 7C"), [], target=1000, going_rummy=True)
    play_texts(match, "draw stock", "meld JS QS KS", "discard AC")
    pass_by(match)
    pass_by(match)
    go_out(match)
    assert (last_told(match, "HandWon")["rummy"], match.scores) == (True, (0, 64))


def test_r24_going_rummy_not_after_a_meld_even_if_others_have_laid_since() -> None:
    hands = SPADES, "JS QS KS 2H 2D 4H 4D 6H 6D 8H"
    match = begin(deal(*hands, stock="AC 3C 5C"), [], target=1000, going_rummy=True)
    play_texts(match, "draw stock", "meld AS 2S 3S", "discard AC")
    play_texts(match, "draw stock", "meld JS QS KS", "discard 3C")
    play_texts(match, "draw stock", "meld 4S 5S 6S 7S 8S 9S 10S", "discard 5C")
    assert (last_told(match, "HandWon")["rummy"], match.scores) == (False, (32, 0))


def test_r24_going_rummy_whatever_was_laid_in_an_earlier_hand() -> None:
    first = deal(SPADES, MIXED, stock="KS KD KC")
    match = begin(first, deal(MIXED, SPADES), [], target=1000, going_rummy=True)
    play_texts(match, "draw stock", "meld AS 2S 3S", "discard KS")
    pass_by(match)
    play_texts(match, "draw stock", "meld 4S 5S 6S 7S 8S 9S 10S", "discard KC")
    pass_by(match)
    go_out(match)
    assert match.scores == (60 + 120, 0)


def test_r25_all_hands_are_shown_to_all_when_a_hand_is_won() -> None:
    match = begin(deal(SPADES, MIXED), [], target=1000)
    go_out(match)
    shown = ["2H", "4H", "6H", "8H", "10H", "2D", "4D", "6D", "8D", "QD"]
    for viewer in (ANN, BEA, SPECTATOR):
        notice = last_told(match, "HandWon", viewer)
        assert notice["hands"] == [[], shown]
        assert "Ann: no cards; Bea: the 2 of hearts, the 4 of hearts, " in notice["text"]
        assert "the 8 of diamonds and the queen of diamonds." in notice["text"]


def test_r25_all_hands_are_shown_to_all_when_a_hand_ends_without_a_score() -> None:
    match = begin([], [], players=6)
    held = [sorted(hand_of(match, seat), key=ALL_CARDS.index) for seat in range(6)]
    play_empty_hand(match)
    for viewer in (ANN, SPECTATOR):
        notice = last_told(match, "HandDrawn", viewer)
        assert notice["hands"] == held
        assert len(notice["values"]) == 6


def test_r25_no_hand_is_shown_before() -> None:
    match = begin(deal(SPADES, MIXED))
    play_texts(match, "draw stock", f"meld {SPADES}")
    assert place(match, "hand:1", ANN) == " ".join(["??"] * 10)


def test_r25_the_hands_of_the_last_hand_stay_open() -> None:
    match = begin(deal(SPADES, MIXED), target=60)
    go_out(match)
    assert match.over
    for viewer in (ANN, BEA, SPECTATOR):
        assert place(match, "hand:1", viewer) == "2H 4H 6H 8H 10H 2D 4D 6D 8D QD"
        assert place(match, "hand:0", viewer) == ""


def test_r26_below_the_target_all_cards_are_shuffled_and_dealt_again() -> None:
    match = begin(deal(SPADES, MIXED), ALL_CARDS[::-1], target=61)
    go_out(match)
    assert match.scores == (60, 0)
    assert not match.over
    assert match.winners == ()
    assert "MatchEnded" not in happened(match)
    assert hand_of(match, BEA) == ALL_CARDS[:-21:-2]  # Ann deals now, so Bea is dealt to first
    assert hand_of(match, ANN) == ALL_CARDS[-2:-21:-2]
    assert place(match, "discard") == ALL_CARDS[-21]
    assert len(match.view(SPECTATOR).places["stock"]) == 31
    assert "meld:1" not in match.view(SPECTATOR).places
    assert fact(match, "meld_owners") == []
    assert match.to_act == (BEA,)


def test_r26_in_the_new_hand_hands_are_closed_again() -> None:
    match = begin(deal(SPADES, MIXED), [], target=1000)
    go_out(match)
    assert place(match, "hand:1") == place(match, "hand:0") == " ".join(["??"] * 10)


def test_r26_each_hand_counts_its_own_turns_and_turnings() -> None:
    match = begin(deal(SPADES, MIXED), [], target=1000)
    use_up_stock(match)
    pass_by(match)
    pass_by(match)
    pass_by(match)
    assert (fact(match, "turn"), fact(match, "turned_over")) == (35, 1)
    go_out(match)
    assert (fact(match, "turn"), fact(match, "turned_over")) == (1, 0)


# R27 and R28: the end of the match.


@pytest.mark.parametrize("target", [1, 59, 60])
def test_r27_who_reaches_or_passes_the_target_wins(target: int) -> None:
    match = begin(deal(SPADES, MIXED), target=target)
    go_out(match)
    assert match.over
    assert match.to_act == ()
    assert match.scores == (60, 0)
    assert match.winners == (ANN,)
    ended = last_told(match, "MatchEnded")
    assert (ended["scores"], ended["winner_seats"]) == ([60, 0], [ANN])


def test_r27_the_default_target_is_reached_with_100() -> None:
    for score, is_over in [(39, False), (40, True)]:
        match = begin_late(deal(SPADES, MIXED), [], scores=[score, 99], empty_hands=0)
        go_out(match)
        assert match.scores == (score + 60, 99)
        assert match.over == is_over


def test_r27_the_one_who_reaches_it_wins_not_the_one_who_deals_or_begins() -> None:
    match = begin(deal(MIXED, SPADES), target=60)
    pass_by(match)
    go_out(match)
    assert match.winners == (BEA,)


def test_r27_nothing_can_be_played_when_the_match_is_over() -> None:
    match = begin(deal(SPADES, MIXED), target=60)
    go_out(match)
    assert match.legal(ANN) == match.legal(BEA) == []
    assert refused(match, ANN, "draw stock") == "over"
    assert refused(match, BEA, "nonsense") == "over"


def test_r28_after_50_hands_in_a_row_without_a_score_the_highest_score_wins() -> None:
    scores = [5, 90, 30, 89, 0, 2]
    match = begin_late([], [], [], scores=scores, empty_hands=48)
    play_empty_hand(match)
    assert not match.over
    play_empty_hand(match)
    assert match.over
    assert match.scores == tuple(scores)
    assert match.winners == (BEA,)
    assert last_told(match, "MatchEnded")["winner_seats"] == [BEA]
    assert happened(match)[-2:] == ["HandDrawn", "MatchEnded"]


@pytest.mark.parametrize(
    ("scores", "winners"),
    [([70, 3, 70, 0, 70, 69], (0, 2, 4)), ([0] * 6, (0, 1, 2, 3, 4, 5))],
)
def test_r28_a_shared_highest_score_is_a_shared_win(
    scores: list[int], winners: tuple[int, ...]
) -> None:
    match = begin_late([], scores=scores, empty_hands=49)
    play_empty_hand(match)
    assert match.over
    assert match.winners == winners


def test_r28_a_hand_with_a_score_begins_the_count_anew() -> None:
    match = begin_late(deal(SPADES, MIXED), [], [], scores=[0, 0], empty_hands=49, target=1000)
    go_out(match)
    play_empty_hand(match)
    assert match.scores == (60, 0)
    assert not match.over


def test_r28_played_out_it_is_the_fiftieth_hand() -> None:
    match = begin(*[[]] * 50, players=6)
    for _ in range(50):
        assert not match.over
        play_empty_hand(match)
    assert match.over
    assert happened(match).count("HandStarted") == 50


def test_bound_is_50_hands_of_100_turns_each_of_12_moves_for_each_point_that_can_be_won() -> None:
    match = begin([], players=3)
    assert match.game.bound(match.options, 3) == 50 * (3 * 100) * (3 * 100) * 12


# What is hidden from whom.


def test_hidden_hands_are_seen_by_their_owners_only() -> None:
    match = begin([], players=3)
    for viewer in (0, 1, 2, None):
        for seat in range(3):
            expected = " ".join(hand_of(match, seat)) if viewer == seat else "?? " * 6 + "??"
            assert place(match, f"hand:{seat}", viewer) == expected
        dealt = [notice["seat"] for notice in told(match, "HandDealt", viewer)]
        assert dealt == ([] if viewer is None else [viewer])
        for moved in last_told(match, "Dealt", viewer)["moved"]:
            assert (moved["card"] != "??") == (moved["to"] == f"hand:{viewer}")


def test_hidden_stock_shows_its_size_and_nothing_else() -> None:
    match = begin([])
    for left in range(31, 0, -1):
        for viewer in (ANN, BEA, SPECTATOR):
            assert match.view(viewer).places["stock"] == ["??"] * left
        pass_by(match)


def test_open_discard_pile_shows_all_its_cards() -> None:
    match = begin(deal("", "", pile="5C", stock="KD 3C QS"))
    for expected in ("5C", "5C KD", "5C KD 3C", "5C KD 3C QS"):
        for viewer in (ANN, BEA, SPECTATOR):
            assert place(match, "discard", viewer) == expected
        pass_by(match)


def test_open_places_are_always_there_and_melds_once_they_are_laid() -> None:
    names = {"stock", "discard", "hand:0", "hand:1"}
    match = begin(deal("7S 7H 7D", "", pile="KD"))
    assert set(match.view(SPECTATOR).places) == names
    match.play(ANN, "draw pile")
    assert set(match.view(BEA).places) == names  # the pile is empty now
    match.play(ANN, "meld 7S 7H 7D")
    assert set(match.view(BEA).places) == {*names, "meld:1"}


def received(match: Match, viewer: int | None) -> tuple[Any, ...]:
    """All that a viewer gets to see."""
    moves = [] if viewer is None else [(m.text, m.pieces) for m in match.legal(viewer)]
    return match.notices(viewer), match.view(viewer).to_dict(), moves


def test_mixed_hands_do_not_tell_whether_the_drawn_card_is_discarded() -> None:
    old = begin(deal("KC 9S", "", stock="QD"))
    new = begin(deal("QD 9S", "", stock="KC"))
    for match in (old, new):
        play_texts(match, "draw stock", "discard KC")
    assert hand_of(old, ANN) != hand_of(new, ANN)  # here the drawn card has stayed, there not
    for viewer in (BEA, SPECTATOR):
        assert received(old, viewer) == received(new, viewer)


def test_mixed_hands_do_not_tell_whether_the_drawn_card_is_in_a_meld() -> None:
    in_hand = begin(deal("7S 7H 7D 7C", "", stock="JC"))
    drawn = begin(deal("7C JC 7D 7H", "", stock="7S"))
    for match in (in_hand, drawn):
        play_texts(match, "draw stock", "meld 7S 7H 7D", "add 7C to 1", "discard JC")
    for viewer in (BEA, SPECTATOR):
        assert received(in_hand, viewer) == received(drawn, viewer)


@pytest.mark.parametrize("target", [1, 1000])
def test_mixed_hands_do_not_tell_it_when_they_are_shown_either(target: int) -> None:
    """Ann keeps the drawn card, or discards it, and then Bea goes out."""
    hand = "2H 2D 4H 4D 6H 6D 8H 8D 10H"
    old = begin(deal(f"KC {hand}", SPADES, stock="QD KS"), [], target=target)
    new = begin(deal(f"QD {hand}", SPADES, stock="KC KS"), [], target=target)
    for match in (old, new):
        play_texts(match, "draw stock", "discard KC")
        go_out(match)
        assert "QD" in last_told(match, "HandWon")["hands"][ANN]
    for viewer in (BEA, SPECTATOR):
        assert received(old, viewer) == received(new, viewer)


def test_mixed_hands_have_ids_that_mean_nothing_to_others() -> None:
    match = begin([])
    match.play(ANN, "draw stock")
    for viewer in (BEA, SPECTATOR):
        assert match.view(viewer).pieces["hand:0"] == [f"hand:0.{index}" for index in range(11)]
    known = match.view(ANN).pieces["hand:0"]
    assert len(set(known)) == 11
    match.play(ANN, f"discard {hand_of(match, ANN)[3]}")
    (moved,) = last_told(match, "Discarded", BEA)["moved"]
    assert "piece" not in moved
    assert moved["becomes"] not in known
    assert match.view(ANN).pieces["hand:0"] == known[:3] + known[4:]


def test_known_is_a_card_taken_from_the_pile_until_it_leaves_the_hand() -> None:
    match = begin(deal("9S", "", "", pile="KD"), players=3)
    play_texts(match, "draw pile", "discard 9S")
    for viewer in (BEA, CAL, SPECTATOR):
        hands = sampled(match, viewer, "hand:0")
        assert always_among("KD", hands)
        assert len(hands) > 1  # nothing else is known of that hand
    for _ in range(2):
        pass_by(match)
    assert always_among("KD", sampled(match, BEA, "hand:0"))
    play_texts(match, "draw stock", "discard KD")
    assert not any("KD" in hand for hand in sampled(match, BEA, "hand:0"))
    assert always_among("KD", sampled(match, BEA, "discard"))


def test_known_is_a_card_taken_from_the_pile_when_it_is_melded() -> None:
    match = begin(deal("KS KH", "", pile="KD"))
    play_texts(match, "draw pile", "meld KS KH KD")
    assert sampled(match, BEA, "meld:1") == {("KS", "KH", "KD")}
    assert not any("KD" in hand for hand in sampled(match, BEA, "hand:0"))


def test_known_is_nothing_of_a_card_drawn_from_the_stock() -> None:
    match = begin(deal("9S", "", stock="KD"))
    play_texts(match, "draw stock", "discard 9S")
    assert not always_among("KD", sampled(match, BEA, "hand:0"))
    assert sampled(match, ANN, "hand:0") == {tuple(hand_of(match, ANN))}


def test_known_is_a_turned_over_pile_in_its_order() -> None:
    match = begin([])
    use_up_stock(match)
    pile = match.view(SPECTATOR).places["discard"]
    (seat,) = match.to_act
    other = 1 - seat
    match.play(seat, "draw stock")
    for viewer in (other, SPECTATOR):
        assert sampled(match, viewer, "stock") == {tuple(pile[-2:0:-1])}
        assert always_among(pile[0], sampled(match, viewer, "hand:" + str(seat)))


def test_known_is_a_reshuffled_pile_by_its_cards_but_not_by_its_order() -> None:
    match = begin([], [], reshuffle=True)
    use_up_stock(match)
    pile = match.view(SPECTATOR).places["discard"]
    (seat,) = match.to_act
    match.play(seat, "draw stock")
    drawn = hand_of(match, seat)[-1]
    for viewer in (1 - seat, SPECTATOR):
        stocks = sampled(match, viewer, "stock")
        assert len(stocks) > 1
        assert all(set(stock) < set(pile[:-1]) for stock in stocks)
        hands = sampled(match, viewer, f"hand:{seat}")
        assert len({hand[-1] for hand in hands}) > 1
        assert all(set(hand) & set(pile[:-1]) for hand in hands)  # one of them was drawn
    assert all(drawn not in stock for stock in sampled(match, seat, "stock"))


# Options in general.


@pytest.mark.parametrize("option", ["lay_off_own_only", "going_rummy", "reshuffle"])
@pytest.mark.parametrize("value", [0, 1, "true", None])
def test_options_that_are_switches_are_true_or_false(option: str, value: Any) -> None:
    with pytest.raises(ValueError, match=f"^The option '{option}' is true or false, not "):
        begin([], **{option: value})


def test_options_that_do_not_exist_are_refused() -> None:
    known = "target, melds_per_turn, lay_off_own_only, going_rummy, reshuffle"
    with pytest.raises(
        ValueError, match=f"^rummy has no option 'jokers'. Its options are: {known}"
    ):
        begin([], jokers=2)


def test_options_have_the_defaults_of_the_rules() -> None:
    assert begin([]).options == {
        "target": 100,
        "melds_per_turn": 1,
        "lay_off_own_only": False,
        "going_rummy": False,
        "reshuffle": False,
    }


# Words.


def test_words_one_point_is_not_points() -> None:
    match = begin(deal("AD 2H 3H 4H 5H 6H 7H 8H 9H 10H", SPADES, stock="KD KC"), [], target=1000)
    play_texts(match, "draw stock", "meld 2H 3H 4H 5H 6H 7H 8H 9H 10H", "discard KD")
    go_out(match)
    english, italian = (match.notices(None, language) for language in ("en", "it"))
    (sentence,) = [n["text"] for n in english if n["event"] == "HandWon"]
    hands = "All hands are shown. Ann: the ace of diamonds; Bea: no cards. Values: Ann 1, Bea 0."
    assert sentence.startswith(f"Bea goes out and wins 1 point. {hands}")
    (sentence,) = [n["text"] for n in italian if n["event"] == "HandWon"]
    hands = "Si mostrano le carte. Ann: l'asso di quadri; Bea: nessuna carta. Valori: Ann 1, Bea 0."
    assert sentence.startswith(f"Bea chiude e guadagna 1 punto. {hands}")


def test_words_tell_the_winner_of_a_doubled_hand() -> None:
    match = begin(deal(SPADES, MIXED), target=120, going_rummy=True)
    go_out(match)
    for viewer, start in [
        (ANN, "You go out and win 120 points, doubled for going rummy. "),
        (BEA, "Ann goes out and wins 120 points, doubled for going rummy. "),
    ]:
        sentence = last_told(match, "HandWon", viewer)["text"]
        assert sentence.startswith(start)
        assert sentence.endswith(" Values: Ann 0, Bea 60. Score: Ann 120, Bea 0.")


# A rematch.


def test_rematch_draws_a_dealer_anew_and_begins_from_nothing() -> None:
    deck = deal(SPADES, MIXED)
    luck = Scripted(picks=[1, 0], shuffles=[deck, deck])
    match = Match("rummy", NAMES[:2], luck=luck, options={"target": 60, "going_rummy": True})
    with pytest.raises(ValueError, match="when the match is over"):
        match.rematch()
    go_out(match)
    again = match.rematch()
    assert last_told(again, "DealerDrawn")["seat"] == ANN
    assert again.to_act == (BEA,)
    assert again.scores == (0, 0)
    assert again.options == match.options
    assert (fact(again, "turn"), fact(again, "meld_owners")) == (1, [])
    go_out(again)
    assert again.winners == (BEA,)
    assert again.record()["previous"] is None
    assert Match.replay(again.record()).view(None).to_dict() == again.view(None).to_dict()


# The rules page.


def test_page_has_every_rule_and_every_rule_has_a_test() -> None:
    rules = re.findall(r"^- R(\d+): ", RULES_PAGE.split("## For implementers")[0], re.MULTILINE)
    assert [int(number) for number in rules] == [*range(1, 29)]
    tested = re.findall(r"^def test_r(\d\d)_", Path(__file__).read_text("utf-8"), re.MULTILINE)
    assert {int(number) for number in tested} == set(range(1, 29))


def test_page_has_every_option_with_its_meaning() -> None:
    flowing = " ".join(RULES_PAGE.split())
    for option in rummy.OPTIONS:
        default = str(option.default).lower()  # as in JSON
        assert f" {option.name} {default} {option.range} {option_text(rummy, option)}" in flowing


def test_page_has_every_fact_of_a_view() -> None:
    for name in rummy.public(rummy.setup(begin([]).options, 2, None)):
        assert re.search(rf"^    {name} +\w", RULES_PAGE, re.MULTILINE)


def test_page_has_the_bound() -> None:
    match = begin([], players=3)
    assert f"{match.game.bound(match.options, 3):,} moves" in RULES_PAGE


def test_page_has_an_example_that_is_true() -> None:
    hands = "10S JS QS 9H 3D 5C AH", "6S", "5H 6H 7H 9S 9D 2C KC"
    match = begin(deal(*hands, stock="4D 9C 8S"), players=3, dealer=ANN)
    play_texts(match, "draw stock", "meld 10S JS QS", "discard 4D", "draw stock", "discard 9C")
    before = len(match.notices(None))
    example = RULES_PAGE.split("These are all moves that Ann has")[1].split("\n### ")[0]
    example = re.sub(r"\n {10,}", " ", example)
    lines = re.findall(r"^    (Ann|Bea): (.+?)  +(.+)$", example, re.MULTILINE)
    assert len(lines) == 6
    for name, move, sentence in lines:
        assert match.to_act == (NAMES.index(name),)
        match.play(match.to_act[0], move)
        assert match.notices(None)[-1]["text"] == sentence
        if move == "draw pile":
            assert legal(match)[:3] == re.findall(
                r"^    ((?:meld|add) .*?)(?:  .*)?$", example, re.M
            )
            discards = [text.split()[1] for text in legal(match)[3:]]
            assert f"discard {discards[0]}       or {', '.join(discards[1:-1])} or" in example
    assert len(match.notices(None)) == before + 6
    assert hand_of(match, ANN) == ["5H", "6H", "7H", "2C"]
