"""Combust: lines from one photo or card by card, a card that is played, and clans that go out."""

from __future__ import annotations

import re

from tests.web.browser.conftest import PHOTOS
from tests.web.browser.evenings.evening import Evening

PHOTO = PHOTOS / "combust/tune/02-desk-four-fanned.jpg"
FISHER = "3, Delta Fisher"
LINES = ((1, 2, 3), (4, 5, 6), (7, 8, 9), (10, 11, 12))


def begin(evening: Evening) -> None:
    """Out of the lobby; in a later game it is known who deals."""
    ana, *_ = evening.players
    if not ana.page.locator(".crown[aria-pressed=true]").count():
        evening.tap(ana, "Bo deals")
    evening.tap(ana, "Cards are dealt")
    evening.at("lines")


def play(evening: Evening, *, trouble: bool) -> None:
    """The opening lines, one card, and the end of three clans."""
    begin(evening)
    ana, bo, cleo, dina = evening.players
    for player, values in zip(evening.players, LINES, strict=True):
        evening.tap(player, "Enter my cards")
        for value in values:
            evening.tap(player, re.compile(f"^{value},"))
        if trouble and player is bo:
            evening.offline(bo, "Save line")
        else:
            evening.tap(player, "Save line")
    evening.tap(cleo, "Who starts?")
    evening.at("turns")
    if trouble:
        evening.reload(dina)
    active = evening.whose("Your turn")
    evening.tap(active, "Play a card")
    evening.tap(active, FISHER)
    if trouble:
        evening.crash(active, "Done")
    while active.button("Done", exact=True).count():
        evening.tap(active, active.button("Done", exact=True))
    evening.tap(active, "End turn")
    if trouble:
        evening.photograph(ana, PHOTO, ana.page.locator(".portrait").first)
    evening.tap(bo, "A clan is extinct")
    for player in (ana, cleo, dina):
        evening.tap(bo, re.compile(f"^{player.name}"))
    evening.tap(bo, re.compile("are extinct$"))
