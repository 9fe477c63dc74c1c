"""The command line: one small function for each command."""

from __future__ import annotations

import argparse
import json
import os
import sys
import textwrap
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

from settebello.bots import BOT_NAMES
from settebello.game import Game
from settebello.games import OUR_GAMES
from settebello.lab import check as verdict
from settebello.lab.simulate import Simulation, SimulationPlan, simulate
from settebello.luck import LARGEST_SEED
from settebello.match import Match
from settebello.record import read_record, write_record
from settebello.registry import find_game, games, installed
from settebello.terminal.arguments import Parser, given_language, number
from settebello.terminal.reports import progress_bar, simulated, told_line
from settebello.terminal.seating import (
    counts,
    find_typed,
    range_told,
    read_options,
    spelled,
    teams_told,
)
from settebello.words import LANGUAGES, house_rule, option_text
from settebello.words.pages import page_of
from settebello.words.phrases import chosen_language, phrase, reason


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; returns the exit code. Errors are printed as one sentence."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a missing letter must not end a command
    arguments = sys.argv[1:] if arguments is None else arguments
    parser = make_parser(chosen_language(given_language(arguments)))
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


def make_parser(language: str = "en") -> Parser:
    """The whole command line, with its help and its errors in this language."""
    # Long: a table of the commands and their arguments, best read in one place.
    say = partial(phrase, language)
    whole = partial(number, language)
    games_here = ", ".join(sorted(game.NAME for game in OUR_GAMES))
    parser = Parser(
        prog="settebello",
        description=say("usage"),
        epilog=say("usage-examples", games=games_here),
        language=language,
    )
    shown = f"settebello {version('settebello')}"
    parser.add_argument("--version", action="version", version=shown, help=say("argument-version"))
    parser.set_defaults(run=None, language=None)
    commands = parser.add_subparsers(title=say("commands"), metavar=say("metavar-command"))

    def command(name: str, run: Callable[[argparse.Namespace], int], group: Any = None) -> Parser:
        """Add a command; one of a group, such as `store-check`, is typed `store check`."""
        text = say(f"usage-{name}")
        about = f"{text[0].upper()}{text[1:]}."
        group, last = group or commands, name.rpartition("-")[2]
        added: Parser = group.add_parser(last, help=text, description=about, language=language)
        added.set_defaults(run=run)
        return added

    def argument(command: Parser, name: str, text: str = "", **how: Any) -> None:
        """Add an argument with the help `argument-TEXT`; TEXT is its name if not given."""
        if how.get("metavar"):
            how["metavar"] = say(f"metavar-{how['metavar']}")
        command.add_argument(name, help=say(f"argument-{text or name.strip('-')}"), **how)

    listing = command("games", list_games)
    playing = command("play", play)
    argument(playing, "game", "game-or-choose", nargs="?", metavar="game")
    argument(playing, "--players", metavar="who")
    argument(playing, "--seed", type=whole(0, LARGEST_SEED), metavar="n")
    argument(playing, "--plain", action="store_true")
    resuming = command("resume", resume)
    argument(resuming, "name", "save", nargs="?", metavar="name")
    argument(resuming, "--list", action="store_true")
    serving = command("serve", serve)
    argument(serving, "files", "rules-files", nargs="*", metavar="file")
    argument(serving, "--dev", action="store_true")
    argument(serving, "--host", default="127.0.0.1", metavar="host")
    argument(serving, "--port", type=whole(0, 65_535), default=8066, metavar="n")
    argument(serving, "--origin", action="append", default=[], metavar="origin")
    argument(serving, "--proxy", metavar="addresses")
    argument(serving, "--limit", action="append", default=[], metavar="limit")
    argument(serving, "--node", metavar="name")
    argument(serving, "--address", metavar="address")
    argument(serving, "--cluster-secret-file", type=Path, metavar="file")
    joining = command("join", join)
    argument(joining, "url", metavar="url")
    argument(joining, "--name", metavar="name")
    argument(joining, "--game", "game-to-open", metavar="game")
    argument(joining, "--seats", type=whole(1, 64), metavar="n")
    argument(joining, "--bots", nargs="?", const="bot", choices=BOT_NAMES)
    argument(joining, "--listed", action="store_true")
    argument(joining, "--watch", action="store_true")
    exporting = command("export", export_records)
    argument(exporting, "folder", type=Path, metavar="folder")
    argument(exporting, "--all", action="store_true")
    importing = command("import", import_records)
    argument(importing, "files", "record", type=Path, nargs="+", metavar="file")
    argument(importing, "--listed", "listed-records", action="store_true")
    rules = command("rules", print_rules)
    argument(rules, "game", metavar="game")
    checking = command("check", run_check)
    argument(checking, "game", metavar="game")
    argument(checking, "--matches", type=whole(1, 100_000), default=40, metavar="n")
    argument(checking, "--worlds", type=whole(1, 10_000_000), default=1_000, metavar="n")
    argument(checking, "--seconds", type=whole(1, 86_400), default=verdict.SECONDS, metavar="n")
    checking.epilog = say("usage-check-examples")
    seeds = whole(0, LARGEST_SEED // 2)
    argument(checking, "--seed", "seed-of-check", type=seeds, default=1, metavar="n")
    argument(checking, "--save", "save-defect", type=Path, metavar="file")
    simulating = command("simulate", run_simulation)
    argument(simulating, "game", metavar="game")
    argument(simulating, "--bots", "bots-by-seat", metavar="who")
    argument(simulating, "--games", type=whole(1, 10**9), metavar="n")
    seeds = whole(0, LARGEST_SEED)
    argument(simulating, "--seed", "seed-of-simulation", type=seeds, default=1, metavar="n")
    argument(simulating, "--jobs", type=whole(1, 1_000), default=1, metavar="n")
    argument(simulating, "--only", type=whole(0, 10**9), metavar="n")
    argument(simulating, "--save", "save-records", type=Path, metavar="folder")
    argument(simulating, "--json", action="store_true")
    replaying = command("replay", replay)
    argument(replaying, "file", "record", type=Path, metavar="file")
    argument(replaying, "--seat", metavar="seat")
    argument(replaying, "--game", "rules-file", metavar="file")
    for storing in (serving, exporting, importing):
        argument(storing, "--store", metavar="url")
    for choosing in (playing, joining, simulating):
        argument(choosing, "--option", action="append", default=[], metavar="option")
    storing = command("store", help_with_store)
    keeping = storing.add_subparsers(title=say("commands"), metavar=say("metavar-command"))
    inspecting = command("store-check", check_store, keeping)
    argument(inspecting, "url", "url-of-store", nargs="?", metavar="url")
    migrating = command("store-migrate", migrate_store, keeping)
    argument(migrating, "url", "url-to-migrate", metavar="url")
    moving = command("store-move", move_store, keeping)
    argument(moving, "source", "url-to-move", metavar="from")
    argument(moving, "target", "url-to-fill", metavar="to")
    sharing = command("nodes", look_after_nodes)
    argument(sharing, "url", "url-of-nodes", metavar="url")
    argument(sharing, "fence", "fence", nargs="?", choices=["fence"], metavar="fence")
    argument(sharing, "run_number", "run", nargs="?", type=whole(1, 2**31 - 1), metavar="n")
    everything = (parser, listing, playing, resuming, serving, joining, exporting, importing,
                  rules, checking, simulating, replaying, storing, inspecting, migrating, moving,
                  sharing)  # fmt: skip
    for talking in everything:
        # No default, so that the subcommand does not overwrite a flag given before its name.
        how = {"choices": LANGUAGES, "default": argparse.SUPPRESS}
        argument(talking, "--language", "language-of-match" if talking is resuming else "", **how)
    return parser


def spoken(parsed: argparse.Namespace) -> str:
    """The language of what a command says."""
    return chosen_language(parsed.language)


def list_games(parsed: argparse.Namespace) -> int:
    language = spoken(parsed)
    found = games()
    for name, game in found.items():
        players = counts(game, language)
        print(phrase(language, "game-line", game=name, version=game.VERSION, players=players))
        for line in teams_told(game, language):
            print(f"  {line}")
        for option in game.OPTIONS:
            print(f"  {house_rule(game, option, option.default, language)}")
            told = range_told(option, language)
            print(f"      {option.name}={spelled(option.default)} ({told})")
    for name in installed():
        if name not in found:
            try:
                find_game(name)
            except ValueError as error:
                print(f"{name}: {error}")
    return 0


# What plays is imported when it is needed: the libraries of a client take a while to load.


def play(parsed: argparse.Namespace) -> int:
    from settebello.terminal import plain

    return plain.play(
        parsed.game,
        players=parsed.players,
        seed=parsed.seed,
        options=parsed.option,
        language=spoken(parsed),
        rules_page=rules_page,
    )


def resume(parsed: argparse.Namespace) -> int:
    from settebello.terminal import plain

    if parsed.list:
        print("\n".join(plain.list_left(spoken(parsed))))
        return 0
    return plain.resume(parsed.name, language=parsed.language, rules_page=rules_page)


@contextmanager
def server_extra(parsed: argparse.Namespace) -> Iterator[None]:
    """Import here what needs the extra `server`; ValueError says that it is not installed.

    Not at the top of this file: its libraries take a while to load.
    """
    try:
        yield
    except ModuleNotFoundError as error:
        missing = str(error.name)
        if missing.partition(".")[0] == "settebello":
            raise
        raise ValueError(phrase(spoken(parsed), "no-server-extra", module=missing)) from None


def serve(parsed: argparse.Namespace) -> int:
    with server_extra(parsed):
        from settebello.server.commands import node_options, serve_tables

    language = spoken(parsed)
    secret_file = parsed.cluster_secret_file
    node = node_options(
        parsed.node, parsed.address, secret_file, parsed.store, language, parsed.dev
    )
    return serve_tables(
        parsed.host, parsed.port, parsed.store, files=parsed.files, dev=parsed.dev, node=node,
        origins=parsed.origin, proxies=parsed.proxy, limits=parsed.limit, language=language,
    )  # fmt: skip


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
        language=spoken(parsed),
        rules_page=rules_page,
    )


