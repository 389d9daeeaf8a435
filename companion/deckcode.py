"""A deck as a line of text for the QR code on a box label, and back.

    ROOKERY1:GIZA:1A2B3C4D:<base45>

After the game come the first digits of the deck's fingerprint. The base45 part is a CRC-32 of the
whole code, then the deck's data as deflated JSON. Every character is in QR's alphanumeric set, for
which base45 (RFC 9285) is made; bytes would be no shorter, and readers guess their encoding. The
deck that `unpack` returns is TOML with the same data, without comments.
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Iterator, Mapping

from companion.decks import short_id
from companion.errors import DeckError
from companion.game import game, slugs
from companion.language import say
from companion.text import composed
from companion.tomltext import MAX_BYTES, MAX_DEPTH, read_toml

MARK = "ROOKERY"
VERSION = 1
MAX_CODE = 8_000  # characters; the largest QR code holds 4296
SOURCE = "deck code"

_ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"
_VALUES = {sign: value for value, sign in enumerate(_ALPHABET)}
_CODE = re.compile(r"ROOKERY([0-9]{1,3}):([A-Z][A-Z0-9-]*):([0-9A-F]{8}):([0-9A-Z $%*+./:-]+)")
_CHECK = 4  # bytes of the checksum
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_AGAIN = say("retake the photo of the label, flat and close up, or print the label again")


def pack(slug: str, text: str) -> str:
    """Return the code of a deck file's text; raises `DeckError` if it isn't a deck of `slug`."""
    fingerprint: str = game(slug).read_deck(text, SOURCE).fingerprint
    data = json.dumps(
        read_toml(text, SOURCE), ensure_ascii=False, separators=(",", ":"), allow_nan=False
    )
    squeeze = zlib.compressobj(9, wbits=-15)
    body = squeeze.compress(composed(data).encode()) + squeeze.flush()
    head = f"{MARK}{VERSION}:{slug.upper()}:{short_id(fingerprint).upper()}:"
    return head + _base45(_checksum(head, body) + body)


def unpack(code: str) -> tuple[str, str]:
    """Return game and deck file text of a code; raises `DeckError` if it is damaged or unknown."""
    match = _CODE.fullmatch(code.strip()) if len(code) <= MAX_CODE else None
    if not match:
        remedy = say("photograph the QR code on a game's box label")
        raise DeckError(SOURCE, say("isn't a Rookery deck"), at=repr(code[:40]), remedy=remedy)
    version, name, digits, letters = match.groups()
    if int(version) != VERSION:
        problem = say(
            "has version {theirs}, but this Rookery reads {ours}", theirs=version, ours=VERSION
        )
        raise DeckError(SOURCE, problem, at=MARK, remedy=say("update Rookery"))
    slug = name.lower()
    if slug not in slugs():
        problem = say("unknown game {name}", name=repr(slug))
        remedy = say("it may be one of: {names}", names=", ".join(slugs()))
        raise DeckError(SOURCE, problem, at="game", remedy=remedy)
    packed, head = b"".join(_pairs(letters)), code.strip()[: match.start(4)]
    if packed[:_CHECK] != _checksum(head, packed[_CHECK:]):
        problem = say("is damaged: its checksum doesn't match")
        raise DeckError(SOURCE, problem, at=f"{len(letters)} letters", remedy=_AGAIN)
    text = to_toml(_data(packed[_CHECK:]))
    fingerprint = game(slug).read_deck(text, f"{SOURCE} of {slug}").fingerprint
    if short_id(fingerprint).upper() != digits:
        problem = say("holds the deck {digits}", digits=short_id(fingerprint).upper())
        remedy = say("print the label again with this version of Rookery")
        raise DeckError(SOURCE, problem, at=digits, remedy=remedy)
    return slug, text


def amended(text: str, changes: Mapping[str, Mapping[str, object]]) -> str:
    """Return a deck file's text with some fields of its tables changed, without comments."""
    data = dict(read_toml(text, SOURCE))
    for table, fields in changes.items():
        data[table] = {**data.get(table, {}), **fields}
    return to_toml(data)


