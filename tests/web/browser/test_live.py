"""What happens to taps and seats when phones sleep, the Wi-Fi drops and people are quicker than
each other.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.browser.hands import LINE_CUT, LINE_DOWN, press, until
from tests.web.browser.messages import STAY
from tests.web.browser.relay import Relay

Make = Callable[..., Any]
WATCH = """window.sources = []; window.EventSource = class extends EventSource {
  constructor(...all) { super(...all); window.sources.push(this); } };
window.asking = 0; const ask = window.fetch;
window.fetch = (...all) => { window.asking += 1; return ask(...all).finally(() => { window.asking -= 1; }); };"""
SLEEP = """hidden => { Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
  document.dispatchEvent(new Event('visibilitychange')); }"""
BATTERY = """() => { const now = Date.now; Date.now = () => now() + 21000; pulses.forEach((pulse) => pulse()); }"""
PULSES = """window.pulses = []; const every = window.setInterval;
window.setInterval = (act, ms) => { pulses.push(act); return every(act, ms); };"""
OTHER_TAB = """async () => {
  const { Outbox } = await import('/static/js/outbox.js');
  const told = [], deaf = () => {};
  const on = { answer: deaf, trouble: deaf, progress: (left) => told.push(left) };
  const outbox = new Outbox('/two-tabs', 'two-tabs', on);
  const counted = outbox.put('turn.done', {});
  for (const name of Object.keys(localStorage)) if (name.includes('two-tabs')) localStorage.removeItem(name);
  return [await counted, told.at(-1)];
}"""
WAIT = """(words) => words.getAnimations().map((waiting) => {
  waiting.pause();
  waiting.currentTime = 0;
  return waiting.effect.getTiming().delay;
})"""
HURRY = "(words) => words.getAnimations().forEach((waiting) => waiting.finish())"
HASTY = """{ const later = window.setTimeout; let seen = 0;
  window.setTimeout = (act, ms, ...all) => later(act, ms === 8000 && seen++ === WHICH ? 400 : ms, ...all); }"""


def _go(page: Page, tab: str) -> None:
    page.get_by_role("navigation").get_by_role("button", name=tab).click()


def _done(table: Any, text: str) -> int:
    """How many standing lines of the history say `text`."""
    return sum(text in line["text"] and not line["undone"] for line in table.state()["history"])


@pytest.fixture
def turns(table: Make) -> Any:
    """Three players in round 1, cards turned up: Ana plays 1, then Bo 2, then Cleo 5."""
    return table().start().choose(s1=1, s2=2, s3=5)


def test_a_reload_and_the_qr_code_lead_back_to_the_same_seat(turns: Any, sit: Make) -> None:
    """No second seat, no "name taken": whoever comes back sits where they sat."""
    page = sit(turns, "s2")
    page.reload()
    expect(page.locator(".top-me")).to_contain_text("Bo")
    page.goto(f"{turns.base}/j/{turns.code}")
    expect(page.locator(".top-me")).to_contain_text("Bo")
    assert len(turns.state()["seats"]) == 3


def test_a_colour_that_is_gone_is_said_at_the_door(table: Make, phones: Make) -> None:
    """Two people press at once: the second one reads why, and sees the free colours."""
    ready, phone = table(1), phones()
    phone.expect("409")
    page = phone.page
    page.goto(f"{ready.base}/j/{ready.code}")
    page.get_by_label("Your name").fill("Bo")
    page.get_by_role("radio", name="Violet").check()
    rival = phones().page
    rival.goto(f"{ready.base}/j/{ready.code}")
    rival.get_by_label("Your name").fill("Eve")
    rival.get_by_role("radio", name="Violet").check()
    rival.get_by_role("button", name="Join").click()
    rival.locator("main[data-phase='lobby']").wait_for()
    page.get_by_role("button", name="Join").click()
    expect(page.get_by_role("alert")).to_contain_text("colour")
    page.get_by_role("link", name="Show free colours").click()
    expect(page.get_by_role("radio", name="Violet")).to_be_disabled()
    expect(page.get_by_label("Your name")).to_have_value("Bo")


def test_a_name_that_is_gone_asks_for_no_other_colour(table: Make, phones: Make) -> None:
    """The colours on the page aren't older than before: another name is all that is wanted."""
    for game in ("giza", "combust"):
        ready, phone = table(1, game), phones()
        phone.expect("409")
        phone.page.goto(f"{ready.base}/j/{ready.code}")
        phone.page.get_by_label("Your name").fill("Ana")
        phone.page.get_by_role("button", name="Join").click()
        expect(phone.page.get_by_role("alert")).to_contain_text("Pick another")
        expect(phone.page.get_by_role("link", name="Show free colours")).to_have_count(0)


