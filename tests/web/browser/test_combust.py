"""Combust's screens: three cards make an opening line, and a sum is shown only where it holds."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from companion.combust.deck import FIRST_EVENT
from tests.web.browser.axe import check
from tests.web.browser.conftest import PHOTOS
from tests.web.browser.hands import at, press, twice
from tests.web.browser.messages import STAY

Make = Callable[..., Any]
THREE = PHOTOS / "combust/tune/01-kitchen-three.jpg"
ONE_LINE = (650, 1000, 1400, 1512)  # of a photo with three
SANDSTORM = FIRST_EVENT
FISHERS = "3, Delta Fisher"
FISHER = 3  # two verbs: steal a card, then draw and play again


def _dealt(table: Make) -> Any:
    """Ana, Bo and Cleo, whose cards are dealt; Bo is the dealer."""
    opened = table(3, "combust")
    opened.tap("dealer.give", {"seat": "s2"})
    opened.tap("game.start")
    return opened


def _line(opened: Any, seat: str, total: int, penguins: int = 3) -> None:
    """The host enters a line."""
    version = next(row["line_version"] for row in opened.state()["seats"] if row["id"] == seat)
    line = {"seat": seat, "sum": total, "penguins": penguins, "highest": total - penguins + 1}
    opened.tap("line.type", line, expects={"version": version})


def _begun(table: Make) -> Any:
    """The first turn, which is Ana's."""
    opened = _dealt(table)
    for seat, total in (("s1", 9), ("s2", 12), ("s3", 14)):
        _line(opened, seat, total)
    opened.tap("turns.begin")
    return opened


def _button(page: Page, name: str) -> Any:
    return page.get_by_role("button", name=re.compile(f"^{name}"))


def test_the_cards_are_dealt_stands_out_once_nothing_is_missing(table: Make, sit: Make) -> None:
    """As long as the dealer is, the button is a plain one, on the phone and on the
    host's screen.
    """
    opened = table(3, "combust")
    pages = sit(opened, "s1"), sit(opened, None)
    for page in pages:
        expect(_button(page, "Cards are dealt")).not_to_have_class("primary")
    opened.tap("dealer.give", {"seat": "s2"})
    for page in pages:
        expect(_button(page, "Cards are dealt")).to_have_class("primary")


def test_an_opening_line_has_three_penguins(table: Make, sit: Make) -> None:
    """combust R2: neither two nor four are taken; a card of the line is taken off by a tap, which
    is said.
    """
    page = sit(_dealt(table), "s1")
    press(page, "Enter my cards")
    sheet = page.get_by_role("dialog")
    for value in (2, 3):
        press(page, re.compile(f"^{value},"))
    expect(sheet.locator(".line-sum")).to_have_text("2 of 3Sum 5")
    expect(_button(sheet, "Save line")).to_be_disabled()
    press(page, re.compile("^9,"))
    expect(_button(sheet, "4,")).to_be_disabled()
    expect(sheet.get_by_text("Tap a card to remove it.")).to_be_visible()
    press(page, "Remove the 9")
    press(page, re.compile("^4,"))
    press(page, "Save line")
    expect(_button(page, "Ana")).to_contain_text("3 penguins, highest 4")


def test_somebody_whose_line_was_entered_sees_it_and_no_notice(table: Make, sit: Make) -> None:
    """The list shows it; a notice would speak of its reader by name."""
    opened = _dealt(table)
    page = sit(opened, "s1")
    _line(opened, "s1", 9)
    expect(_button(page, "Ana")).to_contain_text("9")
    expect(page.locator(".notice")).to_have_count(0)


