"""What can be typed besides a move, in English and in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping

from settebello.game import Game
from settebello.terminal.screen import Screen
from settebello.words import suit_letters
from settebello.words.phrases import phrase

# For each command the sentence of its help. `LOCAL` is for play in one terminal: nothing happens
# there while nobody types, and all seats are taken, so nothing is to be paused or to be started.
LOCAL = {
    command: f"help-{command}"
    for command in ("help", "rules", "score", "log", "table", "hint", "undo", "who", "rematch",
                    "save", "quit")
}  # fmt: skip
REMOTE = {
    **LOCAL,
    **{
        command: f"help-{command}"
        for command in ("start", "bots", "nudge", "emote", "mute", "pause", "resume")
    },
    "save": "help-record",
    "quit": "help-leave",
}
WITH_WORDS = ("save", "bots", "emote", "mute")  # after the others "table 7D" is no command


class Commands:
    """Commands by their words."""

    def __init__(self, language: str) -> None:
        self._language = language
        self._words = {"?": "help", **{command: command for command in REMOTE}}
        for command in REMOTE:
            for spoken in ("en", language):
                self._words[phrase(spoken, f"command-{command}")] = command

    def find(self, typed: str) -> tuple[str | None, str]:
        """The command that was typed, if it is one, and what follows."""
        word, _, rest = typed.partition(" ")
        command = self._words.get(word.casefold())
        return (command, rest.strip()) if command in WITH_WORDS or not rest else (None, "")

    def print_help(self, screen: Screen, game: Game, meanings: Mapping[str, str]) -> None:
        """Print what can be typed: a line for each command, and how cards are written."""
        screen.print(phrase(self._language, "help-title"))
        for command, meaning in meanings.items():
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
