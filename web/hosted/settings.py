"""The settings of a hosted Rookery, read from the environment and checked at the start."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from urllib.parse import urlsplit

from companion.errors import RookeryError
from web.live.publisher import STREAMS_A_CLIENT
from web.machine import split_host
from web.options import read_age
from web.storage.database import SCHEMES

REDIS_SCHEMES = ("redis", "rediss", "unix")
STREAMS = 1000
MOST_STREAMS = 10_000
MOST_WORKERS = 256
MOST_PROXIES = 5
SHORTEST_TOKEN = 16


@dataclass(frozen=True, slots=True)
class Settings:
    """A server's settings; `from_environment` reads and checks them.

    `data` is the folder of the photos, and of the tables if `database` is empty. `streams` is how
    many may be open at once in one process, with `streams_a_client` reserved for each address.
    `proxies` is how many of our own proxies are in front of the server, one behind the other: this
    many addresses of `X-Forwarded-For` can be trusted. `keep` is how long unused tables are kept;
    None means for ever. Secrets are left out of the repr.
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
    """Return the settings in these variables; raise `RookeryError` for a missing or wrong one."""
    data = environ.get("ROOKERY_DATA", "")
    if not Path(data).is_absolute():
        problem = f"{data} is no whole path" if data else "is not set"
        remedy = "name the folder of photos, such as /var/lib/rookery"
        raise RookeryError("ROOKERY_DATA", problem, remedy=remedy)
    hosts = environ.get("ROOKERY_HOSTS", "").lower().replace(",", " ").split()
    for host in hosts:
        if not set(host) <= set("abcdefghijklmnopqrstuvwxyz0123456789-."):
            remedy = "write names without scheme and port, such as games.example.org"
            raise RookeryError("ROOKERY_HOSTS", f"{host} is no host's name", remedy=remedy)
    age = environ.get("ROOKERY_KEEP", "").strip()
    token = environ.get("ROOKERY_METRICS_TOKEN", "").strip()
    if token and len(token) < SHORTEST_TOKEN:
        problem = "is too short to be a secret"
        remedy = f"take {SHORTEST_TOKEN} characters or more"
        raise RookeryError("ROOKERY_METRICS_TOKEN", problem, remedy=remedy)
    return Settings(
        data=Path(data),
        database=_address(environ, "DATABASE_URL", SCHEMES, "postgresql://user@host/name"),
        redis=_address(environ, "REDIS_URL", REDIS_SCHEMES, "redis://host:6379/0"),
        hosts=tuple(host.rstrip(".") for host in hosts),
        streams=_number(environ, "ROOKERY_STREAMS", STREAMS, 1, MOST_STREAMS),
        streams_a_client=_number(
            environ, "ROOKERY_STREAMS_A_CLIENT", STREAMS_A_CLIENT, 1, MOST_STREAMS
        ),
        proxies=_number(environ, "ROOKERY_PROXIES", 1, 0, MOST_PROXIES),
        metrics_token=token,
        keep=read_age(age, "ROOKERY_KEEP") if age else None,
    )


def workers(environ: Mapping[str, str]) -> int:
    """Return how many processes serve; raise `RookeryError`."""
    return _number(environ, "WEB_CONCURRENCY", 2, 1, MOST_WORKERS)


def bind(environ: Mapping[str, str]) -> dict[str, str | int]:
    """Return where to listen, as uvicorn's settings `host` and `port`, `uds` or `fd`.

    Raises `RookeryError`.
    """
    text = environ.get("ROOKERY_BIND", "").strip() or "127.0.0.1:8000"
    kind, _, rest = text.partition(":")
    if kind == "unix" and rest:
        return {"uds": rest}
    if kind == "fd" and rest.isdecimal():
        return {"fd": int(rest)}
    name, port = split_host(text)
    if not name or not port:
        remedy = "write an address and a port, such as 127.0.0.1:8000"
        raise RookeryError("ROOKERY_BIND", f"{text[:80]} is no place to listen", remedy=remedy)
    return {"host": name, "port": int(port)}


def _address(environ: Mapping[str, str], name: str, schemes: tuple[str, ...], example: str) -> str:
    """Return an address, or ""; as it may contain a password, errors don't quote it."""
    text = environ.get(name, "").strip()
    if text and (urlsplit(text).scheme not in schemes or "://" not in text):
        raise RookeryError(name, "that is no address", remedy=f"write {example}, or leave it away")
    return text


def _number(environ: Mapping[str, str], name: str, usual: int, least: int, most: int) -> int:
    text = environ.get(name, "").strip()
    if not text:
        return usual
    if not (text.isascii() and text.isdigit() and least <= int(text) <= most):
        remedy = f"write a number from {least} to {most}"
        raise RookeryError(name, f"{text[:40]} is no such number", remedy=remedy)
    return int(text)
