"""The benchmark compares like with like: its bare loops play the matches that the rules play."""

import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from children import PATIENCE
from settebello import games
from settebello.game import Game
from settebello.games import dice, rummy, scopa, sixty_six
from settebello.lab.playout import chooser, playout
from settebello.luck import Seeded
from settebello.registry import check_options

BENCH = Path(__file__).parent.parent / "bench"


def printed_by(command: list[str]) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=PATIENCE)
    return done.stdout


@pytest.mark.parametrize(
    ("game", "matches"), [(dice, 1_000), (scopa, 60), (sixty_six, 200), (rummy, 8)]
)
def test_bare_loop_makes_the_moves_and_draws_of_the_rules(game: Game, matches: int) -> None:
    bare_loop = runpy.run_path(str(BENCH / "bare.py"))[game.NAME]
    ours, bare = Seeded(3), Seeded(3)
    choose, options = chooser(ours.random), check_options(game, None)
    states = [game.setup(options, 3, None) for _ in range(matches)]
    moves = sum(playout(game, state, ours.draw, choose) for state in states)
    assert bare_loop(bare.random, matches) == moves
    assert bare.random() == ours.random()  # both have drawn the same numbers


def test_benchmark_runs() -> None:
    command = [sys.executable, str(BENCH / "bench_rules.py"), "--quick"]
    printed = printed_by(command)
    rows = [line.split("  ")[0] for line in printed.splitlines()]
    for name in ("Dice", "Scopa", "66", "Rummy"):
        assert f"{name}, moves a second" in rows
        assert f"{name}, clone()" in rows
    assert "Scopa, 20 worlds" in rows


@pytest.mark.parametrize("game", games().values(), ids=lambda game: game.NAME)
def test_all_ways_of_stepping_make_the_same_moves(game: Game) -> None:
    bench = runpy.run_path(str(BENCH / "bench_stepping.py"))
    bench["MATCHES"][game.NAME] = 2
    tasks = bench["tasks_of"](game)
    moves = {way: tasks[way]() for way in ("rules loop", "stepped", "observed", "playout")}
    assert moves["stepped"] == moves["observed"] == moves["rules loop"] > 0
    # A playout also draws who goes first, where several are to act.
    assert moves["playout"] == moves["rules loop"] or game.NAME == "hearts"


def test_benchmark_of_stepping_runs_without_openspiel(tmp_path: Path) -> None:
    command = [sys.executable, str(BENCH / "bench_stepping.py"), "--quick"]
    lines = printed_by([*command, "--openspiel", str(tmp_path / "python")]).splitlines()
    assert [line.split()[0] for line in lines[3:11]] == list(games())
    assert lines[-1].startswith("OpenSpiel is not installed, so it is left out")


def test_benchmark_of_stepping_runs_beside_openspiel(tmp_path: Path) -> None:
    peer = tmp_path / "python"  # one that answers at once
    peer.write_text("#!/bin/sh\nwhile read -r game how seconds; do echo 1000.0; done\n")
    peer.chmod(0o755)
    command = [sys.executable, str(BENCH / "bench_stepping.py"), "--quick"]
    lines = printed_by([*command, "--openspiel", str(peer)]).splitlines()
    pairs = ["rummy / gin_rummy", "scopa / hearts", "scopa / oh_hell", "dice / pig"]
    assert [line.split("  ")[0] for line in lines[-4:]] == pairs


def test_benchmark_of_starts_runs() -> None:
    command = [sys.executable, str(BENCH / "bench_start.py"), "--quick"]
    printed = printed_by(command)
    rows = [line.split("  ")[0] for line in printed.splitlines()]
    assert rows[3:] == [
        "python -c pass",
        "import settebello",
        "from settebello import Match",
        "settebello --help",
    ]


def test_benchmark_of_blocking_runs() -> None:
    command = [sys.executable, str(BENCH / "bench_blocking.py"), "--quick", "--only", "all of it"]
    printed = printed_by(command)
    assert "all of it" in [line.split("  ")[0] for line in printed.splitlines()]


def test_benchmark_of_matches_runs() -> None:
    command = [sys.executable, str(BENCH / "bench_match.py"), "--quick"]
    rows = [line.split("  ")[0] for line in printed_by(command).splitlines()[3:]]
    assert rows == list(games())


def test_benchmark_of_growth_runs() -> None:
    command = [sys.executable, str(BENCH / "bench_growth.py"), "--quick"]
    rows = [line.split("  ")[0] for line in printed_by(command).splitlines()[3:]]
    assert len(rows) == 15
    for game in ("scopa", "sixty_six", "rummy"):
        assert f"{game}, a bot's turn" in rows
        assert f"{game}, memory a move" in rows


def test_benchmark_of_worlds_runs() -> None:
    command = [sys.executable, str(BENCH / "bench_worlds.py"), "--quick"]
    printed = printed_by(command)
    rows = [line.split("  ")[0] for line in printed.splitlines()]
    assert rows[3:] == ["Scopa", "Rummy", "66, 3 facts", "Scopa, a void in two suits"]


def test_benchmark_of_reviews_runs() -> None:
    command = [sys.executable, str(BENCH / "bench_reviews.py"), "dice", "briscola", "--worlds", "5"]
    rows = [line.split("  ")[0] for line in printed_by(command).splitlines()[3:]]
    assert rows == ["dice, 3", "briscola, 2", "briscola, 4"]


def test_benchmark_against_another_checkout_runs() -> None:
    here = BENCH.parent
    command = [sys.executable, str(BENCH / "bench_against.py"), str(here), "--quick"]
    printed = printed_by(command)
    rows = [line.split("  ")[0] for line in printed.splitlines()]
    by_the_rules = ["dice", "scopa", "sixty_six", "rummy"]
    in_matches = [f"{game}, by a {kind}" for game in by_the_rules for kind in ("seed", "system")]
    servers = ["server", "server, as people see it"]
    assert rows[3:] == [*by_the_rules, *in_matches, *servers]


def test_benchmark_of_appends_runs() -> None:
    command = [sys.executable, str(BENCH / "bench_appends.py"), "--quick"]
    printed = printed_by(command)
    assert len(printed.splitlines()) == 4 + 9


def test_benchmark_of_spectators_runs() -> None:
    script = str(BENCH / "bench_server.py")
    printed = printed_by([sys.executable, script, "--quick", "--only", "spectators"])
    rows = [line.strip().split("  ")[0] for line in printed.splitlines()]
    assert "5 of them, time for one; bare send" in rows
    assert "99% of players told; no spectators, 5" in rows


def test_benchmark_of_peers_runs_or_says_that_they_are_left_out() -> None:
    script = str(BENCH / "bench_server.py")
    printed = printed_by([sys.executable, script, "--quick", "--only", "peers"])
    rows = [line.strip().split("  ")[0] for line in printed.splitlines()]
    if "Peers: not installed, so they are left out (make peers)" not in rows:
        assert "boardgame.io, moves a second" in rows
        assert "Colyseus, on disk, acks, moves a second" in rows


def test_the_lock_of_peers_names_no_address() -> None:
    assert "://" not in (BENCH / "peers/package-lock.json").read_text("utf-8")


def test_benchmark_of_dice_runs() -> None:
    printed = printed_by([sys.executable, str(BENCH / "bench_dice.py"), "--games", "50"])
    assert "not the best of the turn" in printed
    assert printed.splitlines()[-1].startswith("wins of one who plays for points")
