"""A deck file in the browser of its designer, updated whenever it is saved.

- `workbench`: the file as it is now, checked in a child process, and as it was without errors
- `views`: the page and its pictures
- `cli`: `rookery deck preview`
"""
