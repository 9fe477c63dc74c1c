"""Tournaments: duplicate deals, the same result by any workers, and bots that fail."""

from __future__ import annotations

import json
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

from settebello import cli
from settebello.bots import Turn, random_bot
from settebello.game import Move
from settebello.lab import processes, tournament
from settebello.lab.finished import FinishedDeals
from settebello.lab.plot import ladder_plot
from settebello.lab.standings import SHARES, Sums
from settebello.lab.tournament import Tournament, TournamentPlan, TournamentSummary, play_tournament
from settebello.lab.units import Workers, local_workers

ROOT = Path(__file__).parents[2]
HIGH_CARD = str(ROOT / "examples/my_first_game.py")


def first(turn: Turn) -> Move:
    return turn.legal[0]


def counted(summary: TournamentSummary) -> dict[str, Any]:
    return summary.to_dict(times=False)


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """The exit code, what was printed, and what was complained of."""
    try:
        code = cli.main(["tournament", *arguments])
    except SystemExit as stop:
        code = int(stop.code or 0)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def bot_file(folder: Path, name: str, body: str) -> str:
    """A bot that does this before it takes the first legal move."""
    file = folder / f"{name}.py"
    file.write_text(
        f"import os, signal, time\ndef bot(turn):\n    {body}\n    return turn.legal[0]\n", "utf-8"
    )
    return str(file)


# What is played.


@pytest.mark.parametrize(
    ("game", "players", "sides"),
    [("scopa", 3, 3), ("rummy", 2, 2), ("briscola", 4, 2), ("hearts", 4, 4), ("dice", 3, 3)],
)
def test_every_side_is_taken_once_and_the_rest_are_first_bots(
    game: str, players: int, sides: int
) -> None:
    found = Tournament(TournamentPlan(game, ["bot", "random", "random"], players))
    parts = list(found.parts())
    assert parts[0] == (0, -1, [0] * players)
    assert len(parts) == 1 + 2 * sides
    assert found.even == 1 / sides
    for bot in (1, 2):
        taken = [seat for other, _, sitting in parts if other == bot
                 for seat in range(players) if sitting[seat] == bot]  # fmt: skip
        assert sorted(taken) == list(range(players))


@pytest.mark.parametrize("game", ["scopa", "rummy", "sixty_six", "liars_dice", "go_fish"])
def test_equal_bots_have_even_shares_in_every_deal(game: str) -> None:
    """With the same luck in every rotation, the seats of a deal share exactly one win."""
    found = Tournament(TournamentPlan(game, [first, first], seed=3))
    for deal in range(3):
        outcome = found.play(deal)
        assert outcome.wins == [SHARES, SHARES]
        assert outcome.points[0] == outcome.points[1]


def test_a_match_is_one_deal_unless_it_is_to_be_whole() -> None:
    hand = Tournament(TournamentPlan("rummy", [first, random_bot])).play(0)
    match = Tournament(TournamentPlan("rummy", [first, random_bot], whole=True)).play(0)
    assert match.moves > 2 * hand.moves
    # A game without a second deal is played to its end.
    plan = TournamentPlan("dice", [first, random_bot])
    single, whole = (Tournament(plan._replace(whole=whole)).play(0) for whole in (False, True))
    assert (single.moves, single.wins, single.points) == (whole.moves, whole.wins, whole.points)


def test_a_better_bot_is_found_and_its_difference_is_above_zero() -> None:
    summary = play_tournament(TournamentPlan("rummy", ["random", "bot"], 2), 40)
    measure, better = summary.rows
    assert (measure.wins.mean, measure.difference.mean) == (0.5, 0.0)
    assert better.wins.mean > 0.9
    assert better.difference.low is not None
    assert better.difference.low > 0.3
    assert better.difference.mean == pytest.approx(better.wins.mean - 0.5)
    assert better.points.mean > 0


def test_an_interval_is_that_of_a_mean() -> None:
    sums = Sums()
    sums.add(0.5)
    assert sums.interval == (0.5, None, None)
    for value in (0.0, 1.0, 0.5):
        sums.add(value)
    found, half = sums.interval, 1.959964 * (1 / 6 / 4) ** 0.5
    assert list(found) == pytest.approx([0.5, 0.5 - half, 0.5 + half])


