"""King Tut: everyone hops against the clock, then enters what is left."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.web.browser.conftest import PHOTOS
from tests.web.browser.evenings.evening import Evening, Player

PHOTO = PHOTOS / "solitaire/tune/04-picnic-tally.jpg"
HOP_TAPS = 2


def begin(evening: Evening) -> None:
    """Out of the lobby; how to play is chosen again each time."""
    ana = evening.players[0]
    evening.tap(ana, "King Tut")
    evening.tap(ana, "Start")
    evening.at("play")


def play(evening: Evening, *, trouble: bool) -> None:
    """One round of all; with `trouble`, through all that may happen to phones and server."""
    begin(evening)
    ana, bo, cleo, dina = evening.players
    for _ in evening.players:
        player = evening.whose("Your turn")
        evening.tap(player, "Start my clock")
        expect(player.button("Done", exact=True)).to_be_enabled()  # 3, 2, 1 are counted
        if player in (ana, bo):  # on their phones; the others have boards of wood
            with evening.within(HOP_TAPS, "a hop"):
                _hop(evening, player, "a1", "a3", offline=trouble and player is ana)
        if trouble and player is bo:
            evening.reload(player)
        if trouble and player is cleo:
            evening.crash(player, "Done")
        else:
            evening.tap(player, "Done")
    _enter(evening, cleo, 12)
    if trouble:
        evening.photograph(dina, PHOTO, dina.page.locator("main[data-phase='over']"))
    else:
        _enter(evening, dina, 3)


def _enter(evening: Evening, player: Player, pips: int) -> None:
    evening.tap(player, "Enter what\u2019s left")
    player.page.get_by_label("Pips").fill(str(pips))
    evening.tap(player, "Save score")


def _hop(evening: Evening, player: Player, start: str, end: str, *, offline: bool) -> None:
    evening.tap(player, re.compile(f"^{start}:"))
    land = re.compile(f"^{end}:.*can land here")
    if offline:
        evening.offline(player, land)
    else:
        evening.tap(player, land)
