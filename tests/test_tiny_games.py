"""The tiny games in tests/examples: each shows something that the contract can say."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from helpers import altered, play_random, play_texts, viewers, world_of
from settebello import IllegalMove, Match, Scripted
from settebello.cards import ALONE, NOBODY, Seat, Viewers
from settebello.declared import teams_of
from settebello.game import Game, Play, Tell, deck_of
from settebello.lab.check import check
from settebello.lab.playout import chooser, playout
from settebello.lab.simulate import SimulationPlan, simulate
from settebello.luck import Seeded
from settebello.notation import ranges_of
from settebello.registry import RulesError, find_game

HERE = Path(__file__).parent / "examples"
NAMES = ("bid", "cups", "partners", "request", "rounds", "secret", "trick")
HIDDEN = ["??", "??"]
PLAYERS = ["Ann", "Bea", "Cal", "Dan"]


def game_of(name: str) -> Game:
    return find_game(str(HERE / f"{name}.py"))


def match_of(name: str, **arguments: Any) -> Match:
    game = game_of(name)
    return Match(game, PLAYERS[: game.SEATS[0]], **arguments)


@pytest.mark.parametrize("name", NAMES)
def test_a_tiny_game_has_at_most_60_lines(name: str) -> None:
    assert len((HERE / f"{name}.py").read_text("utf-8").splitlines()) <= 60


@pytest.mark.parametrize("name", NAMES)
def test_whole_matches_are_played_and_replayed(name: str) -> None:
    game = game_of(name)
    for seats in game.SEATS:
        match = play_random(Match(game, PLAYERS[:seats], seed=seats), 1)
        again = Match.replay(match.record(), game=game)
        assert match.over
        assert match.winners
        for viewer in viewers(match):
            assert again.view(viewer).to_dict() == match.view(viewer).to_dict()
            assert again.notices(viewer) == match.notices(viewer)


@pytest.mark.parametrize("name", NAMES)
def test_matches_are_simulated(name: str) -> None:
    game, luck = game_of(name), Seeded(1)
    options = {option.name: option.default for option in game.OPTIONS}
    state = game.setup(options, game.SEATS[0], None)
    moves = playout(game, state, luck.draw, chooser(luck.random))
    assert 0 < moves <= game.bound(options, game.SEATS[0])
    summary = simulate(SimulationPlan(game, ["random"] * game.SEATS[0]), 10)
    assert sum(summary.wins) == pytest.approx(10)
    assert summary.low_wins == (name in ("cups", "trick"))
    assert [standing.seats for standing in summary.teams] == [*teams_of(game, game.SEATS[0])]


def dealt(deck: str) -> Scripted:
    return Scripted(shuffles=[deck.split()])


def told(match: Match, viewer: int | None) -> list[str]:
    """The sentences that a viewer was told, in English."""
    return [notice["text"] for notice in match.notices(viewer)]


# Dice in a cup.


def cups() -> Match:
    return match_of("cups", luck=Scripted(rolls=[2, 5, 2, 2, 1, 6]))


def test_dice_in_a_cup_are_seen_by_their_player_alone() -> None:
    match = cups()
    assert match.view(0).places == {"cup:0": ["2", "5"], "cup:1": HIDDEN, "cup:2": HIDDEN}
    assert match.view(1).places["cup:1"] == ["2", "2"]
    assert list(match.view(None).places.values()) == [HIDDEN] * 3
    assert match.record()["luck"] == ["2 5 2 2 1 6"]


def test_a_bid_is_a_number_and_a_rank_and_never_lower_than_the_last() -> None:
    match = cups()
    assert [str(move) for move in match.legal(0)[:2]] == ["bid 1 x 1", "bid 1 x 2"]
    assert len(match.legal(0)) == 36
    assert match.legal(0)[1].slots == (("n", 1), ("rank", "2"))
    match.play(0, "bid 2 x 5")
    assert [str(move) for move in match.legal(1)[:1]] == ["bid 2 x 6"]
    assert str(match.legal(1)[-1]) == "doubt"
    assert (match.facts(), match.view(2).to_dict()["count"]) == ({"count": 2, "rank": 5}, 2)
    with pytest.raises(IllegalMove):
        match.play(1, "bid 1 x 6")


def test_doubted_dice_are_opened_for_all() -> None:
    match = play_texts(cups(), "bid 3 x 2", "doubt")
    hands = [["2", "5"], ["2", "2"], ["1", "6"]]
    for viewer in viewers(match):
        assert [*match.view(viewer).places.values()] == hands
        assert match.notices(viewer)[-1]["hands"] == hands
    assert told(match, 0) == [
        "You bid 3 times 2.",
        "Bea doubts. All cups are opened: Ann: a two and a five; "
        "Bea: a two and a two; Cal: a one and a six. "
        "There are 3, and Bea loses.",
    ]
    assert (match.scores, match.winners) == ((0, 1, 0), (0, 2))
    assert match.notices(None, "it")[0]["text"] == "Ann dice 3 volte 2."


# Several rounds.


def test_each_round_has_dice_of_its_own() -> None:
    match = match_of("rounds", luck=Scripted(picks=[1], rolls=[2, 5, 6, 6, 1, 3]))
    assert match.to_act == (1,)
    assert match.view(1).places == {"cup:0": ["??"], "cup:1": ["5"]}
    play_texts(match, "yes", "yes")
    assert match.view(0).places == {"cup:0": ["1"], "cup:1": ["??"]}
    opened = "Both cups are opened: Ann: a six; Bea: a six. Points: Ann 0, Bea 2."
    assert told(match, 0)[-1] == opened
    play_texts(match, "no")
    assert (match.scores, match.winners) == ((1, 2), (1,))


# Partners.


def test_partners_see_each_other_and_win_together() -> None:
    luck = dealt("1D 2D 3D 4D 1C 2C 3C 4C 1S 2S 3S 4S 1B 2B 3B 4B")
    match = match_of("partners", luck=luck)
    view = match.view(0)
    assert view.to_dict()["teams"] == [[0, 2], [1, 3]]
    assert view.places["hand:2"] == ["1S", "2S", "3S", "4S"]
    assert view.places["hand:1"] == view.places["hand:3"] == ["??"] * 4
    assert match.view(None).places["hand:0"] == ["??"] * 4
    play_texts(match, "1D", "2C", "2S", "1B", "2D", "1C", "3S", "2B", "3D", "3C", "4S", "3B")
    assert match.scores == (4, 1, 4, 1)
    play_texts(match, "4D", "4C", "1S", "4B")
    assert match.winners == (0, 2)
    assert match.scores == (5, 2, 5, 2)
    worlds = [deck_of(world_of(match_of("partners", seed=1), 0, seed)).faces for seed in range(20)]
    assert len({faces[:4] + faces[8:12] for faces in worlds}) == 1
    assert len({faces[4:8] for faces in worlds}) > 10


# A request.


def test_a_request_tells_the_rank_and_what_follows_from_it() -> None:
    luck = dealt("1D 1D 2D 3D 4D 2D 2D 3D 4D 5D 1D 3D 4D 5D 5D")
    match = match_of("request", luck=luck)
    ask = match.legal(0)[0]
    assert (str(ask), ask.pieces) == ("ask 1 1", ())
    assert ask.slots == (("seat", 1), ("rank", "1"))
    assert [str(move) for move in match.legal(0)][3:5] == ["ask 1 4", "ask 2 1"]
    match.play(0, "ask 1 2")
    assert match.view(2).places["won:0"] == ["2D", "2D"]
    match.play(1, "ask 2 4")  # who holds a 4 themselves
    match.play(2, "ask 1 1")  # who has none
    assert told(match, None)[1:] == [
        "Bea asks Cal for 4s and gets the 4 of coins.",
        "Cal asks Bea for 1s and gets nothing.",
    ]
    for seed in range(40):
        world: Any = world_of(match, 0, seed)
        bea, cal = ([world.deck.faces[card] for card in world.hands[n]] for n in (1, 2))
        assert 3 in bea
        assert not {0, 1} & set(bea)
        assert 0 in cal
        assert 3 not in cal


# A bid.


def test_a_bid_has_a_range_and_a_private_fact_is_for_its_seat_alone() -> None:
    match = match_of("bid", luck=dealt("7D 5D 1D 10D"))
    assert ranges_of(match.game.VERBS["bid"]) == ((1, 40),)
    assert [move.slots for move in match.legal(0)] == [*[(("n", n),) for n in range(1, 41)], ()]
    assert [match.view(seat).private for seat in (0, 1, None)] == [{"yours": 12}, {"yours": 11}, {}]
    assert match.view(0).to_dict()["private"] == {"yours": 12}
    assert "private" not in match.view(None).to_dict()
    play_texts(match, "bid 12", "bid 20", "pass")
    assert (match.scores, match.winners) == ((0, 3), (1,))
    assert match.view(None).places["hand:1"] == ["1D", "10D"]


# A trick that waits.


def test_a_full_trick_is_looked_at_before_it_goes() -> None:
    luck = dealt("1D 4D 7D 2D 5D 8D 3D 6D 9D")
    match = play_texts(match_of("trick", luck=luck), "1D", "5D", "9D")
    notices = match.notices(None)
    assert [notice["event"] for notice in notices] == ["Laid", "Laid", "Laid", "Taken"]
    assert [notice.get("pause") for notice in notices] == [None, None, True, None]
    assert (match.to_act, match.scores) == ((2,), (0, 0, 1))
    assert match.view(0).places["pile"] == ["??"] * 3
    assert deck_of(world_of(match, 0, 1)).faces[0::4] == (0, 4, 8)  # what was seen is known
    play_texts(match, "6D", "7D", "8D", "2D", "3D", "4D")
    assert (match.scores, match.winners) == ((1, 1, 1), (0, 1, 2))


# A secret choice.


def test_all_are_told_who_has_chosen_and_nobody_what() -> None:
    match = match_of("secret", seed=1, options={"turns": 2})
    assert match.to_act == (0, 1, 2)
    match.play(1, "hide 4")
    assert match.view(1).facts["to_act"] == [0, 2]
    assert [match.view(viewer).places for viewer in (1, 0, None)] == [
        {"choice:1": ["4D"]},
        {"choice:1": ["??"]},
        {"choice:1": ["??"]},
    ]
    for viewer in (0, 2, None):
        assert match.notices(viewer) == [
            {"number": 1, "event": "Chosen", "seat": 1, "text": "Bea has chosen."}
        ]
    assert match.legal(1) == []
    match.play(2, "hide 4")
    match.play(0, "hide 3")
    opened = match.notices(None)[-1]
    assert opened["hands"] == [["3D"], ["4D"], ["4D"]]
    assert (opened["pause"], opened["scores"]) == (True, [3, 0, 0])
    assert match.view(0).places == {}
    match.play(2, "hide 1")  # the tokens begin anew
    assert match.view(2).pieces == {"choice:2": ["1.0"]}
    assert match.view(2).places == {"choice:2": ["1D"]}


def test_a_secret_choice_can_be_taken_back_until_another_move() -> None:
    match = match_of("secret", seed=1, options={"turns": 2})
    match.play(1, "hide 4")
    match.undo(1)
    assert (match.to_act, match.view(1).places) == ((0, 1, 2), {})
    match.play(1, "hide 2")
    match.play(2, "hide 5")
    assert [match.can_undo(seat) for seat in range(3)] == [False, False, True]
    match.play(0, "hide 1")  # all are opened
    assert not match.can_undo(0)
    match.play(0, "hide 3")
    assert match.can_undo(0)


def test_what_was_chosen_in_one_world_is_chosen_in_another() -> None:
    match = match_of("secret", seed=1)
    match.play(1, "hide 4")
    chosen = {world_of(match, 0, seed).deck.faces[0] for seed in range(60)}
    assert chosen == set(range(5))
    assert {world_of(match, 1, seed).deck.faces[0] for seed in range(9)} == {3}


@pytest.mark.parametrize("name", NAMES)
def test_the_check_is_green(name: str) -> None:
    lines = list(check(game_of(name), matches=6, worlds=60))
    assert [(line.name, line.finding) for line in lines if line.finding] == []
    assert lines[-1].name == "speed"


@pytest.mark.parametrize("shown_to", [NOBODY, ALONE[0]])
def test_an_event_names_only_cards_that_lie_in_a_place(shown_to: Viewers) -> None:
    secret: Any = game_of("secret")

    def apply(state: Any, seat: Seat, play: Play, tell: Tell | None) -> None:
        assert tell is not None
        state.deck = state.deck.sealed(0, among=range(5))
        tell("Opened", cards={"hands": [0]}, shown_to=shown_to)

    match = Match(altered(secret, apply=apply), 2)
    with pytest.raises(RulesError, match="names card 0, which lies in no place: tell of it before"):
        match.play(0, "hide 4")
    assert match.to_act == (0, 1)
