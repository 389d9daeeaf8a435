"""A seat moves to another phone: the host shows a pass, the new phone types or scans it, the old
one is out.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Page, expect

from tests.web.browser.hands import press, tab

Make = Callable[..., Any]
TRIES = 40  # far more than the door bears
OUT = "403"  # what the console of a phone that is out complains about
ACT = """async () => {
  const headers = { 'Content-Type': 'application/json' };
  const tap = { kind: 'action.choose', payload: { number: 1 }, expects: { round: 1 }, key: 'an-old-phones-tap' };
  const code = location.pathname.split('/')[2];
  const sent = await fetch(`/t/${code}/events`, { method: 'POST', headers, body: JSON.stringify(tap) });
  return [sent.status, (await fetch(`/t/${code}/state`)).status];
}"""


@pytest.fixture
def choosing(table: Make) -> Any:
    """Three players in round 1; Bo has laid a card face down, the game waits for the others."""
    return table().start().choose(s2=3)


def _pass(host: Page, name: str) -> str:
    """The digits that the host's screen shows for that player."""
    host.get_by_role("button", name="Phones").click()
    host.get_by_role("button", name=f"Move to another phone: {name}").click()
    digits = host.locator(".pass-digits")
    expect(digits).to_have_text(re.compile(r"^\d{3} \d{3}$"))
    return " ".join(digits.inner_text().split())


def _unfold(page: Page) -> None:
    """The field for the digits, which is behind a line of words where one can also sit down."""
    page.get_by_text("Use a 6-digit code").click()


def _type(page: Page, digits: str) -> None:
    page.get_by_label("6-digit code").fill(digits)
    page.get_by_role("button", name="Continue").click()


def _is_bo_with_his_card(page: Page) -> None:
    """His seat, and the card that only he may know."""
    expect(page.locator(".top-me")).to_contain_text("Bo")
    page.get_by_role("button", name="Peek at your face-down card").click()
    expect(page.get_by_role("button", name="Hide your card, action 3")).to_be_visible()


def test_a_seat_goes_on_on_another_phone(choosing: Any, sit: Make, phones: Make) -> None:
    """The new phone has the seat and its secret; the old one reads so and acts no more; all are notified."""
    host, old, new = sit(choosing, None), sit(choosing, "s2", complaints=(OUT,)), phones().page
    digits = _pass(host, "Bo")
    expect(host.get_by_role("dialog")).to_contain_text("One use. Expires in 10 minutes")
    new.goto(f"{choosing.base}/j/{choosing.code}")
    _type(new, digits)
    _is_bo_with_his_card(new)
    expect(old.get_by_role("heading", name="Your seat has moved")).to_be_visible()
    assert old.evaluate(ACT) == [403, 403]
    expect(old.get_by_role("heading", name="Back to your seat")).to_be_in_viewport(ratio=1)
    expect(host.get_by_role("dialog")).to_contain_text(
        "Bo has moved to another phone. The old phone is signed out"
    )
    new.get_by_role("button", name="2 Flip").click()
    new.locator("[data-waiting='0']").wait_for(state="attached")
    assert (len(choosing.state()["seats"]), choosing.seen["history"][0]["actor"]) == (3, "s2")
    assert "Bo moved to another phone" in [line["text"] for line in choosing.seen["history"]]


def test_the_hosts_code_leads_back_without_typing(choosing: Any, sit: Make, phones: Make) -> None:
    """One scan and one tap."""
    host, new = sit(choosing, None), phones().page
    _pass(host, "Bo")
    picture = host.get_by_role("img", name="QR code to move Bo to another device")
    picture.evaluate("(image) => image.decode()")
    (found,) = zxingcpp.read_barcodes(Image.open(BytesIO(picture.screenshot())))
    assert re.fullmatch(rf"{choosing.base}/j/{choosing.code}\?pass=[\w-]{{22}}", found.text)
    new.goto(found.text)
    assert new.evaluate("[location.search, document.cookie]") == ["", ""]
    new.get_by_role("button", name="Continue on this phone").click()
    _is_bo_with_his_card(new)


