"""Hearts, rule by rule: each test is a small story, named after the rule without which it fails."""

import pytest

from games.hearts_scenes import (
    BY_SUITS,
    begin,
    deal,
    place,
    play,
    play_hand,
    refused,
    suit,
    texts,
    told,
)
from helpers import play_random, sampler_of
from settebello import Match
from settebello.cards import FRENCH
from settebello.games import hearts
from settebello.luck import Seeded

PASSES = ["pass QC KC AC", "pass QD KD AD", "pass QS KS AS", "pass QH KH AH"]


def worlds(match: Match, viewer: int | None) -> list[list[set[str]]]:
    """The hands of some worlds that could be the true one for a viewer."""
    sampler, random = sampler_of(match, viewer), Seeded(1).random
    found = []
    for _ in range(30):
        state = sampler.world(random)
        faces = state.deck.faces  # type: ignore[attr-defined]
        hands = state.hands  # type: ignore[attr-defined]
        found.append([{FRENCH[faces[card]] for card in hand} for hand in hands])
    return found


# Rules 1 to 3: players, cards, the deal.


def test_rule_1_four_play() -> None:
    assert len(Match("hearts", 4, seed=1).scores) == 4
    for players in (3, 5):
        with pytest.raises(ValueError, match=f"^hearts is for 4 players, not {players}"):
            Match("hearts", players)


@pytest.mark.parametrize(
    ("low", "high"), [("4", "5"), ("9", "10"), ("10", "J"), ("J", "Q"), ("Q", "K"), ("K", "A")]
)
def test_rule_2_the_ace_is_high_and_then_king_queen_jack_and_ten(low: str, high: str) -> None:
    match = begin(deal("2C", f"{low}C", f"{high}C", "3C"))
    play(match, f"2C {low}C {high}C 3C")
    assert match.to_act == (2,)
    match = begin(deal("2C", f"{high}C", f"{low}C", "3C"))
    play(match, f"2C {high}C {low}C 3C")
    assert match.to_act == (1,)


def test_rule_3_everybody_gets_13_of_52_cards() -> None:
    match = begin(BY_SUITS, BY_SUITS[26:] + BY_SUITS[:26], target=500)
    suits = [suit(letter) for letter in "CDSH"]
    assert [place(match, f"hand:{seat}", seat) for seat in range(4)] == suits
    assert place(match, "hand:0", 1) == place(match, "hand:0", None) == " ".join(["??"] * 13)
    play_hand(match)  # the cards are shuffled again
    assert place(match, "hand:2", 2) == suit("C")


# Rules 4 to 6: passing.


def test_rule_4_left_right_across_and_then_nothing_is_passed() -> None:
    match = Match("hearts", 4, seed=5, options={"target": 500})
    for _ in range(5):
        if len(match.to_act) == 4:
            for seat in range(4):
                match.play(seat, match.legal(seat)[0])
        play_hand(match)
    started = [notice["passing"] for notice in told(match, "HandStarted")]
    assert started[:5] == ["left", "right", "across", "no", "left"]
    receivers = [notice["to_seat"] for notice in told(match, "Passed")]
    assert receivers[:12] == [1, 2, 3, 0, 3, 0, 1, 2, 2, 3, 0, 1]
    assert len(receivers) in (16, 20)


def test_rule_4_without_passing_everybody_keeps_their_cards() -> None:
    match = begin(BY_SUITS)
    assert match.to_act == (0,)
    assert told(match, "HandStarted")[0]["passing"] == "no"


def test_rule_5_all_choose_three_cards_at_the_same_time() -> None:
    match = begin(BY_SUITS, passing=True)
    assert [*match.to_act] == [0, 1, 2, 3]
    assert len(match.legal(2)) == 286
    match.play(2, PASSES[2])
    assert [*match.to_act] == [0, 1, 3]
    assert refused(match, 2, "pass 2S 3S 4S") == "not-your-turn"


@pytest.mark.parametrize("move", ["pass 2C 3C", "pass 2C 3C 4C 5C", "2C", "pass 2C 2C 3C"])
def test_rule_5_three_it_must_be(move: str) -> None:
    assert refused(begin(BY_SUITS, passing=True), 0, move) == "three-to-pass"


def test_rule_5_of_their_own_cards() -> None:
    assert refused(begin(BY_SUITS, passing=True), 0, "pass 2C 3C 2D") == "not-in-hand"


def test_rule_5_all_are_told_who_has_chosen_and_nobody_what() -> None:
    match = begin(BY_SUITS, passing=True)
    match.play(2, PASSES[2])
    assert told(match, "Chosen", 2)[0]["cards"] == ["QS", "KS", "AS"]
    assert place(match, "pass:2", 2) == "QS KS AS"
    for viewer in (0, 1, 3, None):
        (notice,) = told(match, "Chosen", viewer)
        assert notice["seat"] == 2
        assert notice["cards"] == ["??"] * 3
        assert place(match, "pass:2", viewer) == "?? ?? ??"


