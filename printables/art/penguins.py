"""The penguins: one drawing with various weights, arms, faces and clothes.

The origin is between the feet, y down, so the crown is at y = -height.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from math import cos, radians, sin

from printables.art import drawings
from printables.draw.colours import GOLD, INK, PAPER, Colour
from printables.draw.paths import Path, arc, circle, ellipse, line, outline, smooth
from printables.draw.pen import LINE, Halo, Pen


@dataclass(frozen=True, slots=True)
class Palette:
    """A penguin's colours; statues are the same drawings in greys."""

    line: Colour = INK
    coat: Colour = "#343a4d"
    shade: Colour = "#272c3b"
    belly: Colour = "#fff8e8"
    belly_shade: Colour = "#efdfc0"
    beak: Colour = "#f59a23"
    beak_shade: Colour = "#d87511"
    cheek: Colour = "#f7a8a0"
    gold: Colour = GOLD
    gold_shade: Colour = "#d9920f"
    cloth: Colour = "#c8334a"
    cloth_light: Colour = "#fff1d0"
    eye: Colour = "#ffffff"
    shine: Colour = "#fff6d8"

    @property
    def colours(self) -> Mapping[str, Colour]:
        """The colours by the names that drawings use."""
        return asdict(self)


# the greys of stone statues, in the order of the colours
GREYS = ("4a", "a3", "8c", "c9", "b3", "b7", "97", "b9", "ec", "bd", "8f", "d4", "d9", "ff")
STATUE = Palette(*(f"#{grey * 3}" for grey in GREYS))
PLAIN = Palette()
CHICK = Palette(coat="#80654f", shade="#6c533f")  # downy brown


@dataclass(frozen=True, slots=True)
class Build:
    """The measures of a penguin, mm; `spread` is how much more raised arms lean out, degrees."""

    height: float
    head: float
    belly: float
    spread: float = 0

    @property
    def eyes(self) -> float:
        """The height of the eyes."""
        return self.height - self.head * 0.98

    @property
    def shoulder(self) -> tuple[float, float]:
        """Half the distance between the shoulders, and their height."""
        return (self.head * 0.62 + self.belly * 0.3, self.height * 0.52 + self.head * 0.02)

    @property
    def arm_turn(self) -> float:
        """The angle of raised arms outwards, degrees; larger for thin penguins."""
        return 46 - self.belly * 0.45 + self.spread

    @property
    def hand(self) -> tuple[float, float]:
        """Half the distance between the hands of raised arms, and their height."""
        (x, y), lean = self.shoulder, radians(self.arm_turn)
        return (x + REACH * sin(lean), y + REACH * cos(lean))


@dataclass(frozen=True, slots=True)
class Look:
    """A penguin's look; `arms` are the numbers of bracelets on its left and right arm."""

    build: Build
    arms: tuple[int, int] = (0, 0)
    eyes: str = "open"
    hat: str = ""
    wear: str = ""
    palette: Palette = PLAIN
    stone: bool = False

    def petrified(self) -> Look:
        """Return the grey stone statue of the penguin, asleep, with a bracelet on each arm."""
        return replace(self, arms=(1, 1), eyes="sleepy", palette=STATUE, stone=True)


# for a head 20 units wide; the origin is its crown, 10 above its middle
HATS = drawings.names("printables.art", "hats")
EYES = drawings.names("printables.art", "eyes")
REACH = 16.5  # from shoulder to hand, mm
BUILDS = (
    Build(27, 9.4, 9.8), Build(33, 9.8, 12.6), Build(37.5, 10.2, 15.6),
    Build(41, 10.6, 18.6), Build(43.5, 11.0, 21.6), Build(46, 11.4, 24.8),
)  # fmt: skip