def test_a_tap_kept_by_the_old_phone_counts_no_more(choosing: Any, sit: Make, phones: Make) -> None:
    """It was out of reach when the seat moved: back on the line it reads so, and its tap
    is refused.
    """
    host, old, new = (
        sit(choosing, None),
        sit(choosing, "s2", complaints=(OUT, "ERR_")),
        phones().page,
    )
    old.context.set_offline(True)
    old.get_by_role("button", name="5 Train").click()
    expect(old.get_by_text("1 tap saved")).to_be_visible()
    new.goto(f"{choosing.base}/j/{choosing.code}")
    _type(new, _pass(host, "Bo"))
    new.locator("main[data-phase='choose']").wait_for()
    old.context.set_offline(False)
    expect(old.get_by_role("heading", name="Your seat has moved")).to_be_visible()
    _is_bo_with_his_card(new)


def test_a_wrong_pass_is_refused_in_words(choosing: Any, phones: Make) -> None:
    """Whoever mistypes reads why, and nobody's seat moves; a pass from the address that has run out
    likewise.
    """
    phone = phones()
    phone.expect(OUT)
    phone.page.goto(f"{choosing.base}/j/{choosing.code}")
    _type(phone.page, "000000")
    expect(phone.page.get_by_role("alert")).to_contain_text("Ask the host for a new one")
    expect(phone.page.get_by_role("button", name="Continue")).to_be_enabled()
    phone.page.goto(f"{choosing.base}/j/{choosing.code}?pass={'0' * 22}")
    expect(phone.page.get_by_role("alert")).to_contain_text("Ask the host for a new one")
    assert all(line["kind"] != "seat.return" for line in choosing.state()["history"])


def test_guessing_is_slowed_down_in_words(own_server: Any, table_on: Make, phones: Make) -> None:
    """After some wrong passes the door asks to wait."""
    ready, phone = table_on(own_server), phones()
    phone.expect(OUT, "429")
    page = phone.page
    page.goto(f"{ready.base}/j/{ready.code}")
    _unfold(page)
    alert = page.get_by_role("alert")
    for _ in range(TRIES):
        with page.expect_response(lambda answer: answer.request.method == "POST") as answered:
            _type(page, "000000")
        if answered.value.status == 429:
            break
    expect(alert).to_contain_text(re.compile(r"Too many wrong codes. Wait \d+ seconds?"))


def test_a_phone_that_hosts_moves_seats_from_its_table_tab(choosing: Any, sit: Make) -> None:
    """Where no laptop is at the table; a phone that doesn't host has no such button."""
    for seat, hosts in (("s1", True), ("s3", False)):
        page = sit(choosing, seat)
        if hosts:
            _host_too(choosing, page)
        page.get_by_role("navigation").get_by_role("button", name="Table").click()
        button = page.get_by_role("button", name="Move a seat to another phone")
        expect(button).to_have_count(int(hosts))
        if hosts:
            button.click()
            page.get_by_role("button", name="Move to another phone: Bo").click()
            expect(page.locator(".pass-digits")).to_be_visible()


def _host_too(choosing: Any, page: Page) -> None:
    """A player's phone gets the host's right, too."""
    (right,) = choosing.host.cookies()
    page.context.add_cookies(
        [{"name": f"rookery-host-{choosing.code}", "value": right["value"], "url": choosing.base}]
    )
    page.reload()


