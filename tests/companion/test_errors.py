"""Every error names input, place and remedy on one line."""

from __future__ import annotations

import pytest

from companion import errors
from companion.errors import RookeryError


@pytest.mark.parametrize(
    ("at", "remedy", "message"),
    [
        ("", "", "deck.toml: wrong"),
        ("line 3", "", "deck.toml: line 3: wrong"),
        ("", "mend it", "deck.toml: wrong; mend it"),
        ("line 3", "mend it", "deck.toml: line 3: wrong; mend it"),
    ],
)
def test_message(at: str, remedy: str, message: str) -> None:
    """Parts that are not given leave no empty punctuation behind."""
    assert str(RookeryError("deck.toml", "wrong", at=at, remedy=remedy)) == message


def test_no_file_s_name_controls_a_terminal() -> None:
    """A stranger's folder may hold a photo whose name moves the cursor or breaks the line."""
    name = "a\x1b[31m\r\n\x9b\u202eb\udcff.jpg"
    assert str(RookeryError(name, "wrong")) == "a?[31m  ??b?.jpg: wrong"
    assert RookeryError(name, "wrong").source == name


def test_one_tree() -> None:
    """All errors that a user can meet are RookeryErrors and end with exit status 2, a user's
    mistake.
    """
    kinds = [value for value in vars(errors).values() if isinstance(value, type)]
    assert len(kinds) > 5
    assert all(issubclass(kind, RookeryError) and kind.exit_code == 2 for kind in kinds)
