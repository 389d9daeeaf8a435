"""No I/O in companion/ but reading its own data files, held by reading imports."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
COMMANDS = {
    "companion/calibrate.py",
    "companion/commands.py",
    "companion/console.py",
    "companion/deckfile.py",
    "companion/extras.py",
    "companion/folders.py",
    "companion/measured.py",  # of profiles, whose class is beside their files
    "companion/options.py",
    "companion/profile.py",
    "companion/simulation/chart.py",
    "companion/simulation/command.py",
    "companion/simulation/comparison.py",
    "companion/simulation/farm.py",
    "companion/simulation/terminal.py",
    "companion/wholefile.py",
}  # the edge
ALLOWED = {
    "__future__",
    "abc",
    "ast",
    "base64",
    "binascii",
    "bisect",
    "collections",
    "companion",
    "contextlib",
    "csv",
    "dataclasses",
    "datetime",
    "difflib",
    "enum",
    "fractions",
    "functools",
    "gettext",
    "hashlib",
    "heapq",
    "importlib",
    "io",
    "itertools",
    "json",
    "math",
    "operator",
    "random",
    "re",
    "statistics",
    "string",
    "tomllib",
    "typing_extensions",
    "types",
    "typing",
    "unicodedata",
    "uuid",
    "zlib",
}
ALSO = {
    "companion/pictures.py": {"PIL"},  # a picture in, a picture out
    "companion/language.py": {"babel"},  # reads catalogues
    "companion/solitaire/solver/search.py": {"numba", "numpy"},  # compiles the search; optional
}
IMPURE_CALLS = {"open", "input", "print", "exec", "eval", "breakpoint"}
# clocks and chance of modules that have pure parts too
IMPURE_METHODS = {"now", "utcnow", "today", "uuid1", "uuid4"}


@cache
def _imports(path: Path) -> tuple[tuple[str, int], ...]:
    """Every module that a file imports, wherever in it, and the line."""
    return tuple(_read_imports(path))


def _read_imports(path: Path) -> Iterator[tuple[str, int]]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: write imports in full"
            yield node.module or "", node.lineno
            yield from ((f"{node.module}.{alias.name}", node.lineno) for alias in node.names)


def _companion() -> list[Path]:
    return [
        path
        for path in sorted((ROOT / "companion").rglob("*.py"))
        if path.relative_to(ROOT).as_posix() not in COMMANDS
    ]


@pytest.mark.parametrize("path", _companion(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_companion_is_pure(path: Path) -> None:
    """No socket, no clock, no thread, no file system, no library that has them: only a short list
    of modules.
    """
    allowed = ALLOWED | ALSO.get(path.relative_to(ROOT).as_posix(), set())
    wrong = [
        f"{name} in line {line}"
        for name, line in _imports(path)
        if name.split(".")[0] not in allowed
    ]
    assert wrong == []


@pytest.mark.parametrize("path", _companion(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_nothing_pure_leans_on_the_edge(path: Path) -> None:
    """What reads and writes files is asked by commands and by other wings, never by rules and
    trackers.
    """
    edge = {name.removesuffix(".py").replace("/", ".") for name in COMMANDS}
    assert [f"{name} in line {line}" for name, line in _imports(path) if name in edge] == []


@pytest.mark.parametrize("path", _companion(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_companion_calls_nothing_impure(path: Path) -> None:
    """No `open` or `print`, no time of day, of `random` only `random.Random(seed)`: nothing global
    is drawn from.
    """
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in IMPURE_CALLS, f"{node.func.id} in line {node.lineno}"
        if (
            isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and node.value.id in {"datetime", "date", "uuid"}
        ):
            assert node.attr not in IMPURE_METHODS, f"{node.attr} in line {node.lineno}"
        if (
            isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and node.value.id == "random"
        ):
            assert node.attr == "Random", f"random.{node.attr} in line {node.lineno}"
        if isinstance(node, ast.ImportFrom) and node.module == "random":
            assert {alias.name for alias in node.names} <= {"Random"}
        if isinstance(node, ast.ImportFrom) and node.module == "uuid":
            assert not {alias.name for alias in node.names} & IMPURE_METHODS
        if isinstance(node, ast.Global):
            pytest.fail(f"global in line {node.lineno}")


def test_commands_are_the_only_edge() -> None:
    """The list of files that may print is not longer than it must be: each of them exists."""
    assert {name for name in COMMANDS if not (ROOT / name).exists()} == set()


def test_readme_says_so() -> None:
    """The four-line README that forbids I/O points at this test."""
    readme = (ROOT / "companion" / "README.md").read_text("utf-8")
    assert Path(__file__).name in readme
    assert len(readme.splitlines()) == 4
