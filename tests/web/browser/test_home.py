"""The front door: `rookery` in a terminal, and the home page that it opens."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import sys
from base64 import b64encode
from collections.abc import Callable, Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Page, ViewportSize, expect

from bench.wire import free_port
from companion.deckfile import deck_text
from companion.game import game
from companion.profile import HOME
from tests.web.browser.axe import check
from tests.web.browser.conftest import LAPTOP, Client, Table

Make = Callable[..., Any]
PHOTOS = Path(__file__).parents[2] / "photos"
SAMPLE = str(files("vision") / "samples" / "giza.jpg")
FRONT, BACK = (str(PHOTOS / "calibration" / f"desk-{side}.jpg") for side in ("front", "back"))
NARROW_PHONE: ViewportSize = {"width": 390, "height": 844}
# a picture of a print that another choice replaced, asked for while that ended
REPLACED = r"404 .*/print/\w+/\d+\.jpg"
SIZES: list[ViewportSize] = [
    NARROW_PHONE,
    {"width": 320, "height": 568},
    {"width": 844, "height": 390},
    LAPTOP,
]


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address that `rookery` in a terminal gave to the browser of this computer."""
    folder = tmp_path_factory.mktemp("front-door")
    told = folder / "told"
    os.mkfifo(told)
    reader = os.open(told, os.O_RDWR)
    for name, script in (("xdg-open", f'echo "$1" > {told}'), ("xdg-settings", "exit 1")):
        (folder / name).write_text(f"#!/bin/sh\n{script}\n", "utf-8")
        (folder / name).chmod(0o755)
    ours = {"PATH": f"{folder}:{os.environ['PATH']}", "DISPLAY": ":77", "TERM": "xterm"}
    ours |= {HOME: str(folder / "settings")}
    environment = {**os.environ, **ours}
    for name in ("SSH_CONNECTION", "BROWSER"):
        environment.pop(name, None)
    near, far = pty.openpty()
    server = subprocess.Popen(
        [sys.executable, "-m", "rookery", "--data", str(folder), "--port", str(free_port())],
        stdout=far,
        stderr=far,
        env=environment,
    )
    try:
        assert select.select([reader], [], [], 60)[0], "no browser was opened"
        yield os.read(reader, 100).decode().strip()
    finally:
        server.terminate()
        server.wait(60)
        for end in (near, far, reader):
            os.close(end)


@pytest.fixture
def at_home(opened: str, phones: Make) -> Callable[..., Page]:
    """Opens a page on the computer that runs Rookery."""

    def open_page(path: str = "", *, expected: str = "^$", **options: Any) -> Page:
        phone = phones(**{"viewport": LAPTOP, **options})
        phone.expect(expected, REPLACED)
        page: Page = phone.page
        page.goto(opened + path)
        return page

    return open_page


def test_rookery_opens_its_home_page(at_home: Make) -> None:
    """One tap on a game is a table."""
    page = at_home()
    page.get_by_role("button", name="Giza").click()
    expect(page.get_by_text("Scan to join")).to_be_visible()


def test_the_doors_of_this_computer_are_above_the_edge(at_home: Make) -> None:
    """On a laptop nothing has to be scrolled for them."""
    page = at_home()
    for door in page.locator(".home-door").all():
        assert door.bounding_box()["y"] + door.bounding_box()["height"] <= LAPTOP["height"]


def test_menus_of_the_home_page(at_home: Make) -> None:
    """The code and the language are asked for in place."""
    page = at_home()
    page.locator("summary", has_text="English").click()
    page.get_by_role("button", name="Deutsch").click()
    expect(page.get_by_role("heading", name="Spielen")).to_be_visible()


@pytest.mark.parametrize("size", [LAPTOP, NARROW_PHONE], ids=["laptop", "narrow"])
@pytest.mark.parametrize("path", ["", "/rules", "/check"])
def test_a_page_at_home(path: str, size: Any, at_home: Make, shoot: Make) -> None:
    """Axe finds nothing in light and dark, and nothing is scrolled sideways."""
    page = at_home(path, viewport=size)
    shoot(page, f"at-home-{path.strip('/').replace('/', '-')}-{size['width']}")
    check(page)


def test_a_photo_is_checked_without_a_table(at_home: Make, shoot: Make) -> None:
    """From home: the verdict, then one question at a time, whose answers count at once."""
    page = at_home(viewport=NARROW_PHONE)
    page.get_by_role("link", name="Check a photo").click()
    page.locator("input[type=file]").last.set_input_files(SAMPLE)
    expect(page.get_by_text("11 points before goals, 10 cards read")).to_be_visible()
    shoot(page, "check-a-photo")
    check(page)
    for goal in ("Matching level", "No grey", "Three corners"):
        page.get_by_role("button", name=goal).click()
    expect(page.get_by_text("points, 10 cards read")).to_be_visible()
    expect(page.locator("#question")).to_have_count(0)


