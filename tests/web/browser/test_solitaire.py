"""Solitaire's screens: what the Undo below a board takes back, a real board beside the phone's,
boards of your own.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from typing import Any

import pytest
import qrcode
from playwright.sync_api import Page, expect

from companion.deckcode import amended, pack
from companion.solitaire.puzzles import catalogue, read_name
from tests.companion.phones import deck_text
from tests.companion.solitaire.lines import PERFECT
from tests.web.browser.axe import check
from tests.web.browser.conftest import LAPTOP, PHOTOS, Client, Server, Table
from tests.web.browser.hands import Hold, at, press, tab

Make = Callable[..., Any]
LARGER = "4 \u00d7 5"
TALLY = PHOTOS / "solitaire/tune/04-picnic-tally.jpg"


TIP = """(path) => {
  let tip = null;
  for (let at = 0; at <= path.getTotalLength(); at += 0.01) {
    const point = path.getPointAtLength(at);
    if (!tip || point.x > tip.x) tip = point;
  }
  const seen = new DOMPoint(tip.x, tip.y).matrixTransform(path.getScreenCTM());
  return { x: seen.x, y: seen.y };
}"""  # where an arrow ends, px


def _started(table: Make, mode: str = "free") -> Any:
    """Ana, who started the game herself, and Bo."""
    opened = table(2, "solitaire")
    opened.tap("game.start", {"mode": mode, "rounds": 1}, by="s1")
    return opened


def _undo(page: Page) -> Any:
    return page.get_by_role("button", name="Undo", exact=True)


def test_the_undo_below_a_board_is_the_boards(table: Make, sit: Make) -> None:
    """It takes back a hop, and neither the start of the game nor that of the clock."""
    free = sit(_started(table), "s1")
    expect(_undo(free)).to_be_disabled()
    opened = _started(table, "king-tut")
    opened.tap("clock.start", {"seat": "s1"}, by="s1", expects={"round": 1})
    page = sit(opened, "s1")
    expect(_undo(page)).to_be_disabled()
    expect(page.locator(".count")).to_have_count(0)
    press(page, re.compile("^a1:"))
    press(page, re.compile("^a3:.*can land here"))
    _undo(page).click()
    expect(page.locator("[data-waiting='0']")).to_be_attached()
    expect(_undo(page)).to_be_disabled()
    assert (opened.state()["running"], opened.seen["seats"][0]["changes"]) == ("s1", 0)


@pytest.mark.parametrize(
    ("answer", "words"),
    [("c3-a1", "Hop from c3 over b2 to a1"), ("a1-a3", "Hop from a1 over a2 to a3")],
)
def test_a_hint_says_which_way_to_hop(
    table: Make, sit: Make, shoot: Make, answer: str, words: str
) -> None:
    """Two marked squares can be two hops: an arrow points from the start to the end, words too."""
    page = sit(_started(table), "s1")
    body = {"hop": answer, "best": 1, "proven": True}
    page.route("**/advice*", lambda route: route.fulfill(json=body))
    press(page, "Hint")
    expect(page.get_by_role("status").filter(has_text=words)).to_be_visible()
    tip = page.locator(".hint-arrow path").evaluate(TIP)
    start, _, end = (
        page.get_by_role("button", name=re.compile(f"^{name}:")).bounding_box()
        for name in (answer[:2], "b2", answer[3:])
    )
    assert start
    assert end
    assert abs(tip["x"] - (end["x"] + end["width"] / 2)) < end["width"] / 4
    assert abs(tip["y"] - (end["y"] + end["height"] / 2)) < end["height"] / 4
    shoot(page, f"solitaire-hint-{answer}")
    press(page, re.compile(f"^{answer[:2]}:"))  # the arrow is in nobody's way


def test_why_there_is_no_hint_is_said(table: Make, sit: Make) -> None:
    """In the server's words where it has some: a phone that asked too often is not told that nobody
    answers.
    """
    page = sit(_started(table), "s1", complaints=("429",))
    too_quick = {"error": {"code": "throttled", "message": "Too many taps. Wait 7 seconds."}}
    page.route("**/advice*", lambda route: route.fulfill(status=429, json=too_quick))
    press(page, "Hint")
    expect(page.locator(".notice-refused")).to_contain_text("Wait 7 seconds")
    page.unroute_all()
    page.route("**/advice*", lambda route: route.fulfill(body="Welcome, guest of room 7"))
    press(page, "Hint")
    expect(page.locator(".notice-refused").last).to_contain_text("Couldn\u2019t get a hint")


def test_a_real_board_is_photographed_in_free_play(table: Make, sit: Make) -> None:
    """As the lobby promises: what is left is read from the photo, which is kept to be seen."""
    page = sit(_started(table), "s1")
    page.locator(".photo-input[capture]").set_input_files(TALLY)
    expect(page.locator(".standing")).not_to_contain_text("72 pips")
    press(page, "View photo")
    picture = page.get_by_role("dialog").get_by_role("img")
    assert picture.evaluate("(image) => image.decode().then(() => image.naturalWidth)") > 0
    page.keyboard.press("Escape")
    press(page, "Enter what\u2019s left")
    page.get_by_label("Pips").fill("5")
    press(page, "Save score")
    expect(page.locator(".standing")).to_contain_text("5 pips left")


def test_how_to_hop_is_told_while_there_is_a_board(table: Make, sit: Make) -> None:
    """Once a game is over what is left is entered: nothing is there to be tapped."""
    opened = _started(table, "king-tut")
    opened.tap("clock.start", {"seat": "s1"}, expects={"round": 1})
    page = sit(opened, "s1", hints=True)
    press(page, "Skip these steps")
    how = page.get_by_text("Tap a pyramid, then the square behind its neighbour.")
    expect(how).to_be_visible()
    expect(page.locator(".count")).to_have_count(0)
    press(page, "Done")
    expect(page.get_by_role("heading", name="What is left?")).to_be_visible()
    expect(how).to_have_count(0)


def _hop_to_the_end(opened: Any, seat: str) -> None:
    """A perfect game, from a full board."""
    for changes, hop in enumerate(map(str, PERFECT[0].hops)):
        opened.tap("hop", {"seat": seat, "hop": hop}, by=seat, expects={"changes": changes})


def test_solitaire_r4_free_play_ends_with_a_podium(table: Make, sit: Make, shoot: Make) -> None:
    """solitaire R4: a perfect board is called that, on the phone and in the history; the end is
    asked about once, holds for everyone, names who typed their score, and can be undone.
    """
    opened = _started(table)
    ana, bo, host = sit(opened, "s1"), sit(opened, "s2"), sit(opened, None)
    expect(ana.get_by_role("button", name="End the game")).to_have_count(0)
    _hop_to_the_end(opened, "s1")
    expect(ana.get_by_role("heading", name="Perfect! One small pyramid is left.")).to_be_visible()
    shoot(ana, "solitaire-perfect")
    tab(ana, "History")
    expect(ana.locator(".history-text").first).to_contain_text("Perfect! One small pyramid is left")
    opened.tap("score.type", {"seat": "s2", "pips": 4}, expects={"version": 0})
    press(bo, "End the game")
    assert opened.state()["phase"] == "play"
    press(bo.get_by_role("dialog"), "End the game")
    at([ana, bo, host], "over")
    expect(ana.get_by_role("heading", name="You win!")).to_be_visible()
    for page in (ana, host):
        expect(page.locator(".podium-name")).to_have_text(["Bo", "Ana"])
        expect(page.locator(".podium .typed-note")).to_have_text(["Typed in, not checked"])
        expect(page.get_by_role("heading", name="Share the result")).to_be_visible()
    shoot(ana, "solitaire-free-over")
    tab(bo, "History")
    press(bo, "Undo: Bo ended the game")
    at([ana], "play")


def test_free_play_alone_ends_with_the_best_board(table: Make, sit: Make) -> None:
    """Which wins nothing unless it is perfect; a new board is a tap away."""
    opened = table(1, "solitaire")
    opened.tap("game.start", {"mode": "free", "rounds": 1}, by="s1")
    opened.tap("score.type", {"seat": "s1", "pips": 5}, expects={"version": 0})
    opened.tap("play.end", by="s1")
    page = sit(opened, "s1")
    expect(page.get_by_role("heading", name="Your best board: 5 pips")).to_be_visible()
    expect(page.get_by_role("link", name="New board")).to_have_attribute("href", "/s")


def test_todays_puzzle_earns_stars_that_the_phone_keeps(
    table: Make, sit: Make, shoot: Make
) -> None:
    """Three for the best possible end; they stand at the puzzle's number, after a reload too."""
    opened = _started(table)
    page = sit(opened, "s1")
    today = page.locator("body").get_attribute("data-today")
    press(page, "Puzzles")
    press(page, f"Today\u2019s puzzle: {today}")
    expect(page.get_by_role("heading", name=f"Puzzle {today}")).to_be_visible()
    line = catalogue()[read_name(today)].line
    for changes, hop in enumerate(map(str, line), start=opened.state()["seats"][0]["changes"]):
        opened.tap("hop", {"seat": "s1", "hop": hop}, by="s1", expects={"changes": changes})
    expect(page.get_by_role("img", name="3 of 3 stars")).to_be_visible()
    shoot(page, "solitaire-stars")
    page.reload()
    press(page, "Puzzles")
    number = today.split("-")[1]
    chip = page.get_by_role("group", name="Number").get_by_role("button", pressed=True)
    expect(chip).to_have_accessible_name(f"{number} 3 of 3 stars")
    expect(page.get_by_text("Finished: 1 of 20.")).to_be_visible()
    shoot(page, "solitaire-puzzles")
    check(page)


