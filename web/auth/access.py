"""Passes, and the rules for access that all requests share.

A pass is valid once and for some minutes, and brings a right at a table to another device. A
right is a seat's id, "host", or "screen" (to look on). Each pass has two forms: a link with a
secret of 128 bits, and six digits to type, for which guessing is throttled. The store keeps both as
digests under the right and the second at which the pass ends: `s2?1795291800`.
"""

from __future__ import annotations

from dataclasses import dataclass

from flask import Flask, current_app

from web.auth.throttle import Throttle
from web.services import services
from web.storage.tokens import digest_of, new_token

DIGITS = 6
MINUTES = 10
_ENDS = "?"  # separates a right from the second at which its pass ends; no right contains it


def new_pass(code: str, right: str) -> tuple[str, str]:
    """Void an older pass for a right; return the secret and the digits of a new one.

    Raises `UnknownTableError`.
    """
    void_passes(code, right)
    secret, digits = new_token(), f"{services().random.randrange(10**DIGITS):0{DIGITS}d}"
    holder = f"{right}{_ENDS}{_now() + MINUTES * 60}"
    for word in (secret, digits):
        services().store.add_holder(code, word, holder)
    return secret, digits


def right_of_pass(code: str, word: str) -> str | None:
    """Return the right that a pass, by secret or digits, gives; None if it is invalid."""
    right, _, end = _holder(code, word).partition(_ENDS)
    return right if end and _now() < int(end) else None


def use_up_pass(code: str, word: str) -> str | None:
    """Use up a pass; return its right, or None if it is invalid. Only one device can get it."""
    right, holder = right_of_pass(code, word), _holder(code, word)
    return right if right and services().store.remove_holder(code, holder) else None


def void_passes(code: str, right: str = "") -> None:
    """Void the pass for this right, or all passes of the table."""
    store = services().store
    for holder in set(store.holders(code).values()):
        given_for, ends, _ = holder.partition(_ENDS)
        if ends and right in ("", given_for):
            store.remove_holder(code, holder)


def _holder(code: str, word: str) -> str:
    return services().store.holders(code).get(digest_of(word), "") if word.isascii() else ""


def _now() -> int:
    return int(services().store.now().timestamp())


@dataclass(frozen=True, slots=True)
class Access:
    """The rules for access that all requests share."""

    throttle: Throttle
    hosts: frozenset[str]  # host names of this server besides the machine's own
    trust_loopback: bool  # whether people at this machine may host every table
    # other machines that came since the start, and by which Host: their addresses and ours
    arrivals: set[tuple[str, str]]


def access(app: Flask | None = None) -> Access:
    """Return the running app's `Access`."""
    shared: Access = (app or current_app).extensions["rookery.access"]
    return shared


def may_send() -> tuple[str, int]:
    """Return 204 if a photo or a deck may be sent now, else the refusal that it would get."""
    access().throttle.check("labels", "reading")
    return "", 204