def test_a_phone_sits_down_at_the_next_table_under_the_same_name(table: Make, phones: Make) -> None:
    """Name and colour are filled in, the colour as long as it is free: after a game nobody types
    again.
    """
    page = phones().page
    for number, (players, colour) in enumerate([(1, "Rose"), (1, "Rose"), (3, "Slate")]):
        ready = table(players)
        page.goto(f"{ready.base}/j/{ready.code}")
        if number == 0:
            page.get_by_label("Your name").fill("Eve")
            page.get_by_role("radio", name=colour).check()
        expect(page.get_by_label("Your name")).to_have_value("Eve")
        expect(page.get_by_role("radio", name=colour)).to_be_checked()
        page.get_by_role("button", name="Join").click()
        page.locator("main[data-phase='lobby']").wait_for()


def test_a_sleeping_phone_holds_no_stream_and_catches_up(turns: Any, sit: Make) -> None:
    """Hidden, the page closes its stream; seen again, it shows what happened meanwhile."""
    page = sit(turns, "s3", script=WATCH)
    # nothing is on its way yet
    until(page, "() => sources.some((one) => one.readyState === 1) && asking === 0")
    page.evaluate(SLEEP, True)
    assert page.evaluate("sources.every((one) => one.readyState === 2)")
    turns.turn().turn()
    assert page.get_by_role("heading", name="Your turn").count() == 0
    page.evaluate(SLEEP, False)
    expect(page.get_by_role("heading", name="Your turn")).to_be_visible()
    until(page, "() => sources.filter((one) => one.readyState === 1).length === 1")


def test_a_tap_whose_answer_was_lost_counts_once(turns: Any, sit: Make) -> None:
    """The server has it, the phone doesn't know: the same key is sent again, and
    nothing doubles.
    """
    page = sit(turns, "s1", complaints=LINE_DOWN)
    keys: list[str] = []

    def lose_the_first_answer(route: Route) -> None:
        keys.append(json.loads(route.request.post_data or "")["key"])
        answer = route.fetch()
        if len(keys) == 1:
            route.abort()
        else:
            route.fulfill(response=answer)

    page.route("**/events*", lose_the_first_answer)
    page.get_by_role("button", name="Placed and took the Chief").click()
    expect(page.get_by_role("heading", name="Bo\u2019s turn")).to_be_visible()
    expect(page.locator("[data-waiting='0']")).to_be_attached()
    assert keys == [keys[0]] * 2
    assert _done(turns, "Ana placed a penguin") == 1


def test_taps_made_offline_survive_closing_the_page(turns: Any, sit: Make) -> None:
    """They wait in the phone's storage and count, once, when the page is back on the line."""
    page = sit(turns, "s1", complaints=LINE_DOWN)
    page.context.set_offline(True)
    page.get_by_role("button", name="Placed, left the Chief").click()
    expect(page.get_by_text("1 tap saved")).to_be_visible()
    context = page.context
    page.close()
    context.set_offline(False)
    back = context.new_page()
    back.goto(f"{turns.base}/t/{turns.code}")
    expect(back.get_by_role("heading", name="Bo\u2019s turn")).to_be_visible()
    expect(back.locator("[data-waiting='0']")).to_be_attached()
    assert _done(turns, "Ana placed a penguin") == 1
    assert back.evaluate("Object.keys(localStorage).filter((name) => name.includes(':tap:'))") == []


def test_a_tap_that_the_server_cannot_save_says_why(turns: Any, sit: Make) -> None:
    """The player reads why while the tap is kept, and it counts once the server can save it."""
    page = sit(turns, "s1", complaints=("503",))
    words = "Nothing can be saved: move the file back."
    error = {"error": {"code": "storage", "message": words}}
    page.route("**/events*", lambda route: route.fulfill(status=503, json=error))
    page.get_by_role("button", name="Placed, left the Chief").click()
    expect(page.get_by_text(words)).to_be_visible()
    expect(page.get_by_text("1 tap saved")).to_be_visible()
    page.unroute("**/events*")
    expect(page.get_by_role("heading", name="Bo\u2019s turn")).to_be_visible()


