"""Tournaments: bots against a table of the first of them, on duplicate deals.

A deal has one seed. It is played once by the first bot in all seats, and then, for each other bot,
once for each seat that the bot can have among first bots (in a game of teams: each team). All
of these matches have the same luck, so that differences come from what was played. Intervals are
over deals, as the matches of one deal are not independent.

A match is cut before the cards are dealt a second time, and the best score has won it: single hands
say more about skill than whole matches in the same time. `whole` plays matches to their end.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import partial
from importlib.metadata import version
from pathlib import Path
from random import Random
from string import ascii_uppercase
from typing import Any, NamedTuple, Self

from settebello.bots import Bot, BotError, ask, find_bot, random_bot
from settebello.bots.policy import PolicyPlayer
from settebello.cards import Seat
from settebello.declared import low_wins, teams_of
from settebello.game import Game, GameState, Options, Play, Result
from settebello.lab.finished import FinishedDeals
from settebello.lab.playout import chooser
from settebello.lab.seen import Seen
from settebello.lab.simulate import ask_policy, name_of, policy_players
from settebello.lab.standings import SHARES, DealOutcome, Forfeit, TournamentTally, as_json
from settebello.lab.units import (
    Limits,
    Note,
    Watch,
    Workers,
    check_sendable,
    digest_of,
    files_of,
    map_units,
    moved_parts,
)  # fmt: skip
from settebello.luck import DuplicateLuck, derived_seed
from settebello.notation import Notation
from settebello.players import check_players
from settebello.registry import RulesError, check_options, describe, find_game

DECISION_SECONDS = 30.0  # that a bot may think; who thinks longer has lost
GRACE_SECONDS = 5.0  # for a bot that is told to stop; then its process is ended
MEMORY = 1 << 30  # bytes that a worker may use more than when it began
MOST_FATAL = 10  # matches that a bot may lose by hanging or by ending its process; then it is out


class TournamentPlan(NamedTuple):
    """What is played. For workers the game and the bots must be names or paths."""

    game: Game | str
    bots: Sequence[Bot | str]
    players: int | None = None  # the usual number of the game
    seed: int = 1
    options: Options | None = None
    whole: bool = False  # whole matches, not single deals
    seconds: float = DECISION_SECONDS  # for one decision

    @property
    def files(self) -> Sequence[str]:
        """The paths of the files that it names."""
        return files_of(self.game, self.bots)

    def moved(self, paths: dict[str, str]) -> Self:
        """The same plan with other paths for the same files."""
        return self._replace(**moved_parts(self.game, self.bots, paths))

    def begin(self, watch: Watch) -> Callable[[range, Sequence[Note]], list[DealOutcome]]:
        """Load the game and the bots; ValueError if one of them is not there."""
        return Tournament(self, watch).play_all


class TookTooLong(BaseException):
    """A bot has used up its time; not an Exception, so that few bots catch it."""


class Tournament:
    """A plan with its game, options and bots loaded; ValueError if one of them is not there."""

    def __init__(self, plan: TournamentPlan, watch: Watch | None = None) -> None:
        self.plan = plan
        self.watch = Watch() if watch is None else watch
        self.game = find_game(plan.game)
        self.options = check_options(self.game, plan.options)
        wanted = self.game.SEATS[0] if plan.players is None else plan.players
        self.seats = len(check_players(self.game, wanted))
        if len(plan.bots) < 2:
            raise ValueError("A tournament has at least two bots.")
        DuplicateLuck(plan.seed)  # ValueError if it is not a seed
        self.bots = [find_bot(b, self.game) if isinstance(b, str) else b for b in plan.bots]
        self.names = [name_of(bot) for bot in plan.bots]
        # Those who win together: a tournament asks how well a bot does as all of them.
        self.sides = teams_of(self.game, self.seats) or [(seat,) for seat in range(self.seats)]
        self._players = [f"Player {letter}" for letter in ascii_uppercase[: self.seats]]
        self._notation = Notation(self.game)
        self._low_wins = low_wins(self.game)

    @property
    def even(self) -> float:
        """The share of wins of a bot that is as good as the others."""
        return 1 / len(self.sides)

    def parts(self) -> Iterator[tuple[int, int, list[int]]]:
        """The matches of a deal: whose it is, the side where that bot sits, the bot of each seat.

        The first bot's match is the one that it plays alone; it has all sides there.
        """
        yield 0, -1, [0] * self.seats
        for bot in range(1, len(self.bots)):
            for number, side in enumerate(self.sides):
                yield bot, number, [bot if seat in side else 0 for seat in range(self.seats)]

    def play_all(self, deals: range, notes: Sequence[Note]) -> list[DealOutcome]:
        """Play these deals; notes name matches that have ended a worker, and bots that are out."""
        return [self.play(deal, notes) for deal in deals]

    def play(self, deal: int, notes: Sequence[Note] = ()) -> DealOutcome:
        """Play all matches of one deal."""
        many = len(self.bots)
        outcome = DealOutcome(
            deal, [0] * many, [0] * many, [0] * many, [], 0, [0] * many, [0.0] * many
        )
        fatal = {note[1]: note for note in notes if note[0] == deal}
        out = {note[2] for note in notes if note[0] < 0}
        moves = 0
        for part, (bot, side, sitting) in enumerate(self.parts()):
            seats = range(self.seats) if side < 0 else self.sides[side]
            found: Result | Forfeit
            if part in fatal:
                _, _, loser, memory = fatal[part]
                what = "used up its memory" if memory else "hung, or ended the process it was in"
                sentence = f"Deal {deal}: The bot '{self.names[loser]}' {what}."
                found = Forfeit(loser, sentence, is_fatal=True)
            elif absent := out.intersection(sitting):
                found = Forfeit(min(absent), f"Deal {deal}: A bot was out.")
            else:
                match = DuplicateMatch(self, deal, part, sitting, outcome)
                found = match.play()
                moves += match.moves
            if isinstance(found, Forfeit):
                outcome.forfeits.append(found)
                outcome.wins[bot] += self._without(found.bot, sitting, side)
                continue
            outcome.points[bot] += sum([found.scores[seat] for seat in seats])
            outcome.seats[bot] += len(seats)
            winners = self._winners(found)
            won = sum([SHARES // len(winners) for seat in winners if seat in seats])
            outcome.wins[bot] += won
        return outcome._replace(moves=moves)

    def _winners(self, result: Result) -> Sequence[int]:
        if result.winners:
            return result.winners
        best = min(result.scores) if self._low_wins else max(result.scores)
        return [seat for seat, score in enumerate(result.scores) if score == best]

    def _without(self, loser: int, sitting: list[int], side: int) -> int:
        """What a match is worth to its bot that `loser` has forfeited: the others share the win."""
        if side < 0:
            return 0  # all seats were theirs
        return 0 if sitting[self.sides[side][0]] == loser else SHARES


class DuplicateMatch:
    """One match of a deal."""

    def __init__(
        self,
        tournament: Tournament,
        deal: int,
        part: int,
        sitting: Sequence[int],
        outcome: DealOutcome,
    ) -> None:
        self._tournament = tournament
        self._deal = deal
        self._part = part
        self._sitting = sitting
        self._outcome = outcome
        self.moves = 0
        seed = derived_seed(tournament.plan.seed, deal)
        self._luck = DuplicateLuck(seed)
        # By seat, and the same in each match of the deal.
        seats = range(tournament.seats)
        self._randoms = [Random(derived_seed(seed, f"seat {seat}")) for seat in seats]
        self._choose = chooser(Random(derived_seed(seed, "order")).random)

    def play(self) -> Result | Forfeit:
        """Play it; raises RulesError if the rules fail."""
        try:
            return self._play()
        except BotFailed as failed:
            return failed.forfeit
        except MemoryError:
            raise
        except Exception as error:
            raise RulesError(
                f"Deal {self._deal}: the rules of {self._tournament.game.NAME} failed: "
                f"{describe(error)}."
            ) from error

    def _play(self) -> Result:
        tournament, game, sitting = self._tournament, self._tournament.game, self._sitting
        options, whole = tournament.options, tournament.plan.whole
        state: GameState = game.setup(options, tournament.seats, None)
        bots = [tournament.bots[bot] for bot in sitting]
        by_policy, policies = policy_players(bots)
        views = any(bot is not random_bot and seat not in by_policy for seat, bot in numbered(bots))
        seen = Seen(game, tournament._notation, options, tournament._players, state, views)
        dealt = ""  # the label of the shuffle that deals the cards
        while True:
            if (wanted := state.house) is not None:
                if wanted.kind == "shuffle" and wanted.of_cards and not whole:
                    if dealt == wanted.label and self.moves:
                        break
                    dealt = dealt or wanted.label
                seen.settle(wanted, self._luck.draw(wanted))
                for policy in policies:
                    self._remind(policy, by_policy, partial(policy.settled, state))
            elif seats := state.to_act:
                seat = seats[0] if len(seats) == 1 else self._choose(seats)
                play: Play
                if bots[seat] is random_bot:
                    legal = game.legal(state, seat)
                    play = legal[int(self._randoms[seat].random() * len(legal))]
                elif seat in by_policy:
                    play = self._follow(by_policy[seat], state, seat)
                else:
                    play = self._ask(seat, seen)
                for policy in policies:
                    self._remind(policy, by_policy, partial(policy.notice, state, seat, play))
                seen.apply(seat, play)
                self.moves += 1
            else:
                break
        return game.result(state)

    def _follow(self, player: PolicyPlayer, state: GameState, seat: Seat) -> Play:
        """What a policy does, asked on the raw state; our own need no limits."""
        bot, random = self._sitting[seat], self._randoms[seat].random
        name, game = self._tournament.names[bot], self._tournament.game
        start = time.process_time()
        if player.ours:
            play = player.choose(state, seat, random)
        else:
            asked = partial(ask_policy, player, state, seat, random, name, game)
            play = self._limited(bot, asked)
        self._count(bot, start)
        return play

    def _remind(
        self, player: PolicyPlayer, seats: dict[Seat, PolicyPlayer], told: Callable[[], None]
    ) -> None:
        """Let a policy remember; one that is not ours may fail in that too."""
        if player.ours:
            told()
            return
        bot = next(self._sitting[seat] for seat, other in seats.items() if other is player)

        def remembered() -> Play:
            try:
                told()
            except Exception as error:
                name = self._tournament.names[bot]
                raise BotError(f"The bot '{name}' failed: {describe(error)}.") from error
            return ()

        self._limited(bot, remembered)

    def _ask(self, seat: Seat, seen: Seen) -> Play:
        """What a bot does that is asked as a person would be."""
        tournament, bot = self._tournament, self._sitting[seat]

        def asked() -> Play:
            turn = seen.turn(seat, self._randoms[seat])
            return ask(tournament.bots[bot], turn, tournament.names[bot]).play

        start = time.process_time()
        play = self._limited(bot, asked)
        self._count(bot, start)
        return play

    def _limited(self, bot: int, decide: Callable[[], Play]) -> Play:
        """A decision within its limits; BotFailed if there is none that counts."""
        tournament, limit = self._tournament, self._tournament.plan.seconds
        watch = tournament.watch
        watch.begin(self._deal, self._part, bot)
        try:
            with time_limit(limit):
                return decide()
        except BotError as error:
            if isinstance(error.__cause__, MemoryError):
                raise self._out_of_memory(bot) from None
            raise BotFailed(Forfeit(bot, f"Deal {self._deal}: {error}")) from error
        except MemoryError:
            raise self._out_of_memory(bot) from None
        except TookTooLong:
            name = tournament.names[bot]
            sentence = f"Deal {self._deal}: The bot '{name}' took more than {limit:g} s for a move."
            raise BotFailed(Forfeit(bot, sentence, is_fatal=True)) from None
        finally:
            if not watch.is_out_of_memory:
                watch.end()

    def _out_of_memory(self, bot: int) -> Exception:
        """What to raise where a bot has used up the memory: a worker is ended, and done again."""
        watch = self._tournament.watch
        if watch.is_of_worker:
            watch.out_of_memory()
            return MemoryError()
        name = self._tournament.names[bot]
        return BotFailed(Forfeit(bot, f"Deal {self._deal}: The bot '{name}' used up its memory."))

    def _count(self, bot: int, start: float) -> None:
        self._outcome.decisions[bot] += 1
        self._outcome.seconds[bot] += time.process_time() - start


def numbered(bots: Sequence[Bot]) -> Iterator[tuple[Seat, Bot]]:
    return ((Seat(seat), bot) for seat, bot in enumerate(bots))


class BotFailed(Exception):
    """A bot has lost its match by failing in it."""

    def __init__(self, forfeit: Forfeit) -> None:
        super().__init__(forfeit.sentence)
        self.forfeit = forfeit


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise TookTooLong in here after so many seconds; no limit in threads, and on Windows."""
    main = threading.current_thread() is threading.main_thread()  # others get no signals
    if not main or not hasattr(signal, "setitimer"):
        yield
        return

    def stop(number: int, frame: object) -> None:
        raise TookTooLong

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


