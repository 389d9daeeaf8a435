"""Our own pages in real browsers behind a bad Wi-Fi (`proxy.py`).

Three phones sit at a table of each game in turn. Robots press any button in sight, go offline and
reload, while one request in three meets a mishap. Then the line is good again: each page must come
to show the table's newest version by itself with no tap left to send; only one that was being
loaded while offline is loaded again. Each phone is a context of its own in one Chromium, with
cookies, storage and connections of its own.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from playwright.async_api import Browser, Error, Page, async_playwright

from bench import pages
from bench.chaos import ledger, report
from bench.chaos.ledger import Ledger, Tap
from bench.chaos.phones import COLOURS
from bench.chaos.proxy import CUT, DEAD, MISHAPS, NONE, Wifi, bad_luck
from bench.chaos.servers import HERE, Server
from bench.programs import FLAGS, PHONE, find
from bench.services import rookery_table
from companion.game import offering

# who sits at a table, and in which colour where a game has none
NAMES, NAMELESS = ("Ana", "Bo", "Cleo"), ("", "", "")
PRESSES = 60  # at a table
UNLUCKY = 0.35  # share of requests that meet a mishap
OFFLINE, RELOADED = 0.05, 0.03  # share of presses before which a phone goes offline or reloads
PRESS_MS = 600  # a button may have gone in the meantime
CAUGHT_UP_S = 60.0  # a page looks every 20 s whether its stream has died, and pauses besides
LOOK_S = 0.1
FAILED = "chrome-error:"  # address of a page that couldn't be loaded
HALF = ".late"  # message of a page that was loaded in part
BUTTONS = "main button:enabled:visible, dialog[open] button:enabled:visible"
# reports each answer to a tap that the page has received whole
REPORT = """{ const ask = window.fetch;
  window.fetch = async (url, options = {}) => {
    const answer = await ask(url, options);
    if (options.method === "POST" && String(url).includes("/events")) {
      const { key } = JSON.parse(options.body);
      const report = ({ version }) => version && window.acknowledged(key, version);
      answer.clone().json().then(report, () => {});
    }
    return answer;
  }; }"""
# the version that a page shows, and whether it is up to date and all its taps are sent
SHOWS = """() => { const shown = document.querySelector("#app")?.dataset.version;
  const { waiting, link } = document.querySelector("[data-link]")?.dataset ?? {};
  return [Number(shown ?? 0), waiting === "0" && link === "live"]; }"""


async def run(
    scratch: Path, presses: int, seed: int, pressed: Callable[[], None]
) -> AsyncIterator[report.Result]:
    """Press buttons so many times; call `pressed` after each."""
    with Server(rookery_table, scratch / "data") as server:
        evening, tables = Evening(server, Random(seed)), range(0, presses, PRESSES)
        async with async_playwright() as playwright:
            chromium = playwright.chromium
            browser = await chromium.launch(executable_path=find("chromium"), args=list(FLAGS))
            games = itertools.cycle(offering("table"))
            for begun in tables:
                share = min(PRESSES, presses - begun)
                await evening.table(browser, next(games).slug, share, pressed)
            await browser.close()
        evening.problems += evening.book.check(ledger.read(server.data))
    met = evening.met
    figures: report.Figures = {
        "tables": len(tables),
        "browsers": len(NAMES) * len(tables),
        "taps acknowledged": len(evening.book.acknowledged),
        **report.harm(evening.problems),
        "met a mishap": f"{1 - met[NONE] / max(1, met.total()):.0%}",
        "lines cut": sum(met[name] for name in CUT),
        "lines gone dead": sum(met[name] for name in DEAD),
        "caught up, p50 (s)": pages.at(evening.caught_up, 50),
        "caught up, max (s)": pages.at(evening.caught_up, 100),
    }
    subject = f"{len(NAMES)} browsers a table, all games"
    yield report.Result(subject, presses, "presses", figures, evening.problems)


@dataclass
class Evening:
    """Tables of all games in turn, and what happened at them."""

    server: Server
    random: Random
    book: Ledger = field(default_factory=Ledger)
    met: Counter[str] = field(default_factory=Counter)
    problems: list[str] = field(default_factory=list)
    caught_up: list[float] = field(default_factory=list)  # s, a page each

    async def table(
        self, browser: Browser, game: str, presses: int, pressed: Callable[[], None]
    ) -> None:
        """Play at a table of a game with so many presses, then check what its pages show."""
        wifi = Wifi(self.server.port, itertools.repeat(NONE), self.random, sent=self.book.send)
        async with wifi, contextlib.AsyncExitStack() as phones:
            base = f"http://{HERE}:{wifi.port}"
            contexts = [await browser.new_context(viewport=PHONE) for _ in NAMES]
            for context in contexts:
                await phones.enter_async_context(context)
            table = await contexts[0].request.post(f"{base}/tables", data={"game": game})
            code = str((await table.json())["code"])
            opened, colours = [], COLOURS.get(game, NAMELESS)
            for name, colour, context in zip(NAMES, colours, contexts, strict=False):
                key = f"{code}-{name}-sits-down"
                self.book.send(Tap(code, "seat.take", None, key))
                seat = {"name": name, "colour": colour, "key": key}
                answer = await context.request.post(f"{base}/t/{code}/seats", data=seat)
                assert answer.ok, await answer.text()
            for context in contexts:
                await context.expose_function("acknowledged", self.book.acknowledge)
                await context.add_init_script(REPORT)
                opened.append(page := await context.new_page())
                await page.goto(f"{base}/t/{code}?view=seat")
                await page.locator("main[data-phase]").wait_for()
            wifi.fates = bad_luck(UNLUCKY, Random(self.random.random()), MISHAPS)
            for _ in range(presses):
                await _press(self.random.choice(opened), self.random)
                pressed()
            wifi.fates = itertools.repeat(NONE)
            await wifi.settled()
            await self._check(opened, code)
        self.met += wifi.met

    async def _check(self, opened: list[Page], code: str) -> None:
        """Wait until each page shows the newest version; a page that doesn't is a problem."""

        async def caught_up(page: Page) -> bool:
            with contextlib.suppress(Error):  # it is being loaded
                if page.url.startswith(FAILED) or await page.locator(HALF).is_visible():
                    await page.reload()
                version, idle = await page.evaluate(SHOWS)
                return bool(idle) and version == len(ledger.read(self.server.data)[code])
            return False

        began = time.monotonic()
        for page in opened:
            while not await caught_up(page):
                if time.monotonic() - began > CAUGHT_UP_S:
                    shown, idle = await page.evaluate(SHOWS)
                    state = f"{'idle' if idle else 'busy'} after {CAUGHT_UP_S:.0f} s"
                    self.problems.append(f"{code}: {page.url} at version {shown}, {state}")
                    break
                await asyncio.sleep(LOOK_S)
            self.caught_up.append(time.monotonic() - began)


async def _press(page: Page, random: Random) -> None:
    """Press any button; now and then offline, or after a reload."""
    chance = random.random()
    if offline := chance < OFFLINE:
        await page.context.set_offline(True)
    with contextlib.suppress(Error):  # gone in the meantime, or covered
        if chance > 1 - RELOADED:
            await page.reload()
        buttons = page.locator(BUTTONS)
        count = await buttons.count()
        if count and random.random() > 0.1:
            await buttons.nth(random.randrange(count)).click(timeout=PRESS_MS, no_wait_after=True)
        else:
            await page.keyboard.press("Escape")
    if offline:
        await page.context.set_offline(False)
