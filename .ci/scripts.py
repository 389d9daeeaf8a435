"""Check the browser's scripts: eslint's recommended rules, and `tsc --checkJs`.

`make lint` runs this. Both tools are pinned with hashes in `.ci/javascript/package-lock.json`; npm
installs them into the folder beside it, once for each lock. Without npm nothing is checked, and
that is said; in CI (`CI=true`) it is a failure. Standard library only.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent / "javascript"
ROOT = HERE.parents[1]
LOCK = HERE / "package-lock.json"
TOOLS = HERE / "node_modules"
DONE = TOOLS / ".package-lock.json"  # npm writes it last


def main() -> int:
    """Return the exit status: 0 if all is well, or npm is missing outside CI."""
    npm, node = shutil.which("npm"), shutil.which("node")
    if npm is None or node is None:
        print("npm is missing: scripts aren't checked; on Debian: apt-get install nodejs npm")
        return int(os.environ.get("CI") == "true")
    if not DONE.is_file() or DONE.stat().st_mtime < LOCK.stat().st_mtime:
        command = [npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--silent"]
        if status := subprocess.run(command, cwd=HERE, check=False).returncode:
            print(f"npm failed (status {status}), see above. Is there a network?")
            return 1
    eslint = [TOOLS / "eslint/bin/eslint.js", "--config", HERE / "eslint.config.js", "web/static"]
    tsc = [TOOLS / "typescript/bin/tsc", "--project", HERE / "tsconfig.json"]
    running = [subprocess.Popen([node, *tool], cwd=ROOT) for tool in (eslint, tsc)]
    statuses = [process.wait() for process in running]
    return int(any(statuses))


if __name__ == "__main__":
    sys.exit(main())
