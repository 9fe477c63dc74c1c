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
from settebello.simulate import Plan, Simulation, simulate
from settebello.terminal import plain
from settebello.terminal.seating import read_options
from settebello.words import LANGUAGES, house_rule, option_text
from settebello.words.pages import page_of


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
        epilog="To play: settebello play (you choose the game); settebello play scopa; settebello "
        "play scopa --players Ann,bot,bot. To go on with a match: settebello resume. "
        f"The games: {', '.join(sorted(game.NAME for game in OUR_GAMES))}.",
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

    playing = command("play", play, "play a game in this terminal, with people and bots")
    playing.add_argument(
        "game",
        nargs="?",
        metavar="GAME",
        help="a name, or the path of a rules file; else you choose",
    )
    playing.add_argument(
        "--players", metavar="WHO",
        help="a number, or names such as Ann,bot,bot: bot and random are bots, and so is a path "
        "of a bot's file; else you are asked",
    )  # fmt: skip
    playing.add_argument(
        "--seed", type=number(0, LARGEST_SEED), metavar="N", help="the same seed, the same luck"
    )
    playing.add_argument(
        "--plain", action="store_true", help="line by line (there is no other way yet)"
    )
    resuming = command("resume", resume, "go on with a match that was left")
    resuming.add_argument("name", nargs="?", metavar="NAME", help="which one; else the last")
    resuming.add_argument("--list", action="store_true", help="only list what was left")
    serving = command("serve", serve, "run a server, for tables on the network")
    serving.add_argument(
        "--host", default="127.0.0.1", metavar="HOST",
        help="the address to listen at (127.0.0.1: this machine only; 0.0.0.0: the whole network)",
    )  # fmt: skip
    serving.add_argument(
        "--port", type=number(0, 65_535), default=8066, metavar="N", help="8066; 0 for a free one"
    )
    serving.add_argument(
        "--origin", action="append", default=[], metavar="ORIGIN",
        help="a page from elsewhere that may connect, such as https://cards.example",
    )  # fmt: skip
    serving.add_argument(
        "--proxy", default="", metavar="ADDRESSES",
        help="the proxies, with commas, whose word about a client's address is taken",
    )  # fmt: skip
    serving.add_argument(
        "--limit", action="append", default=[], metavar="NAME=NUMBER",
        help="another limit than the usual one (docs/hosting.md lists them)",
    )  # fmt: skip
    joining = command("join", join, "play at a table of a server, from this terminal")
    joining.add_argument(
        "url", metavar="URL",
        help="the address that invites you, or that of a server, to open a table there",
    )  # fmt: skip
    joining.add_argument("--name", metavar="NAME", help="yours; else you are asked")
    joining.add_argument("--game", metavar="GAME", help="open a table for this game")
    joining.add_argument(
        "--seats", type=number(1, 64), metavar="N", help="how many; else as usual in that game"
    )
    joining.add_argument(
        "--bots", nargs="?", const="bot", choices=("bot", "random"),
        help="start at once, with bots in the free seats",
    )  # fmt: skip
    joining.add_argument("--listed", action="store_true", help="show the new table to everybody")
    joining.add_argument("--watch", action="store_true", help="look on, without a seat")
    exporting = command("export", export_records, "write the matches of a store to records")
    exporting.add_argument("folder", type=Path, metavar="DIR", help="a record in it for each match")
    exporting.add_argument(
        "--all", action="store_true", help="also matches that are not over, with all hidden cards"
    )
    importing = command("import", import_records, "put records into a store, as past matches")
    importing.add_argument("files", type=Path, nargs="+", metavar="FILE", help="a record")
    importing.add_argument("--listed", action="store_true", help="show them to everybody")
    for storing in (serving, exporting, importing):
        storing.add_argument(
            "--store", metavar="URL",
            help="where matches are kept, sqlite:///FILE; else in your data folder",
        )  # fmt: skip
    for choosing in (playing, joining):
        choosing.add_argument(
            "--option", action="append", default=[], metavar="NAME=VALUE",
            help="a house rule ('settebello games' lists them); may be given several times",
        )  # fmt: skip
    for talking in (playing, resuming, joining):
        talking.add_argument(
            "--language", choices=LANGUAGES, help="else that of the environment, or of the match"
        )

    rules = command("rules", print_rules, "print the rules of a game, with its options")
    rules.add_argument("game", metavar="GAME", help="a name, or the path of a rules file")
    rules.add_argument("--language", choices=LANGUAGES, default="en", help="en if left out")

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

    simulating = command("simulate", run_simulation, "let bots play many matches, and count")
    simulating.add_argument("game", metavar="GAME", help="a name, or the path of a rules file")
    simulating.add_argument(
        "--bots", metavar="WHO",
        help="a bot for each seat, such as bot,random,random: random, bot (the game's own) or the "
        "path of a bot's file; else one bot, the rest random",
    )  # fmt: skip
    simulating.add_argument(
        "--games", type=number(1, 10**9), default=1_000, metavar="N",
        help="how many matches, numbered from 0 (1000); the seats rotate from one to the next",
    )  # fmt: skip
    simulating.add_argument(
        "--seed", type=number(0, LARGEST_SEED), default=1, metavar="N",
        help="the same seed plays the same matches (1)",
    )  # fmt: skip
    simulating.add_argument(
        "--jobs", type=number(1, 1_000), default=1, metavar="N",
        help="how many processes (1); the result is the same",
    )  # fmt: skip
    simulating.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE",
        help="a house rule ('settebello games' lists them); may be given several times",
    )  # fmt: skip
    simulating.add_argument(
        "--only", type=number(0, 10**9), metavar="NUMBER",
        help="play this one match of them, and print its record",
    )  # fmt: skip
    simulating.add_argument(
        "--save", type=Path, metavar="DIR", help="write the record of each match to this folder"
    )
    simulating.add_argument("--json", action="store_true", help="print the result as JSON")

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
            print(f"  {house_rule(game, option, option.default)}")
            print(f"      {option.name}={spelled(option.default)} ({option.range})")
    for name in installed():
        if name not in found:
            try:
                find_game(name)
            except ValueError as error:
                print(f"{name}: {error}")
    return 0


