"""Why some cards cannot be picked together, in a sentence without any notation."""

from __future__ import annotations

from collections.abc import Sequence

from settebello import words
from settebello.cards import HIDDEN
from settebello.game import Facts, Game
from settebello.picking import Picked, Reason
from settebello.words import Words

SUGGESTED = 3


def explain(
    game: Game, reason: Reason, players: Sequence[str], facts: Facts, language: str = "en"
) -> str:
    """The sentence of the game's refusal, with words for what was picked and for what is legal.

    It is made from what the seat sees, as `reason` has it, and from the public `facts`.
    """
    said = words.words_of(game, language)
    if reason.ask is not None and not reason.ask.values:
        wanted = words.label(game, reason.ask, players, facts, language)
    else:
        wanted = said.join([name_of(card, players, said) for card in reason.picked])
    moves = reason.nearest[:SUGGESTED]
    labels = [words.label(game, move, players, facts, language) for move in moves]
    return words.refuse(
        game,
        reason.code,
        language,
        text=quoted(wanted[:1].upper() + wanted[1:], said),
        legal=said.either([quoted(label, said) for label in labels]),
    )


def name_of(card: Picked, players: Sequence[str], said: Words) -> str:
    """A card by its face, or by where it lies if nobody sees it there."""
    if card.face != HIDDEN:
        return said.card(card.face)
    n = str(card.index + 1)  # people count from 1
    if card.own:
        return said.format("picked-own", {"n": n}) or n
    kind, _, seat = card.place.partition(":")
    if kind == "hand" and seat.isdigit() and int(seat) < len(players):
        return said.format("picked-of", {"n": n, "player": players[int(seat)]}) or n
    return said.format("picked-hidden", {}) or HIDDEN


def quoted(text: str, said: Words) -> str:
    return said.format("quoted", {"text": text}) or text
