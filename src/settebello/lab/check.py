"""`settebello check`: a game is tested with random matches, for its author.

Matches with random seats and options are looked at after every move, half of them from a late
position on. The first thing that goes wrong in a match counts, since what comes after it may
follow from it: so a defect turns one line red. It comes as a sentence and the smallest record that
shows it.
"""

from __future__ import annotations

import ast
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from settebello.game import Game
from settebello.lab import looks
from settebello.lab.audit import AuditedMatch, Finding, random_options
from settebello.lab.declarations import declared, shown, wrong_winners
from settebello.lab.leaks import Secrets
from settebello.lab.playout import chooser, playout
from settebello.lab.sayings import Sayings, misfit_told, unsaid, untaught
from settebello.luck import Seeded
from settebello.registry import RulesError, describe
from settebello.words.messages import UnfitMessage

PURE = ("__future__", "collections", "copy", "dataclasses", "enum", "functools", "itertools",
        "math", "operator", "types", "typing")  # fmt: skip
SECONDS = 10  # of processor time
LOOKED_AT = 60  # moves of each match that are looked at
PLAYED_OUT = 100_000  # moves after which a match is called endless, if its bound is larger
LATEST = 1_000  # the last move from which on a match is looked at
SMALLER_MATCHES, SMALLER_MOVES = 60, 20_000  # the most to play in search of a smaller record
SMALLER_SECONDS = 2.0
NOT_JUDGED = "not-judged"

Look = Callable[[AuditedMatch], None]  # called at the start of a match and after every move
Progress = Callable[[float], None]  # told how much is done, from 0 to 1
# If one of these is red, a match in another world means nothing.
SOUND = ("rules", "legal", "clones", "deck", "texts", "replay", "facts")
# All these belong to one look: the first that is red speaks for the others.
FAMILY = ("secrets", "choices", "faces")
LOOKS: tuple[Look, ...] = (
    looks.legal, looks.clones, looks.deck, looks.pieces, looks.told, looks.events, looks.texts,
    looks.refusals, looks.replay, looks.facts, declared, shown,
)  # fmt: skip


