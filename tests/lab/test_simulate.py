"""Simulation: the same matches as `Match` makes, with any bots and in any number of processes."""

import functools
import gc
import json
import re
import subprocess
import sys
import tracemalloc
from pathlib import Path
from random import Random
from typing import Any

import pytest

import toy_game
from helpers import altered
from settebello import Match, cli
from settebello.bots import Bot, Turn, ask, find_bot, random_bot
from settebello.game import Game, Move
from settebello.games import dice, hearts, liars_dice, rummy, scopa, sixty_six
from settebello.lab import simulate, units
from settebello.lab.simulate import Simulation, SimulationPlan, Summary, Tally, wilson
from settebello.luck import HashedLuck, derived_seed
from settebello.record import RecordedLuck
from settebello.registry import RulesError, find_game, load_file

ROOT = Path(__file__).parents[2]
HIGH_CARD = str(ROOT / "examples/my_first_game.py")  # all are to act at once
TOY: Any = toy_game


def silent(function: Any) -> Any:
    """The same, but nobody is told."""
    return lambda *arguments: function(*arguments[:-1], None)


SILENT = altered(scopa, apply=silent(scopa.apply), settle=silent(scopa.settle))

SETTINGS: list[tuple[Game | str, int, dict[str, Any]]] = [
    (dice, 3, {"turns": 40}),
    (scopa, 4, {"target": 3}),
    (sixty_six, 3, {}),
    (sixty_six, 2, {"variant": "draft"}),
    (rummy, 3, {"target": 30}),
    (rummy, 2, {"target": 10, "reshuffle": True}),
    (hearts, 4, {"target": 30}),
    (liars_dice, 4, {"dice": 3}),
    (HIGH_CARD, 4, {"cards": 5}),
    (TOY, 3, {"turns": 60}),
    (SILENT, 3, {"target": 2}),
]
IDS = ["dice", "scopa", "66", "66-draft", "rummy", "rummy-reshuffled", "hearts", "liars-dice",
       "high-card", "toy", "silent"]  # fmt: skip


def throw(turn: Turn) -> Move:
    """A quick bot for Dice that is no good at random: it throws."""
    return turn.legal[0]


def wander(turn: Turn) -> Move:
    """Any move, by its own generator."""
    return random_bot(turn)


class Drawn:
    """Luck of a simulation as a match takes it; no move of these fails."""

    def __init__(self, luck: HashedLuck) -> None:
        self.draw = luck.draw

    def mark(self) -> None:
        pass

    def rewind(self, mark: None) -> None:
        raise AssertionError("nothing is drawn twice")


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """The exit code, what was printed, and what was complained of."""
    try:
        code = cli.main(["simulate", *arguments])
    except SystemExit as stop:
        code = int(stop.code or 0)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def counted(summary: Summary) -> dict[str, Any]:
    """All that does not depend on the time."""
    found = summary.to_dict()
    del found["seconds"], found["moves_per_second"]
    return found


# The loop makes the matches that `Match` makes, and gives bots what `Match` gives.


@pytest.mark.parametrize("setting", SETTINGS, ids=IDS)
@pytest.mark.parametrize("bots", [["bot"] * 4, ["random"] * 4, [wander, "random", wander, "bot"]])
def test_match_is_the_one_that_match_makes(
    setting: tuple[Game | str, int, dict[str, Any]], bots: list[Bot | str]
) -> None:
    game, seats, options = setting
    simulation = Simulation(SimulationPlan(game, bots[:seats], seed=5, options=options))
    luck, by_chance = HashedLuck(5, "luck"), HashedLuck(5, "random")
    luck.begin(2)
    by_chance.begin(2)
    seed, choose = derived_seed(5, 2), by_chance.choose
    own = [Random(derived_seed(seed, f"seat {seat}")) for seat in range(seats)]
    players = [simulation.players[bot] for bot in simulation.sitting(2)]
    functions = [simulation.bots[bot] for bot in simulation.sitting(2)]
    match = Match(simulation.game, players, luck=Drawn(luck), options=options)
    while not match.over:
        seat = match.to_act[0] if len(match.to_act) == 1 else choose(match.to_act)
        if functions[seat] is random_bot:
            match.play(seat, choose(match.legal(seat)))
        else:
            match.play(seat, ask(functions[seat], Turn.of(match, seat, own[seat]), "bot"))
    played = simulation.play(2, recorded=True)
    assert played.record == match.record()
    assert played.result.scores == match.scores
    assert played.result.winners == match.winners


