"""Where games are found: ours, those of installed packages, and files given by their path."""

import pickle
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import settebello
import toy_game
from helpers import altered, play_random, snapshot
from settebello import Match
from settebello.game import Option
from settebello.games import OUR_GAMES, dice, scopa
from settebello.registry import (
    CONSTANTS,
    FUNCTIONS,
    RulesError,
    check_options,
    find_game,
    games,
    hash_of,
    installed,
    load_file,
    options_at_table,
)
from settebello.words import option_text

TOY = Path(toy_game.__file__).read_text("utf-8")


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty folder for installed packages; what is imported from it is forgotten afterwards."""
    monkeypatch.syspath_prepend(tmp_path)
    before = set(sys.modules)
    yield tmp_path
    installed.cache_clear()
    for name in set(sys.modules) - before:
        if name.endswith("_rules"):
            del sys.modules[name]


def install(packages: Path, name: str, source: str, game: str = "") -> None:
    """Install a package with a game in it: a module, and the entry point that offers it."""
    (packages / f"{name}_rules.py").write_text(source, "utf-8")
    info = packages / f"{name}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[settebello.games]\n{game or name} = {name}_rules\n")
    installed.cache_clear()


def write(folder: Path, source: str, name: str = "mygame") -> str:
    path = folder / f"{name}.py"
    path.write_text(source, "utf-8")
    return str(path)


def refused(game: Any) -> str:
    """The sentence with which a game is refused."""
    with pytest.raises(ValueError) as caught:  # noqa: PT011 (the sentence is looked at by the test)
        find_game(game)
    sentence = str(caught.value)
    assert sentence.endswith(".")
    assert "\n" not in sentence
    return sentence


# Ours.


def test_our_games_are_there_by_name() -> None:
    found = settebello.games()
    assert found["dice"] is dice
    assert found["scopa"] is scopa
    assert {game.NAME for game in OUR_GAMES} <= set(found)
    for name, game in found.items():
        assert name == game.NAME


def test_a_game_is_found_by_name_or_as_it_is() -> None:
    assert find_game("scopa") is find_game(scopa) is scopa


def test_the_mapping_is_the_callers_own() -> None:
    settebello.games().pop("dice")  # type: ignore[attr-defined]
    assert "dice" in settebello.games()


@pytest.mark.parametrize("name", ["", "Scopa", "scopa ", "chess", "scopa.txt", "x" * 300, "\0"])
def test_an_unknown_name_is_refused_with_the_names_that_are_there(name: str) -> None:
    sentence = refused(name)
    assert sentence.startswith(f"There is no game '{name}'. The games are: ")
    assert "dice" in sentence
    assert "scopa" in sentence


def test_an_older_version_of_rules_that_is_not_kept_is_said_in_a_replay() -> None:
    record = {**Match("scopa", 3, seed=1).record(), "rules": 0}
    with pytest.raises(ValueError, match="version 0 of the rules of scopa; only version"):
        Match.replay(record)


def test_older_rules_that_are_kept_are_found_by_their_version(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    older = altered(scopa, VERSION=0)
    monkeypatch.setattr("settebello.registry.OLDER_RULES", (older,))
    assert find_game("scopa", 0) is older
    assert find_game("scopa", scopa.VERSION) is find_game("scopa") is scopa
    match = play_random(Match(older, 3, seed=1), 1, moves=5)
    again = Match.replay(match.record())
    assert again.game is older
    assert snapshot(again) == snapshot(match)


# A rules file.


def test_a_rules_file_is_found_by_its_path(tmp_path: Path) -> None:
    path = write(tmp_path, TOY)
    match = play_random(Match(path, 2, seed=1), 1)
    assert match.game.NAME == "magpie"
    assert snapshot(Match.replay(match.record(), game=path)) == snapshot(match)
    assert "magpie" not in games()


def test_a_rules_file_is_read_anew_each_time_and_leaves_nothing_beside_it(tmp_path: Path) -> None:
    path = write(tmp_path, TOY)
    before = sys.dont_write_bytecode
    assert find_game(path).VERSION == 3
    write(tmp_path, TOY.replace("VERSION = 3", "VERSION = 4"))
    assert find_game(path).VERSION == 4
    assert [file.name for file in tmp_path.iterdir()] == ["mygame.py"]
    assert sys.dont_write_bytecode == before


def test_the_hash_of_a_rules_file_is_that_of_what_was_loaded(tmp_path: Path) -> None:
    path = write(tmp_path, TOY)
    game = find_game(path)
    write(tmp_path, TOY + "# changed\n")
    assert hash_of(game) == sha256(TOY.encode()).hexdigest()[:16]
    assert hash_of(find_game(path)) == sha256(f"{TOY}# changed\n".encode()).hexdigest()[:16]


def test_our_games_and_those_without_a_file_have_no_hash(monkeypatch: pytest.MonkeyPatch) -> None:
    older = altered(scopa, VERSION=0)
    monkeypatch.setattr("settebello.registry.OLDER_RULES", (older,))
    typed = ModuleType("typed")  # as in a session of Python
    assert {hash_of(game) for game in (*OUR_GAMES, older, altered(scopa), typed)} == {""}


def test_the_hash_of_an_installed_game_is_that_of_its_first_loading(packages: Path) -> None:
    install(packages, "magpie", TOY)
    game = find_game("magpie")
    (packages / "magpie_rules.py").write_text("", "utf-8")
    assert hash_of(game) == hash_of(find_game("magpie")) == sha256(TOY.encode()).hexdigest()[:16]


def test_a_rules_file_may_use_dataclasses(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        "from __future__ import annotations\n"
        + "from dataclasses import dataclass\n"
        + TOY
        + "\n\n@dataclass\nclass Score:\n    points: int\n",
    )
    assert find_game(path).NAME == "magpie"


def test_a_rules_file_that_is_missing_is_named(tmp_path: Path) -> None:
    path = str(tmp_path / "none.py")
    assert refused(path) == f"There is no file {path}."
    (tmp_path / "folder.py").mkdir()
    assert refused(str(tmp_path / "folder.py")).startswith("There is no file ")


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("x = 1\nraise OSError('no\\nluck')\n", "OSError: no luck (line 2 of mygame.py)."),
        ("import no_such_module\n", "No module named 'no_such_module' (line 1 of mygame.py)."),
        ("x = 1\nx = = 2\n", "SyntaxError: invalid syntax (mygame.py, line 2)."),
        ("raise SystemExit(3)\n", "(line 1 of mygame.py)."),
        ("'\0'\n", "null bytes"),
    ],
    ids=["raises", "imports", "syntax", "exits", "null"],
)
def test_a_rules_file_that_cannot_be_loaded_says_why(
    tmp_path: Path, source: str, reason: str
) -> None:
    path = write(tmp_path, source)
    sentence = refused(path)
    assert sentence.startswith(f"The rules file {path} cannot be loaded: ")
    assert reason in sentence


def test_a_rules_file_that_is_not_text_says_so(tmp_path: Path) -> None:
    path = tmp_path / "mygame.py"
    path.write_bytes(b"\xff\xfe\xff")
    assert refused(str(path)).startswith(f"The rules file {path} cannot be loaded: ")


def test_loading_a_rules_file_leaves_the_modules_of_the_program_alone(tmp_path: Path) -> None:
    path = write(tmp_path, TOY, name="json")
    assert load_file(Path(path)).NAME == "magpie"
    assert hasattr(sys.modules["json"], "dumps")


# What a game must have.


@pytest.mark.parametrize("name", CONSTANTS)
def test_a_game_needs_each_constant(tmp_path: Path, name: str) -> None:
    path = write(tmp_path, f"{TOY}\n\ndel {name}\n")
    assert refused(path).startswith(f"The rules file {path} needs {name}, ")
    path = write(tmp_path, f"{TOY}\n\n{name} = None\n")
    assert refused(path).startswith(f"The rules file {path} needs {name}, ")


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_game_needs_each_function(tmp_path: Path, name: str) -> None:
    path = write(tmp_path, f"{TOY}\n\ndel {name}\n")
    assert refused(path) == f"The rules file {path} needs a function '{name}'."
    path = write(tmp_path, f"{TOY}\n\n{name} = 3\n")
    assert refused(path) == f"The rules file {path} needs a function '{name}'."


@pytest.mark.parametrize(
    "name", ["", "Magpie", "mag pie", "../magpie", "1magpie", "m" * 33, "mag-pie", "gazzà", "m\n"]
)
def test_a_name_is_made_of_small_letters_digits_and_underscores(name: str) -> None:
    assert refused(altered(toy_game, NAME=name)) == (
        "This game needs a NAME of small letters, digits and underscores."
    )


@pytest.mark.parametrize("seats", [(), (0,), (11,), (2, True), ("2",), (2.0,)])
def test_seats_are_numbers_of_players(seats: Any) -> None:
    assert refused(altered(toy_game, SEATS=seats)) == (
        "This game needs SEATS, the numbers of players, from 1 to 10."
    )


def test_options_are_made_of_option() -> None:
    assert refused(altered(toy_game, OPTIONS=("turns",))) == (
        "This game needs OPTIONS made of Option."
    )


@pytest.mark.parametrize("pattern", ["", "{cards} {cards}", "{player}", "{n:1}", None, 5])
def test_verbs_have_patterns(pattern: Any) -> None:
    assert refused(altered(toy_game, VERBS={"go": pattern})).startswith(
        "The pattern of the verb 'go' is not made of words and the slots "
    )


@pytest.mark.parametrize(
    "field",
    ["taken:card:s", "taken:face", "1st", "seat:cards", "from_seat:seats", "who:seat", "number"],
)
def test_fields_of_events_have_names_and_kinds(field: str) -> None:
    sentence = refused(altered(toy_game, EVENTS={"Taken": f"seat {field}"}))
    assert sentence.startswith(f"EVENTS declares '{field}' in Taken: ")


@pytest.mark.parametrize("events", [None, ["Taken"], {"Taken": ["seat"]}])
def test_events_are_a_mapping_to_texts(events: Any) -> None:
    assert refused(altered(toy_game, EVENTS=events)) == (
        "This game needs EVENTS that map each event to its fields, or none."
    )


@pytest.mark.parametrize("faces", [(1, 2), ("A", None)])
def test_faces_are_texts(faces: tuple[Any, ...]) -> None:
    assert "FACES" in refused(altered(toy_game, FACES=faces))


@pytest.mark.parametrize("game", [None, 7, [], object(), Match])
def test_what_is_no_game_is_refused(game: Any) -> None:
    assert refused(game).startswith("This game needs NAME, ")


# Installed packages.


def test_a_game_of_an_installed_package_is_found_by_its_name(packages: Path) -> None:
    install(packages, "magpie", TOY)
    assert games()["magpie"].NAME == "magpie"
    match = play_random(Match("magpie", 3, seed=1), 1)
    assert snapshot(Match.replay(match.record())) == snapshot(match)
    assert "magpie" in refused("chess")


def test_an_installed_game_does_not_replace_one_of_ours(packages: Path) -> None:
    install(packages, "other", TOY.replace('"magpie"', '"scopa"'), game="scopa")
    assert games()["scopa"] is find_game("scopa") is scopa


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("raise OSError('no luck')\n", "cannot be loaded: OSError: no luck (line 1 of "),
        ("import no_such_module\n", "cannot be loaded: ModuleNotFoundError: No module named"),
        ("raise SystemExit(3)\n", "cannot be loaded: SystemExit: 3"),
        ("NAME = 'magpie'\n", " needs VERSION, "),
        (f"{TOY}\n\ndel legal\n", " needs a function 'legal'."),
        (f"{TOY}\n\nNAME = 'jay'\n", "jay"),
    ],
    ids=["raises", "imports", "exits", "half", "without legal", "other name"],
)
def test_a_broken_installed_game_is_left_out_and_says_why(
    packages: Path, source: str, reason: str
) -> None:
    install(packages, "magpie", source)
    assert set(games()) == {game.NAME for game in OUR_GAMES}
    sentence = refused("magpie")
    assert sentence.startswith("The installed game 'magpie'")
    assert reason in sentence


def test_an_entry_point_to_nothing_is_left_out_and_says_why(packages: Path) -> None:
    install(packages, "magpie", TOY)
    (packages / "magpie_rules.py").unlink()
    assert "magpie" not in games()
    assert refused("magpie").startswith(
        "The installed game 'magpie' cannot be loaded: ModuleNotFoundError"
    )


def test_a_broken_installed_game_does_not_hide_the_others(packages: Path) -> None:
    install(packages, "broken", "raise OSError\n")
    install(packages, "magpie", TOY)
    assert set(games()) == {*(game.NAME for game in OUR_GAMES), "magpie"}


def test_rules_errors_are_value_errors() -> None:
    assert issubclass(RulesError, ValueError)


# Options.

NUMBER = Option("turns", 12, "How many turns.", low=1, high=1000)
SWITCH = Option("open", False, "Whether hands are open.")
WORD = Option("deck", "full", "Which deck.", choices=("full", "short"))


def test_an_option_says_what_is_allowed() -> None:
    assert [option.range for option in (NUMBER, SWITCH, WORD)] == [
        "1 to 1,000",
        "true or false",
        "full or short",
    ]


@pytest.mark.parametrize(
    ("option", "good", "bad"),
    [
        (NUMBER, [1, 12, 1000], [0, 1001, True, 1.0, "12", None]),
        (SWITCH, [True, False], [0, 1, "true", None]),
        (WORD, ["full", "short"], ["", "Full", 0, None, ["full"], True]),
    ],
)
def test_an_option_allows_what_it_says(option: Option, good: list[Any], bad: list[Any]) -> None:
    assert [value for value in good + bad if option.allows(value)] == good


@pytest.mark.parametrize("game", OUR_GAMES, ids=lambda game: game.NAME)
def test_the_defaults_of_our_options_are_allowed_and_described(game: Any) -> None:
    assert check_options(game, None) == check_options(game, {})
    for option in game.OPTIONS:
        assert option.allows(option.default)
        assert option_text(game, option)


def test_given_options_are_copied() -> None:
    given = {"turns": 3}
    options = check_options(dice, given)
    given["turns"] = 5
    assert options["turns"] == 3


def test_tables_share_the_usual_options_and_only_those() -> None:
    usual = {option.name: option.default for option in scopa.OPTIONS}
    shared = options_at_table(scopa, usual)
    assert shared == options_at_table(scopa, {}) == check_options(scopa, None) == usual
    assert options_at_table(scopa, dict(usual)) is shared
    assert check_options(scopa, usual) is not shared
    assert options_at_table(scopa, {**usual, "target": 9}) == {**usual, "target": 9}
    with pytest.raises(ValueError, match=r"not 8\.0"):
        options_at_table(scopa, {**usual, "target": 8.0})  # type: ignore[dict-item]
    other = altered(toy_game)
    assert options_at_table(other, {}) == check_options(other, None)


def test_a_game_without_options_says_so() -> None:
    with pytest.raises(ValueError, match=r"magpie has no option 'x'\. Its options are: none\."):
        check_options(altered(toy_game, OPTIONS=()), {"x": 1})


def test_checked_options_can_be_sent_to_another_process() -> None:
    options = check_options(scopa, {"target": 5})
    assert pickle.loads(pickle.dumps(options)) == dict(options)
