"""Rocks, combust, solitaire and pirates: one whole short play each, on phones that sleep, drop out and tap at once."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.browser.hands import at, build, place_by_request, press

Make = Callable[..., Any]
LINE_DOWN = ("ERR_INTERNET_DISCONNECTED", "ERR_FAILED", "ERR_NETWORK_CHANGED")


# --- the hands of the players ----------------------------------------------------------------------------------------


@dataclass
class Round:
    """A table with the pages round it: the host's, then the phones in the order in which they sat down."""

    table: Any
    host: Page
    phones: list[Page]

    @property
    def all(self) -> list[Page]:
        """Every screen."""
        return [self.host, *self.phones]


@pytest.fixture
def gather(table: Make, table_of: Make, server: Any, sit: Make, phones: Make) -> Callable[[str], Round]:
    """Ana and Bo join by the door, on phones; the host's screen sees them come."""

    def sat_down(game: str) -> Round:
        opened = table(0, game)
        host = sit(opened, None)
        made = [_join(phones(), f"{opened.base}/j/{opened.code}", name) for name in ("Ana", "Bo")]
        expect(host.locator(".seat-row")).to_have_count(2)
        for phone in made:
            phone.expect(*LINE_DOWN, "409")
        opened.seats = table_of(
            {"server": server, "code": opened.code, "host": made[0], "phones": made}
        ).seats  # by requests, the same seats go on
        return Round(opened, host, [phone.page for phone in made])

    return sat_down


def _join(phone: Any, door: str, name: str) -> Any:
    page = phone.page
    page.goto(door)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Sit down").click()
    page.locator("main[data-phase='lobby']").wait_for()
    return phone


def _tab(page: Page, name: str) -> None:
    page.get_by_role("navigation").get_by_role("button", name=name).click()


def _away(page: Page, act: Callable[[], None]) -> None:
    """The line is down while `act` taps: the tap is kept, and sent once the line is back."""
    page.context.set_offline(True)
    act()
    expect(page.get_by_text("1 tap kept")).to_be_visible()
    page.context.set_offline(False)
    expect(page.locator("[data-waiting='0'][data-link='live']")).to_be_attached()