AT_ONCE = """
const wait = globalThis.setTimeout;
globalThis.pauses = [];
globalThis.setTimeout = (work, ms) => (globalThis.pauses.push(ms), wait(work, ms < 20000 ? ms : 0));
"""


@pytest.mark.parametrize(("asked", "least", "most"), [(30, 30, 42), (3600, 60, 84)])
def test_a_tap_waits_for_as_long_as_a_busy_server_asks(
    turns: Any, sit: Make, asked: int, least: int, most: int
) -> None:
    """At least so long, spread over some seconds, but no more than a minute or so."""
    page = sit(turns, "s1", complaints=("503",), script=AT_ONCE)
    busy, refused = {"error": {"code": "busy", "message": "Try again."}}, list[int]()

    def answer(route: Route) -> None:
        refused.append(1)
        if len(refused) > 1:
            route.continue_()
        else:
            route.fulfill(status=503, json=busy, headers={"Retry-After": str(asked)})

    page.route("**/events*", answer)
    page.evaluate("pauses.length = 0")
    page.get_by_role("button", name="Placed, left the Chief").click()
    expect(page.get_by_role("heading", name="Bo\u2019s turn")).to_be_visible()
    pauses = page.evaluate("pauses")
    assert any(1000 * least <= pause <= 1000 * most for pause in pauses), pauses


def test_a_page_of_a_hotel_is_no_answer_to_a_tap(turns: Any, sit: Make) -> None:
    """A captive portal says 200 to anything: the tap is kept, and counts once the table answers."""
    page = sit(turns, "s1")
    portal = "<h1>Welcome, guest of room 7</h1>"
    page.route("**/events*", lambda route: route.fulfill(body=portal, content_type="text/html"))
    page.get_by_role("button", name="Placed, left the Chief").click()
    expect(page.get_by_text("1 tap saved")).to_be_visible()
    page.unroute("**/events*")
    expect(page.get_by_role("heading", name="Bo\u2019s turn")).to_be_visible()
    expect(page.locator("[data-waiting='0']")).to_be_attached()
    assert _done(turns, "Ana placed a penguin") == 1


# by its number, the only patience of a page that is short: that for its first state, or for a tap
SHORT = {"/stream": 0, "/events": 1}


@pytest.mark.parametrize("path", SHORT)
def test_an_answer_that_stops_after_its_head_is_given_up(
    server: Any, turns: Any, sit: Make, lan: str, path: str
) -> None:
    """The stream, or a tap's answer, hangs in the middle: the phone asks again, and the tap counts
    once.
    """
    with Relay(lan, server.port, path) as relay:
        turns.base = relay.base
        hasty = HASTY.replace("WHICH", str(SHORT[path]))
        page = sit(turns, "s1", script=hasty, complaints=(*LINE_DOWN, *LINE_CUT))
        page.get_by_role("button", name="Placed and took the Chief").click()
        expect(page.get_by_role("heading", name="Bo\u2019s turn")).to_be_visible()
        expect(page.locator("[data-waiting='0'][data-link='live']")).to_be_attached()
        assert relay.hung.is_set()
    assert _done(turns, "Ana placed a penguin") == 1


@pytest.mark.parametrize("seat", ["s1", None])
def test_a_page_whose_script_did_not_come_says_so(
    turns: Any, phones: Make, seat: str | None
) -> None:
    """The line goes while it is loaded: after some seconds it says what is amiss, and the way
    out works.
    """
    phone = phones()
    phone.expect(*LINE_DOWN)
    phone.context.add_cookies((turns.seats[seat] if seat else turns.host).cookies())
    page = phone.page
    page.route("**/*.js*", lambda route: route.abort())
    page.goto(f"{turns.base}/t/{turns.code}" + ("" if seat else "/host"))
    words = page.get_by_text("The page didn\u2019t load properly.")
    assert words.evaluate(WAIT) == [5000]
    expect(words).to_be_hidden()
    words.evaluate(HURRY)
    expect(words).to_be_visible()
    page.unroute_all()
    page.get_by_role("link", name="Reload").click()
    page.locator("main[data-phase]").wait_for()
    expect(page.get_by_text("The page didn\u2019t load properly.")).to_have_count(0)


