"""Rummy, R20 to R28: how a hand and the match end, and what they score."""

from collections.abc import Sequence
from typing import Any

import pytest

from games.rummy_scenes import (
    ALL_CARDS,
    ANN,
    BEA,
    CAL,
    MIXED,
    NAMES,
    SPADES,
    SPECTATOR,
    begin,
    deal,
    fact,
    go_out,
    hand_of,
    happened,
    last_told,
    legal,
    pass_by,
    place,
    play_empty_hand,
    refused,
    told,
    use_up_stock,
)
from helpers import altered, play_texts, snapshot
from settebello import Match, Scripted
from settebello.game import Options, Previous
from settebello.games import rummy

LATER_MIXED = "AH AD 3H 3D 5H 5D 7H 7D 9H JD"  # likewise, and worth 51


# Setting a scene.


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


def swap_with_pile(match: Match) -> None:
    """The player to act draws from the pile, and discards the oldest card that is no spade."""
    (seat,) = match.to_act
    match.play(seat, "draw pile")
    oldest = next(card for card in hand_of(match, seat) if not card.endswith("S"))
    match.play(seat, f"discard {oldest}")


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
        assert notice["tally"]["rows"][0] == {"label": "Hand", "cells": [[], shown]}


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
