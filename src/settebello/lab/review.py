"""A look back at a match: what each decision was worth, by what its seat could know then.

A search is asked about every decision, on the mind of the seat alone, for the best move. The best
move and the move that was made are then tried in the same new worlds: what is between them is what
the decision has lost. From one decision to the next the chance to win changes too, by the cards,
the dice and the others: that is the luck. All of it adds up, from an even share to the result.

These worlds are played on by the game's rule of thumb, which may mislead. So before a loss is
called sure, both moves are looked at again where all seats may find better moves than that.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import sqrt
from random import Random
from typing import Any, NamedTuple

from settebello.bots import BotError
from settebello.bots.levels import settings_of
from settebello.bots.policy import policy_of
from settebello.bots.search import TREE, think
from settebello.bots.search.compare import compare
from settebello.bots.search.second import look_again
from settebello.bots.search.thought import mean_and_error, paired
from settebello.declared import teams_of
from settebello.game import Game, OptionValue, Play
from settebello.match import Match
from settebello.mind import Mind
from settebello.record import RecordedLuck
from settebello.registry import RulesError
from settebello.sampling import NoWorld
from settebello.words import at_table

FORMAT = 2  # of a review as JSON; before, nothing was looked at twice
WORLDS = 100  # for each decision, if nothing else is asked for
SEED = 1  # the same for all, so that the same record has the same review
SURE = 2.5  # standard errors from which a loss is no chance, as in a search
LEAST_LOSS = 0.005  # half a point in a hundred: less is nothing to speak of
ITERATIONS = 5  # of a search in a tree, for each world
SECOND_LOOKS = 4  # at a loss, each in trees of its own; all of them have to find it
LESSONS = 5  # of such a look, for each world
LARGEST_LOSSES = 3

Progress = Callable[[int, int], None]  # how many of how many moves are done


class ReviewedDecision(NamedTuple):
    """A move of a seat that had a choice, and the best one; chances are those to win the match.

    `move` is its number in the record, from 1. `chance` and `best_chance` are from the same worlds,
    `loss` is what is between them, and `error` is the standard error of the loss. `luck` is how
    much the chance had changed since the last decision of the seat. `moves` are the best moves as
    the search saw them, in worlds of its own. The labels say in words what a move does.

    `second_loss` is the least that second looks have found, less its standard error; None if there
    were none, because the loss may be chance.
    """

    move: int
    made: str
    label: str
    chance: float
    best: str
    best_label: str
    best_chance: float
    loss: float
    error: float
    luck: float
    moves: list[dict[str, Any]]
    second_loss: float | None = None

    @property
    def sure(self) -> bool:
        """Whether the loss is large enough to speak of, more than chance, and found twice.

        Each time worlds were played on in another way. It is no proof: both ways may be wrong.
        """
        second = self.second_loss
        found_again = second is not None and second >= LEAST_LOSS
        return found_again and is_no_chance(self.loss, self.error)


class SeatReview(NamedTuple):
    """All decisions of a seat.

    `even` is its share before anything is dealt, `result` what it has won at the end, from 0 to 1;
    None if the match has no end. `unclear` counts decisions for which no world was found.
    """

    seat: int
    player: str
    even: float
    result: float | None
    decisions: list[ReviewedDecision]
    unclear: int

    @property
    def skill(self) -> float:
        """How much the decisions moved the chance: less than 0, the best ones lose nothing."""
        return -sum(decision.loss for decision in self.decisions)

    @property
    def skill_error(self) -> float:
        """The standard error of `skill`."""
        return sqrt(sum(decision.error**2 for decision in self.decisions))

    @property
    def luck(self) -> float:
        """How much all else moved it: the cards, the dice and the others."""
        moved = sum(decision.luck for decision in self.decisions)
        last = self.decisions[-1].chance if self.decisions else self.even
        return moved if self.result is None else moved + self.result - last

    @property
    def end(self) -> float:
        """What the chance was at last: the result, or that after the last decision."""
        return self.even + self.luck + self.skill

    @property
    def as_searched(self) -> int:
        """How many decisions were those of the search."""
        return sum(decision.made == decision.best for decision in self.decisions)

    def largest_losses(self) -> list[ReviewedDecision]:
        """The decisions that surely lost most, at most three."""
        sure = [decision for decision in self.decisions if decision.sure]
        return sorted(sure, key=lambda decision: -decision.loss)[:LARGEST_LOSSES]

    def to_dict(self) -> dict[str, Any]:
        """The same, JSON-ready; docs/reference/review.md says what is in it."""
        return {
            "seat": self.seat,
            "player": self.player,
            "even": rounded(self.even),
            "end": rounded(self.end),
            "won": None if self.result is None else rounded(self.result),
            "luck": rounded(self.luck),
            "skill": rounded(self.skill),
            "skill_error": rounded(self.skill_error),
            "largest_losses": [decision.move for decision in self.largest_losses()],
            "unclear": self.unclear,
            "decisions": [
                {
                    "move": decision.move,
                    "made": decision.made,
                    "label": decision.label,
                    "chance": rounded(decision.chance),
                    "best": decision.best,
                    "best_label": decision.best_label,
                    "best_chance": rounded(decision.best_chance),
                    "loss": rounded(decision.loss),
                    "error": rounded(decision.error),
                    "second_loss": None
                    if decision.second_loss is None
                    else rounded(decision.second_loss),
                    "sure": decision.sure,
                    "luck": rounded(decision.luck),
                    "moves": decision.moves,
                }
                for decision in self.decisions
            ],
        }


class MatchReview(NamedTuple):
    """The review of a match; `seats` are those that were asked for.

    `by_policy` says that worlds were played on by the rule of thumb of the game; else it has none,
    and they were played on at random, which says less.
    """

    game: str
    rules: int
    options: Mapping[str, OptionValue]
    players: list[str]
    over: bool
    worlds: int
    by_policy: bool
    seats: list[SeatReview]

    def to_dict(self) -> dict[str, Any]:
        """The review, JSON-ready; docs/reference/review.md says what is in it."""
        return {
            "settebello_review": FORMAT,
            "game": self.game,
            "rules": self.rules,
            "options": dict(self.options),
            "players": self.players,
            "over": self.over,
            "worlds": self.worlds,
            "by_policy": self.by_policy,
            "seats": [seat.to_dict() for seat in self.seats],
        }


def rounded(chance: float) -> float:
    return round(chance, 4)


def is_no_chance(loss: float, error: float) -> bool:
    """Whether a loss is larger than chance would make it, and large enough to speak of."""
    return loss >= LEAST_LOSS and loss > SURE * error


def review(
    record: Mapping[str, Any],
    seat: int | None = None,
    *,
    game: Game | str | None = None,
    worlds: int = WORLDS,
    language: str = "en",
    progress: Progress | None = None,
) -> MatchReview:
    """Review the decisions of a seat, or of all seats, in the match of a record.

    `game` gives the rules of a game that is not installed. The same record and number of `worlds`
    give the same review. Raises ValueError if the record cannot be replayed, if there is no such
    seat, and if all seats of a match are asked for that may go on; BotError if the policy of the
    game fails; Rejection if its rules file has changed.
    """
    final = Match.replay(record, game=game)
    ended = final.over or "closed" in record
    if seat is None and not ended:
        raise ValueError(
            "The match is not over, so only one seat of it can be reviewed: say which."
        )
    final.view(seat)  # ValueError if there is no such seat
    seats = range(len(final.players)) if seat is None else [seat]
    again = Match.replay(record, game=final.game, upto=0)
    luck = RecordedLuck(record["luck"][again.drawn :])
    match = Match.replay(record, game=final.game, upto=0, luck=luck)
    reviewer = Reviewer(match, seats, worlds, language)
    moves = record["moves"]
    total = sum(who in seats for who, _ in moves)
    done = 0
    for number, (who, text) in enumerate(moves, start=1):
        if who in seats:
            reviewer.look(number, who, text)
            done += 1
            if progress is not None:
                progress(done, total)
        match.play(who, text)
    return MatchReview(
        match.game.NAME, match.game.VERSION, match.options, list(match.players), match.over,
        worlds, reviewer.policy is not None, reviewer.seats(),
    )  # fmt: skip


class JudgedMove(NamedTuple):
    """What a move was worth, and the best one: as in `ReviewedDecision`."""

    best: str
    chance: float
    best_chance: float
    loss: float
    error: float
    moves: list[dict[str, Any]]
    second_loss: float | None = None


def judge(mind: Mind, number: int, text: str, worlds: int) -> JudgedMove | None:
    """What a move of this text is worth to a seat that knows this; None if no world is found.

    All of it is made of the mind, of the move and of its `number` in the record. Raises what the
    policy of the game and its rules raise.
    """
    policy, wanted = policy_of(mind.game), settings_of(mind.game, mind.seats)
    many = worlds * ITERATIONS if wanted.kind == TREE else worlds
    random = Random(f"{SEED} {number} {mind.seat}").random
    try:
        thought = think(mind, policy, wanted.with_worlds(many), random)
        mine = thought.texts.index(text)
        asked = [thought.choice] if mine == thought.choice else [thought.choice, mine]
        plays = [thought.plays[move] for move in asked]
        rewards = compare(mind, policy, wanted.with_worlds(worlds), random, plays)
        loss, error = paired(rewards[0], rewards[-1])
        second = None
        if is_no_chance(loss, error):
            second = looked_again(mind, random, plays, worlds)
    except NoWorld:
        return None
    best, chance = mean_and_error(rewards[0])[0], mean_and_error(rewards[-1])[0]
    tried: Any = thought.to_dict()["moves"]
    moves = [move for move in tried if move["tried"]]
    return JudgedMove(thought.text, chance, best, loss, error, moves, second)


def looked_again(
    mind: Mind, random: Callable[[], float], plays: Sequence[Play], worlds: int
) -> float:
    """The least that second looks find between the first play and the second, less its error.

    What is learned in a look is chance too, so there are some. The first that finds nothing is the
    last one.
    """
    policy, wanted = policy_of(mind.game), settings_of(mind.game, mind.seats).with_worlds(worlds)
    least = 1.0
    for _ in range(SECOND_LOOKS):
        best, made = look_again(mind, policy, wanted, random, plays, worlds * LESSONS)
        loss, error = paired(best, made)
        least = min(least, loss - error)
        if least < LEAST_LOSS:
            break
    return least


class Reviewer:
    """Looks at the decisions of a match, one by one, while it is played again."""

    def __init__(self, match: Match, seats: Sequence[int], worlds: int, language: str) -> None:
        self._match = match
        self._language = language
        self.policy = policy_of(match.game)
        players = len(match.players)
        self._partners = {seat: [seat] for seat in range(players)}
        for team in teams_of(match.game, players):
            self._partners.update({seat: list(team) for seat in team})
        self._worlds = worlds
        self.decisions: dict[int, list[ReviewedDecision]] = {seat: [] for seat in seats}
        self._unclear = dict.fromkeys(seats, 0)

    def look(self, number: int, seat: int, text: str) -> None:
        """Judge the move that a seat is about to make, if it has a choice."""
        mind = self.mind(seat)
        if mind is None:
            return
        try:
            judged = judge(mind, number, self._match.find(seat, text).text, self._worlds)
        except RulesError:
            raise
        except Exception as error:
            if self.policy is None:
                raise
            name, why = self._match.game.NAME, f"{type(error).__name__}: {error}"
            raise BotError(f"The policy of {name} fails at move {number}: {why}.") from error
        self.note(number, seat, text, judged)

    def mind(self, seat: int) -> Mind | None:
        """What a seat knows that is about to move: see `judge`. None if it has no choice."""
        mind = self._match.mind(seat)
        return mind if len(mind.plays) > 1 else None

    def note(self, number: int, seat: int, text: str, judged: JudgedMove | None) -> None:
        """Keep what `judge` has said of the move that a seat is about to make."""
        if judged is None:
            self._unclear[seat] += 1
            return
        made, chosen = self._match.find(seat, text), self._match.find(seat, judged.best)
        before = self.decisions[seat]
        last = before[-1].chance if before else self._even(seat)
        labels = [self._label(move) for move in (made, chosen)]
        before.append(
            ReviewedDecision(
                number, made.text, labels[0], judged.chance, chosen.text, labels[1],
                judged.best_chance, judged.loss, judged.error, judged.best_chance - last,
                judged.moves, judged.second_loss,
            )
        )  # fmt: skip

    def _label(self, move: Any) -> str:
        match = self._match
        facts = match.facts()
        return at_table.labels(match.game, move, match.players, facts, self._language)[0]

    def _even(self, seat: int) -> float:
        return len(self._partners[seat]) / len(self._match.players)

    def seats(self) -> list[SeatReview]:
        """What was found, when the match has been played again."""
        match = self._match
        found: list[SeatReview] = []
        for seat, decisions in self.decisions.items():
            result = None
            if match.over:
                winners = match.winners
                ours = [winner for winner in winners if winner in self._partners[seat]]
                result = len(ours) / len(winners) if winners else 0.0
            even, unclear = self._even(seat), self._unclear[seat]
            found.append(SeatReview(seat, match.players[seat], even, result, decisions, unclear))
        return found
