"""What the browser tests of several games do alike: press, wait for a phase, bring a table on by requests."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from playwright.sync_api import Page


def press(page: Page, name: str | re.Pattern[str], *, exact: bool = False) -> None:
    """Tap the first button of that name."""
    page.get_by_role("button", name=name, exact=exact).first.click()


def at(pages: Sequence[Page], phase: str) -> None:
    """All these screens have come to a phase."""
    for page in pages:
        page.locator(f"main[data-phase='{phase}']").wait_for()


def build(table: Any) -> None:
    """Rocks: Ana rolls, and all of her nest but the penguin in its centre is there."""
    table.tap("die.roll", {"face": 2}, expects={"moves": table.state()["moves"]})
    for space, rocks in enumerate(table.seen["seats"][0]["rocks"]):
        if not rocks:
            table.tap("rock.drop", {"seat": "s1", "space": space})


def place_by_request(table: Any, seat: str, penguin: int) -> None:
    """Pirates: a penguin on the first free spot of its first card."""
    action = table.state()["deck"]["handicaps"][penguin][0]["white"][0]
    table.tap("penguin.place", {"penguin": penguin, "card": 1, "action": action}, by=seat, expects={"turn": 1})
