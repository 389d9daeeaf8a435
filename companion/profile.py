"""A printer's profile: its drift on each side of a sheet, how well that is known, and the inverse.

Lengths are millimetres on the upright page of a side, y down, angles clockwise, as in
`printables/output/correction.py`; a side's scale and turn are about the page's middle. "The back as
seen from the front" is the view of people who hold a sheet to the light.
"""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass, replace
from math import atan2, cos, degrees, hypot, radians, sin
from typing import Any, Literal, TypeAlias

from companion.calibration import TURNS, Turn
from companion.decks import Table, parse
from companion.errors import UsageError
from companion.layout import PAPER_SIZES

How: TypeAlias = Literal["photos", "typed"]

VERSION = 1
SCALES = (0.9, 1.1)
FARTHEST = 20.0  # mm
MOST_TURNED = 5.0  # degrees
DIGITS = 5
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}")
_DATE = re.compile(r"\d{4}-\d\d-\d\d")


@dataclass(frozen=True, slots=True)
class Drift:
    """A printer's change of a side: scaled, then turned about the page's middle, then moved."""

    scale_x: float = 1
    scale_y: float = 1
    dx: float = 0
    dy: float = 0
    rotation_deg: float = 0

    def undone(self) -> Drift:
        """Return the drift that reverses this one.

        A side scaled differently across and down and then turned comes back sheared by the product
        of both, which no drift expresses. That is under 0.04 mm at a corner of A3 where the scales
        differ by 1.4 % and the turn is half a degree: printers do less.

        >>> Drift(dx=1.7, dy=-0.9).undone()
        Drift(scale_x=1.0, scale_y=1.0, dx=-1.7, dy=0.9, rotation_deg=0.0)
        """
        turn = radians(self.rotation_deg)
        # the images of a step to the right and a step down under the inverse
        right = (cos(turn) / self.scale_x, -sin(turn) / self.scale_y)
        down = (sin(turn) / self.scale_x, cos(turn) / self.scale_y)
        dx = -(right[0] * self.dx + down[0] * self.dy)
        dy = -(right[1] * self.dx + down[1] * self.dy)
        back = (atan2(right[1], right[0]) + atan2(-down[0], down[1])) / 2
        return Drift(hypot(*right), hypot(*down), dx, dy, degrees(back) + 0.0)

    def from_other_side(self, sides: Turn) -> Drift:
        """Return the drift as seen through the paper, turned over its long or short edge.

        >>> Drift(dx=1.7, dy=-0.9, rotation_deg=0.4).from_other_side("long")
        Drift(scale_x=1, scale_y=1, dx=-1.7, dy=-0.9, rotation_deg=-0.4)
        """
        turned = replace(self, rotation_deg=-self.rotation_deg)
        return replace(turned, dx=-self.dx) if sides == "long" else replace(turned, dy=-self.dy)

    def against(self, other: Drift) -> Drift:
        """Return the difference of this drift from another, which is small as well."""
        return Drift(
            self.scale_x / other.scale_x,
            self.scale_y / other.scale_y,
            self.dx - other.dx,
            self.dy - other.dy,
            self.rotation_deg - other.rotation_deg,
        )


@dataclass(frozen=True, slots=True)
class Within:
    """The uncertainty of a drift: 19 of 20 lie within these limits."""

    scale_x: float
    scale_y: float
    dx: float
    dy: float
    rotation_deg: float


@dataclass(frozen=True, slots=True)
class Profile:
    """One printer with one paper, turned over one way.

    `front` and `back` are what it does, `side` how well either is known on its paper, `match` how
    well the back is known against the front; `made` is a date, `how` it was measured.
    """

    name: str
    paper: str
    sides: Turn
    made: str
    how: How
    front: Drift
    back: Drift
    side: Within
    match: Within

    @property
    def back_from_front(self) -> Drift:
        """The distance of backs from behind their fronts, as seen from the front."""
        return self.back.from_other_side(self.sides).against(self.front)

    def to_toml(self) -> str:
        """Return the profile's file."""
        head: dict[str, str | int] = {
            "rookery": VERSION, "name": self.name, "paper": self.paper, "sides": self.sides,
            "made": self.made, "how": self.how,
        }  # fmt: skip
        parts = [_HEAD, *(f"{key} = {_written(value)}" for key, value in head.items())]
        for title, note, table in (
            (
                "front",
                (
                    "what the printer does to fronts: 1 is true to size, mm to the right and "
                    "down, degrees clockwise"
                ),
                self.front,
            ),
            ("back", "and to backs, on the back's own page", self.back),
            ("side", "19 of 20 are known this well, against the paper's edges", self.side),
            ("match", "and the back against the front", self.match),
        ):
            rows = (f"{key} = {_written(value)}" for key, value in asdict(table).items())
            parts += ["", f"[{title}]  # {note}", *rows]
        return "\n".join(parts) + "\n"


_HEAD = (
    "# A printer's profile, made by `rookery calibrate`; used by `rookery print GAME "
    "--profile NAME`."
)


def checked_name(name: str) -> str:
    """Return `name` if it is fit for a profile; raises `UsageError`."""
    if not _NAME.fullmatch(name):
        remedy = "use up to 40 letters, digits, - and _, such as office-a4"
        raise UsageError(name or "''", "not a valid profile name", remedy=remedy)
    return name


def read_profile(text: str, source: str) -> Profile:
    """Read `to_toml` back; raises `DeckError` naming file, line and field."""
    table = parse(text, source)
    table.take_int("rookery", VERSION, VERSION)
    name = table.take_str("name")
    if not _NAME.fullmatch(name):
        problem = f"{name!r} isn't a valid profile name"
        raise table.error("name", problem, "use letters, digits, - and _")
    sides: Any = table.take_str("sides", TURNS)
    how: Any = table.take_str("how", ("photos", "typed"))
    made = table.take_str("made")
    if not _DATE.fullmatch(made):
        raise table.error("made", f"{made!r} isn't a date", "write it like 2026-11-21")
    profile = Profile(
        name, table.take_str("paper", PAPER_SIZES), sides, made, how,
        _drift(table.take_table("front")), _drift(table.take_table("back")),
        _within(table.take_table("side")), _within(table.take_table("match")),
    )  # fmt: skip
    table.done()
    return profile


def _drift(table: Table) -> Drift:
    drift = Drift(
        table.take_number("scale_x", *SCALES),
        table.take_number("scale_y", *SCALES),
        table.take_number("dx", -FARTHEST, FARTHEST),
        table.take_number("dy", -FARTHEST, FARTHEST),
        table.take_number("rotation_deg", -MOST_TURNED, MOST_TURNED),
    )
    table.done()
    return drift


def _within(table: Table) -> Within:
    within = Within(
        table.take_number("scale_x", 0, 1),
        table.take_number("scale_y", 0, 1),
        table.take_number("dx", 0, FARTHEST),
        table.take_number("dy", 0, FARTHEST),
        table.take_number("rotation_deg", 0, MOST_TURNED),
    )
    table.done()
    return within


def _written(value: str | float) -> str:
    """Return a TOML value, rounded to a hundred-thousandth, which is finer than any printer."""
    return f'"{value}"' if isinstance(value, str) else f"{round(value, DIGITS) + 0.0:g}"
