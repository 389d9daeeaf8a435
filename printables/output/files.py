"""Files of a print, written all together or not at all."""

from __future__ import annotations

import errno
import hashlib
import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from shutil import copy2, rmtree

from companion.errors import PrintError, RookeryError, UsageError, reason
from companion.manifest import Manifest
from companion.wholefile import check_free, draft_beside, name_beside, new_file
from printables.draw.embedding import Part
from printables.output.printer import Printout
from printables.sheets.plan import pieces_of


def manifest_path(pdf: Path) -> Path:
    """Return the path of a PDF's manifest, which for giza.pdf is giza.manifest.json."""
    return pdf.with_suffix(".manifest.json")


def cut_path(pdf: Path, page: int, kind: str) -> Path:
    """Return the path of the cut file for a page of a PDF, such as giza.cut-04.svg."""
    return pdf.with_suffix(f".cut-{page:02d}.{kind}")


def describe_files(printout: Printout, pdf: Path) -> str:
    """Return a sentence about the PDF's size and its manifest."""
    size = sum(map(len, printout.parts)) / 1024
    return f"{size:.0f} KiB; {manifest_path(pdf).name} lists what lies where"


def check_target(pdf: Path) -> Path:
    """Return `pdf` if a PDF can be written there; raises `UsageError` otherwise."""
    if pdf.suffix.lower() != ".pdf":
        inside = pdf / "giza.pdf" if pdf.is_dir() else pdf.with_suffix(".pdf")
        remedy = f"use a name that ends in .pdf, such as -o {inside}"
        raise UsageError(str(pdf), "not the name of a .pdf file", remedy=remedy)
    check_folder(pdf.parent)
    for path in (pdf, manifest_path(pdf)):
        if path.is_dir():
            remedy = "choose another name with -o"
            raise UsageError(str(path), "a folder has this name", remedy=remedy)
    return pdf


def check_replaced(
    pdf: Path, new: Manifest, cuts: Iterable[Path] = (), *, force: bool = False
) -> None:
    """Raise `UsageError` if writing `new` would replace more than an equal or smaller print.

    A file is part of a print only if the manifest beside it says so, by its digest: then it is as
    Rookery wrote it. With `force`, anything is replaced.
    """
    old = _manifest_of(pdf)
    for path in (manifest_path(pdf), pdf, *cuts, *_cut_files(pdf, cuts)):
        known = old if path == manifest_path(pdf) else old and _is_listed(path, pdf, old)
        problem = "already exists, and no manifest shows that Rookery wrote it"
        check_free(path, force=force or bool(known), problem=problem, option="-o")
    count, held = _pieces(new).total(), _pieces(old) if old and pdf.exists() else Counter()
    if held.total() > count:
        kinds = ", ".join(pieces_of(kind, number) for kind, number in held.items())
        problem = f"holds {held.total()} pieces ({kinds}), this print only {count}"
        check_free(pdf, force=force, problem=problem, option="-o")


def _manifest_of(pdf: Path) -> Manifest | None:
    """Return the manifest beside a PDF; None if it isn't there, or isn't one."""
    path = manifest_path(pdf)
    with suppress(OSError, UnicodeDecodeError, RookeryError):
        return Manifest.from_json(path.read_text("utf-8")) if path.is_file() else None
    return None


def _is_listed(path: Path, pdf: Path, manifest: Manifest) -> bool:
    """Return whether the manifest of `pdf` lists a file as it is."""
    digest = manifest.files.get(_ending(path, pdf))
    with suppress(OSError):
        if path.is_file():
            with path.open("rb") as file:
                return hashlib.file_digest(file, "sha256").hexdigest() == digest
    return False


def _ending(path: Path, pdf: Path) -> str:
    """Return the end of a file's name that a manifest lists it by, such as .cut-04.svg."""
    return path.name.removeprefix(pdf.stem).lower()


def _cut_files(pdf: Path, new: Iterable[Path]) -> list[Path]:
    """Return the cut files of a PDF that are of the same kinds as `new` ones."""
    kinds, name = {path.suffix for path in new}, re.compile(rf"{re.escape(pdf.stem)}\.cut-[0-9]+")
    sheets = (path for path in pdf.parent.iterdir() if name.fullmatch(path.stem)) if kinds else ()
    return [path for path in sheets if path.suffix in kinds and path.is_file()]


def _pieces(manifest: Manifest) -> Counter[str]:
    """Count the pieces of each kind; a piece printed in panels counts once."""
    pieces = {(piece.id.partition(".")[0], piece.copy): piece.kind for piece in manifest.pieces}
    return Counter(pieces.values())


