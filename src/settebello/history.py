"""What happened in a match: the luck that was drawn, the moves and the events.

A long match can forget the beginning. Then numbers go on as if it had not: those of notices, of
moves and of draws count from the first one that there ever was.
"""

from collections.abc import Iterator, Sequence

from settebello.cards import Deck, Place, Seat, Token
from settebello.events import Event
from settebello.game import Game, GameState, Play, deck_of
from settebello.notation import CardsThere
from settebello.record import RecordedLuck, let_house_draw
from settebello.visibility import EventRecorder, Knowledge

HOUSE = -1


class Deal:
    """A state right after cards were dealt, and what happened since: what a `Mind` remembers.

    A deal is never changed; `after` gives the next one. `steps` counts the plays and draws since
    the `start`. `left` counts how many cards that left mixed places the knowledge of the match has
    noted by now, and `first` how many at the start.
    """

    __slots__ = ("_before", "_play", "_seat", "first", "left", "start", "steps")

    def __init__(
        self,
        start: GameState,
        left: int,
        before: "Deal | None" = None,
        seat: int = HOUSE,
        play: Play = (),
    ) -> None:
        self.start = start
        self.left = left
        self.first: int = left if before is None else before.first
        self.steps: int = 0 if before is None else before.steps + 1
        self._before = before
        self._seat = seat
        self._play = play

    def after(self, seat: int, play: Play, left: int) -> "Deal":
        """This deal after a play, or a draw of the house: its outcome, empty for cards and dice."""
        return Deal(self.start, left, self, seat, play)

    def next(
        self,
        game: Game,
        before: GameState,
        after: GameState,
        knowledge: Knowledge,
        seat: Seat,
        play: Play,
        outcomes: Sequence[tuple[int, ...]],
    ) -> "Deal":
        """The deal after a play that made one state of another, and the draws that followed."""
        left = len(knowledge.left)
        if not game.FACES or is_new_deal(deck_of(before), deck_of(after)):
            return Deal(after, left)
        deal = self.after(seat, play, left)
        for outcome in outcomes:
            deal = deal.after(HOUSE, outcome, left)
        return deal

    def history(self) -> list[tuple[int, Play, int]]:
        """The plays and draws since the start, the oldest first, each with what `left` was then."""
        found: list[tuple[int, Play, int]] = []
        deal = self
        while deal._before is not None:
            found.append((deal._seat, deal._play, deal.left))
            deal = deal._before
        found.reverse()
        return found


def is_new_deal(before: Deck, after: Deck | None) -> bool:
    """Whether another deal has begun: the state says all that has to be remembered.

    It begins with new cards. It begins, too, with what a seat has chosen in secret, since others
    must not be told the play; and at every move of a game without cards (None).
    """
    if after is None:
        return True
    return after.deal != before.deal or len(after.seals) != len(before.seals)


class Moment:
    """A point of a match to go back to. Its state stays, since a match changes only clones."""

    __slots__ = ("deal", "drawn", "events", "knowledge", "moves", "state")

    def __init__(
        self,
        state: GameState,
        knowledge: Knowledge,
        deal: Deal,
        drawn: int,
        moves: int,
        events: int,
    ) -> None:
        self.state = state
        self.knowledge = knowledge
        self.deal = deal
        self.drawn = drawn  # how many draws, moves and events there were before it
        self.moves = moves
        self.events = events


