"""What `rookery print` prints unasked, and its options for what comes in the box."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from companion.errors import UsageError
from printables.cli import print_


def _plan(*arguments: str) -> str:
    result = CliRunner().invoke(print_, [*arguments, "--plan"], catch_exceptions=False)
    assert result.exit_code == 0
    return result.output


@pytest.mark.parametrize(
    ("options", "there", "not_there"),
    [
        ((), ("1 label", "1 rules page", "4 reference cards", "2 score sheets"), ("box", "tags")),
        (("--players", "2"), ("2 reference cards", "1 label"), ("4 reference",)),
        (("--no-extras",), ("52 penguins",), ("label", "rules", "reference", "score")),
        (("--extras",), ("1 label", "1 box", "3 sheets of tags"), ()),
        (("--only", "tuck-box,stickers"), ("1 box", "3 sheets of tags"), ("penguins", "label")),
        (("--only", "score-pad", "--copies", "10"), ("20 score sheets",), ("penguins",)),
    ],
)
def test_what_is_printed(
    options: tuple[str, ...], there: tuple[str, ...], not_there: tuple[str, ...]
) -> None:
    """Label, rules, reference cards and pad unless told otherwise; box and stickers when they are
    asked for.
    """
    said = _plan("giza", *options)
    for words in there:
        assert words in said
    for words in not_there:
        assert words not in said


def test_own_pyramids_come_with_the_extras() -> None:
    """Whatever waits to be asked for is printed by `--extras`, a game's own pieces too."""
    assert "pyramids" not in _plan("solitaire")
    assert "36 pyramids" in _plan("solitaire", "--extras")


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_strip_fits_one_page(paper: str) -> None:
    """As wide as four cards, so that a row of them lies on it; one is with all extras."""
    plan = _plan("giza", "--only", "strip", "--paper", paper)
    assert "1 page on 1 sheet" in plan
    assert "1 pyramid strip" in plan
    assert "1 pyramid strip" in _plan("giza", "--extras", "--paper", paper)


@pytest.mark.parametrize("extra", ["rules", "tuck-box", "stickers", "pad"])
def test_no_extras_has_no_label(extra: str) -> None:
    """Asking for what was left out is a mistake that is reported, by its id or its kind."""
    with pytest.raises(UsageError, match=f"'{extra}' is an extra; leave out --no-extras"):
        _plan("giza", "--no-extras", "--only", f"goal,{extra}")


def test_the_weight_of_paper_is_for_the_box() -> None:
    """Without a box it would do nothing."""
    assert "1 box" in _plan("giza", "--extras", "--weight", "300")
    assert "1 box" in _plan("giza", "--only", "tuck-box", "--weight", "300")
    with pytest.raises(UsageError, match="--weight: is for the box"):
        _plan("giza", "--weight", "300")
