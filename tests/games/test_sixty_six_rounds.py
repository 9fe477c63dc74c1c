"""66, statements R19 and R22 to R31: how a round and the match end."""

import pytest

from games.sixty_six_scenes import (
    ANN_33,
    ANN_34,
    HANDS,
    HIDDEN_HAND,
    after_drawing,
    begin,
    deal,
    finish_round,
    hands,
    hands_at_the_end,
    imagined,
    imagined_at,
    last_told,
    place,
    refused,
    take_turn,
    texts,
    told,
    waiting_for,
    with_a_discarded_card,
)
from helpers import play_texts, viewers
from settebello import Match

# R19: stopping.


def test_r19_to_stop_is_a_whole_turn_and_is_told_to_all() -> None:
    match = begin(deal(*HANDS))
    match.play(0, "stop")
    assert match.to_act == (1,)
    for viewer in viewers(match):
        assert last_told(match, "RoundStopped", viewer)["seat"] == 0
        assert match.view(viewer).facts["stopper"] == 0


def test_r19_once_a_round() -> None:
    match = with_a_discarded_card()
    assert match.view(None).facts["stopper"] is None
    match.play(0, "stop")
    assert texts(match) == ["deck", "pile"]
    assert refused(match, 1, "stop") == "not-legal"
    take_turn(match, "deck", "discard")
    assert texts(match) == ["deck", "pile"]


def test_r19_in_the_next_round_it_is_offered_again() -> None:
    match = begin(deal(*HANDS), deal(*HANDS))
    finish_round(match)
    match.play(0, "next")
    assert match.view(None).facts["stopper"] is None
    assert texts(match) == ["deck", "stop"]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_r19_every_other_player_has_one_more_turn(players: int) -> None:
    match = begin([], players=players, first=1)
    take_turn(match, "deck", "discard")
    stopper = match.to_act[0]
    match.play(stopper, "stop")
    turns: list[int] = []
    while waiting_for(match) == "turn":
        turns += match.to_act
        take_turn(match, "deck", "discard")
    assert turns == [(stopper + number) % players for number in range(1, players)]


# R22 to R24: when a round ends.


def test_r22_the_round_ends_when_the_turn_would_come_back_to_the_stopper() -> None:
    match = begin(deal(*HANDS))
    match.play(0, "stop")
    take_turn(match, "deck", "discard")
    assert told(match, "RoundFinished") == []
    match.play(2, "deck")
    assert told(match, "RoundFinished") == []
    match.play(2, "discard")
    assert len(told(match, "RoundFinished")) == 1
    assert len(told(match, "TurnStarted")) == 3  # none of them after the last
    assert waiting_for(match) == "round finished"


def test_r22_the_effect_of_the_last_card_comes_before_the_end() -> None:
    match = begin(deal(*HANDS, deck="13 12"))
    match.play(0, "stop")
    take_turn(match, "deck", "discard")
    take_turn(match, "deck", "discard", "own 3", "other 0 0")
    assert hands(match) == ["12 2 3 4", "6 8 6 8", "9 10 11 1"]


@pytest.mark.parametrize("players", [2, 5])
def test_r23_the_round_ends_when_a_turn_would_start_with_an_empty_deck(players: int) -> None:
    match = begin(deal("1 3 5 7", "2 4 6 8"), players=players, picks=[0])
    drawn = 0
    while waiting_for(match) == "turn":
        assert drawn < 52 - 4 * players
        match.play(match.to_act[0], "deck")
        drawn += 1
        left = len(match.view(None).places["deck"])
        assert left == 52 - 4 * players - drawn
        assert told(match, "RoundFinished") == []  # the last card is still played
        take_turn(match, f"show 0 {first_difference(match)}")
    assert drawn == 52 - 4 * players
    assert waiting_for(match) in ("round finished", "over")
    assert last_told(match, "RoundFinished")["number"] > last_told(match, "Discarded")["number"]


def first_difference(match: Match) -> int:
    """An index of a card that differs from the first card of the player who is to act.

    (Nobody at the table could know; the record does.)
    """
    (seat,) = match.to_act
    hand = match.record()["luck"][1].split()[4 * seat : 4 * seat + 4]
    return next(index for index, card in enumerate(hand) if card != hand[0])


def test_r23_the_discarded_card_does_not_help() -> None:
    match = begin(deal("1 3 5 7", "2 4 6 8"), players=2)
    for _ in range(43):
        take_turn(match, "deck", "show 0 1")
    assert place(match, "deck") == "??"
    take_turn(match, "pile", "own 0")  # nothing was drawn, so there is one more turn
    assert waiting_for(match) == "turn"
    take_turn(match, "deck", "show 0 1")
    assert waiting_for(match) == "round finished"


def test_r23_an_empty_deck_ends_the_round_before_the_stopper_is_reached() -> None:
    match = begin(deal("1 3 5 7", "2 4 6 8", "1 3 5 7"))
    for _ in range(39):
        take_turn(match, "deck", "show 0 1")
    match.play(0, "stop")
    take_turn(match, "deck", "show 0 1")  # Cal does not get a last turn
    assert waiting_for(match) == "round finished"


