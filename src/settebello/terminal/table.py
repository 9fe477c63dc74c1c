"""A view as text: one line for each player and each place.

`TableBoard` is how one game is shown on one screen: all of the table, or only what has changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import SimpleNamespace
from typing import Any, cast

from settebello import words
from settebello.cards import HIDDEN
from settebello.game import Facts, Game, Move, View
from settebello.registry import games
from settebello.table import protocol
from settebello.terminal.moves import MoveList, list_moves
from settebello.terminal.screen import Screen
from settebello.words.phrases import find_phrase, listed, phrase

# Facts that the rest of the table, or the legal moves, show already.
TOLD_ELSEWHERE = {"game", "players", "to_act", "over", "scores", "winners", "order", "colours",
                  "run_faces", "run_lengths",
                  "turns", "starter", "drawn", "taken", "melds_left", "meld_owners",
                  "waiting_for", "teams"}  # fmt: skip
SEATS = {"dealer", "stopper"}  # facts that are a seat
STACKS = {"stock", "deck", "pile", "discard"}  # places of which only the top matters
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

    def leaving(self, then: View, now: View) -> list[str]:
        """The lines of what lay on the table then, and lies there no more."""
        return list(leaving_lines(self.game, then, now, self.language, self.cards))

    def moves(
        self, moves: Sequence[Move], labels: Mapping[str, str], players: Sequence[str]
    ) -> MoveList:
        """The legal moves: their lines, and what can be typed."""
        width = self._screen.width
        return list_moves(self.game, moves, labels, players, self.language, width)


def leaving_lines(game: Game, then: View, now: View, language: str, shown: Cards) -> Iterator[str]:
    """What lay open between the players then, such as a trick, and lies elsewhere now."""
    players = then.facts["players"]
    by_seat, between = split_places(then, len(players))
    for name, cards in between.items():
        if name not in STACKS and in_sight(cards) and cards != now.places.get(name):
            told = cards_told(name, cards, language, shown, dice=holds_dice(game, name, then))
            yield f"{capital(place_name(game, name, then, language))}: {told}"
    for kind, places in by_seat.items():
        laid = {seat: cards for seat, cards in places.items() if cards}
        gone = any(cards != now.places.get(f"{kind}:{seat}") for seat, cards in laid.items())
        open_to_all = laid.keys() != {now.viewer} and all(map(in_sight, laid.values()))
        if kind not in STACKS and gone and open_to_all:
            dice = holds_dice(game, kind, then)
            each = [f"{players[seat]} {cards_told(kind, cards, language, shown, dice=dice)}"
                    for seat, cards in laid.items()]  # fmt: skip
            yield f"{capital(place_name(game, kind, then, language))}: {', '.join(each)}"


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def in_sight(cards: Sequence[str]) -> bool:
    return bool(cards) and HIDDEN not in cards


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
    facts = " ".join(facts_told(game, view, view.facts, language))
    if facts:
        yield "facts", facts
    teams = teams_in(view)
    if teams:
        told = "; ".join(words.team_names(teams, players, language))
        yield "teams", phrase(language, "teams", teams=told)
    for seat in others:
        has = player_line(game, view, seat, by_seat, language, shown)
        yield f"seat:{seat}", f"{players[seat]}: {has}"
    for name, cards in between.items():
        if cards or name != "taken":
            told = cards_told(name, cards, language, shown, dice=holds_dice(game, name, view))
            yield name, f"{capital(place_name(game, name, view, language))}: {told}"
    if me is not None:
        has = player_line(game, view, me, by_seat, language, shown)
        yield "you", f"{phrase(language, 'you')}: {has}"
        private = " ".join(facts_told(game, view, view.private, language))
        if private:
            yield "private", phrase(language, "only-you", facts=private)
    yield "turn", whose_turn(view, language)


BySeat = dict[str, dict[int, list[str]]]  # the cards of each seat, by kind of place


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


def player_line(
    game: Game, view: View, seat: int, by_seat: BySeat, language: str, shown: Cards
) -> str:
    """What a player has: cards, what is counted for each player, and the score."""
    parts = []
    for kind, places in by_seat.items():
        if seat not in places:
            continue
        cards, dice = places[seat], holds_dice(game, kind, view)
        if named_by_index(game):
            told = cards_told(kind, cards, language, shown, numbered=True, dice=dice)
        else:
            told = cards_told(kind, in_standard_order(game, cards), language, shown, dice=dice)
        name = place_name(game, kind, view, language)
        parts.append(f"{name[:1].lower()}{name[1:]} {told}")
    for name, value in view.facts.items():
        if is_for_each(view, name, value) and any(value):
            each = str(value[seat])
            known = find_phrase(language, f"each-{name}", value=each)
            label = words.facts(game, language).get(name, (name, ""))[0]
            parts.append(known or f"{label} {each}")
    parts.append(score_told(view, seat, language))
    return ", ".join(parts)


def holds_dice(game: Game, place: str, view: View) -> bool:
    """Whether there are dice in a place: all faces of the game are sides of dice, or some there."""
    dice = getattr(game, "DICE", ())
    if not dice or len(dice) == len(game.FACES):
        return bool(dice)
    kind = place.partition(":")[0]
    alike = [cards for name, cards in view.places.items() if name.partition(":")[0] == kind]
    return any(card in dice for cards in alike for card in cards)


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
    kind: str,
    cards: list[str],
    language: str,
    shown: Cards,
    *,
    numbered: bool = False,
    dice: bool = False,
) -> str:
    """The cards of a place in brackets, or their number; of dice that are hidden each as [?]."""
    count = len(cards)
    if not cards:
        return phrase(language, "no-dice" if dice else "empty")
    if dice:
        return " ".join("[?]" if die == HIDDEN else f"[{shown.get(die, die)}]" for die in cards)
    if kind == "discard" and cards[-1] != HIDDEN:
        return phrase(
            language, "cards-top", count=count, top=f"[{shown.get(cards[-1], cards[-1])}]"
        )
    if kind in STACKS or set(cards) == {HIDDEN}:
        if numbered and kind not in STACKS:
            return phrase(language, "cards-down", count=count)
        return phrase(language, "cards", count=count)
    return " ".join(f"[{shown.get(card, card)}]" for card in cards)


def place_name(game: Game, name: str, view: View, language: str) -> str:
    """What a place is called: by the game, or by us."""
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
    return find_phrase(language, f"place-{name}") or name


def facts_told(game: Game, view: View, facts: Facts, language: str) -> Iterator[str]:
    """A sentence for each of these facts, public or private, that says something."""
    players, turns = view.facts["players"], facts.get("turns")
    known = words.facts(game, language)
    for name, value in facts.items():
        if name == "turn" and type(value) is type(turns) is int:  # Dice counts those that are over
            yield phrase(language, "turns-used", turn=value, turns=turns)
            continue
        if facts is view.facts and (name in TOLD_ELSEWHERE or is_for_each(view, name, value)):
            continue
        label, kind = known.get(name, (name, ""))
        is_seat = name in SEATS or kind == "seat"
        if value is None or not (is_seat or says_something(value)):
            continue
        seats = seats_in([value], players) if is_seat else []
        text = players[seats[0]] if seats else value_told(game, value, language)
        yield find_phrase(language, f"fact-{name}", value=text) or f"{label}: {text}."


def value_told(game: Game, value: Any, language: str) -> str:
    """The value of a fact as text."""
    if isinstance(value, list):
        return listed(language, [value_told(game, part, language) for part in value])
    if value is True:
        return phrase(language, "said-yes")
    return words.words_of(game, language).card(value) if isinstance(value, str) else str(value)


def teams_in(view: View) -> list[list[int]]:
    """Who plays with whom, by seats; empty if everybody plays alone."""
    teams = view.facts.get("teams", [])
    right = isinstance(teams, list) and all(seats_in(t, view.facts["players"]) for t in teams)
    return teams if right else []


def seats_in(value: Any, players: Sequence[str]) -> list[int]:
    """The seats in a fact; none if a game from elsewhere means something else by it."""
    seats = value if isinstance(value, list) else []
    right = all(type(seat) is int and 0 <= seat < len(players) for seat in seats)
    return seats if right else []


def is_for_each(view: View, name: str, value: Any) -> bool:
    """Whether a fact has a value for each player, such as the sweeps in Scopa."""
    for_each = isinstance(value, list) and len(value) == len(view.facts["players"])
    return for_each and name not in TOLD_ELSEWHERE


def says_something(value: Any) -> bool:
    return any(value) if isinstance(value, list) else bool(value)


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
    return None
