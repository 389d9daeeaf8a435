"""Cards of another deck than the one that a photo is read with: what is said of them, and what helps."""

from __future__ import annotations

from collections.abc import Sequence

from companion.game import Piece
from companion.language import say
from vision.pieces import Clash
from vision.reading import Unsure


def of_another_deck(clashes: Sequence[Clash], standard: Sequence[Piece]) -> Unsure:
    """What is unsure where tags lie as one card's that no card of this deck has; the standard deck's may have both."""
    text = say("the cards belong to another deck than the one they were read with: their second tags differ")
    if any(_has_both(piece, clash) for piece in standard for clash in clashes):
        advice = say("they are the standard deck's: open a table with that one; or leave --deck out")
    else:
        advice = say("open a table with that deck; or name its file with --deck FILE.toml")
    return Unsure(None, text, "legality", advice)


def _has_both(piece: Piece, clash: Clash) -> bool:
    seen = {clash.first.tag.id, clash.second.tag.id}
    return any(seen == {spot.id for spot in spots} for spots in piece.faces.values())
