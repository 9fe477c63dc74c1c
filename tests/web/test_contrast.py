"""High contrast: chosen in the settings, or by the device; every text at least 7 to 1."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from web import names
from web.test_screens import Tour, report
from web.visitor import Door, Size, keep, violations

THEME = "document.documentElement.dataset.theme ?? ''"


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_every_screen_keeps_its_contrast(door: Door, size: Size) -> None:
    tour = Tour(door, size, "en")
    tour.page.emulate_media(contrast="more")
    wrong = {}
    for screen in tour:
        keep(tour.page, f"contrast-{screen}-{size}")
        if found := violations(tour.page, "color-contrast-enhanced"):
            wrong[screen] = found
    assert not wrong, report(wrong)


def test_a_player_chooses_high_contrast_or_the_device_does(door: Door) -> None:
    page = door.visitor()
    page.get_by_role("button", name=names.SETTINGS).first.click()
    choice = page.get_by_role("group", name="Appearance")
    choice.get_by_role("radio", name="High contrast").press("Space")
    assert page.evaluate(THEME) == "contrast"
    page.reload()
    expect(page.locator("html[data-theme=contrast]")).to_have_count(1)
    page.get_by_role("button", name=names.SETTINGS).first.click()
    choice.get_by_role("radio", name="Same as the device").press("Space")
    assert page.evaluate(THEME) == ""
    page.emulate_media(contrast="more")
    expect(page.locator("html[data-theme=contrast]")).to_have_count(1)
    choice.get_by_role("radio", name="Light").press("Space")  # what was chosen counts
    assert page.evaluate(THEME) == "light"
