"""A match that is looked back at: what decisions were worth, what could be known, playing on."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Route, expect

from live import ROOMY, Server, serving
from settebello import Match
from settebello.record import write_record
from settebello.server.commands import import_files
from web import names
from web.test_replay import at_step, play_to_the_end
from web.test_screens import ENGLISH, LETTERS, lines_of
from web.visitor import Door, keep, problems, too_wide
from web.words import said

# A match of one round, in which Ann errs once for sure: she has a choice at each odd step at first.
LAST = 36
TURN = 33
FEW_WORLDS: dict[str, float] = {**ROOMY, "review_worlds": 12}


@pytest.fixture(scope="module")
def server(client: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on which a short match of Scopa was played by chance, at a listed table."""
    folder = tmp_path_factory.mktemp("reviewed")
    match = Match("scopa", ["Ann", "Bea"], seed=1, options={"target": 1})
    play_to_the_end(match)
    write_record(match.record(), folder / "scopa.json")
    import_files(f"sqlite:///{folder / 'tables.db'}", [folder / "scopa.json"], listed=True)
    with serving(folder, limits=FEW_WORLDS) as server:
        yield server


@pytest.fixture
def match(server: Server) -> str:
    _, found = server.ask("GET", "/api/matches")
    return str(found[0]["match"])


def hand_of(page: Page, name: str) -> list[str]:
    cards = page.get_by_role("list", name=name).get_by_role("button")
    expect(cards.first).to_be_visible()
    return sorted(card.get_attribute("aria-label") or "" for card in cards.all())


def test_a_match_is_reviewed_looked_into_and_played_on(door: Door, match: str) -> None:
    page = door.visitor(f"#/match/{match}/0", permissions=["clipboard-read", "clipboard-write"])
    review = page.get_by_role("region", name=names.REVIEW, exact=True)
    expect(review).to_contain_text("by what Ann could know then, never by hindsight")
    review.get_by_role("button", name="Review Ann").click()
    expect(review.get_by_role("heading", name=names.LUCK_AND_SKILL)).to_be_visible()
    expect(review).to_contain_text("never by hindsight: up to 12 possible worlds for each decision")
    expect(review).to_contain_text(re.compile(r"Even share 50 . \d+ luck . \d+ skill = "))

    plot = review.get_by_role("slider", name=names.CHANCE_OF_ANN)
    plot.press("ArrowRight")
    at_step(page, 1)
    expect(plot).to_have_attribute("aria-valuetext", re.compile(r"^Step 1: \d+ %$"))
    told = page.get_by_role("region", name=names.EVENTS)
    expect(told).to_contain_text("Played: ")
    plot.press("End")
    at_step(page, LAST)
    expect(page.get_by_role("button", name=names.PLAY_FROM_HERE)).to_be_disabled()
    expect(page.get_by_text("go back a step to play on")).to_be_visible()

    page.get_by_role("button", name=names.SPECTATOR).click()
    review.get_by_role("button", name="Show me turning point 1").click()
    at_step(page, TURN)
    expect(told).to_contain_text(re.compile(r"Better: .*, \d+\s%[.] Played: .*, \d+\s%[.]"))
    hand = hand_of(page, "Ann’s hand")
    page.get_by_role("button", name=names.KNOWN_HERE).click()
    known = page.get_by_role("region", name=names.KNOWN_HERE)
    expect(known.get_by_role("listitem").first).to_have_text(re.compile(r"^the .*: \d+ %"))
    wrong = problems(page, "review-desktop")
    assert not wrong, wrong

    page.get_by_role("button", name=names.COPY_LINK).click()
    expect(page.get_by_role("status").filter(has_text=names.COPIED)).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    stranger = door.visitor(link.removeprefix(f"{door.server.url}/"))
    at_step(stranger, TURN)
    kept = stranger.get_by_role("region", name=names.REVIEW, exact=True)
    expect(kept.get_by_role("heading", name=names.TURNING_POINTS)).to_be_visible()

    page.get_by_role("button", name=names.PLAY_FROM_HERE).click()
    dialog = page.get_by_role("dialog", name=names.PLAY_FROM_HERE)
    dialog.get_by_role("radio", name="Knaves").press("Space")
    dialog.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url(re.compile("#/table/"))
    assert hand_of(page, names.YOUR_HAND) == hand


def test_who_asks_before_the_review_has_come_gets_there_when_it_comes(
    door: Door, match: str
) -> None:
    page = door.visitor(size="narrow")
    held: list[Route] = []
    part = re.compile(r"/Review-[^/]*\.js$")
    page.route(part, lambda route: held.append(route), times=1)
    with page.expect_request(part):
        door.go(page, f"#/match/{match}/0/{TURN}")
    page.get_by_role("button", name=names.REVIEW, exact=True).click()
    held[0].continue_()
    expect(page.get_by_role("region", name=names.REVIEW, exact=True)).to_be_focused()

    on = page.get_by_role("button", name=names.NEXT_STEP)
    on.press("Enter")
    at_step(page, TURN + 1)
    expect(on).to_be_focused()  # nobody is led back there by another step


def test_a_review_on_a_small_screen_in_italian(door: Door, server: Server, match: str) -> None:
    page = door.visitor(f"#/match/{match}/0/{TURN}", size="narrow", language="it")
    page.get_by_role("button", name=said(names.REVIEW, "it"), exact=True).click()
    review = page.get_by_role("region", name=said(names.REVIEW, "it"), exact=True)
    expect(review).to_be_focused()
    done = review.get_by_role("heading", name=said(names.TURNING_POINTS, "it"))
    ask = review.get_by_role("button", name="Analizza Ann")
    done.or_(ask).wait_for()
    if not done.is_visible():  # nobody has asked for it before
        ask.click()
    done.wait_for()
    page.get_by_role("button", name=said(names.KNOWN_HERE, "it")).click()
    known = page.get_by_role("region", name=said(names.KNOWN_HERE, "it"))
    expect(known.get_by_role("listitem").first).to_be_visible()
    keep(page, "review-narrow-italian")
    wrong = [line for line in lines_of(page) if ENGLISH.search(line)]
    wrong += problems(page, "review-narrow")
    page.evaluate(LETTERS, "200%")
    wrong += too_wide(page)
    page.evaluate(LETTERS, "")
    review.get_by_role("button", name="Fammi vedere la svolta 1").click()
    expect(page.get_by_role("list", name="La mano di Ann")).to_be_in_viewport(ratio=1)
    assert not wrong, wrong
