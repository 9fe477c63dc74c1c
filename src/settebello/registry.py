"""Finding games: ours, those of installed packages, and rules files given by their path.

A package offers a game by an entry point in the group `settebello.games`: its name is the game's
name, its value the module with the rules.
"""

from __future__ import annotations

import importlib.util
import re
import sys
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, NoReturn

from settebello.declared import check_declared
from settebello.events import declared_events
from settebello.game import Game, Option, Options, OptionValue
from settebello.games import OLDER_RULES, OUR_GAMES
from settebello.notation import Notation

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "settebello.games"
CALLED = re.compile(r"[a-z][a-z0-9_]{0,31}")  # the name of a game
HASH = "__settebello_hash__"  # the name in a module of rules under which its hash is kept
CONSTANTS = {"NAME": str, "VERSION": int, "SEATS": tuple, "OPTIONS": tuple, "FACES": tuple,
             "VERBS": Mapping}  # fmt: skip
OUR_NAMES = {game.NAME: game for game in OUR_GAMES}
_given: dict[str, Game] = {}  # games of rules files that the user named; they come first
FUNCTIONS = ("bound", "setup", "settle", "legal", "apply", "result", "places", "public")


class RulesError(ValueError):
    """A file of rules or of a bot that cannot be used, or rules that failed during a match."""


def fail(game: Game, function: str, error: Exception) -> NoReturn:
    """The rules of a game have failed in a function: raise RulesError, which says so."""
    if isinstance(error, RulesError):
        raise error
    sentence = f"The rules of {game.NAME} failed in '{function}': {describe(error)}."
    failed = RulesError(sentence)
    failed.__cause__ = error  # not `from error`, which compiled code forgets
    raise failed


def games() -> Mapping[str, Game]:
    """All games that can be played here, by name. An installed one that is broken is left out."""
    found = _given | {game.NAME: game for game in OUR_GAMES if game.NAME not in _given}
    for name in installed():
        if name not in found:
            try:
                found[name] = find_game(name)
            except ValueError:
                continue  # find_game(name) says what is wrong with it
    return found


@cache
def installed() -> dict[str, EntryPoint]:
    """The games that installed packages offer: looked for once, as it takes long."""
    from importlib.metadata import entry_points  # here: a fifth of `import settebello`

    return {point.name: point for point in entry_points(group=GROUP)}


def find_game(game: Game | str, version: int | None = None) -> Game:
    """A game by its name or by the path of its rules file, or the game itself; else ValueError."""
    if not isinstance(game, str):
        if game in OUR_GAMES:  # tests check them: 150 us a match
            return game
        return checked(game, "This game")
    return load_file(Path(game)) if game.endswith(".py") else find_named(game, version)


def is_ours(game: Game) -> bool:
    """Whether this is one of our own games, which tests have checked."""
    return OUR_NAMES.get(game.NAME) is game


def find_named(game: str, version: int | None = None) -> Game:
    """A game by its name, else ValueError."""
    found: Game | None = _given.get(game)
    if found is None:
        found = OUR_NAMES.get(game)
    if found is None and game in (offered := installed()):
        found = load_installed(offered[game])
    if found is None:
        known = ", ".join(sorted({ours.NAME for ours in OUR_GAMES} | set(installed())))
        raise ValueError(f"There is no game '{game}'. The games are: {known}.")
    if version is not None and version != found.VERSION:
        for older in OLDER_RULES:
            if (game, version) == (older.NAME, older.VERSION):
                return older
    return found


def versions(game: str) -> list[int]:
    """The versions of a game's rules that are here; none if there is no such game."""
    try:
        newest = [find_named(game).VERSION]
    except ValueError:  # there is none, or it is broken
        newest = []
    return newest + [older.VERSION for older in OLDER_RULES if game == older.NAME]


def give(game: Game) -> None:
    """Let this process find a game by its name though it is not installed.

    For rules that the user of this program has named by their path. The log of a match has only the
    name of its game, since a rules file is a program and logs come from strangers.
    """
    _given[game.NAME] = game


def given() -> Mapping[str, Game]:
    """The games that were given, by name."""
    return dict(_given)


def load_installed(point: EntryPoint) -> Game:
    """The game of an entry point; RulesError if it cannot be loaded."""
    try:
        loaded: Any = point.load()
    except (Exception, SystemExit) as error:
        raise RulesError(
            f"The installed game '{point.name}' cannot be loaded: {describe(error)}."
        ) from error
    game = checked(loaded, f"The installed game '{point.name}'")
    if point.name != game.NAME:  # its records could not be replayed
        raise RulesError(f"The installed game '{point.name}' calls itself '{game.NAME}'.")
    hash_of(game)  # now: its file may change later
    return game


def load_file(path: Path) -> Game:
    """The game in a rules file outside the package; RulesError if it cannot be used."""
    return checked(load_module(path, "rules"), f"The rules file {path}")


