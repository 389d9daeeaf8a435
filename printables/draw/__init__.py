"""Drawing: outlines, colours and text on a PDF page or an SVG.

`pen` draws `paths` and text; `fonts` and `text` measure letters and break lines; `pictures` checks
a deck owner's own pictures; `shapes` has outlines to cut and fold; `render` turns a finished PDF
into pixels. Lengths are mm, y down, the origin at the top left corner of the trim; colours are
`#rrggbb`; angles are degrees clockwise.
"""
