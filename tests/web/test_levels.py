"""How well the bots play: chosen at each table, remembered for each game; a bot that thinks."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import BrowserContext, Locator, Page, WebSocketRoute, expect

from settebello.bots.strengths import STRENGTHS
from web import names
from web.playing import Player
from web.visitor import LAID_OUT, Door, problems, resize

# What is said politely: all that the live regions are given from now on.
LISTEN = """
() => {
  window.heard = [];
  new MutationObserver(() => {
    const said = [...document.querySelectorAll("[role=status]")].map((each) => each.textContent);
    const thinks = said.find((text) => text.includes("thinking")) ?? "";
    if (thinks !== window.heard.at(-1)) window.heard.push(thinks);
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
}
"""


def menu_of(page: Page, language: str = "en") -> Locator:
    """The menu of the practice table."""
    name = {"en": names.PRACTICE_TABLE, "it": "Tavolo con i bot"}[language]
    page.get_by_role("button", name=name).click()
    return page.get_by_role("dialog")


def levels(within: Locator | Page, name: str = "Level of the bots") -> Locator:
    return within.get_by_role("group", name=name)


def test_a_level_is_chosen_by_a_tap_and_remembered_for_its_game(door: Door) -> None:
    page = door.visitor(size="phone", language="it")
    expect(page.get_by_role("heading", name="Cavallo di Coppe")).to_be_visible()
    menu = menu_of(page, "it")
    choice = levels(menu, "Livello dei bot")
    expect(choice.get_by_role("radio")).to_have_count(3)
    expect(choice.get_by_role("radio", name="Cavalli medio")).to_be_checked()
    choice.get_by_role("radio", name="Re difficile").tap()
    expect(choice.get_by_role("radio", name="Re difficile")).to_be_checked()
    expect(choice).to_contain_text("Ci pensano prima di giocare")
    strength = STRENGTHS["scopa", 3]["hard"]
    expect(choice).to_contain_text(f"vince circa {strength.wins} smazzate su 100 (alla pari: 33).")
    assert not problems(page, "levels-phone-italian")
    menu.get_by_role("button", name="Nuova partita").tap()
    menu.get_by_role("button", name="Sì, nuova partita").tap()
    expect(page.get_by_role("heading", name="Re di Coppe")).to_be_visible()
    expect(page.get_by_role("heading", name="Re di Spade")).to_be_visible()
    page.get_by_role("button", name="Chi è Re di Coppe").tap()
    expect(page.get_by_role("dialog")).to_contain_text("Livello: difficile")
    page.reload()
    expect(page.get_by_role("heading", name="Re di Coppe")).to_be_visible()
    choice = levels(menu_of(page, "it"), "Livello dei bot")
    expect(choice.get_by_role("radio", name="Re difficile")).to_be_checked()


def test_a_level_says_what_was_measured_of_it_where_it_was(door: Door) -> None:
    page = door.visitor()
    menu = menu_of(page)
    choice, bots = levels(menu), menu.get_by_role("group", name="Number of bots")
    scopa = STRENGTHS["scopa", 3]
    for level, sentence, of in (
        ("Kings hard", "One of them against Knights wins about {} of 100 rounds", scopa["hard"]),
        ("Knights medium", "Moves at random win about {} of 100 rounds", scopa["random"]),
        ("Knaves easy", "One of them against Knights wins about {} of 100 rounds", scopa["easy"]),
    ):
        choice.get_by_role("radio", name=level).press("Space")
        expect(choice).to_contain_text(sentence.format(of.wins))
        expect(choice).to_contain_text("(even: 33).")
    bots.get_by_role("radio", name="1").press("Space")
    expect(choice).to_contain_text(f"about {STRENGTHS['scopa', 2]['easy'].wins} of 100")
    assert not problems(page, "strength-desktop")
    bots.get_by_role("radio", name="5").press("Space")
    assert ("scopa", 6) not in STRENGTHS
    expect(choice).to_contain_text("No Kings with 6 players")
    expect(choice).not_to_contain_text("100")
    page.keyboard.press("Escape")

    page.get_by_role("button", name=names.WITH_FRIENDS).first.click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("radio", name="Briscola", exact=True).press("Space")
    dialog.get_by_role("group", name="Number of players").get_by_role("radio", name="4").click()
    levels(dialog).get_by_role("radio", name="Kings hard").click()
    pair = STRENGTHS["briscola", 4]["hard"]
    expect(levels(dialog)).to_contain_text(
        f"A pair of them against Knights wins about {pair.wins} of 100 rounds (even: 50)."
    )


def test_a_level_is_chosen_by_keys_and_a_game_without_kings_says_why(door: Door) -> None:
    page = door.visitor()
    player = Player(page)
    player.turn.wait_for()
    choice = levels(menu_of(page))
    choice.get_by_role("radio", name="Knights medium").focus()
    page.keyboard.press("ArrowLeft")
    expect(choice.get_by_role("radio", name="Knaves easy")).to_be_checked()
    expect(choice.get_by_role("radio", name="Knaves easy")).to_be_focused()
    expect(choice).not_to_contain_text("No Kings")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Yes, deal anew").press("Enter")
    expect(page.get_by_role("heading", name="Knave of Cups")).to_be_visible()

    page.get_by_role("button", name="Play Dice").click()  # it has a level of its own
    expect(page.get_by_role("heading", name="Knight of Cups")).to_be_visible()
    choice = levels(menu_of(page))
    expect(choice.get_by_role("radio")).to_have_count(2)
    expect(choice.get_by_role("radio", name="Knights medium")).to_be_checked()
    expect(choice).to_contain_text("No Kings in Dice: no bot was measured to play it better")
    assert not problems(page, "two-levels-desktop")
    resize(page, "narrow")
    assert not problems(page, "two-levels-narrow")


def test_with_another_number_of_players_a_level_may_be_missing(door: Door) -> None:
    page = door.visitor()
    menu = menu_of(page)
    levels(menu).get_by_role("radio", name="Kings hard").click()
    bots = menu.get_by_role("group", name="Number of bots")
    bots.get_by_role("radio", name="5").press("Space")
    expect(levels(menu)).to_contain_text("No Kings with 6 players")
    expect(levels(menu).get_by_role("radio", name="Knights medium")).to_be_checked()
    menu.get_by_role("button", name="New match").click()
    menu.get_by_role("button", name="Yes, deal anew").click()
    expect(page.get_by_role("heading", name="Second Knight of Cups")).to_be_visible()
    menu = menu_of(page)
    bots.get_by_role("radio", name="1").press("Space")
    expect(levels(menu).get_by_role("radio", name="Kings hard")).to_be_checked()  # the wish is kept


def test_friends_choose_the_bots_of_their_table(door: Door) -> None:
    page = door.visitor()
    page.get_by_role("button", name=names.WITH_FRIENDS).first.click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("radio", name="Scopa", exact=True).press("Space")
    dialog.get_by_role("group", name="Number of players").get_by_role("radio", name="3").click()
    levels(dialog).get_by_role("radio", name="Kings hard").click()
    dialog.get_by_role("button", name=names.SET_TABLE).click()
    choice = levels(page)
    expect(choice.get_by_role("radio", name="Kings hard")).to_be_checked()
    page.get_by_role("button", name="Bot here").first.click()
    seats = page.get_by_role("region", name="Seats").get_by_role("listitem")
    expect(seats.filter(has_text="King of Cups")).to_contain_text("bot · hard")
    choice.get_by_role("radio", name="Knaves easy").click()
    page.get_by_role("button", name=names.FILL_AND_START).click()
    expect(page.get_by_role("heading", name="King of Cups")).to_be_visible()
    expect(page.get_by_role("heading", name="Knave of Cups")).to_be_visible()


def test_people_at_one_device_play_with_bots_of_the_level_that_they_chose(door: Door) -> None:
    page = door.visitor()
    page.get_by_role("button", name=names.WITH_FRIENDS).first.click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("radio", name="Scopa", exact=True).press("Space")
    dialog.get_by_role("radio", name="Several of us at this device").click()
    levels(dialog).get_by_role("radio", name="Knaves easy").click()
    dialog.get_by_role("button", name=names.START, exact=True).click()
    expect(page.get_by_role("heading", name="Knave of Cups")).to_be_visible()


class Wire:
    """Between a page and the server: it keeps what was said last, and can say more."""

    def __init__(self, context: BrowserContext) -> None:
        self._page: WebSocketRoute | None = None
        self.welcome: dict[str, Any] = {}
        context.route_web_socket("**/ws?table=*", self._connect)

    def _connect(self, socket: WebSocketRoute) -> None:
        self._page = socket
        server = socket.connect_to_server()
        socket.on_message(server.send)
        server.on_message(self._pass_on)

    def _pass_on(self, said: str | bytes) -> None:
        message = json.loads(said)
        if message["type"] == "Welcome":
            self.welcome = message
        assert self._page is not None
        if message["type"] != "Seats":  # who sits there is told by the test alone
            self._page.send(said)

    def say_that_a_bot_thinks(self, seat: int, thinking: bool) -> None:
        """As the server says it of a bot that takes a while."""
        assert self._page is not None
        seats = [dict(each) for each in self.welcome["seats"]]
        king = {"name": "King of Cups", "face": "10C", "bot": "hard", "thinking": thinking}
        seats[seat] |= king
        told = {"type": "Seats", "match": self.welcome["match"], "phase": "playing", "seats": seats}
        self._page.send(json.dumps(told))


def test_a_bot_that_thinks_is_seen_and_heard_of_once(door: Door) -> None:
    ann = door.server.open_table("scopa", "Ann", seats=2)
    door.server.sit(ann["table"], ann["invite"], "Bea")
    door.server.begin(ann["table"], ann["secret"])
    page = door.visitor()
    wire = Wire(page.context)
    door.go(page, f"#{ann['table']}.{ann['invite']}")  # somebody who looks on
    whose = page.locator("[data-seat]").filter(has_text="to move")
    expect(whose).to_be_visible()
    seat = int(whose.get_attribute("data-seat") or "")
    page.evaluate(LISTEN)
    for thinking in (True, False, True):  # it draws, and then it discards
        wire.say_that_a_bot_thinks(seat, thinking)
        panel = page.locator(f"[data-seat='{seat}']")
        expect(panel.get_by_text("thinks" if thinking else "to move")).to_be_visible()
        said = "King of Cups is thinking." if thinking else "King of Cups to move."
        expect(page.get_by_role("region", name=names.YOUR_MOVE)).to_contain_text(said)
    page.evaluate(LAID_OUT)
    assert page.evaluate("window.heard") == ["King of Cups is thinking."]
    assert not problems(page, "thinks-desktop")
    resize(page, "phone")
    assert not problems(page, "thinks-phone")
