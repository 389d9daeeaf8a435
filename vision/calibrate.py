"""The command `rookery calibrate read`."""

from __future__ import annotations

import click

from companion.calibrate import LINE_X, LINE_Y, checked_length, keep, say, tell, today
from companion.calibration import ruler_lengths
from companion.errors import UsageError
from companion.profile import checked_name
from vision.calibration import Side, check_pair, profile, read_side
from vision.load import load, read_bytes

UNNAMED = "unsaved"


@click.command()
@click.argument("front", metavar="FRONT.jpg")
@click.argument("back", metavar="BACK.jpg")
@click.option("--save", "name", metavar="NAME", help="Keep it as the profile of this name, as in office-a4.")
@click.option(LINE_X, type=float, metavar="MM", help="What your own ruler says of the front's ruler across.")
@click.option(LINE_Y, type=float, metavar="MM", help="And of the one down.")
def read(*, front: str, back: str, name: str | None, line_x: float | None, line_y: float | None) -> None:
    """Measure photos of both sides of a calibration sheet: scale, offset and turn of each, and how well all is known.

    Lay the sheet flat on something dark and plain and photograph it from straight above, all four edges in the
    picture. The scale is measured against the paper's edges, which may be cut 1 % off; --line-x and --line-y make it
    better.
    """
    if name is not None:
        checked_name(name)
    sides = [read_side(load(read_bytes(photo), photo)) for photo in (front, back)]
    check_pair(*sides)
    _check_profiled(sides[0], name)
    lengths = (line_x, line_y)
    for length, true, option in zip(lengths, ruler_lengths(sides[0].key.size), (LINE_X, LINE_Y), strict=True):
        if length is not None:
            checked_length(length, true, option)
    found = profile(name or UNNAMED, sides[0], sides[1], today(), lengths)
    (keep if name else tell)(found)
    if None in lengths:
        say("note", f"paper is cut to 2 mm only; {LINE_X} and {LINE_Y} with what your ruler says make the scale better")


def _check_profiled(side: Side, name: str | None) -> None:
    """A sheet that a profile was applied to tells what is left, which is no profile."""
    if side.key.profiled and name is not None:
        problem = "the sheet was printed with a profile and shows only what that leaves"
        remedy = "leave --save out to see it; for a new profile print a sheet without --profile"
        raise UsageError(side.name, problem, remedy=remedy)
