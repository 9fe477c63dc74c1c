"""Matches on file that a person can read: `make playthroughs` writes them again.

A file is one match with random moves. A step shows what the mover sees (a place again only when it
has changed), their legal moves with the chosen one in brackets, what the house drew, the events as
they are, and the sentences that are told: to everybody, and to a player where theirs are others.
A match that is too long to read is cut, and the last line says so.
Read the diff before you commit it: it is what a change does to the games.
"""

import random
import textwrap
from pathlib import Path
from typing import Any, NamedTuple

from settebello import Match
from settebello.cards import HIDDEN
from settebello.game import Options, View

FOLDER = Path(__file__).parent / "playthroughs"
PLAYERS = ["Ann", "Bea", "Cal", "Dan", "Eve", "Flo"]
SHOWN_ELSEWHERE = ("game", "players", "to_act", "over", "winners")  # facts in every view
NO_BREAK = "\xa0"  # a blank where no line may end
LONGEST = 400  # lines, and then the rest of the step
MOST_MOVES = 100  # that are listed


class Playthrough(NamedTuple):
    game: str
    seats: int
    seed: int
    options: Options
    longest: int = LONGEST


# The seeds give short matches in which much happens.
PLAYTHROUGHS = {
    "dice-3": Playthrough("dice", 3, 200, {}),
    "dice-3-options": Playthrough("dice", 3, 1366, {"turns": 6, "skip_on": "face"}),
    "scopa-2": Playthrough("scopa", 2, 857, {"target": 1, "redeal_three_tens": True}),
    "scopa-3": Playthrough("scopa", 3, 563, {"target": 1}),
    "scopa-4": Playthrough("scopa", 4, 555, {"target": 1, "primiera": True}),
    "scopa-6": Playthrough("scopa", 6, 2425, {"target": 1, "sweep_on_last_card": False}),
    "sixty_six-2": Playthrough("sixty_six", 2, 4719, {}),
    "sixty_six-3-draft": Playthrough("sixty_six", 3, 24856, {"variant": "draft"}),
    "sixty_six-5": Playthrough("sixty_six", 5, 1258, {}),
    "rummy-2": Playthrough("rummy", 2, 612, {}),
    "rummy-6": Playthrough(
        "rummy", 6, 4769, {"target": 50, "melds_per_turn": 0, "reshuffle": True}
    ),
    "briscola-2": Playthrough("briscola", 2, 1, {}),
    "briscola-3": Playthrough("briscola", 3, 2, {}),
    "briscola-4": Playthrough("briscola", 4, 3, {}),
    "hearts-4": Playthrough("hearts", 4, 1, {"target": 1}, longest=500),
    "hearts-4-options": Playthrough(
        "hearts",
        4,
        16,
        {"target": 1, "passing": False, "queen_breaks_hearts": True, "points_on_first_trick": True},
        longest=500,
    ),
    "liars_dice-2": Playthrough("liars_dice", 2, 11, {"dice": 2}),
    "liars_dice-6": Playthrough(
        "liars_dice", 6, 8, {"dice": 1, "wild_ones": False, "raising": "face"}
    ),
    "go_fish-2": Playthrough("go_fish", 2, 1, {"lucky_catch": False}),
    "go_fish-5": Playthrough("go_fish", 5, 2, {}),
}


def write(playthrough: Playthrough) -> str:
    """The whole file of a playthrough."""
    match = Match(
        playthrough.game,
        PLAYERS[: playthrough.seats],
        seed=playthrough.seed,
        options=playthrough.options,
    )
    page = Page(match)
    page.write("game", match.game.NAME)
    page.write("rules", f"version {match.game.VERSION}")
    page.write("options", facts_text(match.options))
    page.write("players", ", ".join(match.players))
    page.head = "start"
    page.write_what_happened()
    choose = random.Random(playthrough.seed).random
    number = 0
    while not match.over and len(page.lines) < playthrough.longest:
        seat = match.to_act[int(choose() * len(match.to_act))]
        moves = match.legal(seat)
        chosen = moves[int(choose() * len(moves))]
        number += 1
        page.head = f"{number} {match.players[seat]}"
        page.write_view(match.view(seat))
        offered = [f"[{move}]" if move is chosen else str(move) for move in moves]
        if len(moves) > MOST_MOVES:
            offered = [*offered[:3], "...", f"[{chosen}]", "...", f"({len(moves)} moves)"]
        page.write("legal", "  ".join(text.replace(" ", NO_BREAK) for text in offered))
        match.play(seat, chosen)
        page.write_what_happened()
    page.head = "end" if match.over else "cut"
    page.write_view(match.view(None))
    if match.over:
        page.write("winners", ", ".join(match.players[seat] for seat in match.winners))
    else:
        page.write("", f"The match went on; this file ends after {number} moves.")
    return "\n".join(page.lines) + "\n"


