"""`settebello serve FILE ...` and `--dev`: a server with the games of rules files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

from children import limited
from live import Connection, Server, serving
from settebello import Match
from settebello.cli import main
from settebello.luck import Seeded
from settebello.table import protocol
from terminal.remote import OVER, Output, session
from terminal.session import person

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
    return AuthorsFolder(tmp_path)


@pytest.fixture(scope="module")
def work(tmp_path_factory: pytest.TempPathFactory) -> AuthorsFolder:
    """What the author is working on, at the server below."""
    return AuthorsFolder(tmp_path_factory.mktemp("work"))


@pytest.fixture(scope="module")
def server(work: AuthorsFolder, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("server")
    with serving(folder, options=[str(work.rules), "--dev"]) as server:
        yield server


def heard(server: Server, wanted: str) -> str:
    """The next line with these words that the server prints for its author."""
    assert server.process.stdout is not None
    with limited(server.process):
        while wanted not in (line := server.process.stdout.readline()):
            assert line, f"It ended without a word on: {wanted}"
    return line.strip()


class Player:
    """Ann, who plays a match with bots at a new table."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self.opened = server.open_table("high_card", seats=2, options={"cards": 5})
        server.begin(self.opened["table"], self.opened["secret"], "random")
        self.connection = self.connect()
        self.moves = 0
        self.last = self.welcome = self.connection.receive_a(protocol.Welcome)

    def connect(self) -> Connection:
        table, secret = self.opened["table"], self.opened["secret"]
        return self._server.connect(table=table, secret=secret, language="en")

    def move(self) -> None:
        """Lay the first card, and wait until all have laid theirs."""
        self.moves += 1
        while not self.last.legal:
            self._wait()
        text, laid = self.last.legal[0].text, len(self.seen["pile"])
        self.connection.send(protocol.Move(f"move {self.moves}", self.last.number, text))
        while len(self.seen["pile"]) == laid:
            self._wait()

    def _wait(self) -> None:
        self.connection.send(protocol.Ack(self.last.number))
        self.last = self.connection.receive_a(protocol.Told)

    def welcomed(self) -> None:
        """Wait for the next `Welcome`, at the same connection."""
        self.last = self.connection.receive_a(protocol.Welcome)

    @property
    def seen(self) -> dict[str, Any]:
        """What Ann sees that does not depend on what a bot has laid since."""
        view = self.last.view
        places = {name: view["places"][name] for name in ("hand:0", "pile", "stock")}
        return {"scores": view["scores"], **places}


@pytest.fixture
def ann(server: Server) -> Iterator[Player]:
    ann = Player(server)
    with ann.connection:
        yield ann


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
    with urlopen(f"{server.url}/tables", timeout=30) as page:
        assert "high_card (dev)" in page.read().decode()
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


# What is saved is loaded anew.


def test_a_table_goes_on_with_rules_and_words_that_were_saved(
    server: Server, work: AuthorsFolder, ann: Player
) -> None:
    ann.move()
    before = ann.seen
    work.words.write_text(WORDS + "title = Highest card\n")
    ann.welcomed()
    assert ann.seen == before
    assert server.ask("GET", "/api/games")[1][0]["title"] == "Highest card"
    work.rules.write_text(RULES.replace("score + (best ==", "score + 7 * (best =="))
    ann.welcomed()
    assert ann.seen == {**before, "scores": [7 * each for each in before["scores"]]}
    for _ in range(4):
        ann.move()
    assert ann.last.view["over"]
    match, secret = ann.welcome.match, ann.opened["secret"]
    status, record = server.ask("GET", f"/api/matches/{match}/record", None, secret)
    assert status == 200
    assert list(Match.replay(record, game=str(work.rules)).scores) == ann.last.view["scores"]
    work.rules.write_text(RULES)
    ann.welcomed()
    assert heard(server, "high_card is loaded anew").endswith(" on with it.")


def test_a_match_that_does_not_play_out_waits_until_it_does(
    server: Server, work: AuthorsFolder, ann: Player
) -> None:
    ann.move()
    before = ann.seen
    work.rules.write_text(RULES.replace('"{card}"', '"put {card}"'))
    assert ann.connection.receive_a(protocol.Refused).code == "rules-changed"
    told = heard(server, ann.opened["table"])
    assert "A match of high_card does not play out with the new rules" in told
    assert "is not a move here; try put " in told
    with ann.connect() as again:
        assert again.receive_a(protocol.Refused).code == "rules-changed"
    heard(server, "loaded anew")
    work.rules.write_text(RULES)
    heard(server, "loaded anew")
    with ann.connect() as again:
        ann.last = again.receive_a(protocol.Welcome)
        assert ann.seen == before


def test_a_file_that_does_not_load_changes_nothing(
    server: Server, work: AuthorsFolder, ann: Player
) -> None:
    for wrong, sentence in (
        ("NAME =\n", f"The rules file {work.rules} cannot be loaded: SyntaxError"),
        ("NAME = 3\n", f"The rules file {work.rules} needs NAME, a str."),
        (RULES.replace('"high_card"', '"low_card"'), "is called low_card now, and no longer high_"),
    ):
        work.rules.write_text(wrong)
        assert sentence in heard(server, "stays as it was")
        ann.move()
    work.rules.write_text(RULES)
    ann.welcomed()
    bot = work.rules.with_name("high_card_bot.py")
    for file, text, sentence in (
        (work.words, b"dealt = \xff", f"The words in {work.words} cannot be used: UnicodeDecode"),
        (work.words, b"dealt = { $seat", "Line 1 of high_card.en.ftl cannot be read: "),
        (bot, b"bot = 3\n", f"The bot file {bot} needs a function 'bot'"),
    ):
        file.write_bytes(text)
        assert sentence in heard(server, "stays as it was")
        assert server.ask("GET", "/api/games")[1][0]["name"] == "high_card"
        work.words.write_text(WORDS)
        bot.unlink(missing_ok=True)
        ann.welcomed()


def test_a_terminal_says_where_it_is_and_follows_what_is_saved(
    server: Server, work: AuthorsFolder
) -> None:
    plays, turns, out = person(Seeded(7).random), list[str](), Output()

    def of_ann(output: str) -> str | None:
        turns.append(output)
        if len(turns) == 2:
            work.words.write_text(WORDS + "# saved\n")
            out.wait_for("The author has saved the game; it goes on as it is now.\n")
        return plays(output)

    output, code = session(of_ann, server.url, game="high_card", name="Ann", bots="bot", out=out)
    assert code == 0
    assert "This table is for trying a game out: its author sees all hands.\n" in output
    assert OVER["en"] in output


def test_a_table_whose_rules_are_not_here_is_there_again_with_them(
    author: AuthorsFolder, tmp_path: Path
) -> None:
    with serving(tmp_path, options=[str(author.rules)]) as server:
        opened = server.open_table("high_card")
    path = f"/api/tables/{opened['table']}"
    with serving(tmp_path) as server:
        status, answer = server.ask("GET", path, None, opened["secret"])
        assert (status, answer["code"]) == (409, "rules-missing")
        with server.connect(table=opened["table"], secret=opened["secret"]) as ann:
            assert ann.receive_a(protocol.Refused).text == answer["text"]
        assert server.ask("GET", "/api/tables")[0] == 200
    with serving(tmp_path, options=[str(author.rules)]) as server:
        assert server.ask("GET", path, None, opened["secret"])[1]["game"] == "high_card"
        assert not server.ask("GET", path, None, opened["secret"])[1]["dev"]
