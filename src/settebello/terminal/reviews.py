"""What a review of a match has found, for people."""

from __future__ import annotations

import textwrap

from settebello.lab.review import MatchReview, ReviewedDecision, SeatReview
from settebello.terminal.moves import described
from settebello.terminal.reports import WIDTH, figure
from settebello.words.phrases import phrase

INDENT = "  "


def review_told(review: MatchReview, language: str) -> str:
    """The report: how it was made, and a paragraph for each seat."""
    title = phrase(
        language, "review-title", game=review.game, version=review.rules, worlds=review.worlds
    )
    lines = [*textwrap.wrap(title, WIDTH)]
    if not review.by_policy:
        lines += textwrap.wrap(phrase(language, "review-at-random", game=review.game), WIDTH)
    if not review.over:
        lines.append(phrase(language, "review-not-over"))
    for seat in review.seats:
        lines += ["", *seat_told(seat, language)]
    return "\n".join(lines)


def seat_told(seat: SeatReview, language: str) -> list[str]:
    """How the decisions of a seat were, in sentences."""
    count = len(seat.decisions)
    sentences = [
        phrase(language, "review-decisions", player=seat.player, count=count, same=seat.as_searched)
    ]
    if count:
        even, end = percent(seat.even, language), percent(seat.end, language)
        sentences.append(phrase(language, "review-chance", even=even, end=end))
        luck, skill = points(seat.luck, language), points(seat.skill, language)
        error = figure(language, 200 * seat.skill_error, ".0f")  # two of them: 95 of 100
        sentences.append(phrase(language, "review-parts", luck=luck, skill=skill, error=error))
    if seat.unclear:
        sentences.append(phrase(language, "review-unclear", count=seat.unclear))
    lines = textwrap.wrap(" ".join(sentences), WIDTH)
    losses = seat.largest_losses()
    if losses:
        lines += textwrap.wrap(phrase(language, "review-losses"), WIDTH)
        for loss in losses:
            told = loss_told(loss, language)
            lines += textwrap.wrap(told, WIDTH, initial_indent=INDENT, subsequent_indent=2 * INDENT)
    elif count:
        lines += textwrap.wrap(phrase(language, "review-no-loss"), WIDTH)
    return lines


def loss_told(loss: ReviewedDecision, language: str) -> str:
    return phrase(
        language, "review-loss", move=loss.move,
        made=described(loss.made, loss.label), chance=percent(loss.chance, language),
        best=described(loss.best, loss.best_label), best_chance=percent(loss.best_chance, language),
    )  # fmt: skip


def percent(chance: float, language: str) -> str:
    return figure(language, 100 * max(0.0, chance), ".0f")


def points(change: float, language: str) -> str:
    """By how many points of a hundred a chance has changed, with its sign."""
    return figure(language, round(100 * change) + 0, "+.0f")
