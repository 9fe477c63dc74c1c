"""From notices and refusals to sentences, in the language of the reader.

The sentences are Fluent messages, kept beside the games: `words/en/scopa.ftl` for ours,
`mygame.en.ftl` beside a `mygame.py` from elsewhere. A message is named after its event:
`Captured` is `captured`; a refusal `must-take` is `refusal-must-take`, the verb `lay` is
`move-lay` (see `labels`), the option `target` is `option-target`, and `card` says a card by its
rank and suit. `card-rock` says the face `rock`; `die` says a side of a die by its `$face`, and
there is one for all games, which a game may override: "a five". `rank`, or `rank-K`, says a rank.
`title` is the name of the game, `about` a line on it, `aim` what players try to do. `prompt-lay`
says what to do when the verb `lay` is possible, and `prompt-lay.next` what to pick after the first
card; `prompt-deck-card` counts when a public fact is the text "deck card". The first such message
in the file that fits is used. `lesson-1`, `lesson-2` and `lesson-end` are what the coach says in
the game's lesson. `fact-round` is the label of the fact `round`, public or private, if it is worth
showing; its `.kind` may be `seat`, `seats` or `by_seat`,
and `fact-mood.calm` says the value `calm` of a fact that is a text.
`place-trick` is the name of the place `trick`, `place-meld` that of `meld:2`, with its `$number`.
`option-variant.draft` is a choice of the option `variant`, and completes its text: "You claim equal
cards: before taking a card". In a terminal `card.short` is a card on the table, `card.colour` its
colour and `card.letters` how suits are typed; `move-own.any` says all moves of a verb in one line.
`peeked.later` is the sentence for later, without the faces that the player has to remember.
`tallied.count` is the label of the field `count` of that event: an event that has labels is shown
as a table, see `tally`. `move-take.short` is a move in a few signs, such as "3 + 4 = 7".

A sentence is made from what its reader may see, never from the state. An event without a message is
told in a plain form, so that a game is playable before its words are written.
"""

from __future__ import annotations

from collections.abc import Sequence

from settebello.declared import facts_of
from settebello.game import Game, Option
from settebello.rejection import Argument
from settebello.words.labels import PLACES, WrittenMove, filled, label, label_any, short_label
from settebello.words.messages import (
    FACT_KINDS,
    HERE,
    LANGUAGES,
    NEXT,
    PROMPT,
    FactKind,
    Words,
    file_of,
    load_words,
    load_words_beside,
    read_face,
    read_words,
    rules_file,
    spelled,
    spoken_language,
    words_of,
)
from settebello.words.sentences import (
    hyphened,
    in_words,
    plain,
    sentence,
    spoken,
    tally,
    without_shown_faces,
)

__all__ = [
    "HERE",
    "LANGUAGES",
    "PLACES",
    "FactKind",
    "Words",
    "WrittenMove",
    "about",
    "aim",
    "cards",
    "choice_text",
    "coach_says",
    "fact_texts",
    "facts",
    "file_of",
    "filled",
    "house_rule",
    "hyphened",
    "in_words",
    "label",
    "label_any",
    "language_name",
    "load_words",
    "load_words_beside",
    "option_text",
    "place_names",
    "plain",
    "prompts",
    "rank_names",
    "read_words",
    "refuse",
    "rules_file",
    "sentence",
    "short_cards",
    "short_label",
    "spelled",
    "spoken",
    "spoken_language",
    "suit_letters",
    "tally",
    "team_names",
    "title",
    "without_shown_faces",
    "words_of",
]


def refuse(game: Game | None, code: str, language: str = "en", /, **arguments: Argument) -> str:
    """The sentence of a rejection; its arguments are only what the seat wrote and may see.

    Without a game it is a refusal of the table or of the server. If a code has several sentences,
    `about` says which.
    """
    words = words_of(game, language)
    if "about" in arguments:
        code = f"{code}.{arguments['about']}"
    values = {name: spelled(value) for name, value in arguments.items()}
    sentence = words.format(f"refusal-{code}", values)
    return sentence or words.format("refusal-not-legal", values) or code


def short_cards(game: Game, language: str = "en") -> dict[str, tuple[str, str]]:
    """Each face as a table shows it where there is little room, and its colour or ""."""
    words = words_of(game, language)
    shown = {}
    dice = getattr(game, "DICE", ())
    for face in game.FACES:
        rank, suit = read_face(face)
        arguments = {"rank": rank, "suit": suit}
        text = None if face in dice else words.format("card.short", arguments)
        colour = words.format("card.colour", arguments) if text is not None else None
        shown[face] = (text or face, colour or "")
    return shown


