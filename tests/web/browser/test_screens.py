"""Every screen, in light and dark: accessible, reachable with a thumb, and whole on the narrowest
phone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.language import LANGUAGES
from tests.web.browser.axe import NARROW, OVERFLOW, check
from tests.web.browser.conftest import LAPTOP, Phone
from tests.web.browser.messages import check_messages

Make = Callable[..., Any]


def _tab(name: str) -> Callable[[Page], None]:
    return lambda page: page.get_by_role("navigation").get_by_role("button", name=name).click()


def _slot(page: Page) -> None:
    _tab("Pyramid")(page)
    page.get_by_role("button", name="Base, place 2").click()


def _score(page: Page) -> None:
    _tab("Pyramid")(page)
    page.get_by_role("button", name="Enter score").click()


def _whose(page: Page) -> None:
    """Two pyramids in one photo: the photo is there, and whose each is was not said yet."""
    _tab("Pyramid")(page)
    page.get_by_role("img", name="What was read").evaluate("(image) => image.decode()")


def _older(page: Page) -> None:
    """With what can be undone of long ago."""
    _tab("History")(page)
    page.get_by_role("button", name="Show older moves").click()
    expect(
        page.get_by_text("To undo something older, undo the moves after it first")
    ).to_be_visible()
    expect(page.get_by_role("button", name="Show older moves")).to_have_count(0)


def _lift(page: Page) -> None:
    # the rest lies under its neighbour
    page.get_by_role("button", name="Action 2").click(position={"x": 20, "y": 60})


def _phones(page: Page) -> None:
    page.get_by_role("button", name="Phones").click()


def _pass(page: Page) -> None:
    _phones(page)
    page.get_by_role("button", name="Move to another phone: Bo").click()
    page.locator(".pass-digits").wait_for()


def _nothing(_page: Page) -> None:
    """The screen as it comes."""


def _lobby(table: Any) -> None:
    table.tap("chief.give", {"seat": "s1"})
    table.tap("goals.draw")


def _choosing(table: Any) -> None:
    table.start().choose(s1=5, s2=4, s3=2).turn().turn().turn().choose(s1=1)


def _chosen(table: Any) -> None:
    _choosing(table)
    table.choose(s2=3)


def _turns(table: Any) -> None:
    table.start(chief="s2").choose(s1=4, s2=5, s3=4)


def _shut_out(table: Any) -> None:
    _turns(table)
    table.host.post(f"/t/{table.code}/seats/s3/revoke?view=host", {})


def _my_turn(table: Any) -> None:
    """Bo's, who holds a token; a Chief taken in this round breaks no tie of it."""
    table.start(chief="s1").choose(s1=5, s2=5, s3=5).turn().turn().turn().choose(
        s1=2, s2=2, s3=1
    ).turn().turn()


def _scoring(table: Any) -> None:
    """One pyramid with a problem, one typed, one still open."""
    table.start().play()
    penguins = table.state()["deck"]["penguins"]
    weak = [p["number"] for p in penguins if sum(p["arms"]) <= 1][:4]
    heavy = next(p["number"] for p in penguins if p["weight"] == 4 and p["number"] not in weak)
    for place, number in enumerate(weak):
        table.tap("pyramid.fix", {"seat": "s2", "slot": [0, place], "placed": f"{number:02d}"})
    table.tap("pyramid.fix", {"seat": "s2", "slot": [0, 3], "placed": f"{weak[3]:02d}g+1"})
    table.tap("pyramid.fix", {"seat": "s2", "slot": [1, 0], "placed": f"{heavy:02d}"})
    _type(table, "s3", [2, 3, 3, 4])


def _type(table: Any, seat: str, levels: list[int]) -> None:
    state = table.state()
    version = next(s["score_version"] for s in state["seats"] if s["id"] == seat)
    goals = {goal["id"]: 0 for goal in state["goals"]}
    table.tap(
        "score.type", {"seat": seat, "levels": levels, "goals": goals}, expects={"version": version}
    )


def _several(table: Any) -> None:
    _turns(table)
    table.photograph("giza/tune/01-kitchen-two-players.jpg", "s2")


def _over(table: Any) -> None:
    table.start().play()
    for seat, levels in {"s1": [1, 2, 2, 1], "s2": [2, 3, 3, 4], "s3": [3, 3, 2, 4]}.items():
        _type(table, seat, levels)


