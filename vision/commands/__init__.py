"""The commands `scan`, `solve`, `deck read` and `calibrate read`.

Each module has one command; `output` writes their files atomically.
"""
