"""SVG pictures with embedded fonts, and responses with a policy for them."""

from __future__ import annotations

import base64
import hashlib
import re
from functools import lru_cache
from importlib.resources import files

from flask import Response, make_response

# for a picture, even if it is opened directly; styles are allowed by digest
SVG_CSP = "default-src 'none'; style-src {styles}; font-src data:; img-src data:; sandbox"
_STYLE = re.compile(rb"<style>(.*?)</style>", re.DOTALL)
_WEIGHT = re.compile(r'font-weight="(\d+)"')


def with_letters(text: str) -> bytes:
    """Return an SVG with its fonts embedded, as an <img> can't use the page's."""
    faces = "".join(_font_face(weight) for weight in sorted(set(_WEIGHT.findall(text))))
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


def svg(picture: bytes) -> Response:
    """Return an SVG response with the policy of a picture."""
    response = make_response(picture)
    response.mimetype = "image/svg+xml"
    response.headers["Content-Security-Policy"] = _policy(picture)
    return response


@lru_cache(maxsize=512)
def _policy(picture: bytes) -> str:
    """Return a policy that allows only the styles that we added."""
    digests = (hashlib.sha256(style).digest() for style in _STYLE.findall(picture))
    styles = " ".join(f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests)
    return SVG_CSP.format(styles=styles or "'none'")