def export_records(parsed: argparse.Namespace) -> int:
    with server_extra(parsed):
        from settebello.server.commands import export_store

    how = {"unfinished": parsed.all, "language": spoken(parsed)}
    print(export_store(parsed.store, parsed.folder, **how))
    return 0


def import_records(parsed: argparse.Namespace) -> int:
    with server_extra(parsed):
        from settebello.server.commands import import_files

    how = {"listed": parsed.listed, "language": spoken(parsed)}
    print(import_files(parsed.store, parsed.files, **how))
    return 0


def help_with_store(parsed: argparse.Namespace) -> int:
    parsed.parser.print_help()
    return 0


def check_store(parsed: argparse.Namespace) -> int:
    """`settebello store check`; returns 1 if something is bad."""
    with server_extra(parsed):
        from settebello.server import store_commands

    language = spoken(parsed)
    with bar_shown("matches-done", language) as (show, tell):
        return store_commands.check_store(parsed.url, show, tell, language)


def migrate_store(parsed: argparse.Namespace) -> int:
    with server_extra(parsed):
        from settebello.server import store_commands

    print(store_commands.migrate_store(parsed.url, spoken(parsed)))
    return 0


def move_store(parsed: argparse.Namespace) -> int:
    with server_extra(parsed):
        from settebello.server import store_commands

    language = spoken(parsed)
    with bar_shown("entries-done", language) as (show, tell):
        tell(store_commands.move_store(parsed.source, parsed.target, show, language))
    return 0


