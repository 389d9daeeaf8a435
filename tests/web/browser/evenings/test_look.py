"""What is asked of every screen after a tap finds what it is for."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from bench.programs import PHONE
from tests.web.browser.evenings.evening import LOOK

BAR = (
    '<div class="bar" style="position: fixed; left: 0; width: 100%; height: 90px; bottom: 0"></div>'
)
SCREEN = """<div id="app" data-version="3"><span data-link="live" data-waiting="0"></span>
<main style="height: 2000px"><button style="margin-top: 900px">Far</button></main>
<div class="foot" style="position: {foot}; bottom: 0"><div class="acts"><button class="primary">Go</button></div></div>
</div>{more}"""


@pytest.mark.parametrize(
    ("foot", "more", "faults"),
    [
        ("sticky", "", []),
        ("static", "", ['the main action is off the screen: BUTTON "Go"']),
        (
            "sticky",
            BAR,
            ['the main action is off the screen: BUTTON "Go"', 'BUTTON "Go" is under bar'],
        ),
        ("sticky", "<dialog open class=sheet><div class=sheet-foot></div></dialog>", []),
    ],
)
def test_a_look_finds(browser: Browser, foot: str, more: str, faults: list[str]) -> None:
    """A main action below the edge, and controls that something fixed covers."""
    page = browser.new_page(viewport=PHONE)
    page.set_content(SCREEN.format(foot=foot, more=more))
    assert page.evaluate(LOOK, 3) == {"version": 3, "faults": faults}
    page.close()
