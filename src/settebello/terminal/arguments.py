"""The parser of the command line: argparse, with its sentences in the reader's language."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from settebello.words import LANGUAGES
from settebello.words.phrases import phrase

if TYPE_CHECKING:
    from settebello.lab.units import Workers

# The sentences of argparse, and the names of ours for them. Any other sentence stays as it is.
SENTENCES = {
    "usage: ": "argparse-usage",
    "positional arguments": "argparse-positional",
    "options": "argparse-options",
    "show this help message and exit": "argparse-help",
    "argument %(argument_name)s: %(message)s": "argparse-argument",
    "the following arguments are required: %s": "argparse-required",
    "unrecognized arguments: %s": "argparse-unrecognized",
    "expected one argument": "argparse-expected",
    "ambiguous option: %(option)s could match %(matches)s": "argparse-ambiguous",
    "ignored explicit argument %r": "argparse-ignored",
    "invalid choice: %(value)r (choose from %(choices)s)": "argparse-choice",
}


class Parser(argparse.ArgumentParser):
    """On an error it prints one sentence and how to get help, and exits with code 2."""

    def __init__(self, *arguments: Any, language: str = "en", **how: Any) -> None:
        self.language = language
        # argparse passes every sentence through its `_`, so that programs can translate it.
        setattr(argparse, "_", translator(language))  # noqa: B010 (unknown to the type checker)
        super().__init__(*arguments, **how)
        self.set_defaults(parser=self)

    def parse_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> argparse.Namespace:
        parsed, rest = self.parse_known_args(args, namespace)
        if rest:  # the subcommand says so; argparse would let the main program say it
            own: Parser = parsed.parser
            own.error(translator(self.language)("unrecognized arguments: %s") % " ".join(rest))
        return parsed

    def error(self, message: str) -> NoReturn:
        see = phrase(self.language, "see-help", command=self.prog)
        self.exit(2, f"settebello: {message.rstrip('.')}. {see}\n")


def translator(language: str) -> Callable[[str], str]:
    """The sentences of argparse in this language."""

    def translate(message: str) -> str:
        name = SENTENCES.get(message)
        return message if name is None else phrase(language, name)

    return translate


def given_language(arguments: Sequence[str]) -> str | None:
    """The language of the flag, if given; it is read first, since the help is in it."""
    early = argparse.ArgumentParser(add_help=False)
    early.add_argument("--language", nargs="?")
    wanted: str | None = early.parse_known_args(arguments)[0].language
    return wanted if wanted in LANGUAGES else None


def number(language: str, low: int, high: int) -> Callable[[str], int]:
    """An argument that is a whole number in a range."""

    def parse(text: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) < 21 and low <= int(text) <= high):
            sentence = phrase(language, "wrong-number", low=low, high=high, text=text)
            raise argparse.ArgumentTypeError(sentence)
        return int(text)

    return parse


def workers(language: str) -> Callable[[str], Workers]:
    """An argument that says who does the work."""

    def parse(text: str) -> Workers:
        from settebello.lab.units import read_workers  # here: few commands need it

        found = read_workers(text)
        if found is None:
            raise argparse.ArgumentTypeError(phrase(language, "wrong-workers", text=text))
        return found

    return parse
