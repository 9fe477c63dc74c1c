"""Search finds what is best in tiny games, and says how sure it is."""

import json
from itertools import permutations
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

import pytest

import keep_low
import two_tricks
from settebello import games
from settebello.bots.policy import policy_of
from settebello.bots.search import CAREFUL, TREE, SearchSettings, think
from settebello.bots.search.rollout import Generator, Rollouts
from settebello.bots.search.thought import mean_and_error, paired
from settebello.bots.search.walk import InferredWorlds
from settebello.cards import Seat
from settebello.game import Draw, Play
from settebello.luck import Scripted
from settebello.match import Match
from settebello.mind import Mind
from settebello.registry import check_options
from two_tricks import HighestFirst, Lowest

BOTH = [SearchSettings(CAREFUL, 300, margin=0.5), SearchSettings(TREE, 600)]
KINDS = ("careful", "tree")


def second_to_play(led: str = "4", other: str = "1", own: tuple[str, str] = ("5", "6")) -> Match:
    """A match in which seat 0 has led a card, and seat 1 has these."""
    match = Match(two_tricks, 2, luck=Scripted([[led, other, *own]]))
    match.play(0, led)
    return match


def exact(match: Match, text: str, rival: Any) -> float:
    """The chance of seat 1 to win by this move: the mean over all deals that it could be."""
    state: Any = match.moment().state
    seen = {card: state.deck.faces[card] for card in (0, 2, 3)}
    rest = [face for face in range(6) if face not in seen.values()]
    won = []
    for dealt in permutations(rest):
        world = state.clone()
        others = dict(zip((1, 4, 5), dealt, strict=True))
        world.deck = state.deck.refaced([(seen | others)[card] for card in range(6)])
        card = next(card for card in (2, 3) if two_tricks.FACES[seen[card]] == text)
        two_tricks.apply(world, Seat(1), (0, card), None)
        while world.to_act:
            seat = world.to_act[0]
            two_tricks.apply(world, seat, rival.choose(world, seat, None, None), None)
        winners = two_tricks.result(world).winners
        won.append((1 in winners) / len(winners))
    return sum(won) / len(won)


@pytest.mark.parametrize("settings", BOTH, ids=KINDS)
@pytest.mark.parametrize("own", [("5", "6"), ("2", "3"), ("3", "5"), ("1", "6")])
def test_the_chances_are_those_of_all_deals_together(
    settings: SearchSettings, own: tuple[str, str]
) -> None:
    match = second_to_play("4", "2" if "1" in own else "1", own)
    thought = think(match.mind(1), HighestFirst(), settings, Random(1).random)
    for text, chance, error, tried in zip(
        thought.texts, thought.chances, thought.errors, thought.tried, strict=True
    ):
        if tried >= 100:  # in the tree, bad moves are soon left alone
            assert chance == pytest.approx(exact(match, text, HighestFirst()), abs=0.02 + 3 * error)
    best = max(exact(match, text, HighestFirst()) for text in thought.texts)
    assert exact(match, thought.text, HighestFirst()) == best


@pytest.mark.parametrize("settings", BOTH, ids=KINDS)
@pytest.mark.parametrize("policy", [None, HighestFirst()], ids=["random", "policy"])
def test_a_forced_win_is_found(settings: SearchSettings, policy: Any) -> None:
    # The two takes the trick, and then the six takes the next one. The policy wastes the six.
    match = second_to_play("1", "3", ("2", "6"))
    thought = think(match.mind(1), policy, settings, Random(1).random)
    assert thought.text == "2"
    assert thought.policy_choice == (-1 if policy is None else thought.texts.index("6"))
    assert thought.chances[thought.choice] == (1.0 if policy else pytest.approx(1.0, abs=0.05))


@pytest.mark.parametrize("settings", BOTH, ids=KINDS)
def test_the_same_seed_gives_the_same_thought(settings: SearchSettings) -> None:
    match = second_to_play("4", "1", ("3", "5"))
    thoughts = [
        think(match.mind(1), Lowest(), settings, Random(seed).random).to_dict()
        for seed in (1, 1, 2)
    ]
    assert thoughts[0] == thoughts[1] != thoughts[2]


@pytest.mark.parametrize("kind", [CAREFUL, TREE])
@pytest.mark.parametrize("worlds", [1, 7, 40])
def test_no_more_worlds_than_the_budget_are_dealt(kind: str, worlds: int) -> None:
    match = second_to_play("4", "3", ("5", "6"))  # both moves win, so none is dropped
    thought = think(match.mind(1), None, SearchSettings(kind, worlds), Random(1).random)
    assert thought.worlds == worlds
    assert max(thought.tried) <= worlds


