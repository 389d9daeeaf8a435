"""What is pirates' own on its screens: what a TV has room for, when the event happens, a photo
followed at once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.axe import NARROW
from tests.web.browser.hands import agree, at, place_by_request, press, tab, unfold, until
from tests.web.browser.messages import STAY

Make = Callable[..., Any]
PHOTO = "pirates/tune/02-kitchen-middle.jpg"
FITS = "() => document.documentElement.scrollHeight <= innerHeight"


@pytest.fixture
def aboard(table: Make) -> Any:
    """Ana, Bo and Cleo before their first event; Ana is captain."""
    brought = table(3, "pirates")
    brought.tap("captain.give", {"seat": "s1"})
    brought.tap("game.start")
    return brought


def _reveal(table: Any) -> None:
    state = table.state()
    table.tap("event.reveal", {"event": state["due"][0]["id"]}, expects={"turn": state["turn"]})


def _place(table: Any) -> None:
    for seat, penguin in (("s1", 0), ("s2", 1), ("s3", 2), ("s1", 3)):
        place_by_request(table, seat, penguin)


def _take_off(table: Any) -> None:
    """All penguins, and the movement is over."""
    at_turn = {"turn": table.state()["turn"]}
    for penguin in table.state()["penguins"]:
        choice = "fish" if penguin["spot"]["action"] == "bail" else ""
        table.tap("penguin.act", {"penguin": penguin["number"], "choice": choice}, expects=at_turn)
    table.tap("movement.done", expects=at_turn)


def _screen(table: Any, phones: Make) -> Page:
    page: Page = phones(viewport={"width": 1280, "height": 720}).page
    page.goto(table.host.post(f"/t/{table.code}/passes/screen?view=host", {})["url"])
    press(page, "Show it here")
    page.wait_for_url(f"**/t/{table.code}/screen")
    return page


def test_a_tv_shows_each_phase_without_scrolling(aboard: Any, phones: Make) -> None:
    """It says where the event is entered and lists none; a photo that shows three tracks otherwise
    has room, in the crew's place.
    """
    tv = _screen(aboard, phones)
    at([tv], "event")
    expect(tv.get_by_text("Enter it on a phone")).to_be_visible()
    expect(tv.get_by_text("Fair wind")).to_have_count(0)
    until(tv, FITS)
    _reveal(aboard)
    at([tv], "captain")
    until(tv, FITS)
    _place(aboard)
    at([tv], "sail")
    expect(tv.locator(".penguin")).to_have_count(4)
    aboard.photograph(PHOTO)
    expect(tv.locator(".compared li")).to_have_count(3)
    expect(tv.locator(".penguin")).to_have_count(0)
    expect(tv.locator(".ship")).to_have_count(0)
    until(tv, FITS)


def test_a_cards_spots_are_in_sight_once_its_number_is_tapped(aboard: Any, sit: Make) -> None:
    """pirates R2: on a phone held sideways, too, where the last numbers are below the fold."""
    _reveal(aboard)
    page = sit(aboard, "s1", viewport={"width": 844, "height": 390})
    nine = page.get_by_role("group", name="Card number").get_by_role("button", name="9")
    nine.evaluate("(one) => one.scrollIntoView({ block: 'start' })")
    nine.click()
    expect(page.locator(".spot-button").first).to_be_in_viewport(ratio=1)


def test_a_host_sails_for_a_captain_whose_phone_is_asleep(aboard: Any, sit: Make) -> None:
    """pirates R3: on a laptop who stands where is in sight, and what the captain does is folded."""
    host = sit(aboard, None)
    _reveal(aboard)
    _place(aboard)
    at([host], "sail")
    expect(host.locator(".penguin").last).to_be_in_viewport(ratio=1)
    sail = host.get_by_role("button", name="Sail to ")
    expect(sail).to_be_hidden()
    unfold(host, "Ana")
    expect(sail).to_be_visible()
    expect(host.locator(".act")).to_have_count(4)


def test_an_event_that_is_turned_up_happens_later(aboard: Any, sit: Make) -> None:
    """pirates R8: after sailing. Of pirates it speaks where they are or come; no notice lies on the
    card's numbers.
    """
    bo = sit(aboard, "s2")
    line = bo.locator(".event-line")
    _reveal(aboard)
    expect(line).to_have_text("Fair wind, after sailing: speed +1.")
    expect(bo.locator(".notice")).to_have_count(0)
    for _ in range(2):
        _play_on(aboard)
    expect(line).to_have_text("Black sails, after sailing: pirates appear, pirates sail 2.")
    _play_on(aboard, reveal=False)
    at([bo], "pirates")
    expect(line).to_have_text("Black sails: pirates appear, pirates sail 2.")
    _sail(aboard)
    _reveal(aboard)
    while aboard.state()["event"]["name"] != "The hunt is on":
        _play_on(aboard, reveal=False)
        _sail(aboard)
        _reveal(aboard)
    expect(line).to_have_text("The hunt is on, after sailing: water +1, pirates sail 3.")
    _play_on(aboard, reveal=False)
    at([bo], "pirates")
    expect(line).to_have_text("The hunt is on: water +1, pirates sail 3.")


def test_who_is_caught_is_asked_first(aboard: Any, sit: Make) -> None:
    """pirates R9: it ends the voyage for all, so one tap isn't enough."""
    _reveal(aboard)
    for reveal in (True, True, False):
        _play_on(aboard, reveal=reveal)
    captain = sit(aboard, aboard.state()["captain"])
    press(captain, "They caught our ship")
    expect(captain.get_by_role("dialog")).to_contain_text("The two ships met on the same hex.")
    press(captain, "Cancel")
    expect(captain.locator("main[data-phase='pirates']")).to_be_attached()
    agree(captain, "They caught our ship")
    at([captain], "over")


