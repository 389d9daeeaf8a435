"""The arrows of the house, held by reading imports: between wings one way, inside a
wing no circle.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

from companion.game import slugs

ROOT = Path(__file__).parents[1]
WINGS = ("companion", "printables", "vision", "web")

# From which wings each may import: rookery -> all, web -> vision -> companion and
# web -> printables -> companion.
ARROWS = {
    "companion": {"companion"},
    "printables": {"companion", "printables"},
    "vision": {"companion", "vision"},
    "web": {"companion", "printables", "vision", "web"},
    "rookery": {*WINGS, "rookery"},
}

# Arrows that still lie on a circle: (package, importing child, imported child). This set only
# shrinks: a pair that is gone fails a test until it is taken out.


def _files(wing: str) -> list[Path]:
    return sorted((ROOT / wing).rglob("*.py"))


@cache
def _imports(path: Path) -> tuple[tuple[str, int], ...]:
    """Every module that a file imports, wherever in it, and the line."""
    found: list[tuple[str, int]] = []
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found += [(alias.name, node.lineno) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: write imports in full"
            found.append((node.module or "", node.lineno))
            found += [(f"{node.module}.{alias.name}", node.lineno) for alias in node.names]
    return tuple(found)


def _module(path: Path) -> str:
    name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
    return name.removesuffix(".__init__")


def _arrows(modules: Mapping[str, set[str]]) -> Iterator[tuple[str, str, str]]:
    """Return each import between two children of one package: (package, importing, imported).

    A child is a module or a whole package; `modules` maps each module to those that it imports.
    A module that imports its own package, or a package one of its modules, isn't an arrow.
    """
    for module, imported in modules.items():
        for other in imported & modules.keys():
            one, two = module.split("."), other.split(".")
            same = 0
            while same < min(len(one), len(two)) and one[same] == two[same]:
                same += 1
            if same < min(len(one), len(two)):
                yield ".".join(one[:same]), one[same], two[same]


def circles(modules: Mapping[str, set[str]]) -> set[tuple[str, str, str]]:
    """Return the arrows from which a way leads back to where they start."""
    arrows = set(_arrows(modules))
    found = set()
    for package, start, first in arrows:
        reached, new = {first}, [first]
        while new:
            here = new.pop()
            onward = {end for place, begin, end in arrows if (place, begin) == (package, here)}
            new += onward - reached
            reached |= onward
        if start in reached:
            found.add((package, start, first))
    return found


def test_circles_are_seen() -> None:
    """Between packages, however deep the modules lie, and between modules of one package."""
    tree = {
        "w": set(),
        "w.a": set(),
        "w.a.deep": {"w.b.x"},
        "w.b": {"w.b.x"},
        "w.b.x": {"w.b.y"},
        "w.b.y": {"w.c"},
        "w.c": {"w.a.deep", "w.d"},
        "w.d": {"w", "elsewhere"},
    }
    assert circles(tree) == {("w", "a", "b"), ("w", "b", "c"), ("w", "c", "a")}
    assert circles(tree | {"w.b.y": {"w.b.x"}}) == {("w.b", "x", "y"), ("w.b", "y", "x")}


@pytest.mark.parametrize("wing", ARROWS)
def test_no_circle_inside_a_wing(wing: str) -> None:
    """Of the children of one package, modules and packages, none imports another in a circle."""
    assert (
        circles({_module(path): {name for name, _ in _imports(path)} for path in _files(wing)})
        == set()
    )


@pytest.mark.parametrize("wing", ARROWS)
def test_arrows(wing: str) -> None:
    """Nothing points back: printables and vision know companion only, not each other nor the web.

    Only `rookery` knows every wing, and no wing knows it.
    """
    for path in _files(wing):
        for name, line in _imports(path):
            target = name.split(".")[0]
            assert target not in ARROWS or target in ARROWS[wing], f"{path}:{line} imports {name}"


@pytest.mark.parametrize("wing", WINGS)
def test_no_wing_names_a_command_of_another(wing: str) -> None:
    """A command's place, as "web.cli:table", is an import too: only `rookery` may write it."""
    place = re.compile(rf"({'|'.join(set(ARROWS) - ARROWS[wing])})(\.\w+)+:\w+")
    for path in _files(wing):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                assert not place.fullmatch(node.value), f"{path}:{node.lineno} names {node.value}"


@pytest.mark.parametrize("wing", WINGS)
def test_no_game_imports_another(wing: str) -> None:
    """A game's row knows no other game's; what two games share stands in the wing."""
    for path in _files(wing):
        own = {path.stem, *path.relative_to(ROOT).parts}
        if not own & set(slugs()):
            continue
        for name, line in _imports(path):
            foreign = (set(name.split(".")) & set(slugs())) - own
            assert not foreign, f"{path}:{line} imports {name}"
