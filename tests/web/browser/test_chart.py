"""The map of pirates on phones and the host's screen: what is face up, one tap to sail, a photo that
brings it up to date, and cards that the phones deal.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Locator, Page, expect

from tests.web.browser.axe import check
from tests.web.browser.conftest import PHOTOS, SETTLED
from tests.web.browser.hands import at, place_by_request, press, twice, undo

Make = Callable[..., Any]
PHOTO = PHOTOS / "pirates/tune/02-kitchen-middle.jpg"
SIZES = [(390, 844), (320, 568)]
QUIET = re.compile("Anchor|Full sail|Bail")  # of each card two spots are barred
MOST_TAPS = 10  # for a turn of three


@pytest.fixture
def aboard(table: Make) -> Any:
    """Ana, Bo and Cleo before their first event; Ana is captain."""
    brought = table(3, "pirates")
    brought.tap("captain.give", {"seat": "s1"})
    brought.tap("game.start")
    return brought


def _sailing(table: Any) -> Any:
    """The first event is turned over, and all have placed."""
    table.tap("event.reveal", {"event": table.state()["due"][0]["id"]}, expects={"turn": 1})
    for seat, penguin in (("s1", 0), ("s2", 1), ("s3", 2), ("s1", 3)):
        place_by_request(table, seat, penguin)
    return table


def _chart(page: Page) -> Any:
    return page.locator(".chart svg[role=group]").first


def _ship(page: Page, place: str) -> None:
    """The page shows our ship there, and says so."""
    ours = re.compile(f"Our ship: {re.escape(place)}")
    expect(_chart(page)).to_have_attribute("aria-label", ours)


def _above_the_tabs(page: Page, selector: str) -> None:
    """All of these can be seen without scrolling, and nothing lies on them."""
    page.evaluate(SETTLED)
    foot = page.locator(".tabs").bounding_box()
    for one in page.locator(selector).all():
        box = one.bounding_box()
        assert box
        assert foot
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= foot["y"] + 1


@pytest.mark.parametrize("size", SIZES)
def test_a_tap_on_the_gold_hex_sails(size: tuple[int, int], aboard: Any, sit: Make) -> None:
    """pirates R3, R4: dots are paid, water comes in and the ship turns on all screens; hex and
    penguins are in sight on small phones, and an undo brings the ship back.
    """
    width, height = size
    _sailing(aboard)
    ana = sit(aboard, "s1", viewport={"width": width, "height": height})
    bo, host = sit(aboard, "s2"), sit(aboard, None)
    lit = ana.locator(".landing")
    expect(lit).to_have_count(1)
    _above_the_tabs(ana, ".landing, .act")
    check(ana)
    check(host)
    expect(ana.get_by_text("Tap the gold hex: costs 1 speed, brings 1 water.")).to_be_visible()
    expect(bo.locator(".landing")).to_have_count(0)
    lit.first.click()
    for page in (ana, bo, host):
        _ship(page, "a1.s")
    expect(host.get_by_role("button", name="1/7 water")).to_be_visible()
    undo(ana, "The ship sailed to a1.s")
    _ship(host, "a1.pier")


def test_a_double_tap_enters_one_hex(aboard: Any, sit: Make) -> None:
    """The second tap finds nothing to do."""
    ana = sit(_sailing(aboard), "s1")
    before = aboard.state()["map"]["course"][0]
    twice(ana.locator(".landing").first)
    _ship(ana, "a1.s")
    assert aboard.state()["tracks"]["speed"] == 2 - before["speed"]


def test_every_hex_has_a_name_and_what_is_on_it(aboard: Any, sit: Make) -> None:
    """For those who don't see the map: the board that is face up has seven, and the pier."""
    ana = sit(_sailing(aboard), "s1")
    hexes = ana.locator(".chart-hex")
    expect(hexes).to_have_count(8)
    expect(hexes.last).to_have_attribute("aria-label", "a1.pier: 1 yellow dot")
    expect(hexes.nth(4)).to_have_attribute("aria-label", "a1.s: 1 red dot, whirlwind to port")


def test_a_photo_by_any_phone_shows_on_all_screens(aboard: Any, sit: Make) -> None:
    """Boards and ship as they were read; it can be taken back with one tap."""
    _sailing(aboard)
    cleo, host = sit(aboard, "s3"), sit(aboard, None)
    cleo.locator(".shutter input").set_input_files(PHOTO)
    expect(cleo.get_by_text("The map is up to date.")).to_be_visible()
    up = sum(board is not None for board in aboard.state()["map"]["boards"])
    assert up > 1
    for page in (cleo, host):
        expect(page.locator(".chart image[href*=tile]")).to_have_count(up)
        _ship(page, "b1.m")
        expect(page.get_by_role("button", name="View photo")).to_be_visible()
        check(page)
    undo(cleo, "Cleo photographed the table")
    _ship(host, "a1.pier")


