"""Every scene of rocks, combust, solitaire and pirates, on a phone and on the host's screen."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, Route, expect

from tests.companion.solitaire.lines import PERFECT
from tests.web.browser.axe import check
from tests.web.browser.hands import at, build, place_by_request, press
from tests.web.browser.messages import check_messages

Make = Callable[..., Any]
Steps = tuple["Scene", ...]


def _nothing(_: Any) -> None:
    """The table, or the screen, as it is."""


def _presses(*names: str) -> Callable[[Page], None]:
    """Goes on by these buttons, one after the other."""

    def go(page: Page) -> None:
        for name in names:
            sheet = page.locator("dialog[open]")
            press(sheet if sheet.count() else page, re.compile(name))

    return go


@dataclass(frozen=True)
class Scene:
    """How the table comes to a scene from the one before, and how a phone goes to what is looked
    at.
    """

    name: str
    bring: Callable[[Any], None] = _nothing
    go: Callable[[Page], None] = _nothing
    host: bool = False  # look at the host's screen too


def _rocks_throw(table: Any) -> None:
    """The round is to be played out."""
    table.tap("finish.set", {"finish": "play-out"})
    table.tap("game.start", {"first": "s1"})


def _rocks_built(table: Any) -> None:
    """In the third round, when it could be; Bo, in the middle, moves both penguins."""
    for _ in range(8):
        table.tap("move.done", expects={"moves": table.state()["moves"]})
    build(table)
    table.tap("rock.drop", {"seat": "s2", "space": 2})
    table.tap("rock.drop", {"seat": "s1", "space": 0})  # a second one on it


def _rocks_last_turns(table: Any) -> None:
    table.tap("nest.done", {"seat": "s1"}, expects={"moves": table.seen["moves"]})


def _rocks_over(table: Any) -> None:
    for _ in range(3):
        table.tap("move.done", expects={"moves": table.state()["moves"]})


def _combust_lines(table: Any) -> None:
    table.tap("dealer.give", {"seat": "s2"})
    table.tap("game.start")
    for seat, total in (("s1", 9), ("s2", 12)):
        line = {"seat": seat, "sum": total, "penguins": 3, "highest": 5}
        table.tap("line.type", line, expects={"version": 0})


def _combust_turns(table: Any) -> None:
    line = {"seat": "s3", "sum": 14, "penguins": 3, "highest": 6}
    table.tap("line.type", line, expects={"version": 0})
    table.tap("turns.begin")


def _combust_chain(table: Any) -> None:
    table.tap("card.play", {"seat": "s1", "card": 3}, expects={"turn": 1, "chain": 0})
    table.tap("verb.done", expects={"turn": 1, "chain": 1, "done": 0})


def _combust_over(table: Any) -> None:
    table.tap("clan.out", {"seats": ["s2"]})
    table.tap("clan.out", {"seats": ["s3"]})


def _king_tut_runs(table: Any) -> None:
    table.tap("game.start", {"mode": "king-tut", "rounds": 2})
    table.tap("clock.start", {"seat": "s1"}, expects={"round": 1})


def _king_tut_round(table: Any) -> None:
    """One round is over for all; in the game's last one the last pips end it."""
    at = {"round": table.state()["round"]}
    while seat := table.seen["running"] or table.seen["due"]:
        if not table.seen["running"]:
            table.tap("clock.start", {"seat": seat}, expects=at)
        table.tap("clock.stop", {"seat": seat}, expects=at)
    for number, seat in enumerate(("s1", "s2", "s3")):
        version = table.state()["seats"][number]["score_version"]
        table.tap("score.type", {"seat": seat, "pips": 3 + number}, expects={"version": version})


def _king_tut_over(table: Any) -> None:
    table.tap("round.next", expects={"round": 1})
    _king_tut_round(table)


def _free(table: Any) -> None:
    table.tap("game.start", {"mode": "free", "rounds": 1})
    for changes, hop in enumerate(("a1-a3", "b1-b3")):
        table.tap("hop", {"seat": "s1", "hop": hop}, by="s1", expects={"changes": changes})


