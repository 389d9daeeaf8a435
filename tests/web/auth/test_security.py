"""Who may talk to the server from a browser, and what its pages may do."""

from __future__ import annotations

import socket
from html.parser import HTMLParser
from typing import Any

import pytest

from web import machine as network
from web.auth import security
from web.auth.visits import FORWARDING
from web.text import languages

CSP_NAME = "Content-Security-Policy"
HERE = socket.gethostname().lower().split(".")[0]


def get(house: Any, host: str | None) -> Any:
    environ = {"REMOTE_ADDR": "192.168.1.9", "HTTP_HOST": host}
    client = house.app.test_client()
    return client.open(
        path="/",
        method="GET",
        environ_overrides=environ if host is not None else {"REMOTE_ADDR": "x"},
    )


HOSTS = [  # whether a browser may call us by that
    ("192.168.1.2:8000", 200),
    ("10.0.0.7", 200),
    ("[fe80::1]:8000", 200),
    ("[::1]", 200),
    ("127.0.0.1:8000", 200),
    ("localhost:8000", 200),
    ("LOCALHOST", 200),
    (f"{HERE}:8000", 200),
    (f"{HERE}.local", 200),
    ("table.home", 200),
    ("Table.Home.:8000", 200),
    ("evil.example", 403),
    ("192.168.1.2.nip.example", 403),
    ("localhost.evil.example", 403),
    ("evil.localhost", 403),
    ("[::1]evil.example", 403),
    ("", 403),
    ("192.168.1.2:80:80", 403),
    ("192.168.1.2@evil.example", 403),
    ("a b", 403),
    ("[::1", 403),
    (f"{'1' * 256}:80", 403),
    ("192.168.1.2:x", 403),
    ("192.168.1.2:99999", 403),
    ("::1", 200),
]


def test_a_host_is_an_address_or_a_name_of_ours(configured: Any) -> None:
    """DNS rebinding needs a name: any IP literal works, names must be listed."""
    house = configured(HOSTS=("table.home",))
    answers = {host: get(house, host) for host, _ in HOSTS}
    assert {host: answer.status_code for host, answer in answers.items()} == dict(HOSTS)
    assert {
        answer.json["error"]["code"] for answer in answers.values() if answer.status_code == 403
    } == {"host"}


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
    """Another site's page can't write, whatever cookies the browser holds; reads are not asked."""
    phone = house.phone()
    phone.get("/")
    answer = phone.post("/tables", {"game": "giza"}, **headers)
    assert answer.status_code == status
    if status == 403:
        assert answer.json["error"]["code"] == "origin"
    assert phone.get("/", **headers).status_code == 200


def test_nothing_is_kept_of_headers_that_somebody_makes_up_at_length(house: Any) -> None:
    """What is remembered of a request has a bound: caches by Host see only the start of it."""
    phone = house.phone()
    phone.get("/", **{"Accept-Language": "de"})
    caches = (network.is_ip, network.is_loopback)
    before = [cache.cache_info().currsize for cache in caches]
    for n in range(5):
        liked = "de," + "x" * languages.LONGEST + str(n)
        assert phone.get("/", **{"Accept-Language": liked}).status_code == 200
        assert get(house, f"{'x' * security.LONGEST_HOST}{n}").status_code == 403
    grown = [cache.cache_info().currsize - size for cache, size in zip(caches, before, strict=True)]
    assert grown == [0, 0]


# of pages: what isn't a document needs less
PARTS = {"text/css", "text/javascript", "font/woff2", "image/svg+xml"}


class Inline(HTMLParser):
    """Finds what a policy without "unsafe" forbids in a page: scripts and styles in it,
    and frames.
    """

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """One tag."""
        given = dict(attrs)
        if tag in {"style", "base", "iframe", "object", "embed"} or (
            tag == "script" and not given.get("src")
        ):
            self.found.append(tag)
        bad = [name for name in given if name == "style" or name.startswith("on")]
        self.found += bad + [
            value for value in given.values() if value and value.strip().startswith("javascript:")
        ]


