"""Simulation: bots play many matches, and their wins are counted.

Match i of a simulation has luck of its own, made from the simulation's seed and i, so it can be
played again alone. Seats rotate: in match i, bot b sits in seat (b + i) % seats.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from string import ascii_uppercase
from typing import Any, NamedTuple, Self

from settebello.bots import Bot, BotError, ask, find_bot, random_bot
from settebello.bots.policy import PolicyBot, PolicyPlayer
from settebello.cards import Seat
from settebello.declared import low_wins, teams_of
from settebello.game import Game, GameState, Options, Play, Result, deck_of
from settebello.lab.seen import Seen
from settebello.lab.standings import SHARES
from settebello.lab.units import (
    Doer,
    Note,
    UnitLost,
    Watch,
    Workers,
    check_sendable,
    files_of,
    local_workers,
    map_units,
    moved_parts,
)  # fmt: skip
from settebello.luck import HashedLuck, derived_seed
from settebello.notation import Notation
from settebello.players import LONGEST_NAME, check_players
from settebello.record import FORMAT, hash_key, write_outcome, write_record
from settebello.registry import RulesError, check_options, describe, find_game, shown
from settebello.stepping import play_out

AS_NEEDED = ("teams", "low_wins")  # parts of a summary that few games have


class SimulationPlan(NamedTuple):
    """What to simulate. For several jobs the game and the bots must be names or paths."""

    game: Game | str
    bots: Sequence[Bot | str]
    seed: int = 1
    options: Options | None = None
    save: Path | None = None  # a folder for the records

    @property
    def files(self) -> Sequence[str]:
        """The paths of the files that it names."""
        return files_of(self.game, self.bots)

    def moved(self, paths: dict[str, str]) -> Self:
        """The same plan with other paths for the same files."""
        return self._replace(**moved_parts(self.game, self.bots, paths))

    def begin(self, watch: Watch) -> Doer:
        """Load the game and the bots; ValueError if one of them is not there."""
        return Simulation(self).do


class Played(NamedTuple):
    """How a match went, with its record if it was asked for."""

    moves: int
    result: Result
    record: dict[str, Any] | None


class Simulation:
    """A plan with its game, options and bots loaded; ValueError if one of them is not there."""

    def __init__(self, plan: SimulationPlan) -> None:
        self.plan = plan
        self.game = find_game(plan.game)
        self.options = check_options(self.game, plan.options)
        self.seats = len(check_players(self.game, len(plan.bots)))
        # Two streams, begun anew for each match: nobody who sees one of them foresees the other.
        self._luck = HashedLuck(plan.seed, "luck")  # ValueError if it is not a seed
        self._random = HashedLuck(plan.seed, "random")
        self.bots = [find_bot(b, self.game) if isinstance(b, str) else b for b in plan.bots]
        self.names = [name_of(bot) for bot in plan.bots]
        # All names are different, and a record tells which bot sat where.
        named = zip(self.names, ascii_uppercase, strict=False)
        self.players = [f"{name[: LONGEST_NAME - 2]} {letter}" for name, letter in named]
        self._notation = Notation(self.game)
        self._all_random = all(bot is random_bot for bot in self.bots)
        seats = range(self.seats)
        self._sittings = [[(seat - number) % self.seats for seat in seats] for number in seats]

    def sitting(self, number: int) -> list[int]:
        """The number of the bot in each seat, in this match."""
        return self._sittings[number % self.seats]

    def play(self, number: int, *, recorded: bool = False) -> Played:
        """Play one match; its record is written to the plan's folder, if there is one."""
        played = self.played(number, recorded or self.plan.save is not None)
        self.write(number, played.record)
        return played

    def write(self, number: int, record: dict[str, Any] | None) -> None:
        """Write the record of a match to the plan's folder, if there are both."""
        if self.plan.save is not None and record is not None:
            write_record(record, self.plan.save / self.file_name(number))

    def played(self, number: int, recorded: bool) -> Played:
        """Play one match; nothing is written."""
        try:
            return self._play(number, recorded)
        except Exception as error:
            raise self._failed(number, error) from error

    def _failed(self, number: int, error: Exception) -> Exception:
        """The same error, with the number of the match in which it came."""
        if isinstance(error, BotError):
            return BotError(f"Match {number}: {error}")
        return RulesError(
            f"Match {number}: the rules of {self.game.NAME} failed: {describe(error)}."
        )

    def do(self, numbers: range, notes: Sequence[Note]) -> CountedMatches:
        """Play these matches, as a unit of work."""
        tally, recorded = Tally(self.seats), self.plan.save is not None
        if self._all_random and not recorded:
            self._count_random(numbers, tally)
            return CountedMatches(tally, [])
        records: list[dict[str, Any] | None] = []
        for number in numbers:
            played = self.played(number, recorded)
            tally.count(played.moves, played.result, self.sitting(number))
            records.append(played.record)
        return CountedMatches(tally, records if recorded else [])

    def _count_random(self, numbers: range, tally: Tally) -> None:
        """Count the same matches as `_play` plays, with nothing around the rules."""
        game, options, seats, sittings = self.game, self.options, self.seats, self._sittings
        luck, random = self._luck, self._random
        setup, draw, choose, result = game.setup, luck.draw, random.choose, game.result
        for number in numbers:
            try:
                luck.begin(number)
                random.begin(number)
                state = setup(options, seats, None)
                moves = play_out(game, state, draw, choose)
                tally.count(moves, result(state), sittings[number % seats])
            except Exception as error:
                raise self._failed(number, error) from error

    def _play(self, number: int, recorded: bool) -> Played:
        game, options, luck, choose = self.game, self.options, self._luck, self._random.choose
        luck.begin(number)
        self._random.begin(number)
        state: GameState = game.setup(options, self.seats, None)
        sitting = self.sitting(number)
        bots = [self.bots[bot] for bot in sitting]
        thinking = [Seat(seat) for seat, bot in enumerate(bots) if bot is not random_bot]
        # A policy is asked on the raw state: it answers the same through a turn, and takes longer.
        by_policy, policies = policy_players(bots)
        players = [self.players[bot] for bot in sitting]
        # A bot has a generator of its own: with a shared one it could foresee the luck of others.
        seed = derived_seed(self.plan.seed, number)
        randoms = {seat: Random(derived_seed(seed, f"seat {seat}")) for seat in thinking}
        listens = len(thinking) > len(by_policy)
        seen = Seen(game, self._notation, options, players, state, listens)
        draws: list[str] = []
        texts: list[list[Any]] = []
        moves = 0
        while True:
            if (wanted := state.house) is not None:
                outcome = luck.draw(wanted)
                if recorded:
                    draws.append(write_outcome(wanted, outcome, game.FACES))
                seen.settle(wanted, outcome)
                for policy in policies:
                    policy.settled(state)
            elif seats := state.to_act:
                seat = seats[0] if len(seats) == 1 else choose(seats)
                if seat in by_policy:
                    name, random = self.names[sitting[seat]], randoms[seat].random
                    play = ask_policy(by_policy[seat], state, seat, random, name, game)
                elif seat in randoms:
                    turn = seen.turn(seat, randoms[seat])
                    play = ask(bots[seat], turn, self.names[sitting[seat]]).play
                else:
                    play = choose(game.legal(state, seat))
                if recorded:
                    faces = deck_of(state).faces if game.FACES else ()
                    move = self._notation.name(play, faces, game.places(state), str)
                    texts.append([seat, move.text])
                for policy in policies:
                    policy.notice(state, seat, play)
                seen.apply(seat, play)
                moves += 1
            else:
                break
        record = self._record(players, draws, texts) if recorded else None
        return Played(moves, game.result(state), record)

    def _record(
        self, players: list[str], draws: list[str], moves: list[list[Any]]
    ) -> dict[str, Any]:
        return {
            "settebello": FORMAT,
            "game": self.game.NAME,
            "rules": self.game.VERSION,
            **hash_key(self.game),
            "options": dict(self.options),
            "players": players,
            "previous": None,
            "luck": draws,
            "moves": moves,
        }

    def make_folder(self, numbers: range) -> None:
        """Make the folder for the records of these matches; ValueError if one exists already."""
        folder = self.plan.save
        if folder is None:
            return
        try:
            folder.mkdir(parents=True, exist_ok=True)
            there = {file.name for file in folder.iterdir()}
        except OSError as error:
            raise ValueError(f"Cannot write to {folder}: {error.strerror}.") from None
        for number in numbers if there else ():
            if self.file_name(number) in there:
                file = folder / self.file_name(number)
                raise ValueError(f"{file} is there already; give another folder.")

    def file_name(self, number: int) -> str:
        """What the record of this match is called in the plan's folder."""
        return f"{self.game.NAME}-{number:06}.json"


