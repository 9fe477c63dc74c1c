"""A look back at a match: what each decision was worth, by what its seat could know then.

Every decision is judged, on the mind of the seat alone: whether another move was better, and by how
much. That is what the decision has lost. From one decision to the next the chance to win changes
too, by the cards, the dice and the others: that is the luck. All of it adds up, from an even share
to the result.

Then the decisions that seem to have lost most are looked at more closely, until three of them are
sure, or none is left.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import sqrt
from typing import Any, NamedTuple

from settebello.bots import BotError
from settebello.bots.policy import policy_of
from settebello.declared import teams_of
from settebello.game import Game, OptionValue
from settebello.lab.judging import (
    LEAST_LOSS,
    CloserLook,
    JudgedMove,
    is_found_again,
    is_no_chance,
    judge,
    look_closer,
)
from settebello.match import Match
from settebello.mind import Mind
from settebello.record import RecordedLuck
from settebello.registry import RulesError
from settebello.words import at_table

FORMAT = 3  # of a review as JSON; before, smaller losses were named, on less evidence
WORLDS = 200  # for a decision, at most
FULL = 120  # moves of a match whose decisions get so many; in a longer one each gets fewer
LEAST_WORLDS = 24
LARGEST_LOSSES = 3
SUSPECTS = 10  # decisions that are looked at closely, at most

Progress = Callable[[int, int], None]  # how many of at most how many looks are done


class ReviewedDecision(NamedTuple):
    """A move of a seat that had a choice, and the best one; chances are those to win the match.

    `move` is its number in the record, from 1. `chance` and `best_chance` are from the same worlds,
    `loss` is what is between them, and `error` is the standard error of the loss. If the best move
    is the one that was made, nothing seemed better. `luck` is how much the chance had changed since
    the last decision of the seat. `moves` are the best moves as the search saw them, in worlds of
    its own. The labels say in words what a move does.

    `second_loss` is the least that other looks have found; None if there were none, because the
    loss may be chance or others are larger.
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
        """Whether the loss is large enough to care about, more than chance, and found in all looks.

        In each of them worlds were played on in another way. It is no proof: all may be wrong.
        """
        found_again = is_found_again(self.loss, self.second_loss)
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
        """For how many decisions nothing was found that seems better."""
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


