"""Everything that is printed on a page around the pieces.

Crop marks, outlines, folds, seams and the order of cuts (`cuts`), the legend with its ruler
(`legend`), and the first page (`index`). Lengths are mm from the page's top left, y down.
"""
