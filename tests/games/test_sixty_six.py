"""66, statement by statement: each test is a small story, named after the one it is about.

The statements are numbered in docs/games/sixty_six.md. Here are the start of a round, what a turn
begins with, and what players remember.
"""

from collections import Counter
from typing import Any

import pytest

import settebello
from games.sixty_six_scenes import (
    ALL_CARDS,
    ANN_33,
    ANN_34,
    CLAIMS,
    HANDS,
    HIDDEN_HAND,
    NAMES,
    OWN,
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
from helpers import viewers
from settebello import IllegalMove, Match, Scripted

# R1, R2: players and cards.


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_r1_two_to_five_can_play(players: int) -> None:
    match = begin([], players=players)
    assert [hand.split() for hand in hands(match)] == [["??"] * 4] * players
    finish_round(match)
    assert len(match.scores) == players


@pytest.mark.parametrize("players", [0, 1, 6])
def test_r1_other_numbers_of_players_are_refused(players: int) -> None:
    sentence = f"^sixty_six is for 2, 3, 4 or 5 players, not {players}\\.$"
    with pytest.raises(ValueError, match=sentence):
        Match("sixty_six", players)
    with pytest.raises(ValueError, match=sentence):
        Match("sixty_six", [*NAMES, "Flo"][:players])


def test_r1_three_is_the_usual_number() -> None:
    assert settebello.games()["sixty_six"].SEATS[0] == 3


def test_r2_fifty_two_cards_that_are_only_numbers() -> None:
    cards = begin([]).record()["luck"][1].split()
    assert cards == ALL_CARDS  # and this is the standard order
    assert len(cards) == 52
    assert Counter(cards) == {
        "0": 2, "1": 4, "2": 4, "3": 4, "4": 4, "5": 4, "6": 4,
        "7": 4, "8": 4, "9": 4, "10": 4, "11": 4, "12": 4, "13": 2,
    }  # fmt: skip


# R3 to R6: the start of a round.


def test_r3_four_cards_each_seat_by_seat_from_the_front() -> None:
    match = begin(deal(*HANDS), first=1)
    assert last_told(match, "Dealt")["each"] == 4
    assert hands_at_the_end(match) == [*HANDS]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_r3_all_lie_face_down_and_nothing_is_discarded_yet(players: int) -> None:
    match = begin([], players=players)
    for viewer in viewers(match):
        assert match.view(viewer).places == {
            "deck": ["??"] * (52 - 4 * players),
            "discard": [],
            "taken": [],
            **{f"hand:{seat}": ["??"] * 4 for seat in range(players)},
        }


def test_r3_the_deck_goes_on_where_the_deal_ended() -> None:
    match = begin(deal(*HANDS, deck="13 0 7"))
    top = match.view(None).pieces["deck"][-1]
    match.play(0, "deck")
    assert place(match, "taken", 0) == "13"
    assert match.view(None).pieces["taken"] == [top]
    take_turn(match, "discard")
    match.play(1, "deck")
    assert place(match, "taken", 1) == "0"


def test_r3_each_round_has_a_fresh_shuffle() -> None:
    match = begin(deal(*HANDS), deal("8 8 8 8", "9 9 9 9", "7 7 7 7"))
    finish_round(match)
    match.play(0, "next")
    assert match.view(None).facts["round"] == last_told(match, "RoundStarted")["round"] == 2
    assert [len(cards) for cards in match.view(None).places.values()] == [40, 0, 0, 4, 4, 4]
    assert told(match, "FirstTwoSeen", 0)[-3]["cards"] == ["8", "8"]


def test_r4_each_player_sees_their_first_two_cards_and_nobody_elses() -> None:
    match = begin(deal(*HANDS))
    first_two = [["1", "2"], ["6", "8"], ["9", "10"]]
    for viewer in viewers(match):
        notices = told(match, "FirstTwoSeen", viewer)
        assert [notice["seat"] for notice in notices] == [0, 1, 2]
        for seat, notice in enumerate(notices):
            assert notice["cards"] == (first_two[seat] if viewer == seat else ["??", "??"])
    assert told(match, "FirstTwoSeen", 1)[1]["text"] == "You look at your first two cards: 6 and 8."
    assert told(match, "FirstTwoSeen", 1)[0]["text"] == "Ann looks at their cards 1 and 2."


def test_r4_they_know_them_but_no_view_shows_them() -> None:
    match = begin(deal(*HANDS))
    for viewer in viewers(match):
        assert hands(match, viewer) == [HIDDEN_HAND] * 3
    assert {cards[:2] for cards in imagined(match, 0, "hand:0")} == {("1", "2")}
    assert len(imagined_at(match, 0, "hand:0", 2)) > 5
    assert len(imagined_at(match, 1, "hand:0", 0)) > 5
    assert len(imagined_at(match, None, "hand:0", 0)) > 5


@pytest.mark.parametrize("first", [0, 1, 2])
def test_r5_a_random_player_starts_the_first_round(first: int) -> None:
    match = begin(deal(*HANDS), first=first)
    assert match.to_act == (first,)
    assert last_told(match, "RoundStarted")["seat"] == first
    assert match.view(None).facts["starter"] == first
    assert match.record()["luck"][0] == str(first)


def test_r5_then_the_turn_goes_from_seat_to_seat() -> None:
    match = begin(deal(*HANDS), first=1)
    for turn, seat in enumerate([1, 2, 0, 1, 2, 0, 1], start=1):
        assert match.to_act == (seat,)
        started = last_told(match, "TurnStarted")
        assert (started["seat"], started["turn"]) == (seat, turn)
        assert match.view(None).facts["turn"] == turn
        take_turn(match, "deck", "discard")


def test_r6_the_winner_of_a_round_starts_the_next() -> None:
    match = begin(deal("9 9 9 9", "1 1 1 1", "8 8 8 8"), deal(*HANDS))
    finish_round(match)
    assert match.to_act == (1,)
    assert match.view(None).facts["starter"] == 1
    match.play(1, "next")
    assert match.to_act == (1,)
    assert last_told(match, "RoundStarted")["seat"] == 1
    assert len(match.record()["luck"]) == 3  # a pick and two shuffles: there was nothing to pick


@pytest.mark.parametrize(("pick", "starter"), [(0, 1), (1, 2)])
def test_r6_of_several_winners_a_random_one_starts(pick: int, starter: int) -> None:
    match = begin(deal("9 9 9 9", "1 1 2 2", "1 1 2 2"), deal(*HANDS), picks=[pick])
    assert len(match.record()["luck"]) == 2
    finish_round(match)
    assert match.record()["luck"][2:] == [str(pick)]  # drawn at the end of the round
    assert match.to_act == (starter,)
    match.play(starter, "next")
    assert match.to_act == (starter,)


def test_r6_a_stopper_who_tied_for_lowest_is_no_winner_of_the_round() -> None:
    match = begin(deal("1 1 2 2", "1 1 2 2", "8 8 8 8"))
    finish_round(match)
    assert match.to_act == (1,)
    assert len(match.record()["luck"]) == 2  # nothing to pick


# R7 to R9: what a turn begins with.


def test_r7_a_turn_offers_the_deck_and_to_stop() -> None:
    match = begin(deal(*HANDS))
    assert waiting_for(match) == "turn"
    assert texts(match) == ["deck", "stop"]


def test_r7_the_discarded_card_is_offered_when_there_is_one() -> None:
    match = with_a_discarded_card()
    assert texts(match) == ["deck", "pile", "stop"]


def test_r7_only_the_player_whose_turn_it_is_can_move() -> None:
    match = begin(deal(*HANDS))
    assert match.legal(1) == match.legal(2) == []
    assert refused(match, 1, "deck") == "not-your-turn"
    assert refused(match, 2, "stop") == "not-your-turn"
    match.play(0, "deck")
    assert refused(match, 1, "discard") == "not-your-turn"


@pytest.mark.parametrize("seat", [3, -1, 99, "0", None, True])
def test_r7_there_must_be_such_a_seat(seat: Any) -> None:
    assert refused(begin(deal(*HANDS)), seat, "deck") == "no-such-seat"


@pytest.mark.parametrize("move", ["own 0", "show 0 1", "discard", "other 1 0", "next", "pile 0"])
def test_r7_nothing_else_begins_a_turn(move: str) -> None:
    match = with_a_discarded_card()
    assert refused(match, 0, move) == "not-legal"


def test_r8_only_the_player_sees_the_card_that_they_draw() -> None:
    match = after_drawing("13")
    assert waiting_for(match) == "deck card"
    for viewer in viewers(match):
        seen = "13" if viewer == 0 else "??"
        assert place(match, "taken", viewer) == seen
        assert last_told(match, "DeckCardTaken", viewer)["card"] == seen
        assert len(match.view(viewer).places["deck"]) == 39
    assert last_told(match, "DeckCardTaken", 0)["text"] == "You take a card from the deck: 13."
    assert last_told(match, "DeckCardTaken", 1)["text"] == "Ann takes a card from the deck."
    assert imagined(match, 0, "taken") == {("13",)}
    assert len(imagined(match, 1, "taken")) > 5


def test_r8_with_a_deck_card_they_replace_claim_or_discard() -> None:
    match = after_drawing("13")
    assert texts(match) == [*OWN, *CLAIMS, "discard"]


@pytest.mark.parametrize("move", ["deck", "pile", "stop", "next", "other 1 0", "pile 0"])
def test_r8_they_cannot_do_anything_else_with_it(move: str) -> None:
    match = with_a_discarded_card()
    match.play(0, "deck")
    assert refused(match, 0, move) == "not-legal"


def test_r9_the_discarded_card_stays_where_it_is_until_it_is_placed() -> None:
    match = with_a_discarded_card("6")
    before = match.view(0)
    match.play(0, "pile")
    assert waiting_for(match) == "pile card"
    for viewer in viewers(match):
        assert match.view(viewer).places == before.places
        assert match.view(viewer).pieces == before.pieces
        assert last_told(match, "PileCardTaken", viewer)["seat"] == 0
    assert place(match, "discard") == "6"
    assert place(match, "taken", 0) == ""


def test_r9_with_the_discarded_card_they_replace_or_claim() -> None:
    match = with_a_discarded_card()
    match.play(0, "pile")
    assert texts(match) == [*OWN, *CLAIMS]
    for move in ("discard", "deck", "stop", "pile"):
        assert refused(match, 0, move) == "not-legal"


def test_r9_there_must_be_a_discarded_card() -> None:
    assert refused(begin(deal(*HANDS)), 0, "pile") == "not-legal"


# R10: replacing.


@pytest.mark.parametrize("index", [0, 1, 2, 3])
def test_r10_a_deck_card_replaces_a_card_which_is_discarded(index: int) -> None:
    match = after_drawing("13")
    match.play(0, f"own {index}")
    cards = ["1", "2", "3", "4"]
    assert place(match, "discard") == cards[index]
    assert place(match, "taken", 0) == ""
    assert hands(match, 0)[0] == HIDDEN_HAND
    assert match.to_act == (1,)
    for viewer in viewers(match):
        notice = last_told(match, "Replaced", viewer)
        assert (notice["seat"], notice["indexes"], notice["from_deck"]) == (0, [index], True)
        assert notice["cards"] == [cards[index]]
    cards[index] = "13"
    assert hands_at_the_end(match)[0].split() == cards


@pytest.mark.parametrize("index", [0, 1, 2, 3])
def test_r10_the_discarded_card_replaces_a_card_likewise(index: int) -> None:
    match = with_a_discarded_card("6")
    take_turn(match, "pile", f"own {index}")
    cards = ["1", "2", "3", "4"]
    assert match.view(None).places["discard"] == [cards[index]]
    notice = last_told(match, "Replaced")
    assert (notice["seat"], notice["indexes"], notice["from_deck"]) == (0, [index], False)
    assert len(match.view(None).places["deck"]) == 39  # only Cal has drawn
    cards[index] = "6"
    assert hands_at_the_end(match)[0].split() == cards


def test_r10_what_was_replaced_has_no_effect() -> None:
    match = after_drawing("0", hand="7 9 11 12")
    match.play(0, "own 2")
    assert place(match, "discard") == "11"
    assert match.to_act == (1,)
    assert waiting_for(match) == "turn"


def test_r10_the_drawn_card_is_known_to_its_player_alone_and_the_discarded_one_to_all() -> None:
    match = after_drawing("13", "0")
    match.play(0, "own 3")
    assert imagined_at(match, 0, "hand:0", 3) == {"13"}
    assert len(imagined_at(match, 1, "hand:0", 3)) > 5
    take_turn(match, "deck", "discard")
    match.play(2, "pile")
    match.play(2, "own 1")
    for viewer in viewers(match):
        assert imagined_at(match, viewer, "hand:2", 1) == {"0"}


def test_r10_there_must_be_such_a_card() -> None:
    match = after_drawing("13")
    assert refused(match, 0, "own 4") == "no-such-card"
    assert refused(match, 0, "own 9999") == "no-such-card"


# R20, R21: a game of memory.


def test_r20_of_the_discarded_cards_only_the_top_is_seen() -> None:
    match = begin(deal(*HANDS, deck="13 6 0"))
    for number, card in enumerate(["13", "6", "0"]):
        take_turn(match, "deck", "discard")
        for viewer in viewers(match):
            assert match.view(viewer).places["discard"] == ["??"] * number + [card]


def test_r20_the_card_below_is_not_seen_when_the_top_is_taken() -> None:
    match = begin(deal(*HANDS, deck="13 6 0"))
    for _ in range(3):
        take_turn(match, "deck", "discard")
    take_turn(match, "pile", "own 3")
    assert place(match, "discard") == "?? ?? 4"


@pytest.mark.parametrize(
    ("drawn", "moves"), [("7", ["own 2"]), ("10", ["other 1 3"]), ("13", ["show 0 1"])]
)
def test_r21_what_was_shown_once_is_in_no_later_view(drawn: str, moves: list[str]) -> None:
    match = after_drawing(drawn)
    if drawn != "13":
        match.play(0, "discard")
    take_turn(match, *moves)
    for _ in range(4):
        for viewer in viewers(match):
            assert hands(match, viewer) == [HIDDEN_HAND] * 3
        take_turn(match, "deck", "discard")
    again = Match.replay(match.record())  # nor does it come back with the match
    for viewer in viewers(match):
        assert again.view(viewer).to_dict() == match.view(viewer).to_dict()


def test_r21_a_card_that_was_discarded_is_hidden_again_in_a_hand() -> None:
    match = with_a_discarded_card("6")
    take_turn(match, "pile", "own 0")
    for viewer in viewers(match):
        assert hands(match, viewer) == [HIDDEN_HAND] * 3


# Options, texts, a rematch.


def test_option_variant_is_standard_unless_it_is_chosen() -> None:
    assert begin([]).options == {"variant": "standard"}
    with pytest.raises(ValueError, match=r"^The option 'variant' is standard or draft, not 'old'"):
        begin([], variant="old")


@pytest.mark.parametrize("move", ["exchange 0 1 2", "pile 0"])
def test_moves_of_the_draft_are_refused_in_the_standard_variant(move: str) -> None:
    match = with_a_discarded_card("6", "12")
    assert refused(match, 0, move) == "not-legal"
    take_turn(match, "deck", "discard")
    assert refused(match, 0, move) == "not-legal"


@pytest.mark.parametrize(
    "text",
    ["", "decks", "own", "own -1", "own 1 2", "own x", "show a b", "other", "stop now", None],
)
def test_what_is_no_move_is_unreadable(text: Any) -> None:
    assert refused(begin(deal(*HANDS)), 0, text) == "unreadable"


def test_refusals_say_what_is_wrong() -> None:
    match = after_drawing("13", hand="5 5 5 1")
    match.play(0, "show 0 1 2")
    for _ in range(2):
        take_turn(match, "deck", "discard")
    match.play(0, "pile")
    for text, sentence in [
        ("show 0", "show 0 is not possible: a claim needs two or more different cards."),
        ("own 2", "own 2 is not possible: there is no such card."),
        ("discard", "discard is not possible now;"),
    ]:
        with pytest.raises(IllegalMove) as refusal:
            match.play(0, text)
        assert str(refusal.value).startswith(sentence)
        assert str(refusal.value).lower().endswith("try own 0 or own 1 or show 0 1.")


def test_rematch_picks_the_starter_anew() -> None:
    luck = Scripted(picks=[1, 0], shuffles=[ANN_33, ANN_34, ANN_33])
    match = Match("sixty_six", ["Ann", "Bea"], luck=luck)
    finish_round(match)
    match.play(1, "next")
    with pytest.raises(ValueError, match="when the match is over"):
        match.rematch()
    finish_round(match)
    again = match.rematch()
    assert again.to_act == (0,)
    assert again.scores == (0, 0)
    assert again.view(None).facts["round"] == 1
    assert last_told(again, "RoundStarted")["seat"] == 0
