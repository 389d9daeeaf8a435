"""The text of combust's moves."""

from __future__ import annotations

import pytest

from companion.combust.deck import Deck
from companion.combust.moves import read_move
from companion.errors import NotationError
from companion.texts import quoted


@pytest.mark.parametrize(
    "text", ["", "place", "place 0", "place 07", "place 100", "pick 7", "pick 9x:1", "pick hands:1", "name", "name 12",
             "Pass", "pass 1", "discard -1", "keep 1 2"],
)  # fmt: skip
def test_no_move(plain: Deck, text: str) -> None:
    """Any other text is refused, quoted, with what could be written."""
    with pytest.raises(NotationError, match="no move; write keep 7") as caught:
        read_move(text, plain)
    assert caught.value.source == quoted(text)
