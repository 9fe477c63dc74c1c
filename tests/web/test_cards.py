"""All cards and dice in Chromium: told apart in grey, small, in both themes, by their corner."""

import mimetypes
import os
import subprocess
import sys
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route

from settebello.cards import FRENCH, ITALIAN
from settebello.games import sixty_six

WEB = Path(__file__).parents[2] / "web"
ADDRESS = "http://gallery.invalid/"  # answered from the built files: nothing leaves the page

# The share of pixels in which the two cards that are most alike differ clearly. Each pixel is
# taken with its neighbours, so that the smoothing of edges does not count.
LEAST_DIFFERENCE = """
async ([picture, boxes]) => {
  const blob = await (await fetch("data:image/png;base64," + picture)).blob();
  const image = await createImageBitmap(blob);
  const still = { willReadFrequently: true };
  const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d", still);
  canvas.drawImage(image, 0, 0);
  const greys = boxes.map(({ x, y, width, height }) => {
    const { data } = canvas.getImageData(x, y, width, height);
    const grey = (i) => 0.2126 * data[4 * i] + 0.7152 * data[4 * i + 1] + 0.0722 * data[4 * i + 2];
    const smooth = [];
    for (let row = 1; row < height - 1; row++)
      for (let column = 1; column < width - 1; column++) {
        let sum = 0;
        for (const down of [-1, 0, 1])
          for (const right of [-1, 0, 1]) sum += grey((row + down) * width + column + right);
        smooth.push(sum / 9);
      }
    return smooth;
  });
  let least = { share: 1, pair: [] };
  for (let a = 0; a < greys.length; a++)
    for (let b = 0; b < a; b++) {
      const clear = greys[a].filter((grey, i) => Math.abs(grey - greys[b][i]) > 25).length;
      const share = clear / greys[a].length;
      if (share < least.share) least = { share, pair: [boxes[b].face, boxes[a].face] };
    }
  return least;
}
"""

# Where the cards lie in the picture of their deck; of each only so much of the left side.
BOXES = """
(shelf, share) => [...shelf.children].map((card) => {
  const from = shelf.getBoundingClientRect();
  const { x, y, width, height } = card.getBoundingClientRect();
  const face = card.dataset.face;
  return { face, x: x - from.x, y: y - from.y, width: Math.floor(width * share), height };
})
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The gallery and the reading of faces, built like the client but into a scratch directory."""
    out = tmp_path_factory.mktemp("gallery")
    command = [sys.executable, str(WEB / "build.py"), "gallery"]
    environment = {**os.environ, "OUT": str(out)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return out


@pytest.fixture(scope="module")
def gallery(browser: Browser, built: Path) -> Iterator[tuple[Page, list[str]]]:
    """A page to which the built files are the whole web, and what it complains about."""
    complaints: list[str] = []

    def answer(route: Route) -> None:
        path = route.request.url.removeprefix(ADDRESS).split("?")[0]
        kind = mimetypes.guess_type(path)[0] or "text/plain"
        headers = {"Content-Security-Policy": "default-src 'self'; connect-src data:"}
        if (built / path).is_file():
            route.fulfill(path=built / path, content_type=kind, headers=headers)
        else:
            route.fulfill(status=204 if path == "favicon.ico" else 404)

    page = browser.new_page(viewport={"width": 1000, "height": 700})
    page.route("**/*", answer)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda message: complaints.append(message.text))
    yield page, complaints
    page.close()


@pytest.fixture
def page(gallery: tuple[Page, list[str]]) -> Iterator[Page]:
    page, complaints = gallery
    yield page
    page.emulate_media(reduced_motion="null")
    assert complaints == []


def least_difference(page: Page, deck: str, share: float = 1) -> Any:
    shelf = page.locator(f"[data-deck={deck}]")
    picture = b64encode(shelf.screenshot()).decode()
    return page.evaluate(LEAST_DIFFERENCE, [picture, shelf.evaluate(BOXES, share)])


