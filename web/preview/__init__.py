"""A deck file in the browser of its designer, updated whenever it is saved.

- `workbench`: the file as it is now, and its last version without errors - `judging`: checks a file
in a child process - `views`: the page and its pictures; `cli`: `rookery deck preview`
"""
