"""A finished match, step by step, with anybody's views."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from random import Random

import pytest
from playwright.sync_api import Page, expect

from live import Server, serving
from settebello import Match
from settebello.record import write_record
from settebello.server.commands import import_files
from settebello.table import protocol
from web import names
from web.visitor import Door, Size, problems

ANNS_HAND = "Ann’s hand"
YOU = re.compile(r"\b[Yy]our?\b")
ABOVE = "(both) => both[0].getBoundingClientRect().bottom <= both[1].getBoundingClientRect().top"


@pytest.fixture(scope="module")
def server(client: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server on which a match of each game has been played at a listed table."""
    folder = tmp_path_factory.mktemp("past")
    files = []
    for game in ("dice", "scopa", "sixty_six", "liars_dice"):
        match = Match(game, ["Ann", "Bea", "Cal"], seed=3)
        play_to_the_end(match)
        files.append(folder / f"{game}.json")
        stood_in = {"stand_ins": [1]} if game == "scopa" else {}
        write_record({**match.record(), **stood_in}, files[-1])
    import_files(f"sqlite:///{folder / 'tables.db'}", files, listed=True)
    with serving(folder) as server:
        yield server


def play_to_the_end(match: Match) -> None:
    chance = Random(1)
    while not match.over:
        seat = match.to_act[0]
        match.play(seat, str(chance.choice(match.legal(seat))))


def play_the_seat(server: Server, table: str, secret: str) -> str:
    """Play a seat by the first legal move each time, until the match is over; its id."""
    with server.connect(table=table, secret=secret) as seat:
        welcome = message = seat.receive_a(protocol.Welcome)
        while not message.view["over"]:
            seat.send(protocol.Ack(message.number))
            if message.legal:
                seat.send(protocol.Move(str(message.number), message.number, message.legal[0].text))
            message = seat.receive_a(protocol.Told)
        seat.send(protocol.Ack(message.number))
    return str(welcome.match)


@pytest.fixture
def matches(server: Server) -> dict[str, str]:
    """The id of the match of each game."""
    _, found = server.ask("GET", "/api/matches")
    return {past["game"]: past["match"] for past in found}


def at_step(page: Page, step: int) -> None:
    slider = page.get_by_role("slider", name=names.STEPS)
    expect(slider).to_have_attribute("aria-valuetext", re.compile(rf"^Step {step} of "))


def test_by_keys_one_goes_from_step_to_step_and_from_score_to_score(
    door: Door, matches: dict[str, str]
) -> None:
    page = door.visitor(f"#/match/{matches['scopa']}")
    at_step(page, 0)
    for key, step in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("ArrowDown", 36),
                      ("ArrowDown", 72), ("ArrowUp", 36), ("End", 144), ("Home", 0)):  # fmt: skip
        page.keyboard.press(key)
        at_step(page, step)


def test_by_buttons_as_well_and_the_sentences_are_told(door: Door, matches: dict[str, str]) -> None:
    page = door.visitor(f"#/match/{matches['scopa']}")
    told = page.get_by_role("region", name=names.EVENTS)
    expect(told).to_contain_text("Round 1: Cal starts.")
    page.get_by_role("button", name=names.NEXT_STEP).click()
    expect(told).to_contain_text("Cal lays down the 7 of clubs.")
    expect(page.get_by_role("main").get_by_text(re.compile("bot play"))).to_have_count(0)
    page.get_by_role("button", name=names.NEXT_STEP).click()
    expect(told).to_contain_text("A bot played this for Bea.")
    expect(page.get_by_text("a bot plays", exact=True)).to_be_visible()
    page.get_by_role("button", name=names.NEXT_SCORE).click()
    expect(told).to_contain_text("Round 2")
    page.get_by_role("button", name=names.PREVIOUS_SCORE).click()
    page.get_by_role("button", name=names.LAST_STEP).click()
    expect(told).to_contain_text("Winner: Cal")
    page.get_by_role("button", name=names.FIRST_STEP).click()
    at_step(page, 0)
    expect(page.get_by_role("img", name=names.SCORES_OVER_TIME)).to_be_visible()


