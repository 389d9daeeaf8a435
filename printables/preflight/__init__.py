"""Preflight: what would spoil a print is found before anything is written.

Faces are watched while they are drawn (`faces`), pages are measured (`pages`), and every tag is read back from the
finished PDF as the scanner would see it from afar (`tags`). Whatever is wrong is a `PrintError` that names the piece.
"""