def test_two_lines_that_hold_the_only_copy_of_a_card_are_told_of_each_other(
    table: Make, sit: Make
) -> None:
    """A warning, on phones and the host's screen; what was tapped can be set right card by card."""
    opened = _dealt(table)
    page, host = sit(opened, "s1"), sit(opened, None)
    for name, values in (("Ana", (3, 5, 20)), ("Bo", (1, 19, 20))):
        press(page, re.compile(f"^{name}"))
        for value in values:
            press(page, re.compile(f"^{value},"))
        press(page, "Save line")
    for screen in (page, host):
        expect(screen.locator(".surplus")).to_have_text(
            [
                "There is only 1 card of value 20. Check Bo, too.",
                "There is only 1 card of value 20. Check Ana, too.",
            ]
        )
    press(page, re.compile("^Bo"))
    press(page, "Remove the 20")
    press(page, re.compile("^4,"))
    press(page, "Save line")
    for screen in (page, host):
        expect(screen.locator(".surplus")).to_have_count(0)


def test_who_goes_out_by_the_event_they_drew_draws_no_more(table: Make, sit: Make) -> None:
    """combust R6.D1c: the phone asks them for no card, and the next one draws."""
    opened = _begun(table)
    ana, bo = sit(opened, "s1"), sit(opened, "s2")
    draw = "Draw a card. Then discard"
    expect(ana.get_by_text(draw)).to_be_visible()
    opened.tap("card.play", {"seat": "s1", "card": SANDSTORM}, expects={"turn": 1, "chain": 0})
    opened.tap("clan.out", {"seats": ["s1"]})
    expect(_button(ana, "End turn")).to_be_visible()
    expect(ana.get_by_text(draw)).to_have_count(0)
    press(ana, "End turn")
    expect(bo.get_by_text(draw)).to_be_visible()


def test_lines_stay_in_sight_after_who_starts(table: Make, sit: Make) -> None:
    """What was entered is shown until the count, as what it is; a tap brings it up to date, on
    phones too.
    """
    opened = _begun(table)
    host, phone = sit(opened, None), sit(opened, "s2")
    press(phone.get_by_role("navigation"), "Clans")
    line = "3 penguins, highest"
    clans = host.locator(".host-scene")
    for screen in (clans, phone.locator("main")):
        expect(screen.get_by_role("listitem")).to_have_text(
            [f"Ana{line} 79", f"Bo{line} 1012", f"Cleo{line} 1214"]
        )
    press(phone, re.compile("^Bo"))
    for value in (4, 5):
        press(phone, re.compile(f"^{value},"))
    press(phone, "Save line")
    expect(_button(clans, "Bo")).to_have_text(re.compile("^Bo2 penguins, highest 59"))


def test_a_count_begins_with_the_cards_that_were_known(table: Make, sit: Make) -> None:
    """Nobody enters the whole line again; but until someone has looked at it, it isn't known."""
    opened = _dealt(table)
    host = sit(opened, None)
    for name, values in (("Ana", (1, 2, 20)), ("Bo", (3, 4, 19)), ("Cleo", (5, 6, 18))):
        press(host, re.compile(f"^{name}"))
        for value in values:
            press(host, re.compile(f"^{value},"))
        press(host, "Save line")
        expect(_button(host, name)).to_contain_text("3 penguins")
    opened.tap("turns.begin")
    opened.tap("deck.empty")
    for turn in range(1, 5):
        opened.tap("turn.done", expects={"turn": turn})
    at([host], "count")
    expect(_button(host, "Ana")).to_have_text("Analine not entered yet")
    press(host, re.compile("^Ana"))
    expect(host.get_by_role("group", name="Cards in the line").get_by_role("button")).to_have_text(
        ["1", "2", "20"]
    )
    press(host, "Remove the 1")
    press(host, "Save line")
    expect(_button(host, "Ana")).to_have_text("Ana2 penguins, highest 20Typed in, not checked22")


def test_lines_are_entered_again_at_the_count(table: Make, sit: Make) -> None:
    """combust R7: whatever they were before."""
    opened = _begun(table)
    host = sit(opened, None)
    opened.tap("deck.empty")
    for turn in range(1, 5):
        opened.tap("turn.done", expects={"turn": turn})
    at([host], "count")
    press(host, re.compile("^Ana"))
    press(host, re.compile("^20,"))
    press(host, "Save line")
    expect(_button(host, "Ana")).to_contain_text("1 penguin, highest 20")
    for seat in ("s2", "s3"):
        _line(opened, seat, 21)
    at([host], "over")
    expect(host.locator(".score-figure")).to_have_text(["21", "21", "20"])


