"""Secrets of devices: only their digests are stored."""

from __future__ import annotations

import base64
import hashlib
import secrets


def new_token() -> str:
    """Return a new secret of 128 bits."""
    return secrets.token_urlsafe(16)


def digest_of(token: str) -> str:
    """Return the digest that is stored of a secret."""
    return hashlib.sha256(token.encode()).hexdigest()


def derive_token(token: str, use: str) -> str:
    """Return a secret of 128 bits for one use, always the same for the same token."""
    digest = hashlib.sha256(f"{use} {token}".encode()).digest()
    return base64.urlsafe_b64encode(digest[:16]).decode().rstrip("=")