def test_the_only_move_is_made_at_once() -> None:
    match = second_to_play("4", "3", ("5", "6"))
    match.play(1, "5")
    match.play(1, "6")
    thought = think(match.mind(0), HighestFirst(), BOTH[0], Random(1).random)
    assert (thought.text, thought.worlds) == ("3", 0)


@pytest.mark.parametrize("settings", BOTH, ids=KINDS)
def test_late_means_the_policys_move(settings: SearchSettings) -> None:
    match = second_to_play("4", "3", ("2", "6"))
    random = Random(1).random
    thought = think(match.mind(1), Lowest(), settings, random, deadline=monotonic() - 1)
    assert (thought.text, thought.late, thought.worlds) == ("2", True, 0)


def test_the_policys_move_stays_unless_another_is_better_by_the_margin() -> None:
    # Both moves win surely, so the difference is nothing.
    match = second_to_play("4", "3", ("5", "6"))
    for policy, text in ((HighestFirst(), "6"), (Lowest(), "5")):
        thought = think(match.mind(1), policy, SearchSettings(margin=0.0), Random(1).random)
        assert thought.text == text


def worlds_of(mind: Any, factor: float, many: int = 300) -> list[int]:
    """The face of the leader's other card in many inferred worlds."""
    rollouts = Rollouts(mind.game, mind.options, mind.seats, HighestFirst())
    worlds = InferredWorlds(mind, rollouts, Random(1).random, factor, 20, 4)
    found = []
    for _ in range(many):
        state = worlds.next().state
        found.append(state.deck.faces[state.hands[0][0]])
    return found


def test_inference_prefers_deals_in_which_the_others_have_played_sensibly() -> None:
    # The leader has played the four, and would have played a five or a six first.
    mind = second_to_play("4", "1", ("2", "3")).mind(1)
    higher = [sum(face > 3 for face in worlds_of(mind, factor)) for factor in (0.999, 0.1, 0.001)]
    assert 160 < higher[0] < 240  # two of the three unseen cards are higher
    assert 20 < higher[1] < 85  # 0.1 * 2 / (0.1 * 2 + 1) of 300 are 50
    assert higher[2] < 10


def test_a_world_of_the_inference_is_a_whole_deal() -> None:
    mind = second_to_play("4", "1", ("2", "3")).mind(1)
    rollouts = Rollouts(mind.game, mind.options, mind.seats, HighestFirst())
    worlds = InferredWorlds(mind, rollouts, Random(1).random, 0.05, 20, 4)
    for _ in range(50):
        state = worlds.next().state
        assert sorted(state.deck.faces) == list(range(6))
        assert [state.deck.faces[card] for card in state.hands[1]] == [1, 2]
        assert mind.fits(list(state.deck.faces))


def test_inference_asks_when_a_card_came_into_a_mixed_hand() -> None:
    # The three went first, so it was the highest: the five, which went next, was drawn after that.
    # The card that is left was there from the beginning, and is lower than the three.
    for dealt in (["3", "1", "5"], ["1", "3", "5"], ["2", "3", "5"]):
        match = Match(keep_low, 2, luck=Scripted([dealt]))
        match.play(1, "discard 3")
        match.play(1, "discard 5")
        mind = match.mind(0)
        rollouts = Rollouts(keep_low, {}, 2, keep_low.DiscardHighest())
        worlds = InferredWorlds(mind, rollouts, Random(1).random, 0.001, 50, 6)
        left = []
        for _ in range(200):
            state = worlds.next().state
            assert sorted(state.deck.faces) == list(range(6))
            assert [state.deck.faces[card] for card in state.pile] == [2, 4]
            left.append(state.deck.faces[state.hand[0]])
        assert set(left) == {0, 1}
        assert 60 < left.count(0) < 140


def test_what_the_seat_has_taken_up_is_the_same_card_in_all_worlds_of_the_inference() -> None:
    # Seat 2 discarded its last unknown card, the 2 of clubs, and seat 0 has taken it up. Before
    # that another card left the same hand, so the two may not be exchanged.
    record = json.loads((Path(__file__).parent / "taken_up.json").read_text("utf-8"))
    mind = Mind.follow("rummy", record)
    assert "meld 2H 2D 2C" in mind.texts
    rollouts = Rollouts(mind.game, mind.options, mind.seats, policy_of(mind.game))
    worlds = InferredWorlds(mind, rollouts, Random(1).random, 0.05, 4, 4)
    for _ in range(100):
        assert mind.game.legal(worlds.next().state, Seat(0)) == mind.plays


