"""A view as text: one line for each player and each place, and the moves by number.

`TableBoard` is how one game is shown on one screen: all of the table, or only what has changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from math import prod
from types import SimpleNamespace
from typing import Any, cast

from settebello import words
from settebello.cards import HIDDEN
from settebello.game import Game, Move, View
from settebello.notation import SEVERAL
from settebello.registry import games
from settebello.table import protocol
from settebello.terminal.screen import Screen
from settebello.words.phrases import either, find_phrase, listed, phrase

# Facts that the rest of the table, or the legal moves, show already.
TOLD_ELSEWHERE = {"game", "players", "to_act", "over", "scores", "winners", "order", "colours",
                  "turns", "starter", "drawn", "taken", "melds_left", "meld_owners",
                  "waiting_for"}  # fmt: skip
SEATS = {"dealer", "stopper"}  # facts that are a seat
STACKS = {"stock", "deck", "pile", "discard"}  # places of which only the top matters
FEW = 16  # up to so many lines, each move is explained
ALIKE = 3  # from so many on, moves of one verb share a line
DEAL = ("round", "dealer")  # facts that change when all cards are dealt anew

Cards = Mapping[str, str]  # each face as the table shows it


class TableBoard:
    """Shows a game on one screen; it remembers what each viewer has seen of the table."""

    def __init__(self, game: Game, language: str, screen: Screen) -> None:
        self.game = game
        self.language = language
        shown = words.short_cards(game, language)
        self.cards = {face: text if screen.can_show(text) else face
                      for face, (text, _) in shown.items()}  # fmt: skip
        screen.colours = {self.cards[face]: colour for face, (_, colour) in shown.items()}
        self._screen = screen
        self._seen: dict[int | None, dict[str, str]] = {}  # by viewer: the lines they have seen
        self._deal: dict[int | None, list[Any]] = {}

    def forget(self) -> None:
        """Forget what was seen: next time the whole table is shown."""
        self._seen.clear()

    def whole(self, view: View) -> list[str]:
        """All lines of the table."""
        lines = dict(table_lines(self.game, view, self.language, self.cards))
        self._seen[view.viewer] = lines
        self._deal[view.viewer] = [view.facts.get(name) for name in DEAL]
        return list(lines.values())

    def changes(self, view: View) -> list[str]:
        """The lines that have changed since this viewer saw them, without those of other players.

        Those were told in words. The first time, and after a new deal, it is the whole table.
        """
        seen, deal = self._seen.get(view.viewer), self._deal.get(view.viewer)
        whole = self.whole(view)
        if seen is None or self._deal[view.viewer] != deal:
            return whole
        return [
            line
            for key, line in self._seen[view.viewer].items()
            if key == "turn" or (is_for_reader(key) and seen.get(key) != line)
        ]

    def moves(
        self, moves: Sequence[Move], labels: Mapping[str, str], players: Sequence[str]
    ) -> list[str]:
        """The lines of the legal moves."""
        width = self._screen.width
        return list_moves(self.game, moves, labels, players, self.language, width)


def game_to_draw(name: str, view: View | None) -> Game:
    """A game, as drawing needs it; one that is not installed is made up from the view."""
    found = games().get(name)
    if found is not None:
        return found
    places = view.places if view is not None else {}
    faces = tuple(dict.fromkeys(card for cards in places.values() for card in cards))
    return cast(Game, SimpleNamespace(NAME=name, VERBS={}, FACES=faces))


def is_for_reader(key: str) -> bool:
    """Whether a line of the table is worth printing as soon as it has changed."""
    return key not in ("facts", "stock", "deck") and not key.startswith("seat:")


def table_lines(game: Game, view: View, language: str, shown: Cards) -> Iterator[tuple[str, str]]:
    """The lines of the table, each with its key: the others, the middle, and last the viewer."""
    players, me = view.facts["players"], view.viewer
    order = seats_in(view.facts.get("order"), players)
    if len(set(order)) < len(players):
        order = list(range(len(players)))
    after_me = 0 if me is None else order.index(me) + 1
    others = [seat for seat in order[after_me:] + order[:after_me] if seat != me]
    by_seat, between = split_places(view, len(players))
    facts = " ".join(facts_told(view, language))
    if facts:
        yield "facts", facts
    for seat in others:
        has = player_line(game, view, seat, by_seat, language, shown)
        yield f"seat:{seat}", f"{players[seat]}: {has}"
    for name, cards in between.items():
        if cards or name != "taken":
            told = cards_told(name, cards, language, shown)
            yield name, f"{place_name(name, view, language)}: {told}"
    if me is not None:
        has = player_line(game, view, me, by_seat, language, shown)
        yield "you", f"{phrase(language, 'you')}: {has}"
    yield "turn", whose_turn(view, language)


def split_places(view: View, seats: int) -> tuple[dict[str, list[list[str]]], dict[str, list[str]]]:
    """The places of each seat, by kind, and the other places. (`meld:1` belongs to no seat.)"""
    kinds = dict.fromkeys(name.partition(":")[0] for name in view.places)
    by_seat = {
        kind: [view.places[f"{kind}:{seat}"] for seat in range(seats)]
        for kind in kinds
        if all(f"{kind}:{seat}" in view.places for seat in range(seats))
    }
    between = {
        name: cards for name, cards in view.places.items() if name.partition(":")[0] not in by_seat
    }
    return by_seat, between


def player_line(
    game: Game,
    view: View,
    seat: int,
    by_seat: dict[str, list[list[str]]],
    language: str,
    shown: Cards,
) -> str:
    """What a player has: cards, what is counted for each player, and the score."""
    parts = []
    for kind, places in by_seat.items():
        cards = places[seat]
        if named_by_index(game):
            told = cards_told(kind, cards, language, shown, numbered=True)
        else:
            told = cards_told(kind, in_standard_order(game, cards), language, shown)
        parts.append(f"{find_phrase(language, f'place-{kind}') or kind} {told}")
    for name, value in view.facts.items():
        if is_for_each(view, name, value) and any(value):
            each = str(value[seat])
            parts.append(find_phrase(language, f"each-{name}", value=each) or f"{name} {each}")
    parts.append(score_told(view, seat, language))
    return ", ".join(parts)


def score_told(view: View, seat: int, language: str) -> str:
    """A player's score in words."""
    score = view.facts["scores"][seat]
    colours = view.facts.get("colours")
    if isinstance(colours, list) and len(colours) > seat:  # Dice, rule 11
        word = str(colours[seat])
        colour = find_phrase(language, f"colour-{word}") or word
        return phrase(language, "score-coloured", score=score, colour=colour)
    return phrase(language, "score", score=score)


