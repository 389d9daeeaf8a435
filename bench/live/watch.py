"""What a server's processes use: CPU, memory and open files, and how that changes in a long run."""

from __future__ import annotations

import asyncio
import os
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

TICK = os.sysconf("SC_CLK_TCK")
EVERY_S = 10.0


def kill(process: subprocess.Popen[str]) -> None:
    """End it as a power cut would, as far as a process can tell."""
    process.kill()
    process.wait()
    if process.stdout:
        process.stdout.close()


def cpu_s(pids: Sequence[int]) -> float:
    """Seconds of CPU that these processes have used."""
    return sum(_cpu_s(pid) for pid in pids)


def memory_mb(pids: Sequence[int], what: str = "VmHWM") -> float:
    """The most memory that they have held (VmHWM), or what they hold now (VmRSS), in MB."""
    return sum(_status(pid, what) for pid in pids) / 1024


def files(pids: Sequence[int]) -> int:
    """How many files and sockets they have open."""
    return sum(len(list(Path(f"/proc/{pid}/fd").iterdir())) for pid in pids)


@dataclass
class Watch:
    """Memory and open files of some processes, every few seconds until it is cancelled."""

    pids: Sequence[int]
    memory: list[float] = field(default_factory=list)
    files: list[int] = field(default_factory=list)

    async def run(self) -> None:
        """Look again and again."""
        while True:
            self.memory.append(memory_mb(self.pids, "VmRSS"))
            self.files.append(files(self.pids))
            await asyncio.sleep(EVERY_S)


def thirds(values: Sequence[float]) -> tuple[float, float, float]:
    """The mean of the first, second and last third: what is flat has three alike.

    >>> thirds([1, 1, 2, 2, 3, 3])
    (1.0, 2.0, 3.0)
    """
    size = max(1, len(values) // 3)
    parts = values[:size], values[size : 2 * size] or values, values[-size:]
    first, second, last = (sum(part) / len(part) for part in parts)
    return first, second, last


def _cpu_s(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICK


def _status(pid: int, what: str) -> int:
    lines = Path(f"/proc/{pid}/status").read_text("utf-8").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(what))
