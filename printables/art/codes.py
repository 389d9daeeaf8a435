"""Tags and QR codes, each drawn as one outline, so that no light edges show between modules."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Literal, TypeAlias
from urllib.parse import urlsplit

from companion.errors import PrintError
from companion.layout import TagSpot
from companion.tags import BLACK_MODULES, TagId, modules
from printables.draw.colours import BLACK, WHITE, Colour
from printables.draw.paths import Path, Point, polygon, rectangle, rounded
from printables.draw.pen import FRAME, Pen

if TYPE_CHECKING:
    from qrcode import QRCode

# white around the black square, mm; a card's module is 1.75, so the quiet zone survives some drift
QUIET = 2.2
# of error correction, for damage to 25, 15 or 7 % of the code
Level: TypeAlias = Literal["Q", "M", "L"]

BORDER = 4  # white modules on each side, by the standard
FINEST = 0.45  # the smallest module that phones can read from paper, mm
COARSEST = 0.9  # larger modules aren't easier to read, mm
# codes with more modules per side all use this mask, because trying all eight takes 0.25 s
LARGE, LARGE_MASK = (60, 3)
PLAIN_ADDRESS = "give the table's plain address, as http://192.168.1.5:8000"


def draw_tag(pen: Pen, spot: TagSpot) -> None:
    """Draw a tag as one shape, so that no light edges show between modules."""
    unit = spot.size / BLACK_MODULES
    corner = (spot.x - spot.size / 2, spot.y - spot.size / 2)
    pen.paint(tag_outline(spot.id).mapped(unit, unit, *corner), BLACK, even_odd=True)


def draw_windows(
    pen: Pen,
    spots: Iterable[TagSpot],
    frame: Colour,
    *,
    width: float = FRAME,
    margin: float = QUIET,
) -> None:
    """Draw each tag in a framed white window with round corners."""
    for spot in spots:
        pen.paint(window(spot, margin + width / 2), WHITE, frame, width=width)
        draw_tag(pen, spot)


def window(spot: TagSpot, margin: float = QUIET) -> Path:
    """Return the edge of the window, `margin` mm outside the black square."""
    side = spot.size + 2 * margin
    return rounded(spot.x - side / 2, spot.y - side / 2, side, side, margin * 0.7)


@cache
def tag_outline(tag: TagId) -> Path:
    """Return the black part of a tag, in modules from its top left, to fill by the even-odd rule.

    >>> str(tag_outline(0))[:17]
    'M0 0L8 0L8 8L0 8Z'
    """
    rows, square = modules(tag), rectangle(0, 0, BLACK_MODULES, BLACK_MODULES)
    white = {(x, y) for y, row in enumerate(rows) for x, black in enumerate(row) if not black}
    return sum((polygon(loop) for loop in outlines(white)), square)


def outlines(cells: set[tuple[int, int]]) -> list[list[Point]]:
    """Return the outlines of groups of unit cells as loops of corners."""
    leads: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
    for x, y in sorted(cells):
        around = ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y))
        corners = ((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1))
        for i, neighbour in enumerate(around):
            if neighbour not in cells:
                leads[corners[i]].append(corners[(i + 1) % 4])
    loops: list[list[Point]] = []
    while leads:
        loop = [next(iter(leads))]
        while (follow := leads.get(loop[-1])) is not None:
            here = loop[-1]
            loop.append(follow.pop())
            if not follow:
                del leads[here]
        loop.pop()  # the first corner again
        turns = zip(loop[-1:] + loop[:-1], loop, loop[1:] + loop[:1], strict=True)
        turning_points: list[Point] = [
            here
            for before, here, after in turns
            if not (before[0] == here[0] == after[0] or before[1] == here[1] == after[1])
        ]
        loops.append(turning_points)
    return loops


@dataclass(frozen=True, slots=True)
class Code:
    """A QR code of `count` x `count` modules of `module` mm; `outline` is in modules."""

    outline: Path
    count: int
    module: float

    @property
    def side(self) -> float:
        """The side including the quiet zone, mm."""
        return (self.count + 2 * BORDER) * self.module


@cache
def code(text: str, room: float) -> Code:
    """Return the code with the most error correction that fits `room` mm with its quiet zone.

    If none fits, it is larger, with the least error correction. Raises `PrintError` if the text is
    too long for any code.
    """
    levels: tuple[Level, ...] = ("Q", "M", "L")
    counts = {level: _count_modules(text, level) for level in levels}
    if not counts["L"]:
        problem, remedy = f"{len(text)} characters are too many", "shorten the texts of the deck"
        raise PrintError("QR code", problem, remedy=remedy)
    fine = (
        level for level, count in counts.items() if count and (count + 2 * BORDER) * FINEST <= room
    )
    level = next(fine, levels[-1])
    module = max(FINEST, min(COARSEST, room / (counts[level] + 2 * BORDER)))
    # A deck is compressed, so all masks are about equal for it.
    made = _prepare(text, level, LARGE_MASK if counts[level] > LARGE else None)
    made.make(fit=True)
    black = {
        (x, y) for y, row in enumerate(made.get_matrix()) for x, dark in enumerate(row) if dark
    }
    outline = Path(tuple(step for loop in outlines(black) for step in polygon(loop).steps))
    return Code(outline, counts[level], module)


def link_code(address: str, path: str, room: float) -> Code:
    """Return the code of a page of the web app, at most `room` mm wide; raises `PrintError`.

    If the address has no path, the link is in capitals, which makes the code smaller: schemes,
    hosts and our short pages are case-insensitive.
    """
    checked_address(address)
    link = f"{address.rstrip('/')}{path}"
    qr = code(link if urlsplit(address).path.strip("/") else link.upper(), room)
    if qr.side > room:
        problem = f"{len(address)} characters are too long for the code on the paper"
        raise PrintError("--address", problem, remedy=PLAIN_ADDRESS)
    return qr


def checked_address(address: str) -> str:
    """Return `address` if it is an http or https URL; raises `PrintError` otherwise."""
    try:
        parts = urlsplit(address)
        fine = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:  # no port, or half an IPv6 address
        fine = False
    if not fine or any(map(str.isspace, address)):
        problem = f"{address!r} isn't the address of a table"
        raise PrintError("--address", problem, remedy=PLAIN_ADDRESS)
    return address


def draw_code(pen: Pen, qr: Code, x: float, y: float) -> None:
    """Draw a code on white, with the top left of its quiet zone at (x, y)."""
    pen.paint(rectangle(x, y, qr.side, qr.side), WHITE)
    inset = BORDER * qr.module
    outline = qr.outline.mapped(qr.module, qr.module, x + inset, y + inset)
    pen.paint(outline, BLACK, even_odd=True)


def _count_modules(text: str, level: Level) -> int:
    """Return the modules on a side; 0 if the text is too long for the level."""
    from qrcode.exceptions import DataOverflowError  # noqa: PLC0415 - see _prepare

    try:
        made = _prepare(text, level, None)
        made.best_fit()
    except (DataOverflowError, ValueError):
        # ValueError: qrcode 8.2 asks for version 41, which doesn't exist
        return 0
    return 17 + 4 * made.version


def _prepare(text: str, level: Level, mask: int | None) -> QRCode:  # type: ignore[type-arg]
    from qrcode import QRCode, constants  # noqa: PLC0415 - 15 ms, often not needed

    correction = getattr(constants, f"ERROR_CORRECT_{level}")
    made: QRCode = QRCode(border=0, error_correction=correction, mask_pattern=mask)  # type: ignore[type-arg]
    made.add_data(text)
    return made
