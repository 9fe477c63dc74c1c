"""Where cards and dice lie, as text: as the game's hints say, or by a good default.

A place of a seat stands in the line of its player, any other in a line of its own. A `trick` is one
line with a name for each card; `beside stock` stands in the line of the stock; of a `pile` the top
and the number are told, and of dice in a `cup` how many are hidden.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from settebello import words
from settebello.cards import HIDDEN
from settebello.declared import layout_of
from settebello.game import Game, View
from settebello.words.phrases import find_phrase, phrase

STACKS = {"stock", "deck", "pile", "discard"}  # places of which only the top matters

Cards = Mapping[str, str]  # each face as the table shows it
BySeat = dict[str, dict[int, list[str]]]  # the cards of each seat, by kind of place


class PlaceLines:
    """The places of one view, as text."""

    def __init__(self, game: Game, view: View, language: str, shown: Cards) -> None:
        self._game = game
        self._view = view
        self._language = language
        self._shown = shown
        self._hints = layout_of(game)
        self._players: Sequence[str] = view.facts["players"]
        self._by_seat, self._between = split_places(view, len(self._players))

    def of_seat(self, seat: int) -> list[str]:
        """What lies at a player's seat: "hand 3 cards", "pile no cards"."""
        parts = []
        for kind, places in self._by_seat.items():
            if seat in places and self._hint(kind) != "trick":
                name = self._name(kind)
                told = self._told(kind, places[seat], numbered=named_by_index(self._game))
                parts.append(f"{name[:1].lower()}{name[1:]} {told}")
        return parts

    def between(self, order: Sequence[int]) -> Iterator[tuple[str, str]]:
        """The lines of all that lies between the players, each with its key.

        `order` are the seats in the order of play.
        """
        for name, cards in self._between.items():
            neighbours = self._beside(name)
            if self._host_of(name) is None and (cards or name != "taken" or neighbours):
                line = f"{capital(self._name(name))}: {self._told(name, cards)}"
                yield "+".join([name, *neighbours]), "; ".join([line, *neighbours.values()])
        for kind, places in self._by_seat.items():
            laid = {seat: cards for seat, cards in places.items() if cards}
            if laid and self._hint(kind) == "trick":
                yield kind, self._side_by_side(kind, laid, in_play(order, laid))

    def leaving(self, now: View, order: Sequence[int]) -> Iterator[str]:
        """What lies open between the players, such as a trick, and lies elsewhere now."""
        for name, cards in self._between.items():
            alone = not self._is_stack(name) and self._host_of(name) is None
            if alone and in_sight(cards) and cards != now.places.get(name):
                yield f"{capital(self._name(name))}: {self._told(name, cards)}"
        for kind, places in self._by_seat.items():
            laid = {seat: cards for seat, cards in places.items() if cards}
            gone = any(cards != now.places.get(f"{kind}:{seat}") for seat, cards in laid.items())
            open_to_all = laid.keys() != {now.viewer} and all(map(in_sight, laid.values()))
            if not self._is_stack(kind) and gone and open_to_all:
                seats = in_play(order, laid) if self._hint(kind) == "trick" else list(laid)
                yield self._side_by_side(kind, laid, seats)

    def _side_by_side(self, kind: str, laid: Mapping[int, list[str]], seats: Sequence[int]) -> str:
        """What some players have laid, in one line with their names."""
        each = [f"{self._players[seat]} {self._told(kind, laid[seat])}" for seat in seats]
        return f"{capital(self._name(kind))}: {', '.join(each)}"

    def _hint(self, kind: str) -> str:
        return self._hints.get(kind) or ("pile" if kind in STACKS else "row")

    def _is_stack(self, place: str) -> bool:
        return self._hint(place.partition(":")[0]) == "pile"

    def _host_of(self, place: str) -> str | None:
        """The place in whose line this one stands, if there is such a line."""
        how, _, other = self._hint(place.partition(":")[0]).partition(" ")
        found = self._between if how == "beside" and other != place else {}
        return other if other in found and self._hint(other).split()[0] != "beside" else None

    def _beside(self, place: str) -> dict[str, str]:
        """What lies beside a place, as text."""
        return {
            name: f"{self._name(name)} {self._told(name, cards)}"
            for name, cards in self._between.items()
            if cards and self._host_of(name) == place
        }

    def _name(self, place: str) -> str:
        return place_name(self._game, place, self._view, self._language)

    def _told(self, place: str, cards: list[str], *, numbered: bool = False) -> str:
        """The cards of a place in brackets, or their number."""
        kind, language = place.partition(":")[0], self._language
        count, bracketed = len(cards), [f"[{self._shown.get(card, card)}]" for card in cards]
        if self._hint(kind) == "cup" or holds_dice(self._game, kind, self._view):
            return self._dice_told(self._sorted(cards) if place in self._by_seat else cards)
        if not cards:
            return phrase(language, "empty")
        if self._is_stack(kind) and cards[-1] != HIDDEN and shows_top(kind, self._hints):
            return phrase(language, "cards-top", count=count, top=bracketed[-1])
        if self._is_stack(kind):
            return phrase(language, "cards", count=count)
        if set(cards) == {HIDDEN}:
            return phrase(language, "cards-down" if numbered else "cards", count=count)
        if place in self._by_seat and not numbered:
            bracketed = [f"[{self._shown.get(card, card)}]" for card in self._sorted(cards)]
        return " ".join(bracketed)

    def _dice_told(self, dice: Sequence[str]) -> str:
        if not dice:
            return phrase(self._language, "no-dice")
        if set(dice) == {HIDDEN}:
            return phrase(self._language, "dice-hidden", count=len(dice))
        return " ".join(
            "[?]" if die == HIDDEN else f"[{self._shown.get(die, die)}]" for die in dice
        )

    def _sorted(self, cards: list[str]) -> list[str]:
        """A hand is easier to read sorted; hidden cards are all alike."""
        # The faces of a game that is not installed are those that were seen last.
        known = set(cards) <= set(self._game.FACES)
        return sorted(cards, key=self._game.FACES.index) if known else cards


