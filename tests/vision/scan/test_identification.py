"""Identify: the tags alone tell the game."""

import numpy as np
import pytest

from companion.game import slugs
from companion.tags import registry
from vision.games import row, rows
from vision.scan.identification import games_of, tags_of_games
from vision.tags.detector import Sighting

SOMEWHERE = np.array([[0.0, 0], [9, 0], [9, 9], [0, 9]])


def seen(*tags: int, errors: int = 0) -> list[Sighting]:
    return [Sighting(tag, SOMEWHERE, errors, 1.0) for tag in tags]


def first(game: str) -> int:
    return next(found.start for found in registry() if found.game == game)


@pytest.mark.parametrize("game", slugs())
def test_a_games_own_tags_tell_it(game: str) -> None:
    """Whatever else lies there less often comes after it."""
    other = next(slug for slug in slugs() if slug != game)
    tags = (first(game), first(game) + 1, first(other))
    assert games_of(seen(*tags)) == ((game, 2), (other, 1))


def test_what_was_hardly_read_and_what_is_no_games_tells_nothing() -> None:
    """Wrong bits make any tag of any other; the calibration sheet's aren't any game's."""
    assert games_of(seen(first("giza"), errors=3)) == ()
    assert games_of(seen(first("calibration"), 586)) == ()
    assert first("calibration") not in tags_of_games()


def test_every_game_has_its_row() -> None:
    """Each says whose it is, and lists the tagged pieces that the eye looks for."""
    assert [found.game for found in rows()] == list(slugs())
    assert row(slugs()[0]) is rows()[0]
