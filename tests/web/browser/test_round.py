"""A whole game of giza as people play it: a laptop, four phones, a crash in the middle, a photo at
the end.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Page, expect

from tests.web.browser.hands import (
    LINE_CUT,
    LINE_DOWN,
    away,
    both,
    crash,
    reload,
    tab,
    undo,
    unfold,
)

Make = Callable[..., Any]
PEOPLE = (("Ana", "Copper"), ("Bo", "Violet"), ("Cleo", "Rose"), ("Dina", "Slate"))
PHOTOS = Path(__file__).parents[2] / "photos"
SETTLED = (
    "document.fonts.ready.then(() => Promise.all([...document.images].map((image) => "
    "image.decode())))"
)


def _photo() -> tuple[Path, dict[str, Any]]:
    """A sharp photo of a legal pyramid, and what lies on it."""
    for truth in sorted(PHOTOS.glob("*.truth.json")):
        told = json.loads(truth.read_text("utf-8"))["expect"]
        if told["kind"] == "legal" and told["sharp"]:
            return truth.with_name(truth.name.replace(".truth.json", ".jpg")), told
    raise AssertionError(f"no photo of a legal pyramid in {PHOTOS}")


def _join(phone: Any, address: str, name: str, colour: str) -> Page:
    page: Page = phone.page
    page.goto(address)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("radio", name=colour).check()
    page.get_by_role("button", name="Join").click()
    _at(page, "lobby")
    return page


def _at(page: Page, phase: str) -> None:
    page.locator(f"main[data-phase='{phase}']").wait_for()


def _lay(page: Page, number: int) -> None:
    """Lift a card by the edge that shows, then lay it face down."""
    page.get_by_role("button", name=f"Action {number},").click(position={"x": 20, "y": 60})
    page.get_by_role("button", name="Play face down").click()
    expect(page.get_by_role("heading", name="Choose in secret")).to_have_count(0)


def _qr(page: Page) -> str:
    """What a camera reads off the host's screen."""
    page.evaluate(SETTLED)
    found = zxingcpp.read_barcodes(Image.open(BytesIO(page.screenshot())))
    return str(found[0].text) if found else ""


@pytest.fixture
def game(mortal: Any, phones: Make) -> dict[str, Any]:
    """A host and four phones that have just sat down, through pages alone."""
    host = phones(viewport={"width": 1280, "height": 720})
    host.page.goto(mortal.base)
    assert host.page.evaluate("isSecureContext") is False, (
        "a phone's page is no secure context, so neither is ours"
    )
    host.page.get_by_role("button", name="Giza").click()
    _at(host.page, "lobby")
    address = _qr(host.page)
    assert address.startswith(mortal.base)
    made = [phones() for _ in PEOPLE]
    pages = [_join(phone, address, *who) for phone, who in zip(made, PEOPLE, strict=True)]
    for phone in (*made, host):
        phone.expect(*LINE_CUT, *LINE_DOWN, "409")
    return {
        "server": mortal,
        "host": host.page,
        "phones": made,
        "pages": pages,
        "code": address.rsplit("/", 1)[1].partition("?")[0],
    }


def test_four_phones_from_the_qr_code_to_the_podium(game: dict[str, Any], table_of: Make) -> None:
    """A round by tapping, over a crash of the server; the other rounds by requests; a photo makes
    the ranking.
    """
    _lobby_is_shared(game["host"], *game["pages"])
    _choices_stay_secret_until_the_reveal(*game["pages"])
    _turns_survive_a_crash(game)
    _nine_rounds_with_the_phones_put_away(game, table_of)
    _a_photo_ends_it(game)


def _lobby_is_shared(host: Page, ana: Page, bo: Page, cleo: Page, dina: Page) -> None:
    expect(host.locator(".seat-row")).to_have_count(4)
    cleo.get_by_role("button", name="Ana gets the Chief").click()
    bo.get_by_role("button", name="Choose goals").click()
    for goal in ("Matching level", "Four colours", "Heavy crown"):
        bo.get_by_role("button", name=goal).click()
    bo.get_by_role("button", name="Use these goals").click()
    for page in (host, ana, cleo, dina):
        expect(page.get_by_role("img", name="Heavy crown")).to_be_visible()
        expect(page.get_by_role("button", name="Ana gets the Chief")).to_have_attribute(
            "aria-pressed", "true"
        )
    ana.get_by_role("button", name="Start round 1").click()
    for page in (host, ana, bo, cleo, dina):
        _at(page, "choose")


