"""Why some cards cannot be picked together: the game's own reason, by what the seat sees."""

from __future__ import annotations

from typing import Any

import pytest

import toy_game
from helpers import altered
from settebello import IllegalMove, Match, Scripted
from settebello.cards import ITALIAN_RANKS
from settebello.games import OUR_GAMES
from settebello.games import scopa as rules_of_scopa
from settebello.notation import SLOTS
from settebello.picking import Reason
from settebello.registry import RulesError
from settebello.words.explaining import explain

AB = ["Ann", "Bea"]


def picked(match: Match, seat: int, *spots: str) -> list[str]:
    """The ids of cards by where they lie: `hand:0.2` is the third card of that hand."""
    view = match.view(seat)
    where = [spot.rpartition(".") for spot in spots]
    return [view.pieces[place][int(index)] for place, _, index in where]


def reason(match: Match, seat: int, *spots: str) -> Reason:
    found = match.explain(seat, picked(match, seat, *spots))
    assert found is not None
    return found


def said(match: Match, seat: int, *spots: str, language: str = "en") -> str:
    why = reason(match, seat, *spots)
    return explain(match.game, why, match.players, match.facts(), language)


@pytest.fixture
def scopa() -> Match:
    """Ann holds 1S 7D 2C; 5C 3S 10S 4B are on the table."""
    return Match("scopa", ["Ann", "Bea", "Cal"], seed=20)


@pytest.fixture
def rummy() -> Match:
    hands = ["2S", "KD", "7S", "9C", "7H", "4D", "7D", "JC", "3S", "8H"]
    return Match("rummy", AB, luck=Scripted(shuffles=[hands], picks=[1]))


@pytest.fixture
def sixty_six() -> Match:
    return Match("sixty_six", AB, luck=Scripted(shuffles=[[]], picks=[0]))


def test_what_a_legal_move_has_can_be_picked(scopa: Match) -> None:
    for spots in ([], ["hand:0.1"], ["hand:0.1", "table.1"], ["table.3", "table.1"]):
        assert scopa.explain(0, picked(scopa, 0, *spots)) is None


@pytest.mark.parametrize(
    ("spots", "code"),
    [
        (["table.0"], "not-in-hand"),
        (["hand:0.1", "table.0"], "wrong-sum"),
        (["table.0", "hand:0.1"], "wrong-sum"),  # in any order
        (["hand:0.0", "hand:0.1"], "not-on-table"),
        (["stock.0"], "not-pickable"),
        (["hand:1.0"], "not-pickable"),
    ],
)
def test_scopa_has_a_reason_for_each_pick(scopa: Match, spots: list[str], code: str) -> None:
    assert reason(scopa, 0, *spots).code == code


def test_the_sentence_names_cards_and_moves_in_words(scopa: Match) -> None:
    spots = "hand:0.1", "table.0"
    assert said(scopa, 0, *spots) == (
        "“The 7 of coins and the 5 of cups” is not possible: the values do not match. Try “take "
        "the 3 of swords and the 4 of clubs with the 7 of coins” or “lay down the ace of swords” "
        "or “lay down the 2 of cups”."
    )
    assert said(scopa, 0, *spots, language="it").startswith(
        "«Il 7 di denari e il 5 di coppe» non si può: i valori non tornano. Prova «prendi "
    )


def test_a_card_that_is_not_seen_is_named_by_where_it_lies(scopa: Match, sixty_six: Match) -> None:
    assert said(scopa, 0, "stock.0").startswith("“A hidden card” cannot be picked now; try “")
    assert said(sixty_six, 0, "hand:0.1").startswith("“Your card 2” is not possible now; try “")
    assert said(sixty_six, 0, "hand:1.2").startswith("“Card 3 of Bea” is not possible now")
    assert said(sixty_six, 0, "hand:1.2", language="it").startswith("«La carta 3 di Bea» ora non")


@pytest.mark.parametrize(
    ("before", "spots", "code"),
    [
        ([], ["hand:0.0"], "draw-first"),
        (["draw stock"], ["stock.0"], "already-drawn"),
        (["draw stock"], ["hand:0.0", "discard.0"], "already-drawn"),
        (["draw pile"], ["hand:0.10"], "just-taken"),
        (["draw stock"], ["hand:0.0", "hand:0.1", "hand:0.2"], "not-a-meld"),
        (["draw stock", "meld 7S 7H 7D"], ["hand:0.0", "meld:1.0"], "does-not-fit"),
    ],
)
def test_rummy_has_a_reason_for_each_pick(
    rummy: Match, before: list[str], spots: list[str], code: str
) -> None:
    for text in before:
        rummy.play(0, text)
    assert reason(rummy, 0, *spots).code == code


def test_a_stack_stands_for_what_is_done_with_it(rummy: Match) -> None:
    rummy.play(0, "draw stock")
    assert said(rummy, 0, "stock.0").startswith(
        "“Draw from the stock” is not possible: you have drawn already. Try “"
    )


def test_in_66_cards_of_two_hands_make_one_move() -> None:
    options = {"variant": "draft"}
    match = Match("sixty_six", AB, luck=Scripted(shuffles=[[]], picks=[0]), options=options)
    ask = reason(match, 0, "hand:0.1", "hand:1.2").ask
    assert ask is not None
    assert ask.text == "exchange 1 1 2"
    other = reason(match, 0, "hand:1.2").ask
    assert other is not None
    assert other.text == "other 1 2"


