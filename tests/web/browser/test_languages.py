"""Every text that a person reads goes through a catalogue: in a language that puts each of ours
between brackets, nothing with letters stands outside of them, on no screen of any game. Names that
people gave, and codes, stay.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from gettext import NullTranslations
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route

from docs.find_words import Found, find_all
from tests.catalogues import speaking
from tests.web.browser import test_scenes as scenes
from tests.web.browser import test_screens as screens
from tests.web.browser.conftest import Table
from tests.web.test_serving import listening
from web.app import create_app

OURS = "de"  # the language that the brackets take the place of
EMPTY = '<svg xmlns="http://www.w3.org/2000/svg"/>'
GIVEN = ("Ana", "Bo", "Cleo", "Dina", "Rookery", "3x4")

JOINED = re.compile(r"Deutsch|[ ,]*(und)? ?")

# Letters outside of brackets: in the texts that can be seen, in the order of the page, and in what
# is read out.
BARE = """(given) => {
  const months = ['short', 'long'].flatMap((month) => Array.from({ length: 12 }, (_, number) =>
    new Intl.DateTimeFormat(document.documentElement.lang, { month }).format(new Date(2026, number)).replace('.', '')));
  given = [...given, ...months];
  const found = [], names = new RegExp(`\\\\b(${given.join('|')})\\\\b`, 'g');
  const bare = (text) => {
    let depth = 0, kept = '';
    for (const letter of text) {
      if (letter === '\\u27e6') depth += 1; else if (letter === '\\u27e7') depth -= 1; else if (!depth) kept += letter;
    }
    kept = kept.replace(names, '').replace(/\\b([A-Z]{4}-\\d\\d|[a-h]\\d)\\b/g, '');  // codes and squares
    return /\\p{L}/u.test(kept) ? kept.trim() : '';
  };
  let depth = 0;
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const { data, parentElement: at } = walk.currentNode;
    const text = '\\u27e6'.repeat(Math.max(depth, 0)) + data;
    for (const letter of data) depth += letter === '\\u27e6' ? 1 : letter === '\\u27e7' ? -1 : 0;
    if (at.closest('[lang]') !== document.documentElement || at.closest('code, script, noscript')) continue;
    if (bare(text) && at.checkVisibility()) found.push(bare(text));
  }
  for (const one of document.querySelectorAll('[aria-label], [alt], [title], [placeholder]')) {
    for (const name of ['aria-label', 'alt', 'title', 'placeholder']) {
      const text = bare(one.getAttribute(name) ?? '');
      if (text) found.push(`${name}: ${text}`);
    }
  }
  return found;
}"""


class Bracketed(NullTranslations):
    """A catalogue that has all texts of the source, each between brackets, and no others."""

    def __init__(self, found: Sequence[Found]) -> None:
        super().__init__()
        self._texts = {one.one: one.many for one in sorted(found, key=lambda one: bool(one.many))}

    def gettext(self, message: str) -> str:
        """The text between brackets; the name of a game stands for itself before its colon."""
        return (
            ": ".join(f"⟦{part}⟧" for part in message.split(": "))
            if message in self._texts
            else message
        )

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Likewise one of two."""
        return self.gettext(msgid1) if n == 1 or msgid1 not in self._texts else f"⟦{msgid2}⟧"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server in this process that speaks the bracketed language."""
    found, _ = find_all()
    catalogue = Bracketed(found)
    app = create_app({"DATA": Path(tmp_path_factory.mktemp("languages")), "HEARTBEAT_S": 1.0})
    with (
        speaking(lambda code: catalogue if code == OURS else NullTranslations()),
        listening(app) as port,
    ):
        yield f"http://127.0.0.1:{port}"


@pytest.fixture(scope="module")
def pages(browser: Browser) -> Iterator[tuple[Page, Page]]:
    """A phone and a laptop that read the bracketed language, without pictures and styles: only
    words are looked at.
    """
    contexts = [browser.new_context(locale=OURS, reduced_motion="reduce") for _ in range(2)]
    for context in contexts:
        context.route("**/*.{css,woff2}", lambda route: _answer(route, "", "text/css"))
        context.route(
            re.compile("/art/|[.](svg|png)"), lambda route: _answer(route, EMPTY, "image/svg+xml")
        )
    yield contexts[0].new_page(), contexts[1].new_page()
    for context in contexts:
        context.close()


def _answer(route: Route, body: str, kind: str) -> None:
    route.fulfill(body=body, content_type=kind)


def _sit(page: Page, table: Table, seat: str | None) -> None:
    """The page becomes that seat's screen, or the host's."""
    page.context.clear_cookies()
    page.context.add_cookies((table.seats[seat] if seat else table.host).cookies())
    page.goto(f"{table.base}/t/{table.code}" + ("" if seat else "/host"))


def _bare(page: Page, version: int | None = None) -> list[str]:
    if version is not None:
        page.locator(f"#app[data-version='{version}']").wait_for()
    return list(page.evaluate(BARE, list(GIVEN)))


def _giza_over(table: Any) -> None:
    for seat in ("s1", "s2"):
        screens._type(table, seat, [2, 3, 3, 4])


GIZA: list[tuple[str, Callable[[Any], object], bool]] = [
    ("lobby", screens._lobby, True),
    ("choosing", screens._choosing, False),
    ("scoring", screens._scoring, True),
    ("over", _giza_over, False),
]


@pytest.mark.parametrize("play", ["giza", *scenes.SCENES])
def test_every_text_on_a_screen_is_in_the_catalogues(
    play: str, house: str, pages: tuple[Page, Page]
) -> None:
    """Phone and host's screen, scene by scene, with hints and history: a literal that nobody marked
    stands bare.
    """
    phone, host = pages
    found: dict[str, list[str]] = {}
    table: Any = None
    for name, bring, again in _steps(play):
        if again:
            table = Table.open(house, 3, scenes.GAMES.get(play, play))
        bring(table)
        if again:
            _sit(phone, table, "s1")
            _sit(host, table, None)
        version = table.state()["version"]
        found |= {
            f"{name} on the phone": _bare(phone, version),
            f"{name} on the host's": _bare(host, version),
        }
    for tab in range(1, phone.locator(".tab").count()):
        phone.locator(".tab").nth(tab).click()
        found[f"tab {tab}"] = _bare(phone)
    assert {scene: texts for scene, texts in found.items() if texts} == {}


def _steps(play: str) -> list[tuple[str, Callable[[Any], object], bool]]:
    """A play's scenes: their names, how a table comes there, and whether a new table begins."""
    if play == "giza":
        return GIZA
    return [
        (scene.name, scene.bring, number == 0) for number, scene in enumerate(scenes.SCENES[play])
    ]


def test_every_text_at_the_door_is_in_the_catalogues(house: str, pages: tuple[Page, Page]) -> None:
    """The pages before a table, and the page of an error."""
    lobby, started = Table.open(house, 2), Table.open(house, 2).start()
    known = started.host.post(f"/t/{started.code}/passes/s2?view=host", {})["url"].partition("=")[2]
    page, found = pages[0], {}
    page.context.clear_cookies()
    for path in (
        "/",
        f"/j/{lobby.code}",
        f"/j/{started.code}?pass={known}",
        f"/j/{started.code}?pass=none",
        "/t/x",
        "/plays",
    ):
        page.goto(house + path)
        found[path] = _bare(page)
    # the button that changes the language names it, and names of players are joined
    found["/"] = [text for text in found["/"] if not JOINED.fullmatch(text)]
    assert {path: texts for path, texts in found.items() if texts} == {}