def test_a_table_that_was_put_back_from_a_backup_is_shown_as_it_is(
    own_server: Any, table_on: Make, sit: Make, tmp_path: Path
) -> None:
    """A phone that had more shows what the table is now, and what comes next, though nobody loads
    its page again.
    """

    def rookery(*command: str) -> None:
        where = ("--data", str(own_server.data))
        subprocess.run(
            [sys.executable, "-m", "rookery", *command, *where], check=True, capture_output=True
        )

    ready, backup = table_on(own_server), str(tmp_path / "backup.zip")
    rookery("backup", "-o", backup)
    # whatever a server that stops is still asked for gets a 500 from it
    page = sit(ready, "s1", complaints=(*LINE_CUT, *LINE_DOWN, "status of 500"))
    lost = ready.start().choose(s1=1, s2=2, s3=5).state()["version"]
    expect(page.locator("#app")).to_have_attribute("data-version", str(lost))
    own_server.stop()
    rookery("restore", "--force", backup)
    own_server.start()
    expect(page.locator("main[data-phase='lobby']")).to_be_visible()
    ready.join("Dina", "slate")
    expect(page.locator(".seat-name", has_text="Dina")).to_be_visible()
    _go(page, "History")
    expect(page.locator(".history-line")).to_have_count(ready.state()["version"])


def test_a_page_of_a_hotel_is_no_state_of_a_table(table: Make, sit: Make) -> None:
    """What the phone shows stays, and what comes next is shown: neither a look nor an older line's
    Undo takes it in.
    """
    long = table().start().play(2)
    page = sit(long, "s2", script=WATCH)
    until(page, "() => sources.some((one) => one.readyState === 1) && asking === 0")
    portal = "<h1>Welcome, guest of room 7</h1>"
    for path in ("**/state*", "**/undoable*"):
        page.route(path, lambda route: route.fulfill(body=portal, content_type="text/html"))
    page.evaluate(SLEEP, True)
    page.evaluate(SLEEP, False)
    _go(page, "History")
    page.get_by_role("button", name="Show older moves").click()
    expect(page.locator(".notice-refused")).to_contain_text("The table isn\u2019t responding")
    page.unroute_all()
    version = long.play(1).state()["version"]
    expect(page.locator("#app")).to_have_attribute("data-version", str(version))


def test_why_an_older_line_cannot_be_undone_is_said(table: Make, sit: Make) -> None:
    """In the server's words where it has some: a phone that asked too often is not told that nobody
    answers.
    """
    page = sit(table().start().play(2), "s2", complaints=("503",))
    busy = {
        "error": {
            "code": "busy",
            "message": "Other players are waiting for a hint or puzzle. Try again in a moment.",
        }
    }
    page.route("**/undoable*", lambda route: route.fulfill(status=503, json=busy))
    _go(page, "History")
    page.get_by_role("button", name="Show older moves").click()
    expect(page.locator(".notice-refused")).to_contain_text("Other players are waiting")


def test_a_tap_that_another_tab_of_the_seat_delivered_is_over_here(turns: Any, sit: Make) -> None:
    """Both tabs keep their taps in one place; who waits for the answer here waits no longer, and is
    not told that it counts: the other tab shows what became of it.
    """
    page = sit(turns, "s1", complaints=LINE_DOWN)
    page.route("**/two-tabs*", lambda route: route.abort())
    assert page.evaluate(OTHER_TAB) == [False, 0]


def test_a_line_on_which_nothing_comes_is_opened_anew(turns: Any, sit: Make) -> None:
    """The laptop's battery dies and nobody closes the line: the phone says that it is lost, and
    asks again.
    """
    page = sit(turns, "s1", script=WATCH + PULSES, complaints=LINE_DOWN)
    until(page, "() => sources.some((one) => one.readyState === 1) && asking === 0")
    for path in ("**/stream?*", "**/state*"):
        page.route(path, lambda route: route.abort())
    page.evaluate(BATTERY)
    assert page.evaluate("sources[0].readyState") == 2
    expect(page.locator("[data-link='offline']")).to_be_visible()
    page.unroute_all()
    until(page, "() => sources.at(-1).readyState === 1")
    expect(page.locator("[data-link='live']")).to_be_attached()


def test_a_tap_that_comes_too_late_is_refused_and_said(turns: Any, sit: Make) -> None:
    """Someone tapped for Ana while her phone was away: hers is refused, she reads so and sees the
    state.
    """
    page = sit(turns, "s1", complaints=(*LINE_DOWN, "409"))
    page.context.set_offline(True)
    page.get_by_role("button", name="Placed and took the Chief").click()
    expect(page.get_by_text("1 tap saved")).to_be_visible()
    turns.turn(took=False)
    page.context.set_offline(False)
    expect(page.locator(".notice-refused")).to_contain_text("turn")
    expect(page.get_by_role("heading", name="Bo\u2019s turn")).to_be_visible()
    assert _done(turns, "Ana placed a penguin") == 1


