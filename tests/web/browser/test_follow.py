"""Combust with every card followed: few taps a card, the same lines everywhere, smoke, and undo."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from companion.combust.deck import FIRST_EVENT
from tests.web.browser.axe import check
from tests.web.browser.hands import press

Make = Callable[..., Any]
TAPS = 4  # a card, on any phone
# counts what a finger does: from pressing a control to letting it go
COUNT = "globalThis.taps = 0; addEventListener('click', () => (globalThis.taps += 1), true);"
# notes what goes up in smoke, which lasts only a moment
WATCH = """globalThis.burnt = []; new MutationObserver(() => {
  for (const one of document.querySelectorAll('.smoke img'))
    if (!burnt.includes(one.alt)) burnt.push(one.alt);
}).observe(document.body, { childList: true, subtree: true });"""
LINES: dict[str, tuple[int, ...]] = {"s1": (1, 2, 5), "s2": (9, 10, 12), "s3": (4, 11, 18)}
LAMPLIGHTER, SANDSTORM = 6, FIRST_EVENT


def _followed(table: Make, lines: dict[str, tuple[int, ...]] = LINES) -> Any:
    """Ana's turn, the first one; the cards of all lines are known, and every card is followed."""
    opened = table(len(lines), "combust")
    opened.tap("dealer.give", {"seat": "s2"})
    opened.tap("game.start")
    opened.tap("cards.follow", {"on": True})
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
