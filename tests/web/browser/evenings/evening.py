"""An evening of four phones, of four sizes, round one table: every tap is a player's, on a screen,
and after each one all four screens are looked at.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.web.browser.hands import LINE_CUT, LINE_DOWN

PEOPLE: tuple[tuple[str, ViewportSize, int], ...] = (  # name; size; letters, px
    ("Ana", {"width": 390, "height": 844}, 16),
    ("Bo", {"width": 320, "height": 568}, 16),
    ("Cleo", {"width": 844, "height": 390}, 16),
    ("Dina", {"width": 390, "height": 844}, 32),
)
# a result's picture may take a busy server too long
NOISE = (*LINE_CUT, *LINE_DOWN, "409", r"503 .*/result\.png")
LETTERS = """addEventListener('DOMContentLoaded',
  () => { document.documentElement.style.fontSize = 'PXpx'; })"""

# Waits until a control stands still and may be tapped, scrolled to if it isn't on the screen; where.
AIM = """async (one) => {
  const box = () => {
    const { left, top, width, height } = one.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  };
  let met = null;
  for (let left = 1500; left; left -= 1) {
    const [x, y] = box();
    for (let frames = 2; frames; frames -= 1) await new Promise(requestAnimationFrame);
    if (one.disabled || one.ariaDisabled === 'true' || String(box()) !== String([x, y])) continue;
    met = document.elementFromPoint(x, y);
    if (one.contains(met)) return [x, y];
    one.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  }
  throw new Error(`it can't be tapped; there is ${met?.outerHTML.slice(0, 80)}`);
}"""

# Waits until the page shows `version` with no tap on its way, then lists what is wrong with it:
#   a main action, the foot's or a sheet's, that isn't on the screen as a whole;
#   a scene that is for tapping the board, none of which is on the screen;
#   an enabled control that something fixed covers, however the page is scrolled.
LOOK = """async (version) => {
  const shown = () => Number(document.getElementById('app').dataset.version);
  const link = () => document.querySelector('[data-link]').dataset;
  const ready = () => version === null
    || (shown() >= version && link().waiting === '0' && link().link === 'live');
  for (let left = 4000; !ready(); left -= 1) {
    if (!left) return { version: shown(), faults: ['never showed version ' + version] };
    await new Promise((done) => setTimeout(done, 15));
  }
  const ends = (one) => one.playState === 'running' && one.effect.getComputedTiming().endTime !== Infinity;
  await Promise.all(document.getAnimations().filter(ends).map((one) => one.finished.catch(() => {})));
  const faults = [];
  const name = (one) => `${one.tagName} "${(one.ariaLabel ?? one.innerText).trim().slice(0, 60)}"`;
  const usable = (one) => one.checkVisibility() && !one.disabled && !one.inert;
  const middle = (one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  };
  const whole = (one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return left > -1 && top > -1 && right < innerWidth + 1 && bottom < innerHeight + 1
      && one.contains(middle(one));
  };
  const sheet = document.querySelector('dialog[open]');
  const mains = [...(sheet ?? document).querySelectorAll(
    sheet ? '.sheet-foot :is(button, .button)' : '.acts :is(button, .button)')].filter(usable);
  const main = mains.find((one) => one.matches('.primary')) ?? mains[0];
  if (main && !whole(main)) faults.push(`the main action is off the screen: ${name(main)}`);
  const places = sheet ? [] : [...document.querySelectorAll('.landing, .spot-button')].filter(usable);
  const fresh = places.length && !window.hadPlaces; // else a player may have scrolled away from them
  window.hadPlaces = places.length > 0;
  if (fresh && !places.some(whole)) faults.push('no place to tap is on the screen');

  const bars = new Map();
  const barOf = (one) => {
    if (!one || one === document.body) return null;
    if (!bars.has(one)) {
      const { position } = getComputedStyle(one);
      const fixed = ['fixed', 'sticky'].includes(position) && one !== sheet;
      bars.set(one, fixed ? one : barOf(one.parentElement));
    }
    return bars.get(one);
  };
  const covered = (one) => {
    const met = middle(one);
    const bar = barOf(met);
    return !met || (bar && !bar.contains(one)) || (sheet && !sheet.contains(met));
  };
  const controls = [...(sheet ?? document).querySelectorAll(
    'a[href], button, summary, input, select, textarea, [tabindex="0"]')]
    .filter(usable).map((one) => one.closest('label') ?? one);
  const moved = [document.scrollingElement, ...document.querySelectorAll('.acts, dialog, dialog *, main *')]
    .filter((one) => one.scrollHeight > one.clientHeight || one.scrollWidth > one.clientWidth)
    .map((one) => [one, one.scrollTop, one.scrollLeft]);
  for (const one of new Set(controls)) {
    if (!covered(one)) continue;
    one.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    if (covered(one)) faults.push(`${name(one)} is under ${middle(one)?.className}`);
  }
  for (const [one, top, left] of moved) one.scrollTo({ top, left, behavior: 'instant' });
  return { version: shown(), faults };
}"""


What = str | re.Pattern[str] | Locator  # the name of a button, or a control


@dataclass
class Player:
    """Someone with a phone."""

    name: str
    page: Page
    where: str  # the phone, for words of a failure

    def button(self, name: str | re.Pattern[str], *, exact: bool = False) -> Locator:
        """The first button of that name, of the open sheet if there is one."""
        sheet = self.page.locator("dialog[open]")
        within = sheet if sheet.count() else self.page
        return within.get_by_role("button", name=name, exact=exact).first


def _words(what: What) -> str:
    """A button's name, or the selector of a control."""
    if isinstance(what, Locator):
        return str(what).partition("selector=")[2]
    return what if isinstance(what, str) else what.pattern


