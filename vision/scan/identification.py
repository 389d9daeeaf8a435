"""Determine which game lies on the table by the registry of tags alone (`companion/tags.toml`)."""

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
    """Return every tag id on pieces of any game, without those of the calibration sheet."""
    return frozenset(_owners())


def games_of(sightings: Iterable[Sighting]) -> tuple[tuple[str, int], ...]:
    """Return the games that these tags belong to and how many of each, most first; tags with many
    wrong bits are ignored.
    """
    counts = Counter(
        _owners()[s.tag] for s in sightings if s.errors <= FREE_ERRORS and s.tag in _owners()
    )
    return tuple(sorted(counts.items(), key=lambda item: (-item[1], slugs().index(item[0]))))


@cache
def _owners() -> dict[TagId, str]:
    owners = {r.start + n: r.game for r in registry() if r.game in slugs() for n in range(r.count)}
    for game in games():
        if game.slug not in owners.values():  # not in the registry: use the tags on its pieces
            printed = game.pieces(load_deck(game))
            tags = [
                spot.id for piece in printed for spots in piece.faces.values() for spot in spots
            ]
            owners |= {tag: game.slug for tag in tags if tag not in owners}
    return owners
