"""What we depend on (a CycloneDX list) and what is known to be wrong with it: `make audit`.

Writes `build/rookery.cdx.json`, the same bytes for the same lock file, and `build/audit.json`. Ends with 0 where
nothing is known, 1 where something is, and 2 where nobody could be asked: then nothing is known either way.
"""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BIN = Path(sys.executable).parent
CLEAN, KNOWN, UNASKED = 0, 1, 2


def main() -> None:
    """Both files into a folder; tell what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lock", type=Path, default=ROOT / "requirements.lock")
    parser.add_argument("--into", type=Path, default=ROOT / "build")
    asked = parser.parse_args()
    asked.into.mkdir(parents=True, exist_ok=True)
    print(f"{components(asked.lock, asked.into / 'rookery.cdx.json')} packages are listed in {asked.into}")
    sys.exit(holes(asked.lock, asked.into / "audit.json"))


def components(lock: Path, target: Path) -> int:
    """List every locked package, with its hashes; how many there are."""
    command = [BIN / "cyclonedx-py", "requirements", lock, "--pyproject", ROOT / "pyproject.toml"]
    quiet = {**os.environ, "PYTHONWARNINGS": "ignore"}  # a lock file tells no dependency of what
    subprocess.run([*command, "--output-reproducible", "--output-file", target], check=True, env=quiet)
    return len(json.loads(target.read_text("utf-8"))["components"])


def holes(lock: Path, target: Path) -> int:
    """Ask for known vulnerabilities of exactly the locked versions; the exit status."""
    target.unlink(missing_ok=True)
    asking = [BIN / "pip-audit", "--requirement", lock, "--require-hashes", "--disable-pip", "--progress-spinner=off"]
    command = [*asking, "--format", "json", "--output", target]
    asked = subprocess.run(command, check=False, stderr=subprocess.PIPE, text=True)
    if not target.is_file():
        reason = (asked.stderr.strip().splitlines() or ["no reason given"])[-1]
        print(f"Nobody could be asked for known vulnerabilities: is there a network? ({reason})", file=sys.stderr)
        return UNASKED
    found = list(told(target))
    print("\n".join(found) or "No vulnerability of these versions is known.")
    return KNOWN if found else CLEAN


def told(report: Path) -> Iterator[str]:
    """A line for each vulnerability: the package, what it is called, and the version that mends it."""
    for package in json.loads(report.read_text("utf-8"))["dependencies"]:
        for hole in package.get("vulns", ()):
            mended = ", ".join(hole["fix_versions"]) or "no version yet"
            yield f"{package['name']} {package['version']}: {hole['id']}, mended in {mended}"


if __name__ == "__main__":
    main()
