"""What is asked of every screen: WCAG 2.2 AA in light and dark, targets of 44 px, nothing wider
than the phone, and no word that only a program would say.
"""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, ViewportSize

NARROW: ViewportSize = {"width": 320, "height": 640}
RULES = {
    "preload": False,
    "resultTypes": ["violations"],
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]},
    # WCAG 2.5.3; axe leaves it out as experimental
    "rules": {"label-content-name-mismatch": {"enabled": True}},
}
CONTRAST = {
    "preload": False,
    "resultTypes": ["violations"],
    "runOnly": {"type": "rule", "values": ["color-contrast"]},
}

# Everything one can tap, with the size of what answers: an input that lies in its label is as large
# as the label.
TARGETS = """() => [...document.querySelectorAll('a[href], button, summary, input, select, textarea, [tabindex="0"]')]
  .filter((one) => one.checkVisibility() && !one.disabled)
  .map((one) => [one, (one.closest('label') ?? one).getBoundingClientRect()])
  .filter(([, box]) => box.width < 43.9 || box.height < 43.9)
  .map(([one, box]) => `${one.outerHTML.slice(0, 80)}: ${box.width.toFixed(1)} x ${box.height.toFixed(1)}`)"""
TWO_FRAMES = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
OVERFLOW = """() => [document.scrollingElement, ...document.querySelectorAll('dialog[open]')]
  .filter((one) => one.scrollWidth > one.clientWidth).map((one) => `${one.tagName} ${one.scrollWidth}`)"""

# What a page shows of a value that it doesn't have, or of a text whose places were not filled.
PROGRAMS = r"""() => [...document.querySelectorAll('body, [aria-label], [alt], [title]')]
  .flatMap((one) => [one.innerText, one.ariaLabel, one.alt, one.title])
  .filter((words) => /\b(NaN|undefined|null|Infinity)\b|\[object|\{\w+\}|Invalid Date/.test(words ?? ''))
  .map((words) => words.slice(0, 400))"""


def axe(page: Page) -> Axe:
    """Axe for a page; one that has its script, of half a megabyte, is not given it again."""
    return Axe("0") if page.evaluate("'axe' in window") else Axe()


# What scrolls under the foot isn't covered for good, which axe takes it for; test_foot.py tests that.
FOOT = "(how) => document.querySelector('.foot')?.style.setProperty('position', how)"


def check(page: Page) -> None:
    """Fail for what axe finds in light or dark, targets under 44 px, what a narrow phone can't
    hold, and "NaN".
    """
    wide = page.viewport_size
    page.evaluate("document.fonts.ready")
    for scheme, options in (("light", RULES), ("dark", CONTRAST)):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]  # both are among its literals
        page.evaluate(TWO_FRAMES)  # so that nothing is between two colours
        page.evaluate(FOOT, "static")
        found = axe(page).run(page, options=options)
        page.evaluate(FOOT, "")
        assert found.violations_count == 0, f"{scheme}: {found.generate_report()}"
    _none(page, TARGETS)
    _none(page, PROGRAMS)
    page.set_viewport_size(NARROW)
    page.evaluate(TWO_FRAMES)  # so that everything has its new width
    _none(page, OVERFLOW)
    _none(page, TARGETS)
    if wide:
        page.set_viewport_size(wide)


def _none(page: Page, script: str) -> None:
    found = page.evaluate(script)
    assert not found, found  # said here: pytest rewrites the asserts of test modules only
