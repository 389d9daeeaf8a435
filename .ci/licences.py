"""The licences of what Rookery brings along: texts for the app, names for a bill of materials."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from importlib.metadata import Distribution, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

TEXTS = Path(__file__).resolve().with_name("texts")
BIN = Path(sys.executable).parent
# packages that name theirs wrongly or not at all where programs look, or are for other systems only
ELSEWHERE = {
    "async-timeout": "Apache-2.0",
    "axe-playwright-python": "MIT",
    "colorama": "BSD-3-Clause",
    "opencv-python-headless": "Apache-2.0, with FFmpeg: LGPL-2.1-or-later",
    "partd": "BSD-3-Clause",
    "pi-heif": "BSD-3-Clause, with libheif and libde265: LGPL-3.0-or-later",
    "pyapriltags": "BSD-2-Clause",
    "pyinstaller": "GPL-2.0-or-later WITH Bootloader-exception",
    "pyinstaller-hooks-contrib": "Apache-2.0",  # its hooks at run time
    "pypdfium2": "Apache-2.0 OR BSD-3-Clause, with PDFium: Apache-2.0, BSD-3-Clause and others",
}
BUILT_WITH = ("pyinstaller", "pyinstaller-hooks-contrib")  # parts of them start the app
TEXT = re.compile(r"(licen[cs]e|copying|notice|authors)", re.IGNORECASE)
CLASSIFIER = "License :: "
# libraries beside Python: how their files' names begin, and their licence
LIBRARIES = {
    "libbz2": "bzip2-1.0.6",
    "libcrypto": "Apache-2.0 (OpenSSL 3)",
    "libexpat": "MIT",
    "libffi": "MIT",
    "libgcc_s": "GPL-3.0-or-later WITH GCC-exception-3.1",
    "liblzma": "0BSD",
    "libpython": "PSF-2.0",
    "libsqlite3": "public domain",
    "libssl": "Apache-2.0 (OpenSSL 3)",
    "libstdc++": "GPL-3.0-or-later WITH GCC-exception-3.1",
    "libuuid": "BSD-3-Clause",
    "libz": "Zlib",
    "libmpdec": "BSD-2-Clause",
    "Python": "PSF-2.0",
    "python3": "PSF-2.0",
    "sqlite3": "public domain",
    "vcruntime": "Microsoft Visual C++ Redistributable",
    "msvcp": "Microsoft Visual C++ Redistributable",
    "ucrtbase": "Microsoft Universal C Runtime",
    "api-ms-win": "Microsoft Universal C Runtime",
}


def shipped(name: str = "rookery-games") -> Iterator[Distribution]:
    """Yield a package and all that it needs on this system, each once."""
    names, seen = [name, *BUILT_WITH], set[str]()
    while names:
        name = canonicalize_name(names.pop(0))
        if name not in seen:
            seen.add(name)
            found = distribution(name)
            yield found
            wanted = map(Requirement, () if name in BUILT_WITH else found.requires or ())
            names += [
                each.name
                for each in wanted
                if each.marker is None or each.marker.evaluate({"extra": ""})
            ]


def licence(package: Distribution) -> str:
    """Return a package's licence as it names it."""
    about, short = package.metadata, package.metadata.get("License", "")
    named = [each for each in about.get_all("Classifier", ()) if each.startswith(CLASSIFIER)]
    return (
        ELSEWHERE.get(canonicalize_name(package.name))
        or about.get("License-Expression")
        or (short if short and "\n" not in short and len(short) < 60 else "")
        or ", ".join(each.rpartition(" :: ")[2] for each in named)
    )


def write(folder: Path, inside: Path) -> None:
    """Write the texts of everything in the app and a list of it into a folder.

    `inside` is where the app's libraries are. A package without a text, and on Linux a library
    without a known licence, raises `AssertionError`.
    """
    folder.mkdir()
    lines = []
    for package in sorted(shipped(), key=lambda each: each.name.lower()):
        name, texts = canonicalize_name(package.name), list(text_files(package))
        assert texts, f"{name} brings no text of its licence"
        for file, place in texts:
            target = folder / name / place
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, target)
        lines.append(f"{name} {package.version}: {licence(package)}")
    for path in TEXTS.glob("*GPL*"):
        shutil.copyfile(path, folder / path.name)
    python = Path(sysconfig.get_path("stdlib"), "LICENSE.txt")
    if not python.is_file():  # on Windows it lies beside python.exe
        python = Path(sys.base_prefix, "LICENSE.txt")
    shutil.copyfile(python, folder / "Python.txt")
    lines.append(f"Python {sys.version.split()[0]}: PSF-2.0")
    lines += libraries(inside, folder)
    about = (TEXTS / "ABOUT.txt").read_text("utf-8")
    (folder / "LIST.txt").write_text(about + "\n".join(lines) + "\n", "utf-8")


def text_files(package: Distribution) -> Iterator[tuple[Path, Path]]:
    """Yield the texts among a package's own files, and their places below its folder."""
    for file in package.files or ():
        top, *rest = file.parts
        if top.endswith(".dist-info") and any(map(TEXT.match, rest)):
            yield Path(str(package.locate_file(file))), Path(*rest)


def libraries(inside: Path, folder: Path) -> Iterator[str]:
    """Yield lines about libraries of the system the app was built on; copy their texts (Debian)."""
    own = {path.resolve() for path in inside.rglob("*") if path.parent != inside}
    for path in sorted(inside.iterdir()):
        library = re.search(r"\.(so(\.[\d.]+)?|dylib|dll)$", path.name)
        if not library or ".cpython-" in path.name or path.resolve() in own:
            continue
        known = next((text for start, text in LIBRARIES.items() if path.name.startswith(start)), "")
        assert known or sys.platform != "linux", f"name the licence of {path.name} in {__file__}"
        yield f"{path.name}: {known or 'see its maker'}"
        if text := debian_text(path.name):
            (folder / "libraries").mkdir(exist_ok=True)
            shutil.copyfile(text, folder / "libraries" / f"{path.name}.txt")


def debian_text(name: str) -> Path | None:
    """Return the text of a library's licence where Debian keeps it; None elsewhere."""
    if not shutil.which("dpkg"):
        return None
    done = subprocess.run(["dpkg", "-S", f"*/{name}"], capture_output=True, text=True, check=False)
    package = done.stdout.partition(":")[0]
    text = Path("/usr/share/doc", package, "copyright")
    return text if package and text.is_file() else None


def name_in(bill: Path) -> list[str]:
    """Name the licence of each component of a bill of materials (CycloneDX), in the file.

    They are those of the packages installed here, as cyclonedx-py reads them. Returns the names of
    packages without one, such as those of other systems.
    """
    command = [BIN / "cyclonedx-py", "environment", "--output-reproducible", sys.executable]
    found = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    known = {canonicalize_name(each["name"]): each for each in found["components"]}
    told, unknown = json.loads(bill.read_text("utf-8")), []
    for part in told["components"]:
        name = canonicalize_name(part["name"])
        if by_hand := ELSEWHERE.get(name):
            part["licenses"] = [{"license": {"name": by_hand}}]
        elif declared := known.get(name, {}).get("licenses"):
            part["licenses"] = declared
        else:
            unknown.append(name)
    bill.write_text(json.dumps(told, indent=2, sort_keys=True) + "\n", "utf-8")
    return unknown
