"""Briscola, rule by rule: each test is a small story, named after the rule without which it fails.

Ann is seat 0, Bea seat 1 and so on; Ann starts unless a story says otherwise.
"""

from collections.abc import Sequence
from itertools import chain, pairwise
from typing import Any

import pytest

import settebello
from helpers import play_random, play_texts, snapshot
from settebello import IllegalMove, Match, Scripted
from settebello.cards import ITALIAN, Seat
from settebello.games import briscola

NAMES = ["Ann", "Bea", "Cal", "Dan"]
COUNTS = {"1": 11, "3": 10, "10": 4, "9": 3, "8": 2}


# Setting a scene.


def begin(*decks: str, players: int = 2, starter: int = 0, **options: Any) -> Match:
    """A match whose rounds are dealt from these cards; the rest comes in standard order."""
    luck = Scripted(picks=[starter], shuffles=[deck.split() for deck in decks])
    return Match("briscola", NAMES[:players], luck=luck, options=options)


def play_round(match: Match) -> None:
    """Play the first legal move until the round is counted."""
    rounds = len(told(match, "Tallied"))
    while len(told(match, "Tallied")) == rounds:
        match.play(match.to_act[0], match.legal(match.to_act[0])[0])


# Looking at it.


def told(match: Match, event: str, viewer: int | None = None) -> list[dict[str, Any]]:
    return [notice for notice in match.notices(viewer) if notice["event"] == event]


def last_told(match: Match, event: str, viewer: int | None = None) -> dict[str, Any]:
    return told(match, event, viewer)[-1]


def place(match: Match, name: str, viewer: int | None = None) -> str:
    return " ".join(match.view(viewer).places[name])


def hands(match: Match) -> list[str]:
    """Each hand, as its owner sees it."""
    return [place(match, f"hand:{seat}", seat) for seat in range(len(match.players))]


def points(cards: Sequence[str]) -> int:
    return sum(COUNTS.get(card[:-1], 0) for card in cards)


def refused(match: Match, seat: int, text: str) -> str:
    """The code with which a move is refused; nothing changes."""
    before = snapshot(match)
    with pytest.raises(IllegalMove, match=r"\w.+\.$") as refusal:
        match.play(seat, text)
    assert snapshot(match) == before
    return refusal.value.code


# Rules 1 and 2: the players.


@pytest.mark.parametrize("players", [2, 3, 4])
def test_rule_1_two_three_or_four_can_play(players: int) -> None:
    match = play_random(begin(*[""] * 9, players=players), 1)
    assert match.over
    assert len(match.scores) == players


@pytest.mark.parametrize("players", [1, 5])
def test_rule_1_other_numbers_of_players_are_refused(players: int) -> None:
    with pytest.raises(ValueError, match=f"briscola is for 2, 3 or 4 players, not {players}"):
        Match("briscola", players)
    assert settebello.games()["briscola"].SEATS[0] == 2


def test_rule_2_four_are_two_teams_and_partners_sit_opposite() -> None:
    assert begin("", players=4).view(None).facts["teams"] == [[0, 2], [1, 3]]
    assert "teams" not in begin("", players=3).view(None).facts


def test_rule_2_partners_do_not_see_each_others_cards() -> None:
    match = begin("", players=4)
    while match.view(None).places["stock"]:
        match.play(match.to_act[0], match.legal(match.to_act[0])[0])
    assert place(match, "hand:2", 0) == place(match, "hand:0", 2) == "?? ?? ??"


# Rule 3: the order of play.


@pytest.mark.parametrize(("players", "starter"), [(2, 1), (3, 2), (4, 3)])
def test_rule_3_the_starter_is_drawn_and_the_others_follow_as_they_sit(
    players: int, starter: int
) -> None:
    match = begin("", players=players, starter=starter)
    assert last_told(match, "RoundStarted")["seat"] == starter
    turns: list[int] = []
    for _ in range(players):
        turns += match.to_act
        match.play(match.to_act[0], match.legal(match.to_act[0])[0])
    assert turns == [(starter + n) % players for n in range(players)]
    assert refused(match, (match.to_act[0] + 1) % players, "1D") == "not-your-turn"


def test_rule_3_in_each_new_round_the_next_player_starts() -> None:
    match = begin(*[""] * 4, players=3, starter=1, wins=10)
    for _ in range(3):
        play_round(match)
    assert [notice["seat"] for notice in told(match, "RoundStarted")] == [1, 2, 0, 1]
    assert match.to_act == (1,)


# Rules 4 to 6: the cards.


@pytest.mark.parametrize("players", [2, 3, 4])
def test_rule_4_three_play_without_the_two_of_cups(players: int) -> None:
    match = begin("", players=players)
    play_round(match)
    played = [*chain(*last_told(match, "Tallied")["piles"])]
    left_out = {"2C"} if players == 3 else set()
    assert sorted(played) == sorted(set(ITALIAN) - left_out)