def play(parsed: argparse.Namespace) -> int:
    return plain.play(
        parsed.game,
        players=parsed.players,
        seed=parsed.seed,
        options=parsed.option,
        language=parsed.language,
        rules_page=rules_page,
    )


def resume(parsed: argparse.Namespace) -> int:
    if parsed.list:
        print("\n".join(plain.list_left(parsed.language)))
        return 0
    return plain.resume(parsed.name, language=parsed.language, rules_page=rules_page)


def serve(parsed: argparse.Namespace) -> int:
    from settebello.server.commands import serve_tables  # its libraries take a while to load

    return serve_tables(
        parsed.host,
        parsed.port,
        parsed.store,
        origins=parsed.origin,
        proxies=parsed.proxy,
        limits=parsed.limit,
    )


def join(parsed: argparse.Namespace) -> int:
    from settebello.terminal import join as joining

    return joining.join(
        parsed.url,
        name=parsed.name,
        game=parsed.game,
        seats=parsed.seats,
        options=parsed.option,
        bots=parsed.bots,
        public=parsed.listed,
        watch=parsed.watch,
        language=parsed.language,
        rules_page=rules_page,
    )


def export_records(parsed: argparse.Namespace) -> int:
    from settebello.server.commands import export_store

    print(export_store(parsed.store, parsed.folder, unfinished=parsed.all))
    return 0


def import_records(parsed: argparse.Namespace) -> int:
    from settebello.server.commands import import_files

    print(import_files(parsed.store, parsed.files, listed=parsed.listed))
    return 0


def print_rules(parsed: argparse.Namespace) -> int:
    game = find_game(parsed.game)
    print(rules_page(game, parsed.language).strip())
    return 0


def rules_page(game: Game, language: str = "en") -> str:
    """The page of a game, or what its file says of itself."""
    page = page_of(game, language)
    if page is not None:
        return page
    lines = [getattr(game, "__doc__", None) or f"The game {game.NAME}.", ""]
    lines.append(f"For {seats_of(game)} players.")
    for option in game.OPTIONS:
        line = f"Option {option.name} = {spelled(option.default)} ({option.range})"
        meaning = option_text(game, option, language)
        lines += textwrap.wrap(f"{line}: {meaning}" if meaning else line, 90)
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


def run_simulation(parsed: argparse.Namespace) -> int:
    game = find_game(parsed.game)
    bots = ("bot", *["random"] * (game.SEATS[0] - 1))
    if parsed.bots is not None:
        bots = tuple(name.strip() for name in parsed.bots.split(","))
    options = read_options(game, parsed.option)
    plan = Plan(parsed.game, bots, parsed.seed, options, parsed.save)
    if parsed.only is not None:
        simulation = Simulation(plan)
        simulation.make_folder(range(parsed.only, parsed.only + 1))
        played = simulation.play(parsed.only, recorded=True)
        if parsed.save is None:
            print(json.dumps(played.record, ensure_ascii=False))
        return 0
    bar = progress_bar(parsed.games) if sys.stderr.isatty() else None
    try:
        summary = simulate(plan, parsed.games, jobs=parsed.jobs, progress=bar)
    finally:
        if bar is not None:
            print("\r\033[K", end="", file=sys.stderr, flush=True)
    print(json.dumps(summary.to_dict()) if parsed.json else summary.table())
    return 0


def progress_bar(games: int) -> Callable[[int], None]:
    def show(done: int) -> None:
        bar = "#" * (30 * done // games)
        text = f"\r[{bar:.<30}] {done:,} of {games:,} matches"
        print(text, end="", file=sys.stderr, flush=True)

    return show


def replay(parsed: argparse.Namespace) -> int:
    record = read_record(parsed.file)
    match = Match.replay(record, game=parsed.game)
    seat = find_seat(match, parsed.seat)
    who = "a spectator" if seat is None else match.players[seat]
    options = ", ".join(f"{name} {spelled(value)}" for name, value in match.options.items())
    print(f"{match.game.NAME} (rules version {match.game.VERSION}), as {who} saw it")
    print(f"Players: {', '.join(match.players)}. Options: {options or 'none'}.")
    for notice in match.notices(seat, parsed.language):
        print(notice["text"])
    if not match.over:
        acting = ", ".join(match.players[other] for other in match.to_act)
        closed = f" The match was closed: {record['closed']}." if "closed" in record else ""
        print(f"The record ends here; {acting} to move.{closed}")
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
