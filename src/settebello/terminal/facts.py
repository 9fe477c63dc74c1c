"""The facts of a view as text: counters, texts, flags and players, with the game's labels."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from settebello import words
from settebello.declared import facts_of
from settebello.game import Facts, Game, View
from settebello.terminal.places import capital, seats_in
from settebello.words.phrases import find_phrase, listed, phrase

# Facts about every match, which the rest of the table shows.
OF_MATCHES = {"game", "players", "to_act", "over", "scores", "winners", "teams"}
# Facts of our games that the rest of the table, or the legal moves, show already.
TOLD_ELSEWHERE = {"order", "colours", "run_faces", "run_lengths", "turns", "starter", "drawn",
                  "taken", "melds_left", "meld_owners", "waiting_for"}  # fmt: skip
SEATS = {"dealer", "stopper"}  # facts that are a seat


class FactLines:
    """The facts of one view, in words."""

    def __init__(self, game: Game, view: View, language: str) -> None:
        self._game = game
        self._view = view
        self._language = language
        self._players: list[str] = view.facts["players"]
        self._known = words.facts(game, language)
        # What a game from elsewhere calls a fact goes before what we call one of that name.
        self._own = set(self._known) if words.rules_file(game) else set[str]()
        self._texts = words.fact_texts(game, language)
        kinds = {**facts_of(game), **facts_of(game, "PRIVATE_FACTS")}
        self._kinds = {name: fact.kind for name, fact in kinds.items()}
        self._kinds.update({name: kind for name, (_, kind) in self._known.items()
                            if kind != "number"})  # fmt: skip

    def public(self) -> Iterator[str]:
        """A sentence for each public fact that says something, and is not one for each player."""
        for name, value in self._shown():
            if not self._is_for_each(name, value):
                yield from self._told(name, value, self._view.facts)

    def private(self) -> Iterator[str]:
        """A sentence for each private fact that says something."""
        for name, value in self._view.private.items():
            yield from self._told(name, value, self._view.private)

    def of_seat(self, seat: int) -> Iterator[str]:
        """What is counted or said for each player, of this one."""
        for name, value in self._shown():
            if not self._is_for_each(name, value) or value[seat] is None:
                continue
            if any(value) or None in value:  # all at 0 is what a counter begins with
                each = self._said(name, value[seat])
                ours = None
                if name not in self._own:
                    ours = find_phrase(self._language, f"each-{name}", value=each)
                yield ours or f"{self._label(name)} {each}".strip()

    def _shown(self) -> Iterator[tuple[str, Any]]:
        for name, value in self._view.facts.items():
            if name not in OF_MATCHES and (name in self._own or name not in TOLD_ELSEWHERE):
                yield name, value

    def _told(self, name: str, value: Any, facts: Facts) -> Iterator[str]:
        """The sentence of a fact, if it says something."""
        turns = facts.get("turns")
        own = name in self._own
        if name == "turn" and type(value) is type(turns) is int and not own:
            # Dice counts those that are over.
            yield phrase(self._language, "turns-used", turn=value, turns=turns)
            return
        is_no = value is False and own  # somebody thought that it is worth showing
        if value is None or not (is_no or self._is_seat(name) or says_something(value)):
            return
        if self._kinds.get(name) == "by_seat" and self._fits_seats(value):
            each = zip(self._players, value, strict=True)
            text = ", ".join([f"{player} {self._said(name, part)}" for player, part in each])
        else:
            text = self._said(name, value)
        ours = None if own else find_phrase(self._language, f"fact-{name}", value=text)
        yield ours or f"{capital(self._label(name))}: {text}."

    def _label(self, name: str) -> str:
        return self._known[name][0] if name in self._known else name.replace("_", " ")

    def _said(self, name: str, value: Any) -> str:
        """The value of a fact, or a part of it, as text."""
        if isinstance(value, list):
            return listed(self._language, [self._said(name, part) for part in value])
        if isinstance(value, bool):
            return phrase(self._language, "said-yes" if value else "said-no")
        if self._is_seat(name) and (seats := seats_in([value], self._players)):
            return self._players[seats[0]]
        if isinstance(value, str):
            said = self._texts.get(name, {}).get(value.replace(" ", "-"))
            return said or words.words_of(self._game, self._language).card(value)
        return str(value)

    def _is_seat(self, name: str) -> bool:
        kind = self._kinds.get(name)
        return kind in ("seat", "seats") or (kind is None and name in SEATS)

    def _is_for_each(self, name: str, value: Any) -> bool:
        """Whether a fact has a value for each player, such as the sweeps in Scopa."""
        return self._kinds.get(name, "by_seat") == "by_seat" and self._fits_seats(value)

    def _fits_seats(self, value: Any) -> bool:
        return isinstance(value, list) and len(value) == len(self._players)


def says_something(value: Any) -> bool:
    return any(value) if isinstance(value, list) else bool(value)
