"""Identification: which game lies on the table, by the registry of tags alone
(`companion/tags.toml`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache

from companion.deckfile import load_deck
from companion.game import games, slugs
from companion.tags import TagId, registry
from vision.tags.detector import FREE_ERRORS, Sighting


@cache
def tags_of_games() -> frozenset[TagId]:
    """Every id that a piece of any game carries; the calibration sheet's are none of them."""
    return frozenset(_owners())


def games_of(sightings: Iterable[Sighting]) -> tuple[tuple[str, int], ...]:
    """The games whose tags these are with how many of each, most first; tags read with many wrong
    bits say nothing.
    """
    counts = Counter(
        _owners()[s.tag] for s in sightings if s.errors <= FREE_ERRORS and s.tag in _owners()
    )
    return tuple(sorted(counts.items(), key=lambda item: (-item[1], slugs().index(item[0]))))


@cache
def _owners() -> dict[TagId, str]:
    owners = {r.start + n: r.game for r in registry() if r.game in slugs() for n in range(r.count)}
    for game in games():
        if game.slug not in owners.values():  # it takes its tags from those that nobody registered
            printed = game.pieces(load_deck(game))
            tags = [
                spot.id for piece in printed for spots in piece.faces.values() for spot in spots
            ]
            owners |= {tag: game.slug for tag in tags if tag not in owners}
    return owners
