"""The error that a view raises to refuse a request."""

from __future__ import annotations

from companion.errors import RookeryError

BUSY_S = 5  # seconds after which to try again


class ApiError(RookeryError):
    """A refusal with an HTTP status; `code` is a word for programs."""

    def __init__(self, status: int, code: str, message: str, retry_after_s: int = 0) -> None:
        super().__init__("request", message)
        self.status, self.code, self.retry_after_s = status, code, retry_after_s
