"""Doubts about the photo as a whole: cards of another deck, tags of no deck, pieces of two sets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import numpy as np

from companion.game import Piece
from companion.language import say
from vision.games.reading import Unsure
from vision.table.layout import Laid
from vision.table.pieces import Clash, Detection, overlap

BOTH = 2  # tags of a card; boards have one, or more than two
ONE_PHOTO = say("take one photo of one set, not a panorama")
SPLIT = 0.1  # share of a card by which the parts of a split one overlap at least
# share of a tag's side by which two pictures of it differ at most, in shape and across the seam: in
# stitched photos they do by 0.04, two pieces laid in a row by 0.07 or more
ALIKE = 0.04
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


def of_seam(
    detections: Sequence[Detection], fewest: int = BOTH, alike: float = ALIKE
) -> Unsure | None:
    """Return a doubt if a piece with `fewest` tags or more is shown as at a panorama's seam: twice
    in one row of pixels, or a card's tags apart, as those of two of which each lies on the other.
    """
    tagged = [piece for piece in detections if len(piece.spots[0].tags) >= fewest]
    for one, other in combinations(tagged, 2):
        if (one.piece, one.face) != (other.piece, other.face):
            continue
        mine, its = (dict(zip(each.spots, each.sightings, strict=True)) for each in (one, other))
        steps = [its[spot].corners - mine[spot].corners for spot in mine.keys() & its.keys()]
        off = [max(np.abs(step).max(0).min(), np.ptp(step, axis=0).max()) for step in steps]
        shift = np.ptp([step.mean(0) for step in steps], axis=0).max() if steps else 0.0
        # one tag's corners may be at the seam
        copied = off and max(min(off), shift) < alike * one.sightings[0].side
        ends = {spot.tag.id for spot in (*mine, *its)}
        split = not steps and len(ends) == BOTH == len(one.spots[0].tags)
        if copied or (split and overlap(one.corners, other.corners) > SPLIT):
            text = say("{piece} is shown twice or in parts, as in a panorama", piece=one.piece)
            return Unsure(None, text, "legality", ONE_PHOTO)
    return None


def of_two_sets(pieces: Sequence[Laid], printed: Sequence[Piece]) -> Unsure | None:
    """Return a doubt if there is more of a piece than is `printed`, as a stitched panorama shows
    pieces at its seam twice; those with the same back count together, whichever side is up.
    """
    fronts = Counter(piece.id for piece in pieces if piece.face == "front")
    counts = Counter(piece.id for piece in pieces)
    backs = {piece.id: {tag.id for tag in piece.faces.get("back", ())} for piece in printed}
    for piece in printed:
        alike = [each for each in printed if backs[piece.id] and backs[each.id] == backs[piece.id]]
        together = sum(counts[each.id] for each in alike), sum(each.count for each in alike)
        for n, most in ((fronts[piece.id], piece.count), together):
            if n > most:
                text = say("{piece} was read {n} times, but a set has {most}")
                text = say(text, piece=piece.id, n=n, most=most)
                return Unsure(None, text, "legality", ONE_PHOTO)
    return None