# The same by any workers, also when one of them is killed.


@pytest.fixture(scope="module")
def plan(tmp_path_factory: pytest.TempPathFactory) -> TournamentPlan:
    folder = tmp_path_factory.mktemp("bots")
    failing = bot_file(folder, "failing", "1 / int(turn.random.random() * 20)")
    return TournamentPlan("rummy", ["bot", "random", failing], 2, seed=5)


@pytest.fixture(scope="module")
def expected(plan: TournamentPlan) -> dict[str, Any]:
    return counted(play_tournament(plan, 24))


@pytest.mark.parametrize("workers", [1, 2, 8])
def test_the_result_does_not_depend_on_the_workers(
    plan: TournamentPlan, expected: dict[str, Any], workers: int
) -> None:
    assert counted(play_tournament(plan, 24, workers=local_workers(workers))) == expected
    assert expected["rows"][2]["forfeits"] > 0


def test_a_killed_worker_changes_nothing(
    plan: TournamentPlan, expected: dict[str, Any], tmp_path: Path
) -> None:
    """A bot kills its own process in the middle of a match, once."""
    flag = tmp_path / "killed"
    body = (
        f"os.path.exists({str(flag)!r}) or turn.random.random() < 0.01 and "
        f"(open({str(flag)!r}, 'w').close(), os.kill(os.getpid(), signal.SIGKILL))"
    )
    killing = bot_file(tmp_path, "odd", body)
    for workers in (1, 2):
        flag.unlink(missing_ok=True)
        killed = plan._replace(bots=["bot", killing])
        found = counted(play_tournament(killed, 12, workers=local_workers(workers)))
        assert flag.exists()
        assert found == counted(play_tournament(killed, 12))  # it kills no more


FAILURES = {
    "raises": ("turn.nothing", "failed: AttributeError"),
    "nonsense": ("return 'nonsense'", "chose 'nonsense', which is not legal now."),
    "exits": ("raise SystemExit", "failed: SystemExit"),
    "hangs": ("while True: time.sleep(9)", "took more than 0.2 s for a move."),
    "memory": ("bytearray(1 << 45)", "used up its memory."),
    "dies": ("os._exit(1)", "hung, or ended the process it was in."),
}


@pytest.mark.parametrize("kind", FAILURES)
def test_a_bot_that_fails_has_lost_and_the_tournament_goes_on(kind: str, tmp_path: Path) -> None:
    body, sentence = FAILURES[kind]
    bad = bot_file(tmp_path, kind, body)
    plan = TournamentPlan("scopa", ["random", bad, "random"], seconds=0.2)
    summary = play_tournament(plan, 2, workers=local_workers(2))
    assert summary.deals == 2
    good, lost, other = summary.rows
    assert (lost.forfeits, lost.wins.mean, lost.matches) == (6, 0.0, 6)
    assert (good.forfeits, other.forfeits) == (0, 0)
    assert len(summary.failures) == 1
    assert summary.failures[0].startswith(f"Deal 0: The bot '{kind}' ")
    assert sentence in summary.failures[0]


def test_a_bot_that_fails_in_this_process_has_lost_too(tmp_path: Path) -> None:
    bad = bot_file(tmp_path, "bad", "bytearray(1 << 62)")
    summary = play_tournament(TournamentPlan("scopa", ["random", bad], 2), 1)
    assert summary.rows[1].forfeits == 2
    assert summary.failures == ["Deal 0: The bot 'bad' used up its memory."]


POLICY = """
class Memory:
    def clone(self): return self

def begin(state): return Memory()

def notice(memory, state, seat, play):
    {notice}

def choose(state, seat, memory, random):
    from settebello.games import scopa
    {choose}
    return scopa.legal(state, seat)[0]
"""


