"""A view as text: one line for each player and each place, and the moves by number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from settebello import words
from settebello.cards import HIDDEN
from settebello.game import Game, Move, View
from settebello.terminal.phrases import find_phrase, listed, phrase

# Facts that the rest of the table tells already, or the legal moves do.
TOLD_ELSEWHERE = {"game", "players", "to_act", "over", "scores", "winners", "order", "colours",
                  "turns", "starter", "drawn", "taken", "melds_left", "meld_owners",
                  "waiting_for"}  # fmt: skip
SEATS = {"dealer", "stopper"}  # facts that are a seat
STACKS = {"stock", "deck", "pile", "discard"}  # places of which only the top matters
FEW = 16  # so many moves get a line each


def draw_table(game: Game, view: View, language: str) -> list[str]:
    """The table from the side of its viewer: the others, what lies between, and himself last."""
    players, me = view.facts["players"], view.viewer
    order = seats_in(view.facts.get("order"), players)
    if len(set(order)) < len(players):
        order = list(range(len(players)))
    after_me = 0 if me is None else order.index(me) + 1
    others = [seat for seat in order[after_me:] + order[:after_me] if seat != me]
    by_seat, between = split_places(view, len(players))
    lines = [" ".join(facts_told(view, language))]
    for seat in others:
        lines.append(f"{players[seat]}: {player_line(game, view, seat, by_seat, language)}")
    for name, cards in between.items():
        if cards or name != "taken":
            lines.append(f"{place_name(name, view, language)}: {cards_told(name, cards, language)}")
    if me is not None:
        lines.append(f"{phrase(language, 'you')}: {player_line(game, view, me, by_seat, language)}")
    lines.append(whose_turn(view, language))
    return [line for line in lines if line]


def split_places(view: View, seats: int) -> tuple[dict[str, list[list[str]]], dict[str, list[str]]]:
    """The places that each seat has, by kind, and the rest. (`meld:1` belongs to no seat.)"""
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
    game: Game, view: View, seat: int, by_seat: dict[str, list[list[str]]], language: str
) -> str:
    """What a player has: cards, what is counted for each player, and the score."""
    parts = []
    for kind, places in by_seat.items():
        cards = places[seat]
        if named_by_index(game):
            told = cards_told(kind, cards, language, numbered=True)
        else:
            told = cards_told(kind, in_standard_order(game, cards), language)
        parts.append(f"{find_phrase(language, f'place-{kind}') or kind} {told}")
    for name, value in view.facts.items():
        if is_for_each(view, name, value) and any(value):
            each = str(value[seat])
            parts.append(find_phrase(language, f"each-{name}", value=each) or f"{name} {each}")
    parts.append(score_told(view, seat, language))
    return ", ".join(parts)


def score_told(view: View, seat: int, language: str) -> str:
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


def cards_told(kind: str, cards: list[str], language: str, *, numbered: bool = False) -> str:
    """What lies in a place: the cards in brackets, or how many they are."""
    count = len(cards)
    if not cards:
        return phrase(language, "empty")
    if kind == "discard" and cards[-1] != HIDDEN:
        return phrase(language, "cards-top", count=count, top=f"[{cards[-1]}]")
    if kind in STACKS or set(cards) == {HIDDEN}:
        if numbered and kind not in STACKS:
            return phrase(language, "cards-down", count=count)
        return phrase(language, "cards", count=count)
    return " ".join(f"[{card}]" for card in cards)


def place_name(name: str, view: View, language: str) -> str:
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
    """A fact that is a list of seats; none if a game from elsewhere means something else by it."""
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
    to_act = view.facts["to_act"]
    if view.viewer in to_act:
        return phrase(language, "your-turn")
    if not to_act:
        return phrase(language, "no-turn")
    names = [view.facts["players"][seat] for seat in to_act]
    return phrase(language, "turn-of", players=listed(language, names))


def list_moves(
    game: Game, moves: Sequence[Move], players: Sequence[str], language: str, width: int
) -> list[str]:
    """The legal moves by number: a line each with what they mean, or many in a line."""
    if len(moves) <= FEW:
        return [
            f"{number}. {described(game, move, players, language)}"
            for number, move in enumerate(moves, start=1)
        ]
    texts = [f"{number}. {move}" for number, move in enumerate(moves, start=1)]
    column = max(len(text) for text in texts) + 2
    in_line = max(1, (width + 2) // column)
    rows = [texts[start : start + in_line] for start in range(0, len(texts), in_line)]
    return ["".join(text.ljust(column) for text in row).rstrip() for row in rows]


def described(game: Game, move: Move, players: Sequence[str], language: str) -> str:
    """A move as it is typed, and what it means."""
    meaning = words.label(game, move, players, language)
    return move.text if meaning == move.text else f"{move.text} ({meaning})"