def _free_perfect(table: Any) -> None:
    """Ana's last pyramid is a small one, and Bo has typed a score."""
    table.tap("board.new", {"seat": "s1"}, by="s1", expects={"changes": 2})
    for changes, hop in enumerate(map(str, PERFECT[0].hops), start=3):
        table.tap("hop", {"seat": "s1", "hop": hop}, by="s1", expects={"changes": changes})
    table.tap("score.type", {"seat": "s2", "pips": 4}, expects={"version": 0})


def _free_over(table: Any) -> None:
    table.tap("play.end")


def _quicksand(table: Any) -> None:
    table.tap("game.start", {"mode": "quicksand", "rounds": 1})


def _sand_runs(table: Any) -> None:
    table.tap("sand.start", {"limit": 300}, expects={"round": 1})


def _pirates_event(table: Any) -> None:
    table.tap("captain.give", {"seat": "s1"})
    table.tap("game.start")


def _pirates_captain(table: Any) -> None:
    table.tap("event.reveal", {"event": table.state()["due"][0]["id"]}, expects={"turn": 1})


def _pirates_sail(table: Any) -> None:
    for seat, penguin in (("s1", 0), ("s2", 1), ("s3", 2), ("s1", 3)):
        place_by_request(table, seat, penguin)


def _pirates_over(table: Any) -> None:
    table.tap(
        "track.set",
        {"track": "water", "value": 7},
        expects={"version": table.state()["tracks_version"]},
    )


SCENES: dict[str, Steps] = {
    "rocks": (
        Scene("lobby", host=True),
        Scene("throw", _rocks_throw, host=True),
        Scene("complete", _rocks_built, host=True),
        Scene("space", go=_presses("^Ana\u2019s space 2")),
        Scene("nests", go=_presses("^Nests")),
        Scene("last-turns", _rocks_last_turns, host=True),
        Scene("over", _rocks_over, host=True),
    ),
    "combust": (
        Scene("lobby", host=True),
        Scene("lines", _combust_lines, host=True),
        Scene("line", go=_presses("^Cleo", "^2,", "^3,")),
        Scene("turn", _combust_turns),
        Scene("card", go=_presses("^Play a card")),
        Scene("out", go=_presses("^A clan is extinct", "^Bo")),
        Scene("chain", _combust_chain, host=True),
        Scene("over", _combust_over, host=True),
    ),
    "king-tut": (
        Scene("lobby", go=_presses("^King Tut"), host=True),
        Scene("running", _king_tut_runs, host=True),
        Scene("round", _king_tut_round),
        Scene("pips", go=_presses("^Enter what\u2019s left")),
        Scene("over", _king_tut_over, host=True),
    ),
    "free": (
        Scene("picked", _free, go=_presses("^d1:")),
        Scene("perfect", _free_perfect, host=True),
        Scene("end", go=_presses("^End the game")),
        Scene("over", _free_over, host=True),
    ),
    "quicksand": (Scene("choose", _quicksand), Scene("sand", _sand_runs, host=True)),
    "pirates": (
        Scene("lobby", host=True),
        Scene("event", _pirates_event),
        Scene("numbers", _pirates_captain, host=True),
        Scene("spots", go=_presses("^1$")),
        Scene("sail", _pirates_sail, host=True),
        Scene(
            "photo", lambda table: table.photograph("pirates/tune/02-kitchen-middle.jpg"), host=True
        ),
        Scene("marker", go=_presses("15 speed")),
        Scene("over", _pirates_over, host=True),
    ),
}
GAMES = {"king-tut": "solitaire", "free": "solitaire", "quicksand": "solitaire"}