def named_by_index(game: Game) -> bool:
    """Whether moves name cards by where they lie, as in 66."""
    return any("{spot" in pattern for pattern in game.VERBS.values())


def in_standard_order(game: Game, cards: list[str]) -> list[str]:
    """A hand is easier to read sorted; hidden cards are all alike."""
    return cards if HIDDEN in cards else sorted(cards, key=game.FACES.index)


def cards_told(
    kind: str, cards: list[str], language: str, shown: Cards, *, numbered: bool = False
) -> str:
    """The cards of a place in brackets, or their number."""
    count = len(cards)
    if not cards:
        return phrase(language, "empty")
    if kind == "discard" and cards[-1] != HIDDEN:
        return phrase(
            language, "cards-top", count=count, top=f"[{shown.get(cards[-1], cards[-1])}]"
        )
    if kind in STACKS or set(cards) == {HIDDEN}:
        if numbered and kind not in STACKS:
            return phrase(language, "cards-down", count=count)
        return phrase(language, "cards", count=count)
    return " ".join(f"[{shown.get(card, card)}]" for card in cards)


def place_name(name: str, view: View, language: str) -> str:
    """What a place is called."""
    kind, _, number = name.partition(":")
    if kind == "meld" and number.isdigit():
        players = view.facts["players"]
        owners = seats_in(view.facts.get("meld_owners"), players)
        if 1 <= int(number) <= len(owners):
            owner = players[owners[int(number) - 1]]
            return phrase(language, "numbered-meld-of", number=int(number), owner=owner)
        return phrase(language, "numbered-meld", number=int(number))
    return find_phrase(language, f"place-{name}") or name


def facts_told(view: View, language: str) -> Iterator[str]:
    """A sentence for each public fact that says something of the whole table."""
    players, turns = view.facts["players"], view.facts.get("turns")
    for name, value in view.facts.items():
        if name == "turn" and type(value) is type(turns) is int:  # Dice counts those that are over
            yield phrase(language, "turns-used", turn=value, turns=turns)
        elif name in TOLD_ELSEWHERE or is_for_each(view, name, value):
            continue
        elif says_something(name, value):
            seats = seats_in([value], players) if name in SEATS else []
            text = players[seats[0]] if seats else str(value)
            yield find_phrase(language, f"fact-{name}", value=text) or f"{name}: {text}."


def seats_in(value: Any, players: Sequence[str]) -> list[int]:
    """The seats in a fact; none if a game from elsewhere means something else by it."""
    seats = value if isinstance(value, list) else []
    right = all(type(seat) is int and 0 <= seat < len(players) for seat in seats)
    return seats if right else []


