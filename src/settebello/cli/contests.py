"""The command that compares bots: tournament."""

from __future__ import annotations

import argparse
import json
import sys
import time
from datetime import date

from settebello.bots import own_bot
from settebello.cli.shared import bar_shown, check_writable, chosen_workers, spoken
from settebello.lab.plot import ladder_plot
from settebello.lab.tournament import Tournament, TournamentPlan, play_tournament
from settebello.lab.units import local_workers
from settebello.terminal.reports import tournament_told
from settebello.terminal.seating import find_typed, read_options
from settebello.words.phrases import phrase


def run_tournament(parsed: argparse.Namespace) -> int:
    """`settebello tournament`: play, print a table, and write what was asked for."""
    language = spoken(parsed)
    game = find_typed(parsed.game, language)
    bots = tuple(name.strip() for name in parsed.bots.split(","))
    if "bot" in bots and own_bot(game) is None:
        print(phrase(language, "no-own-bot", game=game.NAME), file=sys.stderr)
    options = read_options(game, parsed.option, language)
    named = parsed.game if parsed.game.endswith(".py") else game.NAME
    plan = TournamentPlan(
        named, bots, parsed.players, parsed.seed, options, parsed.whole, parsed.seconds
    )
    Tournament(plan)  # what is wrong with it is said before anything is written
    workers = chosen_workers(parsed, language) or local_workers(1)
    for file in (parsed.json, parsed.plot, parsed.resume):
        check_writable(file, language)
    deals = parsed.deals
    try:
        with bar_shown("deals-done", language) as (show, _):
            begun: list[tuple[int, float]] = []

            def progress(done: int) -> None:
                now = time.monotonic()
                begun.append((done, now)) if not begun else None
                first, start = begun[0]
                each = (now - start) / (done - first) if done > first else None
                show(deals, done, None if each is None else each * (deals - done))

            summary = play_tournament(
                plan, deals, workers=workers, resume=parsed.resume, progress=progress
            )
    except KeyboardInterrupt:
        if parsed.resume is not None:
            print(phrase(language, "tournament-interrupted"), file=sys.stderr)
        raise
    print(tournament_told(summary, language))
    found = {"date": date.today().isoformat(), **summary.to_dict()}
    if parsed.json is not None:
        parsed.json.write_text(json.dumps(found, indent=1) + "\n", "utf-8")
        print(phrase(language, "file-written", file=str(parsed.json)))
    if parsed.plot is not None:
        parsed.plot.write_text(ladder_plot(found), "utf-8")
        print(phrase(language, "file-written", file=str(parsed.plot)))
    return 0