DROP = """(files) => files.forEach(([name, text]) => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([Uint8Array.from(atob(text), (one) => one.charCodeAt(0))], name));
  document.dispatchEvent(new DragEvent("drop", { dataTransfer, cancelable: true }));
})"""


def test_of_two_photos_the_last_counts(at_home: Make) -> None:
    """Whatever is dropped while a photo is read, its reading isn't shown."""
    page = at_home("/check", viewport=NARROW_PHONE, expected="status of [45]")
    table = b64encode(Path(SAMPLE).read_bytes()).decode()
    with page.expect_response(lambda answer: answer.url.endswith("/check/photo") and answer.ok):
        page.evaluate(DROP, [["table.jpg", table], ["empty.jpg", ""]])
    expect(page.get_by_role("alert")).to_be_visible()
    page.wait_for_timeout(500)  # in which it would be shown
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.locator(".check-result")).to_have_count(0)


def look(page: Page, shoot: Make, name: str) -> None:
    """Axe finds nothing, and nothing is scrolled sideways on any size of screen."""
    for size in SIZES:
        page.set_viewport_size(size)
        shoot(page, f"{name}-{size['width']}")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.set_viewport_size(NARROW_PHONE)
    check(page)


def test_a_pyramid_in_a_photo_is_corrected_by_hand(at_home: Make, shoot: Make) -> None:
    """A tap on a place, with the phones' own sheet; what the photo says follows."""
    page = at_home("/check", viewport=NARROW_PHONE)
    page.locator("input[type=file]").last.set_input_files(SAMPLE)
    top = page.get_by_role("button", name=re.compile("^Top: "))
    expect(top).to_be_visible()
    number = (top.get_attribute("aria-label") or "").split("penguin ")[1].split(",")[0]
    top.click()
    look(page, shoot, "by-hand-slot")
    page.get_by_role("button", name="Remove this penguin").click()
    expect(page.get_by_text("No rule is broken so far")).to_be_visible()
    expect(page.get_by_text("9 cards read")).to_be_visible()
    expect(page.get_by_text("Corrected by hand")).to_be_visible()
    page.get_by_role("button", name="Top: empty").click()
    page.get_by_role("button", name=re.compile(f"^penguin {number},")).click()
    expect(page.get_by_text("Every rule is kept")).to_be_visible()
    expect(page.get_by_text("11 points before goals, 10 cards read")).to_be_visible()
    for goal in ("Matching level", "No grey", "Three corners"):
        page.get_by_role("button", name=goal).click()
    expect(page.locator("#question")).to_have_count(0)
    expect(page.get_by_text("before goals")).to_have_count(0)
    look(page, shoot, "by-hand-pyramid")


def test_a_board_in_a_photo_is_corrected_by_hand(at_home: Make, shoot: Make) -> None:
    """On the page that solves it, from the tops that the photo shows."""
    page = at_home("/check", viewport=NARROW_PHONE)
    page.locator("input[type=file]").last.set_input_files(
        PHOTOS / "solitaire/tune/02-desk-plastic.jpg"
    )
    link = page.get_by_role("link", name="Correct by hand")
    expect(link).to_be_visible()
    look(page, shoot, "by-hand-board")
    link.click()
    expect(page.get_by_text("A photo shows only the top pyramids.")).to_be_visible()
    assert page.locator(".square [class^=pyramid-]").count() > 1
    look(page, shoot, "by-hand-board-solve")


def test_a_line_in_a_photo_is_corrected_by_hand(at_home: Make, shoot: Make) -> None:
    """A tap on a line, with the phones' own sheet; its sum follows."""
    page = at_home("/check", viewport=NARROW_PHONE)
    page.locator("input[type=file]").last.set_input_files(PHOTOS / "counting/combust-1-three.jpg")
    expect(page.get_by_text("Line 1: 33, 3 cards")).to_be_visible()
    page.get_by_role("button", name="Line 1").click()
    card = page.get_by_role("button", name=re.compile("^Remove the ")).first
    value = int(card.inner_text())
    card.click()
    look(page, shoot, "by-hand-line")
    page.get_by_role("button", name="Save line").click()
    expect(page.get_by_text(f"Line 1: {33 - value}, 2 cards")).to_be_visible()
    expect(page.get_by_text("Corrected by hand")).to_be_visible()
    look(page, shoot, "by-hand-lines")


