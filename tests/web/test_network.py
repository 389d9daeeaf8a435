"""Addresses, Host headers and listening sockets."""

from __future__ import annotations

import errno
import socket
from contextlib import ExitStack
from ipaddress import ip_interface

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ifaddr import IP, Adapter

from web import machine
from web.machine import addresses_of, bind, own_names, split_host, url


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ("192.168.1.7:8000", ("192.168.1.7", "8000")),
        ("Kiwi.Local", ("kiwi.local", "")),
        ("kiwi.", ("kiwi", "")),
        ("[::1]:8000", ("::1", "8000")),
        ("[::1]", ("::1", "")),
        ("::1", ("::1", "")),
        ("[::1", ("", "")),
        ("[::1]x", ("", "")),
        ("a b", ("", "")),
        ("", ("", "")),
        ("a:b", ("", "")),
        ("a/b", ("", "")),
        ("a@b", ("", "")),
    ],
)
def test_a_host_header_is_taken_apart(header: str, expected: tuple[str, str]) -> None:
    """Name and port; nothing for what isn't a host."""
    assert split_host(header) == expected


@given(st.text(max_size=30))
def test_any_header_is_taken_apart_without_a_fault(header: str) -> None:
    """Total, and a name has no character that could mean something in an address."""
    name, port = split_host(header)
    assert not set(name + port) & set("/@?#\\ <>\"'")


@given(st.ip_addresses(), st.integers(1, 65535))
def test_an_address_is_read_back_from_what_is_shown(address: object, port: int) -> None:
    """What the terminal shows is what the browser will send as Host."""
    shown = url(str(address), port).removeprefix("http://")
    assert split_host(shown) == (str(address), "" if port == 80 else str(port))


def test_this_machine_has_names() -> None:
    """With localhost among them."""
    assert "localhost" in own_names()


def interface(name: str, *addresses: str) -> Adapter:
    """An interface as ifaddr lists it, with addresses such as 10.5.0.2/32."""
    ips = []
    for each in map(ip_interface, addresses):
        shown: str | tuple[str, int, int] = (
            str(each.ip) if each.version == 4 else (str(each.ip), 0, 0)
        )
        ips.append(IP(shown, each.network.prefixlen, name))
    return Adapter(name, name, ips)


LOOP = interface("lo", "127.0.0.1/8", "::1/128")
WIFI = interface("wlan0", "192.168.178.23/24", "fe80::1/64", "2001:db8:77::23/64")
TUNNEL = interface("tun0", "10.5.0.2/32")
DOCKER = interface("docker0", "172.17.0.1/16", "fd00:d::1/64")