def _question(table: Any) -> None:
    """Bo's pyramid breaks a rule, and is worth most."""
    table.start().play()
    penguins = sorted(
        table.state()["deck"]["penguins"], key=lambda p: (p["weight"], -sum(p["arms"]))
    )
    rows = iter(f"{penguin['number']:02d}" for penguin in penguins[-10:])
    for level, width in enumerate((4, 3, 2, 1)):
        for place in range(width):
            table.tap("pyramid.fix", {"seat": "s2", "slot": [level, place], "placed": next(rows)})
    for seat in ("s1", "s3"):
        _type(table, seat, [1, 2, 2, 1])
    goals = {goal["id"]: 0 for goal in table.state()["goals"]}
    version = table.seen["seats"][1]["score_version"]
    table.tap(
        "score.type", {"seat": "s2", "levels": None, "goals": goals}, expects={"version": version}
    )


def _left_out(table: Any) -> None:
    _question(table)
    version = table.seen["seats"][1]["score_version"]
    table.tap("pyramid.count", {"seat": "s2", "counts": False}, expects={"version": version})


def _contested(table: Any) -> None:
    """The pyramids of Bo and Cleo hold the same card; Ana has typed a score."""
    table.start().play()
    for seat, first in (("s2", 1), ("s3", 21)):
        for place in range(4):
            number = 14 if (seat, place) == ("s3", 2) else first + place
            number = 14 if (seat, place) == ("s2", 1) else number
            fix = {"seat": seat, "slot": [0, place], "placed": f"{number:02d}"}
            table.tap("pyramid.fix", fix)
    _type(table, "s1", [1, 2, 2, 1])


PHONE_SCREENS = {
    "lobby": (_lobby, _nothing),
    "goals": (_lobby, lambda page: page.get_by_role("button", name="Choose goals").click()),
    "choose": (_choosing, _nothing),
    "lifted": (_choosing, _lift),
    "chosen": (_chosen, _nothing),
    "turns": (_turns, _nothing),
    "my-turn": (_my_turn, _nothing),
    "scoring": (_scoring, _nothing),
    "pyramid": (_scoring, _tab("Pyramid")),
    "slot": (_scoring, _slot),
    "score": (_scoring, _score),
    "table": (_scoring, _tab("Table")),
    "several": (_several, _whose),
    "history": (_scoring, _older),
    "question": (_question, _nothing),
    "contested": (_contested, _nothing),
    "contested-pyramid": (_contested, _tab("Pyramid")),
    "left-out": (_left_out, _nothing),
    "over": (_over, _nothing),
}
HOST_SCREENS = {
    "lobby": (_lobby, _nothing),
    "choose": (_choosing, _nothing),
    "turns": (_turns, _nothing),
    "scoring": (_scoring, _nothing),
    "question": (_question, _nothing),
    "asked": (_question, lambda page: page.get_by_role("button", name="Leave it out").click()),
    "contested": (_contested, _nothing),
    "left-out": (_left_out, _nothing),
    "over": (_over, _nothing),
    "phones": (_turns, _phones),
    "pass": (_turns, _pass),
}
DOORS = {
    "home": "/",
    "solo": "/s",
    "join": "/j/CODE",
    "shut-out": "/j/STARTED?left=s3#moved",
    "closed": "/j/STARTED",
    "moved": "/j/STARTED#moved",
    "return": "/j/STARTED?pass=PASS",
    "pass-is-wrong": "/j/STARTED?pass=none",
    "error": "/j/NO-SUCH-TABLE",
    "rules": "/rules",
}


@pytest.fixture(scope="module")
def eyes(browser: Browser) -> Iterator[Callable[..., Phone]]:
    """The devices that all tests here look with, one screen after the other: making one
    takes long.
    """
    made: dict[str, Phone] = {}

    def device(**options: Any) -> Phone:
        return made.get(str(options)) or made.setdefault(str(options), Phone(browser, **options))

    yield device
    for phone in made.values():
        phone.context.close()


