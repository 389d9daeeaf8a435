"""What phones get from a server on real networks: a hotspot, a VPN, Docker and others."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.programs import need

ROOT = Path(__file__).parents[2]
NAMESPACE = ("unshare", "--map-root-user", "--net", "--mount")
WIFI, CABLE, VPN, DOCKER = "192.168.178.23", "10.0.0.7", "10.5.0.2", "172.17.0.1"
GLOBAL = "2001:db8:77::23"

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="namespaces are Linux's")


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """What a phone got on each network, one after the other, while one server ran."""
    need("ip", "unshare")
    if subprocess.run([*NAMESPACE, "true"], capture_output=True, check=False).returncode:
        pytest.skip("this user may make no namespaces")
    command = [*NAMESPACE, sys.executable, "-m", "tests.web.namespaces"]
    command.append(str(tmp_path_factory.mktemp("network") / "data"))
    env = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(command, cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True, check=True)
    return json.loads(done.stdout)


def test_the_terminal_shows_the_address_on_a_hotspot(told: Any) -> None:
    """Where there is no default route."""
    assert told["printed"] == [f"http://{WIFI}:8000", "http://localhost:8000"]


@pytest.mark.parametrize(
    ("network", "reached", "others"),
    [
        ("hotspot", [WIFI], []),
        ("router", [WIFI], []),
        ("VPN", [WIFI], [VPN]),
        ("Docker", [WIFI], [DOCKER, "fd00:d::1"]),
        ("IPv6 alone", [GLOBAL], []),
        ("joined again", [WIFI, GLOBAL], []),
    ],
)
def test_a_phone_opens_the_address_in_the_qr_code(
    told: Any, network: str, reached: list[str], others: list[str]
) -> None:
    """First of all addresses; those of no use to phones come last. The server listens at all, and
    knows by which ones the phone came.
    """
    found = told[network]
    code = f"[{reached[0]}]" if ":" in reached[0] else reached[0]
    assert (found["code"], found["phone"]) == (code, 200)
    assert list(found["chosen"]) == [*reached, *others]
    assert [name for name, status in found["chosen"].items() if status == 200] == reached
    assert found["arrived"] == reached


def test_with_two_cards_the_host_chooses(told: Any) -> None:
    """The default route's comes first; a phone behind the other card opens that one's."""
    found = told["two cards"]
    assert (found["code"], found["phone"]) == (CABLE, 0)
    assert found["chosen"] == {CABLE: 0, WIFI: 200}
    assert found["arrived"] == [WIFI]


def test_on_no_network_there_are_no_addresses(told: Any) -> None:
    """The host's screen says so instead of showing a QR code."""
    found = told["none"]
    assert (found["code"], found["phone"], found["chosen"]) == ("localhost", 0, {})
