"""Addresses and names of this machine in the local network, and its clock."""

from __future__ import annotations

import errno
import ipaddress
import re
import socket
import time
from collections.abc import Callable, Iterable
from contextlib import ExitStack, suppress
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from pathlib import Path

from ifaddr import get_adapters

# how the names of interfaces begin that phones are never behind: VPNs, containers, virtual machines
# and Apple's links between devices; on Windows a name is the adapter's description
VIRTUAL = (
    "awdl", "br-", "bridge", "cni", "docker", "hyper-v", "llw", "lxc", "lxdbr", "podman", "ppp",
    "tailscale", "tap", "tun", "utun", "vboxnet", "veth", "vethernet", "virbr", "virtualbox",
    "vmnet", "vmware", "wg", "wintun", "wireguard", "zt",
)  # fmt: skip
LOOPBACK = "127.0.0.1"
MOST_PORT = 65_535
_POINT_TO_POINT = 0x10  # a flag of Linux, IFF_POINTOPOINT
_NAME = set("abcdefghijklmnopqrstuvwxyz0123456789.:-_")
# a clock that also counts sleep, which `time.monotonic` doesn't on Linux and macOS
_STEADY: int | None = getattr(time, "CLOCK_BOOTTIME", getattr(time, "CLOCK_MONOTONIC", None))


def addresses() -> tuple[str, ...]:
    """Return this machine's addresses that phones could open, the likeliest first (`ranked`)."""
    return tuple(name for name, _ in ranked())


def ranked() -> list[tuple[str, bool]]:
    """Return this machine's addresses, and whether each is one that phones are never behind.

    They are read from the interfaces each time, as a laptop may join a hotspot at any moment. First
    comes the address of the default route, then private IPv4, other IPv4 and IPv6, then link-local
    IPv4, and last what belongs to a VPN, a container or a virtual machine. Loopback is left out,
    and so is link-local IPv6, which no browser opens.
    """
    default, ranks = _default_routes(), dict[str, tuple[bool, ...]]()
    for adapter in get_adapters():
        tunnel = _is_tunnel(adapter.name)
        for each in adapter.ips:
            name = each.ip if isinstance(each.ip, str) else each.ip[0]
            ip, v6 = ipaddress.ip_address(name), each.is_IPv6
            # a single IPv4 address is one end of a tunnel, too
            alone = tunnel or (each.is_IPv4 and each.network_prefix > 30)
            virtual = alone or adapter.nice_name.lower().startswith(VIRTUAL)
            if not (ip.is_loopback or (v6 and ip.is_link_local)):
                ranks[name] = virtual, ip.is_link_local, v6, name not in default, not ip.is_private
    return [(name, rank[0]) for name, rank in sorted(ranks.items(), key=lambda item: item[1])]


def addresses_of(listeners: Iterable[socket.socket]) -> tuple[str, ...]:
    """Return those of this machine's addresses at which these sockets listen."""
    bound = {each.getsockname()[0] for each in listeners}
    everywhere = {4: "0.0.0.0", 6: "::"}  # noqa: S104 - phones in the same Wi-Fi have to reach it
    return tuple(
        name
        for name in addresses()
        if {name, everywhere[ipaddress.ip_address(name).version]} & bound
    )


def _default_routes() -> set[str]:
    """Return the addresses from which packets to the internet would be sent.

    Connecting a UDP socket sends nothing; it only finds the route that a packet would take.
    """
    found = set()
    for family, somewhere in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((somewhere, 9))
            found.add(str(probe.getsockname()[0]))
    return found


def _is_tunnel(adapter: str) -> bool:
    """Return whether Linux says that an interface has only one other end; False elsewhere."""
    with suppress(OSError):
        flags = Path("/sys/class/net", adapter, "flags").read_text("ascii")
        return bool(int(flags, 16) & _POINT_TO_POINT)
    return False


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


def bind(host: str, port: int | None, first: int = 8000) -> list[socket.socket]:
    """Listen on `host`, or with "" on all addresses: a socket each for IPv4 and IPv6.

    Both have the same port: `port`, or the first from `first` that is free. Raises `OSError`.
    """
    found = socket.getaddrinfo(host or None, 0, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    places = dict.fromkeys((family, place) for family, *_, place in found)
    *others, last = [port] if port is not None else range(first, first + 50)
    for candidate in others:
        with suppress(OSError):
            return _listeners(places, candidate)
    try:
        return _listeners(places, last)
    except OSError as error:
        problem = str(error.strerror).partition(" (while")[0]  # without Python's address
        raise OSError(error.errno, problem) from error


def _listeners(places: Iterable[tuple[int, tuple[object, ...]]], port: int) -> list[socket.socket]:
    """Listen on those addresses that this machine has; raise `OSError` if it has none."""
    absent, listeners = OSError("no such address"), list[socket.socket]()
    with ExitStack() as opened:
        for family, (host, _, *scope) in places:
            try:
                listener = socket.create_server((host, port, *scope), family=family, backlog=128)
                listeners.append(opened.enter_context(listener))
            except OSError as error:
                if error.errno not in (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT):
                    raise
                absent = error  # a machine without IPv6, or a name with addresses elsewhere
        if not listeners:
            raise absent
        opened.pop_all()
    return listeners


def steady_s() -> float:
    """Return seconds that only increase, also during sleep."""
    return time.monotonic() if _STEADY is None else time.clock_gettime(_STEADY)


def steady_clock() -> Callable[[], datetime]:
    """Return a clock in UTC that was right when it was made and can't be set."""
    start, began_s = datetime.now(UTC), steady_s()
    return lambda: start + timedelta(seconds=steady_s() - began_s)
