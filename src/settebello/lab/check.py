"""`settebello check`: a game is tested with random matches, for its author.

Each check plays matches of its own, with random seats and options, and looks at them after every
move. A defect comes as a sentence and the smallest record that shows it.
"""

from __future__ import annotations

import ast
import json
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from settebello.cards import Token
from settebello.events import declared_events, misfit
from settebello.game import Game, IllegalMove
from settebello.lab.audit import AuditedMatch, Finding, frozen, random_options
from settebello.lab.leaks import Secrets
from settebello.lab.playout import chooser, playout
from settebello.luck import Seeded
from settebello.match import Match
from settebello.registry import RulesError, describe
from settebello.words import LANGUAGES
from settebello.words.variables import unknown_variables

PURE = ("__future__", "collections", "copy", "dataclasses", "enum", "functools", "itertools",
        "math", "operator", "types", "typing")  # fmt: skip
LOOKED_AT = 200  # moves of each match that are looked at
PLAYED_OUT = 100_000  # moves after which a match is called endless, if its bound is larger
SMALLER_MATCHES, SMALLER_MOVES = 60, 20_000  # the most to play in search of a smaller record

Look = Callable[[AuditedMatch], None]  # called at the start of a match and after every move


class Line:
    """A line of the verdict: its `name`, what was counted (`numbers`), and the `finding` if any."""

    def __init__(
        self, name: str, finding: Finding | None = None, *, said: str = "", **numbers: int
    ) -> None:
        self.name = name
        self.finding = finding
        self.said = said or name  # what a terminal says of it, as `check-NAME`
        self.numbers = numbers


def check(game: Game, *, matches: int = 40, worlds: int = 1_000, seed: int = 1) -> Iterator[Line]:
    """Check a game with so many random matches, and so many worlds for the leak test.

    Yields a line for each check, when it is done; one with a `finding` is a defect. The same seed
    plays the same matches.
    """
    yield imports(game)
    yield words(game)
    for look in (pieces, told, events, legal, clones, texts, refusals, bound, replay):
        if look is events and not hasattr(game, "EVENTS"):
            yield Line("events", said="no-events-declared")
            continue
        played, finding = examine(game, look, matches, seed)
        yield Line(look.__name__, finding, matches=matches, moves=played)
        if finding is not None and finding.record is None:
            return  # no match can be started
    secrets = Secrets(worlds)
    _, finding = examine(game, secrets, worlds if game.FACES else 0, seed, secrets.is_done)
    if not game.FACES:
        yield Line("secrets", said="nothing-hidden")
    elif finding is None and not secrets.compared:
        yield Line("secrets", said="no-other-world")
    else:
        yield Line("secrets", finding, worlds=secrets.compared, impossible=secrets.dropped)
    if finding is None:
        yield Line("speed", speed=speed(game, seed))


def examine(
    game: Game, look: Look, matches: int, seed: int, is_done: Callable[[], bool] = lambda: False
) -> tuple[int, Finding | None]:
    """Play matches and look at them; for a finding, look for a smaller record.

    Returns the number of moves made, and the finding if there is one.
    """
    played = 0
    for number in range(matches):
        if is_done():
            break
        seats = game.SEATS[number % len(game.SEATS)]
        options = random_options(game, seed + number) if number else {}
        moves, finding = attempt(game, look, seats, options, seed + number, None)
        played += moves
        if finding is not None:
            return played, smallest(game, look, seats, finding, seed)
    return played, None


def smallest(game: Game, look: Look, seats: int, finding: Finding, seed: int) -> Finding:
    """The same defect in the fewest moves that further matches show."""
    moves = 0
    for number in range(SMALLER_MATCHES):
        if finding.moves == 0 or moves > SMALLER_MOVES:
            break
        more, smaller = attempt(game, look, seats, {}, seed + number, finding.moves - 1)
        moves += more
        finding = smaller or finding
    return finding


