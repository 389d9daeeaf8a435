"""The report on recall: tables by game, hardship, size of the tags and distance, and a chart, for docs/photos.md.

python -m bench.photos.recall_report recall.jsonl ... -o docs/photos.md
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from itertools import pairwise
from math import cos, radians
from pathlib import Path
from typing import Any, TypeAlias

from bench.photos.recall_draw import FULL, HARD

Row: TypeAlias = Mapping[str, Any]
Line: TypeAlias = tuple[str, Sequence[Row], Sequence[Row]]  # what it is about, its photos, its pieces that show a tag

BEGIN, END = "<!-- recall, made by `make recall` -->", "<!-- end of recall -->"
WHOLE = (
    "A table counts as *whole* when every piece that shows a tag was read and everything that should be said of the "
    "game was, and nothing else."
)
CHART = "photos-recall.svg"
SIZES = (0.0, 2.0, 2.5, 3.0, 4.0, 5.0, 7.0, 99.0)  # px a module
DISTANCES = (0, 40, 60, 80, 120)  # cm, of pictures of full size
TILTS = (0, 10, 20, 30, 45)  # degrees
HEAD = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 520 {height}" font-family="sans-serif" font-size="12">
<defs><pattern id="h" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
<rect width="6" height="6" fill="#fff"/><rect width="3" height="6" fill="#b35c00"/></pattern></defs>
<rect width="520" height="{height}" fill="#fff"/>
<rect x="130" y="10" width="14" height="12" fill="#24527a"/><text x="150" y="20">pieces read</text>
<rect x="250" y="10" width="14" height="12" fill="url(#h)" stroke="#b35c00"/><text x="270" y="20">whole tables</text>"""
BAR, HIGH = 300.0, 20  # the chart's bars, px


def report(rows: Sequence[Row]) -> str:
    """The part of docs/photos.md between the marks."""
    wrong = sum(bool(row["wrong"]) for row in rows)
    today = time.strftime("%Y-%m-%d", time.gmtime())
    machine = f"{os.cpu_count()}-core machine, {platform.machine()}"
    return "\n\n".join([
        BEGIN,
        f"{today}, {machine}: {len(rows)} generated photographs, {wrong} with anything wrong as sure. {WHOLE}",
        f"![Whole tables and pieces read, by what was hard]({CHART})",
        _table("game", by_game(rows)),
        _table("hard", by_hardship(rows)),
        _table("px a module", by_size(rows)) + "\n\nPhotographs with nothing hard about them; a tag is 8 modules wide.",
        _table("distance", by_distance(rows)) + "\n\nThe same at 12 MP; from the lens to the middle of the table.",
        _table("tilt", by_tilt(rows)) + "\n\nThe same, and steep ones; from straight down.",
        END,
    ]) + "\n"  # fmt: skip


def by_game(rows: Sequence[Row]) -> list[Line]:
    """Photos with nothing hard about them, and the others, of each game."""
    found = []
    for game in dict.fromkeys(row["game"] for row in rows):
        own = [row for row in rows if row["game"] == game]
        found += [_line(game, _easy(own)), _line(f"{game}, hard", [row for row in own if row["hard"]])]
    return [line for line in found if line[1]]


def by_hardship(rows: Sequence[Row]) -> list[Line]:
    """Each hardship by itself or with another."""
    lines = [
        _line("nothing", _easy(rows)),
        *(_line(name, [row for row in rows if name in row["hard"]]) for name in HARD),
    ]
    return [line for line in lines if line[1]]


def by_size(rows: Sequence[Row]) -> list[Line]:
    """How large a piece's largest whole tag is; the photos are those with such a piece."""
    lines = []
    for low, high in pairwise(SIZES):
        photos = [row for row in _easy(rows) if any(low <= piece["px"] < high for piece in row["pieces"])]
        pieces = [piece for row in photos for piece in row["pieces"] if low <= piece["px"] < high]
        lines.append((f"{low:g} to {high:g}" if high < 99 else f"{low:g} and more", photos, pieces))
    return [line for line in lines if line[1]]