@pytest.mark.parametrize("players", [2, 5])
def test_r24_the_round_ends_after_100_turns_of_each_player(players: int) -> None:
    match = begin(deal("1 3 5 7", "2 4 6 8"), players=players, picks=[0])
    take_turn(match, "deck", "discard")
    for turn in range(2, 100 * players + 1):
        assert waiting_for(match) == "turn"
        assert match.view(None).facts["turn"] == turn
        take_turn(match, "pile", f"show 0 {first_difference(match)}")
    assert waiting_for(match) == "round finished"
    assert len(match.view(None).places["deck"]) == 51 - 4 * players


def test_r24_a_stop_in_the_very_last_turn_ends_the_round_at_once() -> None:
    match = begin(deal("1 3 5 7", "2 4 6 8"), players=2)
    take_turn(match, "deck", "discard")
    for _ in range(198):
        take_turn(match, "pile", "show 0 1")
    match.play(1, "stop")
    assert waiting_for(match) == "round finished"
    assert match.scores == (0, 25)


# R25 to R29: the end of a round.


def test_r25_at_the_end_all_hands_are_shown_to_all() -> None:
    match = begin(deal(*HANDS), deal(*HANDS))
    assert hands_at_the_end(match) == [*HANDS]
    for viewer in viewers(match):
        notice = last_told(match, "RoundFinished", viewer)
        assert notice["hands"] == [hand.split() for hand in HANDS]
        assert notice["text"].startswith("The round goes to Ann. Totals: Ann ")
        assert hands(match, viewer) == [*HANDS]
    match.play(0, "next")
    for viewer in viewers(match):
        assert hands(match, viewer) == [HIDDEN_HAND] * 3


def test_r25_the_deck_and_the_discarded_cards_stay_hidden() -> None:
    match = begin(deal(*HANDS))
    finish_round(match)
    for viewer in viewers(match):
        assert match.view(viewer).places["deck"] == ["??"] * 38
        assert match.view(viewer).places["discard"] == ["??", "0"]


def test_r26_without_a_stopper_the_sums_count() -> None:
    match = begin(deal("9 1 3 4", "1 3 5 0", "8 2 5 6"))
    while waiting_for(match) == "turn":
        take_turn(match, "deck", "show 0 1")
    finished = last_told(match, "RoundFinished")
    assert finished["sums"] == [17, 9, 21]
    assert finished["scores"] == finished["totals"] == [17, 0, 21]
    assert match.scores == (17, 0, 21)


def test_r27_without_a_stopper_several_can_be_lowest() -> None:
    match = begin(deal("9 1 3 4", "1 3 5 0", "0 1 2 6"), picks=[0])
    while waiting_for(match) == "turn":
        take_turn(match, "deck", "show 0 1")
    assert match.scores == (17, 0, 0)


@pytest.mark.parametrize(
    ("dealt", "sums", "scores"),
    [
        # Ann, who stops, is alone lowest,
        (("1 1 1 2", "2 2 3 3", "5 5 5 5"), [5, 10, 20], [0, 10, 20]),
        # not lowest,
        (("2 2 3 3", "1 1 1 2", "5 5 5 5"), [10, 5, 20], [15, 0, 20]),
        (("5 5 5 5", "2 2 3 3", "1 1 1 2"), [20, 10, 5], [25, 10, 0]),
        (("5 5 5 5", "1 1 2 2", "1 1 2 2"), [20, 6, 6], [25, 0, 0]),
        # or tied for lowest.
        (("1 1 2 2", "1 1 2 2", "5 5 5 5"), [6, 6, 20], [11, 0, 20]),
        (("1 1 6 6", "2 2 5 5", "3 3 4 4"), [14, 14, 14], [19, 0, 0]),
    ],
)
def test_r26_r27_the_lowest_gets_0_and_a_stopper_who_is_not_alone_lowest_5_more(
    dealt: tuple[str, ...], sums: list[int], scores: list[int]
) -> None:
    match = begin(deal(*dealt), picks=[0])
    finish_round(match)
    finished = last_told(match, "RoundFinished")
    assert finished["sums"] == sums
    assert finished["scores"] == finished["totals"] == scores
    assert match.scores == tuple(scores)


def test_r26_the_sum_is_that_of_the_cards_that_are_left() -> None:
    match = begin(deal("12 12 12 12", "13 13 9 9", "8 8 8 8", deck="0"))
    take_turn(match, "deck", "show 0 1 2 3")
    finish_round(match)
    assert match.scores == (0, 49, 32)


# Ann has so many points, and Bea, who starts and stops, is lowest.
ANN_32 = deal("12 12 8 0", "1 1 1 1")


def test_r28_totals_add_up() -> None:
    match = begin(ANN_32, ANN_33, ANN_33, players=2, first=1)
    finish_round(match)
    match.play(1, "next")
    assert match.scores == (32, 0)
    finish_round(match)
    assert last_told(match, "RoundFinished")["scores"] == [33, 0]
    assert last_told(match, "RoundFinished")["totals"] == [65, 0]
    assert match.scores == (65, 0)
    assert not match.over


