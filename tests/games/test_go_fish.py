"""Go Fish, rule by rule: each test is a small story, named after the rule without which it fails.

Ann is seat 0, Bea seat 1 and so on; Ann starts unless a story says otherwise.
"""

from itertools import chain
from typing import Any

import pytest

import settebello
from helpers import play_random, play_texts, snapshot, world_of
from settebello import IllegalMove, Match, Scripted
from settebello.cards import FRENCH, Seat
from settebello.games import go_fish

NAMES = ["Ann", "Bea", "Cal", "Dan", "Eve"]
ANN, BEA, CAL = "7S 7H 2S 3S 4S 5S 6S", "7D 8S 9S 10S JS QS KS", "AS 2H 3H 4H 5H 6H 8H"


# Setting a scene.


def begin(
    *hands: str, stock: str = "", starter: int = 0, players: int = 0, **options: Any
) -> Match:
    """A match with these hands; the stock begins with these cards, and the rest as it comes."""
    seats = players or len(hands)
    luck = Scripted(picks=[starter], shuffles=[" ".join([*hands, stock]).split()])
    return Match("go_fish", NAMES[:seats], luck=luck, options=options)


def in_the_end(*hands: str, **books: int) -> go_fish.State:
    """A state without a stock, in which these are the hands, and all other cards are laid down."""
    held = [hand.split() for hand in hands]
    state = go_fish.setup({"lucky_catch": True}, len(hands), None)
    others = [card for card in FRENCH if card not in chain(*held)]
    state.deck = state.deck.shuffled([FRENCH.index(card) for card in (*chain(*held), *others)])
    state.house, state.starter, state.to_act = None, Seat(0), (Seat(0),)
    numbers = iter(range(52))
    state.hands = [[next(numbers) for _ in hand] for hand in held]
    state.books[books.get("of", 0)] = tuple(numbers)
    return state


# Looking at it.


def told(match: Match, event: str, viewer: int | None = None) -> list[dict[str, Any]]:
    return [notice for notice in match.notices(viewer) if notice["event"] == event]


def last_told(match: Match, event: str, viewer: int | None = None) -> dict[str, Any]:
    return told(match, event, viewer)[-1]


def place(match: Match, name: str, viewer: int | None = None) -> str:
    return " ".join(match.view(viewer).places[name])


def hand(match: Match, seat: int) -> str:
    return place(match, f"hand:{seat}", seat)


def texts(match: Match, seat: int) -> list[str]:
    return [move.text for move in match.legal(seat)]


def refused(match: Match, seat: int, text: str) -> str:
    """The code with which a move is refused; nothing changes."""
    before = snapshot(match)
    with pytest.raises(IllegalMove, match=r"\w.+\.$") as refusal:
        match.play(seat, text)
    assert snapshot(match) == before
    return refusal.value.code


# Rules 1 to 4: the players, the cards and the deal.


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_rule_1_two_to_five_can_play(players: int) -> None:
    match = play_random(Match("go_fish", players, seed=1), 1)
    assert match.over
    assert sum(match.scores) == 13


@pytest.mark.parametrize("players", [1, 6])
def test_rule_1_other_numbers_of_players_are_refused(players: int) -> None:
    with pytest.raises(ValueError, match=f"go_fish is for 2, 3, 4 or 5 players, not {players}"):
        Match("go_fish", players)
    assert settebello.games()["go_fish"].SEATS[0] == 3


def test_rule_2_the_starter_is_drawn_and_the_others_follow_as_they_sit() -> None:
    match = begin(ANN, BEA, CAL, stock="KH QH JH", starter=1)
    assert last_told(match, "MatchStarted")["seat"] == 1
    assert refused(match, 0, "ask 1 7") == "not-your-turn"
    turns: list[int] = []
    for text in ("ask 0 8", "ask 0 A", "ask 1 5"):  # nobody has what is asked for
        turns += match.to_act
        play_texts(match, text)
    assert (*turns, *match.to_act) == (1, 2, 0, 1)


def test_rule_3_there_are_52_cards_of_13_ranks() -> None:
    match = play_random(Match("go_fish", 3, seed=3), 3)
    laid = [*chain(*last_told(match, "Tallied")["books"])]
    assert sorted(laid) == sorted(FRENCH)
    assert len({card[:-1] for card in laid}) == 13


@pytest.mark.parametrize(("players", "cards"), [(2, 7), (3, 7), (4, 5), (5, 5)])
def test_rule_4_seven_or_five_cards_each(players: int, cards: int) -> None:
    match = begin(" ".join(FRENCH), players=players)
    for seat in range(players):
        assert hand(match, seat).split() == list(FRENCH[cards * seat : cards * seat + cards])
        assert place(match, f"hand:{seat}", None).split() == ["??"] * cards
    assert match.view(None).places["stock"] == ["??"] * (52 - cards * players)