def test_each_viewer_sees_no_more_than_he_saw_then_and_open_is_open(
    door: Door, matches: dict[str, str]
) -> None:
    page = door.visitor(f"#/match/{matches['scopa']}/0")
    told = page.get_by_role("region", name=names.EVENTS)
    views = page.get_by_role("group", name=names.POINT_OF_VIEW)
    expect(told).to_contain_text("Ann is dealt 3 cards: the 7 of coins")  # a stranger is not Ann
    expect(page.get_by_role("list", name=ANNS_HAND)).to_be_visible()
    expect(page.get_by_role("main").get_by_text(YOU)).to_have_count(0)
    views.get_by_role("button", name="Bea").click()
    expect(told).to_contain_text("Ann is dealt 3 cards.")
    views.get_by_role("button", name=names.SPECTATOR).click()
    expect(told).to_contain_text("Bea is dealt 3 cards.")
    felt = page.get_by_role("region", name=names.FELT)
    seven = felt.get_by_role("button", name="the 7 of coins", exact=True)
    expect(felt.get_by_role("button", name="the 4 of coins", exact=True)).to_be_visible()
    expect(seven).to_have_count(0)
    views.get_by_role("button", name=names.ALL_OPEN).click()
    expect(seven).to_be_visible()


def test_a_stranger_reads_names_also_of_what_was_told_to_one_alone(
    door: Door, matches: dict[str, str]
) -> None:
    page = door.visitor(f"#/match/{matches['liars_dice']}/0")
    told = page.get_by_role("region", name=names.EVENTS)
    expect(told).to_contain_text("Ann rolls ")
    expect(page.get_by_role("main").get_by_text(YOU)).to_have_count(0)
    page.get_by_role("group", name=names.POINT_OF_VIEW).get_by_text(names.ALL_OPEN).click()
    expect(told).to_contain_text("Bea rolls ")
    expect(page.get_by_role("main").get_by_text(YOU)).to_have_count(0)


def test_the_address_is_that_of_the_moment_and_can_be_copied(
    door: Door, matches: dict[str, str]
) -> None:
    page = door.visitor(
        f"#/match/{matches['scopa']}/open/7",
        permissions=["clipboard-read", "clipboard-write"],
    )
    at_step(page, 7)
    page.keyboard.press("ArrowRight")
    page.get_by_role("button", name=names.COPY_LINK).click()
    expect(page.get_by_role("status").filter(has_text=names.COPIED)).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    assert link == f"{door.server.url}/#/match/{matches['scopa']}/open/8"
    page.wait_for_url(link)
    page.reload()
    at_step(page, 8)


def test_the_record_can_be_saved_and_plays_again(door: Door, matches: dict[str, str]) -> None:
    page = door.visitor(f"#/match/{matches['dice']}")
    with page.expect_download() as saving:
        page.get_by_role("button", name=names.SAVE_RECORD).click()
    record = json.loads(saving.value.path().read_text("utf-8"))
    assert Match.replay(record).over


def test_at_a_table_that_is_not_listed_the_invite_opens_its_matches(
    door: Door, server: Server
) -> None:
    opened = server.open_table("dice", name="Ann")
    server.begin(opened["table"], opened["secret"], fill="bot")
    match = play_the_seat(server, opened["table"], opened["secret"])
    shut = door.visitor(f"#/match/{match}")
    expect(shut.get_by_role("alert")).to_contain_text("no seat or invitation")
    page = door.visitor(f"#/match/{match}", holding=opened)
    at_step(page, 0)
    expect(page.get_by_role("heading", name=names.PAST_MATCHES)).to_be_visible()
    expect(page.get_by_role("link").filter(has_text="Ann")).to_be_visible()


def test_on_a_phone_on_its_side_the_cards_and_the_steps_are_in_sight_at_once(
    door: Door, matches: dict[str, str]
) -> None:
    page = door.visitor(f"#/match/{matches['scopa']}/0/5", size="sideways")
    at_step(page, 5)
    lists = [page.get_by_role("list", name=name, exact=True) for name in ("Table", ANNS_HAND)]
    for part in (*lists, page.get_by_role("group", name=names.STEPS)):
        expect(part).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("size", ["narrow", "desktop"])
@pytest.mark.parametrize("game", ["scopa", "sixty_six", "dice"])
def test_the_screen(door: Door, matches: dict[str, str], game: str, size: Size) -> None:
    page = door.visitor(f"#/match/{matches[game]}/0/5", size=size)
    at_step(page, 5)
    hand = page.get_by_role("list", name=ANNS_HAND)
    if hand.count():  # nothing lies over it
        slider = page.get_by_role("slider", name=names.STEPS)
        ends = [hand.element_handle(), slider.element_handle()]
        page.wait_for_function(ABOVE, arg=ends)
    wrong = problems(page, f"replay-{game}-{size}")
    assert not wrong, wrong
