"""Preflight: checks for problems of a print before anything is written.

Faces are checked while they are drawn (`faces`), pages are measured (`places`), every tag is read
back from the finished PDF at the resolution of a distant photo (`tags`), and pictures of the deck's
owner are searched for tags (`art`). A problem raises a `PrintError` that names the piece.
"""
