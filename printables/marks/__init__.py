"""Everything that is printed on a page around the pieces.

Crop marks, the fold and the order of cuts (`crop`), outlines and seams on the pieces (`guides`),
the legend with its ruler (`legend`), and the first page (`index`). Lengths are mm from the page's
top left, y down.
"""
