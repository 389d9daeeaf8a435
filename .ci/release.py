"""Build everything that a release offers into build/release, and check it: `make release`.

The wheel, the source archive, the bill of materials, and ready-made PDFs: every game on A4 and
Letter, in every language, in full and low ink, whole and as the fewest sheets for tonight.
`release.json` lists them for the site's download page, `SHA256SUMS` has their checksums.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from itertools import chain, product
from pathlib import Path

import licences
import pikepdf

from companion import __version__
from companion.game import offering
from companion.language import LANGUAGES

ROOT = Path(__file__).resolve().parents[1]
BIN = Path(sys.executable).parent
RELEASE = ROOT / "build" / "release"
INKS = ("full", "low")
PAPERS = {"a4": (210, 297), "letter": (216, 279)}  # mm, rounded
LARGEST_SDIST = 8_000_000  # bytes


def main() -> None:
    """Build and check one part after the other."""
    shutil.rmtree(RELEASE, ignore_errors=True)
    RELEASE.mkdir(parents=True)
    packages()
    bill_of_materials()
    listed = {
        "version": __version__,
        "date": datetime.now(UTC).date().isoformat(),
        "prints": prints(),
    }
    (RELEASE / "release.json").write_text(json.dumps(listed, indent=1), "utf-8")
    files = sorted(path for path in RELEASE.iterdir() if path.suffix != ".json")
    sums = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files]
    (RELEASE / "SHA256SUMS").write_text("".join(sums), "utf-8")
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
    """List what a user installs, with licences, as CycloneDX."""
    target = RELEASE / f"rookery-{__version__}.cdx.json"
    lock, project = ROOT / "requirements.lock", ROOT / "pyproject.toml"
    command: list[str | Path] = [BIN / "cyclonedx-py", "requirements", lock, "--pyproject", project]
    quiet = os.environ | {"PYTHONWARNINGS": "ignore"}  # a lock file has no dependency tree
    subprocess.run(
        [*command, "--output-reproducible", "--output-file", target], check=True, env=quiet
    )
    unknown = licences.name_in(target)
    assert not unknown, f"name the licence of {unknown} in .ci/licences.py"


def prints() -> list[dict[str, object]]:
    """Print everything that people download, and describe each PDF."""
    orders = list(product(LANGUAGES, PAPERS, INKS, (True, False)))
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(chain.from_iterable(pool.map(lambda order: sheets(*order), orders)))


def sheets(language: str, paper: str, ink: str, tonight: bool) -> list[dict[str, object]]:  # noqa: FBT001 - a column of `prints`
    """Print all games; every PDF must have the paper's size."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "rookery", "print", "all", "-o", folder]
        command += ["--language", language, "--paper", paper, "--ink", ink]
        command += ["--tonight"] if tonight else []
        said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        counts = re.findall(r"^(\w+) +(\d+) pages on (\d+) sheets", said, re.MULTILINE)
        assert len(counts) == len(list(offering("print"))), said
        rows = []
        for game, pages, count in counts:
            made = Path(folder, f"{game}-tonight.pdf" if tonight else f"{game}.pdf")
            assert page_size(made) == PAPERS[paper], made
            manifest = json.loads(made.with_suffix(".manifest.json").read_text("utf-8"))
            parts = [game, "tonight" if tonight else "", paper, language, ink.replace("full", "")]
            name = f"{'-'.join(filter(None, parts))}.pdf"
            shutil.move(made, RELEASE / name)
            rows.append({
                "file": name, "game": game, "language": language, "paper": paper, "ink": ink,
                "tonight": tonight, "pages": int(pages), "sheets": int(count),
                "pieces": len({(one["id"], one["copy"]) for one in manifest["pieces"]}),
            })  # fmt: skip
    print(f"{language} {paper} {ink}{' tonight' * tonight}: {len(rows)} games", flush=True)
    return rows


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
