"""What `check`, `simulate` and `tournament` have found, for people."""

from __future__ import annotations

import json
import math
import textwrap
from datetime import timedelta
from string import ascii_uppercase

from settebello.lab.check import Line
from settebello.lab.simulate import Summary
from settebello.lab.standings import Interval
from settebello.lab.tournament import TournamentSummary
from settebello.words.phrases import listed, phrase

WIDTH = 72
HEAD = "{:<26}{:>9}{:>8}{:>16}{:>13}"
ROW = "{:<26.26}{:>9}{:>8}{:>16}{:>13}"


def figure(language: str, number: float, form: str = ",") -> str:
    """A number as it is written in this language; `form` is that of `format`."""
    signs = str.maketrans(",.", phrase(language, "separators"))
    return format(number, form).translate(signs)


def told_line(line: Line, language: str) -> str:
    """A line of the verdict, with the record of its finding and with what its words lack."""
    mark = "line-red" if line.finding else "line-skipped" if line.is_skipped else "line-ok"
    said = [f"  {phrase(language, mark):<3}  {line.name:<9} {looked_at(line, language)}"]
    for file, names in line.missing.items():
        listed = ", ".join(names)
        said.append(f"       {phrase(language, 'missing-words', file=file, names=listed)}")
    if line.finding and line.finding.record is not None:
        said.append(f"       {phrase(language, 'smallest-record', moves=line.finding.moves)}")
        said.append(f"       {json.dumps(line.finding.record, ensure_ascii=False)}")
    return "\n".join(said)


def looked_at(line: Line, language: str) -> str:
    """What a line of the verdict looked at, and how much of it. A finding speaks for itself.

    That is English: it is for who writes the rules, and names parts of a Python file.
    """
    if line.finding:
        return line.finding.sentence
    text = phrase(language, f"check-{line.said}")
    match line.numbers:
        case {"matches": matches, "moves": moves}:
            return f"{text} ({phrase(language, 'looked-at', matches=matches, moves=moves)})"
        case {"worlds": worlds, "impossible": impossible}:
            return (
                f"{text} ({phrase(language, 'worlds-tried', worlds=worlds, impossible=impossible)})"
            )
        case {"languages": languages}:
            return f"{text} ({phrase(language, 'languages-tried', languages=languages)})"
        case {"choices": choices}:
            return f"{text} ({phrase(language, 'choices-tried', choices=choices)})"
        case {"speed": speed}:
            return f"{speed_told(speed, language)}, {text}"
    return text


def speed_told(speed: float, language: str) -> str:
    return phrase(language, "moves-a-second", moves=figure(language, speed, ",.0f"))


def simulated(summary: Summary, language: str) -> str:
    """A table: how each bot, each seat and each team did."""
    options = ", ".join(f"{name} {value}".lower() for name, value in summary.options.items())
    title = phrase(
        language, "simulated", game=summary.game, count=summary.games, seed=summary.seed,
        options=options,
    )  # fmt: skip
    wins, rate = phrase(language, "column-wins"), phrase(language, "column-rate")
    interval, score = phrase(language, "column-interval"), phrase(language, "column-score")

    def row(name: str, won: float, rate: float, interval: str, score: float) -> str:
        figures = figure(language, won, ",.1f"), figure(language, rate, ".1%"), interval
        return ROW.format(name, *figures, figure(language, score, ",.2f"))

    rows = [*textwrap.wrap(title, WIDTH), ""]
    rows.append(HEAD.format(phrase(language, "column-bot"), wins, rate, interval, score))
    for letter, bot in zip(ascii_uppercase, summary.bots, strict=False):
        between = " - ".join(figure(language, end, ".1%") for end in (bot.low, bot.high))
        rows.append(row(f"{letter} {bot.name}", bot.wins, bot.rate, between, bot.mean_score))
    rows += ["", HEAD.format(phrase(language, "column-seat"), wins, rate, "", score)]
    for seat, (won, mean) in enumerate(zip(summary.wins, summary.mean_scores, strict=True)):
        rows.append(row(str(seat), won, won / summary.games, "", mean))
    if summary.teams:
        rows += ["", HEAD.format(phrase(language, "column-team"), wins, rate, "", score)]
    for team in summary.teams:
        seats = listed(language, [str(seat) for seat in team.seats])
        rows.append(row(seats, team.wins, team.rate, "", team.mean_score))
    if summary.low_wins:
        rows += ["", phrase(language, "low-wins")]
    seconds = figure(language, summary.seconds, ".1f")
    played = phrase(language, "moves-in", moves=summary.moves, seconds=seconds)
    rows += ["", f"{played}: {speed_told(summary.moves_per_second, language)}"]
    return "\n".join(rows)


