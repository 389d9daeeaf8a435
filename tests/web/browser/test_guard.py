"""Taps that were meant for something else: the second one of a double tap, or one that came too
late.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.hands import Hold, press
from tests.web.browser.test_scenes import GAMES, SCENES
from tests.web.browser.test_screens import PHONE_SCREENS

Make = Callable[..., Any]
Reach = Callable[[Page], None]
# the pages' stopwatch stands still from the first `wait` on, and then only waits
STOPWATCH = """{ const swift = performance.now; let at = null; performance.now = () => at ?? swift();
  window.wait = (ms) => { at = performance.now() + ms; }; }"""
LONG = 10_000  # ms, after which nothing on a screen is new
GAPS = (120, 300, 600)  # ms between the taps of a double tap
# "Play again" leaves the table; tests/web/tables/test_again.py asks for it more than once
BUTTONS = (
    ":is(main, .acts, dialog[open]) button:enabled:visible"
    ":not(.languages *, .again *, [data-quick], [data-quick] *)"
)
NAMES = "(all) => all.map((one) => one.getAttribute('aria-label') ?? one.innerText)"
LIKE = re.compile(r"\d+|Ana|Bo|Cleo")  # buttons whose names differ in these do alike
SEVERAL = "Update all"  # one tap on it writes an event for each track


def _scenes(play: str, table: Make) -> Iterator[tuple[str, Any, Reach]]:
    """Each scene's name, its table, and how a phone there goes to what is tapped."""
    if play == "giza":
        for name, (bring, go) in PHONE_SCREENS.items():
            if name != "history":  # where it goes to is gone once something was undone
                brought = table()
                bring(brought)
                yield name, brought, go
        return
    brought = table(3, GAMES.get(play, play))
    for scene in SCENES[play]:
        scene.bring(brought)
        yield scene.name, brought, scene.go


@pytest.mark.parametrize("play", [*SCENES, "giza"])
def test_a_double_tap_counts_once(play: str, table: Make, sit: Make) -> None:
    """On each kind of button of a game, and on main ones with any gap."""
    counts, tried = {}, set[str]()
    for scene, brought, go in _scenes(play, table):
        page = sit(brought, "s2" if play == "giza" else "s1", STOPWATCH, ("409",))
        for name, gap, written in _doubles(page, brought, go, tried):
            counts[scene, name, gap] = written
        page.context.close()
    assert max(counts.values()) == 1, [tap for tap, written in counts.items() if written > 1]


def test_a_double_click_on_the_hosts_screen_counts_once(table: Make, sit: Make) -> None:
    """It is guarded as phones are."""
    brought = table(3, "solitaire")
    page = sit(brought, None, STOPWATCH, ("409",))
    lobby = {name: written for name, _, written in _doubles(page, brought, lambda _: None, set())}
    assert lobby["Start"] == 1
    assert max(lobby.values()) == 1


def _doubles(page: Page, table: Any, go: Reach, tried: set[str]) -> Iterator[tuple[str, int, int]]:
    """Tap each kind of button twice that wasn't yet: its name, the gap, and how many events were
    written.
    """
    version = table.state()["version"]
    _come(page, version, go)
    names = page.locator(BUTTONS).evaluate_all(NAMES)
    for at, name in enumerate(names):
        kind = LIKE.sub("", name)
        if name == SEVERAL or kind in tried:
            continue
        tried.add(kind)
        button = page.locator(BUTTONS).nth(at)
        main = "primary" in (button.get_attribute("class") or "")
        for gap in GAPS if main else GAPS[1:2]:
            yield name, gap, _double(page, button, gap, table)
            _take_back(page, table, version)
            if page.locator(BUTTONS).evaluate_all(NAMES) != names:
                page.reload()
                _come(page, table.state()["version"], go)


def _come(page: Page, version: int, go: Reach) -> None:
    page.locator(f"#app[data-version='{version}']").wait_for()
    go(page)


def _double(page: Page, button: Any, gap: int, table: Any) -> int:
    """How many events two taps write: the first one's answer comes before the second."""
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    before = table.state()["version"]
    page.evaluate("(ms) => wait(ms)", LONG)
    for pause in (gap, 0):
        page.mouse.click(x, y)
        expect(page.locator("[data-waiting='0'][data-link='live']")).to_be_attached()
        page.evaluate("(ms) => wait(ms)", pause)
    return int(table.state()["version"] - before)


def _take_back(page: Page, table: Any, version: int) -> None:
    """Undo what came after a version, the newest first, until the page shows that."""
    while done := [
        entry["version"]
        for entry in table.state()["history"]
        if entry["version"] > version and entry["kind"] != "undo" and not entry["undone"]
    ]:
        table.tap("undo", {"target": done[0]})
    page.locator(f"#app[data-version='{table.seen['version']}']").wait_for()


# --- what comes too early, and what doesn't --------------------------------------------------------


def _clock(table: Make) -> Any:
    """King Tut: it is Ana's turn to start her clock."""
    brought = table(3, "solitaire")
    brought.tap("game.start", {"mode": "king-tut", "rounds": 1})
    return brought


def _wait(page: Page, ms: int) -> None:
    page.evaluate("(ms) => wait(ms)", ms)


def _answered(page: Page) -> None:
    expect(page.locator("[data-waiting='0'][data-link='live']")).to_be_attached()


def _counted_down(page: Page) -> Any:
    """The button that stops King Tut's clock, once that runs."""
    done = page.get_by_role("button", name="Done")
    done.wait_for()
    expect(page.locator(".count")).to_have_count(0)
    return done


def _running(table: Any) -> bool:
    return bool(table.state()["running"] == "s1")