def test_a_photo_says_what_it_has_not_shown(aboard: Any, sit: Make, tmp_path: Path) -> None:
    """A photo that is cut off beside the boards that were turned up: the map isn't up to date."""
    _sailing(aboard)
    for penguin in (0, 1, 2):
        aboard.tap("penguin.act", {"penguin": penguin, "choice": ""}, expects={"turn": 1})
    with Image.open(PHOTO) as photo:
        photo.crop((photo.width // 2, 0, photo.width, photo.height)).save(tmp_path / "right.jpg")
    bo = sit(aboard, "s2")
    bo.locator(".shutter input").set_input_files(tmp_path / "right.jpg")
    expect(bo.locator(".notice")).to_contain_text("3 boards turned up: photograph them.")
    expect(bo.locator(".notice").get_by_role("button", name="Undo")).to_be_visible()


def test_a_board_that_is_turned_up_is_asked_for(aboard: Any, sit: Make) -> None:
    """Until a photo shows it; at a table without photos a hex is typed where it isn't known what
    lies ahead, and the captain ends the movement.
    """
    _sailing(aboard)
    ana = sit(aboard, "s1")
    acts = ana.locator(".act")
    expect(acts).to_have_count(4)
    expect(ana.get_by_text("Enter a hex by hand")).to_be_visible()
    for left in (3, 2, 1):
        ana.locator(".act").filter(has_text="Scout").first.click()
        expect(acts).to_have_count(left)
    expect(ana.get_by_text("3 boards turned up: photograph them.")).to_be_visible()
    acts.first.click()
    expect(ana.get_by_role("button", name="End movement")).to_be_visible()
    for _ in range(2):
        before = _chart(ana).get_attribute("aria-label") or ""
        ana.locator(".landing").last.click()
        expect(_chart(ana)).not_to_have_attribute("aria-label", before)
        if not ana.locator(".landing").count():
            break
    expect(ana.get_by_role("group", name="On the hex")).to_be_visible()
    press(ana, "End movement")
    at([ana], "event")


@pytest.mark.parametrize("size", SIZES)
def test_a_phone_shows_its_handicap_card(size: tuple[int, int], aboard: Any, sit: Make) -> None:
    """pirates R2: what is free, what costs a fish, and two spots crossed out that can't be tapped;
    one tap places. Another card can be chosen where the table draws them.
    """
    width, height = size
    ana = sit(aboard, "s1", viewport={"width": width, "height": height})
    press(ana, "Deal on the phones")
    at([ana], "captain")
    expect(ana.locator(".spot-red")).to_have_count(2)
    for spot in ana.locator(".spot-red").all():
        expect(spot).to_be_disabled()
        expect(spot).to_contain_text("barred")
    _above_the_tabs(ana, ".spot-button")
    check(ana)
    press(ana, "Another card")
    press(ana, "7", exact=True)
    expect(ana.locator(".placing h2")).to_contain_text("7")
    ana.locator(".spot-white").first.click()
    at([ana], "place")
    assert aboard.state()["penguins"][0]["spot"]["card"] == 7


class _Hand:
    """A hand that counts its taps, and waits for what each changes on the page."""

    def __init__(self) -> None:
        self.taps = 0

    def tap(self, control: Locator) -> None:
        app = control.page.locator("#app")
        before = app.get_attribute("data-version") or ""
        control.click()
        expect(app).not_to_have_attribute("data-version", before)
        self.taps += 1


def test_a_turn_of_three_takes_ten_taps(aboard: Any, sit: Make) -> None:
    """From the deal to the next turn's event: each penguin is placed and used with one tap, the
    ship sails with one, and movement, event and turn end by the engine's rules.
    """
    ana, bo, cleo = pages = [sit(aboard, seat) for seat in ("s1", "s2", "s3")]
    hand, penguins = _Hand(), aboard.state()["penguins"]
    hand.tap(ana.get_by_role("button", name="Deal on the phones"))
    for page, penguin in ((ana, 0), (bo, 1), (cleo, 2), (ana, 3)):
        placing = page.locator(".placing").filter(has_text=penguins[penguin]["name"])
        spots = placing.locator(".spot-button:enabled").filter(has_text=QUIET)
        hand.tap(spots.first)
    at(pages, "sail")
    for _ in penguins:
        hand.tap(ana.locator(".act").first)
    if ana.locator(".landing").count():
        hand.tap(ana.locator(".landing").last)
    at(pages, "captain")
    assert aboard.state()["turn"] == 2
    assert hand.taps <= MOST_TAPS
