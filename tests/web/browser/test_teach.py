"""Teach me: five steps through a player's first round, which go by what happens at the table."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.axe import check
from tests.web.browser.conftest import SETTLED
from tests.web.browser.hands import place_by_request, press, tab

Make = Callable[..., Any]


def _giza(table: Any) -> None:
    table.start()


def _giza_round(table: Any) -> list[Callable[[], object]]:
    return [
        lambda: table.choose(s1=2),
        lambda: table.choose(s2=3, s3=5),
        lambda: table.turn(took=False),
        lambda: (table.turn(took=False), table.turn(took=False)),
    ]


def _rocks(table: Any) -> None:
    table.tap("game.start", {"first": "s1"})


def _rocks_round(table: Any) -> list[Callable[[], object]]:
    def moved() -> None:
        for _ in range(3):
            table.tap("move.done", expects={"moves": table.state()["moves"]})

    return [
        lambda: table.tap("die.roll", {"face": 2}, expects={"moves": 0}, by="s1"),
        moved,
        moved,
        lambda: table.tap("rock.drop", {"seat": "s1", "space": 0}, by="s1"),
    ]


def _combust(table: Any) -> None:
    table.tap("dealer.give", {"seat": "s2"})
    table.tap("game.start")


def _combust_round(table: Any) -> list[Callable[[], object]]:
    def line(number: int) -> Any:
        shown = {"seat": f"s{number}", "sum": 8 + number, "penguins": 3, "highest": 5}
        return table.tap("line.type", shown, expects={"version": 0})

    def end() -> None:
        while chain := table.state()["chain"]:
            done = {"turn": 1, "chain": len(chain), "done": chain[-1]["done"]}
            table.tap("verb.done", by="s1", expects=done)
        table.tap("turn.done", by="s1", expects={"turn": 1})

    return [
        lambda: line(1),
        lambda: (line(2), line(3), table.tap("turns.begin")),
        lambda: table.tap(
            "card.play", {"seat": "s1", "card": 3}, by="s1", expects={"turn": 1, "chain": 0}
        ),
        end,
    ]


def _solitaire(table: Any) -> None:
    table.tap("game.start", {"mode": "free", "rounds": 1})


def _solitaire_round(table: Any) -> list[Callable[[], object]]:
    def hop(changes: int, name: str) -> Callable[[], object]:
        tapped = {"seat": "s1", "hop": name}
        return lambda: table.tap("hop", tapped, by="s1", expects={"changes": changes})

    return [hop(number, each) for number, each in enumerate(("a1-a3", "b1-b3", "c1-c3", "d1-d3"))]


def _pirates(table: Any) -> None:
    table.tap("captain.give", {"seat": "s1"})
    table.tap("game.start")


def _pirates_round(table: Any) -> list[Callable[[], object]]:
    def place() -> None:
        for penguin in (0, 3):
            place_by_request(table, "s1", penguin)
        for seat, penguin in (("s2", 1), ("s3", 2)):
            place_by_request(table, seat, penguin)

    def sail() -> None:
        for penguin in table.state("s1")["penguins"]:
            choice = "fish" if penguin["spot"]["action"] == "bail" else ""
            used = {"penguin": penguin["number"], "choice": choice}
            table.tap("penguin.act", used, by="s1", expects={"turn": 1})
        table.tap("movement.done", {}, by="s1", expects={"turn": 1})

    def drift() -> None:
        if table.state()["phase"] == "pirates":
            table.tap("pirates.done", {"outcome": "here"}, by="s1", expects={"turn": 1})
            return
        card = table.state("s2")["penguins"][1]["card"]
        action = table.seen["deck"]["handicaps"][1][card - 1]["white"][0]
        used = {"penguin": 1, "card": card, "action": action}
        table.tap("penguin.place", used, by="s2", expects={"turn": 2})

    return [
        lambda: table.tap("cards.deal", {}, by="s1", expects={"turn": 1}),
        place,
        sail,
        drift,
    ]


ROUNDS = {
    "giza": (_giza, _giza_round),
    "rocks": (_rocks, _rocks_round),
    "combust": (_combust, _combust_round),
    "solitaire": (_solitaire, _solitaire_round),
    "pirates": (_pirates, _pirates_round),
}


def _step(page: Page) -> Any:
    return page.get_by_role("region", name="Teach me")


@pytest.mark.parametrize("game", ROUNDS)
def test_a_first_round_leads_through_five_steps(
    game: str, table: Make, sit: Make, shoot: Make
) -> None:
    """Each goes by itself; none covers anything, and after the fifth the scene's hint is back."""
    brought = table(3, game)
    start, acts = ROUNDS[game]
    page = sit(brought, "s1", hints=True)
    expect(_step(page)).to_have_count(0)  # in the lobby nothing is played yet
    start(brought)
    for number, act in enumerate(acts(brought), start=1):
        expect(_step(page)).to_contain_text(f"{number} of 5")
        expect(page.locator(".hint:visible")).to_have_count(0)
        page.evaluate(SETTLED)
        shoot(page, f"teach-{game}-{number}")
        check(page)
        act()
    expect(_step(page)).to_contain_text("5 of 5")
    shoot(page, f"teach-{game}-5")
    press(page, "Got it")
    expect(_step(page)).to_have_count(0)
    page.reload()
    page.locator("main[data-phase]").wait_for()
    expect(_step(page)).to_have_count(0)


def test_steps_are_passed_skipped_and_called_back(table: Make, sit: Make) -> None:
    """Next goes on without the table; a reload keeps the step; the rules' sheet begins again, where
    it is seen.
    """
    page = sit(table(2, "rocks"), "s1", hints=True, viewport={"width": 320, "height": 568})
    press(page, re.compile("rolls first"))
    press(page, "Start", exact=True)
    press(page, "Next")
    page.reload()
    expect(_step(page)).to_contain_text("2 of 5")
    tab(page, "Nests")
    expect(_step(page)).to_have_count(0)
    tab(page, "Play")
    press(page, "Skip these steps")
    expect(_step(page)).to_have_count(0)
    expect(page.locator(".hint")).to_be_visible()
    tab(page, "Nests")
    press(page, "Rules")
    press(page, "Teach me")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(_step(page)).to_contain_text("1 of 5")
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    expect(_step(page)).not_to_be_in_viewport()
    press(page, "Rules")
    press(page, "Teach me")
    expect(_step(page)).to_be_in_viewport()
