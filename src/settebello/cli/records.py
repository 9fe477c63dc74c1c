"""The commands that read a record: replay, review."""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from settebello.cli.shared import bar_shown, check_writable, spoken
from settebello.match import Match
from settebello.record import read_record
from settebello.rejection import Rejection
from settebello.terminal.seating import spelled
from settebello.terminal.tallies import tally_lines
from settebello.words import refuse, words_of
from settebello.words.phrases import phrase, reason


def replay(parsed: argparse.Namespace) -> int:
    """`settebello replay`: print a record as one viewer saw it."""
    language = spoken(parsed)
    record, match = replayed(parsed.file, parsed.game, language)
    seat = find_seat(match, parsed.seat, language)
    who = phrase(language, "a-spectator") if seat is None else match.players[seat]
    options = [f"{name} {spelled(value)}" for name, value in match.options.items()]
    game, version = match.game.NAME, match.game.VERSION
    print(phrase(language, "seen-by", game=game, version=version, who=who))
    told = ", ".join(options) or phrase(language, "no-options")
    print(phrase(language, "played-by", players=", ".join(match.players), options=told))
    for notice in match.notices(seat, language):
        if notice["text"]:
            print(notice["text"])
        for line in tally_lines(notice.get("tally"), match.players, words_of(match.game, language)):
            print(f"  {line}")
    if not match.over:
        acting = ", ".join(match.players[other] for other in match.to_act)
        print(phrase(language, "record-ends", players=acting))
        if "closed" in record:
            print(phrase(language, "record-closed", reason=record["closed"]))
    return 0


def run_review(parsed: argparse.Namespace) -> int:
    """`settebello review`: judge the decisions of a match, and print what was found."""
    from settebello.lab.review import review  # here: `replay` does not need it
    from settebello.terminal.reviews import review_told

    language = spoken(parsed)
    record, match = replayed(parsed.file, parsed.game, language)
    seat = find_seat(match, parsed.seat, language)
    if seat is None and not match.over and "closed" not in record:
        raise ValueError(phrase(language, "review-one-seat"))
    check_writable(parsed.json, language)
    begun = time.monotonic()
    with bar_shown("looks-done", language) as (show, _):

        def progress(done: int, total: int) -> None:
            show(total, done, (time.monotonic() - begun) / done * (total - done))

        found = review(
            record, seat, game=match.game, worlds=parsed.worlds, language=language,
            progress=progress,
        )  # fmt: skip
    print(review_told(found, language))
    if parsed.json is not None:
        text = json.dumps(found.to_dict(), ensure_ascii=False, indent=1)
        parsed.json.write_text(f"{text}\n", "utf-8")
        print(phrase(language, "file-written", file=str(parsed.json)))
    return 0


def replayed(file: Path, game: str | None, language: str) -> tuple[Mapping[str, Any], Match]:
    """The record in a file, and its match; ValueError if it cannot be read or replayed."""
    try:
        file.open("rb").close()
    except OSError as error:
        why = reason(language, error)
        raise ValueError(phrase(language, "cannot-read", file=str(file), reason=why)) from None
    record = read_record(file)
    try:
        return record, Match.replay(record, game=game)
    except Rejection as refusal:  # the rules file has changed
        raise ValueError(refuse(None, refusal.code, language)) from None


def find_seat(match: Match, wanted: str | None, language: str) -> int | None:
    """The seat of a number or a player's name; None if none is given, ValueError if it is wrong."""
    if wanted is None:
        return None
    for seat, name in enumerate(match.players):
        if wanted.strip().casefold() in (str(seat), name.casefold()):
            return seat
    choice = ", ".join(f"{seat} ({name})" for seat, name in enumerate(match.players))
    raise ValueError(phrase(language, "no-such-seat", seat=wanted, seats=choice))