def shows_top(kind: str, hints: Mapping[str, str]) -> bool:
    """Whether the top of a stack is told: it is hinted at, or what a pile is for."""
    return kind in hints or kind == "discard"


def in_play(order: Sequence[int], laid: Mapping[int, object]) -> list[int]:
    """The seats that have laid something, beginning with the one that led."""
    turn = [*order, *order]
    led = [
        at
        for at in range(1, len(order) + 1)
        if turn[at % len(order)] in laid and turn[at - 1] not in laid
    ]
    start = led[0] if led else 0
    return [seat for seat in turn[start : start + len(order)] if seat in laid]


def split_places(view: View, seats: int) -> tuple[BySeat, dict[str, list[str]]]:
    """The places of the seats, by kind, and the other places. (`meld:1` belongs to no seat.)

    A seat may lack a place that others have, such as a secret choice that they have not made.
    """
    kinds: dict[str, list[str]] = {}
    for name in view.places:
        kind, _, number = name.partition(":")
        kinds.setdefault(kind, []).append(number)
    by_seat = {
        kind: {int(number): view.places[f"{kind}:{number}"] for number in numbers}
        for kind, numbers in kinds.items()
        if kind != "meld" and all(n.isdigit() and int(n) < seats for n in numbers)
    }
    between = {
        name: cards for name, cards in view.places.items() if name.partition(":")[0] not in by_seat
    }
    return by_seat, between


def holds_dice(game: Game, place: str, view: View) -> bool:
    """Whether there are dice in a place: all faces of the game are sides of dice, or some there."""
    dice = getattr(game, "DICE", ())
    if not dice or len(dice) == len(game.FACES):
        return bool(dice)
    kind = place.partition(":")[0]
    alike = [cards for name, cards in view.places.items() if name.partition(":")[0] == kind]
    return any(card in dice for cards in alike for card in cards)


def named_by_index(game: Game) -> bool:
    """Whether moves name cards by where they lie, as in 66."""
    return any("{spot" in pattern for pattern in game.VERBS.values())


def place_name(game: Game, name: str, view: View, language: str) -> str:
    """What a place is called: by the game, or by us, or else as the rules write it."""
    kind, _, number = name.partition(":")
    own = words.words_of(game, language).place(kind, number)
    if own is not None:
        return own
    if kind == "meld" and number.isdigit():
        players = view.facts["players"]
        owners = seats_in(view.facts.get("meld_owners"), players)
        if 1 <= int(number) <= len(owners):
            owner = players[owners[int(number) - 1]]
            return phrase(language, "numbered-meld-of", number=int(number), owner=owner)
        return phrase(language, "numbered-meld", number=int(number))
    ours = find_phrase(language, f"place-{kind}") or kind.replace("_", " ")
    return f"{ours} {number}".strip()


def seats_in(value: Any, players: Sequence[str]) -> list[int]:
    """The seats in a fact; none if a game from elsewhere means something else by it."""
    seats = value if isinstance(value, list) else []
    right = all(type(seat) is int and 0 <= seat < len(players) for seat in seats)
    return seats if right else []


def in_sight(cards: Sequence[str]) -> bool:
    return bool(cards) and HIDDEN not in cards


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]
