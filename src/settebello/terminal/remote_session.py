"""A player at a live table: what they are told, what they type, what they are shown."""

from __future__ import annotations

import os
import random
import threading
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress

from settebello import words
from settebello.bots import BotError, ask, find_bot
from settebello.cards import HIDDEN
from settebello.client import (
    Address,
    ClientError,
    Connection,
    Lost,
    Seat,
    Standing,
    fetch_record,
    new_id,
)
from settebello.game import Game, Move
from settebello.record import write_record
from settebello.registry import games
from settebello.rejection import RejectionCode
from settebello.table import protocol
from settebello.terminal.commands import Commands, typed_as
from settebello.terminal.inbox import END, Inbox, LiveScreen
from settebello.terminal.kept import forget_seat
from settebello.terminal.local_session import RulesPage
from settebello.terminal.screen import Leave
from settebello.terminal.seating import is_count
from settebello.terminal.table import TableBoard, described, game_to_draw, seat_change, whose_turn
from settebello.words.phrases import listed, phrase, title

COMMANDS = ("help", "rules", "score", "log", "table", "hint", "undo", "who", "start", "bots",
            "pause", "resume", "rematch", "save", "quit")  # fmt: skip
HELP = {"save": "help-record", "quit": "help-leave"}  # what they do here
LONGEST_MOVE = 200  # characters


