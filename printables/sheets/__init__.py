"""Sheets: where each piece goes on the pages, without drawing.

`paper` has the formats and the usable areas of a page, `packing` lays copies on sheets, in panels
where they are too large, `imposition` makes pages with backs behind fronts and writes the manifest,
`plan` describes the sheets in words. Lengths are mm from the page's top left, y down.
"""
