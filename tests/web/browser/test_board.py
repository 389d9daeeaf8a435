"""The rocks board on phones and the host's screen: what is known of it, where a roll can end, and a
photo that brings it up to date.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.axe import check
from tests.web.browser.conftest import PHOTOS
from tests.web.browser.hands import press, tab, twice, until
from tests.web.browser.test_bell import HEARD

Make = Callable[..., Any]
THREE = PHOTOS / "rocks/held/08-desk-three.jpg"


def _rolled(table: Make, face: int, players: int = 2) -> Any:
    """Ana has rolled."""
    ready = table(players, "rocks")
    ready.tap("game.start", {"first": "s1"})
    ready.tap("die.roll", {"face": face}, expects={"moves": ready.state()["moves"]})
    return ready


def _board(page: Page) -> Any:
    """The picture of the board, which says in words where the penguins stand."""
    return page.locator(".board svg[role=img]")


def test_a_photo_by_any_phone_shows_on_all_screens(table: Make, sit: Make) -> None:
    """Penguins, rocks and piles as they were read; the photo can be looked at."""
    ready = table(3, "rocks")
    ready.tap("game.start", {"first": "s2"})
    cleo, host = sit(ready, "s3"), sit(ready, None)
    cleo.locator(".shutter input").set_input_files(THREE)
    expect(cleo.get_by_text("The board is up to date.")).to_be_visible()
    for page in (cleo, host):
        expect(_board(page)).to_have_attribute("aria-label", re.compile("Ana\u2019s penguin 2: a3"))
        expect(page.locator(".penguin")).to_have_count(6)
        expect(page.locator(".board-count text")).to_have_text(["1", "1", "0", "6"])
        expect(page.get_by_role("button", name="View photo")).to_be_visible()
        check(page)
    expect(host.get_by_role("img", name="5 of 6")).to_have_count(2)


def test_the_hosts_screen_photographs_the_board_too(table: Make, sit: Make) -> None:
    """Nobody's phone need do it."""
    ready = table(3, "rocks")
    ready.tap("game.start", {"first": "s2"})
    host = sit(ready, None)
    host.locator(".shutter input").set_input_files(THREE)
    expect(_board(host)).to_have_attribute("aria-label", re.compile("Ana\u2019s penguin 2: a3"))


@pytest.mark.parametrize("size", [(390, 844), (320, 568)])
def test_a_roll_is_two_taps_and_lights_where_it_can_end(
    size: tuple[int, int], table: Make, sit: Make
) -> None:
    """All in view and large enough for thumbs; the others see it, and can't tap it."""
    width, height = size
    ready = table(2, "rocks")
    ready.tap("game.start", {"first": "s1"})
    ana = sit(ready, "s1", viewport={"width": width, "height": height})
    bo, host = sit(ready, "s2"), sit(ready, None)
    expect(ana.get_by_role("button", name="Roll the die")).to_be_in_viewport(ratio=1)
    press(ana, "a 2", exact=True)
    lit = ana.get_by_role("button", name=re.compile("^Move to "))
    expect(lit.first).to_be_visible()
    expect(lit).to_have_count(len(ready.state()["reach"]))
    for button in lit.all():
        expect(button).to_be_in_viewport(ratio=1)
    check(ana)
    for page in (bo, host):
        expect(page.locator(".lit")).to_have_count(len(ready.seen["reach"]))
        expect(page.get_by_role("button", name=re.compile("^Move to "))).to_have_count(0)
    press(ana, "Move to pa4")
    expect(ana.get_by_role("heading", name="Bo\u2019s roll")).to_be_visible()
    for page in (ana, bo, host):
        expect(_board(page)).to_have_attribute(
            "aria-label", re.compile("Ana\u2019s penguin 1: pa4")
        )
        expect(page.locator(".trail")).to_have_count(1)


def test_a_far_reach_opens_at_its_middle(table: Make, sit: Make) -> None:
    """On a small phone it doesn't all fit: a thumb moves it, and the penguin is in view at first."""
    ready = table(2, "rocks")
    ready.tap("game.start", {"first": "s1"})
    for to in ({"to": "ld"}, {}):
        ready.tap("move.done", to, expects={"moves": ready.state()["moves"]})
    ready.tap("die.roll", {"face": 6}, expects={"moves": ready.state()["moves"]})
    ana = sit(ready, "s1", viewport={"width": 320, "height": 568})
    frame = ana.locator(".board-frame")
    assert frame.evaluate("(it) => it.scrollWidth > it.clientWidth")
    expect(ana.locator(".penguin.is-now")).to_be_in_viewport(ratio=0.9)
    check(ana)


