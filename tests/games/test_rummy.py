"""Rummy, rule by rule: each test is a small story, named after the rule without which it fails.

R1 to R28 are the rules of docs/games/rummy.md. Here are players, cards, deal and turns; and
options and the page itself.
"""

import re
from pathlib import Path
from typing import Any

import pytest

import settebello
from games.rummy_scenes import (
    ALL_CARDS,
    ANN,
    BEA,
    CAL,
    HAND_SIZES,
    MIXED,
    NAMES,
    RANKS,
    SPADES,
    SPECTATOR,
    begin,
    deal,
    fact,
    go_out,
    hand_of,
    last_told,
    legal,
    pass_by,
    place,
    play_empty_hand,
    refused,
    told,
)
from helpers import play_texts, viewers
from settebello import Match, Scripted
from settebello.games import rummy
from settebello.words import option_text

RULES_PAGE = (Path(__file__).parents[2] / "docs/games/rummy.md").read_text("utf-8")


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
    assert sentence == "Bea goes out and wins 1 point. Score: Ann 0, Bea 1."
    (sentence,) = [n["text"] for n in italian if n["event"] == "HandWon"]
    assert sentence == "Bea chiude e guadagna 1 punto. Punteggio: Ann 0, Bea 1."


def test_words_tell_the_winner_of_a_doubled_hand() -> None:
    match = begin(deal(SPADES, MIXED), target=120, going_rummy=True)
    go_out(match)
    for viewer, start in [
        (ANN, "You go out and win 120 points, doubled for going rummy. "),
        (BEA, "Ann goes out and wins 120 points, doubled for going rummy. "),
    ]:
        sentence = last_told(match, "HandWon", viewer)["text"]
        assert sentence == f"{start}Score: Ann 120, Bea 0."


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
    files = Path(__file__).parent.glob("test_rummy*.py")
    tests = "\n".join(file.read_text("utf-8") for file in files)
    tested = re.findall(r"^def test_r(\d\d)_", tests, re.MULTILINE)
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