@pytest.mark.parametrize(
    ("notice", "choose", "sentence"),
    [
        ("1 / 0", "pass", "failed: ZeroDivisionError"),
        ("pass", "1 / 0", "failed: ZeroDivisionError"),
        ("pass", "return (0, 99)", "chose (0, 99), which is not legal now."),
        ("pass", "import time; time.sleep(9)", "took more than 0.2 s for a move."),
    ],
)
def test_a_policy_of_a_file_that_fails_has_lost(
    tmp_path: Path, notice: str, choose: str, sentence: str
) -> None:
    file = tmp_path / "odd.py"
    file.write_text(POLICY.format(notice=notice, choose=choose), "utf-8")
    plan = TournamentPlan("scopa", ["random", str(file)], 2, seconds=0.2)
    summary = play_tournament(plan, 1)
    assert summary.rows[1].forfeits == 2
    assert sentence in summary.failures[0]


def test_a_bot_that_catches_everything_is_ended_from_outside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tournament, "GRACE_SECONDS", 0.2)
    monkeypatch.setattr(processes, "LOOK_SECONDS", 0.1)
    body = "while True:\n        try: time.sleep(9)\n        except BaseException: pass"
    plan = TournamentPlan("scopa", ["random", bot_file(tmp_path, "stubborn", body)], 2, seconds=0.1)
    summary = play_tournament(plan, 1, workers=local_workers(1))
    assert summary.rows[1].forfeits == 2


def test_a_bot_that_hangs_again_and_again_is_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tournament, "MOST_FATAL", 3)
    hanging = bot_file(tmp_path, "hanging", "time.sleep(9)")
    plan = TournamentPlan("scopa", ["random", hanging], seconds=0.05)
    summary = play_tournament(plan, 50, workers=Workers())
    assert summary.rows[1].forfeits == 150


def test_rules_that_fail_end_the_tournament(tmp_path: Path) -> None:
    source = Path(HIGH_CARD).read_text("utf-8")
    file = tmp_path / "broken.py"
    file.write_text(source.replace("if state.to_act:\n", "if state.to_act or 1 // 0:\n"), "utf-8")
    for workers in (Workers(), local_workers(2)):
        with pytest.raises(ValueError, match="Deal 0: the rules of high_card failed: ZeroDivision"):
            play_tournament(TournamentPlan(str(file), ["random"] * 2), 3, workers=workers)


# A tournament that was interrupted.


def test_an_interrupted_tournament_goes_on_and_counts_nothing_twice(
    plan: TournamentPlan, expected: dict[str, Any], tmp_path: Path
) -> None:
    file = tmp_path / "part"

    def stop(done: int) -> None:
        if done >= 9:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_tournament(plan, 24, resume=file, progress=stop)
    whole = file.read_bytes()
    assert whole.count(b"\n") > 2
    for torn in (whole, whole[:-7], whole + b'{"deals": [[0, 1]]}\n', whole + b"{"):
        file.write_bytes(torn)
        shown: list[int] = []
        found = play_tournament(
            plan, 24, workers=local_workers(2), resume=file, progress=shown.append
        )
        assert counted(found) == expected
        assert shown[0] >= 3
        assert play_tournament(plan, 24, resume=file).to_dict(times=False) == expected
    # Fewer deals than are done: the first ones; more: the file grows.
    assert counted(play_tournament(plan, 5, resume=file)) == counted(play_tournament(plan, 5))
    assert play_tournament(plan, 26, resume=file).deals == 26


def test_a_file_of_another_tournament_is_refused(plan: TournamentPlan, tmp_path: Path) -> None:
    file = tmp_path / "part"
    play_tournament(plan, 1, resume=file)
    before = file.read_bytes()
    for other in (
        plan._replace(seed=6),
        plan._replace(players=3),
        plan._replace(whole=True),
        plan._replace(options={"target": 50}),
        plan._replace(bots=["bot", "random"]),
    ):
        with pytest.raises(ValueError, match="is not of this tournament"):
            play_tournament(other, 1, resume=file)
        assert file.read_bytes() == before
    file.write_text("{}", "utf-8")
    with pytest.raises(ValueError, match="is not of this tournament"):
        play_tournament(plan, 1, resume=file)
    with pytest.raises(ValueError, match="Cannot write to"):
        FinishedDeals(tmp_path, {})


# The command.


