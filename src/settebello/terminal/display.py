"""What people at a terminal are shown: sentences, the table, the moves, and answers to commands."""

from __future__ import annotations

import os
from collections.abc import Callable

from settebello import words
from settebello.bots import BotError, ask, find_bot
from settebello.game import Game, Move
from settebello.record import write_record
from settebello.registry import games
from settebello.table import protocol
from settebello.terminal.commands import Commands
from settebello.terminal.screen import Screen
from settebello.terminal.seat import TerminalSeat
from settebello.terminal.table import TableBoard, described, game_to_draw, whose_turn
from settebello.words.phrases import phrase

RulesPage = Callable[[Game, str], str]  # a game and a language; its rules


class Display:
    """Shows the seats of one terminal on its screen."""

    def __init__(self, screen: Screen, language: str, rules_page: RulesPage) -> None:
        self.screen = screen
        self.language = language
        self.commands = Commands(language)
        self._rules_page = rules_page
        self._board: TableBoard | None = None  # unknown until a table has named the game

    def say(self, name: str, /, **arguments: str | int) -> None:
        self.screen.print(phrase(self.language, name, **arguments))

    def ask(self, name: str, /, **arguments: str | int) -> None:
        """Ask; the answer comes as a typed line."""
        self.screen.prompt(phrase(self.language, name, **arguments))

    # The match.

    def tell(self, seat: TerminalSeat) -> None:
        """Print what a seat has been told and has not seen, a sentence each."""
        for notice in seat.unshown:
            self.screen.print(str(notice["text"]))
        if seat.unshown:
            seat.unshown = []
            seat.shown()

    def forget(self) -> None:
        """Forget what was shown: next time the whole table is."""
        if self._board is not None:
            self._board.forget()

    def show_table(self, seat: TerminalSeat) -> None:
        self.forget()
        self.show_changes(seat)

    def show_changes(self, seat: TerminalSeat) -> None:
        """Show what has changed on the table, and the moves of a seat that is to move."""
        if seat.standing.view is None:
            self.say("not-begun")
            return
        self.screen.print()
        for line in self._board_of(seat).changes(seat.standing.view):
            self.screen.print(line)
        if seat.to_move:
            self._list_moves(seat)

    def _list_moves(self, seat: TerminalSeat) -> None:
        legal = seat.standing.legal
        moves = [Move(choice.text, choice.verb, choice.pieces, ()) for choice in legal]
        labels = {choice.text: choice.label for choice in legal}
        for line in self._board_of(seat).moves(moves, labels, seat.standing.players):
            self.screen.print(line, hang="   ")

    def _board_of(self, seat: TerminalSeat) -> TableBoard:
        game = game_of(seat)
        self._board = self._board or TableBoard(game, self.language, self.screen)
        self._board.game = game  # if it is not installed, what the view shows of it
        return self._board

    def tell_options(self, seat: TerminalSeat) -> None:
        game = games().get(seat.standing.game)
        known = {option.name: option for option in game.OPTIONS} if game else {}
        changed = [
            words.house_rule(game, known[name], value, self.language)
            if game and name in known
            else f"{name}={str(value).lower()}"
            for name, value in seat.standing.options.items()
            if name not in known or value != known[name].default
        ]
        if changed:
            self.say("options", options="; ".join(changed))

    def tell_refusal(self, refused: protocol.Refused) -> None:
        """Print why something is refused. The table lists legal moves with an English "or"."""
        legal = str(refused.arguments.get("legal", ""))
        listed = legal.replace(" or ", f" {phrase(self.language, 'or')} ")
        self.screen.print(refused.text.replace(legal, listed))

    # Answers to commands.

    def print_help(self, seat: TerminalSeat) -> None:
        self.commands.print_help(self.screen, game_of(seat), seat.help)
        if seat.to_move:
            self.say("moves-now")
            self._list_moves(seat)

    def print_rules(self, seat: TerminalSeat) -> None:
        game = games().get(seat.standing.game)
        if game is None:
            self.say("no-rules", game=seat.standing.game)
        else:
            self.screen.print_page(self._rules_page(game, self.language))

    def print_log(self, seat: TerminalSeat) -> None:
        """Print all that they were told, except what they have to remember."""
        notices = seat.log()
        for notice in notices:
            if text := str(notice.get("later", notice["text"])):
                self.screen.print(text)
        if any(fades(notice) for notice in notices):
            self.say("log-forgets")

    def tell_score(self, seat: TerminalSeat) -> None:
        scores = seat.standing.result().scores
        for name, score in zip(seat.standing.players, scores, strict=False):
            self.say("score-line", name=name, score=score)

    def tell_who(self, seat: TerminalSeat) -> None:
        for number, chair in enumerate(seat.standing.seats):
            if not chair.name:
                self.say("chair-free", number=number + 1)
            elif chair.bot:
                self.say("chair-bot", number=number + 1, name=chair.name)
            elif number == seat.standing.seat:
                self.say("chair-yours", number=number + 1, name=chair.name)
            elif chair.stand_in:
                self.say("chair-stand-in", number=number + 1, name=chair.name)
            elif chair.present:
                self.say("chair-there", number=number + 1, name=chair.name)
            else:
                self.say("chair-away", number=number + 1, name=chair.name)

    def give_hint(self, seat: TerminalSeat) -> None:
        if not seat.to_move:
            self.tell_why_not(seat)
            return
        try:
            move = ask(find_bot("bot", game_of(seat)), seat.turn(), "bot")
        except BotError:
            self.say("no-hint")
        else:
            meant = [choice for choice in seat.standing.legal if choice.text == move.text]
            self.say("hint", move=described(meant[0].text, meant[0].label))

    def tell_why_not(self, seat: TerminalSeat) -> None:
        """Say why no move can be made now."""
        standing = seat.standing
        if seat.asked is not None:
            self.say("on-its-way")
        elif standing.phase == "paused":
            self.say("paused-now")
        elif standing.view is None or standing.phase == "open":
            self.say("not-begun")
        else:
            self.screen.print(whose_turn(standing.view, self.language))

    def write_record(self, seat: TerminalSeat, name: str) -> None:
        if not name:
            self.say("no-file")
            return
        path = os.path.expanduser(name)
        try:
            write_record(seat.record(), path)
        except ValueError as error:
            self.screen.print(str(error))
        else:
            self.say("record-saved" if seat.standing.over else "saved-to", file=path)


def game_of(seat: TerminalSeat) -> Game:
    return game_to_draw(seat.standing.game, seat.standing.view)


def fades(notice: protocol.Notice) -> bool:
    """Whether a notice tells something that will not be told again."""
    return bool(notice.get("later", notice["text"]) != notice["text"])
