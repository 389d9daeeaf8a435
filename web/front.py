"""The ASGI application: limits before a body is read, places, and the table's app behind them.

    uvicorn (`web/serve.py`) -> Front -> a place's thread -> Flask
                                  `-> an open stream, in the loop, without a thread

Nothing of the app runs in the server's loop: the front only counts, copies bytes and waits.
"""

from __future__ import annotations

import asyncio
import re
import signal
import sys
import threading
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from tempfile import TemporaryFile
from typing import IO, TYPE_CHECKING, Any, TypeAlias

from flask import Flask

from companion.language import translated
from web.auth.visits import READS
from web.live.publisher import HEARTBEAT, STREAM, Stream
from web.machine import household, is_ip
from web.photos import MAX_UPLOAD, TIMEOUT_S
from web.places import PLACE, ElsewhereError, Place, counted
from web.refusal import MAX_JSON, TOO_LARGE, ApiError, busy, in_json
from web.services import services
from web.text.languages import language_of

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication, WSGIEnvironment

Message: TypeAlias = dict[str, Any]  # of ASGI
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
MAX_HEADER = 2**15  # bytes of a request's header
LARGEST = MAX_UPLOAD + 2**16  # bytes of an upload and the form around it
# bytes of a household's uploads, on the disk, and of its answers, in memory, until they are sent:
MOST_BYTES = 2**27  # thirty phones with 4 MB each
WHOLE_S, SLOWEST = 20.0, 2**14  # for a body to arrive; and bytes a second: a bad Wi-Fi has more
BLOCK = 2**16  # bytes that are sent at a time
STUCK_S = 30.0  # in which who doesn't read has to take 48 KB of an answer
LINGER_S = 2.0  # during which a refused body is still taken, so that its sender reads the refusal
# a GET of these checks whether an upload is allowed
UPLOADS = re.compile(
    r"/tables|/(check|calibrate)/photos?|/deck/file|/plays/import|/t/[^/]+/photos|/cards/[^/]+/[fb][a-z]+s"
)


@dataclass(slots=True)
class Answer:
    """A response of the app; a `stream` may follow, until it is closed."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes
    stream: Stream | None
    close: Callable[[], object]


class Front:
    """The ASGI application of an app, with so many of our own proxies before it.

    `close` ends the app. Of its connections (`lines`, by household) there are `most` in all, and
    `most_each` of a household.
    """

    def __init__(
        self, app: Flask, close: Callable[[Flask], object], proxies: int, most: int, most_each: int
    ) -> None:
        self.app, self.proxies, self._close = app, proxies, close
        self.lines, self.most, self.most_each = Counter[str](), most, most_each
        self.held = Counter[str]()  # bytes, by household
        # threads, how many of a household may wait for them, and for how many seconds
        self.places = {
            "taps": Place(8, 100, 2.0),  # of eight, most wait for the disk; phones try for 8 s
            "pages": Place(1, 300, 20.0),  # one, since only one at a time runs Python anyway
            "photos": Place(app.config["READERS"], 2, TIMEOUT_S),
            "hints": Place(1, 2, TIMEOUT_S),
            "pictures": Place(1, 8, TIMEOUT_S),
        }

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer a request; or, for the scope `lifespan`, start and stop with the server."""
        if scope["type"] == "lifespan":
            await receive()
            scope["state"]["front"] = self
            self._start()
            await send({"type": "lifespan.startup.complete"})
            await receive()
            for place in self.places.values():
                place.close()
            self._close(self.app)
            await send({"type": "lifespan.shutdown.complete"})
            return
        line = scope["state"]["line"]
        line.begin()
        try:
            await Exchange(self, scope, receive, send).run()
        except (ConnectionError, TimeoutError):  # its sender has gone, or is too slow
            line.transport.abort()
        finally:
            line.end()

    def _start(self) -> None:
        loop, broadcaster = asyncio.get_running_loop(), services(self.app).broadcaster

        def stop(stop_server: Any, *signalled: object) -> None:
            loop.call_soon_threadsafe(broadcaster.close)  # the server waits for open responses
            stop_server(*signalled)

        broadcaster.call_in_loop = loop.call_soon_threadsafe
        for thread in self.app.extensions["rookery.threads"]:
            thread.start()
        if threading.current_thread() is threading.main_thread():
            for number in (signal.SIGTERM, signal.SIGINT):
                signal.signal(number, partial(stop, signal.getsignal(number)))


