"""Sheets: where each piece goes on the pages, without drawing.

`paper` has the formats and the usable areas of a page, `panels` splits pieces larger than the
paper, `packing` lays copies on sheets, `imposition` makes pages with backs behind fronts and writes
the manifest, `plan` describes the sheets in words. Lengths are mm from the page's top left, y down.
"""
