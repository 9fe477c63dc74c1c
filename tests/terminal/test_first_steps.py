"""What a newcomer meets: each command as it is typed, right and wrong, in both languages."""

from __future__ import annotations

import argparse
import os
import socket
from contextlib import closing
from pathlib import Path

import pytest

import forked
from helpers import play_random
from settebello import Match
from settebello.cli.parser import make_parser
from settebello.record import write_record
from settebello.store.sqlite import StoreFile
from settebello.terminal.arguments import SENTENCES
from settebello.words import LANGUAGES
from settebello.words.phrases import phrase
from terminal.test_phrases import messages

ITALIAN = {"LANG": "it_IT.UTF-8"}
VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


def settebello(
    home: Path, *arguments: object, typed: str = "", **variables: str
) -> tuple[int, str, str]:
    """The exit code of a command, what it printed, and what it complained of."""
    environment = {name: text for name, text in os.environ.items() if name not in VARIABLES}
    environment |= {"SETTEBELLO_HOME": str(home), "COLUMNS": "80", **variables}
    return forked.run(arguments, environment, typed)


def complaint(home: Path, *arguments: object, **variables: str) -> str:
    """The one sentence that says what is wrong with a command."""
    code, out, err = settebello(home, *arguments, **variables)
    assert (code, out, err.count("\n")) == (2, "", 1), err
    assert err.startswith("settebello: ")
    return err.removeprefix("settebello: ").rstrip("\n")


def past_match(folder: Path) -> Path:
    file = folder / "past.json"
    write_record(play_random(Match("dice", 3, seed=5), 1).record(), file)
    return file


# The data folder and the store.


def storing(folder: Path) -> dict[str, list[object]]:
    """What the commands that have a store are given besides."""
    record = past_match(folder)
    return {"serve": ["--port", "0"], "export": [folder / "out"], "import": [record]}


