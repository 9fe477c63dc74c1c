"""Before a match: which game, who plays, and by which house rules."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress

from settebello.bots import BOT_NAMES, find_bot
from settebello.bots.levels import LEVEL_NAMES, level_names
from settebello.court import name_all
from settebello.declared import teams_of
from settebello.game import Game, Option, Options, OptionValue
from settebello.lessons import Lesson, lesson_of, script_of
from settebello.players import check_name
from settebello.registry import check_options, find_game, games, installed, shortened
from settebello.rejection import Rejection
from settebello.terminal.screen import Leave, Screen
from settebello.words import LANGUAGES, refuse
from settebello.words.phrases import either, listed, phrase, title


def ask_game(screen: Screen, language: str) -> Game:
    """Ask which game to play."""
    found = list(games().values())
    screen.print(phrase(language, "which-game"))
    for number, game in enumerate(found, start=1):
        text = phrase(
            language, "choice-of-game", game=title(game, language), players=counts(game, language)
        )
        screen.print(f"{number}. {text}", hang="   ")
    while True:
        answer = screen.ask(phrase(language, "ask-game"))
        for number, game in enumerate(found, start=1):
            if answer == str(number):
                return game
        named = next((game for game in found if is_called(game, answer)), None)
        if named is not None:
            return named
        screen.print(phrase(language, "no-such-game", text=shortened(answer), last=len(found)))


def is_called(game: Game, typed: str) -> bool:
    """Whether this is the game's name, or its title in one of the languages."""
    names = {game.NAME, *(title(game, language) for language in LANGUAGES)}
    return typed.strip().casefold() in {name.casefold() for name in names}


def find_typed(typed: str, language: str) -> Game:
    """The game of an argument: a name, in any case, or the path of a rules file."""
    if typed.endswith(".py"):
        check_file(typed, language)
        return find_game(typed)
    here = games()
    named = next((game for game in here.values() if is_called(game, typed)), None)
    if named is not None:
        return named
    if typed in installed():  # but broken: this raises the reason
        return find_game(typed)
    folder = typed.rstrip("/")  # `settebello new` writes pig/pig.py
    for rules in (f"{folder}.py", os.path.join(folder, f"{os.path.basename(folder)}.py")):
        if os.path.isfile(rules):
            raise ValueError(phrase(language, "file-not-game", text=typed, file=rules))
    known = ", ".join(sorted({*here, *installed()}))
    raise ValueError(phrase(language, "unknown-game", text=shortened(typed), games=known))


def check_file(path: str, language: str) -> None:
    if not os.path.isfile(path):
        raise ValueError(phrase(language, "no-such-file", file=path))


def find_lesson(game: Game, language: str) -> Lesson:
    """The lesson of a game; ValueError if it has none, or one that cannot be played."""
    lesson = lesson_of(game)
    if lesson is None or script_of(game) is None:
        raise ValueError(phrase(language, "no-lesson", game=title(game, language)))
    return lesson


def ask_players(
    screen: Screen, language: str, game: Game, given: str | None, level: str | None = None
) -> tuple[list[str], dict[int, str]]:
    """The names of all players, and the bots among them by seat.

    `level` is that of those that are called `bot`; ValueError if the game does not have it.
    """
    if given is not None and not is_number(given):
        entries = [entry.strip() for entry in given.split(",")]
        check_count(game, str(len(entries)), language)
    else:
        if given is None:
            count = ask_count(screen, language, game)
        else:
            count = check_count(game, given.strip(), language)
        entries = []
        for number in range(1, count + 1):
            entries.append(ask_name(screen, language, game, number, entries))
    people: list[str] = []
    bots: dict[int, str] = {}
    for seat, entry in enumerate(entries):
        if is_bot(entry):
            wanted = level if level is not None and entry.casefold() == "bot" else entry
            check_level(wanted, game, len(entries), language)
            bots[seat] = found_bot(wanted, game, language)
        else:
            try:
                people.append(check_name(entry, people))
            except Rejection as error:
                raise ValueError(refuse(None, error.code, language, **error.arguments)) from None
    return name_all(entries, bots), bots


def check_count(game: Game, given: str, language: str) -> int:
    """The number of players; ValueError if the game is not for so many."""
    fitting = [seats for seats in game.SEATS if given == str(seats)]
    if not fitting:
        allowed = counts(game, language)
        sentence = phrase(
            language, "not-for-so-many", game=game.NAME, allowed=allowed, given=shortened(given)
        )
        raise ValueError(sentence)
    return fitting[0]


