"""A line that hangs: a relay before the server that passes an answer's head on and keeps the rest
to itself.

So it is where a phone walks out of the Wi-Fi in the middle of an answer: nobody closes anything,
and nothing comes.
"""

from __future__ import annotations

import contextlib
import socket
import threading
from types import TracebackType
from typing import Self


class Relay:
    """Listens at `base`; it keeps the body of the first answer to a path that contains `path`.
    `hung` says so.

    All that asks on that connection afterwards waits as well.
    """

    def __init__(self, host: str, target: int, path: str) -> None:
        self.hung = threading.Event()
        self._target, self._path = (host, target), path.encode()
        self._listener = socket.create_server((host, 0))
        self.base = f"http://{host}:{self._listener.getsockname()[1]}"
        self._lines: list[socket.socket] = []

    def __enter__(self) -> Self:
        threading.Thread(target=self._listen, daemon=True).start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        for line in (self._listener, *self._lines):
            with contextlib.suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
            line.close()

    def _listen(self) -> None:
        with contextlib.suppress(OSError):  # closed
            while True:
                phone, _ = self._listener.accept()
                server = socket.create_connection(self._target)
                self._lines += [phone, server]
                hangs = threading.Event()
                for pump in (self._up, self._down):
                    threading.Thread(target=pump, args=(phone, server, hangs), daemon=True).start()

    def _up(self, phone: socket.socket, server: socket.socket, hangs: threading.Event) -> None:
        with contextlib.suppress(OSError):
            while data := phone.recv(1 << 16):
                if self._path in data.split(b"\r\n", 1)[0] and not self.hung.is_set():
                    self.hung.set()
                    hangs.set()
                server.sendall(data)
            server.shutdown(socket.SHUT_WR)

    @staticmethod
    def _down(phone: socket.socket, server: socket.socket, hangs: threading.Event) -> None:
        with contextlib.suppress(OSError):
            while data := server.recv(1 << 16):
                if not hangs.is_set():
                    phone.sendall(data)
                    continue
                head, _, _ = data.partition(b"\r\n\r\n")
                phone.sendall(head + b"\r\n\r\n")
                return  # and the line stays open
            phone.shutdown(socket.SHUT_WR)