def test_a_game_is_printed_from_home(at_home: Make, shoot: Make) -> None:
    """Pages, sheets and ink before the PDF is saved; a lost card by a tap on it."""
    page = at_home()
    page.locator('a[href="/print"]').click()
    save = page.get_by_role("link", name="Save the PDF")
    expect(save).to_be_visible()
    expect(page.get_by_text("sheets of A4")).to_be_visible()
    expect(page.locator(".print-list li", has_text="penguins").first).to_be_visible()
    shoot(page, "print")
    check(page)
    page.locator(".print-list li", has_text="penguins").first.get_by_role("button").click()
    page.get_by_role("button", name="penguin-01", exact=True).first.click()
    shoot(page, "print-a-card")
    page.get_by_role("button", name="Print 1 card alone").click()
    expect(page.get_by_text("1 sheet of A4")).to_be_visible()
    with page.expect_download() as saved:
        save.click()
    assert saved.value.suggested_filename == "giza-penguin-01.pdf"


def test_a_print_waits_for_a_server_that_is_away(at_home: Make) -> None:
    """It is said meanwhile, and goes on as soon as the server answers."""
    page = at_home(expected="ERR_FAILED")
    page.route(re.compile("/print/[0-9a-f]{16}$"), lambda route: route.abort())
    page.locator('a[href="/print"]').click()
    expect(page.get_by_role("alert")).to_contain_text("isn\u2019t responding")
    page.unroute_all()
    expect(page.get_by_role("link", name="Save the PDF")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)


def test_a_printer_is_calibrated_from_home(at_home: Make, shoot: Make) -> None:
    """From the sheet to a printer that is chosen, with its paper, for the next print."""
    page = at_home("/print", viewport=NARROW_PHONE, expected="422")
    page.get_by_role("link", name="Line up fronts and backs").click()
    check(page)
    shoot(page, "calibrate")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the test sheet").click()
    assert saved.value.suggested_filename == "printer-check-a4-long.pdf"
    measure = page.get_by_role("button", name="Measure and save")
    expect(measure).to_be_disabled()
    page.get_by_label("Printer and paper").fill("Office")
    for back, words in (
        (SAMPLE, "Photo of the back: no calibration sheet can be seen"),
        (BACK, ""),
    ):
        page.get_by_label("Photo of the front").set_input_files(FRONT)
        page.get_by_label("Photo of the back").set_input_files(back)
        measure.click()
        if words:
            expect(page.get_by_role("alert")).to_contain_text(words)
            shoot(page, "calibrate-trouble")
            check(page)
    expect(page.get_by_role("status")).to_contain_text("office is saved")
    expect(page.get_by_text("2.4 mm left, 0.5 mm up")).to_be_visible()
    check(page)
    shoot(page, "calibrated")
    page.get_by_role("link", name="Print with office").click()
    expect(page.get_by_label("office")).to_be_checked()
    page.get_by_label("Both, short edge").check()
    expect(page.get_by_label("office")).not_to_be_checked()
    page.get_by_label("office").check()
    expect(page.get_by_label("Both, long edge")).to_be_checked()
    expect(page.get_by_role("link", name="Save the PDF")).to_be_visible()
    page.get_by_role("link", name="Line up fronts and backs").click()
    page.locator("li", has_text="office").get_by_text("Delete").first.click()
    page.get_by_role("button", name="Delete office").click()
    expect(page.get_by_text("Your printers")).to_have_count(0)


def test_own_cards_are_printed_from_home(at_home: Make, shoot: Make, tmp_path: Path) -> None:
    """Pictures become sheets; a wrong file and a damaged picture are named, and can be left out."""
    for number in range(1, 12):
        Image.new("RGB", (744, 1039), (20 * number, 90, 60)).save(tmp_path / f"card {number}.png")
    for name in ("broken.png", "notes.txt", ".DS_Store", "Thumbs.db"):
        (tmp_path / name).write_bytes(b"no picture")
    page = at_home("/print", viewport=NARROW_PHONE, expected="400|413")
    page.get_by_role("link", name="My own cards").click()
    check(page)
    shoot(page, "own-cards")
    # too many: said once, the others stay here
    page.route("**/fronts", lambda route: route.fulfill(status=413, json={"error": {}}))
    page.get_by_label("Fronts").set_input_files(sorted(tmp_path.glob("card*")))
    expect(page.locator("#pile [role=status]")).to_have_count(0)
    expect(page.locator("#pile [role=alert] li")).to_have_count(1)
    page.unroute("**/fronts")
    page.get_by_label("Fronts").set_input_files(sorted(tmp_path.iterdir()))
    expect(page.locator("#pile [role=alert] li")).to_have_count(1)
    expect(page.locator("#pile [role=alert]")).to_contain_text("notes.txt: ")
    expect(page.locator("#print [role=alert]")).to_contain_text("'broken.png': ")
    page.get_by_text("12 files").click()
    check(page)
    page.get_by_role("button", name="Leave out broken.png").click()
    expect(page.get_by_text("2 sheets of A4")).to_be_visible()
    page.get_by_label("Backs").set_input_files(tmp_path / "card 1.png")
    page.get_by_label("mini").check()
    expect(page.get_by_text("1 sheet of A4")).to_be_visible()
    shoot(page, "own-cards-drawn")
    check(page)
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save the PDF").click()
    assert saved.value.suggested_filename == "my-own-cards-sheets.pdf"