def look_after_nodes(parsed: argparse.Namespace) -> int:
    """`settebello nodes`: list the nodes of a store, or fence one of them."""
    with server_extra(parsed):
        from settebello.server import store_commands

    language, number = spoken(parsed), parsed.run_number
    if parsed.fence is None:
        print(store_commands.list_nodes(parsed.url, language))
    elif number is None:
        raise ValueError(phrase(language, "fence-needs-run"))
    else:
        print(store_commands.fence_node(parsed.url, number, language))
    return 0


@contextmanager
def bar_shown(
    unit: str, language: str
) -> Iterator[tuple[Callable[[int, int], None], Callable[[str], None]]]:
    """Two functions: one shows of how much how much is done, the other prints a line above it."""
    watched = sys.stderr.isatty()

    def show(total: int, done: int) -> None:
        if watched:
            bar = progress_bar(done, total, language, unit)
            print(f"\r{bar}", end="", file=sys.stderr, flush=True)

    def clear() -> None:
        if watched:
            print("\r\033[K", end="", file=sys.stderr, flush=True)

    def tell(line: str) -> None:
        clear()
        print(line, flush=True)

    try:
        yield show, tell
    finally:
        clear()


def print_rules(parsed: argparse.Namespace) -> int:
    language = spoken(parsed)
    print(rules_page(find_typed(parsed.game, language), language).strip())
    return 0


