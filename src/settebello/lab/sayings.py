"""Whether the words of a game can be said: all that random play meets, in all its languages.

And whether its lesson can be played, with a sentence for each step.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from difflib import get_close_matches
from functools import partial
from pathlib import Path
from typing import Any

from fluent.syntax import FluentParser, ast

from settebello import words
from settebello.game import Game, IllegalMove
from settebello.lab.audit import AuditedMatch, Finding
from settebello.lessons import script_of
from settebello.rejection import RejectionCode
from settebello.words import LANGUAGES, file_of, hyphened, rules_file
from settebello.words.messages import UnfitMessage
from settebello.words.variables import unknown_variables

ALIKE = 0.8  # from so much on, of 1, two names are taken for one that is misspelt
OFTEN = 12  # times that the same message is said to the same kind of reader


class Sayings:
    """Every sentence that random play meets can be said, in every language of the game.

    `missing` has the messages that a language of the game lacks, by the name of its file.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        files = {language: words_file(game, language) for language in LANGUAGES}
        self._files = {language: file for language, file in files.items() if file is not None}
        self._there = {language: messages_of(file) for language, file in self._files.items()}
        self._said: Counter[tuple[Any, ...]] = Counter()
        self._met: dict[str, None] = {}  # the messages that play asked for, in order
        self._began = False

    @property
    def languages(self) -> list[str]:
        return list(self._files)

    @property
    def missing(self) -> dict[str, list[str]]:
        """What play asked for, or another language has, and a language lacks.

        One that is likely misspelt comes with the name that it has in the file.
        """
        wanted = dict(self._met)
        for there in self._there.values():
            wanted.update(dict.fromkeys(sorted(there)))
        found = {}
        for language, file in self._files.items():
            there = self._there[language]
            spare = sorted(there - self._met.keys())  # what nothing has asked for
            names = [self._with_hint(name, spare) for name in wanted if name not in there]
            found[called(file)] = names
        return {file: names for file, names in found.items() if names}

    def _with_hint(self, name: str, spare: list[str]) -> str:
        """A message that is missing, and which one of those that nothing asks for may be meant."""
        close = get_close_matches(name, spare, 1, ALIKE) if name in self._met else []
        return f"{name} (is it {close[0]}?)" if close else name

    def __call__(self, audited: AuditedMatch) -> None:
        for language, file in self._files.items():
            if not self._began:
                check_readable(file)
                self._say_constants(audited, language)
            self._say_events(audited, language)
            self._say_moves(audited, language)
            if len(audited.steps) % 4 == 0:  # they are dear, and much the same
                self._say_refusals(audited, language)
        self._began = True

    def _say(
        self,
        audited: AuditedMatch,
        language: str,
        name: str,
        kind: str,
        *ways: Callable[[], object],
    ) -> None:
        """Say a message, in some ways; Finding if it does not fit."""
        self._met.setdefault(name)
        key = (language, name, kind)
        self._said[key] += 1
        if self._said[key] > OFTEN:
            return
        try:
            for say in ways:
                say()
        except UnfitMessage as error:
            raise audited.found(misfit_told(self._game, error)) from None
        except Exception as error:
            file = called(self._files[language])
            raise audited.found(f"In {file} the message '{name}' fails: {error}.") from None

    def _say_constants(self, audited: AuditedMatch, language: str) -> None:
        game, there = self._game, self._there[language]
        say = partial(self._say, audited, language)
        say("title", "", partial(words.title, game, language))
        for option in game.OPTIONS:
            rule = partial(words.house_rule, game, option)
            name = f"option-{option.name}"
            if not option.text:  # else that is said where there is no message
                say(name, "", partial(rule, option.default, language))
            for choice in option.choices:
                say(f"{name}.{choice}", "", partial(rule, choice, language))
        spoken = words.words_of(game, language)
        for name in sorted(there):
            kind = name.partition("-")[0]
            if kind in ("fact", "place", "about", "aim", "prompt", "lesson"):
                given = {"number": 1} if kind == "place" else {}
                say(name, "", partial(spoken.format, name, given))
        if "card" in there:
            shown = partial(words.short_cards, game, language)
            say("card", "", shown, partial(words.suit_letters, game, language))
        for rank in audited.notation.ranks if "rank" in there else ():
            say("rank", rank, partial(spoken.rank, rank))

    def _say_events(self, audited: AuditedMatch, language: str) -> None:
        players = audited.match.players
        for event in audited.steps[-1].events:
            for viewer in audited.viewers:
                notice = event.notice(len(players) if viewer is None else viewer)
                if notice is not None:
                    kind = "you" if viewer is not None and viewer == event.seat else ""
                    say = partial(words.in_words, self._game, notice, viewer, players, language)
                    self._say(audited, language, hyphened(event.kind), kind, say)

    def _say_moves(self, audited: AuditedMatch, language: str) -> None:
        match, game = audited.match, self._game
        for seat in match.to_act:
            facts = match.facts()
            for move in match.legal(seat):
                label = partial(words.label, game, move, match.players, facts, language)
                short = partial(words.short_label, game, move, language)
                name = f"move-{move.verb}"
                self._say(audited, language, name, "", label, short)
                if f"{name}.any" in self._there[language]:
                    together = partial(
                        words.label_any, game, move, move.text, move.text, match.players, language
                    )
                    self._say(audited, language, f"{name}.any", "", together)

    def _say_refusals(self, audited: AuditedMatch, language: str) -> None:
        match, game = audited.match, self._game
        for seat in match.to_act:
            for text in audited.probes():
                try:
                    match.find(seat, text)
                except IllegalMove as refused:
                    if refused.code not in list(RejectionCode):  # it is the game's own
                        code, arguments = refused.code, refused.arguments
                        say = partial(words.refuse, game, code, language, **arguments)
                        self._say(audited, language, f"refusal-{code}", "", say)


