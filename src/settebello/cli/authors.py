"""The commands of authors of games and bots: new, check, simulate."""

from __future__ import annotations

import argparse
import json
import shlex
import sys
from functools import partial
from pathlib import Path

from settebello.bots import own_bot
from settebello.cli.shared import bar_shown, check_new_file, chosen_workers, spoken
from settebello.lab import check as verdict
from settebello.lab.new import Shape, new_game
from settebello.lab.simulate import Simulation, SimulationPlan, simulate
from settebello.lab.units import local_workers
from settebello.record import write_record
from settebello.terminal.reports import simulated, told_line
from settebello.terminal.seating import counts, find_typed, read_options
from settebello.words.phrases import phrase


def write_game(parsed: argparse.Namespace) -> int:
    """`settebello new`: write a game to begin with, and say what can be done with it."""
    language, package = spoken(parsed), parsed.package
    into = parsed.into or Path()
    shape: Shape = "dice" if parsed.dice else "cards"
    rules = new_game(parsed.name, shape, into, package=package, language=language)
    top = into / parsed.name
    print(phrase(language, "new-written", folder=shlex.quote(str(top))))
    files = {
        rules: "new-rules",
        rules.with_suffix(".en.ftl"): "new-words",
        rules.with_suffix(".it.ftl"): "new-italian-words",
        rules.with_suffix(".md"): "new-page",
        rules.with_suffix(".it.md"): "new-italian-page",
        rules.with_name(f"{parsed.name}_bot.py"): "new-bot",
        rules.with_name(f"test_{parsed.name}.py"): "new-test",
    }
    if package:
        files[top / "pyproject.toml"] = "new-project"
    width = max(len(str(file.relative_to(top))) for file in files)
    for file, meaning in files.items():
        print(f"  {str(file.relative_to(top)).ljust(width)}  {phrase(language, meaning)}")
    print(phrase(language, "new-next"))
    path = shlex.quote(str(rules))
    print(f"  settebello check {path}")
    print(f"  settebello play {path}")
    print(f"  settebello serve {path} --dev")
    print(f"  python -m pytest {shlex.quote(str(top))}")
    if package:
        print(f"  pip install {shlex.quote(f'./{top}' if not top.is_absolute() else str(top))}")
    return 0


def run_check(parsed: argparse.Namespace) -> int:
    """`settebello check`; returns 1 if there is a defect."""
    language = spoken(parsed)
    game = find_typed(parsed.game, language)
    check_new_file(parsed.save, language)
    players = counts(game, language)
    title = phrase(language, "game-line", game=game.NAME, version=game.VERSION, players=players)
    print(title, flush=True)
    red: list[verdict.Line] = []
    with bar_shown("percent-done", language) as (show, tell):
        lines = verdict.check(
            game, matches=parsed.matches, worlds=parsed.worlds, seed=parsed.seed,
            seconds=parsed.seconds or verdict.SECONDS,
            progress=lambda share: show(100, int(100 * share)),
        )  # fmt: skip
        for line in lines:
            tell(told_line(line, language))
            if line.finding:
                red.append(line)
    if not red:
        print(phrase(language, "passes", game=game.NAME))
        return 0
    print(phrase(language, "fails", game=game.NAME, lines=", ".join(line.name for line in red)))
    records = [line.finding.record for line in red if line.finding and line.finding.record]
    if parsed.save is not None and records:
        # Without the hash: it is to be replayed while the rules are being mended.
        kept = {name: value for name, value in records[0].items() if name != "rules_hash"}
        write_record(kept, parsed.save)
        print(phrase(language, "defect-saved", file=str(parsed.save)))
    return 1


def run_simulation(parsed: argparse.Namespace) -> int:
    language = spoken(parsed)
    game = find_typed(parsed.game, language)
    bots = ("bot", *["random"] * (game.SEATS[0] - 1))
    if parsed.bots is not None:
        bots = tuple(name.strip() for name in parsed.bots.split(","))
    if "bot" in bots and own_bot(game) is None:
        print(phrase(language, "no-own-bot", game=game.NAME), file=sys.stderr)
    options = read_options(game, parsed.option, language)
    named = parsed.game if parsed.game.endswith(".py") else game.NAME
    plan = SimulationPlan(named, bots, parsed.seed, options, parsed.save)
    workers = chosen_workers(parsed, language)
    if workers == local_workers(1):
        workers = None  # in this process, which shows most of what is wrong with a bot
    if parsed.only is not None:
        if parsed.games is not None and parsed.only >= parsed.games:
            last = parsed.games - 1
            raise ValueError(phrase(language, "no-such-match", number=parsed.only, last=last))
        simulation = Simulation(plan)
        simulation.make_folder(range(parsed.only, parsed.only + 1))
        played = simulation.play(parsed.only, recorded=True)
        if parsed.save is None:
            print(json.dumps(played.record, ensure_ascii=False))
        return 0
    many = parsed.games or 1_000
    with bar_shown("matches-done", language) as (show, _):
        progress = partial(show, many)
        summary = simulate(plan, many, workers=workers, progress=progress)
    print(json.dumps(summary.to_dict()) if parsed.json else simulated(summary, language))
    return 0
