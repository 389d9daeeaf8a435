"""Drawing: outlines, colours and text on a PDF page or an SVG.

`pen` draws `paths` and text; `paths` also has how pieces are cut and folded; `fonts`
measures letters and breaks lines; `pictures` checks pictures for your own deck; `render` converts a
PDF to pixels. Lengths are in mm, y down, from the top left corner of the trim; colours are
`#rrggbb`; angles are in degrees clockwise.
"""
