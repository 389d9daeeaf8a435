"""A server whose network changes, and a phone in a namespace of its own; prints what that gets:
`unshare --map-root-user --net --mount python -m tests.web.namespaces FOLDER`.

A VPN and Docker are played by plain cards: no kernel has to have more than those.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Sequence
from http.cookiejar import CookieJar
from typing import Any
from urllib.request import HTTPCookieProcessor, Request, build_opener

from tests.web.pictures.test_pictures import decoded

PORT = 8000
HOME = f"http://localhost:{PORT}"
WIFI, PHONE = "192.168.178.23", "192.168.178.50"
OPEN = "import sys, urllib.request; print(urllib.request.urlopen(sys.argv[1], timeout=5).status)"
IN_PHONE = ("nsenter", "--net=/run/netns/phone")
# the commands for `ip` that lead from one network to the next
STEPS: dict[str, Sequence[str]] = {
    "hotspot": (),
    "router": ("route add default via 192.168.178.1",),
    "VPN": (
        "link add tun0 type veth peer name other0",
        "link set tun0 up",
        "address add 10.5.0.2/32 dev tun0",
        "route add 0.0.0.0/1 dev tun0",
        "route add 128.0.0.0/1 dev tun0",
    ),
    "Docker": (
        "link delete tun0",
        "link add docker0 type veth peer name other0",
        "link set docker0 up",
        "address add 172.17.0.1/16 dev docker0",
        "address add fd00:d::1/64 dev docker0 nodad",
    ),
    "two cards": (
        "link delete docker0",
        "route delete default",
        "link add eth0 type veth peer name other0",
        "link set eth0 up",
        "address add 10.0.0.7/24 dev eth0",
        "route add default via 10.0.0.1",
    ),
    "none": ("link delete eth0", f"address delete {WIFI}/24 dev wlan0"),
    "IPv6 alone": ("address add 2001:db8:77::23/64 dev wlan0 nodad",),
    "joined again": (f"address add {WIFI}/24 dev wlan0",),
}


def ip(command: str) -> None:
    """Run `ip` in this namespace."""
    subprocess.run(["ip", *command.split()], check=True)


def phone_gets(address: str) -> int:
    """Return the status that the phone gets at an address; 0 if there is no answer."""
    command = [*IN_PHONE, sys.executable, "-c", OPEN, address]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return int(done.stdout or 0)


class Host:
    """The browser on the server's computer, at a table of its own."""

    def __init__(self) -> None:
        self._jar = CookieJar()
        self._opener = build_opener(HTTPCookieProcessor(self._jar))
        self.code = json.loads(self._ask("/tables", b'{"game": "rocks"}'))["code"]

    def _ask(self, path: str, body: bytes | None = None, chosen: str = "") -> bytes:
        headers = {"Content-Type": "application/json"}
        if chosen:
            headers["Cookie"] = f"rookery-address={chosen}"
        with self._opener.open(Request(HOME + path, body, headers), timeout=30) as answer:  # noqa: S310 - http
            return bytes(answer.read())

    def join_address(self, chosen: str = "") -> str:
        """Return the address in the table's QR code, with this choice of the host."""
        return decoded(self._ask(f"/t/{self.code}/qr.svg", chosen=chosen))

    def reach(self) -> Any:
        """Return what the host's screen finds out about the network."""
        return json.loads(self._ask(f"/t/{self.code}/reach?view=host"))


def main() -> None:
    """Lead the server through all networks."""
    subprocess.run(["mount", "-t", "tmpfs", "tmpfs", "/run"], check=True)
    ip("netns add phone")
    ip("link set lo up")
    ip("link add wlan0 type veth peer name wlan0 netns phone")
    ip("link set wlan0 up")
    for command in (
        "link set lo up",
        "link set wlan0 up",
        f"address add {PHONE}/24 dev wlan0",
        "address add 2001:db8:77::50/64 dev wlan0 nodad",
    ):
        subprocess.run([*IN_PHONE, "ip", *command.split()], check=True)
    ip(f"address add {WIFI}/24 dev wlan0")
    table = [sys.executable, "-m", "rookery", "table", "--data", sys.argv[1], "--port", f"{PORT}"]
    server = subprocess.Popen(table, stdout=subprocess.PIPE, text=True, encoding="utf-8")
    assert server.stdout is not None
    told: dict[str, Any] = {"printed": []}
    try:
        for line in server.stdout:
            told["printed"] += re.findall(r"http://\S+", line)
            if "Stop with" in line:
                break
        host = Host()
        for name, commands in STEPS.items():
            for each in commands:
                ip(each)
            reach, code = host.reach()["addresses"], host.join_address()
            told[name] = {
                "code": code.partition("/j/")[0].removeprefix("http://").removesuffix(f":{PORT}"),
                "phone": phone_gets(code),
                "chosen": {
                    each["name"]: phone_gets(host.join_address(each["name"])) for each in reach
                },
                "arrived": [each["name"] for each in host.reach()["addresses"] if each["arrived"]],
            }
    finally:
        server.terminate()
        server.wait(30)
        server.stdout.close()
    sys.stdout.write(json.dumps(told, indent=1))


if __name__ == "__main__":
    main()
