"""The command `rookery doctor`: a page of plain text about this computer, for a bug report."""

from __future__ import annotations

import os
import platform
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

import click

from companion import __version__
from companion.errors import reason
from companion.extras import EXTRAS
from companion.folders import settings_folder
from companion.profile import profile_names
from web.machine import bind, household, ranked
from web.options import DATA

LIBRARIES = ("click", "Flask", "numpy", "opencv-python-headless", "Pillow", "reportlab", "uvicorn")
PORT = 8000  # the first that `rookery table` tries
LEAST_MB = 500  # of the disk: an evening's photos, and as much again for their backup
FUTURE_S = 60  # a file that is later than the clock by more was written with another clock
FIREWALLS = {
    "Windows": "Windows Security > Firewall > Allow an app: tick Python for private networks",
    "Darwin": "System Settings > Network > Firewall > Options: allow Python incoming connections",
}
LINUX = {  # a program that sets a firewall up, and its command
    "ufw": f"sudo ufw allow {PORT}/tcp",
    "firewall-cmd": f"sudo firewall-cmd --add-port={PORT}/tcp",
}
Line = tuple[str, str]  # a heading and a text; a text that begins with "!" is a problem


@click.command()
@DATA
def doctor(folder: Path) -> None:
    """Check this computer, and write a page of plain text for a bug report.

    It has no players' names, no table codes and no names of your folders. Nothing is changed.
    """
    parts: dict[str, Callable[[], Iterator[Line]]] = {
        "Versions": _versions,
        "Addresses": lambda: _addresses(folder),
        "Clock and disk": lambda: _clock_and_disk(folder),
        "Folders": lambda: _folders(folder),
        "Extras": _extras,
    }
    problems = 0
    for title, lines in parts.items():
        click.secho(title, bold=True)
        for name, text in lines():
            problems += text.startswith("!")
            click.echo(f"  {name:24}{text}")
    click.echo(
        f"\nProblems found: {problems}, each marked with !" if problems else "\nAll is well."
    )
    click.echo("Something else is wrong? See Troubleshooting (docs/troubleshooting.md).")


def _versions() -> Iterator[Line]:
    yield "Rookery", __version__
    python = f"{platform.python_implementation()} {platform.python_version()}"
    yield "Python", f"{python}, {'64' if sys.maxsize > 2**32 else '32'} bits"
    yield "System", f"{platform.system()} {platform.release()}, {platform.machine()}"
    yield "Terminal", f"{sys.stdout.encoding}, {'shown' if sys.stdout.isatty() else 'a file'}"
    for name in LIBRARIES:
        try:
            yield name, version(name)
        except PackageNotFoundError:
            yield name, "! missing; install Rookery again"


def _addresses(folder: Path) -> Iterator[Line]:
    """Say where phones can open the table; of an IPv6 address only the network is shown."""
    from web.storage.database import running_at

    found = ranked()
    near = [name for name, virtual in found if not virtual]
    for name, virtual in found:
        who = (
            "of a VPN, a container or a virtual machine: phones can't"
            if virtual
            else "in the QR code: phones in this network can"
            if name == near[0]
            else "phones in this network can"
        )
        yield household(name), who
    if not near:
        yield "network", "! none; connect this computer to Wi-Fi, or to a phone's hotspot"
    if used := running_at(folder):
        used = f"Rookery runs at {used}"
    else:
        try:
            for listener in bind("", PORT):
                listener.close()
            used = "free"
        except OSError as error:
            used = f"{reason(error)}; rookery takes the next free one"
    yield f"port {PORT}", used
    system = platform.system()
    found_here = (command for name, command in LINUX.items() if shutil.which(name))
    hint = FIREWALLS.get(system) or next(found_here, "")
    yield "if phones can't", hint or "allow it in the firewall of this computer, if it has one"
    yield "", "Guest Wi-Fi often keeps devices apart: use the main one, or a hotspot."


def _clock_and_disk(folder: Path) -> Iterator[Line]:
    from web.storage.database import FILE

    now = datetime.now(UTC)
    yield "time", f"{now:%Y-%m-%d %H:%M} UTC, here {now.astimezone():%H:%M %z}"
    file = folder / FILE
    if os.access(file, os.R_OK) and file.stat().st_mtime > time.time() + FUTURE_S:
        yield "", "! the tables were saved later than now: set the clock"
    free = shutil.disk_usage(_nearest(folder)).free // 1_000_000
    least = "" if free >= LEAST_MB else f"! less than {LEAST_MB} MB free: "
    yield "disk", f"{least}{free:,} MB free"


def _folders(folder: Path) -> Iterator[Line]:
    yield "tables and photos", _writable(folder)
    if os.access(folder, os.R_OK | os.X_OK):
        size = sum(each.stat().st_size for each in folder.rglob("*") if each.is_file())
        yield "", f"{size / 1e6:,.1f} MB"
    yield "printer profiles", f"{_writable(settings_folder())}, {len(profile_names())} profiles"
    yield "for passing files", _writable(Path(tempfile.gettempdir()))


def _nearest(folder: Path) -> Path:
    """Return the folder, or the nearest above it that is there and may be seen."""
    return next(each for each in (folder, *folder.parents) if os.access(each, os.F_OK))


def _writable(folder: Path) -> str:
    """Say whether files can be written there, or the folder be made."""
    there = _nearest(folder)
    if not os.access(there, os.W_OK | os.X_OK):
        return "! can't be written; name another with --data, or change its owner"
    return "can be written" if there == folder else "not there yet, can be made"


def _extras() -> Iterator[Line]:
    for name, module in EXTRAS.items():
        yield name, "installed" if find_spec(module) else "not installed"
