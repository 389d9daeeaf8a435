"""The report on recall, for docs/photos.md: tables by game, hardship, size of tags and so on."""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import cos, inf, radians
from pathlib import Path
from typing import Any, TypeAlias

from bench.photos.recall_draw import FULL, HARD

Row: TypeAlias = Mapping[str, Any]  # a photo's line of JSON, see `recall.run`
Line: TypeAlias = tuple[str, Sequence[Row], Sequence[Row]]  # its words, photos, pieces with a tag

BEGIN, END = "<!-- recall, made by `make recall` -->", "<!-- end of recall -->"
WHOLE = """A table counts as *whole* when every piece that shows a tag was read and everything that
should be said of the game was, and nothing else."""
BY_SIZE = """Photos with nothing hard about them, by the size of their pieces' tags, which are 8
modules wide. A photo counts in each row of which it has pieces."""
SIZES = (0.0, 2.0, 2.5, 3.0, 4.0, 5.0, 7.0, inf)  # px a module
DISTANCES = (0, 40, 60, 80, 120)  # cm, of pictures of full size
TILTS = (0, 10, 20, 30, 45)  # degrees


def report(rows: Sequence[Row]) -> str:
    """Return the part of docs/photos.md between the marks."""
    easy = [row for row in rows if not row["hard"]]
    full = [row for row in easy if tuple(row["scene"]["size"]) == FULL]
    straight = [row for row in rows if set(row["hard"]) <= {"steep"}]
    hardships = [_line("nothing", easy)]
    hardships += [_line(name, [row for row in rows if name in row["hard"]]) for name in HARD]
    wrong = sum(bool(row["wrong"]) for row in rows)
    today = time.strftime("%Y-%m-%d", time.gmtime())
    machine = f"{os.cpu_count()}-core machine, {platform.machine()}"
    made = f"{today}, {machine}: {len(rows)} generated photographs, {wrong} with anything wrong"
    return "\n\n".join([
        BEGIN,
        f"{made} as sure. {WHOLE}",
        _table("game", _by_game(rows)),
        _table("hard", hardships),
        BY_SIZE,
        _table("px a module", _by_size(easy)),
        "Those of them with 12 MP, by the distance from the lens to the middle of the table:",
        _table("distance", _binned(full, DISTANCES, "cm", _distance)),
        "Photos with nothing hard about them but the tilt, measured from straight down:",
        _table("tilt", _binned(straight, TILTS, "°", lambda row: float(row["scene"]["tilt"]))),
        END,
    ]) + "\n"  # fmt: skip


def _by_game(rows: Sequence[Row]) -> Iterator[Line]:
    """Photos with nothing hard about them, and the others, of each game."""
    for game in dict.fromkeys(row["game"] for row in rows):
        own = [row for row in rows if row["game"] == game]
        yield _line(game, [row for row in own if not row["hard"]])
        yield _line(f"{game}, hard", [row for row in own if row["hard"]])


def _by_size(rows: Sequence[Row]) -> Iterator[Line]:
    """How large a piece's largest whole tag is; the photos are those with such a piece."""
    for low, high in pairwise(SIZES):
        photos = [row for row in rows if any(low <= piece["px"] < high for piece in row["pieces"])]
        pieces = [piece for row in photos for piece in row["pieces"] if low <= piece["px"] < high]
        yield f"{low:g} to {high:g}" if high < inf else f"{low:g} and more", photos, pieces


def _distance(row: Row) -> float:
    return float(row["scene"]["height"] / cos(radians(row["scene"]["tilt"])) / 10)


def _binned(
    rows: Sequence[Row],
    edges: Sequence[float],
    unit: str,
    value: Callable[[Row], float],
) -> Iterator[Line]:
    for low, high in pairwise(edges):
        within = [row for row in rows if low <= value(row) < high]
        yield _line(f"{low:g} to {high:g} {unit}", within)


def _line(name: str, rows: Sequence[Row]) -> Line:
    return (name, rows, [piece for row in rows for piece in row["pieces"]])


def _table(head: str, lines: Iterator[Line] | Sequence[Line]) -> str:
    columns = f"| {head} | photos | whole tables | pieces read | wrong as sure |"
    out = [columns, "|---|--:|--:|--:|--:|"]
    for name, rows, pieces in lines:
        whole, read = _share(rows, "whole"), _share(pieces, "read")
        wrong = sum(bool(row["wrong"]) for row in rows)
        out += [f"| {name} | {len(rows)} | {whole} | {read} | {wrong} |"] if rows else []
    return "\n".join(out)


def _share(rows: Sequence[Row], name: str) -> str:
    return f"{100 * sum(bool(row[name]) for row in rows) / max(1, len(rows)):.1f} %"


def write(rows: Sequence[Row], page: Path) -> None:
    """Put the report between the marks of `page`; raise `ValueError` without marks."""
    before, mark, rest = page.read_text("utf-8").partition(BEGIN)
    _, end, after = rest.partition(END + "\n")
    if not mark or not end:
        raise ValueError(f"{page} has no place for the report: it needs {BEGIN} and {END}")
    page.write_text(before + report(rows) + after, "utf-8")
