"""Joining a live table: `settebello join`."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from settebello.client import Address, ClientError, Seat, open_table, play_now, read_link, take_seat
from settebello.game import OptionValue
from settebello.players import check_name
from settebello.registry import games, shortened
from settebello.rejection import Rejection, RejectionCode
from settebello.terminal.display import Display, RulesPage
from settebello.terminal.inbox import Inbox
from settebello.terminal.remote_seat import RemoteSeat, keep_seat, kept_seat
from settebello.terminal.screen import Leave, Screen, standard_screen
from settebello.terminal.seating import go_early, is_called, is_count, name_refused
from settebello.terminal.session import TerminalSession
from settebello.words import refuse
from settebello.words.phrases import chosen_language, known_reason, phrase, reason


def join(
    url: str,
    *,
    name: str | None = None,
    game: str | None = None,
    seats: int | None = None,
    options: Sequence[str] = (),
    bots: str | None = None,
    public: bool = False,
    now: bool = False,
    watch: bool = False,
    language: str | None = None,
    rules_page: RulesPage,
    screen: Screen | None = None,
) -> int:
    """Sit down at a table, open one for `game`, or watch; returns the exit code.

    With `now` they play `game` with strangers, and bots of the level `bots` take the free seats.
    """
    speaks = chosen_language(language)
    try:
        address = read_link(url)
    except ClientError:
        raise ValueError(refuse(None, RejectionCode.BAD_ADDRESS, speaks)) from None
    wanted: dict[str, Any] = {
        "seats": seats,
        "options": read_values(options, speaks),
        "listed": public,
    }
    if now:
        if options or public:
            raise ValueError(phrase(speaks, "now-alone"))
        wanted = {"seats": seats, "level": "medium" if bots in (None, "bot") else bots}
    for_new = seats is not None or bool(options) or bots is not None or public or now
    check_wishes(speaks, address, game, for_new, watch)
    if game is not None:  # it need not be installed here: the server knows its games
        known = games().values()
        game = next((here.NAME for here in known if is_called(here, game)), game)
    screen = screen or standard_screen()
    with screen.signals_leave():
        inbox = Inbox(screen)
        try:
            seat = None
            if not watch:
                seat = kept_seat(address, name) if game is None else None
                if seat is None or (name is None and somebody_sits(seat)):
                    seat = sit_down(screen, inbox, speaks, address, name, game, wanted, now)
                if bots is not None and not now:
                    seat.start(bots, speaks)
            display = Display(screen, speaks, rules_page)
            with RemoteSeat(address, seat, speaks, inbox) as place:
                return TerminalSession(display, inbox, [place]).run()
        except (Leave, KeyboardInterrupt) as leave:  # before there was a seat
            return go_early(screen, leave, speaks)
        except ClientError as error:
            raise told(error, speaks) from None
        finally:
            inbox.close()


def told(error: ClientError, language: str) -> ClientError:
    """The same in this language; what the server or the table refused is in it already."""
    arguments = dict(error.arguments)
    if error.code == RejectionCode.UNREACHABLE:
        cause = getattr(error.__cause__, "reason", error.__cause__)
        why = known_reason(language, cause) if isinstance(cause, OSError) else None
        if why is None:
            return error
        arguments["reason"] = why
    elif error.code != RejectionCode.BAD_ANSWER:
        return error
    return ClientError(error.code, refuse(None, error.code, language, **arguments), **arguments)


def check_wishes(
    language: str, address: Address, game: str | None, for_new: bool, watch: bool
) -> None:
    """ValueError if these arguments do not go together."""
    wrong = None
    if game is not None and address.table:
        wrong = phrase(language, "table-named")
    elif game is not None and watch:
        wrong = phrase(language, "host-plays")
    elif game is None and not address.table:
        wrong = phrase(language, "no-table-named")
    elif game is None and for_new:
        wrong = phrase(language, "needs-game")
    if wrong is not None:
        raise ValueError(wrong)


def read_values(options: Sequence[str], language: str = "en") -> dict[str, OptionValue]:
    """Options as they are typed: `target=11`. The server checks them."""
    given: dict[str, OptionValue] = {}
    for text in options:
        name, equals, value = text.partition("=")
        if not equals:
            raise ValueError(phrase(language, "option-form", text=shortened(text)))
        if value.lower() in ("true", "false"):
            given[name] = value.lower() == "true"
        else:
            given[name] = int(value) if is_count(value.removeprefix("-")) else value
    return given


def sit_down(
    screen: Screen,
    inbox: Inbox,
    language: str,
    address: Address,
    name: str | None,
    game: str | None,
    wanted: dict[str, Any],
    now: bool = False,
) -> Seat:
    """Take a seat at the table, or open a new one, and keep the seat; ask for a missing name.

    With `now` it is a seat at any public table of the game.
    """
    opens = play_now if now else open_table
    while True:
        trying = name if name is not None else ask_name(screen, inbox, language)
        try:
            if game is None:
                seat = take_seat(address.link, trying, language=language)
            else:
                seat = opens(address.server, game, trying, language=language, **wanted)
            break
        except ClientError as error:
            if name is not None or error.code != RejectionCode.NAME_TAKEN:
                raise
            screen.print(str(error))
    try:
        keep_seat(seat)
    except OSError as error:
        screen.print(phrase(language, "seat-not-kept", reason=reason(language, error)))
    return seat


def ask_name(screen: Screen, inbox: Inbox, language: str) -> str:
    """Ask for a player's name until it is a possible one."""
    while True:
        screen.prompt(phrase(language, "ask-your-name"))
        answer = screen.answered(inbox.typed())
        try:
            return check_name(answer)
        except Rejection as error:
            if answer:
                screen.print(name_refused(error, language))


def somebody_sits(seat: Seat) -> bool:
    """Whether this player is connected already, in another window: then somebody else has come."""
    with suppress(ClientError):
        info = seat.info()
        return info.phase == "open" and info.seats[seat.seat].present
    return False
