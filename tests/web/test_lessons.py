"""Lessons in a browser: offered once, learned by tapping what is marked, skipped, gone on with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

import pytest
from playwright.sync_api import Locator, Page, expect

from settebello.game import Game
from settebello.games import OUR_GAMES, scopa
from settebello.lessons import script_of
from settebello.words import coach_says, title
from web import names
from web.playing import Player, choose_game
from web.visitor import Door, Size, keep, problems, resize
from web.words import said

# Whether the bubble lies over nothing that is to be tapped.
LIES_BESIDE = """
(bubble) => {
  const box = bubble.getBoundingClientRect();
  return [...document.querySelectorAll("[data-piece].pickable, .play, .choice")].every((each) => {
    const { left, right, top, bottom } = each.getBoundingClientRect();
    return left >= box.right || box.left >= right || top >= box.bottom || box.top >= bottom;
  });
}
"""


def bubble(page: Page) -> Locator:
    return page.get_by_role("region", name=names.LESSON)


def tap(page: Page, button: str) -> None:
    bubble(page).get_by_role("button", name=button).click()


class Learner(Player):
    """Somebody who does what the coach says."""

    def steps(self, game: Game) -> int:
        script = script_of(game)
        assert script is not None
        return script.steps()

    def hears(self, game: Game, step: int) -> None:
        """The coach says this step, beside what is to be tapped."""
        steps, coach = self.steps(game), bubble(self.page)
        self.go_on_until(coach)
        said = "end" if step > steps else str(step)
        expect(coach).to_contain_text(coach_says(game, said))
        if step <= steps:
            expect(coach).to_contain_text(f"Step {step} of {steps}")
            expect(coach).to_be_in_viewport(ratio=1)
            self.turn.wait_for()
            self.page.wait_for_function(LIES_BESIDE, arg=coach.element_handle())

    def go_on_until(self, coach: Locator) -> None:
        """Read what is to be read, until the coach speaks."""
        while True:
            coach.or_(self.go_on).or_(self.seen).first.wait_for()
            if self.go_on.is_visible():
                self.go_on.click()
            elif self.seen.is_visible():
                self.look()
            else:
                return


@pytest.mark.parametrize("games", [OUR_GAMES[:4], OUR_GAMES[4:]], ids=["first", "other"])
def test_every_lesson_is_offered_once_and_learned_by_tapping_what_is_marked(
    door: Door, games: Sequence[Game]
) -> None:
    page = door.visitor(size="phone", offered=True)
    learner = Learner(page)
    for game in games:
        choose_game(page, title(game))
        learner.go_on_until(bubble(page))
        expect(bubble(page)).to_contain_text(f"New to {title(game)}?")
        tap(page, names.TEACH_ME)
        for step in range(1, learner.steps(game) + 1):
            learner.hears(game, step)
            keep(page, f"lesson-{game.NAME}-{step}")
            learner.move()
        learner.hears(game, learner.steps(game) + 1)
        keep(page, f"lesson-{game.NAME}-end")
        tap(page, names.PLAY_ON)
        expect(bubble(page)).to_have_count(0)
        learner.move()  # it is a match as any other
    choose_game(page, title(games[0]))
    learner.go_on_until(learner.turn)
    expect(bubble(page)).to_have_count(0)


def test_a_lesson_goes_on_after_a_reload_and_can_be_skipped(door: Door) -> None:
    page, game = door.visitor(size="narrow", offered=True), scopa
    learner = Learner(page)
    tap(page, names.TEACH_ME)
    learner.hears(game, 1)
    learner.move()
    learner.hears(game, 2)
    page.reload()
    learner.hears(game, 2)
    assert problems(page, "lesson") == []
    for size in get_args(Size):
        resize(page, size)
        learner.hears(game, 2)
        keep(page, f"lesson-{size}")
    tap(page, names.SKIP)
    expect(bubble(page)).to_have_count(0)
    learner.go_on_until(learner.turn)
    # The rules and the menu of the practice table lead to it again.
    page.get_by_role("button", name=names.PRACTICE_TABLE).click()
    page.get_by_role("dialog").get_by_role("button", name=names.LEARN).click()
    learner.hears(game, 1)
    door.go(page, f"#/rules/{game.NAME}")
    page.get_by_role("button", name=names.LEARN).click()
    learner.hears(game, 1)


def test_an_offer_that_is_declined_does_not_come_again(door: Door) -> None:
    page = door.visitor(size="narrow", offered=True, language="it")
    offer = page.get_by_role("region", name=said(names.LESSON, "it"))
    expect(offer).to_be_in_viewport(ratio=1)
    assert problems(page, "lesson-offer") == []
    offer.get_by_role("button", name=said(names.NO_THANKS, "it")).click()
    expect(offer).to_have_count(0)
    page.reload()
    page.get_by_text("Tocca a te: ").first.wait_for()
    expect(offer).to_have_count(0)