def to_toml(data: Mapping[str, object]) -> str:
    """Return a deck's data as TOML: plain fields, tables, then rows, with inner tables in braces.

    TOML libraries choose between headers and braces by the length of a line, and without headers
    errors would name the wrong line (`companion.fields.Table`).

    >>> print(to_toml({"a": [1, 2.5], "row": [{"b": {"c": True}}]}), end="")
    a = [1, 2.5]
    <BLANKLINE>
    [[row]]
    b = { c = true }
    """
    plain, tables, rows = dict[str, object](), list[str](), list[str]()
    for key, value in data.items():
        if isinstance(value, dict):
            tables.append(f"[{_key(key)}]\n{_fields(value)}")
        elif isinstance(value, list) and value and all(isinstance(row, dict) for row in value):
            rows += [f"[[{_key(key)}]]\n{_fields(row)}" for row in value]
        else:
            plain[key] = value
    return "\n".join([*([_fields(plain)] if plain else []), *tables, *rows])


def _fields(table: Mapping[str, object]) -> str:
    return "".join(f"{_key(key)} = {_value(value)}\n" for key, value in table.items())


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _value(key)


def _value(value: object) -> str:
    """Return a value as TOML; a JSON string is a valid TOML string if DEL is escaped."""
    if isinstance(value, dict):
        inside = ", ".join(f"{_key(key)} = {_value(each)}" for key, each in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _data(body: bytes) -> dict[str, object]:
    """Return the data of a code's deflated JSON; raises `DeckError` if damaged or too large."""
    try:
        unzip = zlib.decompressobj(wbits=-15)
        text = unzip.decompress(body, MAX_BYTES)
    except zlib.error as error:
        problem = say("is damaged: it can't be unpacked")
        raise DeckError(SOURCE, problem, at=f"{len(body)} bytes", remedy=_AGAIN) from error
    if unzip.unconsumed_tail or not unzip.eof or unzip.unused_data:
        problem = say("unpacks to more than {n} bytes, or is cut short", n=MAX_BYTES)
        remedy = say("use a label that Rookery printed")
        raise DeckError(SOURCE, problem, at=f"{len(body)} bytes", remedy=remedy)
    try:
        data = json.loads(text)
        # fails for half a surrogate pair, which no file can contain
        json.dumps(data, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:  # UnicodeError is a ValueError
        problem, at = say("doesn't hold a deck"), f"{len(text)} bytes"
        raise DeckError(SOURCE, problem, at=at, remedy=_AGAIN) from error
    if not isinstance(data, dict) or _deeper(data, MAX_DEPTH):
        raise DeckError(SOURCE, say("doesn't hold a deck"), at=type(data).__name__, remedy=_AGAIN)
    return data


def _deeper(data: object, levels: int) -> bool:
    """Return whether tables and lists are nested deeper than `levels`; readers recurse."""
    level = [data]
    for _ in range(levels):
        inner = [each for each in level if isinstance(each, dict | list)]
        level = [v for each in inner for v in (each.values() if isinstance(each, dict) else each)]
    return bool(level)


def _checksum(head: str, body: bytes) -> bytes:
    return zlib.crc32(head.encode() + body).to_bytes(_CHECK, "big")


def _base45(data: bytes) -> str:
    """Return bytes in base45 (RFC 9285): three letters for two bytes, two for a last single one."""
    letters = ""
    for i in range(0, len(data), 2):
        pair = data[i : i + 2]
        number = int.from_bytes(pair, "big")
        for _ in range(len(pair) + 1):
            number, value = divmod(number, 45)
            letters += _ALPHABET[value]
    return letters


def _pairs(letters: str) -> Iterator[bytes]:
    """Yield the bytes of a base45 text, at most two at a time; raises `DeckError`."""
    for i in range(0, len(letters), 3):
        group = letters[i : i + 3]
        number = sum(_VALUES[sign] * 45**place for place, sign in enumerate(group))
        size = len(group) - 1
        if size == 0 or number >= 256**size:
            problem = say("is damaged: {letters} isn't valid", letters=repr(group))
            at = f"letter {i + 1} of {len(letters)}"
            raise DeckError(SOURCE, problem, at=at, remedy=_AGAIN)
        yield number.to_bytes(size, "big")
