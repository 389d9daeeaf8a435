"""What the store refuses, and what it can't find or read."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeAlias

import sqlalchemy as sa

from companion.errors import TableError
from companion.events import Log, Refusal
from companion.language import say
from companion.tracking import AnyTable

AnyLog: TypeAlias = Log[AnyTable]


class RefusedError(TableError):
    """An event that the rules refuse: `refusal` has the reason, `log` is the table's."""

    def __init__(self, refusal: Refusal, log: AnyLog) -> None:
        super().__init__("table", refusal.text)
        self.refusal, self.log = refusal, log


class NoRightError(TableError):
    """The actor lost the right to act while the request was processed."""

    def __init__(self, code: str) -> None:
        super().__init__(code, "the right to act there is lost", remedy="ask the host for a pass")


class UnknownTableError(TableError):
    """No table has this code."""

    def __init__(self, code: str) -> None:
        super().__init__(
            code[:20],
            say("there's no table with that code"),
            remedy=say("check the code on the host's screen"),
        )


class CodeInUseError(TableError):
    """Another table has this code."""


class UnreadableError(TableError):
    """A table whose rows were changed by someone or by a disk error, or whose game is missing."""

    def __init__(self, code: str) -> None:
        super().__init__(code, "can't be read", remedy="restore a backup")


@contextmanager
def readable(code: str) -> Iterator[None]:
    """Raise `UnreadableError` for whatever rules, trackers and views raise about a table's rows.

    The table may be unknown, and the database or the disk may fail: such errors pass.
    """
    try:
        yield
    except (sa.exc.SQLAlchemyError, OSError, UnknownTableError, UnreadableError):
        raise
    except Exception as error:
        raise UnreadableError(code) from error
