"""Deleting a photo, where its reading is shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.web.browser.hands import press, tab
from tests.web.browser.messages import STAY

Make = Callable[..., Any]


def show(page: Page, whose: str = "") -> None:
    """Open the photo of someone's pyramid, or of your own."""
    tab(page, "Pyramid")
    if whose:
        press(page, whose)
    press(page, "View photo")


def test_a_player_deletes_a_photo_for_everyone(table: Make, sit: Make) -> None:
    """Asked first, and back to the photo on "Cancel"; others can't, and see that it is gone."""
    opened = table()
    opened.start()
    opened.photograph("01-desk-legal.jpg", "s1")
    ana, bo = sit(opened, "s1", STAY), sit(opened, "s2")
    for page, whose in ((ana, ""), (bo, "Ana")):
        show(page, whose)
        expect(page.get_by_role("img", name="Photo with every card")).to_be_visible()
    delete = ana.get_by_role("button", name="Delete photo")
    expect(bo.get_by_role("button", name="Delete photo")).to_have_count(0)
    delete.click()
    expect(ana.get_by_text("Delete this photo for everyone?")).to_be_visible()
    press(ana, "Cancel")
    expect(ana.get_by_role("img", name="Photo with every card")).to_be_visible()
    delete.click()
    delete.click()
    expect(ana.get_by_text("Photo deleted.")).to_be_visible()
    expect(ana.get_by_role("button", name="View photo")).to_have_count(0)
    expect(ana.get_by_text("Looks good: every penguin is supported.")).to_be_visible()
    expect(bo.get_by_text("This photo was deleted.")).to_be_visible()
