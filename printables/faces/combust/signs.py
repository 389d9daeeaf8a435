"""Signs for combust's verbs, which show without words what a card does.

A sign is ten units high. A verb is a short row of them: what happens, to which and how many cards,
from where, and whose they are (a table from above, with you at the near side). `draw_signs` draws
an ability's signs in a box.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from companion.combust.verbs import HIGHEST, LOWEST, Verb
from printables.art import drawings
from printables.draw.colours import INK, PAPER, SAND, WHITE, Colour
from printables.draw.fonts import text_width
from printables.draw.paths import circle, outline, rounded, star
from printables.draw.pen import Pen, wash

PACKAGE = "printables.faces.combust"
FLAME, SPARK, RED, STEEL = "#ff8a1f", "#ffd84a", "#e0452f", "#8fb4cc"
SACK = "#b9854a"
HEIGHT = 10.0  # of every sign, units
GAP, STEP = 1.2, 5.4  # between the signs of a verb, and between verbs, where an arrow is
LETTERS = 5.2  # size of numbers, units
# of the signs in `drawings/signs`, units
WIDTHS = {
    "switch-hands": 12, "steal": 10, "swap": 8, "peek": 11, "protect": 9.2, "hand": 10.6,
    "line": 8.6, "deck": 7, "again": 7, "turns": 7, "highest": 7, "lowest": 7, "turn-left": 12,
    "turn-right": 12,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Sign:
    """A sign, `width` x HEIGHT from its top left; equal keys are equal drawings."""

    key: str
    width: float
    draw: Callable[[Pen], None]


def draw_signs(
    pen: Pen, ability: Sequence[Verb], x: float, y: float, *, width: float, height: float
) -> None:
    """Draw the signs of all verbs in a row in the middle of a box, mm, as large as possible."""
    rows = [tuple(signs(verb)) for verb in ability]
    widths = [sum(sign.width for sign in row) + GAP * (len(row) - 1) for row in rows]
    natural = sum(widths) + STEP * (len(rows) - 1)
    scale = min(height / HEIGHT, width / natural)
    at = x + (width - natural * scale) / 2
    top = y + (height - HEIGHT * scale) / 2
    for i, row in enumerate(rows):
        if i:
            with pen.at(at, top, scale=scale):
                pen.stamp("then", partial(_draw_file, name="then"))
            at += STEP * scale
        for sign in row:
            with pen.at(at, top, scale=scale):
                pen.stamp(sign.key, sign.draw)
            at += (sign.width + GAP) * scale
        at -= GAP * scale


def signs(verb: Verb) -> Iterator[Sign]:
    """Yield the signs of a verb: what happens, how many cards and which, where from, and whose."""
    owner = verb.chooser == "owner"
    key = f"table-{verb.target}-owner" if owner else f"table-{verb.target}"
    whose = Sign(key, TABLE, partial(_draw_table, target=verb.target, owner=owner))
    happens = verb_sign(verb.name, verb.count)
    match verb.name:
        case "combust":
            yield from (happens, *_which(verb), whose)
        case "draw":
            yield from (happens, _drawn("again"))
        case "switch-hands":
            rival = Sign("turn-rival", TABLE, partial(_draw_table, target="rival", owner=False))
            yield from (happens, rival if verb.target == "rival" else _drawn(f"turn-{verb.target}"))
        case "steal":
            blind = verb.source == "hand" and verb.chooser == "chance"
            place = Sign("blind", 10.6, _blind_hand) if blind else _drawn(verb.source)
            yield from (happens, *_which(verb), place, whose)
        case "swap":  # where a card goes; the other always comes from a line (see `verbs.WAYS`)
            yield from (_drawn(verb.source), happens, _drawn("line"), whose)
        case "peek":
            yield from (happens, *_count(verb.count), _drawn(verb.source))
            if verb.source != "deck":
                yield whose
        case "protect":
            yield from (happens, *_count(verb.duration), _drawn("turns"))


def verb_sign(name: str, number: int = 1) -> Sign:
    """Return the sign of what happens; for "draw" with the number of cards on it."""
    if name == "draw":
        return Sign(f"sign-draw-{number}", 7.6, partial(_card_drawn, number=number))
    if name == "combust":
        return Sign("sign-combust", 10, lambda pen: draw_bang(pen, 5, 5, 5))
    return replace(_drawn(name), key=f"sign-{name}")


def _draw_file(pen: Pen, name: str) -> None:
    """Draw a sign from `drawings/signs` in the colours of the pen's ink."""
    back = "#707070" if pen.ink == "mono" else "#b3352b"
    colours = {"mark": _mark(pen), "steel": _warm(pen, STEEL), "sack": _warm(pen, SACK)}
    drawings.draw(pen, PACKAGE, "signs", name, {**colours, "back": back})


