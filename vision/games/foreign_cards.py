"""Doubts about the photo as a whole: cards of another deck, tags of no deck, pieces of two sets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from companion.game import Piece
from companion.language import say
from vision.games.reading import Unsure
from vision.table.layout import Laid
from vision.table.pieces import Clash, Detection

BOTH = 2  # tags of a card; boards have one, or more than two
ONE_PHOTO = say("take one photo of one set, not a panorama")
FEW = 3  # so many cards may show one tag each, as in a fan under a hand


def of_another_deck(clashes: Sequence[Clash], standard: Sequence[Piece]) -> Unsure:
    """Return the doubt for tags that lie like one card's but are on no card of this deck.

    If they are on one of the `standard` deck's pieces, the advice is to use that deck.
    """
    text = say(
        "the cards belong to a different deck than the one selected: their second tags differ"
    )
    pairs = {frozenset({clash.first.tag.id, clash.second.tag.id}) for clash in clashes}
    cards = [spots for piece in standard for spots in piece.faces.values()]
    if any(frozenset(spot.id for spot in spots) in pairs for spots in cards):
        advice = say(
            "they are from the standard deck: choose that deck (leave out --deck, or start a table "
            "with it)"
        )
    else:
        advice = say(
            "choose the deck that they are from (--deck FILE.toml, or start a table with it)"
        )
    return Unsure(None, text, "legality", advice)


def of_some_deck(pieces: Sequence[Laid]) -> Unsure | None:
    """Return a doubt if no card shows both tags: only the pair identifies the deck."""
    if not pieces or any(piece.source == "two-tags" for piece in pieces):
        return None
    text = say("no card shows both its tags, so they may be from another deck")
    return Unsure(
        None, text, "score", say("show both black squares of one card and retake the photo")
    )


def of_no_set(detections: Sequence[Detection]) -> Unsure | None:
    """Return a doubt if more than `FEW` cards show one of their tags and none shows both."""
    cards = [piece for piece in detections if len(piece.spots[0].tags) == BOTH]
    if len(cards) <= FEW or any(len(piece.spots) > 1 for piece in cards):
        return None
    text = say("these tags aren't from a Rookery set: no card shows both of its tags")
    return Unsure(
        None,
        text,
        "legality",
        say("use cards printed by Rookery; if they are, move closer and hold still"),
    )


def of_two_sets(pieces: Sequence[Laid], printed: Sequence[Piece]) -> Unsure | None:
    """Return a doubt if there is more of a piece than is `printed`, as a stitched panorama shows
    pieces at its seam twice; backs may have the same tags.
    """
    counts = Counter(piece.id for piece in pieces if piece.face == "front")
    for piece in printed:
        if counts[piece.id] > piece.count:
            text = say("{piece} was read {n} times, but a set has {most}")
            text = say(text, piece=piece.id, n=counts[piece.id], most=piece.count)
            return Unsure(None, text, "legality", ONE_PHOTO)
    return None
