"""Giza's screens where a word decides: who is still to be scored, whose pyramids a photo shows,
what a tap would do.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.conftest import SETTLED
from tests.web.browser.hands import Hold, at, press, tab
from tests.web.browser.messages import STAY

Make = Callable[..., Any]
PRIMARY = re.compile("primary")
CORNERS = """(card) => {
  const tick = getComputedStyle(card, '::after');
  return [parseFloat(tick.left) < 0, parseFloat(tick.top) < 0];
}"""


@pytest.fixture
def scored(table: Make) -> Any:
    """Ana has shown nothing, of Bo's pyramid one penguin is known, Cleo's score is typed."""
    ready = table().start().play()
    ready.tap("pyramid.fix", {"seat": "s2", "slot": [0, 0], "placed": "07"})
    _type(ready, "s3")
    return ready


def _type(table: Any, seat: str) -> None:
    state = table.state()
    version = next(one["score_version"] for one in state["seats"] if one["id"] == seat)
    score = {
        "seat": seat,
        "levels": [1, 1, 1, 1],
        "goals": {goal["id"]: 0 for goal in state["goals"]},
    }
    table.tap("score.type", score, expects={"version": version})


def test_a_pyramid_known_in_part_is_still_to_be_scored(scored: Any, sit: Make) -> None:
    """Each phone and the host say of whom something is missing, and what; the game ends when nobody
    is named.
    """
    bo, host = sit(scored, "s2"), sit(scored, None)
    for page in (bo, host):
        expect(page.get_by_role("heading", name="Score your pyramids")).to_be_visible()
        expect(page.get_by_text("Not scored yet: Ana, Bo.")).to_be_visible()
        for words in ("no photo yet", "1 of 10 penguins are known", "Typed in, not checked"):
            expect(page.get_by_text(words, exact=True)).to_be_visible()
    expect(bo.get_by_text("Photograph my pyramid")).to_be_visible()
    tab(bo, "Pyramid")
    expect(bo.locator(".verdict")).to_have_text("1 of 10 penguins are known")
    expect(bo.locator(".tally tfoot td")).to_contain_text("so far")
    tab(bo, "Play")
    _type(scored, "s1")
    for page in (bo, host):
        expect(page.get_by_text("Not scored yet: Bo.")).to_be_visible()
    _type(scored, "s2")
    for page in (bo, host):
        page.locator("main[data-phase='over']").wait_for()


def test_a_typed_score_says_what_will_be_saved(scored: Any, sit: Make) -> None:
    """A goal is a switch that shows its points; the button shows the sum."""
    page = sit(scored, "s2")
    tab(page, "Pyramid")
    press(page, "Enter score")
    goal = scored.seen["goals"][0]
    switch = page.get_by_role("button", name=goal["name"])
    expect(switch).to_have_attribute("aria-pressed", "false")
    expect(switch).to_contain_text(f"+{goal['points']}")
    save = page.get_by_role("button", name=re.compile("^Save: "))
    expect(save).to_have_text(re.compile(r"\d"))
    before = int(re.findall(r"\d+", save.inner_text())[0])
    switch.click()
    expect(save).to_have_text(re.compile(rf"\b{before + goal['points']}\b"))


def test_a_goal_that_the_typed_levels_decide_goes_with_them(table: Make, sit: Make) -> None:
    """giza R12: else it is refused in words, and what was typed is still there when the sheet is
    opened again.
    """
    ready = table().start(goals=["goal-zeroes", "goal-level", "goal-top"])
    page = sit(ready, "s2", complaints=("409", "400"))
    tab(page, "Pyramid")
    press(page, "Enter score")
    top, crown = (
        page.get_by_role("group", name="Top"),
        page.get_by_role("button", name="Heavy crown"),
    )
    top.get_by_role("button", name="2", exact=True).click()
    crown.click()
    press(page, "Save: 6 points")
    expect(page.locator(".notice-refused")).to_contain_text("These levels don't meet Heavy crown")
    assert ready.state()["seats"][1]["score"] is None
    press(page, "Enter score")
    expect(crown).to_have_attribute("aria-pressed", "true")
    top.get_by_role("button", name="3", exact=True).click()
    press(page, "Save: 7 points")
    expect(page.locator(".tally tfoot td")).to_have_text("7")


def test_where_the_ranking_is_told_it_says_who_fell(table: Make, sit: Make) -> None:
    """giza R7: where the table lets it count, on the podium and over the scores, on phones and on
    the host's screen; nobody else is marked.
    """
    ready = table().start(goals=["goal-level", "goal-rainbow", "goal-bright"]).play()
    for seat in ("s1", "s2"):
        _type(ready, seat)
    ready.photograph("03-evening-illegal.jpg", "s3")
    pages = (sit(ready, "s1"), sit(ready, None))
    for page in pages:
        expect(
            page.get_by_role("heading", name="Cleo\u2019s pyramid breaks a rule. Does it count?")
        ).to_be_visible()
    _decide(pages[0], "Count it")
    for page in pages:
        page.locator("main[data-phase='over']").wait_for()
        expect(page.locator(".fallen")).to_have_text(["breaks a rule"] * 2)
        expect(page.locator(".podium li", has_text="breaks a rule")).to_contain_text("Cleo")
        expect(page.get_by_role("columnheader", name="Cleo")).to_contain_text("breaks a rule")


def test_a_pyramid_that_breaks_a_rule_is_left_out_and_comes_back(table: Make, sit: Make) -> None:
    """giza R7: it has no place on the podium; the decision can be changed at its pyramid, and
    undone.
    """
    ready = table().start(goals=["goal-level", "goal-rainbow", "goal-bright"]).play()
    for seat in ("s1", "s2"):
        _type(ready, seat)
    ready.photograph("03-evening-illegal.jpg", "s3")
    page = sit(ready, "s1")
    _decide(page, "Leave it out")
    page.locator("main[data-phase='over']").wait_for()
    expect(page.locator(".podium-name")).to_have_count(2)
    expect(page.locator(".podium")).not_to_contain_text("Cleo")
    expect(page.get_by_role("columnheader", name="Cleo")).to_contain_text("doesn\u2019t count")
    page.get_by_role("columnheader", name="Cleo").get_by_role("button").click()
    expect(page.get_by_role("button", name="Leave it out")).to_have_attribute(
        "aria-pressed", "true"
    )
    _decide(page, "Count it")
    tab(page, "Play")
    expect(page.locator(".podium-name")).to_have_count(3)
    for words in ("counted", "left"):
        tab(page, "History")
        press(page, re.compile(f"^Undo: Ana {words}"))
        page.locator("[data-waiting='0']").wait_for(state="attached")
    tab(page, "Play")
    expect(
        page.get_by_role("heading", name="Cleo\u2019s pyramid breaks a rule. Does it count?")
    ).to_be_visible()


def _decide(page: Page, answer: str) -> None:
    """Give an answer, and give it again when it is asked about."""
    press(page, answer)
    asked = page.get_by_role("dialog")
    expect(asked).to_contain_text("Cleo")
    press(asked, answer)
    expect(asked).to_have_count(0)


def _fallen(table: Make) -> Any:
    """Cleo's photo shows a pyramid that breaks a rule; the others' scores are typed."""
    ready = table().start(goals=["goal-level", "goal-rainbow", "goal-bright"]).play()
    for seat in ("s1", "s2"):
        _type(ready, seat)
    ready.photograph("03-evening-illegal.jpg", "s3")
    return ready


def test_giza_r7_typed_values_do_not_hide_what_the_photo_showed(
    table: Make, sit: Make, shoot: Make
) -> None:
    """giza R7, R11.D1: the owner types more than the photo showed; everyone still reads the problem
    and that the score is typed, is asked whether it counts, and reads both at the end and on the
    shared picture.
    """
    ready = _fallen(table)
    cleo, ana, host = sit(ready, "s3"), sit(ready, "s1"), sit(ready, None)
    tab(cleo, "Pyramid")
    press(cleo, "Enter score")
    expect(cleo.get_by_role("dialog")).to_contain_text("The photo\u2019s problem stays")
    for level in ("Base", "2nd level", "3rd level", "Top"):
        row = cleo.get_by_role("group", name=level, exact=True)
        row.get_by_role("button", name="5", exact=True).click()
    press(cleo, re.compile("^Save: "))
    expect(cleo.locator(".verdict")).to_have_text(
        ["Typed in, not checked", "1 problem with this pyramid"]
    )
    shoot(cleo, "giza-typed-over")
    for page in (ana, host):
        standing = page.locator(".score-row, .host-pyramid", has_text="Cleo").locator("small")
        expect(standing).to_have_text("breaks a rule \u00b7 Typed in, not checked")
        expect(page.get_by_role("heading", name=re.compile("^Cleo.*Does it count"))).to_be_visible()
    _decide(ana, "Count it")
    for page in (ana, host):
        at([page], "over")
        expect(page.locator(".podium li", has_text="Cleo")).to_contain_text("breaks a rule")
        expect(page.locator(".podium .typed-note")).to_have_text(["Typed in, not checked"] * 3)
        expect(page.get_by_role("columnheader", name="Cleo")).to_contain_text("Typed in")
        shoot(page, f"giza-typed-over-end-{'phone' if page is ana else 'host'}")
    play = json.loads(ready.host.get(f"/t/{ready.code}/result.bgsplay?view=host"))["plays"][0]
    assert play["comments"] == (
        "Cleo's pyramid breaks a rule. Typed in, not checked: Ana, Bo, Cleo."
    )


def test_giza_r11_nobody_judges_their_own_pyramid(table: Make, sit: Make) -> None:
    """giza R11.D1: the owner's phone reads that the others decide, and offers neither an answer nor
    an undo of theirs; the others' phones and the host's screen ask once, and say who decided.
    """
    ready = _fallen(table)
    taken_back = r"404.*result\.png"  # a picture that is still loading when its result is undone
    cleo = sit(ready, "s3", complaints=[taken_back])
    host = sit(ready, None, complaints=[taken_back])
    expect(
        cleo.get_by_role("heading", name="Your pyramid breaks a rule. The others")
    ).to_be_visible()
    for answer in ("Count it", "Leave it out"):
        expect(cleo.get_by_role("button", name=answer)).to_have_count(0)
    press(host, "Leave it out")
    press(host.get_by_role("dialog"), "Cancel")
    assert ready.state()["phase"] == "scoring"
    _decide(host, "Leave it out")
    at([cleo, host], "over")
    tab(cleo, "History")
    expect(cleo.locator(".history-text").first).to_contain_text("The host left Cleo's pyramid out")
    expect(cleo.get_by_role("button", name=re.compile("^Undo: The host left"))).to_have_count(0)
    press(host, "History")
    press(host, re.compile("^Undo: The host left"))
    at([cleo], "scoring")


def test_giza_r5_a_card_in_two_pyramids_is_a_question(table: Make, sit: Make, shoot: Make) -> None:
    """giza R5: it names both and blames neither; whoever has one of the two can only give it away,
    and only the pyramid that loses it changes.
    """
    ready = table(2).start()
    legal = {"s1": (14, 2, 3, 4), "s2": (11, 12, 14, 13)}
    for seat, numbers in legal.items():
        for place, number in enumerate(numbers):
            fix = {"seat": seat, "slot": [0, place], "placed": f"{number:02d}"}
            ready.tap("pyramid.fix", fix, by=seat)
    ana, host = sit(ready, "s1"), sit(ready, None)
    tab(ana, "Pyramid")
    question = ana.get_by_role("region", name="Card 14 is in two pyramids. Who has it?")
    expect(question).to_contain_text("Ana")
    expect(question).to_contain_text("Bo")
    expect(ana.locator("body")).not_to_contain_text("breaks a rule")
    expect(ana.locator(".verdict")).to_contain_text("Check 1 place.")
    expect(question.get_by_role("button", name="Ana has it")).to_have_count(0)
    expect(question).to_contain_text("the host\u2019s screen can say that you have it")
    shoot(ana, "giza-contested")
    before = ready.state()["seats"][1]
    press(question, "Bo has it")
    press(ana.get_by_role("dialog"), "Bo has it")
    expect(question).to_have_count(0)
    expect(ana.locator(".said")).to_contain_text("Bo has penguin 14, so another one is here")
    mine, theirs = ready.state()["seats"]
    assert mine["pyramid"].startswith(",02,03,04/")
    assert theirs["pyramid"] == before["pyramid"]
    assert theirs["score_version"] == before["score_version"]
    assert ready.seen["history"][0]["text"] == "Ana said that Bo has penguin 14"
    assert not host.get_by_text("breaks a rule").count()


def test_giza_r3_a_revealed_choice_stays_unless_all_choose_again(
    table: Make, sit: Make, shoot: Make
) -> None:
    """giza R3.D2: the history offers no undo of it; everyone's cards come back at once, which is
    asked about.
    """
    ready = table(2).start().choose(s1=1, s2=2)
    ana, bo = sit(ready, "s1"), sit(ready, "s2", STAY)
    tab(ana, "History")
    expect(ana.get_by_text("Bo has chosen, and all cards are revealed")).to_be_visible()
    expect(ana.get_by_role("button", name=re.compile("^Undo: .* has chosen"))).to_have_count(0)
    tab(ana, "Play")
    ana.get_by_text("Did someone play the wrong card?").click()
    press(ana, "Choose again")
    shoot(ana, "giza-choose-again")
    press(ana.get_by_role("dialog"), "Choose again")
    at([ana, bo], "choose")
    expect(bo.get_by_role("heading", name="Choose in secret")).to_be_visible()
    expect(bo.locator(".notice")).to_contain_text("Ana let everyone choose again")
    ready.state()
    ready.choose(s1=3, s2=2).turn()
    at([ana], "turns")
    expect(ana.get_by_text("Did someone play the wrong card?")).to_have_count(0)


def test_a_score_is_saved_once_each_level_is_told(table: Make, sit: Make) -> None:
    """What a photo left open isn't a 0: the button waits until a person has chosen."""
    ready = table().start()
    goal = ready.state()["goals"][0]["id"]
    ready.tap(
        "score.type", {"seat": "s2", "levels": None, "goals": {goal: 0}}, expects={"version": 0}
    )
    page = sit(ready, "s2")
    tab(page, "Pyramid")
    press(page, "Enter score")
    save = page.get_by_role("button", name=re.compile("^Save: "))
    expect(page.locator(".level-row")).to_have_count(4)
    for row in page.locator(".level-row").all():
        expect(save).to_be_disabled()
        expect(row.locator("[aria-pressed='true']")).to_have_count(0)
        row.get_by_role("button", name="1", exact=True).click()
    save.click()
    expect(page.locator(".tally tfoot td")).to_have_text("4")


