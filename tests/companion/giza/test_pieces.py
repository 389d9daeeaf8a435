"""What giza prints: every piece with its tags."""

from __future__ import annotations

from collections import Counter

from companion.giza.deck import Deck, standard
from companion.giza.pieces import STRIP_SLOTS, pieces, strip_place
from companion.giza.pyramid import SLOTS
from companion.layout import POKER, TOKEN
from companion.tags import registry


def _tags(deck: Deck, face: str) -> dict[str, list[int]]:
    return {piece.id: [tag.id for tag in piece.faces.get(face, ())] for piece in pieces(deck)}


def test_everything_in_the_box() -> None:
    """giza R1, D1: 52 penguins, 20 actions, 10 goals, the Chief, and 10 tokens where the rulebook
    lost a digit.
    """
    found = Counter[str]()
    for piece in (piece for piece in pieces(standard()) if not piece.extra):
        found[piece.kind] += piece.count
    assert found == {"penguin": 52, "action": 20, "goal": 10, "chief": 1, "token": 10}


def test_tags_of_the_standard_deck() -> None:
    """Penguin fronts carry two ids each, greys and goals one at both ends, actions none."""
    front, back = _tags(standard(), "front"), _tags(standard(), "back")
    assert (front["penguin-01"], back["penguin-01"]) == ([0, 52], [104, 104])
    assert (front["penguin-52"], back["penguin-52"]) == ([51, 103], [155, 155])
    assert front["goal-zeroes"] == [156, 156]
    assert (front["chief"], front["token"]) == ([166, 166], [167])
    assert all(front[name] == back[name] == [] for name in front if name.startswith("action"))


def test_no_id_means_two_things(plain: Deck) -> None:
    """Within a deck every id belongs to one face, and every registered id is used."""
    for deck in (standard(), plain):
        ids = [
            tag.id for piece in pieces(deck) for face in piece.faces.values() for tag in set(face)
        ]
        once = {
            tag
            for tags in (*_tags(deck, "front").values(), *_tags(deck, "back").values())
            for tag in tags
        }
        assert len({*ids}) == len(once)
        if deck is standard():
            assert len(once) == sum(row.count for row in registry() if row.game == "giza")


def test_own_deck_tells_itself_by_one_card(plain: Deck) -> None:
    """Your own deck keeps first ids and turns second ones, so that any fully read front
    distinguishes it apart.
    """
    ours, theirs = _tags(standard(), "front"), _tags(plain, "front")
    for penguin in standard().penguins:
        assert ours[penguin.id][0] == theirs[penguin.id][0]
        assert ours[penguin.id][1] != theirs[penguin.id][1]
    ours, theirs = _tags(standard(), "back"), _tags(plain, "back")
    assert {name: ours[name] for name in theirs} == theirs


def test_sizes() -> None:
    """Cards are poker size, tokens 20 mm, and the strip is as wide as four cards."""
    *cards, token, strip = pieces(standard())
    assert {piece.size for piece in cards} == {POKER}
    assert (token.size, strip.size.width) == (TOKEN, 4 * POKER.width)


def test_a_card_in_its_slot_hides_the_tag_of_the_strip() -> None:
    """The lower two rows have one each, in the middle of a card, so a card a third of its width off
    still hides it, and none lies between two of a row.
    """
    strip = pieces(standard())[-1]
    tags = strip.faces["front"]
    assert [tag.id for tag in tags] == list(range(360, 367))
    assert (strip.extra, STRIP_SLOTS) == (True, SLOTS[: len(tags)])
    for slot, tag in zip(STRIP_SLOTS, tags, strict=True):
        assert (tag.x, tag.y) == strip_place(slot)
        assert tag.size / 2 <= tag.y <= strip.size.height - POKER.height / 2
        assert POKER.width / 3 + tag.size / 2 < POKER.width / 2
    assert tags[1].x - tags[0].x - tags[0].size < POKER.width


def test_data_for_the_list_of_pieces() -> None:
    """`rookery games` can tell a penguin's weight and strength and a goal's points."""
    by_id = {piece.id: piece for piece in pieces(standard())}
    for penguin in standard().penguins:
        data = by_id[penguin.id].data
        assert (data["colour"], data["weight"], data["strength"]) == (
            penguin.colour,
            penguin.weight,
            penguin.strength,
        )
    for goal in standard().goals:
        assert (by_id[goal.id].data["text"], by_id[goal.id].data["points"]) == (
            goal.text,
            goal.points,
        )
        assert (by_id[goal.id].data["goal"], by_id[goal.id].data["amount"]) == (
            goal.kind,
            goal.amount,
        )