@pytest.mark.parametrize("command", ["serve", "export", "import"])
def test_a_data_folder_that_is_a_file_is_said_so(command: str, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.write_text("mine", "utf-8")
    rest = storing(tmp_path)
    why = "There is a file of that name. Set SETTEBELLO_HOME to a folder."
    output = complaint(home, command, *rest[command])
    assert output == f"The data folder {home} cannot be used: {why}"
    assert "deve essere una cartella" in complaint(home, command, *rest[command], **ITALIAN)
    assert home.read_text("utf-8") == "mine"


def test_export_before_there_is_a_store_says_what_makes_one(home: Path, tmp_path: Path) -> None:
    output = complaint(home, "export", tmp_path / "out")
    assert output.startswith(
        f'There is no store {home / "tables.db"} yet: "settebello serve" makes'
    )
    assert not home.exists()
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("command", ["serve", "export", "import"])
def test_a_store_that_is_a_folder_is_said_so(command: str, home: Path, tmp_path: Path) -> None:
    rest = storing(tmp_path)
    output = complaint(home, command, *rest[command], "--store", f"sqlite:///{tmp_path}")
    assert output.startswith(f"{tmp_path} is a folder, and a store is a file: give sqlite:///")


@pytest.mark.parametrize("command", ["serve", "export", "import"])
def test_a_file_that_is_no_store_is_said_so(command: str, home: Path, tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text("mine", "utf-8")
    given = [command, *storing(tmp_path)[command], "--store", f"sqlite:///{file}"]
    said = f"The file {file} is not a store of Settebello: give another one."
    assert complaint(home, *given) == said
    said = f"Il file {file} non è un archivio di Settebello: scegline un altro."
    assert complaint(home, *given, **ITALIAN) == said
    assert file.read_text("utf-8") == "mine"


def test_a_store_that_cannot_be_used_is_said_so_in_the_language_of_the_reader(
    home: Path, tmp_path: Path
) -> None:
    file = tmp_path / "tables.db"
    given = ["import", past_match(tmp_path), "--store", f"sqlite:///{file}"]
    with closing(StoreFile.open(f"sqlite:///{file}")) as store:
        said = complaint(home, *given, **ITALIAN)
        assert said.startswith(f"L'archivio {file} è usato da un altro server, o da una ")
        store.writing.execute("PRAGMA user_version = 99")
    said = complaint(home, *given, **ITALIAN)
    assert said.startswith(f"L'archivio {file} ha la versione 99, ")
    assert said.endswith("ci vuole un Settebello più nuovo.")
    given = ["export", tmp_path / "out", "--store", f"sqlite:///{file}"]
    said = complaint(home, *given, **ITALIAN)
    assert said.endswith("o prendi un Settebello più nuovo.")


def test_a_record_that_is_none_is_named_once(home: Path, tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text("mine", "utf-8")
    assert complaint(home, "import", file) == f"{file} is not a record: it is not JSON."
    file.write_text("{}", "utf-8")
    assert (
        complaint(home, "import", file) == f"{file}: This is not a Settebello record of format 1."
    )


def test_no_answer_is_said_in_the_language_of_the_reader(home: Path) -> None:
    with socket.socket() as nobody:  # has a port, and does not listen at it
        nobody.bind(("127.0.0.1", 0))
        server = f"http://127.0.0.1:{nobody.getsockname()[1]}"
        given = ["join", server, "--game", "scopa", "--name", "Ann"]
        assert complaint(home, *given) == f"No answer from {server}: connection refused."
        said = f"{server} non risponde: connessione rifiutata."
        assert complaint(home, *given, **ITALIAN) == said


def test_one_match_is_one_match(home: Path, tmp_path: Path) -> None:
    file = past_match(tmp_path)
    assert settebello(home, "import", file)[1] == "Imported 1 match.\n"
    assert settebello(home, "import", file, file)[1] == "Imported 2 matches.\n"
    assert settebello(home, "import", file, **ITALIAN)[1] == "Importata 1 partita.\n"
    out = tmp_path / "out"
    assert (
        settebello(home, "export", out)[1] == f"Wrote 4 records to {out}; 0 were there already.\n"
    )


def test_local_matches_are_exported_and_replayed(home: Path, tmp_path: Path) -> None:
    out, store = tmp_path / "out", f"sqlite:///{home / 'play.db'}"
    bots = ("play", "dice", "--players", "random,random,random", "--seed", "1")
    assert settebello(home, *bots)[0] == 0  # to its end
    assert (
        settebello(home, "play", "scopa", "--players", "Ann,bot", "--seed", "1", typed="1\n")[0]
        == 0
    )
    assert settebello(home, "export", out, "--store", store)[1].startswith("Wrote 1 record to ")
    assert settebello(home, "export", out, "--all", "--store", store)[1].startswith("Wrote 1 rec")
    for file in out.iterdir():
        code, told, err = settebello(home, "replay", file)
        assert (code, err) == (0, "")
        assert told.startswith(("dice (rules version 1)", "scopa (rules version 1)"))


def test_records_are_not_exported_to_a_file(home: Path, tmp_path: Path) -> None:
    file = past_match(tmp_path)
    settebello(home, "import", file)
    assert complaint(home, "export", file) == (
        f"Cannot write to {file}: There is a file of that name."
    )


# The language.


def test_rules_in_a_match_are_in_its_language(home: Path) -> None:
    how = ("play", "scopa", "--players", "Ann,random", "--seed", "1")
    for text in (
        settebello(home, *how, "--language", "it", typed="regole\n")[1],
        settebello(home, *how, typed="rules\n", LANG="it_IT.UTF-8")[1],
        settebello(home, "resume", "--language", "it", typed="regole\n")[1],
    ):
        assert "# Scopa\n" in text
        assert "giocatori" in text.partition("# Scopa\n")[2]
        assert "players" not in text


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({"LANG": "it"}, "it"),
        ({"LANG": "it_IT.UTF-8"}, "it"),
        ({"LANG": "it_CH@euro"}, "it"),
        ({"LANG": "italian"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({}, "en"),
        ({"LC_MESSAGES": "it_IT", "LANG": "en_GB"}, "it"),
        ({"LC_ALL": "en_GB", "LC_MESSAGES": "it_IT", "LANG": "it_IT"}, "en"),
        ({"LANGUAGE": "it", "LC_ALL": "en_GB", "LANG": "en_GB"}, "it"),
        ({"LANGUAGE": "de:it", "LANG": "de_DE"}, "it"),
        ({"LANGUAGE": "it", "LC_ALL": "C"}, "en"),
    ],
)
def test_games_speak_the_language_of_the_environment(
    variables: dict[str, str], language: str, home: Path
) -> None:
    players = {"en": "2, 3, 4 or 6 players", "it": "2, 3, 4 o 6 giocatori"}[language]
    assert players in settebello(home, "games", **variables)[1]


def test_a_flag_wins_over_the_environment(home: Path) -> None:
    assert "4 or 6 players" in settebello(home, "games", "--language", "en", **ITALIAN)[1]
    assert "4 o 6 giocatori" in settebello(home, "games", "--language=it")[1]
    assert "4 o 6 giocatori" in settebello(home, "--language", "it", "games")[1]


HELP = [
    (["--help"], "Per giocare: settebello play"),
    (["play", "--help"], "lo stesso seme dà la stessa sorte"),
    (["simulate", "--help"], "quante partite, numerate da 0"),
    ([], "uso: settebello"),
]


@pytest.mark.parametrize(("arguments", "sentence"), HELP)
def test_help_is_in_the_language_of_the_reader(
    arguments: list[str], sentence: str, home: Path
) -> None:
    code, out, err = settebello(home, *arguments, **ITALIAN)
    assert (code, err) == (0, "")
    assert sentence in " ".join(out.split())
    for english in ("usage", "options", "show", "print", "exit"):
        assert english not in out


WRONG_IN_ITALIAN = [
    (["bogus"], "argomento COMANDO: scelta non valida: 'bogus' (scegli fra "),
    (["check"], "mancano questi argomenti: GIOCO. Vedi 'settebello check --help'."),
    (["games", "--all"], "argomenti sconosciuti: --all. Vedi 'settebello games --help'."),
    (["play", "--seed"], "argomento --seed: ci vuole un valore. "),
    (["play", "--seed", "x"], "argomento --seed: è un numero intero da 0 a "),
    (["serve", "--p", "1"], "opzione ambigua: --p può essere --port, --proxy. "),
    (["play", "--plain=3"], "argomento --plain: qui non ci vuole un valore: '3'. "),
    (["rules", "whist"], "Il gioco 'whist' non c'è. I giochi sono: briscola, dice, "),
    (["rules", "nowhere.py"], "Il file nowhere.py non c'è."),
    (["play", "dice", "--players", "4"], "dice è per 3 giocatori, non 4."),
    (["play", "dice", "--players", "Ann,ann,bot"], "Il nome ann è già preso."),
    (["play", "dice", "--players", "Ann,,bot"], "Il nome non può essere vuoto."),
    (["play", "dice", "--players", "Ann,no.py,bot"], "Il file "),
    (["play", "dice", "--option", "turns=0"], "L'opzione 'turns' è da 1 a 1.000, non 0."),
    (["play", "dice", "--option", "speed=1"], "dice non ha un'opzione 'speed'. "),
    (["play", "dice", "--option", "x"], "Un'opzione si dà come nome=valore, non come 'x'."),
    (["resume"], "Non c'è nessuna partita da continuare."),
    (["replay", "nowhere.json"], "Non si può leggere nowhere.json: non c'è."),
    (["join", "nonsense"], "Un indirizzo è http://HOST:PORTA, "),
    (["import", "nowhere.json"], "Non si può leggere nowhere.json: non c'è."),
    (["serve", "--limit", "x=1"], "Il limite 'x' non c'è. "),
    (["serve", "--origin", "*"], "Un'origine si dà come https://"),
]


@pytest.mark.parametrize(("arguments", "sentence"), WRONG_IN_ITALIAN)
def test_errors_are_in_the_language_of_the_reader(
    arguments: list[str], sentence: str, home: Path
) -> None:
    assert complaint(home, *arguments, **ITALIAN).startswith(sentence)


def parsers(parser: argparse.ArgumentParser) -> list[argparse.ArgumentParser]:
    """A parser, those of its commands, and those of their commands."""
    groups = [action.choices for action in parser._actions if action.dest == "==SUPPRESS=="]
    commands = [command for group in groups for command in dict(group or {}).values()]
    return [parser, *(each for command in commands for each in parsers(command))]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_help_text_is_used_and_every_sentence_of_argparse_is_known(language: str) -> None:
    helps = parsers(make_parser(language))
    output = {action.help for one in helps for action in one._actions}
    for name in messages(language):
        if name.startswith("argument-"):
            assert phrase(language, name) in output, name
    source = Path(str(argparse.__file__)).read_text("utf-8")
    for text in SENTENCES:
        assert repr(text) in source, text


# The command's own help.


@pytest.mark.parametrize("command", ["games", "play", "serve", "export", "rules", "simulate"])
def test_an_error_names_the_help_of_its_own_command(command: str, home: Path) -> None:
    given = {"export": ["x"], "rules": ["x"], "simulate": ["x"]}.get(command, [])
    output = complaint(home, command, *given, "--nonsense")
    assert output == f"unrecognized arguments: --nonsense. See 'settebello {command} --help'."


# The game.


@pytest.mark.parametrize("typed", ["scopa", "SCOPA", " Scopa "])
def test_the_case_of_a_game_does_not_matter(typed: str, home: Path) -> None:
    code, out, _ = settebello(home, "play", typed, "--players", "Ann,random")
    assert code == 0
    assert "Scopa: Ann and Knight of Cups." in out


@pytest.mark.parametrize("typed", ["66", "ramino", "DADI"])
def test_a_game_goes_by_the_name_on_the_screen(typed: str, home: Path) -> None:
    for arguments in (
        ["rules", typed],
        ["simulate", typed, "--games", "2", "--jobs", "2"],
        ["check", typed, "--matches", "1", "--worlds", "1"],
        ["play", typed, "--players", "Ann,random,random"],
    ):
        code, _, err = settebello(home, *arguments)
        assert (code, err) == (0, ""), arguments


def test_a_number_of_players_keeps_its_sign(home: Path) -> None:
    output = complaint(home, "play", "scopa", "--players", "-1")
    assert output == "scopa is for 2, 3, 4 or 6 players, not -1."


# The first questions.


@pytest.mark.parametrize("typed", ["", "scopa\n", "scopa\n2\n", "scopa\n2\nAnn\n"])
def test_the_end_of_input_before_the_match_is_answered(typed: str, home: Path) -> None:
    code, out, err = settebello(home, "play", typed=typed)
    assert (code, err) == (0, "")
    assert out.endswith("\nGoodbye.\n")
    assert settebello(home, "play", typed=typed, **ITALIAN)[1].endswith("\nCiao.\n")


def test_the_question_for_a_name_asks_for_what_is_needed(home: Path) -> None:
    code, out, _ = settebello(home, "play", "dice", typed="Ann\n\n\nbot\nquit\n")
    assert code == 0
    assert 'Name of player 2 (or "bot"; Enter twice for a bot): \nA name cannot be empty.' in out
    assert "Dice: Ann, Knight of Cups and Knight of Swords." in out


# What cannot be meant.


@pytest.mark.parametrize(
    "origin",
    ["nonsense", "*", "", "null", "ftp://cards.example", "https://", "https://cards.example/",
     "https://cards.example/x", "https://me@cards.example", "https://*.example", "cards.example",
     "https://Cards.example", "https://cards.example:port", "https://[::1", "https://a b"],
)  # fmt: skip
def test_an_origin_that_no_browser_sends_is_refused(origin: str, home: Path) -> None:
    output = complaint(home, "serve", "--port", "0", "--origin", origin)
    assert output.startswith(
        "An origin is given as https://cards.example or http://localhost:8000, "
    )
    assert output.endswith(f"not as '{origin}'.")


@pytest.mark.parametrize(
    "proxy", ["nonsense", "", "*", "127.0.0.1,proxy", "10.0.0.1/8", "1.2.3", ","]
)
def test_a_proxy_that_is_no_address_is_refused(proxy: str, home: Path) -> None:
    output = complaint(home, "serve", "--port", "0", "--proxy", proxy)
    assert output.startswith("A proxy is given by its address, such as 127.0.0.1, or its network, ")


def test_a_match_beyond_the_last_is_not_simulated(home: Path) -> None:
    output = complaint(home, "simulate", "dice", "--games", "3", "--only", "5")
    assert output == "There is no match 5: with --games they are numbered from 0 to 2."
    assert settebello(home, "simulate", "dice", "--games", "3", "--only", "2")[0] == 0


def test_check_says_at_once_that_its_record_cannot_be_saved(home: Path, tmp_path: Path) -> None:
    file = tmp_path / "nowhere" / "defect.json"
    output = complaint(home, "check", "dice", "--save", file)
    assert output == f"There is no folder {file.parent}; make it first, or name another one."


LIMITS = [
    ("sockets", "A limit is given as sockets=12000, for example, not as 'sockets'."),
    ("sockets=", "A limit is given as sockets=12000, for example, not as 'sockets='."),
    ("sockets=x", "The limit 'sockets' is a whole number above 0, not 'x'."),
    ("sockets=0", "The limit 'sockets' is a whole number above 0, not '0'."),
    ("ping_seconds=nan", "The limit 'ping_seconds' is a number above 0, not 'nan'."),
    ("ping_seconds=-1", "The limit 'ping_seconds' is a number above 0, not '-1'."),
]


@pytest.mark.parametrize(("limit", "sentence"), LIMITS)
def test_a_wrong_limit_is_told_what_would_be_right(limit: str, sentence: str, home: Path) -> None:
    assert complaint(home, "serve", "--port", "0", "--limit", limit) == sentence


# Matches that were left.


def test_a_match_that_is_not_there_is_said_plainly(home: Path) -> None:
    players = ("--players", "Ann,random,random", "--seed", "1")  # a bot may win before Ann's turn
    settebello(home, "play", "dice", *players, typed="quit\n")
    output = complaint(home, "resume", "dice-9")
    assert output == 'There is no match "dice-9" to go on with. There are: dice-1.'
    file = home / "matches/dice-2.json"  # of an older version
    file.parent.mkdir()
    file.write_text("{", "utf-8")
    output = complaint(home, "resume", "dice-2")
    assert output.startswith(
        "Cannot go on with dice-2: it is damaged (Input data was truncated). The file stays "
    )
