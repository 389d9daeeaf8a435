"""Drawings that several games share: a pen in, strokes out; no picture files, and no game's rules.

Penguins with what they wear, patterns, symbols, the frame of an owner's picture, tags and QR codes; `cover` describes
how a game's box looks. Each drawing says where its origin is, in mm.
"""
