"""QR codes on paper: as one outline, with as much error correction as the room allows."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Literal, TypeAlias
from urllib.parse import urlsplit

from companion.errors import PrintError
from printables.art.fiducial import outlines
from printables.draw.colours import BLACK, WHITE
from printables.draw.paths import Path, polygon, rectangle
from printables.draw.pen import Pen

if TYPE_CHECKING:
    from qrcode import QRCode

# of error correction: a quarter, a seventh, a fifteenth of the code
Level: TypeAlias = Literal["Q", "M", "L"]

QUIET = 4  # modules of white on each side, as the standard asks for
FINEST = 0.45  # side of a module that phones read from paper, mm
COARSEST = 0.9  # larger modules help nobody
# from so many modules a side on the mask is fixed: trying all eight takes 0.25 s
LARGE, LARGE_MASK = (60, 3)
PLAIN_ADDRESS = "give the table's plain address, as http://192.168.1.5:8000"


@dataclass(frozen=True, slots=True)
class Code:
    """A QR code of `count` x `count` modules of `module` mm, its black as one `outline` in
    modules.
    """

    outline: Path
    count: int
    module: float

    @property
    def side(self) -> float:
        """With its quiet zone, mm."""
        return (self.count + 2 * QUIET) * self.module


@cache
def code(text: str, room: float) -> Code:
    """The code with the most error correction whose modules are not too fine in `room` mm, quiet
    zone included.

    A code that is too long for that is larger than `room`, with the least error correction. Raises
    `PrintError` for a text that no code holds.
    """
    levels: tuple[Level, ...] = ("Q", "M", "L")
    counts = {level: _count(text, level) for level in levels}
    if not counts["L"]:
        raise PrintError(
            "QR code",
            f"{len(text)} characters are too many",
            remedy="shorten the texts of the deck",
        )
    fine = (
        level for level, count in counts.items() if count and (count + 2 * QUIET) * FINEST <= room
    )
    level = next(fine, levels[-1])
    module = max(FINEST, min(COARSEST, room / (counts[level] + 2 * QUIET)))
    return Code(_outline(text, level, counts[level]), counts[level], module)


def link_code(address: str, path: str, room: float) -> Code:
    """The code of a page of the phone table at `address`, in at most `room` mm; raises
    `PrintError`.

    A scheme and a host have no case, and the short pages are found in capitals too: that makes the
    code smaller.
    """
    checked_address(address)
    link = f"{address.rstrip('/')}{path}"
    found = code(link if urlsplit(address).path.strip("/") else link.upper(), room)
    if found.side > room:
        problem = f"{len(address)} characters are too long for the code on the paper"
        raise PrintError("--address", problem, remedy=PLAIN_ADDRESS)
    return found


def checked_address(address: str) -> str:
    """`address`, if a phone table can be there; raises `PrintError` before a code of anything else
    is on paper.
    """
    try:
        asked = urlsplit(address)
        fine = asked.scheme in {"http", "https"} and bool(asked.hostname) and asked.port != 0
    except ValueError:  # no port, or half an IPv6 address
        fine = False
    if not fine or any(map(str.isspace, address)):
        raise PrintError(
            "--address", f"{address!r} isn't the address of a table", remedy=PLAIN_ADDRESS
        )
    return address


def draw_code(pen: Pen, found: Code, x: float, y: float) -> None:
    """Draw it on white, the corner of its quiet zone at (x, y)."""
    pen.paint(rectangle(x, y, found.side, found.side), WHITE)
    inset = QUIET * found.module
    outline = found.outline.mapped(found.module, found.module, x + inset, y + inset)
    pen.paint(outline, BLACK, even_odd=True)


def _count(text: str, level: Level) -> int:
    """How many modules a side the text takes; 0 where it is too long for the level."""
    from qrcode.exceptions import DataOverflowError  # noqa: PLC0415 - see _prepared

    try:
        made = _prepared(text, level, None)
        made.best_fit()
    except (
        DataOverflowError,
        ValueError,
    ):  # qrcode 8.2 asks for version 41 and complains about that
        return 0
    return 17 + 4 * made.version


def _outline(text: str, level: Level, count: int) -> Path:
    """The black modules; a deck is compressed and so looks random under any mask: the best is not
    searched for.
    """
    made = _prepared(text, level, LARGE_MASK if count > LARGE else None)
    made.make(fit=True)
    black = {
        (x, y) for y, row in enumerate(made.get_matrix()) for x, dark in enumerate(row) if dark
    }
    return Path(tuple(step for loop in outlines(black) for step in polygon(loop).steps))


def _prepared(text: str, level: Level, mask: int | None) -> QRCode:  # type: ignore[type-arg]
    from qrcode import QRCode, constants  # noqa: PLC0415 - 15 ms, often not needed

    correction = getattr(constants, f"ERROR_CORRECT_{level}")
    made: QRCode = QRCode(border=0, error_correction=correction, mask_pattern=mask)  # type: ignore[type-arg]
    made.add_data(text)
    return made
