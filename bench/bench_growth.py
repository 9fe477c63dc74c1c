"""What grows with a match: `make bench-growth`; with `ARGS=--quick` up to 200 moves only.

A match of 20, of 200 and of 2,000 moves: what the notices since the last one cost, a bot's turn, a
move and an acknowledgement at a live table without sockets, and how much memory a move takes. Each
figure is the median of the moves from there on, in processor time. (Of acks it is the mean: the
last one of a move costs more, since those who are to act are told then.) The last column is the
longest match divided by the shortest: about 1 is flat.
"""

import argparse
import gc
import platform
import statistics
import time
import tracemalloc
from collections.abc import Callable, Sequence
from itertools import count
from random import Random

from settebello import COMPILED, Match
from settebello.bots import Turn, find_bot
from settebello.game import Options
from settebello.luck import Seeded
from settebello.registry import find_named
from settebello.table import protocol
from settebello.table.entries import OpenEntry
from settebello.table.table import Table

SEED = 1
WINDOW = 40  # moves that are measured
# The seats and options with which a match is long.
LONG: dict[str, tuple[int, Options]] = {
    "scopa": (6, {"target": 100}),
    "sixty_six": (2, {}),
    "rummy": (2, {"target": 1_000}),
}


class Guest:
    """A listener that reads nothing."""

    def __init__(self, seat: int) -> None:
        self.seat: int | None = seat
        self.language: str | None = None
        self.views = False

    def send(self, *messages: protocol.ServerMessage) -> None: ...

    def close(self, code: str) -> None: ...


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure what grows with a match.")
    parser.add_argument("--quick", action="store_true", help="up to 200 moves only")
    lengths = (20, 200) if parser.parse_args().quick else (20, 200, 2_000)
    version = f"{platform.python_implementation()} {platform.python_version()}"
    core = "compiled" if COMPILED else "interpreted"
    print(f"{version}, core {core}, median of {WINDOW} moves\n")
    heads = "".join(f"{f'{length:,} moves':>14}" for length in lengths)
    print(f"{'':32}{heads}{'ratio':>10}")
    gc.disable()
    for game in LONG:
        show(f"{game}, notices since the last", in_matches(game, lengths, notices), "µs")
        show(f"{game}, a bot's turn", in_matches(game, lengths, bots_turn), "µs")
        moves, acks = at_tables(game, lengths)
        show(f"{game}, a move at a table", moves, "µs")
        show(f"{game}, an acknowledgement", acks, "µs")
        show(f"{game}, memory a move", memory(game, lengths), "B")


def show(what: str, figures: Sequence[float], unit: str) -> None:
    cells = "".join(f"{f'{figure:,.1f} {unit}':>14}" for figure in figures)
    print(f"{what:32}{cells}{figures[-1] / max(figures[0], 0.1):10.2f}", flush=True)


# A match by itself.


def new_match(game: str) -> Match:
    seats, options = LONG[game]
    return Match(game, seats, options=options, seed=SEED)


def choose(match: Match, random: Random) -> tuple[int, str]:
    """A move that does not end the match soon: any one, but in 66 a good one that is no stop."""
    seat = match.to_act[0]
    if match.game.NAME == "sixty_six":
        text = find_bot("bot", match.game)(Turn.of(match, seat, random)).text
        if text != "stop":
            return seat, text
    moves = [move.text for move in match.legal(seat)]
    return seat, random.choice([text for text in moves if text != "stop"] or moves)


def play(match: Match, moves: int, random: Random) -> None:
    """Play until there were so many moves."""
    while match.history.move_count < moves:
        match.play(*choose(match, random))


def in_matches(game: str, lengths: Sequence[int], measured: Callable[[Match], None]) -> list[float]:
    """Microseconds of what is measured in matches of these lengths."""
    match, random, found = new_match(game), Random(SEED), []
    for length in lengths:
        play(match, length, random)
        took: list[float] = []
        for _ in range(WINDOW):
            match.play(*choose(match, random))
            took.append(min(timed(measured, match) for _ in range(3)))
        found.append(statistics.median(took))
    return found


def timed(measured: Callable[[Match], None], match: Match) -> float:
    began = time.process_time_ns()
    measured(match)
    return (time.process_time_ns() - began) / 1e3


def notices(match: Match) -> None:
    last = match.history.told()[0]
    match.notices(0, since=last - 2)


def bots_turn(match: Match) -> None:
    find_bot("bot", match.game)(Turn.of(match, match.to_act[0], Random(SEED)))


# A live table.


class LiveTable:
    """A table at which everybody is there, and a store that is always done."""

    def __init__(self, game: str) -> None:
        seats, options = LONG[game]
        version, numbers, luck = find_named(game).VERSION, count(1), Seeded(SEED)
        opened = OpenEntry("table", game, version, seats, options=dict(options))
        self.table = Table(opened, lambda: f"match {next(numbers)}", lambda: luck)
        for seat in range(seats):
            self.table.sit(f"Player {seat}", f"secret {seat}", seat=seat)
        self.table.start(0.0)
        self.pump()
        self.guests = [Guest(seat) for seat in range(seats)]
        for guest in self.guests:
            self.table.join(guest, 0, 0.0)
            self.pump()
        self._ids = count(1)
        self.moves: list[float] = []
        self.acks: list[float] = []

    def pump(self) -> None:
        while output := self.table.drain():
            if output.stores:
                self.table.stored(0.0)

    def play(self, moves: int, random: Random) -> None:
        """Play until there were so many moves; all of them are acknowledged."""
        match = self.table.match
        assert match is not None
        while match.history.move_count < moves:
            self.acknowledge()
            seat, text = choose(match, random)
            number = self.table.delivery.boxes[seat].sent
            asked = protocol.Move(f"id {next(self._ids)}", number, text)
            self.moves.append(self.tell(self.guests[seat], asked))
        self.acknowledge()

    def acknowledge(self) -> None:
        for _ in range(2):  # those who are to act are told when the others have acknowledged
            for guest, box in zip(self.guests, self.table.delivery.boxes, strict=True):
                if box.acked < box.sent:
                    self.acks.append(self.tell(guest, protocol.Ack(box.sent)))

    def tell(self, guest: Guest, message: protocol.ClientMessage) -> float:
        """Give the table a message; returns the microseconds that it took."""
        began = time.process_time_ns()
        self.table.on_message(guest, message, 0.0)
        self.pump()
        return (time.process_time_ns() - began) / 1e3


def at_tables(game: str, lengths: Sequence[int]) -> tuple[list[float], list[float]]:
    """Microseconds of a move and of an acknowledgement at a table."""
    live, random = LiveTable(game), Random(SEED)
    moves: list[float] = []
    acks: list[float] = []
    for length in lengths:
        live.play(length, random)
        live.moves, live.acks = [], []
        live.play(length + WINDOW, random)
        moves.append(statistics.median(live.moves))
        acks.append(statistics.mean(live.acks))
    return moves, acks


def memory(game: str, lengths: Sequence[int]) -> list[float]:
    """Bytes that each move since the length before has taken at a table."""
    LiveTable(game).play(lengths[0], Random(SEED))  # what is loaded once is not counted
    live, random, found = LiveTable(game), Random(SEED), []
    tracemalloc.start()
    before = 0
    for length in lengths:
        begun = tracemalloc.get_traced_memory()[0]
        live.play(length, random)
        live.moves, live.acks = [], []
        gc.collect()
        found.append((tracemalloc.get_traced_memory()[0] - begun) / (length - before))
        before = length
    tracemalloc.stop()
    return found


if __name__ == "__main__":
    main()
