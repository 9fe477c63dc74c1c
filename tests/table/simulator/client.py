"""A tab of a browser, which speaks only the messages of protocol.py, and not always well."""

from __future__ import annotations

from settebello.table import protocol
from table.simulator.link import Link
from table.simulator.timeline import Request, Timeline
from table.simulator.truth import Failure

SHORTEST_GRACE = 5.0
MOODS = ("good", "good", "good", "slow", "silent", "away", "frantic", "frantic")


class Client:
    """A tab of a player, or of somebody who watches."""

    def __init__(self, world: Timeline, table: str, seat: int | None, shared: bool) -> None:
        random = world.random
        self.world = world
        self.table = table
        self.seat = seat
        self.shared = shared  # there is another tab, which may acknowledge for this one
        self.secret = "invite" if seat is None else f"{table} {seat}"
        self.language: protocol.Language | None = random.choice(("en", "it", *[None] * 14))
        self.views = random.random() < 0.4
        self.link: Link | None = None
        self.welcome = False
        self.number = 0
        self.notices: dict[int, protocol.Notice] = {}
        self.offer: list[protocol.Choice] = []
        self.phase = ""
        self.can_undo = False
        self.request: protocol.ClientMessage | None = None  # that has no answer yet
        self.mood = "good"
        self._planned = False
        world.after(random.uniform(0.0, 30.0), self.connect)
        world.after(random.uniform(10.0, 100.0), self._change_mood)

    def lag(self) -> float:
        return self.world.random.expovariate(0.05) if self.mood == "slow" else 0.0

    def pause(self) -> float:
        """How long it thinks; when all is calm, never so long that a bot would play for it."""
        thinks = self.world.random.expovariate(0.1 if self.mood == "slow" else 0.5)
        return min(thinks, SHORTEST_GRACE / 2) if self.world.calm else thinks

    # Its connection.

    def connect(self) -> None:
        if self.link is not None:
            return
        server = self.world.entrance()
        if self.mood == "away" or server is None:
            self.world.after(self.world.random.uniform(1.0, 10.0), self.connect)
            return
        self.link = link = Link(self, server)
        self.welcome = False
        server.accept(link)
        self._send(protocol.Hello(self.table, self.secret, self.number, self.language, self.views))

    def ended(self, link: Link) -> None:
        """The connection is not there any more."""
        if self.link is link:
            self.link = None
            link.hang_up()
            self.world.after(self.world.random.uniform(0.1, 5.0), self.connect)

    def _change_mood(self) -> None:
        world, random = self.world, self.world.random
        self.mood = "good" if world.calm else random.choice(MOODS)
        if self.link is not None:
            if self.mood == "away":
                if random.random() < 0.5:
                    self.ended(self.link)
                else:
                    self.link.break_off()
            elif world.chance(0.3):
                self.link.break_off()
        self._acknowledge_later()
        self._plan()
        if not world.calm:
            world.after(random.uniform(10.0, 120.0), self._change_mood)

    def settle_down(self) -> None:
        """The faults have stopped."""
        self._change_mood()
        self.connect()

    # What it receives.

    def receive(self, link: Link, text: str) -> None:
        if self.link is not link:
            return
        message = protocol.decode_server(text)
        if isinstance(message, protocol.Welcome):
            self._welcomed(message)
        elif isinstance(message, protocol.Told):
            self._told(message)
        elif isinstance(message, protocol.Seats):
            self.phase = message.phase
        elif isinstance(message, protocol.Said | protocol.Emoted | protocol.Nudged):
            raise AssertionError("nobody has written anything, or nudged anybody")
        elif message.id is not None and message.id == getattr(self.request, "id", ""):
            code = getattr(message, "code", "")
            done = isinstance(message, protocol.Answer) or code in ("stale", "waiting")
            if done and getattr(self.request, "after", None) == self.number:
                self.offer = []  # and if not, it has been told more since then
            self.request = None
        if isinstance(message, protocol.Refused) and self.world.chance(0.5):
            self.world.after(self.world.random.expovariate(0.5), self._copy, link, message.id)
        self._plan()

    def _welcomed(self, message: protocol.Welcome) -> None:
        if message.seat != self.seat:
            raise Failure(f"the secret of seat {self.seat} opened seat {message.seat}")
        if message.number < self.number:
            raise Failure(f"seat {self.seat} is back at {message.number}, from {self.number}")
        first = message.notices[0]["number"] if message.notices else message.number + 1
        if self.shared or self.seat is None:
            self.number = max(self.number, first - 1)
        elif first > self.number + 1:
            raise Failure(f"seat {self.seat} has seen {self.number}, and is told {first} next")
        self.welcome = True
        self.phase = message.phase
        self._told(message)
        if self.request is not None:
            self._send(self.request)

    def _told(self, message: protocol.Told | protocol.Welcome) -> None:
        new = self.number
        for notice in message.notices:
            number = notice["number"]
            if self.notices.setdefault(number, notice) != notice:
                raise Failure(f"{number} was {self.notices[number]}, and is {notice}")
            if number > self.number + 1:
                raise Failure(f"seat {self.seat} was told {number} after {self.number}")
            self.number = max(self.number, number)
        if message.number != self.number:
            raise Failure(f"seat {self.seat} is at {self.number}, told {message.number}")
        self.offer = message.legal
        self.can_undo = message.can_undo
        if self.number > new:
            self._acknowledge_later()

    # What it says.

    def _send(self, message: protocol.ClientMessage) -> None:
        if self.link is not None:
            id = getattr(message, "id", "")
            self.world.requests.setdefault(id, Request(self.seat, message))
            self.link.send_to_server(protocol.encode(message))

    def _acknowledge_later(self) -> None:
        if self.seat is not None and self.mood != "silent":
            self.world.after(self.pause() / 4, self._acknowledge)

    def _acknowledge(self) -> None:
        if self.welcome:
            self._send(protocol.Ack(self.number))

    def _plan(self) -> None:
        if not self._planned:
            self._planned = True
            self.world.after(self.pause(), self._act)

    def _act(self) -> None:
        self._planned = False
        if self.link is None or not self.welcome or self.mood == "silent":
            return
        if self.mood == "frantic" and self.world.chance(0.3):
            self._misbehave()
        if self.request is None and self.seat is not None:
            message = self._wish()
            if message is not None:
                self._ask(message)

    def _wish(self) -> protocol.ClientMessage | None:
        world, random = self.world, self.world.random
        if self.phase == "paused":
            return protocol.Resume(self._id())
        if self.phase == "over":
            return protocol.Rematch(self._id()) if world.chance(0.5) else None
        if self.phase == "playing":
            if world.chance(0.005):
                return protocol.Pause(self._id())
            if self.can_undo and world.chance(0.1):
                return protocol.Undo(self._id(), self.number)
            if self.offer:
                # A player who melds only now and then never gets a hand of Rummy to its end.
                melds = [choice for choice in self.offer if choice.verb in ("meld", "add")]
                choice = random.choice(melds or self.offer)
                return protocol.Move(self._id(), self.number, choice.text)
        return None

    def _ask(self, message: protocol.ClientMessage) -> None:
        self.request = message
        self._send(message)
        if self.world.chance(0.05):
            self.world.tally["doubled"] += 1
            self._send(message)
        self.world.after(self.world.random.uniform(3.0, 15.0), self._ask_again, message)

    def _ask_again(self, message: protocol.ClientMessage) -> None:
        if self.request is message:
            if self.welcome:
                self._send(message)
            self.world.after(self.world.random.uniform(3.0, 15.0), self._ask_again, message)

    def _copy(self, link: Link, id: str | None) -> None:
        """A copy of a request that was refused comes late."""
        if self.link is link and id in self.world.requests:
            self.world.tally["copied"] += 1
            self._send(self.world.requests[id].message)

    def _misbehave(self) -> None:
        random, number = self.world.random, self.number
        self.world.tally["misbehaved"] += 1
        wrong: list[protocol.ClientMessage] = [
            protocol.Move(self._id(), max(0, number - random.randrange(3)), "throw"),
            protocol.Move(
                self._id(), number, random.choice(("deck", "1D", "discard KS", "x" * 200))
            ),
            protocol.Move(self._id(), number + 1, "skip"),
            protocol.Undo(self._id(), number),
            protocol.Undo(self._id(), max(0, number - 1)),
            protocol.Resume(self._id()),
            protocol.Rematch(self._id()),
            protocol.Ack(max(0, number - random.randrange(5))),
            protocol.Ack(0),
            protocol.Hello(self.table, self.secret),
        ]
        if random.random() < 0.1 and self.link is not None:
            self.link.send_to_server(random.choice(("", "{", '{"type":"Move"}', "null", "[]")))
        else:
            self._send(random.choice(wrong))

    def _id(self) -> str:
        return f"{self.table}: {next(self.world.numbers)}"
