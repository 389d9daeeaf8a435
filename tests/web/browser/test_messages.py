"""Messages cover no control; that no screen's controls are covered is checked with its other
qualities (`messages`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.web.browser.messages import STAY, refuse

Make = Callable[..., Any]
REACHED = """() => {
  const found = new Set();
  for (let y = 4; y < innerHeight; y += 8) for (let x = 4; x < innerWidth; x += 8) {
    const one = document.elementFromPoint(x, y);
    if (one?.closest(SELECTOR)) found.add(`${x},${y}`);
  }
  return [...found];
}"""


def _points(page: Page, selector: str) -> set[str]:
    """The points of a grid where a tap meets an element of this kind."""
    return set(page.evaluate(REACHED.replace("SELECTOR", repr(selector))))


@pytest.mark.parametrize("size", [{"width": 320, "height": 568}, {"width": 390, "height": 844}])
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_second_tap_in_the_same_place_undoes_nothing(
    language: str, size: ViewportSize, table: Make, sit: Make
) -> None:
    """The message and its Undo come where no control was: a tap on the next button doesn't meet
    Undo.
    """
    turns = table().start().choose(s1=1, s2=2, s3=5)
    page = sit(turns, "s1", STAY, locale=language, viewport=size)
    button = page.locator(".acts .primary")
    button.scroll_into_view_if_needed()
    controls = _points(page, "button, a, summary")
    assert controls
    button.click()
    page.locator(".notice-done .notice-act").wait_for()
    assert _points(page, ".notice") & controls == set()


def test_messages_come_one_at_a_time(table: Make, sit: Make) -> None:
    """An answer to your own tap comes at once; so does the news while a refusal is shown, which
    then comes back.
    """
    turns = table().start().choose(s1=1, s2=2, s3=5)
    page = sit(turns, "s1", STAY, complaints=("409",))
    turns.turn()
    shown = page.locator(".notice")
    refuse(page, "First answer.", "Second answer.")
    expect(shown).to_have_text("Second answer.")
    turns.tap("undo", {"target": turns.seen["version"]}, by="s2")
    expect(shown).to_contain_text("undid")
    page.evaluate("pass()")
    expect(shown).to_have_text("Second answer.")


def test_a_refusal_lets_news_pass_that_came_before_it(table: Make, sit: Make) -> None:
    """What others did is shown within seconds, though nobody touches the phone."""
    turns = table().start().choose(s1=1, s2=2, s3=5)
    page = sit(turns, "s1", STAY, complaints=("409",))
    shown = page.locator(".notice")
    turns.turn()
    turns.tap("undo", {"target": turns.seen["version"]}, by="s2")
    expect(shown).to_contain_text("undid")
    refuse(page, "Not now.")
    expect(shown).to_have_text("Not now.")
    page.evaluate("pass()")
    expect(shown).to_contain_text("undid")
    page.evaluate("pass()")
    expect(shown).to_have_text("Not now.")


def test_a_refusal_goes_with_the_next_tap(table: Make, sit: Make) -> None:
    """Until then it stays: whoever reads slowly, or looks away, doesn't miss it."""
    page = sit(table().start().choose(s1=1, s2=2, s3=5), "s1", complaints=("409",))
    refuse(page, "Not now.")
    page.get_by_role("navigation").get_by_role("button", name="Table").click()
    expect(page.locator(".notice")).to_have_count(0)


def test_a_message_beside_an_open_sheet_is_in_its_head(table: Make, sit: Make) -> None:
    """A sheet lies above the header: the message stands in the sheet's own head."""
    page = sit(table().start().play(), "s1", complaints=("409",))
    page.get_by_role("navigation").get_by_role("button", name="Pyramid").click()
    page.get_by_role("button", name="Enter score").click()
    refuse(page, "Not now.")
    expect(page.locator(".notice")).to_have_count(1)
    page.get_by_role("dialog").locator(".notice").click()
    expect(page.locator(".notice")).to_have_count(0)
    expect(page.get_by_role("dialog")).to_be_visible()