def test_rule_5_what_each_card_counts() -> None:
    match = begin("", players=2)
    play_round(match)
    for trick in told(match, "TrickTaken"):
        assert trick["points"] == points(trick["cards"])
    assert sum(last_told(match, "Tallied")["points"]) == 120


def test_rule_6_the_order_of_strength_in_a_suit() -> None:
    ranks = ["1", "3", "10", "9", "8", "7", "6", "5", "4", "2"]
    for stronger, weaker in pairwise(ranks):
        for first, second, taker in ((stronger, weaker, 0), (weaker, stronger, 1)):
            match = begin(f"{first}D 2S 4S {second}D 5S 6S 1B")
            play_texts(match, f"{first}D", f"{second}D")
            assert last_told(match, "TrickTaken")["seat"] == taker


# Rule 7: the deal.


@pytest.mark.parametrize(("players", "stock"), [(2, 33), (3, 29), (4, 27)])
def test_rule_7_three_cards_each_and_the_next_is_the_trump(players: int, stock: int) -> None:
    cards = [card for card in reversed(ITALIAN) if players != 3 or card != "2C"]
    match = begin(" ".join(cards), players=players, starter=1)
    dealt = [" ".join(cards[3 * n : 3 * n + 3]) for n in range(players)]
    assert hands(match) == [dealt[(seat - 1) % players] for seat in range(players)]
    assert [notice["seat"] for notice in told(match, "Dealt")] == [
        (1 + n) % players for n in range(players)
    ]
    trump = cards[3 * players]
    assert place(match, "trump") == trump == last_told(match, "TrumpTurned")["card"]
    assert match.view(None).facts["suit"] == trump[-1]
    assert match.view(None).places["stock"] == ["??"] * stock


# Rule 8: any card.


def test_rule_8_any_card_may_be_played_whatever_was_led() -> None:
    match = begin("1D 2S 4S 3D 5S 6B 1B")
    match.play(0, "1D")
    assert [move.text for move in match.legal(1)] == ["3D", "5S", "6B"]
    match.play(1, "5s")
    assert last_told(match, "Played")["card"] == "5S"


def test_rule_8_the_card_must_be_in_the_hand() -> None:
    match = begin("1D 2S 4S 3D 5S 6B 1B")
    for card in ("3D", "1B", "10C"):  # Bea's, the trump, one of the stock
        assert refused(match, 0, card) == "not-in-hand"
    match.play(0, "1D")
    assert refused(match, 1, "1D") == "not-in-hand"
    assert refused(match, 1, "3D 5S") == "unreadable"


# Rule 9: who takes a trick.


@pytest.mark.parametrize(
    ("trick", "taker"),
    [
        ("10D 1D 2S", 2),  # a trump, though it is the lowest: the example of the page
        ("2S 1D 3D", 0),  # a trump that was led
        ("4S 8S 5S", 1),  # the strongest of several trumps
        ("2D 1C 1B", 0),  # nobody follows
        ("2D 4D 1B", 1),  # the strongest of the suit that was led
        ("2D 5S 4S", 1),  # trumps among themselves
    ],
)
def test_rule_9_the_strongest_trump_or_else_the_strongest_of_the_suit_led(
    trick: str, taker: int
) -> None:
    cards = trick.split()
    others = [card for card in ITALIAN if card not in (*cards, "7S", "2C")]
    held = [[card, *others[2 * seat : 2 * seat + 2]] for seat, card in enumerate(cards)]
    match = begin(" ".join([*chain(*held), "7S"]), players=3)
    play_texts(match, *cards)
    taken = last_told(match, "TrickTaken")
    assert (taken["seat"], taken["cards"]) == (taker, cards)
    assert taken["points"] == points(cards)


# Rule 10: the piles.


def test_rule_10_the_taker_gets_the_cards_face_down_and_leads() -> None:
    match = begin("2D 2S 4S 1D 5S 6B 1B")
    play_texts(match, "2D")
    assert place(match, "trick:0") == "2D"  # for all to see
    assert place(match, "trick:1") == ""
    play_texts(match, "1D")
    assert place(match, "trick:0") == place(match, "trick:1") == ""
    for viewer in (0, 1, None):
        assert place(match, "pile:1", viewer) == "?? ??"
        assert place(match, "pile:0", viewer) == ""
    assert match.to_act == (1,)


# Rule 11: the stock.


def test_rule_11_all_draw_after_a_trick_and_the_taker_first() -> None:
    match = begin("2D 2S 4S 1D 5S 6B 1B 7C 3C")
    play_texts(match, "2D", "1D")
    assert hands(match) == ["2S 4S 3C", "5S 6B 7C"]
    assert [notice["seat"] for notice in told(match, "Drawn")] == [1, 0]
    assert last_told(match, "Drawn", 0)["card"] == "3C"
    assert last_told(match, "Drawn", 1)["card"] == "??"
    assert match.view(None).places["stock"] == ["??"] * 31


