"""A match at one screen, line by line, and its rematches."""

from __future__ import annotations

import hashlib
import os
import random
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress

from settebello import words
from settebello.bots import Turn, ask, find_bot
from settebello.cards import HIDDEN
from settebello.events import Event, cards_to
from settebello.game import Game, IllegalMove, Move
from settebello.match import Match
from settebello.notation import Notation
from settebello.record import write_record
from settebello.registry import shortened
from settebello.rejection import RejectionCode
from settebello.terminal.commands import Commands, typed_as
from settebello.terminal.saves import Moves, Save, SavedMatch
from settebello.terminal.screen import Leave, Screen
from settebello.terminal.seating import is_count
from settebello.terminal.table import TableBoard, described, labels_of
from settebello.words.phrases import listed, phrase, reason, title

COMMANDS = ("help", "rules", "score", "log", "table", "hint", "undo", "save", "quit")
OFFERED = 8  # so many legal moves are named in a refusal

RulesPage = Callable[[Game, str], str]  # a game and a language; its rules


class LocalSession:
    """A match of people and bots at one screen, and its rematches."""

    def __init__(
        self,
        screen: Screen,
        language: str,
        match: Match,
        bots: dict[int, str],
        rules_page: RulesPage,
        *,
        rules: str | None = None,
        seed: int | None = None,
        earlier: Sequence[Moves] = (),
        told: Sequence[int] = (),
        save: Save | None = None,
    ) -> None:
        self.screen = screen
        self.language = language
        self.match = match
        self.bots = bots
        self.people = [seat for seat in range(len(match.players)) if seat not in bots]
        self.save = save
        self._commands = Commands(language, COMMANDS)
        self._board = TableBoard(match.game, language, screen)
        self._rules_page = rules_page
        self._rules = rules
        self._seed = seed
        self._bots_seed = secrets.randbits(64) if seed is None else seed
        self._earlier = list(earlier)
        self._functions = {seat: find_bot(name, match.game) for seat, name in bots.items()}
        self._resumed = save is not None
        self._warned = False
        self._begin(told)
        if self._resumed:
            self._shown[None] = len(match.notices(None))

    def _begin(self, told: Sequence[int] = ()) -> None:
        seats = range(len(self.match.players))
        # For each, the number of the last notice that they have certainly read, since they moved
        # after it; and of the last that was on screen.
        self._told = list(told) or [0 for _ in seats]
        self._shown: dict[int | None, int] = {None: 0, **dict(enumerate(self._told))}
        self._at_screen: int | None = None  # the person whose side is on the screen
        self._board.forget()
        self._must_pause = False  # they were shown something that they will not see again
        self._events: list[Event] = []  # of the last move

    def run(self) -> int:
        """Play until somebody leaves; returns the exit code."""
        try:
            self._keep()
            self._introduce()
            while True:
                self._play()
                self._tell_end()
                if self.save is not None:
                    self.save.remove()
                    self.save = None
                if not self._ask_again():
                    return 0
                self._rematch()
        except (Leave, KeyboardInterrupt) as leave:
            code = self.screen.left(leave)
            self._say_goodbye()
            return code
        except ValueError:  # a bot that fails: the command line says which
            self._say_goodbye()
            raise
        finally:
            if self.save is not None:
                self.save.release()

    def _introduce(self) -> None:
        game, players = title(self.match.game, self.language), self.match.players
        names = listed(self.language, list(players))
        self.screen.print()
        if self._resumed and self.save is not None:
            self._say("resumed", save=self.save.name, game=game, players=names)
        else:
            self._say("begins", game=game, players=names)
        changed = [
            words.house_rule(
                self.match.game, option, self.match.options[option.name], self.language
            )
            for option in self.match.game.OPTIONS
            if self.match.options[option.name] != option.default
        ]
        if changed:
            self._say("options", options="; ".join(changed))
        if self.people:
            self._say("help-is-there")

    def _say_goodbye(self) -> None:
        with suppress(Leave):  # nobody may be there to read it
            if self.save is not None:
                self._say("left", save=self.save.name)
            else:
                self._say("goodbye")

    def _say(self, name: str, /, **arguments: str | int) -> None:
        self.screen.print(phrase(self.language, name, **arguments))

    def _ask(self, name: str, /, **arguments: str | int) -> str:
        return self.screen.ask(phrase(self.language, name, **arguments))

    def _keep(self) -> None:
        """Save the match; if that fails, say so and go on."""
        match, seats = self.match, range(len(self.match.players))
        left = SavedMatch(
            match.record(), self._rules, [self.bots.get(seat) for seat in seats], self.language,
            self._seed, self._earlier, self._told,
        )  # fmt: skip
        try:
            if self.save is None:
                self.save = Save.new(match.game.NAME)
            self.save.write(left)
        except OSError as error:
            if not self._warned:
                self._say("not-saved", reason=reason(self.language, error))
            self._warned = True

    def _play(self) -> None:
        while not self.match.over:
            seat = self._next_seat()
            if seat in self.bots:
                self._move(seat, self._ask_bot(seat))
                if len(self.people) < 2:  # else each is told on their own turn
                    self._tell(self.people[0] if self.people else None)
            elif len(self.people) == 1 or seat == self._at_screen or self._hand_over(seat):
                self._at_screen = seat
                self._take_turn(seat)

    def _next_seat(self) -> int:
        """The seat to move; if several may, the next one after the last mover."""
        moves, seats = self.match.record()["moves"], len(self.match.players)
        last = moves[-1][0] if moves else -1
        return min(self.match.to_act, key=lambda seat: (seat - last - 1) % seats)

    def _move(self, seat: int, move: Move | str) -> None:
        """Make a move. It is saved before anybody is told, and a signal waits until then."""
        with self.screen.undisturbed():
            self._events = self.match.play(seat, move)
            self._told[seat] = self._shown[seat]
            self._keep()

    def _ask_bot(self, seat: int) -> Move:
        return ask(self._functions[seat], self._turn(seat), self.bots[seat])

    def _turn(self, seat: int, purpose: str = "move") -> Turn:
        """The turn for a bot in this seat, with a generator of its own for every move."""
        number = len(self.match.record()["moves"])
        name = f"{self._bots_seed} {len(self._earlier)} {number} {seat} {purpose}"
        seed = int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "big")
        return Turn.of(self.match, seat, random.Random(seed))

    # A person's turn.

    def _hand_over(self, seat: int) -> bool:
        """Cover the screen until the next person is there; False if the last move is taken back."""
        before, self._at_screen = self._at_screen, None
        if before is not None:
            if self._must_pause:
                self._must_pause = False
                seen = self._ask("seen-it", name=self.match.players[before])
                if self._commands.find(seen)[0] == "quit":
                    raise Leave
            self.screen.cover()
            self._board.forget()
        while True:
            answer = self._ask("next-player", name=self.match.players[seat])
            command, _ = self._commands.find(answer)
            if command == "quit":
                raise Leave
            if command != "undo":  # whatever was typed, Enter was pressed
                self.screen.print()
                return True
            if before is not None and self.match.can_undo(before):
                self._undo(before)
                return False
            self.screen.print(
                words.refuse(self.match.game, RejectionCode.NOTHING_TO_UNDO, self.language)
            )

    def _take_turn(self, seat: int) -> None:
        """Show a person their side and do what they type, until they have moved."""
        self._tell(seat)
        self._show_lines(self._board.changes(self.match.view(seat)))
        self._list_moves(seat)
        while True:
            if len(self.people) > 1:
                typed = self._ask("ask-move-of", name=self.match.players[seat])
            else:
                typed = self._ask("ask-move")
            if self._obey(seat, typed):
                return

    def _obey(self, seat: int, typed: str) -> bool:
        """Do what a person typed; returns whether the match has changed."""
        moves = self.match.legal(seat)
        command, rest = self._commands.find(typed)
        if any(move.text.casefold() == " ".join(typed.casefold().split()) for move in moves):
            command = None
        elif is_count(typed):
            if 1 <= int(typed) <= len(moves):
                typed = moves[int(typed) - 1].text
            elif len(moves) == 1:
                self._say("only-number", number=typed)
                return False
            else:
                self._say("no-such-number", number=typed, last=len(moves))
                return False
        try:
            if command == "undo":
                self._undo(seat)
                return True
            if command is not None:
                self._answer(seat, command, rest)
                return False
            if not typed:
                self._say("nothing-typed")
                return False
            self._move(seat, typed)
        except IllegalMove as error:
            self.screen.print(self._refused(typed, error, moves))
            return False
        self._must_pause = self._must_remember(seat) and any(
            hides_from_others(event, seat, len(self.match.players)) for event in self._events
        )
        self._tell(seat)
        return True

    def _answer(self, seat: int, command: str, rest: str) -> None:
        if command == "help":
            self._print_help(seat)
        elif command == "rules":
            self.screen.print_page(self._rules_page(self.match.game, self.language))
        elif command == "score":
            for name, score in zip(self.match.players, self.match.scores, strict=True):
                self._say("score-line", name=name, score=score)
        elif command == "log":
            self._print_log(seat)
        elif command == "table":
            self._show_lines(self._board.whole(self.match.view(seat)))
            self._list_moves(seat)
        elif command == "hint":
            self._give_hint(seat)
        elif command == "save":
            self._write_record(rest)
        elif command == "quit":
            raise Leave

    def _refused(self, typed: str, error: IllegalMove, moves: Sequence[Move]) -> str:
        """The sentence of a refusal, in this session's language."""
        if self.language == "en":
            return error.sentence
        game = self.match.game
        read = Notation(game).read(typed)
        legal = f" {phrase(self.language, 'or')} ".join(move.text for move in moves[:OFFERED])
        if len(moves) > OFFERED:
            legal += " ..."
        text = shortened(read.text if read else typed)
        return words.refuse(game, error.code, self.language, text=text, legal=legal)

    def _undo(self, seat: int) -> None:
        with self.screen.undisturbed():
            self.match.undo(seat)
            told = len(self.match.notices(seat))
            self._shown[seat] = min(self._shown[seat], told)
            self._told[seat] = min(self._told[seat], told)
            self._must_pause = False
            self._keep()
        self._board.forget()
        self._say("undone")

    def _give_hint(self, seat: int) -> None:
        game, players = self.match.game, self.match.players
        move = ask(find_bot("bot", game), self._turn(seat, "hint"), "bot")
        label = words.label(game, move, players, self.language)
        self._say("hint", move=described(move.text, label))

    def _write_record(self, name: str) -> None:
        if not name:
            self._say("no-file")
            return
        path = os.path.expanduser(name)
        try:
            write_record(self.match.record(), path)
        except ValueError as error:
            self.screen.print(str(error))
        else:
            self._say("saved-to", file=path)

    # What is shown.

    def _tell(self, viewer: int | None) -> None:
        """Print what happened since this viewer was told last, a sentence each."""
        for notice in self.match.notices(viewer, self.language, since=self._shown[viewer]):
            self.screen.print(notice["text"])
            self._shown[viewer] = notice["number"]

    def _show_lines(self, lines: Sequence[str]) -> None:
        self.screen.print()
        for line in lines:
            self.screen.print(line)

    def _list_moves(self, seat: int) -> None:
        match, moves = self.match, self.match.legal(seat)
        labels = labels_of(match.game, moves, match.players, self.language)
        for line in self._board.moves(moves, labels, match.players):
            self.screen.print(line, hang="   ")

    def _print_help(self, seat: int) -> None:
        self._commands.print_help(self.screen, self.match.game)
        self._say("moves-now")
        self._list_moves(seat)

    def _print_log(self, seat: int) -> None:
        """Print all that they were told, except what they have to remember."""
        forgets = self._must_remember(seat)
        spectator = len(self.match.players)
        if not forgets:
            for notice in self.match.notices(seat, self.language):
                self.screen.print(notice["text"])
            return
        for event in self.match.events:
            told = event.notice(seat)
            if told is not None:
                for name, cards in event.cards.items():
                    told[name] = cards_to(cards, spectator)
                self.screen.print(
                    words.sentence(self.match.game, told, seat, self.match.players, self.language)
                )
        self._say("log-forgets")

    def _must_remember(self, seat: int) -> bool:
        """Whether some of a player's own cards are hidden from them, as in 66."""
        places = self.match.view(seat).places
        return any(HIDDEN in cards for name, cards in places.items() if name.endswith(f":{seat}"))

    # The end.

    def _tell_end(self) -> None:
        players = self.match.players
        viewer = self._at_screen
        if viewer is None and self.people:
            viewer = self.people[0]
        self.screen.print()
        self._tell(viewer)
        for seat in self.people:
            for event in self._events:
                told = event.notice(seat)  # what is for them alone, such as rule 10 of Dice
                if told is not None and viewer is not None and event.notice(viewer) is None:
                    self.screen.print(
                        words.sentence(self.match.game, told, seat, players, self.language)
                    )
        winners = [players[seat] for seat in self.match.winners]
        self._say("over", number=len(winners), winners=listed(self.language, winners))

    def _ask_again(self) -> bool:
        """Rule 25 of Dice: if every human player says yes."""
        several = len(self.people) > 1
        for seat in self.people:
            name = self.match.players[seat]
            while True:
                answer = self._ask("ask-again-of", name=name) if several else self._ask("ask-again")
                answer = answer.casefold()
                if answer in typed_as("yes-words", self.language):
                    break
                no = answer in typed_as("no-words", self.language)
                if no or self._commands.find(answer)[0] == "quit":
                    self._say("goodbye")
                    return False
                self._say("yes-or-no")
        return bool(self.people)

    def _rematch(self) -> None:
        if self._seed is not None:
            self._earlier.append(self.match.record()["moves"])
        with self.screen.undisturbed():
            self.match = self.match.rematch()
            self._begin()
            self._resumed = False
            self._keep()
        self._introduce()


def hides_from_others(event: Event, seat: int, spectator: int) -> bool:
    """Whether the event shows a face to this seat that it does not show to everybody."""
    if event.notice(seat) is None:
        return False
    return any(
        cards_to(cards, seat) != cards_to(cards, spectator) for cards in event.cards.values()
    )
