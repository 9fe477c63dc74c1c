"""Plays at a table by what it says and by what can be tapped there, and knows no game."""

from __future__ import annotations

import re
from random import Random

from playwright.sync_api import Locator, Page, Position, expect

from web import names

Counted = dict[str, list[str]]  # the cells of each row, by its head
CORNER: Position = {"x": 10, "y": 30}  # what is seen of a card that lies under another one


class Player:
    """Somebody at a table, who takes what is offered as it comes."""

    def __init__(self, page: Page, seed: int = 1) -> None:
        self.page = page
        self._chance = Random(seed)
        self.counted: list[Counted] = []  # how each round was counted
        self.felt = page.get_by_role("region", name=names.FELT)
        self.bar = page.get_by_role("region", name=names.YOUR_MOVE)
        self.log = page.get_by_role("log", name=names.LOG)
        self.seen = page.get_by_role("button", name=names.SEEN)
        self.end = page.get_by_role("list", name=names.FINAL_SCORE)
        self.go_on = page.get_by_role("button", name=names.GO_ON)
        self.pickable = self.felt.get_by_role("button").filter(has_text=names.CAN_BE_PICKED)
        self.play = self.bar.get_by_role("button", name=names.PLAY_IT)
        said = self.bar.get_by_role("button").filter(has_text=re.compile(r"\w"))
        self.choices = said.filter(has_not_text=names.NOT_MOVES)

    @property
    def turn(self) -> Locator:
        """Something that can be done now; a peek is another thing.

        Moves are there before all that the others did is shown; "your turn" is said after it.
        """
        told = self.page.get_by_text(names.YOUR_TURN)
        at_table = self.page.get_by_role("main").filter(has=told).get_by_role("button")
        return at_table.and_(self.pickable.or_(self.choices)).first

    def play_to_the_end(self, most: int = 300) -> None:
        for _ in range(most):
            if not self.act():
                return
        raise AssertionError(f"The match is not over after {most} moves.")

    def act(self) -> bool:
        """Do the next thing that can be done; whether the match goes on."""
        self.go_on.or_(self.seen).or_(self.end).or_(self.turn).first.wait_for()
        over = self.end.is_visible()
        last = self.page.get_by_text(names.LAST_ROUND, exact=True)
        if over and last.is_visible():
            last.click()
        if tally(self.page).is_visible():
            self.counted.append(table_of(self.page))
        if over:
            return False
        if self.go_on.is_visible():
            self.go_on.click()
        elif self.seen.is_visible():
            self.look()
        else:
            self.move()
        return True

    def look(self) -> None:
        """Say that one has seen what was shown to oneself alone."""
        self.seen.wait_for()
        shown = self.bar.get_by_role("alert")
        text = shown.inner_text()
        self.seen.click()
        expect(shown.filter(has_text=text)).to_have_count(0)

    def look_until_turn(self) -> None:
        """See whatever the others show, until it is one's own turn."""
        self.seen.or_(self.turn).first.wait_for()
        while self.seen.is_visible():
            self.look()
            self.seen.or_(self.turn).first.wait_for()

    def move(self) -> None:
        """Make a move, and see that it is made."""
        self.turn.wait_for()
        lines = self.log.get_by_role("listitem")
        before = lines.all_inner_texts()
        self.choose()
        expect(lines).not_to_have_text(before)  # in 66 older ones go when new ones come

    def choose(self) -> None:
        """Pick until a move is meant, and play it."""
        while not (self.play.is_visible() or self.choices.first.is_visible()):
            self._any(self.pickable).click(position=CORNER)
        if not self.play.is_visible():
            self._any(self.choices).click()
        if self.play.is_visible():  # else it was the only move, and is played
            self.play.click()

    def _any(self, found: Locator) -> Locator:
        return found.nth(self._chance.randrange(found.count()))


def hand(page: Page) -> list[str]:
    """The cards that one holds, as they are called."""
    cards = page.get_by_role("list", name=names.YOUR_HAND).get_by_role("button")
    return sorted(card.get_attribute("aria-label") or "" for card in cards.all())


def tally(page: Page) -> Locator:
    """How a round was counted; what a game explains on its felt is another thing."""
    return page.get_by_role("table").and_(page.locator(":not([popover] *)"))


def table_of(page: Page) -> Counted:
    """How the round was counted, as it is heard."""
    rows: Counted = {"": []}
    heard = tally(page).aria_snapshot()
    for kind, text in re.findall(r'- (rowheader|cell)(?: "([^"]*)")?', heard):
        if kind == "rowheader":
            rows[text] = []
        else:
            rows[list(rows)[-1]].append(text)
    return rows


def set_table(page: Page, game: str, **options: str) -> None:
    """Open a table for friends, with other house rules: a number to fill in for each sentence."""
    page.get_by_role("button", name=names.SET_TABLE).click()
    dialog = page.get_by_role("dialog", name=names.WITH_FRIENDS)
    dialog.get_by_role("radio", name=game, exact=True).press("Space")
    if options:
        dialog.get_by_text(names.HOUSE_RULES).click()
    for sentence, value in options.items():
        dialog.get_by_role("spinbutton", name=sentence).fill(value)
    dialog.get_by_role("button", name=names.SET_TABLE).click()


def set_table_here(page: Page, game: str, *players: str) -> None:
    """Begin a match of these players, who share this device."""
    page.get_by_role("button", name=names.SET_TABLE).click()
    dialog = page.get_by_role("dialog", name=names.WITH_FRIENDS)
    for choice in (game, str(len(players)), "Several of us at this device"):
        dialog.get_by_role("radio", name=choice, exact=True).press("Space")
    for number, name in enumerate(players, start=1):
        dialog.get_by_role("textbox", name=f"Player {number}").fill(name)
    dialog.get_by_role("button", name=names.START).click()
    page.get_by_role("heading", name=names.PASS_ON).wait_for()


def start(page: Page) -> None:
    page.get_by_role("button", name=names.FILL_AND_START).click()


def choose_game(page: Page, title: str) -> None:
    """Go to the table of a game; where there is little room, the games are a list that opens."""
    games = page.get_by_role("navigation", name=names.GAMES)
    entry = games.get_by_role("button", name=f"Play {title}", exact=True)
    opens = games.get_by_role("button", name=names.OTHER_GAME)
    page.get_by_role("region", name=names.FELT).wait_for()  # the bar is another one before
    if opens.is_visible():
        opens.click()
    entry.click()
