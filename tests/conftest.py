"""Laws take the time they need (a busy machine fails no test), and CI tries the same examples every time.

The tests run in as many processes as there are cores, so OpenCV gets one thread in each: threads that wait for a core
spin. And glibc keeps the memory of pictures instead of giving each back to the system, which costs as much time as
reading them. Tests write into memory where there is enough of it, for each tap is synced; and what they start keeps the
byte code that it has compiled for the next to be started. xdist's processes inherit all this from the first one, and
what tests start from those.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from hypothesis import settings

GIGABYTE = str(2**30)
ENOUGH = 4 * 2**30  # bytes
MEMORY = Path("/dev/shm")  # noqa: S108 - pytest makes a folder of our own in it

os.environ.setdefault("OPENCV_FOR_THREADS_NUM", "1")  # read when cv2 is first imported, which is after this file
os.environ.setdefault("MALLOC_MMAP_THRESHOLD_", GIGABYTE)  # these two are read when a process starts: not with -n0
os.environ.setdefault("MALLOC_TRIM_THRESHOLD_", GIGABYTE)
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
if MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ENOUGH:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))

settings.register_profile("rookery", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "rookery")
