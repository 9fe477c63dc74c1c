"""What a search would do in a person's seat."""

from __future__ import annotations

from time import monotonic

from settebello.bots import Turn, own_bot
from settebello.bots.levels import settings_of
from settebello.bots.policy import policy_of
from settebello.bots.search import Thought, think
from settebello.game import Game

HINT_SECONDS = 1.0  # then the rule of thumb's move is shown, with the chances so far
HINT_WORLDS = 120


def can_search(turn: Turn, game: Game) -> bool:
    """Whether a search is to be asked: there is something to choose.

    A game with a bot that is no policy is left to that bot: it knows more than random rollouts.
    """
    if len(turn.legal) < 2:
        return False
    return policy_of(game) is not None or own_bot(game) is None


def search_hint(turn: Turn, game: Game) -> Thought:
    """What the search finds in about a second, by what the seat knows.

    ValueError if the turn has no mind, and whatever a policy from elsewhere raises.
    """
    mind = turn.mind
    settings = settings_of(game, mind.seats).with_worlds(HINT_WORLDS)
    return think(mind, policy_of(game), settings, turn.random.random, monotonic() + HINT_SECONDS)
