"""A game of 66 at its clients, step by step: what is told at once, and who acknowledges it."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Any

from dialects.guests import PATIENCE, Guest, Message, at_last
from live import Server

Step = dict[int, Message]


def next_step(guests: Sequence[Guest]) -> Step:
    """What is told next, by seat: at most one message each, since all are to be acknowledged.

    When one has received something, the others of that step get it before their next answer.
    """
    told: dict[int, list[Message]] = {seat: [] for seat in range(len(guests))}

    def listen() -> bool:
        for seat, guest in enumerate(guests):
            told[seat] += guest.receive_pending()
        return any(told.values())

    at_last(listen)
    listen()
    assert all(len(messages) <= 1 for messages in told.values()), told
    return {seat: messages[0] for seat, messages in told.items() if messages}


def is_quiet(guests: Sequence[Guest]) -> bool:
    """Nobody is told anything more.

    When all have been answered once, all that they sent before has been read; what the server
    sends then comes before the second answer.
    """
    return not any(guest.receive_pending() for _ in range(2) for guest in guests)


def asked(step: Step) -> int | None:
    """The seat that is asked for a move in this step."""
    return next((seat for seat, told in step.items() if "actions" in told), None)


def is_over(step: Step) -> bool:
    return any(told.get("isGameFinished") for told in step.values())


def steps_until_asked(guests: Sequence[Guest]) -> Iterator[Step]:
    """The steps up to the next move or the end of the game; all are acknowledged."""
    while True:
        step = next_step(guests)
        yield step
        for seat in step:
            guests[seat].ack()
        if asked(step) is not None or is_over(step):
            return


def new_record(
    server: Server, known: set[str], players: list[str], totals: list[int]
) -> dict[str, Any]:
    """The record of a match that ended like this; then it is one of the known ones."""
    end = {"game": "sixty_six", "players": players, "scores": totals}
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:  # it is listed when that is stored
        for line in server.ask("GET", "/api/matches")[1]:
            if line["match"] not in known and line == {**line, **end}:
                known.add(line["match"])
                return dict(server.ask("GET", f"/api/matches/{line['match']}/record")[1])
    raise AssertionError(f"There is no record of {end}.")
