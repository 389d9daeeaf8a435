"""What a server's processes use: CPU and memory."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

TICK = os.sysconf("SC_CLK_TCK")


def cpu_s(pids: Sequence[int]) -> float:
    """Seconds of CPU that these processes have used."""
    stats = (Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2] for pid in pids)
    return sum(int(ticks) for stat in stats for ticks in stat.split()[11:13]) / TICK


def memory_mb(pids: Sequence[int]) -> float:
    """The most memory that these processes have held, in MB."""
    texts = (Path(f"/proc/{pid}/status").read_text("utf-8") for pid in pids)
    return sum(int(text.partition("VmHWM:")[2].split()[0]) for text in texts) / 1024