def test_each_tap_on_the_stepper_counts(table: Make, sit: Make) -> None:
    """Two tokens for two quick taps, before the table has answered the first."""
    ready = table().start()
    ready.tap("pyramid.fix", {"seat": "s2", "slot": [0, 0], "placed": "07"})
    page = sit(ready, "s2")
    tab(page, "Pyramid")
    press(page, "Base, place 1")
    taps = Hold(page, "**/events*")
    for count in ("1 token", "2 tokens"):
        press(page, "Add a token")
        expect(page.get_by_role("group", name="Tokens")).to_contain_text(count)
    taps.let_go()
    expect(page.locator("[data-waiting='0']")).to_be_attached()
    assert ready.state()["seats"][1]["pyramid"].startswith("07+2,")
    page.keyboard.press("Escape")
    press(page, "Base, place 1")
    expect(page.get_by_role("group", name="Tokens")).to_contain_text("2 tokens")


def test_a_token_too_many_is_refused_where_one_reads_it(
    table: Make, sit: Make, shoot: Make
) -> None:
    """giza R10: all of them lie on another pyramid; the sheet would cover what the table says, and
    goes.
    """
    ready = table().start()
    ready.tap("pyramid.fix", {"seat": "s1", "slot": [0, 0], "placed": "01+10"})
    ready.tap("pyramid.fix", {"seat": "s2", "slot": [0, 0], "placed": "07"})
    page = sit(ready, "s2", complaints=("409",))
    tab(page, "Pyramid")
    press(page, "Base, place 1")
    press(page, "Add a token")
    expect(page.locator(".notice-refused")).to_contain_text("There are only 10 strength tokens")
    expect(page.get_by_role("dialog")).to_have_count(0)
    shoot(page, "giza-token-too-many")
    assert ready.state()["seats"][1]["pyramid"].startswith("07,")