def ask_count(screen: Screen, language: str, game: Game) -> int:
    """Ask how many play."""
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
        screen.print(phrase(language, "wrong-count", game=name, allowed=allowed))


def ask_name(screen: Screen, language: str, game: Game, number: int, taken: Sequence[str]) -> str:
    """A person's name, or a bot's (Dice, rule 17: its rules for names hold in every game)."""
    question = "ask-name"
    while True:
        answer = screen.ask(phrase(language, question, number=number))
        if not answer and question == "ask-name-again":
            return "bot"
        question = "ask-name" if answer else "ask-name-again"
        try:
            if is_bot(answer):
                return found_bot(answer, game, language)
            return check_name(answer, [name for name in taken if not is_bot(name)])
        except Rejection as error:
            screen.print(name_refused(error, language))
        except ValueError as error:  # no such bot
            screen.print(str(error))


def name_refused(error: Rejection, language: str) -> str:
    """Why a name is refused, in the reader's language."""
    if error.code == "name-empty":
        return phrase(language, "name-empty")
    return refuse(None, error.code, language, **error.arguments)


def go_early(screen: Screen, leave: BaseException, language: str) -> int:
    """Somebody left before there was a match: say goodbye; returns the exit code."""
    code = screen.left(leave)
    with suppress(Leave):  # nobody may be there to read it
        screen.print(phrase(language, "goodbye"))
    return code


def counts(game: Game, language: str) -> str:
    return either(language, [str(seats) for seats in sorted(game.SEATS)])


def teams_told(game: Game, language: str) -> list[str]:
    """A line for each number of players that makes teams; people count the seats from 1."""
    lines = []
    for seats in sorted(seats for seats in game.SEATS if teams_of(game, seats)):
        teams = [listed(language, [str(n + 1) for n in team]) for team in teams_of(game, seats)]
        lines.append(phrase(language, "teams-of", seats=seats, teams="; ".join(teams)))
    return lines


def is_count(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 5


def is_number(text: str) -> bool:
    """Whether this is a whole number, even one below 0 or far too large."""
    digits = text.strip().removeprefix("-")
    return digits.isascii() and digits.isdigit()


def is_bot(entry: str) -> bool:
    return entry.casefold() in (*BOT_NAMES, *LEVEL_NAMES) or entry.endswith(".py")


def check_level(bot: str, game: Game, seats: int, language: str) -> None:
    """ValueError if a bot has a level that the game does not have with so many players."""
    levels: list[str] = list(level_names(game, seats))
    if bot.casefold() in LEVEL_NAMES and bot.casefold() not in levels:
        told = either(language, levels)
        raise ValueError(phrase(language, "no-level", game=game.NAME, seats=seats, levels=told))


def found_bot(entry: str, game: Game, language: str) -> str:
    """A bot's name or full path; ValueError if it cannot be used."""
    name = os.path.abspath(os.path.expanduser(entry)) if entry.endswith(".py") else entry.casefold()
    if entry.endswith(".py"):
        check_file(name, language)
    find_bot(name, game)
    return name


def spelled(value: object) -> str:
    """An option's value as it is written on the command line and in the docs."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def range_told(option: Option, language: str) -> str:
    """What an option may be, in words."""
    if isinstance(option.default, bool):
        return either(language, ["true", "false"])
    if isinstance(option.default, int):
        return phrase(language, "from-to", low=option.low, high=option.high)
    return either(language, list(option.choices))


def read_options(game: Game, texts: Sequence[str], language: str = "en") -> Options:
    """Options as they are typed: `target=11`; ValueError says what is wrong with one."""
    given: dict[str, OptionValue] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise ValueError(phrase(language, "option-form", text=shortened(text)))
        option = next((option for option in game.OPTIONS if option.name == name), None)
        if option is None:
            known = ", ".join(option.name for option in game.OPTIONS) or "-"
            name = shortened(name)
            raise ValueError(
                phrase(language, "no-such-option", game=game.NAME, name=name, options=known)
            )
        given[name] = read_value(option, value)
        if not option.allows(given[name]):
            allowed = range_told(option, language)
            shown = value if type(given[name]) is int else f"'{shortened(value)}'"
            raise ValueError(phrase(language, "wrong-option", name=name, range=allowed, text=shown))
    return check_options(game, given)


def read_value(option: Option, text: str) -> OptionValue:
    """The value that a text means for an option; the text itself if it means none."""
    if isinstance(option.default, bool):
        return {"true": True, "false": False}.get(text.lower(), text)
    if isinstance(option.default, int) and is_count(text.removeprefix("-")):
        return int(text)
    return text
