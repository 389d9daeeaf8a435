"""A deck file in the browser of its designer, again whenever it is saved.

- `workbench`: the file as it is now, and the last that had no mistake
- `judging`: what there is to say of a file, found out in a child process
- `views`: the page and its pictures; `cli`: `rookery deck preview`
"""