class TournamentSummary:
    """The result of a tournament: `rows`, one for each bot in their order, and what was played.

    `to_dict` without `times` is the same for the same seed, however many workers there were.
    """

    def __init__(self, tournament: Tournament, tally: TournamentTally, seconds: float) -> None:
        plan = tournament.plan
        self.game = tournament.game.NAME
        self.rules = tournament.game.VERSION
        self.version = version("settebello")
        self.options = dict(tournament.options)
        self.players = tournament.seats
        self.seed = plan.seed
        self.whole = plan.whole
        self.deals = tally.deals
        self.moves = tally.moves
        self.even = tournament.even
        self.low_wins = low_wins(tournament.game)
        self.seconds = seconds
        self.failures = [sentence for sentence in tally.sentences if sentence]
        self.rows = tally.rows(tournament.names)

    def to_dict(self, *, times: bool = True) -> dict[str, Any]:
        """JSON-ready; without `times`, nothing that depends on the speed of the machine."""
        found: dict[str, Any] = {**vars(self), "rows": []}
        if not times:
            del found["seconds"]
        for row in self.rows:
            one = row._asdict()
            for name in ("wins", "difference", "points"):
                one[name] = as_json(one[name])
            if not times:
                del one["milliseconds"]
            found["rows"].append(one)
        return found


