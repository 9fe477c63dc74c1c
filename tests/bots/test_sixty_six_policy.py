"""The policy of 66: what it remembers is what the rules show, and how it plays."""

from random import Random
from typing import Any

import pytest

from settebello import Match
from settebello.bots import sixty_six as policy
from settebello.bots.policy import PolicyPlayer
from settebello.games import sixty_six


@pytest.mark.parametrize("variant", ["standard", "draft"])
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_memory_has_what_each_seat_was_shown(variant: str, seats: int) -> None:
    verbs = set()
    for seed in range(3):
        match = Match("sixty_six", seats, seed=seed, options={"variant": variant})
        random, player = Random(seed), PolicyPlayer(policy)
        player.settled(match.moment().state)
        for _ in range(120):
            seat = match.to_act[0]
            state: Any = match.moment().state
            if state.phase != sixty_six.FINISHED:  # then all hands are open
                assert player.memory.seen == match.moment().knowledge.seen[:seats]
            choice = player.choose(state, seat, random.random)
            moves = {move.play: move for move in match.legal(seat)}
            assert choice in moves
            legal = [move for move in moves.values() if move.verb != "stop"]
            verb = random.choice(sorted({move.verb for move in legal}))
            move = random.choice([move for move in legal if move.verb == verb])
            verbs.add(verb)
            player.notice(state, seat, move.play)
            match.play(seat, move)
            player.settled(match.moment().state)
    assert {"own", "show", "other", "replace" if variant == "draft" else "pile"} <= verbs
