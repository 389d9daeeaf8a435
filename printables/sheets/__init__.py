"""Sheets: pieces in, pages out on which each piece has its place; nothing is drawn yet.

`paper` has the formats, `frames` the room on a page, `panels` cuts what is larger than the paper,
`packing` lays copies on sheets, `imposition` makes pages of them with backs behind fronts and
writes the manifest, `plan` says in words how much paper it takes. Lengths are mm from the page's
top left, y down.
"""
