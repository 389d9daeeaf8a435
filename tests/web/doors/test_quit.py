"""Quitting from the home page, which ends the program that a double click started."""

from __future__ import annotations

import http.client
from typing import Any


def test_the_home_page_quits_and_the_next_start_goes_on(server: Any) -> None:
    """The answer still arrives, the program ends as after Ctrl-C, and what was saved is there."""
    code = server.visitor().ask("POST", "/tables", {"game": "giza"})[1]["code"]
    line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    line.request("GET", "/", headers={"Accept": "text/html"})
    assert b'action="/quit"' in line.getresponse().read()
    line.request("POST", "/quit", headers={"Accept": "text/html"})
    answer = line.getresponse()
    assert (answer.status, b"Everything is saved" in answer.read()) == (200, True)
    line.close()
    assert server.process.wait(30) == 0
    server.process.stdout.close()
    server.start()
    assert server.visitor().ask("GET", f"/t/{code}/state?view=host")[0] == 200


def test_only_a_program_that_can_end_offers_it(configured: Any) -> None:
    """Not the app inside another server, and nobody but this computer sees address and button."""
    house = configured(TRUST_LOOPBACK=True, ADDRESSES=lambda: ("192.168.7.7",))
    at_home = {"base_url": "http://localhost:8000", "environ_base": {"REMOTE_ADDR": "127.0.0.1"}}
    page = house.app.test_client().get("/", **at_home).get_data(as_text=True)
    assert "http://192.168.7.7:8000" in page
    assert "/quit" not in page
    house.app.config["STOP"] = lambda: None
    assert "/quit" in house.app.test_client().get("/", **at_home).get_data(as_text=True)
    phone = {**at_home, "environ_base": {"REMOTE_ADDR": "192.168.7.9"}}
    page = house.app.test_client().get("/", **phone).get_data(as_text=True)
    assert "192.168.7.7" not in page
    assert "/quit" not in page


def test_without_a_network_there_is_no_code_to_scan(configured: Any) -> None:
    """An address that only this computer can open would help no phone."""
    house = configured(TRUST_LOOPBACK=True, ADDRESSES=tuple)
    at_home = {"base_url": "http://localhost:8000", "environ_base": {"REMOTE_ADDR": "127.0.0.1"}}
    page = house.app.test_client().get("/", **at_home).get_data(as_text=True)
    assert "data:image/svg" not in page
