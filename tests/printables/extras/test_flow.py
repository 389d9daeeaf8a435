from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from companion.summary import Item
from printables.draw.fonts import text_width
from printables.extras.flow import lines_of


@given(
    text=st.lists(st.text("abcdefghij", min_size=1, max_size=9), min_size=1, max_size=30).map(
        " ".join
    ),
    name=st.sampled_from(["", "Name", "Long name"]),
    width=st.floats(25, 90),
)
def test_lines_keep_all_words_in_their_width(text: str, name: str, width: float) -> None:
    """Wrapping drops no word, changes no order, and a line is never wider than asked unless it is a
    single word.
    """
    lines = lines_of(Item(text, ("R1",), name), 3, width)
    said = [word.text for line in lines for word in line]
    assert said == [*(f"{name}:".split() if name else ()), *text.split()]
    for line in lines:
        last = line[-1]
        assert len(line) == 1 or last.x + text_width(last.text, 3, last.weight) <= width + 1e-6
