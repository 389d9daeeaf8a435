"""How much lies on the table: what a photo and the phones know together is said, what neither knows
is asked, and neither is bent to fit the other.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.web.browser.hands import press, tab

Make = Callable[..., Any]
NINE, COVERED = "counting/giza-8-oilcloth.jpg", "counting/giza-8-napkin.jpg"


def _after(rounds: int, table: Make) -> Any:
    """A game of giza in which so many rounds were tapped."""
    return table(2).start().play(rounds)


def _pyramid(page: Page) -> tuple[Locator, Locator]:
    """The Pyramid tab's result, and its score."""
    tab(page, "Pyramid")
    return page.locator(".verdict-spot"), page.locator(".tally tfoot td")


def test_nine_cards_after_nine_rounds_are_a_whole_pyramid(
    table: Make, sit: Make, shoot: Make
) -> None:
    """On a cloth with a printed pattern, which no photo can tell from what may lie on it."""
    opened = _after(9, table)
    opened.photograph(NINE)
    page = sit(opened, "s1")
    verdict, score = _pyramid(page)
    expect(verdict).to_have_text("Looks good: every penguin is supported.")
    expect(score).not_to_contain_text("so far")
    expect(page.get_by_role("button", name="Yes, that\u2019s all")).to_have_count(0)
    shoot(page, "giza-nine")


def test_a_covered_card_is_asked_about_and_no_rule_is_broken(
    table: Make, sit: Make, shoot: Make
) -> None:
    """One question for one card, at its place: nothing says that it is missing (giza R6)."""
    opened = _after(9, table)
    opened.photograph(COVERED)
    page = sit(opened, "s1")
    verdict, score = _pyramid(page)
    expect(verdict).to_have_text("Check 1 place.8 of 9 cards read")
    expect(page.locator(".said li")).to_have_count(1)
    expect(page.locator(".said")).to_contain_text("row 1, place 2 can't be read")
    expect(page.get_by_role("button", name="Base, place 2: not read")).to_be_visible()
    assert opened.state()["seats"][0]["score"]["violations"] == []
    expect(score).to_have_text(re.compile("^[0-9]+\u2013[0-9]+$"))
    shoot(page, "giza-covered")


def test_a_forgotten_tap_is_said_and_a_player_decides(table: Make, sit: Make, shoot: Make) -> None:
    """Nine cards are nine, whatever the rounds say; until someone says that this is all, they are
    worth something so far.
    """
    opened = _after(8, table)
    opened.photograph(NINE)
    page = sit(opened, "s1")
    verdict, score = _pyramid(page)
    expect(verdict).to_have_text("9 cards were read, 8 expected")
    expect(score).to_contain_text("so far")
    expect(
        page.get_by_role("heading", name="I see 9 cards. Is that the whole pyramid?")
    ).to_be_visible()
    shoot(page, "giza-forgotten-tap")
    press(page, "Yes, that\u2019s all")
    expect(verdict).to_have_text("Looks good: every penguin is supported.")
    expect(score).not_to_contain_text("so far")
    assert opened.state()["history"][0]["text"] == "Ana said that their own pyramid is whole"


def test_a_player_whose_turn_it_is_may_have_placed_or_not(table: Make, sit: Make) -> None:
    """So nobody knows how many there must be: legal so far."""
    opened = _after(8, table).choose(s1=4, s2=4)
    active = next(seat["id"] for seat in opened.state()["seats"] if seat["turn"] == "active")
    opened.photograph(NINE, active)
    verdict, _ = _pyramid(page := sit(opened, active))
    expect(verdict).to_have_text("Legal so far9 cards read")
    expect(
        page.get_by_role("heading", name="I see 9 cards. Is that the whole pyramid?")
    ).to_be_visible()


# --- combust ---

LINES, BEYOND = "counting/combust-1-three.jpg", "counting/combust-1-crop-right.jpg"


def _dealt(table: Make) -> Any:
    """Three clans, whose cards are dealt."""
    opened = table(3, "combust")
    opened.tap("dealer.give", {"seat": "s2"})
    opened.tap("game.start")
    return opened