class ToldMove(CardsThere):
    """A move, its events and what everybody knows after it, which are made when somebody asks.

    As long as nobody asks, the rules run without a listener. When somebody does, they run again
    with one, from the last move that was told. They are pure, so the same happens; the outcomes
    of the house's draws are given to them.
    """

    __slots__ = (
        "_deal",
        "_events",
        "_game",
        "_knowledge",
        "_state",
        "asked",
        "before",
        "luck",
        "play",
        "seat",
    )

    def __init__(
        self,
        game: Game,
        state: GameState,
        before: "ToldMove | None",
        seat: Seat,
        play: Play,
        luck: Sequence[str],
        knowledge: Knowledge | None = None,
        deal: Deal | None = None,
        events: list[Event] | None = None,
    ) -> None:
        """A move after others, with the state that it led to, and the `luck` that was drawn in it.

        Without `knowledge`, `deal` and `events` it is not told yet.
        """
        self._game = game
        self._state: GameState | None = state  # None if it is not told, and the match went on
        self._knowledge = knowledge
        self._deal = deal
        self._events = events
        self.before = before
        self.seat = seat
        self.play = play
        self.luck = luck
        self.asked = False  # whether somebody has: then the next move is told at once
        if before is not None and before._knowledge is None:
            before._state = None  # to save memory: it is made again if somebody asks

    @staticmethod
    def beginning(
        game: Game, state: GameState, knowledge: Knowledge, deal: Deal, events: list[Event]
    ) -> "ToldMove":
        """What stands for all that happened before the first move."""
        return ToldMove(game, state, None, Seat(HOUSE), (), (), knowledge, deal, events)

    @property
    def knowledge(self) -> Knowledge:
        """What each viewer knows after it."""
        return self._knowledge or self._told()._knowledge  # type: ignore[return-value]

    @property
    def deal(self) -> Deal:
        """What happened since cards were dealt."""
        return self._deal or self._told()._deal  # type: ignore[return-value]

    @property
    def state(self) -> GameState:
        state = self._state
        return state if state is not None else self._told()._state  # type: ignore[return-value]

    @property
    def events(self) -> list[Event]:
        """What happened in it."""
        events = self._events
        return events if events is not None else self._told()._events  # type: ignore[return-value]

    def places(self) -> Sequence[Place]:
        """Where the cards lie after it; for this it need not be told."""
        if self._knowledge is None and self._state is not None:
            return self._game.places(self._state)
        return self.knowledge.in_order

    def piece_to(self, viewer: int, card: Token) -> str:
        """The id of a card for this viewer after it."""
        self.asked = True
        return self.knowledge.piece_to(viewer, card)

    def teaches(self, knew: Knowledge) -> bool:
        """Whether anybody has learned anything from it, who `knew` this before."""
        seals = deck_of(self.state).seals if self._game.FACES else ()
        return not self.knowledge.same_as(knew, self.seat, seals)

    def _told(self) -> "ToldMove":
        """Run the rules again from the last move that was told."""
        game, untold, last = self._game, [self], self.before
        while last is not None and last._knowledge is None:
            untold.append(last)
            last = last.before
        assert last is not None, "the beginning is told at once"
        for move in reversed(untold):
            before, deal = last.state, last.deal
            state, knowledge = before.clone(), last.knowledge.clone()
            tell, seat, play = EventRecorder(game, state, knowledge), move.seat, move.play
            game.apply(
                state, seat, play, tell
            )  # of our own: it does not fail, as it did not before
            outcomes = let_house_draw(game, state, RecordedLuck(move.luck), [], tell)
            deal = deal.next(game, before, state, knowledge, seat, play, outcomes)
            move._state, move._knowledge, move._deal = state, knowledge, deal
            move._events = tell.events
            last = move
        return self


class MoveEvents:
    """The events of a move as a list that is made when somebody reads it."""

    __slots__ = ("_events", "_move")

    def __init__(self, move: ToldMove) -> None:
        self._move: ToldMove | None = move
        self._events: list[Event] = []

    def _told(self) -> list[Event]:
        if self._move is not None:
            self._move.asked = True
            self._events, self._move = self._move.events, None
        return self._events

    def __len__(self) -> int:
        return len(self._told())

    def __getitem__(self, index: int | slice) -> Event | list[Event]:
        return self._told()[index]

    def __iter__(self) -> Iterator[Event]:
        return iter(self._told())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, (MoveEvents, list)) and list(self) == list(other)

    def __repr__(self) -> str:
        return repr(self._told())


Sequence.register(MoveEvents)


