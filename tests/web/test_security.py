"""Who may talk to the server from a browser, and what its pages may do."""

from __future__ import annotations

import socket
from typing import Any

import pytest

HERE = socket.gethostname().lower().split(".")[0]


def get(house: Any, host: str | None) -> Any:
    environ = {"REMOTE_ADDR": "192.168.1.9", "HTTP_HOST": host}
    client = house.app.test_client()
    return client.open(path="/", method="GET", environ_overrides=environ if host is not None else {"REMOTE_ADDR": "x"})


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("192.168.1.2:8000", 200), ("10.0.0.7", 200), ("[fe80::1]:8000", 200), ("[::1]", 200), ("127.0.0.1:8000", 200),
        ("localhost:8000", 200), ("LOCALHOST", 200), (f"{HERE}:8000", 200), (f"{HERE}.local", 200), ("table.home", 200),
        ("Table.Home.:8000", 200),
        ("evil.example", 403), ("192.168.1.2.nip.example", 403), ("localhost.evil.example", 403),
        ("evil.localhost", 403), ("[::1]evil.example", 403),
        ("", 403), ("192.168.1.2:80:80", 403), ("192.168.1.2@evil.example", 403), ("a b", 403), ("[::1", 403),
        ("192.168.1.2:x", 403), ("::1", 200),
    ],
)  # fmt: skip
def test_a_host_is_an_address_or_a_name_of_ours(configured: Any, host: str, status: int) -> None:
    """DNS rebinding needs a name: any IP literal will do, names must be listed."""
    answer = get(configured(HOSTS=("table.home",)), host)
    assert answer.status_code == status
    if status == 403:
        assert answer.json["error"]["code"] == "host"


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 201),
        ({"Origin": "http://192.168.1.2:8000"}, 201),
        ({"Origin": "http://192.168.1.2:8000", "Sec-Fetch-Site": "same-origin"}, 201),
        ({"Sec-Fetch-Site": "none"}, 201),
        ({"Origin": "http://192.168.1.2"}, 403),
        ({"Origin": "http://192.168.1.2:9000"}, 403),
        ({"Origin": "http://192.168.1.3:8000"}, 403),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "x"}, 403),
        ({"Origin": "http://[bad"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Origin": "http://192.168.1.2:8000", "Sec-Fetch-Site": "cross-site"}, 403),
    ],
)
def test_a_write_comes_from_our_own_pages(house: Any, headers: dict[str, str], status: int) -> None:
    """Another site's page can not write, whatever cookies the browser holds; reads are not asked."""
    phone = house.phone()
    answer = phone.post("/tables", {"game": "giza"}, **headers)
    assert answer.status_code == status
    if status == 403:
        assert answer.json["error"]["code"] == "origin"
    assert phone.get("/", **headers).status_code == 200


@pytest.mark.parametrize("path", ["/", "/nowhere", "/t/XXXX-99/state", "/j/XXXX-99"])
def test_every_answer_carries_the_headers(house: Any, path: str) -> None:
    """Pages, files and errors alike."""
    answer = house.phone().get(path)
    policy = dict(part.split(" ", 1) for part in answer.headers["Content-Security-Policy"].split("; "))
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == policy["form-action"] == "'self'"
    assert policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert "unsafe" not in answer.headers["Content-Security-Policy"]
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Referrer-Policy"] == "same-origin"
    assert "camera=()" in answer.headers["Permissions-Policy"]
    answer.close()


def test_wrong_codes_are_throttled_for_each_guesser(configured: Any) -> None:
    """Codes are short, because people type them: guessing is slow instead."""
    house = configured(GUESSES=(3, 10.0))
    house.open()
    guesser, other = house.phone(), house.phone()
    answers = [guesser.get(f"/j?code=XXXX-{n}") for n in range(10, 14)]
    assert [answer.status_code for answer in answers] == [404, 404, 404, 429]
    assert int(answers[-1].headers["Retry-After"]) == 10
    assert guesser.get(f"/j/{house.code}").status_code == 429
    assert other.get(f"/j/{house.code}").status_code == 200
    house.clock[0] += 10
    assert guesser.get(f"/j/{house.code}").status_code == 200


def test_right_codes_are_not_counted(configured: Any) -> None:
    """A phone that asks for its table all evening is no guesser."""
    house = configured(GUESSES=(3, 10.0))
    anna, _ = house.play()
    assert {anna.get(f"/t/{house.code}/state").status_code for _ in range(9)} == {200}


def test_who_sits_at_the_server_may_host_every_table_if_that_is_wanted(configured: Any) -> None:
    """The owner of the laptop has lost the cookie; on a shared server nobody is trusted for their address."""
    for trusted, status in ((True, 200), (False, 303)):
        house = configured(TRUST_LOOPBACK=trusted)
        house.open()
        owner = house.phone()
        owner.address = "127.0.0.1"
        assert owner.get(f"/t/{house.code}/host").status_code == status
        assert house.phone().get(f"/t/{house.code}/host").status_code == 303
