"""Signs for combust's verbs, which show without words what a card does.

A sign is ten units high. A verb is a short row of them: what happens, to which and how many cards,
from where, and whose they are (a table from above, with you at the near side). `draw_signs` draws
an ability's signs in a box.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import atan2, degrees

from companion.combust.verbs import HIGHEST, LOWEST, Verb
from printables.art.palette import LINE, PLAIN
from printables.draw.colours import WHITE, Colour
from printables.draw.fonts import text_width
from printables.draw.paths import (
    Path,
    Point,
    arc,
    circle,
    ellipse,
    line,
    outline,
    polygon,
    rectangle,
    rounded,
    star,
)
from printables.draw.pen import Pen

INK, PAPER, SAND = "#20232e", "#fffdf4", "#f6e4bb"
FLAME, SPARK, RED, STEEL, ICE = "#ff8a1f", "#ffd84a", "#e0452f", "#8fb4cc", "#d6eef8"
HEIGHT = 10.0  # of every sign, units
GAP, STEP = 1.2, 5.4  # between the signs of a verb, and between verbs, where an arrow is
LETTERS = 5.2  # size of numbers, units


@dataclass(frozen=True, slots=True)
class Sign:
    """A sign in a box of `width` x HEIGHT from its top left corner; equal keys are equal
    drawings.
    """

    key: str
    width: float
    draw: Callable[[Pen], None]


def draw_signs(
    pen: Pen, ability: Sequence[Verb], x: float, y: float, *, width: float, height: float
) -> None:
    """Draw the signs of all verbs in a row in the middle of a box, mm, as large as possible."""
    rows = [tuple(signs(verb)) for verb in ability]
    natural = sum(map(_row_width, rows)) + STEP * (len(rows) - 1)
    scale = min(height / HEIGHT, width / natural)
    at = x + (width - natural * scale) / 2
    top = y + (height - HEIGHT * scale) / 2
    for i, row in enumerate(rows):
        if i:
            with pen.at(at, top, scale=scale):
                pen.stamp("then", _then)
            at += STEP * scale
        for sign in row:
            with pen.at(at, top, scale=scale):
                pen.stamp(sign.key, sign.draw)
            at += (sign.width + GAP) * scale
        at -= GAP * scale


def _row_width(row: Sequence[Sign]) -> float:
    return sum(sign.width for sign in row) + GAP * (len(row) - 1)


def signs(verb: Verb) -> Iterator[Sign]:
    """Yield the signs of a verb, including its `verb_sign`."""
    yield from _ROWS[verb.name](verb)


def verb_sign(name: str, number: int = 0) -> Sign:
    """Return the sign of what happens; for "draw" with the number of cards on it."""
    width, draw = _VERBS[name]
    return Sign(
        f"sign-{name}-{number}" if number else f"sign-{name}", width, partial(draw, number=number)
    )


# the signs of each verb


def _combust(verb: Verb) -> Iterator[Sign]:
    yield verb_sign("combust")
    yield from _which(verb)
    yield _table(verb)


def _draw(verb: Verb) -> Iterator[Sign]:
    yield verb_sign("draw", verb.count)
    yield Sign("again", 7, _again)


def _switch(verb: Verb) -> Iterator[Sign]:
    yield verb_sign("switch-hands")
    yield Sign(f"turn-{verb.target}", TABLE, partial(_draw_turning, target=verb.target))


def _steal(verb: Verb) -> Iterator[Sign]:
    yield verb_sign("steal")
    yield from _which(verb)
    yield _source(verb.source, blind=verb.chooser == "chance")
    yield _table(verb)


def _swap(verb: Verb) -> Iterator[Sign]:
    """Yield where a card goes, and where the other comes from: always a line (see `verbs.WAYS`)."""
    yield _source(verb.source)
    yield verb_sign("swap")
    yield _source("line")
    yield _table(verb)


def _peek(verb: Verb) -> Iterator[Sign]:
    yield verb_sign("peek")
    yield from _count(verb.count)
    yield _source(verb.source)
    if verb.source != "deck":
        yield _table(verb)


def _protect(verb: Verb) -> Iterator[Sign]:
    yield verb_sign("protect")
    yield from _count(verb.duration)
    yield Sign("turns", 7, _hourglass)


_ROWS: dict[str, Callable[[Verb], Iterator[Sign]]] = {
    "combust": _combust, "draw": _draw, "switch-hands": _switch, "steal": _steal, "swap": _swap,
    "peek": _peek, "protect": _protect,
}  # fmt: skip


def _which(verb: Verb) -> Iterator[Sign]:
    """Yield how many cards, and the range of their values."""
    yield from _count(verb.count)
    if verb.extreme:
        yield Sign(verb.extreme, 7, partial(_steps, highest=verb.extreme == "highest"))
    elif (verb.least, verb.most) != (LOWEST, HIGHEST):
        both = f"{verb.least}–{verb.most}" if verb.least < verb.most else str(verb.most)  # noqa: RUF001 - a range
        width = text_width(both, LETTERS, "semibold") + 2.4
        yield Sign(f"worth-{verb.least}-{verb.most}", width, partial(_pill, text=both, width=width))


def _count(count: int) -> Iterator[Sign]:
    if count > 1:
        times = f"{count}×"  # noqa: RUF001 - times
        yield Sign(
            f"times-{count}", text_width(times, LETTERS, "semibold"), partial(_number, text=times)
        )


def _source(source: str, *, blind: bool = False) -> Sign:
    if source == "hand":
        return Sign("blind" if blind else "hand", 10.6, partial(_hand, blind=blind))
    return Sign(source, 8.6 if source == "line" else 7, _line if source == "line" else _deck)


# numbers, ranges and steps


def _number(pen: Pen, text: str) -> None:
    pen.text(0, 6.9, text, LETTERS, INK, weight="semibold", anchor="start")


def _pill(pen: Pen, text: str, width: float) -> None:
    pen.paint(rounded(0, 1.9, width, 6.2, 2), _tint(pen, SAND), INK, width=LINE)
    pen.text(width / 2, 6.8, text, LETTERS, INK, weight="semibold")


def _steps(pen: Pen, *, highest: bool) -> None:
    """Draw three steps, with the highest or the lowest marked."""
    for i, height in enumerate((3, 5.4, 8.2)):
        meant = i == (2 if highest else 0)
        pen.paint(
            rectangle(0.3 + i * 2.2, 9 - height, 2, height),
            _mark(pen) if meant else WHITE,
            INK,
            width=LINE,
        )
    tip = (5.7, 0.3) if highest else (1.3, 5.5)
    if not highest:
        pen.paint(
            polygon([(tip[0] - 1.2, 2.2), (tip[0] + 1.2, 2.2), (tip[0], 4.6)]), INK, INK, width=0.3
        )


def _then(pen: Pen) -> None:
    pen.paint(outline("M1.9 3.2 L3.7 5 L1.9 6.8"), None, INK, width=0.9)


# where cards are


def _line(pen: Pen) -> None:
    """Draw three penguins side by side."""
    for x in (1.5, 4.3, 7.1):
        _little_penguin(pen, x, 8.6, 0.86)
    pen.paint(line([(0.2, 9), (8.4, 9)]), None, INK, width=0.7)


def _little_penguin(pen: Pen, x: float, y: float, scale: float) -> None:
    with pen.at(x, y, scale=scale):
        pen.paint(
            outline(
                "M0 -7.4 C1.6 -7.4 1.7 -5.4 1.6 -4.6 C2 -3 1.9 -0.2 0 0 C-1.9 -0.2 -2 -3 -1.6 -4.6 "
                "C-1.7 -5.4 -1.6 -7.4 0 -7.4 Z"
            ),
            INK,
        )
        pen.paint(ellipse(0, -2, 1.05, 1.5) + circle(0, -5.4, 0.95), PAPER)
        pen.paint(polygon([(-0.6, -5.2), (0.6, -5.2), (0, -4.2)]), PLAIN.beak)


def _hand(pen: Pen, *, blind: bool) -> None:
    """Draw a fan of cards, face down if `blind`."""
    for turn in (-20, 0, 20):
        with pen.at(5.3, 11, turn=turn):
            pen.paint(
                rounded(-2.1, -9.4, 4.2, 6.2, 0.7), _back(pen) if blind else PAPER, INK, width=LINE
            )
    if blind:
        pen.text(5.3, 6.7, "?", 5.4, PAPER, weight="semibold")
    else:
        _little_penguin(pen, 5.3, 7.3, 0.62)


def _deck(pen: Pen) -> None:
    for step in (1.6, 0.8, 0):
        pen.paint(
            rounded(0.4 + step, 0.9 + step, 4.8, 6.8, 0.8),
            _back(pen) if not step else PAPER,
            INK,
            width=LINE,
        )
    pen.paint(star(2.8, 4.3, 8, 1.7, 1), SPARK)


# whose cards they are


def _table(verb: Verb) -> Sign:
    owner = verb.chooser == "owner"
    key = f"table-{verb.target}-owner" if owner else f"table-{verb.target}"
    return Sign(key, TABLE, partial(_draw_table, target=verb.target, owner=owner))


TABLE = 12.0  # width of the sign, units
SEATS: dict[str, Point] = {
    "you": (6, 8.3),
    "left": (1.7, 4.6),
    "far": (6, 1.6),
    "right": (10.3, 4.6),
}
MEANT: dict[str, tuple[str, ...]] = {
    "own": ("you",), "left": ("left",), "right": ("right",), "rival": ("left", "far", "right"),
    "others": ("left", "far", "right"), "any": tuple(SEATS), "every": tuple(SEATS), "leader": (),
}  # fmt: skip


def _draw_table(pen: Pen, *, target: str, owner: bool) -> None:
    """Draw a table with the seats that a verb is about marked.

    A 1 in the middle stands for one of them. If the owner of the cards chooses, seats have a "?".
    """
    for seat, place in SEATS.items():
        meant = seat in MEANT[target]
        _draw_seat(pen, seat, _mark(pen) if meant else WHITE)
        if meant and owner:
            pen.text(place[0], place[1] + 0.95, "?", 2.7, WHITE, weight="semibold")
    if target in {"rival", "any"}:
        pen.text(6, 5.95, "1", 3.7, INK, weight="semibold")
    if target == "leader":
        pen.paint(_crown(6, 4.75, 2.1), _tint(pen, SPARK), INK, width=LINE)


def _draw_seat(pen: Pen, seat: str, fill: Colour) -> None:
    """Draw a seat as a disc, or yours as a pawn."""
    x, y = SEATS[seat]
    pawn = outline(
        "M0 -2 C1.4 -2 1.5 -0.5 0.9 0 C1.9 0.3 2.3 1 2.3 1.6 L-2.3 1.6 C-2.3 1 -1.9 0.3 -0.9 0 "
        "C-1.5 -0.5 -1.4 -2 0 -2 Z"
    )
    pen.paint(pawn.moved(x, y) if seat == "you" else circle(x, y, 1.45), fill, INK, width=LINE)


def _crown(x: float, y: float, half: float) -> Path:
    return polygon(
        [
            (x - half, y + half * 0.7),
            (x - half, y - half * 0.7),
            (x - half / 2, y),
            (x, y - half * 0.9),
            (x + half / 2, y),
            (x + half, y - half * 0.7),
            (x + half, y + half * 0.7),
        ]
    )


def _draw_turning(pen: Pen, *, target: str) -> None:
    """Draw the table, and which way the hands move, or the players to exchange with."""
    if target == "rival":
        _draw_table(pen, target="rival", owner=False)
        return
    for seat in SEATS:
        _draw_seat(pen, seat, WHITE)
    clockwise = target == "left"
    with pen.at(0 if clockwise else TABLE, 0, mirror=not clockwise):
        for start, end in (
            ((3.6, 7.6), (2.1, 6.9)),
            ((2.2, 2.8), (3.7, 1.9)),
            ((8.3, 1.9), (9.8, 2.8)),
            ((9.9, 6.9), (8.4, 7.6)),
        ):
            # a short straight arrow
            (x, y), turn = end, degrees(atan2(end[1] - start[1], end[0] - start[0]))
            pen.paint(line([start, end]), None, _mark(pen), width=0.9)
            with pen.at(x, y, turn=turn):
                pen.paint(
                    polygon([(-0.3, -1.2), (1.3, 0), (-0.3, 1.2)]),
                    _mark(pen),
                    _mark(pen),
                    width=0.2,
                )


def _arrow_arc(
    pen: Pen, middle: Point, radius: float, span: tuple[float, float], width: float
) -> None:
    """Draw an arrow clockwise along a circle."""
    x, y = middle
    pen.paint(arc(x, y, radius, radius, span[0], span[1] - 12), None, _mark(pen), width=width)
    with pen.at(x, y, turn=span[1]):
        tip = width * 1.5
        pen.paint(
            polygon([(radius - tip, -tip), (radius + tip, -tip), (radius, tip * 0.7)]), _mark(pen)
        )


# what happens


def _explosion(pen: Pen, number: int) -> None:
    draw_bang(pen, 5, 5, 5)


def draw_bang(pen: Pen, x: float, y: float, radius: float) -> None:
    """Draw a bang with sparks."""
    pen.paint(star(x, y, 9, radius, radius * 0.62), _warm(pen, FLAME), INK, width=LINE)
    pen.paint(star(x, y, 9, radius * 0.64, radius * 0.4), SPARK if pen.ink != "mono" else WHITE)
    pen.paint(circle(x, y, radius * 0.24), PAPER)


def _card_drawn(pen: Pen, number: int) -> None:
    pen.paint(rounded(0.5, 0.4, 6.6, 9.2, 1), PAPER, INK, width=LINE)
    pen.text(3.8, 6.9, f"+{number}", 5.4, INK, weight="semibold", fit=5.8)


def _again(pen: Pen) -> None:
    """Draw a loop: play again."""
    _arrow_arc(pen, (3.5, 5), 2.7, (-50, 250), 1.1)


def _hands(pen: Pen, number: int) -> None:
    for x, turn in ((2.9, -1), (9.1, 1)):
        for lean in (-16, 8):
            with pen.at(x, 10.4, turn=lean * turn):
                pen.paint(rounded(-1.9, -7.8, 3.8, 5.6, 0.6), PAPER, INK, width=LINE)
    for mirror in (False, True):
        with pen.at(12 if mirror else 0, 10 if mirror else 0, turn=180 if mirror else 0):
            _arrow_arc(pen, (6, 5.6), 4.7, (236, 308), 0.9)


def _sack(pen: Pen, number: int) -> None:
    with pen.at(6.6, 4.2, turn=18):
        pen.paint(rounded(-1.8, -3.8, 3.6, 5.4, 0.6), PAPER, INK, width=LINE)
    pen.paint(
        outline(
            "M2.6 3.2 C0 4.6 -0.4 9.7 1.6 9.7 L8.4 9.7 C10.4 9.7 10 4.6 7.2 3.2 C6 4 3.8 4 2.6 3.2 "
            "Z"
        ),
        _warm(pen, "#b9854a"),
        INK,
        width=LINE,
    )
    pen.paint(outline("M2.4 3.2 C3.8 4.4 6 4.4 7.4 3.2"), None, INK, width=1)
    pen.paint(polygon([(3.2, 6), (5.4, 5.6), (5.8, 7.8), (3.6, 8.2)]), SAND, INK, width=0.35)


def _swapped(pen: Pen, number: int) -> None:
    arrow = outline("M0.3 2.6 L4.2 2.6 L4.2 0.8 L7.7 3.6 L4.2 6.4 L4.2 4.6 L0.3 4.6 Z").scaled(
        1, 0.86
    )
    pen.paint(arrow.moved(0, -0.4), _mark(pen), INK, width=LINE)
    pen.paint(arrow.mapped(-1, 1, 8, 4.2), _warm(pen, STEEL), INK, width=LINE)


def _eye(pen: Pen, number: int) -> None:
    pen.paint(
        outline("M0.4 5.4 C3 0.6 8 0.6 10.6 5.4 C8 9.6 3 9.6 0.4 5.4 Z"), WHITE, INK, width=0.75
    )
    pen.paint(circle(5.5, 5.2, 2.3), _warm(pen, STEEL), INK, width=LINE)
    pen.paint(circle(5.5, 5.2, 1.1), INK)
    pen.paint(circle(6.2, 4.5, 0.5), WHITE)


def _shield(pen: Pen, number: int) -> None:
    edge = outline(
        "M4.6 0.4 C6 1.4 7.6 1.7 8.9 1.5 C9.2 5.6 7.6 8.4 4.6 9.8 C1.6 8.4 0 5.6 0.3 1.5 C1.6 1.7 "
        "3.2 1.4 4.6 0.4 Z"
    )
    pen.paint(edge, _warm(pen, STEEL), INK, width=0.75)
    _little_penguin(pen, 4.6, 8, 0.78)


def _hourglass(pen: Pen) -> None:
    glass = outline(
        "M1.2 1 L5.8 1 C5.8 3.4 4.2 4.2 4 5 C4.2 5.8 5.8 6.6 5.8 9 L1.2 9 C1.2 6.6 2.8 5.8 3 5 "
        "C2.8 4.2 1.2 3.4 1.2 1 Z"
    )
    pen.paint(glass, WHITE, INK, width=LINE)
    pen.paint(
        outline(
            "M2 3 L5 3 C4.6 4 3.9 4.2 3.5 4.8 C3.1 4.2 2.4 4 2 3 Z M1.9 8.6 C2.2 7.4 3.1 7 3.5 6.8 "
            "C3.9 7 4.8 7.4 5.1 8.6 Z"
        ),
        _mark(pen),
    )
    pen.paint(line([(0.7, 0.8), (6.3, 0.8)]) + line([(0.7, 9.2), (6.3, 9.2)]), None, INK, width=1)


_VERBS: dict[str, tuple[float, Callable[..., None]]] = {
    "combust": (10, _explosion), "draw": (7.6, _card_drawn), "switch-hands": (12, _hands),
    "steal": (10, _sack), "swap": (8, _swapped), "peek": (11, _eye), "protect": (9.2, _shield),
}  # fmt: skip


# colours by ink


def _mark(pen: Pen) -> Colour:
    """Return the colour of marks."""
    return INK if pen.ink == "mono" else RED


def _warm(pen: Pen, colour: Colour) -> Colour:
    """Return the colour of a large area of a sign."""
    return colour if pen.ink != "mono" else "#c8c8c8"


def _tint(pen: Pen, colour: Colour) -> Colour:
    return colour if pen.ink == "full" else WHITE


def _back(pen: Pen) -> Colour:
    """Return the colour of a card's back."""
    return "#707070" if pen.ink == "mono" else "#b3352b"
