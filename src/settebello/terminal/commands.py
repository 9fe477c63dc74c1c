"""What can be typed besides a move, in English and in the reader's language."""

from __future__ import annotations

from collections.abc import Sequence

from settebello.game import Game
from settebello.terminal.screen import Screen
from settebello.words import suit_letters
from settebello.words.phrases import phrase


class Commands:
    """Commands by their words. `meanings` names help sentences that replace the usual ones."""

    def __init__(
        self, language: str, commands: Sequence[str], meanings: dict[str, str] | None = None
    ) -> None:
        self._language = language
        self._meanings = {command: f"help-{command}" for command in commands} | (meanings or {})
        self._words = {"?": "help", **{command: command for command in commands}}
        for command in commands:
            for spoken in ("en", language):
                self._words[phrase(spoken, f"command-{command}")] = command

    def find(self, typed: str) -> tuple[str | None, str]:
        """The command that was typed, if it is one, and what follows."""
        word, _, rest = typed.partition(" ")
        command = self._words.get(word.casefold())
        # Only `save` takes an argument; "table 7D" is no command.
        return (command, rest.strip()) if command == "save" or not rest else (None, "")

    def print_help(self, screen: Screen, game: Game) -> None:
        """Print what can be typed: a line for each command, and how cards are written."""
        screen.print(phrase(self._language, "help-title"))
        for command, meaning in self._meanings.items():
            word = phrase(self._language, f"command-{command}")
            if command == "help":
                word = f"? {phrase(self._language, 'or')} {word}"
            screen.print(f"{word}: {phrase(self._language, meaning)}", indent="  ")
        letters = suit_letters(game, self._language)
        if letters is not None:
            screen.print(letters)


def typed_as(name: str, language: str) -> list[str]:
    """The words for yes or no, in English and in this language."""
    return [*phrase("en", name).split(), *phrase(language, name).split()]