def draw_penguin(pen: Pen, look: Look) -> None:
    """Draw the whole penguin with hat and bracelets."""
    build, palette = look.build, look.palette
    foot = outline(
        "M-2.6 -2 C-4.6 -0.6 -4.9 1.6 -3.4 1.7 C-2.7 1.9 -2.3 1.4 -1.9 1.4 C-1.4 2.2 1.2 2.2 1.7 "
        "1.4 C2.2 1.6 2.6 1.9 3.3 1.7 C4.9 1.5 4.4 -0.8 2.4 -2 Z"
    )
    apart = build.belly * 0.28 + 1.6
    for x in (-apart, apart):
        pen.paint(foot.moved(x, 0), palette.beak, palette.line)
    for count, mirror in ((look.arms[0], True), (look.arms[1], False)):
        with pen.at(mirror=mirror):
            if count:
                _draw_raised_arm(pen, build, palette, count)
            else:
                draw_hanging_arm(pen, build, palette)
    shape, h, belly = silhouette(build), build.height, build.belly
    pen.paint(shape, palette.coat)
    with pen.clip(shape):
        pen.paint(shape + shape.mapped(0.93, 1, -belly * 0.07, 0), palette.shade, even_odd=True)
        pen.paint(ellipse(0, -h * 0.26, belly * 0.78, h * 0.31), palette.belly)
        shade = arc(0, -h * 0.26, belly * 0.7, h * 0.27, 20, 85)
        pen.paint(shade, None, palette.belly_shade, width=1.1)
    pen.paint(shape, None, palette.line)
    _draw_clothes(pen, look)
    colours, unit = look.palette.colours, look.build.head / 10
    with pen.at(0, -look.build.eyes, scale=unit):
        drawings.draw(pen, "printables.art", "face", "mask", colours)
        drawings.draw(pen, "printables.art", "eyes", look.eyes, colours)
        drawings.draw(pen, "printables.art", "face", "beak", colours, edge=LINE / unit)
    if look.hat:
        with pen.at(0, -build.height, scale=build.head / 10):
            drawings.draw(pen, "printables.art", "hats", look.hat, palette.colours)
    if look.stone:
        for crack in (
            line([(-0.5, -0.12), (-0.3, -0.2), (-0.42, -0.26), (-0.2, -0.36)]).scaled(belly, h),
            line([(0.75, -0.4), (0.55, -0.36), (0.6, -0.29)]).scaled(belly, h),
            line([(0.2, 0.3), (0.35, 2.6), (0.15, 3.8)]).mapped(build.head, 1, 0, -h),
        ):
            pen.paint(crack, None, palette.line, width=0.4)


def stand(
    pen: Pen,
    look: Look,
    x: float,
    y: float,
    scale: float = 1,
    *,
    turn: float = 0,
    rim: float = 0.9,
    light: Colour = PAPER,
) -> None:
    """Draw a penguin with a light rim, standing at (x, y)."""
    with pen.at(x, y, turn=turn, scale=scale):
        draw_penguin(Halo(pen, light, rim), look)
        draw_penguin(pen, look)


def silhouette(build: Build) -> Path:
    """Return the outline of head and body."""
    h, head, belly = build.height, build.head, build.belly
    right = [
        (0, -h),
        (head * 0.72, -h + head * 0.32),
        (head, -h + head),
        (max(head, belly * 0.8), -h * 0.5),
        (belly, -h * 0.27),
        (belly * 0.86, -h * 0.07),
        (belly * 0.45, -0.3),
    ]
    return smooth([*right, *((-x, y) for x, y in reversed(right[1:]))])


def draw_hanging_arm(pen: Pen, build: Build, palette: Palette) -> None:
    """Draw the right arm hanging down."""
    x, y = build.shoulder
    reach, low = build.belly + 2.6, build.height * 0.17
    arm = outline(
        f"M{x - 3} {-y - 3} C{x + 3} {-y - 3} {reach + 0.6} {-y * 0.86} {reach + 1.4} {-low - 2.4} "
        f"C{reach + 1.4} {-low + 0.8} {reach - 1.4} {-low + 1} {reach - 2.4} {-low - 1.6} Z"
    )
    pen.paint(arm, palette.coat, palette.line)


