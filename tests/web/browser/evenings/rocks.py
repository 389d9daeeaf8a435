"""Rocks: each rolls and moves by taps, then one nest is laid rock by rock."""

from __future__ import annotations

import re

from tests.web.browser.conftest import PHOTOS
from tests.web.browser.evenings.evening import Evening, Player

PHOTO = PHOTOS / "rocks/tune/02-kitchen-four.jpg"
ROLL_TAPS = 3
NO_ROCK = re.compile(r"space \d: no rocks")


def begin(evening: Evening) -> None:
    """Out of the lobby; in a later game it is known who begins."""
    ana, *_ = evening.players
    if not ana.page.locator(".crown[aria-pressed=true]").count():
        evening.tap(ana, "Ana rolls first")
    evening.tap(ana, "Start")
    evening.at("play")


def play(evening: Evening, *, trouble: bool) -> None:
    """A round, after which whoever is next completes a nest."""
    begin(evening)
    ana, bo, cleo, dina = evening.players
    for _ in evening.players:
        mover = evening.whose("Your roll")
        if trouble and mover is bo:
            evening.reload(bo)
        with evening.within(ROLL_TAPS, "a roll"):
            if trouble and mover is cleo:
                evening.crash(cleo, re.compile("^a 1$"))
            else:
                evening.tap(mover, "a 1", exact=True)
            landing = mover.page.locator(".landing").first
            if trouble and mover is ana:
                evening.offline(ana, landing)
            else:
                evening.tap(mover, landing)
            if mover.page.locator("dialog[open]").count():
                evening.tap(mover, "No rock")
    if trouble:
        evening.photograph(dina, PHOTO, dina.button("View photo"))
    _finish(evening, evening.whose("Your roll"))


def _finish(evening: Evening, builder: Player) -> None:
    evening.tap(builder, "a 2", exact=True)
    nest = builder.page.locator(".nest-panel")
    while nest.get_by_role("button", name=NO_ROCK).count():
        evening.tap(builder, nest.get_by_role("button", name=NO_ROCK).first)
    evening.tap(builder, "I reached the centre")
    evening.tap(builder, "I reached the centre")
