"""Solitaire's screens: what the Undo below a board takes back, and a real board beside the phone's."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.web.browser.conftest import PHOTOS
from tests.web.browser.hands import at, press, tab

Make = Callable[..., Any]
TALLY = PHOTOS / "solitaire/tune/04-picnic-tally.jpg"


def _started(table: Make, mode: str = "free") -> Any:
    """Ana, who started the game herself, and Bo."""
    opened = table(2, "solitaire")
    opened.tap("game.start", {"mode": mode, "rounds": 1}, by="s1")
    return opened


def _undo(page: Page) -> Any:
    return page.get_by_role("button", name="Undo", exact=True)


def test_the_undo_below_a_board_is_the_boards(table: Make, sit: Make) -> None:
    """It takes back a hop, and neither the start of the game nor that of the clock."""
    free = sit(_started(table), "s1")
    expect(_undo(free)).to_be_disabled()
    opened = _started(table, "king-tut")
    opened.tap("clock.start", {"seat": "s1"}, by="s1", expects={"round": 1})
    page = sit(opened, "s1")
    expect(_undo(page)).to_be_disabled()
    press(page, re.compile("^a1:"))
    press(page, re.compile("^a3:.*can land here"))
    _undo(page).click()
    expect(_undo(page)).to_be_disabled()
    assert (opened.state()["running"], opened.seen["seats"][0]["changes"]) == ("s1", 0)


def test_a_real_board_is_photographed_in_free_play(table: Make, sit: Make) -> None:
    """As the lobby promises: what is left is read from the photo, which is kept to be seen."""
    page = sit(_started(table), "s1")
    page.locator(".photo-input").set_input_files(TALLY)
    expect(page.locator(".standing")).not_to_contain_text("72 pips")
    press(page, "See the photo")
    picture = page.get_by_role("dialog").get_by_role("img")
    assert picture.evaluate("(image) => image.decode().then(() => image.naturalWidth)") > 0
    page.keyboard.press("Escape")
    press(page, "Enter the pips")
    page.get_by_label("Pips").fill("5")
    press(page, "That is left")
    expect(page.locator(".standing")).to_contain_text("5 pips left")


def test_how_to_hop_is_told_while_there_is_a_board(table: Make, sit: Make) -> None:
    """Once a game is over what is left is entered: nothing is there to be tapped."""
    opened = _started(table, "king-tut")
    opened.tap("clock.start", {"seat": "s1"}, expects={"round": 1})
    page = sit(opened, "s1", hints=True)
    how = page.get_by_text("Tap a pyramid, then the square behind its neighbour.")
    expect(how).to_be_visible()
    press(page, "Done")
    expect(page.get_by_role("heading", name="What is left?")).to_be_visible()
    expect(how).to_have_count(0)


def test_what_somebody_else_entered_meanwhile_is_not_typed_over(table: Make, sit: Make) -> None:
    """A sheet goes by the score that it was opened on: who saves it later is told."""
    opened = _started(table)
    page = sit(opened, "s1", complaints=("409",))
    tab(page, "Scores")
    press(page, re.compile("^Bo"))
    page.get_by_label("Pips").fill("7")
    opened.tap("score.type", {"seat": "s2", "pips": 4}, expects={"version": 0})
    expect(page.locator(".score-row").nth(1)).to_contain_text("4 pips")
    press(page, "That is left")
    expect(page.locator(".notice-refused")).to_contain_text("changed this score")
    at([page], "play")
    assert opened.state()["seats"][1]["pips"] == 4
