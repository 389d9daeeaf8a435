"""Giza: ten rounds of a secret choice and a turn each, then the pyramids are scored."""

from __future__ import annotations

import re

from tests.web.browser.conftest import PHOTOS
from tests.web.browser.evenings.evening import Evening, Player

PHOTO = PHOTOS / "01-desk-legal.jpg"
ROUND_TAPS = 3  # a player
ROUNDS = 10


def begin(evening: Evening) -> None:
    """Out of the lobby; in a later game it is known who has the Chief."""
    ana, *_ = evening.players
    if not ana.page.locator(".crown[aria-pressed=true]").count():
        evening.tap(ana, "Ana gets the Chief")
    evening.tap(ana, "Draw three goals")
    evening.tap(ana, "Start round 1")
    evening.at("choose")


def play(evening: Evening, *, trouble: bool) -> None:
    """All rounds, in which nobody takes a token, and a score for each."""
    begin(evening)
    for number in range(1, ROUNDS + 1):
        with evening.within(ROUND_TAPS * len(evening.players), "a round"):
            _round(evening, trouble=trouble and number == 1)
    evening.at("scoring")
    for player in evening.players:
        if trouble and player is evening.players[0]:
            evening.photograph(player, PHOTO, player.page.locator(".verdict-spot"))
        else:
            _score(evening, player)
    if (
        evening.at("scoring", "over") == "scoring"
    ):  # a drawn goal compares pyramids not photographed
        evening.tap(evening.players[0], "Enter score")
        evening.tap(evening.players[0], re.compile("^Save: "))


def _round(evening: Evening, *, trouble: bool) -> None:
    _, bo, cleo, dina = evening.players
    for player in evening.players:
        evening.tap(player, player.page.locator(".hand-names button").first)
        if trouble and player is bo:
            evening.offline(bo, "Play face down")
        else:
            evening.tap(player, "Play face down")
    evening.at("turns")
    if trouble:
        evening.reload(dina)
    for _ in evening.players:
        active = evening.whose("Your turn")
        done = active.page.locator(".acts button").last  # "left", where that can be chosen
        if trouble and active is cleo:
            evening.crash(cleo, done)
        else:
            evening.tap(active, done)


def _score(evening: Evening, player: Player) -> None:
    evening.tap(player, player.page.locator(".tab").nth(1))
    evening.tap(player, "Enter score")
    top = player.page.get_by_role("group", name="Top")
    evening.tap(player, top.get_by_role("button", name="1"))
    evening.tap(player, "Save: 1 point")