def suit_letters(game: Game, language: str = "en") -> str | None:
    """How the suits are typed, in a sentence; None for a game without suits."""
    return words_of(game, language).format("card.letters", {})


def option_text(game: Game, option: Option, language: str = "en") -> str:
    """What an option is called as a house rule, such as "Points to win"."""
    return words_of(game, language).format(f"option-{option.name}", {}) or option.text


def choice_text(game: Game, option: Option, choice: str, language: str = "en") -> str:
    """One of the choices of an option, in words; else as it is written."""
    return words_of(game, language).format(f"option-{option.name}.{choice}", {}) or choice


def house_rule(game: Game, option: Option, value: object, language: str = "en") -> str:
    """An option with a value, as players say it: "Points to win: 8"."""
    rule = option_text(game, option, language) or option.name
    said = str(value).lower() if isinstance(value, bool) else str(value)
    if option.choices:
        said = choice_text(game, option, said, language)
    words = words_of(game, language)
    return words.format("house-rule", {"rule": rule, "value": said}) or f"{rule}: {said}"


def language_name(language: str) -> str:
    """What a language is called by those who speak it."""
    return words_of(None, language).format("language", {}) or language


def title(game: Game, language: str = "en") -> str:
    """What people call a game."""
    return words_of(game, language).format("title", {}) or game.NAME


def about(game: Game, language: str = "en") -> str:
    """A game in a line; empty if its words have none."""
    return words_of(game, language).format("about", {}) or ""


def aim(game: Game, language: str = "en") -> str:
    """What a player tries to do, in a sentence; without one, the game in a line."""
    return words_of(game, language).format("aim", {}) or about(game, language)


def prompts(game: Game, language: str = "en") -> dict[str, str]:
    """What a player is asked to do, by name, and by `NAME.next` once a first card is picked.

    A name is a verb, or the text of a public fact with hyphens for blanks. They have the order of
    the words file: the first one whose verb is legal, or whose text a fact has, counts.
    """
    words = words_of(game, language)
    names = [name for verb in words.prompts for name in (verb, f"{verb}.{NEXT}")]
    said = {name: words.format(f"{PROMPT}{name}", {}) for name in names}
    return {name: text for name, text in said.items() if text is not None}


def coach_says(game: Game, step: str, language: str = "en") -> str:
    """What the coach says before a step of the game's lesson, or at its "end"; "" if nothing."""
    return words_of(game, language).format(f"lesson-{step}", {}) or ""


def cards(game: Game, language: str = "en") -> dict[str, str]:
    """Each face in words."""
    words = words_of(game, language)
    return {face: words.card(face) for face in game.FACES}


def facts(game: Game, language: str = "en") -> dict[str, tuple[str, FactKind]]:
    """The facts of a game, public and private, that are worth showing: a label each, and its kind.

    The kind is what the message's `.kind` says, or else the game's declaration.
    """
    words = words_of(game, language)
    return {name: words.fact(name, kinds_of(game).get(name)) for name in words.facts}


def fact_texts(game: Game, language: str = "en") -> dict[str, dict[str, str]]:
    """For each fact worth showing that is a text, its values in words, as far as it has some."""
    words = words_of(game, language)
    return {name: texts for name in words.facts if (texts := words.fact_texts(name))}


def kinds_of(game: Game) -> dict[str, FactKind]:
    """The facts that a game declares to be a number, a seat, seats, or a value for each seat."""
    declared = {**facts_of(game), **facts_of(game, "PRIVATE_FACTS")}
    kinds = {name: fact.kind for name, fact in declared.items()}
    return {n: kind for n, said in kinds.items() for kind in FACT_KINDS if kind == said}


def place_names(game: Game, language: str = "en") -> dict[str, str]:
    """The kinds of places that have a name in a game's words, such as `trick`, with that name."""
    words = words_of(game, language)
    return {kind: (words.place(kind) or kind).strip() for kind in words.places}


def rank_names(game: Game, language: str = "en") -> dict[str, str]:
    """Each rank that a move can name, as it is said in a move; the rank itself without words."""
    words = words_of(game, language)
    return {rank: words.rank(rank) for rank in getattr(game, "RANKS", ())}


def team_names(
    teams: Sequence[Sequence[int]], players: Sequence[str], language: str = "en"
) -> list[str]:
    """Each team by the names of its players: "Ann and Cal"."""
    join = words_of(None, language).join
    return [join([players[seat] for seat in team]) for team in teams]
