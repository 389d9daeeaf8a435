"""Our own pages in real browsers behind a bad Wi-Fi: `proxy.py`.

Three phones sit round a table of each game in turn. Robots press any button in sight, go out of
reach, come back, and load their page again, while one request in three meets a mishap. Then the
line is good again: each page must come to show the table's newest version with no tap left to send,
by itself; only one that was being loaded out of reach is loaded again. Each phone is a context of
its own in one Chromium: cookies, storage and connections are not shared.
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
from bench.chromium import FLAGS, PHONE, installed
from bench.services import rookery_table
from companion.game import offering

# who sits at a table, and in which colour where a game has none
NAMES, NAMELESS = ("Ana", "Bo", "Cleo"), ("", "", "")
A_GAME = 60  # presses at a table
UNLUCKY = 0.35  # share of requests that meet a mishap
# share of presses before which a phone goes out of reach, or its page is loaded again
AWAY, ANEW = 0.05, 0.03
QUICK_MS = 600  # for a press: a button may have gone in the meantime
# a page looks every 20 s whether its stream has died, and its pauses add to that
CAUGHT_UP_S = 60.0
LOOK_S = 0.1
FAILED = "chrome-error:"  # where a page is that could not be loaded
HALF = ".late"  # what one says that did not come whole
BUTTONS = "main button:enabled:visible, dialog[open] button:enabled:visible"
# The page shows which answers to taps it has got whole.
TELL = """{ const ask = window.fetch;
  window.fetch = async (url, options = {}) => {
    const answer = await ask(url, options);
    if (options.method === "POST" && String(url).includes("/events")) {
      const { key } = JSON.parse(options.body);
      const tell = ({ version }) => version && window.acknowledged(key, version);
      answer.clone().json().then(tell, () => {});
    }
    return answer;
  }; }"""
SHOWS = """() => { const shown = document.querySelector("#app")?.dataset.version;
  const { waiting, link } = document.querySelector("[data-link]")?.dataset ?? {};
  return [Number(shown ?? 0), waiting === "0" && link === "live"]; }"""


async def run(
    scratch: Path, presses: int, seed: int, pressed: Callable[[], None]
) -> AsyncIterator[report.Result]:
    """So many presses; `pressed` is called after each."""
    async with Server(rookery_table, scratch / "data") as server:
        yield await Evening(server, Random(seed)).play(presses, pressed)


@dataclass
class Evening:
    """Tables of all games, one after the other."""

    server: Server
    random: Random
    book: Ledger = field(default_factory=Ledger)
    met: Counter[str] = field(default_factory=Counter)
    problems: list[str] = field(default_factory=list)
    caught_up: list[float] = field(default_factory=list)  # s, a page each
    tables: int = 0

    async def play(self, presses: int, pressed: Callable[[], None]) -> report.Result:
        """Table after table; what was acknowledged is checked at the end."""
        async with async_playwright() as playwright:
            chromium = playwright.chromium
            browser = await chromium.launch(executable_path=installed(), args=list(FLAGS))
            games = itertools.cycle(offering("table"))
            for begun in range(0, presses, A_GAME):
                share = min(A_GAME, presses - begun)
                await self._table(browser, next(games).slug, share, pressed)
                self.tables += 1
            await browser.close()
        self.problems += self.book.check(ledger.read(self.server.folder))
        figures: report.Figures = {
            "tables": self.tables,
            "browsers": len(NAMES) * self.tables,
            "taps acknowledged": len(self.book.acknowledged),
            **report.harm(self.problems),
            "met a mishap": f"{1 - self.met[NONE] / max(1, self.met.total()):.0%}",
            "lines cut": sum(self.met[name] for name in CUT),
            "lines gone dead": sum(self.met[name] for name in DEAD),
            "caught up, p50 (s)": pages.at(self.caught_up, 50),
            "caught up, max (s)": pages.at(self.caught_up, 100),
        }
        subject = f"{len(NAMES)} browsers a table, all games"
        return report.Result(subject, presses, "presses", figures, self.problems)

    async def _table(
        self, browser: Browser, game: str, presses: int, pressed: Callable[[], None]
    ) -> None:
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
            for context in contexts:  # the page of a seat, whose taps are kept book of
                await context.expose_function("acknowledged", self.book.acknowledge)
                await context.add_init_script(TELL)
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
        """Whether each page comes to show all there is."""

        async def caught_up(page: Page) -> bool:
            with contextlib.suppress(Error):  # while it is being loaded
                if page.url.startswith(FAILED) or await page.locator(HALF).is_visible():
                    await page.reload()
                version, still = await page.evaluate(SHOWS)
                return bool(still) and version == len(ledger.read(self.server.folder)[code])
            return False

        began = time.monotonic()
        for page in opened:
            while not await caught_up(page):
                if time.monotonic() - began > CAUGHT_UP_S:
                    shown, still = await page.evaluate(SHOWS)
                    doing = f"{'all told' if still else 'not done'}, after {CAUGHT_UP_S:.0f} s"
                    self.problems.append(f"{code}: {page.url} at version {shown}, {doing}")
                    break
                await asyncio.sleep(LOOK_S)
            self.caught_up.append(time.monotonic() - began)


async def _press(page: Page, random: Random) -> None:
    """Any button; now and then out of reach, or on a page loaded again."""
    chance = random.random()
    if away := chance < AWAY:
        await page.context.set_offline(True)
    with contextlib.suppress(Error):  # gone before it was hit, or under something else
        if chance > 1 - ANEW:
            await page.reload()
        buttons = page.locator(BUTTONS)
        count = await buttons.count()
        if count and random.random() > 0.1:
            await buttons.nth(random.randrange(count)).click(timeout=QUICK_MS, no_wait_after=True)
        else:
            await page.keyboard.press("Escape")
    if away:
        await page.context.set_offline(False)
