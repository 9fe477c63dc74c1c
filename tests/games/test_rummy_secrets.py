"""Rummy: what is hidden from whom."""

from typing import Any

import pytest

from games.rummy_scenes import (
    ANN,
    BEA,
    CAL,
    SPADES,
    SPECTATOR,
    begin,
    deal,
    go_out,
    hand_of,
    last_told,
    pass_by,
    place,
    told,
    use_up_stock,
)
from helpers import play_texts, world_of
from settebello import Match
from settebello.games import rummy

# Looking at it.


def sampled(match: Match, viewer: int | None, place: str, worlds: int = 30) -> set[tuple[str, ...]]:
    """What lies in a place in each of some worlds that this viewer thinks possible."""
    found = set()
    for seed in range(worlds):
        state: Any = world_of(match, viewer, seed)
        cards = next(there.cards for there in rummy.places(state) if there.name == place)
        found.add(tuple(rummy.FACES[state.deck.faces[card]] for card in cards))
    return found


def always_among(card: str, samples: set[tuple[str, ...]]) -> bool:
    return all(card in cards for cards in samples)


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