def check_folder(folder: Path, other: str = "choose another one") -> Path:
    """Return `folder` if files can be written to it; raises `UsageError` otherwise."""
    if not folder.exists():
        remedy = f"make it first, or {other}"
        raise UsageError(str(folder), "no such folder", remedy=remedy)
    if not folder.is_dir():
        raise UsageError(str(folder), "not a folder", remedy=other)
    if not os.access(folder, os.W_OK):
        raise UsageError(str(folder), "no permission to write here", remedy=other)
    return folder


def save(printout: Printout, pdf: Path, more: Mapping[Path, bytes] = {}) -> None:
    """Write the PDF, its manifest and `more` files; delete older cut files of their kinds."""
    old, gone = _manifest_of(pdf), _cut_files(pdf, more)
    files: dict[Path, Sequence[Part]] = {
        pdf: printout.parts,
        **{path: (data,) for path, data in more.items()},
    }
    digests = dict(old.files) if old else {}  # of cut files of other kinds, which stay
    for path in gone:
        digests.pop(_ending(path, pdf), None)
    for path, parts in files.items():
        digest = hashlib.sha256()
        for part in parts:
            digest.update(part)
        digests[_ending(path, pdf)] = digest.hexdigest()
    manifest = replace(printout.manifest, files=digests).to_json().encode()
    write_together({**dict.fromkeys(gone), **files, manifest_path(pdf): manifest})


@contextmanager
def filled_folder(folder: Path) -> Iterator[Path]:
    """Yield a draft folder that then replaces the new or empty `folder`; delete it on an error."""
    draft = name_beside(folder.absolute())
    try:
        with _name_errors(folder):
            draft.mkdir()
            yield draft
            if folder.is_dir():
                folder.rmdir()  # empty; not every system's rename replaces it
            draft.rename(folder)
    finally:
        rmtree(draft, ignore_errors=True)


def write_new(path: Path, data: bytes) -> None:
    """Write a new file, whole or not at all; raises `UsageError` if it already exists."""
    remedy = "choose another name, or move that file away"
    taken = UsageError(str(path), "already exists", remedy=remedy)
    if os.path.lexists(path):
        raise taken
    check_folder(path.parent)
    with _name_errors(path), draft_beside(path) as draft:
        with new_file(draft) as file:
            file.write(data)
        try:
            os.link(draft, path)
        except FileExistsError as error:  # it has appeared in the meantime
            raise taken from error
        except OSError:  # some file systems have no links
            draft.rename(path)


def write_together(contents: Mapping[Path, bytes | Sequence[Part] | None]) -> None:
    """Write all files or none, and delete those without contents; raises `PrintError`.

    Drafts and copies of older files lie beside their targets until all are on disk; then the drafts
    replace the targets. If one can't, all are put back.
    """
    if taken := next((path for path in contents if path.is_dir()), None):
        remedy = "choose another name with -o, or move the folder"
        raise PrintError(str(taken), "a folder has this name", remedy=remedy)
    with ExitStack() as parts:
        drafts = {
            path: parts.enter_context(draft_beside(path))
            for path, data in contents.items()
            if data is not None
        }
        olds = {path: parts.enter_context(draft_beside(path)) for path in contents if path.exists()}
        for path, draft in drafts.items():
            with _name_errors(path), new_file(draft) as file:
                data = contents[path] or b""
                file.writelines((data,) if isinstance(data, bytes) else data)
        for path, old in olds.items():
            with _name_errors(path):
                copy2(path, old)
        begun: list[Path] = []
        try:
            for path in contents:
                begun.append(path)
                with _name_errors(path):
                    _replace(path, drafts.get(path))
        except BaseException:
            for path in begun:
                with suppress(OSError):  # what can't be put back was probably not changed
                    _replace(path, olds.get(path))
            raise


def _replace(path: Path, other: Path | None) -> None:
    if other is None:
        path.unlink(missing_ok=True)
    else:
        other.replace(path)


@contextmanager
def _name_errors(path: Path) -> Iterator[None]:
    """Raise an `OSError` as a `PrintError` that names the file."""
    try:
        yield
    except OSError as error:
        problem, remedy = f"can't be written: {reason(error)}", "choose another place with -o"
        if error.errno in {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}:
            problem = "the disk is full"
            remedy = "free some space or choose another disk with -o; nothing was written"
        elif isinstance(error, PermissionError):
            problem = "writing is not allowed"
            remedy = "close it if another program shows it, or choose another place with -o"
        raise PrintError(str(path), problem, remedy=remedy) from error