# Rule 5: the request.


def test_rule_5_another_player_is_asked_for_a_rank_in_ones_own_hand() -> None:
    match = begin(ANN, BEA, CAL)
    ranks = ["2", "3", "4", "5", "6", "7"]
    assert texts(match, 0) == [f"ask {seat} {rank}" for seat in (1, 2) for rank in ranks]
    assert refused(match, 0, "ask 1 8") == "rank-not-held"
    assert refused(match, 0, "ask 0 7") == "ask-another"
    assert refused(match, 0, "ask 1 1") == "unreadable"
    assert refused(match, 0, "ask 3 7") in ("ask-another", "unreadable")
    match.play(0, "ask 1 7")
    asked = last_told(match, "Asked")
    assert (asked["seat"], asked["asked_seat"], asked["rank"]) == (0, 1, "7")


def test_rule_5_a_player_without_cards_cannot_be_asked() -> None:
    state = in_the_end("7S 7H", "", "7D 7C")
    assert go_fish.legal(state, Seat(0)) == [(0, 2, go_fish.RANKS.index("7"))]


# Rule 6: what is given.


def test_rule_6_all_cards_of_the_rank_are_given_for_all_to_see_and_the_player_asks_again() -> None:
    match = begin("7S 2C 2S 3S 4S 5S 6S", "7D 8S 7H 10S JS QS KS", CAL)
    match.play(0, "ask 1 7")
    for viewer in (0, 1, 2, None):
        assert last_told(match, "Given", viewer)["cards"] == ["7H", "7D"]
    assert hand(match, 0) == "7S 2C 2S 3S 4S 5S 6S 7H 7D"
    assert hand(match, 1) == "8S 10S JS QS KS"
    assert told(match, "Fished") == []
    assert match.to_act == (0,)


def test_rule_6_the_order_in_a_hand_is_not_told_by_what_is_given() -> None:
    given = []
    for bea in ("7D 8S 7H 10S JS QS KS", "7H 8S 7D 10S JS QS KS"):
        match = begin("7S 2C 2S 3S 4S 5S 6S", bea, CAL)
        match.play(0, "ask 1 7")
        given.append(last_told(match, "Given")["cards"])
    assert given[0] == given[1]


# Rules 7 and 8: fishing.


def test_rule_7_without_such_a_card_the_player_draws_and_the_turn_is_over() -> None:
    match = begin(ANN, BEA, CAL, stock="KC")
    match.play(0, "ask 2 7")
    assert last_told(match, "Denied")["asked_seat"] == 2
    assert last_told(match, "Fished", 0)["card"] == "KC"
    assert last_told(match, "Fished", 1)["card"] == "??"
    assert hand(match, 0).split()[-1] == "KC"
    assert len(match.view(None).places["stock"]) == 30
    assert match.to_act == (1,)


def test_rule_8_the_rank_asked_for_is_shown_and_the_player_asks_again() -> None:
    match = begin(ANN, BEA, CAL, stock="7C")
    match.play(0, "ask 2 7")
    assert told(match, "Fished") == []
    for viewer in (0, 1, 2, None):
        assert last_told(match, "Caught", viewer)["card"] == "7C"
    assert match.to_act == (0,)


def test_rule_8_without_the_option_nobody_is_told_and_the_turn_is_over() -> None:
    match = begin(ANN, BEA, CAL, stock="7C", lucky_catch=False)
    match.play(0, "ask 2 7")
    assert told(match, "Caught") == []
    assert last_told(match, "Fished", 1)["card"] == "??"
    assert match.to_act == (1,)


# Rule 9: books.


@pytest.mark.parametrize(
    ("deals", "stock", "moves"),
    [
        (("7S 7H 7C 3S 4S 5S 6S", BEA, CAL), "", ["ask 1 7"]),  # given
        (("7S 7H 7C 3S 4S 5S 6S", CAL, BEA.replace("7D", "2S")), "7D", ["ask 1 7"]),  # caught
        (("7S 7H 7C 3S 4S 5S 6S", CAL, BEA.replace("7D", "2S")), "7D", ["ask 1 6"]),  # drawn
        (("7S 7H 7C 7D 4S 5S 6S", CAL, BEA.replace("7D", "2S")), "", []),  # dealt
    ],
)  # fmt: skip
def test_rule_9_four_of_a_rank_are_laid_down_at_once(
    deals: tuple[str, ...], stock: str, moves: list[str]
) -> None:
    if moves == ["ask 1 6"]:
        deals = (deals[0], deals[1].replace("6H", "9H"), deals[2])
    match = play_texts(begin(*deals, stock=stock), *moves)
    assert place(match, "books:0") == "7S 7H 7D 7C"
    assert last_told(match, "BookLaid")["rank"] == "7"
    assert "7" not in hand(match, 0)
    assert match.scores == (1, 0, 0)
    assert match.view(None).facts["left"] == 12


