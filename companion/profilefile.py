"""Saved printer profiles, each a TOML file in the user's settings folder or in ROOKERY_HOME."""

from __future__ import annotations

import os
from pathlib import Path

from companion.decks import near
from companion.errors import RookeryError, UsageError, reason
from companion.folders import settings_folder
from companion.language import say
from companion.profile import Profile, checked_name, read_profile
from companion.wholefile import whole_file

HOME = "ROOKERY_HOME"
SUFFIX = ".toml"
FIRST_STEP = "to make one, start with 'rookery calibrate sheet'"


def folder() -> Path:
    """Return the folder of profiles, which may not exist yet."""
    return Path(os.environ.get(HOME) or settings_folder()) / "profiles"


def profile_path(name: str) -> Path:
    """Return the file of a profile, which may not exist; names are case-insensitive.

    Raises `UsageError` for an invalid name.
    """
    name, known = checked_name(name), profile_names()
    same = (each for each in known if each.lower() == name.lower())
    return folder() / f"{name if name in known else next(same, name)}{SUFFIX}"


def profile_names() -> tuple[str, ...]:
    """Return the names of all profiles."""
    try:
        return tuple(sorted(path.stem for path in folder().glob(f"*{SUFFIX}")))
    except OSError as error:
        raise _trouble(folder(), "can't be read", error) from error


def load_profile(name: str) -> Profile:
    """Return the profile called `name`.

    Raises `UsageError` if there is none, `DeckError` for a mistake in its file, and `RookeryError`
    if the file can't be read.
    """
    path = profile_path(name)
    try:
        return read_profile(path.read_text("utf-8"), str(path))
    except FileNotFoundError as error:
        raise _unknown(name) from error
    except UnicodeDecodeError as error:
        remedy = "calibrate again with --save"
        raise RookeryError(str(path), "isn't UTF-8 text", remedy=remedy) from error
    except OSError as error:
        raise _trouble(path, "can't be read", error) from error


def save_profile(profile: Profile) -> Path:
    """Save a profile, whole or not at all, and return its file; replaces one with the same name."""
    path = profile_path(profile.name)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with whole_file(path) as file:
            file.write(profile.to_toml().encode())
    except OSError as error:
        raise _trouble(path, "can't be written", error) from error
    return path


def remove_profile(name: str) -> None:
    """Delete a profile; raises `UsageError` if there is none."""
    path = profile_path(name)
    try:
        path.unlink()
    except FileNotFoundError as error:
        raise _unknown(name, "there are no profiles yet") from error
    except OSError as error:
        raise _trouble(path, "can't be removed", error) from error


def _unknown(name: str, if_none: str = FIRST_STEP) -> UsageError:
    known = profile_names()
    remedy = (
        near(name, known, say("use one of: {names}", names=", ".join(known))) if known else if_none
    )
    return UsageError(name, "no such profile", remedy=remedy)


def _trouble(path: Path, problem: str, error: OSError) -> RookeryError:
    remedy = f"check the folder, or set {HOME} to another one"
    return RookeryError(str(path), f"{problem} ({reason(error)})", remedy=remedy)
