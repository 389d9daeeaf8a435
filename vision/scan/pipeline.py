"""The whole chain from a photo's bytes to a reading: photo.loader -> scan.search (tags, their game)
-> table.registration -> scan.refinement (evidence) -> a game's row judges.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

from companion.deckfile import load_deck
from companion.errors import PhotoError, UsageError
from companion.game import Deck
from companion.game import game as find_game
from companion.known import NOTHING, Asked
from vision.evidence.album import SHIPPED, Albums
from vision.games import row as find_row
from vision.games.owngame import ROW, OwnGame
from vision.games.reading import Reading
from vision.photo.loader import Photo, load
from vision.scan.refinement import Attempt, read_table, unread, with_far_tags
from vision.scan.search import find_tags, games_of, tags_of_games, why_no_tags
from vision.table.pieces import Catalogue, catalogue


@dataclass(frozen=True, slots=True, eq=False)
class Scan:
    """A photo and its reading."""

    photo: Photo
    reading: Reading


def read_photo(  # noqa: PLR0917 - callers name the later ones
    data: bytes,
    name: str,
    game: str | None = None,
    deck: Deck | None = None,
    asked: Asked = NOTHING,
    albums: Albums = SHIPPED,
) -> Scan:
    """Read one photo of a table; raise `PhotoError` if it isn't a usable photo, `UsageError` for
    invalid options.

    Without `game`, the tags determine it, and `deck` is the standard one. `asked` are options of
    the game (`companion/<game>/known.py`): counts that close the reading, giza's goals. `albums`
    provide the images of its cards.
    """
    photo = load(data, name)
    if deck is not None and game is None:
        raise ValueError("a deck is a game's: name it")
    notes: tuple[str, ...] = ()
    if game is not None:
        row = find_row(game)
        spots = _standard_spots(game) if deck is None else catalogue(row.printed(deck))
        sightings = find_tags(photo, frozenset(spots))
    else:  # the one with most tags in the photo
        sightings = find_tags(photo, tags_of_games())
        games = games_of(sightings)
        if not games:
            why = why_no_tags(photo.work_grey, tags_of_games())
            reading = Reading(
                photo=name, game="", deck="", verdict="unsure", pieces=(), unsure=(why,)
            )
            return Scan(photo, reading)
        game = games[0][0]
        try:
            row = find_row(game)
        except UsageError as error:
            raise PhotoError(name, f"this is {game}, whose photos can't be read yet") from error
        spots = _standard_spots(game)
        notes = tuple(
            f"tags of {other} are in the picture too ({n}): left out" for other, n in games[1:]
        )
    deck = standard(game) if deck is None else deck
    known = row.checked(asked, deck)
    own = tuple(sighting for sighting in sightings if sighting.tag in spots)
    if own:
        attempt = Attempt(photo, row, deck, spots, albums, own)
        reading = read_table(with_far_tags(attempt), known)
    else:
        why = why_no_tags(photo.work_grey, frozenset(spots), row.game)
        reading = unread(row, name, deck, known, why)
    return Scan(photo, replace(reading, notes=(*reading.notes, *notes)))


def read_own(data: bytes, name: str, game: OwnGame) -> Scan:
    """Read a photo of someone's own cards; raise `PhotoError` if it isn't a usable photo."""
    photo = load(data, name)
    spots = catalogue((*game.cards, *game.strangers))
    sightings = find_tags(photo, frozenset(spots))
    if not sightings:
        why = why_no_tags(photo.work_grey, frozenset(spots))
        return Scan(photo, unread(ROW, name, game, None, why))
    attempt = Attempt(photo, ROW, game, spots, SHIPPED, sightings)
    return Scan(photo, read_table(with_far_tags(attempt), None))


@cache
def standard(game: str) -> Deck:
    """Return a game's standard deck, cached, as decks are immutable."""
    return load_deck(find_game(game))


@cache
def _standard_spots(game: str) -> Catalogue:
    """Return where each tag of a game's standard deck is printed."""
    return catalogue(find_row(game).printed(standard(game)))
