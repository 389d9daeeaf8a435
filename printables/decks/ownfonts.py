"""Fonts of a card game's owner: TrueType files that allow being embedded in a PDF."""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Callable

from reportlab.pdfbase.ttfonts import TTFError

from printables.draw import fonts

TRUETYPE = (b"\x00\x01\x00\x00", b"true")
OTHERS = {
    b"OTTO": "an OpenType font with PostScript outlines",
    b"ttcf": "a collection of several fonts",
    b"wOFF": "a web font",
    b"wOF2": "a web font",
}
# what OS/2's fsType forbids: embedding, embedding a part of the letters, and their outlines
RESTRICTED, WHOLE_ONLY, BITMAPS_ONLY = 0x0002, 0x0100, 0x0200


def add_font(data: bytes, refuse: Callable[[str, str], Exception]) -> str:
    """Return the name under which a font was added; raises what `refuse(problem, remedy)` makes."""
    kind = data[:4]
    if kind not in TRUETYPE:
        what = OTHERS.get(kind, "no font")
        raise refuse(f"it is {what}", "use a font as TrueType, a .ttf file")
    try:
        rights = rights_of(data)
        if rights & (RESTRICTED | WHOLE_ONLY | BITMAPS_ONLY):
            problem = f"its maker doesn't allow embedding it in a PDF (fsType {rights:#06x})"
            raise refuse(problem, "use another font, such as one under the Open Font License")
        name = f"own-{hashlib.sha256(data).hexdigest()[:16]}"
        fonts.add(name, data)
    # reportlab raises any of these for a damaged file
    except (TTFError, struct.error, LookupError, ValueError, TypeError, AssertionError) as error:
        raise refuse("the font is damaged", "download it again, or use another") from error
    return name


def rights_of(data: bytes) -> int:
    """Return the embedding rights, OS/2's fsType; 0, installable, without that table.

    Raises `struct.error` for a file that is cut off.
    """
    (count,) = struct.unpack_from(">H", data, 4)
    for number in range(count):
        tag, _, offset, _ = struct.unpack_from(">4sLLL", data, 12 + 16 * number)
        if tag == b"OS/2":
            (rights,) = struct.unpack_from(">H", data, offset + 8)
            return int(rights)
    return 0
