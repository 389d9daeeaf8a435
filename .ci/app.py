"""Build the app that needs no Python, for the system that this runs on: `make app`.

The folder `build/app/rookery` has the program `rookery`, Python and all packages in `_internal`,
and their licences in `licenses`. The archive beside it is what people download.
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import licences

ROOT = Path(__file__).resolve().parents[1]
APP = ROOT / "build" / "app"
FOLDER, SITE = APP / "rookery", APP / "site"
LINUX = sys.platform == "linux"
LARGEST, LARGEST_ARCHIVE = 290e6, 105e6  # bytes
README = """Rookery

Double-click "rookery" (Windows: rookery.exe). Your browser opens the home page; "Quit Rookery" is
at its end. With arguments it is a command: run "rookery --help" in a terminal here.
The folder can lie anywhere. To remove Rookery, delete it; tables and photos are elsewhere:
"rookery doctor" says where.
"""


def main() -> None:
    """Build the wheel, the folder from it, and its archive."""
    shutil.rmtree(APP, ignore_errors=True)
    APP.mkdir(parents=True)
    wheel = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(APP)]
    subprocess.run(wheel, cwd=ROOT, check=True)
    (built,) = APP.glob("*.whl")
    shutil.unpack_archive(built, SITE, "zip")
    version = built.name.split("-")[1]
    freeze()
    if LINUX:
        strip()
    (FOLDER / "README.txt").write_text(README, "utf-8")
    licences.write(FOLDER / "licenses", FOLDER / "_internal")
    size = sum(path.lstat().st_size for path in FOLDER.rglob("*") if not path.is_dir())
    archive = pack(f"rookery-{version}-{system()}")
    print(f"{FOLDER.relative_to(ROOT)}: {size / 1e6:.1f} MB")
    print(f"{archive.relative_to(ROOT)}: {archive.stat().st_size / 1e6:.1f} MB")
    assert size <= LARGEST, f"the folder may have {LARGEST / 1e6:.0f} MB"
    assert archive.stat().st_size <= LARGEST_ARCHIVE, f"at most {LARGEST_ARCHIVE / 1e6:.0f} MB"


def freeze() -> None:
    """Run PyInstaller outside the checkout, so that it finds the wheel's files only."""
    command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN"]
    where = ["--distpath", str(APP), "--workpath", str(APP / "work")]
    env = {**os.environ, "ROOKERY_SITE": str(SITE), "PYTHONPATH": str(SITE)}
    env["PYTHONHASHSEED"] = "1"  # the same order in every build
    subprocess.run([*command, *where, str(ROOT / ".ci" / "app.spec")], cwd=APP, env=env, check=True)


def strip() -> None:
    """Remove the debugging symbols of Python and SQLAlchemy, 30 MB.

    Not those of all libraries: OpenBLAS can't be loaded any more afterwards.
    """
    inside = FOLDER / "_internal"
    for path in (
        *inside.glob("libpython*"),
        *inside.glob("**/lib-dynload/*.so"),
        *inside.glob("sqlalchemy/**/*.so"),
    ):
        subprocess.run(["strip", "--strip-unneeded", str(path)], check=True)


def system() -> str:
    """Return the system and processor that the app is for, such as linux-x86_64."""
    name = {"linux": "linux", "darwin": "macos", "win32": "windows"}[sys.platform]
    return f"{name}-{platform.machine().lower()}"


def pack(name: str) -> Path:
    """Return the folder as an archive that the system opens by itself."""
    if sys.platform == "darwin":  # Python's zip loses the right to execute
        target = APP / f"{name}.zip"
        subprocess.run(["ditto", "-c", "-k", "--keepParent", FOLDER, target], check=True)
        return target
    if not LINUX:
        return Path(shutil.make_archive(str(APP / name), "zip", APP, FOLDER.name))
    target = APP / f"{name}.tar.xz"
    # higher presets save 3 MB and take four times as long
    with tarfile.open(target, "w:xz", preset=1) as archive:
        archive.add(FOLDER, FOLDER.name)
    return target


if __name__ == "__main__":
    main()
