"""A policy uses only what its seat may know, though it is given all faces and all tokens.

Each choice is made on the true state and in worlds of the seat's mind: other faces for the cards
that it has not seen, other tokens where cards left a hand held up, and a memory of how it came to
that. A fair policy makes the same choice in all of them.
"""

from collections.abc import Sequence
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from settebello import Match
from settebello.bots.policy import Policy, PolicyPlayer, follow, policy_of
from settebello.cards import Seat
from settebello.dealing import Random as Numbers
from settebello.game import Game, Options, Play
from settebello.games import (
    OUR_GAMES,
    briscola,
    go_fish,
    hearts,
    liars_dice,
    rummy,
    scopa,
    sixty_six,
)
from settebello.registry import find_game

SETTINGS: Sequence[tuple[str, int, Options]] = [
    ("rummy", 2, {"target": 40}),
    ("rummy", 4, {"target": 30, "reshuffle": True, "melds_per_turn": 0}),
    ("rummy", 6, {"target": 20, "lay_off_own_only": True}),
    ("scopa", 2, {"target": 5}),
    ("scopa", 3, {"target": 5, "primiera": True}),
    ("scopa", 6, {"target": 3, "sweep_on_last_card": False}),
    ("sixty_six", 2, {}),
    ("sixty_six", 3, {"variant": "draft"}),
    ("sixty_six", 5, {}),
    ("briscola", 2, {}),
    ("briscola", 4, {}),
    ("hearts", 4, {"target": 50}),
    ("hearts", 4, {"target": 20, "passing": False, "points_on_first_trick": True}),
    ("go_fish", 2, {}),
    ("go_fish", 4, {}),
    ("go_fish", 3, {"lucky_catch": False}),
    ("liars_dice", 3, {}),
    ("liars_dice", 5, {"dice": 2}),
    ("liars_dice", 4, {"wild_ones": False, "raising": "face"}),
    ("dice", 3, {}),
]
DECISIONS = 120  # that are looked at, of one match or several
FEW = {"go_fish": 12}  # where worlds take long to find
WORLDS = 3
WILD = 0.15  # how often a seat does not play by the policy, so that more positions come up


def unfair_choice(policy: Policy, name: str, seats: int, options: Options) -> str:
    """The first choice found that depends on what the seat does not know; "" if there is none."""
    chance = Random(f"{name} {seats}")
    checked = seed = 0
    wanted = FEW.get(name, DECISIONS)
    while checked < wanted:
        seed += 1
        match: Any = Match(name, seats, seed=seed, options=options)
        player = PolicyPlayer(policy)
        player.settled(match.moment().state)
        while match.to_act and checked < wanted:
            seat = match.to_act[0]
            texts = {move.play: move.text for move in match.legal(seat)}
            state = match.moment().state
            choice = player.choose(state, seat, Random(7).random)
            if len(texts) > 1 and chance.random() < 0.3:
                checked += 1
                mind = match.mind(seat)
                for faces in worlds_of(mind):
                    world, other = follow(policy, mind, faces)
                    chosen = other.choose(world, seat, Random(7).random)
                    text = mind.texts[list(mind.plays).index(chosen)]
                    if text != texts[choice]:
                        return f"seed {seed}, seat {seat}: {texts[choice]}, but elsewhere {text}"
            if chance.random() < WILD:
                choice = chance.choice([*texts])
            player.notice(state, seat, choice)
            match.play(seat, texts[choice])
            player.settled(match.moment().state)
    return ""


def worlds_of(mind: Any) -> list[list[int]]:
    """The faces of some worlds in which all would have gone as it did.

    Of a few tries: a mind of Go Fish does not keep all that was told of cards which have left a
    hand since, so that in some of its worlds a card would have been caught that was not.
    """
    drawn = [mind.faces(Random(number).random) for number in range(3 * WORLDS)]
    return [faces for faces in drawn if goes_as_it_did(mind, faces)][:WORLDS]


