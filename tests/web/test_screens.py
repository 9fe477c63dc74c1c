"""Every screen: for fingers and ears, narrow and wide, light and dark, in both languages."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from web import names
from web.playing import Player
from web.visitor import Door, Size, keep, problems, small_targets, too_wide, violations
from web.words import pairs, said

# Words that no Italian sentence has.
ENGLISH = re.compile(r"\b(the|of|your|you|with|and|is|to|not|from|this|here|it)\b", re.IGNORECASE)
TEXTS = """
() => [document.title, document.body.innerText,
  ...[...document.querySelectorAll("[aria-label], [title], [placeholder], [alt]")]
    .flatMap((at) => ["aria-label", "title", "placeholder", "alt"].map((n) => at.getAttribute(n)))]
  .filter(Boolean)
"""
LETTERS = "(size) => { document.documentElement.style.fontSize = size }"


class Tour:
    """Goes from screen to screen, in the language of the visitor."""

    def __init__(self, door: Door, size: Size, language: str) -> None:
        self.door = door
        self.language = language
        self.page = door.visitor(size=size, language=language)
        self.player = Player(self.page)

    def __iter__(self) -> Iterator[str]:
        page, hand = self.page, self.page.get_by_role("list", name=self.say(names.YOUR_HAND))
        expect(hand.get_by_role("button").first).to_be_visible()
        yield "first"
        page.get_by_role("button", name=re.compile(self.say("Change it") + "$")).first.click()
        yield "own-name"
        page.keyboard.press("Escape")
        choice = page.get_by_role("navigation", name=self.say(names.GAMES))
        games = choice.get_by_role("listitem").get_by_role("button")
        for number, game in enumerate(("dice", "scopa", "66", "rummy")):
            if not games.first.is_visible():  # they are a list that opens
                choice.get_by_role("button").first.click()
            games.nth(number).click()
            self.bar.get_by_role("button").or_(self.end).first.wait_for()
            yield f"table-{game}"
        self.button(names.PRACTICE_TABLE).click()
        expect(page.get_by_role("dialog").get_by_role("radio").first).to_be_visible()
        yield "practice"
        self.close()
        for name in (names.HAVE_CODE, names.SETTINGS):
            self.from_bar(name)
            expect(page.get_by_role("dialog")).to_be_visible()
            yield name.lower().replace(" ", "-")
            self.close()
        self.from_bar(names.RULES)
        expect(page.get_by_role("heading", level=3).first).to_be_visible()
        yield "rules-beside"
        self.button(names.CLOSE).first.click()
        page.keyboard.press("?")
        expect(page.get_by_role("dialog")).to_be_visible()
        yield "keys"
        self.close()
        self.go("#/rules/sixty_six")
        expect(page.get_by_role("heading", level=2).first).to_be_visible()
        yield "rules"
        self.go("#/rules/briscola")
        card = page.get_by_role("img", name=re.compile("the ace of coins|l'asso di denari")).first
        expect(card.locator("svg")).to_be_visible()
        yield "rules-cards"
        self.go("#/nothing/there")
        yield "nowhere"
        self.go("#/table/nothing")
        expect(page.get_by_role("main").get_by_role("link").first).to_be_visible()
        yield "shut"
        self.go("#/")
        self.button(names.SET_TABLE).click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_role("radio").first.press("Space")
        dialog.get_by_text(self.say(names.HOUSE_RULES)).click()
        dialog.get_by_text(self.say(names.TIME_AND_ABSENCE)).click()
        yield "new-table"
        self.say_what_would_be_right(dialog)
        dialog.get_by_role("spinbutton").first.fill("1")
        dialog.get_by_role("button", name=self.say(names.SET_TABLE)).click()
        expect(page.get_by_role("textbox", name=self.say(names.LINK))).to_be_visible()
        yield "seats"
        self.button(names.MORE).click()
        yield "menu"
        page.keyboard.press("Escape")
        self.button(names.FILL_AND_START).click()
        choice, lines = self.bar.locator(".choice").first, self.log.get_by_role("listitem")
        play = self.bar.get_by_role("button", name=names.PLAY_IT)
        turn = self.bar.get_by_text(re.compile("^(Your turn|Tocca a te): "))
        turn.or_(self.end).first.wait_for()  # the bar has buttons while others play, too
        while not self.end.is_visible():  # the one turn may be a bot's, or need more than one throw
            before = lines.count()
            choice.click()
            if play.is_visible():
                play.click()
            expect(lines).not_to_have_count(before)
            turn.or_(self.end).first.wait_for()
        yield "end"
        page.get_by_role("link", name=self.say(names.REPLAY)).click()
        expect(page.get_by_role("slider")).to_be_visible()
        yield "looking-back"

    def say_what_would_be_right(self, dialog: Locator) -> None:
        """A wrong number is refused in the visitor's language, also where it is out of sight."""
        dialog.get_by_role("spinbutton").first.fill("0")
        dialog.get_by_text(self.say(names.HOUSE_RULES)).click()
        dialog.get_by_role("button", name=self.say(names.SET_TABLE)).click()
        right = self.say(names.NUMBER_BETWEEN).format(least=1, most=1000)
        expect(dialog.get_by_role("alert").filter(has_text=right)).to_be_visible()
        expect(dialog.get_by_role("spinbutton").first).to_be_focused()

    @property
    def bar(self) -> Locator:
        return self.page.get_by_role("region", name=self.say(names.YOUR_MOVE))

    @property
    def log(self) -> Locator:
        return self.page.get_by_role("log", name=self.say(names.LOG))

    @property
    def end(self) -> Locator:
        return self.page.get_by_role("list", name=self.say(names.FINAL_SCORE))

    def say(self, english: str) -> str:
        return said(english, self.language)

    def button(self, english: str) -> Locator:
        return self.page.get_by_role("button", name=self.say(english), exact=True)

    def from_bar(self, english: str) -> None:
        """Open something from the bar, or from its menu where the bar is short."""
        entry = self.page.get_by_role("banner").get_by_role("button", name=self.say(english))
        if not entry.first.is_visible():
            self.button(names.MORE).click()
        entry.first.click()

    def close(self) -> None:
        """Close a dialog. While it is open, too, the page has one banner."""
        expect(self.page.get_by_role("banner", include_hidden=True)).to_have_count(1)
        self.page.keyboard.press("Escape")
        expect(self.page.get_by_role("dialog")).to_have_count(0)

    def go(self, path: str) -> None:
        self.door.go(self.page, path)


