"""Marks: everything printed around the pieces of a page.

Crop marks and the fold (`crop`), outlines and seams on the pieces (`guides`), the order of cuts
(`cut_order`), the small print with its ruler (`legend`), and the first page (`index`). Lengths are
mm from the page's top left, y down.
"""