def test_r28_a_total_of_exactly_66_becomes_33() -> None:
    match = begin(ANN_33, ANN_33, ANN_33, ANN_34, players=2, first=1)
    for _ in range(3):
        finish_round(match)
        assert match.scores == (33, 0)  # and so it does every time
        assert last_told(match, "RoundFinished")["totals"] == [33, 0]
        assert not match.over
        match.play(1, "next")
    finish_round(match)
    assert match.scores == (67, 0)
    assert match.over


def test_r29_the_winner_who_starts_the_next_round_says_so() -> None:
    match = begin(deal("9 9 9 9", "1 1 1 1", "8 8 8 8"), deal(*HANDS))
    finish_round(match)
    assert match.to_act == (1,)
    assert texts(match) == ["next"]
    assert refused(match, 0, "next") == "not-your-turn"
    assert refused(match, 1, "deck") == "not-legal"
    assert told(match, "RoundStarted")[-1]["round"] == 1
    match.play(1, "next")
    assert told(match, "RoundStarted")[-1]["round"] == 2


def test_r29_what_was_known_of_the_old_cards_says_nothing_of_the_new() -> None:
    match = begin(deal("1 1 1 1", "9 9 9 9", "8 8 8 8"), deal("2 3 4 5", *HANDS[1:]))
    match.play(0, "deck")
    match.play(0, "show 2 3")
    finish_round(match)
    match.play(0, "next")
    assert {cards[:2] for cards in imagined(match, 0, "hand:0")} == {("2", "3")}
    assert len(imagined_at(match, 0, "hand:0", 2)) > 5
    assert len(imagined_at(match, 0, "hand:1", 0)) > 5


# R30, R31: the end of the match.


def test_r30_a_total_above_66_ends_the_match_and_the_fewest_points_win() -> None:
    match = begin(ANN_33, ANN_34, players=2, first=1)
    finish_round(match)
    assert not match.winners
    match.play(1, "next")
    finish_round(match)
    assert match.over
    assert match.to_act == ()
    assert match.scores == (67, 0)
    assert match.winners == (1,)
    assert waiting_for(match) == "over"
    for viewer in viewers(match):
        ended = last_told(match, "MatchEnded", viewer)
        assert (ended["totals"], ended["winner_seats"]) == ([67, 0], [1])
    assert last_told(match, "MatchEnded")["text"] == "Winner: Bea."


def test_r30_of_three_the_fewest_points_win_and_not_the_winner_of_the_last_round() -> None:
    match = begin(
        deal("13 12 9 0", "1 1 1 1", "12 12 9 2"),  # 34, 0, 35
        deal("13 12 9 1", "2 2 1 0", "1 1 0 2"),  # 35, 5, 0
        first=1,
    )
    finish_round(match)
    match.play(1, "next")
    take_turn(match, "deck", "discard")
    take_turn(match, "stop")  # Cal
    finish_round(match)
    assert match.scores == (69, 5, 35)
    assert match.winners == (1,)


def test_r30_ties_share_the_win() -> None:
    cards = deal("12 10 8 0", "1 1 2 2", "1 1 2 2")
    match = begin(cards, cards, picks=[0, 0])
    finish_round(match)
    assert match.scores == (35, 0, 0)
    match.play(1, "next")
    for _ in range(2):
        take_turn(match, "deck", "discard")
    finish_round(match)
    assert match.scores == (70, 0, 0)
    assert match.winners == (1, 2)
    assert last_told(match, "MatchEnded")["winner_seats"] == [1, 2]
    assert len(match.record()["luck"]) == 4  # no starter is picked for a round that does not come


def test_r30_nothing_can_be_played_when_the_match_is_over() -> None:
    match = begin(ANN_33, ANN_34, players=2, first=1)
    finish_round(match)
    match.play(1, "next")
    finish_round(match)
    assert match.legal(0) == match.legal(1) == []
    assert refused(match, 1, "next") == "over"
    for viewer in viewers(match):
        assert hands(match, viewer) == ["12 12 10 0", "1 1 1 1"]  # the hands stay open


def test_r31_after_500_rounds_the_match_is_over_and_the_fewest_points_win() -> None:
    match = begin(*[ANN_33] * 500, players=2, first=1)
    for number in range(1, 501):
        play_texts(match, "stop", "deck", "discard")
        assert match.scores == (33, 0)
        assert match.over == (number == 500)
        if not match.over:
            match.play(1, "next")
    assert match.winners == (1,)
    assert match.events[-1].kind == "MatchEnded"


@pytest.mark.parametrize(("players", "bound"), [(2, 400_500), (3, 600_500), (5, 1_000_500)])
def test_r31_the_bound_is_four_moves_a_turn_and_next_in_each_round(
    players: int, bound: int
) -> None:
    match = begin([], players=players)
    assert match.game.bound(match.options, players) == bound


def test_r31_a_turn_has_at_most_four_moves() -> None:
    match = after_drawing("11")
    take_turn(match, "discard", "own 0", "other 1 0")
    assert match.to_act == (1,)
