from __future__ import annotations

import errno
import hashlib
import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from companion.errors import PrintError, UsageError
from companion.manifest import Manifest
from printables.output.files import check_target, save, write_together
from printables.output.printer import Printout


@pytest.fixture
def breaks(monkeypatch: pytest.MonkeyPatch) -> Callable[[object, str, BaseException, int], None]:
    """Let the `call`-th call (from 1) of `owner.name` raise."""

    def patch(owner: object, name: str, trouble: BaseException, call: int) -> None:
        real, calls = getattr(owner, name), iter(range(1, 99))

        def sometimes(*args: object, **kwargs: object) -> object:
            if next(calls) == call:
                raise trouble
            return real(*args, **kwargs)

        monkeypatch.setattr(owner, name, sometimes)

    return patch


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_pdf_and_manifest_are_written_side_by_side(a4_long: Printout, tmp_path: Path) -> None:
    """Nothing else stays in the folder, and the manifest reads back as what was printed."""
    save(a4_long, tmp_path / "giza.v2.pdf")
    assert names(tmp_path) == ["giza.v2.manifest.json", "giza.v2.pdf"]
    assert (tmp_path / "giza.v2.pdf").read_bytes() == a4_long.pdf
    read = Manifest.from_json((tmp_path / "giza.v2.manifest.json").read_text("utf-8"))
    digest = hashlib.sha256(a4_long.pdf).hexdigest()
    assert read == replace(Manifest.from_json(a4_long.manifest.to_json()), files={".pdf": digest})


def test_files_may_be_read_by_whom_the_owner_wants(tmp_path: Path) -> None:
    """A PDF on a shared disk has the rights that any new file has there, not those of a secret
    draft.
    """
    plain = tmp_path / "plain"
    plain.write_bytes(b"")
    write_together({tmp_path / "a.pdf": b"a"})
    assert (tmp_path / "a.pdf").stat().st_mode == plain.stat().st_mode


FULL = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
OVER_QUOTA = OSError(errno.EDQUOT, os.strerror(errno.EDQUOT))
SHOWN_ELSEWHERE = PermissionError(errno.EACCES, "used by another process")
BROKEN = OSError(errno.EIO, "Input/output error")


@dataclass(frozen=True)
class Failure:
    """The `call`-th call of `owner.name` raises `trouble`; the message then names `file` and `says`
    more.
    """

    owner: object
    name: str
    call: int
    trouble: OSError
    file: str
    says: str


FAILURES = {
    "full": Failure(os, "fsync", 1, FULL, "giza.pdf", "the disk is full; free some space"),
    "full-at-the-manifest": Failure(
        os, "fsync", 2, FULL, "giza.manifest.json", "the disk is full; free some space"
    ),
    "quota": Failure(os, "fsync", 1, OVER_QUOTA, "giza.pdf", "the disk is full; free some space"),
    "broken": Failure(
        os, "open", 1, BROKEN, "giza.pdf", "can't be written: input/output error; choose another"
    ),
    "locked": Failure(
        Path,
        "replace",
        1,
        SHOWN_ELSEWHERE,
        "giza.pdf",
        "writing is not allowed; close it if another",
    ),
}


@pytest.mark.parametrize("failure", FAILURES.values(), ids=FAILURES)
def test_a_failed_write_says_so_and_leaves_what_was_there(
    breaks: Callable[..., None], tmp_path: Path, failure: Failure
) -> None:
    """The last good print stays whole, and no half file lies beside it."""
    targets = {tmp_path / "giza.pdf": b"new", tmp_path / "giza.manifest.json": b"new"}
    for target in targets:
        target.write_bytes(b"old")
    breaks(failure.owner, failure.name, failure.trouble, failure.call)
    with pytest.raises(PrintError) as caught:
        write_together(targets)
    assert str(caught.value).startswith(f"{tmp_path / failure.file}: {failure.says}")
    assert names(tmp_path) == ["giza.manifest.json", "giza.pdf"]
    assert {target.read_bytes() for target in targets} == {b"old"}


SHEETS = dict.fromkeys(
    ("giza.pdf", "giza.manifest.json", "giza.cut-01.svg", "giza.cut-02.svg"), b"new"
)