def attempt(
    game: Game, look: Look, seats: int, options: dict[str, bool | int | str], seed: int,
    most: int | None,
) -> tuple[int, Finding | None]:  # fmt: skip
    """Look at one match of at most `most` moves; returns the moves made, and a finding."""
    audited: AuditedMatch | None = None
    moves = 0
    try:
        audited = AuditedMatch(game, seats, options, seed)
        if most is None:
            most = LOOKED_AT
        look(audited)
        while not audited.match.over and moves < most:
            audited.step()
            moves += 1
            look(audited)
    except Finding as finding:
        return moves, finding
    except Exception as error:
        sentence = str(error) if isinstance(error, RulesError) else describe(error)
        return moves, Finding(sentence, audited.match.record() if audited else None)
    return moves, None


def imports(game: Game) -> Line:
    """Whether the rules are pure, as far as their imports tell."""
    file = str(getattr(game, "__file__", ""))
    source = Path(file).read_text("utf-8") if file.endswith(".py") else ""  # else it is compiled
    for node in ast.walk(ast.parse(source)):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [f"{'.' * node.level}{node.module or ''}"]
        for name in names:
            ours = name in ("settebello.cards", "settebello.game")
            if not ours and name.split(".")[0] not in PURE:
                sentence = (
                    f"The rules import '{name}'; pure rules import settebello.cards and "
                    "settebello.game, and nothing that reads a clock, a socket, a file or luck."
                )
                return Line("imports", Finding(sentence))
    return Line("imports")


def words(game: Game) -> Line:
    """Whether the sentences of events use only what their events are declared to have."""
    for language in LANGUAGES:
        for event, variable in unknown_variables(game, language):
            sentence = (
                f"The sentence of {event} in the words file ({language}) uses '${variable}', which "
                "no field of the event gives."
            )
            return Line("words", Finding(sentence))
    return Line("words")


def pieces(audited: AuditedMatch) -> None:
    """Every card lies in one place."""
    lying: set[Token] = set()
    names: set[str] = set()
    for place in audited.game.places(audited.state):
        if place.name in names:
            raise audited.found(f"Two places are called '{place.name}'.")
        names.add(place.name)
        for card in place.cards:
            if card in lying:
                raise audited.found(f"A card lies twice: once more in '{place.name}'.")
            lying.add(card)
    if not names or not audited.deck.shuffles:
        return
    deck, texts = audited.deck, audited.game.FACES
    missing = list(deck.faces[: (*deck.shuffles, len(deck.faces))[1]])  # the whole deck
    for card in lying:
        if deck.faces[card] not in missing:
            raise audited.found(f"There is a {texts[deck.faces[card]]} too many.")
        missing.remove(deck.faces[card])
    if missing:
        raise audited.found(f"Lost: {' '.join(texts[face] for face in missing)}.")


def told(audited: AuditedMatch) -> None:
    """No card moves without an event."""
    step = audited.steps[-1]
    if step.before is None or any(wanted.of_cards for wanted, _ in step.draws):
        return  # cards were gathered for a shuffle
    count = {place.name: len(place.cards) for place in audited.game.places(step.before.state)}
    for event in step.events:
        for moved in event.moved:
            count[moved.leaves] = count.get(moved.leaves, 0) - 1
            count[moved.goes] = count.get(moved.goes, 0) + 1
    for place in audited.game.places(audited.state):
        if count.get(place.name, 0) != len(place.cards):
            raise audited.found(f"Cards came to or left '{place.name}', and no event tells of it.")


def events(audited: AuditedMatch) -> None:
    """Each event has the fields that the game declares."""
    declared = declared_events(audited.game)
    for event in audited.steps[-1].events:
        if wrong := misfit(event, declared, len(audited.match.players)):
            raise audited.found(wrong)


def legal(audited: AuditedMatch) -> None:
    """Legal lists are never empty, in a fixed order, without duplicates."""
    state, list_legal = audited.state, audited.game.legal
    before = frozen(state)
    for seat in state.to_act:
        plays = list(list_legal(state, seat))
        if not plays:
            raise audited.found(f"Seat {seat} is to act and has no legal move.")
        for play, move in zip(plays, audited.match.legal(seat), strict=True):
            if plays.count(play) > 1:
                raise audited.found(f"The legal move '{move}' is listed more than once.")
        if any(list(list_legal(other, seat)) != plays for other in (state, state.clone())):
            raise audited.found(f"The legal list of seat {seat} is another one at a second look.")
    if frozen(state) != before:
        raise audited.found("To list the legal moves changes the state.")


