"""SVG pictures with embedded fonts and a strict policy, and QR codes, also for the terminal."""

from __future__ import annotations

import base64
import hashlib
import io
import re
from functools import lru_cache
from importlib.resources import files

import qrcode
from flask import Response, make_response
from qrcode.image.svg import SvgPathFillImage

# for a picture, even if it is opened directly; styles are allowed by digest
SVG_CSP = "default-src 'none'; style-src {styles}; font-src data:; img-src data:; sandbox"
_STYLE = re.compile(rb"<style>(.*?)</style>", re.DOTALL)
_OWN = re.compile(r'font-family="(own-[0-9a-f]+)"')
_WEIGHT = re.compile(r'font-weight="(\d+)"')


def with_letters(text: str) -> bytes:
    """Return an SVG with its fonts embedded, as an <img> can't use the page's."""
    faces = "".join(_font_face(weight) for weight in sorted(set(_WEIGHT.findall(text))))
    faces += "".join(_own_face(name) for name in sorted(set(_OWN.findall(text))))
    head, end, rest = text.partition(">")
    return f"{head}{end}<style>{faces}</style>{rest}".encode() if faces else text.encode()


@lru_cache
def _font_face(weight: str) -> str:
    from printables.draw import fonts  # noqa: PLC0415 - reportlab is heavy

    name = next(fonts.NAMES[key] for key, css in fonts.CSS_WEIGHTS.items() if str(css) == weight)
    font = files("printables.draw").joinpath("fonts", f"{name}.ttf").read_bytes()
    data = base64.b64encode(font).decode()
    source = f"url(data:font/ttf;base64,{data})"
    return f"@font-face{{font-family:{fonts.FAMILY};font-weight:{weight};src:{source}}}"


@lru_cache(maxsize=8)
def _own_face(name: str) -> str:
    from printables.draw import fonts  # noqa: PLC0415 - reportlab is heavy

    source = f"url(data:font/ttf;base64,{base64.b64encode(fonts.added(name)).decode()})"
    # all weights, or browsers would make bold letters by themselves
    return f"@font-face{{font-family:{name};font-weight:100 900;src:{source}}}"


def svg(picture: bytes) -> Response:
    """Return an SVG response with the policy of a picture, which allows only its own styles."""
    response = make_response(picture)
    response.mimetype = "image/svg+xml"
    digests = (hashlib.sha256(style).digest() for style in _STYLE.findall(picture))
    styles = " ".join(f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests)
    response.headers["Content-Security-Policy"] = SVG_CSP.format(styles=styles or "'none'")
    return response


@lru_cache(maxsize=64)
def qr_svg(text: str) -> bytes:
    """Return a QR code as an SVG picture on white, quiet zone included."""
    picture = _code(text).make_image(image_factory=SvgPathFillImage)
    out = io.BytesIO()
    picture.save(out)
    return out.getvalue()


def qr_terminal(text: str) -> str:
    """Return a QR code in half-block characters, light on dark."""
    out = io.StringIO()
    _code(text).print_ascii(out=out, invert=True)
    return out.getvalue()


def _code(text: str) -> qrcode.QRCode:  # type: ignore[type-arg]
    code: qrcode.QRCode = qrcode.QRCode(border=4, error_correction=qrcode.constants.ERROR_CORRECT_M)  # type: ignore[type-arg]
    code.add_data(text)
    code.make(fit=True)
    return code