class Exchange:
    """A request and its answer."""

    def __init__(self, front: Front, scope: Message, receive: Receive, send: Send) -> None:
        self._front, self._scope, self._receive, self._send = front, scope, receive, send
        self._line = scope["state"]["line"]
        host, port = scope["server"] or ("", None)
        self._environ: WSGIEnvironment = {  # of WSGI (PEP 3333)
            "SCRIPT_NAME": "",
            "PATH_INFO": scope["path"].encode().decode("latin-1"),
            "QUERY_STRING": scope["query_string"].decode("latin-1"),
            "SERVER_NAME": host,
            "SERVER_PORT": str(port or 80),
            "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
            "wsgi.version": (1, 0),
            "wsgi.errors": sys.stderr,
            "wsgi.multithread": True,
            "wsgi.multiprocess": True,
            "wsgi.run_once": False,
        }
        environ = self._environ
        for raw, value in scope["headers"]:
            if b"_" not in raw:  # else it would pass for one with a hyphen
                name = f"HTTP_{raw.decode().upper().replace('-', '_')}"
                text, joint = value.decode("latin-1"), "; " if raw == b"cookie" else ","
                environ[name] = f"{environ[name]}{joint}{text}" if name in environ else text
        environ["CONTENT_TYPE"] = environ.pop("HTTP_CONTENT_TYPE", "")
        self._length = int(environ.pop("HTTP_CONTENT_LENGTH", 0))
        if "HTTP_TRANSFER_ENCODING" in environ:  # browsers say how long a body is
            self._length = LARGEST + 1
        large = scope["method"] == "POST" and self._length > MAX_JSON
        self._upload = large and UPLOADS.fullmatch(scope["path"]) is not None
        self._more = self._length > 0  # of the body is to come
        client, proto = self._forwarded("FOR"), self._forwarded("PROTO")
        client = client if is_ip(client) else (scope["client"] or ("",))[0]
        environ["REMOTE_ADDR"], self._household = client, household(client)
        environ["wsgi.url_scheme"] = proto if proto in {"http", "https"} else scope["scheme"]

    def _forwarded(self, name: str) -> str:
        """Return what the outermost of our own proxies says in X-Forwarded-`name`; "" without."""
        values = self._environ.get(f"HTTP_X_FORWARDED_{name}", "").split(",")
        proxies = self._front.proxies
        return values[-proxies].strip() if 0 < proxies <= len(values) else ""

    async def run(self) -> None:
        """Answer the request; raise `ConnectionError` or `TimeoutError` if nobody takes it."""
        try:
            answer = await self._answer()
            with closing(answer), self._holding(len(answer.body)):
                await self._respond(answer)
        except ApiError as refusal:
            await self._respond(self._refusal(refusal))

    async def _answer(self) -> Answer:
        """Check what can be checked, read the body and work; raise `ApiError` if it is refused."""
        front, method = self._front, self._scope["method"]
        header = sum(len(name) + len(value) for name, value in self._scope["headers"])
        if header > MAX_HEADER or self._length > (LARGEST if self._upload else MAX_JSON):
            raise ApiError(413, "too-large", TOO_LARGE)
        body = TemporaryFile if self._upload else BytesIO
        with self._holding(self._length * self._upload), body() as file:
            if self._upload:
                if front.places["photos"].full(self._household):
                    raise busy()
                may = await self._work("pages", BytesIO(), "GET")
                if may.status != 204:
                    return may
            await self._read(file)
            self._line.answering = True
            place = "photos" if self._upload else "pages" if method in READS else "taps"
            return await self._work(place, file, method)

    @contextmanager
    def _holding(self, size: int) -> Iterator[None]:
        """Count what is held for the household; raise `ApiError` if it would be too much."""
        if self._front.held[self._household] + size > MOST_BYTES:
            raise busy()
        with counted(self._front.held, self._household, size):
            yield

    async def _read(self, file: IO[bytes]) -> None:
        """Read the body into a file; a large one is written by a thread."""
        async with asyncio.timeout(WHOLE_S + self._length / SLOWEST):
            while self._more:
                message = await self._receive()
                if message["type"] == "http.disconnect":
                    raise ConnectionError
                self._more = message["more_body"]
                if self._upload:
                    await asyncio.to_thread(file.write, message["body"])
                else:
                    file.write(message["body"])

    async def _work(self, place: str, body: IO[bytes], method: str) -> Answer:
        """Return the app's answer, made in a place; `work_in` may choose another one."""
        size = body.seek(0, 2)
        request = {"REQUEST_METHOD": method, "CONTENT_LENGTH": str(size), "wsgi.input": body}
        while True:
            body.seek(0)
            work = partial(call, self._front.app, self._environ | request | {PLACE: place})
            try:
                return await self._front.places[place].run(self._household, work)
            except ElsewhereError as other:
                place = str(other)

    def _refusal(self, error: ApiError) -> Answer:
        self._front.app.config["REFUSED"](self._scope["method"], error.status)
        language = language_of(self._environ.get("HTTP_ACCEPT_LANGUAGE", ""))
        response = in_json(error.status, error.code, translated(error.problem, language))
        response.headers |= {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}
        if again := error.retry_after_s:  # `Refresh`: a browser loads a page again by itself
            response.headers |= {"Retry-After": str(again), "Refresh": str(again)}
        return call(response, self._environ | {"REQUEST_METHOD": self._scope["method"]})

    async def _respond(self, answer: Answer) -> None:
        """Send an answer, in blocks; one that refuses a body closes the connection."""
        headers = answer.headers + [(b"connection", b"close")] * self._more
        await self._put("start", status=answer.status, headers=headers)
        for at in range(0, len(answer.body), BLOCK):
            await self._put("body", body=answer.body[at : at + BLOCK], more_body=True)
        if answer.stream:
            answer.body = b""  # it has been sent, and a stream lasts for hours
            await self._follow(answer.stream)
        if self._more:
            with suppress(ApiError, TimeoutError), self._holding(self._length):
                async with asyncio.timeout(LINGER_S):
                    while (await self._receive()).get("more_body"):
                        pass
        await self._put("body")

    async def _follow(self, stream: Stream) -> None:
        """Send each new state until the stream is closed or the phone has gone."""
        woken, heartbeat_s = asyncio.Event(), self._front.app.config["HEARTBEAT_S"]
        stream.woken = self._line.lost = woken.set
        self._line.answering = False  # who hangs up gives its place back at once
        while not (stream.closed or self._line.transport.is_closing()):
            woken.clear()
            data = stream.take()
            if not data:
                with suppress(TimeoutError):
                    async with asyncio.timeout(heartbeat_s):
                        await woken.wait()
                    continue
            await self._put("body", body=data or HEARTBEAT, more_body=True)

    async def _put(self, part: str, **message: object) -> None:
        async with asyncio.timeout(STUCK_S):
            await self._send({"type": f"http.response.{part}", **message})


def call(app: WSGIApplication, environ: WSGIEnvironment) -> Answer:
    """Return a WSGI app's answer, whole; a stream that follows it has to be closed."""
    heads = list[tuple[str, list[tuple[str, str]]]]()

    def start(status: str, headers: list[tuple[str, str]], *_: object) -> None:
        heads.append((status, headers))

    body = app(environ, start)  # type: ignore[arg-type]  # without PEP 3333's `write`
    stream = environ.get(STREAM) if environ["REQUEST_METHOD"] == "GET" else None
    close = getattr(body, "close", lambda: None)
    whole, ((status, headers),) = b"".join(body), heads
    if not stream:
        close()
        close = lambda: None  # noqa: E731 - nothing is left to close
    raw = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
    return Answer(int(status[:3]), raw, whole, stream, close)
