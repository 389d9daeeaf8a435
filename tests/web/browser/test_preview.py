"""The preview in a real browser: save the file, and the page shows it."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from bench.wire import free_port
from companion.deckfile import deck_text
from companion.game import game
from tests.printables.own import picture, with_art
from tests.web.browser.axe import check
from tests.web.browser.hands import LINE_CUT

SIZES: dict[str, ViewportSize] = {
    "phone": {"width": 390, "height": 844},
    "desktop": {"width": 1280, "height": 800},
}
# looks for news as often as a busy machine can
EAGER = """{ const later = window.setTimeout;
  window.setTimeout = (act, ms, ...all) => later(act, ms === 700 ? 150 : ms, ...all); }"""
Make = Callable[..., Any]


class Bench:
    """`rookery deck preview` as a process of its own, and the file that it shows."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "my.toml"
        self.save()
        self.port = free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        self.start()

    def save(self, *pairs: tuple[str, str]) -> None:
        """Combust's own deck with these texts replaced where they come first."""
        text = deck_text(game("combust"))[0]
        for old, new in pairs:
            assert old in text
            text = text.replace(old, new, 1)
        half = self.file.with_suffix(".new")  # nobody reads half a file
        half.write_text(text, "utf-8")
        half.replace(self.file)

    def start(self) -> None:
        """Start it and wait until it listens."""
        command = [
            sys.executable,
            "-m",
            "rookery",
            "deck",
            "preview",
            str(self.file),
            "--port",
            str(self.port),
        ]
        environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        assert self.process.stdout is not None
        if not any("Stop with" in line for line in self.process.stdout):
            pytest.fail(f"`{' '.join(command)}` ended with status {self.process.wait()}")

    def stop(self) -> None:
        """As Ctrl-C would."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(60)
        if self.process.stdout:
            self.process.stdout.close()


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    """One preview for all tests here: it takes seconds to start."""
    running = Bench(tmp_path_factory.mktemp("shown"))
    yield running
    running.stop()


@pytest.fixture
def bench(shown: Bench) -> Bench:
    """The same, with combust's own deck, whatever was saved before."""
    shown.save()
    return shown


def opened(phones: Make, bench: Bench, **options: Any) -> Page:
    """The page, with its cards there."""
    return opened_on(phones(**options), bench)


def opened_on(phone: Any, bench: Bench) -> Page:
    """The same on that phone."""
    page: Page = phone.page
    page.add_init_script(EAGER)
    page.goto(bench.base)
    page.locator(".piece").first.wait_for()
    return page


def test_saving_the_file_changes_the_page(phones: Make, bench: Bench) -> None:
    """The changed card says so; a mistake is shown with its line while the cards stay; fixed, it
    goes.
    """
    page = opened(phones, bench, viewport=SIZES["desktop"])
    card = page.locator('[data-piece="hatchling"]')
    assert card.locator("img").first.evaluate(
        "(image) => image.decode().then(() => image.naturalWidth > 0)"
    )
    expect(card.get_by_text("yours")).to_have_count(0)
    bench.save(('name = "Reed Hatchling"', 'name = "Tiny Hatchling"'))
    expect(card.get_by_text("yours")).to_be_visible()
    page.get_by_text("1 difference from the standard deck").click()
    expect(page.get_by_text("name Tiny Hatchling, was Reed Hatchling")).to_be_visible()
    bench.save(("copies = 8", "copies = 80"))
    alert = page.get_by_role("alert")
    expect(alert.get_by_role("heading")).to_have_text("1 error")
    expect(alert).to_contain_text("penguin[1].copies")
    expect(alert).to_contain_text("copies = 80")
    expect(card).to_be_visible()
    bench.save()
    expect(alert.get_by_role("heading")).to_have_count(0)
    expect(card.get_by_text("yours")).to_have_count(0)


def test_only_what_is_yours_and_other_inks(phones: Make, bench: Bench, tmp_path: Path) -> None:
    """A card with your own picture is found at once, beside the standard one, in the size of the
    paper, and as each ink prints it.
    """
    bench.file.with_name("fox.png").write_bytes(picture())
    shutil.copyfile(with_art("combust", {"robber": "fox.png"}, tmp_path), bench.file)
    page = opened(phones, bench, viewport=SIZES["phone"])
    page.get_by_label("only your changes").check()
    expect(page.locator(".piece")).to_have_count(1)
    page.get_by_label("with backs").uncheck()
    expect(page.locator(".piece img")).to_have_count(2)
    page.get_by_label("real size").check()
    sizes = (
        "(images) => images.map((one) => [one.complete, Math.round(one.clientWidth * 254 / 960)])"
    )
    page.wait_for_function(f"() => ({sizes})([...document.querySelectorAll('.piece img')])[1][0]")
    assert page.locator(".piece img").evaluate_all(sizes) == [[True, 63], [True, 63]]
    page.get_by_label("beside the standard card").uncheck()
    expect(page.locator(".piece img")).to_have_count(1)
    for ink in ("mono", "low", "full"):
        page.get_by_label(ink).check()
        image = page.locator(".piece img")
        revision = page.locator("body").get_attribute("data-revision")
        expect(image).to_have_attribute("src", f"/faces/{revision}/{ink}/robber/front.svg")
        assert image.evaluate("(image) => image.decode().then(() => image.naturalWidth > 0)")


def test_a_preview_that_stopped_is_told(phones: Make, bench: Bench) -> None:
    """The page says so and how to go on; started again, it goes on by itself."""
    phone = phones(viewport=SIZES["desktop"])
    phone.expect(*LINE_CUT)
    page = opened_on(phone, bench)
    bench.stop()
    expect(page.get_by_role("alert")).to_contain_text("rookery deck preview my.toml")
    expect(page.locator(".piece").first).to_be_visible()
    bench.start()
    expect(page.locator("#news")).to_be_empty()


def test_the_page_is_accessible_and_whole(
    phones: Make, bench: Bench, shoot: Callable[[Page, str], None]
) -> None:
    """WCAG 2.2 AA by axe in light and dark, nothing runs over the edge at 320 px, all to tap is
    large enough.

    With all well and with a mistake, on one page: it follows the system's colours, and the file,
    without a reload.
    """
    bench.save(('name = "Reed Hatchling"', 'name = "Tiny Hatchling"'))
    page = opened(phones, bench, viewport=SIZES["desktop"], color_scheme="light")
    check(page)
    shoot(page, "preview-fine")
    bench.save(("copies = 8", "copies = 80"))
    page.get_by_role("alert").get_by_role("heading").wait_for()
    check(page)
    shoot(page, "preview-broken")
