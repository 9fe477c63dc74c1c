"""The chart of states of 66, walked over by random games at a table, without sockets."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from random import Random

from games.sixty_six_scenes import NAMES, deal
from settebello import Scripted
from settebello.dialects.sixty_six.dialect import DIALECTS
from settebello.dialects.sixty_six.lifecycle import finished
from settebello.dialects.sixty_six.standard import ACTIONS, chart_state
from settebello.games import sixty_six
from settebello.luck import Luck, Seeded
from settebello.table import protocol
from settebello.table.entries import OpenEntry
from settebello.table.table import Table

Transition = tuple[str, str, str]
Choose = Callable[[list[str]], str]
OUTSIDE = "[*]"

# As the document draws it; its choices stand as the transitions that lead through them.
CHART = """
    [*] --> ROUND_STARTING: StartGame
    ROUND_STARTING --> READY_FOR_TURN: Acks
    READY_FOR_TURN --> DECK_CARD_TAKEN: TakeCardFromDeck
    READY_FOR_TURN --> DISCARDED_CARD_TAKEN: TakeDiscardedCard
    READY_FOR_TURN --> ROUND_STOPPING: StopRound

    DECK_CARD_TAKEN --> REPLACING_CARDS: PickOwnCard
    DISCARDED_CARD_TAKEN --> REPLACING_CARDS: PickOwnCard
    REPLACING_CARDS --> READY_FOR_TURN: Acks
    REPLACING_CARDS --> ROUND_FINISHED: Acks

    DECK_CARD_TAKEN --> DISCARDING_PLAIN: Discard
    DECK_CARD_TAKEN --> DISCARDING_7_8: Discard
    DECK_CARD_TAKEN --> DISCARDING_9_10: Discard
    DECK_CARD_TAKEN --> DISCARDING_11_12: Discard
    DISCARDING_PLAIN --> READY_FOR_TURN: Acks
    DISCARDING_PLAIN --> ROUND_FINISHED: Acks
    DISCARDING_7_8 --> SEEING_OWN_CARD: PickOwnCard
    SEEING_OWN_CARD --> READY_FOR_TURN: Acks
    SEEING_OWN_CARD --> ROUND_FINISHED: Acks
    DISCARDING_9_10 --> SEEING_ANOTHERS_CARD: PickAnothersCard
    SEEING_ANOTHERS_CARD --> READY_FOR_TURN: Acks
    SEEING_ANOTHERS_CARD --> ROUND_FINISHED: Acks
    DISCARDING_11_12 --> PICKING_ANOTHERS_CARD_FOR_EXCHANGE: PickOwnCard
    PICKING_ANOTHERS_CARD_FOR_EXCHANGE --> EXCHANGING_CARD: PickAnothersCard
    EXCHANGING_CARD --> READY_FOR_TURN: Acks
    EXCHANGING_CARD --> ROUND_FINISHED: Acks

    DECK_CARD_TAKEN --> SHOWING_CARDS: ShowCards
    DISCARDED_CARD_TAKEN --> SHOWING_CARDS: ShowCards
    SHOWING_CARDS --> REPLACING_CARDS: Acks
    SHOWING_CARDS --> READY_FOR_TURN: Acks

    ROUND_STOPPING --> READY_FOR_TURN: Acks
    ROUND_FINISHED --> ROUND_STARTING: StartNextRound
    ROUND_FINISHED --> [*]: Acks
"""
# After a claim that failed: a deck card has to go somewhere, and with the discarded card it may
# have been the last turn.
FAILED_CLAIM = """
    SHOWING_CARDS --> DISCARDING_PLAIN: Acks
    SHOWING_CARDS --> ROUND_FINISHED: Acks