def _both(first: tuple[Page, str], second: tuple[Page, str]) -> None:
    """Both tap before either is answered; the second one's tap comes too late, and that phone is told."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    pages = [page for page, _ in (first, second)]
    for page, name in (first, second):
        page.route("**/events", hold)
        press(page, name)
        expect(page.locator("[data-waiting='1']")).to_be_attached()
        page.wait_for_function("() => true")  # lets the held request arrive here
    assert len(held) == len(pages), "both taps are on their way, and neither has been answered"
    for page, route in zip(pages, held, strict=True):
        route.continue_()
        page.unroute("**/events")
        expect(page.locator("[data-waiting='0']")).to_be_attached()
    expect(pages[1].locator(".notice-refused")).to_be_visible()
    expect(pages[0].locator(".notice-refused")).to_have_count(0)


def _undo(page: Page, text: str) -> None:
    _tab(page, "History")
    press(page, re.compile(f"^Undo: {text}"))
    expect(page.get_by_role("button", name=re.compile(f"^Redo: {text}")).first).to_be_visible()
    _tab(page, "Play")


def _reload(page: Page, name: str) -> None:
    page.reload()
    expect(page.locator(".top-me")).to_contain_text(name)


def _done(table: Any, text: str) -> int:
    """How many standing lines of the history say `text`."""
    return sum(text in line["text"] and not line["undone"] for line in table.state()["history"])


def _head(page: Page, text: str | re.Pattern[str]) -> None:
    expect(page.get_by_role("heading", name=text)).to_be_visible()


# --- four whole plays ------------------------------------------------------------------------------------------------


def test_rocks_from_the_door_to_the_nest(gather: Make) -> None:
    """A typed roll, a rock laid offline, two who say Moved at once, a roll taken back, the builder on the podium."""
    play = gather("rocks")
    ana, bo = play.phones
    press(ana, "Ana is the youngest")
    press(ana, "Start")
    at(play.all, "play")
    press(ana, "a 3", exact=True)
    expect(bo.get_by_role("img", name="The die shows 3")).to_be_visible()
    _away(ana, lambda: press(ana, "Space 1 of Ana: no rock"))
    expect(bo.get_by_role("button", name="Space 1 of Ana: 1 rock")).to_be_visible()
    expect(bo.get_by_role("button", name="Penguin 2 is free")).to_be_visible()
    _both((ana, "Moved"), (bo, "Moved"))
    _reload(bo, "Bo")
    expect(bo.get_by_text("Penguin 2, which is free")).to_be_visible()
    press(bo, "a 6", exact=True)
    expect(ana.get_by_role("img", name="The die shows 6")).to_be_visible()
    _undo(ana, "Ana rolled a 6")
    expect(bo.get_by_role("button", name="Throw the die")).to_be_visible()
    assert (_done(play.table, "A rock lies"), _done(play.table, "moved penguin")) == (1, 1)
    build(play.table)
    press(ana, "My penguin stands in the centre")
    at(play.all, "over")
    _head(ana, "You have built your nest!")
    for page in (play.host, bo):
        _head(page, "Ana has built the nest!")
        expect(page.locator(".place-1 .podium-name")).to_have_text("Ana")
        expect(page.locator(".place-2 .podium-name")).to_have_text("Bo")


def test_combust_from_the_door_to_the_last_clan(gather: Make) -> None:
    """A line tapped offline, a card verb by verb, two who end a turn at once, an extinction taken back, a last clan."""
    play = gather("combust")
    ana, bo = play.phones
    play.table.join("Cleo")
    press(ana, "Bo deals")
    expect(bo.get_by_text("Everyone is ready")).to_be_visible()
    press(bo, "The cards are dealt")
    at(play.all, "lines")
    _away(ana, lambda: _tap_line(ana, 2, 3))
    expect(bo.get_by_role("button", name="2 penguins, the highest 3")).to_be_visible()
    for seat, total in (("s2", 14), ("s3", 12)):
        line = {"seat": seat, "sum": total, "penguins": 3, "highest": 9}
        play.table.tap("line.type", line, by=seat, expects={"version": 0})
    press(bo, "Who starts?")
    at(play.all, "turns")
    _head(ana, "Your turn")
    press(ana, "A card is carried out")
    press(ana, "Fisher")
    for verb in range(2):
        expect(bo.locator(".verbs .is-done")).to_have_count(verb)
        press(ana, "Done", exact=True)
    expect(bo.locator(".verbs")).to_have_count(0)
    _both((ana, "My turn is over"), (bo, "turn is over"))
    _reload(bo, "Bo")
    _head(bo, "Your turn")
    assert (_done(play.table, "entered"), _done(play.table, "turn is over")) == (3, 1)
    _extinct(bo, "Ana", "Cleo")
    at(play.all, "over")
    _undo(ana, "Ana and Cleo are extinct")
    at(play.all, "turns")
    _extinct(bo, "Bo", "Cleo")
    at(play.all, "over")
    _head(ana, "Your clan has won!")
    for page in (play.host, bo):
        _head(page, "Ana\u2019s clan has won!")
        expect(page.locator(".podium-seat.place-2")).to_have_count(2)


def _tap_line(page: Page, *values: int) -> None:
    press(page, "Tap my cards")
    for value in values:
        page.get_by_role("group", name="Add a penguin").get_by_role("button", name=re.compile(f"^{value},")).click()
    press(page, "That is the line")


def _extinct(page: Page, *names: str) -> None:
    press(page, "A clan is extinct")
    for name in names:
        page.get_by_role("group", name="Clans").get_by_role("button", name=name).click()
    press(page, "Extinct", exact=True)


def test_solitaire_from_the_door_to_king_tut(gather: Make) -> None:
    """Two clocks, a hop made offline and taken back, two who start a clock at once, and the tidier one wins."""
    play = gather("solitaire")
    ana, bo = play.phones
    press(ana, "King Tut")
    press(ana, "Start")
    at(play.all, "play")
    press(ana, "Start my clock")
    expect(bo.get_by_role("button", name="Ana is done")).to_be_visible()
    _away(ana, lambda: _hop(ana, "a1", "a3"))
    expect(play.host.get_by_role("img", name="a1: medium on small")).to_be_visible()
    assert _done(play.table, "Ana hopped a1-a3") == 1
    press(ana, "Undo")
    expect(play.host.get_by_role("img", name="a1: medium on small")).to_have_count(0)
    press(ana, "Done", exact=True)
    _head(bo, "You are next")
    _both((bo, "Start my clock"), (ana, "Start Bo"))
    _reload(bo, "Bo")
    press(bo, "Done", exact=True)
    for page, pips in ((ana, 1), (bo, 60)):
        press(page, "Enter the pips")
        page.get_by_label("Pips").fill(str(pips))
        press(page, "That is left")
    at(play.all, "over")
    _head(ana, "You have won!")
    for page in (play.host, bo):
        _head(page, "Ana has won!")
        expect(page.locator(".place-2 .podium-name")).to_have_text("Bo")


def _hop(page: Page, start: str, end: str) -> None:
    press(page, re.compile(f"^{start}:"))
    press(page, re.compile(f"^{end}:.*can land here"))


def test_pirates_from_the_door_to_the_end_of_a_voyage(gather: Make) -> None:
    """One event for two taps, a secret placed offline that nobody sees, a marker taken back, and home with Bob."""
    play = gather("pirates")
    ana, bo = play.phones
    play.table.join("Cleo")
    press(ana, "Ana is the first captain")
    expect(bo.get_by_text("Everyone is aboard")).to_be_visible()
    press(bo, "Set sail")
    at(play.all, "event")
    event = play.table.state()["due"][0]["name"]
    _both((ana, event), (bo, event))
    at(play.all, "captain")
    _place(ana)
    at(play.all, "place")
    _away(bo, lambda: _place(bo))
    expect(ana.locator(".penguin").nth(1)).to_contain_text("placed, in secret")
    assert "handicap-" not in play.host.content()
    _reload(bo, "Bo")
    expect(bo.locator(".penguin").nth(1)).not_to_contain_text("in secret")
    assert _done(play.table, "Bo has placed") == 1
    for seat, penguin in (("s3", 2), ("s1", 3)):
        place_by_request(play.table, seat, penguin)
    at(play.all, "sail")
    expect(ana.locator(".penguins")).not_to_contain_text("in secret")
    press(bo, "water 0 of")
    press(bo, "4", exact=True)
    expect(ana.get_by_role("button", name="water 4 of")).to_be_visible()
    _undo(ana, "Bo set water to 4")
    expect(bo.get_by_role("button", name="water 0 of")).to_be_visible()
    _sail(bo, "Bob")
    expect(ana.get_by_role("button", name="speed 1 of")).to_be_visible()
    _sail(ana, "home")
    at(play.all, "over")
    for page in play.all:
        _head(page, "Home!")
        expect(page.get_by_text("Bob rescued, turn 1.")).to_be_visible()


def _place(page: Page) -> None:
    press(page, "1", exact=True)
    page.locator(".spot-white").first.click()


def _sail(page: Page, special: str) -> None:
    page.get_by_role("group", name="On the hex").get_by_role("button", name=special, exact=True).click()
    press(page, "Enter for 1")