def test_your_own_deck_is_played_from_home(at_home: Make, shoot: Make, tmp_path: Path) -> None:
    """From its file to a table with its cards, without a terminal; a mistake has its line."""
    page = at_home(expected="400")
    page.get_by_role("link", name="Your own deck").click()
    check(page)
    shoot(page, "your-own-deck")
    with page.expect_download() as saved:
        page.get_by_role("link", name="Giza", exact=True).click()
    text = Path(saved.value.path()).read_text("utf-8")
    for points, name in ((99, "wrong"), (6, "right")):
        file = tmp_path / f"{name}.toml"
        file.write_text(re.sub(r"points = \d+", f"points = {points}", text, count=1), "utf-8")
        page.locator("#deck").set_input_files(file)
        page.get_by_role("button", name="Open the deck").first.click()
        if name == "wrong":
            expect(page.get_by_role("alert")).to_contain_text("line ")
    expect(page.locator(".deck-cards img").first).to_be_visible()
    shoot(page, "own-deck")
    check(page)
    page.get_by_role("button", name="Play").click()
    expect(page.get_by_text("Scan to join")).to_be_visible()


def test_a_decks_own_pictures_are_on_phones(
    opened: str, at_home: Make, sit: Make, shoot: Make, tmp_path: Path
) -> None:
    """Chosen with the deck file, then on a card of a player's phone; a missing one is said."""
    text = deck_text(game("giza"))[0]
    for number, name in (("zeroes", "fox.jpg"), ("level", "gone.png")):
        line = f'id = "goal-{number}"\n'
        text = text.replace(line, f'{line}art = "{name}"\n', 1)
    (tmp_path / "my.toml").write_text(text, "utf-8")
    Image.radial_gradient("L").resize((1000, 700)).convert("RGB").save(tmp_path / "fox.jpg")
    page = at_home("/deck")
    page.locator("#deck").set_input_files(sorted(tmp_path.iterdir()))
    expect(page.get_by_text("my.toml +1")).to_be_visible()
    page.get_by_role("button", name="Open the deck").first.click()
    expect(page.get_by_role("status")).to_contain_text("'gone.png' wasn't chosen")
    shoot(page, "own-deck-pictures")
    check(page)
    page.get_by_role("button", name="Play").click()
    expect(page.get_by_text("Scan to join")).to_be_visible()
    code = page.url.split("/")[-2]
    table = Table(opened, code, Client(opened, "?view=host").adopt(page.context), {})
    for name, colour in (("Anna", "copper"), ("Ben", "violet")):
        table.join(name, colour)
    goals = [goal["id"] for goal in table.state()["deck"]["goals"][:3]]
    table.tap("goals.set", {"goals": goals})
    phone = sit(table, "s1")
    own, ours = (
        phone.locator(f"img[src*='{piece}/front']").first for piece in ("goal-zeroes", "goal-level")
    )
    expect(own).to_be_visible()
    shoot(phone, "own-pictures-phone")
    drawn = "img => fetch(img.src).then(answer => answer.text())"
    assert ["<image" in str(card.evaluate(drawn)) for card in (own, ours)] == [True, False]
    assert own.evaluate("img => img.decode().then(() => img.naturalWidth > 0)")


def test_a_board_is_solved_from_home(at_home: Make, shoot: Make) -> None:
    """Tapped square by square; the answer is shown hop by hop."""
    page = at_home(viewport=NARROW_PHONE)
    page.get_by_role("link", name="Solve").click()
    page.get_by_role("button", name="Empty board").click()
    page.get_by_role("button", name="Small", exact=True).click()
    for square in (0, 1):
        page.locator(".square").nth(square).click()
    check(page)
    shoot(page, "solve")
    page.get_by_role("button", name="Solve").click()
    expect(page.get_by_role("heading", name="1 pip is left at best")).to_be_visible()
    expect(page.get_by_text("Hop from a1 over b1 to c1")).to_be_visible()
    page.get_by_role("button", name="Next hop").click()
    expect(page.get_by_text("The end")).to_be_visible()
    shoot(page, "solved")
    check(page)
