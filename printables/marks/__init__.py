"""Everything that is printed on a page around the pieces.

Crop marks and the fold (`crop`), outlines and seams on the pieces (`guides`), the order of cuts
(`cut_order`), the legend with its ruler (`legend`), and the first page (`index`). Lengths are mm
from the page's top left, y down.
"""
