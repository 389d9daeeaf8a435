"""A printer profile: the printer's drift on each side of a sheet, and how exactly it is known.

Profiles are TOML files in the user's settings folder or in ROOKERY_HOME. Lengths are in mm on the
upright page of a side, y down, and angles clockwise. Scale and rotation are about the middle of the
page. The back "as seen from the front" is what you see when you hold a sheet against the light.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, fields, replace
from math import atan2, cos, degrees, hypot, radians, sin
from pathlib import Path
from typing import Literal, TypeAlias, cast

from companion.calibration import TURNS, Turn
from companion.decks import parse
from companion.errors import RookeryError, UsageError, reason
from companion.fields import Table
from companion.folders import settings_folder
from companion.language import Phrase, decimal, listed, say
from companion.layout import PAPER_SIZES
from companion.wholefile import whole_file
from companion.wording import near

How: TypeAlias = Literal["photos", "typed"]

HOME = "ROOKERY_HOME"
SUFFIX = ".toml"
VERSION = 1
SCALES = (0.9, 1.1)
FARTHEST = 20.0  # mm
MOST_TURNED = 5.0  # degrees
DIGITS = 5  # decimals in a file, beyond any printer's accuracy
_Range: TypeAlias = tuple[float, float]
# the ranges of a drift's fields, and of its errors
_MOVED, _TURNED = (-FARTHEST, FARTHEST), (-MOST_TURNED, MOST_TURNED)
_DRIFTS = (SCALES, SCALES, _MOVED, _MOVED, _TURNED)
_ERRORS = ((0.0, 1.0), (0.0, 1.0), (0.0, FARTHEST), (0.0, FARTHEST), (0.0, MOST_TURNED))
_HEAD = (
    "# A printer's profile, made by `rookery calibrate`; used by `rookery print GAME "
    "--profile NAME`."
)
_NOTES = {
    "front": "what the printer does to fronts: 1 is true to size, mm to the right and down, "
    "degrees clockwise",
    "back": "and to backs, on the back's own page",
    "side": "19 of 20 are known this well, against the paper's edges",
    "match": "and the back against the front",
}
_WAYS = (
    (say("{n} mm right"), say("{n} mm left")),
    (say("{n} mm down"), say("{n} mm up")),
    (say("{n}° clockwise"), say("{n}° counter-clockwise")),
)
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}")
_DATE = re.compile(r"\d{4}-\d\d-\d\d")


@dataclass(frozen=True, slots=True)
class Drift:
    """A printer's error on a side: scaled, then rotated about the page's middle, then moved."""

    scale_x: float = 1
    scale_y: float = 1
    dx: float = 0
    dy: float = 0
    rotation_deg: float = 0

    def undone(self) -> Drift:
        """Return the drift that reverses this one.

        If the scales across and down differ, a rotation also shears, which no drift can reverse.
        That is less than 0.04 mm at a corner of A3 if the scales differ by 1.4 % and the rotation
        is half a degree; printers do less.

        >>> Drift(dx=1.7, dy=-0.9).undone()
        Drift(scale_x=1.0, scale_y=1.0, dx=-1.7, dy=0.9, rotation_deg=0.0)
        """
        turn = radians(self.rotation_deg)
        # where the inverse maps a step to the right and a step down
        right = (cos(turn) / self.scale_x, -sin(turn) / self.scale_y)
        down = (sin(turn) / self.scale_x, cos(turn) / self.scale_y)
        dx = -(right[0] * self.dx + down[0] * self.dy)
        dy = -(right[1] * self.dx + down[1] * self.dy)
        back = (atan2(right[1], right[0]) + atan2(-down[0], down[1])) / 2
        return Drift(hypot(*right), hypot(*down), dx, dy, degrees(back) + 0.0)

    @property
    def in_words(self) -> Phrase:
        """The offset and the turn in words.

        >>> Drift(dx=1.7, dy=-0.9).in_words
        '1.7 mm right, 0.9 mm up, 0.00° clockwise'
        """
        sizes = (f"{self.dx:.1f}", f"{self.dy:.1f}", f"{self.rotation_deg:.2f}")
        return listed(
            say(ways[n.startswith("-")], n=decimal(n.lstrip("-")))
            for ways, n in zip(_WAYS, sizes, strict=True)
        )

    def from_other_side(self, sides: Turn) -> Drift:
        """Return the drift as seen through the paper, flipped on its long or short edge.

        >>> Drift(dx=1.7, dy=-0.9, rotation_deg=0.4).from_other_side("long")
        Drift(scale_x=1, scale_y=1, dx=-1.7, dy=-0.9, rotation_deg=-0.4)
        """
        turned = replace(self, rotation_deg=-self.rotation_deg)
        return replace(turned, dx=-self.dx) if sides == "long" else replace(turned, dy=-self.dy)

    def against(self, other: Drift) -> Drift:
        """Return this drift relative to another; an approximation for small ones."""
        return Drift(
            self.scale_x / other.scale_x,
            self.scale_y / other.scale_y,
            self.dx - other.dx,
            self.dy - other.dy,
            self.rotation_deg - other.rotation_deg,
        )


Within: TypeAlias = Drift  # the limits of a drift's errors, with a probability of 95%


@dataclass(frozen=True, slots=True)
class Profile:
    """A printer with one paper, flipped on one edge.

    `front` and `back` are its drifts. Their errors are within `side` relative to the paper, and
    within `match` for the back relative to the front. `made` is a date, and `how` it was measured
    is "photos" or "typed".
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
        """The drift of the back relative to the front, as seen from the front."""
        return self.back.from_other_side(self.sides).against(self.front)

    def to_toml(self) -> str:
        """Return the text of the profile's file."""
        lines = [_HEAD, f"rookery = {VERSION}"]
        for key, value in asdict(self).items():
            if key not in _NOTES:
                lines.append(f'{key} = "{value}"')
                continue
            lines += ["", f"[{key}]  # {_NOTES[key]}"]
            lines += [f"{name} = {round(n, DIGITS) + 0.0:g}" for name, n in value.items()]
        return "\n".join(lines) + "\n"