def unsaid(game: Game) -> Finding | None:
    """A sentence that uses what no declared field of its event gives, even if play misses it."""
    for language in LANGUAGES:
        for event, variable in unknown_variables(game, language):
            file = words_file(game, language)
            return Finding(
                f"In {called(file) if file else language} the message '{hyphened(event)}' uses "
                f"${variable}, which no field of the event {event} gives."
            )
    return None


def untaught(game: Game) -> Finding | None:
    """A lesson that cannot be played, or in which the coach lacks a sentence."""
    try:
        script = script_of(game)
    except ValueError as error:
        return Finding(f"The lesson of the game cannot be played. {error}")
    steps = [*range(1, script.steps() + 1), "end"] if script else []
    for language in LANGUAGES:
        file = words_file(game, language)
        there = messages_of(file) if file else set()
        lacking = [f"lesson-{step}" for step in steps if f"lesson-{step}" not in there]
        if file and lacking:
            return Finding(f"{called(file)} lacks '{lacking[0]}', which the coach says.")
    return None


def misfit_told(game: Game, error: UnfitMessage) -> str:
    """The sentence of a message that does not fit, with its file."""
    file = words_file(game, error.language)
    where = called(file) if file else f"{error.language}/core.ftl"
    return f"In {where} the message {str(error).removeprefix('The message ')}"


def words_file(game: Game, language: str) -> Path | None:
    """The words file of a game; None if it has none in this language."""
    file = file_of(language, rules_file(game), game.NAME)
    return file if file.is_file() else None


def called(file: Path) -> str:
    """The name of a words file, with its folder if only that says the language."""
    return file.name if file.name.count(".") > 1 else f"{file.parent.name}/{file.name}"


def check_readable(file: Path) -> None:
    """Raise Finding if a part of a words file is not Fluent: nobody would be told of it."""
    text = file.read_text("utf-8")
    for entry in FluentParser().parse(text).body:
        if isinstance(entry, ast.Junk):
            wrong = entry.annotations[0]
            line = text.count("\n", 0, wrong.span.start if wrong.span else 0) + 1
            raise Finding(f"Line {line} of {called(file)} cannot be read: {wrong.message}.")


def messages_of(file: Path) -> set[str]:
    """The messages of a file, and their attributes that are said by themselves."""
    found: set[str] = set()
    for entry in FluentParser().parse(file.read_text("utf-8")).body:
        if isinstance(entry, ast.Message):
            if entry.value is not None:
                found.add(entry.id.name)
            found |= {f"{entry.id.name}.{attribute.id.name}" for attribute in entry.attributes}
    return found
