"""What lies on the tally mat: tokens and paper pyramids by their tags, plastic ones by place and
edges.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import dist

import numpy as np

from companion.language import say
from companion.solitaire.board import Board
from companion.solitaire.measures import Place
from vision.games.base import Eye
from vision.games.reading import Unsure
from vision.games.solitaire.contents import REASONS, Item, items_on
from vision.games.solitaire.mat import Standing, standing, unread_places
from vision.games.solitaire.paper import PX
from vision.games.solitaire.sheets import Sheet

TEXTS = {
    "S": say("the piece on place {n} for small pyramids can't be read"),
    "M": say("the piece on place {n} for medium pyramids can't be read"),
    "L": say("the piece on place {n} for large pyramids can't be read"),
}
ONE_PLACE = 10.0  # mm: two pieces nearer than this lie on one place


@dataclass(frozen=True, slots=True)
class Tally:
    """A mat's pieces with tags, its plastic pyramids, and the places that couldn't be read."""

    items: tuple[Item, ...] = ()
    plastic: tuple[Standing, ...] = ()
    unread: tuple[Place, ...] = ()

    @property
    def sizes(self) -> str:
        """The pyramids that were read, larger ones first: "LLMS"."""
        sizes = [
            *(item.size for item in self.items),
            *(each.place.pyramid for each in self.plastic),
        ]
        return "".join(sorted(sizes, key="LMS".index))


def read_mat(mat: Sheet, eye: Eye, deck: Board, *, plastic: bool) -> Tally:
    """Return what lies on a mat. `plastic` allows for plastic pyramids; if one piece has a tag, all
    have.
    """
    items = items_on(mat, eye, deck)
    unread = tuple(
        unread_places(mat.flat(eye, PX), deck, [np.array(item.outline) for item in items])
    )
    if items or not plastic:
        return Tally(items, (), unread)
    places = tuple(standing(mat, eye, deck, unread))
    pyramids = tuple(each for each in places if isinstance(each, Standing))
    return Tally((), pyramids, tuple(each for each in places if isinstance(each, Place)))


def tally_doubts(mat: Sheet, tally: Tally) -> Iterator[Unsure]:
    """Yield places that hold something unread, and pairs of pieces on one place, which may hide a
    third.
    """
    for place in tally.unread:
        advice = REASONS["close" if tally.plastic else "tag"][1]
        text, name = say(TEXTS[place.pyramid], n=place.number), f"{place.pyramid}{place.number}"
        around = place.side / 2 * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
        yield Unsure(name, text, "legality", advice, mat.outline(np.array(place.at) + around))
    for item, other in combinations(tally.items, 2):
        if dist(item.point, other.point) < ONE_PLACE:
            text, advice = say("pieces on the tally mat overlap"), say("put each on its own place")
            yield Unsure("mat", text, "legality", advice, mat.outline(np.array(item.outline)[:4]))