def test_a_hop_may_be_tapped_before_the_last_one_is_answered(table: Make, sit: Make) -> None:
    """On a slow line both count, and no phone says that something changed meanwhile."""
    opened = _started(table)
    page = sit(opened, "s1")
    held = Hold(page, "**/events*")
    for start, end in (("a1", "a3"), ("b1", "b3")):
        press(page, re.compile(f"^{start}:"))
        press(page, re.compile(f"^{end}:.*can land here"))
    expect(page.locator("[data-waiting='2']")).to_be_attached()
    held.let_go()
    expect(page.locator("[data-waiting='0']")).to_be_attached()
    expect(page.locator(".notice-refused")).to_have_count(0)
    assert opened.state()["seats"][0]["changes"] == 2
    press(page, "Undo")
    expect(page.locator(".standing")).to_contain_text("69 pips")
    page.unroute("**/events*")


def test_the_others_boards_are_seen_in_a_race(table: Make, sit: Make, shoot: Make) -> None:
    """Small, and live: all of them while the sand runs, the player's while King Tut's clock does."""
    race = _started(table, "quicksand")
    race.tap("sand.start", {"limit": 60}, expects={"round": 1})
    page = sit(race, "s1")
    theirs = page.get_by_role("group", name="Bo\u2019s board")
    expect(theirs.get_by_role("img", name="a3: large, medium, small")).to_be_visible()
    race.tap("hop", {"seat": "s2", "hop": "a1-a3"}, by="s2", expects={"changes": 0})
    expect(theirs.get_by_role("img", name="a3: large, large, medium, small")).to_be_visible()
    shoot(page, "solitaire-race")
    tut = _started(table, "king-tut")
    tut.tap("clock.start", {"seat": "s1"}, expects={"round": 1})
    expect(sit(tut, "s2").get_by_role("group", name="Ana\u2019s board")).to_be_visible()