def test_rule_5_a_choice_can_be_taken_back_until_somebody_else_has_chosen() -> None:
    match = begin(BY_SUITS, passing=True)
    match.play(2, PASSES[2])
    match.undo(2)
    match.play(2, "pass 2S 3S 4S")
    match.play(0, PASSES[0])
    assert not match.can_undo(2)


def test_rule_6_everybody_gets_theirs_when_all_have_chosen() -> None:
    match = begin(BY_SUITS, passing=True)
    for seat in (3, 1, 0):
        match.play(seat, PASSES[seat])
        assert len(match.view(None).places[f"hand:{seat}"]) == 10
    match.play(2, PASSES[2])
    received = [place(match, f"hand:{seat}", seat).split()[-3:] for seat in range(4)]
    assert [set(cards) for cards in received] == [
        *({"QH", "KH", "AH"}, {"QC", "KC", "AC"}, {"QD", "KD", "AD"}, {"QS", "KS", "AS"}),
    ]
    assert "pass:0" not in match.view(None).places


def test_rule_6_only_those_two_know_what_was_passed() -> None:
    match = begin(BY_SUITS, passing=True)
    for seat, move in enumerate(PASSES):
        match.play(seat, move)
    for viewer in (0, 1, 2, 3, None):
        notice = told(match, "Passed", viewer)[0]
        assert (notice["seat"], notice["to_seat"]) == (0, 1)
        assert set(notice["cards"]) == ({"QC", "KC", "AC"} if viewer in (0, 1) else {"??"})
    assert all({"QC", "KC", "AC"} <= hands[1] for hands in worlds(match, 0))
    assert not all("AC" in hands[1] for hands in worlds(match, 2))


# Rules 7 to 11: the play.


def test_rule_7_the_two_of_clubs_leads() -> None:
    match = begin(deal("AC", "KC", "2C 3C"))
    assert match.to_act == (2,)
    assert texts(match) == "2C"
    assert refused(match, 2, "3C") == "two-leads"
    assert all("2C" in hands[2] for hands in worlds(match, 0))


def test_rule_7_it_leads_from_the_hand_that_it_was_passed_to() -> None:
    match = begin(BY_SUITS, passing=True)
    for seat, move in enumerate(["pass 2C 3C 4C", *PASSES[1:]]):
        match.play(seat, move)
    assert match.to_act == (1,)
    assert told(match, "PlayBegun")[0]["seat"] == 1
    assert refused(match, 1, "pass 2C 3C 4C") == "three-to-pass"


def test_rule_8_who_can_follow_suit_must() -> None:
    match = begin(deal("2C", "3C 9C 5D AH", "4C", "5C"))
    play(match, "2C")
    assert texts(match) == "3C 9C"
    assert refused(match, 1, "5D") == "must-follow"
    assert refused(match, 1, "4C") == "not-in-hand"
    play(match, "3C")
    assert match.to_act == (2,)


def test_rule_8_who_cannot_plays_any_card_and_all_know_why() -> None:
    match = begin(deal(suit("C"), suit("D")), points_on_first_trick=True)
    play(match, "2C")
    assert texts(match) == suit("D")
    play(match, "2D")
    for viewer in (2, 3, None):
        assert not any(card.endswith("C") for hands in worlds(match, viewer) for card in hands[1])


@pytest.mark.parametrize("allowed", [False, True])
def test_rule_9_there_are_no_points_in_the_first_trick(allowed: bool) -> None:
    hand = "QS 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH 2D"
    match = begin(deal("2C", hand), points_on_first_trick=allowed)
    play(match, "2C")
    assert texts(match) == (hand if allowed else "2D")
    if not allowed:
        assert refused(match, 1, "QS") == refused(match, 1, "2H") == "no-points-yet"


def test_rule_9_unless_there_is_nothing_else() -> None:
    hand = "QS 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH"
    match = begin(deal("2C", hand))
    play(match, "2C")
    assert texts(match) == hand
    play(match, "2H")
    assert told(match, "Played")[-1]["breaks"] is True
    points = set(hand.split()) | {"AH"}
    assert all(hands[1] < points for hands in worlds(match, 0))


def test_rule_10_a_heart_is_not_led_before_one_was_played() -> None:
    match = begin(deal("2C", "AC 5H 6D QS 3S", "4C", "5C"))
    play(match, "2C AC 4C 5C")
    assert match.to_act == (1,)
    assert not any(card.endswith("H") for card in texts(match).split())
    assert "QS" in texts(match).split()  # at any time
    assert refused(match, 1, "5H") == "hearts-not-broken"


