"""Blender's side of `booth.py`: the photo booth's scene, rendered bare and with one object on it.

Blender runs it as `blender -b -P booth_scene.py -- SCENE.py SPEC.json BARE.png COVERED.png`.
SCENE.py is the booth's own description of a scene. Two things are added to it: a picture with an
alpha channel is cut along it, and the object of the spec. Of the covered scene only the rectangle
round the object is rendered; the rest of that picture is transparent.
"""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path
from typing import Any

import bpy  # type: ignore[import-not-found]
from bpy_extras.object_utils import world_to_camera_view  # type: ignore[import-not-found]
from mathutils import Vector  # type: ignore[import-not-found]

MM = 0.001
LYING = 2.6  # mm over the table: what lies on cards, which are a little bent
SHADE = 12.0  # mm round an object that its shadow may reach, and as much again as it is high
HAND = (  # ellipsoids: middle, half axes (mm) and turn (degrees) of a hand that points up
    ((0, -52, 20), (40, 46, 15), 0),
    ((-29, 6, 13), (8, 40, 8), 9),
    ((-10, 16, 14), (8.5, 46, 8.5), 2),
    ((9, 14, 14), (8.5, 45, 8.5), -3),
    ((27, 2, 13), (7.5, 36, 7.5), -9),
    ((-48, -38, 15), (9, 34, 9), 38),
    ((6, -170, 30), (31, 110, 24), 0),
)


def booth(path: Path) -> dict[str, Any]:
    """The functions of the booth's scene, without its last line, the call of `main`."""
    names: dict[str, Any] = {"__name__": "booth"}
    body, _, last = path.read_text("utf-8").rstrip().rpartition("\n")
    if not last.startswith("main("):
        raise SystemExit(f"{path}: does not end in a call of main")
    exec(compile(body, str(path), "exec"), names)  # noqa: S102 - a program of the user's own
    paper = names["paper"]

    def cut_out(*look: Any) -> Any:
        material = paper(*look)
        tree = material.node_tree
        texture = next(node for node in tree.nodes if node.type == "TEX_IMAGE")
        if texture.image.depth == 32:
            shader = tree.nodes["Principled BSDF"]
            tree.links.new(texture.outputs["Alpha"], shader.inputs["Alpha"])
        return material

    names["paper"] = cut_out
    return names


def put(names: dict[str, Any], thing: dict[str, Any]) -> None:
    """Put the object of a spec on the table."""
    what, height = thing["what"], thing["height"]
    if what == "hand":
        for middle, axes, turn in HAND:
            bpy.ops.mesh.primitive_uv_sphere_add(radius=1, segments=32, ring_count=16)
            place(thing, middle, turn)
            bpy.context.object.scale = [axis * MM for axis in axes]
            bpy.ops.object.shade_smooth()
            bpy.context.object.data.materials.append(plain(names, thing["color"], 0.5))
    elif what == "mug":
        mug(names, thing)
    elif "peaks" in thing:
        draped(names, thing)
    else:
        if height > 1:
            bpy.ops.mesh.primitive_cube_add(size=1)
            place(thing, (0, 0, LYING + height / 2), 0)
            bpy.context.object.scale = (thing["w"] * MM, thing["h"] * MM, height * MM)
            bpy.context.object.data.materials.append(plain(names, thing["color"], 0.4))
        names["sheet"](10_000, {**thing, "z": LYING + (height if height > 1 else 0)})
        if thing.get("match") == "table":
            bpy.data.objects["piece10000"].data.materials[0] = bpy.data.materials["table"]


def plain(names: dict[str, Any], color: list[float], roughness: float) -> Any:
    """A material of one colour."""
    material, _, shader = names["principled"]("thing")
    shader.inputs["Base Color"].default_value = (*color, 1)
    shader.inputs["Roughness"].default_value = roughness
    return material


def place(thing: dict[str, Any], middle: tuple[float, float, float], turn: float) -> None:
    """Move the newest mesh to a point of the object's own frame, mm."""
    angle = math.radians(thing["rotation"])
    x, y, z = middle
    bpy.context.object.location = (
        (thing["x"] + math.cos(angle) * x - math.sin(angle) * y) * MM,
        (thing["y"] + math.sin(angle) * x + math.cos(angle) * y) * MM,
        z * MM,
    )
    bpy.context.object.rotation_euler = (0, 0, angle + math.radians(turn))


