"""Scripts and style sheets of pages, packed and translated.

- `packed`: modules and style sheets in one file each, and text compressed
"""
