"""What a game declares besides its rules: teams, bounds and layout of places, kinds of its facts.

All of it is optional. Clients, environments and search read it; `settebello check` holds a game to
it. A fact is declared by its kind, and perhaps its range: "number 0-24", "by_seat 0-400",
"text red|light blue", "seat?" (a seat, or None), "by_seat? 0-13" (None for a seat that has none
yet). The kinds are those of event fields, and `texts`.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import ModuleType
from typing import Any

from settebello.cards import Seat, as_seats
from settebello.events import KINDS
from settebello.game import Facts, Game, Result

FACT_KINDS = {**KINDS, "texts": "a list of texts"}
FACT = re.compile(r"([a-z_]+)(\??)(?: (-?\d+)-(-?\d+)| (\S.*))?")
OF_NUMBERS = ("number", "numbers", "by_seat")
LAYOUTS = ("row", "fan", "pile", "trick", "cup", "beside")
Teams = tuple[tuple[Seat, ...], ...]


class FactKind:
    """What a fact may be: its kind, whether it may be None, and the range or the words it has."""

    __slots__ = ("high", "kind", "low", "may_lack", "words")

    def __init__(
        self, kind: str, may_lack: bool, low: int | None, high: int | None, words: tuple[str, ...]
    ) -> None:
        self.kind = kind
        self.may_lack = may_lack
        self.low = low  # of a number, or of each of several; None if it is not said
        self.high = high
        self.words = words  # all that a text may be; empty if it may be any

    def __str__(self) -> str:
        said = FACT_KINDS[self.kind]
        if self.low is not None:
            said += f" from {self.low} to {self.high}"
        if self.words:
            said += f" ({', '.join(self.words)})"
        return f"{said}, or None" if self.may_lack else said

    def fits(self, value: Any, seats: int) -> bool:
        """Whether a fact may have this value, in a match with so many seats."""
        if value is None:
            return self.may_lack
        kind = self.kind
        if kind in ("seats", "cards", "numbers", "texts", "by_seat", "hands"):
            if not isinstance(value, (list, tuple)):
                return False
            if kind in ("by_seat", "hands") and len(value) != seats:
                return False
            if kind == "hands":
                return all(isinstance(hand, (list, tuple)) for hand in value)
            return all(self._one(part, seats) for part in value)
        return self._one(value, seats)

    def _one(self, value: Any, seats: int) -> bool:
        kind = self.kind
        if value is None:
            return self.may_lack and kind == "by_seat"
        if kind == "flag":
            return isinstance(value, bool)
        if kind in ("text", "texts", "card", "cards"):
            return isinstance(value, str) and (not self.words or value in self.words)
        if type(value) is not int:
            return False
        if kind in ("seat", "seats"):
            return 0 <= value < seats
        return (self.low is None or value >= self.low) and (self.high is None or value <= self.high)


def facts_of(game: Game, name: str = "FACTS") -> dict[str, FactKind]:
    """The facts that a game declares in `FACTS`, or in `PRIVATE_FACTS`, if any.

    ValueError says which declaration cannot be read.
    """
    declared: Mapping[str, str] = getattr(game, name, {})
    return {fact: read_kind(name, fact, text) for fact, text in declared.items()}


@lru_cache(1024)
def read_kind(declared_in: str, fact: str, text: str) -> FactKind:
    found = FACT.fullmatch(text)
    kind = found[1] if found else ""
    ranged = bool(found and found[3])
    worded = bool(found and found[5])
    right = kind in FACT_KINDS and (not ranged or kind in OF_NUMBERS)
    if not found or not right or (worded and kind not in ("text", "texts")):
        raise ValueError(
            f"{declared_in} declares '{text}' for {fact}: a fact is a kind, and perhaps its range, "
            f"such as number 0-24 or text red|green. The kinds are {', '.join(FACT_KINDS)}."
        )
    low, high = (int(found[3]), int(found[4])) if ranged else (None, None)
    return FactKind(kind, bool(found[2]), low, high, tuple(found[5].split("|")) if worded else ())


def part_of(game: Game, name: str, default: Any = None) -> Any:
    """An optional part of a game, by its name.

    `getattr` takes 8,000 instructions to miss a name in a module, and this is asked at every move.
    """
    if isinstance(game, ModuleType):
        return vars(game).get(name, default)
    return getattr(game, name, default)


def teams_of(game: Game, seats: int) -> Teams:
    """Who plays with whom when there are so many seats; empty if everybody plays alone."""
    teams: Mapping[int, Sequence[Sequence[int]]] = part_of(game, "TEAMS", {})
    return tuple([as_seats(team) for team in teams.get(seats, ())])


def team_of(game: Game, seats: int, seat: int) -> tuple[Seat, ...]:
    """The seats of a player's team, themselves included; they alone if there are no teams."""
    return next((team for team in teams_of(game, seats) if seat in team), (Seat(seat),))


