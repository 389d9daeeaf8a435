"""Programs that some tests and measurements need and pip can't install, and Chromium's flags.

`make test` runs `python3 -m bench.programs` first: as root on Debian it installs what is missing.
Elsewhere tests that need a program are skipped, and the end of the run says so. Standard library
only, because it runs before there is an environment.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.async_api import ViewportSize

PACKAGES = {  # program -> Debian packages
    "chromium": ("chromium",),
    "postgresql": ("postgresql",),
    "redis-server": ("redis-server",),
    "nginx": ("nginx",),
    "cc": ("gcc", "libc6-dev"),
    "ip": ("iproute2",),
    "unshare": ("util-linux",),
    "npm": ("nodejs", "npm"),
}
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
# The first two render the address bar's popup behind every window, 1.3 s of CPU a phone. The last
# list on a command line counts, so the others are Playwright's that matter to pages on http.
OFF = (
    "WebUIOmniboxPopup,WebUIOmniboxAimPopup,"
    "HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,PaintHolding,"
    "AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,LensOverlay,MediaRouter,"
    "ThirdPartyStoragePartitioning,OptimizationHints,NetworkTimeServiceQuerying,AimEnabled,"
    "PreconnectToSearch,AvoidCorsURLLoaderRestartOnRedirect"
)
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    f"--disable-features={OFF}",
)
PHONE: ViewportSize = {"width": 390, "height": 844}  # px


def find(program: str) -> Path | None:
    """Return the path of an installed program (PostgreSQL's newest server), or None."""
    if program == "postgresql":
        debian = Path("/usr/lib/postgresql").glob("*/bin/postgres")
        newest = max(debian, key=lambda path: int(path.parts[-3]), default=None)
        other = shutil.which("initdb")  # its server lies beside it, wherever a link leads
        return newest or (Path(other).resolve().with_name("postgres") if other else None)
    names = BROWSERS if program == "chromium" else (program,)
    path = next(filter(None, map(shutil.which, names)), None)
    return Path(path) if path else None


def install_command(*programs: str) -> str:
    """Return the Debian command that installs these programs."""
    return f"apt-get install {' '.join(name for each in programs for name in PACKAGES[each])}"


def main() -> int:
    """Install what is missing where this process may; return 1 if Debian's installer failed."""
    missing = [program for program in PACKAGES if find(program) is None]
    if not missing or not shutil.which("apt-get") or os.geteuid() != 0:
        return 0
    command = install_command(*missing).split()
    print(f"Tests need {', '.join(missing)}: {' '.join(command)}", flush=True)
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    options = ["--yes", "-qq", "--no-install-recommends"]
    for step in (["apt-get", "update", "-qq"], [*command, *options]):
        if subprocess.run(step, env=quiet, stdout=subprocess.DEVNULL, check=False).returncode:
            print(f"`{' '.join(step)}` failed: tests that need these are skipped", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
