"""Run untrusted work in a child process with few rights that can be killed.

The parent sends parts to the child's standard input and receives parts from its output; nothing
else passes between them. Time is limited by the parent, memory by the operating system where it can
(POSIX).
"""

from __future__ import annotations

import json
import os
import re
import struct
import subprocess
import sys
from collections.abc import Iterable, Sequence
from typing import BinaryIO

from companion.errors import RookeryError
from companion.language import as_data

KEPT = re.compile("PATH|HOME|LANG|LC_ALL|TZ|TMPDIR|TEMP|TMP|SYSTEMROOT|LD_LIBRARY_PATH")
MAX_ANSWER = 40_000_000  # bytes
KILLED = -9  # the status of a child that got SIGKILL, which Windows doesn't have


class NoAnswerError(Exception):
    """The child died, or its answer is invalid."""


class TooSlowError(NoAnswerError):
    """The child took too long and was killed."""


class KilledError(NoAnswerError):
    """Something else killed the child, such as a system that needs memory."""


def ask(child: Sequence[str], parts: Iterable[bytes], timeout_s: float) -> list[bytes]:
    """Start Python with the arguments `child`, send it `parts`, and return its answer.

    Raises `NoAnswerError`. With `-P`, a file in the working directory can't replace a module.
    """
    try:
        done = subprocess.run(  # noqa: S603 - our own interpreter and module
            [sys.executable, *child],
            input=b"".join(map(framed, parts)),
            capture_output=True,
            timeout=timeout_s,
            check=False,
            env=environment(),
        )
    except subprocess.TimeoutExpired:
        raise TooSlowError from None
    if done.returncode == KILLED:
        raise KilledError
    answer = unframed(done.stdout)
    if done.returncode != 0 or not answer:
        raise NoAnswerError
    return answer


def environment() -> dict[str, str]:
    """Return a child's environment: a few harmless variables, and the paths of packages.

    A single BLAS thread, because each of NumPy's threads reserves address space that counts against
    the limit.
    """
    kept = {name: value for name, value in os.environ.items() if KEPT.fullmatch(name.upper())}
    paths = os.pathsep.join(path for path in sys.path if path)
    return {**kept, "PYTHONPATH": paths, "OPENBLAS_NUM_THREADS": "1"}


def framed(part: bytes) -> bytes:
    """Return a part as it is sent, with its length first."""
    return struct.pack(">Q", len(part)) + part


def unframed(output: bytes) -> list[bytes]:
    """Return the parts of a complete output; none if it is too large."""
    parts, at = [], 0
    while at + 8 <= len(output) <= MAX_ANSWER:
        (length,) = struct.unpack_from(">Q", output, at)
        parts.append(output[at + 8 : at + 8 + length])
        at += 8 + length
    return parts


def take(stream: BinaryIO) -> bytes:
    """Return the next part of a stream."""
    (length,) = struct.unpack(">Q", stream.read(8))
    return stream.read(length)


def refusal(error: RookeryError) -> bytes:
    """Return an error as a part, `{"error": {...}}`, from which the parent can recreate it."""
    fields = {name: getattr(error, name) for name in ("source", "problem", "at", "remedy")}
    return json.dumps({"error": as_data(fields)}).encode()


def limit(memory: int, cpu: int) -> None:
    """Limit the child's memory (bytes) and CPU time (s), and forbid writing files."""
    if sys.platform == "win32":
        return  # no such limits there; the parent's time limit still holds
    import resource  # noqa: PLC0415 - POSIX only

    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    # at the hard limit a child is killed as if by someone else
    resource.setrlimit(resource.RLIMIT_CPU, (cpu, cpu + 1))
    for resource_kind in (resource.RLIMIT_FSIZE, resource.RLIMIT_CORE):
        resource.setrlimit(resource_kind, (0, 0))
