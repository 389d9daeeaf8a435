"""Compute what the printer did to each side from photos of both sides of a calibration sheet.

Both sides share the paper. A photo of a side gives the paper's four edges as lines in the printed
page (`sheet`, `edges`); in a perfect print they would be where the paper format has them.
"""

from __future__ import annotations

from dataclasses import astuple, dataclass, replace

import cv2
import numpy as np

from companion.calibration import Face, Key, ruler_lengths
from companion.errors import PhotoError
from companion.profile import Drift, Profile, Within
from vision.calibrate.edges import EDGES, Line, cut_off, find_edge
from vision.calibrate.sheet import find_sheet
from vision.photo.loader import Photo

CROOKED = 0.006  # radians by which the paper's edges may deviate from right angles
SAME_SHAPE = 0.015  # relative difference allowed between the scales across and down
TRUE_TO_SIZE = 0.025  # relative error of scale: less in printers, more with "fit to page"
CUT = 2.0  # mm; tolerance of ISO 216 for a side of 150 to 600 mm
READ = 0.3  # mm; precision with which people read a ruler
NINETEEN_OF_20 = 2  # sigmas


@dataclass(frozen=True, slots=True)
class Side:
    """The result of one photo: the sheet and side it shows, what the printer did, and the standard
    errors of that.

    Sizes are relative to the paper's edges, as if it were cut exactly.
    """

    name: str
    key: Key
    face: Face
    drift: Drift
    sigma: Within


def read_side(photo: Photo) -> Side:
    """Measure one side; raise `PhotoError` if the photo doesn't allow it.

    A point p of the page lies at middle + A (p - middle) + d on the paper. The left edge is a line
    x = place + slope * y of the page and lies at x = 0 of the paper, the right one at its width:
    that gives the first row of A and of d, and the other two edges give the second one. A is a
    scale, then a turn.
    """
    grey = np.asarray(cv2.cvtColor(photo.image, cv2.COLOR_BGR2GRAY), np.uint8)
    key, face, view = find_sheet(photo.name, grey)
    lines: list[Line] = []
    for edge in EDGES:
        line = find_edge(grey, view, edge)
        if line is not None:
            lines.append(line)
        elif cut_off(grey, view, edge):
            problem = f"the paper's {edge} edge is cut off by the picture's"
            remedy = "step back until all four edges are in the picture"
            raise PhotoError(photo.name, problem, remedy=remedy)
        else:
            problem = f"the paper's {edge} edge does not stand out where {key.paper} has it"
            remedy = (
                f"lay the sheet flat and alone on something darker and plain; is it {key.paper}, "
                "printed at 100 %?"
            )
            raise PhotoError(photo.name, problem, remedy=remedy)
    left, right, top, bottom = lines
    across, dx, slant_x = _row(left, right, key.size.width)
    down, dy, slant_y = _row(top, bottom, key.size.height)
    # deviations that no printer causes: other paper, another scale
    if abs(across / down - 1) > SAME_SHAPE or abs(slant_x + slant_y) > CROOKED:
        problem = f"the paper is not {key.paper}, or not flat: its sides do not fit the print"
        remedy = (
            f"print the sheet on {key.paper} at 100 %, or another one with --paper; press it "
            "flat and shoot again"
        )
        raise PhotoError(photo.name, problem, remedy=remedy)
    scale = (across + down) / 2
    if abs(scale - 1) > TRUE_TO_SIZE:
        problem = f"the sheet was printed at {100 * scale:.0f} %"
        remedy = "print it at 100 % (actual size, never 'fit to page') and shoot again"
        raise PhotoError(photo.name, problem, remedy=remedy)
    turn = (slant_y - slant_x) / 2
    angle = float(np.degrees(np.arctan2(turn, scale)))
    drift = Drift(float(np.hypot(across, turn)), float(np.hypot(down, turn)), dx, dy, angle)
    errors = np.array([line.place_sigma for line in lines]).reshape(2, 2)
    x, y = (float(both) for both in np.hypot(*errors.T))
    turned = float(np.linalg.norm([line.slope_sigma for line in lines])) / 4
    size = key.size
    sigma = Within(x / size.width, y / size.height, x / 2, y / 2, float(np.degrees(turned)))
    return Side(photo.name, key, face, drift, sigma)


def check_pair(front: Side, back: Side) -> None:
    """Raise `PhotoError` unless these are the two sides of one sheet, the front first."""
    if front.face == back.face:
        other = "front" if front.face == "back" else "back"
        remedy = f"turn the sheet over and photograph its {other} too"
        raise PhotoError(back.name, f"both photos show the {front.face}", remedy=remedy)
    if front.key != back.key:
        problem = f"shows the {_title(back.key)}, but {front.name} the {_title(front.key)}"
        raise PhotoError(back.name, problem, remedy="photograph both sides of one sheet")
    if front.face == "back":
        raise PhotoError(
            front.name, "shows the back of the sheet", remedy="name the photo of the front first"
        )


def profile(
    name: str,
    front: Side,
    back: Side,
    made: str,
    measured: tuple[float | None, float | None] = (None, None),
) -> Profile:
    """Return the profile that follows from both sides of a sheet.

    `measured` are the lengths of the front's rulers across and down that a person measured, mm:
    these are more precise than the paper's edges.
    """
    page, rulers = front.key.size, ruler_lengths(front.key.size)
    shrinkage = (front.drift.scale_x, front.drift.scale_y)
    more, scales = [], []
    for length, ruler, scale, paper in zip(
        measured, rulers, shrinkage, (page.width, page.height), strict=True
    ):
        more.append(length / ruler / scale if length else 1.0)
        scales.append(READ / ruler if length else CUT / paper)
    drifts = [
        replace(
            side.drift, scale_x=side.drift.scale_x * more[0], scale_y=side.drift.scale_y * more[1]
        )
        for side in (front, back)
    ]
    sigmas = np.array([astuple(front.sigma), astuple(back.sigma)]) * NINETEEN_OF_20
    # The paper's size affects each side, but not their difference, as both are on the same sheet.
    side = Within(*scales, *(float(worse) for worse in sigmas.max(0)[2:]))
    match = Within(*(float(both) for both in np.hypot(*sigmas)))
    return Profile(
        name, front.key.paper, front.key.sides, made, "photos", drifts[0], drifts[1], side, match
    )


def _title(key: Key) -> str:
    return f"sheet for {key.paper}, {key.sides} edge" + (
        ", printed with a profile" if key.profiled else ""
    )


def _row(near: Line, far: Line, length: float) -> tuple[float, float, float]:
    """Return scale, offset of the centre, and slant from the two edges that are `length` apart."""
    scale = length / (far.place - near.place)
    offset = scale * (length - near.place - far.place) / 2
    return scale, offset, -scale * (near.slope + far.slope) / 2
