"""Packed pages: modules and style sheets in one file each, in a language, and all text compressed.

A packed file is made from its sources when a page first requests it. Our modules keep to a simple
form, which a test enforces: named imports at the top, `export` before a function, a class or a
const, no import cycle, and no nested template literals, which rjsmin can't read. Each module
becomes a function that returns its exports. The texts in calls of `t` and `tn` (static/js/words.js)
become translations, so a page contains only its own texts.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from posixpath import dirname, join, normpath

from babel.messages.jslexer import unquote_string
from flask import Blueprint, Flask, Response, make_response, request, url_for
from rcssmin import cssmin
from rjsmin import jsmin

from companion import language as languages
from companion.language import ENGLISH, LANGUAGES
from web.refusal import ApiError
from web.text.languages import request_language

STATIC = Path(__file__).with_name("static")
FOR_EVER = "public, max-age=31536000, immutable"
# style sheets that come before the game's own
SHEETS = {"play": ("base", "game", "phones"), "host": ("base", "game", "phones", "host")}
TYPES = {"js": "text/javascript", "css": "text/css"}
COMPRESSED = frozenset({*TYPES.values(), "text/html", "application/json", "image/svg+xml"})
WORTH_IT = 600  # bytes; smaller responses fit one packet anyway
MOST_COMPRESSED = 1_000_000  # bytes; larger responses contain photos, which don't compress

IMPORT = re.compile(r'^import \{([^}]*)\} from "(\.[^"]+)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export ((?:async )?function|class|const) (\w+)", re.MULTILINE)
_LINK = re.compile(r"url\(\.\./")
COUNTED = 200  # numbers whose plural form a script has; later ones repeat the last hundred
_LITERAL = r'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\''
_ONE = re.compile(rf"(?<![\w.$])t\(\s*({_LITERAL})")
_MANY = re.compile(rf"(?<![\w.$])tn\(\s*({_LITERAL}),\s*({_LITERAL})")

packed = Blueprint("packed", __name__)


@dataclass(frozen=True, slots=True)
class Packed:
    """A packed file, with a fingerprint that changes with its content."""

    text: bytes
    fingerprint: str


def register(app: Flask) -> None:
    """Serve packed files and their addresses (`packed(game, page, kind)`), and compress text."""
    app.register_blueprint(packed)
    app.context_processor(lambda: {"packed": address})
    app.url_defaults(add_version)
    app.after_request(compress)


def address(game: str, page: str, kind: str) -> str:
    """Return the address of a page's modules (`js`) or style sheets (`css`)."""
    language = request_language()
    name = pack(game, page, kind, language).fingerprint
    return url_for(
        "packed.serve", language=language, game=game, page=page, fingerprint=name, kind=kind
    )


def add_version(endpoint: str, values: dict[str, object]) -> None:
    """Add the fingerprint of a static file to its address, so that browsers may keep it."""
    if endpoint == "static":
        values["v"] = _version(str(values["filename"]))


@lru_cache(maxsize=256)  # whoever asks may write a name in many ways
def _version(name: str) -> str:
    return hashlib.sha256((STATIC / name).read_bytes()).hexdigest()[:8]


@packed.get(
    "/packed/<language>/<game>/<any(play, host, join, preview, check, print, solve, calibrate, "
    "cards):page>.<fingerprint>.<any(js, css):kind>"
)
def serve(language: str, game: str, page: str, fingerprint: str, kind: str) -> Response:
    """Return a packed file; browsers may keep it for ever if its fingerprint is current."""
    known = re.fullmatch(r"[a-z]{1,20}", game) and (STATIC / game / f"{page}.js").is_file()
    if not known or language not in LANGUAGES or (kind == "css" and page not in SHEETS):
        raise ApiError(404, "not-found", "Unknown game.")
    bundle = pack(game, page, kind, language)
    response = make_response(bundle.text)
    response.mimetype = TYPES[kind]
    current = fingerprint == bundle.fingerprint
    response.headers["Cache-Control"] = FOR_EVER if current else "no-cache"
    return response


@cache
def pack(game: str, page: str, kind: str, language: str = ENGLISH) -> Packed:
    """Return the modules, in a language, or the style sheets of a game's page as one file."""
    names = tuple(modules(f"{game}/{page}.js") if kind == "js" else sheets(game, page))
    sources = {name: (STATIC / name).read_text("utf-8") for name in names}
    if kind == "js":
        script = "".join(_module(name, source, names) for name, source in sources.items())
        text = translated(jsmin(script), language)
    else:
        text = cssmin(_LINK.sub("url(/static/", "".join(sources.values())))
    return Packed(text.encode(), hashlib.sha256(text.encode()).hexdigest()[:16])


