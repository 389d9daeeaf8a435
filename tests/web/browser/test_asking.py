"""What one tap can't do: act for another player, or end a game or a round for all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.hands import build, press, unfold
from tests.web.browser.test_scenes import GAMES, SCENES
from tests.web.browser.test_screens import PHONE_SCREENS

Make = Callable[..., Any]


def _brought(table: Make, play: str, scene: str) -> Any:
    """The table of a scene in which Ana has to act."""
    if play == "giza":
        brought = table()
        PHONE_SCREENS[scene][0](brought)
        return brought
    brought = table(3, GAMES.get(play, play))
    for one in SCENES[play]:
        one.bring(brought)
        if one.name == scene:
            break
    return brought


# --- another player's controls --------------------------------------------------------------------

SAIL = "Sail to a1.s: costs 1 speed, brings 1 water"
FOLDED = {  # by play and scene, a button of Ana's: on her phone, and on another screen
    ("rocks", "throw"): ("Roll the die", "Roll the die"),
    ("rocks", "complete"): ("I reached the centre", "Ana reached the centre"),
    ("combust", "turn"): ("End turn", "End Ana\u2019s turn"),
    ("combust", "chain"): ("Done", "Done"),
    ("king-tut", "running"): ("Done", "Ana is done"),
    ("pirates", "event"): ("Fair wind", "Fair wind"),
    ("pirates", "sail"): (SAIL, SAIL),
}


@pytest.mark.parametrize(("play", "scene"), FOLDED)
def test_another_players_controls_are_folded_away(
    play: str, scene: str, table: Make, sit: Make
) -> None:
    """On other phones and on the host's screen; on a player's own phone they lie open."""
    brought = _brought(table, play, scene)
    own, others = FOLDED[play, scene]
    ana = sit(brought, "s1")
    expect(ana.get_by_role("button", name=own, exact=True)).to_be_visible()
    expect(ana.get_by_text("Is Ana\u2019s phone asleep?")).to_have_count(0)
    for seat in ("s2", None):
        page = sit(brought, seat)
        button = page.get_by_role("button", name=others, exact=True)
        expect(button).to_be_hidden()
        unfold(page, "Ana")
        expect(button).to_be_visible()


def test_the_next_players_controls_are_folded_again(table: Make, sit: Make) -> None:
    """Giza: Cleo ends Ana's turn, then it is Bo's."""
    brought = table().start(chief="s1").choose(s1=1, s2=1, s3=1)
    page = sit(brought, "s3")
    unfold(page, "Ana")
    press(page, "Placed and took the Chief")
    expect(page.get_by_role("heading", name="Bo\u2019s turn")).to_be_visible()
    expect(page.get_by_role("button", name="Placed and took the Chief")).to_be_hidden()


# --- what is asked first --------------------------------------------------------------------------


@dataclass(frozen=True)
class Asked:
    """A tap that ends something: where it is, how to come to it, and the phase that follows."""

    play: str
    scene: str
    button: str
    phase: str
    go: Callable[[Page], None] = lambda _: None
    bring: Callable[[Any], None] = lambda _: None


def _at_once(table: Any) -> None:
    """Rocks: the first nest wins, and Ana's is complete."""
    table.tap("game.start", {"first": "s1"})
    build(table)


def _water(page: Page) -> None:
    press(page, "0/7 water: correct")


def _home(page: Page) -> None:
    page.get_by_text("Enter a hex by hand").click()
    hexes = page.get_by_role("group", name="On the hex")
    hexes.get_by_role("button", name="Bob", exact=True).click()
    press(page, "Enter for 1")
    page.get_by_role("button", name="1/15 speed").wait_for()
    hexes.get_by_role("button", name="home", exact=True).click()


ASKED = {
    "nest": Asked("rocks", "lobby", "I reached the centre: I win!", "over", bring=_at_once),
    "deck": Asked("combust", "turn", "The deck is empty", "turns"),
    "round": Asked("king-tut", "round", "Start round 2", "play"),
    "sunk": Asked("pirates", "sail", "7", "over", go=_water),
    "home": Asked("pirates", "sail", "Enter for 1", "over", go=_home),
}


@pytest.mark.parametrize("case", ASKED)
def test_what_ends_a_game_or_a_round_for_all_is_asked_first(
    case: str, table: Make, sit: Make
) -> None:
    """Nothing happens before the second button, nor on "Cancel"."""
    asked = ASKED[case]
    brought = _brought(table, asked.play, asked.scene)
    asked.bring(brought)
    page = sit(brought, "s1")
    asked.go(page)
    version = brought.state()["version"]
    button = page.get_by_role("button", name=asked.button, exact=True)
    button.click()
    question = page.get_by_role("dialog").filter(has=page.get_by_role("button", name="Cancel"))
    expect(question).to_be_visible()
    press(question, "Cancel")
    assert brought.state()["version"] == version
    expect(question).to_have_count(0)
    if asked.go is _water:
        asked.go(page)
    button.click()
    question.locator(".sheet-foot button").last.click()
    page.locator(f"#app[data-version='{version + 1}']").wait_for()
    expect(page.locator(f"main[data-phase='{asked.phase}']")).to_be_attached()