def policy_players(bots: Sequence[Bot]) -> tuple[dict[Seat, PolicyPlayer], list[PolicyPlayer]]:
    """By seat, those who play by a policy; and all of them that have something to remember.

    Seats with the same policy share one.
    """
    shared: dict[int, PolicyPlayer] = {}
    seats: dict[Seat, PolicyPlayer] = {}
    for seat, bot in enumerate(bots):
        if isinstance(bot, PolicyBot):
            if id(bot.policy) not in shared:
                shared[id(bot.policy)] = PolicyPlayer(bot.policy)
            seats[Seat(seat)] = shared[id(bot.policy)]
    return seats, [player for player in shared.values() if player.remembers]


def ask_policy(
    player: PolicyPlayer,
    state: GameState,
    seat: Seat,
    random: Callable[[], float],
    name: str,
    game: Game | None = None,
) -> Play:
    """What a policy plays; BotError if it fails.

    With `game`, also if its play is not legal; ours are not looked at, to save time.
    """
    try:
        play = player.choose(state, seat, random)
    except Exception as error:
        raise BotError(f"The bot '{name}' failed: {describe(error)}.") from error
    if game is not None and not player.ours and play not in game.legal(state, seat):
        raise BotError(f"The bot '{name}' chose {shown(play)}, which is not legal now.")
    return play


