"""Preflight: what would spoil a print is found before anything is written.

Faces are watched while they are drawn (`faces`), pages are measured (`places`), every tag is read
back from the finished PDF as the scanner would see it from afar (`tags`), and pictures are searched
for tags that are none of the piece's (`art`). Whatever is wrong is a `PrintError` that names the
piece.
"""
