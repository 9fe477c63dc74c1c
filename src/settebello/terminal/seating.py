"""Before a match: which game, who plays, and by which house rules."""

from __future__ import annotations

import os
from collections.abc import Sequence

from settebello.bots import find_bot
from settebello.catalogue import check_options, games
from settebello.game import Game, Options, OptionValue
from settebello.match import BadName, check_name, check_players, shortened
from settebello.terminal.phrases import either, phrase, title
from settebello.terminal.screen import Screen
from settebello.words import refuse


def ask_game(screen: Screen, language: str) -> Game:
    found = list(games().values())
    screen.say(phrase(language, "which-game"))
    for number, game in enumerate(found, start=1):
        text = phrase(
            language, "choice-of-game", game=title(game, language), players=counts(game, language)
        )
        screen.say(f"{number}. {text}", hang="   ")
    while True:
        answer = screen.ask(phrase(language, "ask-game"))
        for number, game in enumerate(found, start=1):
            names = (str(number), game.NAME.casefold(), title(game, language).casefold())
            if answer.casefold() in names:
                return game
        screen.say(phrase(language, "no-such-game", text=shortened(answer), last=len(found)))


def ask_players(
    screen: Screen, language: str, game: Game, given: str | None
) -> tuple[list[str], dict[int, str]]:
    """The names of all players, and the bots among them by seat."""
    if given is not None and not is_count(given):
        entries = [entry.strip() for entry in given.split(",")]
        check_players(game, len(entries))
    else:
        if given is None:
            count = ask_count(screen, language, game)
        else:
            count = len(check_players(game, int(given)))
        entries = []
        for number in range(1, count + 1):
            entries.append(ask_name(screen, language, game, number, entries))
    people: list[str] = []
    bots: dict[int, str] = {}
    for seat, entry in enumerate(entries):
        if is_bot(entry):
            bots[seat] = found_bot(entry, game)
        else:
            people.append(check_name(entry, people))
    names = name_bots([None if seat in bots else entry for seat, entry in enumerate(entries)])
    return names, bots


def ask_count(screen: Screen, language: str, game: Game) -> int:
    if len(game.SEATS) == 1:
        return game.SEATS[0]
    allowed, usual = counts(game, language), game.SEATS[0]
    while True:
        answer = screen.ask(phrase(language, "ask-count", allowed=allowed, usual=usual))
        if not answer:
            return usual
        if is_count(answer) and int(answer) in game.SEATS:
            return int(answer)
        name = title(game, language)
        screen.say(phrase(language, "wrong-count", game=name, allowed=allowed))


def ask_name(screen: Screen, language: str, game: Game, number: int, taken: Sequence[str]) -> str:
    """A person's name, or what makes a bot (Dice, rule 17: these rules hold in every game)."""
    question = "ask-name"
    while True:
        answer = screen.ask(phrase(language, question, number=number))
        if not answer and question == "ask-name-again":
            return "bot"
        question = "ask-name" if answer else "ask-name-again"
        try:
            if is_bot(answer):
                return found_bot(answer, game)
            return check_name(answer, [name for name in taken if not is_bot(name)])
        except BadName as error:
            screen.say(name_refused(error, language))
        except ValueError as error:  # no such bot
            screen.say(str(error))


def name_refused(error: BadName, language: str) -> str:
    """Why not, in the language of the reader."""
    if error.code == "name-empty":
        return phrase(language, "name-empty")
    return refuse(None, error.code, language, **error.arguments)


def counts(game: Game, language: str) -> str:
    return either(language, [str(seats) for seats in sorted(game.SEATS)])


def is_count(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 5


def is_bot(entry: str) -> bool:
    return entry.casefold() in ("bot", "random") or entry.endswith(".py")


def found_bot(entry: str, game: Game) -> str:
    """A bot as it can be found again from any folder; ValueError if it cannot be used."""
    name = os.path.abspath(os.path.expanduser(entry)) if entry.endswith(".py") else entry.casefold()
    find_bot(name, game)
    return name


def name_bots(people: Sequence[str | None]) -> list[str]:
    """All names in order: Bot 1, Bot 2, ... where there is no person."""
    taken = {name.strip().casefold() for name in people if name is not None}
    number = 0
    names = []
    for name in people:
        if name is None:
            number += 1
            while f"bot {number}" in taken:
                number += 1
        names.append(name.strip() if name is not None else f"Bot {number}")
    return names


def read_options(game: Game, texts: Sequence[str]) -> Options:
    """Options as they are typed: `target=11`."""
    given: dict[str, OptionValue] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise ValueError(f"An option is given as name=value, not as '{text}'.")
        default = next((option.default for option in game.OPTIONS if option.name == name), "")
        if isinstance(default, bool):
            given[name] = {"true": True, "false": False}.get(value.lower(), value)
        elif isinstance(default, int) and is_count(value.removeprefix("-")):
            given[name] = int(value)
        else:
            given[name] = value
    return check_options(game, given)