@pytest.mark.parametrize("play", SCENES)
def test_every_scene_is_for_all_eyes_and_thumbs(
    play: str, table: Make, sit: Make, shoot: Make
) -> None:
    """Axe finds nothing in light and dark, targets are 44 px, 320 px hold it, and no message covers
    a control.
    """
    brought = table(3, GAMES.get(play, play))
    phone = sit(brought, "s1", complaints=("409",))
    host = (
        sit(brought, None, complaints=("409",))
        if any(scene.host for scene in SCENES[play])
        else None
    )
    gone_on = False
    for scene in SCENES[play]:
        scene.bring(brought)
        if gone_on:
            phone.reload()  # no sheet is open, and no other tab
        gone_on = scene.go is not _nothing
        for page, name in ((phone, "phone"), (host, "host")):
            if page is None or (page is host and not scene.host):
                continue
            page.locator(f"#app[data-version='{brought.state()['version']}']").wait_for()
            if page is phone:
                scene.go(page)
            shoot(page, f"{play}-{scene.name}-{name}")
            check(page)
            check_messages(page)
    ended = phone.locator("main[data-phase='over']")  # where it's nobody's turn
    assert not (ended.count() and phone.locator("body.my-turn").count())


def test_a_screen_for_all_shows_the_table_and_has_nothing_to_tap(
    table: Make, phones: Make, shoot: Make
) -> None:
    """By a pass a TV shows each game's table as it goes on; it has no button, and no field."""
    screen = phones(viewport={"width": 1280, "height": 720}).page
    begun = {
        "rocks": _rocks_begun,
        "pirates": _pirates_event,
        "solitaire": _free,
        "combust": _combust_ended,
    }
    for game, begin in begun.items():
        brought = table(3, game)
        given = brought.host.post(f"/t/{brought.code}/passes/screen?view=host", {})
        screen.goto(given["url"])
        press(screen, "Show it here")
        screen.wait_for_url(f"**/t/{brought.code}/screen")
        at([screen], "lobby")
        begin(brought)
        screen.locator("main[data-phase]:not([data-phase='lobby'])").wait_for()
        shoot(screen, f"{game}-screen")
        expect(screen.get_by_text("Ana").first).to_be_visible()
        expect(
            screen.locator("button, input, select, a[href], [tabindex]:not([tabindex='-1'])")
        ).to_have_count(0)
    check(screen)


def test_a_screen_of_free_play_shows_what_each_board_holds(table: Make, sit: Make) -> None:
    """A full board holds all its pips, and nobody has a score yet; what a pyramid covers is listed
    below it.
    """
    brought = table(3, "solitaire")
    _free(brought)
    screen = sit(brought, None)
    expect(screen.get_by_role("heading", name="Free play")).to_be_visible()
    expect(screen.locator(".score-row")).to_have_text(["Ana66 pips", "Bo72 pips", "Cleo72 pips"])
    heights = screen.locator(".square svg").evaluate_all(HEIGHTS)
    assert len(heights) == 3 * 12
    assert [one for one in heights if one["marks"] < one["pyramids"]] == []


HEIGHTS = """(stacks) => stacks.map((stack) => {
  const all = (which) => [...stack.querySelectorAll(which)];
  const [marks, pyramids] = [all('.under rect'), all(':scope > g:not(.under) rect')];
  const ends = (one) => Number(one.getAttribute('y')) + Number(one.getAttribute('height'));
  return {
    marks: Math.min(...marks.map((one) => Number(one.getAttribute('y')))),
    pyramids: Math.max(...pyramids.map(ends)),
  };
})"""


def _combust_ended(table: Any) -> None:
    for bring in (_combust_lines, _combust_turns, _combust_over):
        bring(table)


def _rocks_begun(table: Any) -> None:
    table.tap("game.start", {"first": "s1"})


def test_a_phone_that_cannot_get_here_is_helped(table: Make, sit: Make, shoot: Make) -> None:
    """The host reads what the computer found out, and what to try first; and comes back to the
    phones.
    """
    page = sit(table(3, "rocks"), None)
    press(page, "Phones")
    page.get_by_role("dialog").get_by_role("button", name="A phone can\u2019t connect").click()
    sheet = page.get_by_role("dialog", name="A phone can\u2019t connect")
    expect(sheet.locator(".reach-found")).to_contain_text(
        re.compile("phone has connected|phones have connected|No phone has connected|responding")
    )
    step = sheet.get_by_role("listitem").filter(has_text="on the same Wi-Fi")
    expect(step).to_be_visible()
    assert "counter" in step.evaluate("(step) => getComputedStyle(step, '::before').content")
    shoot(page, "reach-host")
    check(page)
    press(page, "Back")
    expect(page.get_by_role("dialog", name="Phones and screens")).to_be_visible()