def name_of(bot: Bot | str) -> str:
    """A bot's name: as given, or that of its file or function."""
    name = bot.removesuffix(".py") if isinstance(bot, str) else getattr(bot, "__name__", "bot")
    return "".join(sign for sign in Path(name).name if sign.isprintable()) or "bot"


class Tally:
    """The counts. They are whole numbers, so the order of adding makes no difference."""

    def __init__(self, seats: int) -> None:
        self.games = 0
        self.moves = 0
        # By bot, then by seat.
        self.wins = [[0] * seats for _ in range(seats)]  # in shares
        self.scores = [[0] * seats for _ in range(seats)]

    def count(self, moves: int, result: Result, sitting: Sequence[int]) -> None:
        self.games += 1
        self.moves += moves
        by_bot, scores, winners = self.scores, result.scores, result.winners
        for seat, bot in enumerate(sitting):
            by_bot[bot][seat] += scores[seat]
        for seat in winners:
            self.wins[sitting[seat]][seat] += SHARES // len(winners)

    def add(self, other: Tally) -> None:
        self.games += other.games
        self.moves += other.moves
        for mine, more in ((self.wins, other.wins), (self.scores, other.scores)):
            for row, added in zip(mine, more, strict=True):
                row[:] = map(sum, zip(row, added, strict=True))


class CountedMatches(NamedTuple):
    """What comes back of a unit of matches; the records are written by who asked for them."""

    tally: Tally
    records: list[dict[str, Any] | None]


