"""Combust: the clan line, for 3 to 8 players."""

from companion.combust import rules
from companion.combust.deck import advice, read_deck
from companion.combust.pieces import details, pieces
from companion.combust.simulate import BOTS, STUDY
from companion.combust.state import PLAYERS
from companion.combust.tracker import TRACKER
from companion.game import Game, Play

GAME = Game(
    slug="combust",
    title="Combust: the clan line",
    players=PLAYERS,
    package=__name__,
    deck_file="combust.toml",
    read_deck=read_deck,
    pieces=pieces,
    play=Play(rules, BOTS, STUDY),
    tracker=TRACKER,
    details=details,
    advice=advice,
)