def _choices_stay_secret_until_the_reveal(ana: Page, bo: Page, cleo: Page, dina: Page) -> None:
    """Bo lays his card while he is offline, and loads his page again; Dina's is the last."""
    _lay(ana, 5)
    away(bo, lambda: _lay(bo, 4))
    reload(bo, "Bo")
    _lay(cleo, 4)
    expect(dina.locator(".laid-seat.is-down")).to_have_count(3)
    for page in (bo, dina):
        assert "action-copper-5" not in page.content(), "Ana's card is in another phone's page"
        state = page.evaluate("fetch(location.pathname + '/state').then((answer) => answer.json())")
        seat = next(seat for seat in state["seats"] if seat["name"] == "Ana")
        assert (seat["action"], seat["hand"]) == (None, None)
        assert all(
            "5" not in line["text"] for line in state["history"] if line["kind"] == "action.choose"
        )
    _lay(dina, 5)
    for page, names in (
        (ana, "Bo Cleo You Dina"),
        (bo, "You Cleo Ana Dina"),
        (dina, "Bo Cleo Ana You"),
    ):
        _at(page, "turns")
        expect(page.locator(".parade-seat .nameplate")).to_have_text(names.split())
        expect(page.locator(".reasons")).to_contain_text(
            "Bo (4) tie: nearest clockwise from the Chief's holder"
        )
    expect(bo.get_by_role("heading", name="Your turn")).to_be_visible()


def _turns_survive_a_crash(game: dict[str, Any]) -> None:
    """Bo's turn is ended by two at once, Cleo's while the server is down; Ana's is taken back and
    done again.
    """
    ana, bo, cleo, dina = game["pages"]
    unfold(dina, "Bo")
    both((bo, "Placed and took cards back"), (dina, "Placed and took cards back"))
    expect(cleo.get_by_role("heading", name="Your turn")).to_be_visible()
    crash(
        game["server"],
        cleo,
        lambda: cleo.get_by_role("button", name="Placed and took cards back").click(),
    )
    expect(ana.get_by_role("heading", name="Your turn")).to_be_visible()
    tab(ana, "History")
    for text in ("Bo placed a penguin", "Cleo placed a penguin"):
        expect(ana.locator(".history-line", has_text=text)).to_have_count(1)
    tab(ana, "Play")
    ana.get_by_role("button", name="Placed and took a token").click()
    expect(dina.get_by_role("heading", name="Your turn")).to_be_visible()
    undo(bo, "Ana placed a penguin")
    expect(dina.get_by_role("heading", name="Ana\u2019s turn")).to_be_visible()
    ana.get_by_role("button", name="Placed and took a token").click()
    expect(dina.get_by_role("heading", name="Your turn")).to_be_visible()
    dina.get_by_role("button", name="Placed and took a token").click()
    for page in (game["host"], *game["pages"]):
        _at(page, "choose")
        expect(page.get_by_role("img", name="Round 2 of 10")).to_be_visible()


def _nine_rounds_with_the_phones_put_away(game: dict[str, Any], table_of: Make) -> None:
    """What nine more rounds look like, live, shows no more than one; afterwards each page finds its
    place again.
    """
    table, addresses = table_of(game), [(page, page.url) for page in (game["host"], *game["pages"])]
    for page, _ in addresses:
        page.goto("about:blank")
    table.play(9)
    for page, address in addresses:
        page.goto(address)


def _a_photo_ends_it(game: dict[str, Any]) -> None:
    host, (ana, bo, cleo, dina) = game["host"], game["pages"]
    photo, told = _photo()
    for page in (host, ana, bo, cleo, dina):
        _at(page, "scoring")
    ana.locator(".photo-input[capture]").set_input_files(photo)
    expect(ana.get_by_text("Looks good: every penguin is supported.")).to_be_visible()
    expect(ana.locator(".tally tfoot td")).to_have_text(str(told["score"]))
    ana.get_by_role("button", name="View photo").click()
    overlay = ana.get_by_role("img", name="Photo with every card")
    overlay.evaluate("(image) => image.decode()")
    assert overlay.evaluate("(image) => image.naturalWidth") > 500
    ana.get_by_role("dialog").get_by_role("button", name="Close").click()
    for page, top in ((bo, 0), (cleo, 1), (dina, 2)):
        page.get_by_role("navigation").get_by_role("button", name="Pyramid").click()
        page.get_by_role("button", name="Enter score").click()
        page.get_by_role("group", name="Top").get_by_role("button", name=str(top)).click()
        page.get_by_role("button", name=f"Save: {top} point").click()
    for page in (host, ana, bo, cleo, dina):
        _at(page, "over")
        whose = "You\u2019re" if page is ana else "Ana is"
        expect(page.get_by_role("heading", name=f"{whose} the Pharaoh!")).to_be_visible()
        expect(page.locator(".podium-seat.place-1 .podium-points")).to_have_text(str(told["score"]))
        for place, name in ((2, "Dina"), (3, "Cleo"), (4, "Bo")):
            expect(page.locator(f".podium-seat.place-{place} .podium-name")).to_have_text(name)