LADDER = "{:<14.14}{:>8}{:>16}{:>10}{:>17}{:>7}{:>8}"


def tournament_told(summary: TournamentSummary, language: str) -> str:
    """A table: how each bot did against a table of the first."""
    options = ", ".join(f"{name} {value}".lower() for name, value in summary.options.items())
    whole, even = "yes" if summary.whole else "no", figure(language, summary.even, ".1%")
    title = phrase(
        language, "tournament-played", game=summary.game, players=summary.players,
        deals=summary.deals, whole=whole, seed=summary.seed, options=options,
    )  # fmt: skip
    first = summary.rows[0].name
    measure = phrase(language, "tournament-measure", first=first, even=even)
    columns = ("column-bot", "column-wins", "column-interval", "column-difference",
               "column-interval", "column-points", "column-milliseconds")  # fmt: skip
    heads = [phrase(language, name) for name in columns]
    rows = [*textwrap.wrap(title, WIDTH), *textwrap.wrap(measure, WIDTH), ""]
    rows.append(LADDER.format(*heads))
    for letter, row in zip(ascii_uppercase, summary.rows, strict=False):
        cells = [figure(language, row.wins.mean, ".1%"), between(row.wins, ".1%", language)]
        if row is summary.rows[0]:
            cells[1:] = ["", "", "", ""]
        else:
            cells += [figure(language, row.difference.mean, "+.1%")]
            cells += [between(row.difference, "+.1%", language)]
            cells += [figure(language, row.points.mean, "+.2f")]
        time = "" if row.milliseconds is None else figure(language, row.milliseconds, ".3g")
        rows.append(LADDER.format(f"{letter} {row.name}", *cells, time).rstrip())
    rows += ["", *textwrap.wrap(phrase(language, "points-told", first=first), WIDTH)]
    failed = [row for row in summary.rows if row.forfeits]
    for row, sentence in zip(failed, summary.failures, strict=True):
        told = phrase(language, "lost-by-failing", bot=row.name, count=row.forfeits)
        rows += textwrap.wrap(f"{told} {sentence}", WIDTH)
    if summary.low_wins:
        rows.append(phrase(language, "low-wins-of-tournament"))
    seconds = figure(language, summary.seconds, ".1f")
    rows += ["", phrase(language, "moves-in", moves=summary.moves, seconds=seconds)]
    return "\n".join(rows)


def between(found: Interval, form: str, language: str) -> str:
    """An interval; nothing where there is none."""
    if found.low is None or found.high is None:
        return ""
    return " - ".join(figure(language, end, form) for end in (found.low, found.high))


def progress_bar(done: int, total: int, language: str, unit: str, left: float | None = None) -> str:
    """How much is done, drawn and in words; `unit` is the name of the words.

    With `left`, it says for how many seconds it will go on.
    """
    told = phrase(language, unit, done=done, games=total)
    if left is not None:
        time = str(timedelta(seconds=math.ceil(left)))
        told += f", {phrase(language, 'time-left', time=time)}"
    return f"[{'#' * (30 * done // total):.<30}] {told}"
