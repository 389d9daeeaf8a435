"""Text in boxes, mm: titles, wrapped lines and the largest size that fits."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from companion.errors import PrintError
from printables.draw import fonts
from printables.draw.colours import INK, Colour
from printables.draw.pen import Anchor, Pen, translate_for

ASCENT = 0.78  # from a line's top to its baseline, as a share of the size
STEP = 0.05  # in which texts shrink until they fit, mm
TITLE_ROOM = 0.9  # height of all lines of a name, as a share of the size of a short one


def draw_title(
    pen: Pen,
    name: str,
    x: float,
    base: float,
    *,
    size: float,
    width: float,
    fill: Colour,
    height: float | None = None,
    anchor: Anchor = "middle",
) -> None:
    """Draw a name on a baseline, or a long one on several lines about the same middle."""
    name = translate_for(pen, name)
    few, lines = fonts.paragraph(name, size, width, height or size * TITLE_ROOM, "semibold")
    if few <= fonts.fitted(name, size, width, "semibold"):
        few, lines = fonts.fitted(name, size, width, "semibold"), (name,)
    for number, each in enumerate(lines):
        at = base
        if len(lines) > 1:
            at = base - size * fonts.CAP_HEIGHT / 2 + middle(few)
            at += few * fonts.LEADING * (number - (len(lines) - 1) / 2)
        pen.text(x, at, each, few, fill, weight="semibold", anchor=anchor)


def draw_heading(  # noqa: PLR0917 - a line and its place
    pen: Pen,
    text: str,
    x: float,
    base: float,
    size: float,
    fill: Colour,
    *,
    fit: float | None = None,
    anchor: Anchor = "start",
) -> None:
    """Draw a line of semibold letters from x on, or with `anchor` "end" up to x."""
    pen.text(x, base, text, size, fill, weight="semibold", anchor=anchor, fit=fit)


def draw_lines(
    pen: Pen,
    text: str,
    x: float,
    top: float,
    *,
    size: float,
    width: float,
    fill: Colour = INK,
    weight: fonts.Weight = "medium",
    centred: bool = False,
) -> float:
    """Draw a text in lines up to `width` mm wide; return the y of its lower end, mm."""
    words = fonts.counting(translate_for(pen, text))
    for line in fonts.evened(
        lambda room: fonts.filled(words, size, room, weight),
        width,
        lambda each: fonts.text_width(each, size, weight),
        1.0 if centred else fonts.LAST,
    ):
        at = x + (width - fonts.text_width(line, size, weight)) / 2 if centred else x
        base = top + size * (fonts.LEADING - 1) / 2 + size * ASCENT
        pen.text(at, base, line, size, fill, weight=weight, anchor="start")
        top += size * fonts.LEADING
    return top


def draw_block(
    pen: Pen,
    text: str,
    x: float,
    middle: float,
    *,
    size: float,
    width: float,
    height: float,
    fill: Colour,
    weight: fonts.Weight = "medium",
) -> None:
    """Draw a text in a box about (x, middle), on as many lines as it needs."""
    size, lines = fonts.paragraph(translate_for(pen, text), size, width, height, weight)
    draw_rows(pen, lines, x, middle, size, fill, weight=weight)


def draw_rows(  # noqa: PLR0917 - lines and their place
    pen: Pen,
    lines: Sequence[str],
    x: float,
    middle: float,
    size: float,
    fill: Colour,
    *,
    weight: fonts.Weight = "medium",
    anchor: Anchor = "middle",
) -> None:
    """Draw lines, one below the other about the height `middle`."""
    for number, each in enumerate(lines):
        off = fonts.LEADING * (number - (len(lines) - 1) / 2)
        base = middle + size * (fonts.CAP_HEIGHT / 2 + off)
        pen.text(x, base, each, size, fill, weight=weight, anchor=anchor)


def height_of(text: str, size: float, width: float, weight: fonts.Weight = "medium") -> float:
    """Return the height that `draw_lines` takes, mm."""
    return len(fonts.filled(fonts.counting(text), size, width, weight)) * size * fonts.LEADING


def address_lines(address: str, size: float, width: float) -> tuple[str, ...]:
    """Return an address in lines that end after its punctuation."""
    lines: list[str] = []
    for part in re.findall(r"[^/:.?&=_-]+[/:.?&=_-]*|[/:.?&=_-]+", address):
        if lines and fonts.text_width(lines[-1] + part, size) <= width:
            lines[-1] += part
        else:
            lines.append(part)
    return tuple(lines)


def middle(size: float) -> float:
    """Return the distance from the middle of capitals to their baseline, mm."""
    return size * fonts.CAP_HEIGHT / 2


def shrunk(fits: Callable[[float], bool], most: float, least: float, where: str) -> float:
    """Return the largest size that `fits`, mm; raises `PrintError` naming `where`."""
    steps = round((most - least) / STEP)
    for step in range(steps + 1):
        size = most - step * STEP
        if fits(size):
            return size
    problem = f"its text does not fit, even at {least:g} mm"
    raise PrintError(where, problem, remedy="shorten the texts, or leave it out with --only")