def low_wins(game: Game) -> bool:
    """Whether few points are good."""
    return bool(getattr(game, "LOW_WINS", False))


def bounds_of(game: Game) -> dict[str, int]:
    """The most cards that a place can hold, by its name without the seat; as far as declared."""
    return dict(getattr(game, "PLACES", {}))


def numbered_in(game: Game) -> dict[str, int]:
    """The highest number of places with a number that is no seat, by their name without it."""
    return dict(getattr(game, "NUMBERED", {}))


def layout_of(game: Game) -> dict[str, str]:
    """How clients lay out places, by their names without the seat; as far as the game says it.

    `row`: side by side. `fan`: one over the other, each to be seen. `pile`: the top and a number.
    `trick`: `NAME:2` lies in the middle, before seat 2. `cup`: dice, under a cup while they are
    hidden. `beside stock`: next to the place `stock`.
    """
    return dict(getattr(game, "LAYOUT", {}))


def short_log(game: Game) -> str:
    """The event that begins a turn, in a game of memory; "" if a log may show everything."""
    return str(getattr(game, "SHORT_LOG", ""))


def log_mark(game: Game, notice: Mapping[str, Any]) -> str:
    """What a notice is for a short log: "turn" if it begins a turn, "round" if it ends a round.

    Else, and in other games, it is "". A round ends with an event that has `round_winner_seats`.
    """
    begins = short_log(game)
    if not begins:
        return ""
    if notice["event"] == begins:
        return "turn"
    return "round" if "round_winner_seats" in notice else ""


def shown_in_log(marks: Sequence[str]) -> list[int]:
    """Which lines a log shows, of lines with these marks: all but those to be remembered.

    Of the round that is being played, it shows this turn and the last one.
    """
    begun: list[int] = []  # where turns of this round begin
    first = 0  # where the round begins
    for at, mark in enumerate(marks):
        if mark == "round":
            first, begun = at + 1, []
        elif mark == "turn":
            begun.append(at)
    last = begun[-2] if len(begun) > 1 else first
    return [*range(first), *range(last, len(marks))]


def check_declared(game: Game) -> None:
    """Raise ValueError, with a sentence, if something that a game declares cannot be right."""
    for seats, teams in getattr(game, "TEAMS", {}).items():
        if sorted([seat for team in teams for seat in team]) != list(range(seats)):
            raise ValueError(f"TEAMS for {seats} seats does not have each seat in one team.")
    faces = game.FACES
    strange = [face for face in getattr(game, "DICE", ()) if face not in faces]
    if strange:
        raise ValueError(f"DICE has '{strange[0]}', which is not one of FACES.")
    bounds: Mapping[str, Any] = getattr(game, "PLACES", {})
    if not all(type(most) is int and most > 0 for most in bounds.values()):
        raise ValueError("PLACES gives the most cards of each place, a whole number from 1.")
    numbered: Mapping[str, Any] = getattr(game, "NUMBERED", {})
    if not all(type(most) is int and most > 0 for most in numbered.values()):
        raise ValueError("NUMBERED gives the highest number of such places, a whole number from 1.")
    layout: Mapping[str, Any] = getattr(game, "LAYOUT", {})
    for place, how in layout.items():
        kind, _, other = str(how).partition(" ")
        if kind not in LAYOUTS or (kind == "beside") != bool(other):
            raise ValueError(
                f"LAYOUT says '{how}' for {place}: it is one of row, fan, pile, trick and cup, "
                "or beside and the name of another place."
            )
    begins = short_log(game)
    if begins and begins not in getattr(game, "EVENTS", {}):
        raise ValueError(f"SHORT_LOG is '{begins}', which is not one of EVENTS.")
    facts_of(game)
    facts_of(game, "PRIVATE_FACTS")


def match_facts(
    game: Game, players: Sequence[str], to_act: Sequence[Seat], result: Result
) -> Facts:
    """The facts about a match that every view has, in all games."""
    facts: Facts = {
        "game": game.NAME,
        "players": list(players),
        "to_act": list(to_act),
        "over": not to_act,
        "scores": list(result.scores),
        "winners": list(result.winners) if not to_act else [],
    }
    teams = teams_of(game, len(players))
    if teams:
        facts["teams"] = [list(team) for team in teams]
    return facts
