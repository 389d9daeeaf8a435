"""Compute what the printer did to each side from photos of both sides of a calibration sheet.

Both sides share the paper. A photo of a side gives the paper's four edges as lines in the printed
page (`sheet`, `edges`); in a perfect print they would be where the paper format has them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import astuple, dataclass, replace

import cv2
import numpy as np

from companion.calibration import Face, Key, ruler_lengths
from companion.errors import PhotoError
from companion.profile import Drift, Profile, Within
from vision.calibrate.edges import EDGES, Edge, Line, cut_off, find_edge
from vision.calibrate.sheet import View, find_sheet
from vision.photo.loader import Photo
from vision.tags.detector import Grey

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
    """Measure one side; raise `PhotoError` if the photo doesn't allow it."""
    grey = np.asarray(cv2.cvtColor(photo.image, cv2.COLOR_BGR2GRAY), np.uint8)
    key, face, view = find_sheet(photo.name, grey)
    lines = {edge: _edge(photo.name, grey, view, edge, key) for edge in EDGES}
    return _measured(photo.name, key, face, lines)


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


def _edge(name: str, grey: Grey, view: View, edge: Edge, key: Key) -> Line:
    line = find_edge(grey, view, edge)
    if line is not None:
        return line
    if cut_off(grey, view, edge):
        problem = f"the paper's {edge} edge is cut off by the picture's"
        raise PhotoError(name, problem, remedy="step back until all four edges are in the picture")
    problem = f"the paper's {edge} edge does not stand out where {key.paper} has it"
    remedy = (
        f"lay the sheet flat and alone on something darker and plain; is it {key.paper}, "
        "printed at 100 %?"
    )
    raise PhotoError(name, problem, remedy=remedy)


def _measured(name: str, key: Key, face: Face, lines: Mapping[Edge, Line]) -> Side:
    """Return the drift that puts the page where it lies between the paper's edges.

    A point p of the page lies at middle + A (p - middle) + d on the paper. The left edge is a line
    x = place + slope * y of the page and lies at x = 0 of the paper, the right one at its width:
    that gives the first row of A and of d, and the other two edges give the second one. A is a
    scale, then a turn.
    """
    left, right, top, bottom = (lines[edge] for edge in EDGES)
    across, dx, slant_x = _row(left, right, key.size.width)
    down, dy, slant_y = _row(top, bottom, key.size.height)
    _check_paper(name, key, across, down, slant_x + slant_y)
    turn = (slant_y - slant_x) / 2
    angle = float(np.degrees(np.arctan2(turn, (across + down) / 2)))
    drift = Drift(float(np.hypot(across, turn)), float(np.hypot(down, turn)), dx, dy, angle)
    errors = np.array([line.place_sigma for line in (left, right, top, bottom)]).reshape(2, 2)
    x, y = (float(both) for both in np.hypot(*errors.T))
    turned = float(np.linalg.norm([line.slope_sigma for line in (left, right, top, bottom)])) / 4
    size = key.size
    sigma = Within(x / size.width, y / size.height, x / 2, y / 2, float(np.degrees(turned)))
    return Side(name, key, face, drift, sigma)


def _row(near: Line, far: Line, length: float) -> tuple[float, float, float]:
    """Return scale, offset of the centre, and slant from the two edges that are `length` apart."""
    scale = length / (far.place - near.place)
    return (
        scale,
        scale * (length - near.place - far.place) / 2,
        -scale * (near.slope + far.slope) / 2,
    )


def _check_paper(name: str, key: Key, across: float, down: float, slant: float) -> None:
    """Raise `PhotoError` for deviations that no printer causes: other paper, another scale."""
    if abs(across / down - 1) > SAME_SHAPE or abs(slant) > CROOKED:
        problem = f"the paper is not {key.paper}, or not flat: its sides do not fit the print"
        remedy = (
            f"print the sheet on {key.paper} at 100 %, or another one with --paper; press it "
            "flat and shoot again"
        )
        raise PhotoError(name, problem, remedy=remedy)
    scale = (across + down) / 2
    if abs(scale - 1) > TRUE_TO_SIZE:
        problem = f"the sheet was printed at {100 * scale:.0f} %"
        raise PhotoError(
            name,
            problem,
            remedy="print it at 100 % (actual size, never 'fit to page') and shoot again",
        )