class RemoteSession:
    """A player or spectator at a live table, until they leave."""

    def __init__(
        self,
        screen: LiveScreen,
        inbox: Inbox,
        language: str,
        rules_page: RulesPage,
        address: Address,
        seat: Seat | None = None,
    ) -> None:
        self.screen = screen
        self.language = language
        self.standing = Standing()
        self._inbox = inbox
        self._rules_page = rules_page
        self._server = address.server
        self._seat = seat
        self._is_host = False
        self._secret = seat.secret if seat is not None else address.invite
        self._table = seat.table if seat is not None else address.table
        self._connection = Connection(self._server, self._table, self._secret, language=language)
        self._commands = Commands(language, COMMANDS, HELP)
        self._came_in = False
        self._is_lost = False
        self._asked: protocol.Move | None = None  # the move that waits for its answer
        # The chat lines that were shown: the last ones come again with every welcome.
        self._said: deque[protocol.Said] = deque(maxlen=64)
        self._wants_more = False
        self._shown: TableBoard | None = None  # unknown until the server has named the game

    def run(self) -> int:
        """Play or watch until they leave; returns the exit code."""
        threading.Thread(target=self._listen, daemon=True).start()
        try:
            while True:
                self._prompt()
                thing = self._inbox.next()
                if thing is END:
                    raise Leave
                if isinstance(thing, str):
                    self._obey(self.screen.answered(thing))
                elif isinstance(thing, ClientError):
                    return self._give_up(thing)
                else:
                    self._hear(thing)
        except (Leave, KeyboardInterrupt) as leave:
            code = self.screen.left(leave)
            self._say_goodbye()
            return code
        finally:
            self._connection.close()

    def _listen(self) -> None:
        try:
            for message in self._connection:
                self._inbox.put(message)
        except ClientError as error:
            self._inbox.put(error)

    def _give_up(self, error: ClientError) -> int:
        if error.code == RejectionCode.NOT_FOUND and self._seat is not None:
            forget_seat(self._seat)
            self._seat = None
        if not self._came_in:
            raise error
        self.screen.print(str(error))
        self._say_goodbye()
        return 1

    def _say_goodbye(self) -> None:
        with suppress(Leave):  # nobody may be there to read it
            if self._seat is not None and self.standing.phase not in ("over", "closed"):
                self._say("come-back", link=Address(self._server, self._table).link)
            else:
                self._say("goodbye")

    def _say(self, name: str, /, **arguments: str | int) -> None:
        self.screen.print(phrase(self.language, name, **arguments))

    @property
    def _game(self) -> Game:
        return game_to_draw(self.standing.game, self.standing.view)

    @property
    def _board(self) -> TableBoard:
        game = self._game  # if it is not installed, what the view shows of it
        self._shown = self._shown or TableBoard(game, self.language, self.screen)
        self._shown.game = game
        return self._shown

    @property
    def _my_turn(self) -> bool:
        return bool(self.standing.legal) and self.standing.phase == "playing"

    def _prompt(self) -> None:
        """Ask for what can be typed now."""
        if self._is_lost or self._seat is None:
            return
        if self.standing.phase == "open" and self._is_host:
            self.screen.prompt(phrase(self.language, "ask-start"))
        elif self._my_turn and self._asked is None:
            self.screen.prompt(phrase(self.language, "ask-move"))
        elif self.standing.over and not self._wants_more:
            self.screen.prompt(phrase(self.language, "ask-again"))

    # What the server sends.

    def _hear(self, message: protocol.ServerMessage | Lost) -> None:
        try:
            self._take(message)
        except ClientError:
            raise
        except (LookupError, TypeError, AttributeError, ValueError) as error:
            code = RejectionCode.BAD_ANSWER
            raise ClientError(code, about="message", server=self._server) from error

    def _take(self, message: protocol.ServerMessage | Lost) -> None:
        standing = self.standing
        phase, chairs, match = standing.phase, standing.chairs, standing.match
        new = standing.take(message)
        if isinstance(message, Lost):
            self._is_lost = True
            self._say("lost")
        elif isinstance(message, protocol.Welcome):
            self._find_host()
            self._welcomed()
        elif isinstance(message, protocol.Seats):
            self._find_host()
            self._tell_changes(phase, chairs, match)
        elif isinstance(message, protocol.Answer | protocol.Refused):
            self._answered(message)
        elif isinstance(message, protocol.Said) and message not in self._said:
            self._said.append(message)
            self.screen.print(f"{message.name}: {message.text}")
        for notice in new:
            self.screen.print(str(notice["text"]))
        if new and standing.seat is not None:
            self._connection.ack(standing.number)
        if isinstance(message, protocol.Welcome | protocol.Told):
            if isinstance(message, protocol.Welcome) and standing.phase == "playing":
                self._show_table()
            elif self._my_turn:
                self._show_changes()
            if self._my_turn and message.clock is not None:
                self._say("clock", seconds=round(message.clock))
            if standing.over and (phase != "over" or isinstance(message, protocol.Welcome)):
                self._tell_end()
        self._wants_more = self._wants_more and standing.over

    def _find_host(self) -> None:
        self._is_host = False
        if self._seat is not None and self.standing.phase == "open":
            with suppress(ClientError):
                now = self._seat.info()
                self._is_host = now.phase == "open" and now.host == self._seat.seat

    def _welcomed(self) -> None:
        """They have joined, or are back after the connection was lost."""
        standing = self.standing
        if self._came_in:
            self._is_lost = False
            self._say("back")
            if self._wants_more and standing.over:  # the lost connection withdrew it
                self._connection.do(protocol.Rematch(new_id()))
            return
        self._came_in = True
        self.screen.print()
        if standing.phase != "open":
            self._introduce()
        else:
            self._say("opened", game=title(self._game, self.language))
            self._tell_options()
            self._tell_who()
            if self._seat is not None and self._seat.invite:
                self._say("friends", link=self._seat.link)
            if not self._is_host:
                self._say("waits-for-start")
        if self._seat is None:
            self._say("watching")
        if standing.phase == "paused":
            self._say("paused-now")

    def _introduce(self) -> None:
        self._board.forget()
        names = listed(self.language, self.standing.players)
        self._say("begins", game=title(self._game, self.language), players=names)
        self._tell_options()
        self._say("help-is-there")

    def _tell_options(self) -> None:
        game = games().get(self.standing.game)
        known = {option.name: option for option in game.OPTIONS} if game else {}
        changed = [
            words.house_rule(game, known[name], value, self.language)
            if game and name in known
            else f"{name}={str(value).lower()}"
            for name, value in self.standing.options.items()
            if name not in known or value != known[name].default
        ]
        if changed:
            self._say("options", options="; ".join(changed))

    def _tell_changes(
        self, phase: protocol.Phase, chairs: list[protocol.SeatInfo], match: str
    ) -> None:
        """Print what has changed at the table, a line each."""
        standing = self.standing
        for number, (old, new) in enumerate(zip(chairs, standing.chairs, strict=True)):
            if number != standing.seat:
                change = seat_change(old, new)
                if change is not None:
                    self._say(change, name=new.name or old.name)
            elif old.name and not new.name:
                self._stood()
        if standing.phase == "playing" and (phase == "open" or match != standing.match):
            self.screen.print()
            self._introduce()
        elif standing.phase == "paused" and phase == "playing":
            self._say("paused-now")
        elif standing.phase == "playing" and phase == "paused":
            self._say("goes-on")
        elif standing.phase == "closed":
            self._say("table-closed")
            raise Leave

    def _stood(self) -> None:
        """The host has freed this seat: forget it."""
        if self._seat is not None:
            forget_seat(self._seat)
            self._seat = None
        self._say("seat-freed")
        raise Leave

    def _answered(self, message: protocol.Answer | protocol.Refused) -> None:
        asked = self._asked
        if asked is not None and message.id == asked.id:
            self._asked = None
            if isinstance(message, protocol.Answer) and asked.after == self.standing.number:
                self.standing.legal = []  # they are out of date; the next ones will be told
        if isinstance(message, protocol.Refused):
            self._wants_more = False
            self.screen.print(message.text)

    def _tell_end(self) -> None:
        result = self.standing.result()
        winners = [result.players[seat] for seat in result.winners]
        self._say("over", number=len(winners), winners=listed(self.language, winners))
        if self._seat is None and not self.screen.asks_always:  # nobody could type `quit`
            raise Leave

    # What is typed.

    def _obey(self, typed: str) -> None:
        legal = self.standing.legal if self._my_turn else []
        word = " ".join(typed.casefold().split())
        command, rest = self._commands.find(typed)
        if any(choice.text.casefold() == word for choice in legal):
            self._move(typed)
        elif command is not None:
            self._answer(command, rest)
        elif self.standing.over and self._seat is not None and not self._wants_more:
            self._again(word)
        elif not typed:
            if legal and self._asked is None:
                self._say("nothing-typed")
        elif not legal:
            self._not_now()
        elif is_count(typed) and not 1 <= int(typed) <= len(legal):
            if len(legal) == 1:
                self._say("only-number", number=typed)
            else:
                self._say("no-such-number", number=typed, last=len(legal))
        else:
            self._move(legal[int(typed) - 1].text if is_count(typed) else typed)

    def _move(self, text: str) -> None:
        if self._asked is not None:
            self._say("on-its-way")
            return
        self._asked = protocol.Move(new_id(), self.standing.number, text[:LONGEST_MOVE])
        self._connection.do(self._asked)

    def _again(self, word: str) -> None:
        if word in typed_as("yes-words", self.language):
            self._answer("rematch", "")
        elif word in typed_as("no-words", self.language):
            raise Leave
        else:
            self._say("yes-or-no")

    def _not_now(self) -> None:
        """Say why no move can be made now."""
        if self._asked is not None:
            self._say("on-its-way")
        elif self.standing.phase == "paused":
            self._say("paused-now")
        elif self.standing.view is None or self.standing.phase == "open":
            self._say("not-begun")
        else:
            self.screen.print(whose_turn(self.standing.view, self.language))

    def _answer(self, command: str, rest: str) -> None:
        do: dict[str, Callable[[], None]] = {
            "help": self._print_help,
            "rules": self._print_rules,
            "score": self._tell_score,
            "log": self._print_log,
            "table": self._show_table,
            "hint": self._give_hint,
            "who": self._tell_who,
            "undo": lambda: self._ask_for(protocol.Undo(new_id(), self.standing.number)),
            "pause": lambda: self._ask_for(protocol.Pause(new_id())),
            "resume": lambda: self._ask_for(protocol.Resume(new_id())),
            "rematch": self._ask_again,
            "start": lambda: self._start(""),
            "bots": lambda: self._start("bot"),
            "save": lambda: self._write_record(rest),
            "quit": self._quit,
        }
        do[command]()

    def _quit(self) -> None:
        raise Leave

    def _ask_for(
        self, message: protocol.Undo | protocol.Pause | protocol.Resume | protocol.Rematch
    ) -> None:
        if self._seat is None:
            self._say("watching")
        else:
            self._connection.do(message)

    def _ask_again(self) -> None:
        self._wants_more = self.standing.over
        self._ask_for(protocol.Rematch(new_id()))

    def _start(self, fill: str) -> None:
        """Start the match; only the host can."""
        if self._seat is None:
            self._say("watching")
            return
        try:
            self._seat.start(fill, self.language)
        except ClientError as error:
            self.screen.print(str(error))
        else:
            self._is_host = False  # nothing is left to ask before the match begins

    def _write_record(self, name: str) -> None:
        if not name:
            self._say("no-file")
            return
        path = os.path.expanduser(name)
        match = self.standing.match
        try:
            write_record(fetch_record(self._server, match, self._secret, self.language), path)
        except ValueError as error:
            self.screen.print(str(error))
        else:
            self._say("record-saved", file=path)

    # What is shown.

    def _show_table(self) -> None:
        view = self.standing.view
        if view is None:
            self._say("not-begun")
            return
        self._show_lines(self._board.whole(view))

    def _show_changes(self) -> None:
        if self.standing.view is not None:
            self._show_lines(self._board.changes(self.standing.view))

    def _show_lines(self, lines: Sequence[str]) -> None:
        self.screen.print()
        for line in lines:
            self.screen.print(line)
        if self._my_turn:
            self._list_moves()

    def _list_moves(self) -> None:
        legal = self.standing.legal
        moves = [Move(choice.text, choice.verb, choice.pieces, ()) for choice in legal]
        labels = {choice.text: choice.label for choice in legal}
        for line in self._board.moves(moves, labels, self.standing.players):
            self.screen.print(line, hang="   ")

    def _tell_score(self) -> None:
        scores = self.standing.result().scores
        for name, score in zip(self.standing.players, scores, strict=False):
            self._say("score-line", name=name, score=score)

    def _tell_who(self) -> None:
        for number, chair in enumerate(self.standing.chairs):
            if not chair.name:
                self._say("chair-free", number=number + 1)
            elif chair.bot:
                self._say("chair-bot", number=number + 1, name=chair.name)
            elif number == self.standing.seat:
                self._say("chair-yours", number=number + 1, name=chair.name)
            elif chair.stand_in:
                self._say("chair-stand-in", number=number + 1, name=chair.name)
            elif chair.present:
                self._say("chair-there", number=number + 1, name=chair.name)
            else:
                self._say("chair-away", number=number + 1, name=chair.name)

    def _print_log(self) -> None:
        """Print all that they were told since they came; nothing where they have to remember it."""
        view, me = self.standing.view, self.standing.seat
        places = view.places if view is not None else {}
        if any(HIDDEN in cards for name, cards in places.items() if name.endswith(f":{me}")):
            self._say("log-forgets")
            return
        for notice in self.standing.notices:
            self.screen.print(str(notice["text"]))

    def _give_hint(self) -> None:
        if not self._my_turn:
            self._not_now()
            return
        try:
            bot = find_bot("bot", self._game)
            move = ask(bot, self.standing.turn(random.Random()), "bot")
        except BotError:
            self._say("no-hint")
        else:
            meant = [choice for choice in self.standing.legal if choice.text == move.text]
            self._say("hint", move=described(meant[0].text, meant[0].label))

    def _print_rules(self) -> None:
        game = games().get(self.standing.game)
        if game is None:
            self._say("no-rules", game=self.standing.game)
        else:
            self.screen.print_page(self._rules_page(game, self.language))

    def _print_help(self) -> None:
        self._commands.print_help(self.screen, self._game)
        if self._my_turn:
            self._say("moves-now")
            self._list_moves()