def test_anyone_takes_back_anything_and_brings_it_again(turns: Any, sit: Make) -> None:
    """Cleo undoes Ana's turn on her own phone; Ana's phone says so; redo brings it back."""
    ana, cleo = sit(turns, "s1", STAY), sit(turns, "s3")
    ana.get_by_role("button", name="Placed and took the Chief").click()
    _go(cleo, "History")
    cleo.get_by_role("button", name="Undo: Ana placed a penguin").click()
    expect(ana.get_by_role("heading", name="Your turn")).to_be_visible()
    ana.evaluate("pass()")  # news wait until her own message has gone
    expect(ana.locator(".notices")).to_contain_text("Cleo undid")
    cleo.get_by_role("button", name="Redo: Ana placed a penguin").click()
    expect(ana.get_by_role("heading", name="Bo\u2019s turn")).to_be_visible()


def test_a_remote_change_is_spoken(turns: Any, sit: Make) -> None:
    """Screen readers hear what others did, and whose turn it is now."""
    page = sit(turns, "s2")
    turns.turn()
    expect(page.locator("#spoken")).to_contain_text("Ana placed a penguin")
    expect(page.locator("#spoken")).to_contain_text("Your turn")


def test_a_sheet_keeps_focus_and_half_typed_text_while_others_play(turns: Any, sit: Make) -> None:
    """A rerender changes what is there instead of replacing it; Escape gives the focus back."""
    page = sit(turns, "s3")
    _go(page, "Pyramid")
    slot = page.get_by_role("button", name="Base, place 1")
    slot.press("Enter")
    field = page.get_by_label("Card number")
    field.press_sequentially("1")
    version = page.locator("#app").get_attribute("data-version")
    turns.turn()
    until(page, "before => document.querySelector('#app').dataset.version !== before", version)
    expect(field).to_be_focused()
    expect(field).to_have_value("1")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(slot).to_be_focused()


def test_a_new_phase_is_seen_from_its_top(table: Make, sit: Make) -> None:
    """Its heading and what is to be done, wherever the phone stood; a sheet that lies over it is
    not moved under.
    """
    ready = table(3)
    page, other = (
        sit(ready, seat, hints=True, viewport={"width": 390, "height": 500})
        for seat in ("s1", "s2")
    )
    for phone in (page, other):
        phone.evaluate("scrollTo(0, 9999)")
        until(phone, "() => scrollY > 0")
    press(other, "Choose goals")
    other.locator("dialog").wait_for()
    ready.start()
    for phone in (page, other):
        phone.locator("main[data-phase='choose']").wait_for()
    assert page.evaluate("scrollY") == 0
    expect(other.locator("dialog h2")).to_be_focused()
    other.keyboard.press("Escape")
    expect(other.get_by_role("dialog")).to_have_count(0)
    until(other, "() => scrollY === 0")


def test_a_phone_that_reads_the_history_is_left_where_it_is(turns: Any, sit: Make) -> None:
    """A new phase moves the scene of play alone; that one is seen from its top once it
    is opened.
    """
    page = sit(turns, "s3", viewport={"width": 390, "height": 500})
    _go(page, "History")
    page.evaluate("scrollTo(0, 200)")
    turns.turn().turn().turn()
    page.locator("main[data-phase='choose']").wait_for()
    assert page.evaluate("scrollY") >= 200, "further down by the lines that came"