@pytest.fixture
def asking() -> Match:
    """The same cards in a game where Ann may ask Bea for an ace, and nobody for anything else.

    Nobody may peek at a card either.
    """
    verbs = {**rules_of_scopa.VERBS, "ask": "ask {seat} {rank}", "peek": "peek {seat} {spot}"}

    def legal(state: Any, seat: Any) -> list[Any]:
        return [*rules_of_scopa.legal(state, seat), (2, 1, 0)]

    changed: dict[str, Any] = {"VERBS": verbs, "RANKS": ITALIAN_RANKS, "legal": legal}
    game = altered(rules_of_scopa, **changed, refusal=lambda ask, view: "not-legal")
    return Match(game, ["Ann", "Bea", "Cal"], seed=20)


def test_a_card_stands_for_its_rank_and_for_its_player(asking: Match) -> None:
    for spots in (["hand:1.0"], ["hand:0.0", "hand:1.2"], ["hand:1.1", "hand:0.0"]):
        assert asking.explain(0, picked(asking, 0, *spots)) is None


def test_a_card_and_a_card_of_the_player_who_gets_it_can_be_picked() -> None:
    verbs = {**rules_of_scopa.VERBS, "give": "give {card} {seat}"}
    game = altered(rules_of_scopa, VERBS=verbs, legal=lambda state, seat: [(2, 0, 1)])
    match = Match(game, 3, luck=Scripted(shuffles=[[0, 1, 2], []]))
    assert match.explain(0, picked(match, 0, "hand:0.0", "hand:1.0")) is None
    assert match.explain(0, picked(match, 0, "hand:0.0", "hand:2.0")) is not None


@pytest.mark.parametrize(
    ("spots", "meant"),
    [
        (["hand:2.0", "hand:0.0"], "ask 2 1"),  # nobody may be asked but Bea
        (["hand:0.1", "hand:1.1"], "ask 1 7"),
        (["hand:2.1"], "peek 2 1"),
        (["stock.0"], None),
        (["hand:0.0", "hand:0.1", "hand:1.0"], None),
    ],
)
def test_players_and_ranks_make_the_move_that_is_meant(
    asking: Match, spots: list[str], meant: str | None
) -> None:
    ask = reason(asking, 0, *spots).ask
    assert (ask and ask.text) == meant


def test_the_moves_that_have_most_of_the_cards_come_first(scopa: Match) -> None:
    why = reason(scopa, 0, "hand:0.1", "table.1", "table.0")
    assert [str(move) for move in why.nearest] == ["7D x 3S 4B", "1S", "2C"]


def test_nothing_changes_by_asking(scopa: Match) -> None:
    before = scopa.record()
    said(scopa, 0, "hand:0.1", "table.0")
    assert scopa.record() == before
    assert not scopa.can_undo(0)


def test_pieces_that_the_seat_does_not_know_are_left_out(scopa: Match) -> None:
    why = scopa.explain(0, ["nothing", *picked(scopa, 0, "table.0")])
    assert why is not None
    assert [card.face for card in why.picked] == ["5C"]
    unknown = scopa.explain(0, ["nothing"])
    assert unknown is not None
    assert unknown.code == "not-pickable"


@pytest.mark.parametrize(("seat", "code"), [(1, "not-your-turn"), (7, "no-such-seat")])
def test_only_a_seat_that_is_to_act_can_ask(scopa: Match, seat: int, code: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        scopa.explain(seat, [])
    assert refused.value.code == code


def test_a_game_without_reasons_of_its_own_has_the_general_one() -> None:
    match = Match(toy_game, 2, seed=1)
    seat = match.to_act[0]
    others = [place for place in match.view(seat).pieces if place.endswith(str(1 - seat))]
    codes = {reason(match, seat, f"{place}.0").code for place in others}
    assert codes <= {"not-legal", "not-pickable"}


def test_a_stack_with_a_verb_that_is_not_there_is_a_failure_of_the_rules() -> None:
    match = Match(altered(rules_of_scopa, STACK_VERBS={"stock": "dig"}), AB, seed=1)
    seat = match.to_act[0]
    with pytest.raises(RulesError):
        match.explain(seat, picked(match, seat, "stock.0"))


@pytest.mark.parametrize("game", OUR_GAMES, ids=lambda game: game.NAME)
def test_stacks_stand_for_verbs_without_cards(game: Any) -> None:
    match = Match(game, game.SEATS[0], seed=1)
    for place, verb in getattr(game, "STACK_VERBS", {}).items():
        assert place in match.view(None).places
        assert not set(game.VERBS[verb].split()) & set(SLOTS)


def test_in_66_a_card_stands_for_itself_and_not_for_its_player() -> None:
    luck = Scripted(shuffles=[["1"] * 4 + ["2"] * 4 + ["9"]], picks=[0])
    match = Match("sixty_six", ["Ann", "Bea"], luck=luck)
    match.play(0, "deck")
    match.play(0, "discard")  # a 9: look at a card of somebody else
    one, other, *_ = match.view(0).pieces["hand:1"]
    assert match.explain(0, [one]) is None
    assert match.explain(0, [one, other]) is not None