# Rule 10: an empty hand.


def test_rule_10_a_player_who_gives_the_last_card_away_draws_one_at_once() -> None:
    ann, bea = "AS 7S 7H 3S 4S 5S 6S", "AH AD 7D 7C 3H 4H 5H"
    match = begin(ann, bea, stock="KC KD QC QD")
    play_texts(match, "ask 1 7", "ask 1 A", "ask 1 3", "ask 1 4")
    assert told(match, "Refilled") == []
    match.play(0, "ask 1 5")
    assert last_told(match, "Refilled", 1)["card"] == "KC"
    assert last_told(match, "Refilled", 0)["card"] == "??"
    assert hand(match, 1) == "KC"
    assert match.to_act == (0,)  # it is still the turn of the player who asked


def test_rule_10_a_player_who_lays_the_last_cards_down_draws_one_and_goes_on() -> None:
    ann, bea = "AS AH AD 7S 7H 7D 2S", "AC 7C 2H 2D 2C KH KS"
    match = begin(ann, bea, stock="KC")
    play_texts(match, "ask 1 A", "ask 1 7", "ask 1 2")
    assert match.scores == (3, 0)
    assert hand(match, 0) == "KC"
    assert match.to_act == (0,)
    assert texts(match, 0) == ["ask 1 K"]


# Rule 11: whose turn it is, and the end.


def test_rule_11_a_player_without_cards_is_passed_over() -> None:
    state = in_the_end("7S 8S", "", "7H 7D 7C 8H 8D 8C")
    state.to_act = (Seat(2),)
    go_fish.apply(state, Seat(2), (0, 0, go_fish.RANKS.index("7")), None)
    assert state.to_act == (2,)  # granted
    state = in_the_end("7S 8S", "", "7H 8H 8D", "7D 7C 8C")
    go_fish.apply(state, Seat(0), (0, 2, go_fish.RANKS.index("7")), None)
    go_fish.apply(state, Seat(0), (0, 2, go_fish.RANKS.index("7")), None)  # in vain
    assert state.to_act == (2,)


def test_rule_11_the_match_is_over_when_all_books_are_laid_and_the_most_win() -> None:
    state = in_the_end("7S 8S", "7H 7D 7C 8H 8D 8C", of=1)
    for rank in ("7", "8"):
        assert go_fish.result(state).winners == ()
        go_fish.apply(state, Seat(0), (0, 1, go_fish.RANKS.index(rank)), None)
    assert state.to_act == ()
    assert go_fish.result(state).scores == (2, 11)
    assert go_fish.result(state).winners == (1,)


def test_rule_11_those_who_share_the_most_books_share_the_win() -> None:
    shared = next(
        match
        for seed in range(100)
        if (match := play_random(Match("go_fish", 3, seed=seed), seed)).scores.count(5) == 2
    )
    assert [shared.scores[seat] for seat in shared.winners] == [5, 5]
    assert last_told(shared, "MatchEnded")["winner_seats"] == list(shared.winners)
    assert refused(shared, 0, "ask 1 7") == "over"


# Rule 12: the last resort.


def test_rule_12_when_nobody_gets_a_card_for_very_long_the_match_is_over() -> None:
    state = in_the_end("7S 8S", "7H 7D 7C", "8H 8D 8C")
    plays = [
        (0, 2, 6),
        (0, 2, 6),
        (0, 1, 7),
    ]  # Ann asks Cal for sevens, Bea too, Cal Bea for eights
    for number in range(30):
        assert state.idle == number
        assert state.to_act == (number % 3,)
        go_fish.apply(state, state.to_act[0], plays[number % 3], None)
    assert state.to_act == ()
    assert go_fish.result(state).winners == (0,)
    assert go_fish.bound({}, 3) == 1_642


def test_rule_12_a_card_that_is_given_begins_the_count_anew() -> None:
    state = in_the_end("7S 8S", "7H 7D 7C", "8H 8D 8C")
    go_fish.apply(state, Seat(0), (0, 2, 6), None)
    assert state.idle == 1
    go_fish.apply(state, Seat(1), (0, 0, 6), None)
    assert state.idle == 0


# What is known of hidden cards.


def test_worlds_keep_to_what_requests_have_told() -> None:
    match = begin(ANN, BEA, CAL, stock="KC 9D")
    match.play(0, "ask 2 7")  # Ann has sevens, Cal has none, and the card that was drawn is none
    match.play(1, "ask 2 J")
    for seed in range(60):
        state: Any = world_of(match, 2, seed)
        ranks = [[state.deck.faces[card] % 13 for card in held] for held in state.hands]
        assert 6 in ranks[0]
        assert ranks[0][-1] != 6
        assert 10 in ranks[1]
        assert ranks[1][-1] != 10
        assert all(row.count(rank) < 4 for row in ranks for rank in row)
