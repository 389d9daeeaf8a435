from __future__ import annotations

from companion.game import game
from printables.output.job import make_job
from printables.output.printer import plan
from printables.sheets.imposition import SIDES, Page, impose
from printables.sheets.packing import copies_of
from printables.sheets.paper import PAPERS
from printables.sheets.plan import hint, in_words, pieces_of, steps, tally
from tests.printables.workshop import BOARD, CARD, NET, PIECES, shape

A4, LONG = PAPERS["a4"], SIDES["long"]


def pages_of(*pieces: object, copies: int = 1) -> tuple[Page, ...]:
    return impose(copies_of(pieces, copies, shape), A4, LONG, index=True)  # type: ignore[arg-type] # pieces, all


def test_a_plan_counts_pages_sheets_and_pieces() -> None:
    """Before anything is drawn; the index takes a sheet of its own."""
    words = in_words(pages_of(CARD, copies=2), A4, LONG, tally([CARD], 2))
    assert words == "8 pages on 4 sheets of A4: 26 cards"


def test_a_plan_for_one_side_says_so() -> None:
    """Nets have no backs: each page is a sheet."""
    pages = pages_of(NET)
    assert in_words(pages, A4, LONG, tally([NET])) == "2 pages on 2 sheets of A4: 4 nets"
    assert hint(pages, LONG) == "one side: nothing here has a back"
    assert hint(pages_of(CARD), LONG) == LONG.hint


def test_pieces_are_called_as_in_the_rules() -> None:
    """A page of rules isn't called "rules", sheets of stickers are counted as sheets, ships and
    boards have their names.
    """
    one = {
        kind: str(pieces_of(kind, 1))
        for kind in ("rules", "stickers", "pad", "reference", "chief", "tile")
    }
    assert one == {
        "rules": "1 rules page",
        "stickers": "1 sheet of tags",
        "pad": "1 score sheet",
        "reference": "1 reference card",
        "chief": "1 Chief card",
        "tile": "1 sea board",
    }
    assert [pieces_of(kind, 2) for kind in ("rules", "stickers", "standee", "goal")] == [
        "2 rules pages",
        "2 sheets of tags",
        "2 ships",
        "2 goal cards",
    ]


def test_kinds_keep_the_order_of_printing() -> None:
    """Several pieces of a kind are one entry."""
    assert list(tally(PIECES).items()) == [
        ("board", 1),
        ("tile", 3),
        ("page", 1),
        ("net", 4),
        ("card", 13),
        ("chip", 7),
    ]


def test_steps_say_only_what_these_pages_need() -> None:
    """No word of folding for cards, none of joining without a board; the sides' hint is split in
    head and sentence.
    """
    cards, all_sorts = steps(pages_of(CARD), A4, LONG), steps(pages_of(*PIECES), A4, LONG)
    assert [head for head, _ in cards] == [
        "Load the paper, by page",
        "Print at 100 %",
        "Print both sides",
        "Measure the ruler",
        "Cut along the marks",
    ]
    assert cards[2] == ("Print both sides", "Flip on the long edge.")
    assert [head for head, _ in all_sorts[5:]] == ["Follow the thin lines", "Join the large pieces"]
    only_nets = [head for head, _ in steps(pages_of(NET), A4, LONG)]
    assert "Cut along the marks" not in only_nets
    assert "Print one side" in only_nets
    assert len(steps(pages_of(BOARD), A4, LONG)) == 6


def test_the_first_step_says_which_paper_each_page_needs() -> None:
    """As a printer's dialog wants it, from the first to the last page."""
    job = make_job(game("rocks"), {"extras": True})
    pages = plan(job)
    papers = (
        "plain paper: 1-2, 5-6 · label paper: 3-4 · thick paper, to glue on board of 1 to 2 mm: "
        "7-14 · card of 200 g/m² or more: 15-20"
    )
    assert steps(pages, A4, LONG)[0][1] == papers
    assert pages[-1].number == 20
