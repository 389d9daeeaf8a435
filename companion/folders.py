"""The folders for data and settings, by the conventions of the user's system."""

from __future__ import annotations

from pathlib import Path

from platformdirs import PlatformDirs

# used by earlier versions on a Mac
MAC = "~/Library/Application Support/rookery"


def data_folder() -> Path:
    """Return the folder for tables and photos, which may not exist yet."""
    return _old_folder() or _system().user_data_path


def settings_folder() -> Path:
    """Return the folder for printer profiles, which may not exist yet."""
    return _old_folder() or _system().user_config_path


def _system() -> PlatformDirs:
    return PlatformDirs("rookery", appauthor=False, roaming=True)


def _old_folder() -> Path | None:
    folder = Path(MAC).expanduser()
    return folder if folder.is_dir() else None