def by_distance(rows: Sequence[Row]) -> list[Line]:
    """How far off the lens was."""
    full = [row for row in _easy(rows) if tuple(row["scene"]["size"]) == FULL]
    return _binned(full, DISTANCES, "cm", lambda row: row["scene"]["height"] / cos(radians(row["scene"]["tilt"])) / 10)


def by_tilt(rows: Sequence[Row]) -> list[Line]:
    """How far from straight down the lens looked."""
    return _binned([row for row in rows if set(row["hard"]) <= {"steep"}], TILTS, "°", lambda row: row["scene"]["tilt"])


def _binned(rows: Sequence[Row], edges: Sequence[float], unit: str, value: Callable[[Row], float]) -> list[Line]:
    lines = [
        _line(f"{low:g} to {high:g} {unit}", [row for row in rows if low <= value(row) < high])
        for low, high in pairwise(edges)
    ]
    return [line for line in lines if line[1]]


def _easy(rows: Iterable[Row]) -> list[Row]:
    return [row for row in rows if not row["hard"]]


def _line(name: str, rows: Sequence[Row]) -> Line:
    return (name, rows, [piece for row in rows for piece in row["pieces"]])


def _table(head: str, lines: Sequence[Line]) -> str:
    out = [f"| {head} | photos | whole tables | pieces read | wrong as sure |", "|---|--:|--:|--:|--:|"]
    for name, rows, pieces in lines:
        wrong = sum(bool(row["wrong"]) for row in rows)
        out.append(f"| {name} | {len(rows)} | {_share(_whole(rows))} | {_share(_read(pieces))} | {wrong} |")
    return "\n".join(out)


def _whole(rows: Sequence[Row]) -> float:
    return sum(bool(row["whole"]) for row in rows) / max(1, len(rows))


def _read(pieces: Sequence[Row]) -> float:
    return sum(bool(piece["read"]) for piece in pieces) / max(1, len(pieces))


def _share(part: float) -> str:
    return f"{100 * part:.1f} %"


def chart(rows: Sequence[Row]) -> str:
    """An SVG: for each hardship two bars, pieces read (plain) and whole tables (hatched)."""
    lines = by_hardship(rows)
    height = (2 * HIGH + 8) * len(lines) + 40
    parts = [HEAD.format(height=height)]
    for number, (name, found, pieces) in enumerate(lines):
        top = 32 + (2 * HIGH + 8) * number
        parts.append(f'<text x="122" y="{top + HIGH + 4}" text-anchor="end">{escape(name)} ({len(found)})</text>')
        for at, share, fill in ((0, _read(pieces), "#24527a"), (HIGH, _whole(found), "url(#h)")):
            bar = f'<rect x="130" y="{top + at}" width="{BAR * share:.1f}" height="{HIGH - 2}" fill="{fill}"/>'
            label = f'<text x="{136 + BAR * share:.1f}" y="{top + at + 14}">{_share(share)}</text>'
            parts += [bar, label]
    return "\n".join([*parts, "</svg>"]) + "\n"


def write(rows: Sequence[Row], page: Path) -> None:
    """Put the report between the marks of `page`, and the chart beside it; raises `ValueError` without marks."""
    before, mark, rest = page.read_text("utf-8").partition(BEGIN)
    _, end, after = rest.partition(END + "\n")
    if not mark or not end:
        raise ValueError(f"{page} has no place for the report: put {BEGIN} and {END} on lines of their own")
    page.write_text(before + report(rows) + after, "utf-8")
    page.with_name(CHART).write_text(chart(rows), "utf-8")


def main() -> None:
    """Report on runs of `recall --json`."""
    cli = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    cli.add_argument("rows", nargs="+", type=Path)
    cli.add_argument("-o", "--out", type=Path, required=True)
    args = cli.parse_args()
    write([json.loads(line) for path in args.rows for line in path.read_text("utf-8").splitlines()], args.out)


if __name__ == "__main__":
    main()