def play_tournament(
    plan: TournamentPlan,
    deals: int,
    *,
    workers: Workers = Workers(),  # noqa: B008 (it cannot be changed)
    resume: Path | None = None,
    progress: Callable[[int], None] | None = None,
) -> TournamentSummary:
    """Play the deals 0 to `deals` - 1; `progress` is called with the number that are done.

    With `resume`, finished deals are kept in that file; if it is there already, the tournament goes
    on where it ended. The result depends on neither, nor on the workers, except for the times.
    Raises ValueError if the plan cannot be played, or if the file is of another tournament.
    """
    if deals < 1:
        raise ValueError("A tournament has at least one deal.")
    check_sendable(workers, plan.game, plan.bots)
    tournament = Tournament(plan)
    tally = TournamentTally(len(tournament.bots), len(tournament.sides))
    start = time.perf_counter()
    limits = Limits(MEMORY, plan.seconds + GRACE_SECONDS)
    out: list[Note] = []
    with FinishedDeals(resume, identity(tournament)) as finished:
        for outcome in finished.outcomes[:deals]:
            tally.add(outcome)
        if progress is not None:
            progress(tally.deals)
        left = [range(tally.deals, deals)]
        with closing(map_units(plan, left, workers, limits, out)) as units:
            for unit in units:
                finished.add(unit.outcome)
                for outcome in unit.outcome:
                    tally.add(outcome)
                if progress is not None:
                    progress(tally.deals)
                out[:] = [(-1, -1, bot, 0) for bot, n in enumerate(tally.fatal) if n >= MOST_FATAL]
    return TournamentSummary(tournament, tally, time.perf_counter() - start)


def identity(tournament: Tournament) -> dict[str, Any]:
    """What makes two tournaments the same, so that one can go on where the other ended."""
    plan = tournament.plan
    files = {path: digest_of(Path(path).read_bytes()) for path in plan.files}
    return {
        "version": version("settebello"),
        "game": tournament.game.NAME,
        "rules": tournament.game.VERSION,
        "bots": [f"{bot} {files[bot]}" if bot in files else str(bot) for bot in plan.bots],
        "files": sorted(files.values()),
        "players": tournament.seats,
        "options": dict(tournament.options),
        "seed": plan.seed,
        "whole": plan.whole,
        "seconds": plan.seconds,
    }
