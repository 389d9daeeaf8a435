"""A pen for SVGs, as browsers show them."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Unpack
from xml.sax.saxutils import escape

from companion.language import ENGLISH
from companion.layout import Size
from printables.draw import colours, fonts
from printables.draw.colours import Ink
from printables.draw.paths import Box, Path
from printables.draw.pen import LINE, NO_PICTURES, Brush, Pen, Tint, Words
from printables.draw.pictures import Picture, inked

# placeholder for the prefix of ids, which is known later; no text contains it
_CLIP = "\0"


def _n(number: float) -> str:
    return f"{round(number, 3):g}"


class SvgPen(Pen):
    """A pen for an SVG of `size` mm, on a page that has the font Fredoka."""

    def __init__(
        self,
        size: Size,
        ink: Ink = "full",
        pictures: Mapping[str, Picture] = NO_PICTURES,
        language: str = ENGLISH,
    ) -> None:
        self.ink, self.language, self._pictures = ink, language, pictures
        self._size = size
        self._parts: list[str] = []
        self._clips = 0

    def to_svg(self, title: str, prefix: str) -> str:
        """Return the SVG, cropped at the trim; `prefix` makes its ids unique on a page."""
        w, h = _n(self._size.width), _n(self._size.height)
        body = "".join(self._parts).replace(_CLIP, f"{escape(prefix)}-clip-")
        label = escape(title, {'"': "&quot;"})
        frame = f'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {h}"'
        return f'<svg {frame} role="img" aria-label="{label}">{body}</svg>'

    def paint(
        self, path: Path, fill: Tint = None, stroke: Tint = None, **brush: Unpack[Brush]
    ) -> None:
        line = ""
        if stroke:
            ink = colours.printed(stroke, self.ink)
            line = f' stroke="{ink}" stroke-width="{_n(brush.get("width", LINE))}"'
            line += ' stroke-linejoin="round"'
            line += "" if brush.get("cap") == "butt" else ' stroke-linecap="round"'
        rule = ' fill-rule="evenodd"' if brush.get("even_odd") else ""
        ink = colours.printed(fill, self.ink) if fill else "none"
        self._parts.append(f'<path d="{path}" fill="{ink}"{rule}{line}/>')

    def write(self, words: Words) -> None:
        name = fonts.typeface(words.text, words.weight)
        self._parts.append(
            f'<text x="{_n(words.x)}" y="{_n(words.y)}" font-family="{fonts.family(name)}" '
            f'font-weight="{fonts.CSS_WEIGHTS[words.weight]}" '
            f'font-size="{_n(fonts.set_size(name, words.size))}" text-anchor="{words.anchor}" '
            f'fill="{colours.lettering(words.fill, words.size, self.ink)}">'
            f"{escape(words.text)}</text>"
        )

    def image(self, name: str, box: Box, *, grey: bool = False) -> bool:
        """See `Pen.image`; pictures are embedded in the SVG."""
        if name not in self._pictures:
            return False
        picture = inked(self._pictures[name], self.ink, grey=grey)
        data = f"data:image/{picture.kind};base64,{base64.b64encode(picture.data).decode()}"
        at = f'x="{_n(box.x)}" y="{_n(box.y)}" width="{_n(box.width)}" height="{_n(box.height)}"'
        with self.clip(box.path):
            self._parts.append(f'<image {at} preserveAspectRatio="xMidYMid slice" href="{data}"/>')
        return True

    @contextmanager
    def at(
        self, x: float = 0, y: float = 0, *, turn: float = 0, scale: float = 1, mirror: bool = False
    ) -> Iterator[None]:
        moves = [f"translate({_n(x)} {_n(y)})"] if x or y else []
        if turn:
            moves.append(f"rotate({_n(turn)})")
        if scale != 1 or mirror:
            moves.append(f"scale({_n(-scale if mirror else scale)} {_n(scale)})")
        self._parts.append(f'<g transform="{" ".join(moves)}">')
        yield
        self._parts.append("</g>")

    @contextmanager
    def clip(self, path: Path) -> Iterator[None]:
        name = f"{_CLIP}{self._clips}"
        self._clips += 1
        frame = f'<clipPath id="{name}"><path d="{path}"/></clipPath><g clip-path="url(#{name})">'
        self._parts.append(frame)
        yield
        self._parts.append("</g>")