def test_a_rollout_ends_where_all_cards_are_shuffled_again() -> None:
    options = {"rounds": 3}
    match = Match(two_tricks, 2, luck=Scripted([["6", "5", "1", "2"]]), options=options)
    rollouts = Rollouts(two_tricks, options, 2, HighestFirst())
    state: Any = match.moment().state.clone()
    rollouts.run(state, None)
    assert state.house is two_tricks.SHUFFLE
    assert state.deck.deal == 1
    ahead, behind = rollouts.rewards(state)
    assert ahead > 0.6
    assert ahead + behind == pytest.approx(1)
    state.rounds, state.house = 0, None
    assert rollouts.rewards(state) == [1.0, 0.0]  # the match is over


def test_few_points_are_good_where_they_win(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(two_tricks, "LOW_WINS", True, raising=False)
    rollouts = Rollouts(two_tricks, {"rounds": 5}, 2, HighestFirst())
    state: Any = two_tricks.setup({"rounds": 5}, 2, None)
    state.scores = [0, 2]
    assert rollouts.rewards(state)[0] > 0.5


def test_partners_share_what_they_win(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(two_tricks, "TEAMS", {2: ((0, 1),)}, raising=False)
    rollouts = Rollouts(two_tricks, {"rounds": 1}, 2, HighestFirst())
    state: Any = two_tricks.setup({"rounds": 1}, 2, None)
    state.house, state.scores = None, [2, 0]
    assert rollouts.rewards(state) == [1.0, 1.0]


def test_the_generator_draws_whatever_the_house_may_want() -> None:
    generator = Generator(1)
    first = [generator.random() for _ in range(3)]
    generator.seed(1)
    assert [generator.random() for _ in range(3)] == first
    assert sorted(generator.draw(Draw.seats("order", 5))) == [0, 1, 2, 3, 4]
    assert generator.draw(Draw.one_of("starter", [3, 4]))[0] in (0, 1)
    rolled = generator.draw(Draw.dice("cups", 50, [2, 4]))
    assert len(rolled) == 50
    assert set(rolled) == {2, 4}
    numbers = [generator.random() for _ in range(2000)]
    assert 0.47 < sum(numbers) / 2000 < 0.53
    assert 0 < min(numbers) < max(numbers) < 1


def test_means_and_errors() -> None:
    assert mean_and_error([]) == (0.0, 0.0)
    assert mean_and_error([0.5]) == (0.5, 0.0)
    mean, error = mean_and_error([0.0, 1.0, 0.0, 1.0])
    assert mean == 0.5
    assert error == pytest.approx((1 / 3) ** 0.5 / 2)
    assert paired([1.0, 1.0, 0.0], [0.0, 0.0]) == (1.0, 0.0)


def test_a_search_is_of_a_kind_that_there_is() -> None:
    with pytest.raises(ValueError, match="not 'deep'"):
        SearchSettings("deep")


class Forgetful:
    """A policy that counts the moves of the deal, and plays the highest card at even ones."""

    def begin(self, state: Any) -> "Count":
        return Count(0)

    def notice(self, memory: "Count", state: Any, seat: Seat, play: Play) -> None:
        memory.moves += 1

    def choose(self, state: Any, seat: Seat, memory: "Count", random: Any) -> Play:
        assert memory.moves == 4 - sum(map(len, state.hands))
        return HighestFirst().choose(state, seat, None, None)


class Count:
    def __init__(self, moves: int) -> None:
        self.moves = moves

    def clone(self) -> "Count":
        return Count(self.moves)


@pytest.mark.parametrize("factor", [0.0, 0.05], ids=["uniform", "inferred"])
@pytest.mark.parametrize("kind", [CAREFUL, TREE])
def test_a_policy_remembers_what_was_played_in_every_world(kind: str, factor: float) -> None:
    settings = SearchSettings(kind, 30, factor=factor, burn_in=5)
    thought = think(second_to_play().mind(1), Forgetful(), settings, Random(1).random)
    assert thought.worlds == 30


@pytest.mark.parametrize(("name", "seats"), [("scopa", 2), ("scopa", 3), ("liars_dice", 2)])
def test_a_lead_is_never_worth_less_later_in_a_match(name: str, seats: int) -> None:
    game = games()[name]
    rollouts = Rollouts(game, check_options(game, {}), seats, policy_of(game))
    spreads = [rollouts.spread([lead, *[0] * (seats - 1)]) for lead in range(30)]
    assert spreads == sorted(spreads, reverse=True)


def test_two_points_ahead_after_a_round_of_scopa_are_no_victory() -> None:
    game = games()["scopa"]
    rollouts = Rollouts(game, check_options(game, {}), 2, policy_of(game))
    ahead = rollouts._shares([3, 1], rollouts.spread([3, 1]))[0]
    # In 3,000 matches between policies the leader won 69 of 100 of those.
    assert 0.55 < ahead < 0.75
