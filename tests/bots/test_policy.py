"""Policies are found by game, and remember what they are told of a match."""

from pathlib import Path
from random import Random as Generator
from typing import Any

import pytest

import toy_game
from settebello import Match
from settebello.bots import BotError, own_bot
from settebello.bots.policy import PolicyBot, PolicyPlayer, policy_bot, policy_of
from settebello.bots.turn import Turn
from settebello.cards import Seat
from settebello.dealing import Random
from settebello.game import Play
from settebello.games import OUR_GAMES, sixty_six
from settebello.lab.simulate import Simulation, SimulationPlan
from settebello.luck import Seeded
from settebello.registry import find_game


class Diary:
    """A memory: the round, and who has played since the deal."""

    def __init__(self, round_: int, seats: tuple[int, ...] = ()) -> None:
        self.round = round_
        self.seats = seats

    def clone(self) -> "Diary":
        return Diary(self.round, self.seats)


class Writer:
    """A policy that takes any legal play, and keeps a diary."""

    def begin(self, state: Any) -> Diary:
        return Diary(state.round)

    def notice(self, memory: Diary, state: Any, seat: Seat, play: Play) -> None:
        assert play in sixty_six.legal(state, seat)  # not applied yet
        memory.seats += (seat,)

    def choose(self, state: Any, seat: Seat, memory: Diary, random: Random) -> Play:
        plays = sixty_six.legal(state, seat)
        return plays[int(random() * len(plays))]


def play_on(state: Any, player: PolicyPlayer, luck: Seeded, random: Random, rounds: int) -> None:
    """Until so many rounds were dealt."""
    while state.round < rounds:
        if state.house is not None:
            sixty_six.settle(state, luck.draw(state.house), None)
            player.settled(state)
        else:
            seat = state.to_act[0]
            play = player.choose(state, seat, random)
            player.notice(state, seat, play)
            sixty_six.apply(state, seat, play, None)


def test_memory_begins_anew_with_every_deal_and_hears_of_every_play() -> None:
    state, player = sixty_six.setup({"variant": "standard"}, 3, None), PolicyPlayer(Writer())
    luck, random = Seeded(1), Generator(1).random
    play_on(state, player, luck, random, rounds=1)
    assert (player.memory.round, player.memory.seats) == (1, ())
    first = player.memory
    play_on(state, player, luck, random, rounds=2)
    assert len(first.seats) > 6
    assert set(first.seats) == {0, 1, 2}
    assert (player.memory.round, player.memory.seats) == (2, ())


def test_clone_remembers_by_itself() -> None:
    state, player = sixty_six.setup({"variant": "standard"}, 3, None), PolicyPlayer(Writer())
    play_on(state, player, Seeded(1), Generator(1).random, rounds=1)
    other = player.clone()
    play = other.choose(state, state.to_act[0], Generator(1).random)
    other.notice(state, state.to_act[0], play)
    other.settled(state)  # no new deal
    assert other.memory.seats == (state.to_act[0],)
    assert player.memory.seats == ()


def test_policy_without_a_memory_needs_none() -> None:
    class Forgetful:
        def choose(self, state: Any, seat: Seat, memory: None, random: Random) -> Play:
            assert memory is None
            return sixty_six.legal(state, seat)[0]

    state, player = sixty_six.setup({"variant": "standard"}, 3, None), PolicyPlayer(Forgetful())
    play_on(state, player, Seeded(1), Generator(1).random, rounds=2)
    assert player.clone().memory is None


def test_game_that_is_not_ours_has_no_policy() -> None:
    stranger: Any = toy_game
    assert policy_of(stranger) is None


def test_policy_that_fails_in_a_simulation_gets_a_sentence() -> None:
    class Broken:
        def choose(self, state: Any, seat: Seat, memory: None, random: Random) -> Play:
            raise KeyError("trump")

    plan = SimulationPlan("scopa", [policy_bot(Broken()), "random", "bot"])
    with pytest.raises(BotError, match=r"Match 0: The bot 'bot' failed: KeyError: 'trump'"):
        Simulation(plan).play(0)


def test_simulation_tells_policies_of_all_that_happens() -> None:
    class Witness(Writer):
        def choose(self, state: Any, seat: Seat, memory: Diary, random: Random) -> Play:
            assert memory.round == state.round
            played.append(len(memory.seats))
            return super().choose(state, seat, memory, random)

    played: list[int] = []
    witness = policy_bot(Witness())
    found = Simulation(SimulationPlan("sixty_six", [witness, "random", witness])).play(0)
    assert 0 in played or 1 in played  # it acted first, or after the seat that it did not play for
    assert max(played) > 6
    assert len(played) < found.moves


FILE_POLICY = """
def choose(state, seat, memory, random):
    return (0, 1) if state.bids[seat] is None else (10,)  # bid, pass
"""


@pytest.fixture
def pig(tmp_path: Path) -> Path:
    """A rules file with a policy beside it."""
    rules = tmp_path / "pig.py"
    rules.write_bytes(Path(toy_game.__file__).read_bytes())
    (tmp_path / "pig_bot.py").write_text(FILE_POLICY, "utf-8")
    return rules


def test_policy_beside_a_rules_file_is_the_games_own(pig: Path) -> None:
    game = find_game(str(pig))
    policy = policy_of(game)
    assert policy is not None
    assert policy is policy_of(game)  # it is loaded once
    bot = own_bot(game)
    assert isinstance(bot, PolicyBot)
    assert bot.policy is policy
    assert Simulation(SimulationPlan(game, ["bot"] * 3, options={"turns": 9})).play(0).moves > 3


def test_function_of_the_same_name_does_not_make_a_bot_a_policy(pig: Path) -> None:
    source = (
        "def choose(moves):\n    return moves[0]\ndef bot(turn):\n    return choose(turn.legal)\n"
    )
    pig.with_name("pig_bot.py").write_text(source, "utf-8")
    game = find_game(str(pig))
    assert policy_of(game) is None
    assert getattr(own_bot(game), "__name__", "") == "bot"


def test_play_of_a_strange_policy_that_is_not_legal_is_refused(pig: Path) -> None:
    pig.with_name("pig_bot.py").write_text(FILE_POLICY.replace("(10,)", "(7, 7)"), "utf-8")
    simulation = Simulation(SimulationPlan(str(pig), ["bot"] * 3))
    with pytest.raises(BotError, match=r"'bot' chose \(7, 7\), which is not legal now"):
        simulation.play(0)


BY_VIEW = [
    (game, seats)
    for game in OUR_GAMES
    if hasattr(policy_of(game), "by_view")
    for seats in game.SEATS
]


@pytest.mark.parametrize(("game", "seats"), BY_VIEW, ids=lambda part: getattr(part, "NAME", None))
def test_choice_by_a_view_is_that_on_the_state(game: Any, seats: int) -> None:
    policy: Any = policy_of(game)
    chance, match, player = Generator(seats), Match(game, seats, seed=seats), PolicyPlayer(policy)
    player.settled(match.moment().state)
    for _ in range(200):
        if match.over:
            break
        seat, state = match.to_act[0], match.moment().state
        moves = {move.play: move for move in match.legal(seat)}
        choice = player.choose(state, seat, Generator(1).random)
        assert policy.by_view(Turn.of(match, seat, Generator(1))).text == moves[choice].text
        if chance.random() < 0.15:
            choice = chance.choice([*moves])
        player.notice(state, seat, choice)
        match.play(seat, moves[choice])
        player.settled(match.moment().state)
