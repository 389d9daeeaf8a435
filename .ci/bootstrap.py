"""Make an environment from a lock file, on a machine with nothing but Python 3.11 or newer.

    python3 .ci/bootstrap.py FOLDER LOCK

Works where ensurepip is missing too (stock Debian): the environment is made without pip, and the
pip wheel that lies beside this file, checked against its pinned hash, installs into it.
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


def main(folder: Path, lock: Path) -> None:
    """Check Python and pip's hash, then install exactly what is locked, and Rookery, editable."""
    if sys.version_info < OLDEST:
        version = sys.version.split()[0]
        sys.exit(f"Rookery needs Python 3.11 or newer, this is {version}: make PYTHON=python3.12")
    if hashlib.sha256(WHEEL.read_bytes()).hexdigest() != WHEEL_SHA256:
        sys.exit(f"{WHEEL.name} is not the pinned pip: fetch the repository again")
    print(
        f"Making {folder.name} from {lock.name}; the first time takes a minute or two", flush=True
    )
    venv.EnvBuilder(with_pip=False, symlinks=os.name != "nt").create(folder)
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    pip = [str(python), f"{WHEEL}/pip", "install", "--quiet", "--disable-pip-version-check"]
    for what in (["--require-hashes", "--requirement", str(lock)],
                 ["--no-deps", "--no-build-isolation", "--editable", str(ROOT)]):  # fmt: skip
        if status := subprocess.run([*pip, *what], check=False).returncode:
            sys.exit(f"pip failed (status {status}), see above. Is there a network?")


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve())