@pytest.mark.parametrize("setting", SETTINGS, ids=IDS)
@pytest.mark.parametrize("spies", [1, 9])
def test_bots_are_given_what_match_gives(
    setting: tuple[Game | str, int, dict[str, Any]], spies: int
) -> None:
    game, seats, options = setting
    given: list[Any] = []

    def all_of(turn: Turn) -> Any:
        legal = [(move.text, move.verb, move.pieces) for move in turn.legal]
        return turn.seat, turn.view.to_dict(), legal, turn.notices, turn.options

    def spy(turn: Turn) -> Move:
        given.append(json.dumps(all_of(turn)))  # as it is now
        return random_bot(turn)

    bots = [spy if number < spies else "random" for number in range(seats)]
    simulation = Simulation(SimulationPlan(game, bots, seed=6, options=options))
    record = simulation.play(1, recorded=True).record
    assert record is not None
    spying = [seat for seat, bot in enumerate(simulation.sitting(1)) if bots[bot] is spy]
    luck = RecordedLuck(record["luck"])
    match = Match(simulation.game, record["players"], luck=luck, options=options)
    expected = []
    for seat, text in record["moves"][:300]:
        if seat in spying:  # that a turn of a match has what its seat has: see test_bots
            expected.append(json.dumps(all_of(Turn.of(match, seat, Random(1)))))
        match.play(seat, text)
    assert len(expected) > 1
    assert given[: len(expected)] == expected


@pytest.mark.parametrize("setting", SETTINGS, ids=IDS)
def test_quick_loop_counts_the_matches_of_the_records(
    setting: tuple[Game | str, int, dict[str, Any]],
) -> None:
    game, seats, options = setting
    simulation = Simulation(SimulationPlan(game, ["random"] * seats, seed=8, options=options))
    for number in range(3):
        slow = simulation.play(number, recorded=True)
        assert slow.moves == len((slow.record or {})["moves"])
        expected = Tally(seats)
        expected.count(slow.moves, slow.result, simulation.sitting(number))
        assert vars(simulate.count(simulation, range(number, number + 1))) == vars(expected)
        assert simulation.play(number).record is None


# Seeds, seats, processes.


def test_same_seed_gives_the_same_and_another_seed_does_not() -> None:
    plan = SimulationPlan("dice", ["bot", "random", "random"], seed=4)
    first = counted(simulate.simulate(plan, 60))
    assert counted(simulate.simulate(plan, 60)) == first
    other = counted(simulate.simulate(plan._replace(seed=5), 60))
    assert other["moves"] != first["moves"]


def test_seeds_of_matches_are_the_same_on_every_machine() -> None:
    assert derived_seed(1, 0) == 0x8FAD34BBB0C1ED09
    assert derived_seed(1, 48_213) != derived_seed(148_213, "")
    assert len({derived_seed(seed, number) for seed in range(9) for number in range(99)}) == 9 * 99


def test_seats_rotate() -> None:
    simulation = Simulation(SimulationPlan("scopa", ["bot", "random", "random"]))
    assert simulation.players == ["bot A", "random B", "random C"]
    for number in range(7):
        sitting = simulation.sitting(number)
        for bot in range(3):
            assert sitting[(bot + number) % 3] == bot


def test_wins_and_scores_are_those_of_the_records(tmp_path: Path) -> None:
    plan = SimulationPlan("sixty_six", ["bot", "random", "random", "random"], seed=2, save=tmp_path)
    summary = simulate.simulate(plan, 40)
    wins, scores = [0.0] * 4, [0] * 4
    bot_wins, bot_score, moves = 0.0, 0, 0
    for number in range(40):
        record = json.loads((tmp_path / f"sixty_six-{number:06}.json").read_text("utf-8"))
        match = Match.replay(record)
        at = record["players"].index("bot A")
        assert at == number % 4
        moves += len(record["moves"])
        for seat in range(4):
            wins[seat] += (seat in match.winners) / len(match.winners)
            scores[seat] += match.scores[seat]
        bot_wins += (at in match.winners) / len(match.winners)
        bot_score += match.scores[at]
    assert summary.wins == pytest.approx(wins)
    assert summary.mean_scores == [score / 40 for score in scores]
    assert summary.bots[0].wins == pytest.approx(bot_wins)
    assert summary.bots[0].mean_score == bot_score / 40
    assert summary.moves == moves


