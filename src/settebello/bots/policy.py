"""Policies: rules of thumb on raw states, fast enough for search to play thousands of matches.

A policy is a module, or any object, with a function `choose`. It gets a raw state, with a face for
every card: a world that search has dealt, or the truth. It may use only what its seat may know, so
its choice is the same in all worlds that the seat cannot tell apart; tests/bots/test_fair_policies
holds every policy of ours to that. Ties are broken by faces, never by tokens or by where a card
lies in a hand that is mixed.

What a state does not say, such as the cards that a seat was shown once, is in a memory: a policy
that needs one has the functions `begin` and `notice` as well.
"""

from __future__ import annotations

from inspect import signature
from random import Random as Generator
from typing import Any, Protocol, Self

from settebello.bots import (
    briscola,
    dice,
    go_fish,
    hearts,
    liars_dice,
    rummy,
    scopa,
    sixty_six,
)
from settebello.bots.files import file_beside, module_of
from settebello.bots.turn import Bot, Turn
from settebello.cards import Seat
from settebello.dealing import Random
from settebello.game import Game, GameState, Move, Play, deck_of
from settebello.games import OLDER_RULES, OUR_GAMES


class PolicyMemory(Protocol):
    """What all seats can remember of a deal, each for itself."""

    def clone(self) -> Self:
        """An independent copy."""


class Policy(Protocol):
    """What `choose` does is in the module's docstring. These two are there if it remembers:

    `begin(state) -> PolicyMemory` is called right after a deal: what everybody remembers then.
    `notice(memory, state, seat, play) -> None` is called before each play is applied, also for the
    plays of others; it changes the memory.

    `OTHERS` may have more functions like `choose`: people who play otherwise, where the best move
    depends on that. They remember the same. Reviews ask them too.

    `by_view(turn) -> Move` may make the same choice by what a turn shows, for a seat far from its
    match.
    """

    def choose(self, state: Any, seat: Seat, memory: Any, random: Random) -> Play:
        """One of `game.legal(state, seat)`. `random` is a function such as `Random(1).random`."""


OUR_POLICIES: dict[str, Any] = {
    "dice": dice,
    "scopa": scopa,
    "sixty_six": sixty_six,
    "rummy": rummy,
    "briscola": briscola,
    "hearts": hearts,
    "liars_dice": liars_dice,
    "go_fish": go_fish,
}


def policy_of(game: Game) -> Policy | None:
    """The policy of a game: ours, or the one in the file beside its rules; None if it has none.

    Raises BotError if that file cannot be loaded.
    """
    if game in OUR_GAMES or game in OLDER_RULES:
        ours: Policy | None = OUR_POLICIES.get(game.NAME)
        return ours
    beside = file_beside(game)
    return None if beside is None else policy_in(module_of(beside, beside.stat().st_mtime_ns))


def policy_in(module: Any) -> Policy | None:
    """The module of a file, if it is a policy: it has a `choose` that takes what a policy takes."""
    chooses = getattr(module, "choose", None)
    if not callable(chooses) or len(signature(chooses).parameters) != 4:
        return None
    found: Policy = module
    return found


class PolicyPlayer:
    """A policy with what it remembers of one match, asked on the raw states of that match.

    It has to be told of every draw of the house after it is settled, and of every play before it
    is applied. All seats that play by the same policy can share one player.
    """

    __slots__ = ("_deal", "memory", "ours", "policy", "remembers")

    def __init__(self, policy: Policy) -> None:
        self.policy: Any = policy
        self.ours = policy in OUR_POLICIES.values()  # then all that it plays is legal
        self.remembers = hasattr(policy, "begin")
        self.memory: Any = None
        self._deal = 0

    def begin(self, state: GameState) -> None:
        """Remember what everybody knows right after a deal, and nothing else."""
        if self.remembers:
            self._deal = deck_of(state).deal
            self.memory = self.policy.begin(state)

    def settled(self, state: GameState) -> None:
        """The house has drawn: if it dealt the cards anew, a new memory begins."""
        if self.remembers and deck_of(state).deal != self._deal:
            self.begin(state)

    def notice(self, state: GameState, seat: Seat, play: Play) -> None:
        """A seat is about to make this play."""
        if self.remembers:
            self.policy.notice(self.memory, state, seat, play)

    def choose(self, state: GameState, seat: Seat, random: Random) -> Play:
        """The legal play that the policy makes for this seat."""
        found: Play = self.policy.choose(state, seat, self.memory, random)
        return found

    def clone(self) -> PolicyPlayer:
        """An independent copy in the same position."""
        new = PolicyPlayer(self.policy)
        new._deal = self._deal
        new.memory = None if self.memory is None else self.memory.clone()
        return new


def follow(policy: Policy, mind: Any, faces: list[int]) -> tuple[Any, PolicyPlayer]:
    """The state of a mind in the world with these faces, and a player who remembers the deal."""
    player = PolicyPlayer(policy)
    if not player.remembers:
        return mind.state(faces), player
    state = mind.start(faces)
    player.begin(state)
    for number, (seat, play) in enumerate(mind.steps):
        if seat >= 0:  # not the house
            player.notice(state, seat, play)
        mind.step(state, number, faces)
    return state, player


class PolicyBot:
    """A bot that plays by a policy, with what a turn has: its view and notices, or its mind.

    A policy with `by_view` is asked by that: it costs less than a mind, and is there for a turn
    far from the match without asking the server.
    """

    def __init__(self, policy: Policy) -> None:
        self.policy = policy
        self._by_view: Any = getattr(policy, "by_view", None)

    def __call__(self, turn: Turn) -> Move:
        if self._by_view is not None:
            asked: Move = self._by_view(turn)
            return asked
        mind = turn.mind
        # Any world does: the choice is the same in all of them. So its seed is fixed, and the
        # bot's own numbers are left for the choice, as where it is asked on the true state.
        state, player = follow(self.policy, mind, mind.faces(Generator(1).random))
        play = player.choose(state, turn.seat, turn.random.random)
        move = turn.find(mind.texts[list(mind.plays).index(play)])
        assert move is not None
        return move


def policy_bot(policy: Policy) -> Bot:
    """The bot that plays by a policy, in any match."""
    return PolicyBot(policy)
