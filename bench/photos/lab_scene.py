"""The circumstances of a photograph, what chance makes of each piece, and the camera.

Lengths are mm on the table (+x right, +y away from a camera at turn 0, z up), angles degrees
counter-clockwise. The camera is a pinhole with one radial coefficient: a pixel at normalised p
looks along p (1 + k |p|^2), as OpenCV's undistort has it. Pixel centres are whole numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

Table: TypeAlias = Literal["wood", "plain", "dark", "checked", "green", "white", "photo"]
Layout: TypeAlias = Mapping[str, Any]  # see `bench.photos.layouts` and `resolve`
Floats: TypeAlias = NDArray[np.floating[Any]]
Rng: TypeAlias = np.random.Generator

PAPER = 0.3  # thickness of a piece, mm
FILM = 36.0  # the long side of the film in "35 mm-equivalent", mm


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """A photo's circumstances; the defaults are a good phone held well."""

    size: tuple[int, int] = (4032, 3024)
    height: float = 520.0  # of the camera, mm above the table
    tilt: float = 12.0  # from straight down
    turn: float = 0.0  # round the table
    roll: float = 0.0
    aside: tuple[float, float] = (0.0, 0.0)  # where it looks, mm from the table's middle
    lens: float = 26.0  # mm, 35 mm-equivalent
    distortion: float = 0.0  # radial coefficient, of phones -0.06 to 0.04
    table: Table = "wood"
    light: float = 1.0  # at 1 white paper comes out just below white
    warmth: float = 0.0  # from -1 (blue) to 1 (lamp)
    gradient: float = 0.15  # share of light lost across the picture
    light_from: float = 60.0
    elevation: float = 60.0
    lamp: float = 8.0  # half its apparent size in degrees (soft shadows)
    vignette: float = 0.2
    curl: float = 0.8  # at most, mm, drawn for each piece
    miscut: float = 0.0  # at most, mm, drawn for each piece
    grey: bool = False
    ink: float = 1.0  # 1 is fresh, 0 white
    sleeve: bool = False
    glare: float = 0.0  # of a lamp's reflection; 1 is as bright as paper
    fingers: int = 0  # on random pieces, besides the layout's
    object: str = ""  # what lies over one of the pieces, see `lab_objects`
    defocus: float = 0.0  # the blur disc's radius, px
    motion: float = 0.0  # the smear's length, px
    noise: float = 0.008  # at white: 0.006 by day, 0.03 in the evening
    sharpen: float = 0.5
    balance: tuple[float, float, float] = (1.0, 1.0, 1.0)  # gains for blue, green and red
    quality: int = 88

    def __post_init__(self) -> None:
        good = 0 <= self.tilt < 75 and 5 < self.elevation <= 90
        if min(self.size) < 16 or self.height <= 0 or not good:
            raise ValueError(f"no picture can be taken so: {self}")

    @property
    def distance(self) -> float:
        """From the lens to where the camera looks, mm."""
        return float(self.height / np.cos(np.radians(self.tilt)))

    @property
    def to_light(self) -> tuple[float, float, float]:
        """Unit vector towards the light."""
        around, up = np.radians([self.light_from, self.elevation])
        flat = np.cos(up)
        return float(flat * np.cos(around)), float(flat * np.sin(around)), float(np.sin(up))


@dataclass(frozen=True, slots=True, eq=False)
class Camera:
    """A camera at `at`, mm; the rows of `axes` are its right, down and forward on the table."""

    size: tuple[int, int]
    focal: float
    k: float
    at: Floats
    axes: Floats

    @property
    def middle(self) -> Floats:
        """Principal point, px."""
        return (np.array(self.size) - 1) / 2

    def looks(self, pixels: Floats) -> Floats:
        """Return the direction of sight, ... x 3, not of unit length, of each pixel, ... x 2."""
        p = (np.asarray(pixels) - self.middle) / self.focal
        p = p * (1 + self.k * (p * p).sum(-1, keepdims=True))
        return np.asarray(p @ self.axes[:2] + self.axes[2])

    def meet(self, ways: Floats, z: float | Floats = 0.0) -> Floats:
        """Return where lines of sight, ... x 3, meet height z: ... x 2 mm."""
        reach = (np.asarray(z) - self.at[2]) / ways[..., 2]
        return np.asarray(self.at[:2] + ways[..., :2] * reach[..., None])

    def project(self, points: Floats) -> Floats:
        """Return where points, ... x 3 mm, land: ... x 2 px."""
        turned = (np.asarray(points) - self.at) @ self.axes.T
        p = ideal = turned[..., :2] / turned[..., 2:]
        for _ in range(6):  # the inverse of `looks`; k is small, so this settles quickly
            p = ideal / (1 + self.k * (p * p).sum(-1, keepdims=True))
        return np.asarray(p * self.focal + self.middle)

    def px_per_mm(self, x: float, y: float) -> float:
        """Return the scale at a place on the table, the larger of two directions."""
        here, *there = self.project(np.array([[x, y, 0], [x + 1, y, 0], [x, y + 1, 0]]))
        return float(max(np.linalg.norm(point - here) for point in there))


