"""The host's screen and a TV show all of a game at once, on a small laptop and on a large TV."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize

from tests.web.browser.conftest import SETTLED
from tests.web.browser.hands import place_by_request, press
from tests.web.browser.test_scenes import SCENES
from tests.web.browser.test_screens import HOST_SCREENS

Make = Callable[..., Any]

SIZES: tuple[ViewportSize, ...] = ({"width": 1280, "height": 720}, {"width": 1920, "height": 1080})
EIGHT = ("Emil", "Finn", "Greta", "Hugo")  # besides the usual four
# What is left of the page below the screen, px; controls that end below it; words smaller than 14 px
# (16 on a TV) outside cards; and how much of the screen's width is used.
LOOK = """(least) => {
  const all = (which) => [...document.querySelectorAll(which)].filter((one) => one.checkVisibility());
  const boxes = all('.stage > *').map((one) => one.getBoundingClientRect());
  const words = all('main *, header *').filter((one) => !one.closest('svg, .spoken')
    && [...one.childNodes].some((part) => part.nodeType === 3 && part.data.trim()));
  return {
    below: Math.max(0, document.documentElement.scrollHeight - innerHeight),
    hidden: all('a[href], button, summary, input').filter((one) =>
      one.getBoundingClientRect().bottom > innerHeight + 1).map((one) => one.innerText),
    small: words.filter((one) => parseFloat(getComputedStyle(one).fontSize) < least)
      .map((one) => one.innerText),
    used: (Math.max(...boxes.map((box) => box.right)) - Math.min(...boxes.map((box) => box.left)))
      / innerWidth,
  };
}"""


def _three_questions(table: Any) -> None:
    """The pyramids of all three break a rule."""
    table.start().play()
    penguins = sorted(
        table.state()["deck"]["penguins"], key=lambda one: (one["weight"], -sum(one["arms"]))
    )
    rows = iter(f"{penguin['number']:02d}" for penguin in penguins[-30:])
    goals = {goal["id"]: 0 for goal in table.state()["goals"]}
    for at, seat in enumerate(("s1", "s2", "s3")):
        for level, width in enumerate((4, 3, 2, 1)):
            for place in range(width):
                slot = {"seat": seat, "slot": [level, place], "placed": next(rows)}
                table.tap("pyramid.fix", slot)
        version = table.state()["seats"][at]["score_version"]
        typed = {"seat": seat, "levels": None, "goals": goals}
        table.tap("score.type", typed, expects={"version": version})


def _eight_clans(table: Any) -> None:
    for name in EIGHT:
        table.join(name)
    table.tap("dealer.give", {"seat": "s2"})


def _eight_lines(table: Any) -> None:
    table.tap("game.start")
    for seat in range(1, 9):
        line = {"seat": f"s{seat}", "sum": 9 + seat % 4, "penguins": 3, "highest": 5}
        table.tap("line.type", line, expects={"version": 0})


def _turns(table: Any) -> None:
    table.tap("turns.begin")


def _chain(table: Any) -> None:
    table.tap("card.play", {"seat": "s4", "card": 3}, expects={"turn": 1, "chain": 0})
    table.tap("verb.done", expects={"turn": 1, "chain": 1, "done": 0})


def _followed(table: Any) -> None:
    table.tap("game.start")
    table.tap("cards.follow", {"on": True})
    for seat in range(1, 9):
        cards = [1, 2 + seat % 4, seat + 9]
        line = {"seat": f"s{seat}", "sum": sum(cards), "penguins": 3, "highest": seat + 9}
        table.tap("line.type", {**line, "cards": cards}, expects={"version": 0})
    table.tap("turns.begin")


def _burns(table: Any) -> None:
    for move in (
        {"do": "discard", "seat": "s1", "card": 6},
        {"do": "take", "seat": "s8", "card": 17},
    ):
        table.tap("card.move", move, expects={"stamp": table.state()["stamp"]})


def _four_sail(table: Any) -> None:
    for seat, penguin in (("s1", 0), ("s2", 1), ("s3", 2), ("s4", 3)):
        place_by_request(table, seat, penguin)


GIZA = {name: HOST_SCREENS[name][0] for name in ("lobby", "turns", "scoring", "over")}
GAMES: dict[str, tuple[str, int, tuple[Callable[[Any], None], ...]]] = {
    **{f"giza-{name}": ("giza", 3, (bring,)) for name, bring in GIZA.items()},
    "giza-contested": ("giza", 3, (HOST_SCREENS["contested"][0],)),
    "giza-three-questions": ("giza", 3, (_three_questions,)),
    "rocks": ("rocks", 4, tuple(scene.bring for scene in SCENES["rocks"][:3])),
    "combust": ("combust", 4, (_eight_clans, _eight_lines, _turns, _chain)),
    "combust-followed": ("combust", 4, (_eight_clans, _followed, _burns)),
    "solitaire": ("solitaire", 4, tuple(scene.bring for scene in SCENES["king-tut"][:2])),
    "pirates": ("pirates", 4, (*(scene.bring for scene in SCENES["pirates"][:3]), _four_sail)),
    "pirates-differs": ("pirates", 3, tuple(scene.bring for scene in SCENES["pirates"][:6])),
}


def _looks(page: Page, least: int) -> None:
    for size in SIZES:
        page.set_viewport_size(size)
        page.evaluate(SETTLED)
        seen = page.evaluate(LOOK, least)
        assert seen.pop("used") > 0.75, size
        assert seen == {"below": 0, "hidden": [], "small": []}, size


@pytest.mark.parametrize("name", GAMES)
def test_all_of_a_game_is_on_a_big_screen(name: str, table: Make, sit: Make, phones: Make) -> None:
    """Nothing to scroll to, no control below the edge, and words to be read from the other end; in
    German on the host's screen, as its words are longer.
    """
    game, players, steps = GAMES[name]
    brought = table(players, game)
    host = sit(brought, None, locale="de")
    screen = phones(viewport=SIZES[0]).page
    screen.goto(brought.host.post(f"/t/{brought.code}/passes/screen?view=host", {})["url"])
    press(screen, "Show it here")
    screen.wait_for_url(f"**/t/{brought.code}/screen")
    for step in steps:
        step(brought)
        version = brought.state()["version"]
        for page, least in ((host, 14), (screen, 16)):
            page.locator(f"#app[data-version='{version}']").wait_for()
            _looks(page, least)
