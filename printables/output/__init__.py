"""Output: the PDF of a job with its manifest, cut files, or pictures for a print shop.

`jobs` makes a `Job` from the options, `printer` draws it, `files` writes all files together or
none, `plotter` writes for cutting machines and `shop` for print shops, `correction` and `profiles`
compensate a printer's errors, `result_card` draws the picture of a result. Lengths are mm from the
page's top left, y down; only `printer` converts them to points.
"""
