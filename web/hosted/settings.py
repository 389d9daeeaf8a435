"""What the environment says about a hosted Rookery, read once and checked at the start."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from urllib.parse import urlsplit

from companion.errors import RookeryError
from web.live.broadcaster import STREAMS_A_CLIENT
from web.options import read_age
from web.storage.database import SCHEMES

REDIS_SCHEMES = ("redis", "rediss", "unix")
STREAMS = 1000
MOST_STREAMS = 10_000  # each holds a thread
MOST_PROXIES = 5
SHORTEST_TOKEN = 16


@dataclass(frozen=True, slots=True)
class Settings:
    """One server's settings; `from_environment` reads and checks them.

    `data` is the folder of the photos, and of the tables where no database is named. `streams` is
    how many may be open at once in one process, of which one address is sure of `streams_a_client`.
    `proxies` is how many proxies of our own stand before us, one behind the other: so many
    addresses of `X-Forwarded-For` are true. `keep` is how long a table is kept that nobody touches;
    None is for ever. Secrets are left out of the repr.
    """

    data: Path
    database: str = field(default="", repr=False)
    redis: str = field(default="", repr=False)
    hosts: tuple[str, ...] = ()
    streams: int = STREAMS
    streams_a_client: int = STREAMS_A_CLIENT
    proxies: int = 1
    metrics_token: str = field(default="", repr=False)
    keep: timedelta | None = None


def from_environment(environ: Mapping[str, str]) -> Settings:
    """The settings that these variables name; raises `RookeryError` for a missing or a
    wrong one.
    """
    return Settings(
        data=_folder(environ, "ROOKERY_DATA"),
        database=_address(environ, "DATABASE_URL", SCHEMES, "postgresql://user@host/name"),
        redis=_address(environ, "REDIS_URL", REDIS_SCHEMES, "redis://host:6379/0"),
        hosts=_names(environ, "ROOKERY_HOSTS"),
        streams=streams(environ),
        streams_a_client=_number(
            environ, "ROOKERY_STREAMS_A_CLIENT", STREAMS_A_CLIENT, 1, MOST_STREAMS
        ),
        proxies=_number(environ, "ROOKERY_PROXIES", 1, 0, MOST_PROXIES),
        metrics_token=_token(environ, "ROOKERY_METRICS_TOKEN"),
        keep=_age(environ, "ROOKERY_KEEP"),
    )


def streams(environ: Mapping[str, str]) -> int:
    """How many streams one process may hold open; raises `RookeryError`."""
    return _number(environ, "ROOKERY_STREAMS", STREAMS, 1, MOST_STREAMS)


def _folder(environ: Mapping[str, str], name: str) -> Path:
    text = environ.get(name, "")
    if not Path(text).is_absolute():
        problem = f"{text} is no whole path" if text else "is not set"
        raise RookeryError(
            name, problem, remedy="name the folder of photos, such as /var/lib/rookery"
        )
    return Path(text)


def _address(environ: Mapping[str, str], name: str, schemes: tuple[str, ...], example: str) -> str:
    """It may hold a password, so an error does not quote it."""
    text = environ.get(name, "").strip()
    if text and (urlsplit(text).scheme not in schemes or "://" not in text):
        raise RookeryError(name, "that is no address", remedy=f"write {example}, or leave it away")
    return text


def _names(environ: Mapping[str, str], name: str) -> tuple[str, ...]:
    found = tuple(
        part.lower().rstrip(".") for part in environ.get(name, "").replace(",", " ").split()
    )
    for each in found:
        if not set(each) <= set("abcdefghijklmnopqrstuvwxyz0123456789-."):
            remedy = "write names without scheme and port, such as games.example.org"
            raise RookeryError(name, f"{each} is no host's name", remedy=remedy)
    return found


def _number(environ: Mapping[str, str], name: str, usual: int, least: int, most: int) -> int:
    text = environ.get(name, "").strip()
    if not text:
        return usual
    if not (text.isascii() and text.isdigit() and least <= int(text) <= most):
        raise RookeryError(
            name, f"{text[:40]} is no such number", remedy=f"write a number from {least} to {most}"
        )
    return int(text)


def _age(environ: Mapping[str, str], name: str) -> timedelta | None:
    text = environ.get(name, "").strip()
    return read_age(text, name) if text else None


def _token(environ: Mapping[str, str], name: str) -> str:
    text = environ.get(name, "").strip()
    if text and len(text) < SHORTEST_TOKEN:
        raise RookeryError(
            name, "is too short to be a secret", remedy=f"take {SHORTEST_TOKEN} characters or more"
        )
    return text