def _drawn(name: str) -> Sign:
    return Sign(name, WIDTHS[name], partial(_draw_file, name=name))


def _which(verb: Verb) -> Iterator[Sign]:
    """Yield how many cards, and the range of their values."""
    yield from _count(verb.count)
    if verb.extreme:
        yield _drawn(verb.extreme)
    elif (verb.least, verb.most) != (LOWEST, HIGHEST):
        both = f"{verb.least}–{verb.most}" if verb.least < verb.most else str(verb.most)  # noqa: RUF001 - a range
        width = text_width(both, LETTERS, "semibold") + 2.4
        yield Sign(f"worth-{verb.least}-{verb.most}", width, partial(_pill, text=both, width=width))


def _count(count: int) -> Iterator[Sign]:
    if count > 1:
        times = f"{count}×"  # noqa: RUF001 - times
        width = text_width(times, LETTERS, "semibold")
        yield Sign(f"times-{count}", width, lambda pen: pen.heading(times, 0, 6.9, LETTERS, INK))


def _pill(pen: Pen, text: str, width: float) -> None:
    pen.paint(rounded(0, 1.9, width, 6.2, 2), wash(pen, SAND), INK)
    pen.text(width / 2, 6.8, text, LETTERS, INK, weight="semibold")


def _blind_hand(pen: Pen) -> None:
    _draw_file(pen, "blind")
    pen.text(5.3, 6.7, "?", 5.4, PAPER, weight="semibold")


TABLE = 12.0  # width of the sign, units
SEATS = {"you": (6, 8.3), "left": (1.7, 4.6), "far": (6, 1.6), "right": (10.3, 4.6)}
MEANT: dict[str, tuple[str, ...]] = {
    "own": ("you",), "left": ("left",), "right": ("right",), "rival": ("left", "far", "right"),
    "others": ("left", "far", "right"), "any": tuple(SEATS), "every": tuple(SEATS), "leader": (),
}  # fmt: skip


def _draw_table(pen: Pen, *, target: str, owner: bool) -> None:
    """Draw a table with the seats that a verb is about marked.

    A 1 in the middle stands for one of them. If the owner of the cards chooses, seats have a "?".
    """
    pawn = outline(
        "M0 -2 C1.4 -2 1.5 -0.5 0.9 0 C1.9 0.3 2.3 1 2.3 1.6 L-2.3 1.6 C-2.3 1 -1.9 0.3 -0.9 0 "
        "C-1.5 -0.5 -1.4 -2 0 -2 Z"
    )
    for seat, (x, y) in SEATS.items():
        meant = seat in MEANT[target]
        shape = pawn.moved(x, y) if seat == "you" else circle(x, y, 1.45)
        pen.paint(shape, _mark(pen) if meant else WHITE, INK)
        if meant and owner:
            pen.text(x, y + 0.95, "?", 2.7, WHITE, weight="semibold")
    if target in {"rival", "any"}:
        pen.text(6, 5.95, "1", 3.7, INK, weight="semibold")
    if target == "leader":
        crown = outline("M3.9 6.22 L3.9 3.28 L4.95 4.75 L6 2.86 L7.05 4.75 L8.1 3.28 L8.1 6.22 Z")
        pen.paint(crown, wash(pen, SPARK), INK)


def draw_bang(pen: Pen, x: float, y: float, radius: float) -> None:
    """Draw a bang with sparks."""
    pen.paint(star(x, y, 9, radius, radius * 0.62), _warm(pen, FLAME), INK)
    pen.paint(star(x, y, 9, radius * 0.64, radius * 0.4), SPARK if pen.ink != "mono" else WHITE)
    pen.paint(circle(x, y, radius * 0.24), PAPER)


def _card_drawn(pen: Pen, number: int) -> None:
    pen.paint(rounded(0.5, 0.4, 6.6, 9.2, 1), PAPER, INK)
    pen.text(3.8, 6.9, f"+{number}", 5.4, INK, weight="semibold", fit=5.8)


def _mark(pen: Pen) -> Colour:
    return INK if pen.ink == "mono" else RED


def _warm(pen: Pen, colour: Colour) -> Colour:
    """Return the colour of a large area of a sign."""
    return colour if pen.ink != "mono" else "#c8c8c8"
