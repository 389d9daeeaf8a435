"""Decks with your own pictures, and the pictures, for the tests of everything that prints them."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image

from companion.deckfile import deck_text
from companion.game import game

RED, BLUE = (220, 20, 20), (20, 20, 220)


def picture(
    width: int = 300,
    height: int = 400,
    kind: str = "PNG",
    colour: tuple[int, ...] = RED,
    **settings: Any,
) -> bytes:
    """A picture in one colour as a file's bytes."""
    file = BytesIO()
    mode = "RGBA" if len(colour) == 4 else "RGB"
    Image.new(mode, (width, height), colour).save(file, kind, **settings)
    return file.getvalue()


def noisy(width: int = 300, height: int = 400, kind: str = "JPEG") -> bytes:
    """A picture full of black and white modules, which a careless reader might take for tags."""
    file = BytesIO()
    small = Image.effect_noise((width // 10, height // 10), 200).point(
        lambda value: 255 if value > 128 else 0
    )
    small.resize((width, height), Image.Resampling.NEAREST).convert("RGB").save(file, kind)
    return file.getvalue()


def with_art(slug: str, art: dict[str, str], folder: Path) -> str:
    """A deck file in `folder` that names these pictures by the ids of cards; its path."""
    text = deck_text(game(slug))[0]
    for card, name in art.items():
        before = f'id = "{card}"\n'
        assert text.count(before) == 1
        text = text.replace(before, f'{before}art = "{name}"\n')
    path = folder / f"{slug}.toml"
    path.write_text(text, "utf-8")
    return str(path)
