"""The channels of pictures: whatever a file has, eight bits each of grey, colour, or transparency.

A pixel format that nobody thought of would otherwise print white or stop a reader.
"""

from __future__ import annotations

from PIL import Image

SIXTEEN_BITS = 1 / 257  # of 65535, to 255


def plain(image: Image.Image) -> Image.Image:
    """Return a picture of the same look in the mode L, RGB or RGBA."""
    if image.mode.startswith("I"):  # 16 bits, in one of several orders, which Pillow would clip
        return image.convert("I").point(lambda value: value * SIXTEEN_BITS + 0).convert("L")
    if image.has_transparency_data:
        return image.convert("RGBA")
    return in_mode(image, "L" if image.mode in {"1", "L"} else "RGB")


def over_white(image: Image.Image) -> Image.Image:
    """Return a picture as it looks on white paper, in the mode RGB."""
    image = plain(image)
    if image.mode == "RGBA":
        image = Image.alpha_composite(Image.new("RGBA", image.size, "white"), image)
    return in_mode(image, "RGB")


def in_mode(image: Image.Image, mode: str) -> Image.Image:
    """Return a picture in a mode, with its pixels loaded; one that is in it isn't copied."""
    if image.mode != mode:
        return image.convert(mode)
    image.load()
    return image
