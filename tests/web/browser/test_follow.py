"""Combust with every card followed: few taps a card, the same lines everywhere, smoke, and undo."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Page, expect

from companion.combust.deck import FIRST_EVENT
from tests.web.browser.axe import check
from tests.web.browser.conftest import PHOTOS
from tests.web.browser.hands import (
    LINE_CUT,
    LINE_DOWN,
    at,
    away,
    both,
    crash,
    press,
    reload,
    twice,
    unfold,
)

Make = Callable[..., Any]
TAPS = 4  # a card, on any phone
# counts what a finger does: from pressing a control to letting it go
COUNT = "globalThis.taps = 0; addEventListener('click', () => (globalThis.taps += 1), true);"
# notes what goes up in smoke, which lasts only a moment
WATCH = """globalThis.burnt = []; new MutationObserver(() => {
  for (const one of document.querySelectorAll('.smoke img'))
    if (!burnt.includes(one.alt)) burnt.push(one.alt);
}).observe(document.body, { childList: true, subtree: true });"""
THREE = PHOTOS / "combust/tune/01-kitchen-three.jpg"
STONECUTTER = (1090, 1040, 1500, 1512)  # a card of that photo
# the lines in it, clockwise
PHOTOGRAPHED: dict[str, tuple[int, ...]] = {"s1": (7, 18), "s2": (1, 13, 2, 13), "s3": (9, 10, 11)}
LINES: dict[str, tuple[int, ...]] = {"s1": (1, 2, 5), "s2": (9, 10, 12), "s3": (4, 11, 18)}
LAMPLIGHTER, SANDSTORM = 6, FIRST_EVENT


def _followed(table: Make, lines: dict[str, tuple[int, ...]] = LINES, *, on: bool = True) -> Any:
    """Ana's turn, the first one, with the cards of all lines; every card is followed if `on`."""
    opened = table(len(lines), "combust")
    opened.tap("dealer.give", {"seat": "s2"})
    opened.tap("game.start")
    opened.tap("cards.follow", {"on": on})
    for seat, cards in lines.items():
        line = {"sum": sum(cards), "penguins": len(cards), "highest": max(cards)}
        opened.tap("line.type", {"seat": seat, "cards": cards, **line}, expects={"version": 0})
    opened.tap("turns.begin")
    return opened


def _row(page: Page, name: str) -> Any:
    return page.locator(".line-row").filter(has_text=name)


def _sums(page: Page) -> Any:
    return page.locator(".line-row .score-figure")


def _taps(page: Page) -> int:
    """How often the page was tapped since it was asked last."""
    return int(page.evaluate("() => { const n = taps; globalThis.taps = 0; return n; }"))


def test_a_card_takes_four_taps_at_most_and_burns_on_every_screen(table: Make, sit: Make) -> None:
    """Its number, that it is discarded, and each penguin or player that it asks for."""
    opened = _followed(table)
    ana, bo, host = sit(opened, "s1"), sit(opened, "s2"), sit(opened, None)
    for page in (ana, bo, host):
        page.evaluate(COUNT)
        page.evaluate(WATCH)
    press(ana, re.compile("^6,"))
    text = next(one["text"] for one in opened.state()["deck"]["cards"] if one["number"] == 6)
    expect(ana.locator(".turn-panel")).to_contain_text(text)
    check(ana)
    press(ana, "Discard: use the ability")
    expect(ana.locator(".is-victim")).to_have_count(4)
    check(ana)
    press(_row(ana, "Bo"), "Embalmer, 12: this one")
    for page in (ana, bo, host):
        expect(_sums(page)).to_have_text(["8", "19", "33"])
        expect(page.locator(".smoke")).to_have_count(0)
        assert page.evaluate("burnt") == ["Embalmer burns"]
    assert (_taps(ana), _taps(bo)) == (3, 0)
    press(bo, re.compile("^5,"))
    press(bo, "Discard: use the ability")
    press(_row(bo, "Cleo"), "Vizier, 18: this one")
    press(_row(bo, "Bo"), "Scribe of the Floes, 9: this one")
    expect(_sums(ana)).to_have_text(["8", "28", "24"])
    assert (_taps(ana), _taps(bo)) == (0, TAPS)
    check(host)


