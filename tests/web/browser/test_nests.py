"""Rocks' screens where a look decides: who may start, whose roll it is, what ends the game, what a
tap does.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.web.browser.hands import agree, build, press, unfold
from tests.web.browser.messages import STAY

Make = Callable[..., Any]
PRIMARY = re.compile("primary")


def test_start_looks_live_once_all_is_said(table: Make, sit: Make) -> None:
    """Before, it may be tapped and says what is missing, and looks like any other button."""
    page = sit(table(2, "rocks"), "s1")
    start = page.get_by_role("button", name="Start", exact=True)
    expect(start).not_to_have_class(PRIMARY)
    start.click()
    expect(page.get_by_text("Tap the crown to mark the youngest player.")).to_be_visible()
    press(page, "Ana rolls first")
    expect(start).to_have_class(PRIMARY)


def test_of_three_the_one_in_the_middle_starts(table: Make, sit: Make) -> None:
    """Rocks O: the lobby says so, and nobody needs to tap a crown; a fourth changes that."""
    ready = table(3, "rocks")
    screens = sit(ready, "s1"), sit(ready, None)
    for screen in screens:
        words = (
            "In clockwise order. With three players, the one in the middle starts: Bo. "
            "Bo\u2019s penguin 2 is free from the start."
        )
        expect(screen.get_by_text(words)).to_be_visible()
        expect(screen.locator(".crown")).to_have_count(1)
        expect(screen.get_by_role("button", name="Bo rolls first")).to_have_attribute(
            "aria-pressed", "true"
        )
        expect(screen.get_by_role("button", name="Start", exact=True)).to_have_class(PRIMARY)
    ready.join("Dina", "violet")
    for screen in screens:
        expect(
            screen.get_by_text("In clockwise order. Tap the crown to mark the youngest.")
        ).to_be_visible()
        expect(screen.locator(".crown")).to_have_count(4)


def test_a_game_of_three_starts_without_a_tap_on_a_crown(table: Make, sit: Make) -> None:
    """Rocks O: with the one in the middle, whose penguin 2 rolls next."""
    page = sit(table(3, "rocks"), "s2", STAY)
    press(page, "Start")
    expect(page.get_by_role("heading", name="Your roll")).to_be_visible()
    press(page, "a 3", exact=True)
    press(page, "Moved")
    expect(page.get_by_text("Roll for penguin 2", exact=True)).to_be_visible()
    expect(page.get_by_text("Done. Now roll for penguin 2.")).to_be_visible()


def test_an_empty_table_lacks_two_players(table: Make, sit: Make) -> None:
    """Rocks R1; then one."""
    ready = table(0, "rocks")
    host = sit(ready, None)
    expect(host.get_by_text("Still to do: 2 more players,")).to_be_visible()
    ready.join("Ana", "coral")
    expect(host.get_by_text("Still to do: one more player,")).to_be_visible()


def test_a_complete_nest_is_finished_by_another_button_than_a_move(table: Make, sit: Make) -> None:
    """It says that it wins, in a look of its own, and asks; all nests show whose roll it is and
    which one is complete.
    """
    ready = table(2, "rocks")
    ready.tap("game.start", {"first": "s1"})
    page, host = sit(ready, "s1"), sit(ready, None)
    for screen in (page, host):
        expect(screen.get_by_text("Roll for penguin 1", exact=True)).to_be_visible()
    build(ready)
    for screen in (page, host):
        expect(screen.get_by_text("Move penguin 1", exact=True)).to_be_visible()
    finish, moved = (
        page.get_by_role("button", name=name) for name in ("I reached the centre: I win!", "Moved")
    )
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        one, other = (
            button.evaluate("(it) => getComputedStyle(it).backgroundColor")
            for button in (finish, moved)
        )
        assert one != other
    expect(host.locator(".nests .is-active")).to_have_text(re.compile("^Ana complete"))
    unfold(host, "Ana")
    expect(host.get_by_role("button", name="Ana reached the centre")).to_be_visible()
    finish.click()
    expect(page.get_by_role("dialog")).to_contain_text("so the game ends")
    press(page, "Cancel")
    expect(finish).to_be_visible()


def test_a_nest_can_be_finished_after_moved_was_tapped(table: Make, sit: Make) -> None:
    """Rocks R10: before the next throw, on the phone of who moved as on the next one's and the
    host's screen.
    """
    ready = table(2, "rocks")
    ready.tap("game.start", {"first": "s1"})
    ana, bo, host = sit(ready, "s1"), sit(ready, "s2"), sit(ready, None)
    ready.tap("move.done", expects={"moves": ready.state()["moves"]})
    for space in range(6):
        ready.tap("rock.drop", {"seat": "s1", "space": space})
    for screen in (bo, host):
        unfold(screen, "Ana")
        expect(screen.get_by_role("button", name="Ana reached the centre")).to_be_visible()
    agree(ana, "I reached the centre")
    expect(ana.get_by_role("heading", name="Your nest is finished!")).to_be_visible()
    expect(host.get_by_role("heading", name="Ana\u2019s nest is finished!")).to_be_visible()


def test_a_complete_nest_whose_penguin_2_is_to_roll_can_be_finished(table: Make, sit: Make) -> None:
    """Rocks R8, R10: "Moved" was tapped before the last rock, and it is still her turn."""
    ready = table(2, "rocks")
    ready.tap("game.start", {"first": "s1"})
    build(ready)
    ready.tap("move.done", expects={"moves": ready.state()["moves"]})
    page = sit(ready, "s1")
    expect(page.get_by_text("Roll for penguin 2", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="I reached the centre")).to_have_count(1)


def test_a_second_rock_is_drawn_and_taking_one_away_is_no_first_choice(
    table: Make, sit: Make
) -> None:
    """In a complete nest a space takes a second rock; then one can only be taken."""
    ready = table(2, "rocks")
    ready.tap("game.start", {"first": "s1"})
    build(ready)
    page = sit(ready, "s1")
    press(page, "Ana\u2019s space 2: 1 rock")
    expect(page.get_by_role("dialog", name="Ana\u2019s nest")).to_be_visible()
    expect(page.get_by_role("button", name="Remove a rock")).not_to_have_class(PRIMARY)
    press(page, "Add a second rock")
    space = page.get_by_role("button", name="Ana\u2019s space 2: 2 rocks")
    expect(space.locator(".a-rock")).to_have_count(2)
    space.click()
    expect(page.get_by_role("button", name="Add a second rock")).to_have_count(0)
    expect(page.get_by_role("button", name="Remove a rock")).to_be_visible()


def test_the_podium_says_what_its_figures_count(table: Make, sit: Make) -> None:
    """On phones and on the host's screen."""
    ready = table(2, "rocks")
    ready.tap("game.start", {"first": "s1"})
    build(ready)
    ready.tap("nest.done", {"seat": "s1"}, expects={"moves": ready.seen["moves"]})
    for seat in ("s1", None):
        expect(sit(ready, seat).get_by_text("Rocks in the nest", exact=True)).to_be_visible()