def _draw_raised_arm(pen: Pen, build: Build, palette: Palette, count: int) -> None:
    """Draw a raised arm with `count` bracelets from the hand down."""
    x, y = build.shoulder
    with pen.at(x, -y, turn=build.arm_turn):
        drawings.draw(pen, "printables.art", "face", "arm", palette.colours)
        for index in range(count):
            top = -13.8 + index * 4.3
            band = "M-4.4 -1.2 C-1.8 -0.4 1.8 -0.4 4.4 -1.2 L4.6 1.3 C1.9 2.1 -1.9 2.1 -4.6 1.3 Z"
            pen.paint(outline(band).moved(0, top), palette.gold, palette.line)
            shine = line([(-2.6, top + 0.5), (-0.9, top + 0.75)])
            pen.paint(shine, None, palette.shine, width=0.55)


def _draw_clothes(pen: Pen, look: Look) -> None:
    neck, head, palette = -look.build.height, look.build.head, look.palette

    def at_neck(d: str, low: float, wide: float) -> Path:
        """Return a path as wide as the head, times `wide`, that begins below the crown."""
        return outline(d).mapped(head * wide, 1, 0, neck + head * low)

    match look.wear:
        case "collar":  # a broad one, of beads
            shape = "M-1 0 C-0.5 3 0.5 3 1 0 L1.12 2.6 C0.6 8.4 -0.6 8.4 -1.12 2.6 Z"
            pen.paint(at_neck(shape, 1.62, 0.98), palette.gold, palette.line)
            row = at_neck("M-1.02 1.6 C-0.5 5.8 0.5 5.8 1.02 1.6", 1.62, 0.98)
            pen.paint(row, None, palette.cloth, width=1.5, cap="butt")
        case "scarf":
            tail = at_neck("M0.35 2 L0.85 10 L0.35 11 L0.05 3 Z", 1.66, 1.02)
            pen.paint(tail, palette.cloth, palette.line)
            band = "M-1 -1.4 C-0.5 1.4 0.5 1.4 1 -1.4 L1.04 1.6 C0.5 5 -0.5 5 -1.04 1.6 Z"
            pen.paint(at_neck(band, 1.66, 1.02), palette.cloth, palette.line)
        case "ankh":
            cord = at_neck("M-1 0 C-0.6 3.4 -0.3 4.4 0 4.6 C0.3 4.4 0.6 3.4 1 0", 1.6, 0.9)
            pen.paint(cord, None, palette.line, width=0.6)
            sign = outline(
                "M0 8 C-3.4 4.6 -1.6 3.6 0 3.6 C1.6 3.6 3.4 4.6 0 8 Z M-2.4 8.2 L2.4 8.2 M0 8 L0 12"
            ).moved(0, neck + head * 1.6)
            pen.paint(sign, None, palette.line, width=2.0)
            pen.paint(sign, None, palette.gold, width=1.0)
        case "bow tie":
            y = neck + head * 1.95
            wing = outline("M0 0 C2 -3 4 -3 5.4 -2.6 L5.4 2.6 C4 3 2 3 0 0 Z").moved(0, y)
            pen.paint(wing, palette.cloth, palette.line)
            with pen.at(mirror=True):
                pen.paint(wing, palette.cloth, palette.line)
            pen.paint(circle(0, y, 1.3), palette.gold, palette.line)


LAPIS = "#2f55b0"
LOOK = Look(BUILDS[3], (3, 3), "kohl", "nemes", "collar", replace(PLAIN, cloth=LAPIS))


def draw_chief(pen: Pen, *, rim: float = 0.9) -> None:
    """Draw the Chief with a light rim; the origin is between the feet."""
    for each in (Halo(pen, PAPER, rim), pen):
        x, y = LOOK.build.hand
        with each.at(-x, -y, turn=-10):
            draw_crook(each)
        with each.at(x, -y, turn=10):
            draw_flail(each)
        draw_penguin(each, LOOK)
        with each.at(0, -LOOK.build.eyes + 5.6):
            drawings.draw(each, "printables.art", "chief", "beard")


def draw_crook(pen: Pen) -> None:
    """Draw the crook, held at the origin."""
    drawings.draw(pen, "printables.art", "chief", "crook")


def draw_flail(pen: Pen, *, swing: float = 0) -> None:
    """Draw the flail, held at the origin, its strands `swing` degrees from the staff."""
    drawings.draw(pen, "printables.art", "chief", "flail")
    with pen.at(0, -10.2, turn=swing):
        drawings.draw(pen, "printables.art", "chief", "strands")
