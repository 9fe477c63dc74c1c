"""The messages of a game in one language: its own, and those that all games share."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal, get_args

from settebello.declared import part_of
from settebello.game import Game
from settebello.rejection import Argument
from settebello.words.fields import Field
from settebello.words.patterns import LARGE, Numbers, Template, read_pattern, variables_in

if TYPE_CHECKING:
    from fluent.runtime import FluentBundle
    from fluent.syntax import ast

# What takes long to import is imported when it is first needed: `import settebello` says nothing.

HERE = Path(__file__).parent
# A folder is a language. English comes first: it is what is said where another one has no words.
LANGUAGES = (
    "en",
    *sorted(found.parent.name for found in HERE.glob("*/core.ftl") if found.parent.name != "en"),
)
SHARED = ("core.ftl", "table.ftl")  # what all games say
FACT = "fact-"
PLACE = "place-"
PROMPT = "prompt-"
LATER = "later"
NEXT = "next"
SUITED = re.compile("(.+)([A-Z♠♥♦♣])")  # a face with a suit; the web client reads faces so too
FactKind = Literal["number", "seat", "seats", "by_seat"]
FACT_KINDS: tuple[FactKind, ...] = get_args(FactKind)


class UnfitMessage(ValueError):
    """A message that cannot be said with what it is given: its sentence names what it may use."""

    def __init__(
        self, name: str, variables: Sequence[str], error: Exception, language: str
    ) -> None:
        may_use = ", ".join([f"${variable}" for variable in variables]) or "no variable"
        super().__init__(f"The message '{name}' cannot be said: {error}. It may use {may_use}.")
        self.language = language  # the one that the message is in


class Words:
    """The messages of one game in one language; where it lacks one, that of another language."""

    def __init__(
        self,
        language: str,
        sources: Sequence[str],
        faces: Sequence[str],
        dice: Sequence[str] = (),
        others: Sequence[Words] = (),
    ) -> None:
        """`dice` are those of the faces that are sides of dice. A later source overrides others.

        `others` are the words of the game in other languages, in the order in which they are asked
        for a message that is missing here.
        """
        self.language = language
        self._others = others
        self._speaks = len(sources) > len(SHARED)  # else all words of the game are those of others
        self._numbers = Numbers(language)
        self._resources = [parsed(source) for source in sources]
        self._messages: dict[str, ast.Message] = {}
        self._templates: dict[str, Template | None] = {}  # of patterns that are ready
        self._variables: dict[str, frozenset[str] | None] = {}  # that they use
        # The fields of notices by message, None if it has no use for one: see sentences.
        self.fields: dict[str | None, dict[str, Field | None]] = {}
        # What is left to fluent.runtime; cached, since it is slow.
        self._bundle: FluentBundle | None = None
        self._formatted = lru_cache(8192)(self._format)
        self.facts: list[str] = []
        self.places: list[str] = []  # kinds of places that have a name
        self.prompts: list[str] = []  # verbs and texts of facts that have one
        self.attributes: set[str] = set()
        self.labels: dict[str, list[str]] = {}  # of the fields of events that have some
        self.kept_labels: dict[tuple[object, ...], tuple[str, str]] = {}  # of moves, see at_table
        self.kept_reasons: dict[str, str] = {}  # why a move cannot be taken back, see at_table
        for resource in self._resources:
            messages = messages_in(resource)
            names = [message.id.name for message in messages]
            self._messages.update(zip(names, messages, strict=True))
            self.facts += [name[len(FACT) :] for name in names if name.startswith(FACT)]
            self.places += [name[len(PLACE) :] for name in names if name.startswith(PLACE)]
            self.prompts += [name[len(PROMPT) :] for name in names if name.startswith(PROMPT)]
            for message in messages:
                attributes = [attribute.id.name for attribute in message.attributes]
                self.attributes |= {f"{message.id.name}.{name}" for name in attributes}
                if labels := [name for name in attributes if name != LATER]:
                    self.labels[message.id.name] = labels
        for other in others:
            self.facts += [name for name in other.facts if name not in self.facts]
            self.places += [name for name in other.places if name not in self.places]
            self.prompts += [name for name in other.prompts if name not in self.prompts]
            self.attributes |= other.attributes
            for name, labels in other.labels.items():
                here = self.labels.get(name, [])
                self.labels[name] = here + [label for label in labels if label not in here]
        self._cards: dict[str, str] = {}
        for face in faces:
            said = self._face(face, face in dice)
            if said is not None:
                self._cards[face] = said

    def _face(self, face: str, is_side: bool) -> str | None:
        """A face in words, or a side of a die; None if there are none for it."""
        said = self.format(f"card-{face}", {})
        if said is not None:
            return said
        if is_side:
            return self.format("die", {"face": as_number(face)})
        rank, suit = read_face(face)
        return self.format("card", {"rank": as_number(rank), "suit": suit})

    def card(self, text: str) -> str:
        """A card by its name, if the game has names for them; anything else as it is."""
        return self._cards.get(text, text)

    def cards(self, faces: Sequence[Any]) -> str:
        """A hand: "the 7 of coins and the 3 of cups", or that there is no card in it."""
        return (
            self.join([self.card(str(face)) for face in faces]) or self.format("no-cards", {}) or ""
        )

    def rank(self, text: str) -> str:
        """A rank in words: `rank-K`, or `rank` with the text as `$rank`; else the text."""
        # "9" fits a sentence in any language better than a word of another one.
        say = self._own if self._speaks else self.format
        return say(f"rank-{text}", {}) or say("rank", {"rank": as_number(text)}) or text

    def place(self, kind: str, number: str = "") -> str | None:
        """What places of a kind are called, such as "Trick"; `number` is that of `meld:2`."""
        return self.format(PLACE + kind, {"number": as_number(number)})

    def fact(self, name: str, declared: FactKind | None = None) -> tuple[str, FactKind]:
        """The label of a fact, and what it is: as its message says, or else as declared."""
        said = self.format(f"{FACT}{name}.kind", {})
        kind: FactKind = next((kind for kind in FACT_KINDS if kind == said), "number")
        return self.format(FACT + name, {}) or name, kind if said else declared or kind

    def fact_texts(self, name: str) -> dict[str, str]:
        """The texts that a fact may be, in words: the attributes of its message but `.kind`."""
        values = [value for value in self.labels.get(FACT + name, []) if value != "kind"]
        return {value: self.format(f"{FACT}{name}.{value}", {}) or value for value in values}

    def format(self, name: str, arguments: Mapping[str, Any]) -> str | None:
        """The message, or its attribute (`peeked.later`), with its arguments; None without one."""
        said = self._own(name, arguments)
        if said is None:
            for other in self._others:
                said = other.format(name, arguments)
                if said is not None:
                    break
        return said

    def uses(self, name: str) -> frozenset[str] | None:
        """The arguments that a message in this language uses; None if that is not known."""
        if name not in self._variables:
            template = self._template(name) if self._pattern(name) is not None else None
            self._variables[name] = None if template is None else frozenset(variables_in(template))
        return self._variables[name]

    def make_ready(self) -> None:
        """Read and import now what would be when it is first needed."""
        for name, message in self._messages.items():
            for each in (name, *[f"{name}.{said.id.name}" for said in message.attributes]):
                self.uses(each)
        self._numbers.category(1)
        self._numbers.text(1)
        self._ready_bundle()

    def _own(self, name: str, arguments: Mapping[str, Any]) -> str | None:
        """The message in this language."""
        template = self._template(name)
        said = None if template is None else template.say(arguments)
        if said is not None or self._pattern(name) is None:
            return said
        try:
            return self._formatted(name, tuple(arguments.items()))
        except TypeError:  # an argument that cannot be looked up
            return self._format(name, tuple(arguments.items()))

    def _template(self, name: str) -> Template | None:
        """A pattern, made ready when it is first needed; None if it is not there, or cannot be."""
        try:
            return self._templates[name]
        except KeyError:
            pattern = self._pattern(name)
            ready = None if pattern is None else read_pattern(pattern, self._numbers)
            self._templates[name] = ready
            return ready

    def _pattern(self, name: str) -> ast.Pattern | None:
        """The pattern of a message or of its attribute; None if there is none."""
        message, _, attribute = name.partition(".")
        found = self._messages.get(message)
        if found is None or not attribute:
            return None if found is None else found.value
        patterns = {each.id.name: each.value for each in found.attributes}
        return patterns.get(attribute)

    def _format(self, name: str, arguments: tuple[tuple[str, Any], ...]) -> str:
        """A pattern, as fluent.runtime says it; UnfitMessage if it cannot be said."""
        bundle = self._ready_bundle()
        message, _, attribute = name.partition(".")
        found = bundle.get_message(message)
        pattern = found.attributes[attribute] if attribute else found.value
        assert pattern is not None
        sentence, errors = bundle.format_pattern(pattern, dict(arguments))
        if errors:
            names = [name for name, _ in arguments]
            raise UnfitMessage(name, names, errors[0], self.language)
        return str(sentence)

    def _ready_bundle(self) -> FluentBundle:
        if self._bundle is None:
            from fluent.runtime import FluentBundle

            self._bundle = FluentBundle([self.language], use_isolating=False)
            for resource in self._resources:
                self._bundle.add_resource(resource, allow_overrides=True)
        return self._bundle

    def join(self, parts: Sequence[str]) -> str:
        """Several things in a row: "7D, 3C and 4S"."""
        if len(parts) < 2:
            return "".join(parts)
        both = {"first": ", ".join(parts[:-1]), "last": parts[-1]}
        return self.format("and", both) or ", ".join(parts)

    def either(self, parts: Sequence[str]) -> str:
        """A choice of things: "this or that"."""
        chosen = parts[0] if parts else ""
        for part in parts[1:]:
            chosen = self.format("either", {"first": chosen, "last": part}) or chosen
        return chosen


@lru_cache(64)
def parsed(source: str) -> ast.Resource:
    """A text of messages, read: what all games say is read once for all of them."""
    from fluent.syntax import FluentParser

    return FluentParser().parse(source)


def messages_in(resource: ast.Resource) -> list[ast.Message]:
    from fluent.syntax import ast

    return [entry for entry in resource.body if isinstance(entry, ast.Message)]


_of_ours: dict[tuple[ModuleType, str], Words] = {}


def words_of(game: Game | None, language: str) -> Words:
    """The words of a game, or of the core; ValueError for an unknown language."""
    # This is asked several times for every sentence: those of our games are found at once.
    if isinstance(game, ModuleType):
        ours = _of_ours.get((game, language))
        if ours is not None:
            return ours
    if language not in LANGUAGES:
        raise ValueError(f"There is no language '{language}'. The languages are: en, it.")
    if game is None:
        return load_words(language)
    rules = rules_file(game)
    load = load_words if rules is None else load_words_beside
    words = load(language, rules, game.NAME, game.FACES, dice_of(game))
    if rules is None and isinstance(game, ModuleType):
        _of_ours[game, language] = words
    return words


def dice_of(game: Game) -> tuple[str, ...]:
    """Those of the faces of a game that dice show."""
    return tuple(part_of(game, "DICE", ()))


def rules_file(game: Game) -> str | None:
    """The rules file of a game from elsewhere; its words are beside it."""
    ours = getattr(game, "__name__", "").startswith("settebello.games.")
    return None if ours else getattr(game, "__file__", None)


def read_words(
    language: str,
    rules: str | None = None,
    name: str = "",
    faces: tuple[str, ...] = (),
    dice: tuple[str, ...] = (),
    alone: bool = False,
) -> Words:
    """The words of a game: those beside its rules file, or those of one of our games.

    What a game from elsewhere lacks in this language is said in another one that it has, unless
    `alone`. Our own games lack nothing.
    """
    sources = [HERE / language / file for file in SHARED]
    if rules or name:
        sources.append(file_of(language, rules, name))
    found = [file.read_text("utf-8") for file in sources if file.is_file()]
    others = [
        read_words(other, rules, name, faces, dice, alone=True)
        for other in (languages_of(rules) if rules and not alone else ())
        if other != language
    ]
    return Words(language, found, faces, dice, others)


load_words = cache(read_words)
load_words_beside = cache(read_words)  # of rules files; emptied when an author saves one


def languages_of(rules: str) -> list[str]:
    """The languages of the words beside a rules file; English comes first."""
    return [language for language in LANGUAGES if file_of(language, rules, "").is_file()]


def spoken_language(game: Game, language: str) -> str:
    """The language that a reader of this one hears a game in: its own, or one that it has."""
    rules = rules_file(game)
    found = languages_of(rules) if rules else []
    return language if language in found or not found else found[0]


def file_of(language: str, rules: str | None, name: str) -> Path:
    """The words file of a game; it may not be there."""
    beside = Path(rules).with_suffix(f".{language}.ftl") if rules else None
    return beside or HERE / language / f"{name}.ftl"


def spelled(value: Argument) -> Any:
    """A value as sentences have it: a number is written as its reader writes numbers."""
    if isinstance(value, str) or (type(value) is int and 0 <= value < LARGE):
        return value
    from fluent.runtime.types import fluent_number

    return fluent_number(value, useGrouping=False)


def as_number(text: str) -> str | int:
    """A text that is a number as one, so that messages can compare it."""
    return int(text) if text.isascii() and text.isdigit() else text


def read_face(face: str) -> tuple[str, str]:
    """The rank and the suit of a face; one without a suit, such as 12 or rock, is all rank."""
    found = SUITED.fullmatch(face)
    return (found[1], found[2]) if found else (face, "")