@pytest.mark.parametrize("players", [2, 3, 4])
def test_rule_11_the_trump_card_is_drawn_last_and_three_tricks_follow(players: int) -> None:
    match = begin("", players=players)
    trump = place(match, "trump")
    while place(match, "trump"):
        assert all(len(hand.split()) == 3 or not match.over for hand in hands(match))
        match.play(match.to_act[0], match.legal(match.to_act[0])[0])
    last = last_told(match, "TrumpDrawn")
    assert last["card"] == trump  # a spectator reads it too
    assert trump in hands(match)[last["seat"]]
    assert match.view(None).facts["suit"] == trump[-1]  # it stays known
    assert [len(hand.split()) for hand in hands(match)] == [3] * players
    drawn = len(told(match, "Drawn"))
    for _ in range(3 * players):
        assert not told(match, "Tallied")
        match.play(match.to_act[0], match.legal(match.to_act[0])[0])
    assert len(told(match, "Tallied")) == 1
    assert len(told(match, "Drawn")) == drawn


# Rule 12: the count.


def test_rule_12_the_most_points_win_the_round() -> None:
    match = play_random(begin("", players=3, wins=1), 5)
    tally = last_told(match, "Tallied")
    assert tally["points"] == [points(pile) for pile in tally["piles"]]
    winner = tally["points"].index(max(tally["points"]))
    assert tally["round_winner_seats"] == [winner]
    assert match.winners == (winner,)
    assert match.scores == tuple(int(seat == winner) for seat in range(3))


def test_rule_12_partners_count_together() -> None:
    match = play_random(begin("", players=4), 6)
    tally = last_told(match, "Tallied")
    own = [points(pile) for pile in tally["piles"]]
    assert tally["points"] == [own[0] + own[2], own[1] + own[3]] * 2
    team = 0 if tally["points"][0] > 60 else 1
    assert match.winners == (team, team + 2)
    assert match.scores == tuple(int(seat % 2 == team) for seat in range(4))


# Rule 13: draws.


def test_rule_13_sixty_to_sixty_is_a_draw_and_another_round_follows() -> None:
    match = play_random(Match("briscola", 2, seed=59), 59, moves=40)  # it happens to be one
    tally = last_told(match, "Tallied")
    assert tally["points"] == [60, 60]
    assert tally["round_winner_seats"] == []
    assert tally["scores"] == [0, 0]
    assert match.view(None).facts["round"] == 2
    assert not match.over
    assert [notice["round"] for notice in told(match, "RoundStarted")] == [1, 2]


@pytest.mark.parametrize(
    ("players", "own", "winners"),
    [(2, (60, 60), []), (3, (50, 50, 20), []), (3, (41, 40, 39), [0]), (4, (60, 0, 0, 60), []),
     (4, (2, 58, 60, 0), [0, 2])],
)  # fmt: skip
def test_rule_13_a_shared_lead_of_players_or_teams_is_a_draw(
    players: int, own: tuple[int, ...], winners: list[int]
) -> None:
    state = briscola.setup({"wins": 2}, players, None)
    state.starter, state.deck = Seat(0), state.deck.shuffled(range(40))
    state.piles = [tuple(pile) for pile in share_out(own)]
    briscola.end_round(state, None)
    assert [seat for seat, score in enumerate(state.scores) if score] == winners


def share_out(own: Sequence[int]) -> list[list[int]]:
    """Piles with these points, from cards in standard order, so that a card is its own face."""
    counting = sorted(range(40), key=lambda card: -points([ITALIAN[card]]))[:20]

    def fill(cards: list[int], left: list[int]) -> list[list[int]] | None:
        if not cards:
            return [[] for _ in left]
        for seat in range(len(left)):
            count = points([ITALIAN[cards[0]]])
            if left[seat] >= count:
                rest = fill(cards[1:], [n - count * (s == seat) for s, n in enumerate(left)])
                if rest is not None:
                    rest[seat].append(cards[0])
                    return rest
        return None

    found = fill(counting, list(own))
    assert found is not None
    return found


# Rule 14: the match.


def test_rule_14_one_round_decides_unless_more_were_agreed_on() -> None:
    assert briscola.OPTIONS[0].default == 1
    match = play_random(begin(*[""] * 60, wins=3), 7)
    tallies = told(match, "Tallied")
    assert max(match.scores) == 3
    assert all(max(tally["scores"]) < 3 for tally in tallies[:-1])
    assert match.winners == (match.scores.index(3),)
    assert last_told(match, "MatchEnded")["winner_seats"] == list(match.winners)
    assert refused(match, 0, "1D") == "over"


def test_rule_14_after_very_many_draws_a_shared_lead_stands() -> None:
    state = briscola.setup({"wins": 1}, 2, None)
    state.starter, state.deck = Seat(0), state.deck.shuffled(range(40))
    state.piles = [tuple(pile) for pile in share_out((60, 60))]
    for state.round in (20, 21):
        state.house = None
        briscola.end_round(state, None)
        assert (state.house is None) == (state.round == 21)
    assert briscola.result(state).winners == (0, 1)
    assert briscola.bound({"wins": 1}, 2) == 840
