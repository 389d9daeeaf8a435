"""Drawings that several games share.

There are penguins, patterns, symbols, frames for your own pictures, tags and QR codes; `cover`
describes the look of a game's box. Fixed shapes are SVG files in `drawings/`, here and in the
games' packages in `faces/`; the module `drawings` reads them. Lengths are in mm; each drawing
documents its origin.
"""
