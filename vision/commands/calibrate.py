"""The command `rookery calibrate read`."""

from __future__ import annotations

import click

from companion.calibrate import LINE_X, LINE_Y, checked_rulers, describe, keep, today
from companion.console import say
from companion.measured import profile
from companion.options import FILE
from companion.profile import checked_name

UNNAMED = "unsaved"


@click.command()
@click.argument("front", metavar="FRONT.jpg", type=FILE)
@click.argument("back", metavar="BACK.jpg", type=FILE)
@click.option(
    "--save", "name", metavar="NAME", help="Save the result as a profile, such as office-a4."
)
@LINE_X
@LINE_Y
def read(
    *, front: str, back: str, name: str | None, line_x: float | None, line_y: float | None
) -> None:
    """Measure your printer from photos of both sides of a printed calibration sheet.

    Lay the sheet flat on something dark and plain and photograph it from straight above with all
    four edges in the picture. Paper may be cut 1 % too large or too small; --line-x and --line-y
    make the scale more precise.
    """
    from vision.calibration import read_sheet
    from vision.photo.loader import load, read_bytes

    if name is not None:
        checked_name(name)
    photos = [load(read_bytes(photo), photo) for photo in (front, back)]
    sides = read_sheet(photos, saved=name is not None)
    checked_rulers(sides[0].key.size, line_x, line_y)
    result = profile(name or UNNAMED, *sides, today(), (line_x, line_y))
    if name:
        keep(result)
    else:
        describe(result)
    if line_x is None or line_y is None:
        say("note", "for a more precise scale, measure the rulers and add --line-x and --line-y")