def _sail(table: Any) -> None:
    """The pirates do, and stay on the map."""
    table.tap("pirates.done", {"outcome": "here"}, expects={"turn": table.state()["turn"]})


def _play_on(table: Any, *, reveal: bool = True) -> None:
    """The rest of a turn, and the next event."""
    turn = table.state()["turn"]
    placers = {penguin["number"]: penguin["placer"] for penguin in table.state()["penguins"]}
    captain = table.seen["captain"]
    first = next(number for number, placer in placers.items() if placer == captain)
    for penguin in sorted(placers, key=lambda number: number != first):
        action = table.state()["deck"]["handicaps"][penguin][turn - 1]["white"][0]
        spot = {"penguin": penguin, "card": turn, "action": action}
        table.tap("penguin.place", spot, by=placers[penguin], expects={"turn": turn})
    _take_off(table)
    if reveal:
        _reveal(table)


@pytest.mark.parametrize(
    ("fish", "openly", "secretly"),
    [
        (8, "costs a fish", "costs a fish"),
        (1, "costs a fish", "costs a fish, or 1 water"),
        (0, *["costs 1 water"] * 2),
    ],
)
def test_a_spot_says_what_it_costs(
    aboard: Any, sit: Make, fish: int, openly: str, secretly: str
) -> None:
    """pirates R2: of a yellow one placed in secret nobody knows, when fish are few, how many others
    pay as well.
    """
    aboard.tap(
        "track.set",
        {"track": "fish", "value": fish},
        expects={"version": aboard.state()["tracks_version"]},
    )
    ana, bo = sit(aboard, "s1"), sit(aboard, "s2")
    _reveal(aboard)
    for page, words, placed in ((ana, openly, 0), (bo, secretly, 1)):
        press(page, "1", exact=True)
        expect(page.locator(".spot-yellow em")).to_have_text([words] * 2)
        expect(page.locator(".spot-white em")).to_have_text(["free"] * 2)
        page.locator(".spot-white").first.click()
        expect(page.locator(".penguin").nth(placed)).not_to_contain_text("not placed")


