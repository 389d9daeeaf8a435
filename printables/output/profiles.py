"""Corrections of a printer's errors, from its profile: content is scaled, turned and moved."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from math import cos, radians, sin

from companion.errors import UsageError
from companion.layout import Size
from companion.profile import Drift, Profile
from printables.sheets.imposition import Sides
from printables.sheets.paper import Paper

Matrix = tuple[float, float, float, float, float, float]


@dataclass(frozen=True, slots=True)
class Correction(Drift):
    """How a page's content is drawn so that the printer's own drift brings it where it belongs."""

    def moved(self, x: float, y: float, page: Size) -> tuple[float, float]:
        """Move a point of the page, mm, y down.

        >>> Correction(scale_x=1.1, dx=1).moved(205, 297, Size(210, 297))
        (216.0, 297.0)
        """
        middle_x, middle_y = page.width / 2, page.height / 2
        across, down = (x - middle_x) * self.scale_x, (y - middle_y) * self.scale_y
        turn = radians(self.rotation_deg)
        return (
            middle_x + across * cos(turn) - down * sin(turn) + self.dx,
            middle_y + across * sin(turn) + down * cos(turn) + self.dy,
        )

    def matrix(self, page: Size, unit: float) -> Matrix:
        """Return the correction as a PDF matrix: `unit` points per mm, y up from the lower left."""
        turn, tall = radians(self.rotation_deg), page.height
        # the images of a unit step right and up, and of the lower left corner
        x, y = self.moved(0, tall, page)
        return (
            self.scale_x * cos(turn),
            -self.scale_x * sin(turn),
            self.scale_y * sin(turn),
            self.scale_y * cos(turn),
            x * unit,
            (tall - y) * unit,
        )


NONE = Correction()


@dataclass(frozen=True, slots=True)
class Corrections:
    """The corrections of both sides."""

    front: Correction = NONE
    back: Correction = NONE


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
    front, back = (Correction(**asdict(drift.undone())) for drift in (profile.front, profile.back))
    if sides.cut_apart:
        return Corrections(front, front)
    if profile.sides != sides.slug:
        problem = f"was made for the {profile.sides} edge, not for the {sides.slug} one"
        other = f"or calibrate the printer with --sides {sides.slug} too"
        remedy = f"print with --sides {profile.sides}, {other}"
        raise UsageError(source, problem, remedy=remedy)
    return Corrections(front, back)