@pytest.mark.parametrize(
    ("interfaces", "default", "expected"),
    [
        pytest.param([LOOP], [], [], id="none"),
        pytest.param([LOOP, WIFI], [], ["192.168.178.23", "2001:db8:77::23"], id="hotspot"),
        pytest.param(
            [LOOP, TUNNEL, WIFI],
            ["10.5.0.2"],
            ["192.168.178.23", "2001:db8:77::23", "10.5.0.2"],
            id="VPN",
        ),
        pytest.param(
            [interface("tun0", "10.8.0.2/24"), WIFI],
            ["10.8.0.2"],
            ["192.168.178.23", "2001:db8:77::23", "10.8.0.2"],
            id="VPN with a network of its own",
        ),
        pytest.param(
            [interface("nordlynx", "10.5.0.2/32"), WIFI],
            ["10.5.0.2"],
            ["192.168.178.23", "2001:db8:77::23", "10.5.0.2"],
            id="VPN by another name",
        ),
        pytest.param(
            [
                interface("TAP-Windows Adapter V9", "10.8.0.2/24"),
                interface("Intel Wi-Fi", "10.0.0.7/24"),
            ],
            ["10.8.0.2"],
            ["10.0.0.7", "10.8.0.2"],
            id="VPN on Windows",
        ),
        pytest.param(
            [DOCKER, WIFI],
            ["192.168.178.23"],
            ["192.168.178.23", "2001:db8:77::23", "172.17.0.1", "fd00:d::1"],
            id="Docker",
        ),
        pytest.param(
            [interface("eth0", "10.0.0.7/24"), WIFI],
            ["192.168.178.23", "2001:db8:77::23"],
            ["192.168.178.23", "10.0.0.7", "2001:db8:77::23"],
            id="two cards, the default route's first",
        ),
        pytest.param(
            [interface("wlan0", "fe80::1/64", "fd00::23/64", "2001:db8:77::23/128")],
            ["2001:db8:77::23"],
            ["2001:db8:77::23", "fd00::23"],
            id="IPv6 alone",
        ),
        pytest.param(
            [
                interface("eth0", "169.254.7.7/16"),
                interface("wlan0", "203.0.113.9/24", "fd00::23/64"),
            ],
            [],
            ["203.0.113.9", "fd00::23", "169.254.7.7"],
            id="a cable without DHCP",
        ),
        pytest.param([DOCKER], [], ["172.17.0.1", "fd00:d::1"], id="in want of anything better"),
    ],
)
def test_addresses_are_ranked_by_how_likely_a_phone_opens_them(
    interfaces: list[Adapter],
    default: list[str],
    expected: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Every address is listed, but those of no use: loopback, and IPv6 that needs a zone."""
    monkeypatch.setattr(machine, "get_adapters", lambda: interfaces)
    monkeypatch.setattr(machine, "_default_routes", lambda: set(default))
    assert list(machine.addresses()) == expected


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("", ["192.168.178.23", "2001:db8:77::23", "127.0.0.2"]),
        ("0.0.0.0", ["192.168.178.23", "127.0.0.2"]),  # noqa: S104 - as a user may
        ("::", ["2001:db8:77::23"]),
        ("127.0.0.2", ["127.0.0.2"]),
        ("127.0.0.1", []),
    ],
)
def test_an_address_counts_where_the_server_listens(
    host: str, expected: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """By family, or the one that was named."""
    own = ("192.168.178.23", "2001:db8:77::23", "127.0.0.2")
    monkeypatch.setattr(machine, "addresses", lambda: own)
    listeners = bind(host, None, first=18000)
    assert list(addresses_of(listeners)) == expected
    for listener in listeners:
        listener.close()


def test_a_machine_without_routes_has_no_default(monkeypatch: pytest.MonkeyPatch) -> None:
    """On the plane: no address, and no error."""

    def nowhere(*_: object) -> None:
        raise OSError("network is unreachable")

    monkeypatch.setattr(socket.socket, "connect", nowhere)
    monkeypatch.setattr(machine, "get_adapters", lambda: [LOOP])
    assert machine.addresses() == ()


def test_the_next_free_port_is_taken_unless_one_is_asked_for() -> None:
    """Two tables on one laptop; a port that was named is that one or an error."""
    with bind("127.0.0.1", None, first=18000)[0] as first:
        taken = first.getsockname()[1]
        with bind("127.0.0.1", None, first=taken)[0] as second:
            assert second.getsockname()[1] > taken
        with pytest.raises(OSError, match=r".+"):
            bind("127.0.0.1", taken)


@pytest.mark.parametrize("other", ["127.0.0.1", "::1"])
def test_all_addresses_means_ipv4_and_ipv6_at_one_port(other: str) -> None:
    """A port that another program has in either is left out, so that no phone gets to that one."""
    family = socket.AF_INET6 if ":" in other else socket.AF_INET
    with socket.create_server((other, 0), family=family) as stranger:
        taken = stranger.getsockname()[1]
        with ExitStack() as opened:
            ours = [opened.enter_context(each) for each in bind("", None, first=taken)]
            (port,) = {each.getsockname()[1] for each in ours}
            assert port > taken
            for host in ("127.0.0.1", "::1"):
                opened.enter_context(socket.create_connection((host, port), timeout=5))
            peers = [opened.enter_context(each.accept()[0]).getpeername()[0] for each in ours]
            assert sorted(peers) == ["127.0.0.1", "::1"]


def test_a_machine_without_ipv6_listens_on_ipv4(monkeypatch: pytest.MonkeyPatch) -> None:
    """And on an address that it doesn't have, nobody listens."""
    create = socket.create_server

    def create_ipv4(address: tuple[str, int], *, family: int, backlog: int) -> socket.socket:
        if family == socket.AF_INET6:
            raise OSError(errno.EAFNOSUPPORT, "no IPv6")
        return create(address, family=family, backlog=backlog)

    monkeypatch.setattr(socket, "create_server", create_ipv4)
    (listener,) = bind("", None, first=18000)
    with listener:
        assert listener.family == socket.AF_INET
    with pytest.raises(OSError, match="no IPv6"):
        bind("::1", 18000)
