"""`settebello serve`, `export` and `import`, as they are typed."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from helpers import play_random
from live import Server, serving
from settebello import Match
from settebello.record import write_record
from settebello.server.settings import Settings


def settebello(*arguments: object, home: Path) -> tuple[int, str, str]:
    done = subprocess.run(
        [sys.executable, "-m", "settebello", *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, "SETTEBELLO_HOME": str(home)},
    )
    return done.returncode, done.stdout.strip(), done.stderr.strip()


def past_records(folder: Path) -> list[Path]:
    """A whole match of each game, and a rematch."""
    files = []
    for game, seats in (("dice", 3), ("scopa", 3), ("sixty_six", 2), ("rummy", 2)):
        files.append(folder / f"past-{game}.json")
        write_record(play_random(Match(game, seats, seed=5), 1).record(), files[-1])
    rematch = play_random(Match("dice", 3, seed=5), 1).rematch()
    files.append(folder / "past-rematch.json")
    write_record(play_random(rematch, 1).record(), files[-1])
    return files


def test_records_that_are_imported_and_exported_are_the_same(tmp_path: Path) -> None:
    files = past_records(tmp_path)
    store = f"sqlite:///{tmp_path / 'tables.db'}"
    done = settebello("import", "--store", store, *files, home=tmp_path)
    assert done == (0, "Imported 5 matches.", "")
    into = tmp_path / "out"
    code, printed, _ = settebello("export", "--store", store, into, home=tmp_path)
    assert (code, printed) == (0, f"Wrote 5 records to {into}; 0 were there already.")
    written = [json.loads(file.read_text()) for file in into.iterdir()]
    for file in files:
        assert json.loads(file.read_text()) in written
    _, printed, _ = settebello("export", "--store", store, into, home=tmp_path)
    assert printed == f"Wrote 0 records to {into}; 5 were there already."


def test_imported_matches_are_in_the_history_of_a_server(tmp_path: Path) -> None:
    record = past_records(tmp_path)[0]
    store = f"sqlite:///{tmp_path / 'tables.db'}"
    settebello("import", "--store", store, "--listed", record, home=tmp_path)
    with serving(tmp_path) as server:
        _, matches = server.ask("GET", "/api/matches")
        assert [match["game"] for match in matches] == ["dice"]
        status, shown = server.ask("GET", f"/api/matches/{matches[0]['match']}/record")
        assert (status, shown) == (200, json.loads(record.read_text()))


def test_a_match_that_goes_on_is_exported_only_when_asked_for(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        opened = server.open_table("scopa")
        server.begin(opened["table"], opened["secret"], fill="bot")
        into = tmp_path / "out"
        _, printed, _ = settebello("export", "--store", server.store, into, home=tmp_path)
        assert printed.startswith("Wrote 0 records")
        _, printed, _ = settebello("export", "--store", server.store, "--all", into, home=tmp_path)
        assert printed.startswith("Wrote 1 record ")
        (file,) = into.iterdir()
        assert not Match.replay(json.loads(file.read_text())).over


def test_a_record_that_cannot_be_imported_changes_nothing(tmp_path: Path) -> None:
    good = past_records(tmp_path)[0]
    unfinished = tmp_path / "unfinished.json"
    write_record(play_random(Match("scopa", 3, seed=5), 1, moves=4).record(), unfinished)
    store = f"sqlite:///{tmp_path / 'tables.db'}"
    done = settebello("import", "--store", store, good, unfinished, home=tmp_path)
    why = "The match is not over; only past matches can be imported."
    assert done == (2, "", f"settebello: {unfinished}: {why}")
    code, printed, _ = settebello("export", "--store", store, tmp_path / "out", home=tmp_path)
    assert code == 2  # no store was made
    assert not printed


def test_the_store_is_in_the_data_folder_if_none_is_named(tmp_path: Path) -> None:
    record = past_records(tmp_path)[0]
    settebello("import", record, home=tmp_path / "home")
    assert (tmp_path / "home" / "tables.db").is_file()


def test_a_store_has_one_server(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        done = settebello("serve", "--port", 0, "--store", server.store, home=tmp_path)
        assert done[0] == 2
        assert "is in use by another server" in done[2]
        (tmp_path / "tables.db.lock").unlink()  # by somebody who tidies up
        assert settebello("serve", "--port", 0, "--store", server.store, home=tmp_path) == done


@pytest.mark.parametrize("command", ["export", "import"])
def test_records_need_a_store_in_a_file(tmp_path: Path, command: str) -> None:
    record = past_records(tmp_path)[0]
    database = "postgresql://ann:sesame@127.0.0.1:1/cards"
    code, _, error = settebello(command, "--store", database, record, home=tmp_path)
    assert code == 2
    assert error.startswith("settebello: This command needs a store in an SQLite file: ")


def test_a_port_has_one_server(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        port = server.url.rsplit(":", 1)[1]
        other = f"sqlite:///{tmp_path / 'other.db'}"
        done = settebello("serve", "--port", port, "--store", other, home=tmp_path)
        assert done == (
            2,
            "",
            f"settebello: Cannot listen at 127.0.0.1 port {port}: Address already in use.",
        )


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--limit", "speed=1"), "There is no limit 'speed'. The limits are: "),
        (
            ("--limit", "connections=many"),
            "The limit 'connections' is a whole number above 0, ",
        ),
        (("--store", "mysql://x"), "A store is given as sqlite:///FILE, sqlite:////FILE "),
        (("--origin", "https://cards.example/"), "An origin is given as https://cards.example "),
        (("--origin", "cards.example"), "An origin is given as https://cards.example "),
        (("--contact", "x" * 201), "A contact is a line of at most 200 printable signs."),
        (("--contact", "Ann\nBea"), "A contact is a line of at most 200 printable signs."),
        (("--host", "no.such.host.invalid"), "Cannot listen at no.such.host.invalid port 0: "),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(
    tmp_path: Path, arguments: tuple[str, ...], sentence: str
) -> None:
    code, printed, error = settebello("serve", "--port", 0, *arguments, home=tmp_path)
    assert (code, printed) == (2, "")
    assert error.startswith(f"settebello: {sentence}")
    assert "\n" not in error


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells which signals are ignored")
def test_a_server_in_the_background_ignores_ctrl_c_and_stops_on_sigterm(tmp_path: Path) -> None:
    ignoring = signal.signal(signal.SIGINT, signal.SIG_IGN)  # as a shell does; children inherit it
    try:
        server = Server(tmp_path)
    finally:
        signal.signal(signal.SIGINT, ignoring)
    try:
        assert server.ask("GET", "/api/games")[0] == 200
        assert ignores(server.process.pid, signal.SIGINT)
        server.process.send_signal(signal.SIGINT)
        assert server.ask("GET", "/api/games")[0] == 200
        assert server.stop() == 0
    finally:
        if server.process.poll() is None:
            server.kill()


def ignores(process: int, number: signal.Signals) -> bool:
    status = Path(f"/proc/{process}/status").read_text()
    (mask,) = re.findall(r"^SigIgn:\t(\w+)$", status, re.MULTILINE)
    return bool(int(mask, 16) >> (number - 1) & 1)


def test_a_server_stops_on_ctrl_c(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        assert server.ask("GET", "/api/games")[0] == 200
        assert server.stop(signal.SIGINT) == 0


def test_every_limit_can_be_set(tmp_path: Path) -> None:
    others = ("origins", "contact", "dev", "language")
    limits = {name: 5000 for name in Settings.__slots__ if name not in others}
    with serving(tmp_path, dict(limits)) as server:
        assert server.ask("GET", "/api/games")[0] == 200