@pytest.mark.parametrize("size", ["narrow", "desktop"])
def test_every_screen_is_for_all_in_both_themes(door: Door, size: Size) -> None:
    tour = Tour(door, size, "en")
    wrong = {screen: problems(tour.page, f"{screen}-{size}") for screen in tour}
    assert not any(wrong.values()), report(wrong)


def test_on_a_phone_in_italian_there_is_no_english_left(door: Door) -> None:
    tour = Tour(door, "phone", "it")
    wrong: dict[str, list[str]] = {}
    for screen in tour:
        keep(tour.page, f"{screen}-phone-italian")
        expect(tour.page.locator("html")).to_have_attribute("lang", "it")
        wrong[screen] = [line for line in lines_of(tour.page) if ENGLISH.search(line)]
        wrong[screen] += small_targets(tour.page) + too_wide(tour.page)
        if screen.startswith(("table", "end")):  # the others are the same as on a narrow screen
            wrong[screen] += violations(tour.page)
        tour.page.evaluate(LETTERS, "200%")
        wrong[screen] += too_wide(tour.page)
        tour.page.evaluate(LETTERS, "")
    assert not any(wrong.values()), report(wrong)


def lines_of(page: Page) -> list[str]:
    """All that is read or heard, but for what is typed: moves and codes are the same everywhere."""
    texts: list[str] = page.evaluate(TEXTS)
    typed = page.locator("pre, code").all_inner_texts()
    lines, typed_lines = (
        {line.strip() for text in found for line in text.splitlines()} for found in (texts, typed)
    )
    return sorted(lines - typed_lines - {"English"})  # a switch for who reads that


def test_every_text_of_the_client_is_there_in_both_languages() -> None:
    assert len(pairs()) > 100
    same = {english for english, italian in pairs().items() if english == italian}
    for english in same:
        assert not ENGLISH.search(english), english


def report(wrong: dict[str, list[str]]) -> str:
    return "\n".join(f"{screen}: {line}" for screen, found in wrong.items() for line in found)