def mug(names: dict[str, Any], thing: dict[str, Any]) -> None:
    """Ceramic with a handle, filled with coffee to a finger's breadth below its rim."""
    radius, height, mesh = thing["w"] / 2, thing["height"], bpy.ops.mesh
    ceramic = plain(names, thing["color"], 0.08)
    mesh.primitive_cylinder_add(
        vertices=64, radius=radius * MM, depth=height * MM, end_fill_type="NOTHING"
    )
    place(thing, (0, 0, LYING + height / 2), 0)
    bpy.context.object.modifiers.new("wall", "SOLIDIFY").thickness = 4 * MM
    bpy.context.object.data.materials.append(ceramic)
    mesh.primitive_torus_add(major_radius=height * 0.3 * MM, minor_radius=5 * MM)
    place(thing, (radius, 0, height / 2), 0)
    bpy.context.object.rotation_euler[0] = math.pi / 2
    bpy.context.object.data.materials.append(ceramic)
    mesh.primitive_cylinder_add(vertices=64, radius=(radius - 3) * MM, depth=MM)
    place(thing, (0, 0, height - 14), 0)
    bpy.context.object.data.materials.append(plain(names, [0.02, 0.008, 0.003], 0.08))


def draped(names: dict[str, Any], thing: dict[str, Any]) -> None:
    """A cloth that hangs over peaks (x, y on the table, height; mm)."""
    names["sheet"](10_000, {**thing, "z": LYING, "curl": 0, "warp": 0, "fine": 60})
    cloth = bpy.data.objects["piece10000"]
    angle = math.radians(thing["rotation"])
    bpy.context.view_layer.objects.active = cloth
    cloth.modifiers.new("fine", "SUBSURF").levels = 2
    cloth.modifiers["fine"].subdivision_type = "SIMPLE"
    bpy.ops.object.modifier_apply(modifier="fine")
    for vertex in cloth.data.vertices:
        x = thing["x"] * MM + math.cos(angle) * vertex.co.x - math.sin(angle) * vertex.co.y
        y = thing["y"] * MM + math.sin(angle) * vertex.co.x + math.cos(angle) * vertex.co.y
        slopes = [
            high * MM - 0.9 * math.hypot(x - at_x * MM, y - at_y * MM)
            for at_x, at_y, high in thing["peaks"]
        ]
        vertex.co.z = max(0, *slopes) + 0.5 * MM * math.sin(x / (9 * MM)) * math.sin(y / (7 * MM))


def main(scene: Path, spec_path: Path, bare: str, covered: str) -> None:
    """Render both pictures."""
    names = booth(scene)
    names["main"](str(spec_path), bare)
    thing = json.loads(spec_path.read_text("utf-8"))["thing"]
    put(names, thing)
    bpy.context.view_layer.update()
    room = SHADE + thing["height"]
    reach = 290 if thing["what"] == "hand" else math.hypot(thing["w"], thing["h"]) / 2
    render, camera = bpy.context.scene.render, bpy.context.scene.camera
    corners = [
        world_to_camera_view(bpy.context.scene, camera, Vector((x * MM, y * MM, z * MM)))
        for x in (thing["x"] - reach - room, thing["x"] + reach + room)
        for y in (thing["y"] - reach - room, thing["y"] + reach + room)
        for z in (0, thing["height"])
    ]
    render.use_border, render.use_crop_to_border = True, False
    render.border_min_x, render.border_max_x = (
        max(0.0, min(corner.x for corner in corners)),
        min(1.0, max(corner.x for corner in corners)),
    )
    render.border_min_y, render.border_max_y = (
        max(0.0, min(corner.y for corner in corners)),
        min(1.0, max(corner.y for corner in corners)),
    )
    render.image_settings.color_mode = "RGBA"
    render.filepath = covered
    bpy.ops.render.render(write_still=True)


_scene, _spec, _bare, _covered = sys.argv[sys.argv.index("--") + 1 :][:4]
main(Path(_scene), Path(_spec), _bare, _covered)