def goes_as_it_did(mind: Any, faces: list[int]) -> bool:
    """Whether all plays since the deal are legal in a world, one after the other."""
    state = mind.start(faces)
    for number, (seat, play) in enumerate(mind.steps):
        if seat >= 0 and (
            seat not in state.to_act or play not in list(mind.game.legal(state, seat))
        ):
            return False
        mind.step(state, number, faces)
    return True


@pytest.mark.parametrize(("name", "seats", "options"), SETTINGS)
def test_choice_is_the_same_in_all_worlds(name: str, seats: int, options: Options) -> None:
    policy = policy_of(find_game(name))
    assert policy is not None
    assert unfair_choice(policy, name, seats, options) == ""


@pytest.mark.parametrize("other", range(2))
def test_others_that_a_policy_names_are_as_fair(other: int) -> None:
    policy: Any = policy_of(liars_dice)
    begin, notice, choose = policy.begin, policy.notice, policy.OTHERS[other]
    named = SimpleNamespace(choose=choose, begin=begin, notice=notice)
    assert unfair_choice(named, "liars_dice", 3, {}) == ""


def test_every_policy_of_ours_is_tested() -> None:
    ours = {game.NAME for game in OUR_GAMES if policy_of(game) is not None}
    assert ours == {name for name, _, _ in SETTINGS}


# Cheaters are caught.


class Peeker:
    """It looks at the next card of the deck."""

    def choose(self, state: Any, seat: Seat, memory: None, random: Numbers) -> Play:
        plays: list[Play] = scopa.legal(state, seat)
        number: int = state.deck.faces[min(state.dealt, 39)] % len(plays)
        return plays[number]


class TokenReader:
    """It takes the discarded card if that was held since the deal, which its token says."""

    def choose(self, state: Any, seat: Seat, memory: None, random: Numbers) -> Play:
        if state.drawn:
            return rummy.legal(state, seat)[-1]
        dealt = state.discard[-1] < 7 * len(state.hands)
        return (rummy.PILE,) if dealt else (rummy.STOCK,)


class Sums:
    """It counts the cards of each seat as they are dealt, with the faces that nobody sees."""

    def __init__(self, sums: list[int]) -> None:
        self.sums = sums

    def clone(self) -> "Sums":
        return Sums(self.sums)


class Counter:
    """Its memory has the true sums in it."""

    def begin(self, state: Any) -> Sums:
        faces = state.deck.faces
        return Sums([sum(faces[card] for card in hand) for hand in state.hands])

    def notice(self, memory: Sums, state: Any, seat: Seat, play: Play) -> None:
        """There is nothing more to see."""

    def choose(self, state: Any, seat: Seat, memory: Sums, random: Numbers) -> Play:
        plays = sixty_six.legal(state, seat)
        stops = (sixty_six.STOP,) in plays and memory.sums[seat] == min(memory.sums)
        return (sixty_six.STOP,) if stops else plays[0]


class Neighbour:
    """It looks into the hand, or the cup, of the next player."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def choose(self, state: Any, seat: Seat, memory: None, random: Numbers) -> Play:
        plays = self.game.legal(state, seat)
        there = state.cups if self.game is liars_dice else state.hands
        seen: int = sum(state.deck.faces[token] for token in there[(seat + 1) % len(there)])
        return plays[seen % len(plays)]


@pytest.mark.parametrize(
    ("cheater", "name", "seats"),
    [
        (Peeker(), "scopa", 3),
        (TokenReader(), "rummy", 3),
        (Counter(), "sixty_six", 3),
        (Neighbour(briscola), "briscola", 2),
        (Neighbour(hearts), "hearts", 4),
        (Neighbour(go_fish), "go_fish", 3),
        (Neighbour(liars_dice), "liars_dice", 3),
    ],
    ids=["deck", "tokens", "memory", "briscola", "hearts", "go_fish", "liars_dice"],
)
def test_cheater_is_caught(cheater: Policy, name: str, seats: int) -> None:
    assert "but elsewhere" in unfair_choice(cheater, name, seats, {})
