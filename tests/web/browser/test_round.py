"""A whole game as people play it: a laptop, three phones, a crash in the middle, a photo at the end."""

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

Make = Callable[..., Any]
PEOPLE = (("Ana", "Copper"), ("Bo", "Violet"), ("Cleo", "Rose"))
LINE_CUT = ("ERR_CONNECTION_", "ERR_EMPTY_RESPONSE", "ERR_INCOMPLETE_CHUNKED", "ERR_SOCKET_NOT_CONNECTED")
PHOTOS = Path(__file__).parents[2] / "photos"
SETTLED = "document.fonts.ready.then(() => Promise.all([...document.images].map((image) => image.decode())))"


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
    page.get_by_role("button", name="Sit down").click()
    _at(page, "lobby")
    return page


def _at(page: Page, phase: str) -> None:
    page.locator(f"main[data-phase='{phase}']").wait_for()


def _lay(page: Page, number: int) -> None:
    """Lift a card by the edge that shows, then lay it face down."""
    page.get_by_role("button", name=f"Action {number},").click(position={"x": 20, "y": 60})
    page.get_by_role("button", name="Lay it face down").click()
    expect(page.get_by_role("heading", name="Choose in secret")).to_have_count(0)


def _qr(page: Page) -> str:
    """What a camera reads off the host's screen."""
    page.evaluate(SETTLED)
    found = zxingcpp.read_barcodes(Image.open(BytesIO(page.screenshot())))
    return str(found[0].text) if found else ""


@pytest.fixture
def game(own_server: Any, phones: Make) -> dict[str, Any]:
    """A host and three phones that have just sat down, through pages alone."""
    host = phones(viewport={"width": 1280, "height": 720})
    host.page.goto(own_server.base)
    assert host.page.evaluate("isSecureContext") is False, "a phone's page is no secure context, so neither is ours"
    host.page.get_by_role("button", name="Giza").click()
    _at(host.page, "lobby")
    address = _qr(host.page)
    assert address.startswith(own_server.base)
    made = [phones() for _ in range(3)]
    pages = [_join(phone, address, *who) for phone, who in zip(made, PEOPLE, strict=True)]
    for phone in (*made, host):
        phone.expect(*LINE_CUT)
    return {"server": own_server, "host": host.page, "phones": made, "pages": pages, "code": address.rsplit("/", 1)[1]}


def test_three_phones_from_the_qr_code_to_the_podium(game: dict[str, Any], table_of: Make) -> None:
    """A round by tapping, over a crash of the server; the other rounds by requests; a photo makes the ranking."""
    host, (ana, bo, cleo) = game["host"], game["pages"]
    _lobby_is_shared(host, ana, bo, cleo)
    _choices_stay_secret_until_the_reveal(ana, bo, cleo)
    _turns_survive_a_crash(game)
    table_of(game).play(9)
    _a_photo_ends_it(game)


def _lobby_is_shared(host: Page, ana: Page, bo: Page, cleo: Page) -> None:
    expect(host.locator(".seat-row")).to_have_count(3)
    cleo.get_by_role("button", name="Ana is the youngest").click()
    bo.get_by_role("button", name="Choose", exact=True).click()
    for goal in ("Matching level", "Four colours", "Heavy crown"):
        bo.get_by_role("button", name=goal).click()
    bo.get_by_role("button", name="These three").click()
    for page in (host, ana, cleo):
        expect(page.get_by_role("img", name="Heavy crown")).to_be_visible()
        expect(page.get_by_role("button", name="Ana is the youngest")).to_have_attribute("aria-pressed", "true")
    ana.get_by_role("button", name="Start round 1").click()
    for page in (host, ana, bo, cleo):
        _at(page, "choose")


def _choices_stay_secret_until_the_reveal(ana: Page, bo: Page, cleo: Page) -> None:
    _lay(ana, 5)
    _lay(bo, 4)
    expect(cleo.locator(".laid-seat.is-down")).to_have_count(2)
    for page in (bo, cleo):
        assert "action-copper-5" not in page.content(), "Ana's card is in another phone's page"
        state = page.evaluate("fetch(location.pathname + '/state').then((answer) => answer.json())")
        seat = next(seat for seat in state["seats"] if seat["name"] == "Ana")
        assert (seat["action"], seat["hand"]) == (None, None)
        assert all("5" not in line["text"] for line in state["history"] if line["kind"] == "action.choose")
    _lay(cleo, 4)
    for page, parade in ((ana, ["Bo", "Cleo", "You"]), (bo, ["You", "Cleo", "Ana"]), (cleo, ["Bo", "You", "Ana"])):
        _at(page, "turns")
        expect(page.locator(".parade-seat .nameplate")).to_have_text(parade)
        expect(page.locator(".reasons")).to_contain_text("Bo (4) tie: nearest clockwise from the Chief")
    expect(bo.get_by_role("heading", name="Your turn")).to_be_visible()


def _turns_survive_a_crash(game: dict[str, Any]) -> None:
    ana, bo, cleo = game["pages"]
    bo.get_by_role("button", name="Placed, cards taken back").click()
    expect(cleo.get_by_role("heading", name="Your turn")).to_be_visible()
    game["server"].kill()
    cleo.get_by_role("button", name="Placed, cards taken back").click()
    expect(cleo.locator("[data-waiting='1'][data-link='offline']")).to_be_visible()
    game["server"].start()
    expect(ana.get_by_role("heading", name="Your turn")).to_be_visible()
    expect(cleo.locator("[data-waiting='0'][data-link='live']")).to_be_attached()
    ana.get_by_role("navigation").get_by_role("button", name="History").click()
    expect(ana.locator(".history-line", has_text="Cleo placed a penguin")).to_have_count(1)
    ana.get_by_role("navigation").get_by_role("button", name="Play").click()
    ana.get_by_role("button", name="Placed, token taken").click()
    for page in (game["host"], ana, bo, cleo):
        _at(page, "choose")
        expect(page.get_by_role("img", name="Round 2 of 10")).to_be_visible()


def _a_photo_ends_it(game: dict[str, Any]) -> None:
    host, (ana, bo, cleo) = game["host"], game["pages"]
    photo, told = _photo()
    for page in (host, ana, bo, cleo):
        _at(page, "scoring")
    ana.locator("input[type=file]").set_input_files(photo)
    expect(ana.get_by_text("It stands.")).to_be_visible(timeout=60_000)
    expect(ana.locator(".tally tfoot td")).to_have_text(str(told["score"]))
    ana.get_by_role("button", name="See the photo").click()
    overlay = ana.get_by_role("img", name="The photo with each card")
    overlay.evaluate("(image) => image.decode()")
    assert overlay.evaluate("(image) => image.naturalWidth") > 500
    ana.get_by_role("dialog").get_by_role("button", name="Close").click()
    for page, top in ((bo, 0), (cleo, 1)):
        page.get_by_role("navigation").get_by_role("button", name="Pyramid").click()
        page.get_by_role("button", name="Type the score").click()
        page.get_by_role("group", name="Top").get_by_role("button", name=str(top)).click()
        page.get_by_role("button", name=f"Score {top}").click()
    for page in (host, ana, bo, cleo):
        _at(page, "over")
        whose = "You are" if page is ana else "Ana is"
        expect(page.get_by_role("heading", name=f"{whose} the Pharaoh!")).to_be_visible()
        expect(page.locator(".podium-seat.place-1 .podium-points")).to_have_text(str(told["score"]))
        expect(page.locator(".podium-seat.place-3 .podium-name")).to_have_text("Bo")
