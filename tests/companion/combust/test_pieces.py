"""The printed pieces of combust."""

from __future__ import annotations

import json
import tomllib

from companion.combust.deck import FIRST_EVENT, Deck, Kind, standard
from companion.combust.pieces import pieces
from companion.combust.verbs import read_verb
from companion.fields import Table
from companion.game import Piece
from companion.tags import End, tag_ids

ENDS: tuple[End, End] = ("first", "second")


def _abilities() -> list[tuple[Kind, Piece]]:
    return list(zip(standard().kinds, pieces(standard()), strict=True))


def test_abilities_can_be_read_back() -> None:
    """A card's ability is written as in a deck file: the same verbs come out."""
    for kind, piece in _abilities():
        ability = piece.data["ability"]
        assert isinstance(ability, list)
        rows = [Table(tomllib.loads(_toml(verb)), _toml(verb), "cards.json") for verb in ability]
        assert tuple(map(read_verb, rows)) == kind.ability


def _toml(verb: dict[str, object]) -> str:
    return "\n".join(f"{name} = {json.dumps(value)}" for name, value in verb.items())


def test_copies_and_words() -> None:
    """Each kind is a piece with its copies, its value (events have none) and the
    printed sentence.
    """
    for kind, piece in _abilities():
        assert (piece.count, piece.data["text"]) == (kind.copies, kind.text)
        assert piece.data.get("value", 0) == kind.value


def test_tags_are_the_registered_ones(plain: Deck) -> None:
    """First tags tell the kind in every deck; second ones are turned in your own deck, penguins'
    and events'.
    """
    for deck in (standard(), plain):
        for kind, piece in zip(deck.kinds, pieces(deck), strict=True):
            group, index = (
                ("penguin", kind.number - 1) if kind.value else ("event", kind.number - FIRST_EVENT)
            )
            count = 20 if kind.value else 12
            first, second = (tag_ids("combust", group, "front", end, count=count) for end in ENDS)
            assert [tag.id for tag in piece.faces["front"]] == [
                first[index],
                second[(index + deck.tag_rotation) % count],
            ]
            assert piece.faces["back"] == ()
            straight = piece.faces["front"][1].id == second[index]
            assert straight == (deck is not plain), piece.id