def rules_page(game: Game, language: str = "en") -> str:
    """The rules page of a game, or the docstring of its file."""
    page = page_of(game, language)
    if page is not None:
        return page
    own = getattr(game, "__doc__", None)
    lines = [own or phrase(language, "rules-of", game=game.NAME), ""]
    lines.append(phrase(language, "rules-players", players=counts(game, language)))
    lines += teams_told(game, language)
    for option in game.OPTIONS:
        value, allowed = spelled(option.default), range_told(option, language)
        line = phrase(language, "rules-option", name=option.name, value=value, range=allowed)
        meaning = option_text(game, option, language)
        lines += textwrap.wrap(f"{line}: {meaning}" if meaning else line, 90)
    return "\n".join(lines)


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
            seconds=parsed.seconds, progress=lambda share: show(100, int(100 * share)),
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
        write_record(records[0], parsed.save)
        print(phrase(language, "defect-saved", file=str(parsed.save)))
    return 1


def check_new_file(file: Path | None, language: str) -> None:
    """Raise ValueError if this file, which is written later, exists or cannot be written."""
    if file is not None and file.exists():
        raise ValueError(phrase(language, "file-there", file=str(file)))
    if file is not None and not file.parent.is_dir():
        raise ValueError(phrase(language, "no-folder", folder=str(file.parent)))


def run_simulation(parsed: argparse.Namespace) -> int:
    language = spoken(parsed)
    game = find_typed(parsed.game, language)
    bots = ("bot", *["random"] * (game.SEATS[0] - 1))
    if parsed.bots is not None:
        bots = tuple(name.strip() for name in parsed.bots.split(","))
    options = read_options(game, parsed.option, language)
    named = parsed.game if parsed.game.endswith(".py") else game.NAME
    plan = SimulationPlan(named, bots, parsed.seed, options, parsed.save)
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
        summary = simulate(plan, many, jobs=parsed.jobs, progress=progress)
    print(json.dumps(summary.to_dict()) if parsed.json else simulated(summary, language))
    return 0


def replay(parsed: argparse.Namespace) -> int:
    """`settebello replay`: print a record as one viewer saw it."""
    language = spoken(parsed)
    try:
        parsed.file.open("rb").close()
    except OSError as error:
        why = reason(language, error)
        sentence = phrase(language, "cannot-read", file=str(parsed.file), reason=why)
        raise ValueError(sentence) from None
    record = read_record(parsed.file)
    match = Match.replay(record, game=parsed.game)
    seat = find_seat(match, parsed.seat, language)
    who = phrase(language, "a-spectator") if seat is None else match.players[seat]
    options = [f"{name} {spelled(value)}" for name, value in match.options.items()]
    game, version = match.game.NAME, match.game.VERSION
    print(phrase(language, "seen-by", game=game, version=version, who=who))
    told = ", ".join(options) or phrase(language, "no-options")
    print(phrase(language, "played-by", players=", ".join(match.players), options=told))
    for notice in match.notices(seat, language):
        print(notice["text"])
    if not match.over:
        acting = ", ".join(match.players[other] for other in match.to_act)
        print(phrase(language, "record-ends", players=acting))
        if "closed" in record:
            print(phrase(language, "record-closed", reason=record["closed"]))
    return 0


def find_seat(match: Match, wanted: str | None, language: str) -> int | None:
    """The seat of a number or a player's name; None if none is given, ValueError if it is wrong."""
    if wanted is None:
        return None
    for seat, name in enumerate(match.players):
        if wanted.strip().casefold() in (str(seat), name.casefold()):
            return seat
    choice = ", ".join(f"{seat} ({name})" for seat, name in enumerate(match.players))
    raise ValueError(phrase(language, "no-such-seat", seat=wanted, seats=choice))
