"""The command line: one small function for each command."""

from __future__ import annotations

import argparse
import json
import os
import sys
import textwrap
from collections.abc import Callable, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import NoReturn

from settebello import check as verdict
from settebello.catalogue import find_game, games, installed
from settebello.game import Game
from settebello.games import OUR_GAMES
from settebello.luck import LARGEST_SEED
from settebello.match import Match
from settebello.record import read_record, write_record
from settebello.words import LANGUAGES

PACKAGE = Path(__file__).parent
# The rules pages are in the package when it is installed, and in docs/ in a checkout.
PAGES = (PACKAGE / "rules", PACKAGE.parents[1] / "docs" / "games")


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one sentence, and exits with code 2."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"settebello: {message.rstrip('.')}. See '{self.prog} --help'.\n")


def main(arguments: Sequence[str] | None = None) -> int:
    parser = make_parser()
    parsed = parser.parse_args(arguments)
    if parsed.run is None:
        parser.print_help()
        return 0
    try:
        code: int = parsed.run(parsed)
        sys.stdout.flush()
        return code
    except ValueError as error:
        print(f"settebello: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # the reader, such as `head`, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def make_parser() -> Parser:
    parser = Parser(
        prog="settebello",
        description="A table for card and dice games: one file of pure rules makes a game.",
        epilog="Try: settebello games; settebello rules scopa; settebello check scopa.",
    )
    parser.add_argument(
        "--version", action="version", version=f"settebello {version('settebello')}"
    )
    parser.set_defaults(run=None)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")

    def command(name: str, run: Callable[[argparse.Namespace], int], text: str) -> Parser:
        added = commands.add_parser(name, help=text, description=f"{text[0].upper()}{text[1:]}.")
        added.set_defaults(run=run)
        return added

    command("games", list_games, "list the games, with their seats and options")

    rules = command("rules", print_rules, "print the rules of a game, with its options")
    rules.add_argument("game", metavar="GAME", help="a name, or the path of a rules file")

    checking = command("check", run_check, "look at a game from every side and say what is wrong")
    checking.add_argument("game", metavar="GAME", help="a name, or the path of a rules file")
    checking.add_argument(
        "--matches", type=number(1, 100_000), default=40, metavar="N",
        help="how many random matches each check looks at (40)",
    )  # fmt: skip
    checking.add_argument(
        "--worlds", type=number(1, 10_000_000), default=1_000, metavar="N",
        help="how many other worlds the search for leaks tries (1000)",
    )  # fmt: skip
    checking.add_argument(
        "--seed", type=number(0, LARGEST_SEED // 2), default=1, metavar="N",
        help="the same seed looks at the same matches (1)",
    )  # fmt: skip
    checking.add_argument(
        "--save", type=Path, metavar="FILE",
        help="write the smallest record of the first defect to this new file",
    )  # fmt: skip

    replaying = command("replay", replay, "print the match of a record, from any seat's side")
    replaying.add_argument("file", type=Path, metavar="FILE", help="a record")
    replaying.add_argument(
        "--seat", metavar="SEAT", help="a seat's number or a player's name; else as a spectator"
    )
    replaying.add_argument(
        "--language", choices=LANGUAGES, default="en", help="the language of the sentences (en)"
    )
    replaying.add_argument(
        "--game", metavar="PATH", help="the rules file, for a game that is not installed"
    )
    return parser


def number(low: int, high: int) -> Callable[[str], int]:
    """An argument that is a whole number in a range."""

    def parse(text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) < 21 and low <= int(text) <= high):
            raise argparse.ArgumentTypeError(
                f"it is a whole number from {low} to {high}, not '{text}'"
            )
        return int(text)

    return parse


def list_games(parsed: argparse.Namespace) -> int:
    found = games()
    for name, game in found.items():
        print(f"{name} (rules version {game.VERSION}), {seats_of(game)} players")
        for option in game.OPTIONS:
            print(f"  {option.name} = {spelled(option.default)}  ({option.range})")
    for name in installed():
        if name not in found:
            try:
                find_game(name)
            except ValueError as error:
                print(f"{name}: {error}")
    return 0


def print_rules(parsed: argparse.Namespace) -> int:
    game = find_game(parsed.game)
    print(rules_page(game).strip())
    return 0


def rules_page(game: Game) -> str:
    """The page of a game: ours, the one beside its file, or what its file says of itself."""
    if game in OUR_GAMES:
        pages = [folder / f"{game.NAME}.md" for folder in PAGES]
    else:
        file = getattr(game, "__file__", None)
        pages = [Path(file).with_suffix(".md")] if file else []
    for page in pages:
        if page.is_file():
            return page.read_text("utf-8")
    lines = [getattr(game, "__doc__", None) or f"The game {game.NAME}.", ""]
    lines.append(f"For {seats_of(game)} players.")
    for option in game.OPTIONS:
        lines.append(f"Option {option.name} = {spelled(option.default)} ({option.range}):")
        lines += textwrap.wrap(option.text, 90, initial_indent="  ", subsequent_indent="  ")
    return "\n".join(lines)


def run_check(parsed: argparse.Namespace) -> int:
    game = find_game(parsed.game)
    if parsed.save is not None and parsed.save.exists():
        raise ValueError(f"{parsed.save} is there already; give another name.")
    print(f"{game.NAME}, rules version {game.VERSION}, {seats_of(game)} players", flush=True)
    red: list[verdict.Line] = []
    lines = verdict.check(game, matches=parsed.matches, worlds=parsed.worlds, seed=parsed.seed)
    for line in lines:
        mark = "RED" if line.finding else "ok "
        text = line.finding.sentence if line.finding else line.text
        print(f"  {mark}  {line.name:<9} {text}", flush=True)
        if line.finding:
            red.append(line)
            if line.finding.record is not None:
                moves = line.finding.moves
                print(f"       the smallest record found, {moves} moves:")
                print(f"       {json.dumps(line.finding.record, ensure_ascii=False)}", flush=True)
    if not red:
        print(f"{game.NAME} passes.")
        return 0
    print(f"{game.NAME} fails: {', '.join(line.name for line in red)}.")
    records = [line.finding.record for line in red if line.finding and line.finding.record]
    if parsed.save is not None and records:
        write_record(records[0], parsed.save)
        print(f"The record is in {parsed.save}; 'settebello replay {parsed.save}' prints it.")
    return 1


def replay(parsed: argparse.Namespace) -> int:
    match = Match.replay(read_record(parsed.file), game=parsed.game)
    seat = find_seat(match, parsed.seat)
    who = "a spectator" if seat is None else match.players[seat]
    options = ", ".join(f"{name} {spelled(value)}" for name, value in match.options.items())
    print(f"{match.game.NAME} (rules version {match.game.VERSION}), as {who} saw it")
    print(f"Players: {', '.join(match.players)}. Options: {options or 'none'}.")
    for notice in match.notices(seat, parsed.language):
        print(notice["text"])
    if not match.over:
        acting = ", ".join(match.players[other] for other in match.to_act)
        print(f"The record ends here; {acting} to move.")
    return 0


def find_seat(match: Match, wanted: str | None) -> int | None:
    if wanted is None:
        return None
    for seat, name in enumerate(match.players):
        if wanted.strip().casefold() in (str(seat), name.casefold()):
            return seat
    choice = ", ".join(f"{seat} ({name})" for seat, name in enumerate(match.players))
    raise ValueError(f"There is no seat '{wanted}'. The seats are: {choice}.")


def seats_of(game: Game) -> str:
    *most, last = [str(seats) for seats in sorted(game.SEATS)]
    return f"{', '.join(most)} or {last}" if most else last


def spelled(value: object) -> str:
    """An option's value as it is written on the command line and in the docs."""
    return str(value).lower() if isinstance(value, bool) else str(value)