def test_a_last_clan_has_won_without_a_sum(table: Make, sit: Make) -> None:
    """combust R7: the list has the podium's order; an extinct clan is dashed and its name, no more,
    struck out.
    """
    opened = _begun(table)
    for seat in ("s2", "s3"):
        opened.tap("clan.out", {"seats": [seat]})
    for page in (sit(opened, "s1"), sit(opened, None)):
        at([page], "over")
        expect(page.locator(".score-list li")).to_have_text(
            ["Analast clan", "Cleoextinct", "Boextinct"]
        )
        expect(page.locator(".score-list s")).to_have_text(["Cleo", "Bo"])
        expect(page.locator(".score-list .is-out").first).to_have_css("border-style", "dashed")
        expect(page.locator(".podium-points")).to_have_count(0)


def test_a_card_that_was_drawn_is_played_before_the_one_that_waits(table: Make, sit: Make) -> None:
    """combust R5: after "draw and play again"; a part without it is just done."""
    opened = _begun(table)
    page = sit(opened, "s1")
    press(page, "Play a card")
    sheet = page.get_by_role("dialog")
    expect(sheet.get_by_role("heading", level=3)).to_have_text(["Penguins", "Events"])
    press(page, FISHERS)
    press(page, "Done")
    press(page, "I drew another card")
    press(page, FISHERS)
    waiting = page.get_by_text("Then, in this order: Delta Fisher.")
    expect(waiting).to_be_visible()
    press(page, "Done")
    expect(page.locator(".chain .is-done")).to_have_count(1)
    press(page, "Done")
    expect(waiting).to_have_count(0)
    press(page, "Done")
    expect(page.get_by_role("button", name="End turn")).to_be_visible()


def test_the_last_card_of_an_extinct_clan_is_told_as_its_own(table: Make, sit: Make) -> None:
    """combust R6: on Ana's turn Bo plays his last card, then draws and plays again; the history
    names him.
    """
    opened = _begun(table)
    ana, page = sit(opened, "s1"), sit(opened, "s2")
    sheet = page.get_by_role("dialog")
    expect(ana.get_by_role("button", name="Play my last card")).to_have_count(0)
    press(page, "Play my last card")
    expect(_button(sheet, "Bo")).to_have_attribute("aria-pressed", "true")
    press(sheet, "Ana")
    expect(_button(sheet, "Bo")).to_have_attribute("aria-pressed", "false")
    press(sheet, "Bo")
    press(sheet, FISHERS)
    for screen in (ana, page):
        expect(screen.get_by_role("heading", name="Bo: Delta Fisher")).to_be_visible()
    press(page, "Done")
    press(page, "I drew another card")
    expect(_button(sheet, "Bo")).to_have_attribute("aria-pressed", "true")
    press(sheet, FISHERS)
    expect(page.get_by_text("Then, in this order: Delta Fisher.")).to_be_visible()
    told = [line["text"] for line in opened.state()["history"] if line["kind"] == "card.play"]
    assert told == ["Bo plays Delta Fisher"] * 2
    opened.tap("clan.out", {"seats": ["s3"]})
    press(page, "I drew another card")
    expect(sheet.get_by_role("group", name="Clans").get_by_role("button")).to_have_text(
        ["Ana", "Bo"]
    )


def test_clans_go_out_by_name(table: Make, sit: Make) -> None:
    """The button says what it does."""
    page = sit(_begun(table), "s1")
    press(page, "A clan is extinct")
    sheet = page.get_by_role("dialog")
    expect(_button(sheet, "A clan is extinct")).to_be_disabled()
    press(sheet, "Bo")
    expect(_button(sheet, "Bo is extinct")).to_be_enabled()
    press(sheet, "Cleo")
    _button(sheet, "Bo, Cleo are extinct").click()
    at([page], "over")


