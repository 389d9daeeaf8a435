"""The folders for data and settings, by the conventions of the user's system; names of files."""

from __future__ import annotations

from pathlib import Path

from platformdirs import PlatformDirs

from companion.errors import UsageError
from companion.text import composed, name_key
from companion.wording import did_you_mean

# used by earlier versions on a Mac
MAC = "~/Library/Application Support/rookery"


def data_folder() -> Path:
    """Return the folder for tables and photos, which may not exist yet.

    This and `settings_folder` raise `UsageError` for a user without a home folder.
    """
    return _folder("user_data_path")


def settings_folder() -> Path:
    """Return the folder for printer profiles, which may not exist yet."""
    return _folder("user_config_path")


def stored(path: Path) -> Path:
    """Return a path as the disk has it, if that is in another normal form, which looks the same."""
    if path == path.parent or path.exists():
        return path
    folder, name = stored(path.parent), composed(path.name)
    return next((each for each in _files(folder) if composed(each.name) == name), folder / name)


def near_file(path: Path) -> str:
    """Ask in a sentence if a file with a similar name is meant, such as one in another case; "" if
    there is none.
    """
    names = [each.name for each in _files(path.parent)]
    same = [name for name in names if name_key(name) == name_key(path.name)]
    return did_you_mean(path.name, same or names)


def _files(folder: Path) -> list[Path]:
    try:
        return sorted(each for each in folder.iterdir() if not each.name.startswith("."))
    except OSError:
        return []


def _folder(kind: str) -> Path:
    system = PlatformDirs("rookery", appauthor=False, roaming=True)
    try:
        folder: Path = _old_folder() or getattr(system, kind)
    except RuntimeError:  # no HOME, and a user that the system doesn't know
        folder = Path()
    if not folder.is_absolute():
        problem = "this user has no home folder"
        raise UsageError("HOME", problem, remedy="set it to a folder of yours")
    return folder


def _old_folder() -> Path | None:
    folder = Path(MAC).expanduser()
    return folder if folder.is_dir() else None
