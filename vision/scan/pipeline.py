"""Pipeline: the whole chain from a photo's bytes to a reading, stage by stage.

photo.loader -> scan.search (tags) -> scan.identification -> table.registration -> scan.refinement
(evidence) -> a game's row judges. A clear photo takes one look; only what is missing is looked at
harder. Nothing here knows any game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

from companion.deckfile import load_deck
from companion.errors import PhotoError, UsageError
from companion.game import Deck
from companion.game import game as find_game
from vision.evidence.album import SHIPPED, Albums
from vision.games import row as find_row
from vision.games.base import Row, Table, Wishes
from vision.games.reading import Reading
from vision.photo.loader import Photo, Shot, open_shot
from vision.scan.identification import games_of, tags_of_games
from vision.scan.refinement import Attempt, read_table
from vision.scan.search import find_tags, why_no_tags
from vision.table.pieces import Catalogue, catalogue
from vision.tags.detector import Sighting

_NO_WISHES: Wishes = {}


@dataclass(frozen=True, slots=True, eq=False)
class Scan:
    """A photo and what it says."""

    photo: Photo | Shot
    reading: Reading


def read_photo(  # noqa: PLR0917 - callers name the later ones
    data: bytes,
    name: str,
    game: str | None = None,
    deck: Deck | None = None,
    wishes: Wishes = _NO_WISHES,
    albums: Albums = SHIPPED,
) -> Scan:
    """Read one photo of a table; raises `PhotoError` for what is no photo, `UsageError` for wishes
    that make no sense.

    Without `game` the tags tell which it is; `deck` is then the standard one. `wishes` is what the
    game's row knows besides (giza: {"goals": ids}, else those in the picture count). `albums` is
    where pictures of its cards come from.
    """
    if deck is not None and game is None:
        raise ValueError("a deck is a game's: name it")
    photo = open_shot(data, name)
    if game is None:
        return Scan(photo, _read_any(photo, wishes, albums))
    row, spots = find_row(game), _standard_spots(game) if deck is None else None
    deck = standard(game) if deck is None else deck
    spots = catalogue(row.printed(deck)) if spots is None else spots
    sightings = find_tags(photo, frozenset(spots))
    return Scan(
        photo, _read_game(photo, row, deck, spots, row.asked(wishes, deck), sightings, albums)
    )


@cache
def standard(game: str) -> Deck:
    """A game's standard deck; decks are frozen, so that one serves all photos."""
    return load_deck(find_game(game))


@cache
def _standard_spots(game: str) -> Catalogue:
    """Where each tag of a game's standard deck stands."""
    return catalogue(find_row(game).printed(standard(game)))


def _read_any(photo: Shot, wishes: Wishes, albums: Albums) -> Reading:
    """The reading of whatever game has most tags in the picture; others are left out, which is
    said.
    """
    sightings = find_tags(photo, tags_of_games())
    games = games_of(sightings)
    if not games:
        why = why_no_tags(photo.work_grey, tags_of_games())
        return Reading(
            photo=photo.name, game="", deck="", verdict="unsure", pieces=(), unsure=(why,)
        )
    slug = games[0][0]
    try:
        row = find_row(slug)
    except UsageError as error:
        raise PhotoError(photo.name, f"this is {slug}, whose photos can't be read yet") from error
    deck = standard(slug)
    reading = _read_game(
        photo, row, deck, _standard_spots(slug), row.asked(wishes, deck), sightings, albums
    )
    others = tuple(
        f"tags of {other} are in the picture too ({n}): left out" for other, n in games[1:]
    )
    return replace(reading, notes=(*reading.notes, *others)) if others else reading


def _read_game(  # noqa: PLR0917 - the chain's own, in the chain's order
    photo: Shot,
    row: Row,
    deck: Deck,
    spots: Catalogue,
    wishes: Wishes,
    sightings: Sequence[Sighting],
    albums: Albums,
) -> Reading:
    """The reading by one game's row; tags that are none of its pieces' do not count."""
    own = tuple(sighting for sighting in sightings if sighting.tag in spots)
    if not own:
        bare = row.judge(Table(photo.name, ()), deck, wishes)
        why = why_no_tags(photo.work_grey, frozenset(spots))
        return replace(bare, verdict="unsure", violations=(), unsure=(why,))
    return read_table(Attempt(photo, row, deck, spots, albums, own), wishes)