class Line:
    """A line of the verdict: its `name`, what was counted (`numbers`), and the `finding` if any.

    `missing` has messages that a words file lacks, by its name: that is no defect.
    """

    def __init__(
        self,
        name: str,
        finding: Finding | None = None,
        *,
        said: str = "",
        numbers: Mapping[str, int] | None = None,
        missing: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        self.name = name
        self.finding = finding
        self.said = said or name  # what a terminal says of it, as `check-NAME`
        self.missing = dict(missing or {})
        self.numbers = dict(numbers or {})

    @property
    def is_skipped(self) -> bool:
        """Whether it was not looked at, since another line is red."""
        return self.said == NOT_JUDGED


class Walk:
    """Random matches that are looked at, until there were enough of them or time is over."""

    def __init__(self, game: Game, seed: int, seconds: float, progress: Progress) -> None:
        self.game = game
        self.seed = seed
        self.found: dict[str, Finding] = {}  # by the name of the line
        self.matches = 0
        self.moves = 0
        self._progress = progress
        self._start = time.process_time()
        self._seconds = seconds

    def is_over(self) -> bool:
        spent = time.process_time() - self._start
        self._progress(min(spent / self._seconds, 1.0))
        return spent >= self._seconds

    def go(
        self, looks: Sequence[Look], most: int, is_done: Callable[[], bool] = lambda: False
    ) -> None:
        """Look at so many matches. At least one is looked at, however short the time is.

        A single look ends at its first finding.
        """
        for number in range(most):
            if number and (is_done() or self.is_over() or (self.found and len(looks) == 1)):
                break
            seats = self.game.SEATS[number % len(self.game.SEATS)]
            options = random_options(self.game, self.seed + number) if number else {}
            # Every other round of seats begins late in the match.
            late = number // len(self.game.SEATS) % 2 == 1
            attempt = Attempt(self, looks, seats, options, self.seed + number, late)
            finding = attempt.run(None, is_done)
            self.matches += 1
            self.moves += attempt.moves
            if finding is None:
                continue
            if finding.line not in self.found:
                self.found[finding.line] = self._smallest(looks, seats, finding)
            if finding.record is None:
                break  # no match can be started

    def _smallest(self, looks: Sequence[Look], seats: int, finding: Finding) -> Finding:
        """The same defect in the fewest moves that further matches show."""
        moves, start = 0, time.process_time()
        looks = [look for look in looks if name_of(look) == finding.line] or looks
        for number in range(0 if finding.of_whole else SMALLER_MATCHES):
            spent = time.process_time() - start
            if finding.moves == 0 or moves > SMALLER_MOVES or spent > SMALLER_SECONDS:
                break
            attempt = Attempt(self, looks, seats, {}, self.seed + number, False)
            smaller = attempt.run(finding.moves - 1, lambda: False)
            moves += attempt.moves
            if smaller is not None and smaller.line == finding.line:
                finding = smaller
        return finding


class Attempt:
    """One match that is looked at."""

    def __init__(
        self, walk: Walk, looks: Sequence[Look], seats: int, options: Any, seed: int, late: bool
    ) -> None:
        self.moves = 0
        self._walk = walk
        self._looks = looks
        self._seats = seats
        self._options = options
        self._seed = seed
        self._late = late
        self._audited: AuditedMatch | None = None
        self._line = "rules"

    def run(self, most: int | None, is_done: Callable[[], bool]) -> Finding | None:
        """Look at at most so many moves; the first thing that goes wrong, if any."""
        try:
            self._run(most, is_done)
        except Finding as finding:
            finding.line = finding.line or self._line
            return finding
        except Exception as error:
            record = self._audited.match.record() if self._audited else None
            if isinstance(error, UnfitMessage):  # of a refusal, whose sentence is English first
                return Finding(misfit_told(self._walk.game, error), record, "words")
            sentence = str(error) if isinstance(error, RulesError) else describe(error)
            return Finding(sentence, record, "rules")
        return None

    def _run(self, most: int | None, is_done: Callable[[], bool]) -> None:
        audited = AuditedMatch(self._walk.game, self._seats, self._options, self._seed)
        self._audited = audited
        if most is None:
            most = LOOKED_AT
            length = played_out(audited)
            if self._late:
                self._line = "deck"
                looks.deck(audited)
                for _ in range(min(int(audited_share(self._seed) * length), LATEST)):
                    audited.step()
                    looks.deck(audited)  # it looks at what was drawn in a step, not at the state
        self._look(audited)
        while not audited.match.over and self.moves < most and not is_done():
            if self.moves % 8 == 7 and self._walk.is_over():
                break
            audited.step()
            self.moves += 1
            self._look(audited)

    def _look(self, audited: AuditedMatch) -> None:
        for look in self._looks:
            self._line = name_of(look)
            look(audited)
        self._line = "rules"


def examine(
    game: Game, look: Look, matches: int, seed: int, is_done: Callable[[], bool] = lambda: False
) -> tuple[int, Finding | None]:
    """Look at so many matches in one way; the moves looked at, and what was found first, if any."""
    walk = Walk(game, seed, float("inf"), lambda share: None)
    walk.go([look], matches, is_done)
    return walk.moves, next(iter(walk.found.values()), None)


def name_of(look: Look) -> str:
    names: dict[type, str] = {Secrets: "secrets", Sayings: "words"}
    return names.get(type(look)) or str(getattr(look, "__name__", ""))


def audited_share(seed: int) -> float:
    """Which share of a match is passed over before it is looked at."""
    return Seeded(seed + 3).random()


def played_out(audited: AuditedMatch) -> int:
    """The number of moves until this match is over.

    Raises Finding if that is not within its bound, or if the wrong seats win.
    """
    match, game = audited.match, audited.game
    most = min(game.bound(match.options, len(match.players)), PLAYED_OUT)
    luck, chosen = Seeded(audited.seed), chooser(Seeded(audited.seed + 1).random)
    left = [most]

    def choose(choices: Sequence[Any]) -> Any:
        left[0] -= isinstance(choices[0], tuple)  # a move, not one of several seats
        if left[0] < 0:
            raise StopIteration
        return chosen(choices)

    try:
        state = game.setup(match.options, len(match.players), None)
        moves = playout(game, state, luck.draw, choose)
        wrong, line = wrong_winners(game, game.result(state)), "declared"
    except StopIteration:
        moves, wrong = most, f"The match is not over after {most:,} moves, its bound."
        line = "bound"
    except Exception:
        return 0  # the walk comes there as well, with events
    if wrong:
        while len(audited.steps) <= moves and not match.over:
            audited.step()
        finding = audited.found(wrong, line)
        finding.of_whole = True
        raise finding
    return moves


def check(
    game: Game,
    *,
    matches: int = 40,
    worlds: int = 1_000,
    seed: int = 1,
    seconds: float = SECONDS,
    progress: Progress = lambda share: None,
) -> Iterator[Line]:
    """Check a game with random matches, and with other worlds for the leak test.

    It ends after so many matches and worlds, or earlier when so many seconds of processor time are
    over. Yields a line for each check; one with a `finding` is a defect. The same seed plays the
    same matches. `progress` is told how much is done.
    """
    yield imports(game)
    sayings = Sayings(game)
    walk = Walk(game, seed, seconds * 0.4, lambda share: progress(share * 0.4))
    walk.go((*LOOKS, sayings), matches)
    found = walk.found
    numbers = {"matches": walk.matches, "moves": walk.moves}
    if "events" not in found and "words" not in found and (unfit := unsaid(game)):
        found["words"] = unfit
    if not found and (unfit := untaught(game)):  # by rules with a defect no lesson need play
        found["words"] = unfit
    yield Line("rules", found.get("rules"), numbers=numbers)
    if "rules" in found and found["rules"].record is None:
        return  # no match can be started
    yield from of_words(sayings, found.get("words"))
    for name in (*map(name_of, LOOKS), "bound"):
        if name == "events" and not hasattr(game, "EVENTS"):
            yield Line("events", said="no-events-declared")
        else:
            yield Line(name, found.get(name), numbers=numbers)
    if any(name in found for name in SOUND):
        for name in FAMILY:
            yield Line(name, said=NOT_JUDGED)
        return
    lines = [*of_secrets(game, worlds, seed, seconds * 0.6, lambda at: progress(0.4 + at * 0.6))]
    yield from lines
    if not found and not any(line.finding for line in lines):
        yield Line("speed", numbers={"speed": speed(game, seed)})


def of_words(sayings: Sayings, finding: Finding | None) -> Iterator[Line]:
    """The line on the words of a game."""
    if not sayings.languages and finding is None:
        yield Line("words", said="no-words")
        return
    numbers = {"languages": len(sayings.languages)}
    yield Line("words", finding, numbers=numbers, missing=sayings.missing)


def of_secrets(
    game: Game, worlds: int, seed: int, seconds: float, progress: Progress
) -> Iterator[Line]:
    """The lines on what is hidden."""
    secrets = Secrets(worlds)
    walk = Walk(game, seed, seconds, progress)
    walk.go([secrets], max(worlds, 1), secrets.is_done)
    if "rules" in walk.found:
        yield Line("secrets", walk.found["rules"])
        return
    red = next((name for name in FAMILY if name in walk.found), None)
    if red is not None:
        for name in FAMILY:
            finding = walk.found[name] if name == red else None
            yield Line(name, finding, said="" if finding else NOT_JUDGED)
        return
    tried = {"worlds": secrets.compared, "impossible": secrets.dropped}
    if not secrets.hidden:
        yield Line("secrets", said="nothing-hidden")
    elif secrets.compared:
        yield Line("secrets", numbers=tried)
    else:
        yield Line("secrets", said="no-other-world")
    yield Line("choices", numbers={"choices": secrets.choices})
    yield Line("faces", said="" if secrets.compared else "no-faces")


def imports(game: Game) -> Line:
    """Whether the rules are pure, as far as their imports tell."""
    file = Path(str(getattr(game, "__file__", "")))
    readable = file.suffix == ".py" and file.is_file()  # else it is compiled, or made by hand
    source = file.read_text("utf-8") if readable else ""
    for node in ast.walk(ast.parse(source)):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [f"{'.' * node.level}{node.module or ''}"]
        for name in names:
            ours = name in ("settebello.cards", "settebello.game")
            if not ours and name.split(".")[0] not in PURE:
                sentence = (
                    f"The rules import '{name}'; pure rules import settebello.cards and "
                    "settebello.game, and nothing that reads a clock, a socket, a file or luck."
                )
                return Line("imports", Finding(sentence))
    return Line("imports")


def speed(game: Game, seed: int) -> int:
    """Moves a second in the loop of simulation, for half a second or so."""
    luck = Seeded(seed)
    options = {option.name: option.default for option in game.OPTIONS}
    moves, start = 0, time.perf_counter()
    while (seconds := time.perf_counter() - start) < 0.5:
        state = game.setup(options, game.SEATS[0], None)
        moves += playout(game, state, luck.draw, chooser(luck.random))
    return int(moves / seconds)
