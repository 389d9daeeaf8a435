"""The foot of a phone: the one thing to do now is on screen, whatever the scene, the phone's size
and its letters; and no bar ever covers what can be tapped or has the focus.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.axe import OVERFLOW
from tests.web.browser.conftest import SETTLED
from tests.web.browser.hands import press
from tests.web.browser.test_scenes import GAMES, SCENES
from tests.web.browser.test_screens import PHONE_SCREENS
from tests.web.browser.test_teach import ROUNDS

Make = Callable[..., Any]

SIZES = (  # width, height, px; letters, px
    (390, 844, 16),
    (320, 568, 16),
    (844, 390, 16),
    (390, 844, 32),
    (844, 390, 32),
    (320, 568, 32),
)
# What is to do now; "" where it is on the map or the cards, which are for hands.
GIZA = {
    "lobby": "Start round 1",
    "choose": "2 Flip",
    "lifted": "Play face down",
    "my-turn": "Placed and flipped",
    "scoring": "Photograph my pyramid",
    "pyramid": "",
    "several": "",
    "over": "Play again",
}
DUE = {
    "rocks": {
        "lobby": "Start",
        "throw": "Roll the die",
        "complete": "Moved",
        "over": "Play again",
    },
    "combust": {"lobby": "Cards are dealt", "lines": "Who starts?", "over": "Play again"},
    "king-tut": {
        "lobby": "Start",
        "running": "Done",
        "round": "Start round 2",
        "over": "Play again",
    },
    "free": {"picked": "d1: .*", "over": "Play again"},
    "quicksand": {"choose": "Surprise: nobody sees the clock", "sand": "a1: .*"},
    "pirates": {
        "lobby": "Set sail",
        "event": "Deal on the phones",
        "numbers": "",
        "spots": "",
        "sail": "",
        "over": "Play again",
    },
}
# Enabled controls whose centre belongs to something else, each once it is scrolled to.
COVERED = """() => [...document.querySelectorAll('a[href], button, summary, input, select, label')]
  .filter((one) => one.checkVisibility() && !one.disabled)
  .flatMap((one) => {
    one.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const box = one.getBoundingClientRect();
    const met = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    const bar = met?.closest('.top, .foot');
    return !met || (bar && !bar.contains(one)) ? [`${one.outerHTML.slice(0, 90)}: ${met?.className}`] : [];
  })"""
# What the foot leaves of the screen's height, and controls that the bars hide when they have the
# focus (WCAG 2.4.11).
LEFT = "1 - document.querySelector('.foot').getBoundingClientRect().height / innerHeight"
BEHIND = """() => [...document.querySelectorAll('main :is(a[href], button, summary, input)')]
  .filter((one) => one.checkVisibility() && !one.disabled)
  .filter((one) => {
    scrollTo({ top: 0, behavior: 'instant' });
    one.focus();
    const box = (one.closest('label') ?? one).getBoundingClientRect();
    const [top, foot] = ['.top', '.foot'].map((bar) => document.querySelector(bar).getBoundingClientRect());
    return Math.min(box.bottom, foot.top) - Math.max(box.top, top.bottom) < Math.min(box.height, 24);
  }).map((one) => one.outerHTML.slice(0, 90))"""
OUTSIDE = """() => [...document.querySelectorAll('main button')]
  .filter((one) => one.checkVisibility() && !one.closest('.scroll-x, .landing'))
  .filter((one) => one.getBoundingClientRect().left < -1 || one.getBoundingClientRect().right > innerWidth + 1)
  .map((one) => one.outerHTML.slice(0, 90))"""
WORDLESS = """() => [...document.querySelectorAll('.tab')].filter((one) => {
  const range = document.createRange();
  range.selectNodeContents(one.lastChild);
  const [words, tab] = [range.getBoundingClientRect(), one.getBoundingClientRect()];
  return !words.width || words.left < tab.left - 1 || words.right > tab.right + 1;
}).map((one) => one.innerText)"""


def _looks(page: Page, go: Callable[[Page], None], due: str) -> None:
    """On each size: what is due is on screen as a whole, and nothing lies over a control."""
    for width, height, letters in SIZES:
        where = f"{width}x{height}, {letters} px"
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")  # a browser would go back there
        page.reload()
        page.locator("main[data-phase]").wait_for()
        page.evaluate(f"document.documentElement.style.fontSize = '{letters}px'")
        go(page)
        page.evaluate(SETTLED)
        # a clock and a board have no room together on the smallest phone with the largest letters
        if due and not (".*" in due and (width, letters) == (320, 32)):
            role = page.get_by_role("button", name=due) if ".*" not in due else None
            action = (role or page.locator(".square").first).and_(page.locator(":visible")).first
            expect(action, where).to_be_in_viewport(ratio=1)
        assert page.evaluate(COVERED) == [], where
        assert page.evaluate(WORDLESS) == [], where
        assert page.evaluate(OVERFLOW) == [], where
        assert page.evaluate(OUTSIDE) == [], where
        assert page.evaluate(BEHIND) == [], where
        assert page.evaluate(LEFT) >= 0.495, where


@pytest.mark.parametrize("name", GIZA)
def test_giza_shows_what_to_do_now(name: str, stage: Make, sit: Make) -> None:
    """With hints, on four sizes; tabs keep their words."""
    bring, go = PHONE_SCREENS[name]
    _looks(sit(stage(bring), "s2", hints=True), go, GIZA[name])


@pytest.mark.parametrize("play", DUE)
def test_each_scene_shows_what_to_do_now(play: str, table: Make, sit: Make) -> None:
    """The other games' scenes, one after the other, likewise."""
    brought = table(3, GAMES.get(play, play))
    page = sit(brought, "s1", hints=True)
    for scene in SCENES[play]:
        scene.bring(brought)
        if scene.name not in DUE[play]:
            continue
        _looks(page, scene.go, DUE[play][scene.name])


def test_a_hint_is_one_line_that_opens_and_comes_back(table: Make, sit: Make) -> None:
    """Once it was read it is gone, until it is asked for among the rules."""
    page = sit(table(3, "rocks"), "s1", hints=True)
    hint = page.locator(".hint")
    page.evaluate(SETTLED)
    assert hint.bounding_box()["height"] < 60
    expect(page.get_by_role("button", name="Got it")).to_be_hidden()
    hint.locator("summary").click()
    press(page, "Got it")
    expect(hint).to_have_count(0)
    press(page, "Rules")
    press(page, "Show hints again")
    expect(hint).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.parametrize(("game", "language"), [("giza", "de"), ("pirates", "de"), ("rocks", "it")])
def test_a_name_has_room_in_the_header(game: str, language: str, table: Make, sit: Make) -> None:
    """On the narrowest phone, beside a mark and the progress, which ends before the "?"."""
    brought = table(3, game)
    start, _ = ROUNDS[game]
    start(brought)
    page = sit(brought, "s1", locale=language, viewport={"width": 320, "height": 568})
    page.evaluate(SETTLED)
    assert page.locator(".top-me .clip").evaluate("(one) => one.scrollWidth <= one.clientWidth")
    words, rules = (
        page.locator(f".top {one}").bounding_box() for one in (".track-words", ".round")
    )
    assert words["x"] + words["width"] <= rules["x"]
