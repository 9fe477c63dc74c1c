"""`settebello serve FILE ...` and `--dev`: a server with the games of rules files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from live import Server, serving
from settebello.cli import main
from settebello.table import protocol

EXAMPLES = Path(__file__).parents[2] / "examples"
RULES = (EXAMPLES / "my_first_game.py").read_text("utf-8")
WORDS = (EXAMPLES / "my_first_game.en.ftl").read_text("utf-8")


class AuthorsFolder:
    """A folder with the game of the docs, as its author has it."""

    def __init__(self, folder: Path) -> None:
        self.rules = folder / "high_card.py"
        self.words = folder / "high_card.en.ftl"
        self.rules.write_text(RULES)
        self.words.write_text(WORDS)


@pytest.fixture
def author(tmp_path: Path) -> AuthorsFolder:
    (tmp_path / "games").mkdir()
    return AuthorsFolder(tmp_path / "games")


@pytest.fixture
def server(author: AuthorsFolder, tmp_path: Path) -> Iterator[Server]:
    with serving(tmp_path, options=[str(author.rules), "--dev"]) as server:
        yield server


@pytest.mark.parametrize(
    ("given", "flag"),
    [
        (["--host", "0.0.0.0"], "--host 0.0.0.0"),
        (["--host", "cards.example"], "--host cards.example"),
        (["--store", "postgresql://ann:secret@db/cards"], "--store postgresql://..."),
        (["--node", "one"], "--node"),
        (["--address", "127.0.0.1:8067"], "--address"),
        (["--cluster-secret-file", "secret"], "--cluster-secret-file"),
        (["--origin", "https://cards.example"], "--origin"),
        (["--proxy", "127.0.0.1"], "--proxy"),
    ],
)
def test_dev_is_refused_where_others_could_come(
    given: list[str], flag: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", "--dev", "--language", "en", *given]) == 2
    assert capsys.readouterr().err == (
        "settebello: --dev is for an author on this machine, where nobody else can reach it; "
        f"leave out {flag}.\n"
    )


def test_files_that_cannot_be_served_are_refused_in_a_sentence(
    author: AuthorsFolder, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ours, again, broken = tmp_path / "ours.py", tmp_path / "again.py", tmp_path / "broken.py"
    ours.write_text(RULES.replace('"high_card"', '"scopa"'))
    again.write_text(RULES)
    broken.write_text("NAME = \n")
    for files, sentence in (
        ([ours], f"The game in {ours} is called scopa, as one of Settebello's own; "),
        ([author.rules, again], f"The games in {author.rules} and {again} are both called high_"),
        ([broken], f"The rules file {broken} cannot be loaded: SyntaxError: "),
        ([tmp_path / "gone.py"], f"There is no file {tmp_path / 'gone.py'}."),
    ):
        assert main(["serve", "--language", "en", *map(str, files)]) == 2
        printed = capsys.readouterr().err
        assert printed.startswith(f"settebello: {sentence}")
        assert printed.count("\n") == 1


def test_tables_of_a_server_for_authors_are_marked(server: Server) -> None:
    assert server.ask("GET", "/api/games")[1][0]["name"] == "high_card"
    opened = server.open_table("high_card", listed=True)
    with server.connect(table=opened["table"], secret=opened["secret"]) as ann:
        assert ann.receive_a(protocol.Welcome).dev
    assert server.ask("GET", "/api/tables")[1][0]["dev"]
    assert server.ask("GET", f"/api/tables/{opened['table']}")[1]["dev"]


def test_a_page_that_pretends_to_be_of_this_machine_is_kept_out(server: Server) -> None:
    host = server.url.removeprefix("http://")
    for name in (host, "localhost", "LOCALHOST:8066", "127.0.0.1", "[::1]:8066"):
        assert server.ask("GET", "/api/games", headers={"host": name})[0] == 200
    port = host.rpartition(":")[2]
    for name in ("cards.example", f"cards.example:{port}", "127.0.0.1.cards.example", "[::1"):
        headers = {"host": name, "origin": f"http://{name}"}
        status, answer = server.ask("GET", "/api/games", headers=headers)
        assert (status, answer["code"]) == (403, "origin")
        assert server.ask("GET", "/ws", headers=headers)[0] == 403
