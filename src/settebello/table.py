"""A live match with people at it: no sockets, no clock, no waiting.

What goes in: somebody joins, leaves, acknowledges, asks for a move; time has passed; what was to be
stored is stored. What comes out, by `drain`: entries to store, and messages to send once they are.
Whoever drives a table stores the entries, says `stored`, and only then sends the messages that came
with them; what goes in meanwhile waits. So nothing is told that is not stored.

A move is told in steps, as a plan says: by default first to those who are not to act now, and when
they have acknowledged, to those who are, together with their legal moves.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

import msgspec

from settebello import log, wire, words
from settebello.catalogue import RulesError, check_options, find_named
from settebello.events import Event, is_open
from settebello.game import IllegalMove
from settebello.luck import Luck, SystemLuck
from settebello.match import Logged, Match, check_name
from settebello.plan import OTHERS_FIRST, Plan, Step

CHANGES_OF_MIND = 200  # pauses and undos in a match, so that its log has an end
REMEMBERED = 64  # ids of moves, by seat, that are answered again when they come again
SPECTATOR = None


class Listener(Protocol):
    """A connection, as far as a table and its driver need to know it."""

    seat: int | None
    language: str | None  # it wants sentences, in this language
    views: bool  # it wants a view with everything it is told

    def send(self, *messages: wire.ServerMessage) -> None: ...

    def close(self, code: str) -> None: ...


class Seat:
    """A seat: who sits there, and what he has been told and has acknowledged."""

    __slots__ = (
        "acked",
        "answered",
        "bot",
        "gone",
        "listeners",
        "name",
        "overtime",
        "queue",
        "rematch",
        "sat",
        "secret",
        "sent",
        "stand_in",
        "told",
    )

    def __init__(self, told: int = 0) -> None:
        self.name = ""
        self.bot = ""
        self.secret = ""  # its hash
        self.sat = 0  # the number of the entry that says so
        self.told = self.sent = self.acked = told  # numbers of notices: made, sent, acknowledged
        self.queue: list[wire.Notice] = []  # the notices after `acked`
        self.listeners: list[Listener] = []
        self.gone = 0.0  # since when nobody has been connected
        self.stand_in = False  # a bot plays for him while he is away
        self.overtime = False  # his clock has run out: a bot makes this one move
        self.rematch = False
        self.answered: dict[str, None] = {}

    @property
    def person(self) -> bool:
        return bool(self.name) and not self.bot

    def acknowledge(self, number: int) -> None:
        if number > self.acked:
            self.acked = min(number, self.sent)
            if self.acked == self.told:
                self.queue = []
                return
            self.queue = [notice for notice in self.queue if notice["number"] > self.acked]

    def answer(self, id: str) -> None:
        if id:
            self.answered[id] = None
            if len(self.answered) > REMEMBERED:
                del self.answered[next(iter(self.answered))]


class Refusal(ValueError):
    """What was asked of a table is not done: a code for programs, and words for its sentence."""

    def __init__(self, code: str, **arguments: str) -> None:
        super().__init__(code)
        self.code = code
        self.arguments = arguments


class ToStore(NamedTuple):
    """An entry with its place in the log of its match."""

    match: str
    number: int
    entry: log.Entry


Letter = tuple[Listener, wire.ServerMessage]


class Output(NamedTuple):
    """Store the entries first, then send the messages."""

    entries: list[ToStore]
    messages: list[Letter]


class Table:
    """A table with a match, from its opening to its end, and then the next match."""

    def __init__(
        self,
        opened: log.Opened,
        new_id: Callable[[], str],
        luck: Callable[[], Luck] = SystemLuck,
        match_id: str | None = None,
        plan: Plan = OTHERS_FIRST,
    ) -> None:
        self._plan = plan
        self._new_id = new_id
        self._luck = luck
        self._listeners: list[Listener] = []  # of spectators
        self._messages: list[Letter] = []
        self._entries: list[ToStore] = []
        self._later: deque[tuple[Callable[..., None], tuple[Any, ...]]] = deque()
        self._storing = False
        self._set_up(match_id or new_id(), opened)

    def _set_up(self, match_id: str, opened: log.Opened) -> None:
        self.match_id = match_id
        self.opened = opened
        self.game = find_named(opened.game, opened.rules)
        if opened.rules != self.game.VERSION:
            raise ValueError(f"Version {opened.rules} of the rules of {opened.game} is not here.")
        self.options = check_options(self.game, opened.options)
        told = opened.told or (0,) * (opened.seats + 1)
        self.seats = [Seat(told[seat]) for seat in range(opened.seats)]
        for seat, unseen in zip(self.seats, opened.unseen, strict=False):
            seat.queue = unseen[:]
            seat.acked -= len(unseen)
        for seat, ids in zip(self.seats, opened.answered, strict=False):
            seat.answered = dict.fromkeys(ids)
        self.number = 0  # of the last entry
        self.match: Match | None = None
        self._drawing = Logged(self._luck())
        self.phase: wire.Phase = "open"
        self.step = 0  # counts what the table has waited for
        self._changes_of_mind = 0
        self._public: list[wire.Notice] = []  # what spectators are told in this step
        self._public_told = told[-1]
        self.held = self._plan.together  # nothing is told and nothing is done until `release`
        self._history: list[Event] = []  # of the match, with what was taken back
        self._events: list[Event] = []  # of the last move
        self._steps: list[Step] = []  # in which they are told; the first is being told
        self._steps_done = 0
        self._begun = 0  # how many events were told before this step
        self._groups: list[tuple[int, ...]] = []  # who is still to be told in this step
        self._again = False  # whether this step is told once more
        self._told_now: set[int] = set()  # to whom it has been told
        self._waiting: set[int] = set()  # whose acks the table waits for
        self._asked = False  # whether those who are to act have been told so
        self._since = 0.0  # when the table began to wait
        self._stopped: float | None = 0.0  # since when its clocks stand still, if they do
        self._append(opened)

    @classmethod
    def restored(
        cls,
        match_id: str,
        entries: Sequence[log.Entry],
        progress: log.Progress | None,
        new_id: Callable[[], str],
        luck: Callable[[], Luck] = SystemLuck,
        plan: Plan = OTHERS_FIRST,
    ) -> Table:
        """The table as it was when its last entry was stored; nobody is connected."""
        opened = entries[0] if entries else None
        if not isinstance(opened, log.Opened):
            raise ValueError(f"The log of match {match_id} does not begin with its opening.")
        table = cls(opened, new_id, luck, match_id, plan)
        for entry in entries[1:]:
            table.number += 1
            table._apply(entry)
        table._entries.clear()
        acked = progress.acked if progress else ()
        for seat in table.seats:
            seat.sent = seat.told
        for seat, number in zip(table.seats, acked, strict=False):
            seat.acknowledge(number)
        noted = progress if progress and progress.number == table.number else log.Progress()
        for _ in range(min(noted.steps, len(table._steps) - 1)):
            table._next_step()
        if table.held:
            for number, seat in enumerate(table.seats):
                seat.sent = max(seat.acked, table._told_after(table._begun, number))
        table._tell(0.0)
        table._since = -noted.spent
        return table

    # What can be asked of a table.

    @property
    def over(self) -> bool:
        return self.phase == "over"

    @property
    def present(self) -> bool:
        """Whether any player is there: without one the table holds still."""
        return any(seat.listeners for seat in self.seats)

    @property
    def busy(self) -> bool:
        """Whether something is still to be stored or to be heard."""
        return self._storing or bool(self._entries or self._later)

    @property
    def waiting(self) -> bool:
        """Whether acknowledgements are missing."""
        return bool(self._waiting)

    @property
    def telling(self) -> Sequence[Event]:
        """The events of the step that is being told."""
        return self._events[self._begun : self._steps[0].upto] if self._steps else ()

    @property
    def told_before(self) -> list[Event]:
        """All events of the match before the step that is being told."""
        if self.match is None:
            return []
        events = self.match.events
        return events[: len(events) - len(self._events) + self._begun]

    @property
    def last_step(self) -> bool:
        """Whether what is being told is the last of a move."""
        return len(self._steps) == 1

    @property
    def end_told(self) -> bool:
        """Whether the match is over, and everybody has been told so."""
        told = len(self._steps) == 1 and not self._groups
        return self.over and told and not (self.held or self.busy)

    @property
    def finished(self) -> bool:
        """Whether the match is over, and everybody who is waited for has heard of it."""
        return self.end_told and not self._waiting

    @property
    def missing(self) -> list[int]:
        """The seats of people who are not there."""
        return [n for n, seat in enumerate(self.seats) if seat.person and not seat.listeners]

    def listeners(self) -> list[Listener]:
        """Everybody who is connected, spectators last."""
        seated = [listener for seat in self.seats for listener in seat.listeners]
        return seated + self._listeners

    def arriving(self) -> list[Listener]:
        """Those who will join when what is being stored is stored."""
        return [arguments[0] for action, arguments in self._later if action == self._join]

    def chairs(self) -> list[wire.Chair]:
        return [
            wire.Chair(seat.name, seat.bot, bool(seat.listeners), seat.stand_in, seat.rematch)
            for seat in self.seats
        ]

    def summary(self) -> dict[str, Any]:
        """What a list of tables or of past matches says of this one."""
        told: dict[str, Any] = {"players": [seat.name for seat in self.seats]}
        if self.match is not None and self.over:
            told |= {"scores": self.match.scores, "winners": self.match.winners}
        if self.opened.dialect:
            told["dialect"] = self.opened.dialect
        return told

    def acknowledged(self, viewer: int | None, most: int) -> list[wire.Notice]:
        """The last notices of this match that a seat has acknowledged, or spectators were told."""
        bit = len(self.seats) if viewer is None else viewer
        first = self.opened.told[bit] if self.opened.told else 0
        upto = self._public_told - len(self._public) if viewer is None else self.seats[bit].acked
        told = [event for event in self._history if event.viewers >> bit & 1]
        del told[max(0, upto - first) :]
        since = max(0, len(told) - most)
        return [event.numbered(n, bit) for n, event in enumerate(told[since:], first + since + 1)]

    def expects(self, seat: int | None, number: int) -> bool:
        """Whether an acknowledgement of this number by this seat says something new."""
        return seat is not None and self.seats[seat].acked < number <= self.seats[seat].sent

    def seat_of(self, secret: str) -> int | None:
        """The seat whose secret has this hash."""
        return next(
            (n for n, seat in enumerate(self.seats) if secret and seat.secret == secret), None
        )

    @property
    def host(self) -> int | None:
        """The person who may start the match: the first one who sat down and is still there."""
        people = [(seat.sat, number) for number, seat in enumerate(self.seats) if seat.person]
        return min(people)[1] if people else None

    @property
    def due(self) -> float | None:
        """When `tick` should be called at the latest, if at all: not while the table is busy."""
        if self.busy:
            return None
        deadlines = self._deadlines()
        return min(deadlines)[0] if deadlines else None

    @property
    def thinking(self) -> tuple[int, str] | None:
        """The seat for which a bot has to choose a move now, and the bot's name."""
        if self.phase != "playing" or not self._asked or self._storing or self._entries:
            return None
        if not self.present or self.match is None:
            return None
        for number in self.match.to_act:
            seat = self.seats[number]
            if seat.bot or seat.stand_in or seat.overtime:
                return number, seat.bot or "bot"
        return None

    def progress(self, now: float) -> log.Progress:
        acked = tuple(seat.acked for seat in self.seats)
        storing = self._storing or self._entries  # then the next turn has not begun yet
        spent = 0.0 if storing else max(0.0, self._time(now) - self._since)
        return log.Progress(self.number, acked, spent, self._steps_done)

    def drain(self) -> Output:
        """What there is to do now. If there are entries, `stored` has to follow."""
        while self._later and not (self._storing or self._entries or self._messages):
            action, arguments = self._later.popleft()
            action(*arguments)
        output = Output(self._entries, self._messages)
        self._storing = self._storing or bool(self._entries)
        self._entries, self._messages = [], []
        return output

    # Before the match: taking seats. Only while nothing is being stored.

    def sit(self, name: str, secret: str = "", bot: str = "", seat: int | None = None) -> int:
        """Give a person or a bot a free seat; returns its number."""
        self._check_open()
        if seat is None:
            seat = next((n for n, other in enumerate(self.seats) if not other.name), None)
            if seat is None:
                raise Refusal("no-free-seat")
        else:
            self._check_free(seat)
        name = check_name(name, [other.name for other in self.seats if other.name])
        self._log(log.Sat(seat, name, secret, bot))
        self._tell_seats()
        return seat

    def switch(self, seat: int, to: int, now: float) -> int:
        """Let who sits in a seat take a free one instead; he keeps all else, being host as well."""
        self._check_open()
        if to != seat:
            self._check_free(to)
            self._log(log.Switched(seat, to))
            for listener in self.seats[to].listeners:
                listener.seat = to
                self._messages.append((listener, self._welcome(listener, now)))
            self._tell_seats()
        return to

    def rename(self, seat: int, name: str) -> None:
        """Let a player go by another name, here and in the record."""
        if self.opened.dialect:  # there players have names of their own
            raise Refusal("not-at-this-table")
        if self.phase in ("over", "closed"):
            raise Refusal("over" if self.over else "closed")
        others = [other.name for n, other in enumerate(self.seats) if other.name and n != seat]
        name = check_name(name, others)
        if name != self.seats[seat].name:
            self._check_mind()
            self._log(log.Renamed(seat, name))
            self._tell_seats()

    def _check_free(self, seat: int) -> None:
        if not 0 <= seat < len(self.seats):
            raise Refusal("no-such-seat", seat=str(seat), last=str(len(self.seats) - 1))
        if self.seats[seat].name:
            raise Refusal("seat-taken", name=self.seats[seat].name)

    def fill(self, bot: str) -> None:
        """Give every free seat to a bot."""
        for number, seat in enumerate(self.seats):
            if not seat.name:
                self.sit(self.bot_name(), bot=bot, seat=number)

    def bot_name(self) -> str:
        """A name for one more bot."""
        taken = {seat.name.casefold() for seat in self.seats}
        number = 1
        while f"bot {number}" in taken:
            number += 1
        return f"Bot {number}"

    def stand(self, seat: int) -> None:
        """Free a seat."""
        self._check_open()
        if not 0 <= seat < len(self.seats) or not self.seats[seat].name:
            raise Refusal("seat-free")
        left = self.seats[seat].listeners
        self._log(log.Stood(seat))
        for listener in left:
            listener.seat = SPECTATOR
            self._listeners.append(listener)
        self._tell_seats()

    def start(self, now: float) -> None:
        self._check_open()
        if not all(seat.name for seat in self.seats):
            raise Refusal("seats-free", free=str(sum(not seat.name for seat in self.seats)))
        match = Match(
            self.game,
            [seat.name for seat in self.seats],
            luck=self._drawing,
            options=self.options,
        )
        self._begin_match(match)
        self._append(log.Started(match.luck_since(0)))
        self._clocks(now)
        self._tell_seats()

    def close(self) -> None:
        """Give the table up."""
        if self.phase not in ("over", "closed"):
            self._log(log.Closed())
            self._tell_seats()

    def _check_open(self) -> None:
        if self.phase != "open":
            raise Refusal("not-open")

    # What goes in while people are there.

    def join(self, listener: Listener, seen: int, now: float) -> None:
        self._now_or_later(self._join, listener, seen, now)

    def leave(self, listener: Listener, now: float) -> None:
        self._now_or_later(self._leave, listener, now)

    def hear(self, listener: Listener, message: wire.ClientMessage, now: float) -> None:
        """A message of somebody who has joined."""
        if self.busy:
            self._later.append((self._hear, (listener, message, now)))
        else:
            self._hear(listener, message, now)

    def bot_moved(self, seat: int, move: str, step: int, now: float) -> None:
        """A bot has chosen a move for this seat, in the step that it was asked in."""
        self._now_or_later(self._bot_moved, seat, move, step, now)

    def tick(self, now: float) -> None:
        """Time has passed."""
        self._now_or_later(self._tick, now)

    def stored(self, now: float) -> None:
        """The entries of the last `drain` are safe: now they may be told."""
        self._storing = False
        self._tell(now)

    def _now_or_later(self, action: Callable[..., None], *arguments: Any) -> None:
        if self.busy:
            self._later.append((action, arguments))
        else:
            action(*arguments)

    def _join(self, listener: Listener, seen: int, now: float) -> None:
        if listener.seat is None:
            self._listeners.append(listener)
            self._messages.append((listener, self._welcome(listener, now)))
            return
        seat = self.seats[listener.seat]
        back = seat.stand_in or not seat.listeners
        seat.stand_in = False
        if (
            seat.sent < seat.told and not self._plan.together
        ):  # nothing is kept from him until it is his turn to be told
            after, seat.sent = seat.sent, seat.told
            for other in seat.listeners:
                self._messages.append((other, self._told_to(other, after, now)))
        seat.listeners.append(listener)
        self._clocks(now)
        self._ack(listener.seat, seen, now)
        self._messages.append((listener, self._welcome(listener, now)))
        if back:
            self._tell_seats(but=listener)

    def _leave(self, listener: Listener, now: float) -> None:
        if listener in self._listeners:
            self._listeners.remove(listener)
        for seat in self.seats:
            if listener in seat.listeners:
                seat.listeners.remove(listener)
                if not seat.listeners:
                    seat.gone = self._time(now)
                    seat.rematch = False
                    self._clocks(now)
                    self._check_rematch(now)
                    if self._plan.together:
                        self._miss(listener.seat, now)
                    self._tell_seats()

    def _miss(self, number: int | None, now: float) -> None:
        """Somebody is gone without whom the table does not go on, unless all has been told."""
        if self.end_told:
            self._waiting -= {number}
        else:
            self.hold()

    def _hear(self, listener: Listener, message: wire.ClientMessage, now: float) -> None:
        number = listener.seat
        if number is None:
            self._refuse(listener, Refusal("spectator"), getattr(message, "id", None))
            return
        seat = self.seats[number]
        if seat.stand_in:
            seat.stand_in = False
            self._tell_seats()
        if isinstance(message, wire.Ack):
            if not self.held:
                self._ack(number, message.number, now)
            return
        id = getattr(message, "id", None)
        try:
            if id not in seat.answered:
                self._do(number, message, now)
            self._messages.append((listener, wire.Answer(id or "")))
        except Refusal as refusal:
            self._refuse(listener, refusal, id)
            asked = self._asked or self.match is None or number not in self.match.to_act
            at_once = asked and not self._plan.together  # else he is told in his step, and once
            if refusal.code == "stale" and seat.sent == seat.told and at_once:
                self._messages.append((listener, self._told_to(listener, 0, now)))

    def _refuse(self, listener: Listener, refusal: Refusal, id: str | None) -> None:
        language = listener.language or "en"
        text = words.refuse(self.game, refusal.code, language, **refusal.arguments)
        self._messages.append((listener, wire.Refused(refusal.code, text, id)))

    def _do(self, number: int, message: wire.ClientMessage, now: float) -> None:
        if self.phase == "closed":
            raise Refusal("closed")
        if isinstance(message, wire.Move):
            self._check_answer(number, message.after)
            self._play(number, message.move, message.id)
            return
        if isinstance(message, wire.Undo):
            self._check_answer(number, message.after)
            self._undo(number, message.id)
            return
        if self._plan.together:  # whoever wants a pause leaves
            raise Refusal("not-at-this-table")
        if isinstance(message, wire.Pause):
            if self.phase != "playing":
                raise Refusal("paused" if self.phase == "paused" else "not-playing")
            self._check_mind()
            self._log(log.Paused(number, message.id))
        elif isinstance(message, wire.Resume):
            if self.phase != "paused":
                raise Refusal("not-paused")
            self._log(log.Resumed(number, message.id))
        elif isinstance(message, wire.Rematch):
            seat = self.seats[number]
            if self.phase != "over":
                raise Refusal("not-over")
            if seat.acked < seat.sent:  # he cannot mean the match whose end he has not seen
                raise Refusal("stale", after=str(seat.acked), number=str(seat.sent))
            seat.rematch = True
            seat.answer(message.id)
            self._check_rematch(now)
        else:
            raise Refusal("again")  # a second Hello
        self._clocks(now)
        self._tell_seats()

    def _check_answer(self, number: int, after: int) -> None:
        """A move has to answer the last thing that its seat was told."""
        if self.match is None:
            raise Refusal("not-playing")
        if self.phase == "paused":
            raise Refusal("paused")
        if self.held:
            raise Refusal("held")
        seat = self.seats[number]
        if after != seat.sent:
            raise Refusal("stale", after=str(after), number=str(seat.sent))

    def _play(self, number: int, move: str, id: str) -> None:
        match = self.match
        assert match is not None
        if number in match.to_act and not self._asked:
            names = [self.seats[seat].name for seat in sorted(self._waiting)]
            raise Refusal("waiting", who=", ".join(names))
        drawn = match.drawn
        try:
            events = match.play(number, move)
        except IllegalMove as error:
            raise Refusal(error.code, **error.arguments) from None
        except RulesError:
            raise Refusal("rules-failed") from None
        seat = self.seats[number]
        if id:  # his own move shows that he has seen what it answers
            seat.acknowledge(seat.sent)
        acked = tuple([seat.acked for seat in self.seats])
        self._append(log.Moved(number, match.last_move, match.luck_since(drawn), id, acked))
        seat.answer(id)
        self._happened(events)

    def _undo(self, number: int, id: str) -> None:
        if self.over or not self._can_undo(number):
            raise Refusal("nothing-to-undo")
        self._check_mind()
        self._log(log.Undone(number, id))

    def _can_undo(self, seat: int | None) -> bool:
        if self.match is None or seat is None or not self.match.can_undo(seat):
            return False
        return not self._plan.together

    def _check_mind(self) -> None:
        if self._changes_of_mind >= CHANGES_OF_MIND:
            raise Refusal("too-often")

    def _bot_moved(self, number: int, move: str, step: int, now: float) -> None:
        if step == self.step and self.thinking is not None and self.thinking[0] == number:
            try:
                self._play(number, move, "")
            except Refusal:  # the rules have failed; without a person it would go on for ever
                self._log(log.Paused(number))
                self._tell_seats()

    def _ack(self, number: int, upto: int, now: float) -> None:
        seat = self.seats[number]
        seat.acknowledge(upto)
        if number in self._waiting and seat.acked >= seat.sent:
            self._waiting.remove(number)
            self._tell(now)

    def _tick(self, now: float) -> None:
        changed = False
        for at, number in self._deadlines():
            if at > now:
                continue
            seat = self.seats[number]
            if number in self._waiting or not seat.listeners:
                seat.stand_in = changed = True
                self._waiting.discard(number)
            else:
                seat.overtime = True
        if changed:
            self._tell_seats()
            self._tell(now)

    def _deadlines(self) -> list[tuple[float, int]]:
        """When whose patience is at its end: an ack that is overdue, an absence, a clock."""
        deadlines: list[tuple[float, int]] = []
        if self._stopped is not None or self.match is None or self.phase != "playing":
            return deadlines
        grace = self.opened.grace if self.opened.absence == "bot" else None
        clock = self.opened.clock
        if grace is not None:
            deadlines += [(self._since + grace, number) for number in self._waiting]
        if not self._asked or (grace is None and clock is None):
            return deadlines
        for number in self.match.to_act:
            seat = self.seats[number]
            if not seat.person or seat.stand_in or seat.overtime:
                continue
            if grace is not None and not seat.listeners:
                deadlines.append((max(self._since, seat.gone) + grace, number))
            if clock is not None:
                deadlines.append((self._since + clock, number))
        return deadlines

    def _time(self, now: float) -> float:
        """The time by the table's clocks: they stand still when it does."""
        return now if self._stopped is None else self._stopped

    def _clocks(self, now: float) -> None:
        """Let time run while the match is played and somebody is there, and only then."""
        runs = self.phase == "playing" and self.present
        if runs and self._stopped is not None:
            gap = now - self._stopped
            self._since += gap
            for seat in self.seats:
                seat.gone += gap
            self._stopped = None
        elif not runs and self._stopped is None:
            self._stopped = now

    def _check_rematch(self, now: float) -> None:
        """Begin the next match if everybody who is there wants it, and somebody is."""
        there = [seat for seat in self.seats if seat.person and seat.listeners]
        old = self.match
        if self.phase != "over" or old is None or not there or not all(s.rematch for s in there):
            return
        before = self.seats
        match = old.rematch()
        told = (*(seat.told for seat in before), self._public_told)
        opened = msgspec.structs.replace(
            self.opened,
            previous=match.previous,
            told=told,
            unseen=[seat.queue for seat in before],
            answered=[list(seat.answered) for seat in before],
        )
        self._set_up(self._new_id(), opened)
        for number, seat in enumerate(before):
            self._log(log.Sat(number, seat.name, seat.secret, seat.bot))
            new = self.seats[number]
            new.listeners, new.gone = seat.listeners, seat.gone
        self._begin_match(match)
        self._append(log.Started(match.luck_since(0)))
        self._clocks(now)

    # How it works inside.

    def _log(self, entry: log.Entry) -> None:
        """Do what an entry says, and have it stored."""
        self._append(entry)
        self._apply(entry)

    def _append(self, entry: log.Entry) -> None:
        self.number += 1
        self._entries.append(ToStore(self.match_id, self.number, entry))

    def _apply(self, entry: log.Entry) -> None:
        """Do what an entry says: when it happens, and again when a table is brought back."""
        match = self.match
        if isinstance(entry, log.Sat):
            seat = self.seats[entry.seat]
            seat.name, seat.secret, seat.bot = entry.name, entry.secret, entry.bot
            seat.sat = self.number
        elif isinstance(entry, log.Stood):
            self.seats[entry.seat] = Seat()
        elif isinstance(entry, log.Switched):
            seats, old, new = self.seats, entry.seat, entry.to
            seats[old], seats[new] = seats[new], seats[old]
        elif isinstance(entry, log.Renamed):
            self.seats[entry.seat].name = entry.name
            self._changes_of_mind += 1
            if match is not None:
                match.players = tuple([seat.name for seat in self.seats])
        elif isinstance(entry, log.Started):
            record = {
                "settebello": 1,
                "game": self.game.NAME,
                "rules": self.game.VERSION,
                "options": self.options,
                "players": [seat.name for seat in self.seats],
                "previous": self.opened.previous,
                "luck": entry.luck,
                "moves": [],
            }
            self._begin_match(Match.replay(record, game=self.game, luck=self._drawing))
        elif isinstance(entry, log.Moved) and match is not None:
            self._drawing.feed(entry.luck)
            self._happened(match.play(entry.seat, entry.move))
            for seat, number in zip(self.seats, entry.acked, strict=False):
                seat.sent = seat.told
                seat.acknowledge(number)
            self.seats[entry.seat].answer(entry.id)
        elif isinstance(entry, log.Undone) and match is not None:
            match.undo(entry.seat)
            self._changes_of_mind += 1
            self.seats[entry.seat].answer(entry.id)
            everybody = (1 << len(self.seats) + 1) - 1
            self._happened([Event("TakenBack", entry.seat, {}, {}, [], everybody)])
        elif isinstance(entry, log.Paused):
            self.phase = "paused"
            self._changes_of_mind += 1
            self.seats[entry.seat].answer(entry.id)
        elif isinstance(entry, log.Resumed):
            self.phase = "playing"
            self.seats[entry.seat].answer(entry.id)
        elif isinstance(entry, log.Closed):
            self.phase = "closed"

    def _begin_match(self, match: Match) -> None:
        self.match = match
        self.phase = "playing"
        self._happened(match.events)

    def _happened(self, events: list[Event]) -> None:
        """Number what happened for each viewer, and begin a new step of telling it."""
        match = self.match
        assert match is not None
        self._public = []
        self._events = events
        self._history += events
        spectators = len(self.seats)
        for event in events:
            shared = is_open(event)  # then those with the same number get the same notice
            last, notice = -1, {}
            for number, seat in enumerate(self.seats):
                if event.viewers >> number & 1:
                    seat.told += 1
                    if not seat.bot:
                        if not shared or seat.told != last:
                            last, notice = seat.told, event.numbered(seat.told, number)
                        seat.queue.append(notice)
            if event.viewers >> spectators & 1:
                self._public_told += 1
                if self._listeners:
                    self._public.append(event.numbered(self._public_told, spectators))
        if match.over:
            self.phase = "over"
        self.step += 1
        for seat in self.seats:
            seat.overtime = False
        self._steps = list(self._plan.steps(events, match.to_act, len(self.seats)))
        self._steps_done = self._begun = 0
        self._begin_step(again=False)

    def _begin_step(self, again: bool) -> None:
        self._groups = list(self._steps[0].groups)
        self._waiting.clear()
        self._asked = False
        self._again = again
        self._told_now.clear()

    def _next_step(self) -> None:
        self._begun = self._steps.pop(0).upto
        self._steps_done += 1
        self._begin_step(again=False)

    def _told_after(self, events: int, number: int) -> int:
        """The number of a seat's last notice after so many events of the last move."""
        told = self.seats[number].told
        for index in range(events, len(self._events)):
            told -= self._events[index].viewers >> number & 1
        return told

    def _tell(self, now: float) -> None:
        """Tell those whose turn it is to be told, as far as no ack is missing."""
        match = self.match
        if match is None:
            return
        while not self._waiting and not self.held and self._steps:
            if not self._groups:
                if len(self._steps) == 1:
                    break
                self._next_step()
            group = self._groups.pop(0)
            upto = self._steps[0].upto
            last = not self._groups and len(self._steps) == 1
            self._since = self._time(now)
            self._asked = last and not match.over
            for number in group:
                seat = self.seats[number]
                after, told = seat.sent, self._told_after(upto, number)
                if told > seat.sent:
                    seat.sent = told
                if self._again and number not in self._told_now:
                    after = self._told_after(self._begun, number)
                self._told_now.add(number)
                if after < seat.sent or self._asked:
                    for listener in seat.listeners:
                        told_to = self._told_to(listener, after, now, self._again)
                        self._messages.append((listener, told_to))
                missing = seat.acked < seat.sent or (self._again and after < seat.sent)
                if seat.person and not seat.stand_in and not self._asked and missing:
                    self._waiting.add(number)
            if self._public:  # spectators are never waited for, and are told all of it at once
                for listener in self._listeners:
                    self._messages.append((listener, self._told_to(listener, 0, now)))
                self._public = []

    def release(self, now: float) -> None:
        """Go on after everybody has come: what was being told is told once more, as a whole."""
        self._now_or_later(self._release, now)

    def _release(self, now: float) -> None:
        if self.held and self._steps:
            self.held = False
            self._begin_step(again=True)
            self._tell(now)

    def hold(self) -> None:
        """Stop telling and asking, until `release`."""
        if self._steps:
            self.held = True
            self._begin_step(again=True)

    def _told_to(
        self, listener: Listener, after: int, now: float, again: bool = False
    ) -> wire.Told:
        """What this connection has to hear of what came after that number."""
        assert self.match is not None
        number, notices = self._notices(listener, after, again)
        legal = self._legal(listener)
        return wire.Told(
            number,
            notices,
            self.match.to_act,
            legal,
            self._view(listener),
            self._can_undo(listener.seat),
            self._left(now) if legal else None,
        )

    def _welcome(self, listener: Listener, now: float) -> wire.Welcome:
        match = self.match
        number, notices = (0, []) if listener.seat is None else self._notices(listener, 0)
        legal = self._legal(listener)
        return wire.Welcome(
            self.opened.table,
            self.match_id,
            self.game.NAME,
            self.phase,
            listener.seat,
            self.chairs(),
            dict(self.options),
            number if listener.seat is not None else self._public_told,
            notices,
            match.to_act if match else (),
            legal,
            self._view(listener),
            self._can_undo(listener.seat),
            self._left(now) if legal else None,
        )

    def _notices(
        self, listener: Listener, after: int, again: bool = False
    ) -> tuple[int, list[wire.Notice]]:
        """The number of the last notice, and those after a number that are not acknowledged."""
        if listener.seat is None:
            number, notices = self._public_told, self._public
        else:
            seat = self.seats[listener.seat]
            number = seat.sent
            notices = [n for n in seat.queue if after < n["number"] <= number]
            if again and after < seat.acked:
                notices = self._once_more(listener.seat, after) + notices
        language = listener.language
        if language is None:
            return number, notices
        players = [seat.name for seat in self.seats]
        game, viewer = self.game, listener.seat
        return number, [
            {**notice, **words.in_words(game, unnumbered(notice), viewer, players, language)}
            for notice in notices
        ]

    def _once_more(self, number: int, after: int) -> list[wire.Notice]:
        """What a seat has acknowledged of this step: without the faces that were for it alone."""
        told: list[wire.Notice] = []
        for event in self.telling:
            own = event.notice(number)
            if own is not None:
                after += 1
                if after <= self.seats[number].acked:
                    told.append({"number": after, **(event.notice(len(self.seats)) or own)})
        return told

    def _legal(self, listener: Listener) -> list[wire.Choice]:
        """The legal moves of a seat that is to act and has been told so."""
        match = self.match
        if match is None or not self._asked or listener.seat not in match.to_act:
            return []
        moves = match.legal(listener.seat)
        language = listener.language
        if language is None:
            return [wire.Choice(move.text, move.verb, move.pieces) for move in moves]
        players = [seat.name for seat in self.seats]
        return [
            wire.Choice(
                move.text, move.verb, move.pieces, words.label(self.game, move, players, language)
            )
            for move in moves
        ]

    def _view(self, listener: Listener) -> wire.ViewData | None:
        if self.match is None or not listener.views:
            return None
        return self.match.view(listener.seat).to_dict()

    def _left(self, now: float) -> float | None:
        """The seconds that are left for a turn, if there is a clock."""
        clock = self.opened.clock
        if clock is None:
            return None
        return round(max(0.0, self._since + clock - self._time(now)), 1)

    def _tell_seats(self, but: Listener | None = None) -> None:
        message = wire.Seats(self.match_id, self.phase, self.chairs())
        for listener in self.listeners():
            if listener is not but:
                self._messages.append((listener, message))


def unnumbered(notice: wire.Notice) -> dict[str, Any]:
    return {field: value for field, value in notice.items() if field != "number"}
