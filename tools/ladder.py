"""Plays the tournaments of docs/bots.md, and writes the page: `make ladder`.

Each file in docs/ladder is the result of one tournament, as `settebello tournament --json` writes
it. Without arguments the page and its plots are made from these files, and what the web client says
of each level (src/settebello/bots/strengths.py). `--play` plays first:

    make ladder ARGS='--play --deals 500'             all line-ups; takes long
    make ladder ARGS='--play scopa-2 rummy-4'         only these
    make ladder ARGS='--check'                        say whether the page is as it should be
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from settebello.bots import BotError, find_bot
from settebello.bots.levels import level_names
from settebello.lab.plot import ladder_plot
from settebello.registry import find_game
from settebello.words import title

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "bots.md"
FOLDER = ROOT / "docs" / "ladder"
STRENGTHS = ROOT / "src" / "settebello" / "bots" / "strengths.py"
# What is made is between these, in the page and in the module.
BEGIN, END = "<!-- made by make ladder, from docs/ladder -->\n", "<!-- end of the ladder -->\n"
BEGIN_CODE, END_CODE = "# Made by make ladder, from docs/ladder.\n", "# The end of the ladder.\n"
# What is played: the game and how many play, as in `scopa-2`; `scopa-2-whole` plays whole matches.
LINE_UPS = (
    "dice-3", "scopa-2", "scopa-3", "scopa-4", "sixty_six-2", "sixty_six-3", "sixty_six-4",
    "rummy-2", "rummy-3", "rummy-4", "briscola-2", "briscola-3", "briscola-4", "hearts-4",
    "liars_dice-2", "liars_dice-3", "go_fish-3",
)  # fmt: skip
BOTS = ("bot", "hard", "easy", "random")  # as far as a game has them; the first is the measure


def bots_of(game: str, names: Sequence[str]) -> list[str]:
    """Those of some bots that a game has."""
    found = []
    for name in names:
        try:
            find_bot(name, find_game(game))
        except BotError:
            continue
        found.append(name)
    return found


def play(line_up: str, deals: int, workers: str, folder: Path, bots: Sequence[str] = BOTS) -> None:
    """Play a line-up; one that was interrupted goes on. Its file is written at the end."""
    game, players, *whole = line_up.split("-")
    part = folder / f"{line_up}.part"
    command = [sys.executable, "-m", "settebello", "tournament", game, "--players", players]
    command += [
        "--bots",
        ",".join(bots_of(game, bots)),
        "--deals",
        str(deals),
        "--workers",
        workers,
    ]
    command += ["--json", str(folder / f"{line_up}.json"), "--resume", str(part)]
    command += ["--whole"] if whole else []
    subprocess.run(command, check=True)
    part.unlink()


def ladder(results: Mapping[str, Mapping[str, Any]]) -> str:
    """The part of the page that is made from results: a section for each game."""
    lines = []
    for game, found in groupby(results, key=lambda line_up: results[line_up]["game"]):
        lines += [f"## {title(find_game(game))}", ""]
        for line_up in found:
            lines += [*section(line_up, results[line_up]), ""]
    return "\n".join(lines)


def section(line_up: str, result: Mapping[str, Any]) -> list[str]:
    """A line-up: what was played, a table and the plot."""
    unit = "whole matches" if result["whole"] else "single deals"
    first = result["rows"][0]["name"]
    options = ", ".join(f"{name} {value}".lower() for name, value in result["options"].items())
    lines = [
        f"### {result['players']} players, {unit}",
        "",
        f"One bot against a table of `{first}`, in every seat: {result['deals']:,} deals, {unit}, "
        f"seed {result['seed']}; rules {result['rules']}, {options or 'no options'}; "
        f"{result['date']}, version {result['version']}. An even share is {result['even']:.1%}.",
        "",
        f"| bot | wins | 95 % | difference to `{first}` | 95 % | points a match | 95 % | ms a move "
        "| lost by failing |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for row in result["rows"]:
        cells = [f"`{row['name']}`", *share(row["wins"], ".1%")]
        if row is result["rows"][0]:
            cells[2:] = ["", "", "", "", ""]
        else:
            cells += [*share(row["difference"], "+.1%"), *share(row["points"], "+.2f")]
        taken = row["milliseconds"]
        cells += ["" if taken is None else f"{taken:.3g}", str(row["forfeits"] or "")]
        lines.append(f"| {' | '.join(cells)} |")
    said = [verdict(row, first) for row in result["rows"][1:]]
    return [*lines, "", " ".join(said), "", f"![The same as a plot](ladder/{line_up}.svg)"]


def share(found: Mapping[str, float | None], form: str) -> list[str]:
    """A mean, and its interval."""
    mean, low, high = found["mean"], found["low"], found["high"]
    if low is None or high is None:
        return [format(mean, form), ""]
    return [format(mean, form), f"{format(low, form)} to {format(high, form)}"]


def verdict(row: Mapping[str, Any], first: str) -> str:
    """What the interval of the difference says."""
    low, high = row["difference"]["low"], row["difference"]["high"]
    if low is not None and low > 0:
        return f"`{row['name']}` is better than `{first}`."
    if high is not None and high < 0:
        return f"`{row['name']}` is worse than `{first}`."
    return f"`{row['name']}` and `{first}` cannot be told apart by these deals."


def strengths(results: Mapping[str, Mapping[str, Any]]) -> str:
    """How strong the levels are, as lines of the module; of what was played by the usual rules.

    Where whole matches were played, they count and not single deals: a match is what people play.
    """
    found: dict[tuple[str, int], dict[str, str]] = {}
    for result in sorted(results.values(), key=lambda result: bool(result["whole"])):
        game, seats = find_game(result["game"]), result["players"]
        usual = {option.name: option.default for option in game.OPTIONS}
        if (result["rules"], result["options"]) != (game.VERSION, usual):
            continue
        is_match = result["whole"] or not set(game.FACES) - set(getattr(game, "DICE", ()))
        unit = "match" if is_match else "round"  # matches without cards are never cut
        for row in result["rows"][1:]:
            if row["name"] in (*level_names(game, seats), "random"):
                wins, even = round(100 * row["wins"]["mean"]), round(100 * result["even"])
                told = f'Strength({wins}, {even}, "{unit}")'
                found.setdefault((game.NAME, seats), {})[row["name"]] = told
    lines = ["STRENGTHS: Final[dict[tuple[str, int], dict[StrengthName, Strength]]] = {"]
    for (name, seats), of in sorted(found.items()):
        lines.append(f'    ("{name}", {seats}): {{')
        lines += [f'        "{who}": {told},' for who, told in sorted(of.items())]
        lines.append("    },")
    return "\n".join([*lines, "}", ""])


def results_in(folder: Path) -> dict[str, dict[str, Any]]:
    """All results by line-up, the games in the order of the line-ups."""
    files = sorted(folder.glob("*.json"), key=lambda file: order_of(file.stem))
    return {file.stem: json.loads(file.read_text("utf-8")) for file in files}


def order_of(line_up: str) -> tuple[int, str]:
    games = [known.partition("-")[0] for known in LINE_UPS]
    game = line_up.partition("-")[0]
    return games.index(game) if game in games else len(games), line_up


def made(page: str, module: str, folder: Path) -> dict[Path, str]:
    """The page, the module and the plots as they should be."""
    results = results_in(folder)
    return {
        PAGE: between(page, BEGIN, f"\n{ladder(results)}", END),
        STRENGTHS: between(module, BEGIN_CODE, strengths(results), END_CODE),
        **{folder / f"{line_up}.svg": ladder_plot(found) for line_up, found in results.items()},
    }


def between(text: str, begin: str, new: str, end: str) -> str:
    """A text with something new between two marks."""
    before, _, rest = text.partition(begin)
    _, _, after = rest.partition(end)
    return f"{before}{begin}{new}{end}{after}"


def main() -> int:
    parser = argparse.ArgumentParser(description="Make docs/bots.md from tournaments.")
    parser.add_argument("line_ups", nargs="*", help="those to play, such as scopa-3; else all")
    parser.add_argument("--play", action="store_true", help="play them first")
    parser.add_argument("--deals", type=int, default=200, help="how many deals each (200)")
    parser.add_argument("--workers", default=f"local:{os.cpu_count()}", help="who plays")
    parser.add_argument("--check", action="store_true", help="write nothing; 1 if it is not so")
    arguments = parser.parse_args()
    if arguments.play:
        FOLDER.mkdir(exist_ok=True)
        for line_up in arguments.line_ups or LINE_UPS:
            play(line_up, arguments.deals, arguments.workers, FOLDER)
    code = 0
    page, module = PAGE.read_text("utf-8"), STRENGTHS.read_text("utf-8")
    for file, text in made(page, module, FOLDER).items():
        if not arguments.check:
            file.write_text(text, "utf-8")
        elif not file.exists() or file.read_text("utf-8") != text:
            print(f"{file.name} is not what docs/ladder says: run make ladder.")
            code = 1
    return code


if __name__ == "__main__":
    sys.exit(main())
