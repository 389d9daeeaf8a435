"""Scan: a photo's bytes in, a `Reading` out; nothing here knows any game.

`pipeline` runs the stages: `search` finds all tags, `identification` which game they are of, and
`refinement` looks again wherever the game expects a piece that was not read.
"""