"""
# The rules make one more possible: a stop in the very last of the turns that a round can have.
# No random game gets there.
STOPPED_AT_LAST = "ROUND_STOPPING --> ROUND_FINISHED: Acks"


def read(chart: str) -> set[Transition]:
    lines = [line for line in chart.splitlines() if line.strip()]
    parts = [line.replace(" --> ", ": ").strip().split(": ") for line in lines]
    return {(before, after, by) for before, after, by in parts}


class Client:
    """Somebody in a seat."""

    def __init__(self, seat: int) -> None:
        self.seat: int | None = seat
        self.language: str | None = None
        self.views = False

    def send(self, *messages: protocol.ServerMessage) -> None:
        raise NotImplementedError

    def close(self, code: str) -> None:
        raise NotImplementedError


class Walk:
    """A table of the newer dialect, and the state of the chart that it is in."""

    def __init__(self, seats: int, luck: Luck) -> None:
        dialect = DIALECTS["66"]
        options = dict(dialect.options)
        opened = OpenEntry(
            "table", dialect.game, sixty_six.VERSION, seats, options, absence="wait", dialect="66"
        )
        ids = count()
        self.table = Table(
            opened, lambda: f"match {next(ids)}", lambda: luck, policy=dialect.policy
        )
        self.clients = [Client(seat) for seat in range(seats)]
        for seat in range(seats):
            self.table.sit(NAMES[seat], f"secret {seat}")
        self.table.start(0.0)
        self._pump()
        for client in self.clients:
            self.table.join(client, 0, 0.0)
        self.table.release(0.0)
        self._pump()

    def _pump(self) -> None:
        while self.table.drain().stores:
            self.table.stored(0.0)

    def _send(self, seat: int, message: protocol.ClientMessage) -> None:
        self.table.on_message(self.clients[seat], message, 0.0)
        self._pump()

    @property
    def state(self) -> str:
        if finished(self.table):
            return OUTSIDE
        match = self.table.match
        assert match is not None
        return chart_state(
            self.table.delivery.now, match.facts()["waiting_for"], self.table.delivery.last_step
        )

    def transitions(self, choose: Choose, random: Random) -> Iterator[Transition]:
        """All of them, up to the end of the match."""
        match = self.table.match
        assert match is not None
        yield OUTSIDE, self.state, "StartGame"
        moves = count()
        while not finished(self.table):
            before = self.state
            if self.table.delivery.waiting:
                missing = [
                    n for n, box in enumerate(self.table.delivery.boxes) if box.acked < box.sent
                ]
                seat = random.choice(missing)
                self._send(seat, protocol.Ack(self.table.delivery.boxes[seat].sent))
                by = "Acks"
                assert len(missing) == 1 or self.state == before
            else:
                (seat,) = match.to_act
                move = choose([str(move) for move in match.legal(seat)])
                after = self.table.delivery.boxes[seat].sent
                self._send(seat, protocol.Move(f"move {next(moves)}", after, move))
                by = ACTIONS[move.split()[0]]
                assert self.state != before
            if self.state != before:
                yield before, self.state, by


def random_choice(random: Random) -> Choose:
    """Any kind of move alike, and any move of that kind."""

    def choose(moves: list[str]) -> str:
        verb = random.choice(sorted({move.split()[0] for move in moves}))
        return random.choice([move for move in moves if move.split()[0] == verb])

    return choose


def test_random_games_make_all_transitions_of_the_chart_and_no_others() -> None:
    seen: set[Transition] = set()
    for seed in range(120):
        random = Random(seed)
        walk = Walk(2 + seed % 4, Seeded(seed))
        seen |= set(walk.transitions(random_choice(random), random))
    assert seen - read(STOPPED_AT_LAST) == read(CHART) | read(FAILED_CLAIM)


def test_a_stop_in_the_last_of_all_turns_ends_the_round() -> None:
    walk = Walk(2, Scripted(picks=[0], shuffles=[deal()]))
    match = walk.table.match
    assert match is not None

    def choose(moves: list[str]) -> str:
        """The discarded card goes round, so that the deck lasts."""
        last = match.facts()["turn"] == sixty_six.TURNS * 2
        return next(m for m in ("stop" if last else "pile", "own 0", "deck") if m in moves)

    (stopped,) = read(STOPPED_AT_LAST)
    assert stopped in walk.transitions(choose, Random(1))
