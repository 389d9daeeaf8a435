"""Addresses and names of this machine in the local network, and its clock."""

from __future__ import annotations

import ipaddress
import re
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import lru_cache

LOOPBACK = "127.0.0.1"
MOST_PORT = 65_535
_NAME = set("abcdefghijklmnopqrstuvwxyz0123456789.:-_")
# a clock that also counts sleep, which `time.monotonic` doesn't on Linux and macOS
_STEADY: int | None = getattr(time, "CLOCK_BOOTTIME", getattr(time, "CLOCK_MONOTONIC", None))


def lan_address() -> str:
    """Return this machine's address in the local network; 127.0.0.1 if it has none.

    Connecting a UDP socket sends nothing; it only finds the route that a packet would take.
    """
    for family, somewhere in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect((somewhere, 9))
                return str(probe.getsockname()[0])
            except OSError:
                continue
    return LOOPBACK


def addresses() -> tuple[str, ...]:
    """Return all IPv4 addresses of this machine's name, the one in the local network first."""
    named = [lan_address()]
    with suppress(OSError):
        known = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
        named += [str(row[4][0]) for row in known]
    return tuple(dict.fromkeys(named))


def answers(name: str, port: int) -> bool:
    """Return whether a server answers there; a firewall may still block phones."""
    try:
        socket.create_connection((name, port), timeout=1).close()
    except OSError:
        return False
    return True


@lru_cache(maxsize=1024)  # called for every request
def is_ip(name: str) -> bool:
    """Return whether this is an IP literal, without brackets.

    >>> is_ip("192.168.1.7"), is_ip("fe80::1"), is_ip("kiwi.local")
    (True, True, False)
    """
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def household(address: str) -> str:
    """Return the network that an address counts for: an IPv6 network of 64 bits is one household's.

    >>> household("192.168.1.7"), household("2001:db8:1:2::9")
    ('192.168.1.7', '2001:db8:1:2::/64')
    """
    if ":" not in address:
        return address
    ip = ipaddress.ip_address(address.partition("%")[0])
    return str(ipaddress.IPv6Network((int(ip), 64), strict=False))


@lru_cache(maxsize=1024)  # called for every request
def is_loopback(name: str) -> bool:
    """Return whether this name means this machine itself.

    >>> is_loopback("localhost"), is_loopback("::1"), is_loopback("192.168.1.7")
    (True, True, False)
    """
    return name == "localhost" or (is_ip(name) and ipaddress.ip_address(name).is_loopback)


def split_host(value: str) -> tuple[str, str]:
    """Return name and port of a Host header, in lower case without brackets; both "" if invalid.

    >>> split_host("[::1]:8000"), split_host("Kiwi.local"), split_host("a b")
    (('::1', '8000'), ('kiwi.local', ''), ('', ''))
    """
    name, port = value, ""
    if value.startswith("["):
        name, bracket, rest = value[1:].partition("]")
        if not bracket or rest[:1] not in ("", ":"):
            return "", ""
        port = rest.removeprefix(":")
    elif value.count(":") <= 1:
        name, _, port = value.partition(":")
    is_port = re.fullmatch(r"[0-9]{0,5}", port) and int(port or 0) <= MOST_PORT
    if not is_port or not name or not set(name.lower()) <= _NAME:
        return "", ""
    return name.lower().rstrip("."), port


def url(name: str, port: int) -> str:
    """Return the address to type.

    >>> url("192.168.1.7", 8000), url("fe80::1", 80)
    ('http://192.168.1.7:8000', 'http://[fe80::1]')
    """
    literal = f"[{name}]" if ":" in name else name
    return f"http://{literal}" if port == 80 else f"http://{literal}:{port}"


def own_names() -> frozenset[str]:
    """Return the names under which phones may know this machine."""
    name = socket.gethostname().lower().rstrip(".")
    return frozenset({"localhost", name, name.split(".")[0], f"{name.split('.')[0]}.local"} - {""})


def bind(host: str, port: int | None, first: int = 8000) -> socket.socket:
    """Listen on `host` at `port`, or the first free one from `first`; raise `OSError`."""
    wanted = [port] if port is not None else [*range(first, first + 50)]
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for candidate in wanted:
        listener = socket.socket(family, socket.SOCK_STREAM)
        try:
            # on Windows, SO_REUSEADDR would let two servers share a port
            if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
            else:
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind((host, candidate))
            listener.listen(128)
        except OSError:
            listener.close()
            if candidate == wanted[-1]:
                raise
        else:
            return listener
    raise OSError("no port to try")


def steady_s() -> float:
    """Return seconds that only increase, also during sleep."""
    return time.monotonic() if _STEADY is None else time.clock_gettime(_STEADY)


def steady_clock() -> Callable[[], datetime]:
    """Return a clock in UTC that was right when it was made and can't be set."""
    start, began_s = datetime.now(UTC), steady_s()
    return lambda: start + timedelta(seconds=steady_s() - began_s)
