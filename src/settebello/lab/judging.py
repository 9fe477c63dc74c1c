"""What one decision was worth: all of it is made of the mind of the seat, and of the move.

`judge` looks at every decision of a match, and takes no longer than it has to: it only asks whether
another move may have been better by so much that a person would care. `look_closer` is for the few
that may have turned the match. It measures the loss anew, and looks for it where worlds are played
on in other ways than by the rule of thumb.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from random import Random
from typing import Any, NamedTuple

from settebello.bots.levels import MISTAKE, MISTAKES, settings_of
from settebello.bots.policy import policy_of
from settebello.bots.search.compare import Trials
from settebello.bots.search.others import Careless
from settebello.bots.search.second import look_again
from settebello.bots.search.think import MOST_MOVES
from settebello.bots.search.thought import mean_and_error, paired
from settebello.bots.search.walk import UniformWorlds
from settebello.cards import Seat
from settebello.game import Play
from settebello.mind import Mind
from settebello.sampling import NoWorld

SEED = 1  # the same for all, so that the same record has the same review
LEAST_LOSS = 0.03  # of the match, that a person would care about
SURE = 2.5  # standard errors from which a loss is no chance, as in a search
# Judging.
FIRST_BATCH = 12  # worlds for all moves; the next batches are twice as large each
MAY_BE = 2.0  # standard errors up to which another move may be better than it seems
BETTER = 2.0  # standard errors from which it seems better
ONE_WORLD = 0.3  # how much a single world could differ that has not come up yet
FEW = 2  # other moves that are kept as long as they may be better
FOR_CHANCE = 40  # worlds in which the move is tried in any case, for the plot, or half of all
# Looking closer.
SECOND_LOOKS = 3  # with trees of their own: what is learned in one is chance too
FOUND_AGAIN = 0.6  # of a loss is found in every look,
IN_ANY_CASE = 0.1  # or so much that it does not matter how large it is


class JudgedMove(NamedTuple):
    """What a move was worth, and the best one, by the chances to win the match.

    If `best` is the move itself, nothing seemed better. Else `chance` and `best_chance` are from
    the same new worlds, `loss` is what is between them, and `error` its standard error. `moves` are
    the best moves as the search saw them.
    """

    best: str
    chance: float
    best_chance: float
    loss: float
    error: float
    moves: list[dict[str, Any]]


class CloserLook(NamedTuple):
    """The same of a decision in more worlds.

    `second_loss` is the least that other looks found; None if there were none, because the loss may
    be chance.
    """

    chance: float
    best_chance: float
    loss: float
    error: float
    second_loss: float | None = None


def is_no_chance(loss: float, error: float) -> bool:
    """Whether a loss is larger than chance would make it, and large enough to speak of."""
    return loss >= LEAST_LOSS and loss > SURE * error


def is_found_again(loss: float, second_loss: float | None) -> bool:
    """Whether enough of a loss is there in whatever way worlds are played on."""
    return second_loss is not None and second_loss >= min(FOUND_AGAIN * loss, IN_ANY_CASE)


def models_of(mind: Mind, random: Callable[[], float], hurry: int = 1) -> list[Trials]:
    """The worlds of a mind as the policy plays them on, and as the `OTHERS` that it names do.

    A `hurry` of 2 halves the time in which likely worlds are looked for.
    """
    policy, usual = policy_of(mind.game), settings_of(mind.game, mind.seats)
    wanted = usual.with_worlds(usual.worlds)  # a copy
    wanted.burn_in //= hurry
    others = getattr(policy, "OTHERS", ())
    return [Trials(mind, policy, wanted, random, choose) for choose in (None, *others)]


def judge(mind: Mind, number: int, text: str, worlds: int) -> JudgedMove | None:
    """What a move of this text is worth to a seat that knows this; None if no world is found.

    All of it is made of the mind, of the move and of its `number` in the record. Each move is tried
    in at most so many `worlds`. Raises what the policy of the game and its rules raise.
    """
    made = mind.texts.index(text)
    try:
        random = random_of(mind, number)
        models = models_of(mind, random, hurry=2)
        search = Search(mind, models, made, usual_of(mind, models[0], random))
        search.run(worlds)
        best = search.best(settings_of(mind.game, mind.seats).margin)
        if best == made:
            mean = mean_and_error(search.rewards[made])[0]
            return JudgedMove(text, mean, mean, 0.0, 0.0, search.told(best))
        rewards = search.tried([best, made], worlds)
    except NoWorld:
        return None
    chances = [mean_and_error(won)[0] for won in rewards]
    loss, error = paired(*rewards)
    return JudgedMove(mind.texts[best], chances[1], chances[0], loss, error, search.told(best))


def usual_of(mind: Mind, trials: Trials, random: Callable[[], float]) -> int:
    """The number of the move that the policy would make; -1 without one."""
    if policy_of(mind.game) is None:
        return -1
    # Not of a likely world: there cards may have changed places with others of the same hand.
    world = UniformWorlds(mind, trials.rollouts, random).next()
    usual = trials.rollouts.choose(world.state, Seat(mind.seat), world.memory)
    return list(mind.plays).index(usual)


def random_of(mind: Mind, number: int) -> Callable[[], float]:
    """The numbers for all that is tried out at a decision."""
    return Random(f"{SEED} {number} {mind.seat}").random


class Search:
    """A search for a move that is better than the one that was made.

    All are tried in the same worlds. Dropped is what cannot be better by `LEAST_LOSS`, so a
    decision without a real choice takes few worlds.
    """

    def __init__(self, mind: Mind, models: Sequence[Trials], made: int, usual: int) -> None:
        self._mind, self._models, self._made, self._usual = mind, models, made, usual
        self._next = 0  # the model that the next world is taken from
        plays = mind.plays
        self.rewards: list[list[float]] = [[] for _ in plays]
        self._others = [other for other in range(len(plays)) if other != made]
        if self._usual >= 0 and len(plays) > MOST_MOVES:  # as in a search: too many to try out
            self._others = [other for other in self._others if other == self._usual]

    def run(self, worlds: int) -> None:
        """Try the moves in at most so many worlds."""
        batch, done = FIRST_BATCH, 0
        enough = min(worlds, max(FOR_CHANCE, worlds // 2))  # for the plot
        while done < worlds and (self._others or done < enough):
            now = min(batch, worlds - done) if self._others else enough - done
            moves = [self._made, *self._others]
            for move, won in zip(moves, self.tried(moves, now), strict=True):
                self.rewards[move] += won
            done, batch = done + now, done + now
            self._others = self._kept()

    def tried(self, moves: Sequence[int], worlds: int) -> list[list[float]]:
        """What each of these moves wins in so many new worlds, of all models in turn."""
        plays = [self._mind.plays[move] for move in moves]
        rewards: list[list[float]] = [[] for _ in plays]
        for _ in range(worlds):
            found = self._models[self._next].run(plays, 1)
            self._next = (self._next + 1) % len(self._models)
            for won, (reward,) in zip(rewards, found, strict=True):
                won.append(reward)
        return rewards

    def _kept(self) -> list[int]:
        """The others that may still be better by much: at most half of them, but a few in any case.

        The policy's move is among them if it may.
        """
        kept = {}
        for other in self._others:
            mean, error = self._difference(other)
            if mean + MAY_BE * error >= LEAST_LOSS:
                kept[other] = mean
        most = max(FEW, len(self._others) // 2)
        first = sorted(kept, key=lambda other: -kept[other])[:most]
        return [other for other in kept if other in first or other == self._usual]

    def _difference(self, other: int, than: int | None = None) -> tuple[float, float]:
        """By how much one move is better than another one, and the standard error of that."""
        against = self.rewards[self._made if than is None else than]
        mean, error = paired(self.rewards[other], against)
        return mean, max(error, ONE_WORLD / len(self.rewards[other]))

    def best(self, margin: float) -> int:
        """The move that seems best: the one that was made, unless another seems better.

        Of several, the policy's, unless one is better by so much that a person would care, and by
        `margin` standard errors.
        """
        better: list[tuple[float, int]] = []
        for other in self._others:
            mean, error = self._difference(other)
            if mean > BETTER * error:
                better.append((mean, -other))
        if not better:
            return self._made
        best = -max(better)[1]
        if best != self._usual and self._usual in [-other for _, other in better]:
            mean, error = self._difference(best, self._usual)
            if mean <= max(LEAST_LOSS, margin * error):
                best = self._usual
        return best

    def told(self, best: int) -> list[dict[str, Any]]:
        """The moves that were tried, the best one first, JSON-ready."""
        found = [(n, *mean_and_error(won), len(won)) for n, won in enumerate(self.rewards) if won]
        found.sort(key=lambda each: (each[0] != best, -each[1]))
        return [
            {"move": self._mind.texts[n], "chance": round(chance, 4), "error": round(error, 4),
             "tried": tried}
            for n, chance, error, tried in found
        ]  # fmt: skip


def look_closer(mind: Mind, number: int, text: str, best: str, worlds: int) -> CloserLook | None:
    """What lies between a move and a better one; None if no world is found.

    The loss is measured in so many new `worlds`. If it is more than chance, it is looked for in
    other ways; the first that does not find it is the last one.
    """
    random = random_of(mind, -number)
    plays = [mind.plays[mind.texts.index(each)] for each in (best, text)]
    try:
        models = models_of(mind, random)
        first = [model.run(plays, worlds) for model in models]
        rewards = [[won for found in first for won in found[play]] for play in range(2)]
        chances = [mean_and_error(won)[0] for won in rewards]
        loss, error = paired(*rewards)
        least = None
        if is_no_chance(loss, error):
            least = 1.0
            others = other_looks(mind, models[0], plays, random, worlds)
            for found in chain(first, others):
                least = min(least, paired(*found)[0])
                if not is_found_again(loss, least):
                    break
    except NoWorld:
        return None
    return CloserLook(chances[1], chances[0], loss, error, least)


def other_looks(
    mind: Mind, trials: Trials, plays: Sequence[Play], random: Callable[[], float], worlds: int
) -> Iterator[list[list[float]]]:
    """What the two plays win in worlds that are played on in other ways, the quickest first.

    By the policy with mistakes; and by all seats as they learn to play on better, with one tree for
    each play.
    """
    policy, wanted = policy_of(mind.game), settings_of(mind.game, mind.seats)
    if policy is not None:
        rate = MISTAKES.get(mind.game.NAME, MISTAKE)
        careless = Careless(mind.game, policy, rate).choose
        yield Trials(mind, policy, wanted, random, careless, trials).run(plays, worlds)
    for _ in range(SECOND_LOOKS):
        yield look_again(trials, Seat(mind.seat), plays, 2 * worlds, worlds)