@pytest.fixture
def look(eyes: Callable[..., Phone]) -> Iterator[Callable[..., Page]]:
    """Opens an address, as whoever has these cookies; the console complains of nothing but
    `expected`.
    """
    used: list[Phone] = []

    def open_page(
        address: str, cookies: Sequence[Any] = (), expected: str = "", **options: Any
    ) -> Page:
        phone = eyes(**options)
        used.append(phone)
        # else an address that differs in its # only would not be opened again
        phone.page.goto("about:blank")
        phone.complaints.clear()
        phone.expected[:] = [expected] if expected else []
        phone.context.clear_cookies()
        phone.context.add_cookies(cookies)
        phone.page.goto(address)
        return phone.page

    yield open_page
    assert [said for phone in used for said in phone.unexpected()] == []


@pytest.fixture
def sit(look: Callable[..., Page]) -> Callable[..., Page]:
    """Shows a seat's screen, or the host's without a seat."""

    def open_seat(table: Any, seat: str | None, **options: Any) -> Page:
        client = table.seats[seat] if seat else table.host
        where = f"{table.base}/t/{table.code}" + ("" if seat else "/host")
        page = look(
            where, client.cookies(), "409", **({} if seat else {"viewport": LAPTOP}), **options
        )
        page.locator("main[data-phase]").wait_for()
        return page

    return open_seat


@pytest.mark.parametrize("name", PHONE_SCREENS)
def test_a_phones_screen(name: str, stage: Make, sit: Make, shoot: Make) -> None:
    """Axe finds nothing in light and dark, targets are 44 px, and 320 px hold all of it without
    scrolling sideways.
    """
    bring, go = PHONE_SCREENS[name]
    ready = stage(bring)
    page = sit(ready, "s2", hints=name in {"lobby", "history"})
    go(page)
    shoot(page, f"phone-{name}")
    check(page)
    check_messages(page)


@pytest.mark.parametrize("name", HOST_SCREENS)
def test_the_hosts_screen(name: str, stage: Make, sit: Make, shoot: Make) -> None:
    """The same holds for the host's screen."""
    bring, go = HOST_SCREENS[name]
    page = sit(stage(bring), None)
    go(page)
    shoot(page, f"host-{name}")
    check(page)
    check_messages(page)


@pytest.mark.parametrize("name", DOORS)
def test_a_door(name: str, stage: Make, look: Make, shoot: Make) -> None:
    """The same holds for the pages before the table."""
    lobby, started = stage(_lobby), stage(_turns)
    if name == "shut-out":
        started = stage(_shut_out)
    path = DOORS[name].replace("CODE", lobby.code).replace("STARTED", started.code)
    if "PASS" in path:
        given = started.host.post(f"/t/{started.code}/passes/s2?view=host", {})
        path = path.replace("PASS", given["url"].partition("=")[2])
    page = look(started.base + path, expected="404")
    shoot(page, f"door-{name}")
    check(page)


SPILLS = """() => [...document.querySelectorAll('.colour-face, .colour-face span')].filter((one) =>
  one.getBoundingClientRect().right > one.closest('fieldset').getBoundingClientRect().right + 0.5
  || one.scrollWidth > one.clientWidth + 1 && one.clientWidth).map((one) => one.innerText)"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_colours_at_the_door_stay_in_their_card(language: str, table: Make, look: Make) -> None:
    """On the narrowest phone, in every language, with one that is taken."""
    for game in ("giza", "rocks"):
        ready = table(1, game)
        page = look(f"{ready.base}/j/{ready.code}", locale=language, viewport=NARROW)
        page.evaluate("document.fonts.ready")
        assert (page.evaluate(OVERFLOW), page.evaluate(SPILLS)) == ([], []), game


def test_words_have_room_beside_a_button_on_the_narrowest_phone(stage: Make, sit: Make) -> None:
    """In the history and in a notice: the button stands below them."""
    page = sit(stage(_my_turn), "s2", locale="de", viewport=NARROW)
    page.locator(".tab").last.click()
    line = page.locator(".history-line", has=page.locator("button")).first
    line.wait_for()
    assert line.locator(".history-text").evaluate(WIDTH) >= 180
    page.locator(".tab").nth(1).click()
    page.route("**/photos*", lambda route: route.fulfill(json={"error": {"message": "Nein."}}))
    page.locator(".photo-input[capture]").set_input_files(
        {"name": "a.jpg", "mimeType": "image/jpeg", "buffer": b"no"}
    )
    notice = page.locator(".notice:has(.notice-act)")
    notice.wait_for()
    assert notice.locator("p").evaluate(WIDTH) >= 150
    page.unroute("**/photos*")


WIDTH = "(one) => one.getBoundingClientRect().width"
