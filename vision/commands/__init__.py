"""The commands `scan`, `solve`, `deck read` and `calibrate read`.

Each module is one command; `output` writes its files whole or not at all.
"""
