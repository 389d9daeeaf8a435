"""What photos of a calibration sheet's two sides say about a printer: the profile of both.

Lengths are in mm and angles in degrees, as in `companion.profile`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import astuple, dataclass, replace
from math import hypot

from companion.calibration import Face, Key, ruler_lengths
from companion.errors import PhotoError
from companion.language import Phrase, say
from companion.profile import Drift, Profile, Within

CUT = 2.0  # mm; tolerance of ISO 216 for a side of 150 to 600 mm
READ = 0.3  # mm; precision with which people read a ruler
NINETEEN_OF_20 = 2  # sigmas
_SAME: Mapping[Face, Phrase] = {
    "front": say("both photos show the front"),
    "back": say("both photos show the back"),
}


@dataclass(frozen=True, slots=True)
class Side:
    """The result of one photo: sheet and side, what the printer did, and its standard errors.

    Sizes are relative to the paper's edges, as if it were cut exactly.
    """

    name: str
    key: Key
    face: Face
    drift: Drift
    sigma: Within


def paired(one: Side, other: Side) -> tuple[Side, Side]:
    """Return the two sides of one sheet, the front first; raise `PhotoError` if they aren't."""
    turned = (one.face, other.face) == ("back", "front")
    front, back = (other, one) if turned else (one, other)
    if front.face == back.face:
        remedy = say("turn the sheet over and photograph its other side too")
        raise PhotoError(back.name, _SAME[front.face], remedy=remedy)
    if front.key != back.key:
        titles = {"title": _title(back.key), "other": _title(front.key)}
        problem = say("shows the {title}, but the other photo the {other}", **titles)
        raise PhotoError(back.name, problem, remedy=say("photograph both sides of one sheet"))
    return front, back


def check_plain(side: Side) -> None:
    """Raise `PhotoError` for a sheet that was printed with a profile: it can't give another."""
    if side.key.profiled:
        text = say("this sheet was printed with a profile, so it shows only the errors that remain")
        remedy = say("print a sheet without a profile to save what it shows")
        raise PhotoError(side.name, text, remedy=remedy)


def profile(
    name: str,
    front: Side,
    back: Side,
    made: str,
    measured: tuple[float | None, float | None] = (None, None),
) -> Profile:
    """Return the profile that follows from both sides of a sheet.

    `measured` are lengths, mm, of the front's rulers across and down: more precise than edges.
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
        replace(drift, scale_x=drift.scale_x * more[0], scale_y=drift.scale_y * more[1])
        for drift in (front.drift, back.drift)
    ]
    sigmas = [
        (NINETEEN_OF_20 * one, NINETEEN_OF_20 * other)
        for one, other in zip(astuple(front.sigma), astuple(back.sigma), strict=True)
    ]
    # The paper's size affects each side, but not their difference, as both are on the same sheet.
    side = Within(*scales, *(max(both) for both in sigmas[2:]))
    match = Within(*(hypot(*both) for both in sigmas))
    return Profile(
        name, front.key.paper, front.key.sides, made, "photos", drifts[0], drifts[1], side, match
    )


def _title(key: Key) -> Phrase:
    long, paper = key.sides == "long", key.paper
    sheet = say("sheet for {paper}, long edge", paper=paper)
    title = sheet if long else say("sheet for {paper}, short edge", paper=paper)
    return say("{sheet}, printed with a profile", sheet=title) if key.profiled else title