def test_shared_win_is_shared_exactly() -> None:
    # With one card each, High card is often shared, by two or by all.
    summary = simulate.simulate(
        SimulationPlan(HIGH_CARD, ["random"] * 3, options={"cards": 1}), 300
    )
    assert sum(summary.wins) == pytest.approx(300)
    assert any(wins % 1 for wins in summary.wins)
    assert sum(standing.wins for standing in summary.bots) == pytest.approx(300)


NOTING = """
import os
from pathlib import Path

def bot(turn):
    (Path(__file__).parent / f"pid-{os.getpid()}").touch()
    return turn.legal[int(turn.random.random() * len(turn.legal))]
"""


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")  # pytest has threads
def test_result_does_not_depend_on_the_number_of_processes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(units, "UNIT_SECONDS", 0.001)  # so that all of them get some
    file = tmp_path / "noting.py"
    file.write_text(NOTING, "utf-8")
    plan = SimulationPlan("scopa", [str(file), "random", "bot"], seed=3, options={"target": 3})
    alone = counted(simulate.simulate(plan, 40))
    assert len(list(tmp_path.glob("pid-*"))) == 1
    done: list[int] = []
    many = counted(simulate.simulate(plan, 40, jobs=3, progress=done.append))
    assert many == alone
    assert len(list(tmp_path.glob("pid-*"))) > 2
    assert done == sorted(done)
    assert done[-1] == 40


def test_one_match_alone_is_the_one_of_the_whole_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["scopa", "--bots", "bot,random", "--seed", "9", "--option", "target=3"]
    whole, alone = tmp_path / "made" / "here", tmp_path / "alone"
    code, _, _ = run(capsys, *arguments, "--games", "6", "--save", str(whole))
    assert code == 0
    assert sorted(file.name for file in whole.iterdir()) == [f"scopa-{n:06}.json" for n in range(6)]
    code, out, err = run(capsys, *arguments, "--only", "4")
    assert (code, err) == (0, "")
    assert json.loads(out) == json.loads((whole / "scopa-000004.json").read_text("utf-8"))
    code, out, err = run(capsys, *arguments, "--only", "4", "--save", str(alone))
    assert (code, out, err) == (0, "", "")
    (file,) = alone.iterdir()
    assert file.read_text("utf-8") == (whole / file.name).read_text("utf-8")


def test_records_are_not_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old = tmp_path / "dice-000002.json"
    old.write_text("mine", "utf-8")
    code, out, err = run(capsys, "dice", "--games", "5", "--save", str(tmp_path))
    assert (code, out) == (2, "")
    assert err == f"settebello: {old} is there already; give another folder.\n"
    code, _, _ = run(capsys, "dice", "--only", "2", "--save", str(tmp_path))
    assert code == 2
    assert [file.name for file in tmp_path.iterdir()] == [old.name]  # nothing was begun
    assert old.read_text("utf-8") == "mine"
    assert run(capsys, "dice", "--games", "2", "--save", str(tmp_path))[0] == 0
    code, _, err = run(capsys, "dice", "--games", "2", "--save", str(old))
    assert (code, err) == (2, f"settebello: Cannot write to {old}: File exists.\n")


