"""Build everything that a release offers into build/release, and check it: `make release`.

The wheel, the source archive, the bill of materials, and ready-made PDFs: every game on A4 and
Letter in every language.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

import pikepdf

from companion import __version__
from companion.game import offering
from companion.language import LANGUAGES

ROOT = Path(__file__).resolve().parents[1]
BIN = Path(sys.executable).parent
RELEASE = ROOT / "build" / "release"
PAPERS = {"a4": (210, 297), "letter": (216, 279)}  # mm, rounded
LARGEST_SDIST = 5_000_000  # bytes


def main() -> None:
    """Build and check one part after the other."""
    shutil.rmtree(RELEASE, ignore_errors=True)
    RELEASE.mkdir(parents=True)
    packages()
    bill_of_materials()
    for language in LANGUAGES:
        for paper in PAPERS:
            sheets(language, paper)
    total = sum(path.stat().st_size for path in RELEASE.iterdir())
    print(
        f"{RELEASE.relative_to(ROOT)}: {len(list(RELEASE.iterdir()))} files, {total / 1e6:.1f} "
        "MB, all checked"
    )


def packages() -> None:
    """Build the wheel and the source archive; the wheel must run from an empty folder."""
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-d", RELEASE], cwd=ROOT, check=True
    )
    (wheel,) = RELEASE.glob("*.whl")
    (source,) = RELEASE.glob("*.tar.gz")
    assert source.stat().st_size < LARGEST_SDIST, (
        f"{source.name} has {source.stat().st_size:,} bytes"
    )
    with tarfile.open(source) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    subprocess.run([BIN / "twine", "check", "--strict", wheel, source], cwd=ROOT, check=True)
    missing = {"README.md", "LICENSE", "CHANGELOG.md", "pyproject.toml", "docs/index.md"} - names
    assert not missing, f"{source.name} lacks {missing}"
    with tempfile.TemporaryDirectory() as folder:
        shutil.unpack_archive(wheel, folder, "zip")
        command = [sys.executable, "-m", "rookery", "--version"]
        said = subprocess.run(
            command,
            cwd=folder,
            env=os.environ | {"PYTHONPATH": folder},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
    assert __version__ in said, said


def bill_of_materials() -> None:
    """List what a user installs, as CycloneDX."""
    target = RELEASE / f"rookery-{__version__}.cdx.json"
    lock, project = ROOT / "requirements.lock", ROOT / "pyproject.toml"
    command: list[str | Path] = [BIN / "cyclonedx-py", "requirements", lock, "--pyproject", project]
    quiet = os.environ | {"PYTHONWARNINGS": "ignore"}  # a lock file has no dependency tree
    subprocess.run(
        [*command, "--output-reproducible", "--output-file", target], check=True, env=quiet
    )


def sheets(language: str, paper: str) -> None:
    """Print all games and pack them into one archive; every PDF must have the paper's size."""
    with tempfile.TemporaryDirectory() as folder:
        command = [
            sys.executable,
            "-m",
            "rookery",
            "print",
            "all",
            "--language",
            language,
            "--paper",
            paper,
            "-o",
            folder,
        ]
        subprocess.run(command, check=True, capture_output=True)
        printed = sorted(Path(folder).glob("*.pdf"))
        assert len(printed) == len(list(offering("print"))), printed
        for path in printed:
            assert page_size(path) == PAPERS[paper], path
        with zipfile.ZipFile(
            RELEASE / f"rookery-{__version__}-{paper}-{language}.zip", "w", zipfile.ZIP_DEFLATED
        ) as pack:
            for path in sorted(Path(folder).iterdir()):
                pack.write(path, path.name)
    print(f"{language} {paper}: {len(printed)} games", flush=True)


def page_size(path: Path) -> tuple[int, int]:
    """Return the size of all pages of a PDF, mm; they must be alike."""
    with pikepdf.open(path) as document:
        (size,) = {
            tuple(round(float(side) / 72 * 25.4) for side in page.mediabox[2:])
            for page in document.pages
        }
    width, height = size
    return width, height


if __name__ == "__main__":
    main()
