"""Colours as `#rrggbb`: mixing, lightness, and colours with less ink."""

from __future__ import annotations

from functools import cache
from typing import Literal, TypeAlias

Colour: TypeAlias = str
Ink: TypeAlias = Literal["full", "low", "mono"]

BLACK, WHITE = "#000000", "#ffffff"
# of lines and letters, small print, panels, and the deserts and nights of all games
INK, GREY, PAPER = "#20232e", "#5c6070", "#fffdf4"
SAND, SAND_DARK, GOLD, NIGHT = "#f6e4bb", "#d9bd83", "#ffc93c", "#28305c"
DARK = 0.2  # letters with less luminance are for a light ground
LARGE = 8.0  # the size from which letters keep a dark colour, mm: 23 points
NEUTRAL = 30  # a dark colour is neutral up to this difference of red, green and blue (of 255)


def mix(a: Colour, b: Colour, share: float) -> Colour:
    """Return colour `a` with a share of `b` mixed in.

    >>> mix("#000000", "#ffffff", 0.2)
    '#333333'
    """
    pairs = zip(_rgb(a), _rgb(b), strict=True)
    return "#" + "".join(f"{round(x + (y - x) * share):02x}" for x, y in pairs)


@cache
def luminance(colour: Colour) -> float:
    """Return the relative luminance, 0 black to 1 white (WCAG 2.2)."""
    channels = [n / 255 for n in _rgb(colour)]
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(a: Colour, b: Colour) -> float:
    """Return the contrast ratio of two colours, 1 to 21 (WCAG 2.2)."""
    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)


def readable_on(ground: Colour, dark: Colour = BLACK, light: Colour = WHITE) -> Colour:
    """Return `dark` or `light`, whichever contrasts more with `ground`."""
    return max((dark, light), key=lambda colour: contrast(colour, ground))


def grey(colour: Colour) -> Colour:
    """Return the grey that a black-and-white printer prints."""
    r, g, b = _rgb(colour)
    return "#" + f"{round(0.299 * r + 0.587 * g + 0.114 * b):02x}" * 3


def at_lightness(colour: Colour, target: float) -> Colour:
    """Return the colour mixed with black or white so that its luminance is about `target`.

    >>> 0.19 < luminance(at_lightness("#c8334a", 0.2)) < 0.21
    True
    """
    toward = WHITE if luminance(colour) < target else BLACK
    low, high = 0.0, 1.0
    for _ in range(12):
        share = (low + high) / 2
        if (luminance(mix(colour, toward, share)) < target) == (toward == WHITE):
            low = share
        else:
            high = share
    return mix(colour, toward, high)


def deep(colour: Colour) -> Colour:
    """Return a darker colour for lines and letters on paper.

    >>> contrast(deep("#ffc93c"), "#ffffff") > 9
    True
    """
    return at_lightness(colour, min(luminance(colour) * 0.4, 0.06))


@cache
def printed(colour: Colour, ink: Ink) -> Colour:
    """Return the colour as printed with `ink`; only "mono" changes it."""
    return grey(colour) if ink == "mono" else colour


@cache
def lettering(colour: Colour, size: float, ink: Ink) -> Colour:
    """Return the colour for letters `size` mm high: dark ones become black, which laser printers
    print without a screen.

    Only large letters keep a dark colour, because the screen doesn't show in them.

    >>> lettering("#7a1f12", 4, "full"), lettering("#7a1f12", 12, "full")
    ('#000000', '#7a1f12')
    >>> lettering("#7a1f12", 12, "mono")
    '#000000'
    """
    colour = printed(colour, ink)
    if luminance(colour) >= DARK:
        return colour
    strong = max(_rgb(colour)) - min(_rgb(colour)) > NEUTRAL
    return colour if size > LARGE and strong else BLACK


def _rgb(colour: Colour) -> tuple[int, int, int]:
    return (int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16))
