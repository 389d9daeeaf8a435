"""What the browser tests of several games do alike: press, wait for a phase, bring a table on by
requests.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from playwright.sync_api import Locator, Page, Route, expect

FRAMES = 3600  # a minute of a screen
LOOKS = 3000  # a minute of a browser's clock, which is late on a busy machine
LINE_DOWN = ("ERR_INTERNET_DISCONNECTED", "ERR_FAILED", "ERR_NETWORK_CHANGED")
LINE_CUT = (  # by a server that was killed, perhaps in the middle of an answer
    "ERR_CONNECTION_",
    "ERR_EMPTY_RESPONSE",
    "ERR_INCOMPLETE_CHUNKED",
    "ERR_CONTENT_LENGTH",
    "ERR_SOCKET_NOT_CONNECTED",
)


def press(page: Page | Locator, name: str | re.Pattern[str], *, exact: bool = False) -> None:
    """Tap the first button of that name."""
    page.get_by_role("button", name=name, exact=exact).first.click()


def twice(control: Locator) -> None:
    """Tap twice in a row, so fast that the stopwatch of static/js/guard.js doesn't move between."""
    control.click(trial=True)  # once the control counts
    control.evaluate(
        "() => { const run = performance.now, at = run(); performance.now = () => at;"
        " globalThis.run = () => (performance.now = run); }"
    )
    control.dblclick()
    control.page.evaluate("() => run()")


def unfold(page: Page, name: str) -> None:
    """Show the controls of a player whose phone is asleep."""
    page.get_by_text(f"Is {name}\u2019s phone asleep?").click()


def agree(page: Page, name: str) -> None:
    """Tap what is asked about first, then the button that does it."""
    press(page, name)
    page.get_by_role("dialog").locator(".sheet-foot button").last.click()


def until(page: Page, holds: str, arg: Any = None) -> None:
    """Wait for what a JavaScript function says; Playwright's own way asks again by `eval`, which
    our pages forbid.
    """
    look = (
        f"let left = {LOOKS}; const look = () => (({holds})(arg) ? done() : left-- "
        "? setTimeout(look, 20) : fail(new Error('in vain'))); look();"
    )
    page.evaluate(f"(arg) => new Promise((done, fail) => {{ {look} }})", arg)


def at(pages: Sequence[Page], phase: str) -> None:
    """All these screens have come to a phase."""
    for page in pages:
        page.locator(f"main[data-phase='{phase}']").wait_for()


def crash(server: Any, page: Page, act: Callable[[], None]) -> None:
    """The server is killed, `act` taps all the same, and the tap counts once the server is back."""
    # news outrun a tap's own answer
    expect(page.locator("[data-waiting='0'][data-link='live']")).to_be_attached()
    server.kill()
    act()
    expect(page.locator("[data-waiting='1'][data-link='offline']")).to_be_visible()
    server.start()
    expect(page.locator("[data-waiting='0'][data-link='live']")).to_be_attached()


def tab(page: Page, name: str) -> None:
    """Open a tab of the phone."""
    page.get_by_role("navigation").get_by_role("button", name=name).click()


def away(page: Page, act: Callable[[], None]) -> None:
    """The line is down while `act` taps: the tap is kept, and sent once the line is back."""
    page.context.set_offline(True)
    act()
    expect(page.get_by_text("1 tap saved")).to_be_visible()
    page.context.set_offline(False)
    expect(page.locator("[data-waiting='0'][data-link='live']")).to_be_attached()


class Hold:
    """Keeps what a page asks of these addresses, until it is let go."""

    def __init__(self, page: Page, addresses: str) -> None:
        self._page, self._addresses = page, addresses
        self._open, self._held = False, list[Route]()
        page.route(addresses, self._take)

    def _take(self, route: Route) -> None:
        if self._open:
            route.continue_()
        else:
            self._held.append(route)

    def wait(self) -> None:
        """Wait for a request: a tap says that it waits before its request has come this far."""
        for _ in range(FRAMES):
            if self._held:
                return
            self._page.evaluate("() => new Promise(requestAnimationFrame)")
        raise AssertionError(f"nothing was asked of {self._addresses}")

    def let_go(self) -> None:
        """Let everything pass, what comes later too."""
        self.wait()
        self._open = True
        for route in self._held:
            route.continue_()


def both(first: tuple[Page, str], second: tuple[Page, str]) -> None:
    """Both tap before either is answered; the second one's tap comes too late, and that phone shows it."""
    pages, holds = [page for page, _ in (first, second)], []
    for page, name in (first, second):
        holds.append(Hold(page, "**/events*"))
        press(page, name)
        expect(page.locator("[data-waiting='1']")).to_be_attached()
        holds[-1].wait()
    for page, hold in zip(pages, holds, strict=True):
        hold.let_go()
        expect(page.locator("[data-waiting='0']")).to_be_attached()
        page.unroute("**/events*")
    expect(pages[1].locator(".notice-refused")).to_be_visible()
    expect(pages[0].locator(".notice-refused")).to_have_count(0)


def undo(page: Page, text: str) -> None:
    """Take back the newest thing that says `text`, in the history."""
    tab(page, "History")
    press(page, re.compile(f"^Undo: {text}"))
    expect(page.get_by_role("button", name=re.compile(f"^Redo: {text}")).first).to_be_visible()
    tab(page, "Play")


def reload(page: Page, name: str) -> None:
    """Load the page again: the same seat."""
    page.reload()
    expect(page.locator(".top-me")).to_contain_text(name)


def build(table: Any) -> None:
    """Rocks: Ana rolls, and all of her nest but the penguin in its centre is there."""
    table.tap("die.roll", {"face": 2}, expects={"moves": table.state()["moves"]})
    for space, rocks in enumerate(table.seen["seats"][0]["rocks"]):
        if not rocks:
            table.tap("rock.drop", {"seat": "s1", "space": space})


def place_by_request(table: Any, seat: str, penguin: int) -> None:
    """Pirates: a penguin on the first free spot of its first card."""
    action = table.state()["deck"]["handicaps"][penguin][0]["white"][0]
    table.tap(
        "penguin.place",
        {"penguin": penguin, "card": 1, "action": action},
        by=seat,
        expects={"turn": 1},
    )