def test_the_command_prints_a_table_and_writes_files(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    json_file, plot, bad = tmp_path / "a.json", tmp_path / "a.svg", bot_file(tmp_path, "bad", "1/0")
    arguments = ["rummy", "--players", "2", "--bots", f"bot,random,{bad}", "--deals", "8",
                 "--option", "target=50", "--seed", "3"]  # fmt: skip
    files = ["--json", str(json_file), "--plot", str(plot), "--resume", str(tmp_path / "part")]
    code, out, err = run(capsys, *arguments, *files, "--workers", "local:2")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert max(map(len, lines)) <= 80 + len(str(tmp_path))
    assert lines[0] == "rummy, 2 players: 8 deals, a match is one deal, seed 3. target 50,"
    assert [line.split()[:2] for line in lines if line[:2] in ("A ", "B ", "C ")] == [
        ["A", "bot"], ["B", "random"], ["C", "bad"],
    ]  # fmt: skip
    assert "bad has lost 16 matches because it failed: Deal 0: The bot 'bad'" in out
    found = json.loads(json_file.read_text("utf-8"))
    assert (found["deals"], found["seed"], found["options"]["target"]) == (8, 3, 50)
    assert [row["name"] for row in found["rows"]] == ["bot", "random", "bad"]
    drawing = ET.fromstring(plot.read_text("utf-8"))
    said = [element.text for element in drawing if element.tag.endswith(("title", "desc"))]
    assert said[0] == "rummy, 2 players, against bot: 8 deals, single deals"
    assert "An even share is 50.0%. bot: 50.0% of wins; random: " in str(said[1])
    assert plot.read_text("utf-8") == ladder_plot(found)
    code, italian, _ = run(capsys, *arguments, "--jobs", "1", "--language", "it")
    assert code == 0
    assert italian.startswith("rummy, 2 giocatori: 8 smazzate, una partita è una smazzata, seme 3.")
    assert max(map(len, italian.splitlines())) <= 80


@pytest.mark.parametrize(
    ("arguments", "printed"),
    [
        (["chess"], "There is no game 'chess'."),
        (["scopa", "--bots", "bot"], "A tournament has at least two bots."),
        (["scopa", "--bots", "bot,best"], "There is no bot 'best'."),
        (["dice", "--players", "2"], "dice is for 3 players, not 2."),
        (["dice", "--jobs", "2", "--workers", "local:2"], "--jobs 2 means --workers local:2"),
        (["dice", "--workers", "far:1"], "'far:1' is not local:N"),
        (["dice", "--workers", "local:0"], "'local:0' is not local:N"),
        (["dice", "--deals", "0"], "it is a whole number from 1 to"),
        (["dice", "--json", "/no/such/folder/x"], "Cannot write to /no/such/folder/x"),
    ],
)
def test_wrong_arguments_get_one_sentence(
    capsys: pytest.CaptureFixture[str], arguments: list[str], printed: str
) -> None:
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (2, "")
    assert err.startswith("settebello: ")
    assert printed in err
    assert err.count("\n") == 1


def test_ctrl_c_keeps_what_is_done_and_ends_all_processes(tmp_path: Path) -> None:
    # The driver is interrupted by a bot, which then waits to be ended.
    body = "turn.random.random() < 0.02 and (os.kill(os.getppid(), signal.SIGINT), signal.pause())"
    bad, file = bot_file(tmp_path, "odd", body), tmp_path / "part"
    command = [sys.executable, "-m", "settebello", "tournament", "dice", "--bots", f"bot,{bad}"]
    command += ["--deals", "100000", "--workers", "local:2", "--resume", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stdout) == (130, "")
    assert done.stderr == "Interrupted. The same command goes on where it ended.\n"
    assert file.read_bytes().count(b"\n") >= 1


def test_functions_play_in_this_process_only() -> None:
    plan = TournamentPlan("dice", [first, "random"])
    assert play_tournament(plan, 2).rows[0].name == "first"
    with pytest.raises(ValueError, match="are given by name or by path"):
        play_tournament(plan, 2, workers=local_workers(2))
    with pytest.raises(ValueError, match="at least one deal"):
        play_tournament(plan, 0)
