"""`settebello store` and `settebello nodes`, as they are typed."""

from __future__ import annotations

import socket
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from helpers import play_random
from live import Server, serving
from postgres import Postgres
from settebello import Match, cli
from settebello.record import write_record
from settebello.server.commands import import_files
from settebello.store import sqlite
from settebello.store.moving import question
from settebello.store.sqlite import StoreFile
from settebello.table import protocol
from settebello.table.storage import EntryRow, PlayerRow, ReviewRow
from store.helpers import opened

TABLES = ("matches", "entries", "progress", "players", "reviews")
Typed = Any  # calls a command: its exit code, what it printed, what it complained of


@pytest.fixture
def typed(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: Any) -> Typed:
    monkeypatch.setenv("SETTEBELLO_HOME", str(tmp_path / "home"))

    def run(*arguments: object) -> tuple[int, str, str]:
        try:
            code = cli.main([str(argument) for argument in arguments])
        except SystemExit as stop:
            code = int(stop.code or 0)
        printed = capsys.readouterr()
        return code, printed.out.strip(), printed.err.strip()

    return run


@pytest.fixture(scope="module")
def past(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with two matches."""
    folder = tmp_path_factory.mktemp("past")
    record = folder / "past.json"
    write_record(play_random(Match("dice", 3, seed=5), 1).record(), record)
    import_files(f"sqlite:///{folder / 'tables.db'}", [record] * 2)
    return folder / "tables.db"


@pytest.fixture
def file(past: Path, tmp_path: Path) -> Path:
    copy = tmp_path / "tables.db"
    copy.write_bytes(past.read_bytes())
    return copy


def url_of(file: Path) -> str:
    return f"sqlite:///{file}"


def damage(file: Path, statement: str) -> None:
    with closing(sqlite3.connect(file)) as database:
        for name in ("entries_never_change", "entries_stay"):
            database.execute(f"DROP TRIGGER {name}")
        database.execute(statement)
        database.commit()


def rows_of(file: Path) -> dict[str, list[Any]]:
    with closing(sqlite3.connect(file)) as database:
        return {table: database.execute(question(table)).fetchall() for table in TABLES}


# Checking.


def test_check_of_a_good_store(typed: Typed, file: Path) -> None:
    assert typed("store", "check", url_of(file)) == (0, "2 matches checked: all good.", "")


def test_check_names_each_bad_match_in_a_line(typed: Typed, file: Path) -> None:
    damage(file, "UPDATE matches SET summary = '{'")
    code, printed, _ = typed("store", "check", url_of(file))
    ids = [row[0] for row in rows_of(file)["matches"]]
    assert code == 1
    assert printed.splitlines() == [
        *(f"{match}: Its summary cannot be read." for match in ids),
        "2 matches checked: 2 are bad.",
    ]
    code, printed, _ = typed("store", "check", url_of(file), "--language", "it")
    assert code == 1
    assert printed.endswith("2 partite controllate: 2 sono rovinate.")


def test_check_takes_the_store_of_the_data_folder_and_reads_it_while_it_is_served(
    typed: Typed, tmp_path: Path
) -> None:
    code, _, complaint = typed("store", "check")
    assert (code, complaint.startswith("settebello: There is no store ")) == (2, True)
    (tmp_path / "home").mkdir()
    with serving(tmp_path / "home") as server:
        seat = server.open_table("scopa")
        server.begin(seat["table"], seat["secret"], "bot")
        assert typed("store", "check") == (0, "1 match checked: all good.", "")


def test_check_of_a_database(
    typed: Typed, file: Path, database: str, postgres_server: Postgres
) -> None:
    assert typed("store", "move", url_of(file), database)[0] == 0
    printed = "2 matches checked: all good.\nNo server uses the store now."
    assert typed("store", "check", database) == (0, printed, "")
    name = database.rpartition("/")[2]
    postgres_server.ask(name, "INSERT INTO table_owners (place, run) VALUES ('t', 99)")
    postgres_server.ask(name, "UPDATE matches SET phase = 'playing' WHERE begun = 1")
    first, second = (row[0] for row in rows_of(file)["matches"])
    gap = f"DELETE FROM entries WHERE number = 5 AND match = '{second}'"
    postgres_server.ask(name, f"ALTER TABLE entries DISABLE TRIGGER USER; {gap}")
    code, printed, _ = typed("store", "check", database)
    assert code == 1
    assert printed.splitlines() == [
        "t: It belongs to a run that does not exist.",
        f"{first}: Its header does not agree with its log: phase.",
        f"{second}: The log of match {second} lacks entry 5.",
        "2 matches checked: 2 are bad.",
        "No server uses the store now.",
    ]


# Migrating.


def test_migrate_says_from_where_to_where(typed: Typed, file: Path) -> None:
    known = len(sqlite.MIGRATIONS)
    with closing(sqlite3.connect(file)) as database:
        database.executescript("DROP VIEW log; DROP TABLE recent; PRAGMA user_version = 2;")
        database.execute("ALTER TABLE progress DROP COLUMN active")
    assert typed("store", "check", url_of(file))[0] == 2
    done = typed("store", "migrate", url_of(file))
    assert done == (0, f"The store {file} has version {known} now; it had version 2.", "")
    done = typed("store", "migrate", url_of(file))
    assert done == (0, f"The store {file} has version {known} already.", "")
    assert typed("store", "check", url_of(file))[0] == 0


def test_migrate_makes_an_empty_database_a_store(typed: Typed, empty_database: str) -> None:
    code, printed, _ = typed("store", "migrate", empty_database)
    assert code == 0
    assert "now; it had version 0." in printed
    assert typed("store", "migrate", empty_database)[1].endswith("already.")
    assert typed("nodes", empty_database) == (0, "No server uses this store.", "")


# Moving.


def play_on(server: Server, seat: dict[str, Any], moves: int = 2) -> None:
    """Make moves at a table with bots, with the secret of a seat."""
    with server.connect(table=seat["table"], secret=seat["secret"]) as ann:
        made = 0
        while made < moves:
            message = ann.receive_a((protocol.Welcome, protocol.Told))
            ann.send(protocol.Ack(message.number))
            if message.legal:
                move = next(choice.text for choice in message.legal if choice.verb != "stop")
                ann.send(protocol.Move(f"{message.number}", message.number, move))
                made += 1
        ann.receive_a(protocol.Answer)


def test_a_store_goes_there_and_back_and_every_seat_plays_on(
    typed: Typed, tmp_path: Path, database: str
) -> None:
    with serving(tmp_path) as server:
        seats = [server.open_table(game) for game in ("scopa", "sixty_six", "rummy")]
        for seat in seats:
            server.begin(seat["table"], seat["secret"], "bot")
            play_on(server, seat)
        waiting = server.open_table("scopa")
        server.stop()
    file, back = tmp_path / "tables.db", tmp_path / "back.db"
    with opened(file) as store:
        store.append([], players=[PlayerRow("hash", "id", "Ann \N{SNOWMAN}")])
        store.append([], reviews=[ReviewRow("m", 0, "{}")])
    before = rows_of(file)
    assert all(before.values())

    code, printed, _ = typed("store", "move", url_of(file), database)
    assert code == 0
    assert printed.startswith(f"Moved 4 matches with {len(before['entries'])} entries, ")
    assert rows_of(file) == before
    with serving(tmp_path, store=database) as server:
        for seat in seats:
            play_on(server, seat)
        server.sit(waiting["table"], waiting["invite"], "Bea")
        nodes = typed("nodes", database)[1]
        assert "alive" in nodes
        refused = typed("store", "move", database, url_of(back))
        assert refused[0] == 2
        assert "is used by servers" in refused[2]
        server.stop()

    code, printed, complaint = typed("store", "move", database, url_of(back))
    assert (code, complaint) == (0, "")
    after = rows_of(back)
    assert [row[:3] for row in after["matches"]] == [row[:3] for row in before["matches"]]
    assert set(after["entries"]) > set(before["entries"])
    assert after["players"] == before["players"]
    assert sorted(path.name for path in tmp_path.glob("back*")) == ["back.db"]
    with serving(tmp_path, store=url_of(back)) as server:
        for seat in seats:
            play_on(server, seat)
        server.begin(waiting["table"], waiting["secret"], "bot")
        server.stop()


def test_a_move_loses_no_byte(typed: Typed, file: Path, tmp_path: Path, database: str) -> None:
    back = tmp_path / "back.db"
    with opened(file) as store:
        store.append([EntryRow("strange", 1, '"\N{SNOWMAN} \\u0000 \\\\ \t \x7f"')])
        store.writing.execute("UPDATE progress SET active = 0.1 + 0.2")
        store.append([], reviews=[ReviewRow("m", 1, '{"format":2}'), ReviewRow("m", 0, "{}")])
    assert typed("store", "move", url_of(file), database)[0] == 0
    assert typed("store", "move", database, url_of(back))[0] == 0
    assert rows_of(back) == rows_of(file)
    assert len(rows_of(back)["reviews"]) == 2
    with closing(StoreFile(back, read_only=True)) as store:
        assert store.path.stat().st_mode & 0o777 == 0o600


def test_numbers_of_games_go_on_beyond_all_that_are_there(
    typed: Typed, file: Path, database: str, postgres_server: Postgres
) -> None:
    body = '{"type": "Opened", "table": "t", "game": "sixty_six", "rules": 1, "seats": 2'
    with opened(file) as store:
        store.append([EntryRow("later", 1, f'{body}, "dialect": "66", "number": {2**60}}}')])
    assert typed("store", "move", url_of(file), database)[0] == 0
    name = database.rpartition("/")[2]
    (((number,)),) = postgres_server.ask(name, "SELECT nextval('game_numbers')")
    assert int(number) == 2**60 + 1


def test_a_store_from_before_there_were_reviews_is_moved(
    typed: Typed, file: Path, tmp_path: Path
) -> None:
    with closing(sqlite3.connect(file)) as database:
        database.execute("DROP TABLE reviews")
    assert typed("store", "move", url_of(file), url_of(tmp_path / "new.db"))[0] == 0
    assert rows_of(tmp_path / "new.db")["reviews"] == []


# What is refused: one sentence, exit code 2, nothing changed.

AWAY = "postgresql://ann:sesame@127.0.0.1:1/cards"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("check", "mysql://ann:sesame@host/cards"), "A store is given as sqlite:///FILE, "),
        (("migrate", "tables.db"), "A store is given as sqlite:///FILE, "),
        (("move", "sqlite:///FILE", "mysql://ann:sesame@host/x"), "A store is given as sqlite:"),
        (("check", "postgresql://ann:sesame@host:many/x"), "A store in PostgreSQL is given as "),
        (("check", AWAY), "The store postgresql://ann@127.0.0.1:1/cards cannot be opened: "),
        (("migrate", AWAY), "The store postgresql://ann@127.0.0.1:1/cards cannot be opened: "),
        (("move", "sqlite:///FILE", AWAY), "The store postgresql://ann@127.0.0.1:1/cards cannot "),
        (("move", AWAY, "sqlite:///NEW"), "The store postgresql://ann@127.0.0.1:1/cards cannot "),
        (("migrate", "sqlite:///NEW"), "There is no store "),
        (("move", "sqlite:///NEW", "sqlite:///NEWER"), "There is no store "),
        (("move", "sqlite:///FILE", "sqlite:///FILE"), "A store cannot be moved to itself"),
        (("move", "sqlite:///FILE", "sqlite:///OTHER"), "/other.txt is there already and not emp"),
        (("check", "sqlite:///OTHER"), "other.txt is not a store of Settebello"),
        (("migrate", "sqlite:///OTHER"), "other.txt is not a store of Settebello"),
        (("move", "sqlite:///OTHER", "sqlite:///NEW"), "other.txt is not a store of Settebello"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(
    typed: Typed, file: Path, tmp_path: Path, arguments: tuple[str, ...], sentence: str
) -> None:
    other = tmp_path / "other.txt"
    other.write_text("These are my notes.")
    named = {"FILE": file, "NEW": tmp_path / "new.db", "NEWER": tmp_path / "b", "OTHER": other}
    filled = []
    for text in arguments:
        kind, found, name = text.partition(":///")
        filled.append(f"{kind}{found}{named.get(name, name)}")
    before = file.read_bytes()
    check_refused(typed("store", *filled), sentence)
    assert file.read_bytes() == before
    assert other.read_text() == "These are my notes."
    left = {path.name for path in tmp_path.iterdir() if path.suffix in (".db", ".txt", ".moving")}
    assert left == {"tables.db", "other.txt"}


def check_refused(done: tuple[int, str, str], sentence: str) -> None:
    code, printed, complaint = done
    assert (code, printed) == (2, "")
    assert complaint.startswith("settebello: ")
    assert sentence in complaint
    assert "\n" not in complaint
    assert "sesame" not in complaint


def test_a_database_that_is_no_store_of_this_version_is_refused(
    typed: Typed, file: Path, tmp_path: Path, empty_database: str, postgres_server: Postgres
) -> None:
    new, name = tmp_path / "new.db", empty_database.rpartition("/")[2]

    def refused(sentence: str) -> None:
        for arguments in (
            ("store", "check", empty_database),
            ("store", "move", url_of(file), empty_database),
            ("store", "move", empty_database, url_of(new)),
            ("nodes", empty_database),
            ("nodes", empty_database, "fence", "1"),
        ):
            check_refused(typed(*arguments), sentence)
        assert not new.exists()

    refused("is not a store of Settebello")
    typed("store", "migrate", empty_database)
    postgres_server.ask(name, "UPDATE settebello_schema SET version = 0")
    refused('run "settebello store migrate URL" first')
    postgres_server.ask(name, "UPDATE settebello_schema SET version = 99")
    refused("a newer Settebello is needed")
    check_refused(typed("store", "migrate", empty_database), "a newer Settebello is needed")
    postgres_server.ask(name, "DROP TABLE settebello_schema")
    check_refused(typed("store", "migrate", empty_database), "is not empty and not a store")


def test_a_file_of_another_version_is_not_moved(typed: Typed, file: Path, tmp_path: Path) -> None:
    for version in (2, 99):
        with closing(sqlite3.connect(file)) as database:
            database.execute(f"PRAGMA user_version = {version}")
        before = file.read_bytes()
        done = typed("store", "move", url_of(file), url_of(tmp_path / "new.db"))
        check_refused(done, f"has version {version}, and this Settebello ")
        assert file.read_bytes() == before
        assert not (tmp_path / "new.db").exists()


def test_a_store_in_use_is_not_moved(typed: Typed, tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        server.ask("GET", "/api/tables")  # by then it has the store
        done = typed("store", "move", server.store, url_of(tmp_path / "new.db"))
        check_refused(done, "is in use by another server")
        check_refused(typed("store", "migrate", server.store), "is in use by another server")


def test_a_database_with_matches_is_not_filled(typed: Typed, file: Path, database: str) -> None:
    assert typed("store", "move", url_of(file), database)[0] == 0
    check_refused(typed("store", "move", url_of(file), database), "is there already and not empty")


@pytest.mark.parametrize(
    ("statement", "why"),
    [
        ("UPDATE entries SET body = x'00' WHERE number = 3", "'entries' is damaged (its 'body')"),
        ("UPDATE entries SET body = CAST(x'22ff22' AS TEXT)", "'entries' is damaged (its 'body')"),
        ("UPDATE matches SET changed = 'never'", "'matches' is damaged (its 'changed')"),
        ("DELETE FROM entries WHERE number = 5", "an entry must follow the one before it"),
    ],
)
def test_a_damaged_store_is_not_moved(
    typed: Typed, file: Path, tmp_path: Path, database: str, statement: str, why: str
) -> None:
    damage(file, statement)
    new = tmp_path / "new.db"
    check_refused(typed("store", "move", url_of(file), url_of(new)), why)
    check_refused(typed("store", "move", url_of(file), database), why)
    assert sorted(path.name for path in tmp_path.glob("new*")) == []
    assert typed("store", "check", database)[1].startswith("0 matches checked")


# Nodes.


def test_a_run_is_listed_and_fenced(typed: Typed, database: str, postgres_server: Postgres) -> None:
    name = database.rpartition("/")[2]
    postgres_server.ask(
        name,
        "INSERT INTO node_runs (node, address, version, rules, leaving) VALUES"
        " ('left', '10.0.0.5:8067', '0.1.0', '{}', false), ('right', '', '0.1.0', '{}', true)",
    )
    postgres_server.ask(name, "INSERT INTO table_owners (place, run) VALUES ('t', 1), ('u', 1)")
    code, printed, _ = typed("nodes", database)
    assert code == 0
    left, right = printed.splitlines()
    assert left.startswith("run 1  left  10.0.0.5:8067  version 0.1.0  gone  last beat ")
    assert left.endswith(" s ago  2 tables")
    assert right.startswith("run 2  right  -  ")
    done = typed("nodes", database, "fence", "1")
    assert done == (0, "Run 1 (left) is fenced: it stores nothing any more.", "")
    code, printed, _ = typed("nodes", database)
    assert printed.splitlines()[1].startswith("2 tables belong to runs that are fenced")
    check_refused(typed("nodes", database, "fence", "1"), "is fenced already")
    check_refused(typed("nodes", database, "fence", "7"), "has no run 7")
    check_refused(typed("nodes", database, "fence"), "Which run?")
    check_refused(typed("nodes", "sqlite:///tables.db"), "Only a store in PostgreSQL has nodes")
    check_refused(typed("nodes", AWAY), "cannot be opened")
    assert typed("nodes", database, "fence", "many")[0] == 2


# The options of a node.


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--node", "left"), "--node is for servers that share a store"),
        (("--address", "10.0.0.5:8067"), "--address is for servers that share a store"),
        (("--cluster-secret-file", "f"), "--cluster-secret-file is for servers that share a st"),
        (("--store", AWAY, "--node", " "), "The name of a node has 1 to 64 signs"),
        (("--store", AWAY, "--address", "10.0.0.5"), "is given as HOST:PORT, such as"),
        (("--store", AWAY, "--address", "host:0"), "is given as HOST:PORT, such as"),
        (("--store", AWAY, "--address", "host:99999"), "is given as HOST:PORT, such as"),
        (("--store", AWAY, "--address", "::1:8067"), "is given as HOST:PORT, such as"),
        (("--store", AWAY, "--address", "host:8067"), "go together"),
        (("--store", AWAY, "--cluster-secret-file", "GOOD"), "go together"),
        (("--store", AWAY, "--address", "h:1", "--cluster-secret-file", "NONE"), "Cannot read "),
        (("--store", AWAY, "--address", "h:1", "--cluster-secret-file", "EMPTY"), "is too short"),
        (("--store", AWAY, "--address", "h:1", "--cluster-secret-file", "SHORT"), "is too short"),
        (("--store", AWAY, "--address", "h:1", "--cluster-secret-file", "OPEN"), "Others can read"),
        (
            ("--store", AWAY, "--address", "[::1]:1", "--cluster-secret-file", "GOOD"),
            "cannot be op",
        ),
        (
            ("--store", AWAY, "--address", "h:77", "--port", "77", "--cluster-secret-file", "GOOD"),
            "The port 77 cannot be for people and for other nodes",
        ),
    ],
)
def test_options_of_a_node_are_checked(
    typed: Typed, tmp_path: Path, arguments: tuple[str, ...], sentence: str
) -> None:
    secrets = {"EMPTY": "", "SHORT": "fifteen signs..", "OPEN": "s" * 16, "GOOD": "sesame" * 4}
    for name, secret in secrets.items():
        (tmp_path / name).write_text(f"{secret}\n")
        (tmp_path / name).chmod(0o644 if name == "OPEN" else 0o600)
    named = {name: str(tmp_path / name) for name in (*secrets, "NONE")}
    check_refused(typed("serve", *(named.get(text, text) for text in arguments)), sentence)


def test_an_address_for_nodes_that_is_taken_is_named(
    typed: Typed, database: str, tmp_path: Path
) -> None:
    secret = tmp_path / "secret"
    secret.write_text("sesame" * 4)
    secret.chmod(0o600)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        given = ("--address", address, "--cluster-secret-file", str(secret), "--port", "0")
        where = address.replace(":", " port ")
        check_refused(typed("serve", "--store", database, *given), f"Cannot listen at {where}: ")
