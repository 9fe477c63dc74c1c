"""Who may import what: a file imports from its own line of this list or from the lines above.

So the rules stay pure, the core stays without I/O, and nothing below needs what is above.
"""

import ast
from pathlib import Path

import pytest

import settebello

SOURCE = Path(settebello.__file__).parent
LINES = (
    ("rejection", "native"),
    ("cards", "game"),
    ("games",),
    ("notation", "picking", "events", "declared", "dealing", "sampling", "visibility"),
    ("registry", "words"),
    (
        "luck",
        "players",
        "court",
        "record",
        "history",
        "match",
        "mind",
        "mind_tokens",
        "plain_data",
        "observation",
        "stepping",
    ),
    ("bots", "lessons"),
    ("lab",),
    ("table",),
    ("dialects",),
    ("store",),
    ("client",),
    ("terminal",),
    ("server",),
    ("cli", "__main__"),
)
NOT_BETWEEN = {("server", "client"), ("server", "terminal")}  # programs that do not know each other
LINE_OF = {name: number for number, line in enumerate(LINES) for name in line}
FOR_RULES = {"typing", "collections.abc", "__future__", "itertools", "functools", "math", "enum"}
# A name that would let rules read or write something outside their state.
IMPURE = {"random", "time", "os", "open", "input", "print", "eval", "exec", "__import__"}

FILES = sorted(path for path in SOURCE.rglob("*.py") if path != SOURCE / "__init__.py")
RULES = [file for file in FILES if file.parent.name == "games" and file.stem != "__init__"]


def parts_of(file: Path) -> tuple[str, ...]:
    """The module of a file below the package: ("games", "scopa"); a package without `__init__`."""
    parts = file.relative_to(SOURCE).with_suffix("").parts
    return parts[:-1] if parts[-1] == "__init__" else parts


def imported_by(source: str, package: tuple[str, ...]) -> set[str]:
    """All modules that a source imports, wherever in it; relative ones are spelt out."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            above = ("settebello", *package)[: len(package) + 2 - node.level] if node.level else ()
            base = ".".join([*above, *([node.module] if node.module else [])])
            if base in ("settebello", "settebello.games"):  # the names may be modules
                found |= {f"{base}.{alias.name}" for alias in node.names}
            else:
                found.add(base)
    return found


def imports_of(file: Path) -> set[str]:
    package = file.relative_to(SOURCE).parent.parts
    return imported_by(file.read_text("utf-8"), package)


def named(file: Path) -> str:
    return "/".join(file.relative_to(SOURCE).parts)


def test_imports_are_found_wherever_and_however_they_are_written() -> None:
    source = """
import os.path
from settebello import match
from settebello.games import scopa
from settebello.luck import Seeded
def late():
    from .wire import Message
    from ..table import Table
    from . import lobby
"""
    assert imported_by(source, ("server",)) == {
        "os.path",
        "settebello.match",
        "settebello.games.scopa",
        "settebello.luck",
        "settebello.server.wire",
        "settebello.table",
        "settebello.server",
    }


@pytest.mark.parametrize("file", FILES, ids=named)
def test_a_file_imports_only_from_its_own_line_and_from_above(file: Path) -> None:
    own = parts_of(file)[0]
    assert own in LINE_OF, f"{named(file)} is in no line of the list: say where it belongs"
    for module in imports_of(file):
        if module.split(".")[0] != "settebello" or module == "settebello.COMPILED":
            continue  # that says how the package was built, and needs nothing
        assert module != "settebello", f"{named(file)} imports the whole package"
        name = module.split(".")[1]
        assert name in LINE_OF, f"{named(file)} imports {module}, which is in no line of the list"
        assert LINE_OF[name] <= LINE_OF[own], f"{named(file)} imports {module} from further below"
        assert (own, name) not in NOT_BETWEEN, f"{named(file)} imports {module}"


def test_every_name_in_the_list_is_a_module() -> None:
    there = {parts_of(file)[0] for file in FILES}
    assert set(LINE_OF) == there


@pytest.mark.parametrize("file", RULES, ids=named)
def test_rules_import_only_what_a_game_is_made_of(file: Path) -> None:
    allowed = FOR_RULES | {"settebello.cards", "settebello.game"}
    assert imports_of(file) <= allowed


def test_the_list_of_our_games_imports_them_and_nothing_else_of_ours() -> None:
    rules = {f"settebello.games.{file.stem}" for file in RULES}
    assert imports_of(SOURCE / "games" / "__init__.py") <= rules | {"settebello.game"}


@pytest.mark.parametrize("file", [*RULES, SOURCE / "cards.py", SOURCE / "game.py"], ids=named)
def test_rules_touch_nothing_outside_their_state(file: Path) -> None:
    tree = ast.parse(file.read_text("utf-8"))
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    assert not used & IMPURE


@pytest.mark.parametrize("file", RULES, ids=named)
def test_rules_change_no_name_of_their_module(file: Path) -> None:
    # What a module remembers from one match would be missing in the replay of the next.
    tree = ast.parse(file.read_text("utf-8"))
    assert not [node for node in ast.walk(tree) if isinstance(node, ast.Global)]


def test_every_rules_file_is_one_of_our_games() -> None:
    from settebello.games import OLDER_RULES, OUR_GAMES

    listed = {str(getattr(game, "__name__", "")) for game in (*OUR_GAMES, *OLDER_RULES)}
    assert listed == {f"settebello.games.{file.stem}" for file in RULES}
