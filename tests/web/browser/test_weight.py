"""What a phone has to load before it shows the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.game import Game, offering
from companion.language import ENGLISH, LANGUAGES
from web.packed import pack

ICON = "/favicon"
FIRST_PAINT = 80_000  # bytes over the air, the heads of the answers included


def heaviest() -> Game:
    """The game whose phone has the longest script."""
    return max(offering("table"), key=lambda game: len(pack(game.slug, "play", "js").text))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_paint_of_a_phone_is_under_80_kb(
    language: str, table: Callable[..., Any], phones: Any
) -> None:
    """All that Chromium transfers until the table stands there in its own letters: page, sheets,
    modules, font, state.

    Of each game in English, and of the one with most words in each language. The icon is not among
    it, which some browsers fetch for their list of tabs.
    """
    phone = phones(locale=language)
    line = phone.context.new_cdp_session(phone.page)
    line.send("Network.enable")
    line.send("Network.setCacheDisabled", {"cacheDisabled": True})
    loaded: dict[str, float] = {}
    addresses: dict[str, str] = {}
    line.on(
        "Network.requestWillBeSent",
        lambda told: addresses.update({told["requestId"]: told["request"]["url"]}),
    )
    line.on(
        "Network.loadingFinished",
        lambda told: loaded.update({told["requestId"]: told["encodedDataLength"]}),
    )
    weights = {}
    for game in offering("table") if language == ENGLISH else [heaviest()]:
        brought = table(3, game.slug)
        phone.context.add_cookies(brought.seats["s1"].cookies())
        loaded.clear()
        phone.page.goto(f"{brought.base}/t/{brought.code}")
        phone.page.locator("main[data-phase]").wait_for()
        phone.page.evaluate("document.fonts.ready")
        weights[game.slug] = sum(
            weight for request, weight in loaded.items() if ICON not in addresses[request]
        )
    assert len(loaded) >= 5
    assert phone.page.locator("html").get_attribute("lang") == language
    assert {slug: weight for slug, weight in weights.items() if weight >= FIRST_PAINT} == {}
