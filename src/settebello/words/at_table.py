"""Sentences for people at a live table.

Here a sentence must not fail: that would end the match for everybody. If it does not fit its event,
the plain sentence is used, and the failure is logged once for each game, message and language.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import Any

from settebello import words
from settebello.game import Facts, Game
from settebello.picking import Reason
from settebello.rejection import Argument, RejectionCode
from settebello.words import explaining
from settebello.words.labels import names_players

_logger = logging.getLogger("settebello.words")
_reported: set[tuple[str, str, str]] = set()
MOST_KEPT = 4096  # labels of moves, in each game and language


def in_words(
    game: Game,
    notice: Mapping[str, Any],
    viewer: int | None,
    players: Sequence[str],
    language: str,
) -> dict[str, Any]:
    """The fields to add to a notice: see `words.in_words`."""
    try:
        return words.in_words(game, notice, viewer, players, language)
    except Exception as error:  # words and rules from elsewhere may fail anywhere
        report(game, words.hyphened(notice["event"]), language, error)
        added = {"text": words.plain(game, notice, viewer, players, language)}
        if "shown" in notice:
            blind = words.without_shown_faces(notice)
            added["later"] = words.plain(game, blind, viewer, players, language)
        return added


def labels(
    game: Game, move: words.WrittenMove, players: Sequence[str], facts: Facts, language: str
) -> tuple[str, str]:
    """What a move does, in words, or else its text; and in a few signs, or else ""."""
    return labels_of(game, [move], players, facts, language)[0]


def labels_of(
    game: Game,
    moves: Sequence[words.WrittenMove],
    players: Sequence[str],
    facts: Facts,
    language: str,
) -> list[tuple[str, str]]:
    """The same of each of these moves.

    The same moves are offered again and again, so what was said of them is kept.
    """
    kept = words.words_of(game, language).kept_labels
    names = tuple(players)
    about = tuple([fact for fact in facts.items() if isinstance(fact[1], str)])
    labels: list[tuple[str, str]] = []
    for move in moves:
        try:
            named = names if names_players(game.VERBS[move.verb]) else ()
            key = (move.verb, move.text, named, about)
            said = kept.get(key)
            if said is None:
                label = words.label(game, move, players, facts, language)
                said = label, words.short_label(game, move, language, players)
                if len(kept) >= MOST_KEPT:
                    kept.clear()
                kept[key] = said
        except Exception as error:
            report(game, f"move-{move.verb}", language, error)
            said = move.text, ""
        labels.append(said)
    return labels


def refuse(game: Game, code: str, language: str, arguments: Mapping[str, Argument]) -> str:
    """The sentence of a rejection; else its code."""
    try:
        return words.refuse(game, code, language, **arguments)
    except Exception as error:
        report(game, f"refusal-{code}", language, error)
        return code


def no_undo(game: Game, why: str, language: str) -> str:
    """Why a move cannot be taken back.

    It is one of a few sentences, and nearly every message of a match has one, so they are kept.
    """
    kept = words.words_of(game, language).kept_reasons
    said = kept.get(why)
    if said is None:
        said = refuse(game, RejectionCode.NOTHING_TO_UNDO, language, {"about": why})
        kept[why] = said
    return said


def explain(game: Game, reason: Reason, players: Sequence[str], facts: Facts, language: str) -> str:
    """The sentence of a reason against picking some cards; else its code."""
    try:
        return explaining.explain(game, reason, players, facts, language)
    except Exception as error:
        report(game, f"refusal-{reason.code}", language, error)
        return reason.code


def suggest(move: str, label: str, language: str) -> str:
    """The sentence of a hint, from a move's text and what it does in words, if that is known."""
    message = "suggested.plain" if label == move else "suggested"
    return words.words_of(None, language).format(message, {"move": label}) or label


def by_chance(chance: float, is_choice: bool) -> tuple[float, bool]:
    """The order of moves that are shown with their chances: by what is read, the choice first."""
    return -round(100 * chance), not is_choice


def chances(
    moves: Sequence[tuple[str, float]], choice: str, error: float, worlds: int, language: str
) -> str:
    """How likely these moves are to win, as far as a search has seen; `error` is a standard error.

    Two of them are said: the truth is within that in 95 cases of 100. Where the choice does not
    come first, it says why: a search keeps the rule of thumb unless another move is surely better.
    """
    told = "; ".join([f"{move}: {100 * chance:.0f} %" for move, chance in moves])
    said = {"worlds": worlds, "moves": told, "error": round(200 * error)}
    message = "chances" if moves[0][0] == choice else "chances.rule-of-thumb"
    return words.words_of(None, language).format(message, said) or told


def report(game: Game, message: str, language: str, error: Exception) -> None:
    """Log a sentence that failed, once."""
    about = (game.NAME, message, language)
    if about not in _reported:
        _reported.add(about)
        named = dict(zip(("game", "message", "language"), about, strict=True))
        _logger.error("sentence failed", exc_info=error, extra={"about": named})
