"""What can be asked of a table: each command is checked, and becomes an entry or a Rejection.

Nothing changes here. The table applies the entry and has it stored.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from settebello.court import free_name
from settebello.match import Match
from settebello.players import check_name
from settebello.registry import hash_of
from settebello.rejection import Rejection, RejectionCode
from settebello.table import coaching, protocol
from settebello.table.delivery import Delivery, DeliveryPolicy
from settebello.table.entries import (
    CloseEntry,
    Entry,
    MoveEntry,
    OpenEntry,
    PauseEntry,
    ReloadEntry,
    RenameEntry,
    ResumeEntry,
    SitEntry,
    StandEntry,
    StartEntry,
    SwitchEntry,
    UndoEntry,
)
from settebello.table.protocol import Move
from settebello.table.seats import TableSeat
from settebello.table.state import TableState, WhyNoUndo

MAX_UNDOS_AND_PAUSES = 200  # pauses, undos and renames in a match, so that its log has an end


# Before the match.


def sit(
    state: TableState, name: str, secret: str = "", bot: str = "", seat: int | None = None
) -> SitEntry:
    """A person, known by the hash of their secret, or a bot takes a seat; any free one if None."""
    check_open(state)
    if seat is None:
        seat = next((n for n, player in enumerate(state.players) if not player.name), None)
        if seat is None:
            raise Rejection(RejectionCode.NO_FREE_SEAT)
    else:
        check_free(state, seat)
    return SitEntry(seat, checked_name(state, seat, name), secret, bot)


def stand(state: TableState, seat: int) -> StandEntry:
    """A seat becomes free."""
    check_open(state)
    if not 0 <= seat < len(state.players) or not state.players[seat].name:
        raise Rejection(RejectionCode.SEAT_FREE)
    return StandEntry(seat)


def switch(state: TableState, seat: int, to: int) -> SwitchEntry | None:
    """A player moves to a free seat; None if it is their own."""
    check_open(state)
    if to == seat:
        return None
    check_free(state, to)
    return SwitchEntry(seat, to)


def start(state: TableState) -> StartEntry:
    """The match begins."""
    check_open(state)
    free = sum(not player.name for player in state.players)
    if free:
        raise Rejection(RejectionCode.SEATS_FREE, free=free)
    return StartEntry(coaching.deal(state), hash_of(state.game))


# During the match.


def requested(
    state: TableState,
    delivery: Delivery,
    policy: DeliveryPolicy,
    seat: int,
    message: protocol.ClientMessage,
) -> Entry:
    """What a player in this seat asks for, as an entry."""
    check_not_closed(state)
    if type(message) is Move:
        check_answer(state, delivery, seat, message.after, delivery.free.get(seat))
        return move(state, delivery, seat, message.move, message.id, message.after)
    if isinstance(message, protocol.Undo):
        check_answer(state, delivery, seat, message.after)
        check_permitted(policy, "undo")
        if delivery.pausing:
            raise waiting(state, delivery)
        return undo(state, seat, message.id)
    check_permitted(policy, "pause")
    if isinstance(message, protocol.Pause):
        if state.opened.public:  # one stranger could keep all others waiting
            raise Rejection(RejectionCode.NOT_AT_THIS_TABLE)
        return pause(state, seat, message.id)
    if isinstance(message, protocol.Resume):
        return resume(state, seat, message.id)
    raise Rejection(RejectionCode.AGAIN)  # a second Hello


def asked_to_move(state: TableState, delivery: Delivery, seat: int | None) -> Match:
    """The match in which a seat is asked for a move now; raises Rejection if it is not."""
    if seat is None:
        raise Rejection(RejectionCode.SPECTATOR)
    check_not_closed(state)
    match = playing(state, delivery)
    check_told(state, delivery, seat)
    if match.over:
        raise Rejection(RejectionCode.OVER)
    if seat not in match.to_act:
        who = ", ".join([state.players[other].name for other in match.to_act])
        raise Rejection(RejectionCode.NOT_YOUR_TURN, who=who)
    return match


def is_turn(state: TableState, delivery: Delivery, seat: int | None) -> bool:
    """Whether the match waits for a move of this seat, also if nobody is there to be asked."""
    if state.match is None or state.phase != "playing" or delivery.pausing:
        return False
    return seat in state.match.to_act


def move(
    state: TableState, delivery: Delivery, seat: int, text: str, id: str, after: int = 0
) -> MoveEntry:
    """A seat moves; `id` is that of its request, empty if a bot moves, and `after` what it answers.

    Their own move shows that they have seen what it answers.
    """
    check_told(state, delivery, seat)
    acked = list(delivery.acknowledged())
    acked[seat] = max(acked[seat], after)
    luck = coaching.luck_after(state, seat, text) if state.lesson else []
    return MoveEntry(seat, text, luck, id, tuple(acked), delivery.numbers())


def undo(state: TableState, seat: int, id: str) -> UndoEntry:
    """A seat takes its last move back."""
    if not can_undo(state, seat):
        about = why_no_undo(state, seat)
        raise Rejection(RejectionCode.NOTHING_TO_UNDO, **({"about": about} if about else {}))
    check_undos_and_pauses(state)
    return UndoEntry(seat, id)


def can_undo(state: TableState, seat: int | None) -> bool:
    """Whether a seat may take its last move back: always against bots, with all that followed."""
    match = state.match
    if match is None or seat is None or moves_after(state, seat) is None:
        return False
    return match.can_undo(seat) or state.against_bots(seat)


def why_no_undo(state: TableState, seat: int | None) -> WhyNoUndo:
    """Why a seat that has moved cannot take its last move back; empty if it has not moved."""
    since = None if seat is None else moves_after(state, seat)
    if since is None:
        return ""
    return "moved" if since else state.sealed


def moves_after(state: TableState, seat: int) -> int | None:
    """How many moves came after the last one of a seat; None if it has made none at this table.

    A table that plays on from a step of another match begins with the moves of that one.
    """
    match = state.match
    since = None if match is None or state.over else match.moves_since(seat)
    if match is None or since is None:
        return None
    begun = state.opened.origin[1] if state.opened.origin is not None else 0
    return since if match.history.move_count - since > begun else None


def pause(state: TableState, seat: int, id: str) -> PauseEntry:
    if state.phase == "paused":
        raise Rejection(RejectionCode.PAUSED)
    if state.phase != "playing":
        raise Rejection(RejectionCode.NOT_PLAYING)
    check_undos_and_pauses(state)
    return PauseEntry(seat, id)


def resume(state: TableState, seat: int, id: str) -> ResumeEntry:
    if state.phase != "paused":
        raise Rejection(RejectionCode.NOT_PAUSED)
    return ResumeEntry(seat, id)


# After the match.


def check_rematch(state: TableState, delivery: Delivery, policy: DeliveryPolicy, seat: int) -> None:
    """Raise Rejection unless a player can ask for another match now."""
    check_not_closed(state)
    check_permitted(policy, "rematch")
    if not state.over or delivery.pausing:
        raise Rejection(RejectionCode.NOT_OVER)
    box = delivery.boxes[seat]
    if box.acked < box.sent:  # they have not seen the end: they mean another match
        raise Rejection(RejectionCode.STALE, after=box.acked, number=box.sent)


def rematch(
    state: TableState, delivery: Delivery, seats: Sequence[TableSeat]
) -> tuple[OpenEntry, list[Entry]]:
    """The first entry of the next match of the same players, and those that begin it."""
    assert state.match is not None
    opened = msgspec.structs.replace(
        state.opened,
        previous=state.match.legacy(),
        told=delivery.numbers(),
        unseen=[box.queue for box in delivery.boxes],
        answered=[list(seat.answered) for seat in seats],
        lesson=False,  # it is learned
        origin=None,
    )
    others: list[Entry] = [
        SitEntry(seat, player.name, player.secret, player.bot)
        for seat, player in enumerate(state.players)
    ]
    others.append(StartEntry(rules_hash=hash_of(state.game)))
    return opened, others


# At any time.


def rename(state: TableState, policy: DeliveryPolicy, seat: int, name: str) -> RenameEntry | None:
    """A player goes by another name, here and in the record; None if it is the same."""
    check_permitted(policy, "rename")
    if state.ended:
        raise Rejection(RejectionCode.OVER if state.over else RejectionCode.CLOSED)
    name = checked_name(state, seat, name)
    if name == state.players[seat].name:
        return None
    check_undos_and_pauses(state)
    return RenameEntry(seat, name)


def close(state: TableState, reason: str) -> CloseEntry | None:
    """The table is closed before its match is over; None if it has ended."""
    return None if state.ended else CloseEntry(reason)


def reload(state: TableState) -> ReloadEntry | None:
    """A table was rebuilt by a rules file that has changed since; None if it has not."""
    rules_hash = hash_of(state.game)
    changed = state.match is not None and rules_hash != state.rules_hash
    return ReloadEntry(rules_hash) if changed and state.opened.dev else None


def bot_name(state: TableState, bot: str) -> str:
    """A name for one more bot."""
    return free_name(state.names(), bot)


# What they check.


def check_permitted(policy: DeliveryPolicy, request: str) -> None:
    if not policy.permits(request):
        raise Rejection(RejectionCode.NOT_AT_THIS_TABLE)


def check_not_closed(state: TableState) -> None:
    if state.phase == "closed":
        raise Rejection(RejectionCode.CLOSED)


def check_answer(
    state: TableState, delivery: Delivery, seat: int, after: int, asked: int | None = None
) -> None:
    """Raise Rejection unless a move can be made now and answers the seat's last notice.

    If several are to act, it may answer any notice since the seat was `asked`: what the others do
    meanwhile takes nothing back.
    """
    playing(state, delivery)
    sent = delivery.boxes[seat].sent
    if not (sent if asked is None else asked) <= after <= sent:
        raise Rejection(RejectionCode.STALE, after=after, number=sent)


def playing(state: TableState, delivery: Delivery) -> Match:
    """The match that goes on now; raises Rejection if none does."""
    if state.match is None:
        raise Rejection(RejectionCode.NOT_PLAYING)
    if state.phase == "paused":
        raise Rejection(RejectionCode.PAUSED)
    if delivery.held:
        raise Rejection(RejectionCode.HELD)
    return state.match


def check_told(state: TableState, delivery: Delivery, seat: int) -> None:
    """Raise Rejection if a seat is to act and has not been told so yet."""
    if state.match is not None and seat in state.match.to_act and not delivery.asks(seat):
        raise waiting(state, delivery)


def waiting(state: TableState, delivery: Delivery) -> Rejection:
    """Why nothing can be done now: some have not seen yet what happened."""
    names = [state.players[other].name for other in sorted(delivery.waiting)]
    return Rejection(RejectionCode.WAITING, who=", ".join(names))


def check_open(state: TableState) -> None:
    if state.phase != "open":
        raise Rejection(RejectionCode.NOT_OPEN)


def check_free(state: TableState, seat: int) -> None:
    if not 0 <= seat < len(state.players):
        raise Rejection(RejectionCode.NO_SUCH_SEAT, seat=seat, last=len(state.players) - 1)
    if state.players[seat].name:
        raise Rejection(RejectionCode.SEAT_TAKEN, name=state.players[seat].name)


def checked_name(state: TableState, seat: int, name: str) -> str:
    others = [player.name for n, player in enumerate(state.players) if n != seat]
    return check_name(name, others)


def check_undos_and_pauses(state: TableState) -> None:
    if state.undos_and_pauses >= MAX_UNDOS_AND_PAUSES:
        raise Rejection(RejectionCode.TOO_OFTEN)
