"""Drawings for faces, made of pen strokes only: no picture files, and no game's rules."""