def test_a_tap_that_another_device_overtook_counts_for_nothing(table: Make, sit: Make) -> None:
    """Ana is about to start her clock when the host does: a moment later the button stops it."""
    brought = _clock(table)
    page = sit(brought, "s1", STOPWATCH)
    _wait(page, LONG)
    brought.tap("clock.start", {"seat": "s1"}, expects={"round": 1})
    done = _counted_down(page)
    _wait(page, 600)
    done.click(force=True)
    _answered(page)
    assert _running(brought)
    _wait(page, LONG)
    done.click(force=True)
    page.get_by_role("heading", name="Bo").wait_for()


def test_a_tap_that_began_before_the_change_counts_for_nothing(table: Make, sit: Make) -> None:
    """However long the finger stays down, on a spot where the button was and is."""
    brought = _clock(table)
    page = sit(brought, "s1", STOPWATCH)
    start, done = (page.get_by_role("button", name=name) for name in ("Start my clock", "Done"))
    top = start.bounding_box()["y"]
    brought.tap("clock.start", {"seat": "s1"}, expects={"round": 1})
    done.wait_for()
    height = done.bounding_box()["y"] - top
    brought.tap("undo", {"target": brought.seen["version"]})
    start.hover(position={"x": 100, "y": 20 + max(0, height)})
    _wait(page, LONG)
    page.mouse.down()
    brought.tap("clock.start", {"seat": "s1"}, expects={"round": 1})
    _counted_down(page)
    _wait(page, LONG)
    page.mouse.up()
    _answered(page)
    assert _running(brought)


def test_a_key_counts_as_little_as_a_tap(table: Make, sit: Make) -> None:
    """The focus is on the button whose words have changed, and Enter comes twice."""
    brought = _clock(table)
    page = sit(brought, "s1", STOPWATCH)
    page.get_by_role("button", name="Start my clock").focus()
    _wait(page, LONG)
    page.keyboard.press("Enter")
    _counted_down(page).focus()  # a disabled button has none
    _answered(page)
    for pause, runs in ((300, True), (LONG, False)):
        _wait(page, pause)
        page.keyboard.press("Enter")
        _answered(page)
        assert _running(brought) is runs


def test_two_taps_before_the_first_is_answered_are_one(table: Make, sit: Make) -> None:
    """The button is the same, in the same words and place: the ship enters one hex, not two."""
    brought = table(3, "pirates")
    for scene in SCENES["pirates"][:5]:
        scene.bring(brought)
    speed = {"track": "speed", "value": 5}
    brought.tap("track.set", speed, expects={"version": brought.state()["tracks_version"]})
    page = sit(brought, "s1", STOPWATCH)
    taps = Hold(page, "**/events*")
    _wait(page, LONG)
    page.get_by_text("Enter a hex by hand").click()
    enter = page.get_by_role("button", name="Enter for 1")
    _wait(page, LONG)
    for pause in GAPS:
        enter.click(force=True)
        _wait(page, pause)
    expect(page.locator("[data-waiting='1']")).to_be_attached()
    taps.let_go()
    _answered(page)
    enter.click(force=True)
    _answered(page)
    assert brought.state()["tracks"]["speed"] == 4
    _wait(page, LONG)
    enter.click(force=True)
    page.get_by_role("button", name="3/15 speed").wait_for()


def test_a_control_that_moved_counts_only_for_a_key(table: Make, sit: Make) -> None:
    """The hint above it closes: it comes under a finger that meant something else."""
    brought = table(3, "combust")
    page = sit(brought, "s1", STOPWATCH, hints=True)
    mark = page.get_by_role("button", name="Bo deals")
    mark.focus()
    _wait(page, LONG)
    page.locator(".hint summary").click()
    page.get_by_role("button", name="Got it").click()
    page.get_by_role("button", name="Got it").wait_for(state="detached")
    _wait(page, 300)
    mark.click(force=True)
    _answered(page)
    assert brought.state()["dealer"] is None
    mark.press("Enter")
    _answered(page)
    assert brought.state()["dealer"] == "s2"


def test_fast_taps_on_what_stays_as_it_is_count(table: Make, sit: Make) -> None:
    """Numbers of a pad, a stepper, hops on one's own board and their undoing, 120 ms apart."""
    brought = table(3, "combust")
    SCENES["combust"][1].bring(brought)
    page = sit(brought, "s3", STOPWATCH)
    press(page, "Enter my cards")
    _wait(page, LONG)
    pad = page.get_by_role("group", name="Add a penguin")
    for value in ("2,", "2,", "13,"):
        pad.get_by_role("button", name=re.compile(f"^{value}")).click()
        _wait(page, GAPS[0])
    expect(page.locator(".line-sum")).to_contain_text("Sum 17")

    bring, go = PHONE_SCREENS["slot"]
    bring(brought := table())
    page = sit(brought, "s2", STOPWATCH)
    go(page)
    _wait(page, LONG)
    for _ in range(3):
        press(page, "Add a token")
        _wait(page, GAPS[0])
    page.get_by_role("group", name="Tokens").get_by_text("3 tokens").wait_for()

    brought = table(1, "solitaire")
    brought.tap("game.start", {"mode": "free", "rounds": 1})
    page = sit(brought, "s1", STOPWATCH)
    _wait(page, LONG)
    for square in ("a1", "a3", "b1", "b3"):
        press(page, re.compile(f"^{square}:"))
        _answered(page)  # the next hop is one of the board that this one has changed
        _wait(page, GAPS[0])
    page.get_by_text("66 pips").wait_for()
    for _ in range(2):
        press(page, "Undo", exact=True)
        _answered(page)
        _wait(page, GAPS[0])
    page.get_by_text("72 pips").wait_for()
