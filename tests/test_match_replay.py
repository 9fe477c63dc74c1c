"""One match: its record, replays and rematches, and what is taken back."""

import json

import pytest

import toy_game
from helpers import play_random, play_texts, snapshot
from match_scenes import ABC, dice_match, scopa_match, texts, toy_match
from settebello import IllegalMove, Match, Scripted
from settebello.game import Draw
from settebello.games import scopa
from settebello.luck import Seeded

# Records, replays and rematches.


@pytest.mark.parametrize("moves", [0, 1, 7, 30, None])
@pytest.mark.parametrize("game", ["dice", "scopa"])
def test_a_match_replays_at_any_point_and_goes_on(game: str, moves: int | None) -> None:
    match = play_random(Match(game, 3, seed=9), 9, moves)
    again = Match.replay(json.loads(json.dumps(match.record())))
    assert snapshot(again) == snapshot(match)
    play_random(again, 1)
    assert again.over
    assert again.record()["moves"][: len(match.record()["moves"])] == match.record()["moves"]


def test_a_replay_goes_on_with_the_luck_it_is_given() -> None:
    match = dice_match(4)
    match.play(0, "throw")
    again = Match.replay(match.record(), luck=Scripted(rolls=[3]))
    again.play(1, "throw")
    assert again.scores == (2, 3, 0)


def test_a_replay_stops_after_so_many_moves() -> None:
    match = play_random(Match("scopa", 3, seed=4), 4, 20)
    record = match.record()
    for moves in (0, 1, 13, 20, 99):
        part = Match.replay(record, upto=moves)
        assert part.record()["moves"] == record["moves"][:moves]
    assert snapshot(Match.replay(record, upto=20)) == snapshot(match)


def test_a_record_of_a_game_that_is_not_installed_replays_with_its_rules() -> None:
    match = play_random(Match(toy_game, 3, seed=4), 4)
    assert snapshot(Match.replay(match.record(), game=toy_game)) == snapshot(match)
    with pytest.raises(ValueError, match="There is no game 'magpie'"):
        Match.replay(match.record())
    with pytest.raises(ValueError, match="This is a record of 'magpie', not of 'dice'"):
        Match.replay(match.record(), game="dice")


def test_a_rematch_has_the_same_players_and_options_and_starts_afresh() -> None:
    match = play_random(Match("scopa", ABC, seed=4, options={"target": 3}), 4)
    new = match.rematch()
    assert (new.players, new.options, new.over) == (match.players, match.options, False)
    assert (new.scores, new.record()["moves"]) == ((0, 0, 0), [])
    assert new.record()["luck"] != match.record()["luck"][:2]
    assert match.over  # the old one stays as it was


def test_a_rematch_needs_no_luck_that_the_rules_do_not_ask_for() -> None:
    match = dice_match(4, 3, turns=2)
    play_texts(match, "throw", "throw")
    assert match.over
    new = match.rematch()
    assert new.record()["luck"] == []
    assert new.view(0).facts["order"] == [2, 0, 1]  # 0 points, then 2, then 3


@pytest.mark.parametrize(("game", "once"), [("scopa", 1_000), ("rummy", 10_000)])
def test_a_target_of_once_is_played_on_and_not_begun_any_more(game: str, once: int) -> None:
    with pytest.raises(ValueError, match=f"The option 'target' is 1 to {once // 10:,}, not"):
        Match(game, ABC, seed=1, options={"target": once})
    begun = play_random(Match(game, ABC, seed=1), 1, moves=5)
    record = begun.record()
    record["options"]["target"] = once
    match = Match.replay(record)
    assert match.options["target"] == once
    assert match.record() == record
    play_random(match, 1, moves=5)
    record["options"]["target"] = once + 1
    with pytest.raises(ValueError, match="target"):
        Match.replay(record)


def test_a_match_with_a_target_of_once_has_a_rematch() -> None:
    record = Match("scopa", ABC, seed=1).record()
    record["options"]["target"] = 101
    match = play_random(Match.replay(record, luck=Seeded(1)), 1)
    assert match.over
    assert match.rematch().options["target"] == 101