def test_who_reveals_all_is_offered_no_undo_of_something_else(aboard: Any, sit: Make) -> None:
    """With all spots in sight nobody places again, and what that seat did before has nothing to do
    with it.
    """
    ana = sit(aboard, "s1", STAY)
    version = aboard.state()["tracks_version"]
    aboard.tap("track.set", {"track": "sails", "value": 3}, by="s1", expects={"version": version})
    _reveal(aboard)
    for seat, penguin in (("s1", 0), ("s2", 1), ("s3", 2)):
        place_by_request(aboard, seat, penguin)
    press(ana, "1", exact=True)
    ana.locator(".spot-white").first.click()
    expect(ana.locator(".notice")).to_have_text("Placed, in secret.")
    at([ana], "sail")


def test_a_voyage_starts_when_nothing_is_missing(table: Make, sit: Make) -> None:
    """pirates R1: before that the button doesn't look ready, and isn't."""
    brought = table(3, "pirates")
    ana = sit(brought, "s1")
    expect(ana.get_by_role("button", name="Set sail")).to_be_disabled()
    press(ana, "Bo is the first captain")
    expect(ana.get_by_role("button", name="Set sail")).to_be_enabled()


def test_a_penguin_is_known_by_its_name_and_its_player(aboard: Any, sit: Make) -> None:
    """The same names where they are placed, where they act and in the crew, which says "placed"
    while placing.
    """
    ana = sit(aboard, "s1")
    expect(ana.locator(".penguin").first).to_contain_text("CoralAna")
    _reveal(aboard)
    place_by_request(aboard, "s1", 0)
    place_by_request(aboard, "s2", 1)
    tab(ana, "Crew")
    expect(ana.get_by_text("Teal: placed")).to_be_visible()
    place_by_request(aboard, "s3", 2)
    place_by_request(aboard, "s1", 3)
    expect(ana.get_by_text("Teal: placed")).to_have_count(0)
    tab(ana, "Play")
    expect(ana.locator(".act").nth(1)).to_contain_text("Teal")


def test_a_photo_is_followed_track_by_track_or_at_once(aboard: Any, sit: Make) -> None:
    """Each track is a tap of its own, so that each can be taken back; fish that lie somewhere else
    may be missing in the photo, so they aren't followed.
    """
    ana = sit(aboard, "s1")
    aboard.photograph(PHOTO)
    expect(ana.get_by_role("heading", name="The photo differs")).to_be_visible()
    press(ana, "Set sails to 5")
    expect(ana.get_by_role("button", name="5/7 sails")).to_be_visible()
    press(ana, "Update all")
    expect(ana.locator(".compared")).to_have_count(0)
    expect(ana.get_by_role("button", name="8/10 fish")).to_be_visible()
    assert sum(line["kind"] == "track.set" for line in aboard.state()["history"]) == 3


def test_a_lost_game_is_not_shown_as_a_won_one(aboard: Any, sit: Make) -> None:
    """The captain of a sunk ship doesn't stand upright in the sun."""
    ana = sit(aboard, "s1")
    aboard.tap(
        "track.set",
        {"track": "water", "value": 7},
        expects={"version": aboard.state()["tracks_version"]},
    )
    at([ana], "over")
    expect(ana.locator("img.is-lost")).to_have_css("rotate", "16deg")


def test_the_crews_words_stay_in_their_cards_on_the_narrowest_phone(table: Make, sit: Make) -> None:
    """Also in German, where "placed" is a long word."""
    ready = table(3, "pirates")
    ready.tap("captain.give", {"seat": "s1"})
    ready.tap("game.start")
    _reveal(ready)
    place_by_request(ready, "s1", 0)
    place_by_request(ready, "s2", 1)
    page = sit(ready, "s1", locale="de", viewport=NARROW)
    page.locator(".penguin").first.wait_for()
    page.evaluate("document.fonts.ready")
    assert page.locator(".penguin").evaluate_all(SPILLS) == []


SPILLS = """(cards) => cards.flatMap((card) => [...card.querySelectorAll('small, strong')].filter((words) => {
  const range = document.createRange();
  range.selectNodeContents(words);
  return range.getBoundingClientRect().width > card.clientWidth;
}).map((words) => words.innerText))"""
