"""Drawings that several games share; no game's rules.

Penguins, patterns, symbols, the frame of an owner's picture, tags and QR codes; `cover` describes
the look of a game's box. Fixed shapes are SVG files under `drawings/`, here and in the games'
packages under `faces/`; the module `drawings` reads them. Each drawing documents its origin, in mm.
"""
