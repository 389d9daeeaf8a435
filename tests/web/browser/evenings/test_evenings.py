"""All five games, each from the front door to a rematch and a second game, on four phones of four
sizes over plain http: one is loaded again, one is offline, one takes a photo, the server is killed.

After every tap the main action is on each screen, and nothing fixed covers a control.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.web.browser.evenings import combust, giza, pirates, rocks, solitaire
from tests.web.browser.evenings.evening import Evening

Make = Callable[..., Any]
OTHER = "Another game"
REST = {  # what follows on a game: the script, and the taps that lead there; the last is only begun
    "giza": ((rocks, (OTHER, "Rocks")), (giza, (OTHER, "Giza"))),
    "rocks": ((rocks, ("Play again",)), (solitaire, (OTHER, "Solitaire"))),
    "combust": ((combust, ("Play again",)), (rocks, (OTHER, "Rocks"))),
    "solitaire": ((solitaire, ("Play again",)), (combust, (OTHER, "Combust"))),
    "pirates": ((pirates, ("Play again",)), (rocks, (OTHER, "Rocks"))),
}
SCRIPTS = {
    "giza": giza,
    "rocks": rocks,
    "combust": combust,
    "solitaire": solitaire,
    "pirates": pirates,
}


@pytest.mark.parametrize("game", SCRIPTS)
def test_an_evening(game: str, mortal: Any, phones: Make) -> None:
    """A game with all that goes wrong, then it and another one with a tap or two each."""
    evening = Evening(game, mortal, phones)
    evening.begin()
    SCRIPTS[game].play(evening, trouble=True)
    (script, names), (last, others) = REST[game]
    evening.again(evening.players[1], *names)
    script.play(evening, trouble=False)
    evening.again(evening.players[0], *others)
    last.begin(evening)