@pytest.mark.parametrize("plays", [None, "s1"])
def test_another_phone_takes_over_with_one_tap_of_the_host(
    plays: str | None, choosing: Any, sit: Make, phones: Make, shoot: Make
) -> None:
    """Bo's battery died: his seat and his secret card go on elsewhere, and the old phone reads so.
    The host may be a phone that plays, which stays a player's.
    """
    host, old, new = sit(choosing, plays), sit(choosing, "s2", complaints=(OUT,)), phones().page
    if plays:
        _host_too(choosing, host)
    new.goto(f"{choosing.base}/j/{choosing.code}")
    shoot(new, "join-started")
    new.get_by_role("button", name="Bo").click()
    expect(new.get_by_text("Waiting for the host")).to_be_visible()
    expect(host.locator(".notice")).to_contain_text("A phone asks for Bo's seat")
    shoot(host, f"{'phone' if plays else 'host'}-asked")
    press(host, "Let in")
    _is_bo_with_his_card(new)
    expect(old.get_by_role("heading", name="Your seat has moved")).to_be_visible()
    expect(host.get_by_role("button", name="Let in")).to_have_count(0)
    if plays:
        expect(host.locator(".top-me")).to_contain_text("Ana")
        expect(host.locator(".tab")).to_have_count(4)
    assert "Bo moved to another phone" in [line["text"] for line in choosing.state()["history"]]


def _let_in(choosing: Any, shown: Any, other: Any, right: str) -> None:
    """Type the digits that one device shows on another, which comes to that view; and the first one
    says so.
    """
    digits = " ".join(shown.locator(".pass-digits").inner_text().split())
    other.goto(f"{choosing.base}/j/{choosing.code}")
    _type(other, digits)
    other.wait_for_url(f"**/t/{choosing.code}/{right}")
    expect(shown.get_by_role("dialog")).to_contain_text("The new device is connected.")


def test_who_plays_and_hosts_sees_that_its_pass_was_used(
    choosing: Any, sit: Make, phones: Make
) -> None:
    """The pass for the host's screen has been used; the seat stays on this phone."""
    page, other = sit(choosing, "s1"), phones().page
    _host_too(choosing, page)
    tab(page, "Table")
    press(page, "Move a seat to another phone")
    press(page, "Host from another device")
    _let_in(choosing, page, other, "host")


def test_a_pass_for_a_tv_is_gone_from_the_hosts_page_once_it_was_used(
    choosing: Any, sit: Make, phones: Make
) -> None:
    """It is good once: as soon as the TV shows the table nobody reads digits off the host's page in
    vain.
    """
    host, screen = sit(choosing, None), phones().page
    press(host, "Phones")
    press(host, "Show on a TV")
    _let_in(choosing, host, screen, "screen")
    expect(host.locator(".pass-digits")).to_have_count(0)


@pytest.mark.parametrize(
    ("button", "right"), [("Show on a TV", "screen"), ("Host from another device", "host")]
)
def test_digits_are_typed_at_a_table_where_nobody_sits(
    button: str, right: str, table: Make, sit: Make, phones: Make
) -> None:
    """A TV that is set up before the players come: the door says where the digits go, as the host's
    screen does.
    """
    empty, screen = table(0), phones().page
    host = sit(empty, None, complaints=(OUT,))  # who has handed the host's place on is out
    press(host, "Phones")
    press(host, button)
    expect(host.get_by_role("dialog")).to_contain_text("Use a 6-digit code")
    digits = " ".join(host.locator(".pass-digits").inner_text().split())
    screen.goto(f"{empty.base}/j/{empty.code}")
    _unfold(screen)
    _type(screen, digits)
    screen.wait_for_url(f"**/t/{empty.code}/{right}")


def test_a_phone_that_is_shut_out_reads_so(choosing: Any, sit: Make) -> None:
    """Not that its seat is on another phone: nobody has it, and a pass brings it back."""
    page = sit(choosing, "s2", complaints=(OUT,))
    choosing.host.post(f"/t/{choosing.code}/seats/s2/revoke?view=host", {})
    expect(page.get_by_role("heading", name="You\u2019ve been removed")).to_be_visible()
    expect(
        page.get_by_text("To get your seat back, ask the host for a 6-digit code")
    ).to_be_visible()
    expect(page.get_by_text("on another phone now")).to_have_count(0)


def test_a_time_is_written_as_people_write_it(choosing: Any, sit: Make) -> None:
    """No 0 before the hour where the language has none: until 4:35 a pass is good."""
    page = sit(choosing, "s1")
    morning = page.evaluate(
        "async () => (await import('/static/js/words.js')).clock('2026-11-21T04:35:00')"
    )
    assert morning.split() == ["4:35", "AM"]