def test_a_pyramid_is_set_right_by_hand_slot_by_slot(turns: Any, sit: Make) -> None:
    """Number, side and tokens by taps; a weight that is too much is marked on its slot with the
    sum.
    """
    page = sit(turns, "s2")
    penguins = turns.state()["deck"]["penguins"]
    weak = [p for p in penguins if sum(p["arms"]) == 0][:2]
    heavy = next(p for p in penguins if p["weight"] > 0 and p not in weak)
    _go(page, "Pyramid")
    for where, penguin in (
        ("Base, place 1", weak[0]),
        ("Base, place 2", weak[1]),
        ("2nd level, place 1", heavy),
    ):
        page.get_by_role("button", name=where).click()
        page.get_by_label("Card number").fill(f"{penguin['number']:02d}")
        page.get_by_role("dialog").get_by_role(
            "button", name=f"penguin {penguin['number']},"
        ).click()
    wrong = page.get_by_role("button", name="2nd level, place 1")
    weight = heavy["weight"]
    expect(wrong).to_have_accessible_name(
        re.compile(
            rf"weighs {weight}, .*this penguin weighs {weight}, but the two below it carry "
            r"only 0 \+ 0$"
        )
    )
    expect(page.locator(".slot.is-wrong")).to_have_count(1)
    wrong.click()
    page.get_by_role("button", name="Flip to grey").click()
    expect(page.get_by_role("button", name="Flip to colour")).to_be_visible()
    page.get_by_role("button", name="Add a token").click()
    expect(page.get_by_role("group", name="Tokens")).to_contain_text("1 token")
    page.keyboard.press("Escape")
    expect(page.locator(".slot.is-wrong")).to_have_count(0)
    expect(page.locator("[data-waiting='0']")).to_be_attached()
    assert turns.state()["seats"][1]["pyramid"].split("/")[1] == f"{heavy['number']:02d}g+1,,"


NO_PHOTO = {"name": "a.jpg", "mimeType": "image/jpeg", "buffer": b"no jpeg"}


def test_a_file_that_is_no_photo_is_refused_in_words(turns: Any, sit: Make) -> None:
    """The person reads what was wrong and can try again; nothing is stored."""
    page = sit(turns, "s2", complaints=("415", "422", "400"))
    _go(page, "Pyramid")
    page.locator(".photo-input[capture]").set_input_files(NO_PHOTO)
    expect(page.locator(".notice-refused")).to_be_visible()
    expect(page.get_by_text("Reading the photo")).to_have_count(0)
    assert turns.state()["seats"][1]["photo"] is None


def test_a_video_is_refused_before_it_is_sent(turns: Any, sit: Make) -> None:
    """A phone may offer videos where photos are asked for; sending one would take minutes."""
    page = sit(turns, "s2")
    _go(page, "Pyramid")
    page.route("**/photos*", lambda route: pytest.fail(f"sent to {route.request.url}"))
    video = {"name": "a.mov", "mimeType": "video/quicktime", "buffer": b"a video"}
    page.locator(".photo-input[capture]").set_input_files(video)
    expect(page.locator(".notice-refused")).to_contain_text("a video. Take a photo")
    expect(page.get_by_text("Reading the photo")).to_have_count(0)


def test_a_photo_that_is_no_good_is_taken_anew(turns: Any, sit: Make) -> None:
    """The same one would be refused again: the button opens the camera, and what was said of the
    old photo goes.
    """
    page = sit(turns, "s2", complaints=("422", "400"))
    _go(page, "Pyramid")
    page.locator(".photo-input[capture]").set_input_files(NO_PHOTO)
    notice = page.locator(".notice-refused")
    expect(notice).to_be_visible()
    expect(notice.get_by_role("button", name="Send again")).to_have_count(0)
    page.route("**/photos*", lambda _route: None)  # no answer to the next one yet
    with page.expect_file_chooser() as opened:
        press(notice, "New photo")
    opened.value.set_files(NO_PHOTO)
    expect(page.get_by_text("Reading the photo")).to_be_visible()
    assert notice.count() == 0, "at once, and not when its time is over"


def test_a_photo_is_taken_now_or_chosen_from_those_taken_before(turns: Any, sit: Make) -> None:
    """One button opens the camera, the other one the phone's photos."""
    page = sit(turns, "s2")
    _go(page, "Pyramid")
    sent: list[str] = []

    def refuse(route: Route) -> None:
        sent.append(route.request.method)
        route.fulfill(json={"version": 1})

    page.route("**/photos*", refuse)
    for words, capture in (("Photograph my pyramid", "environment"), ("Choose a photo", None)):
        button = page.locator("label", has_text=words)
        expect(button).to_be_visible()
        assert button.locator("input").get_attribute("capture") == capture
        with page.expect_file_chooser() as opened:
            button.click()
        with page.expect_response("**/photos*"):
            opened.value.set_files(NO_PHOTO)
        expect(page.get_by_text("Reading the photo")).to_have_count(0)
    assert sent == ["POST", "POST"]