def checked_name(name: str) -> str:
    """Return `name`; raises `UsageError` if it isn't valid for a profile."""
    if not _NAME.fullmatch(name):
        remedy = "use up to 40 letters, digits, - and _, such as office-a4"
        raise UsageError(name or "''", "not a valid profile name", remedy=remedy)
    return name


def read_profile(text: str, source: str) -> Profile:
    """Return the profile that `to_toml` wrote; raises `DeckError` naming file, line and field."""
    table = parse(text, source)
    table.take_int("rookery", VERSION, VERSION)
    name = table.take_str("name")
    if not _NAME.fullmatch(name):
        problem = f"{name!r} isn't a valid profile name"
        raise table.error("name", problem, "use letters, digits, - and _")
    sides = cast("Turn", table.take_str("sides", TURNS))
    how = cast("How", table.take_str("how", ("photos", "typed")))
    made = table.take_str("made")
    if not _DATE.fullmatch(made):
        raise table.error("made", f"{made!r} isn't a date", "write it like 2026-11-21")
    profile = Profile(
        name, table.take_str("paper", PAPER_SIZES), sides, made, how,
        *(_drift(table.take_table(key), _DRIFTS) for key in ("front", "back")),
        *(_drift(table.take_table(key), _ERRORS) for key in ("side", "match")),
    )  # fmt: skip
    table.done()
    return profile


def _drift(table: Table, ranges: Sequence[_Range]) -> Drift:
    limits = zip(fields(Drift), ranges, strict=True)
    drift = Drift(*(table.take_number(field.name, *each) for field, each in limits))
    table.done()
    return drift


def folder() -> Path:
    """Return the folder of profiles, which may not exist yet."""
    return Path(os.environ.get(HOME) or settings_folder()) / "profiles"


def profile_path(name: str) -> Path:
    """Return the file of a profile by its name in any case, whether or not it exists."""
    name, known = checked_name(name), profile_names()
    same = (each for each in known if each.lower() == name.lower())
    return folder() / f"{name if name in known else next(same, name)}{SUFFIX}"


def profile_names() -> tuple[str, ...]:
    """Return the names of all profiles."""
    with _access(folder(), "read"):
        return tuple(sorted(path.stem for path in folder().glob(f"*{SUFFIX}")))


def load_profile(name: str) -> Profile:
    """Return a profile; raises `UsageError` if there is none, and `RookeryError` for its file."""
    path = profile_path(name)
    with _access(path, "read", name, "to make one, start with 'rookery calibrate sheet'"):
        return read_profile(path.read_text("utf-8"), str(path))


def save_profile(profile: Profile) -> Path:
    """Save a profile, whole or not at all, and return its file; replaces one with the same name."""
    path = profile_path(profile.name)
    with _access(path, "written"):
        path.parent.mkdir(parents=True, exist_ok=True)
        with whole_file(path) as file:
            file.write(profile.to_toml().encode())
    return path


def remove_profile(name: str) -> None:
    """Delete a profile; raises `UsageError` if there is none."""
    path = profile_path(name)
    with _access(path, "removed", name, "there are no profiles yet"):
        path.unlink()


@contextmanager
def _access(path: Path, done: str, name: str = "", if_none: str = "") -> Iterator[None]:
    """Turn a file's errors into ours: `UsageError` if it is a missing one of profile `name`."""
    try:
        yield
    except UnicodeDecodeError as error:
        remedy = "calibrate again with --save"
        raise RookeryError(str(path), "isn't UTF-8 text", remedy=remedy) from error
    except OSError as error:
        if name and isinstance(error, FileNotFoundError):
            known = profile_names()
            remedy = near(name, known) if known else if_none
            raise UsageError(name, "no such profile", remedy=remedy) from error
        problem = f"can't be {done} ({reason(error)})"
        remedy = f"check the folder, or set {HOME} to another one"
        raise RookeryError(str(path), problem, remedy=remedy) from error
