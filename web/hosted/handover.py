"""Streams under gunicorn: a worker's thread writes the answer's head, and what follows goes over the socket alone.

gunicorn has no word for that, and ends every answer with a last chunk and an orderly goodbye. So what its socket
object stands for is exchanged: the connection becomes ours under a new number, and under the old one lies a pipe that
ends nowhere, which takes what gunicorn still has to say. That needs one name of gunicorn's, the WSGI environment's
`gunicorn.socket`, and nothing of how its workers are made inside. Where it is missing, or is no plain socket (TLS),
the app relays each stream through a thread, as everywhere else.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from web.server.live import Live, Stream
from web.server.serving import HAND_OVER

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

SOCKET = "gunicorn.socket"
CHUNKED = "HTTP/1.1"  # an answer of no known length, to who speaks this, comes in chunks
PLAIN = (CHUNKED, "HTTP/1.0")


class HandOver:
    """WSGI middleware: lets a view keep the connection when its answer ends (`web.server.serving.HAND_OVER`)."""

    def __init__(self, app: WSGIApplication) -> None:
        self._app = app

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer, and hand over where the view asked for that."""
        line = environ.get(SOCKET)
        if type(line) is not socket.socket or environ["SERVER_PROTOCOL"] not in PLAIN:
            return self._app(environ, start_response)
        taken: list[tuple[Live[Any], Stream[Any]]] = []
        environ[HAND_OVER] = lambda live, stream: taken.append((live, stream))
        answer = self._app(environ, start_response)
        if not taken:
            return answer
        return _Handed(answer, line, *taken[0], chunked=environ["SERVER_PROTOCOL"] == CHUNKED)


class _Handed:
    """An answer after whose last part the connection is the stream's."""

    def __init__(
        self, answer: Iterable[bytes], line: socket.socket, live: Live[Any], stream: Stream[Any], *, chunked: bool
    ) -> None:
        self._answer, self._line, self._live, self._stream = answer, line, live, stream
        self._chunked = chunked
        self._nowhere: socket.socket | None = None

    def __iter__(self) -> Iterator[bytes]:
        """The head and what is sent with it; whoever asks for more than that has written all of it."""
        yield from self._answer
        ours, self._nowhere = _exchanged(self._line)
        self._live.attach(self._stream, ours, chunked=self._chunked)

    def close(self) -> None:
        """The end of gunicorn's part; a stream that came to nothing gives its place back."""
        if self._nowhere is None:
            self._live.leave(self._stream)
        else:
            self._nowhere.close()
        end: Callable[[], object] = getattr(self._answer, "close", lambda: None)
        end()


def _exchanged(line: socket.socket) -> tuple[socket.socket, socket.socket]:
    """The connection as a socket of ours, and the far end of what `line` is now: it takes all, and says the end."""
    ours = line.dup()
    near, far = socket.socketpair()
    with near:
        os.dup2(near.fileno(), line.fileno(), inheritable=False)
    far.shutdown(socket.SHUT_WR)
    return ours, far
