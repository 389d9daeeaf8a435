"""Blender's side of a shot: the photo booth's own scene, in which paper may be cut to a shape and folded to a pyramid.

The booth lays rectangles. Here a picture with an alpha channel is cut out along it, and a pyramid that has a picture
is a frustum of paper with a flat top, covered by its printed net. Blender runs this file in the place of the booth's
`scene.py`, whose path `PHOTO_BOOTH_SCENE` tells.

Half of a photograph is bare table, which takes the path tracer as long as the cards. So it is traced twice: the whole
at half the size (OUT-whole.png), then at full size the box in which pieces lie (OUT.png, transparent outside).
"""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TypeAlias

import bpy  # type: ignore[import-not-found]
from bpy_extras.object_utils import world_to_camera_view  # type: ignore[import-not-found]
from mathutils import Vector  # type: ignore[import-not-found]

Make: TypeAlias = Callable[..., Any]  # one of the booth's functions
Flat: TypeAlias = tuple[float, float]
Solid: TypeAlias = tuple[float, float, float]

MM = 0.001
MARGIN = 0.03  # round the pieces, of the picture: for their shadows
BOOTH = Path(os.environ["PHOTO_BOOTH_SCENE"])


def booth() -> dict[str, Any]:
    """The names that the booth's scene defines, its last line - the call of `main` - left out."""
    names: dict[str, Any] = {"__name__": "booth", "__file__": str(BOOTH)}
    source = BOOTH.read_text("utf-8").rstrip()
    body, _, last = source.rpartition("\n")
    if not last.startswith("main("):
        raise SystemExit(f"{BOOTH}: does not end in a call of main")
    exec(compile(body, str(BOOTH), "exec"), names)  # noqa: S102 - the booth is a program of ours to run
    return names


def cut_out(paper: Make) -> Make:
    """The booth's paper; where its picture is transparent there is none."""

    def cut(*look: Any) -> Any:
        material = paper(*look)
        tree = material.node_tree
        texture = next(node for node in tree.nodes if node.type == "TEX_IMAGE")
        if texture.image.depth == 32:
            tree.links.new(texture.outputs["Alpha"], tree.nodes["Principled BSDF"].inputs["Alpha"])
        return material

    return cut


def folded(plastic: Make, paper: Make) -> Make:
    """The booth's pyramids; those with a picture are of paper."""

    def pyramid(index: int, item: dict[str, Any]) -> Any:
        if "png" not in item:
            return plastic(index, item)
        points, faces, corners = frustum(item)
        mesh = bpy.data.meshes.new(f"frustum{index}")
        mesh.from_pydata([tuple(value * MM for value in point) for point in points], [], faces)
        mesh.update()
        uv = mesh.uv_layers.new()
        for loop, corner in enumerate(corners):
            uv.data[loop].uv = corner
        thing = bpy.data.objects.new(f"frustum{index}", mesh)
        bpy.context.scene.collection.objects.link(thing)
        thing.location = [item["x"] * MM, item["y"] * MM, (item.get("z", 0) + 0.2) * MM]
        thing.rotation_euler = (0, 0, math.radians(item.get("rotation", 0)))
        mesh.materials.append(paper(f"folded{index}", item["png"], 0.45, 0.3))
        return thing

    return pyramid


def frustum(item: dict[str, Any]) -> tuple[list[Solid], list[list[int]], list[Flat]]:
    """Points (mm), faces, and for each corner of each face its place on the net's picture."""
    half, foot, height = item["top"] / 2, item["base"] / 2, item["height"]
    slant = math.hypot(height, foot - half)
    points: list[Solid] = []
    faces: list[list[int]] = []
    corners: list[Flat] = []

    def face(net: list[Flat], space: list[Solid]) -> None:
        faces.append(list(range(len(points), len(points) + 4)))
        points.extend(space)
        corners.extend((0.5 + x / item["net"], 0.5 + y / item["net"]) for x, y in net)

    top = [(-half, -half), (half, -half), (half, half), (-half, half)]
    face(top, [(x, y, height) for x, y in top])
    low = half + slant
    for turn in range(4):
        net = [(-half, -half), (-foot, -low), (foot, -low), (half, -half)]
        space = [(-half, -half, height), (-foot, -foot, 0), (foot, -foot, 0), (half, -half, height)]
        face([_turned(x, y, turn) for x, y in net], [(*_turned(x, y, turn), z) for x, y, z in space])
    return points, faces, corners


def _turned(x: float, y: float, quarters: int) -> Flat:
    for _ in range(quarters):
        x, y = -y, x
    return x, y


def traced_twice(*, write_still: bool) -> None:
    """The whole picture at half size, then what the pieces take of it at full size."""
    scene = bpy.context.scene
    scene.render.use_persistent_data = True
    out = Path(scene.render.filepath)
    scene.render.filepath = str(out.with_name(f"{out.stem}-whole.png"))
    scene.render.resolution_percentage = 50
    bpy.ops.render.render(write_still=write_still)
    scene.render.filepath = str(out)
    scene.render.resolution_percentage = 100
    left, low, right, high = box(scene)
    scene.render.use_border, scene.render.use_crop_to_border = True, False
    scene.render.border_min_x, scene.render.border_max_x = left, right
    scene.render.border_min_y, scene.render.border_max_y = low, high
    bpy.ops.render.render(write_still=write_still)


def box(scene: Any) -> tuple[float, float, float, float]:
    """Where in the picture things stand that are not the table, from 0 to 1."""
    things = [thing for thing in scene.objects if thing.type == "MESH" and max(thing.dimensions) < 1]
    corners = [thing.matrix_world @ Vector(corner) for thing in things for corner in thing.bound_box]
    seen = [world_to_camera_view(scene, scene.camera, corner) for corner in corners]
    if not seen:
        return 0, 0, 1, 1
    xs, ys = [p.x for p in seen], [p.y for p in seen]
    return max(0, min(xs) - MARGIN), max(0, min(ys) - MARGIN), min(1, max(xs) + MARGIN), min(1, max(ys) + MARGIN)


names = booth()
names["bpy"] = SimpleNamespace(
    data=bpy.data, context=bpy.context,
    ops=SimpleNamespace(mesh=bpy.ops.mesh, wm=bpy.ops.wm, render=SimpleNamespace(render=traced_twice)),
)  # fmt: skip
names["paper"] = cut_out(names["paper"])
names["pyramid"] = folded(names["pyramid"], names["paper"])
names["main"](*sys.argv[sys.argv.index("--") + 1 :][:2])