@pytest.mark.parametrize("call", range(1, 5))
@pytest.mark.parametrize("trouble", [SHOWN_ELSEWHERE, KeyboardInterrupt()])
def test_all_files_or_none(
    breaks: Callable[..., None], tmp_path: Path, trouble: BaseException, call: int
) -> None:
    """Whichever of them can't take its place: those that were there are as they were, the others
    are not there.
    """
    for name in ("giza.pdf", "giza.cut-01.svg", "giza.cut-03.svg"):
        (tmp_path / name).write_bytes(b"old")
    targets: dict[Path, bytes | None] = {tmp_path / "giza.cut-03.svg": None}
    targets |= {tmp_path / name: data for name, data in SHEETS.items()}
    breaks(Path, "replace", trouble, call)
    with pytest.raises((PrintError, KeyboardInterrupt)):
        write_together(targets)
    assert names(tmp_path) == ["giza.cut-01.svg", "giza.cut-03.svg", "giza.pdf"]
    assert {path.read_bytes() for path in tmp_path.iterdir()} == {b"old"}


def test_a_folder_in_the_way_of_one_is_told_before_any_is_written(tmp_path: Path) -> None:
    """The new PDF doesn't appear without its cut files."""
    (tmp_path / "giza.cut-02.svg").mkdir()
    with pytest.raises(
        PrintError,
        match=r"giza\.cut-02\.svg: a folder has this name; choose "
        r"another name with -o",
    ):
        write_together({tmp_path / name: data for name, data in SHEETS.items()})
    assert names(tmp_path) == ["giza.cut-02.svg"]


def test_cut_files_of_pages_that_are_no_more_go(a4_long: Printout, tmp_path: Path) -> None:
    """A shorter print leaves none of the longer one before; other files, and those for another
    machine, stay.
    """
    others = ["giza.cut-01.dxf", "giza.cut-02-mine.svg", "giza2.cut-02.svg", "giza.cut-.svg"]
    for name in ("giza.cut-01.svg", "giza.cut-02.svg", "giza.cut-103.svg", *others):
        (tmp_path / name).write_bytes(b"old")
    save(a4_long, tmp_path / "giza.pdf", {tmp_path / "giza.cut-01.svg": b"new"})
    assert names(tmp_path) == sorted(["giza.pdf", "giza.manifest.json", "giza.cut-01.svg", *others])
    assert (tmp_path / "giza.cut-01.svg").read_bytes() == b"new"
    save(a4_long, tmp_path / "giza.pdf")
    assert "giza.cut-01.svg" in names(tmp_path), (
        "a print without cut files leaves those of others alone"
    )


def test_ctrl_c_leaves_nothing_half_written(breaks: Callable[..., None], tmp_path: Path) -> None:
    """Stopped while the second file is written, the first one doesn't appear either."""
    breaks(os, "fsync", KeyboardInterrupt(), 2)
    with pytest.raises(KeyboardInterrupt):
        write_together({tmp_path / "giza.pdf": b"%PDF", tmp_path / "giza.manifest.json": b"{}"})
    assert names(tmp_path) == []


@pytest.mark.parametrize(
    ("make", "target", "says"),
    [
        ("", "giza.txt", "giza.txt: not the name of a .pdf file; use a name"),
        ("", "giza", "giza: not the name of a .pdf file; use a name that ends in .pdf, such as -o"),
        ("sheets/", "sheets", "giza.pdf"),
        ("", "nowhere/giza.pdf", "nowhere: no such folder; make it first, or choose another one"),
        ("note", "note/giza.pdf", "note: not a folder; choose another one"),
        ("giza.pdf/", "giza.pdf", "giza.pdf: a folder has this name; choose another name with -o"),
        (
            "giza.manifest.json/",
            "giza.pdf",
            "giza.manifest.json: a folder has this name; choose another name",
        ),
    ],
)
def test_a_target_that_will_not_do_is_refused_before_any_work(
    tmp_path: Path, make: str, target: str, says: str
) -> None:
    """Each message names the path and what to do instead."""
    if make.endswith("/"):
        (tmp_path / make).mkdir()
    elif make:
        (tmp_path / make).touch()
    with pytest.raises(UsageError) as caught:
        check_target(tmp_path / target)
    assert says in str(caught.value)


def test_a_folder_without_the_right_to_write_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Asked of the system beforehand, because drawing takes a second."""
    monkeypatch.setattr(os, "access", lambda path, mode: not (path == tmp_path and mode == os.W_OK))
    with pytest.raises(UsageError, match="no permission to write here; choose another one"):
        check_target(tmp_path / "giza.pdf")


@pytest.mark.parametrize("name", ["giza.pdf", "GIZA.PDF", "my sheets.v2.pdf"])
def test_a_good_target_is_taken_as_it_is(tmp_path: Path, name: str) -> None:
    """Any name that ends in .pdf, large or small, new or there already."""
    (tmp_path / name).touch()
    assert check_target(tmp_path / name) == tmp_path / name
