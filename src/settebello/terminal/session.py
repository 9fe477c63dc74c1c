"""People at one terminal: what they are told, what they are asked, what they type."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress

from settebello.bots import BotError
from settebello.client import ClientError, Lost, new_id
from settebello.registry import RulesError
from settebello.rejection import RejectionCode
from settebello.table import protocol
from settebello.terminal.commands import typed_as
from settebello.terminal.display import Display, fades, game_of
from settebello.terminal.screen import Leave
from settebello.terminal.seat import END, Incoming, TerminalSeat
from settebello.terminal.signs import emotes_told, find_emote, find_player
from settebello.terminal.table import seat_change
from settebello.words.phrases import listed, phrase, title

# Not for spectators.
REQUESTS = ("undo", "pause", "resume", "rematch", "start", "bots", "nudge", "emote")


class TerminalSession:
    """The people at one terminal, at a table here or on a server, until they leave.

    Several people pass the terminal on: one of them is at the screen, `_here`, and nobody is while
    the next one is called. A single person, or a spectator, always is.
    """

    def __init__(
        self,
        display: Display,
        incoming: Incoming,
        seats: Sequence[TerminalSeat],
        *,
        resumed: str = "",
        seed: int | None = None,
    ) -> None:
        """`resumed` is the name of a match that was left, `seed` that of a match with one."""
        self._display = display
        self._say, self._ask = display.say, display.ask
        self._screen, self._language = display.screen, display.language
        self._incoming = incoming
        self._seats = seats
        self._several = len(seats) > 1
        self._resumed = resumed
        self._seed = seed
        self._said: deque[protocol.Said] = deque(maxlen=64)  # they come again with every welcome
        self._muted: set[str] = set()  # names of players whose words and signs are not shown
        self._came_in = self._is_lost = self._is_host = False
        self._begin()

    def _begin(self) -> None:
        """A match begins, or a table waits for it."""
        self._begins = False  # the host has started it: nothing is left to ask until it is there
        self._here: TerminalSeat | None = None if self._several else self._seats[0]
        self._mover: TerminalSeat | None = None  # who of them has moved last
        self._just_moved = False  # and has not been told of it
        self._must_pause = False  # they were shown something that goes, or that they are to look at
        self._take_answer: Callable[[str], None] | None = None  # to a call
        self._news = False  # whether the person at the screen has to see the table
        self._clock: float | None = None  # seconds for this move
        self._awaited: set[int] = set()  # for whom a bot will play: it was said
        self._nudging: tuple[str, str] | None = None  # the id of the request, and the name
        self._end_told = False
        for seat in self._seats:
            seat.wants_more = False

    def run(self) -> int:
        """Play or watch until they leave; returns the exit code.

        Raises BotError or RulesError if a bot or the rules fail here, ClientError if a server
        cannot be reached or understood.
        """
        try:
            while True:
                try:
                    if self._incoming.settled():
                        self._prompt()
                    heard = self._incoming.next()
                    if heard is END:
                        raise Leave
                    if isinstance(heard, str):
                        self._obey(self._screen.answered(heard))
                    elif isinstance(heard[1], ClientError):
                        return self._give_up(heard[0], heard[1])
                    else:
                        self._hear(heard[0], heard[1])
                except (LookupError, TypeError, AttributeError, ValueError) as error:
                    server = self._seats[0].server
                    if not server or isinstance(error, ClientError):
                        raise
                    wrong = RejectionCode.BAD_ANSWER
                    raise ClientError(wrong, about="message", server=server) from error
        except (Leave, KeyboardInterrupt) as leave:
            code = self._screen.left(leave)
            self._say_goodbye()
            return code
        except (BotError, RulesError):  # the command line says which
            self._say_goodbye()
            raise

    def _give_up(self, seat: TerminalSeat, error: ClientError) -> int:
        if error.code == RejectionCode.NOT_FOUND:
            seat.forget()
        if not self._came_in:
            raise error
        self._screen.print(str(error))
        self._say_goodbye()
        return 1

    def _say_goodbye(self) -> None:
        with suppress(Leave):  # nobody may be there to read it
            self._screen.print(self._seats[0].way_back() or phrase(self._language, "goodbye"))

    # What is asked.

    def _prompt(self) -> None:
        """All is told: show what there is to see, and ask for what can be typed now."""
        if self._is_lost:
            return
        phase, here, up = self._seats[0].standing.phase, self._here, self._next_up()
        if phase == "over":
            self._prompt_end()
        elif self._several and up is not None and up is not here:
            self._call(up)
        elif here is not None:
            if self._news:
                self._show_news(here)
            if up is not None and up.asked is None:
                if self._several:
                    self._ask("ask-move-of", name=up.name)
                else:
                    self._ask("ask-move")
            elif phase == "open" and self._is_host:
                if not self._begins:
                    self._ask("ask-start")
            elif phase == "open" and here.standing.seat is not None and self._screen.asks_always:
                self._ask("ask-waiting")

    def _show_news(self, here: TerminalSeat) -> None:
        self._news = False
        self._display.tell(here)
        self._display.show_changes(here)
        coach = here.standing.coach
        if coach is not None and coach.move:
            self._say("coach", step=coach.step, steps=coach.steps, text=coach.text)
        elif coach is not None:
            self._say("coach-end", text=coach.text)
        if here.to_move and self._clock is not None:
            self._say("clock", seconds=round(self._clock))

    def _next_up(self) -> TerminalSeat | None:
        """The seat that is to move; if several may, the next one after the last mover."""
        mover = -1 if self._mover is None else self._seats.index(self._mover)
        after = [*self._seats[mover + 1 :], *self._seats[: mover + 1]]
        return next((seat for seat in after if seat.to_move), None)

    def _call(self, up: TerminalSeat) -> None:
        """Cover the screen until the next person is there."""
        if self._here is not None and self._must_pause:
            self._take_answer = self._has_seen
            self._ask("seen-it", name=self._here.name)
            return
        if self._here is not None:
            self._screen.cover()
            self._here = None
        self._take_answer = self._has_come
        self._ask("next-player", name=up.name)

    def _has_seen(self, typed: str) -> None:
        if self._display.commands.find(typed)[0] == "quit":
            raise Leave
        self._must_pause = False

    def _has_come(self, typed: str) -> None:
        """Whatever was typed, Enter was pressed; but the one who moved last may take it back."""
        command, up = self._display.commands.find(typed)[0], self._next_up()
        if command == "quit":
            raise Leave
        if command == "undo" and up is not None:
            (self._mover or up).undo()
            return
        self._screen.print()
        self._display.forget()
        self._here, self._news = up, True

    def _prompt_end(self) -> None:
        if not self._end_told:
            self._tell_end()
        asked = self._asked_again
        if asked is not None and self._several:
            self._ask("ask-again-of", name=asked.name)
        elif asked is not None:
            self._ask("ask-again")

    @property
    def _asked_again(self) -> TerminalSeat | None:
        """Who has to say whether they want another match (rule 25 of Dice: if all do)."""
        seats = (seat for seat in self._seats if seat.standing.seat is not None)
        return next((seat for seat in seats if not seat.wants_more), None)

    # What the table sends.

    def _hear(self, seat: TerminalSeat, message: protocol.ServerMessage | Lost) -> None:
        standing, first = seat.standing, seat is self._seats[0]
        phase, before, match = standing.phase, standing.seats, standing.match
        view, acting = standing.view, standing.to_act
        new = standing.take(message)
        if new:
            seat.unshown, seat.latest = seat.unshown + new, new
            if isinstance(message, protocol.Welcome) and message.more:
                view = standing.view  # as it was before the move that is being told
            seat.look_at(view, new)
        if isinstance(message, Lost):
            self._is_lost = True
            self._say("lost")
        elif isinstance(message, protocol.Welcome):
            if first:  # what concerns the whole table is said once
                self._is_host = standing.phase == "open" and seat.hosts()
                self._welcomed(seat)
        elif isinstance(message, protocol.Seats):
            if first:
                self._is_host = standing.phase == "open" and seat.hosts()
                self._tell_seats(seat, phase, before, match)
        elif isinstance(message, protocol.Answer | protocol.Refused):
            self._answered(seat, message)
        elif isinstance(message, protocol.Nudged):
            self._say("nudges-you", name=message.name)
        elif isinstance(message, protocol.Said) and message not in self._said:
            self._said.append(message)
            self._print_of(message.name, message.text)
        elif isinstance(message, protocol.Emoted) and first:
            name = standing.seats[message.seat].name
            self._print_of(name, phrase(self._language, f"emote-{message.emote}"))
        if first and isinstance(message, protocol.Welcome | protocol.Told | protocol.Seats):
            self._tell_awaited(seat, message.bot_in)
        if isinstance(message, protocol.Welcome) and message.recap is not None:
            self._display.tell_recap(seat, message.recap)
        if isinstance(message, protocol.Welcome | protocol.Told):
            self._told(seat, isinstance(message, protocol.Welcome))
            self._clock = message.clock
            chose = standing.seat in acting and standing.seat not in message.to_act
            if seat.server and chose and len(acting) > 1 and message.to_act and message.view:
                others = [standing.players[other] for other in message.to_act]
                self._say("waiting-for", players=listed(self._language, others))

    def _told(self, seat: TerminalSeat, welcome: bool) -> None:
        """Print what a seat was told, if its person is there and it is for them to see now."""
        taken_back = any(notice.get("event") == "TakenBack" for notice in seat.unshown)
        if taken_back or welcome:
            self._display.forget()
            self._end_told = False
        if not self._several or (taken_back and seat is self._mover):
            self._must_pause = False
            self._display.tell(seat)
        elif self._just_moved and seat is self._mover is self._here:
            self._just_moved = False  # what follows is told when they are called again
            self._must_pause = any(fades(n) or n.get("pause") for n in seat.unshown)
            self._display.tell(seat)
        if seat is self._here and seat.standing.phase == "playing" and (welcome or seat.to_move):
            self._news = True

    def _welcomed(self, seat: TerminalSeat) -> None:
        """They have joined, or are back after the connection was lost."""
        standing = seat.standing
        if self._came_in:
            reloaded = standing.dev and not self._is_lost
            self._is_lost = False
            self._say("rules-loaded" if reloaded else "back")
            if seat.wants_more and standing.over:  # the lost connection withdrew it
                seat.rematch()
            return
        self._came_in = True
        self._screen.print()
        if standing.dev:
            self._say("dev-table")
        if standing.phase != "open":
            self._introduce(seat)
        else:
            self._say("opened", game=title(game_of(seat), self._language))
            self._display.tell_options(seat)
            self._display.tell_who(seat)
            if seat.invitation:
                self._say("friends", link=seat.invitation)
            if not self._is_host:
                self._display.tell_start(seat)
        if standing.seat is None and seat.lasts:
            self._say("watching")
        if standing.phase == "paused":
            self._say("paused-now")

    def _introduce(self, seat: TerminalSeat) -> None:
        self._display.forget()
        game = title(game_of(seat), self._language)
        names = listed(self._language, seat.standing.players)
        if self._resumed:
            self._say("resumed", save=self._resumed, game=game, players=names)
            self._resumed = ""
        else:
            self._say("begins", game=game, players=names)
        self._display.tell_options(seat)
        if self._seed is not None:
            self._say("seeded", seed=self._seed)
        if seat.standing.seat is not None or seat.lasts:
            self._say("help-is-there")

    def _tell_seats(
        self,
        seat: TerminalSeat,
        phase: protocol.Phase,
        before: list[protocol.SeatInfo],
        match: str,
    ) -> None:
        """Print what has changed at the table, a line each."""
        standing, ours = seat.standing, [own.standing.seat for own in self._seats]
        for number, (old, new) in enumerate(zip(before, standing.seats, strict=True)):
            change = seat_change(old, new)
            if number not in ours and change is not None:
                self._say(change, name=new.name or old.name)
            elif number in ours and old.name and not new.name:
                seat.forget()
                self._say("seat-freed")
                raise Leave
        if standing.phase == "playing" and (phase == "open" or match != standing.match):
            self._screen.print()
            self._begin()
            self._introduce(seat)
        elif standing.phase == "paused" and phase == "playing":
            self._say("paused-now")
        elif standing.phase == "playing" and phase == "paused":
            self._say("goes-on")
        elif standing.phase == "closed":
            self._say("table-closed")
            raise Leave

    def _tell_awaited(self, seat: TerminalSeat, bot_in: dict[int, float]) -> None:
        """Say once for whom a bot will play, and when."""
        for number, seconds in bot_in.items():
            if number not in self._awaited and number != seat.standing.seat:
                name = seat.standing.players[number]
                self._say("bot-in", name=name, seconds=round(seconds))
        self._awaited = set(bot_in)

    def _answered(self, seat: TerminalSeat, message: protocol.Answer | protocol.Refused) -> None:
        asked = seat.asked
        if asked is not None and message.id == asked.id:
            seat.asked = None
            if isinstance(message, protocol.Answer):
                self._mover, self._just_moved = seat, True
                if asked.after == seat.standing.number:
                    seat.standing.legal = []  # out of date; the next ones will be told
        if self._nudging is not None and message.id == self._nudging[0]:
            if isinstance(message, protocol.Answer):
                self._say("you-nudge", name=self._nudging[1])
            self._nudging = None
        if isinstance(message, protocol.Refused):
            seat.wants_more = False
            self._display.tell_refusal(seat, message)

    def _tell_end(self) -> None:
        """Print the end of the match: what all were told, and what one of them alone was told."""
        self._end_told = True
        here = self._here or self._seats[0]
        known = [about_whom(notice) for notice in here.latest]
        self._screen.print()
        self._display.tell(here)
        for seat in self._seats:  # such as rule 10 of Dice
            seat.unshown = [notice for notice in seat.latest if about_whom(notice) not in known]
            self._display.tell(seat)
            seat.shown()
        result = here.standing.result()
        winners = [result.players[seat] for seat in result.winners]
        self._say("over", number=len(winners), winners=listed(self._language, winners))
        watching = here.standing.seat is None
        if watching and not (here.lasts and self._screen.asks_always):  # nobody could type `quit`
            raise Leave

    # What is typed.

    def _obey(self, typed: str) -> None:
        if self._take_answer is not None:
            take, self._take_answer = self._take_answer, None
            take(typed)
            return
        seat = self._here or self._seats[0]
        legal = seat.standing.legal if seat.to_move else []
        word = " ".join(typed.casefold().split())
        command, rest = self._display.commands.find(typed)
        if legal and (meant := self._display.find_move(seat, word)) is not None:
            self._move(seat, meant)
        elif command is not None:
            self._answer(seat, command, rest)
        elif seat.standing.over and self._asked_again is not None:
            self._again(self._asked_again, word)
        elif not typed:
            if legal and seat.asked is None:
                self._say("nothing-typed")
        elif not legal:
            self._display.tell_why_not(seat)
        elif (text := self._display.read_move(seat, typed)) is not None:
            self._move(seat, text)

    def _move(self, seat: TerminalSeat, text: str) -> None:
        if seat.asked is not None:
            self._say("on-its-way")
        else:
            seat.move(text)

    def _again(self, seat: TerminalSeat, word: str) -> None:
        if word in typed_as("yes-words", self._language):
            seat.rematch()
        elif word in typed_as("no-words", self._language):
            raise Leave
        else:
            self._say("yes-or-no")

    def _answer(self, seat: TerminalSeat, command: str, rest: str) -> None:
        if command not in seat.help:
            self._say("not-here", command=phrase(self._language, f"command-{command}"))
            return
        if command in REQUESTS and seat.standing.seat is None:
            self._say("watching")
            return
        display = self._display
        do: dict[str, Callable[[TerminalSeat], None]] = {
            "help": display.print_help,
            "rules": display.print_rules,
            "score": display.tell_score,
            "log": display.print_log,
            "table": display.show_table,
            "hint": display.give_hint,
            "who": display.tell_who,
            "undo": lambda seat: seat.undo(),
            "nudge": self._nudge,
            "emote": lambda seat: self._emote(seat, rest),
            "mute": lambda seat: self._mute(seat, rest),
            "pause": lambda seat: seat.request(protocol.Pause(new_id())),
            "resume": lambda seat: seat.request(protocol.Resume(new_id())),
            "rematch": lambda seat: (self._asked_again or seat).rematch(),
            "start": lambda seat: self._start(seat, ""),
            "bots": lambda seat: self._start(seat, rest.casefold() or "bot"),
            "save": lambda seat: display.write_record(seat, rest),
            "quit": self._quit,
        }
        do[command](seat)

    def _nudge(self, seat: TerminalSeat) -> None:
        """Nudge the first who is to move, if possible somebody who is there."""
        standing = seat.standing
        others = [number for number in standing.to_act if number != standing.seat]
        others.sort(key=lambda number: not standing.seats[number].present)
        if not others or standing.phase != "playing":
            self._display.tell_why_not(seat)
            return
        asked = protocol.Nudge(new_id(), others[0])
        self._nudging = asked.id, standing.players[others[0]]
        seat.request(asked)

    def _emote(self, seat: TerminalSeat, typed: str) -> None:
        """Send a sign; all are shown it, and so is who sent it."""
        emote = find_emote(typed, self._language)
        if emote is None:
            self._say("which-emote", emotes=emotes_told(self._language))
        else:
            seat.request(protocol.Emote(new_id(), emote))

    def _mute(self, seat: TerminalSeat, typed: str) -> None:
        """Show no words and signs of a player any more; the second time, show them again."""
        number = find_player(typed, seat.standing.seats)
        if number is None or number == seat.standing.seat:
            self._say("whom-to-mute")
            return
        name = seat.standing.seats[number].name
        self._say("heard-again" if name in self._muted else "muted", name=name)
        self._muted ^= {name}

    def _print_of(self, name: str, text: str) -> None:
        if name not in self._muted:
            self._screen.print(f"{name}: {text}")

    def _quit(self, seat: TerminalSeat) -> None:
        raise Leave

    def _start(self, seat: TerminalSeat, fill: str) -> None:
        """Start the match; only the host can."""
        try:
            seat.start(fill)
        except ClientError as error:
            self._screen.print(str(error))
        else:
            self._begins = True


def about_whom(notice: protocol.Notice) -> tuple[object, object]:
    """What happened, and to whom: the same for all who were told of it."""
    return notice["event"], notice.get("seat")
