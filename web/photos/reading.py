"""The interface of photo readers, and the one of a kitchen table, which uses a child process."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeAlias

from vision.sandbox import worker
from vision.sandbox.worker import WorkerResult

CHILD = ("-P", "-m", "web.photos.child")
MAX_UPLOAD = 30 * 1024 * 1024
TIMEOUT_S = 60.0

# (data, name, deck text, goal ids, timeout in s); raises PhotoError
Reader: TypeAlias = Callable[[bytes, str, str, Sequence[str], float], WorkerResult]
# (data, name, timeout in s) to the game's slug and its deck file; raises PhotoError and DeckError
LabelReader: TypeAlias = Callable[[bytes, str, float], tuple[str, str]]

read_in_worker = partial(worker.read_in_worker, child=CHILD)
