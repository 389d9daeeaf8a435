"""QR codes for joining: as SVG for the host's screen and as text for the terminal."""

from __future__ import annotations

import io
from functools import lru_cache

import qrcode
from qrcode.image.svg import SvgPathFillImage


@lru_cache(maxsize=64)
def svg(text: str) -> bytes:
    """Return a QR code as an SVG picture on white, quiet zone included."""
    picture = _code(text).make_image(image_factory=SvgPathFillImage)
    out = io.BytesIO()
    picture.save(out)
    return out.getvalue()


def terminal(text: str) -> str:
    """Return a QR code in half-block characters, light on dark."""
    out = io.StringIO()
    _code(text).print_ascii(out=out, invert=True)
    return out.getvalue()


def _code(text: str) -> qrcode.QRCode:  # type: ignore[type-arg]
    code: qrcode.QRCode = qrcode.QRCode(border=4, error_correction=qrcode.constants.ERROR_CORRECT_M)  # type: ignore[type-arg]
    code.add_data(text)
    code.make(fit=True)
    return code
