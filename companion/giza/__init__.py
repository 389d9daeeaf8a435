"""Giza: the penguin pyramid, for 2 to 4 players."""

from companion.game import Game, Play
from companion.giza import rules
from companion.giza.advice import advice
from companion.giza.deck import PLAYERS, read_deck
from companion.giza.pieces import pieces
from companion.giza.simulate import BOTS, STUDY
from companion.giza.summary import details
from companion.giza.tracker import TRACKER

GAME = Game(
    slug="giza",
    title="Giza: the penguin pyramid",
    players=PLAYERS,
    package=__name__,
    deck_file="deck.toml",
    read_deck=read_deck,
    pieces=pieces,
    play=Play(rules, BOTS, STUDY),
    tracker=TRACKER,
    details=details,
    advice=advice,
)
