"""Each game has a world of its own behind its screens: colours, a scene, and what moves in it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.game import offering
from tests.web.browser.hands import build

Make = Callable[..., Any]
GROUND = "() => getComputedStyle(document.body).backgroundImage"


def test_no_two_games_share_a_world(table: Make, sit: Make) -> None:
    """A glance at a phone says which game it plays, in the light and in the dark."""
    worlds: dict[str, set[str]] = {"light": set(), "dark": set()}
    games = offering("table")
    for game in games:
        page = sit(table(3, game.slug), "s1")
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            worlds[scheme].add(page.evaluate(GROUND))
    assert {scheme: len(each) for scheme, each in worlds.items()} == {
        "light": len(games),
        "dark": len(games),
    }


def test_a_penguin_glides_by_when_something_happens(table: Make, sit: Make) -> None:
    """Not for what the page found when it was opened, and behind all that can be tapped."""
    opened = table(2)
    page = sit(opened, "s1", reduced_motion="no-preference")
    expect(page.locator(".glide")).to_have_count(0)
    opened.tap("goals.draw")
    expect(page.locator(".glide")).to_have_count(1)
    assert page.locator(".glide").evaluate("(one) => getComputedStyle(one).pointerEvents") == "none"


def _rocks_won(table: Any) -> None:
    """Ana's nest is finished."""
    table.tap("game.start", {"first": "s1"})
    build(table)
    table.tap("nest.done", {"seat": "s1"}, expects={"moves": table.seen["moves"]})


def _lost_at_sea(table: Any) -> None:
    """The water reaches the skull."""
    table.tap("captain.give", {"seat": "s1"})
    table.tap("game.start")
    version = table.state()["tracks_version"]
    table.tap("track.set", {"track": "water", "value": 7}, expects={"version": version})


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_finished_nest_is_celebrated(motion: str, table: Make, sit: Make) -> None:
    """On phones and on the host's screen; without motion for those who asked for none."""
    won = table(3, "rocks")
    _rocks_won(won)
    for seat in ("s1", None):
        page: Page = sit(won, seat, reduced_motion=motion)
        expect(page.locator("main")).to_have_attribute("data-phase", "over")
        party = page.locator(".party")
        expect(party).to_have_count(1)
        expect(party).to_be_visible(visible=motion == "no-preference")
        assert party.evaluate("(one) => getComputedStyle(one).pointerEvents") == "none"


def test_nobody_celebrates_a_ship_that_sank(table: Make, sit: Make) -> None:
    """The pirates' world stays quiet at a bad end."""
    lost = table(3, "pirates")
    _lost_at_sea(lost)
    page: Page = sit(lost, "s1")
    expect(page.get_by_role("heading", name="The ship sank")).to_be_visible()
    expect(page.locator(".party")).to_have_count(0)
