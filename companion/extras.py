"""Extras: packages that few commands need, and the command that installs them."""

from __future__ import annotations

import json
import sys
from importlib.metadata import distribution
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

PACKAGE = "rookery-games"
EXTRAS = {
    "report": "matplotlib",
    "cut": "ezdxf",
    "cluster": "distributed",
    "hosted": "psycopg",
    "speed": "numba",
}
# files that these programs leave in an environment of theirs, and their commands
TOOLS = {
    "pipx_metadata.json": "pipx install --force",
    "uv-receipt.toml": "uv tool install --reinstall",
}


def remedy(extra: str) -> str:
    """Return the command that installs an extra the way this Rookery was installed.

    It names the extras that are there already, too, because pipx and uv start from nothing.
    The app that needs no Python takes no packages.
    """
    if getattr(sys, "frozen", False):
        return "the app can't take extras: install Rookery with pipx or uv instead"
    prefix, found = Path(sys.prefix), distribution(PACKAGE).read_text("direct_url.json")
    python = f'"{sys.executable}"' if " " in sys.executable else sys.executable
    pip = f"{python} -m pip install"
    tool = next((tool for name, tool in TOOLS.items() if (prefix / name).is_file()), pip)
    address = urlsplit(json.loads(found)["url"] if found else "")
    source = url2pathname(address.path) if address.scheme == "file" else PACKAGE
    names = [name for name, module in EXTRAS.items() if name == extra or find_spec(module)]
    return f'install it with: {tool} "{source}[{",".join(names)}]"'
