"""Preflight: checks for problems of a print before anything is written.

Faces are checked while they are drawn, and pages are measured (`faces`). In the finished PDF every
tag is read back at the resolution of a distant photo, and pictures of the deck's owner are searched
for tags (`tags`). A problem raises a `PrintError` that names the piece.
"""