COUNTED = """() => {
  globalThis.counted = [];
  new MutationObserver(() => {
    const now = document.querySelector(".count")?.textContent;
    if (now && counted.at(-1) !== now) counted.push(now);
  }).observe(document.getElementById("app"), { childList: true, subtree: true });
}"""


@pytest.mark.parametrize("mode", ["quicksand", "king-tut"])
def test_clocks_are_counted_down(mode: str, table: Make, sit: Make, shoot: Make) -> None:
    """solitaire R5, R6: 3, 2, 1 on every screen, during which nothing can be tapped. A phone that
    comes later, or whose clock was set meanwhile, just plays.
    """
    opened = _started(table, mode)
    skewed = "const now = Date.now; Date.now = () => now() - 9e6 * (globalThis.off ?? 0);"
    ana, bo, host = sit(opened, "s1"), sit(opened, "s2", skewed), sit(opened, None)
    for page in (ana, bo, host):
        page.evaluate(COUNTED)
    start = (
        ("sand.start", {"limit": 60}) if mode == "quicksand" else ("clock.start", {"seat": "s1"})
    )
    opened.tap(*start, expects={"round": 1})
    ana.locator(".count").wait_for()
    ana.evaluate("document.querySelector('.square').click()")
    assert ana.locator(".is-picked").count() == 0
    ana.evaluate("[...document.querySelectorAll('.clock-panel button')].forEach((b) => b.click())")
    shoot(ana, f"solitaire-{mode}-count")
    shoot(host, f"solitaire-host-{mode}-count")
    for page in (ana, bo, host):
        expect(page.locator(".count")).to_have_count(0)
        assert page.evaluate("counted") == ["3", "2", "1"]
    assert not any(entry["kind"] == "clock.done" for entry in opened.state()["history"])
    press(ana, re.compile("^a1:"))
    expect(ana.locator(".is-picked")).to_have_count(1)
    bo.reload()
    bo.locator(".clock").wait_for()
    bo.evaluate("off = 1")
    bo.get_by_role("button", name="Scores").click()
    bo.get_by_role("button", name="Play", exact=True).click()
    bo.locator(".clock").wait_for()
    assert bo.locator(".count").count() == 0