def modules(entry: str) -> list[str]:
    """Return a module and all that it imports, dependencies first."""
    names: list[str] = []

    def gather(name: str) -> None:
        if name not in names:
            for _, where in IMPORT.findall((STATIC / name).read_text("utf-8")):
                gather(normpath(join(dirname(name), where)))
            names.append(name)

    gather(entry)
    return names


def sheets(game: str, page: str) -> Iterator[str]:
    """Yield a page's style sheets in order: the shared ones, then the game's own."""
    yield from (f"css/{name}.css" for name in SHEETS[page])
    own = sorted(path.name for path in (STATIC / game).glob("*.css"))
    yield from (f"{game}/{name}" for name in own if name != "host.css")
    if page == "host" and "host.css" in own:
        yield f"{game}/host.css"


def _module(name: str, source: str, names: tuple[str, ...]) -> str:
    """Return a module as a function: `const m3=(()=>{ ... return{what,it,exports};})();`."""

    def imported(match: re.Match[str]) -> str:
        parts = filter(None, map(str.strip, match[1].split(",")))
        wanted = ", ".join(part.replace(" as ", ": ") for part in parts)
        return f"const {{ {wanted} }} = m{names.index(normpath(join(dirname(name), match[2])))};\n"

    exported = ",".join(match[2] for match in EXPORT.finditer(source))
    body = EXPORT.sub(r"\1 \2", IMPORT.sub(imported, source))
    return f"const m{names.index(name)}=(()=>{{\n{body}return{{{exported}}};\n}})();\n"


def constant(data: bytes) -> Response:
    """Return a page that was compressed once; a browser that has it gets 304."""
    taken = request.accept_encodings.quality("gzip")
    response = make_response(data if taken else gzip.decompress(data))
    response.mimetype = "text/html"
    if taken:
        response.headers["Content-Encoding"] = "gzip"
    response.headers["Cache-Control"] = "private, no-cache"
    response.vary.update(("Accept-Encoding", "Accept-Language", "Cookie"))
    response.set_etag(f"{hashlib.sha256(data).hexdigest()[:16]}.{bool(taken):d}")
    response.make_conditional(request)
    return response


def compress(response: Response) -> Response:
    """Compress a text response if the browser accepts that; a static file is kept for ever under
    the address that has its fingerprint.
    """
    found = request.method == "GET" and response.status_code == 200
    given = request.args.get("v") if request.endpoint == "static" else None
    if found and given and given == _version((request.view_args or {})["filename"]):
        response.headers["Cache-Control"] = FOR_EVER
    if not found or response.mimetype not in COMPRESSED:
        return response
    response.vary.add("Accept-Encoding")
    if response.is_streamed and not response.direct_passthrough:
        return response
    if "Content-Encoding" in response.headers or not request.accept_encodings.quality("gzip"):
        return response
    response.direct_passthrough = False
    data = response.get_data()
    if WORTH_IT <= len(data) <= MOST_COMPRESSED:
        once = response.cache_control.public or request.endpoint == "static"
        response.set_data(_small(data) if once else gzip.compress(data, 5, mtime=0))
        response.headers["Content-Encoding"] = "gzip"
    return response


@lru_cache(maxsize=768)
def _small(data: bytes) -> bytes:
    """Compress a response that is the same for all browsers, once and thoroughly.

    Level 7 of memory makes smaller blocks than zlib's usual 8: our scripts get 90 bytes shorter.
    """
    gzipped = zlib.compressobj(9, wbits=31, memLevel=7)
    return gzipped.compress(data) + gzipped.flush()


def translated(script: str, code: str) -> str:
    """Return the script in a language; `tn` gets a list of all plural forms."""
    if code == ENGLISH:
        return script
    known = languages.catalogue(code)
    # gettext's rule for plural forms, undocumented but always there, or English's
    rule = getattr(known, "plural", lambda n: n != 1)
    forms_of = [int(rule(n)) for n in range(COUNTED)]
    examples = [forms_of.index(form) for form in range(max(forms_of) + 1)]  # a number for each form

    def one(match: re.Match[str]) -> str:
        return f"t({_quoted(known.gettext(unquote_string(match[1])))}"

    def many(match: re.Match[str]) -> str:
        first, other = unquote_string(match[1]), unquote_string(match[2])
        forms = [known.ngettext(first, other, n) for n in examples]
        return f'tn({_quoted(forms)},""'

    # the plural forms of the numbers from 0 on, one digit each
    plurals = _quoted("".join(map(str, forms_of)))
    words = f"globalThis.rookeryWords={{plurals:{plurals}}};"
    return f"{words}\n{_MANY.sub(many, _ONE.sub(one, script))}"


def _quoted(texts: str | list[str]) -> str:
    return json.dumps(texts, ensure_ascii=False, separators=(",", ":"))