class Page:
    """The lines of a file, and what its reader knows already."""

    def __init__(self, match: Match) -> None:
        self.lines: list[str] = []
        self.head = ""  # stands to the left of the next line
        self._match = match
        self._shown: dict[str, object] = {}  # each place and fact as it was last
        self._draws = self._events = 0
        self._notices: dict[int | None, int] = {}

    def write(self, label: str, text: str) -> None:
        """A labelled line, wrapped where it is too long."""
        start = f"{self.head:8}{label:8}"
        lines = textwrap.wrap(text, 100, initial_indent=start, subsequent_indent=" " * 16)
        self.lines += [line.replace(NO_BREAK, " ") for line in lines]
        self.head = ""

    def write_view(self, view: View) -> None:
        there = {**view.places, **view.facts}
        self._shown = {name: shown for name, shown in self._shown.items() if name in there}
        places: dict[str, list[str]] = {}
        for name, cards in view.places.items():
            if self._is_new(name, cards):
                kind, _, number = name.partition(":")
                if number and kind != "meld":  # of a seat
                    number = self._match.players[int(number)]
                places.setdefault(kind, []).append(f"{number} {cards_text(cards)}".strip())
        for kind, texts in places.items():
            self.write(kind, ", ".join(texts))
        facts = {name: fact for name, fact in view.facts.items() if name not in SHOWN_ELSEWHERE}
        new = {name: fact for name, fact in facts.items() if self._is_new(name, fact)}
        if new:
            self.write("facts", facts_text(new))

    def _is_new(self, name: str, value: object) -> bool:
        """Whether a place or a fact is to be shown, since it is not as it was shown before."""
        new = self._shown.get(name) != value
        self._shown[name] = value
        return new

    def write_what_happened(self) -> None:
        match = self._match
        luck, events = match.record()["luck"], match.events
        for draw in luck[self._draws :]:
            self.write("luck", draw)
        for event in events[self._events :]:
            self.write("event", repr(event))
        self._draws, self._events = len(luck), len(events)
        to_all = self._new_sentences(None)
        for sentence in to_all:
            self.write("all", sentence)
        for seat, player in enumerate(match.players):
            for sentence in self._new_sentences(seat):
                if sentence not in to_all:
                    self.write(player, sentence)

    def _new_sentences(self, viewer: int | None) -> list[str]:
        notices = self._match.notices(viewer, since=self._notices.get(viewer, 0))
        if notices:
            self._notices[viewer] = notices[-1]["number"]
        return [notice["text"] for notice in notices if notice["text"]]


def cards_text(cards: list[str]) -> str:
    if cards and set(cards) == {HIDDEN}:
        return f"{len(cards)}x{HIDDEN}"
    return " ".join(cards) or "-"


def facts_text(facts: Options | dict[str, Any]) -> str:
    """Names and values; lists without their brackets."""
    texts = []
    for name, value in facts.items():
        value_text = " ".join(map(str, value)) or "-" if isinstance(value, list) else str(value)
        texts.append(f"{name} {value_text}")
    return ", ".join(texts)


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.txt"):
        old.unlink()
    for name, playthrough in PLAYTHROUGHS.items():
        (FOLDER / f"{name}.txt").write_text(write(playthrough), encoding="utf-8")
    print(f"Wrote {len(PLAYTHROUGHS)} files; read their diff before you commit it.")


if __name__ == "__main__":
    main()