def test_a_puzzle_does_not_stand_beside_full_boards(table: Make, sit: Make) -> None:
    """Nobody scores its four pips; the list says which puzzle it is."""
    opened = _started(table)
    opened.tap("puzzle.open", {"seat": "s2", "puzzle": "1-2"}, expects={"changes": 0})
    page, host = sit(opened, "s1"), sit(opened, None)
    tab(page, "Scores")
    for each in (page, host):
        expect(each.locator(".score-row")).to_have_text(["Ana72 pips", "BoPuzzle 1-2"])


@pytest.mark.parametrize("mode", ["quicksand", "king-tut"])
def test_whoever_has_not_scored_is_named(mode: str, table: Make, sit: Make, shoot: Make) -> None:
    """solitaire R5, R6: everyone waits for Bo, and every screen says so."""
    opened = _started(table, mode)
    if mode == "quicksand":
        opened.tap("sand.start", {"limit": 10}, expects={"round": 1})
    else:
        for seat in ("s1", "s2"):
            for kind in ("clock.start", "clock.stop"):
                opened.tap(kind, {"seat": seat}, expects={"round": 1})
    ana, host = sit(opened, "s1"), sit(opened, None)
    for page in (ana, host):
        expect(page.get_by_text("Not scored yet: Ana, Bo.")).to_be_visible()
    opened.tap("score.type", {"seat": "s1", "pips": 5}, expects={"version": 0})
    for page in (ana, host):
        expect(page.get_by_text("Not scored yet: Bo.")).to_be_visible()
    shoot(ana, f"solitaire-{mode}-missing")
    opened.tap("score.type", {"seat": "s2", "pips": 6}, expects={"version": 0})
    at([ana, host], "over")


