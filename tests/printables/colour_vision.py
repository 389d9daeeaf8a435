"""How colours look to others: in grey, and to people who lack one kind of cone; and how far apart
two of them are.

Deficiencies after G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, "A Physiologically-based Model
for Simulation of Color Vision Deficiency", IEEE TVCG 15 (2009), severity 1.0, applied to linear
RGB. Distances are CIEDE2000 after G. Sharma, W. Wu, E. N. Dalal, "The CIEDE2000 Color-Difference
Formula", Color Research and Application 30 (2005).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt
from typing import Literal, TypeAlias

from printables.draw.colours import Colour

Sight: TypeAlias = Literal["full", "grey", "protanopia", "deuteranopia", "tritanopia"]
Triple: TypeAlias = tuple[float, float, float]
Lab: TypeAlias = Triple

SIGHTS: tuple[Sight, ...] = ("full", "grey", "protanopia", "deuteranopia", "tritanopia")
CLEAR = (
    12.0  # two areas of colour on one table can be distinguished without a second look, CIEDE2000
)

_LUMINANCE = (0.2126, 0.7152, 0.0722)
_MIXES: dict[Sight, tuple[Triple, Triple, Triple]] = {
    "full": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "grey": (_LUMINANCE, _LUMINANCE, _LUMINANCE),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
_TO_XYZ = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
_WHITE = (0.95047, 1.0, 1.08883)  # D65


def apart(one: Colour, other: Colour, sight: Sight = "full") -> float:
    """How different two colours look to someone, CIEDE2000: 1 is just to be seen side by side.

    >>> round(apart("#000000", "#ffffff")), apart("#c8334a", "#c8334a", "grey")
    (100, 0.0)
    """
    return ciede2000(lab(one, sight), lab(other, sight))


def closest(colours: tuple[Colour, ...], sight: Sight = "full") -> tuple[float, Colour, Colour]:
    """The two colours that look most alike to someone, and how far apart they are.

    >>> closest(("#000000", "#ffffff", "#eeeeee"))[1:]
    ('#ffffff', '#eeeeee')
    """
    return min((apart(one, other, sight), one, other) for one, other in combinations(colours, 2))


@cache
def lab(colour: Colour, sight: Sight = "full") -> Lab:
    """A colour as someone sees it, in CIE L*a*b* under daylight."""
    linear = tuple(_linear(int(colour[i : i + 2], 16) / 255) for i in (1, 3, 5))
    mixed = [min(1.0, max(0.0, _dot(row, linear))) for row in _MIXES[sight]]
    x, y, z = (_root(_dot(row, mixed) / white) for row, white in zip(_TO_XYZ, _WHITE, strict=True))
    return (116 * y - 16, 500 * (x - y), 200 * (y - z))


def ciede2000(one: Lab, other: Lab) -> float:
    """The colour difference of two L*a*b* colours; the names are those of the published formula, in
    its order.

    >>> round(ciede2000((50, 2.6772, -79.7751), (50, 0, -82.7485)), 4)
    2.0425
    """
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean = (hypot(a1, b1) + hypot(a2, b2)) / 2
    stretch = 1 + 0.5 * (1 - sqrt(mean**7 / (mean**7 + 25**7)))
    c1, c2 = hypot(a1 * stretch, b1), hypot(a2 * stretch, b2)
    h1, h2 = (degrees(atan2(b, a * stretch)) % 360 for a, b in ((a1, b1), (a2, b2)))
    turn = h2 - h1 if abs(h2 - h1) <= 180 else h2 - h1 - 360 if h2 > h1 else h2 - h1 + 360
    dl, dc = l2 - l1, c2 - c1
    dh = 2 * sqrt(c1 * c2) * sin(radians(turn / 2)) if c1 * c2 else 0.0
    lm, cm, hm = (l1 + l2) / 2, (c1 + c2) / 2, _middle(h1, h2) if c1 * c2 else h1 + h2
    t = (
        1
        - 0.17 * cos(radians(hm - 30))
        + 0.24 * cos(radians(2 * hm))
        + 0.32 * cos(radians(3 * hm + 6))
        - 0.20 * cos(radians(4 * hm - 63))
    )
    sl = 1 + 0.015 * (lm - 50) ** 2 / sqrt(20 + (lm - 50) ** 2)
    sc, sh = 1 + 0.045 * cm, 1 + 0.015 * cm * t
    rotation = (
        -2 * sqrt(cm**7 / (cm**7 + 25**7)) * sin(radians(60 * exp(-(((hm - 275) / 25) ** 2))))
    )
    return sqrt((dl / sl) ** 2 + (dc / sc) ** 2 + (dh / sh) ** 2 + rotation * (dc / sc) * (dh / sh))


def _middle(h1: float, h2: float) -> float:
    """The hue half way between two, degrees."""
    if abs(h1 - h2) <= 180:
        return (h1 + h2) / 2
    return (h1 + h2 + 360) / 2 if h1 + h2 < 360 else (h1 + h2 - 360) / 2


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else float(((channel + 0.055) / 1.055) ** 2.4)


def _root(t: float) -> float:
    return float(t ** (1 / 3)) if t > (6 / 29) ** 3 else t / (3 * (6 / 29) ** 2) + 4 / 29


def _dot(row: Triple, values: Sequence[float]) -> float:
    return sum(a * b for a, b in zip(row, values, strict=True))
