"""How a request in order is spoilt: its method, its address, its body, its headers, whose cookies it has."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import Any
from urllib.parse import quote

from bench.chaos.fuzz_requests import BASE, Ask

TEXTS = (
    "", " ", "a", "s1", "0", "-1", "null", "Anna", "..", "../../etc/passwd", "%00", "\0", "a\0b", "\r\nX: y",
    "<script>", "{{7*7}}", "'; --", '"', "\\", "/", "\ud800", "\U0001f427", "\u202e", "é" * 50, "x" * 300,
    "x" * 5000, "٣", "1e999", "NaN", "true", "[]", "__proto__", "a1-a3", ",S,,/,,,/L,,", "\ufeff", "\x7f", "ﬁ", "İ",
)  # fmt: skip
NUMBERS = (0, -1, 1, 2, 7, 99, 2**31, 2**53 + 1, 2**63, -(2**63) - 1, 10**40, 1.0, 0.5, -0.0, 1e308)
ODD: tuple[Any, ...] = (None, True, False, [], {}, [[]], {"": ""}, *NUMBERS, *TEXTS[:12])


def spoilt(ask: Ask, chance: random.Random, jars: list[dict[str, str]]) -> Ask:
    """The same request with one to three things wrong."""
    for _ in range(chance.choice((1, 1, 2, 3))):
        change = chance.choice((None, _method, _address, _query, _body, _body, _json, _json, _json, _header, _header))
        ask = change(ask, chance) if change else _cookies(ask, chance, jars)
    return ask


def _method(ask: Ask, chance: random.Random) -> Ask:
    return replace(
        ask, method=chance.choice(("GET", "POST", "HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "TRACE", "X"))
    )


def _address(ask: Ask, chance: random.Random) -> Ask:
    """Another part in the path, or another path."""
    path, mark, query = ask.target.partition("?")
    parts = path.split("/")
    parts[chance.randrange(1, len(parts))] = quote(
        chance.choice(TEXTS), safe=chance.choice(("", "/.%")), errors="replace"
    )
    return replace(ask, target="/".join(parts)[:8000] + mark + query)


def _query(ask: Ask, chance: random.Random) -> Ask:
    name = chance.choice(("view", "seen", "pass", "in", "save", "code", "new", "x", ""))
    value = quote(chance.choice((*TEXTS, "host", "screen", "2", "9" * 400)), errors="replace")
    return replace(ask, target=f"{ask.target}{'&' if '?' in ask.target else '?'}{name}={value}"[:8000])


def _body(ask: Ask, chance: random.Random) -> Ask:
    """Bytes that are cut, flipped, replaced or far too many."""
    data = bytearray(ask.body)
    if data and chance.random() < 0.5:
        for _ in range(chance.choice((1, 5))):
            data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    other = (b"", b"{}", b"[]", b"null", b"[" * 50_000, b'{"a":' * 50_000, b"x" * 70_000, chance.randbytes(50),
             bytes(data[: len(data) // 2]), b"\xff\xfe" + bytes(data), b'{"key":"aaaaaaaa","key":1}', b"1" * 5000,
             b"NaN", b'"\\ud800"', b"--x--", b"a=b&a=c&%zz=%", bytes(data))  # fmt: skip
    return replace(ask, body=chance.choice(other))


def _json(ask: Ask, chance: random.Random) -> Ask:
    """One value of a JSON body otherwise."""
    try:
        made = json.loads(ask.body)
    except (ValueError, RecursionError):
        return _body(ask, chance)
    return replace(ask, body=json.dumps(_other(made, chance)).encode())


def _other(value: Any, chance: random.Random) -> Any:
    if isinstance(value, dict) and value and chance.random() < 0.85:
        name = chance.choice(list(value))
        if chance.random() < 0.15:
            return {**{k: v for k, v in value.items() if k != name}, chance.choice(TEXTS): value[name]}
        return {**value, name: _other(value[name], chance)}
    if isinstance(value, list) and value and chance.random() < 0.7:
        at = chance.randrange(len(value))
        return [*value[:at], _other(value[at], chance), *value[at + 1 :]]
    if type(value) is int and chance.random() < 0.5:
        return value + chance.choice((-1, 1, 1, 2**31))
    return chance.choice(
        (*ODD, [value] * 300, {"deep": [[[[[[[[[value]]]]]]]]]}, str(value), float("nan"), float("inf"))
    )


def _header(ask: Ask, chance: random.Random) -> Ask:
    name, values = chance.choice(HEADERS)
    kept = [(one, value) for one, value in ask.headers if one != name]
    return replace(ask, headers=(*kept, (name, chance.choice(values))))


HEADERS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("Host", ("", "localhost", "evil.example", "127.0.0.1:99999", "[::1]:1", "[", "a" * 5000, "192.168.1.2:x", "\xff")),
    ("Origin", ("null", "http://evil.example", f"http://{BASE}", "http://", "\xff")),
    ("Sec-Fetch-Site", ("cross-site", "same-origin", "none", "x")),
    ("Content-Type", ("application/json", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data",
                      "application/json; charset=x", "application/json; charset=utf-16", "/", "\xff",
                      "multipart/form-data; boundary=", 'multipart/form-data; boundary="a\\"b"',
                      "application/" + "x" * 4000)), ("Accept", ("", "text/html", "application/json;q=x", "*/*;q=0",
                      "," * 500, "text/html;q=nan", "a/b;" * 200)), ("Accept-Language", ("de", "fr-CA,fr;q=0.9", "*",
                      "x" * 3000, "zz;q=2", ";;;", "en;q=NaN", "\xff")), ("Accept-Encoding", ("gzip", "identity;q=0",
                      "gzip;q=0", "*;q=0", "br", "gzip;q=x")), ("If-None-Match", ('"1.s1.en"', "*", 'W/"x"', '"',
                      "," * 99, "\xff")), ("If-Modified-Since", ("Sat, 21 Nov 2026 20:00:00 GMT", "x",
                      "Sat, 99 Foo 99999 99:99:99", "0")), ("Range", ("bytes=0-1", "bytes=-1", "bytes=5-1",
                      "bytes=0-0,1-1,2-2", "x=1", "bytes=99999999999999999999-")), ("If-Range", ('"x"',
                      "Sat, 21 Nov 2026 20:00:00 GMT")), ("Last-Event-ID", ("1", "-1", "9" * 30,
                      "\u0663".encode().decode("latin-1"), "x")), ("Content-Encoding", ("gzip", "br")),
    ("Content-Length", ("0", "-1", "5", "99999999999", "x", "")),
    ("Cookie", ("language=xx", "language=de", "a=b;" * 1000, "rookery-host-X=" + "y" * 4000, ";;=;", '="', "\xff=\xfe",
                "rookery-seat-", "language=\xc3\x28")),
    ("Authorization", ("Basic x", "Bearer y", "Digest " + "z" * 3000, "Basic " + "=" * 7)),
    ("X-Forwarded-For", ("127.0.0.1", "x")), ("X-Forwarded-Host", ("evil.example",)), ("Forwarded", ("for=127.0.0.1",)),
    ("X-HTTP-Method-Override", ("DELETE",)), ("Date", ("x",)), ("Referer", ("\xff", "http://evil.example/")),
    ("Cache-Control", ("max-age=x", "no-cache", "=,=")), ("User-Agent", ("", "\xff" * 100)),
    ("Cookie2", ("$Version=1",)),
)  # fmt: skip


def _cookies(ask: Ask, chance: random.Random, jars: list[dict[str, str]]) -> Ask:
    """Cookies of another device, or of another table, or none; or a secret with a letter changed."""
    jar = dict(chance.choice(jars)) if jars else {}
    if jar and chance.random() < 0.3:
        name = chance.choice(list(jar))
        jar[name] = jar[name][:-1] + chance.choice("aA-%\xe9")
    kept = [(name, value) for name, value in ask.headers if name != "Cookie"]
    more = [("Cookie", "; ".join(f"{name}={value}" for name, value in jar.items()))] if jar else []
    return replace(ask, headers=(*kept, *more))