def test_the_record_of_a_rematch_stands_alone() -> None:
    new = play_random(play_random(Match("dice", 3, seed=4), 4).rematch(), 5)
    assert snapshot(Match.replay(json.loads(json.dumps(new.record())))) == snapshot(new)


def test_a_rematch_never_goes_on_with_the_generator_of_the_match() -> None:
    def first_deck(match: Match) -> str:
        return str(match.record()["luck"][1])

    match = play_random(Match("scopa", 3, seed=4), 4)
    one, same = match.rematch(), play_random(Match("scopa", 3, seed=4), 4).rematch()
    assert first_deck(one) == first_deck(same)  # the same seed, all the way
    going_on = match._luck.draw(Draw.cards("deck", range(40)), ())
    assert first_deck(one) != " ".join(scopa.FACES[face] for face in going_on)


def test_a_scripted_rematch_goes_on_with_the_script() -> None:
    luck = Scripted(shuffles=[[], [0, 2, 1]], rolls=[3] * 4)
    match = Match("dice", ABC, luck=luck, options={"turns": 1})
    match.play(0, "throw")
    new = match.rematch()
    new.play(1, "throw")
    assert new.scores == (0, 3, 0)
    assert luck.draw(Draw.seats("order", 3)) == (0, 2, 1)  # the order was not drawn


def test_a_rematch_before_the_end_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^A rematch can begin when the match is over\.$"):
        dice_match().rematch()


# Taking back.


def test_a_skip_can_be_taken_back_by_its_mover_only() -> None:
    match = dice_match()
    before = snapshot(match)
    match.play(0, "skip")
    assert [match.can_undo(seat) for seat in range(3)] == [True, False, False]
    for seat in (1, 2):
        with pytest.raises(IllegalMove, match="no move of yours that can be taken") as caught:
            match.undo(seat)
        assert caught.value.code == "nothing-to-undo"
    match.undo(0)
    assert snapshot(match) == before
    assert not match.can_undo(0)


def test_moves_are_taken_back_one_by_one_from_the_last() -> None:
    match = dice_match()
    moments = []
    for seat in range(3):
        moments.append(snapshot(match))
        match.play(seat, "skip")
    for seat in (2, 1, 0):
        assert [match.can_undo(other) for other in range(3)] == [
            other == seat for other in range(3)
        ]
        match.undo(seat)
        assert snapshot(match) == moments[seat]


def test_a_throw_cannot_be_taken_back_nor_what_came_before_it() -> None:
    match = dice_match(4)
    match.play(0, "skip")
    match.play(1, "throw")
    assert not any(match.can_undo(seat) for seat in range(3))
    before = snapshot(match)
    with pytest.raises(IllegalMove):
        match.undo(1)
    assert snapshot(match) == before


def test_an_answer_can_be_taken_back_to_the_question() -> None:
    match = dice_match(1, 6)
    match.play(0, "throw")
    match.play(0, "keep")
    match.undo(0)
    assert texts(match, 0) == ["reroll", "keep"]
    match.play(0, "reroll")
    assert match.scores == (6, 0, 0)


def test_a_card_of_scopa_cannot_be_taken_back() -> None:
    match = scopa_match()
    match.play(0, "7D x 3S 4B")
    assert not match.can_undo(0)


@pytest.mark.parametrize(
    ("move", "possible"),
    [
        ("pass", True),
        ("draw pile", True),  # everybody had seen it
        ("bury A", True),  # nobody has seen anything new
        ("draw stock", False),
        ("discard A", False),
        ("lay A", False),
        ("peek 0", False),
        ("compare 0 1", False),
        ("steal 0 from 1", False),
        ("stir", False),
    ],
)
def test_a_move_can_be_taken_back_while_nobody_has_learned_anything(
    move: str, possible: bool
) -> None:
    match = toy_match("A B C D E E D C B A")
    play_texts(match, "bid 0", "bid 0", "bury B", "discard C", move)
    assert match.can_undo(0) == possible


def test_nothing_can_be_taken_back_before_the_first_move() -> None:
    with pytest.raises(IllegalMove):
        dice_match().undo(0)