def test_a_token_is_placed_in_the_turn_that_takes_it(table: Make, sit: Make, shoot: Make) -> None:
    """giza R5, R10: before the penguin, too; then the token is taken, and only the penguin is still
    to be placed.
    """
    ready = table().start(chief="s1").choose(s1=5, s2=5, s3=4).turn()
    page, waiting = sit(ready, "s1"), sit(ready, "s2")
    shoot(page, "giza-token-to-take")
    expect(waiting.locator(".token-panel")).to_have_count(0)
    press(page, "Place a token")
    expect(page.get_by_role("button", name="Placed, took no token")).to_have_count(0)
    expect(page.locator(".token-panel")).to_have_count(0)
    shoot(page, "giza-token-taken")
    press(page, "Placed and took a token")
    expect(waiting.get_by_role("heading", name="Your turn")).to_be_visible()
    assert (ready.state()["supply"], ready.seen["seats"][0]["tokens"]) == (9, 0)


def test_whose_pyramid_somebody_else_says_it_is_hears_of_it(table: Make, sit: Make) -> None:
    """As of anything that others do with one's score; the third player is not told."""
    ready = table().start()
    ready.photograph("giza/tune/01-kitchen-two-players.jpg", "s2")
    ana, cleo = sit(ready, "s1", STAY), sit(ready, "s3")
    photo = ready.state()["several"]["photo"]
    ready.tap("pyramid.give", {"photo": photo, "number": 1, "seat": "s1"}, by="s2")
    expect(ana.locator(".notice")).to_contain_text("Bo")
    expect(cleo.locator("#spoken")).to_contain_text("Bo")
    expect(cleo.locator(".notice")).to_have_count(0)


