"""Corrections of a printer's errors, from its profile: content is scaled, turned and moved."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, radians, sin

from companion.errors import UsageError
from companion.layout import Size
from companion.profile import Drift, Profile
from printables.sheets.imposition import Sides
from printables.sheets.paper import Paper

Matrix = tuple[float, float, float, float, float, float]


def moved(drift: Drift, x: float, y: float, page: Size) -> tuple[float, float]:
    """Move a point of the page, mm, y down.

    >>> moved(Drift(scale_x=1.1, dx=1), 205, 297, Size(210, 297))
    (216.0, 297.0)
    """
    middle_x, middle_y = page.width / 2, page.height / 2
    across, down = (x - middle_x) * drift.scale_x, (y - middle_y) * drift.scale_y
    turn = radians(drift.rotation_deg)
    return (
        middle_x + across * cos(turn) - down * sin(turn) + drift.dx,
        middle_y + across * sin(turn) + down * cos(turn) + drift.dy,
    )


def matrix(drift: Drift, page: Size, unit: float) -> Matrix:
    """Return a drift as a PDF matrix: `unit` points per mm, y up from the lower left."""
    turn, tall = radians(drift.rotation_deg), page.height
    # the images of a unit step right and up, and of the lower left corner
    x, y = moved(drift, 0, tall, page)
    return (
        drift.scale_x * cos(turn),
        -drift.scale_x * sin(turn),
        drift.scale_y * sin(turn),
        drift.scale_y * cos(turn),
        x * unit,
        (tall - y) * unit,
    )


NONE = Drift()


@dataclass(frozen=True, slots=True)
class Corrections:
    """How each side's content is drawn so that the printer's own drift brings it where it belongs.

    They are drifts themselves, which undo the printer's.
    """

    front: Drift = NONE
    back: Drift = NONE


UNCORRECTED = Corrections()


def corrections(profile: Profile | None, paper: Paper, sides: Sides) -> Corrections:
    """Return the corrections of `profile`; raises `UsageError` if it is for other paper or sides.

    Backs that are printed as separate sheets get the correction of fronts.
    """
    if profile is None:
        return UNCORRECTED
    source = f"--profile {profile.name}"
    if profile.paper != paper.slug:
        problem = f"was made for {profile.paper}, not for {paper.slug}"
        other = f"or calibrate the printer with {paper.slug} too"
        raise UsageError(source, problem, remedy=f"print with --paper {profile.paper}, {other}")
    if sides.folded:
        remedy = f"print with --sides {profile.sides}, or leave out --profile"
        raise UsageError(source, f"--sides {sides.slug} has no back to align", remedy=remedy)
    front, back = profile.front.undone(), profile.back.undone()
    if sides.cut_apart:
        return Corrections(front, front)
    if profile.sides != sides.slug:
        problem = f"was made for the {profile.sides} edge, not for the {sides.slug} one"
        other = f"or calibrate the printer with --sides {sides.slug} too"
        remedy = f"print with --sides {profile.sides}, {other}"
        raise UsageError(source, problem, remedy=remedy)
    return Corrections(front, back)
