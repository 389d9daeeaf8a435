"""A second game of the same people: one tap, and all phones follow by themselves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.web.browser.axe import check
from tests.web.browser.hands import at, build, press

Make = Callable[..., Any]


def test_all_phones_and_the_host_follow_to_the_next_game(
    table: Make, sit: Make, shoot: Make
) -> None:
    """Bo taps; Bo is next to roll first, and Ana's win is counted."""
    made = table(2, game="rocks")
    made.tap("game.start", {"first": "s1"})
    ana, bo, host = sit(made, "s1"), sit(made, "s2"), sit(made, None)
    build(made)
    made.tap("nest.done", {"seat": "s1"}, by="s1", expects={"moves": made.state()["moves"]})
    at([ana, bo, host], "over")
    for page, name in ((ana, "phone"), (host, "host")):
        shoot(page, f"again-over-{name}")
        check(page)
    bo.get_by_role("button", name="Another game").click()
    dialog = bo.get_by_role("dialog")
    shoot(bo, "again-games")
    check(bo)
    expect(dialog.get_by_role("button", name="Combust")).to_have_count(0)  # for 3 players or more
    press(dialog, "Close")
    press(bo, "Play again")
    at([ana, bo, host], "lobby")
    assert made.code not in ana.url + bo.url + host.url
    code = ana.url.rpartition("/")[2]
    assert bo.url.endswith(code)
    for page, name in ((ana, "phone"), (host, "host")):
        expect(page.get_by_text("Games won: Ana 1, Bo 0")).to_be_visible()
        shoot(page, f"again-lobby-{name}")
        check(page)
    expect(ana.locator(".top-me")).to_contain_text("Ana")
    expect(bo.locator(".crown[aria-pressed=true]")).to_have_count(1)
    bo.goto(f"{made.base}/t/{made.code}")  # who looks back finds the way
    bo.get_by_role("link", name="To the next game").click()
    at([bo], "lobby")


def test_a_late_guest_watches(table: Make, phones: Make, shoot: Make) -> None:
    """One tap on the join page of a game that has started; nothing there can be tapped."""
    made = table(2, game="rocks")
    made.tap("game.start", {"first": "s1"})
    page = phones().page
    page.goto(f"{made.base}/j/{made.code}")
    shoot(page, "join-late")
    check(page)
    press(page, "Watch")
    at([page], "play")
    shoot(page, "watching")
    check(page)
    expect(page.locator(":is(main, .acts) button")).to_have_count(0)
