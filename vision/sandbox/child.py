"""A child process that may be killed: what strangers send is worked on there, with little to take.

The parent sends parts to the child's standard input and takes parts from its output; nothing else
passes between them. Time is limited by the parent, memory by the operating system where it can
(POSIX).
"""

from __future__ import annotations

import json
import os
import struct
import subprocess
import sys
from collections.abc import Iterable, Sequence
from typing import BinaryIO

from companion.errors import RookeryError
from companion.language import as_data

KEPT = frozenset(
    {
        "PATH",
        "HOME",
        "LANG",
        "LC_ALL",
        "TZ",
        "TMPDIR",
        "TEMP",
        "TMP",
        "SYSTEMROOT",
        "LD_LIBRARY_PATH",
    }
)
MAX_ANSWER = 40_000_000  # bytes


class NoAnswerError(Exception):
    """The child has died, or says nothing that can be understood."""


class TooSlowError(NoAnswerError):
    """The child has taken too long, and was killed."""


def ask(child: Sequence[str], parts: Iterable[bytes], timeout_s: float) -> list[bytes]:
    """Return what a child answers, which Python starts with the arguments `child`; raises
    `NoAnswerError`.

    `-P` belongs among them: a file in the working directory must not pass for one of ours.
    """
    try:
        done = subprocess.run(  # noqa: S603 - our own interpreter and module
            [sys.executable, *child],
            input=b"".join(map(framed, parts)),
            capture_output=True,
            timeout=timeout_s,
            check=False,
            env=_environment(),
        )
    except subprocess.TimeoutExpired:
        raise TooSlowError from None
    answer = unframed(done.stdout)
    if done.returncode != 0 or not answer:
        raise NoAnswerError
    return answer


def framed(part: bytes) -> bytes:
    """A part as it travels, its length before it."""
    return struct.pack(">Q", len(part)) + part


def unframed(output: bytes) -> list[bytes]:
    """The parts of a whole output, none of one that is too large."""
    parts, at = [], 0
    while at + 8 <= len(output) <= MAX_ANSWER:
        (length,) = struct.unpack_from(">Q", output, at)
        parts.append(output[at + 8 : at + 8 + length])
        at += 8 + length
    return parts


def take(stream: BinaryIO) -> bytes:
    """The next part of a stream."""
    (length,) = struct.unpack(">Q", stream.read(8))
    return stream.read(length)


def refusal(error: RookeryError) -> bytes:
    """An error as a part: `{"error": {...}}`, with what makes one of its kind again."""
    fields = {
        "source": error.source,
        "problem": error.problem,
        "at": error.at,
        "remedy": error.remedy,
    }
    return json.dumps({"error": as_data(fields)}).encode()


def limit(memory: int, cpu: int) -> None:
    """Limit the child's memory, bytes, its seconds, also when nobody is left to kill it, and its
    disk, to nothing.
    """
    if sys.platform == "win32":
        return  # no such limits there; the parent's time limit still holds
    import resource  # noqa: PLC0415 - POSIX only

    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CPU, (cpu, cpu))
    for none in (resource.RLIMIT_FSIZE, resource.RLIMIT_CORE):
        resource.setrlimit(none, (0, 0))


def _environment() -> dict[str, str]:
    """Return what a child needs of the parent's surroundings, where to find our packages included:
    no password is among them.

    A single maths thread: NumPy's each reserve address space, and would count against the limit.
    """
    paths = os.pathsep.join(path for path in sys.path if path)
    kept = {name: value for name, value in os.environ.items() if name.upper() in KEPT}
    return {**kept, "PYTHONPATH": paths, "OPENBLAS_NUM_THREADS": "1"}
