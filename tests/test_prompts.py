"""What a game is about, in a line, and what it asks a player to do, at every moment."""

from collections import Counter
from functools import cache
from typing import Any

import pytest

from settebello import Match, Scripted
from settebello.games import OUR_GAMES, sixty_six
from settebello.luck import Seeded
from settebello.words import LANGUAGES, aim, prompts

MATCHES, MOVES = 20, 80  # by then every verb of a game has been possible

each_game = pytest.mark.parametrize("game", OUR_GAMES, ids=lambda game: game.NAME)
each_language = pytest.mark.parametrize("language", LANGUAGES)


@cache
def moments(game: Any) -> list[tuple[set[str], set[str]]]:
    """Moments of play: the legal verbs, and the public facts that are texts.

    Every choice of an option is tried, and what was played seldom is played more.
    """
    choices = [{option.name: x} for option in game.OPTIONS for x in option.choices]
    found, played, random = [], Counter[str](), Seeded(1).random
    for options in choices or [{}]:
        for seed in range(MATCHES):
            match = Match(game, game.SEATS[0], seed=seed, options=options)
            for _ in range(MOVES):
                if match.over:
                    break
                seat = match.to_act[0]
                legal = match.legal(seat)
                texts = {fact for fact in match.facts().values() if isinstance(fact, str)}
                verbs = {move.verb for move in legal}
                found.append((verbs, {text.replace(" ", "-") for text in texts}))
                verb = min(sorted(verbs), key=played.__getitem__)
                moves = [move for move in legal if move.verb == verb]
                match.play(seat, moves[int(random() * len(moves))])
                played[verb] += 1
    return found


def asked(asking: list[str], verbs: set[str], facts: set[str]) -> str | None:
    """The prompt that counts: the first one of a legal verb, or of a fact that is this text."""
    return next((name for name in asking if name in verbs or name in facts), None)


@each_language
@each_game
def test_a_player_is_asked_for_something_at_every_moment(game: Any, language: str) -> None:
    told = prompts(game, language)
    asking = [name for name in told if "." not in name]
    used = [asked(asking, verbs, facts) for verbs, facts in moments(game)]
    assert None not in used
    assert set(used) == set(asking)  # and no prompt is spare
    for text in told.values():
        assert text[0].isupper()
        assert text[-1] in ".?"
        assert len(text) <= 90


@each_game
def test_all_verbs_of_a_game_come_up_so_that_none_goes_without_a_prompt(game: Any) -> None:
    assert {verb for verbs, _ in moments(game) for verb in verbs} == set(game.VERBS)


@each_game
def test_the_languages_ask_in_the_same_order(game: Any) -> None:
    english, *others = ([*prompts(game, language)] for language in LANGUAGES)
    assert all(other == english for other in others)


@each_language
@each_game
def test_the_aim_of_a_game_is_a_short_sentence(game: Any, language: str) -> None:
    text = aim(game, language)
    assert text.endswith(".")
    assert len(text) <= 90


@pytest.mark.parametrize(
    ("moves", "english"),
    [
        (("deck", "discard"), "Exchange: pick the card of yours that you give away."),
        (("deck", "discard", "own 0"), "Pick the card of another player that you want for yours."),
    ],
)
def test_both_halves_of_an_exchange_say_which_card_is_meant(
    moves: tuple[str, ...], english: str
) -> None:
    deck = Scripted(shuffles=[["0", "0", "1", "1", "1", "1", "2", "2", "11"]], picks=[0])
    match = Match("sixty_six", ["Ann", "Bea"], luck=deck)
    for move in moves:
        match.play(0, move)
    told = prompts(sixty_six)
    verbs = {move.verb for move in match.legal(0)}
    facts = {str(match.facts()["waiting_for"]).replace(" ", "-")}
    name = asked([*told], verbs, facts)
    assert told[name or ""] == english
