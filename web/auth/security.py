"""Checks of Host and Origin, and the security headers of responses.

A LAN server has no certificate and a changing address. DNS rebinding needs a name, so any IP
literal is accepted as Host, and names must be our own. Writes need an Origin equal to the Host;
cookies are also SameSite=Lax.
"""

from __future__ import annotations

from flask import Flask, Response, request

from companion.language import say
from web.auth.access import access
from web.auth.visits import READS
from web.machine import addresses, is_ip, is_loopback, own_names, split_host
from web.refusal import ApiError

CSP = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data: blob:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
}
HEADERS = {
    "Content-Security-Policy": "; ".join(f"{name} {sources}" for name, sources in CSP.items()),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # no-referrer would make browsers send `Origin: null` with our own forms; the Referer doesn't
    # leave this origin either way
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    "Cross-Origin-Resource-Policy": "same-origin",
}
HTTPS = {  # browsers warn about them without a certificate
    "Strict-Transport-Security": "max-age=31536000",  # after one visit by https, only https
    "Cross-Origin-Opener-Policy": "same-origin",
}
# parts of pages, which only need the headers in BARE
NO_PAGE = ("text/css", "text/javascript", "font/woff2", "image/svg+xml")
LONGEST_HOST = 255  # characters (RFC 1035)
MOST_ARRIVALS = 1000  # that are remembered
BARE = ("X-Content-Type-Options", "Cross-Origin-Resource-Policy")


def register(app: Flask) -> None:
    """Check every request before anything else, and add the headers to every response."""
    app.before_request(check_host)
    app.before_request(check_origin)
    app.after_request(add_headers)


def check_host() -> None:
    """Raise `ApiError` 403 if the Host is neither an IP literal nor a name of this server.

    Remember by which one another machine has come.
    """
    host = request.headers.get("Host", "")
    name, _ = split_host(host)
    ours = len(host) <= LONGEST_HOST and (
        is_ip(name) or name in access().hosts or name in own_names()
    )
    if not ours:
        raise ApiError(403, "host", "Unknown server name. Use the address on the host's screen.")
    client, arrivals = request.remote_addr or "", access().arrivals
    if (client, name) in arrivals or len(arrivals) >= MOST_ARRIVALS or is_loopback(client):
        return
    if client not in addresses():  # this computer may call itself by any of its addresses
        arrivals.add((client, name))


def check_origin() -> None:
    """Raise `ApiError` 403 for a write that another site's page requests.

    Programs that aren't browsers send neither header, and have no cookies to misuse.
    """
    if request.method in READS:
        return
    origin, site = request.headers.get("Origin"), request.headers.get("Sec-Fetch-Site")
    own_host = request.headers["Host"].lower()
    ours = (f"http://{own_host}", f"https://{own_host}")
    foreign = origin is not None and origin.lower() not in ours
    if foreign or site not in (None, "same-origin", "none"):
        problem = say("That request came from another site. Use the table's own page.")
        raise ApiError(403, "origin", problem)


def add_headers(response: Response) -> Response:
    """Add the same headers to every response, except those that a view has set."""
    own = {name.lower() for name, _ in response.headers}
    for name in BARE if response.mimetype in NO_PAGE else HEADERS:
        if name.lower() not in own:
            response.headers.add(name, HEADERS[name])
    if request.is_secure:
        response.headers.extend(HTTPS)
    response.headers.setdefault("Cache-Control", "no-store")
    return response
