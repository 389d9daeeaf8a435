"""Pirates: the phones deal, everyone places, the captain sails, until the pirates are met."""

from __future__ import annotations

from tests.web.browser.conftest import PHOTOS
from tests.web.browser.evenings.evening import Evening

PHOTO = PHOTOS / "pirates/tune/02-kitchen-middle.jpg"
TURN_TAPS = 10
PHASES = ("captain", "place", "sail", "pirates", "over")


def begin(evening: Evening) -> None:
    """Out of the lobby; in a later game it is known who is captain."""
    ana, *_ = evening.players
    if not ana.page.locator(".crown[aria-pressed=true]").count():
        evening.tap(ana, "Ana is the first captain")
    evening.tap(ana, "Set sail")
    evening.at("event")


def play(evening: Evening, *, trouble: bool) -> None:
    """Turn by turn, as the screens ask for it."""
    begin(evening)
    captain = evening.with_button("Deal on the phones")
    evening.tap(captain, "Deal on the phones")
    turn = 0
    while evening.at(*PHASES) not in ("pirates", "over"):
        turn += 1
        with evening.within(TURN_TAPS, "a turn"):
            _turn(evening, trouble=trouble and turn == 1)
    if evening.phase == "pirates":
        captain = evening.with_button("They caught our ship")
        evening.tap(captain, "They caught our ship")
        evening.tap(captain, "End the voyage")


def _turn(evening: Evening, *, trouble: bool) -> None:
    ana, bo, cleo, dina = evening.players
    first = next(one for one in evening.players if one.page.locator(".spot-button").count())
    order = [first, *(player for player in evening.players if player is not first)]
    for player in order:
        spot = player.page.locator(".spot-button:enabled").first
        if trouble and player is bo:
            evening.offline(bo, spot)
        elif trouble and player is cleo:
            evening.crash(cleo, spot)
        else:
            evening.tap(player, spot)
    if trouble:
        evening.reload(dina)
        evening.photograph(ana, PHOTO, ana.button("View photo"))
    captain = next(one for one in evening.players if one.page.locator(".acts .act").count())
    acts = captain.page.locator(".acts .act")
    for _ in evening.players:
        if not acts.count():
            return  # the ship can't go on, or has sunk
        evening.tap(captain, acts.first)
    if evening.phase == "sail":
        evening.tap(captain, "End movement")
