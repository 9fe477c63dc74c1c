"""A view as text: one line for each player and each place.

`TableBoard` is how one game is shown on one screen: all of the table, or only what has changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import SimpleNamespace
from typing import Any, cast

from settebello import words
from settebello.game import Game, Move, View
from settebello.registry import games
from settebello.table import protocol
from settebello.terminal.facts import FactLines
from settebello.terminal.moves import MoveList, list_moves
from settebello.terminal.places import Cards, PlaceLines, seats_in
from settebello.terminal.screen import Screen
from settebello.words.phrases import find_phrase, listed, phrase

DEAL = ("round", "dealer")  # facts that change when all cards are dealt anew


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

    def leaving(self, then: View, now: View, last: int | None) -> list[str]:
        """The lines of what lay on the table then, and lies there no more.

        `last` is the seat that played last, if that is known: the next one led the trick.
        """
        order = order_of(then)
        if last in order:
            after = order.index(last) + 1
            order = order[after:] + order[:after]
        return list(PlaceLines(self.game, then, self.language, self.cards).leaving(now, order))

    def moves(
        self, moves: Sequence[Move], labels: Mapping[str, str], players: Sequence[str]
    ) -> MoveList:
        """The legal moves: their lines, and what can be typed."""
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
    players, me, order = view.facts["players"], view.viewer, order_of(view)
    after_me = 0 if me is None else order.index(me) + 1
    others = [seat for seat in order[after_me:] + order[:after_me] if seat != me]
    facts, places = FactLines(game, view, language), PlaceLines(game, view, language, shown)

    def player_line(seat: int) -> str:
        score = score_told(view, seat, language)
        return ", ".join([*places.of_seat(seat), *facts.of_seat(seat), score])

    public = " ".join(facts.public())
    if public:
        yield "facts", public
    teams = teams_in(view)
    if teams:
        told = "; ".join(words.team_names(teams, players, language))
        yield "teams", phrase(language, "teams", teams=told)
    for seat in others:
        yield f"seat:{seat}", f"{players[seat]}: {player_line(seat)}"
    yield from places.between(order)
    if me is not None:
        yield "you", f"{phrase(language, 'you')}: {player_line(me)}"
        private = " ".join(facts.private())
        if private:
            yield "private", phrase(language, "only-you", facts=private)
    yield "turn", whose_turn(view, language)


def order_of(view: View) -> list[int]:
    """The seats in the order of play: as a fact says it, or else by their numbers."""
    players = view.facts["players"]
    order = seats_in(view.facts.get("order"), players)
    return order if len(set(order)) == len(players) else list(range(len(players)))


def score_told(view: View, seat: int, language: str) -> str:
    """A player's score in words."""
    score = view.facts["scores"][seat]
    colours = view.facts.get("colours")
    if isinstance(colours, list) and len(colours) > seat:  # Dice, rule 11
        word = str(colours[seat])
        colour = find_phrase(language, f"colour-{word}") or word
        return phrase(language, "score-coloured", score=score, colour=colour)
    return phrase(language, "score", score=score)


def teams_in(view: View) -> list[list[int]]:
    """Who plays with whom, by seats; empty if everybody plays alone."""
    teams = view.facts.get("teams", [])
    right = isinstance(teams, list) and all(seats_in(t, view.facts["players"]) for t in teams)
    return teams if right else []


def whose_turn(view: View, language: str) -> str:
    """A sentence that says whose turn it is."""
    to_act = view.facts["to_act"]
    if view.viewer in to_act:
        return phrase(language, "your-turn")
    if not to_act:
        return phrase(language, "no-turn")
    names = [view.facts["players"][seat] for seat in to_act]
    which = "turn-of" if len(names) == 1 else "waiting-for"
    return phrase(language, which, players=listed(language, names))


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
    if new.thinking and not old.thinking:
        return "thinks"
    if new.hurried and not old.hurried:
        return "hurried"
    return None