def check_headers(answer: Any) -> None:
    """What every answer of every route has to say, whoever asks; `tests.web.test_authorisation`
    asks it of all.
    """
    headers, mimetype = answer.headers, answer.mimetype
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert "Cache-Control" in headers
    assert "Access-Control-Allow-Origin" not in headers
    if mimetype in PARTS and "Content-Security-Policy" not in headers:
        return
    policy = dict(
        part.split(" ", 1) if " " in part else (part, "") for part in headers[CSP_NAME].split("; ")
    )
    assert policy["default-src"] == "'none'"
    assert "unsafe" not in headers[CSP_NAME]
    if mimetype in PARTS:
        assert "sandbox" in policy
        return
    for source in ("script-src", "style-src", "connect-src", "form-action"):
        assert policy[source] == "'self'"
    assert policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "same-origin"
    assert "camera=()" in headers["Permissions-Policy"]
    if mimetype == "text/html":
        assert Inline(answer.text).found == []


REFUSED = [  # method, path, headers, status
    ("GET", "/nowhere", {}, 404),
    ("GET", "/nowhere", {"Accept": "text/html"}, 404),
    ("GET", "/t/XXXX-99/state", {}, 404),
    ("GET", "/j/%22%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E", {"Accept": "text/html"}, 404),
    ("GET", "/static/css/none.css", {"Accept": "text/html"}, 404),
    ("GET", "/static/..%2f..%2fstore.py", {}, 404),
    ("POST", "/", {"Accept": "text/html"}, 405),
    ("POST", "/tables", {"Content-Type": "text/plain"}, 400),
    ("POST", "/tables", {"Content-Type": "application/json"}, 400),
    ("POST", "/tables", {"Origin": "http://evil.example", "Accept": "text/html"}, 403),
    ("GET", "/", {"Host": "evil.example", "Accept": "text/html"}, 403),
    ("POST", "/t/XXXX-99/photos", {"Content-Length": str(2**40)}, 404),
    ("TRACE", "/", {}, 405),
]


def test_every_refusal_carries_the_headers(house: Any) -> None:
    """Also where no view was reached, in JSON and as a page without anything inline."""
    browser = house.phone().client
    for method, path, headers, status in REFUSED:
        with browser.open(path, method=method, base_url=house.base, headers=headers) as answer:
            assert answer.status_code == status, path
            check_headers(answer)
            assert "<script>alert" not in answer.text


def test_cookies_and_pages_are_for_https_only_where_there_is_https(house: Any) -> None:
    """Behind a proxy with a certificate; on a LAN there is none, and a cookie for https would never
    come back.
    """
    for scheme in ("http", "https"):
        answer = house.app.test_client().post(
            "/tables", json={"game": "giza"}, base_url=f"{scheme}://192.168.1.2"
        )
        (cookie,) = answer.headers.getlist("Set-Cookie")
        assert all(part in cookie for part in ("HttpOnly", "SameSite=Lax", "Path=/"))
        assert ("Secure" in cookie, "Strict-Transport-Security" in answer.headers) == (
            scheme == "https",
        ) * 2


def test_who_sits_at_the_server_may_host_every_table_if_that_is_wanted(configured: Any) -> None:
    """The owner of the laptop has lost the cookie; on a shared server nobody is trusted for their
    address.
    """
    for trusted, status in ((True, 200), (False, 303)):
        house = configured(TRUST_LOOPBACK=trusted)
        house.open()
        owner = house.phone()
        owner.address = "127.0.0.1"
        assert owner.get(f"/t/{house.code}/host").status_code == status
        assert house.phone().get(f"/t/{house.code}/host").status_code == 303


@pytest.mark.parametrize(
    ("headers", "base"),
    [
        *(({name: "203.0.113.9"}, "http://127.0.0.1:8000") for name in FORWARDING),
        ({}, "http://192.168.1.2:8000"),
    ],
)
def test_nobody_is_this_computer_behind_a_proxy_or_tunnel(
    configured: Any, headers: Any, base: str
) -> None:
    """They end at this computer's own address, so that every guest would be its owner."""
    house = configured(TRUST_LOOPBACK=True)
    house.open()
    guest = house.app.test_client()
    asked = {"base_url": base, "headers": headers, "environ_base": {"REMOTE_ADDR": "127.0.0.1"}}
    assert guest.get(f"/t/{house.code}/host", **asked).status_code == 303
