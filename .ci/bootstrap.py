"""Make .venv from requirements.lock on a machine with nothing but Python 3.11 or newer.

Works where ensurepip is missing too (stock Debian): the environment is made without pip, and the pip
wheel that lies beside this file, checked against its pinned hash, installs into it.
"""

import hashlib
import os
import subprocess
import sys
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
WHEEL = HERE / "pip-26.3-py3-none-any.whl"
WHEEL_SHA256 = "f3b60b20ffaadd4415ed7957212a38ac63fa4c5fa375bd0f4a797777940fad13"
OLDEST = (3, 11)


def main() -> None:
    """Check Python and pip's hash, then install exactly what is locked, and Rookery itself, editable."""
    if sys.version_info < OLDEST:
        sys.exit(f"Rookery needs Python 3.11 or newer, this is {sys.version.split()[0]}: make PYTHON=python3.12 ...")
    if hashlib.sha256(WHEEL.read_bytes()).hexdigest() != WHEEL_SHA256:
        sys.exit(f"{WHEEL.name} is not the pip that was pinned: fetch the repository again")
    folder = ROOT / ".venv"
    print("Making .venv; the first time takes a minute or two ...", flush=True)
    venv.EnvBuilder(with_pip=False, symlinks=os.name != "nt").create(folder)
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    pip = [str(python), f"{WHEEL}/pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "--require-hashes", "--requirement", "requirements.lock"], cwd=ROOT, check=True)
    subprocess.run([*pip, "--no-deps", "--no-build-isolation", "--editable", "."], cwd=ROOT, check=True)


if __name__ == "__main__":
    try:
        main()
    except subprocess.CalledProcessError as error:
        sys.exit(f"pip could not install (status {error.returncode}): its message is above; is there a network?")
