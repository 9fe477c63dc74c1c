"""The commands of players: games, rules, play, resume, join.

What plays is imported when it is needed: the libraries of a client take a while to load.
"""

from __future__ import annotations

import argparse
import textwrap

from settebello.cli.shared import spoken
from settebello.game import Game
from settebello.registry import find_game, games, installed
from settebello.terminal.seating import counts, find_typed, range_told, spelled, teams_told
from settebello.words import cards, house_rule, option_text
from settebello.words.pages import page_of, with_names
from settebello.words.phrases import phrase


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


def print_rules(parsed: argparse.Namespace) -> int:
    language = spoken(parsed)
    print(rules_page(find_typed(parsed.game, language), language).strip())
    return 0


def rules_page(game: Game, language: str = "en") -> str:
    """The rules page of a game, or the docstring of its file."""
    page = page_of(game, language)
    if page is not None:
        return with_names(page, cards(game, language))
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


def play(parsed: argparse.Namespace) -> int:
    from settebello.terminal import plain

    return plain.play(
        parsed.game,
        players=parsed.players,
        level=parsed.level,
        seed=parsed.seed,
        options=parsed.option,
        teaches=parsed.lesson,
        language=spoken(parsed),
        rules_page=rules_page,
    )


def resume(parsed: argparse.Namespace) -> int:
    from settebello.terminal import plain

    if parsed.list:
        print("\n".join(plain.list_left(spoken(parsed))))
        return 0
    return plain.resume(
        parsed.name, game=parsed.game, language=parsed.language, rules_page=rules_page
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
        now=parsed.now,
        watch=parsed.watch,
        language=spoken(parsed),
        rules_page=rules_page,
    )