def test_an_empty_table_lacks_two_players(table: Make, sit: Make) -> None:
    """Giza R1; then one."""
    ready = table(0)
    host = sit(ready, None)
    expect(host.get_by_text("Still to do: 2 more players,")).to_be_visible()
    ready.join("Ana", "copper")
    expect(host.get_by_text("Still to do: one more player,")).to_be_visible()


def test_a_photo_of_several_pyramids_can_be_passed_by(table: Make, sit: Make) -> None:
    """While its question is open the camera isn't a first choice; "None of ours" takes both off this
    phone.
    """
    ready = table().start()
    ready.photograph("giza/tune/01-kitchen-two-players.jpg", "s2")
    page = sit(ready, "s2")
    tab(page, "Pyramid")
    camera = page.locator(".photo-button", has_text="Photograph my pyramid")
    expect(camera).not_to_have_class(PRIMARY)
    press(page, "Not ours")
    expect(page.get_by_text("Whose is each?")).to_have_count(0)
    expect(camera).to_have_class(PRIMARY)


def test_nothing_covers_what_one_reads(table: Make, sit: Make) -> None:
    """A disc hangs below its action card; the tick of a chosen goal is in the corner of a tag;
    tokens tell their +1.
    """
    ready = table().start(chief="s1").choose(s1=5, s2=2, s3=2)
    page = sit(ready, "s2")
    expect(page.locator(".parade-seat")).to_have_count(3)
    page.evaluate(SETTLED)
    for seat in page.locator(".parade-seat").all():
        card, disc = seat.locator(".flip").bounding_box(), seat.locator(".disc").bounding_box()
        assert card
        assert disc
        assert card["y"] + card["height"] <= disc["y"]
    tab(page, "Table")
    expect(page.locator(".seat-row.is-me .seat-name")).to_contain_text("you")
    expect(page.locator(".supply")).to_have_text("+110 strength tokens left")
    press(page, "Change goals")
    goals = page.locator(".pick[aria-pressed='true']")
    assert goals.first.evaluate(CORNERS) == [True, True]
    first, second = (goal.bounding_box() for goal in goals.all()[:2])
    assert first
    assert second
    assert second["x"] - first["x"] - first["width"] > 2 * 6, (
        "the outlines of neighbours do not meet"
    )


def test_start_looks_live_once_all_is_said(table: Make, sit: Make) -> None:
    """On the phone and on the host's screen; before, it looks like any other button."""
    ready = table(2)
    pages = [sit(ready, "s1"), sit(ready, None)]
    ready.tap("goals.draw")
    for page in pages:
        expect(page.get_by_text("Still to do: mark the youngest player.")).to_be_visible()
        expect(page.get_by_role("button", name="Start round 1")).not_to_have_class(PRIMARY)
    ready.tap("chief.give", {"seat": "s1"})
    for page in pages:
        expect(page.get_by_role("button", name="Start round 1")).to_have_class(PRIMARY)


def test_who_waits_reads_for_whom(table: Make, sit: Make) -> None:
    """By name, when it is one; and the cards that one may take instead are called by
    their names.
    """
    ready = table().start().choose(s1=1)
    page = sit(ready, "s1")
    expect(page.get_by_role("heading", name="Waiting for the others")).to_be_visible()
    ready.choose(s2=3)
    expect(page.get_by_role("heading", name="Waiting for Cleo")).to_be_visible()
    expect(
        page.get_by_role("group", name="Changed your mind?").get_by_role("button").first
    ).to_have_text("1 Lead")