# What is counted.


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [  # R. G. Newcombe, Statistics in Medicine 17 (1998), table I, method 3
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_interval_is_wilsons(wins: int, games: int, low: float, high: float) -> None:
    assert wilson(wins, games) == pytest.approx((low, high), abs=0.00005)
    assert wilson(games - wins, games) == pytest.approx((1 - high, 1 - low), abs=0.00005)


def test_json_has_what_programs_need(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--games", "30", "--bots", "bot,random,random", "--seed", "7", "--json"]
    code, out, err = run(capsys, "dice", *arguments)
    assert (code, err) == (0, "")
    assert out.count("\n") == 1
    found = json.loads(out)
    assert list(found) == [
        *("game", "seed", "options", "games", "moves", "seconds", "moves_per_second"),
        *("wins", "mean_scores", "bots"),
    ]
    assert (found["game"], found["seed"], found["games"]) == ("dice", 7, 30)
    assert found["options"] == {"turns": 12, "skip_on": "count", "early_end_ignores_ties": False}
    assert found["moves_per_second"] == pytest.approx(found["moves"] / found["seconds"])
    assert len(found["wins"]) == len(found["mean_scores"]) == 3
    assert sum(found["wins"]) == pytest.approx(30)
    assert [bot["name"] for bot in found["bots"]] == ["bot", "random", "random"]
    for bot in found["bots"]:
        assert list(bot) == ["name", "wins", "rate", "low", "high", "mean_score"]
        assert bot["rate"] == pytest.approx(bot["wins"] / 30)
        assert 0 <= bot["low"] <= bot["rate"] <= bot["high"] <= 1


def test_table_has_bots_seats_and_speed(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "rummy", "--games", "4", "--option", "target=10")
    assert (code, err) == (0, "")  # no progress bar where nobody watches
    lines = out.splitlines()
    assert lines[0].startswith("rummy: 4 matches, seed 1. target 10,")
    assert max(map(len, lines)) <= 80
    starts = [line.split()[0] for line in lines[2:] if line]
    assert starts[:8] == ["bot", "A", "B", "C", "seat", "0", "1", "2"]
    assert [line.split()[1] for line in lines if line[:2] in ("A ", "B ", "C ")] == [
        *("bot", "random", "random")
    ]
    assert lines[-1].endswith(" moves a second")


@pytest.fixture
def pairs(tmp_path: Path) -> str:
    """A game in which two play against two, few points are good, and all have a secret."""
    file = tmp_path / "pairs.py"
    file.write_text(
        "from settebello.games import scopa\n"
        "from settebello.games.scopa import *\n"
        "NAME, TEAMS, LOW_WINS = 'pairs', {4: ((0, 2), (1, 3))}, True\n"
        "def private(state, seat):\n    return {'secret': seat}\n"
        "def result(state):\n"
        "    was = scopa.result(state)\n"
        "    won = {seat % 2 for seat in was.winners}\n"
        "    return Result(was.scores, [seat for seat in range(4) if seat % 2 in won])\n",
        "utf-8",
    )
    return str(file)


def test_a_game_without_a_bot_says_so_and_one_with_a_bot_beside_it_uses_that(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    rules = tmp_path / "mine.py"
    rules.write_bytes(Path(toy_game.__file__).read_bytes())
    played = (str(rules), "--bots", "bot,random", "--games", "2")
    code, out, err = run(capsys, *played)
    assert (code, err) == (0, "magpie has no bot of its own, so 'bot' plays at random.\n")
    code, _, err = run(capsys, str(rules), "--bots", "random,random", "--games", "2")
    assert (code, err) == (0, "")
    (tmp_path / "mine_bot.py").write_text("def bot(turn):\n    return turn.legal[0]\n", "utf-8")
    code, other, err = run(capsys, *played)
    assert (code, err) == (0, "")
    assert out.splitlines()[:-1] != other.splitlines()[:-1]
    (tmp_path / "mine_bot.py").write_text("def bot(turn):\n    return 'no'\n", "utf-8")
    code, _, err = run(capsys, *played)
    assert code == 2
    assert err.startswith("settebello: Match 0: The bot 'bot' chose 'no', which is not legal now.")


def test_teams_are_counted_where_there_are_any(
    pairs: str, capsys: pytest.CaptureFixture[str]
) -> None:
    plan = SimulationPlan(pairs, ["random"] * 4, options={"target": 2})
    summary = simulate.simulate(plan, 8)
    found = summary.to_dict()
    assert list(found)[-3:] == ["bots", "teams", "low_wins"]
    assert [team["seats"] for team in found["teams"]] == [(0, 2), (1, 3)]
    assert sum(team["wins"] for team in found["teams"]) == pytest.approx(8)
    for team in summary.teams:
        assert team.wins == pytest.approx(2 * summary.wins[team.seats[0]])
        assert team.rate == pytest.approx(team.wins / 8)
        scores = [summary.mean_scores[seat] for seat in team.seats]
        assert team.mean_score == pytest.approx(sum(scores) / 2)
    arguments = ["--bots", "random,random,random,random", "--option", "target=2", "--games", "8"]
    for language, rows, low in (
        ("en", ["team", "0 and 2", "1 and 3"], "Low scores are good in this game: "),
        ("it", ["squadra", "0 e 2", "1 e 3"], "In questo gioco contano i punteggi bassi: "),
    ):
        _, out, _ = run(capsys, pairs, *arguments, "--language", language)
        lines = out.splitlines()
        first = next(n for n, line in enumerate(lines) if line.startswith(rows[0]))
        assert [line[:7].strip() for line in lines[first : first + 3]] == rows
        assert any(line.startswith(low) for line in lines)
        assert max(map(len, lines)) <= 80


def test_a_bot_sees_its_team_and_its_own_facts(pairs: str) -> None:
    seen: list[tuple[Any, Any, int]] = []

    def look(turn: Turn) -> Move:
        seen.append((turn.view.facts["teams"], turn.view.private, turn.seat))
        return turn.legal[0]

    Simulation(SimulationPlan(pairs, [look, *["random"] * 3], options={"target": 1})).play(0)
    assert seen
    for teams, private, seat in seen:
        assert (teams, private) == ([[0, 2], [1, 3]], {"secret": seat})


def test_the_table_is_in_the_language_of_the_reader(capsys: pytest.CaptureFixture[str]) -> None:
    bots = ("--bots", "random,random,random")
    code, out, _ = run(capsys, "dice", "--games", "2000", *bots, "--language", "it")
    assert code == 0
    lines = out.splitlines()
    assert lines[0].startswith("dice: 2.000 partite, seme 1. turns 12,")
    assert max(map(len, lines)) <= 80
    heads = [" ".join(line.split()) for line in lines if line.startswith(("bot", "posto"))]
    assert heads == [
        "bot vittorie quota intervallo 95 % punti medi",
        "posto vittorie quota punti medi",
    ]
    assert re.search(r"^A random +\d+,\d +\d+,\d% +\d+,\d% - \d+,\d% +-?\d+,\d\d$", out, re.M)
    assert re.search(r"^[\d.]+ mosse in \d+,\d s: [\d.]+ mosse al secondo$", lines[-1])


def test_progress_is_shown_where_somebody_watches(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    code, out, err = run(capsys, "dice", "--games", "2000", "--bots", "random,random,random")
    assert code == 0
    assert "2,000 of 2,000 matches" in err
    assert err.endswith("\r\033[K")
    assert "\r" not in out


# Wrong arguments and wrong bots: one sentence, exit code 2.


@pytest.mark.parametrize(
    ("arguments", "printed"),
    [
        (["chess"], "There is no game 'chess'."),
        (["scopa", "--bots", "bot,best"], "There is no bot 'best'."),
        (["scopa", "--bots", "bot,none.py"], "There is no file none.py."),
        (["scopa", "--bots", "bot,,bot"], "There is no bot ''."),
        (["dice", "--bots", "bot,bot"], "dice is for 3 players, not 2."),
        (["scopa", "--option", "target=0"], "The option 'target' is 1 to 100, not 0."),
        (["scopa", "--option", "goal=3"], "scopa has no option 'goal'."),
        (["dice", "--games", "0"], "it is a whole number from 1 to"),
        (["dice", "--jobs", "0"], "it is a whole number from 1 to"),
        (["dice", "--only", "-1"], "--only"),
        (["dice", "--seed", "x"], "it is a whole number from 0 to"),
        ([], "GAME"),
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


WRONG_BOTS = {
    "raises": ("return turn.nothing", "failed: AttributeError: 'Turn' object has no attribute"),
    "none": ("pass", "returned None; it has to return one of turn.legal."),
    "illegal": ("return 'bid 3'", "chose 'bid 3', which is not legal now. Legal is throw or skip."),
    "exits": ("raise SystemExit(0)", "failed: SystemExit: 0 (line 2 of wrong.py)."),
}


@pytest.mark.parametrize(("line", "printed"), WRONG_BOTS.values(), ids=WRONG_BOTS.keys())
def test_wrong_bot_gets_one_sentence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, line: str, printed: str
) -> None:
    file = tmp_path / "wrong.py"
    file.write_text(f"def bot(turn):\n    {line}\n", "utf-8")
    code, out, err = run(capsys, "dice", "--games", "9", "--bots", f"{file},{file},{file}")
    assert (code, out) == (2, "")
    assert err.startswith("settebello: Match 0: The bot 'wrong' ")
    assert printed in err
    assert err.count("\n") == 1


def in_a_process(tmp_path: Path, source: str) -> subprocess.CompletedProcess[str]:
    """A simulation with this bot, in a process of its own and with two more."""
    file = tmp_path / "odd.py"
    file.write_text(source, "utf-8")
    command = [sys.executable, "-m", "settebello", "simulate", "scopa"]
    command += ["--bots", f"{file},random,random", "--games", "400", "--jobs", "2"]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


IN_ANOTHER_PROCESS = """
import multiprocessing, os, signal

def bot(turn):
    if multiprocessing.parent_process() is not None:
        {what}
    return turn.legal[0]
"""


def test_bot_that_fails_in_another_process_gets_one_sentence(tmp_path: Path) -> None:
    done = in_a_process(tmp_path, IN_ANOTHER_PROCESS.format(what="return None"))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("settebello: Match ")
    assert done.stderr.endswith(
        "The bot 'odd' returned None; it has to return one of turn.legal.\n"
    )
    assert done.stderr.count("\n") == 1


def test_process_that_dies_gets_one_sentence(tmp_path: Path) -> None:
    done = in_a_process(tmp_path, IN_ANOTHER_PROCESS.format(what="os._exit(1)"))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "settebello: A process of the simulation has died; one job shows why.\n"


def test_ctrl_c_ends_all_processes_quietly(tmp_path: Path) -> None:
    interrupt = "os.kill(os.getppid(), signal.SIGINT), signal.pause()"  # a bot that hangs
    done = in_a_process(tmp_path, IN_ANOTHER_PROCESS.format(what=interrupt))
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


INTERRUPTED_WHERE_TALLIES_ARE_ADDED = """
import sys
from multiprocessing import active_children
from pathlib import Path
from settebello.lab.simulate import SimulationPlan, simulate

def progress(done):
    if active_children():  # so this was counted in another process
        Path(sys.argv[2]).touch()  # the bots hang from now on
        raise KeyboardInterrupt

if __name__ == "__main__":
    try:
        simulate(SimulationPlan("scopa", (sys.argv[1], "random", "random")), 9999, jobs=2,
                 progress=progress)
    except KeyboardInterrupt:
        print("interrupted", len(active_children()))
"""


def test_an_interrupt_between_two_tallies_ends_all_processes(tmp_path: Path) -> None:
    bot, hang = tmp_path / "odd.py", tmp_path / "hang"
    hangs = f"os.path.exists({str(hang)!r}) and signal.pause()"
    bot.write_text(IN_ANOTHER_PROCESS.format(what=hangs), "utf-8")
    command = [sys.executable, "-c", INTERRUPTED_WHERE_TALLIES_ARE_ADDED, str(bot), str(hang)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert (done.stdout, done.stderr) == ("interrupted 0\n", "")


def test_functions_play_in_one_process_only() -> None:
    plan = SimulationPlan("dice", [throw, "random", "random"])
    summary = simulate.simulate(plan, 20)
    assert summary.bots[0].name == "throw"
    with pytest.raises(ValueError, match="are given by name or by path"):
        simulate.simulate(plan, 20, jobs=2)
    for games, jobs in ((0, 1), (1, 0)):
        with pytest.raises(ValueError, match="at least one match and one job"):
            simulate.simulate(plan, games, jobs=jobs)


def test_rules_that_fail_are_named(tmp_path: Path) -> None:
    source = Path(HIGH_CARD).read_text("utf-8")
    file = tmp_path / "broken.py"
    file.write_text(source.replace("if state.to_act:\n", "if state.to_act or 1 // 0:\n"), "utf-8")
    for bots in (["random"] * 3, [throw] * 3):
        with pytest.raises(RulesError) as caught:
            simulate.simulate(SimulationPlan(load_file(file), bots), 3)
        assert str(caught.value).startswith(
            "Match 0: the rules of high_card failed: ZeroDivisionError: "
        )


@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, None])
def test_wrong_seed_is_refused(seed: Any) -> None:
    with pytest.raises(ValueError, match="A seed is a whole number from 0 to"):
        simulate.simulate(SimulationPlan("dice", ["random"] * 3, seed=seed), 1)


# How good the bots are (bench/bench_bots.py plays far more), and what it costs.


@pytest.mark.parametrize(
    ("game", "options", "games", "rate"),
    [
        ("dice", {}, 900, 0.57),  # its choices are few: always to throw wins 63 % of the matches
        ("scopa", {}, 150, 0.65),
        ("sixty_six", {}, 150, 0.75),
        ("sixty_six", {"variant": "draft"}, 60, 0.85),
        ("rummy", {}, 50, 0.9),
        ("briscola", {}, 200, 0.55),
        ("hearts", {"target": 30}, 100, 0.7),
        ("liars_dice", {}, 60, 0.9),
        ("go_fish", {}, 100, 0.7),
    ],
)
def test_bot_beats_random_ones(game: str, options: dict[str, Any], games: int, rate: float) -> None:
    others = ["random"] * (max(3, min(find_game(game).SEATS)) - 1)
    plan = SimulationPlan(game, ["bot", *others], seed=11, options=options)
    assert simulate.simulate(plan, games).bots[0].rate > rate


def test_dice_bot_is_better_than_one_that_always_throws() -> None:
    # In the same matches, when the others throw what they throw.
    always, careful = (
        sum(
            0
            in match_winners(
                Simulation(SimulationPlan("dice", [bot, "random", "random"], seed=13)), number
            )
            for number in range(0, 3 * 900, 3)
        )
        for bot in (throw, find_bot("bot", dice))
    )
    assert careful > always


def match_winners(simulation: Simulation, number: int) -> tuple[int, ...]:
    return simulation.play(number).result.winners


def test_benchmark_of_the_bots_runs() -> None:
    command = [sys.executable, str(ROOT / "bench/bench_bots.py"), "--games", "2", "--jobs", "1"]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    assert [line[:20].strip() for line in lines[3:]] == [
        *("dice", "scopa", "sixty_six", "sixty_six draft", "rummy"),
        *("briscola", "hearts", "liars_dice", "go_fish"),
    ]
    assert all(line.count("%") == 4 for line in lines[3:])  # rate, interval and aim


@pytest.mark.parametrize(
    ("game", "bots", "games", "options"),
    [
        ("dice", ["random"] * 3, 1_500, {}),
        ("dice", ["bot", "bot", "random"], 300, {}),
        ("scopa", ["bot", "random", "random"], 40, {"target": 3}),
        ("sixty_six", ["bot", "random", "random"], 60, {}),
        ("rummy", ["bot", "random", "random"], 40, {"target": 20}),
    ],
)
def test_memory_does_not_grow(
    game: str, bots: list[str], games: int, options: dict[str, Any]
) -> None:
    simulation = Simulation(SimulationPlan(game, bots, options=options))
    simulate.count(simulation, range(5))
    tracemalloc.start()
    try:
        simulate.count(simulation, range(5, 20))
        before = memory_in_use()
        simulate.count(simulation, range(20, games))
        # What matches share, such as the names of cards, is kept; nothing of the matches is.
        assert memory_in_use() - before < 200_000
    finally:
        tracemalloc.stop()


def memory_in_use() -> int:
    """Without what is in caches that have a bound."""
    for found in gc.get_objects():
        # By its type: to ask a weak proxy what it is an instance of may fail.
        if type(found) is functools._lru_cache_wrapper and found.cache_parameters()["maxsize"]:
            found.cache_clear()
    gc.collect()
    return tracemalloc.get_traced_memory()[0]
