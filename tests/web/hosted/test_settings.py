from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from companion.errors import RookeryError
from web.hosted.settings import Settings, from_environment

FOLDER = {"ROOKERY_DATA": "/var/lib/rookery"}


def test_a_folder_is_enough() -> None:
    """All else has a usual value: tables in SQLite, no Redis, one proxy before us."""
    assert from_environment(FOLDER) == Settings(Path("/var/lib/rookery"))


def test_everything_is_read_and_no_secret_is_shown() -> None:
    """Addresses may hold passwords: the settings' own text has none."""
    secret = "s3cret-and-long-enough"  # noqa: S105 - of no server
    found = from_environment(
        FOLDER
        | {
            "DATABASE_URL": f"postgresql://rookery:{secret}@db/rookery",
            "REDIS_URL": f"rediss://:{secret}@redis:6379/1",
            "ROOKERY_HOSTS": "Games.example.org., spiele.example.org",
            "ROOKERY_STREAMS": "800",
            "ROOKERY_STREAMS_A_CLIENT": "600",
            "ROOKERY_PROXIES": "0",
            "ROOKERY_METRICS_TOKEN": secret,
            "ROOKERY_KEEP": "90d",
        }
    )
    assert found.hosts == ("games.example.org", "spiele.example.org")
    assert (found.streams, found.streams_a_client) == (800, 600)
    assert (found.proxies, found.metrics_token) == (0, secret)
    assert found.keep == timedelta(days=90)
    assert secret in found.database
    assert secret in found.redis
    assert secret not in repr(found)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ROOKERY_DATA", ""),
        ("ROOKERY_DATA", "data"),
        ("DATABASE_URL", "mysql://root:s3cret@db/rookery"),
        ("DATABASE_URL", "postgresql:s3cret"),
        ("REDIS_URL", "s3cret:6379"),
        ("ROOKERY_HOSTS", "https://games.example.org"),
        ("ROOKERY_STREAMS", "many"),
        ("ROOKERY_STREAMS", "0"),
        ("ROOKERY_STREAMS_A_CLIENT", "0"),
        ("ROOKERY_PROXIES", "-1"),
        ("ROOKERY_METRICS_TOKEN", "s3cret"),
        ("ROOKERY_KEEP", "90"),
    ],
)
def test_a_wrong_value_is_told_by_its_variable_and_never_with_a_password(
    name: str, value: str
) -> None:
    """Which variable, what is wrong, and what to write instead."""
    with pytest.raises(RookeryError) as caught:
        from_environment(FOLDER | {name: value})
    assert caught.value.source == name
    assert caught.value.remedy
    assert "s3cret" not in str(caught.value)