class MatchPosition:
    """Where a match is, without what happened before: another match can go on from there.

    `told` counts the notices of each viewer, spectators last. `last_moves` says for each seat which
    move was its last one, from 1; 0 if it has not moved.
    """

    __slots__ = ("last_moves", "moment", "told")

    def __init__(self, moment: Moment, told: Sequence[int], last_moves: Sequence[int]) -> None:
        self.moment = moment
        self.told = tuple(told)
        self.last_moves = tuple(last_moves)


class History:
    """The draws, moves and events of a match in their order, as far as they are not forgotten."""

    __slots__ = (
        "_counted",
        "_forgot_drawn",
        "_forgot_events",
        "_forgot_last_moves",
        "_forgot_moves",
        "_forgot_told",
        "_last_moves",
        "_told",
        "events",
        "moves",
        "noted",
        "outcomes",
        "undoable",
    )

    noted: ToldMove  # the last one whose events are here; the match sets the first one

    def __init__(self, seats: int, after: MatchPosition | None = None) -> None:
        """An empty history; `after` a position, what happened up to there is forgotten."""
        self.outcomes: list[str] = []
        self.moves: list[tuple[Seat, str]] = []
        self.events: list[Event] = []
        self._forgot_drawn = 0 if after is None else after.moment.drawn
        self._forgot_moves = 0 if after is None else after.moment.moves
        self._forgot_events = 0 if after is None else after.moment.events
        self._forgot_last_moves = (0,) * seats if after is None else after.last_moves
        self._last_moves = list(self._forgot_last_moves)
        self._told = [0] * (seats + 1) if after is None else list(after.told)
        self._forgot_told = tuple(self._told)
        self._counted = 0  # how many of `events` are counted in `_told`
        self.undoable: list[Moment] = []  # the moments before the moves that can be taken back

    def copied(self) -> "History":
        new = History(len(self._last_moves))
        new.outcomes, new.moves, new.events = self.outcomes[:], self.moves[:], self.events[:]
        new._forgot_drawn, new._forgot_moves = self._forgot_drawn, self._forgot_moves
        new._forgot_events, new._counted = self._forgot_events, self._counted
        new._forgot_last_moves, new._forgot_told = self._forgot_last_moves, self._forgot_told
        new._last_moves, new._told = self._last_moves[:], self._told[:]
        return new

    def position(self, now: Moment) -> MatchPosition:
        """The last moment, with what has to be known of the moves and notices before it."""
        return MatchPosition(now, self.told(), self._last_moves)

    @property
    def drawn(self) -> int:
        """How many draws there were."""
        return self._forgot_drawn + len(self.outcomes)

    @property
    def move_count(self) -> int:
        """How many moves there were."""
        return self._forgot_moves + len(self.moves)

    @property
    def event_count(self) -> int:
        """How many events there were."""
        return self._forgot_events + len(self.events)

    def add(self, seat: Seat, text: str) -> None:
        """A seat has made a move; what happened is added to `events` when it is told."""
        self.moves.append((seat, text))
        self._last_moves[seat] = self.move_count

    def note(self, before: ToldMove, move: ToldMove, drawn: int, moves: int) -> None:
        """Tell a move: add its events, and find out whether it can be undone.

        `before` is the one before it; `drawn` and `moves` count the draws and moves up to there.
        """
        knew = before.knowledge
        # The undo rule: while nobody has learned anything and no luck was drawn.
        if not move.luck and not move.teaches(knew):
            counts = drawn, moves, self.event_count
            self.undoable.append(Moment(before.state, knew, before.deal, *counts))
        elif self.undoable:
            self.undoable.clear()
        self.events += move.events
        move.before = None  # to save memory: what it told is enough
        self.noted = move

    def note_all(self, now: ToldMove) -> None:
        """Tell all moves up to this one."""
        untold: list[ToldMove] = []
        before: ToldMove | None = now
        while before is not self.noted and before is not None:
            untold.append(before)
            before = before.before
        moves, drawn = self.move_count - len(untold), self.drawn
        for move in untold:
            drawn -= len(move.luck)
        while untold and before is not None:
            move = untold.pop()
            self.note(before, move, drawn, moves)
            before, drawn, moves = move, drawn + len(move.luck), moves + 1

    def moves_since(self, seat: int) -> int | None:
        """How many moves were made after the last one of a seat; None if it has not moved."""
        last = self._last_moves[seat]
        return self.move_count - last if last else None

    def luck_since(self, drawn: int) -> list[str]:
        """The outcomes after the first `drawn`."""
        if drawn < self._forgot_drawn:
            self.check_record()
        return self.outcomes[drawn - self._forgot_drawn :]

    def check_record(self) -> None:
        """Raise ValueError unless all moves and all luck are here."""
        if self._forgot_moves or self._forgot_drawn:
            raise ValueError(
                f"The match has forgotten its first {self._forgot_moves:,} moves: its record is "
                "where they were stored."
            )

    def check_events(self) -> None:
        """Raise ValueError unless all events are here."""
        if self._forgot_events:
            raise ValueError(f"The match has forgotten its first {self._forgot_events:,} events.")

    # Notices: an event has its own number for each viewer.

    def told(self) -> Sequence[int]:
        """How many notices each viewer has got, spectators last."""
        told, events = self._told, self.events
        for number in range(self._counted, len(events)):
            viewers = events[number].viewers
            for viewer in range(len(told)):
                told[viewer] += viewers >> viewer & 1
        self._counted = len(events)
        return told

    def forgotten_notices(self, viewer: int) -> int:
        """The number of the last notice of a viewer whose event is forgotten; 0 if none is."""
        return self._forgot_told[viewer]

    def told_since(self, viewer: int, since: int) -> list[tuple[int, Event]]:
        """The events that a viewer was told of after a notice, with the numbers of their notices.

        It goes back from the newest, so it costs what there is to tell, however long the match is.
        Raises ValueError if some of them are forgotten.
        """
        forgotten = self._forgot_told[viewer]
        if max(since, 0) < forgotten:
            raise ValueError(
                f"The match has forgotten the first {forgotten:,} notices to this viewer; "
                f"ask for those since {forgotten} or later."
            )
        number = self.told()[viewer]
        found: list[tuple[int, Event]] = []
        for event in reversed(self.events):
            if number <= since:
                break
            if event.viewers >> viewer & 1:
                found.append((number, event))
                number -= 1
        found.reverse()
        return found

    # Forgetting, and going back.

    def forget_before(self, event: int) -> None:
        """Forget the events before the one of this number, which count from 0.

        Those that are needed to take moves back stay.
        """
        if self.undoable:
            event = min(event, self.undoable[0].events)
        gone = event - self._forgot_events
        if gone > 0:
            self.told()
            forgot = list(self._forgot_told)
            for each in self.events[:gone]:
                for viewer in range(len(forgot)):
                    forgot[viewer] += each.viewers >> viewer & 1
            self._forgot_told = tuple(forgot)
            del self.events[:gone]
            self._counted = len(self.events)
            self._forgot_events = event

    def cut(self, to: Moment) -> None:
        """Take back what happened after a moment; ValueError if that is forgotten."""
        moves, events = to.moves - self._forgot_moves, to.events - self._forgot_events
        if moves < 0 or events < 0:
            raise ValueError("The match has forgotten that moment.")
        told = self._told
        for event in self.events[events : self._counted]:
            for viewer in range(len(told)):
                told[viewer] -= event.viewers >> viewer & 1
        self._counted = min(self._counted, events)
        del self.outcomes[to.drawn - self._forgot_drawn :]
        del self.events[events:]
        if moves < len(self.moves):
            del self.moves[moves:]
            self._find_last_moves()

    def _find_last_moves(self) -> None:
        """Find the last moves of those seats anew whose last one was taken back."""
        last, now = self._last_moves, self.move_count
        missing = [seat for seat in range(len(last)) if last[seat] > now]
        for seat in missing:
            last[seat] = self._forgot_last_moves[seat]
        for number in range(len(self.moves), 0, -1):
            if not missing:
                break
            mover = self.moves[number - 1][0]
            if mover in missing:
                missing.remove(mover)
                last[mover] = self._forgot_moves + number