def test_a_browser_that_blocks_cookies_is_told_so_at_the_door(table: Make, phones: Make) -> None:
    """No silent loop: the reason stands beside the button, and nobody sits at the table."""
    ready, phone = table(1), phones()
    phone.expect("400")
    page = phone.page

    def without_cookies(route: Route) -> None:
        answer = route.fetch()
        kept = {
            name: value for name, value in answer.headers.items() if name.lower() != "set-cookie"
        }
        route.fulfill(response=answer, headers=kept)

    page.route("**/j/*", without_cookies)
    page.goto(f"{ready.base}/j/{ready.code}")
    phone.context.clear_cookies()
    page.get_by_label("Your name").fill("Eve")
    page.get_by_role("button", name="Join").click()
    expect(page.locator("#join .trouble")).to_contain_text("This browser blocks cookies")
    assert len(ready.state()["seats"]) == 1


def test_what_was_said_of_a_photo_goes_when_another_one_is_sent(turns: Any, sit: Make) -> None:
    """Also where it was chosen by the button of the page: no old refusal stays beside the next
    reading.
    """
    page = sit(turns, "s2", complaints=("422", "400"))
    _go(page, "Pyramid")
    page.locator(".photo-input[capture]").set_input_files(NO_PHOTO)
    expect(page.locator(".notice-refused")).to_be_visible()
    page.route("**/photos*", lambda _route: None)
    with page.expect_file_chooser() as opened:
        page.locator("label", has_text="Photograph my pyramid").click()
    opened.value.set_files(NO_PHOTO)
    expect(page.get_by_text("Reading the photo")).to_be_visible()
    assert page.locator(".notice-refused").count() == 0, "at once, and not when its time is over"


@pytest.mark.parametrize(("status", "button"), [(429, "Send again"), (409, None)])
def test_a_photo_that_nobody_has_judged_is_sent_again(
    status: int, button: str | None, turns: Any, sit: Make
) -> None:
    """Whoever came too quickly sends the same one; at a table that takes none nothing
    is offered.
    """
    page = sit(turns, "s2", complaints=(str(status),))
    said = {"error": {"code": "no", "message": "Not now."}}
    page.route("**/photos*", lambda route: route.fulfill(status=status, json=said))
    _go(page, "Pyramid")
    page.locator(".photo-input[capture]").set_input_files(NO_PHOTO)
    expect(page.locator(".notice-refused")).to_contain_text("Not now.")
    assert page.locator(".notice-act").all_inner_texts() == ([button] if button else [])


def test_a_photo_too_large_is_refused_before_it_is_sent(
    turns: Any, sit: Make, tmp_path: Path
) -> None:
    """Nobody waits for 30 MB to cross the Wi-Fi only to read that it was too much."""
    photo = tmp_path / "huge.jpg"
    with photo.open("wb") as file:
        file.truncate(31 * 1024 * 1024)
    page = sit(turns, "s2")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url))
    _go(page, "Pyramid")
    page.locator(".photo-input[capture]").set_input_files(photo)
    expect(page.locator(".notice-refused")).to_contain_text("31 MB; limit 30 MB")
    assert not [url for url in sent if url.endswith("/photos")]


def test_a_name_is_text_and_never_markup(server: Any, table: Make, sit: Make, phones: Make) -> None:
    """A name with tags in it is shown as it was typed, on every screen."""
    ready = table(1)
    phone = phones()
    phone.page.goto(f"{server.base}/j/{ready.code}")
    phone.page.get_by_label("Your name").fill("<b>Bo</b>")
    phone.page.get_by_role("button", name="Join").click()
    for page in (phone.page, sit(ready, "s1"), sit(ready, None)):
        expect(page.locator(".seat-name", has_text="<b>Bo</b>")).to_be_visible()


LEARN = """async ([script, rows]) => {
  const { Store } = await import(script);
  return rows.map(([held, state, asked]) => {
    const store = new Store();
    store.learn(held);
    store.learn(state, asked);
    return store.state.version;
  });
}"""


def test_a_state_is_late_unless_it_was_asked_for_since(table: Make, sit: Make) -> None:
    """An older one than the page has by now is ignored; one older than what it had when it asked
    was put back.
    """
    ready = table(2, "giza")
    page = sit(ready, "s1")
    before = ready.state()
    old, new = before["version"], before["version"] + 1
    after = {**before, "version": new}
    rows = [(before, after, old), (after, before), (after, before, old), (after, before, new)]
    assert page.evaluate(LEARN, ["/static/js/store.js", rows]) == [new, new, new, old]
