"""A turn is noticed: colour, title, sound, buzz, and a screen that stays awake; a switch for each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.browser.axe import check
from tests.web.browser.hands import until

Make = Callable[..., Any]
HEARD = """
  globalThis.heard = [];
  navigator.vibrate = () => heard.push("buzz");
  const locks = { request: async () => (heard.push("awake"), { release: () => heard.push("asleep") }) };
  Object.defineProperty(navigator, "wakeLock", { value: locks });
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (at) { heard.push("sound"); start.call(this, at); };
"""


@pytest.mark.parametrize(
    ("off", "told"),
    [
        ((), ["buzz", "awake", "sound", "sound", "asleep"]),
        (("Sound",), ["buzz", "awake", "asleep"]),
        (("Sound", "Buzz"), ["awake", "asleep"]),
    ],
)
def test_a_turn_is_told_once_in_the_ways_that_are_on(
    table: Make, sit: Make, shoot: Make, off: tuple[str, ...], told: list[str]
) -> None:
    """Bo hears nothing while Ana rolls; what is switched off stays off after a reload."""
    made = table(2, game="rocks")
    bo = sit(made, "s2", HEARD)
    for name in off:
        bo.get_by_role("button", name=name).click()
    bo.reload()
    switch = bo.get_by_role("button", name="Sound")
    expect(switch).to_have_attribute("aria-pressed", str("Sound" not in off).lower())
    bo.locator("h1").first.click()  # browsers make no sound before a tap
    made.tap("game.start", {"first": "s1"})
    _move(made)
    expect(bo).to_have_title("Your turn \u00b7 Rocks")
    expect(bo.locator("body.my-turn")).to_be_attached()
    shoot(bo, "bell-turn")
    check(bo)
    until(bo, "(all) => heard.length === all", len(told) - 1)  # sounds begin when the speaker is up
    _move(made)
    until(bo, "() => heard.includes('asleep')")
    assert bo.evaluate("heard") == told


PLAYING = "() => [...document.querySelectorAll('video')].filter((film) => !film.paused).length"
REFUSED = """
  let tapped = false;
  addEventListener("click", () => (tapped = true), { capture: true });
  const play = HTMLVideoElement.prototype.play;
  HTMLVideoElement.prototype.play = function () {
    return tapped ? play.call(this)
      : Promise.reject(new DOMException("tap first", "NotAllowedError"));
  };
"""


@pytest.mark.parametrize("script", ["", REFUSED])
def test_a_film_keeps_the_screen_awake_on_plain_http(table: Make, sit: Make, script: str) -> None:
    """Silent, and only during one's turn; where browsers refuse it before a tap, that tap starts
    it, and nobody hears of it.
    """
    made = table(2, game="rocks")
    made.tap("game.start", {"first": "s1"})
    bo = sit(made, "s2", script)
    assert bo.evaluate("[isSecureContext, 'wakeLock' in navigator]") == [False, False]
    _move(made)
    expect(bo.locator("body.my-turn")).to_be_attached()
    if script:
        assert bo.evaluate(PLAYING) == 0
        bo.locator("h1").first.click()
    until(bo, f"(all) => ({PLAYING})() === all", 1)
    film = bo.locator("video")
    until(bo, "() => document.querySelector('video').currentTime > 0")
    assert film.evaluate("(one) => [one.muted, one.offsetWidth]") == [True, 2]
    _move(made)
    until(bo, f"(all) => ({PLAYING})() === all", 0)


def _move(made: Any) -> None:
    """Whose turn it is rolls and moves."""
    for kind, payload in (("die.roll", {"face": 2}), ("move.done", {})):
        made.tap(kind, payload, expects={"moves": made.state()["moves"]})