def test_what_somebody_else_set_right_meanwhile_is_not_typed_over(table: Make, sit: Make) -> None:
    """A sheet goes by the line that it was opened on: whoever saves it later is shown that, and the new line
    stands.
    """
    opened = _dealt(table)
    _line(opened, "s1", 9)
    page = sit(opened, "s1", complaints=("409",))
    press(page, re.compile("^Ana"))
    for value in (2, 3, 4):
        press(page, re.compile(f"^{value},"))
    _line(opened, "s1", 12)
    press(page, "Save line")
    expect(page.locator(".notice-refused")).to_contain_text("just changed this")
    expect(_button(page, "Ana")).to_contain_text("12")


def test_a_card_of_a_turn_that_is_over_is_not_played(table: Make, sit: Make) -> None:
    """The sheet of cards was open when another phone ended the turn."""
    opened = _begun(table)
    page = sit(opened, "s1", complaints=("409",))
    press(page, "Play a card")
    opened.tap("turn.done", expects={"turn": 1})
    expect(page.locator("#spoken")).to_contain_text("Bo")
    press(page, FISHERS)
    expect(page.locator(".notice-refused")).to_contain_text("Someone was quicker")
    assert opened.state()["chain"] == []


def test_where_no_clan_is_left_it_is_a_draw(table: Make, sit: Make) -> None:
    """combust R6: nobody has a cup."""
    opened = _begun(table)
    for seats in (["s2"], ["s1", "s3"]):
        opened.tap("clan.out", {"seats": seats})
    for page in (sit(opened, "s1"), sit(opened, None)):
        expect(page.get_by_role("heading", name="It's a draw: no clan is left")).to_be_visible()
        expect(page.locator(".podium-cup")).to_have_count(0)


def test_the_photo_of_a_line_can_be_seen(table: Make, sit: Make, tmp_path: Path) -> None:
    """Where the line is set right, on the phone and on the host's screen."""
    opened = _dealt(table)
    with Image.open(PHOTOS / "combust/tune/01-kitchen-three.jpg") as photo:
        photo.crop(ONE_LINE).save(tmp_path / "line.jpg")
    opened.seats["s1"].send_photo(f"/t/{opened.code}/photos", tmp_path / "line.jpg", "s1")
    for page in (sit(opened, "s1"), sit(opened, None)):
        press(page, re.compile("^Ana"))
        press(page, "View photo")
        picture = page.get_by_role("img", name="Photo with every card that was read outlined")
        assert picture.evaluate("(image) => image.decode().then(() => image.naturalWidth)") > 0


@pytest.mark.parametrize("size", [(390, 844), (320, 568)])
def test_one_answer_matches_all_lines_and_the_count_is_one_photo(
    size: tuple[int, int], table: Make, sit: Make
) -> None:
    """Clans and lines lie clockwise. Later photos, by any phone or the host, ask nothing more."""
    width, height = size
    opened = _dealt(table)
    ana, host = sit(opened, "s1", viewport={"width": width, "height": height}), sit(opened, None)
    host.locator(".shutter input").set_input_files(THREE)
    for page, words in ((ana, "Which line is yours?"), (host, "Which line is Ana\u2019s?")):
        expect(page.get_by_role("heading", name=words)).to_be_visible()
        check(page)
    twice(ana.locator(".whose-choice").nth(1))
    expect(ana.locator(".line-row").first.locator(".portrait")).to_have_count(3)
    expect(host.get_by_role("heading", name="Which line")).to_have_count(0)
    for seat, cards in (("s2", [1, 7, 18]), ("s3", [1, 2, 13])):  # three of each
        version = next(row["line_version"] for row in opened.state()["seats"] if row["id"] == seat)
        line = {"sum": sum(cards), "penguins": 3, "highest": max(cards), "cards": cards}
        opened.tap("line.type", {"seat": seat, **line}, expects={"version": version})
    opened.tap("turns.begin")
    opened.photograph("combust/tune/01-kitchen-three.jpg", "s3")
    expect(ana.locator(".line-row").nth(1).locator(".portrait")).to_have_count(2)
    for page in (ana, host):
        expect(page.get_by_role("heading", name=re.compile("^Which|Whose"))).to_have_count(0)
        check(page)
    opened.tap("deck.empty")
    for turn in range(1, 5):
        opened.tap("turn.done", expects={"turn": turn})
    at([ana], "count")
    opened.photograph("combust/tune/01-kitchen-three.jpg", "s2")
    expect(ana.locator(".line-row").first.locator(".score-figure")).to_have_text("30+")
    expect(ana.get_by_role("heading", name="Are these whole lines")).to_be_visible()
    check(ana)
    press(ana, "Yes, all of them")
    at([ana, host], "over")
    expect(host.locator(".line-row .score-figure")).to_have_text(["30", "29", "25"])