def test_a_computer_that_listens_to_itself_alone_does_not_blame_the_wifi(
    table: Make, sit: Make
) -> None:
    """After `rookery table --host 127.0.0.1` no phone can join, whatever its network: the page
    names the option.
    """
    page = sit(table(3, "rocks"), None)
    tell(page, [], "127.0.0.1", alone=True)
    invite = page.locator(".invite")
    only = "Only this computer can join. Stop Rookery and start it without --host."
    expect(invite).to_contain_text(only)
    expect(invite.get_by_role("img")).to_have_count(0)
    press(page, "A phone can\u2019t connect")
    sheet = page.get_by_role("dialog", name="A phone can\u2019t connect")
    expect(sheet.locator(".reach-found")).to_have_text(only)
    expect(sheet.get_by_role("listitem")).to_have_count(0)


def tell(page: Page, addresses: list[dict[str, Any]], first: str, *, alone: bool = False) -> None:
    """Let the server find these addresses from now on, and the page ask for them; the cookie
    chooses as on the server.
    """

    def answer(route: Route) -> None:
        cookies = {each["name"]: each["value"] for each in page.context.cookies()}
        name = cookies.get("rookery-address", first)
        url = f"http://{f'[{name}]' if ':' in name else name}:8000/j/KIWI-42"
        phones = sum(each["arrived"] for each in addresses)
        told = {"addresses": addresses, "alone": alone, "port": 8000, "phones": phones}
        route.fulfill(json={**told, "url": url})

    page.route("**/reach*", answer)
    page.evaluate("dispatchEvent(new Event('online'))")


def test_the_host_puts_another_address_into_the_qr_code(
    table: Make, sit: Make, shoot: Make
) -> None:
    """With a VPN, two cards or Docker, phones may reach one address only. Those by which a phone
    came are marked, and the choice is this browser's.
    """
    page = sit(table(3, "rocks"), None)
    names = ("10.5.0.2", "192.168.178.23", "2001:db8:77::23")
    found = [{"name": name, "arrived": name == names[1]} for name in names]
    tell(page, found, names[0])
    invite = page.locator(".invite")
    expect(invite).to_contain_text("or open 10.5.0.2:8000")
    press(page, "A phone can\u2019t connect")
    sheet = page.get_by_role("dialog", name="A phone can\u2019t connect")
    rows = sheet.locator(".reach-choice").get_by_role("listitem")
    expect(rows.filter(has_text="phone connected")).to_have_text(re.compile("192.168.178.23"))
    shoot(page, "reach-choice")
    check(page)
    for name, written in ((names[2], "[2001:db8:77::23]"), (names[1], names[1])):
        chosen = rows.filter(has_text=written).get_by_role("button")
        chosen.click()
        expect(chosen).to_have_attribute("aria-pressed", "true")
        expect(rows.get_by_role("button", pressed=True)).to_have_count(1)
        expect(invite).to_contain_text(f"or open {written}:8000")
        code = invite.get_by_role("img", name="QR code")
        expect(code).to_have_attribute("src", re.compile(f"at={quote(written + ':8000', safe='')}"))
        assert name in {each["value"] for each in page.context.cookies()}


def test_a_computer_that_joins_a_network_shows_its_qr_code(
    table: Make, sit: Make, shoot: Make
) -> None:
    """On no network there is none, and the page says why; no reload is needed afterwards."""
    page = sit(table(3, "rocks"), None)
    tell(page, [], "127.0.0.1")
    invite = page.locator(".invite")
    expect(invite).to_contain_text("This computer isn\u2019t on a network")
    expect(invite.get_by_role("img")).to_have_count(0)
    shoot(page, "no-network")
    check(page)
    found = [{"name": "192.168.178.23", "arrived": False}]
    tell(page, found, "192.168.178.23")
    expect(invite).to_contain_text("or open 192.168.178.23:8000")
    expect(invite.get_by_role("img", name="QR code")).to_be_visible()