def test_rule_10_who_has_only_hearts_may_lead_one_and_all_know_why() -> None:
    match = begin(deal("2C", f"AC {suit('H').removesuffix(' AH')}", "4C", "5C"))
    play(match, "2C AC 4C 5C 2H")
    assert told(match, "Played")[-1]["breaks"] is True
    hearts = set(suit("H").split())
    assert all(hands[1] < hearts for hands in worlds(match, 0))


def test_rule_10_a_heart_that_is_played_breaks_hearts() -> None:
    match = begin(
        deal("2C AC 9H", "3C 4C", "5C 6C", f"{suit('D').removesuffix(' QD KD AD')} 2H 3H 4H")
    )
    play(match, "2C 3C 6C 2D  5C")
    assert match.view(None).facts["broken"] is False
    play(match, "2H AC 4C")
    assert match.view(None).facts["broken"] is True
    assert "9H" in texts(match).split()


@pytest.mark.parametrize("breaks", [False, True])
def test_rule_10_the_queen_of_spades_breaks_hearts_if_agreed(breaks: bool) -> None:
    match = begin(
        deal("2C 3C 5H", "AC KC 6H", f"4C QS {suit('D').removesuffix(' QD KD AD')}", "5C 6C"),
        queen_breaks_hearts=breaks,
    )
    play(match, "2C AC 4C 5C  KC QS")
    assert match.view(None).facts["broken"] is breaks
    assert told(match, "Played")[-1]["breaks"] is breaks


def test_rule_11_the_highest_card_of_the_suit_led_takes_the_trick_and_leads() -> None:
    match = begin(deal("2C", "9C", suit("D"), "5C"))
    play(match, "2C 9C AD 5C")
    assert match.to_act == (1,)
    assert place(match, "pile:1") == "2C 9C AD 5C"
    assert told(match, "Taken")[0]["seat"] == 1


def test_rule_11_all_must_have_seen_a_trick_before_it_goes() -> None:
    match = begin(deal("2C", "9C", suit("D"), "5C"))
    play(match, "2C 9C AD")
    tricks = [place(match, f"trick:{seat}") for seat in range(4)]
    assert tricks == ["2C", "9C", "AD", ""]
    play(match, "5C")
    assert "pause" in told(match, "Played")[-1]
    assert "pause" not in told(match, "Played")[-2]


# Rules 12 to 14: counting.


def test_rule_12_a_heart_counts_one_and_the_queen_13() -> None:
    match = play_random(Match("hearts", 4, seed=3, options={"target": 1}), 3)
    piles = [match.view(None).places[f"pile:{seat}"] for seat in range(4)]
    hearts = [sum(card.endswith("H") for card in pile) for pile in piles]
    queen = ["QS" in pile for pile in piles].index(True)
    (tally,) = told(match, "Tallied")
    assert tally["hearts"] == hearts
    assert tally["queen_seat"] == queen
    points = [each + 13 * (seat == queen) for seat, each in enumerate(hearts)]
    assert tally["points"] == points == list(match.scores)
    assert sum(points) == 26
    assert tally["round_winner_seats"] == [s for s in range(4) if points[s] == min(points)]


def test_rule_13_who_takes_all_points_gives_26_to_each_of_the_others() -> None:
    match = begin(BY_SUITS, target=26)
    play_hand(match)
    (tally,) = told(match, "Tallied")
    assert tally["moon"] is True
    assert tally["points"] == [0, 26, 26, 26]
    assert tally["hearts"] == [13, 0, 0, 0]


def test_rule_14_at_the_target_the_lowest_score_wins() -> None:
    match = begin(BY_SUITS, target=26)
    play_hand(match)
    assert match.over
    assert match.winners == (0,)
    assert told(match, "MatchEnded")[0]["winner_seats"] == [0]
    assert refused(match, 0, "2C") == "over"


def test_rule_14_below_the_target_another_hand_is_dealt() -> None:
    match = begin(BY_SUITS, BY_SUITS, target=27)
    play_hand(match)
    assert not match.over
    assert match.view(None).facts["hand"] == 2
    play_hand(match)
    assert match.over
    assert match.scores == (0, 52, 52, 52)


def test_rule_14_who_shares_the_lowest_score_shares_the_win() -> None:
    match = play_random(Match("hearts", 4, seed=0, options={"target": 1}), 0)
    low = min(match.scores)
    assert match.scores.count(low) == len(match.winners) == 2


def test_rule_14_a_match_ends_after_as_many_moves_as_the_page_says() -> None:
    assert hearts.bound({"target": 100}, 4) == 896
    assert hearts.bound({"target": 1}, 4) == 56  # one hand