def test_lines_are_not_called_up_to_date_while_nobody_has_said_whose_they_are(
    table: Make, sit: Make
) -> None:
    """The question says that the photo was read; the notice comes once the lines are the clans'."""
    opened = _dealt(table)
    for seat, total in (("s1", 9), ("s2", 12), ("s3", 14)):
        _line(opened, seat, total)
    ana = sit(opened, "s1", STAY)
    ana.locator(".shutter input").set_input_files(THREE)
    expect(ana.get_by_role("heading", name="Which line is yours?")).to_be_visible()
    expect(ana.locator(".reading")).to_have_count(0)
    expect(ana.locator(".notice")).to_have_count(0)
    ana.locator(".whose-choice").nth(1).click()
    expect(ana.locator(".notice")).to_contain_text("All lines are matched.")


def test_the_text_of_a_card_is_one_tap_away(table: Make, sit: Make) -> None:
    """Of each card in a line; a line that may go on shows its sum so far and a plus."""
    opened = _dealt(table)
    opened.photograph("combust/tune/01-kitchen-three.jpg")
    photo = opened.state()["several"]["photo"]
    opened.tap("line.give", {"photo": photo, "number": 2, "seat": "s1", "all": True})
    page = sit(opened, "s2")
    open_ = next(index for index, seat in enumerate(opened.state()["seats"]) if seat["open"])
    expect(page.locator(".line-row").nth(open_).locator(".score-figure")).to_have_text(
        re.compile(r"^\d+\+$")
    )
    press(page, "Stonecutter, 11: read the card")
    sheet = page.get_by_role("dialog")
    text = next(one["text"] for one in opened.seen["deck"]["cards"] if one["number"] == 11)
    expect(sheet).to_contain_text(text)
    check(page)


def test_a_tv_shows_eight_lines_without_scrolling(table: Make, phones: Make) -> None:
    """With their cards and sums, in the order of the seats."""
    opened = table(3, "combust")
    for name in ("Dina", "Emil", "Finn", "Greta", "Hugo"):
        opened.join(name)
    opened.tap("dealer.give", {"seat": "s2"})
    opened.tap("game.start")
    for number in range(1, 9):
        cards = [1, number + 1, number + 9]
        line = {"sum": sum(cards), "penguins": 3, "highest": max(cards), "cards": cards}
        opened.tap("line.type", {"seat": f"s{number}", **line}, expects={"version": 0})
    opened.tap("turns.begin")
    tv = phones(viewport={"width": 1280, "height": 720}).page
    tv.goto(opened.host.post(f"/t/{opened.code}/passes/screen?view=host", {})["url"])
    press(tv, "Show it here")
    tv.wait_for_url(f"**/t/{opened.code}/screen")
    expect(tv.locator(".line-row")).to_have_count(8)
    expect(tv.locator(".portrait")).to_have_count(24)
    assert tv.evaluate("document.documentElement.scrollHeight <= innerHeight")