def test_what_somebody_else_entered_meanwhile_is_not_typed_over(table: Make, sit: Make) -> None:
    """A sheet goes by the score that it was opened on: whoever saves it later is shown that."""
    opened = _started(table)
    page = sit(opened, "s1", complaints=("409",))
    tab(page, "Scores")
    press(page, re.compile("^Bo"))
    page.get_by_label("Pips").fill("7")
    opened.tap("score.type", {"seat": "s2", "pips": 4}, expects={"version": 0})
    expect(page.locator(".score-row").nth(1)).to_contain_text("4 pips")
    press(page, "Save score")
    expect(page.locator(".notice-refused")).to_contain_text("just changed this")
    at([page], "play")
    assert opened.state()["seats"][1]["pips"] == 4


def test_a_table_plays_on_the_board_that_it_chooses(table: Make, sit: Make, shoot: Make) -> None:
    """In the lobby, also from the host's screen; every player then has one of that size."""
    opened = table(2, "solitaire")
    page = sit(opened, "s1")
    press(page, LARGER)
    expect(
        page.get_by_role("group", name="Board").get_by_role("button", pressed=True)
    ).to_have_text(LARGER)
    shoot(page, "solitaire-lobby-board")
    press(page, "Start", exact=True)
    expect(page.get_by_role("group", name="Ana\u2019s board").get_by_role("button")).to_have_count(
        20
    )
    expect(page.locator(".standing")).to_contain_text("120 pips")
    shoot(page, "solitaire-board-4x5")
    assert opened.state("s2")["board"] == {
        "rows": 4,
        "columns": 5,
        "pips": {"S": 1, "M": 2, "L": 3},
    }


FIGURES = {
    "pips": {"small": 2, "medium": 3, "large": 4},
    "king_tut": {"seconds": 1},
    "quicksand": {"shortest": 10, "longest": 45},
}


@pytest.fixture
def own(server: Server, phones: Make) -> Table:
    """A table with figures of its own, from a photo of its box label; Ana and Bo sit there."""
    code, image = pack("solitaire", amended(deck_text("solitaire"), FIGURES)), io.BytesIO()
    qrcode.make(code, border=8).save(image)
    host = phones(viewport=LAPTOP)
    host.page.goto(server.base)
    host.page.get_by_text("With your own deck").click()
    host.page.locator("input[name=label]").set_input_files(
        {"name": "label.png", "mimeType": "image/png", "buffer": image.getvalue()}
    )
    press(host.page, "Start with this deck")
    host.page.locator("main[data-phase='lobby']").wait_for()
    name = host.page.url.split("/t/")[1].split("/")[0]
    opened = Table(server.base, name, Client(server.base, "?view=host").adopt(host.context), {})
    opened.join("Ana")
    opened.join("Bo")
    return opened


def test_a_board_of_ones_own_tells_its_own_figures(own: Table, sit: Make, shoot: Make) -> None:
    """solitaire R4, R5: pips as they are counted there, drawn and in words, and the seconds that
    each costs.
    """
    page = sit(own, "s1")
    expect(page.get_by_role("button", name="King Tut")).to_contain_text(
        "Pips left above 2 cost seconds"
    )
    shoot(page, "solitaire-own-lobby")
    own.tap("game.start", {"mode": "king-tut", "rounds": 1})
    expect(page.locator(".clock-panel")).to_contain_text("Pips left above 2 cost 1 second each.")
    expect(page.locator(".square").first.locator(".pip")).to_have_count(4)
    shoot(page, "solitaire-own-king-tut")
    tab(page, "Scores")
    press(page, re.compile("^Bo"))
    expect(page.get_by_role("dialog")).to_contain_text("large 4, medium 3, small 2")
    shoot(page, "solitaire-own-pips")


def test_times_of_ones_own_can_be_chosen(own: Table, sit: Make, shoot: Make) -> None:
    """solitaire R6: the shortest and the longest at least, in seconds where they aren't whole
    minutes.
    """
    own.tap("game.start", {"mode": "quicksand", "rounds": 1}, by="s1")
    page = sit(own, "s1")
    expect(page.locator(".acts .row").get_by_role("button")).to_have_text(["10 s", "45 s"])
    shoot(page, "solitaire-own-sand")
    press(page, "45 s")
    page.locator(".clock").wait_for()
    assert own.state()["sand"]["limit"] == 45