def is_for_each(view: View, name: str, value: Any) -> bool:
    """Whether a fact has a value for each player, such as the sweeps in Scopa."""
    for_each = isinstance(value, list) and len(value) == len(view.facts["players"])
    return for_each and name not in TOLD_ELSEWHERE


def says_something(name: str, value: Any) -> bool:
    if value is None or name in SEATS:  # where 0 is a seat
        return value is not None
    return any(value) if isinstance(value, list) else bool(value)


def whose_turn(view: View, language: str) -> str:
    """A sentence that says whose turn it is."""
    to_act = view.facts["to_act"]
    if view.viewer in to_act:
        return phrase(language, "your-turn")
    if not to_act:
        return phrase(language, "no-turn")
    names = [view.facts["players"][seat] for seat in to_act]
    return phrase(language, "turn-of", players=listed(language, names))


def list_moves(
    game: Game,
    moves: Sequence[Move],
    labels: Mapping[str, str],
    players: Sequence[str],
    language: str,
    width: int,
) -> list[str]:
    """The legal moves by number, with their meaning; moves that are alike share a line.

    If that would be too many lines, more moves share a line, without their meaning.
    """
    lines, number = [], 1
    for alike in alike_moves(game, moves):
        last = number + len(alike) - 1
        together = told_together(game, alike, labels, players, language)
        if together is not None:
            lines.append(f"{number}-{last}. {together}")
        else:
            texts = [described(move.text, labels[move.text]) for move in alike]
            lines += [f"{count}. {text}" for count, text in enumerate(texts, start=number)]
        number = last + 1
    if len(lines) <= FEW:
        return lines
    texts = [f"{number}. {move}" for number, move in enumerate(moves, start=1)]
    column = max(len(text) for text in texts) + 2
    in_line = max(1, (width + 2) // column)
    rows = [texts[start : start + in_line] for start in range(0, len(texts), in_line)]
    return ["".join(text.ljust(column) for text in row).rstrip() for row in rows]


def alike_moves(game: Game, moves: Sequence[Move]) -> Iterator[list[Move]]:
    """Moves that follow each other, of one verb and with the same number in its `{n}`."""

    def kind(move: Move) -> tuple[str, list[list[str]]]:
        parts = words.filled(game.VERBS.get(move.verb, ""), move.text)
        return move.verb, [values for part, values in parts if part == "{n}"]

    for _, alike in groupby(moves, kind):
        yield list(alike)


def told_together(
    game: Game,
    moves: list[Move],
    labels: Mapping[str, str],
    players: Sequence[str],
    language: str,
) -> str | None:
    """Several moves in one line, such as "own 0-3 (one of your cards)"; None if it cannot be.

    Every combination of the choices must be a legal move, or the line would name moves that are
    not there. A slot for several cards stands for any of them.
    """
    if len(moves) < ALIKE:
        return None
    verb, example = moves[0].verb, moves[0].text
    slots: list[tuple[str, dict[str, None]]] = []
    for move in moves:
        parts = list(words.filled(game.VERBS[verb], move.text))
        slots = slots or [(part, {}) for part, _ in parts]
        for (_, found), (_, values) in zip(slots, parts, strict=True):
            found.update(dict.fromkeys(values))
    several = any(part in SEVERAL for part, _ in slots)
    if not several and prod(len(found) for _, found in slots) != len(moves):
        return None
    arguments = {"example": example, "meaning": labels[example]}
    for part, found in slots:
        if part == "{n}":
            (arguments["n"],) = found
            if int(arguments["n"]) < len(players):
                arguments["player"] = players[int(arguments["n"])]
    meaning = words.label_any(game, verb, language, **arguments)
    text = " ".join(folded(list(found), language) for _, found in slots)
    return None if meaning is None else f"{text} ({meaning})"


def folded(values: list[str], language: str) -> str:
    """A choice of values: "0-3", or "2S, 3H or KD"."""
    if len(values) > 1 and all(value.isdigit() for value in values):
        numbers = sorted(map(int, values))
        if numbers == list(range(numbers[0], numbers[-1] + 1)):
            return f"{numbers[0]}-{numbers[-1]}"
    return either(language, values)


def described(text: str, meaning: str) -> str:
    """A move as it is typed, and what it means."""
    return text if meaning in ("", text) else f"{text} ({meaning})"


def seat_change(old: protocol.SeatInfo, new: protocol.SeatInfo) -> str | None:
    """The name of the sentence for a change of another seat; None if there is none."""
    if not old.name and new.name:
        return "bot-sat" if new.bot else "sat"
    if old.name and not new.name:
        return "stood"
    if new.stand_in and not old.stand_in:
        return "stands-in"
    if old.present != new.present:
        return "has-come" if new.present else "has-gone"
    if new.rematch and not old.rematch:
        return "wants-more"
    return None