def worlds_for(moves: int, worlds: int) -> int:
    """In how many worlds each decision is tried, of a match of so many moves.

    A long match is not to take longer than a short one, as far as that can be. All moves count: the
    more seats there are, the longer it takes to play a world on.
    """
    return max(min(LEAST_WORLDS, worlds), min(worlds, FULL * worlds // max(1, moves)))


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

    `game` gives the rules of a game that is not installed. Each decision is tried in at most so
    many `worlds`. The same record and number of worlds give the same review. Raises ValueError if
    the record cannot be replayed, if there is no such seat, and if all seats of a match are asked
    for that may go on; BotError if the policy of the game fails; Rejection if its rules file has
    changed.
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
    reviewer = Reviewer(match, seats, language)
    moves = record["moves"]
    total = sum(who in seats for who, _ in moves)
    share = worlds_for(len(moves), worlds)
    minds: dict[int, dict[int, Mind]] = {who: {} for who in seats}  # of the suspects

    def tell(done: int) -> None:
        if progress is not None:
            progress(done, total + SUSPECTS * len(seats))

    done = 0
    for number, (who, text) in enumerate(moves, start=1):
        if who in seats:
            mind = reviewer.mind(who)
            if mind is not None:
                reviewer.look(number, who, text, mind, share)
                known = {**minds[who], number: mind}
                minds[who] = {suspect: known[suspect] for suspect in reviewer.worst(who)}
            done += 1
            tell(done)
        match.play(who, text)
    for count, who in enumerate(seats, start=1):
        while (suspect := reviewer.suspect(who)) is not None:
            reviewer.look_closer(who, suspect, minds[who][suspect], worlds)
            done += 1
            tell(done)
        done = total + SUSPECTS * count  # fewer may have been enough
        tell(done)
    return MatchReview(
        match.game.NAME, match.game.VERSION, match.options, list(match.players), match.over,
        worlds, reviewer.policy is not None, reviewer.seats(),
    )  # fmt: skip


class Judgement(NamedTuple):
    """A decision as far as it was looked at, with the labels of its move and of the best one."""

    move: int
    made: str
    labels: tuple[str, str]
    judged: JudgedMove
    second_loss: float | None = None

    @property
    def may_turn(self) -> bool:
        """Whether the loss may be large enough to speak of, so that a closer look is worth it."""
        loss, error = self.judged.loss, self.judged.error
        return loss >= LEAST_LOSS / 2 and loss + error >= LEAST_LOSS


class Reviewer:
    """Looks at the decisions of a match, one by one, while it is played again.

    Then it says which of them are to be looked at more closely, and keeps what was found.
    """

    def __init__(self, match: Match, seats: Sequence[int], language: str) -> None:
        self._match = match
        self._language = language
        self.policy = policy_of(match.game)
        players = len(match.players)
        self._partners = {seat: [seat] for seat in range(players)}
        for team in teams_of(match.game, players):
            self._partners.update({seat: list(team) for seat in team})
        self._judged: dict[int, dict[int, Judgement]] = {seat: {} for seat in seats}
        self._suspects: dict[int, list[int]] = {}
        self._unclear = dict.fromkeys(seats, 0)

    # Every decision.

    def mind(self, seat: int) -> Mind | None:
        """What a seat knows that is about to move: see `judge`. None if it has no choice."""
        mind = self._match.mind(seat)
        return mind if len(mind.plays) > 1 else None

    def look(self, number: int, seat: int, text: str, mind: Mind, worlds: int) -> None:
        """Judge the move that a seat is about to make, by what it knows."""
        made = self._match.find(seat, text).text
        self.note(number, seat, text, self._by_policy(number, judge, mind, number, made, worlds))

    def note(self, number: int, seat: int, text: str, judged: JudgedMove | None) -> None:
        """Keep what `judge` has said of the move that a seat is about to make."""
        if judged is None:
            self._unclear[seat] += 1
            return
        made, chosen = self._match.find(seat, text), self._match.find(seat, judged.best)
        labels = (self._label(made), self._label(chosen))
        self._judged[seat][number] = Judgement(number, made.text, labels, judged)

    def worst(self, seat: int) -> list[int]:
        """The numbers of the decisions so far that may have cost most, the worst first."""
        found = [each for each in self._judged[seat].values() if each.may_turn]
        found.sort(key=lambda each: each.judged.error - each.judged.loss)
        return [each.move for each in found[:SUSPECTS]]

    # The largest losses.

    def suspect(self, seat: int) -> int | None:
        """The number of the decision to be looked at next; None if nothing more can be found.

        It is asked when all decisions of the seat are judged, and again after each closer look.
        """
        if seat not in self._suspects:
            self._suspects[seat] = self.worst(seat)
        enough = len(self._review_of(seat).largest_losses()) == LARGEST_LOSSES
        return None if enough or not self._suspects[seat] else self._suspects[seat][0]

    def question(self, seat: int, number: int) -> tuple[str, str]:
        """The texts of the move that was made, and of the one that seemed better."""
        found = self._judged[seat][number]
        return found.made, found.judged.best

    def look_closer(self, seat: int, number: int, mind: Mind, worlds: int) -> None:
        """Look at a suspect by what its seat knew."""
        asked = (mind, number, *self.question(seat, number), worlds)
        self.note_closer(seat, number, self._by_policy(number, look_closer, *asked))

    def note_closer(self, seat: int, number: int, found: CloserLook | None) -> None:
        """Keep what `look_closer` has said of a suspect.

        A loss that another look has not found does not count: then nothing was better.
        """
        self._suspects[seat].remove(number)
        if found is None:
            return
        before = self._judged[seat][number]
        best, best_chance, loss, error = before.judged.best, *found[1:4]
        labels = before.labels
        if found.second_loss is not None and not is_found_again(loss, found.second_loss):
            best, best_chance, loss, error = before.made, found.chance, 0.0, 0.0
            labels = (labels[0], labels[0])
        judged = JudgedMove(best, found.chance, best_chance, loss, error, before.judged.moves)
        self._judged[seat][number] = Judgement(
            number, before.made, labels, judged, found.second_loss
        )

    def _by_policy(self, number: int, look: Callable[..., Any], *asked: Any) -> Any:
        try:
            return look(*asked)
        except RulesError:
            raise
        except Exception as error:
            if self.policy is None:
                raise
            name, why = self._match.game.NAME, f"{type(error).__name__}: {error}"
            raise BotError(f"The policy of {name} fails at move {number}: {why}.") from error

    def _label(self, move: Any) -> str:
        match = self._match
        facts = match.facts()
        return at_table.labels(match.game, move, match.players, facts, self._language)[0]

    # What was found.

    def seats(self) -> list[SeatReview]:
        """What was found so far; all of it when the match has been played again."""
        return [self._review_of(seat) for seat in self._judged]

    def _review_of(self, seat: int) -> SeatReview:
        match, partners = self._match, self._partners[seat]
        result = None
        if match.over:
            winners = match.winners
            ours = [winner for winner in winners if winner in partners]
            result = len(ours) / len(winners) if winners else 0.0
        even = last = len(partners) / len(match.players)
        decisions: list[ReviewedDecision] = []
        for number, made, labels, judged, second in self._judged[seat].values():
            decisions.append(
                ReviewedDecision(
                    number, made, labels[0], judged.chance, judged.best, labels[1],
                    judged.best_chance, judged.loss, judged.error, judged.best_chance - last,
                    judged.moves, second,
                )
            )  # fmt: skip
            last = judged.chance
        player, unclear = match.players[seat], self._unclear[seat]
        return SeatReview(seat, player, even, result, decisions, unclear)
