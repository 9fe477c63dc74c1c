"""The commands and their arguments: those of players, of hosts and of authors."""

from __future__ import annotations

import argparse
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from settebello.bots import BOT_NAMES
from settebello.bots.levels import LEVEL_NAMES
from settebello.games import OUR_GAMES
from settebello.luck import LARGEST_SEED
from settebello.terminal.arguments import Parser, number, workers
from settebello.words import LANGUAGES
from settebello.words.phrases import phrase


class ShowVersion(argparse.Action):
    """Prints the version and ends; it is looked up only then, as that takes long."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib.metadata import version

        print(f"settebello {version('settebello')}")
        parser.exit()


def run_later(function: str, parsed: argparse.Namespace) -> int:
    """Run a command, such as `players.play`.

    Its module is imported only now, so that each command loads what it needs, and a help less.
    """
    module, _, name = function.partition(".")
    code: int = getattr(import_module(f"settebello.cli.{module}"), name)(parsed)
    return code


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
    parser.add_argument("--version", action=ShowVersion, nargs=0, help=say("argument-version"))
    parser.set_defaults(run=None, language=None)
    commands = parser.add_subparsers(title=say("commands"), metavar=say("metavar-command"))

    def command(name: str, function: str, group: Any = None) -> Parser:
        """Add a command; one of a group, such as `store-check`, is typed `store check`."""
        text = say(f"usage-{name}")
        about = f"{text[0].upper()}{text[1:]}."
        group, last = group or commands, name.rpartition("-")[2]
        added: Parser = group.add_parser(last, help=text, description=about, language=language)
        added.set_defaults(run=partial(run_later, function))
        return added

    def argument(command: Parser, name: str, text: str = "", **how: Any) -> None:
        """Add an argument with the help `argument-TEXT`; TEXT is its name if not given."""
        if how.get("metavar"):
            how["metavar"] = say(f"metavar-{how['metavar']}")
        command.add_argument(name, help=say(f"argument-{text or name.strip('-')}"), **how)

    listing = command("games", "players.list_games")
    playing = command("play", "players.play")
    argument(playing, "game", "game-or-choose", nargs="?", metavar="game")
    argument(playing, "--players", metavar="who")
    argument(playing, "--level", choices=LEVEL_NAMES)
    argument(playing, "--seed", type=whole(0, LARGEST_SEED), metavar="n")
    argument(playing, "--lesson", action="store_true")
    argument(playing, "--plain", action="store_true")
    resuming = command("resume", "players.resume")
    argument(resuming, "name", "save", nargs="?", metavar="name")
    argument(resuming, "--list", action="store_true")
    argument(resuming, "--game", "moved-rules-file", metavar="file")
    serving = command("serve", "hosts.serve")
    argument(serving, "files", "rules-files", nargs="*", metavar="file")
    argument(serving, "--dev", action="store_true")
    argument(serving, "--host", default="127.0.0.1", metavar="host")
    argument(serving, "--port", type=whole(0, 65_535), default=8066, metavar="n")
    argument(serving, "--origin", action="append", default=[], metavar="origin")
    argument(serving, "--proxy", metavar="addresses")
    argument(serving, "--contact", metavar="text")
    argument(serving, "--limit", action="append", default=[], metavar="limit")
    argument(serving, "--node", metavar="name")
    argument(serving, "--address", metavar="address")
    argument(serving, "--cluster-secret-file", type=Path, metavar="file")
    joining = command("join", "players.join")
    argument(joining, "url", metavar="url")
    argument(joining, "--name", metavar="name")
    argument(joining, "--game", "game-to-open", metavar="game")
    argument(joining, "--seats", type=whole(1, 64), metavar="n")
    argument(joining, "--bots", nargs="?", const="bot", choices=(*LEVEL_NAMES, *BOT_NAMES))
    argument(joining, "--listed", action="store_true")
    argument(joining, "--now", action="store_true")
    argument(joining, "--watch", action="store_true")
    exporting = command("export", "hosts.export_records")
    argument(exporting, "folder", type=Path, metavar="folder")
    argument(exporting, "--all", action="store_true")
    importing = command("import", "hosts.import_records")
    argument(importing, "files", "record", type=Path, nargs="+", metavar="file")
    argument(importing, "--listed", "listed-records", action="store_true")
    rules = command("rules", "players.print_rules")
    argument(rules, "game", metavar="game")
    beginning = command("new", "authors.write_game")
    argument(beginning, "name", "new-name", metavar="name")
    argument(beginning, "--dice", action="store_true")
    argument(beginning, "--package", action="store_true")
    argument(beginning, "--into", type=Path, metavar="folder")
    beginning.epilog = say("usage-new-examples")
    checking = command("check", "authors.run_check")
    argument(checking, "game", metavar="game")
    argument(checking, "--matches", type=whole(1, 100_000), default=40, metavar="n")
    argument(checking, "--worlds", type=whole(1, 10_000_000), default=1_000, metavar="n")
    argument(checking, "--seconds", type=whole(1, 86_400), metavar="n")
    checking.epilog = say("usage-check-examples")
    seeds = whole(0, LARGEST_SEED // 2)
    argument(checking, "--seed", "seed-of-check", type=seeds, default=1, metavar="n")
    argument(checking, "--save", "save-defect", type=Path, metavar="file")
    simulating = command("simulate", "authors.run_simulation")
    argument(simulating, "game", metavar="game")
    argument(simulating, "--bots", "bots-by-seat", metavar="who")
    argument(simulating, "--games", type=whole(1, 10**9), metavar="n")
    seeds = whole(0, LARGEST_SEED)
    argument(simulating, "--seed", "seed-of-simulation", type=seeds, default=1, metavar="n")
    argument(simulating, "--jobs", type=whole(1, 1_000), metavar="n")
    argument(simulating, "--workers", type=workers(language), metavar="workers")
    argument(simulating, "--only", type=whole(0, 10**9), metavar="n")
    argument(simulating, "--save", "save-records", type=Path, metavar="folder")
    argument(simulating, "--json", action="store_true")
    competing = command("tournament", "contests.run_tournament")
    argument(competing, "game", metavar="game")
    argument(competing, "--bots", "bots-of-tournament", default="bot,random", metavar="who")
    argument(competing, "--players", "players-of-tournament", type=whole(1, 10), metavar="n")
    argument(competing, "--deals", type=whole(1, 10**7), default=200, metavar="n")
    argument(competing, "--whole", action="store_true")
    argument(competing, "--seed", "seed-of-tournament", type=seeds, default=1, metavar="n")
    argument(competing, "--jobs", type=whole(1, 1_000), metavar="n")
    argument(competing, "--workers", type=workers(language), metavar="workers")
    seconds = {"type": whole(1, 86_400), "default": 30}
    argument(competing, "--seconds", "decision-seconds", metavar="n", **seconds)
    argument(competing, "--json", "json-file", type=Path, metavar="file")
    argument(competing, "--plot", "plot-file", type=Path, metavar="file")
    argument(competing, "--resume", "resume-file", type=Path, metavar="file")
    competing.epilog = say("usage-tournament-examples")
    replaying = command("replay", "records.replay")
    argument(replaying, "file", "record", type=Path, metavar="file")
    argument(replaying, "--seat", metavar="seat")
    argument(replaying, "--game", "rules-file", metavar="file")
    reviewing = command("review", "records.run_review")
    argument(reviewing, "file", "record", type=Path, metavar="file")
    argument(reviewing, "--seat", "seat-of-review", metavar="seat")
    worlds = {"type": whole(10, 100_000), "default": 200}
    argument(reviewing, "--worlds", "worlds-of-review", metavar="n", **worlds)
    argument(reviewing, "--json", "json-file", type=Path, metavar="file")
    argument(reviewing, "--game", "rules-file", metavar="file")
    reviewing.epilog = say("usage-review-examples")
    for storing in (serving, exporting, importing):
        argument(storing, "--store", metavar="url")
    for choosing in (playing, joining, simulating, competing):
        argument(choosing, "--option", action="append", default=[], metavar="option")
    storing = command("store", "hosts.help_with_store")
    keeping = storing.add_subparsers(title=say("commands"), metavar=say("metavar-command"))
    inspecting = command("store-check", "hosts.check_store", keeping)
    argument(inspecting, "url", "url-of-store", nargs="?", metavar="url")
    migrating = command("store-migrate", "hosts.migrate_store", keeping)
    argument(migrating, "url", "url-to-migrate", metavar="url")
    moving = command("store-move", "hosts.move_store", keeping)
    argument(moving, "source", "url-to-move", metavar="from")
    argument(moving, "target", "url-to-fill", metavar="to")
    sharing = command("nodes", "hosts.look_after_nodes")
    argument(sharing, "url", "url-of-nodes", metavar="url")
    argument(sharing, "fence", "fence", nargs="?", choices=["fence"], metavar="fence")
    argument(sharing, "run_number", "run", nargs="?", type=whole(1, 2**31 - 1), metavar="n")
    everything = (parser, listing, playing, resuming, serving, joining, exporting, importing,
                  rules, beginning, checking, simulating, competing, replaying, reviewing,
                  storing, inspecting, migrating, moving, sharing)  # fmt: skip
    for talking in everything:
        # No default, so that the subcommand does not overwrite a flag given before its name.
        how = {"choices": LANGUAGES, "default": argparse.SUPPRESS}
        argument(talking, "--language", "language-of-match" if talking is resuming else "", **how)
    return parser