def test_the_lobby_offers_to_play_the_round_out(table: Make, sit: Make) -> None:
    """Rocks O: one line says what it means, on every screen and on a TV, which has no button;
    another tap undoes it.
    """
    ready = table(2, "rocks")
    page, host, screen = sit(ready, "s1"), sit(ready, None), _screen(ready, sit)
    chip = page.get_by_role("button", name="Play the round to its end")
    expect(chip).to_have_attribute("aria-pressed", "false")
    expect(screen.get_by_text("Off: the first nest wins.")).to_be_visible()
    chip.click()
    for each in (page, host):
        expect(each.get_by_role("button", name="Play the round to its end")).to_have_attribute(
            "aria-pressed", "true"
        )
    for each in (page, host, screen):
        expect(each.get_by_text("Everyone gets the same number of rolls.")).to_be_visible()
    chip.click()
    for each in (page, host, screen):
        expect(each.get_by_text("Off: the first nest wins.")).to_be_visible()


def _screen(table: Any, sit: Make) -> Page:
    """A TV, by a pass."""
    page: Page = sit(table, None)
    page.goto(table.host.post(f"/t/{table.code}/passes/screen?view=host", {})["url"])
    press(page, "Show it here")
    page.wait_for_url(f"**/t/{table.code}/screen")
    return page


def test_a_round_that_is_played_out_says_who_still_has_a_turn(table: Make, sit: Make) -> None:
    """Rocks O: once someone has built, on phones and the host's screen; at the end that the last
    to build has won.
    """
    ready = table(3, "rocks")
    ready.tap("finish.set", {"finish": "play-out"})
    ready.tap("game.start", {"first": "s1"})
    build(ready)
    for space in range(6):
        ready.tap("rock.drop", {"seat": "s2", "space": space})
    ana, bo, host = sit(ready, "s1"), sit(ready, "s2"), sit(ready, None)
    expect(host.locator(".round-out")).to_have_count(0)
    agree(ana, "I reached the centre")
    for screen in (ana, bo, host):
        expect(screen.locator(".round-out")).to_have_text(
            "Nests finished: Ana. Still to move: Bo, Cleo. The last to finish wins."
        )
    expect(ana.get_by_text("Your nest is finished.", exact=True)).to_be_visible()
    expect(host.locator(".nests li").first).to_have_text(re.compile("^Ana finished"))
    ready.tap("die.roll", {"face": 1}, expects={"moves": ready.state()["moves"]})
    agree(bo, "I reached the centre")
    expect(host.locator(".round-out")).to_have_text(
        "Nests finished: Ana, Bo. Still to move: Cleo. The last to finish wins."
    )
    ready.tap("move.done", expects={"moves": ready.state()["moves"]})
    expect(bo.get_by_role("heading", name="You finished your nest last and win!")).to_be_visible()
    for screen in (ana, host):
        expect(screen.get_by_role("heading", name="Bo finished last and wins!")).to_be_visible()


def test_a_host_has_all_four_nests_in_sight(table: Make, sit: Make) -> None:
    """Rocks R1: on a laptop as on a TV, which nobody scrolls; also while the round is
    played out.
    """
    ready = table(4, "rocks")
    ready.tap("finish.set", {"finish": "play-out"})
    ready.tap("game.start", {"first": "s1"})
    build(ready)
    ready.tap("nest.done", {"seat": "s1"}, expects={"moves": ready.seen["moves"]})
    host = sit(ready, None)
    expect(host.locator(".round-out")).to_be_in_viewport(ratio=1)
    expect(host.locator(".nests li")).to_have_count(4)
    for nest in host.locator(".nests li").all():
        expect(nest).to_be_in_viewport(ratio=1)
