"""Drawings in SVG files, which any vector editor opens; any pen can draw them.

A file can have circles, ellipses, rounded rectangles, polygons, polylines, paths of the absolute
commands M, L, C, Q and Z, and groups that are moved, rotated, scaled (in this order) or clipped.
Lines have round joins, and round ends unless `stroke-linecap` is "butt". A unit is 1 mm of the pen,
and the origin is the pen's. A colour chosen by the caller has a name, such as `data-fill="cloth"`;
its `fill` is only for viewers. `data-edge="2"` makes a stroke wider by twice the caller's `edge`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from functools import cache, partial
from importlib.resources import files
from types import MappingProxyType
from xml.etree import ElementTree as ET

from printables.draw.colours import Colour
from printables.draw.paths import Path, circle, ellipse, line, outline, polygon, rounded
from printables.draw.pen import Pen

SVG = "{http://www.w3.org/2000/svg}"
SHAPES: Mapping[str, tuple[Callable[..., Path], tuple[str, ...]]] = {
    "circle": (circle, ("cx", "cy", "r")),
    "ellipse": (ellipse, ("cx", "cy", "rx", "ry")),
    "rect": (rounded, ("x", "y", "width", "height", "rx")),
}
NO_COLOURS: Mapping[str, Colour] = MappingProxyType({})


@cache
def names(package: str, folder: str) -> tuple[str, ...]:
    """Return the names of the drawings in a folder of `drawings`; "sun disk" is sun-disk.svg."""
    files_there = files(package).joinpath("drawings", folder).iterdir()
    return tuple(sorted(file.name.removesuffix(".svg").replace("-", " ") for file in files_there))


def pictures(package: str, folder: str) -> dict[str, Callable[[Pen], None]]:
    """Return functions that draw the drawings in a folder, by name."""
    return {
        name: partial(draw, package=package, folder=folder, name=name)
        for name in names(package, folder)
    }


def draw(
    pen: Pen,
    package: str,
    folder: str,
    name: str,
    colours: Mapping[str, Colour] = NO_COLOURS,
    *,
    edge: float = 0,
) -> None:
    """Draw one of the `names` in these `colours`, with `edge` for lines with `data-edge`."""
    root = _load(package, folder, name)
    clips = {element.get("id"): _shape(element[0]) for element in root.iter(f"{SVG}clipPath")}

    def colour(element: ET.Element, what: str) -> Colour | None:
        if role := element.get(f"data-{what}"):
            return colours[role]
        given = element.get(what, "none")
        return None if given == "none" else given

    def draw_all(group: ET.Element) -> None:
        for element in group:
            if element.tag == f"{SVG}g":
                with ExitStack() as state:
                    if transform := element.get("transform"):
                        moves = dict(re.findall(r"(\w+)\(([^)]*)\)", transform))
                        x, y = map(float, moves.get("translate", "0 0").split())
                        across, down = map(float, moves.get("scale", "1 1").split())
                        turn = float(moves.get("rotate", 0))
                        state.enter_context(pen.at(x, y, turn=turn, scale=down, mirror=across < 0))
                    if clip := element.get("clip-path"):
                        state.enter_context(pen.clip(clips[clip[len("url(#") : -1]]))
                    draw_all(element)
            elif element.tag not in {f"{SVG}title", f"{SVG}clipPath"}:
                width = float(element.get("stroke-width", 0))
                pen.paint(
                    _shape(element),
                    colour(element, "fill"),
                    colour(element, "stroke"),
                    width=width + edge * float(element.get("data-edge", 0)),
                    cap="butt" if element.get("stroke-linecap") == "butt" else "round",
                    even_odd=element.get("fill-rule") == "evenodd",
                )

    draw_all(root)


@cache
def _load(package: str, folder: str, name: str) -> ET.Element:
    file = files(package).joinpath("drawings", folder, f"{name.replace(' ', '-')}.svg")
    return ET.fromstring(file.read_text("utf-8"))  # noqa: S314 - a file of this package


@cache
def _shape(element: ET.Element) -> Path:
    kind, given = element.tag.removeprefix(SVG), element.attrib
    if kind == "path":
        return outline(given["d"])
    if kind in {"polygon", "polyline"}:
        pairs = (pair.split(",") for pair in given["points"].split())
        points = [(float(x), float(y)) for x, y in pairs]
        return polygon(points) if kind == "polygon" else line(points)
    make, keys = SHAPES[kind]
    return make(*(float(given[key]) for key in keys))
