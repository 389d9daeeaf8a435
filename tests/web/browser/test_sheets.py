"""Minified style sheets, as a browser reads them."""

from __future__ import annotations

from typing import Any

import pytest

from companion.game import offering
from web import packed

RULES = """(text) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return [...sheet.cssRules].map((rule) => rule.cssText.replace(/([,(])\\s+/g, "$1").replace(/\\s+/g, " "));
}"""


@pytest.mark.parametrize("page", packed.SHEETS)
def test_a_browser_reads_minified_sheets_as_their_sources(page: str, phones: Any) -> None:
    """Rule by rule, of every game."""
    browser = phones().page
    for game in offering("table"):
        sources = (packed.STATIC / name for name in packed.sheets(game.slug, page))
        source = "".join(path.read_text("utf-8") for path in sources).replace(
            "url(../", "url(/static/"
        )
        rules = browser.evaluate(RULES, source)
        assert len(rules) > 50
        assert browser.evaluate(RULES, packed.pack(game.slug, page, "css").text.decode()) == rules
