"""Preflight: checks that find problems of a print before anything is written.

Faces are checked while they are drawn (`faces`), pages are measured (`places`), every tag is read
back from the finished PDF as the scanner would see it from afar (`tags`), and own pictures are
searched for tags (`art`). A problem is a `PrintError` that names the piece.
"""
