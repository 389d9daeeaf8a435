"""Giza: the penguin pyramid, for 2 to 4 players."""

from companion.game import Game
from companion.giza.deck import read_deck
from companion.giza.pieces import pieces

GAME = Game(
    slug="giza",
    title="Giza: the penguin pyramid",
    players=(2, 4),
    deck_file="deck.toml",
    read_deck=read_deck,
    pieces=pieces,
    offers=frozenset({"print", "scan", "table"}),
)
