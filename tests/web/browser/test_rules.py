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
from tests.web.browser.test_screens import _lobby as lobby

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


def test_rules_are_a_tap_away_from_the_table(stage: Make, sit: Make) -> None:
    """From a phone's screen and back to its seat."""
    table = stage(lobby)
    page = sit(table, "s1")
    page.get_by_role("link", name="Rules").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Giza")
    page.get_by_role("link", name="Back").first.click()
    expect(page.locator("[data-phase=lobby]")).to_be_visible()
