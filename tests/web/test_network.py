"""Addresses, Host headers and listening sockets."""

from __future__ import annotations

import socket

import pytest
from hypothesis import given
from hypothesis import strategies as st

from web.machine import bind, is_ip, lan_address, own_names, split_host, url


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


def test_this_machine_has_an_address_and_names() -> None:
    """An IP literal in any case, and localhost among the names."""
    assert is_ip(lan_address())
    assert "localhost" in own_names()


def test_without_a_network_there_is_still_an_address(monkeypatch: pytest.MonkeyPatch) -> None:
    """On the plane: the machine itself."""

    def nowhere(*_: object) -> None:
        raise OSError("network is unreachable")

    monkeypatch.setattr(socket.socket, "connect", nowhere)
    assert lan_address() == "127.0.0.1"


def test_the_next_free_port_is_taken_unless_one_is_asked_for() -> None:
    """Two tables on one laptop; a port that was named is that one or an error."""
    with bind("127.0.0.1", None, first=18000) as first:
        taken = first.getsockname()[1]
        with bind("127.0.0.1", None, first=taken) as second:
            assert second.getsockname()[1] > taken
        with pytest.raises(OSError, match=r".+"):
            bind("127.0.0.1", taken)