def ask_decks(page: Page, question: str, given: Any) -> Any:
    """What `decks.ts` answers."""
    page.goto(f"{ADDRESS}gallery.html?deck=none")
    return page.evaluate(
        f"async (given) => {{ const decks = await import('/decks.js'); return {question}; }}", given
    )


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [44, 60])
@pytest.mark.parametrize("deck", ["italian", "french", "four", "numbers"])
def test_every_two_cards_differ_in_grey(page: Page, deck: str, width: int, theme: str) -> None:
    page.goto(f"{ADDRESS}gallery.html?deck={deck}&width={width}&theme={theme}")
    least = least_difference(page, deck)
    assert least["share"] > 0.04, least


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_two_faces_of_players_differ_in_grey(page: Page, theme: str) -> None:
    page.goto(f"{ADDRESS}gallery.html?deck=faces&width=44&theme={theme}")
    least = least_difference(page, "faces")
    assert least["share"] > 0.025, least


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("deck", ["italian", "french"])
def test_the_corner_alone_tells_the_card(page: Page, deck: str, theme: str) -> None:
    """In a fan no more than the left of a card is seen, 28 pixels of 60."""
    page.goto(f"{ADDRESS}gallery.html?deck={deck}&width=60&theme={theme}")
    least = least_difference(page, deck, 28 / 60)
    assert least["share"] > 0.025, least


def test_a_face_is_never_markup(page: Page) -> None:
    page.goto(f"{ADDRESS}gallery.html?deck=text")
    assert page.locator("[data-face='<b>'] text").inner_html() == "&lt;b&gt;"


def test_a_face_that_its_deck_lacks_is_shown_as_text(page: Page) -> None:
    page.goto(f"{ADDRESS}gallery.html?deck=strangers")
    assert page.locator("[data-face=Joker] text").inner_html() == "Joker"


def test_the_drawing_is_silent_and_a_back_tells_nothing(page: Page) -> None:
    page.goto(f"{ADDRESS}gallery.html")
    assert page.locator("svg:not([aria-hidden=true])").count() == 0
    back = page.locator("[data-face='??'] svg")
    assert back.get_attribute("data-suit") is None
    assert back.locator("text").count() == 0


DECKS = {
    "italian": ITALIAN,
    "french": FRENCH,
    "numbers": sixty_six.FACES,
    "text": (*FRENCH, "Joker"),
}


@pytest.mark.parametrize("deck", DECKS)
def test_a_deck_is_known_by_its_faces(page: Page, deck: str) -> None:
    assert ask_decks(page, "decks.deckOf(given)", list(DECKS[deck])) == deck


def test_a_game_without_cards_has_no_deck_of_ours(page: Page) -> None:
    assert ask_decks(page, "decks.deckOf(given)", []) == "text"


def test_a_face_is_read_as_rank_and_suit(page: Page) -> None:
    read = ask_decks(page, "given.map(decks.readFace)", ["10D", "A", "13", "??"])
    assert read == [
        {"rank": "10", "suit": "D"},
        {"rank": "A", "suit": ""},
        {"rank": "13", "suit": ""},
        {"rank": "??", "suit": ""},
    ]


def test_hands_are_sorted_in_the_order_of_the_game(page: Page) -> None:
    hand = ["??", "10H", "2H", "AD", "KS", "2S"]
    by = "given[1].sort(decks.sortOrders(given[0])"
    assert ask_decks(page, by + ".bySuit)", [list(FRENCH), hand]) == [
        "2S", "KS", "2H", "10H", "AD", "??",
    ]  # fmt: skip
    assert ask_decks(page, by + ".byRank)", [list(FRENCH), hand]) == [
        "AD", "2S", "2H", "10H", "KS", "??",
    ]  # fmt: skip


SLOWEST = """
(die) => Math.max(...[die, ...die.querySelectorAll("*")].map((part) => {
  const { animationName, animationDuration, animationDelay } = getComputedStyle(part);
  return animationName === "none" ? 0 : parseFloat(animationDuration) + parseFloat(animationDelay);
}))
"""


def test_a_die_tumbles_shortly_and_not_for_those_who_want_no_motion(page: Page) -> None:
    page.goto(f"{ADDRESS}gallery.html?deck=dice")
    die = page.locator("[data-face=rolling] svg")
    assert 0 < die.evaluate(SLOWEST) <= 0.6
    page.emulate_media(reduced_motion="reduce")
    assert die.evaluate(SLOWEST) == 0


@pytest.mark.parametrize("pips", range(1, 7))
def test_a_die_has_its_pips(page: Page, pips: int) -> None:
    page.goto(f"{ADDRESS}gallery.html?deck=dice")
    assert page.locator(f"[data-face='{pips}'] circle").count() == pips
