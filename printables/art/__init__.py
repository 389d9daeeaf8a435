"""Drawings that several games share: a pen in, strokes out; no game's rules.

Penguins, patterns, symbols, the frame of an owner's picture, tags and QR codes; `cover` describes
how a game's box looks. What never changes its shape is an SVG file under `drawings/`, here and in
the games' packages under `faces/`; the module `drawings` reads them. Each drawing says where its
origin is, in mm.
"""
