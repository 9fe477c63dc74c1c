"""How fast worlds are sampled: `make bench-worlds`; with `ARGS=--quick` for a first look.

In the middle of a match of each game with cards, `Match.sampler` is compared with the sampler that
was here before, which is kept below as a yardstick (as any file here, it is never compiled, so the
ratio that counts is that of the interpreted core; bench/results.md has the other one too).
Both take turns in many short repetitions, with the same kind of random numbers, measured in
processor time, and the best of each counts: a busy machine slows both, so look at the ratio.
"""

import argparse
import platform
import time
from collections.abc import Callable
from itertools import count
from typing import Any

from settebello import COMPILED, Match
from settebello.cards import EVERYBODY, Deck, Token
from settebello.game import VOID, Game, GameState, deck_of
from settebello.luck import Seeded
from settebello.sampling import Fact
from settebello.visibility import Knowledge, shuffle

SEED = 1
WORLDS = 20  # in one repetition

Deal = Callable[[Callable[[], float]], object]


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure how fast worlds are sampled.")
    parser.add_argument("--quick", action="store_true", help="few repetitions")
    repetitions = 5 if parser.parse_args().quick else 300
    version = f"{platform.python_implementation()} {platform.python_version()}"
    core = "compiled" if COMPILED else "interpreted"
    print(f"{version}, core {core}, one core, best of {repetitions} repetitions\n")
    print(f"{'worlds a second':32}{'before':>10}{'now':>10}{'ratio':>8}{'aim':>8}")
    for name, match in positions().items():
        compare(name, match, repetitions)


def positions() -> dict[str, Match]:
    """The matches that worlds are sampled of, each seen by a seat that is to act."""
    sixty_six = with_open_facts()
    return {
        "Scopa": in_the_middle(Match("scopa", 3, seed=SEED), 9),
        "Rummy": in_the_middle(Match("rummy", 3, seed=SEED), 20),
        f"66, {len(open_facts(sixty_six))} facts": sixty_six,
        "Scopa, a void in two suits": with_a_void(in_the_middle(Match("scopa", 2, seed=SEED), 4)),
    }


def in_the_middle(match: Match, moves: int) -> Match:
    """The match after so many random moves."""
    random = Seeded(SEED).random
    for _ in range(moves):
        seat = match.to_act[0]
        legal = match.legal(seat)
        match.play(seat, legal[int(random() * len(legal))])
    return match


def with_open_facts() -> Match:
    """66 at the first moment at which the seat to act has been told three open facts."""
    for seed in count(SEED):
        match, random = Match("sixty_six", 3, seed=seed), Seeded(seed).random
        while not match.over:
            seat = match.to_act[0]
            if len(open_facts(match)) == 3:
                return match
            legal = [move for move in match.legal(seat) if move.verb != "stop"]
            shows = [move for move in legal if move.verb == "show"]  # a claim, most often false
            choice = shows or legal
            match.play(seat, choice[int(random() * len(choice))])
    raise AssertionError  # count() has no end


def open_facts(match: Match) -> list[Fact]:
    """The facts about cards that the seat to act has not seen."""
    knowledge, viewer = match.moment().knowledge, match.to_act[0]
    seen = knowledge.seen[viewer]
    return [
        fact
        for fact in knowledge.facts
        if fact.viewers >> viewer & 1 and not all(seen >> card & 1 for card in fact.cards)
    ]


def with_a_void(match: Match) -> Match:
    """The match, with ten unseen cards that have no face of two suits."""
    moment, viewer = match.moment(), match.to_act[0]
    faces, seen = deck_of(moment.state).faces, moment.knowledge.seen[viewer]
    unseen = [card for card in range(40) if not seen >> card & 1 and faces[card] >= 20]
    cards = tuple([Token(card) for card in unseen[:10]])
    moment.knowledge.facts += (Fact(VOID, cards, tuple(range(20)), EVERYBODY),)
    return match


def compare(name: str, match: Match, repetitions: int) -> None:
    moment, viewer = match.moment(), match.to_act[0]
    sampler = moment.knowledge.sampler(match.game, moment.state, viewer)

    def before(random: Callable[[], float]) -> object:
        return old_world(moment.knowledge, match.game, moment.state, viewer, random)

    old, new = best_rates([before, sampler.world], repetitions)
    print(f"{name:32}{old:>10,.0f}{new:>10,.0f}{new / old:>8.1f}{'>= 2':>8}", flush=True)


def best_rates(ways: list[Deal], repetitions: int) -> list[float]:
    """Worlds a second by each way, taking turns."""
    best = [0.0] * len(ways)
    randoms = [Seeded(SEED).random for _ in ways]
    for _ in range(repetitions):
        for number, way in enumerate(ways):
            random = randoms[number]
            start = time.thread_time()
            for _ in range(WORLDS):
                way(random)
            best[number] = max(best[number], WORLDS / (time.thread_time() - start))
    return best


# The yardstick. Where worlds are rare it goes on from the true faces, which is why it had to go.


def old_world(
    knowledge: Knowledge, game: Game, state: GameState, viewer: int, random: Callable[[], float]
) -> GameState:
    deck = deck_of(state)
    new: Any = state.clone()
    new.deck = Deck(old_deal(knowledge, game, deck, viewer, random), deck.shuffles, deck.deal)
    return new  # type: ignore[no-any-return]


def old_deal(
    knowledge: Knowledge, game: Game, deck: Deck, viewer: int, random: Callable[[], float]
) -> list[int]:
    facts = [fact for fact in knowledge.facts if fact.viewers >> viewer & 1]
    unseen = [card for card in knowledge.lies if not knowledge.seen[viewer] >> card & 1]
    ends = (*deck.shuffles[1:], len(deck.faces))
    groups = [
        sorted(card for card in unseen if start <= card < end)
        for start, end in zip(deck.shuffles, ends[: len(deck.shuffles)], strict=True)
    ]
    for _ in range(100):
        faces = list(deck.faces)
        for group in groups:
            dealt = [faces[card] for card in group]
            shuffle(dealt, random)
            for card, face in zip(group, dealt, strict=True):
                faces[card] = face
        if all(fact.holds(game, faces) for fact in facts):
            return faces
    faces = list(deck.faces)
    for group in groups:
        for _ in range(20 * len(group)):
            one, other = (group[int(random() * len(group))] for _ in range(2))
            faces[one], faces[other] = faces[other], faces[one]
            if not all(fact.holds(game, faces) for fact in facts):
                faces[one], faces[other] = faces[other], faces[one]
    return faces


if __name__ == "__main__":
    main()
