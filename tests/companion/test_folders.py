"""Where data and settings are kept, on each system, and that those of older versions are still
found.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest
from platformdirs import macos, unix, windows

from companion import folders
from companion.errors import UsageError
from companion.folders import near_file, stored

SYSTEMS = {"linux": unix.Unix, "windows": windows.Windows, "mac": macos.MacOS}
ANNA = {"HOME": "/home/anna"}
SHARE, CONFIG = "/home/anna/.local/share/rookery", "/home/anna/.config/rookery"
LIBRARY = "/home/anna/Library/Application Support/rookery"


def use(system: str, environment: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Behave as on this system with nothing but these variables."""
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "APPDATA", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(folders, "PlatformDirs", SYSTEMS[system])
    monkeypatch.setattr(windows, "get_win_folder", windows.get_win_folder_from_env_vars)


@pytest.mark.parametrize(
    ("system", "environment", "data", "settings"),
    [
        ("linux", {}, SHARE, CONFIG),
        (
            "linux",
            {"XDG_DATA_HOME": "/data", "XDG_CONFIG_HOME": "/etc/anna"},
            "/data/rookery",
            "/etc/anna/rookery",
        ),
        ("linux", {"XDG_DATA_HOME": "relative", "XDG_CONFIG_HOME": "relative"}, SHARE, CONFIG),
        ("linux", {"APPDATA": "/x"}, SHARE, CONFIG),
        (
            "windows",
            {"APPDATA": "/roaming", "LOCALAPPDATA": "/local"},
            "/roaming/rookery",
            "/roaming/rookery",
        ),
        ("mac", {}, LIBRARY, LIBRARY),
    ],
)
def test_files_are_kept_where_the_system_keeps_them(
    system: str,
    environment: dict[str, str],
    data: str,
    settings: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The same folders as in older versions. XDG's relative paths are ignored, as its specification
    asks.
    """
    use(system, ANNA | environment, monkeypatch)
    assert (folders.data_folder(), folders.settings_folder()) == (Path(data), Path(settings))


def test_a_macs_old_folder_is_still_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """XDG variables, which older versions ignored on a Mac, count only where there is no such
    folder.
    """
    xdg = {"HOME": str(tmp_path), "XDG_DATA_HOME": "/data", "XDG_CONFIG_HOME": "/config"}
    use("mac", xdg, monkeypatch)
    assert (folders.data_folder(), folders.settings_folder()) == (
        Path("/data/rookery"),
        Path("/config/rookery"),
    )
    old = tmp_path / "Library" / "Application Support" / "rookery"
    old.mkdir(parents=True)
    assert (folders.data_folder(), folders.settings_folder()) == (old, old)


def test_a_name_in_another_normal_form_is_the_same_file(tmp_path: Path) -> None:
    """The two look alike, so no message could say which is meant; folders on the way count too."""
    words = ["Füße", "Müll.toml"]
    wide = tmp_path.joinpath(*(unicodedata.normalize("NFD", word) for word in words))
    wide.parent.mkdir()
    wide.write_text("here", "utf-8")
    typed = tmp_path.joinpath(*(unicodedata.normalize("NFC", word) for word in words))
    assert stored(typed).read_text("utf-8") == "here"
    assert stored(tmp_path / "none.toml") == tmp_path / "none.toml"
    assert stored(Path("none.toml")) == Path("none.toml")


@pytest.mark.parametrize(
    ("typed", "word"),
    [("my.TOML", "'My.toml'"), ("My.tmol", "'My.toml'"), ("far.png", ""), ("none/my.toml", "")],
)
def test_a_similar_name_is_asked_about(tmp_path: Path, typed: str, word: str) -> None:
    """Another case or a slip of the finger; hidden files are nobody's business."""
    for name in ("My.toml", ".far.png"):
        (tmp_path / name).touch()
    assert near_file(tmp_path / typed) == (f"did you mean {word}?" if word else "")


@pytest.mark.parametrize("folder", [folders.data_folder, folders.settings_folder])
def test_a_user_without_a_home_folder(
    folder: Callable[[], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in a bare container: no folder called `~` is made, and the remedy is named."""
    use("linux", {}, monkeypatch)
    monkeypatch.setattr("os.path.expanduser", lambda path: path)  # what it does there
    with pytest.raises(UsageError, match="HOME: this user has no home folder; set it to"):
        folder()
