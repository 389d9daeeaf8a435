"""The Rules page in a real browser: found from the table and back, readable on a phone, by day and
by night.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.game import slugs
from tests.web.browser.axe import check
from tests.web.browser.hands import press

Make = Callable[..., Any]


@pytest.mark.parametrize("slug", slugs())
def test_rules_are_readable_on_a_phone(phones: Make, server: Any, shoot: Make, slug: str) -> None:
    """Contrast in light and dark, nothing wider than the phone, figures as wide as their frame."""
    page: Page = phones().page
    page.goto(f"http://127.0.0.1:{server.port}/rules/{slug}")
    for figure in page.locator(".rules-figure svg").all():
        box = figure.bounding_box()
        assert box is not None
        assert box["width"] > 250
        assert box["height"] > 40
    shoot(page, f"rules-{slug}")
    check(page)


@pytest.mark.parametrize(
    ("slug", "titles"),
    [
        ("giza", (["Setup"], ["Each of the 10 rounds", "The actions"])),
        ("rocks", (["Setup"], ["Hopping", "On your turn"])),
        ("combust", (["Setup"], ["Setup"])),
        ("pirates", (["Setup"], ["Each turn: planning"])),
        ("solitaire", (["Setup", "Hopping"], ["Hopping", "Scoring"])),
    ],
)
def test_the_rules_of_the_moment_open_in_place(
    table: Make, sit: Make, shoot: Make, slug: str, titles: tuple[list[str], list[str]]
) -> None:
    """One tap on "?" in any tab; the whole page is behind it, and the scene stays as it was."""
    made = table(3, slug)
    page = sit(made, "s1")
    headings = page.get_by_role("dialog").locator(".rules-section h2")
    press(page, "Rules")
    expect(headings).to_have_text(titles[0])
    press(page, "Back to the game")
    _begin(made, slug)
    page.locator("main[data-phase=lobby]").wait_for(state="detached")
    other = page.get_by_role("navigation").get_by_role("button").nth(1)
    other.click()
    page.evaluate("globalThis.stayed = true")
    press(page, "Rules")
    expect(headings).to_have_text(titles[1])
    shoot(page, f"ruling-{slug}")
    check(page)
    press(page, "All rules")
    expect(headings.first).to_have_text("You need")
    press(page, "Back to the game")
    expect(other).to_have_attribute("aria-current", "page")
    assert page.evaluate("stayed")


def _begin(table: Any, slug: str) -> None:
    if slug == "giza":
        table.start()
        return
    role = {"combust": "dealer.give", "pirates": "captain.give"}.get(slug)
    if role:
        table.tap(role, {"seat": "s1"})
    options: dict[str, dict[str, object]] = {
        "rocks": {"first": table.state().get("starter")},
        "solitaire": {"mode": "free", "rounds": 1},
    }
    table.tap("game.start", options.get(slug, {}))
