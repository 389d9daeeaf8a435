"""Rocks, combust, solitaire and pirates: a whole short play each, on four phones, through
everything that goes wrong.

In each play one phone is offline for a while, one is loaded again, two tap at once, something is
taken back, and the server is killed under all of them and comes back; the last one in the ranking
counts.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.conftest import COLOURS
from tests.web.browser.hands import (
    LINE_CUT,
    LINE_DOWN,
    agree,
    at,
    away,
    both,
    build,
    crash,
    place_by_request,
    press,
    reload,
    tab,
    undo,
    unfold,
)

Make = Callable[..., Any]
# a phone may ask for the picture of a result that has just been taken back
NOT_OVER = r"404 .*/result\.png"
EXPECTED = (*LINE_DOWN, *LINE_CUT, "409", NOT_OVER)


# --- the hands of the players ---------------------------------------------------------------------


@dataclass
class Round:
    """A table with the four phones round it, in the order in which they sat down, and the server
    that it is on.
    """

    table: Any
    server: Any
    phones: list[Page]


@pytest.fixture
def gather(
    table: Make, table_of: Make, mortal: Any, sit: Make, phones: Make
) -> Callable[[str], Round]:
    """Ana and Bo join by the door; Cleo and Dina have sat down before their phones show it."""

    def sat_down(game: str) -> Round:
        opened = table(0, game)
        made = [_join(phones(), f"{opened.base}/j/{opened.code}", name) for name in ("Ana", "Bo")]
        for phone in made:
            phone.expect(*EXPECTED)
        by_door = {"server": mortal, "code": opened.code, "host": made[0], "phones": made}
        opened.seats = table_of(by_door).seats  # by requests, the same seats go on
        for name in ("Cleo", "Dina"):
            opened.join(name, COLOURS.get(game, {}).get(name, ""))
        others = [sit(opened, seat, complaints=EXPECTED) for seat in ("s3", "s4")]
        assert others[0].evaluate("isSecureContext") is False
        return Round(opened, mortal, [*(phone.page for phone in made), *others])

    return sat_down


def _join(phone: Any, door: str, name: str) -> Any:
    page = phone.page
    page.goto(door)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Join").click()
    page.locator("main[data-phase='lobby']").wait_for()
    return phone


def _done(table: Any, text: str) -> int:
    """How many standing lines of the history say `text`."""
    return sum(text in line["text"] and not line["undone"] for line in table.state()["history"])


def _head(page: Page, text: str | re.Pattern[str]) -> None:
    expect(page.get_by_role("heading", name=text)).to_be_visible()


# --- four whole plays -----------------------------------------------------------------------------


def test_rocks_from_the_door_to_the_nest(gather: Make) -> None:
    """A typed roll, a rock laid offline, two who say Moved at once, a roll while the server is down
    and taken back.
    """
    play = gather("rocks")
    ana, bo, cleo, dina = play.phones
    press(ana, "Ana rolls first")
    press(ana, "Start")
    at(play.phones, "play")
    press(ana, "a 3", exact=True)
    expect(bo.get_by_role("img", name="Rolled: 3")).to_be_visible()
    away(ana, lambda: press(ana, "Ana\u2019s space 1: no rocks"))
    for other in (bo, cleo):
        unfold(other, "Ana")
    expect(bo.get_by_role("button", name="Ana\u2019s space 1: 1 rock")).to_be_visible()
    expect(bo.get_by_role("button", name="Penguin 2 is free")).to_be_visible()
    both((ana, "Moved"), (cleo, "Moved"))
    reload(bo, "Bo")
    expect(bo.get_by_text("Roll for penguin 2")).to_be_visible()
    unfold(dina, "Ana")
    crash(play.server, dina, lambda: press(dina, "a 6", exact=True))
    for page in (ana, bo, cleo):
        expect(page.get_by_role("img", name="Rolled: 6")).to_be_visible()
    undo(bo, "Ana rolled a 6")
    expect(ana.get_by_role("button", name="Roll the die")).to_be_visible()
    assert (_done(play.table, "A rock was placed"), _done(play.table, "moved penguin")) == (1, 1)
    build(play.table)
    agree(ana, "I reached the centre")
    at(play.phones, "over")
    _head(ana, "Your nest is finished!")
    for page in (bo, cleo, dina):
        _head(page, "Ana\u2019s nest is finished!")
        expect(page.locator(".place-1 .podium-name")).to_have_text("Ana")
        expect(page.locator(".podium-seat")).to_have_count(4)


def test_combust_from_the_door_to_the_last_clan(gather: Make) -> None:
    """A line tapped offline, two who end a turn at once, a verb done while the server is down, an
    extinction undone.
    """
    play = gather("combust")
    ana, bo, cleo, dina = play.phones
    press(ana, "Bo deals")
    expect(bo.get_by_text("Everyone\u2019s ready")).to_be_visible()
    press(bo, "Cards are dealt")
    at(play.phones, "lines")
    away(ana, lambda: _tap_line(ana, 2, 3, 4))
    expect(bo.get_by_role("button", name="3 penguins, highest 4")).to_be_visible()
    for seat, total in (("s2", 14), ("s3", 12), ("s4", 15)):
        line = {"seat": seat, "sum": total, "penguins": 3, "highest": 9}
        play.table.tap("line.type", line, by=seat, expects={"version": 0})
    press(bo, "Who starts?")
    at(play.phones, "turns")
    _head(ana, "Your turn")
    press(ana, "Play a card")
    press(ana.get_by_role("dialog"), "Fisher")
    for page in (ana, bo):
        expect(page.locator(".verbs li")).to_have_count(2)
    crash(play.server, ana, lambda: press(ana, "Done", exact=True))
    for page in (bo, cleo, dina):
        expect(page.locator(".verbs .is-done")).to_have_count(1)
    press(ana, "Done", exact=True)
    expect(bo.locator(".verbs")).to_have_count(0)
    unfold(cleo, "Ana")
    both((ana, "End turn"), (cleo, "End Ana"))
    reload(bo, "Bo")
    _head(bo, "Your turn")
    assert (_done(play.table, "entered"), _done(play.table, "turn is over")) == (4, 1)
    _extinct(dina, "Ana", "Cleo", "Dina")
    at(play.phones, "over")
    undo(ana, "Ana.* extinct")
    at(play.phones, "turns")
    _extinct(bo, "Bo", "Cleo", "Dina")
    at(play.phones, "over")
    _head(ana, "Your clan wins!")
    for page in (bo, cleo, dina):
        _head(page, "Ana\u2019s clan wins!")
        expect(page.locator(".podium-seat.place-2")).to_have_count(3)


def _tap_line(page: Page, *values: int) -> None:
    press(page, "Enter my cards")
    for value in values:
        page.get_by_role("group", name="Add a penguin").get_by_role(
            "button", name=re.compile(f"^{value},")
        ).click()
    press(page, "Save line")


def _extinct(page: Page, *names: str) -> None:
    press(page, "A clan is extinct")
    for name in names:
        page.get_by_role("group", name="Clans").get_by_role("button", name=name).click()
    press(page.get_by_role("dialog"), re.compile("extinct$"))


def test_solitaire_from_the_door_to_king_tut(gather: Make) -> None:
    """A hop made offline and undone, two who start a clock at once, a clock stopped while the
    server is down.
    """
    play = gather("solitaire")
    ana, bo, cleo, dina = play.phones
    press(ana, "King Tut")
    press(ana, "Start")
    at(play.phones, "play")
    press(ana, "Start my clock")
    unfold(bo, "Ana")
    expect(bo.get_by_role("button", name="Ana is done")).to_be_visible()
    expect(ana.get_by_role("button", name="Done", exact=True)).to_be_enabled()  # counted down
    away(ana, lambda: _hop(ana, "a1", "a3"))
    _history_tells(bo, "Ana hopped a1-a3")
    press(ana, "Undo")
    press(ana, "Done", exact=True)
    _head(bo, "Your turn")
    unfold(ana, "Bo")
    both((bo, "Start my clock"), (ana, "Start Bo"))
    reload(bo, "Bo")
    unfold(cleo, "Bo")
    crash(play.server, cleo, lambda: press(cleo, "Bo is done"))
    _head(cleo, "Your turn")
    for seat in ("s3", "s4"):
        for kind in ("clock.start", "clock.stop"):
            play.table.tap(kind, {"seat": seat}, by=seat, expects={"round": 1})
    for page, pips in ((ana, 1), (bo, 60), (cleo, 71), (dina, 70)):
        press(page, "Enter what\u2019s left")
        page.get_by_label("Pips").fill(str(pips))
        press(page, "Save score")
    at(play.phones, "over")
    _head(ana, "You win!")
    for page in (bo, cleo, dina):
        _head(page, "Ana wins!")
        for place, name in ((2, "Bo"), (3, "Dina"), (4, "Cleo")):
            expect(page.locator(f".place-{place} .podium-name")).to_have_text(name)


def _history_tells(page: Page, text: str) -> None:
    tab(page, "History")
    expect(page.locator(".history-line", has_text=text)).to_have_count(1)
    tab(page, "Play")


def _hop(page: Page, start: str, end: str) -> None:
    press(page, re.compile(f"^{start}:"))
    press(page, re.compile(f"^{end}:.*can land here"))


def test_pirates_from_the_door_to_the_end_of_a_voyage(gather: Make) -> None:
    """One event for two taps, a secret placed offline, another while the server is down, a marker
    undone, and home.
    """
    play = gather("pirates")
    ana, bo, cleo, dina = play.phones
    press(ana, "Ana is the first captain")
    expect(bo.get_by_text("Everyone\u2019s aboard")).to_be_visible()
    press(bo, "Set sail")
    at(play.phones, "event")
    event = play.table.state()["due"][0]["name"]
    unfold(bo, "Ana")
    both((ana, event), (bo, event))
    at(play.phones, "captain")
    _place(ana)
    at(play.phones, "place")
    away(bo, lambda: _place(bo))
    expect(ana.locator(".penguin").nth(1)).to_contain_text("placed, in secret")
    assert "handicap-" not in dina.content()
    reload(bo, "Bo")
    expect(bo.locator(".penguin").nth(1)).not_to_contain_text("in secret")
    assert _done(play.table, "Bo has placed") == 1
    crash(play.server, cleo, lambda: _place(cleo))
    for page in (ana, bo, dina):
        expect(page.locator(".penguin").nth(2)).to_contain_text("placed, in secret")
    place_by_request(play.table, "s4", 3)
    at(play.phones, "sail")
    expect(ana.locator(".act")).to_have_count(4)
    press(bo, "0/7 water")
    press(bo, "4", exact=True)
    expect(ana.get_by_role("button", name="4/7 water")).to_be_visible()
    undo(ana, "Bo set water to 4")
    expect(bo.get_by_role("button", name="0/7 water")).to_be_visible()
    unfold(bo, "Ana")
    bo.get_by_text("Enter a hex by hand").click()
    _hex(bo, "Bob")
    press(bo, "Enter for 1")
    expect(ana.get_by_role("button", name="1/15 speed")).to_be_visible()
    _hex(ana, "home")
    agree(ana, "Enter for 1")
    at(play.phones, "over")
    for page in play.phones:
        _head(page, "Home!")
        expect(page.get_by_text("Turn 1: Bob rescued.")).to_be_visible()


def _place(page: Page) -> None:
    press(page, "1", exact=True)
    page.locator(".spot-white").first.click()


def _hex(page: Page, special: str) -> None:
    page.get_by_role("group", name="On the hex").get_by_role(
        "button", name=special, exact=True
    ).click()