def test_a_double_tap_on_a_lit_space_ends_one_move(table: Make, sit: Make) -> None:
    """The second tap finds nothing to do."""
    ready = _rolled(table, 2)
    ana = sit(ready, "s1")
    moves = ready.state()["moves"]
    twice(ana.get_by_role("button", name="Move to pa4"))
    expect(ana.get_by_role("heading", name="Bo\u2019s roll")).to_be_visible()
    assert ready.state()["moves"] == moves + 1


def test_a_rock_is_left_at_home_with_three_taps(table: Make, sit: Make) -> None:
    """Roll, the gold space of the nest, "Leave a rock": penguin 2 is free, and rolls."""
    ready = table(2, "rocks")
    ready.tap("game.start", {"first": "s1"})
    for to in ({"to": "pa1"}, {}):
        ready.tap("move.done", to, expects={"moves": ready.state()["moves"]})
    ana = sit(ready, "s1")
    press(ana, "a 1", exact=True)
    press(ana, "Move to a1")
    press(ana.get_by_role("dialog"), "Leave a rock")
    expect(ana.get_by_text("Roll for penguin 2", exact=True)).to_be_visible()
    seat = ready.state()["seats"][0]
    assert (seat["penguins"][0]["place"], seat["rocks"]) == ("a1", [1, 0, 0, 0, 0, 0])


def test_the_whole_board_is_one_tap_away(table: Make, sit: Make) -> None:
    """While a phone shows what is in reach; there spaces are too small to tap."""
    ana = sit(_rolled(table, 2), "s1")
    whole = ana.get_by_role("button", name="Whole board")
    whole.click()
    expect(_board(ana)).to_have_attribute("viewBox", "0 0 400 400")
    expect(ana.get_by_role("button", name=re.compile("^Move to "))).to_have_count(0)
    press(ana, "Zoom in")
    expect(ana.get_by_role("button", name="Move to pa4")).to_be_visible()


def test_a_lost_penguin_is_found_by_a_tap_on_any_space(table: Make, sit: Make) -> None:
    """Nobody tapped where it went; the board says which one it is."""
    ready = table(2, "rocks")
    ready.tap("game.start", {"first": "s1"})
    for _ in range(2):
        ready.tap("move.done", expects={"moves": ready.state()["moves"]})
    ana = sit(ready, "s1")
    expect(
        ana.get_by_text("Not known where: Ana\u2019s penguin 1, Bo\u2019s penguin 1")
    ).to_be_visible()
    press(ana, "a 1", exact=True)
    check(ana)
    press(ana, "Move to lc")
    expect(_board(ana)).to_have_attribute("aria-label", re.compile("Ana\u2019s penguin 1: lc"))


def test_a_stolen_rock_buzzes_its_owner(table: Make, sit: Make) -> None:
    """And is shown; the thief's phone stays silent."""
    ready = _rolled(table, 2)
    ready.tap("rock.drop", {"seat": "s2", "space": 1})
    ana, bo = sit(ready, "s1", HEARD), sit(ready, "s2", HEARD)
    tab(ana, "Nests")
    press(ana, "Bo\u2019s space 2: 1 rock")
    press(ana, "Remove a rock")
    expect(bo.get_by_text("A rock was taken from Bo's nest")).to_be_visible()
    until(bo, "() => heard.includes('buzz')")
    assert ana.evaluate("heard.includes('buzz')") is False


def test_what_a_photo_lacks_is_asked_once_for_all(table: Make, sit: Make) -> None:
    """A finger hides part of the board; one tap on any screen answers."""
    ready = table(3, "rocks")
    ready.tap("game.start", {"first": "s1"})
    ready.tap("rock.drop", {"seat": "s3", "space": 2})
    ready.photograph("rocks/tune/04-evening-finger.jpg")
    bo, host = sit(ready, "s2"), sit(ready, None)
    for page in (bo, host):
        expect(
            page.get_by_text("The photo shows fewer rocks: Cleo\u2019s space 3.")
        ).to_be_visible()
    check(bo)
    press(bo, "Yes, as in the photo")
    for page in (bo, host):
        expect(page.get_by_text("The photo shows fewer rocks")).to_have_count(0)
    assert ready.state()["seats"][2]["rocks"][2] == 0
