"""The page of plays, and a result as a picture, in a real browser."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, Route, expect

from tests.companion.plays.plays import a_play
from tests.web.browser.axe import check
from tests.web.browser.hands import Hold, until
from tests.web.browser.test_screens import _over as over

Make = Callable[..., Any]
AT_ONCE = (
    "{ const later = setTimeout; window.setTimeout = (act, ms, ...all) => later(act, ms === 5000 "
    "? 9 : ms, ...all); }"
)
IS_DRAWN = (
    "(image) => image.complete && image.naturalWidth === 1080 && image.naturalHeight === 1350"
)


def a_file() -> bytes:
    """Plays of several games over some months, with winners and losers."""
    from companion.plays.files import FORMS

    crew = [
        a_play(n * 9, *("Ana", "Bo")[: n % 3], losers=("Cleo",), game=("Giza", "Rocks")[n % 2])
        for n in range(12)
    ]
    ship = a_play(130, "Ana", "Dora Maria Wunderlich", game="Pirates", unit="", together=True)
    return FORMS["json"].write([*crew, ship], None).encode()


def test_plays_come_in_are_drawn_and_go(
    stage: Make, phones: Make, server: Any, shoot: Make
) -> None:
    """At the computer itself: a finished table is there, a file comes in once, deleting asks;
    accessible throughout.
    """
    stage(over)
    phone = phones()
    page: Page = phone.page
    page.goto(f"http://127.0.0.1:{server.port}/")
    page.get_by_role("link", name="Stats").click()
    upload = {"name": "plays.json", "mimeType": "application/json", "buffer": a_file()}
    for told in ("13 new plays imported", "already here"):
        page.get_by_label("A file from Rookery").set_input_files(upload)  # type: ignore[arg-type]  # a file in memory
        expect(page.get_by_text("plays.json")).to_be_visible()
        page.get_by_role("button", name="Import").click()
        expect(page.get_by_role("status")).to_contain_text(told)
    expect(page.get_by_role("region", name="Wins by player")).to_contain_text(
        "Dora Maria Wunderlich"
    )
    with page.expect_download() as saved:
        page.get_by_role("link", name="For BG Stats").click()
    assert len(json.loads(saved.value.path().read_text("utf-8"))["plays"]) >= 14
    expect(page.get_by_role("button", name="Delete all")).to_be_hidden()
    page.get_by_text("Delete all plays").click()
    expect(page.get_by_role("button", name="Delete all")).to_be_visible()
    page.evaluate("scrollTo(0, 0)")
    shoot(page, "plays")
    check(page)


def test_everybody_gets_the_result_as_a_picture(stage: Make, sit: Make) -> None:
    """Drawn by the server for a phone and for the host's screen, to be saved under a name that says
    what it is.
    """
    table = stage(over)
    for seat in ("s2", None):
        page = sit(table, seat)
        picture = page.get_by_alt_text("Picture of the result")
        picture.scroll_into_view_if_needed()
        until(page, IS_DRAWN, picture.element_handle())
        with page.expect_download() as saved:
            page.get_by_role("link", name="Save the picture").click()
        assert saved.value.suggested_filename == f"rookery-{table.code}.png"


def test_a_phone_goes_on_from_a_game_that_is_over(stage: Make, sit: Make) -> None:
    """To the first page, where one joins the next table; the host's screen opens one itself."""
    table = stage(over)
    expect(sit(table, None).get_by_role("link", name="Home page")).to_have_count(0)
    page = sit(table, "s2")
    page.get_by_role("link", name="Home page").click()
    expect(page.get_by_role("heading", name="Join a table")).to_be_visible()


def test_a_picture_for_which_too_many_waited_comes_later(stage: Make, sit: Make) -> None:
    """No phone is left with a broken one."""
    table = stage(over)
    page = sit(table, "s1", script=AT_ONCE, complaints=("503",))
    asked: list[int] = []

    def busy_at_first(route: Route) -> None:
        asked.append(1)
        route.fulfill(status=503) if len(asked) < 3 else route.continue_()

    page.route("**/result.png*", busy_at_first)
    page.reload()
    picture = page.get_by_alt_text("Picture of the result")
    picture.scroll_into_view_if_needed()
    expect(picture).to_have_js_property("naturalWidth", 1080)
    assert len(asked) == 3


def test_a_file_that_was_chosen_before_the_script_came_is_named(server: Any, phones: Make) -> None:
    """On a slow line, or when a browser brings a form back as it was left."""
    page: Page = phones().page
    script = Hold(page, "**/js/files.*")
    page.goto(f"http://127.0.0.1:{server.port}/plays", wait_until="commit")
    upload = {"name": "evening.json", "mimeType": "application/json", "buffer": b"{}"}
    page.get_by_label("A file from Rookery").set_input_files(upload)  # type: ignore[arg-type]  # a file in memory
    script.let_go()
    expect(page.get_by_text("evening.json")).to_be_visible()