def _match(page: Page, *names: str) -> None:
    """Say whose the lines in the photo are, in their order."""
    for number, name in enumerate(names, 1):
        whose = page.get_by_role("group", name=f"Whose is line {number}?")
        press(whose, name, exact=True)
        expect(page.get_by_text(f"Line {number}: ").first).to_be_visible()


def test_a_clan_beyond_the_frame_is_asked_for(table: Make, sit: Make, shoot: Make) -> None:
    """Two of three lines are matched; nobody starts before the third is there."""
    opened = _dealt(table)
    opened.photograph(BEYOND)
    page = sit(opened, "s1")
    panel = page.get_by_role("region", name="The photo shows 2 lines. Whose is each?")
    expect(panel.locator(".said")).to_contain_text("2 lines were read, but 3 clans live")
    expect(panel.locator(".said")).to_contain_text("step back until all lines are in view")
    shoot(page, "combust-beyond")
    _match(page, "You", "Bo")
    expect(panel).to_have_count(0)
    expect(page.get_by_text("Still missing: Cleo.")).to_be_visible()
    assert [seat["line"]["sum"] for seat in opened.state()["seats"] if seat["line"]] == [33, 19]


def test_all_lines_in_one_photo_say_who_starts(table: Make, sit: Make) -> None:
    """Three cards each, as dealt: nothing is left to ask (combust R2)."""
    opened = _dealt(table)
    opened.photograph(LINES)
    page = sit(opened, "s1")
    page.locator(".whose-choice").first.click()
    expect(page.get_by_text("All lines are in.")).to_be_visible()
    press(page, "Who starts?")
    page.locator("main[data-phase='turns']").wait_for()
    assert opened.state()["active"] == "s3"


def test_at_the_count_a_player_says_whether_a_line_is_whole(
    table: Make, sit: Make, shoot: Make
) -> None:
    """No phone knows how many cards a clan has then; until it is said, nobody wins (combust R7)."""
    opened = _dealt(table)
    opened.photograph(LINES)
    photo = opened.state()["several"]["photo"]
    for number, seat in ((1, "s1"), (2, "s2"), (3, "s3")):
        opened.tap("line.give", {"photo": photo, "number": number, "seat": seat})
    opened.tap("turns.begin")
    opened.tap("deck.empty")
    for turn in range(1, 5):
        opened.tap("turn.done", expects={"turn": turn})
    opened.photograph(LINES)
    page, host = sit(opened, "s1"), sit(opened, None)
    for screen in (page, host):
        asked = screen.get_by_role("heading", name="Are these whole lines, as shown?")
        expect(asked).to_contain_text("Ana, Bo, Cleo")
        figures = screen.locator(".score-figure")
        expect(figures).to_have_text([re.compile(r"^\d+\+$")] * 3)  # so much, or more
    shoot(page, "combust-whole")
    press(page, re.compile("^Cleo"))
    page.get_by_role("button", name="20, ").click()
    press(page, "Save line")
    expect(page.get_by_role("heading", name="Are these whole lines")).not_to_contain_text("Cleo")
    press(page, "Yes, all of them")
    page.locator("main[data-phase='over']").wait_for()
    assert [seat["line"]["sum"] for seat in opened.state()["seats"]] == [33, 19, 37]


# --- tokens ---


def test_a_token_under_another_is_one_question_with_its_places(
    table: Make, sit: Make, shoot: Make
) -> None:
    """Ten cards are whole; only whether 3 stands on 1 + 1 is open (giza R7, R10). The tokens that
    were read and nobody had tapped are counted.
    """
    opened = table(2).start().play()
    opened.photograph("counting/giza-13-two-tokens.jpg")
    page = sit(opened, "s1")
    verdict, _ = _pyramid(page)
    expect(verdict).to_have_text("Check 1 place.")
    expect(page.get_by_role("heading", name="3 on 1+1: is a token there?")).to_be_visible()
    assert opened.state()["supply"] == 4
    shoot(page, "giza-token")
    press(page, re.compile("^Yes, on penguin"))
    expect(verdict).to_have_text("Looks good: every penguin is supported.")
    assert opened.state()["supply"] == 3
    tab(page, "History")
    press(page, re.compile("^Undo: Ana corrected"))
    tab(page, "Pyramid")
    press(page, "No token")
    expect(verdict).to_have_text("1 problem with this pyramid")