def load_module(path: Path, kind: str) -> Any:
    """The module in a file of rules or of a bot; ValueError if it cannot be loaded."""
    if not path.is_file():
        raise ValueError(f"There is no file {path}.")
    spec = importlib.util.spec_from_file_location(f"settebello_{kind}_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise ValueError(f"{path} is not a Python file.")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look for it there
    try:
        # Compiled here: a compiled copy beside the author's file would outlive their next edit.
        source = path.read_bytes()
        exec(compile(source, path, "exec", dont_inherit=True), module.__dict__)
    except (Exception, SystemExit) as error:
        raise RulesError(f"The {kind} file {path} cannot be loaded: {describe(error)}.") from error
    module.__dict__[HASH] = digest(source)
    return module


def hash_of(game: Game) -> str:
    """The hash of a game's rules file as it was loaded; it tells whether the file has changed.

    Empty for our own games, whose VERSION is enough, and for a game that is no module.
    """
    if not isinstance(game, ModuleType):
        return ""
    if HASH not in game.__dict__:
        if game in OUR_GAMES or game in OLDER_RULES:
            return ""
        file = Path(getattr(game, "__file__", None) or "")
        game.__dict__[HASH] = digest(file.read_bytes()) if file.is_file() else ""
    known: str = game.__dict__[HASH]
    return known


def digest(source: bytes) -> str:
    import hashlib  # here: our own games need none

    return hashlib.sha256(source).hexdigest()[:16]


def checked(game: Any, who: str) -> Game:
    """The game, if it provides what `Game` asks for; else RulesError."""
    for name, kind in CONSTANTS.items():
        if not isinstance(getattr(game, name, None), kind):
            raise RulesError(f"{who} needs {name}, a {kind.__name__.lower()}.")
    for name in FUNCTIONS:
        if not callable(getattr(game, name, None)):
            raise RulesError(f"{who} needs a function '{name}'.")
    if not CALLED.fullmatch(game.NAME):
        raise RulesError(f"{who} needs a NAME of small letters, digits and underscores.")
    if not game.SEATS or not all(type(seats) is int and 1 <= seats <= 10 for seats in game.SEATS):
        raise RulesError(f"{who} needs SEATS, the numbers of players, from 1 to 10.")
    if not all(isinstance(option, Option) for option in game.OPTIONS):
        raise RulesError(f"{who} needs OPTIONS made of Option.")
    if not all(isinstance(face, str) for face in game.FACES):
        raise RulesError(f"{who} needs FACES made of texts.")
    events = getattr(game, "EVENTS", {})
    if not isinstance(events, Mapping) or not all(type(text) is str for text in events.values()):
        raise RulesError(f"{who} needs EVENTS that map each event to its fields, or none.")
    Notation(game)
    declared_events(game)
    check_declared(game)
    checked_game: Game = game
    return checked_game


class Agreed(dict[str, OptionValue]):
    """The options of a match, complete and checked.

    Those of an old match may have values that a new match may not have. Nobody changes them: a
    table, its match and its state share one.
    """

    __slots__ = ("game",)

    def __init__(self, game: Game, options: Options) -> None:
        super().__init__(options)
        self.game = game

    def __reduce__(self) -> tuple[type[dict[str, OptionValue]], tuple[dict[str, OptionValue]]]:
        """To another process they go as plain options: a game cannot be sent."""
        return dict, (dict(self),)


def check_options(game: Game, given: Options | None, older: bool = False) -> Agreed:
    """The options of a match, complete: the given ones, and defaults for the others.

    ValueError says what is wrong with one. With `older` they are those of an old match, and may
    have values that a new match may not have.
    """
    if isinstance(given, Agreed) and given.game is game:
        return given
    if given is not None and not isinstance(given, Mapping):
        raise ValueError("Options are a mapping from names to values.")
    options = {option.name: option.default for option in game.OPTIONS}
    declared = {option.name: option for option in game.OPTIONS}
    for name, value in (given or {}).items():
        option = declared.get(name)
        if option is None:
            known = ", ".join(options) or "none"
            raise ValueError(f"{game.NAME} has no option '{name}'. Its options are: {known}.")
        if not option.allows(value, older):
            raise ValueError(f"The option '{name}' is {option.range}, not {shown(value)}.")
        options[name] = value
    return Agreed(game, options)


_usual: dict[str, Agreed] = {}  # of our games, by name


def options_at_table(game: Game, given: Options) -> Agreed:
    """The options of a match from its log, which may be old; ValueError as in `check_options`.

    Tables of one of our games with its usual options share them: there nobody can change them.
    """
    if not is_ours(game):
        return check_options(game, given, older=True)
    usual = _usual.get(game.NAME)
    if usual is None:
        usual = _usual[game.NAME] = check_options(game, None)
    if given != usual or any(type(given[name]) is not type(usual[name]) for name in usual):
        return check_options(game, given, older=True)  # True is not 1 here
    return usual


def shown(value: object, write: Callable[[object], str] = repr) -> str:
    """A wrong value as a sentence quotes it."""
    try:
        text = write(value)
    except ValueError:
        return "a number of thousands of digits"
    return text if len(text) <= 60 else text[:60] + "..."


def describe(error: BaseException) -> str:
    """An error in one line, with the line of the file that raised it where that is known."""
    line, trace = "", error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is not None and not isinstance(error, SyntaxError):  # which says its own line
        line = f" (line {trace.tb_lineno} of {Path(trace.tb_frame.f_code.co_filename).name})"
    text = " ".join(str(error).split())
    return f"{type(error).__name__}{': ' + text if text else ''}{line}"


def shortened(text: str, longest: int = 60) -> str:
    text = " ".join(text.split())
    return text if len(text) <= longest else text[:longest] + "..."


def printable(text: str) -> str:
    """A text from elsewhere, without terminal controls."""
    return "".join(sign if sign.isprintable() else " " for sign in text)
