"""The whole chain from a photo's bytes to a reading: photo.loader -> scan.search (tags, their game)
-> table.registration -> a game's row judges, with a second look if something is open.

Tags are in px of the reduced photo (`Photo.work`); a row gets px of the full one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from companion.deckfile import load_deck
from companion.game import Deck
from companion.game import game as find_game
from companion.known import NOTHING, Asked
from vision.games import row as find_row
from vision.games.base import Eye, Row, Table
from vision.games.foreign_cards import of_no_set, of_seam
from vision.games.owngame import ROW, OwnGame
from vision.games.reading import Reading, Unsure
from vision.games.words import cut_off
from vision.photo.loader import Photo, load
from vision.scan.search import around, find_tags, games_of, tags_of_games, why_no_tags
from vision.table.pieces import Catalogue, catalogue
from vision.table.plane import Plane
from vision.table.registration import Registration, register
from vision.tags.detector import WHOLE, Sighting, distinct, sweep_again


@dataclass(frozen=True, slots=True, eq=False)
class Scan:
    """A photo and its reading."""

    photo: Photo
    reading: Reading


def read_photo(
    data: bytes,
    name: str,
    game: str | None = None,
    deck: Deck | None = None,
    asked: Asked = NOTHING,
) -> Scan:
    """Read one photo of a table; raise `PhotoError` if it isn't a usable photo, `UsageError` for
    invalid options.

    Without `game`, the tags determine it, and `deck` is the standard one. `asked` are options of
    the game (`companion/<game>/known.py`): counts that close the reading, giza's goals.
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
        row = find_row(game)
        spots = _standard_spots(game)
        notes = tuple(
            f"tags of {other} are in the picture too ({n}): left out" for other, n in games[1:]
        )
    deck = standard(game) if deck is None else deck
    reader = _Reader(photo, row, deck, row.checked(asked, deck), spots)
    reading = reader.read(tuple(sighting for sighting in sightings if sighting.tag in spots))
    return Scan(photo, replace(reading, notes=(*reading.notes, *notes)))


def read_own(data: bytes, name: str, game: OwnGame) -> Scan:
    """Read a photo of someone's own cards; raise `PhotoError` if it isn't a usable photo."""
    photo = load(data, name)
    spots = catalogue((*game.cards, *game.strangers))
    reader = _Reader(photo, ROW, game, None, spots)
    return Scan(photo, reader.read(find_tags(photo, frozenset(spots))))


@dataclass(frozen=True, slots=True, eq=False)
class _Reader:
    """A photo to be read, and what with: `known` is what the row's `known` made of the options."""

    photo: Photo
    row: Row
    deck: Deck
    known: object
    spots: Catalogue

    def read(self, sightings: tuple[Sighting, ...]) -> Reading:
        """Return the reading of a table on which these tags were found, with a second look at the
        photo if something is open, unless its edge cuts off all the places that are, or it is a
        panorama.
        """
        grey, known = self.photo.work_grey, frozenset(self.spots)
        if not sightings:
            return self.unread(why_no_tags(grey, known, self.row.game))
        scene, reading = self._judged(sightings)
        doubts = reading.doubts
        places = [item.outline for item in doubts if item.outline]
        # the table is legal whatever is hidden below what was read, and no tag would show that
        hiding = reading.verdict == "legal" and reading.complete is None
        closed = hiding or (reading.complete is not False and not doubts)
        stitched = of_seam(scene.detections)
        if closed or stitched or (places and all(cut_off(p, self.photo.size) for p in places)):
            return reading
        here = places and len(places) == len(doubts)
        part = around(np.concatenate(places) / self.photo.shrunk) if here else WHOLE
        more = sweep_again(grey, known=known, part=part)
        both = distinct((*sightings, *more))
        return self._judged(both, scene.plane)[1] if len(both) > len(sightings) else reading

    def _judged(
        self, sightings: tuple[Sighting, ...], start: Plane | None = None
    ) -> tuple[Registration, Reading]:
        """Return the table's pieces, and its reading, in which nothing counts if the whole is in
        doubt.
        """
        scene = register(sightings, self.photo.work_grey, self.spots, start)
        whole = scene.scaled(self.photo.shrunk)
        eye = Eye(self.photo, whole.plane, whole.frame, whole.detections)
        table = Table(self.photo.name, whole.laid, whole.clashes, whole.adrift, eye)
        doubt = of_no_set(scene.detections) or self.row.contradiction(table, self.deck)
        if why := doubt or of_seam(scene.detections):
            return scene, self.unread(why)
        return scene, self.row.judge(table, self.deck, self.known)

    def unread(self, why: Unsure) -> Reading:
        """Return the reading of a photo none of whose pieces count, with the reason."""
        nothing = self.row.judge(Table(self.photo.name, ()), self.deck, self.known)
        return replace(nothing, verdict="unsure", violations=(), unsure=(why,))


@cache
def standard(game: str) -> Deck:
    """Return a game's standard deck, cached, as decks are immutable."""
    return load_deck(find_game(game))


@cache
def _standard_spots(game: str) -> Catalogue:
    """Return where each tag of a game's standard deck is printed."""
    return catalogue(find_row(game).printed(standard(game)))