def clones(audited: AuditedMatch) -> None:
    """A clone is equal to its state and stays apart from it."""
    state = audited.state
    before = frozen(state)
    copy = state.clone()
    if frozen(copy) != before:
        raise audited.found("A clone is not equal to its state.")
    for seat in copy.to_act[:1]:
        audited.game.apply(copy, seat, audited.game.legal(copy, seat)[0], None)
        if frozen(state) != before:
            raise audited.found("A move that is made on a clone changes the state.")


def texts(audited: AuditedMatch) -> None:
    """Each legal move has a text of its own, which parses back."""
    for seat in audited.match.to_act:
        moves = audited.match.legal(seat)
        written = [move.text for move in moves]
        for text in written:
            if written.count(text) > 1:
                raise audited.found(f"Several different moves are written '{text}'.")
            for spelled in (text, text.lower(), text.upper()):
                ask = audited.notation.read(spelled)
                if ask is None or ask.text != text:
                    raise audited.found(f"The move '{text}' does not parse back.")


def refusals(audited: AuditedMatch) -> None:
    """Wrong moves are refused with a reason and change nothing."""
    match, before = audited.match, frozen(audited.state)
    for seat in match.to_act:
        offered = {move.text for move in match.legal(seat)}
        for text in audited.probes():
            ask = audited.notation.read(text)
            if ask is not None and ask.text in offered:
                continue
            try:
                match.find(seat, text)
            except IllegalMove as refused:
                if not refused.code or not isinstance(refused.code, str):
                    raise audited.found(f"'{text}' is refused without a reason.") from None
    if frozen(audited.state) != before:
        raise audited.found("A refused move changes the state.")


def bound(audited: AuditedMatch) -> None:
    """Every match is over within its bound."""
    if len(audited.steps) > 1:
        return
    match, game = audited.match, audited.game
    most = min(game.bound(match.options, len(match.players)), PLAYED_OUT)
    luck, chosen = Seeded(audited.seed), chooser(Seeded(audited.seed + 1).random)
    left = [most]

    def choose(choices: Sequence[Any]) -> Any:
        left[0] -= isinstance(choices[0], tuple)  # a move, not one of several seats
        if left[0] < 0:
            raise StopIteration
        return chosen(choices)

    try:
        playout(game, game.setup(match.options, len(match.players), None), luck.draw, choose)
    except StopIteration:
        while len(audited.steps) <= most and not match.over:
            audited.step()
        raise audited.found(f"The match is not over after {most:,} moves, its bound.") from None


def replay(audited: AuditedMatch) -> None:
    """Every record replays to the same state."""
    steps = len(audited.steps)
    if steps & (steps - 1) and not audited.match.over:
        return  # at 1, 2, 4, 8, ... steps and at the end
    try:
        again = Match.replay(json.loads(json.dumps(audited.match.record())), game=audited.game)
    except RulesError:
        raise
    except (TypeError, ValueError) as error:
        raise audited.found(str(error)) from None
    if frozen(again.moment().state) != frozen(audited.state):
        raise audited.found("The record replays to another state.")
    for viewer in audited.viewers:
        if again.view(viewer).to_dict() != audited.match.view(viewer).to_dict():
            raise audited.found("The record replays to another view.")


def speed(game: Game, seed: int) -> int:
    """Moves a second in the loop of simulation, for half a second or so."""
    luck = Seeded(seed)
    options = {option.name: option.default for option in game.OPTIONS}
    moves, start = 0, time.perf_counter()
    while (seconds := time.perf_counter() - start) < 0.5:
        state = game.setup(options, game.SEATS[0], None)
        moves += playout(game, state, luck.draw, chooser(luck.random))
    return int(moves / seconds)