def camera(scene: Scene, centre: tuple[float, float] = (0.0, 0.0)) -> Camera:
    """Return a scene's camera, looking at `centre` (mm) or beside it as the scene says."""
    centre = (centre[0] + scene.aside[0], centre[1] + scene.aside[1])
    tilt, turn, roll = np.radians([scene.tilt, scene.turn, scene.roll])
    away = scene.height * np.tan(tilt)
    at = np.array([centre[0] + away * np.sin(turn), centre[1] - away * np.cos(turn), scene.height])
    forward = np.array([*centre, 0.0]) - at
    forward /= np.linalg.norm(forward)
    right = np.array([np.cos(turn), np.sin(turn), 0.0])
    down = np.cross(forward, right)
    c, s = np.cos(roll), np.sin(roll)
    axes = np.stack([c * right + s * down, c * down - s * right, forward])
    return Camera(scene.size, scene.lens / FILM * max(scene.size), scene.distortion, at, axes)


@dataclass(frozen=True, slots=True)
class Window:
    """The part of an upright face that lies there: size, and middle from the top left, mm."""

    width: float
    height: float
    middle: tuple[float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Lay:
    """A piece as it lies: its middle, turn and bend, the shift of its print, and where its sleeve
    reflects the lamp, mm from its middle.

    Its surface at (u, v) mm from its middle is `lift` + 4 `curl` (u / width)^2 + 4 `warp` (u /
    width)(v / height).
    """

    id: str
    face: str
    window: Window
    x: float
    y: float
    turn: float = 0.0
    z: float = 0.0
    curl: float = 0.0
    warp: float = 0.0
    shift: tuple[float, float] = (0.0, 0.0)
    glare: tuple[float, float] = (0.0, 0.0)

    @property
    def lift(self) -> float:
        """Height of its middle above the table."""
        return self.z + PAPER + abs(self.warp) + max(0.0, -self.curl)


@dataclass(frozen=True, slots=True)
class Object:
    """A thing over the pieces: its kind, middle, turn, size and height; `look` is a seed."""

    what: str
    x: float
    y: float
    turn: float
    size: tuple[float, float]
    height: float
    look: int


@dataclass(frozen=True, slots=True)
class Setting:
    """A layout with all that chance adds to it."""

    lays: tuple[Lay, ...]  # in the order they are laid down
    pyramids: tuple[Mapping[str, Any], ...]
    fingers: tuple[Mapping[str, Any], ...]
    centre: tuple[float, float]
    objects: tuple[Object, ...] = ()


def rotation(degrees: float) -> NDArray[np.float64]:
    """Return the 2 x 2 matrix that turns counter-clockwise."""
    angle = np.radians(degrees)
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


def resolve(
    layout: Layout, window: Callable[[str, str, str], Window], scene: Scene, seed: int
) -> Setting:
    """Draw what chance decides; `window(id, face, part)` is the part of a face that lies there.

    A layout has "pieces" with id, face, x, y, rotation and perhaps z, curl, warp, part ("base":
    only the flat base of a standee); "pyramids" with x, y, base, height, color; "fingers" with x,
    y, rotation; "centre", where the camera looks.
    """
    rng, lays = np.random.default_rng([seed, 1]), list[Lay]()
    for piece in layout.get("pieces", ()):
        face = piece.get("face", "front")
        part = window(piece["id"], face, piece.get("part", ""))
        curl, warp, right, down = rng.uniform((0, -0.4, -1, -1), (1, 0.4, 1, 1))
        bend = min(1.0, part.width / 63) * scene.curl  # what is short bends less
        lay = Lay(
            id=piece["id"],
            face=face,
            window=part,
            x=float(piece["x"]),
            y=float(piece["y"]),
            turn=float(piece.get("rotation", 0)),
            z=float(piece.get("z", 0)),
            curl=float(piece.get("curl", bend * curl)),
            warp=float(piece.get("warp", bend * warp)),
            shift=(float(right * scene.miscut), float(down * scene.miscut)),
        )
        lays.append(lay)
    if lays and scene.glare:
        # near one piece; no sleeve is quite level, so each shows it elsewhere
        hit = lays[int(rng.integers(len(lays)))]
        spot = np.array([hit.x, hit.y]) + rng.normal(0, 25, 2)
        for n, lay in enumerate(lays):
            x, y = spot + rng.normal(0, 12, 2) - (lay.x, lay.y)
            c, s = np.cos(np.radians(lay.turn)), np.sin(np.radians(lay.turn))
            lays[n] = replace(lay, glare=(float(c * x + s * y), float(c * y - s * x)))
    fingers = [*layout.get("fingers", ())]
    for _ in range(scene.fingers if lays else 0):
        lay = lays[int(rng.integers(len(lays)))]
        across, along, turn = rng.uniform((-0.4, -0.9, -50), (0.4, 0.2, 50))  # pointing away
        x, y = lay.x + across * lay.window.width, lay.y + along * lay.window.height
        fingers.append({"x": x, "y": y, "rotation": float(turn)})
    x, y = layout.get("centre", (0, 0))
    lying = tuple(sorted(lays, key=lambda lay: lay.z))
    pyramids = tuple(layout.get("pyramids", ()))
    return Setting(lying, pyramids, tuple(fingers), (float(x), float(y)))