def test_nothing_is_played_twice_and_no_tap_is_lost(table: Make, sit: Make, mortal: Any) -> None:
    """Double taps, a reload, a server that is killed, and a phone without a line."""
    opened = _followed(table)
    ana, bo = (sit(opened, seat, complaints=(*LINE_CUT, *LINE_DOWN)) for seat in ("s1", "s2"))
    twice(ana.get_by_role("button", name=re.compile("^6,")))
    reload(ana, "Ana")
    press(ana, re.compile("^6,"))
    twice(ana.get_by_role("button", name="Discard"))
    expect(ana.locator(".is-victim")).to_have_count(4)
    reload(ana, "Ana")
    crash(mortal, ana, lambda: press(_row(ana, "Cleo"), "Vizier, 18: this one"))
    for page in (ana, bo):
        expect(_sums(page)).to_have_text(["8", "31", "15"])
    press(bo, re.compile("^20,"))
    away(bo, lambda: press(bo, "Onto my line"))
    expect(_sums(ana)).to_have_text(["8", "51", "15"])
    told = [one["kind"] for one in opened.state()["history"]]
    assert told.count("card.move") == 3


def test_two_phones_choose_at_once_and_moves_are_taken_back_in_a_row(
    table: Make, sit: Make
) -> None:
    """The first one counts, and the other learns that; each undo shows the table as it was."""
    opened = _followed(table)
    ana, bo = sit(opened, "s1"), sit(opened, "s2", complaints=("409",))
    press(ana, re.compile("^6,"))
    press(ana, "Discard")
    unfold(bo, "Ana")
    both((ana, "Embalmer, 12: this one"), (bo, "Cleo: Vizier, 18"))
    for page in (ana, bo):
        expect(_sums(page)).to_have_text(["8", "19", "33"])
    press(bo, re.compile("^3,"))
    press(bo, "Onto my line")
    expect(_sums(ana)).to_have_text(["8", "22", "33"])
    expect(ana.get_by_role("button", name="Undo")).to_have_count(0)
    press(bo, "Undo")
    expect(_sums(ana)).to_have_text(["8", "19", "33"])
    press(ana, "Undo")
    press(ana, "Undo")
    for page in (ana, bo):
        expect(_sums(page)).to_have_text(["8", "31", "33"])
        expect(page.locator(".is-victim")).to_have_count(0)
    press(ana, re.compile("^6,"))
    press(ana, "Onto my line")
    expect(_sums(bo)).to_have_text(["14", "31", "33"])


def test_following_is_switched_on_and_photos_keep_it_up_to_date(
    table: Make, sit: Make, tmp_path: Path
) -> None:
    """By one tap, in any turn; a photo of a card shows it, one of all lines asks what differs."""
    opened = _followed(table, PHOTOGRAPHED, on=False)
    ana, bo = sit(opened, "s1"), sit(opened, "s2")
    press(bo, "Follow every card")
    bo_photo = bo.locator(".photo-row").last.locator(".shutter input")
    with Image.open(THREE) as photo:
        photo.crop(STONECUTTER).save(tmp_path / "card.jpg")
    press(ana, re.compile("^3,"))  # overtaken by the photo of another
    press(ana, "Another card")
    ana.locator(".turn-panel .shutter input").set_input_files(tmp_path / "card.jpg")
    expect(ana.locator(".turn-panel").get_by_role("heading", name="Stonecutter")).to_be_visible()
    press(ana, "Onto my line")
    expect(_sums(bo)).to_have_text(["36", "29", "30"])
    bo_photo.set_input_files(THREE)
    for page in (ana, bo):
        expect(page.get_by_role("heading", name="The photo shows other cards")).to_have_count(1)
        check(page)
    press(bo, "As in the photo")
    for page in (ana, bo):
        expect(_sums(page)).to_have_text(["25", "29", "30"])
        expect(page.get_by_role("heading", name="The photo shows")).to_have_count(0)


def test_the_count_is_one_tap_where_all_was_followed(table: Make, sit: Make) -> None:
    """combust R7: or one photo; everyone keeps their cards in the last round."""
    opened = _followed(table)
    pages = [sit(opened, seat) for seat in LINES]
    press(pages[0], "The deck is empty")
    press(pages[0], "1 card")
    press(pages[0], re.compile("^3,"))
    press(pages[0], "Onto my line")
    for page in (*pages[1:], pages[0]):
        press(page, "Keep the cards")
    at(pages, "count")
    check(pages[0])
    press(pages[0], "Yes, all of them")
    at(pages, "over")
    expect(_sums(pages[1])).to_have_text(["33", "31", "11"])