class Evening:
    """The table, its players in their order, and the taps so far."""

    def __init__(self, game: str, server: Any, phones: Callable[..., Any]) -> None:
        self.game, self.server = game, server
        self.players: list[Player] = []
        self.taps = 0
        self._step = "before the first tap"
        self.host = phones(viewport={"width": 1280, "height": 720})
        self.host.expect(*NOISE)
        for name, size, letters in PEOPLE:
            phone = phones(viewport=size, hints=True)
            phone.expect(*NOISE)
            if letters != 16:
                phone.context.add_init_script(LETTERS.replace("PX", str(letters)))
            where = f"{name} ({size['width']}x{size['height']}, {letters} px)"
            self.players.append(Player(name, phone.page, where))

    def whose(self, heading: str) -> Player:
        """The player whose phone says so; all others' phones have come as far."""
        return next(
            one for one in self.players if one.page.get_by_role("heading", name=heading).count()
        )

    def with_button(self, name: str) -> Player:
        """The player whose phone has this button in sight."""
        return next(one for one in self.players if one.button(name).is_visible())

    # --- taps --------------------------------------------------------------------------------------

    def tap(self, player: Player, what: What, *, exact: bool = False) -> None:
        """One tap on a button, or whatever `what` is; then all four screens are looked at."""
        with self.step(player, what):
            self._touch(player, what, exact=exact)
            self.look(player)

    def _touch(self, player: Player, what: What, *, exact: bool = False) -> None:
        control = what if isinstance(what, Locator) else player.button(what, exact=exact)
        control.wait_for()
        player.page.mouse.click(*control.evaluate(AIM))
        self.taps += 1

    def look(self, player: Player) -> None:
        """Look at all four screens, once they show what this player's does."""
        found = player.page.evaluate(LOOK, 0)
        self._judge(player, found["faults"])
        for other in self.players:
            if other is not player:
                self._judge(other, other.page.evaluate(LOOK, found["version"])["faults"])

    def look_at_once(self, player: Player) -> None:
        """Look at one screen as it is, whatever waits to be sent."""
        self._judge(player, player.page.evaluate(LOOK, None)["faults"])

    def _judge(self, player: Player, faults: list[str]) -> None:
        if faults and os.environ.get("ROOKERY_SHOTS"):
            player.page.screenshot(path=f"{os.environ['ROOKERY_SHOTS']}/{self.game}-fault.png")
        assert not faults, f"{self.game}, {player.where}, after {self._step}: {'; '.join(faults)}"

    @contextmanager
    def step(self, player: Player, what: What) -> Iterator[None]:
        """What goes wrong in here says where."""
        self._step = f"{player.name}: {_words(what)}"
        try:
            yield
        except Exception as error:
            error.add_note(f"{self.game}, {player.where}, tap {self.taps + 1}, {self._step}")
            raise

    @contextmanager
    def within(self, most: int, what: str) -> Iterator[None]:
        """No more than so many taps in here."""
        before = self.taps
        yield
        taps = self.taps - before
        assert taps <= most, f"{self.game}: {what} took {taps} taps, {most} are enough"

    # --- what goes wrong ---------------------------------------------------------------------------

    def reload(self, player: Player) -> None:
        """The page is loaded again: the same seat."""
        with self.step(player, "reload"):
            player.page.reload()
            expect(player.page.locator(".top-me")).to_contain_text(player.name)
            self.look(player)

    def offline(self, player: Player, what: What) -> None:
        """The line is down for one tap, which is kept, and sent once the line is back."""
        with self.step(player, f"offline, {_words(what)}"):
            player.page.context.set_offline(True)
            self._keep(player, what)
            player.page.context.set_offline(False)
            self.look(player)

    def crash(self, player: Player, what: What) -> None:
        """The server is killed; a tap is made all the same, and counts once the server is back."""
        with self.step(player, f"server killed, {_words(what)}"):
            self.server.kill()
            self._keep(player, what)
            self.server.start()
            self.look(player)

    def _keep(self, player: Player, what: What) -> None:
        self._touch(player, what)
        expect(player.page.get_by_text("1 tap saved")).to_be_visible()
        self.look_at_once(player)

    def photograph(self, player: Player, photo: Any, says: Locator) -> None:
        """A photo by the camera's button, after which the page says something of it."""
        with self.step(player, f"photo {photo.name}"):
            player.page.locator(".photo-input[capture]").first.set_input_files(photo)
            expect(says).to_be_visible()
            self.look(player)

    # --- before and after a game -------------------------------------------------------------------

    def begin(self) -> None:
        """The laptop opens the table, and all four sit down by its address."""
        page = self.host.page
        page.goto(self.server.base)
        page.locator(f".home-game[value={self.game}]").click()
        page.locator("main[data-phase='lobby']").wait_for()
        code = page.url.split("/t/")[1].split("/")[0]
        for player in self.players:
            with self.step(player, "Join"), self.within(2, "joining, without the name,"):
                player.page.goto(f"{self.server.base}/j/{code}")
                assert player.page.evaluate("isSecureContext") is False
                name = player.page.get_by_label("Your name")
                name.click()
                name.fill(player.name)
                player.button("Join").click()
                self.taps += 2
                player.page.locator("main[data-phase='lobby']").wait_for()
        self.look(self.players[-1])

    def at(self, *phases: str) -> str:
        """All screens, the laptop's too, have come to one of these phases; which it is."""
        found = ", ".join(f"main[data-phase='{phase}']" for phase in phases)
        for page in (*(player.page for player in self.players), self.host.page):
            page.locator(found).wait_for()
        return self.phase

    @property
    def phase(self) -> str:
        """The phase that the first phone shows."""
        return self.players[0].page.locator("main").get_attribute("data-phase") or ""

    def again(self, player: Player, *names: str) -> None:
        """One tap or two, and all are at the next table, with their names."""
        self.at("over")
        with self.step(player, names[-1]), self.within(len(names), "another game"):
            for name in names:
                player.button(name).click()
                self.taps += 1
            self.at("lobby")
            for one in self.players:
                expect(one.page.locator(".top-me")).to_contain_text(one.name)
            self.look(player)
