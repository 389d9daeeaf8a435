"""The colours of penguins, and the width of their lines."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache

from printables.draw.colours import Colour

LINE = 0.55  # the line width of all penguins, mm


@dataclass(frozen=True, slots=True)
class Palette:
    """A penguin's colours; statues are the same drawings in greys."""

    line: Colour = "#20232e"
    coat: Colour = "#343a4d"
    shade: Colour = "#272c3b"
    belly: Colour = "#fff8e8"
    belly_shade: Colour = "#efdfc0"
    beak: Colour = "#f59a23"
    beak_shade: Colour = "#d87511"
    cheek: Colour = "#f7a8a0"
    gold: Colour = "#ffc93c"
    gold_shade: Colour = "#d9920f"
    cloth: Colour = "#c8334a"
    cloth_light: Colour = "#fff1d0"
    eye: Colour = "#ffffff"
    shine: Colour = "#fff6d8"

    @property
    def colours(self) -> Mapping[str, Colour]:
        """The colours by the names that drawings use."""
        return _colours(self)

    def stone(self) -> Palette:
        """Return the palette of a grey stone statue."""
        return Palette(
            "#4a4a4a",
            "#a3a3a3",
            "#8c8c8c",
            "#c9c9c9",
            "#b3b3b3",
            "#b7b7b7",
            "#979797",
            "#b9b9b9",
            "#ececec",
            "#bdbdbd",
            "#8f8f8f",
            "#d4d4d4",
            "#d9d9d9",
            "#ffffff",
        )


PLAIN = Palette()
CHICK = Palette(coat="#80654f", shade="#6c533f")  # downy brown


@cache
def _colours(palette: Palette) -> Mapping[str, Colour]:
    return asdict(palette)
