"""What a seat could know of the cards that it had not seen: how often each may lie where.

Worlds are dealt that fit all that the seat was told, each with the same chance. What the others
did says more to somebody who knows how they play; that is not counted here.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from settebello.cards import Token
from settebello.mind import Mind
from settebello.sampling import NoWorld

SEED = 1  # the same for all, so that the same position has the same answer


def known(mind: Mind, worlds: int) -> dict[str, Any]:
    """For each place with cards that the seat has not seen, how many, and which they may be.

    JSON-ready: `worlds`, which is 0 if none was found, and `places`, each with its `place`, the
    number of such `cards`, and the `shares`: for each face, in how many of the worlds at least one
    such card has it, from 0 to 1, the likeliest first.
    """
    unseen = {card for group in mind.unseen for card in group}
    if not unseen:  # also in a game without cards
        return {"worlds": worlds, "places": []}
    random = Random(SEED).random
    game = mind.game
    found: dict[str, list[Token]] = {}
    shares: dict[str, Counter[int]] = {}
    dealt = 0
    try:
        for _ in range(worlds):
            faces = mind.faces(random)
            if not found:
                places = game.places(mind.state(faces))
                hidden = {place.name: [c for c in place.cards if c in unseen] for place in places}
                found = {name: cards for name, cards in hidden.items() if cards}
                shares = {name: Counter() for name in found}
            for name, cards in found.items():
                shares[name].update({faces[card] for card in cards})
            dealt += 1
    except NoWorld:
        return {"worlds": 0, "places": []}
    return {
        "worlds": dealt,
        "places": [
            {
                "place": name,
                "cards": len(cards),
                "shares": {
                    game.FACES[face]: round(times / dealt, 4)
                    for face, times in sorted(shares[name].items(), key=lambda s: (-s[1], s[0]))
                },
            }
            for name, cards in found.items()
        ],
    }
