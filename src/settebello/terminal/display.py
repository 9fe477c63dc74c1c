"""What people at a terminal are shown: sentences, the table, the moves, and answers to commands."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from settebello import words
from settebello.bots import BotError, ask, find_bot
from settebello.bots.levels import LEVEL_NAMES
from settebello.bots.search import Thought
from settebello.declared import log_mark, shown_in_log
from settebello.game import Game, Move
from settebello.record import write_record
from settebello.registry import games
from settebello.table import protocol
from settebello.table.hinting import shown_moves
from settebello.terminal.commands import Commands
from settebello.terminal.hints import can_search, search_hint
from settebello.terminal.moves import (
    MoveList,
    Unclear,
    described,
    may_be_refused,
    meant_group,
    named,
    read_players,
    written,
)
from settebello.terminal.screen import Screen
from settebello.terminal.seat import TerminalSeat
from settebello.terminal.seating import is_count
from settebello.terminal.table import TableBoard, game_to_draw, teams_in, whose_turn
from settebello.terminal.tallies import tally_lines
from settebello.words import at_table
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
        """Print what a seat has been told and has not seen, a sentence each.

        What the rules want to be looked at, such as a full trick, is shown before it goes.
        """
        for notice in seat.unshown:
            if notice["text"]:  # some say nothing that the table does not show
                self.screen.print(str(notice["text"]))
            self._tell_tally(seat, notice)
            then, now = seat.paused.get(notice.get("number", 0)), seat.standing.view
            if notice.get("pause") and then is not None and now is not None:
                for line in self._board_of(seat).leaving(then, now, notice.get("seat")):
                    self.screen.print(line)
        if seat.unshown:
            seat.unshown, seat.paused = [], {}
            seat.shown()

    def _tell_tally(self, seat: TerminalSeat, notice: protocol.Notice) -> None:
        """Print how a round was counted, if the notice tells it."""
        spoken = words.words_of(game_of(seat), self.language)
        for line in tally_lines(notice.get("tally"), seat.standing.players, spoken):
            self.screen.print(line, indent="  ")

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
        for line in self._moves(seat).lines:
            self.screen.print(line, hang="   ")

    def _moves(self, seat: TerminalSeat) -> MoveList:
        labels = {choice.text: choice.label for choice in seat.standing.legal}
        return self._board_of(seat).moves(moves_of(seat), labels, seat.standing.players)

    def find_move(self, seat: TerminalSeat, typed: str) -> str | None:
        """The text of the legal move that is written so; None if there is none."""
        game, players = game_of(seat), seat.standing.players
        found = (m.text for m in moves_of(seat) if written(game, m, players).casefold() == typed)
        return next(found, None)

    def read_move(self, seat: TerminalSeat, typed: str) -> str | None:
        """The text of a move that was typed, by its number or in words.

        It may be wrong. None if it cannot be a move at all: then a sentence has said so.
        """
        game, moves, players = game_of(seat), self._moves(seat), seat.standing.players
        if is_count(typed) and 1 <= int(typed) <= len(moves.numbered):
            return moves.numbered[int(typed) - 1].text
        if is_count(typed) and not moves.groups:
            many = len(moves.numbered) > 1
            name = "no-such-number" if many else "only-number"
            self.say(name, number=typed, last=len(moves.numbered))
            return None
        try:
            text = read_players(typed, game, moves_of(seat), players, self.language)
        except Unclear as unclear:
            self.screen.print(str(unclear))
            return None
        group = meant_group(moves.groups, text)
        if group is None or may_be_refused(game, seat.standing.legal, text):
            return text
        example = next((m for m in group.moves if typed in m.text.split()), group.moves[0])
        told = written(game, example, players)
        self.say("form-is", text=typed, form=group.form, example=told)
        return None

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

    def tell_refusal(self, seat: TerminalSeat, refused: protocol.Refused) -> None:
        """Print why something is refused.

        The table lists legal moves by their texts, with an English "or": here players have names,
        and moves that share a line are listed together.
        """
        told = refused.text
        legal, text = (str(refused.arguments.get(name, "")) for name in ("legal", "text"))
        if legal:
            game, players = game_of(seat), seat.standing.players
            groups = self._moves(seat).groups if seat.to_move else []
            forms = [group.form for group in groups]
            grouped = {move.text for group in groups for move in group.moves}
            texts = [
                named(each, game, players) for each in legal.split(" or ") if each not in grouped
            ]
            between = f" {phrase(self.language, 'or')} "
            told = told.replace(legal, between.join([*forms, *texts])).replace(
                text, named(text, game, players)
            )
        self.screen.print(told)

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
        game, told = game_of(seat), seat.log()
        marks = [str(n.get("mark") or (log_mark(game, n) if "event" in n else "")) for n in told]
        notices = [told[at] for at in shown_in_log(marks)]
        for notice in notices:
            if text := str(notice.get("later", notice["text"])):
                self.screen.print(text)
                self._tell_tally(seat, notice)
        if len(notices) < len(told) or any(fades(notice) for notice in notices):
            self.say("log-forgets")

    def tell_score(self, seat: TerminalSeat) -> None:
        """Print the score of each player; partners are named together, and what each has."""
        scores, players = seat.standing.result().scores, seat.standing.players
        teams = teams_in(seat.standing.view) if seat.standing.view is not None else []
        for team in teams or [[number] for number in range(len(scores))]:
            (name,) = words.team_names([team], players, self.language)
            has = list(dict.fromkeys(scores[number] for number in team))
            if len(has) > 1:
                each = [f"{players[number]} {scores[number]}" for number in team]
                self.say("score-line", name=name, score=", ".join(each))
            else:
                self.say("score-line", name=name, score=has[0])

    def tell_start(self, seat: TerminalSeat) -> None:
        """Say when the match of a table begins whose host is somebody else, or that has none."""
        standing = seat.standing
        if not standing.public:
            self.say("waits-for-start")
        elif standing.fill_in is None:
            self.say("waits-for-people")
        else:
            self.say("waits-for-bots", seconds=round(standing.fill_in))

    def tell_who(self, seat: TerminalSeat) -> None:
        for number, chair in enumerate(seat.standing.seats):
            if not chair.name:
                self.say("chair-free", number=number + 1)
            elif chair.bot in LEVEL_NAMES:
                self.say("chair-level", number=number + 1, name=chair.name, level=chair.bot)
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

        if seat.standing.watching:
            self.say("spectators", number=seat.standing.watching)

    def tell_recap(self, seat: TerminalSeat, recap: protocol.Recap) -> None:
        """Print what they have missed, in place of all that happened meanwhile.

        What they alone are shown is printed with the rest.
        """
        self.say("while-away")
        for line in recap.lines:
            self.screen.print(line.text, indent="  ")
        if recap.earlier:
            self.say("and-earlier", number=recap.earlier)
        seat.unshown = [notice for notice in seat.unshown if fades(notice) or notice.get("pause")]
        if not seat.unshown:  # else when that is printed
            seat.shown()

    def give_hint(self, seat: TerminalSeat) -> None:
        if not seat.to_move:
            self.tell_why_not(seat)
            return
        turn, game = seat.turn(), game_of(seat)
        thought: Thought | None = None
        try:
            if can_search(turn, game):
                self.say("hint-thinking")
                thought = search_hint(turn, game)
        except Exception:  # far away, or of a policy from elsewhere; the bot is asked instead
            thought = None
        try:
            found = None if thought is None else turn.find(thought.text)
            move = found or ask(find_bot("bot", game), turn, "bot")
        except BotError:
            self.say("no-hint")
            return
        meant = next(choice for choice in seat.standing.legal if choice.text == move.text)
        text = written(game, move, seat.standing.players)
        self.say("hint", move=described(text, meant.label))
        if thought is not None and found is not None:
            self._tell_chances(seat, thought)

    def _tell_chances(self, seat: TerminalSeat, thought: Thought) -> None:
        """Say how good the best moves of a search are."""
        found: dict[str, Any] = thought.to_dict()
        best, game = shown_moves(found["moves"], thought.text), game_of(seat)
        names = {move.text: written(game, move, seat.standing.players) for move in moves_of(seat)}
        if best:
            chances = [(names[each["move"]], each["chance"]) for each in best]
            error, choice = max(each["error"] for each in best), names[thought.text]
            self.screen.print(
                at_table.chances(chances, choice, error, thought.worlds, self.language)
            )

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


def moves_of(seat: TerminalSeat) -> list[Move]:
    """The legal moves of a seat, as the table sent them."""
    return [
        Move(choice.text, choice.verb, choice.pieces, (), choice.slots)
        for choice in seat.standing.legal
    ]


def fades(notice: protocol.Notice) -> bool:
    """Whether a notice tells something that will not be told again."""
    return bool(notice.get("later", notice["text"]) != notice["text"])
