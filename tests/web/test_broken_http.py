"""What isn't HTTP, or broken HTTP: the server refuses or hangs up, and serves the next visitor.

The parser is a library's; what is held here is how it is set up: nobody waits, no answer is a
fault, and nothing is left open.
"""

from __future__ import annotations

import contextlib
import re
import socket
from pathlib import Path
from typing import Any

import pytest

HEAD = b"POST /tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
BODY = b'{"game": "giza"}'
LENGTH = b"Content-Length: %d\r\n" % len(BODY)
WHOLE = HEAD + LENGTH + b"\r\n" + BODY
LAST = HEAD + LENGTH + b"Connection: close\r\n\r\n" + BODY
ANSWERED = re.compile(rb"HTTP/1\.[01] (\d{3})")
UNKNOWN_CODING = 501  # RFC 9112, 6.1
PATIENCE_S = 120.0
MOST_LEFT = 8  # sockets more than before that may not have been closed yet

LINES = (
    b"GET /", b"GET / HTTP/0.9", b"GET / HTTP/9.9", b"get / http/1.1", b"GET  /  HTTP/1.1",
    b"GET http://evil.example/ HTTP/1.1", b"GET //evil.example/ HTTP/1.1", b"CONNECT a:1 HTTP/1.1",
    b"OPTIONS * HTTP/1.1", b"GET /\0 HTTP/1.1", b"", b"\r\n", b"GET", b"A" * 9000,
    b"GET /#x HTTP/1.1",
    b"GET /" + b"a" * 300_000 + b" HTTP/1.1", b"GET /%ff%fe%00 HTTP/1.1", b"GET ?x HTTP/1.1",
    b"GET /%u0041%zz% HTTP/1.1", b"G\xc3\x8bT / HTTP/1.1", b"GET /?%00=%ff&&&= HTTP/1.1",
    b"GET /\xff HTTP/1.1", b"GET http://[::1 HTTP/1.1", b"GET http://a:b/ HTTP/1.1",
    b"GET http:///x HTTP/1.1", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
)  # fmt: skip
HEADERS = (
    b"no colon", b" folded: line", b": no name", b"X\0: y", b"X: \0", b"X : y", b"X\r: y",
    b"X: a\nY: b", b"X: a\rY: b", b"X: " + b"y" * 300_000, b"Host: a\r\nHost: b", b"\xff\xfe: \xff",
    b"\r\n".join(b"X-%d: y" % n for n in range(5000)), b"Expect: 100-continue", b"Expect: x",
    b"Connection: close, upgrade\r\nUpgrade: websocket", b"Connection: \0", b"Proxy: http://x",
    b"Content-Type: " + b"(" * 5000, b"Cookie: " + b"a=b; " * 5000, b"Transfer_Encoding: chunked",
    b"X-Forwarded-Proto: javascript",
)  # fmt: skip
LENGTHS = (
    b"0", b"-1", b"+5", b"5,5", b"0x10", b"1e3", b"", b" ", b"9" * 20, b"200000000", b"17", b"1_0",
    b"5\r\nContent-Length: 6", b"\xb2", b"5\0",
)  # fmt: skip
SIZES = (
    b"10", b"-1", b"g", b"", b"0x5", b"f" * 18, b"1" * 5000, b"10;x=" + b"y" * 3000, b" 10",
    b"10\n", b"10\r", b"+10", b"\0", b"10\r\n10",
)  # fmt: skip
TAILS = (
    b"\r\n0\r\n\r\n", b"0\r\n\r\n", b"\r\n0\r\nX: y\r\n\r\n", b"", WHOLE, b"\r\n0\r\n\r\n" + WHOLE,
)  # fmt: skip
CODINGS = (b"Chunked", b"gzip, chunked", b"chunked, identity", b"x", b"\x0bchunked")
CHUNKED = HEAD + b"Transfer-Encoding: %s\r\n\r\n%s\r\n" + BODY + b"%s"
NOISE = (
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(range(256)), b"SSH-2.0-x\r\n", b"\n",
    b"\0" * 5000, b"\r\n" * 500, b"", bytes(range(256)) * 8,
)  # fmt: skip
BROKEN: dict[str, list[bytes]] = {
    "lines": [line + b"\r\nHost: 127.0.0.1\r\n\r\n" for line in LINES],
    "headers": [HEAD + LENGTH + row + b"\r\n\r\n" + BODY for row in HEADERS],
    "lengths": [HEAD + b"Content-Length: " + length + b"\r\n\r\n" + BODY for length in LENGTHS],
    "chunks": [CHUNKED % (b"chunked", size, TAILS[0]) for size in SIZES]
    + [CHUNKED % (b"chunked", b"10", tail) for tail in TAILS]
    + [CHUNKED % (coding, b"10", TAILS[0]) for coding in CODINGS]
    + [HEAD + LENGTH + CHUNKED[len(HEAD) :] % (b"chunked", b"10", TAILS[0])],
    "noise": [*NOISE],
    "cut off": [WHOLE[:end] for end in range(1, len(WHOLE), 7)],
    "pipelined": [WHOLE * 5, WHOLE * 5 + WHOLE[:-3], (HEAD + b"\r\n") * 3],
}


@pytest.mark.parametrize("kind", BROKEN)
def test_broken_http_harms_nobody(server: Any, kind: str) -> None:
    """Each request ends, none with a fault, and a visitor in between is served."""
    before = sockets(server.process.pid)
    for number, request in enumerate(BROKEN[kind]):
        heard = exchange(server.port, request)
        statuses = [int(status) for status in ANSWERED.findall(heard)]
        assert not heard or ANSWERED.match(heard), heard[:200]
        assert all(code < 500 or code == UNKNOWN_CODING for code in statuses), request[:300]
        if number % 10 == 9:
            assert server.visitor().ask("GET", "/t/NONE-00/state")[0] in {403, 404}
    assert server.visitor().ask("GET", "/t/NONE-00/state")[0] in {403, 404}
    assert sockets(server.process.pid) <= before + MOST_LEFT
    assert server.process.poll() is None


def test_a_whole_request_in_small_parts_is_answered(server: Any) -> None:
    """As from the edge of the Wi-Fi; two whole ones at once get an answer each."""
    parts = [LAST[at : at + 5] for at in range(0, len(LAST), 5)]
    assert ANSWERED.findall(exchange(server.port, *parts, leave=False)) == [b"201"]
    assert ANSWERED.findall(exchange(server.port, WHOLE + LAST, leave=False)) == [b"201", b"201"]


def exchange(port: int, *parts: bytes, leave: bool = True) -> bytes:
    """Return all that the server says until it hangs up; `leave`: the visitor's side ends first."""
    heard = b""
    line = socket.create_connection(("127.0.0.1", port), PATIENCE_S)
    with line, contextlib.suppress(OSError):  # it may hang up on us at any time
        for part in parts:
            line.sendall(part)
        if leave:
            line.shutdown(socket.SHUT_WR)
        while data := line.recv(1 << 16):
            heard += data
    return heard


def sockets(pid: int) -> int:
    """Return how many sockets a process holds; 0 where there is no /proc."""
    held = [*Path(f"/proc/{pid}/fd").glob("*")] if Path("/proc").is_dir() else []
    count = 0
    for each in held:
        with contextlib.suppress(OSError):
            count += str(each.readlink()).startswith("socket:")
    return count
