"""List what Rookery depends on, and what is known to be wrong with it: `make audit`.

Writes `build/rookery.cdx.json` (CycloneDX, the same bytes for the same lock file) and
`build/audit.json`. Exit status: 0 if every locked version was checked and none is known to be
vulnerable, 1 if one is, 2 if any could not be checked.
"""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

import licences

ROOT = Path(__file__).resolve().parents[1]
BIN = Path(sys.executable).parent
CLEAN, VULNERABLE, UNCHECKED = 0, 1, 2


def main() -> None:
    """Write both files and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lock", type=Path, default=ROOT / "requirements-dev.lock")
    parser.add_argument("--into", type=Path, default=ROOT / "build")
    options = parser.parse_args()
    options.into.mkdir(parents=True, exist_ok=True)
    status = check(options.lock, options.into / "audit.json")
    count = components(options.lock, options.into / "rookery.cdx.json")
    print(f"{count} packages are listed in {options.into}")
    sys.exit(status)


def components(lock: Path, target: Path) -> int:
    """Write every locked package, with hashes and licence, to `target`; return how many."""
    command = [BIN / "cyclonedx-py", "requirements", lock, "--pyproject", ROOT / "pyproject.toml"]
    quiet = {**os.environ, "PYTHONWARNINGS": "ignore"}  # a lock file has no dependency tree
    subprocess.run(
        [*command, "--output-reproducible", "--output-file", target], check=True, env=quiet
    )
    if unknown := licences.name_in(target):
        print("No licence is known of", *unknown)
    return len(json.loads(target.read_text("utf-8"))["components"])


def check(lock: Path, target: Path) -> int:
    """Look up known vulnerabilities of exactly the locked versions; return the exit status.

    What could not be checked is said first, so that no list of the rest looks like the whole.
    """
    target.unlink(missing_ok=True)
    command = [BIN / "pip-audit", "--requirement", lock, "--require-hashes", "--disable-pip",
               "--progress-spinner=off", "--format", "json", "--output", target]  # fmt: skip
    done = subprocess.run(command, check=False, stderr=subprocess.PIPE, text=True)
    if not target.is_file():
        reason = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
        print(f"Nothing could be checked: is there a network? ({reason})")
        return UNCHECKED
    packages = json.loads(target.read_text("utf-8"))["dependencies"]
    holes = [
        f"{package['name']} {package['version']}: {hole['id']}, "
        f"fixed in {', '.join(hole['fix_versions']) or 'no version yet'}"
        for package in packages
        for hole in package.get("vulns", ())
    ]
    skipped = [
        f"{each['name']}: {each['skip_reason']}" for each in packages if "skip_reason" in each
    ]
    if skipped:
        print(f"{len(skipped)} of {len(packages)} packages could not be checked:")
        print(*skipped, "", sep="\n")
    print("\n".join(holes) or "No known vulnerability in the versions that were checked.")
    if skipped:
        return UNCHECKED
    return VULNERABLE if holes else CLEAN


if __name__ == "__main__":
    main()