def simulate(
    plan: SimulationPlan,
    games: int,
    *,
    jobs: int = 1,
    workers: Workers | None = None,
    progress: Callable[[int], None] | None = None,
) -> Summary:
    """Play the matches 0 to `games` - 1; `progress` is called with the number that are done.

    `jobs` are processes of this machine; `workers` may be others. The result does not depend on
    them, except for the time. Raises ValueError if the
    plan cannot be played.
    """
    if games < 1 or jobs < 1:
        raise ValueError("A simulation has at least one match and one job.")
    if workers is None:
        workers = local_workers(jobs) if jobs > 1 else Workers()
    check_sendable(workers, plan.game, plan.bots)
    simulation = Simulation(plan)
    simulation.make_folder(range(games))
    tally = Tally(simulation.seats)
    start = time.perf_counter()
    try:
        with closing(map_units(plan, [range(games)], workers)) as units:
            for numbers, counted in units:
                for number, record in zip(numbers, counted.records, strict=False):
                    simulation.write(number, record)
                tally.add(counted.tally)
                if progress is not None:
                    progress(tally.games)
    except UnitLost:
        raise ValueError("A process of the simulation has died; one job shows why.") from None
    return Summary(simulation, tally, time.perf_counter() - start)


def count(simulation: Simulation, numbers: range) -> Tally:
    """The tally of these matches, played here."""
    return simulation.do(numbers, ()).tally


class BotStanding(NamedTuple):
    """How a bot did: its share of wins with its 95 % interval, and its mean score."""

    name: str
    wins: float
    rate: float
    low: float
    high: float
    mean_score: float


class TeamStanding(NamedTuple):
    """How a team did: its seats, its wins, and the mean score of a seat of it."""

    seats: tuple[int, ...]
    wins: float
    rate: float
    mean_score: float


class Summary:
    """The result of a simulation.

    It has the `game`, its `options` and the `seed`; how many `games` and `moves` were played, in
    how many `seconds`; `wins` and `mean_scores` by seat; `bots`, a standing for each bot; and
    `teams`, a standing for each team, if there are any. `low_wins` says that low scores are good.
    """

    def __init__(self, simulation: Simulation, tally: Tally, seconds: float) -> None:
        self.game = simulation.game.NAME
        self.seed = simulation.plan.seed
        self.options = simulation.options
        self.games = tally.games
        self.moves = tally.moves
        self.seconds = seconds
        self.moves_per_second = tally.moves / max(seconds, 1e-9)
        self.wins = [sum(column) / SHARES for column in zip(*tally.wins, strict=True)]
        self.mean_scores = [sum(c) / tally.games for c in zip(*tally.scores, strict=True)]
        self.bots: list[BotStanding] = []
        for name, wins, scores in zip(simulation.names, tally.wins, tally.scores, strict=True):
            won, mean_score = sum(wins) / SHARES, sum(scores) / tally.games
            low, high = wilson(won, tally.games)
            self.bots.append(BotStanding(name, won, won / tally.games, low, high, mean_score))
        self.teams: list[TeamStanding] = []
        for team in teams_of(simulation.game, simulation.seats):
            won = sum([self.wins[seat] for seat in team])
            mean_score = sum([self.mean_scores[seat] for seat in team]) / len(team)
            self.teams.append(TeamStanding(team, won, won / tally.games, mean_score))
        self.low_wins = low_wins(simulation.game)

    def to_dict(self) -> dict[str, Any]:
        """JSON-ready; `wins` and `mean_scores` are by seat. What a game does not have is left out.

        That is `teams`, and `low_wins` unless it is true.
        """
        found = {**vars(self), "bots": [standing._asdict() for standing in self.bots]}
        found["teams"] = [standing._asdict() for standing in self.teams]
        return {name: found[name] for name in found if found[name] or name not in AS_NEEDED}


def wilson(wins: float, games: int, z: float = 1.959964) -> tuple[float, float]:
    """Wilson's 95 % interval of the true win rate."""
    rate, spread = wins / games, z * z / games
    middle = (rate + spread / 2) / (1 + spread)
    half = z / (1 + spread) * math.sqrt(rate * (1 - rate) / games + spread / (4 * games))
    return max(0.0, middle - half), min(1.0, middle + half)
