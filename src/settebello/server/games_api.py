"""The installed games over HTTP."""

from __future__ import annotations

from settebello import words
from settebello.bots.levels import level_names
from settebello.bots.strengths import strengths_of
from settebello.declared import layout_of, low_wins, short_log, teams_of
from settebello.game import Game, Option
from settebello.lessons import lesson_of
from settebello.notation import SEVERAL, SLOTS, parts_of
from settebello.registry import games
from settebello.rejection import Rejection, RejectionCode
from settebello.server.bodies import (
    ChoiceSchema,
    FactInfo,
    GameInfo,
    OptionSchema,
    OptionsSchema,
    StrengthInfo,
)
from settebello.server.request_context import RequestContext
from settebello.server.rulebook import Rulebook, rulebook
from settebello.words import PLACES
from settebello.words.pages import page_of


def list_games(asked: RequestContext) -> list[GameInfo]:
    """All games that can be played here."""
    return [game_info(game, asked.language) for game in games().values()]


def show_rules(asked: RequestContext) -> Rulebook:
    """The rules page of a game."""
    game = games().get(asked.path["game"])
    found = rulebook(game, asked.language) if game else None
    if found is None:
        raise Rejection(RejectionCode.NO_SUCH_PAGE)
    return found


def game_info(game: Game, language: str) -> GameInfo:
    """A game as the interface describes it."""
    patterns = [parts_of(pattern) for pattern in game.VERBS.values()]
    first_slots = [next((part for part in parts if part in SLOTS), "") for parts in patterns]
    teams = {seats: teams_of(game, seats) for seats in game.SEATS}
    texts = words.fact_texts(game, language)
    return GameInfo(
        game.NAME,
        words.title(game, language),
        words.about(game, language),
        list(game.SEATS),
        game.VERSION,
        schema_of(game, language),
        list(game.FACES),
        words.cards(game, language),
        {
            name: FactInfo(*about, texts.get(name, {}))
            for name, about in words.facts(game, language).items()
        },
        page_of(game) is not None,
        dict(getattr(game, "STACK_VERBS", {})),
        any(part in PLACES for parts in patterns for part in parts),
        any(slot in SEVERAL for slot in first_slots),
        {seats: [list(team) for team in each] for seats, each in teams.items() if each},
        list(getattr(game, "DICE", ())),
        words.rank_names(game, language),
        low_wins(game),
        words.place_names(game, language),
        layout_of(game),
        words.spoken_language(game, language),
        words.aim(game, language),
        words.prompts(game, language),
        lesson_of(game) is not None,
        short_log(game),
        {seats: list(level_names(game, seats)) for seats in game.SEATS},
        {
            seats: {name: StrengthInfo(*found) for name, found in measured.items()}
            for seats in game.SEATS
            if (measured := strengths_of(game, seats))
        },
    )


def schema_of(game: Game, language: str = "en") -> OptionsSchema:
    """The options of a game as a JSON Schema."""
    described = {option.name: schema_of_option(game, option, language) for option in game.OPTIONS}
    return OptionsSchema("object", False, described)


def schema_of_option(game: Game, option: Option, language: str) -> OptionSchema:
    """One option as a JSON Schema."""
    default, meaning = option.default, words.option_text(game, option, language)
    if isinstance(default, bool):
        return OptionSchema(default, meaning, "boolean")
    if isinstance(default, int):
        return OptionSchema(default, meaning, "integer", option.low, option.high)
    choices = [
        ChoiceSchema(choice, words.choice_text(game, option, choice, language))
        for choice in option.choices
    ]
    return OptionSchema(default, meaning, "string", enum=list(option.choices), one_of=choices)
